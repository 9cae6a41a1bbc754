#!/usr/bin/env python3
"""Writes the picture and the table of docs/luck-and-skill.md and the ladders of the README.

  scripts/luck-and-skill.py

From the summaries of docs/results/players (scripts/luck-and-skill.sh), and for the rates with all cards known those of
docs/results (scripts/results.sh), come docs/luck-and-skill.svg and what stands between the marks
`<!-- ladders -->` and `<!-- /ladders -->`.
"""

import json
import math
import pathlib
import re
from xml.sax.saxutils import escape

RESULTS = pathlib.Path("docs/results")
GAMES = ["hochzeitszug", "domino", "eklige-elfer", "acht-mal-acht", "8x8"]
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


def interval(deals, low, high):
    scale = 10 ** max(1, int(math.log10(deals)) - 1)
    places = int(math.log10(scale))
    low, high = math.floor(low * 100 * scale) / scale, math.ceil(high * 100 * scale) / scale
    return f"{low:.{places}f} - {high:.{places}f} %"


def table(ladders):
    lines = ["| game | player | deals | won (95 %) |", "|---|---|--:|--:|"]
    for game, rungs in ladders.items():
        for name, deals, _, low, high in rungs:
            lines.append(f"| {game} | {name} | {deals:,} | {interval(deals, low, high)} |")
    return "\n".join(lines) + "\n"


WIDTH, LEFT, RIGHT, LINE = 900, 250, 40, 20
STYLE = """
text { font: 13px system-ui, sans-serif; fill: #1c2733 }
.tick { fill: #5b6875; font-size: 12px }
.game { font-weight: 600 }
.grid { stroke: #d6dce2 }
.interval { stroke: #2f6f9f; stroke-width: 8 }
.solved { stroke: #b0651d; stroke-width: 8 }
@media (prefers-color-scheme: dark) {
  text { fill: #e2e8ee } .tick { fill: #a0acb8 } .grid { stroke: #3a4550 }
  .interval { stroke: #7fb8e0 } .solved { stroke: #e0a060 }
}
"""


def x(share):
    return LEFT + share * (WIDTH - LEFT - RIGHT)


def picture(ladders):
    """All rungs on one axis from 0 to 100 %, the intervals drawn."""
    shapes, y = [], 30
    for game, rungs in ladders.items():
        y += LINE + 8
        shapes.append(f'<text class="game" x="14" y="{y + 4}">{escape(game)}</text>')
        for name, deals, _, low, high in rungs:
            kind = "solved" if name == SOLVED else "interval"
            # An interval narrower than that would not be seen.
            ends = max(x(high), x(low) + 3)
            said = f"{game}, {name}: {interval(deals, low, high)} of {deals:,} deals"
            shapes += [
                f"<g><title>{escape(said)}</title>",
                f'<text x="{LEFT - 14}" y="{y + 4}" text-anchor="end">{escape(name)}</text>',
                f'<path class="{kind}" d="M{x(low):.1f} {y}H{ends:.1f}"/></g>',
            ]
            y += LINE
    grid = []
    for tick in range(0, 101, 20):
        at = f"{x(tick / 100):.1f}"
        grid += [
            f'<path class="grid" d="M{at} 28V{y}"/>',
            f'<text class="tick" x="{at}" y="20" text-anchor="middle">{tick} %</text>',
        ]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y + 8}" role="img">',
            "<title>How often the patiences come out for players who see only the table</title>",
            f"<style>{STYLE}</style>",
            *grid,
            *shapes,
            "</svg>\n",
        ]
    )


def write(page, part):
    text = page.read_text(encoding="utf-8")
    marked = re.compile("(<!-- ladders -->\n).*(<!-- /ladders -->)", re.DOTALL)
    text, count = marked.subn(lambda found: found[1] + "\n" + part + "\n" + found[2], text)
    if count != 1:
        raise SystemExit(f"{page} has no part ladders, or more than one")
    page.write_text(text, encoding="utf-8")


def best(ladders):
    """For the README: a row a game, all rungs in it."""
    lines = ["| game | games won by players who see only the table | with all cards known |", "|---|---|---|"]
    for game, (solved, *rungs) in ladders.items():
        said = ", ".join(
            f"`{name}` {round(share * deals):,} of {deals:,}" for name, deals, share, _, _ in rungs
        )
        lines.append(f"| {game} | {said} | {interval(solved[1], *solved[3:])} |")
    return "\n".join(lines) + "\n"


ladders = load()
pathlib.Path("docs/luck-and-skill.svg").write_text(picture(ladders), encoding="utf-8")
write(pathlib.Path("docs/luck-and-skill.md"), table(ladders))
write(pathlib.Path("README.md"), best(ladders))
