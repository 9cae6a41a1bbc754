#!/usr/bin/env python3
"""Puts the summaries of docs/results into the table of the README, in the order of the arguments."""

import json
import math
import re
import sys

ROWS = re.compile(r"(?<=\|---\|---\|---\|---\|---\|---\|---\|---\|\n)(\|.*\n)*")


def row(path):
    with open(path, encoding="utf-8") as file:
        result = json.load(file)
    summary = result["summary"]
    options = re.findall(r"--set (\S+)", result["command"])
    deals, first = summary["deals"], summary["from"]
    # Two places more than the deals can tell would be noise.
    places = max(1, int(math.log10(deals)) - 1)
    scale = 10**places
    low = math.floor(summary["winnable"]["low"] * 100 * scale) / scale
    high = math.ceil(summary["winnable"]["high"] * 100 * scale) / scale
    rate = "-" if result["seconds"] is None else deals / result["seconds"]
    cells = [
        summary["game"],
        "`" + " ".join(options) + "`" if options else "",
        f"{first}..{first + deals}",
        f"{summary['won']:,}",
        f"{summary['unwinnable']:,}",
        f"{summary['unknown']:,}",
        f"{low:.{places}f} - {high:.{places}f} %",
        rate if rate == "-" else f"{rate:,.0f}" if rate >= 100 else f"{rate:.1f}",
    ]
    return "| " + " | ".join(cells) + " |\n"


with open("README.md", encoding="utf-8") as file:
    readme = file.read()
rows = "".join(map(row, sys.argv[1:]))
readme, count = ROWS.subn(lambda _: rows, readme)
if count != 1:
    sys.exit("README.md has no table of results, or more than one")
with open("README.md", "w", encoding="utf-8") as file:
    file.write(readme)
