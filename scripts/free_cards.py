"""States and tracked cards of Acht mal Acht and 8x8, for check-certificate.py.

Written from the definitions and proofs that stand as prose in crates/certificates/src/free_cards/,
not from the code below them. A card is 16 times its suit, in the order of CDHS, and its rank; a
face its rank, and 16 if it is red. A base is the number of dealt cards below it, 0 if a column has
none.
"""

from collections import namedtuple

from orders import Refuted

SUITS = "CDHS"
CARDS, FACES = 64, 33


def number(face):
    return 16 * SUITS.index(face[1]) + face[0]


FACE = [card % 16 + 16 * (card // 16 in (1, 2)) for card in range(CARDS)]
PARENT = [(face ^ 16) + 1 for face in FACE]


def counted(cards):
    counts = [0] * CARDS
    for card in cards:
        counts[card] += 1
    return counts


def one_more(counts, card):
    return [*counts[:card], counts[card] + 1, *counts[card + 1 :]]


def base_of(cards, down):
    """The base of a column of which so many cards were dealt face down."""
    base = len(cards) - 1
    while base > down and PARENT[cards[base]] == FACE[cards[base - 1]]:
        base -= 1
    return max(base, 0)


# The place is how many of the stock are turned over, down to the last card that is there; bit i of
# the stock says whether its card i is there. Heads are none if the state does not tell them.
State = namedtuple("State", "bases piles in_pass place stock heads")


class Deal:
    """A position from which states go on: mod.rs."""

    def __init__(self, game, start):
        columns, piles, waste, talon, in_pass, must_play = start
        if must_play or game.settled(columns, piles, waste, talon, in_pass)[0] != columns:
            raise Refuted("no claim is about a start where a card must be played")
        self.rules = game
        self.columns = [[number(face) for face in cards] for cards, _ in columns]
        self.stock = [number(face) for face in waste + talon]
        self.next_bases = [
            [base_of(cards[:left], down) for left in range(len(cards) + 1)]
            for cards, (_, down) in zip(self.columns, columns)
        ]
        bases = tuple(bases[-1] for bases in self.next_bases)
        by_suit = dict(zip(game.suits, piles))
        piles = tuple((*by_suit.get(suit, ()), 0, 0)[:2] for suit in SUITS)
        heads = sorted(cards[0] for cards, base in zip(self.columns, bases) if cards and not base)
        stock = (1 << len(self.stock)) - 1
        place = self.turned(len(waste), stock)
        self.start = State(bases, piles, in_pass, place, stock, tuple(heads))
        self.all = counted(self.stock + [card for cards in self.columns for card in cards])
        for card, count in enumerate(self.on_foundations(piles)):
            self.all[card] += count

    def turned(self, place, stock):
        """The place down to a card; where turning is free and passes are not counted, the first."""
        if not self.rules.play_is_forced and self.rules.passes is None:
            return 0
        return (stock & ((1 << place) - 1)).bit_length()

    def next_pass(self, in_pass):
        """The pass after one; none if there is none."""
        if self.rules.passes is None:
            return in_pass
        return in_pass + 1 if in_pass < self.rules.passes else None

    def places(self, stock):
        return [place for place in range(len(self.stock)) if stock >> place & 1]

    def under(self, column, base):
        """The next base of a column, and the places of the cards that this one frees."""
        after = self.next_bases[column][base]
        return after, range(after + 1 if after else 0, base + 1)

    def is_base(self, column, base):
        at = self.start.bases[column]
        while at > base:
            at = self.next_bases[column][at]
        return at == base

    def on_foundations(self, piles):
        cards = [
            16 * suit + below % self.rules.top + 1
            for suit, counts in enumerate(piles)
            for count in counts
            for below in range(count)
        ]
        return counted(cards)

    def gone_up(self, piles, card):
        """The piles after a card went up; none if none takes it."""
        (suit, rank), rules = divmod(card, 16), self.rules
        high, low = piles[suit]
        if rules.one_pile:
            takes = high % rules.top == rank - 1 and high < rules.top * rules.decks
            after = (high + 1, 0) if takes else None
        elif high == rank - 1:
            after = rank, low
        else:
            after = (high, rank) if low == rank - 1 and rules.decks == 2 else None
        return after and (*piles[:suit], after, *piles[suit + 1 :])

    def free_cards(self, state):
        """How many there are of each card: those that are nowhere else."""
        free = [a - b for a, b in zip(self.all, self.on_foundations(state.piles))]
        for cards, base in zip(self.columns, state.bases):
            for card in cards[: base + 1 if base else 0]:
                free[card] -= 1
        for place in self.places(state.stock):
            free[self.stock[place]] -= 1
        return free


class Steps:
    """The steps from a state: steps.rs, and heads.rs if it tells heads. Open are of each face the
    free cards and bases less the class, or the followers, that builds on it."""

    def __init__(self, deal, state):
        self.deal, self.state = deal, state
        free, heads = deal.free_cards(state), counted(state.heads or ())
        self.followers = [a - b for a, b in zip(free, heads)]
        self.bases = [(i, deal.columns[i][base]) for i, base in enumerate(state.bases) if base]
        self.open = [0] * FACES
        for card, count in enumerate(free):
            self.open[FACE[card]] += count
            self.open[PARENT[card]] -= self.followers[card]
        for _, card in self.bases:
            self.open[FACE[card]] += 1
        cleared = state.bases.count(0)
        if state.heads is None:
            self.spaces, self.spare = 0, cleared - sum(-count for count in self.open if count < 0)
        else:
            self.spaces, self.spare = cleared - len(state.heads), min(0, *self.open)
        self.is_state = min(*self.followers, self.spaces, self.spare) >= 0

    def has_room(self, face):
        return self.open[face] > 0 or self.spare > 0

    def all(self):
        ups = list(self.to_foundations())
        if self.deal.rules.aces_are_forced and any(card % 16 == 1 for card, _ in ups):
            return [after for card, after in ups if card % 16 == 1]
        talon = self.turns() if self.deal.rules.play_is_forced else self.turns_put_off()
        return [*(after for _, after in ups), *self.of_bases(), *self.of_heads(), *talon]

    def to_foundations(self):
        """The cards of columns that go up, and the states then."""
        for card in range(CARDS):
            piles = self.deal.gone_up(self.state.piles, card)
            if not piles or not self.has_room(FACE[card]):
                continue
            after = self.state._replace(piles=piles)
            if self.followers[card]:
                yield card, after
            if card in (self.state.heads or ()):
                yield card, self.without_head(card, after)
            for column, base in self.bases:
                if base == card:
                    yield card, self.without_base(column, after)

    def of_bases(self):
        for column, card in self.bases:
            if self.has_room(PARENT[card]):
                yield self.without_base(column, self.state)
            if self.spaces and self.has_room(FACE[card]):
                yield self.without_base(column, self.with_head(card))

    def of_heads(self):
        for card in set(self.state.heads or ()):
            if self.has_room(PARENT[card]):
                yield self.without_head(card, self.state)
        for card, count in enumerate(self.followers):
            if self.spaces and count and self.has_room(FACE[card]):
                yield self.with_head(card)

    def with_head(self, card):
        return self.state._replace(heads=tuple(sorted((*self.state.heads, card))))

    def without_head(self, card, state):
        heads = list(state.heads)
        heads.remove(card)
        return state._replace(heads=tuple(heads))

    def without_base(self, column, state):
        """The state when the base of a column has left it, and Aces under it have gone up."""
        bases, piles, heads = list(state.bases), state.piles, state.heads
        cards, left = self.deal.columns[column], bases[column]
        while left and self.goes_up_at_once(cards[left - 1]):
            left -= 1
            piles = self.deal.gone_up(piles, cards[left])
        bases[column] = self.deal.next_bases[column][left]
        if heads is not None and left and not bases[column]:
            heads = tuple(sorted((*heads, cards[0])))
        return state._replace(bases=tuple(bases), piles=piles, heads=heads)

    def goes_up_at_once(self, card):
        rules = self.deal.rules
        return rules.aces_are_forced and not rules.one_pile and card % 16 == 1

    def plays(self, place, to_space=True, redealt=False):
        """The states after the card of a place of the stock was played, turned on to it."""
        deal, state, card = self.deal, self.state, self.deal.stock[place]
        stock = state.stock & ~(1 << place)
        turned = deal.turned(place + 1 if redealt else max(place + 1, state.place), stock)
        in_pass = deal.next_pass(state.in_pass) if redealt else state.in_pass
        piles = deal.gone_up(state.piles, card)
        laid = [state._replace(piles=piles)] if piles else []
        if not self.goes_up_at_once(card):
            laid += [state] * self.has_room(PARENT[card])
            laid += [self.with_head(card)] if self.spaces and to_space else []
        return [s._replace(stock=stock, place=turned, in_pass=in_pass) for s in laid]

    def turns(self):
        """What is done with waste and talon where turned cards must be played."""
        state, deal = self.state, self.deal
        steps = self.plays(state.place - 1) if state.place else []
        talon = [place for place in deal.places(state.stock) if place >= state.place]
        if talon and self.open[PARENT[deal.stock[talon[0]]]] > 0:
            steps += self.plays(talon[0], to_space=False)
        elif talon:
            steps.append(state._replace(place=talon[0] + 1))
        elif state.stock and deal.next_pass(state.in_pass):
            steps.append(state._replace(place=0, in_pass=deal.next_pass(state.in_pass)))
        return steps

    def turns_put_off(self):
        """The same where turning is free: the waste's top or a card that is turned on to."""
        state, deal = self.state, self.deal
        for place in deal.places(state.stock):
            redealt = place + 1 < state.place
            if not redealt or deal.next_pass(state.in_pass):
                yield from self.plays(place, redealt=redealt)


class Play:
    """A relaxed play (dead_ends.rs), or a state of tracked cards (tracked_cards/mod.rs).

    What can leave is (column, base) or (None, place of the stock). By column `gone` are the
    untracked cards that have left with bases, and `bases` those that chains may stand on.
    """

    def __init__(self, deal, state, tracked=(), card_types=()):
        self.deal, self.tracked, self.card_types = deal, frozenset(tracked), card_types
        self.at, self.stock = list(state.bases), state.stock
        self.place, self.in_pass = state.place, state.in_pass
        self.first, self.played = deal.on_foundations(state.piles), [0] * CARDS
        self.asked = deal.free_cards(state)
        self.released = self.asked[:]
        self.untracked = {i for i in deal.places(state.stock) if (None, i) not in self.tracked}
        self.gone = [[] for _ in self.at]
        self.bases = [[base] if base else [] for base in self.at]
        self.cleared = self.at.count(0)

    def copy(self, **changes):
        other = object.__new__(Play)
        other.__dict__.update(self.__dict__, **changes)
        other.at, other.asked, other.released = self.at[:], self.asked[:], self.released[:]
        other.gone, other.bases = [x[:] for x in self.gone], [x[:] for x in self.bases]
        return other

    def have_places(self, asked, released, leaves):
        """The count of places.rs. The column that a base leaves offers nothing."""
        must, loose, parents = [0] * FACES, [0] * FACES, [0] * FACES
        rules = self.deal.rules
        for suit in range(0, CARDS, 16):
            up = rules.decks
            for card in range(suit + 1, suit + rules.top + 1):
                first, played, face = self.first[card], self.played[card], FACE[card]
                is_known = card in self.card_types
                up = first + played if is_known else min(up, first + released[card])
                must[face] += max(0, asked[card] + first - up)
                loose[face] += released[card] - played + first * rules.comes_back
        for column, bases in enumerate(self.bases):
            for base in bases if column != leaves else ():
                face = FACE[self.deal.columns[column][base]]
                parents[face] += 1
                loose[face] -= base != self.at[column]
        cleared = self.cleared
        for rank in range(rules.top, 0, -1):
            for face in (rank, rank + 16):
                on = parents[(face ^ 16) + 1]
                cleared -= max(0, must[face] - on)
                parents[face] += max(must[face], min(loose[face], on))
        return cleared >= 0

    def card(self, column, place):
        return (self.deal.stock if column is None else self.deal.columns[column])[place]

    def can_leave(self, column, place):
        """Whether it has a place, with all that must have left before it."""
        before = self.gone[column] if column is not None else ()
        if column is None:
            on_it = self.untracked.intersection(range(place + 1, self.place))
            before = [self.deal.stock[other] for other in on_it]
        asked, released = self.asked[:], self.released[:]
        for card in (self.card(column, place), *before):
            asked[card] += 1
        released[self.card(column, place)] += 1
        return self.have_places(asked, released, column)

    def frees(self, column, place):
        """The next base of the column, and the places of the cards that are free then."""
        return (0, (place,)) if column is None else self.deal.under(column, place)

    def is_tracked(self, column, place):
        return any((column, below) in self.tracked for below in self.frees(column, place)[1])

    def leave(self, column, place):
        after, freed = self.frees(column, place)
        for below in freed:
            card, is_tracked = self.card(column, below), (column, below) in self.tracked
            self.released[card] += 1
            self.asked[card] += is_tracked
            if column is not None and not is_tracked:
                self.gone[column].append(card)
        if column is None:
            self.stock &= ~(1 << place)
            return
        kept = [] if self.is_tracked(column, place) else self.bases[column]
        self.at[column], self.bases[column] = after, kept + [after] * (after > 0)
        self.cleared += after == 0

    def leaving(self, turning=False):
        """The bases, the top of the waste and the next card of the talon, or all that are there."""
        places = self.deal.places(self.stock)
        waste, talon = [[i for i in places if (i >= self.place) == side] for side in (False, True)]
        bases = [(column, base) for column, base in enumerate(self.at) if base]
        return bases + [(None, i) for i in waste[-1:] + (talon if turning else talon[:1])]

    def take_untracked(self, leaving=None):
        """Takes what is untracked and can leave, of these first."""
        leaving, goes_on = self.leaving() if leaving is None else leaving, True
        while goes_on:
            goes_on = False
            for that in leaving:
                if not self.is_tracked(*that) and self.can_leave(*that):
                    self.leave(*that)
                    goes_on = True
            leaving = self.leaving()

    def comes_to(self, is_end):
        """Whether a relaxed play with nothing tracked comes to such a state."""
        untracked = self.untracked.union(self.deal.places(self.stock))
        play = self.copy(tracked=frozenset(), card_types=(), untracked=untracked)
        leaving, turned_over = None, None
        while True:
            play.take_untracked(leaving)
            if is_end(play):
                return True
            talon = play.stock >> play.place
            if talon:
                play.place += (talon & -talon).bit_length()
            elif turned_over == play.stock or not self.deal.next_pass(play.in_pass):
                return False
            else:
                turned_over, play.place = play.stock, 0
                play.in_pass = self.deal.next_pass(play.in_pass)
            # A turn gives no other card a place.
            leaving = [that for that in play.leaving() if that[0] is None and that[1] >= play.place]

    def is_end(self):
        return not self.stock and not any(self.at)

    def in_common(self):
        stock = (i for i in self.deal.places(self.stock) if (None, i) in self.tracked)
        return tuple(tuple(bases[:1]) for bases in self.bases), tuple(stock), self.in_pass

    def stands_for(self, other):
        """Whether this is like all positions that another one is like, with so much in common."""
        here, there = [(*play.at, play.place, *play.played) for play in (self, other)]
        return not self.stock & ~other.stock and all(a <= b for a, b in zip(here, there))

    def steps(self):
        """The states after steps, the last step first."""
        in_pass = self.deal.next_pass(self.in_pass)
        if self.stock and in_pass:
            yield self.copy(place=0, in_pass=in_pass)
        for that in reversed(self.leaving(turning=True)):
            yield from self.after(*that)

    def after(self, column, place):
        """The states after a step, with no more on tracked foundations than make it possible."""
        found, sets, card = [], [self.played], self.card(column, place)
        for played in sets:
            if any(all(a <= b for a, b in zip(other.played, played)) for other in found):
                continue
            now = self.copy(played=played)
            if now.can_leave(column, place):
                found.append(now)
                continue
            if now.finds_pile(card):
                found += [
                    with_it
                    for with_it in [now.copy(played=one_more(played, card))]
                    if with_it.can_leave(column, place)
                ]
            for other in self.card_types:
                more = one_more(played, other)
                if (
                    more not in sets
                    and self.released[other] > played[other]
                    and now.finds_pile(other)
                ):
                    sets.append(more)
        for play in found:
            play.leave(column, place)
            play.place = max(play.place, place + 1) if column is None else play.place
        return found

    def finds_pile(self, card):
        """Whether a tracked foundation takes the card."""
        first, played = self.first, self.played
        lower = range(card // 16 * 16 + 1, card)
        there = [(played if low in self.card_types else self.released)[low] for low in lower]
        least = min(
            [first[low] + count for low, count in zip(lower, there)], default=self.deal.rules.decks
        )
        return card in self.card_types and first[card] + played[card] < least


def is_dead_end(deal, state):
    """Whether the relaxed play from a state clears no column; without bases, not the stock."""
    cleared = state.bases.count(0)
    has_bases = any(state.bases)
    return not Play(deal, state).comes_to(
        lambda play: play.cleared > cleared if has_bases else not play.stock
    )


def read_state(deal, packing):
    count, bytes_of_stock = len(deal.columns), (len(deal.stock) + 7) // 8
    bases, piles, rest = packing[:count], packing[count : count + 8], packing[count + 8 :]
    stock, heads = rest[2 : 2 + bytes_of_stock], rest[2 + bytes_of_stock :]
    state = State(
        tuple(max(base - 1, 0) for base in bases),
        tuple(zip(piles[::2], piles[1::2])),
        *rest[:2],
        int.from_bytes(stock, "little"),
        tuple(sorted(byte // 13 * 16 + byte % 13 + 1 for byte in heads[1:])) if heads else None,
    )
    is_one = (
        (not heads or heads[0] == len(heads) - 1 and not deal.rules.runs_to_spaces)
        and all(deal.is_base(column, base) for column, base in enumerate(state.bases))
        and 1 <= state.in_pass <= (deal.rules.passes or 1)
        and (state.place == 0 or state.stock >> (state.place - 1) & 1)
        and state.stock >> len(deal.stock) == 0
    )
    if not is_one or not Steps(deal, state).is_state:
        raise Refuted(f"there is no such state: {state}")
    return state


def check_states(game, start, packings):
    """No state of the set is won, and its steps lead out of it to dead ends only."""
    deal = Deal(game, start)
    states = {read_state(deal, packing) for packing in packings}
    without_heads = deal.start._replace(heads=None)
    if not states and is_dead_end(deal, without_heads):
        return "the start is a dead end"
    if not states & {deal.start, without_heads} or game.comes_back:
        raise Refuted("the start is not among the states")
    steps, dead, known = 0, set(), {}
    for state in states:
        if not state.stock and not any(state.bases):
            raise Refuted(f"a state is won: {state}")
        for after in Steps(deal, state).all():
            steps += 1
            if after not in states and after not in dead:
                without_heads = after._replace(heads=None)
                if without_heads not in known:
                    known[without_heads] = is_dead_end(deal, without_heads)
                if not known[without_heads]:
                    raise Refuted(f"a step leads out: {state} to {after}")
                dead.add(after)
    return f"{len(states):,} states, {steps:,} steps, {len(dead):,} dead ends"


def read_tracked(deal, lines):
    """The tracked places and the card types with tracked foundations."""
    tracked, card_types = set(), set()
    for words in (line.split(" ") for line in lines):
        if words[0] == "foundation":
            face = words[1]
            card_types.add(number(("A23456789TJQK".index(face[0]) + 1, face[1])))
        else:
            column = int(words[1]) - 1 if words[0] == "column" else None
            tracked.add((column, int(words[-1]) - 1))
    piles = [(None, deal.stock), *enumerate(deal.columns)]
    every = {(column, place): card for column, cards in piles for place, card in enumerate(cards)}
    if not tracked <= every.keys():
        raise Refuted("there are no such cards")
    tracked |= {key for key, card in every.items() if card in card_types}
    return tracked, sorted(card_types)


def check_tracked(game, start, text, most):
    """No steps lead from the start to a state without bases and stock."""
    deal, lines = Deal(game, start), text.splitlines()
    given = lines[:1] == ["stock given"]
    lines = lines[given:]
    tracked, card_types = read_tracked(deal, lines)
    if card_types and game.comes_back or given and any(column is None for column, _ in tracked):
        raise Refuted("no claim is about that")
    play = Play(deal, deal.start, tracked, card_types)
    if given:
        play.stock = 0
        for card in deal.stock:
            play.released[card] += 1
    states, waiting, gone_through = 0, [play], {}
    while waiting:
        play = waiting.pop()
        play.take_untracked()
        others = gone_through.setdefault(play.in_common(), [])
        if any(other.stands_for(play) for other in others):
            continue
        others[:] = [other for other in others if not play.stands_for(other)] + [play]
        states += 1
        if play.is_end() or states > most:
            raise Refuted("there is an end, or there are more states")
        if play.comes_to(Play.is_end):
            waiting += play.steps()
    return f"{states:,} states, {len(lines):,} cards"
