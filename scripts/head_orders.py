"""Orders of heads of Eklige Elfer, for check-certificate.py.

Written from the claims that stand as prose in crates/certificates/src/heads/; from the code below
them are only the numbers of events, literals and clauses, as FORMAT.md has them. A card type is a
parity and a rank from the 2, which is 0: a card goes onto the type of its parity that is one
higher. Interval k is the time in which k rows lie.
"""

from collections import namedtuple
from itertools import product

from orders import TRUE, Axioms, Clauses, Order
from patiences import builds, is_red

# The first card of a run, its column and the row that brings it, 0 at the start. Under it is nothing,
# a card type, or what its row covers.
Head = namedtuple("Head", "event card column row under")
NOTHING, COVERED = "nothing", "covered"

# How many true literals are told apart where two numbers are equal.
TOLD_APART = 5


def type_of(face):
    return (face[0] + is_red(face)) % 2, face[0] - 2


def host_of(card):
    return card[0], card[1] + 1


def runs_of(cards, down):
    """The runs of a column as lists of card types. Aces that are covered are in none."""
    runs = []
    for i, face in enumerate(cards):
        goes_on = i > down and builds(face, cards[i - 1])
        if face[0] > 1 and goes_on:
            runs[-1].append(type_of(face))
        elif face[0] > 1:
            runs.append([type_of(face)])
    return runs


class Events:
    """That heads leave, rows are dealt and the runs of Kings go out, in this order."""

    def __init__(self, game, start):
        columns, talon, _ = start
        self.columns, self.king = game.columns, game.top - 2
        dealt = [talon[i : i + game.columns] for i in range(0, len(talon), game.columns)]
        self.rows = len(dealt)
        self.heads, self.open, self.inner = [], [], []
        for column, pile in enumerate(columns):
            under = NOTHING
            for run in runs_of(*pile):
                self.add(run[0], column, 0, under)
                self.inner += run[1:]
                under = run[-1]
            if under != NOTHING:
                self.open.append(under)
            for row, cards in enumerate(dealt, 1):
                if self.brings(cards, column):
                    self.add(type_of(cards[column]), column, row, COVERED)
        # The columns in which each row covers nothing.
        self.veiled = [()] + [
            [i for i in range(game.columns) if not self.brings(cards, i)] for cards in dealt
        ]
        kings = [head for head in self.heads if head.card[1] == self.king]
        self.kings = [(king, len(self.heads) + self.rows + i) for i, king in enumerate(kings)]
        self.count = len(self.heads) + self.rows + len(self.kings)

    def brings(self, cards, column):
        return column < len(cards) and cards[column][0] > 1

    def add(self, card, column, row, under):
        self.heads.append(Head(len(self.heads), card, column, row, under))

    def deal(self, row):
        return len(self.heads) + row - 1

    def known(self):
        """Rows come in order, a King before his run is out, and cards after those dealt on them."""
        known = [(self.deal(row), self.deal(row + 1)) for row in range(1, self.rows)]
        known += [(king.event, out) for king, out in self.kings]
        for head in self.heads:
            if head.row:
                known.append((self.deal(head.row), head.event))
            else:
                lower = self.of_column(head.column, range(1))
                known += [(head.event, o.event) for o in lower if o.event < head.event]
        return known

    def of_column(self, column, rows):
        return [head for head in self.heads if head.column == column and head.row in rows]

    def of_type(self, card):
        return [head for head in self.heads if head.card == card]

    def guests(self, host):
        """The events that need a card of a type: of heads that go onto it, or of runs with a 2."""
        if host[1] == 0:
            return [out for king, out in self.kings if king.card[0] == host[0]]
        return [head.event for head in self.of_type((host[0], host[1] - 1))]


class HeadOrders(Axioms):
    """Clauses that the order of events of each win makes true."""

    def __init__(self, game, start):
        self.events = events = Events(game, start)
        self.clauses = Clauses()
        self.order = Order(self.clauses, events.count, events.known())
        super().__init__(self.clauses, self.order)
        self.before = self.order.before
        self.rows = range(1, events.rows + 1)
        self.intervals = range(events.rows + 1)
        self.leaves_in = [
            [self.happens_in(head.event, k) for k in self.intervals] for head in events.heads
        ]
        self.types = list(product(range(2), range(events.king + 1)))
        # By row and column, whether this type lies at the end when the row is dealt, or nothing.
        places = product(self.rows, range(events.columns))
        ends = [*self.types, None]
        self.tails = {place: dict(zip(ends, self.clauses.new(len(ends)))) for place in places}
        # By row, King and column, whether his run lies there when the row is dealt, away from his own.
        self.away = {}
        self.add_columns()
        for place, tail in self.tails.items():
            self.add_tail(*place, tail)
        for interval, card in product(self.intervals, self.types):
            self.add_balance(interval, card)
        for host in self.types:
            self.add_hosts(host)
        for row in self.rows:
            self.add_away(row)
        for king, out in events.kings:
            self.add_king(king, out)
        for card in self.types:
            if card[1] < events.king:
                self.add_runs(card)

    def by_end_of(self, interval, event):
        """Whether an event has happened by the end of an interval."""
        if interval == self.events.rows:
            return TRUE
        return self.before(event, self.events.deal(interval + 1))

    def happens_in(self, event, interval):
        before = self.by_end_of(interval - 1, event) if interval else -TRUE
        return self.clauses.both(self.by_end_of(interval, event), -before)

    # Columns and what lies at their ends.

    def add_columns(self):
        """What lies under a card that a row has brought leaves after it, if it had not left before."""
        for under in self.events.heads:
            for over in self.events.of_column(under.column, self.rows):
                if over.row > under.row:
                    has_left = self.by_end_of(over.row - 1, under.event)
                    self.clauses.add(has_left, self.before(over.event, under.event))

    def add_tail(self, row, column, tail):
        """One thing lies at the end, or nothing; if a head has not left, what the highest one carries."""
        self.clauses.add(*tail.values())
        self.clauses.one_at_most(list(tail.values()))
        over = []
        for head in reversed(self.events.of_column(column, range(row))):
            parity, rank = head.card
            left = self.by_end_of(row - 1, head.event)
            self.clauses.imply(over, *(tail[parity, lower] for lower in range(rank + 1)), left)
            over.append(left)

    def add_balance(self, interval, card):
        """As many cards of a type come to lie open in an interval as are covered or go out in it."""
        events, come, go = self.events, [], []
        if interval == 0:
            come += [TRUE] * events.open.count(card)
        for head in events.heads:
            leaves = self.leaves_in[head.event][interval]
            if head.row > interval:
                continue
            if head.row == interval > 0 and head.card == card:
                come.append(TRUE)
            come += [self.clauses.both(leaves, literal) for literal in self.reveals(head, card)]
            if host_of(head.card) == card:
                go.append(leaves)
        come += [self.tails[interval, column][card] for column in events.veiled[interval]]
        if interval < events.rows:
            go += [self.tails[interval + 1, column][card] for column in range(events.columns)]
        if card[1] == 0:
            go += [self.happens_in(out, interval) for out in events.guests(card)]
        come, go = self.more_than(come, TOLD_APART), self.more_than(go, TOLD_APART)
        for i in range(max(len(come), len(go))):
            a, b = at(come, i), at(go, i)
            self.clauses.imply([a], b)
            self.clauses.imply([b], a)

    def reveals(self, head, card):
        """Whether a card of a type lies open when a head has left, if that can be."""
        if head.under == COVERED:
            return [self.tails[head.row, head.column][card]]
        return [TRUE] * (head.under == card)

    # Cards for those that leave.

    def add_hosts(self, host):
        """To each that needs a card of a type one is given, each to one at most."""
        guests = self.events.guests(host)
        given = {guest: [] for guest in guests}
        for head in self.events.heads:
            for literal in self.reveals(head, host):
                self.give(given, [(guest, self.may_use(head, guest, literal)) for guest in guests])
        for interval in self.intervals:
            dealt = [head for head in self.events.of_type(host) if head.row == interval]
            veiled = self.events.veiled[interval]
            count = len(dealt) if interval else self.events.open.count(host)
            tails = [self.tails[interval, column][host] for column in veiled]
            for literal in [TRUE] * count + tails:
                uses = []
                for guest in guests:
                    leaves = self.happens_in(guest, interval)
                    if leaves != -TRUE:
                        uses.append((guest, self.uses([literal], [leaves])))
                self.give(given, uses)
        for literals in given.values():
            self.clauses.add(*literals)

    def uses(self, *clauses):
        """A literal that is true only if these clauses are."""
        uses = self.clauses.new()
        for clause in clauses:
            self.clauses.add(-uses, *clause)
        return uses

    def may_use(self, head, guest, literal):
        """Whether a guest leaves for what lies open since a head has left, in the same interval."""
        if guest == head.event:
            # Only by joining what it was dealt onto.
            never = [] if head.under == COVERED else [[]]
            return self.uses([literal], *never, [self.leaves_in[guest][head.row]])
        in_time = [
            [-self.by_end_of(k, head.event), self.by_end_of(k, guest)] for k in self.intervals[:-1]
        ]
        return self.uses([literal], [self.before(head.event, guest)], *in_time)

    def give(self, given, uses):
        for guest, literal in uses:
            given[guest].append(literal)
        self.clauses.one_at_most([literal for _, literal in uses])

    # Kings.

    def add_away(self, row):
        """Where the runs of Kings lie that have left their columns and are not out."""
        clauses, events = self.clauses, self.events
        away = []
        for king, out in events.kings:
            left, is_out = [self.by_end_of(row - 1, event) for event in (king.event, out)]
            is_away = clauses.both(left, -is_out)
            lies = [clauses.new() for _ in range(events.columns)]
            clauses.imply([is_away], *lies)
            for literal in lies:
                clauses.imply([literal], is_away)
            clauses.one_at_most(lies)
            away.append(lies)
        self.away[row] = away
        for column in range(events.columns):
            self.add_away_in(row, column)

    def add_away_in(self, row, column):
        """A run comes to an empty column only, and stays under what lies on it. Where all heads have
        left, it is what lies at the end."""
        clauses, tail = self.clauses, self.tails[row, column]
        here = [lies[column] for lies in self.away[row]]
        clauses.one_at_most(here)
        cleared = TRUE
        for head in self.events.of_column(column, range(row)):
            cleared = clauses.both(cleared, self.by_end_of(row - 1, head.event))
        kings = list(zip(here, self.events.kings))
        for i, (lies, (king, out)) in enumerate(kings):
            lay = self.away[row - 1][i][column] if row > 1 else -TRUE
            clauses.imply([lies, -lay], cleared)
            clauses.imply([lies], -tail[None])
            for card in self.types:
                if card[0] != king.card[0]:
                    clauses.imply([lies, cleared], -tail[card])
            for head in self.events.of_column(column, self.intervals[: row + 1]):
                if head.row == row:
                    clauses.imply([lies], self.before(head.event, out))
                elif head.row == row - 1 > 0:
                    clauses.imply([lay], self.by_end_of(row - 1, head.event), lies)
        for card in self.types:
            of_parity = [lies for lies, (king, _) in kings if king.card[0] == card[0]]
            clauses.imply([tail[card]], -cleared, *of_parity)

    def add_king(self, king, out):
        """A King who leaves goes out at once, or there is a space that holds no other King's run."""
        clauses, events = self.clauses, self.events
        goes_out = clauses.new()
        spaces = [
            -TRUE if column == king.column else self.is_space(column, king)
            for column in range(events.columns)
        ]
        taken = [TRUE]
        for i, (other, other_out) in enumerate(events.kings):
            if other != king:
                taken.append(clauses.new())
                for interval in self.intervals:
                    now = self.leaves_in[king.event][interval]
                    takes = [self.before(other_out, king.event), taken[-1]]
                    just = self.leaves_in[other.event][interval]
                    clauses.imply([now, just, self.before(other.event, king.event)], *takes)
                    for lies, space in zip(self.away[interval][i], spaces) if interval else ():
                        clauses.imply([now, lies, space], *takes)
        clauses.unless = (goes_out,)
        taken = self.more_than(taken, len(taken))
        spaces = self.more_than(spaces, len(taken))
        for i, literal in enumerate(taken):
            clauses.imply([literal], at(spaces, i))
        clauses.unless = ()
        for event in range(events.count):
            if event not in (king.event, out):
                left, is_out = self.before(event, king.event), self.before(event, out)
                clauses.imply([goes_out, is_out], left)

    def is_space(self, column, king):
        """A literal that is true only if all heads that lie in a column have left when a King leaves."""
        space = self.clauses.new()
        for head in self.events.of_column(column, self.intervals):
            not_yet = self.by_end_of(head.row - 1, king.event) if head.row else -TRUE
            self.clauses.add(-space, not_yet, self.before(head.event, king.event))
        return space

    def add_runs(self, card):
        """To each King's run a card of each lower rank is given that has left before it goes out."""
        kings = [out for king, out in self.events.kings if king.card[0] == card[0]]
        given = {out: [] for out in kings}
        for head in self.events.of_type(card):
            uses = [(out, self.uses([self.before(head.event, out)])) for out in kings]
            self.give(given, uses)
        for _ in range(self.events.inner.count(card)):
            self.give(given, [(out, self.uses()) for out in kings])
        for literals in given.values():
            self.clauses.add(*literals)

    def more_than(self, literals, most):
        """By k, from 0, whether more than k of these are true; of the first so many k."""
        literals = [literal for literal in literals if literal != -TRUE]
        if len(literals) <= 1 or most == 0:
            return literals
        half = len(literals) // 2
        a, b = self.more_than(literals[:half], most), self.more_than(literals[half:], most)
        count = min(most, len(a) + len(b))
        both = [self.clauses.new() for _ in range(count)]
        for i, j in product(range(len(a) + 1), range(len(b) + 1)):
            known = [at(a, i - 1), at(b, j - 1)]
            self.clauses.imply(known, at(both, min(i + j, count) - 1))
            if i + j < count:
                self.clauses.add(at(a, i), at(b, j), -both[i + j])
        return both


def at(counts, k):
    """Whether more than k are true, by such counts; more than -1 always are."""
    if k < 0:
        return TRUE
    return counts[k] if k < len(counts) else -TRUE
