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
    if len(changed) == 1:
        pairs[f"{first.stem}--{second.stem}.json"] = pair
shutil.rmtree(PAIRS, ignore_errors=True)
PAIRS.mkdir(parents=True)
for name, pair in pairs.items():
    (PAIRS / name).write_text(json.dumps(pair) + "\n", encoding="utf-8")
