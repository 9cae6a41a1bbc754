#!/usr/bin/env python3
"""Checks verdicts of acht-mal-acht by clauses of its own, which CaDiCaL (Biere and others) solves by python-sat.

    python3 -m venv VENV && VENV/bin/pip install python-sat
    gehtauf solve acht-mal-acht --seeds 0..60 --set ranks=5 --set suits=CH --set columns=3 --set rows=4 \\
        --as-found --format json | VENV/bin/python scripts/compare-cadical.py
    ... | VENV/bin/python scripts/compare-cadical.py --method satisfiability --verdict unwinnable --seconds 120

Of each line it takes the options and the deck alone. A line a deal: seed, verdict here, verdict of CaDiCaL ("open"
after --seconds), its conflicts, seconds. Exit code 1 if won meets unwinnable or a model is no play, 2 if the input is
wrong or no deal is left to check. --without FAMILY leaves out a family of clauses: then the check must fail.

The clauses are those of an order of events: bases and stock cards leave, cards go up. The one claim used is that how
free cards lie does not matter (crates/solvers/src/eights/abstractions/free_cards), with its words and its conditions of
moves. Unlike the Rust encoding: clauses for all triples of events make the order; Aces have events like other cards;
copies are not named; a card goes up onto one card; a stock card leaves in a pass, and redeals are no events; places
are counted in clauses. The moves of a model are played with counts, and with the talon card by card.
"""

import argparse
import collections
import itertools
import json
import sys
import time

from pysat.solvers import Cadical195

RANKS = "A23456789TJQK"
FAMILIES = ["known", "direct", "order", "foundations", "talon", "children", "parents", "cleared", "places"]
TRUE = 1
Deal = collections.namedtuple("Deal", "deck piles talon passes")
# When it may carry and be carried (None: from the start on); when it goes up. Of a base (with its column) and a stock
# card (with its place) also when it leaves, and the variable whether it leaves for its foundation.
Card = collections.namedtuple("Card", "name opens frees up leaves direct column place", defaults=[None] * 4)


def face(name):
    return RANKS.index(name[0]), name[1] in "DH"


def parent(face):
    return face[0] + 1, not face[1]


def first_of_run(pile, length):
    """Where the longest run at the end of the first so many cards begins."""
    first = max(length - 1, 0)
    while first > 0 and parent(face(pile[first])) == face(pile[first - 1]):
        first -= 1
    return first


class Formula:
    def __init__(self, deal, without):
        self.solver, self.without, self.variables, self.events = Cadical195(), without, TRUE, 0
        self.solver.add_clause([TRUE])
        self.cards, self.clears = [], []
        for column, pile in enumerate(deal.piles):
            self.add_column(column, pile)
        for place, name in enumerate(deal.talon):
            leaves = self.event()
            self.cards.append(Card(name, leaves, leaves, self.event(), leaves, self.variable(), place=place))
        self.order = {pair: self.variable() for pair in itertools.combinations(range(self.events), 2)}
        self.add_order()
        self.add_foundations()
        if deal.passes is not None:  # else each stock card can be reached at any time
            self.add_talon([card.leaves for card in self.cards if card.place is not None], deal.passes)
        for card in self.cards:
            for event in {card.up, card.leaves} - {None}:
                self.add_places(card, event)

    def event(self):
        self.events += 1
        return self.events - 1

    def variable(self):
        self.variables += 1
        return self.variables

    def add(self, family, *clause):
        if family != self.without:
            self.solver.add_clause(clause)

    def before(self, a, b):
        """The literal that an event comes before another; None is the start."""
        if a is None or b is None or a == b:
            return TRUE if a is None and b is not None else -TRUE
        return self.order[a, b] if a < b else -self.order[b, a]

    def add_column(self, column, pile):
        left, uncovers = len(pile), None
        while left > 0:
            first = first_of_run(pile, left)
            for name in pile[first + (first > 0) : left]:
                self.cards.append(Card(name, uncovers, uncovers, self.event()))
            if first > 0:
                leaves = self.event()
                self.cards.append(Card(pile[first], uncovers, leaves, self.event(), leaves, self.variable(), column))
                uncovers = leaves
            left = first
        self.clears.append(uncovers)

    def add_order(self):
        for a, b, c in itertools.combinations(range(self.events), 3):
            self.add("order", -self.order[a, b], -self.order[b, c], self.order[a, c])
            self.add("order", self.order[a, b], self.order[b, c], -self.order[a, c])
        for card in self.cards:
            self.add("known", self.before(card.frees, card.up))
            if card.column is not None:
                self.add("known", self.before(card.opens, card.leaves))
            for other in set(range(self.events)) - {card.leaves, card.up} if card.direct else []:
                # Nothing comes between the two.
                self.add("direct", -card.direct, -self.before(card.leaves, other), self.before(card.up, other))

    def add_foundations(self):
        """Each card but the Aces goes up onto one that is lower by one, no two onto the same one."""
        ups = collections.defaultdict(list)
        for card in self.cards:
            ups[face(card.name)[0], card.name[1]].append(card.up)
        for (rank, suit), uppers in ups.items():
            lies_on = {pair: self.variable() for pair in itertools.product(uppers, ups.get((rank - 1, suit), []))}
            for upper in uppers if rank > 0 else []:
                self.add("foundations", *(lit for pair, lit in lies_on.items() if pair[0] == upper))
            for (upper, lower), lit in lies_on.items():
                self.add("foundations", -lit, self.before(lower, upper))
                for other in uppers:
                    if other < upper:
                        self.add("foundations", -lit, -lies_on[other, lower])

    def add_talon(self, stock, passes):
        """Each card leaves in a pass, a later one in no earlier pass. If one leaves after one that is turned later in
        the same pass, those between the two have been turned in it and must be gone. That is enough: on from the
        last card that left, cards are turned for the next only, or the next is the top of the waste."""
        leaves_after = [[self.variable() for _ in range(1, passes)] for _ in stock]  # after pass 1, 2, ...
        for (i, first), (j, second) in itertools.permutations(enumerate(stock), 2):
            for a, b in zip(leaves_after[i], leaves_after[j]):
                self.add("talon", -self.before(first, second), -a, b)
            redeals = [self.variable() for _ in range(1, passes)]  # which is between the two
            for lit, a, b in zip(redeals, leaves_after[i], leaves_after[j]):
                self.add("talon", -lit, -a)
                self.add("talon", -lit, b)
            for between in stock[j + 1 : i]:  # the second is turned first
                self.add("talon", -self.before(first, second), *redeals, self.before(between, second))

    def add_places(self, own, event):
        """At an event of a card, no more cleared columns are needed than there are. A stock card that goes to its
        foundation needs none, and after a card has left for it, its going up is no other move."""
        children, parents = collections.defaultdict(list), collections.defaultdict(list)
        direct = own.direct or -TRUE
        for card in self.cards:
            child, carries = self.variable(), self.variable()
            children[face(card.name)].append([child])
            parents[face(card.name)].append([-carries])
            stays = self.before(event, card.up)
            if card is not own:
                self.add("children", -self.before(card.frees, event), -stays, child)
                self.add("parents", -carries, self.before(card.opens, event))
                self.add("parents", -carries, stays)
            else:
                # A free card that goes up lies somewhere until then, but carries nothing; nor does a stock card. A base
                # that leaves for a column lies there then and carries on, one that goes up neither.
                self.add("children", child, direct if event == own.leaves else -TRUE)
                self.add("parents", -carries, -direct if own.column is not None and event == own.leaves else -TRUE)
        needed = [[self.variable()] for _ in self.clears]  # for what lies in a column that is not cleared
        for clears, [lit] in zip(self.clears, needed):
            self.add("cleared", self.before(clears, event), lit)
        for of, its in children.items():
            # Children and not parents are as many as there may be parents, and one more for each column needed.
            may_be = parents.get(parent(of), [])
            needed.append(self.count(its + may_be, len(its + may_be))[len(may_be) :])
        columns = len(self.clears)
        exempt = -TRUE if own.column is not None and event == own.leaves else direct
        for too_many in self.count(needed, columns + 1)[columns:]:
            self.add("places", -too_many, exempt)

    def count(self, numbers, most):
        """The sum of numbers, all in unary, as far as the most that counts: it is not too low."""
        if len(numbers) < 2:
            return sum(numbers, [])
        half = len(numbers) // 2
        a, b = self.count(numbers[:half], most), self.count(numbers[half:], most)
        both = [self.variable() for _ in range(min(len(a) + len(b), most))]
        for i, j in itertools.product(range(len(a) + 1), range(len(b) + 1)):
            if i + j > 0:
                self.add("places", *(-lit for lit in a[i - 1 : i] + b[j - 1 : j]), both[min(i + j, most) - 1])
        return both

    def solve(self, seconds):
        """Whether there is a model; nothing if that is open after so many seconds."""
        end, verdict = time.monotonic() + (seconds or 0), None
        while seconds and verdict is None and time.monotonic() < end:
            self.solver.conf_budget(5000)
            verdict = self.solver.solve_limited()
        return verdict if seconds else self.solver.solve()

    def moves(self):
        """The moves of a model: a card, whether it leaves (or is free and goes up), and whether for its foundation."""
        true = {lit for lit in self.solver.get_model() if lit > 0}
        place = collections.Counter(b if lit in true else a for (a, b), lit in self.order.items())
        moves = [(place[card.leaves], card, True, card.direct in true) for card in self.cards if card.direct]
        moves += [(place[card.up], card, False, True) for card in self.cards if card.direct not in true]
        return [move[1:] for move in sorted(moves, key=lambda move: move[0])]


def play(deal, moves):
    """Plays moves with counts; what is wrong, or nothing if they win."""
    talon, waste, turned_over = list(range(len(deal.talon))), [], 0
    bases, free, up = [len(pile) for pile in deal.piles], collections.Counter(), collections.Counter()

    def uncover(column):
        pile, left = deal.piles[column], bases[column]
        bases[column] = first_of_run(pile, left)
        free.update(pile[bases[column] + (bases[column] > 0) : left])

    def fits(more_child, less_parent):
        """Whether no more cleared columns are needed than there are, with one child more and one parent less."""
        children = collections.Counter(map(face, [*free.elements(), *more_child]))
        parents = collections.Counter(map(face, free.elements()))
        parents.update(face(pile[base]) for pile, base in zip(deal.piles, bases) if base > 0)
        parents.subtract(map(face, less_parent))
        return sum(max(count - parents[parent(of)], 0) for of, count in children.items()) <= bases.count(0)

    for column in range(len(bases)):
        uncover(column)
    for card, leaves, goes_up in moves:
        name, lower = card.name, RANKS[face(card.name)[0] - 1] + card.name[1]
        if goes_up and name[0] != "A" and up[lower] <= up[name]:
            return f"{name} is not next"
        if leaves and card.column is not None:
            pile, base = deal.piles[card.column], bases[card.column]
            if base == 0 or pile[base] != name or not fits([] if goes_up else [name], [name] if goes_up else []):
                return f"base {name} cannot leave"
            uncover(card.column)
        elif leaves:
            while waste[-1:] != [card.place]:
                if not talon:
                    talon, waste, turned_over = waste, [], turned_over + 1
                waste.append(talon.pop(0))
            waste.pop()
            if deal.passes is not None and turned_over >= deal.passes or not goes_up and not fits([name], []):
                return f"stock card {name} cannot leave"
        elif free[name] == 0 or not fits([], [name]):
            return f"{name} is not free and open"
        free[name] += leaves - goes_up
        up[name] += goes_up
    return "" if up == collections.Counter(deal.deck) else "cards are left"


def check(record, args):
    """One deal; whether nothing differs."""
    options, deck, start = record["options"], record["deck"].split(), time.monotonic()
    pack = [rank + suit for rank in RANKS[: int(options["ranks"])] for suit in options["suits"]] * int(options["decks"])
    if record["game"] != "acht-mal-acht" or options["foundation-return"] != "no" or sorted(pack) != sorted(deck):
        raise ValueError("not acht-mal-acht, foundation-return=no, a whole pack")
    columns, dealt = int(options["columns"]), int(options["columns"]) * int(options["rows"])
    passes = None if options["passes"] == "unlimited" else int(options["passes"])
    deal = Deal(deck, [deck[column:dealt:columns] for column in range(columns)], deck[dealt:], passes)
    formula = Formula(deal, args.without)
    theirs = {True: "won", False: "unwinnable", None: "open"}[formula.solve(args.seconds)]
    wrong = play(deal, formula.moves()) if theirs == "won" else ""
    conflicts = formula.solver.accum_stats()["conflicts"]
    formula.solver.delete()
    differs = wrong != "" or {record["verdict"], theirs} == {"won", "unwinnable"}
    words = [record["source"].removeprefix("seed:"), record["verdict"], theirs, conflicts]
    words += [f"{time.monotonic() - start:.2f}"] + ["DIFFERS", wrong] * differs
    print(*words, flush=True)
    return not differs


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--method", help="only deals that were decided so, as satisfiability")
    parser.add_argument("--verdict", choices=["won", "unwinnable", "unknown"], help="only deals with this one")
    parser.add_argument("--seconds", type=float, help="of CaDiCaL for a deal, some more for the last conflicts")
    parser.add_argument("--without", choices=FAMILIES, metavar="FAMILY", help=", ".join(FAMILIES))
    args, checks = parser.parse_args(), []
    try:
        for record in map(json.loads, sys.stdin):
            if args.method in (None, record["method"]) and args.verdict in (None, record["verdict"]):
                checks.append(check(record, args))
    except (ValueError, KeyError, AttributeError, TypeError) as error:
        sys.exit(print(f"wrong input: {error!r}", file=sys.stderr) or 2)
    if not checks:
        sys.exit(print("no deal to check", file=sys.stderr) or 2)
    sys.exit(0 if all(checks) else 1)


if __name__ == "__main__":
    main()
