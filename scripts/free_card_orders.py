"""Orders of free cards of Acht mal Acht and 8x8, for check-certificate.py.

Written from the claims that stand as prose in crates/certificates/src/free_cards/orders/; from the
code below them are only the numbers of events, literals and clauses, as FORMAT.md has them. Cards,
faces and bases are those of free_cards.py.
"""

from collections import namedtuple

from free_cards import CARDS, FACE, PARENT, Deal
from orders import TRUE, Axioms, Clauses, Order, Refuted

# From the Aces up, black before red.
ALL_FACES = [rank + red for rank in range(1, 14) for red in (0, 16)]

# When another card may lie on a card, when it is free, and when it goes up: events. Whether it comes
# from a column, as its base, or from the stock, or has only been uncovered. A literal says whether
# it goes up as it leaves.
Moved = namedtuple("Moved", "card opens frees up origin at_once", defaults=(-TRUE,))


def is_ace(card):
    return card % 16 == 1


class Events:
    """What happens to the cards that are not on foundations, and what comes before what."""

    def __init__(self, deal):
        self.deal, self.count, self.known, self.cards = deal, 0, [], []
        start, rules = deal.start, deal.rules
        for card, count in enumerate(deal.free_cards(start)):
            for _ in range(count):
                self.comes(card, None, None)
        self.clears = [self.add_column(*column) for column in enumerate(start.bases)]
        for card in deal.stock:
            leaves = self.new()
            self.comes(card, leaves, leaves, "stock")
        self.redeals = [self.new() for _ in range(start.in_pass, rules.passes or start.in_pass)]
        self.know(*self.redeals)
        aces_go_up = rules.aces_are_forced and not rules.one_pile
        must_be_played = rules.play_is_forced and aces_go_up and rules.passes is not None
        self.turns = self.add_turns() if must_be_played else []

    def new(self):
        self.count += 1
        return self.count - 1

    def know(self, *events):
        """They come one after the other."""
        pairs = zip(events, events[1:])
        self.known += [two for two in pairs if None not in two and two[0] != two[1]]

    def comes(self, card, opens, frees, origin=None):
        """An Ace goes up as soon as it is free."""
        up = frees if is_ace(card) else self.new()
        self.know(frees, up)
        self.cards.append(Moved(card, opens, frees, up, origin))

    def add_column(self, column, base):
        """The bases that leave one after the other, each with what it uncovers; when none is left."""
        cards, uncovered = self.deal.columns[column], None
        while base:
            card = cards[base]
            leaves = uncovered if is_ace(card) else self.new()
            self.know(uncovered, leaves)
            self.comes(card, uncovered, leaves, "column")
            base, freed = self.deal.under(column, base)
            for place in freed[:-1]:
                self.comes(cards[place], leaves, leaves)
            uncovered = leaves
        return uncovered

    def add_turns(self):
        """By pass, at which event it comes to a place of the stock."""
        first, turns, in_order = self.deal.start.place, [], []
        for redeal in [*self.redeals, None]:
            turns.append({place: self.new() for place in range(first, len(self.deal.stock))})
            in_order += [*turns[-1].values(), redeal]
            first = 0
        self.know(*in_order[:-1])
        return turns


class FreeCardOrders(Axioms):
    """Clauses and counts that the order of events of each win makes true."""

    def __init__(self, game, start):
        if game.comes_back:
            raise Refuted("no claim is about cards that come back")
        self.deal = Deal(game, start)
        self.events = events = Events(self.deal)
        clauses = Clauses()
        super().__init__(clauses, Order(clauses, events.count, events.known), [])
        self.before = self.order.before
        cards = [moved._replace(at_once=self.at_once(moved)) for moved in events.cards]
        self.placed = [moved for moved in cards if not is_ace(moved.card)]
        self.stock = [moved for moved in cards if moved.origin == "stock"]
        self.of_card = {card: [m for m in cards if m.card == card] for card in range(CARDS)}
        self.classes = [(self.of_face(face), self.of_face((face ^ 16) + 1)) for face in ALL_FACES]
        self.add_foundations()
        self.add_talon()
        for moved in self.placed:
            for event in [moved.frees] * bool(moved.origin) + [moved.up]:
                self.add_count(moved, event)

    def of_face(self, face):
        """Which of the cards that are no Aces have this face."""
        return [i for i, moved in enumerate(self.placed) if FACE[moved.card] == face]

    def at_once(self, moved):
        """Whether a card leaves for its foundation; an Ace does. Who only is uncovered does not leave."""
        if not moved.origin:
            return -TRUE
        return TRUE if is_ace(moved.card) else self.clauses.new()

    def during(self, first, event, last):
        """Whether an event is between two others."""
        return self.clauses.both(self.before(first, event), self.before(event, last))

    def nothing_between(self, condition, first, last):
        """If the condition is true, all else that is after the first event is after the last."""
        for event in range(self.order.count):
            if event not in (first, last):
                self.clauses.imply([condition, self.before(first, event)], self.before(last, event))

    # Foundations.

    def add_foundations(self):
        for moved in self.placed:
            if moved.at_once != -TRUE:
                self.nothing_between(moved.at_once, moved.frees, moved.up)
        for suit in range(0, CARDS, 16):
            for rank in range(2, self.deal.rules.top + 1):
                self.add_rank(self.of_card[suit + rank - 1], self.of_card[suit + rank])
        for first in self.placed:
            for second in self.of_card[first.card][1:]:
                if second is not first:
                    self.add_twins(first, second)

    def add_rank(self, lower, upper):
        """As many lower cards as upper ones are up at any time, or more."""
        for a in lower:
            self.clauses.add(*(self.goes_up_before(a, b) for b in upper))
        for b in upper if len(lower) == len(upper) else ():
            self.clauses.add(*(self.goes_up_before(a, b) for a in lower))

    def goes_up_before(self, a, b):
        # An Ace goes up at the event at which the 2 on it leaves, which may go up at once.
        if is_ace(a.card) and a.up == b.frees:
            return -b.at_once
        return self.before(a.up, b.up)

    def add_twins(self, first, second):
        """Of two equal cards that are both free the one that is called the first goes up first."""
        earlier = [self.before(second.up, first.up), -second.at_once]
        self.clauses.imply(earlier, self.before(second.up, first.frees))

    # Waste and talon.

    def add_talon(self):
        if self.events.turns:
            for number, turns in enumerate(self.events.turns):
                self.add_pass(number, turns)
        elif self.deal.rules.passes is not None:
            self.add_waste()
            self.add_passes()

    def add_waste(self):
        """What lies on a card of the waste leaves before it, or the waste is turned over before."""
        waste = [moved.frees for moved in self.stock[: self.deal.start.place]]
        for i, under in enumerate(waste):
            turned_over = [self.before(redeal, under) for redeal in self.events.redeals[:1]]
            for over in waste[i + 1 :]:
                self.clauses.add(self.before(over, under), *turned_over)

    def add_passes(self):
        """If the last of three cards leaves before the first, the second lies on that one in the
        same pass, unless it has left."""
        leave = [moved.frees for moved in self.stock]
        for i, first in enumerate(leave):
            for j in range(i + 2, len(leave)):
                last = leave[j]
                redeals = [self.during(last, redeal, first) for redeal in self.events.redeals]
                for second in leave[i + 1 : j]:
                    conclusions = [*redeals, self.before(second, first)]
                    self.clauses.imply([self.before(last, first)], *conclusions)

    def add_pass(self, number, turns):
        """Where turned cards must be played: one pass of turns."""
        redeals = self.events.redeals
        begun, ended = redeals[:number][-1:], redeals[number : number + 1]
        for place, moved in enumerate(self.stock):
            later = [self.before(redeal, moved.frees) for redeal in ended]
            for i in range(place + 1, len(self.stock)):
                # What lies on the waste has been turned from the start.
                turned = self.before(turns.get(i), moved.frees)
                over = self.before(self.stock[i].frees, moved.frees)
                self.clauses.imply([turned], over, *later)
            if place in turns:
                since = [self.before(redeal, moved.frees) for redeal in begun]
                self.clauses.imply(since, self.before(turns[place], moved.frees))
                self.add_turn(moved, turns[place])

    def add_turn(self, moved, turn):
        """A card that is there has left before, leaves now or stays, as no parent is open."""
        leaves, stays = self.clauses.new(2)
        self.clauses.add(self.before(moved.frees, turn), leaves, stays)
        self.nothing_between(leaves, turn, moved.frees)
        children, parents = [], []
        for other in self.placed:
            if FACE[other.card] == FACE[moved.card]:
                children.append(self.during(other.frees, turn, other.up))
            if FACE[other.card] == PARENT[moved.card]:
                parents.append(self.during(other.opens, turn, other.up))
        self.clauses.at_least_as_many(stays, children, parents)

    # Places in columns.

    def add_count(self, own, event):
        """Children without a parent need a cleared column each when a card has left, or goes up."""
        children, parents = [], []
        for other in self.placed:
            if other is own:
                children.append(-own.at_once)
                leaves_column = own.origin == "column" and event == own.frees
                parents.append(-own.at_once if leaves_column else -TRUE)
                continue
            children.append(self.during(other.frees, event, other.up))
            if other.opens == other.frees:
                parents.append(children[-1])
            else:
                parents.append(self.during(other.opens, event, other.up))
        needed = []
        for here, on in self.classes:
            needed += self.columns_needed([children[i] for i in here], [parents[i] for i in on])
        not_cleared = [-self.before(clears, event) for clears in self.events.clears]
        self.counts.append((needed + not_cleared, len(not_cleared)))

    def columns_needed(self, children, parents):
        """By k, from 1, what is true if there are k more of the children than of the parents."""
        children = [literal for literal in children if literal != -TRUE]
        parents = [literal for literal in parents if literal != -TRUE]
        if not children:
            return []
        at_least = self.clauses.at_least(children)
        others_at_least = self.clauses.at_least([-literal for literal in parents])
        needed = []
        for more in range(1, len(children) + 1):
            needed.append(self.clauses.new())
            for others, no_parents in enumerate(others_at_least):
                least = len(parents) - others + more
                if least < len(at_least):
                    self.clauses.imply([no_parents, at_least[least]], needed[-1])
        return needed
