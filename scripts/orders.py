"""Orders of events and clauses about them, for check-certificate.py.

What orders of free cards and orders of heads share. A literal is a number, with a minus if it is
denied; literal 1 is true. The numbers are those of docs/certificates/FORMAT.md.
"""

from itertools import combinations

TRUE = 1


class Refuted(Exception):
    """The certificate proves nothing, and why."""


def require(condition):
    if not condition:
        raise Refuted("there is no such axiom")


class Clauses:
    """Clauses in the order of their numbers, each true of every win."""

    def __init__(self):
        self.last, self.all, self.unless = TRUE, [(TRUE,)], ()

    def new(self, count=1):
        """So many new literals, or one."""
        self.last += count
        return self.last if count == 1 else range(self.last - count + 1, self.last + 1)

    def add(self, *clause):
        """One of these is true. What is known of them is left out."""
        if TRUE not in clause:
            clause = [literal for literal in clause if literal != -TRUE]
            self.all.append((*clause, *self.unless))

    def imply(self, conditions, *conclusions):
        self.add(*(-literal for literal in conditions), *conclusions)

    def one_at_most(self, literals):
        for i, literal in enumerate(literals):
            for other in literals[:i]:
                self.add(-literal, -other)

    def both(self, a, b):
        """A literal that is true exactly if these two are."""
        if a == b == TRUE:
            return TRUE
        if -TRUE in (a, b):
            return -TRUE
        both = self.new()
        self.add(-both, a)
        self.add(-both, b)
        self.add(both, -a, -b)
        return both

    def at_least(self, literals):
        """By k, from 0, what is true if k of these are."""
        open_ones = [literal for literal in literals if abs(literal) != TRUE]
        counts = [TRUE] * (literals.count(TRUE) + 1)
        known = len(counts) - 1
        counts += [self.new() for _ in open_ones]
        for some in subsets(open_ones):
            if some:
                self.imply(some, counts[known + len(some)])
        return counts

    def at_least_as_many(self, condition, many, few):
        """If the condition is true, as many are of the ones at least as of the others."""
        for some in subsets(few):
            # More than all but so many: one of each set of so many is true.
            size = max(len(many) + 1 - len(some), 0)
            for others in subsets(many):
                if len(others) == size:
                    self.imply([*some, condition], *others)


def subsets(items):
    """All subsets, in the order of the numbers in which bit i stands for the i-th item."""
    found = [[]]
    for item in items:
        found += [[*some, item] for some in found]
    return found


class Order:
    """A total order of events, numbered from 0. None stands for what is so from the start."""

    def __init__(self, clauses, count, known):
        """With a literal for each two of whose order nothing follows from what is known."""
        later = [0] * count
        for first, second in known:
            later[first] |= 1 << second
        for middle in range(count):
            for first in range(count):
                if later[first] >> middle & 1:
                    later[first] |= later[middle]
        self.count = count
        self.literals = [[-TRUE] * count for _ in range(count)]
        for first, second in combinations(range(count), 2):
            if later[first] >> second & 1:
                literal = TRUE
            elif later[second] >> first & 1:
                literal = -TRUE
            else:
                literal = clauses.new()
            self.literals[first][second], self.literals[second][first] = literal, -literal

    def before(self, first, second):
        if second is None:
            return -TRUE
        return TRUE if first is None else self.literals[first][second]


class Axioms:
    """The axioms of a position by their names: clauses, circles of an order, and counts, literals
    with how many of them are true at most."""

    def __init__(self, clauses, order, counts=()):
        self.clauses, self.order, self.counts = clauses, order, counts

    def axiom(self, words):
        """The clause that an axiom's name stands for."""
        name, *rest = words.split(" ")
        require(rest and all(word.isdecimal() for word in rest))
        numbers = [int(word) for word in rest]
        clause = set(getattr(self, f"axiom_{name}")(*numbers)) - {-TRUE}
        require(TRUE not in clause)
        return sorted(clause)

    def axiom_clause(self, number):
        require(number < len(self.clauses.all))
        return self.clauses.all[number]

    def axiom_circle(self, a, b, c):
        require(len({a, b, c}) == 3 and max(a, b, c) < self.order.count)
        before = self.order.before
        return [-before(a, b), -before(b, c), -before(c, a)]

    def axiom_count(self, number, *of):
        require(number < len(self.counts))
        literals, most = self.counts[number]
        require(len(of) == most + 1 and list(of) == sorted(set(of)) and of[-1] < len(literals))
        return [-literals[i] for i in of]
