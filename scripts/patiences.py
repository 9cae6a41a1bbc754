"""The rules of the patiences once more, after docs/RULES.md, for check-certificate.py.

Nothing here was taken from the Rust code. A card is (rank, suit), ranks from 1; a gap is None. A game
reads a position from a layout, {label: cards or a number}, and lists the positions after each legal
move, one for each move, forced consequences included. Positions are tuples that can be compared.
"""

from itertools import permutations

RANKS = "A23456789TJQK"


class UnknownOption(Exception):
    """An option, or a value of one, that these rules do not know."""


def has(options, name, value, other):
    """Whether an option has this value, of two; it is then done with."""
    found = options.pop(name)
    if found not in (value, other):
        raise UnknownOption(f"{name}={found}")
    return found == value


def numbers(options, *names):
    """The values of options that are numbers; they are then done with."""
    return [int(options.pop(name)) for name in names]


def game_of(name, options):
    """A game under these options, none of which may be left over."""
    options = dict(options)
    game = GAMES[name](options)
    if options:
        raise UnknownOption(", ".join(options))
    return game


def card(word):
    """A card and whether it lies face down."""
    face = word.strip("[]")
    return (RANKS.index(face[0]) + 1, face[1]), word[0] == "["


def read_layout(lines):
    layout = {}
    for line in lines:
        label, words = line.split(":")
        if label in layout:
            raise ValueError(f"{label} stands twice")
        if label in ("redeals-used", "pass", "must-play"):
            layout[label] = int(words)
        else:
            layout[label] = [None if word == "--" else card(word) for word in words.split()]
    return layout


def faces(slots):
    return tuple(slot and slot[0] for slot in slots)


def check_pack(cards, top, suits, decks):
    """Whether these are all cards of so many decks."""
    pack = [(rank + 1, suit) for rank in range(top) for suit in suits] * decks
    if sorted(cards) != sorted(pack):
        raise ValueError("the cards are not the pack")


def is_red(face):
    return face[1] in "DH"


def builds(face, on):
    """Whether a card goes onto another one in a column."""
    return on[0] == face[0] + 1 and is_red(on) != is_red(face)


def replaced(piles, changes):
    """The piles, of which some are others now."""
    return tuple(changes.get(i, pile) for i, pile in enumerate(piles))


def read_column(slots):
    """The cards of a column, and how many of them lie face down."""
    return faces(slots), sum(is_down for _, is_down in slots)


def run_moves(columns, goes_to_space):
    """The columns after each move of a run, or a part of it, to another column."""
    for i, (cards, down) in enumerate(columns):
        for count in range(1, len(cards) - down + 1):
            if count > 1 and not builds(cards[-count + 1], cards[-count]):
                break
            moved = cards[-count:]
            for j, (there, there_down) in enumerate(columns):
                takes = builds(moved[0], there[-1]) if there else goes_to_space(moved)
                if i != j and takes:
                    left = (cards[:-count], down)
                    yield replaced(columns, {i: left, j: (there + moved, there_down)})


class Domino:
    """Positions: the rows, each with its places from the Ace's on; redeals used; Aces not yet laid."""

    def __init__(self, options):
        self.top, self.redeals = numbers(options, "ranks", "redeals")
        suits = options.pop("suits")
        self.suits = [suit for suit in "CSHD" if suit in suits]
        self.only_left = has(options, "fill", "left", "both")
        self.when_blocked = has(options, "redeal", "blocked", "any-time")
        self.is_reversed = has(options, "pickup", "lifo", "fifo")
        # Aces that are still to be laid stand in the layout.
        has(options, "aces", "free", "fixed")

    def read(self, layout):
        rows = tuple(faces(layout[f"r{i + 1}"]) for i in range(len(self.suits)))
        if any(len(row) != self.top + 1 for row in rows):
            raise ValueError("a row of another length")
        return rows, layout["redeals-used"], faces(layout.get("aces", ()))

    def prefix(self, row):
        """How many cards of a row lie in order from its Ace on."""
        count = 0
        while count < self.top and row[count] == (count + 1, row[0][1]):
            count += 1
        return count

    def is_won(self, position):
        rows, _, aces = position
        return not aces and all(self.prefix(row) == self.top for row in rows)

    def called(self, row, place):
        """The cards that a gap calls for."""
        left, right = row[place - 1], row[place + 1] if place < self.top else None
        wanted = set()
        if left and left[0] < self.top:
            wanted.add((left[0] + 1, left[1]))
        if right and right[0] > 2 and not self.only_left:
            wanted.add((right[0] - 1, right[1]))
        return wanted

    def moves(self, position):
        rows, used, aces = position
        if self.is_won(position):
            return
        if aces:
            for order in permutations(aces):
                laid = tuple((ace, *row[1:]) for ace, row in zip(order, rows))
                yield laid, used, ()
            return
        places = {face: (i, j) for i, row in enumerate(rows) for j, face in enumerate(row) if face}
        is_blocked = True
        for i, row in enumerate(rows):
            for j in range(1, self.top + 1):
                for face in self.called(row, j) if row[j] is None else ():
                    is_blocked = False
                    after = [list(row) for row in rows]
                    from_row, from_place = places[face]
                    after[from_row][from_place], after[i][j] = None, face
                    yield tuple(map(tuple, after)), used, ()
        if used < self.redeals and (is_blocked or not self.when_blocked):
            yield self.redealt(rows), used + 1, ()

    def redealt(self, rows):
        prefixes = [self.prefix(row) for row in rows]
        taken = [face for row, p in zip(rows, prefixes) for face in reversed(row[p:]) if face]
        if self.is_reversed:
            taken.reverse()
        after = []
        for row, p in zip(rows, prefixes):
            count = self.top - p
            after.append((*row[:p], None, *taken[:count]))
            taken = taken[count:]
        return tuple(after)

    def is_dead_end(self, position):
        """Whether a card never comes to its place even if all that moves lies in its old places as
        well: the definition and proof are in crates/certificates/src/delete_relaxation.rs."""
        rows, used, aces = position
        if not self.only_left or used < self.redeals or aces:
            return False
        lie = {(i, j): {face} - {None} for i, row in enumerate(rows) for j, face in enumerate(row)}
        places = {face: place for place, cards in lie.items() for face in cards}
        gaps = {place for place, cards in lie.items() if not cards}
        goes_on = True
        while goes_on:
            goes_on = False
            for i, j in list(gaps):
                for rank, suit in list(lie[i, j - 1]):
                    following = (rank + 1, suit)
                    if rank < self.top and following not in lie[i, j]:
                        lie[i, j].add(following)
                        gaps.add(places[following])
                        goes_on = True
        row_of = {row[0][1]: i for i, row in enumerate(rows)}
        ranks = range(2, self.top + 1)
        return any((r, s) not in lie[row_of[s], r - 1] for s in self.suits for r in ranks)


class Hochzeitszug:
    """Positions: the stacks; the talon; the foundations' top cards, sorted; redeals used."""

    def __init__(self, options):
        self.top, self.decks, self.depth = numbers(options, "ranks", "decks", "depth")
        self.upper, lower, self.redeals = numbers(options, "upper", "lower", "redeals")
        self.stacks = self.upper + lower
        self.in_layers = has(options, "layout", "layers", "stacks")
        self.moves_runs = has(options, "moves", "run", "single")
        self.packs_when_stalled = has(options, "packing", "stalled", "any-time")
        self.when_blocked = has(options, "redeal", "blocked", "any-time")
        # The cards lie in the layout.
        options.pop("suits")

    def read(self, layout):
        stacks = tuple(faces(layout[f"s{i + 1}"]) for i in range(self.stacks))
        tops = tuple(sorted(faces(layout["foundations"])))
        return stacks, faces(layout["talon"]), tops, layout["redeals-used"]

    def is_won(self, position):
        stacks, talon, _, _ = position
        return not talon and not any(stacks)

    def gone_up(self, tops, face):
        """The foundations after a card went up; nothing if none takes it."""
        rank, suit = face
        if rank <= 2:
            begun = sum(s == suit and (r - rank) % 2 == 0 for r, s in tops)
            return tuple(sorted((*tops, face))) if begun < self.decks else None
        below = (rank - 2, suit)
        if below not in tops:
            return None
        after = list(tops)
        after.remove(below)
        return tuple(sorted((*after, face)))

    def refilled(self, stacks, talon, used):
        """In the first deal an emptied stack is filled at once."""
        if used == 0:
            after = list(stacks)
            for i, stack in enumerate(after):
                if not stack:
                    after[i], talon = talon[: self.depth], talon[self.depth :]
            stacks = tuple(after)
        return stacks, talon

    def moves(self, position):
        stacks, talon, tops, used = position
        if self.is_won(position):
            return
        found = []
        for i, stack in enumerate(stacks):
            up = self.gone_up(tops, stack[-1]) if stack else None
            if up is not None:
                left = replaced(stacks, {i: stack[:-1]})
                found.append((*self.refilled(left, talon, used), up, used))
        if not (self.packs_when_stalled and found):
            for left in self.packings(stacks):
                found.append((*self.refilled(left, talon, used), tops, used))
        if used > 0:
            for j in (j for j, stack in enumerate(stacks) if not stack):
                if talon:
                    filled = replaced(stacks, {j: talon[: self.depth]})
                    found.append((filled, talon[self.depth :], tops, used))
                for i, stack in enumerate(stacks):
                    if stack:
                        left = replaced(stacks, {i: stack[:-1], j: stack[-1:]})
                        found.append((left, talon, tops, used))
        if used < self.redeals and not (self.when_blocked and found):
            found.append((*self.redealt(stacks, talon), tops, used + 1))
        yield from found

    def packings(self, stacks):
        for i, stack in enumerate(stacks):
            for count in range(1, len(stack) + 1 if self.moves_runs else min(len(stack), 1) + 1):
                rank, suit = stack[-count]
                if count > 1 and stack[-count + 1] != (rank - 1, suit):
                    break
                for j, there in enumerate(stacks):
                    if i != j and there and there[-1] == (rank + 1, suit):
                        yield replaced(stacks, {i: stack[:-count], j: there + stack[-count:]})

    def redealt(self, stacks, talon):
        for i in [*reversed(range(self.upper)), *reversed(range(self.upper, self.stacks))]:
            talon += stacks[i]
        count = self.stacks * self.depth
        dealt, talon = list(talon[:count]), talon[count:]
        after = [()] * self.stacks
        rows = [range(self.upper), range(self.upper, self.stacks)]
        if self.in_layers:
            order = [i for row in rows for _ in range(self.depth) for i in row]
        else:
            order = [i for i in range(self.stacks) for _ in range(self.depth)]
        for i, face in zip(order, dealt):
            after[i] += (face,)
        return tuple(after), talon


class EkligeElfer:
    """Positions: the columns, each with how many of its cards lie face down; the talon; runs out."""

    def __init__(self, options):
        self.top, self.columns, self.decks = numbers(options, "ranks", "columns", "decks")
        self.suits = options.pop("suits")
        self.runs = self.decks * len(self.suits)
        self.out_at_once = has(options, "take-out", "forced", "free")
        # How many cards lie where at the start stands in the layout.
        numbers(options, "face-down-rows", "face-up-rows")

    def read(self, layout):
        columns = tuple(read_column(layout[f"c{i + 1}"]) for i in range(self.columns))
        piles = [cards for cards, _ in columns]
        piles += [faces(layout[label]) for label in ("talon", "aces", "out")]
        cards = [face for pile in piles for face in pile]
        check_pack(cards, self.top, self.suits, self.decks)
        if any(cards and (down == len(cards) or cards[-1][0] == 1) for cards, down in columns):
            raise ValueError("an open Ace, or no face is up")
        return columns, faces(layout["talon"]), len(layout["out"]) // (self.top - 1)

    def is_won(self, position):
        return position[2] == self.runs

    def is_complete(self, cards, down):
        """Whether a run from the top rank to the 2 lies at the end of a column."""
        run = cards[len(cards) - self.top + 1 :]
        return (
            len(cards) - down >= self.top - 1
            and run[0][0] == self.top
            and all(builds(b, a) for a, b in zip(run, run[1:]))
        )

    def settled(self, columns, talon, out):
        """After what goes without a move: Aces, cards turned up, complete runs where forced."""
        after = []
        for cards, down in columns:
            while cards:
                if down == len(cards):
                    down -= 1
                elif cards[-1][0] == 1:
                    cards = cards[:-1]
                elif self.out_at_once and self.is_complete(cards, down):
                    cards, out = cards[: 1 - self.top], out + 1
                else:
                    break
            after.append((cards, down))
        return tuple(after), talon, out

    def moves(self, position):
        columns, talon, out = position
        if self.is_won(position):
            return
        for i, (cards, down) in enumerate(columns):
            if self.is_complete(cards, down):
                left = replaced(columns, {i: (cards[: 1 - self.top], down)})
                yield self.settled(left, talon, out + 1)
        for after in run_moves(columns, lambda run: run[0][0] == self.top):
            yield self.settled(after, talon, out)
        if talon:
            row = talon[: self.columns]
            dealt = {i: (columns[i][0] + (face,), columns[i][1]) for i, face in enumerate(row)}
            yield self.settled(replaced(columns, dealt), talon[self.columns :], out)


class Eights:
    """Acht mal Acht and 8x8. Positions: the columns, each with how many of its cards lie face down; by
    suit how many cards its piles have, the higher first; the waste; the talon; the pass, 1 if any
    number is allowed; whether the top waste card must be played."""

    def __init__(self, options):
        self.top, self.columns, self.decks = numbers(options, "ranks", "columns", "decks")
        self.suits = options.pop("suits")
        passes = options.pop("passes")
        self.passes = None if passes == "unlimited" else int(passes)
        self.comes_back = has(options, "foundation-return", "yes", "no")
        # The columns lie in the layout.
        numbers(options, "rows")
        self.aces_are_forced = self.play_is_forced = self.one_pile = False
        self.runs_to_spaces = True

    def read(self, layout):
        columns = tuple(read_column(layout[f"c{i + 1}"]) for i in range(self.columns))
        waste, talon = faces(layout["waste"]), faces(layout["talon"])
        lying = [face for cards, _ in columns for face in cards] + [*waste, *talon]
        piles = []
        for suit in self.suits:
            tops = sorted((r for r, s in faces(layout["foundations"]) if s == suit), reverse=True)
            up = self.top * self.decks - sum(s == suit for _, s in lying)
            piles.append((up,) if self.one_pile else (*tops, *[0] * (self.decks - len(tops))))
            lying += [(i % self.top + 1, suit) for pile in piles[-1] for i in range(pile)]
        check_pack(lying, self.top, self.suits, self.decks)
        in_pass = layout["pass"] if self.passes else 1
        return columns, tuple(piles), waste, talon, in_pass, layout.get("must-play", 0) == 1

    def is_won(self, position):
        columns, _, waste, talon, _, _ = position
        return not waste and not talon and not any(cards for cards, _ in columns)

    def gone_up(self, piles, face):
        """The piles after a card went up; nothing if none takes it."""
        rank, suit = face
        i = self.suits.index(suit)
        for k, count in enumerate(piles[i]):
            again = self.one_pile and count < self.top * self.decks
            if (count % self.top if again else count) == rank - 1:
                return self.with_pile(piles, i, k, count + 1)
        return None

    def with_pile(self, piles, i, k, count):
        suit = sorted((*piles[i][:k], count, *piles[i][k + 1 :]), reverse=True)
        return replaced(piles, {i: tuple(suit)})

    def settled(self, columns, piles, waste, talon, in_pass):
        """After what goes without a move: cards turned up, and open Aces onto eight piles."""
        after = []
        for cards, down in columns:
            while cards:
                up = self.forced_up(piles, cards[-1])
                if down == len(cards):
                    down -= 1
                elif up is not None and not self.one_pile:
                    cards, piles = cards[:-1], up
                else:
                    break
            after.append((cards, down))
        return tuple(after), piles, waste, talon, in_pass, False

    def forced_up(self, piles, face):
        is_forced = self.aces_are_forced and face[0] == 1
        return self.gone_up(piles, face) if is_forced else None

    def moves(self, position):
        columns, piles, waste, talon, in_pass, must_play = position
        if self.is_won(position):
            return
        aces = []
        for i, (cards, down) in enumerate(columns):
            up = self.forced_up(piles, cards[-1]) if cards else None
            if up is not None:
                left = replaced(columns, {i: (cards[:-1], down)})
                aces.append((*self.settled(left, up, waste, talon, in_pass)[:-1], must_play))
        if aces:
            yield from aces
            return
        yield from self.waste_moves(position)
        if must_play:
            return
        for i, (cards, down) in enumerate(columns):
            up = self.gone_up(piles, cards[-1]) if cards else None
            if up is not None:
                left = replaced(columns, {i: (cards[:-1], down)})
                yield self.settled(left, up, waste, talon, in_pass)
        for after in run_moves(columns, lambda run: len(run) == 1 or self.runs_to_spaces):
            yield self.settled(after, piles, waste, talon, in_pass)
        if talon:
            open_cards = [cards[-1] for cards, _ in columns if cards]
            forced = self.play_is_forced and any(builds(talon[0], on) for on in open_cards)
            yield columns, piles, waste + talon[:1], talon[1:], in_pass, forced
        elif waste and (self.passes is None or in_pass < self.passes):
            yield columns, piles, (), waste, in_pass + (self.passes is not None), False
        if self.comes_back:
            yield from self.returns(position)

    def waste_moves(self, position):
        columns, piles, waste, talon, in_pass, must_play = position
        if not waste:
            return
        up = self.gone_up(piles, waste[-1])
        if up is not None:
            yield self.settled(columns, up, waste[:-1], talon, in_pass)
        for after in self.laid(columns, waste[-1], not must_play):
            yield self.settled(after, piles, waste[:-1], talon, in_pass)

    def returns(self, position):
        columns, piles, waste, talon, in_pass, _ = position
        for i, suit in enumerate(self.suits):
            for count in {count for count in piles[i] if count}:
                face = ((count - 1) % self.top + 1, suit)
                lower = self.with_pile(piles, i, piles[i].index(count), count - 1)
                for after in self.laid(columns, face, True):
                    yield self.settled(after, lower, waste, talon, in_pass)

    def laid(self, columns, face, goes_to_space):
        """The columns after a card came to lie on one of them."""
        for i, (cards, down) in enumerate(columns):
            if builds(face, cards[-1]) if cards else goes_to_space:
                yield replaced(columns, {i: (cards + (face,), down)})


class EightByEight(Eights):
    """The sister sheet."""

    def __init__(self, options):
        super().__init__(options)
        self.aces_are_forced = True
        self.runs_to_spaces = has(options, "spaces", "any-run", "one-card")
        self.play_is_forced = has(options, "talon-play", "forced", "free")
        self.one_pile = has(options, "foundations", "four", "eight")


GAMES = {
    "acht-mal-acht": Eights,
    "8x8": EightByEight,
    "eklige-elfer": EkligeElfer,
    "domino": Domino,
    "hochzeitszug": Hochzeitszug,
}
