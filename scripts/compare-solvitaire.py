#!/usr/bin/env python3
"""Gives the deals of `gehtauf solve` to Solvitaire (Blake and Gent) and prints how often which verdicts meet.

    gehtauf solve acht-mal-acht --seeds 0..25 --set passes=1 --format json > deals.jsonl
    scripts/compare-solvitaire.py SOLVITAIRE SECONDS < deals.jsonl

SOLVITAIRE is the path of its program, SECONDS the time it gets for a deal. It knows acht-mal-acht with passes=1 or
passes=unlimited, and domino with fill=left and redeals=0, both with fewer ranks, columns and rows, too. In domino it
also counts rows of exchanged suits as won, so "unwinnable" against "solved" is a contradiction in the other game only.
Exit code 1 if there is one, 2 if there is no deal.

The README's figures, all with --format json:
    2 s: acht-mal-acht --set passes=P, P = 1 and unlimited, of each
        --seeds 0..300 --set ranks=4 --set columns=2 --set rows=6
        --seeds 0..300 --set decks=1 --set ranks=8 --set columns=4 --set rows=4
        --seeds 0..150 --set ranks=4 --set columns=2 --set rows=6 --set foundation-return=yes
    2 s: domino --seeds 0..300 --set fill=left --set redeals=0 --set ranks=R, R = 6, 8 and 10
    10 s: domino --seeds 0..300 --set fill=left --set redeals=0
    10 s: acht-mal-acht --seeds 0..25 --set passes=P, P = 1 and unlimited
"""

import argparse
import collections
import json
import pathlib
import subprocess
import sys
import tempfile
import time

VERDICTS = {"solved": "solved", "unsolvable": "unsolvable", "timed-out": "open", "memory-limit-reached": "open"}


def acht_mal_acht(options, deck):
    assert options["passes"] in ("1", "unlimited"), "passes=1 or passes=unlimited"
    columns, rows = int(options["columns"]), int(options["rows"])
    talon = deck[columns * rows :]
    rules = {
        "tableau piles": {
            "count": columns,
            "build policy": "red-black",
            "spaces policy": "any",
            "move built group": "yes",
        },
        "foundations": {"present": True, "removable": options["foundation-return"] == "yes"},
        "stock": {"size": len(talon), "deal count": 1, "redeal": options["passes"] == "unlimited"},
        "max rank": int(options["ranks"]),
        "two decks": options["decks"] == "2",
    }
    # The last card of a pile is its top.
    piles = [deck[column : columns * rows : columns] for column in range(columns)]
    return rules, {"tableau piles": piles, "stock": talon[::-1]}


def domino(options, deck):
    wanted = {"fill": "left", "redeals": "0", "aces": "fixed"}
    assert options.items() >= wanted.items(), "fill=left, redeals=0 and aces=fixed"
    ranks = int(options["ranks"])
    rules = {
        "tableau piles": {"count": 0},
        "foundations": {"present": False},
        "sequences": {
            "count": 4,
            "direction": "L",
            "build policy": "same-suit",
            "fixed suit": True,
        },
        "max rank": ranks,
    }
    gaps = ["" if card[0] == "A" else card for card in deck]
    # Our rows are C S H D, those of Solvitaire C H S D.
    return rules, {"sequences": [gaps[row * ranks : (row + 1) * ranks] for row in (0, 2, 1, 3)]}


def classify(program, seconds, rules, deal):
    with tempfile.TemporaryDirectory() as folder:
        paths = [pathlib.Path(folder, name) for name in ("rules.json", "deal.json")]
        for path, content in zip(paths, (rules, deal)):
            path.write_text(json.dumps(content), encoding="utf-8")
        limit = ["--timeout", str(int(seconds * 1000))]
        command = [program, "--custom-rules", paths[0], "--classify", *limit, paths[1]]
        output = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    return VERDICTS[output.strip().split(", ")[-1]]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", metavar="SOLVITAIRE")
    parser.add_argument("seconds", metavar="SECONDS", type=float)
    args = parser.parse_args()
    pairs = collections.Counter()
    spent = [0.0, 0.0]
    contradictions = 0
    for line in sys.stdin:
        record = json.loads(line)
        assert set(record["options"]["suits"]) == set("CDHS"), "all four suits"
        deck = [card.replace("T", "10") for card in record["deck"].split()]
        rules, deal = {"acht-mal-acht": acht_mal_acht, "domino": domino}[record["game"]](record["options"], deck)
        start = time.monotonic()
        theirs = classify(args.program, args.seconds, rules, deal)
        spent[0] += record["micros"] / 1e6
        spent[1] += time.monotonic() - start
        pair = (record["verdict"], theirs)
        pairs[pair] += 1
        if pair == ("won", "unsolvable") or pair == ("unwinnable", "solved") and record["game"] != "domino":
            contradictions += 1
            print(f"{record['source']}: {record['verdict']}, but Solvitaire says {theirs}")

    print("| | solved | unsolvable | open |\n|---|---|---|---|")
    for ours in ("won", "unwinnable", "unknown"):
        counts = (str(pairs[ours, theirs]) for theirs in ("solved", "unsolvable", "open"))
        print(f"| {ours} | " + " | ".join(counts) + " |")
    print(f"{pairs.total()} deals, {spent[0]:.1f} s here, {spent[1]:.1f} s there")
    if not pairs:
        sys.exit(print("no deal to compare", file=sys.stderr) or 2)
    sys.exit(1 if contradictions else 0)


if __name__ == "__main__":
    main()
