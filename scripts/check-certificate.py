#!/usr/bin/env python3
"""Checks certificates of loss without gehtauf: rules, format and proofs anew.

  python3 scripts/check-certificate.py FILE...

All seven kinds: by positions (every game), states, tracked cards and orders of free cards (Acht mal
Acht, 8x8), buried hosts and orders of heads (Eklige Elfer) and orders (Hochzeitszug). The rules are
those of patiences.py beside this file, states and tracked cards are in free_cards.py, orders but for
those of Hochzeitszug in free_card_orders.py, head_orders.py and orders.py, the format is that of
docs/certificates/FORMAT.md. A line says what was counted, in the words of `gehtauf verify`, whose
numbers are the same. Exit code 1 if a proof is refuted, 2 if a file cannot be read or is of another
kind. No limit on time or memory.
"""

import sys
import zlib

from free_card_orders import FreeCardOrders
from free_cards import check_states, check_tracked
from head_orders import HeadOrders
from orders import Refuted, require
from patiences import GAMES, UnknownOption, builds, card, game_of, is_red, read_layout

FIRST_WORDS = "gehtauf certificate 1, crc32 "


class Unreadable(Exception):
    """It is no certificate, or of a kind that is not checked here."""


class Certificate:
    """What stands in a file."""

    def __init__(self, data):
        first, _, rest = data.partition(b"\n")
        if first != f"{FIRST_WORDS}{zlib.crc32(rest):08x}".encode():
            raise Unreadable("the first line is another one")
        head, _, body = rest.partition(b"\n\n")
        lines = head.decode().split("\n")
        inflater = zlib.decompressobj()
        self.body = inflater.decompress(body)
        if not inflater.eof or inflater.unused_data:
            raise Unreadable("the body is cut short or too long")
        game, options, (self.kind, _, self.value) = (
            lines[0].removeprefix("game: "),
            lines[1].removeprefix("options: ").split(),
            lines[2].partition(": "),
        )
        values = dict(option.split("=") for option in options)
        if len(values) < len(options):
            raise Unreadable("an option stands twice")
        self.game = game_of(game, values)
        self.shapes = [line.split()[1:] for line in lines if line.startswith("shape:")]
        start = lines.index("start:") + 1
        self.start = self.game.read(read_layout(lines[start:]))


def unpacked(certificate):
    """The bytes of the positions or states of the body."""
    body, at, before = certificate.body, 0, b""
    for _ in range(int(certificate.value)):
        shared, more = body[at : at + 2]
        at += 2
        if shared > len(before) or at + more > len(body):
            raise Unreadable("the body ends too soon")
        before = before[:shared] + body[at : at + more]
        at += more
        yield before
    if at < len(body):
        raise Unreadable("something follows the last one")


def layout_of(packing, shapes):
    layout, at = {}, 1
    for label in shapes[packing[0]]:
        if label[0] == "#":
            layout[label[1:]] = packing[at]
            at += 1
        else:
            end = packing.index(255, at)
            layout[label] = [slot_of(byte) for byte in packing[at:end]]
            at = end + 1
    if at < len(packing):
        raise Unreadable("something follows a position")
    return layout


def slot_of(byte):
    if byte == 128:
        return None
    suit, rank = divmod(byte & 63, 13)
    return (rank + 1, "CDHS"[suit]), byte >= 64


def check_positions(certificate):
    """No position of the set is won, and no move leads out of it but to a dead end."""
    game, shapes = certificate.game, certificate.shapes
    positions = {game.read(layout_of(packing, shapes)) for packing in unpacked(certificate)}
    is_dead_end = getattr(game, "is_dead_end", lambda position: False)

    def is_lost(position):
        return position in positions or is_dead_end(position)

    if not is_lost(certificate.start):
        raise Refuted("the start is not among the positions")
    moves = 0
    for position in positions:
        if game.is_won(position):
            raise Refuted(f"a position is won: {position}")
        for after in game.moves(position):
            moves += 1
            if not is_lost(after):
                raise Refuted(f"a move leads out: {position} to {after}")
    return f"{len(positions):,} positions, {moves:,} legal moves"


def check_buried(certificate):
    """Definition and proof: crates/certificates/src/buried_hosts.rs."""
    host, game = card(certificate.value)[0], certificate.game
    columns, talon, _ = certificate.start
    if not 3 <= host[0] <= game.top:
        raise Refuted("no such hosts")

    def is_host(face):
        return face[0] == host[0] and is_red(face) == is_red(host)

    def is_head(face):
        return builds(face, host)

    rows = [talon[i : i + game.columns] for i in range(0, len(talon), game.columns)]
    uncovered, covered, heads = 0, [], 0
    for number, (cards, down) in enumerate(columns):
        placed = [
            i > down and is_head(face) and is_host(cards[i - 1]) for i, face in enumerate(cards)
        ]
        heads += sum(is_head(face) and not placed[i] for i, face in enumerate(cards))
        for i, face in enumerate(cards):
            if is_host(face) and i + 1 == len(cards):
                uncovered += 1
            elif is_host(face) and not placed[i + 1]:
                over = sum(is_head(cards[j]) and not placed[j] for j in range(i + 1, len(cards)))
                covered.append([number, over, None])
    there, most = heads, 0
    heads += sum(is_head(face) for face in talon)
    for dealt in range(len(rows) + 1):
        if dealt > 0:
            uncovered += sum(map(is_host, rows[dealt - 1]))
            there += sum(map(is_head, rows[dealt - 1]))
        for entry in covered:
            number, over, k = entry
            if k is None or k > most:
                in_column = (row[number] for row in rows[:dealt] if number < len(row))
                entry[2] = over + sum(map(is_head, in_column))
        most = 0
        while most < there and uncovered + sum(k <= most for _, _, k in covered) > most:
            most += 1
    if most >= heads:
        raise Refuted("there are hosts enough")
    return f"{heads} cards, at most {most} placed"


class Orders:
    """The events and axioms of Hochzeitszug: the table in
    crates/certificates/src/hochzeitszug_orders/axioms.rs, literals as in FORMAT.md."""

    TRUE = 1 << 40

    def __init__(self, game, start):
        stacks, talon, _, used = start
        if used < game.redeals or used > 0 or game.moves_runs or game.packs_when_stalled:
            raise Refuted("orders are for games without redeals")
        piles = [stack for stack in stacks if stack]
        self.stacks, self.top = len(piles), game.top
        piles += [talon[i : i + game.depth] for i in range(0, len(talon), game.depth)]
        self.cards = [face for pile in piles for face in pile]
        self.blocks = len(piles) - self.stacks
        self.count = 2 * len(self.cards) + self.blocks
        self.known, self.opens, self.lowest = set(), {}, []
        number = 0
        for i, pile in enumerate(piles):
            block, last = i - self.stacks, number + len(pile) - 1
            self.lowest.append(number)
            for below in range(number, last):
                self.opens[below] = below + 1
                self.known.add((below + 1, below))
            if block >= 0:
                self.opens[last] = self.laid_out(block)
                self.known.add((self.laid_out(block), last))
            if block > 0:
                self.known.add((self.laid_out(block - 1), self.laid_out(block)))
            number = last + 1
        packable = filter(self.is_packable, range(len(self.cards)))
        self.known.update((face, self.goes_up(face)) for face in packable)

    def is_packable(self, number):
        return 0 <= number < len(self.cards) and 2 < self.cards[number][0] < self.top

    def laid_out(self, block):
        return len(self.cards) + block

    def goes_up(self, number):
        return number + (len(self.cards) + self.blocks) * self.is_packable(number)

    def is_event(self, event):
        return event < self.laid_out(self.blocks) or self.is_packable(
            event - self.laid_out(self.blocks)
        )

    def of_rank(self, number, higher):
        rank, suit = self.cards[number]
        return [i for i, face in enumerate(self.cards) if face == (rank + higher, suit)]

    def before(self, a, b):
        if a == b:
            return -self.TRUE
        return 1 + a * self.count + b if a < b else -1 - b * self.count - a

    def direct(self, number):
        return 1 + self.count**2 + number

    def at_least(self, block, of, least):
        if least == 0 or least > of:
            return self.TRUE if least == 0 else -self.TRUE
        place = (block * (len(self.lowest) + 1) + of) * (self.blocks + 1) + least
        return 1 + self.count**2 + len(self.cards) + place

    def takes(self, host, event, part):
        if part == "stays":
            return self.before(event, self.goes_up(host))
        require(part == "open")
        return self.before(self.opens[host], event) if host in self.opens else self.TRUE

    def not_packed(self, number, event):
        return [-self.before(number, event), -self.before(event, self.goes_up(number))]

    def axiom(self, words):
        """The clause that an axiom's name stands for."""
        name, *rest = words.split(" ")
        numbers = [int(word) for word in rest if word.isdigit()]
        words = [word for word in rest if not word.isdigit()]
        clause = getattr(self, f"axiom_{name}")(*numbers, *words)
        require(self.TRUE not in clause)
        return [literal for literal in clause if literal != -self.TRUE]

    def axiom_circle(self, a, b, c):
        require(len({a, b, c}) == 3 and max(a, b, c) < self.count)
        return [-self.before(a, b), -self.before(b, c), -self.before(c, a)]

    def axiom_known(self, a, b):
        require((a, b) in self.known)
        return [self.before(a, b)]

    def axiom_count(self, block, of, least, half):
        lowest = self.lowest[: self.stacks + block]
        require(block < self.blocks and 1 <= least <= of <= len(lowest) and least <= block + 1)
        require(half in ("in", "out"))
        left = self.before(lowest[of - 1], self.laid_out(block))
        more = self.at_least(block, of - 1, least - 1) if half == "in" else left
        return [-self.at_least(block, of, least), self.at_least(block, of - 1, least), more]

    def axiom_enough(self, block):
        require(block < self.blocks)
        return [self.at_least(block, self.stacks + block, block + 1)]

    def axiom_last(self, c):
        require(self.cards[c][0] + 2 <= self.top)
        return [self.before(self.goes_up(c), self.goes_up(x)) for x in self.of_rank(c, 2)]

    def axiom_first(self, c):
        lower = self.of_rank(c, -2)
        require(self.cards[c][0] > 2 and len(lower) == len(self.of_rank(c, 0)))
        return [self.before(self.goes_up(x), self.goes_up(c)) for x in lower]

    def axiom_direct(self, c, event):
        require(self.is_packable(c) and event not in (c, self.goes_up(c)) and self.is_event(event))
        return [-self.direct(c), *self.not_packed(c, event)]

    def axiom_onto(self, c, *parts):
        require(self.is_packable(c))
        takes = [self.takes(host, c, part) for host, part in zip(self.of_rank(c, 1), parts)]
        return [self.direct(c), *takes]

    def axiom_twin(self, c, host, part):
        require(self.is_packable(c))
        hosts = self.of_rank(c, 1)
        clause = [*self.not_packed(self.twin(c), c), self.direct(c)]
        if len(hosts) == 2:
            require(host in hosts)
            clause.append(self.takes(host, c, part))
        return clause

    def axiom_host(self, c, host, moves, part):
        event = self.of_host(c, host, moves)
        others = [other for other in self.of_rank(c, 1) if other != host]
        takes = [self.takes(other, event, part) for other in others]
        return [*self.not_packed(c, event), *takes]

    def axiom_both(self, c, host, moves):
        event = self.of_host(c, host, moves)
        return [*self.not_packed(c, event), *self.not_packed(self.twin(c), event)]

    def of_host(self, c, host, moves):
        require(self.is_packable(c) and host in self.of_rank(c, 1) and moves in ("leaves", "up"))
        return host if moves == "leaves" else self.goes_up(host)

    def twin(self, c):
        twins = [other for other in self.of_rank(c, 0) if other != c]
        require(twins)
        return twins[0]


def orders_of(game, start):
    """The axioms of a position for certificates by orders."""
    if isinstance(game, GAMES["hochzeitszug"]):
        return Orders(game, start)
    if isinstance(game, GAMES["acht-mal-acht"]):
        return FreeCardOrders(game, start)
    if isinstance(game, GAMES["eklige-elfer"]):
        return HeadOrders(game, start)
    raise Unreadable("a kind that is not checked here")


def check_steps(certificate):
    """Each step is an axiom or follows from earlier ones by unit propagation; the last is empty."""
    orders, clauses, axioms = orders_of(certificate.game, certificate.start), [], 0
    lines = certificate.body.decode().splitlines()
    if len(lines) != int(certificate.value):
        raise Unreadable("more steps or fewer")
    for line in lines:
        if line[0].isalpha():
            clauses.append(orders.axiom(line))
            axioms += 1
            continue
        numbers = [int(word) for word in line.split()]
        end = numbers.index(0)
        if not all(0 <= i < len(clauses) for i in numbers[end + 1 :]):
            raise Refuted("a lemma from steps that are none before it")
        check_lemma(numbers[:end], [clauses[i] for i in numbers[end + 1 :]])
        clauses.append(numbers[:end])
    if not clauses or clauses[-1]:
        raise Refuted("the last step is no contradiction")
    return f"{axioms:,} axioms, {len(clauses) - axioms:,} lemmas"


def check_lemma(clause, earlier):
    """With all its literals false, each earlier clause makes one literal true, the last none."""
    true = {-literal for literal in clause}
    if len(true) < len(clause) or any(-literal in true for literal in true):
        raise Refuted("a lemma with a literal twice, or its contrary")
    for other in earlier:
        left = {literal for literal in other if -literal not in true}
        if not left:
            return
        if len(left) > 1 or left <= true:
            raise Refuted("a lemma does not follow")
        true |= left
    raise Refuted("a lemma does not follow")


def check(certificate):
    game, start = certificate.game, certificate.start
    if certificate.kind == "positions":
        return check_positions(certificate)
    if certificate.kind == "buried" and not certificate.body:
        return check_buried(certificate)
    if certificate.kind == "steps":
        return check_steps(certificate)
    if certificate.kind == "states" and isinstance(game, GAMES["acht-mal-acht"]):
        return check_states(game, start, unpacked(certificate))
    if certificate.kind == "tracked" and isinstance(game, GAMES["acht-mal-acht"]):
        return check_tracked(game, start, certificate.body.decode(), int(certificate.value))
    raise Unreadable("a kind that is not checked here")


def main():
    if len(sys.argv) < 2 or sys.argv[1] in ("-h", "--help"):
        print(__doc__.strip())
        sys.exit(0 if len(sys.argv) > 1 else 2)
    worst = 0
    for path in sys.argv[1:]:
        try:
            with open(path, "rb") as file:
                certificate = Certificate(file.read())
            print(f"{path}: proven, {check(certificate)}")
        except Refuted as refusal:
            print(f"{path}: refuted, {refusal}")
            worst = max(worst, 1)
        except (
            Unreadable,
            UnknownOption,
            OSError,
            LookupError,
            TypeError,
            ValueError,
            AttributeError,
            zlib.error,
        ) as error:
            print(f"{path}: {type(error).__name__}: {error}", file=sys.stderr)
            worst = 2
    sys.exit(worst)


if __name__ == "__main__":
    main()
