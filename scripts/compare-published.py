#!/usr/bin/env python3
"""Compares records with the published verdicts, deal by deal: scripts/compare-published.py FILE ...

Each FILE is what `gehtauf survey GAME --seeds ... --out FILE` wrote, with any limits. docs/results/not-won has of most
rows of docs/winnability.md the seeds that were not won. Says for each such row of the file's rules how many deals both
have, how many of these the file leaves open alone, and which it decides otherwise or alone; exit code 1 if one is won
here and lost there or the other way round, 2 if nothing can be compared.
"""

import argparse
import csv
import json
import pathlib
import sys

from shared import ROOT

RESULTS = ROOT / "docs/results"


def rows(path):
    with open(path, encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)


def published(settings):
    """The rows of these rules: name, seeds, verdicts of those that were not won."""
    for path in sorted((RESULTS / "not-won").glob("*.csv")):
        summary = json.loads((RESULTS / f"{path.stem}.json").read_text(encoding="utf-8"))["summary"]
        if all(summary[name] == settings[name] for name in ["game", "options"]):
            seeds = range(summary["from"], summary["from"] + summary["deals"])
            yield path.stem, seeds, {int(row["seed"]): row["verdict"] for row in rows(path)}


def compare(file):
    """Whether no verdict of the file contradicts a published one, None if there is none to compare with."""
    verdicts, settings = {}, None
    for row in rows(file):
        settings = settings or json.loads(row["settings"])
        verdicts[int(row["seed"])] = row["verdict"]
    if settings is None or settings["source"] != "seeds" or "player" in settings:
        print(f"{file}: no verdicts of a survey of seeds")
        return None
    agrees = None
    for name, seeds, not_won in published(settings):
        both = [(seed, here, not_won.get(seed, "won")) for seed, here in verdicts.items() if seed in seeds]
        if not both:
            continue
        same = sum(here == there for _, here, there in both)
        only_there = sum(here == "unknown" != there for _, here, there in both)
        print(f"{file}: {len(both):,} deals of {name}, {same:,} with the same verdict, {only_there:,} unknown only here")
        for seed, here, there in both:
            if here != there and here != "unknown":
                print(f"  seed {seed}: here {here}, published {there}")
                agrees = agrees is not False and there == "unknown"
        agrees = agrees is not False
    if agrees is None:
        print(f"{file}: none of its deals has a published verdict under its rules")
    return agrees


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", metavar="FILE", type=pathlib.Path)
    found = []
    for file in parser.parse_args().files:
        try:
            found.append(compare(file))
        except (OSError, UnicodeDecodeError) as error:
            parser.error(f"{file}: {getattr(error, 'strerror', None) or 'no text'}")
        except (KeyError, TypeError, ValueError, csv.Error):
            parser.error(f"{file}: no file of records of `gehtauf survey --out`")
    sys.exit(1 if False in found else 2 if None in found else 0)


if __name__ == "__main__":
    main()
