#!/usr/bin/env python3
"""Writes the picture and the table of docs/luck-and-skill.md and the ladders of the README.

  scripts/luck-and-skill.py

From the summaries of docs/results/players (scripts/luck-and-skill.sh), and for the rates with all cards known those of
docs/results (scripts/results.sh), come docs/luck-and-skill.svg and what stands between the marks
`<!-- ladders -->` and `<!-- /ladders -->`.
"""

import argparse
import json
import os
import pathlib
from xml.sax.saxutils import escape

from figures import GAMES, RESULTS, RIGHT, WIDTH, interval, renewed, svg, table, write
from shared import ROOT

SOLVED = "all cards known"


def load():
    """By game: the rate with all cards known, then the players, the best first: name, deals, share won, low, high."""
    ladders = {game: [] for game in GAMES}
    for path in sorted(RESULTS.glob("players/*.json")):
        summary = json.loads(path.read_text(encoding="utf-8"))["summary"]
        rate = summary["win_rate"]
        share = summary["won"] / summary["deals"]
        ladders[summary["game"]].append(
            (summary["player"], summary["deals"], share, rate["low"], rate["high"])
        )
    for game, rungs in ladders.items():
        rungs.sort(key=lambda rung: -rung[2])
        summary = json.loads((RESULTS / f"{game}.json").read_text(encoding="utf-8"))["summary"]
        rate = summary["winnable"]
        share = (summary["won"] + summary["unknown"] / 2) / summary["deals"]
        rungs.insert(0, (SOLVED, summary["deals"], share, rate["low"], rate["high"]))
    return ladders


def ladder_table(ladders):
    rows = [
        [game, name, f"{deals:,}", interval(deals, low, high)]
        for game, rungs in ladders.items()
        for name, deals, _, low, high in rungs
    ]
    return table(["game", "player", "deals", "won (95 %)"], rows)


LEFT, LINE = 250, 20


def x(share):
    return LEFT + share * (WIDTH - LEFT - RIGHT)


def picture(ladders):
    """All rungs on one axis from 0 to 100 %, the intervals drawn."""
    shapes, y = [], 30
    for game, rungs in ladders.items():
        y += LINE + 8
        shapes.append(f'<text class="game" x="14" y="{y + 4}">{escape(game)}</text>')
        for name, deals, _, low, high in rungs:
            kind = "solved" if name == SOLVED else "bar"
            # An interval narrower than that would not be seen.
            ends = max(x(high), x(low) + 3)
            said = f"{game}, {name}: {interval(deals, low, high)} of {deals:,} deals"
            shapes += [
                f"<g><title>{escape(said)}</title>",
                f'<text x="{LEFT - 14}" y="{y + 4}" text-anchor="end">{escape(name)}</text>',
                f'<path class="{kind}" d="M{x(low):.1f} {y}H{ends:.1f}"/></g>',
            ]
            y += LINE
    ticks = [(x(tick / 100), f"{tick} %") for tick in range(0, 101, 20)]
    title = "How often the patiences come out for players who see only the table"
    return svg(title, ticks, y, shapes)


def best(ladders):
    """For the README: a row a game, all rungs in it."""
    rows = []
    for game, (solved, *rungs) in ladders.items():
        said = ", ".join(
            f"`{name}` {round(share * deals):,} of {deals:,}" for name, deals, share, _, _ in rungs
        )
        rows.append([game, said, interval(solved[1], *solved[3:])])
    heads = ["game", "games won by players who see only the table", "with all cards known"]
    return table(heads, rows)


argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
os.chdir(ROOT)
ladders = load()
page = "docs/luck-and-skill.md"
pages = {
    "docs/luck-and-skill.svg": picture(ladders),
    page: renewed(page, {"ladders": ladder_table(ladders)}),
    "README.md": renewed("README.md", {"ladders": best(ladders)}),
}
write(pages)
