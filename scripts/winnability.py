#!/usr/bin/env python3
"""Writes the picture and the tables of docs/winnability.md and of the README.

  scripts/winnability.py

From the summaries of docs/results (scripts/results.sh) come docs/winnability.svg and the tables of
results, in the README with the narrowest interval of each game, from docs/results/pairs
(scripts/house-rules.py) what each house rule is worth. What is between the marks `<!-- NAME -->` and
`<!-- /NAME -->` of a page is written anew.
"""

import argparse
import json
import math
import os
import pathlib
import re
from xml.sax.saxutils import escape

from figures import GAMES, RESULTS, RIGHT, WIDTH, interval, renewed, svg, table, write
from shared import ROOT


def load():
    """The summaries, game by game, the default rules first."""
    rows = []
    for path in RESULTS.glob("*.json"):
        row = json.loads(path.read_text(encoding="utf-8"))
        row["options"] = re.findall(r"--set (\S+)", row["command"])
        row["options"] += re.findall(r"--max-states \S+|--max-memory (?!4G)\S+", row["command"])
        rows.append(row)
    return sorted(rows, key=lambda row: (GAMES.index(row["summary"]["game"]), row["options"]))


def winnable(summary):
    return interval(summary["deals"], summary["winnable"]["low"], summary["winnable"]["high"])


def width(row):
    return row["summary"]["winnable"]["high"] - row["summary"]["winnable"]["low"]


def short(number):
    return f"{number:,.0f}" if number >= 100 else f"{number:.1f}"


def time(seconds):
    for size, unit in [(86400, "days"), (3600, "h"), (60, "min")]:
        if seconds >= 2 * size:
            return f"{seconds / size:,.0f} {unit}"
    return f"{seconds:.0f} s"


def code(options):
    return "`" + " ".join(options) + "`" if options else ""


HEADS = ["game", "options", "seeds", "won", "unwinnable", "unknown", "winnable", "measured"]
GERMAN_HEADS = ["Spiel", "Optionen", "Nummern", "geht auf", "geht nicht auf", "unbekannt", "Anteil", "gemessen"]


def results_table(rows, heads=HEADS):
    cells = []
    for row in rows:
        summary = row["summary"]
        first, deals = summary["from"], summary["deals"]
        counts = [f"{summary[verdict]:,}" for verdict in ["won", "unwinnable", "unknown"]]
        seeds = f"{first}..{first + deals}"
        name, options = summary["game"], code(row["options"])
        numbers = [*counts, winnable(summary)]
        if heads is GERMAN_HEADS:
            numbers = [number.translate(str.maketrans(",.", ".,")).replace(" - ", " bis ") for number in numbers]
        cells.append([name, options, seeds, *numbers, row["date"]])
    return table(heads, cells)


def cost_table(rows):
    heads = ["game", "options", "deals", "took", "deals/s", "ten million would take"]
    cells = []
    for row in rows:
        deals, seconds = row["summary"]["deals"], row["seconds"]
        if seconds:
            name, options = row["summary"]["game"], code(row["options"])
            rate = deals / seconds
            cells.append(
                [name, options, f"{deals:,}", time(seconds), short(rate), time(1e7 / rate)]
            )
    return table(heads, cells)


def house_rules_table(defaults):
    heads = ["game", "rules", "instead", "deals", "more come out, points"]
    cells = []
    for path in sorted((RESULTS / "pairs").glob("*.json")):
        pair = json.loads(path.read_text(encoding="utf-8"))
        game, first, second = pair["game"], pair["first"], pair["second"]
        (changed,) = [name for name in first if first[name] != second[name]]
        if defaults[game][changed] == second[changed]:
            first, second = second, first
        else:
            pair["low"], pair["high"] = -pair["high"], -pair["low"]
        rules = [
            f"{name}={value}"
            for name, value in first.items()
            if value != defaults[game][name] or name == changed
        ]
        # Differences are wider than shares: a place less than those have.
        places = max(1, int(math.log10(pair["deals"])) - 2)
        scale = 10**places
        # Rounded outwards; adding nought makes nought of -0.
        low, high = math.floor(pair["low"] * 100 * scale), math.ceil(pair["high"] * 100 * scale)
        worth = " to ".join(f"{end / scale + 0:+.{places}f}" for end in [low, high])
        instead = code([f"{changed}={second[changed]}"])
        cells.append([game, code(rules), instead, f"{pair['deals']:,}", worth])
    return table(heads, sorted(cells, key=lambda cell: (GAMES.index(cell[0]), cell[1:3])))


LEFT, LINE = 330, 22
# From 1 in 6 to 1 - 5e-7, in log odds.
FIRST, LAST = -1.6, 14.5
MOST = 1 / (1 + math.exp(-LAST))
TICKS = [20, 50, 80, 95, 99, 99.9, 99.99, 99.999, 99.9999]


def x(share):
    share = min(max(share, 1e-9), 1 - 1e-9)
    odds = min(max(math.log(share / (1 - share)), FIRST), LAST)
    return LEFT + (odds - FIRST) / (LAST - FIRST) * (WIDTH - LEFT - RIGHT)


def arrow(at, y):
    """At the end of the axis: the interval goes on."""
    return f'<path class="line" fill="none" d="M{at + 6:.1f} {y - 5}L{at + 12:.1f} {y}L{at + 6:.1f} {y + 5}"/>'


def picture(rows):
    """All rows on one axis in log odds: the interval, and thick what unknown deals leave open."""
    shapes, y, game = [], 24, None
    for row in rows:
        summary = row["summary"]
        if summary["game"] != game:
            game = summary["game"]
            y += 10
        y += LINE
        low, high = x(summary["winnable"]["low"]), x(summary["winnable"]["high"])
        won = x(summary["won"] / summary["deals"])
        most = x((summary["won"] + summary["unknown"]) / summary["deals"])
        name = " ".join([game, *row["options"]])
        said = f"{name}: {winnable(summary)}, {summary['unknown']:,} of {summary['deals']:,} unknown"
        shapes += [
            f'<g><title>{escape(said)}</title>',
            f'<text x="{LEFT - 14}" y="{y + 4}" text-anchor="end">{escape(name)}</text>',
            f'<path class="line" d="M{low:.1f} {y}H{high:.1f}"/>',
            *[arrow(high, y)] * (summary["winnable"]["high"] > MOST),
            f'<rect class="open" x="{won - 3:.1f}" y="{y - 5}" width="{most - won + 6:.1f}" '
            f'height="10" rx="3"/></g>',
        ]
    ticks = [(x(tick / 100), f"{tick:g} %") for tick in TICKS]
    title = "How often the patiences come out, with 95 % intervals"
    return svg(title, ticks, y + LINE, shapes)


argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
os.chdir(ROOT)
rows = load()
default_rows = [row for row in rows if not row["options"]]
defaults = {row["summary"]["game"]: row["summary"]["options"] for row in default_rows}
parts = {
    "results": results_table(rows),
    "house rules": house_rules_table(defaults),
    "cost": cost_table(rows),
}
best_known = {}
for row in sorted(rows, key=width, reverse=True):
    if "--set" not in row["command"]:
        best_known[row["summary"]["game"]] = row
best = [best_known[game] for game in GAMES]
pages = {"docs/winnability.svg": picture(rows), "docs/winnability.md": renewed("docs/winnability.md", parts)}
for page, heads in [("README.md", HEADS), ("README.de.md", GERMAN_HEADS)]:
    pages[page] = renewed(page, {"results": results_table(best, heads)})
write(pages)
