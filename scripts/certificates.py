#!/usr/bin/env python3
"""Certifies the lost deals of a sample and checks each certificate.

    scripts/certificates.py hochzeitszug --seeds 0..200 --set redeals=0 [--gehtauf PATH]
    scripts/certificates.py 8x8 --records 8x8.csv

One row of docs/certificates/README.md: how many are lost and certified, by which kind, the size of the files, and the
CPU seconds to solve, to certify and to check; and how many took more than ten times as long to certify as to solve
(a hundredth of a second at least).
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile

# What the program says is read in English.
os.environ["LC_ALL"] = "C"

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
    if not numbers:
        return "-"
    return f"{statistics.median(numbers) / scale:.3g} ({max(numbers) / scale:.3g})"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    seeds = parser.add_mutually_exclusive_group(required=True)
    seeds.add_argument("--seeds", help="the deals of these, A..B")
    seeds.add_argument("--records", help="those that a survey's file has as unwinnable")
    parser.add_argument("--set", action="append", default=[])
    parser.add_argument("--max-states", default="10M")
    parser.add_argument("--max-memory", default="2G")
    parser.add_argument("--gehtauf", default="target/release/gehtauf")
    args = parser.parse_args()
    if args.seeds:
        seeds = range(*map(int, args.seeds.split("..")))
    else:
        with open(args.records) as records:
            rows = [line.split(",") for line in records if ",unwinnable," in line]
        seeds = [int(row[0]) for row in rows]
    options = [word for value in args.set for word in ("--set", value)]
    limits = ["--max-states", args.max_states, "--max-memory", args.max_memory, "--threads", "1"]
    folder = tempfile.mkdtemp()
    file = os.path.join(folder, "lost.cert")
    lost, slow, kinds, sizes, solving, certifying, checking, bare = 0, 0, {}, [], [], [], [], []
    for seed in seeds:
        solve = [args.gehtauf, "solve", args.game, "--seed", str(seed), "--as-found", *options, *limits]
        out, seconds = cpu([*solve, "--format", "json"])
        if json.loads(out)["verdict"] != "unwinnable":
            continue
        lost += 1
        if os.path.exists(file):
            os.remove(file)
        _, both = cpu([*solve, "--certificate", file])
        if not os.path.exists(file):
            bare.append(seed)
            print(seed, "not certified", file=sys.stderr, flush=True)
            continue
        said, check = cpu([args.gehtauf, "verify", file])
        assert said.startswith("ok: unwinnable"), said
        kind = next(kind for words, kind in KINDS.items() if words in said)
        kinds[kind] = kinds.get(kind, 0) + 1
        sizes.append(os.path.getsize(file))
        solving.append(seconds)
        certifying.append(max(both - seconds, 0.0))
        checking.append(check)
        slow += certifying[-1] > 10 * max(seconds, 0.01)
        print(seed, kind, sizes[-1], *(f"{t:.3f}" for t in (solving[-1], certifying[-1], check)),
              file=sys.stderr, flush=True)
    name = " ".join([args.game, *args.set])
    print(f"| {name} | {args.seeds or args.records} | {lost} | {len(sizes)} | "
          f"{', '.join(f'{kind} {count}' for kind, count in sorted(kinds.items()))} | {spread(sizes, 1000)} | "
          f"{spread(solving)} | {spread(certifying)} | {slow} | {spread(checking)} |")
    print("not certified:", *bare)


if __name__ == "__main__":
    main()
