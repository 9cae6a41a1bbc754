#!/usr/bin/env python3
"""Certifies the lost deals of a sample and checks each certificate.

    scripts/certificates.py hochzeitszug --seeds 0..200 --set redeals=0 [--gehtauf PATH]
    scripts/certificates.py 8x8 --records 8x8.csv

One row of docs/certificates/README.md: how many deals there were, how many are lost and certified, by which kind,
the size of the files, and the CPU seconds to solve and to certify, how many took more than ten times as long to
certify as to solve (a hundredth of a second at least), and the CPU seconds to check. Of a file of records it takes
the options, and ends with an error if a deal that is unwinnable there is not so again.
"""

import argparse
import csv
import decimal
import json
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile

from shared import program

NAMES = {"hochzeitszug": "Hochzeitszug", "domino": "Domino", "eklige-elfer": "Eklige Elfer",
         "acht-mal-acht": "Acht mal Acht", "8x8": "8x8"}
KINDS = {
    "order of events": "order",
    "cards apart": "tracked cards",
    "positions": "positions",
    "never comes to its place": "positions",
    "states with heads": "states with heads",
    "states": "states",
    "dead end": "states",
    "must come to lie": "buried hosts",
}


def cpu(command):
    """Runs a command; its output, and the CPU seconds that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    assert done.returncode in (0, 1, 3), done.stderr
    return done.stdout, seconds


def spread(numbers, scale=1.0):
    """Median and greatest, three digits of each, written out."""
    if not numbers:
        return "-"
    both = (statistics.median(numbers), max(numbers))
    return ", ".join(f"{decimal.Decimal(f'{number / scale:.3g}'):f}" for number in both)


def named(gehtauf, game, sets):
    """As the page names a row: the options that are not the game's default."""
    out, _ = cpu([gehtauf, "games", game, "--format", "json"])
    usual = [f"{option['name']}={option['default']}" for option in json.loads(out)["options"]]
    changed = [value for value in sets if value not in usual]
    return " ".join([NAMES[game], *[f"`{' '.join(changed)}`"] * bool(changed)])


def seeds_of(word):
    """A..B."""
    found = re.fullmatch(r"(\d+)\.\.(\d+)", word)
    if not found or int(found[1]) >= int(found[2]):
        raise argparse.ArgumentTypeError(f"{word} is not A..B with A below B")
    return range(int(found[1]), int(found[2]))


def lost_of(path, game):
    """Of a file of records: its options, how its deals are named, the lost ones' numbers, and how many deals it has."""
    try:
        with open(path, encoding="utf-8", newline="") as lines:
            rows = list(csv.DictReader(lines))
    except OSError as error:
        sys.exit(f"{path}: {error.strerror}")
    settings = json.loads(rows[0].get("settings") or "{}") if rows else {}
    if settings.get("game") != game or settings["source"] not in ("seeds", "pysol"):
        sys.exit(f"{path} is no file of records of {game} by --seeds or --pysol")
    lost = [int(row["seed"]) for row in rows if row["verdict"] == "unwinnable"]
    if not lost:
        sys.exit(f"{path} has no unwinnable deal")
    source = {"seeds": "--seed", "pysol": "--pysol"}[settings["source"]]
    return [f"{name}={value}" for name, value in settings["options"].items()], source, lost, len(rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=NAMES)
    deals = parser.add_mutually_exclusive_group(required=True)
    deals.add_argument("--seeds", type=seeds_of, metavar="A..B", help="the deals of these")
    deals.add_argument("--records", help="those that a survey's file has as unwinnable, with its options")
    parser.add_argument("--set", action="append", default=[], help="with --seeds: an option, NAME=VALUE")
    parser.add_argument("--max-states", default="10M")
    parser.add_argument("--max-memory", default="2G")
    parser.add_argument("--gehtauf", help="the program [default: $GEHTAUF, or target/release/gehtauf]")
    args = parser.parse_args()
    if args.records and args.set:
        parser.error("--set goes with --seeds; a file of records has its options")
    gehtauf = program(args.gehtauf)
    sets, source, numbers, deals = args.set, "--seed", args.seeds, len(args.seeds or [])
    if args.records:
        sets, source, numbers, deals = lost_of(args.records, args.game)
    options = [word for value in sets for word in ("--set", value)]
    limits = ["--max-states", args.max_states, "--max-memory", args.max_memory, "--threads", "1"]
    lost, slow, kinds, sizes, solving, certifying, checking, bare = 0, 0, {}, [], [], [], [], []
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "lost.cert")
        for number in numbers:
            solve = [gehtauf, "solve", args.game, source, str(number), "--as-found", *options, *limits]
            out, seconds = cpu([*solve, "--format", "json"])
            verdict = json.loads(out)["verdict"]
            if args.records and verdict != "unwinnable":
                sys.exit(f"{number}: {verdict}, but unwinnable in {args.records}")
            if verdict != "unwinnable":
                continue
            lost += 1
            if os.path.exists(file):
                os.remove(file)
            _, both = cpu([*solve, "--certificate", file])
            if not os.path.exists(file):
                bare.append(number)
                print(number, "not certified", file=sys.stderr, flush=True)
                continue
            said, check = cpu([gehtauf, "verify", file])
            assert said.startswith("ok: unwinnable"), said
            kind = next(kind for words, kind in KINDS.items() if words in said)
            kinds[kind] = kinds.get(kind, 0) + 1
            sizes.append(os.path.getsize(file))
            solving.append(seconds)
            certifying.append(max(both - seconds, 0.0))
            checking.append(check)
            slow += certifying[-1] > 10 * max(seconds, 0.01)
            print(number, kind, sizes[-1], *(f"{t:.3f}" for t in (solving[-1], certifying[-1], check)),
                  file=sys.stderr, flush=True)
    print(f"| {named(gehtauf, args.game, sets)} | {deals} | {lost} | {len(sizes)} | "
          f"{', '.join(f'{kind} {count}' for kind, count in sorted(kinds.items())) or '-'} | {spread(sizes, 1000)} | "
          f"{spread(solving)} | {spread(certifying)} | {slow} | {spread(checking)} |")
    print("not certified:", *bare)


if __name__ == "__main__":
    main()
