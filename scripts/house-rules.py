#!/usr/bin/env python3
"""What each house rule is worth: pairs the records of rules that differ in one option.

  scripts/house-rules.py [RECORDS]

RECORDS are the files of scripts/results.sh (default as there: the variable RECORDS, or target/results).
Each two of one game that differ in one option are compared deal by deal, by `gehtauf report --paired`,
as far as both go, into docs/results/pairs. A pair that is there already and whose records are not stays.
Ends at files that are damaged, and at a deal lost under looser rules: a bug.
"""

import argparse
import itertools
import json
import os
import pathlib
import subprocess
import sys

from shared import ROOT, program

PAIRS = pathlib.Path("docs/results/pairs")


def rules(pair):
    return json.dumps([pair["first"], pair["second"]])


parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
default = os.environ.get("RECORDS") or ROOT / "target/results"
parser.add_argument("records", nargs="?", metavar="RECORDS", default=default, help="[default: %(default)s]")
records = pathlib.Path(parser.parse_args().records).absolute()
gehtauf = program()
os.chdir(ROOT)
pairs = {}
for first, second in itertools.combinations(sorted(records.glob("*.csv")), 2):
    run = [gehtauf, "report", "--paired", "--format", "json", first, second]
    paired = subprocess.run(run, capture_output=True, text=True)
    if paired.returncode:
        if any(text in paired.stderr for text in ["cannot be compared", "the two games are the same"]):
            continue
        sys.exit(f"{first}, {second}: {paired.stderr.strip()}")
    pair = json.loads(paired.stdout)
    changed = [name for name in pair["first"] if pair["first"][name] != pair["second"][name]]
    # Of two records of the same rules, with other limits, the one that has more deals.
    if len(changed) == 1 and pair["deals"] > pairs.get(rules(pair), ("", {"deals": 0}))[1]["deals"]:
        pairs[rules(pair)] = (f"{first.stem}--{second.stem}.json", pair)
if not pairs:
    sys.exit(f"{records}: no two records (*.csv) of one game that differ in one option; nothing is written")
PAIRS.mkdir(parents=True, exist_ok=True)
written = {PAIRS / name for name, _ in pairs.values()}
for name, pair in pairs.values():
    (PAIRS / name).write_text(json.dumps(pair) + "\n", encoding="utf-8")
# The same pair by another name, of records with other limits.
for path in set(PAIRS.glob("*.json")) - written:
    if rules(json.loads(path.read_text(encoding="utf-8"))) in pairs:
        path.unlink()
