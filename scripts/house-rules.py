#!/usr/bin/env python3
"""What each house rule is worth: pairs the records of rules that differ in one option.

  scripts/house-rules.py [RECORDS]

RECORDS are the files of scripts/results.sh (default target/results). Each two of one game that differ in
one option are compared deal by deal, by `gehtauf report --paired`, as far as both go, into
docs/results/pairs.
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
shutil.rmtree(PAIRS, ignore_errors=True)
PAIRS.mkdir(parents=True)
for first, second in itertools.combinations(sorted(records.glob("*.csv")), 2):
    run = [GEHTAUF, "report", "--paired", "--format", "json", first, second]
    paired = subprocess.run(run, capture_output=True, text=True)
    if paired.returncode:
        continue
    pair = json.loads(paired.stdout)
    changed = [name for name in pair["first"] if pair["first"][name] != pair["second"][name]]
    if len(changed) == 1:
        name = f"{first.stem}--{second.stem}.json"
        (PAIRS / name).write_text(json.dumps(pair) + "\n", encoding="utf-8")
