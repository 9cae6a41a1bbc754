#!/usr/bin/env python3
"""What each house rule is worth: pairs the records of rules that differ in one option.

  scripts/house-rules.py [RECORDS]

RECORDS are the files of scripts/results.sh (default target/results). Each two of one game that differ in
one option are compared deal by deal, by `gehtauf report --paired`, as far as both go, into
docs/results/pairs. Ends at files that are damaged, and at a deal lost under looser rules: a bug.
"""

import itertools
import json
import os
import pathlib
import shutil
import subprocess
import sys

# What the program says is read in English.
os.environ["LC_ALL"] = "C"

GEHTAUF = os.environ.get("GEHTAUF", "target/release/gehtauf")
PAIRS = pathlib.Path("docs/results/pairs")


records = pathlib.Path(sys.argv[1] if sys.argv[1:] else "target/results")
pairs = {}
for first, second in itertools.combinations(sorted(records.glob("*.csv")), 2):
    run = [GEHTAUF, "report", "--paired", "--format", "json", first, second]
    paired = subprocess.run(run, capture_output=True, text=True)
    if paired.returncode:
        if any(text in paired.stderr for text in ["cannot be compared", "the two games are the same"]):
            continue
        sys.exit(f"{first}, {second}: {paired.stderr.strip()}")
    pair = json.loads(paired.stdout)
    changed = [name for name in pair["first"] if pair["first"][name] != pair["second"][name]]
    # Of two records of the same rules, with other limits, the one that has more deals.
    rules = json.dumps([pair["first"], pair["second"]])
    if len(changed) == 1 and pair["deals"] > pairs.get(rules, ("", {"deals": 0}))[1]["deals"]:
        pairs[rules] = (f"{first.stem}--{second.stem}.json", pair)
shutil.rmtree(PAIRS, ignore_errors=True)
PAIRS.mkdir(parents=True)
for name, pair in pairs.values():
    (PAIRS / name).write_text(json.dumps(pair) + "\n", encoding="utf-8")
