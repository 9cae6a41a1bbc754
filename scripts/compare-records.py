#!/usr/bin/env python3
"""Compares the records of two binaries: scripts/compare-records.py OLD NEW [--deals N] [--values N] ...

Both solve the same deals of every rule set with its default options and with each value of each option, and
of small games, within few states. Their records must be equal but for times and the names of methods. The old
binary's files stay in --keep for the next time. Exit code 1, and the first rows that differ, if any do. A column
that one side only has is named, and no difference.
"""

import argparse
import csv
import hashlib
import itertools
import pathlib
import shutil
import subprocess
import sys

# Times and the checks of rows differ from run to run, names of methods and what is said once may change.
FREE = {"micros", "method", "settings", "crc32"}

VALUES = {
    "acht-mal-acht": ["passes=1", "passes=2", "passes=unlimited", "foundation-return=yes"],
    "8x8": [
        "passes=1", "passes=2", "passes=unlimited", "foundation-return=yes",
        "spaces=any-run", "talon-play=free", "foundations=four",
    ],
    "eklige-elfer": ["take-out=forced"],
    "domino": [
        "fill=left", "fill=left redeals=1", "fill=left redeals=0", "fill=left redeal=blocked",
        "fill=left redeals=0 aces=free", "aces=free", "redeals=0 aces=free",
        "redeals=2", "redeals=1", "redeals=0", "redeal=blocked", "pickup=lifo",
    ],
    "hochzeitszug": [
        "layout=layers", "moves=run", "packing=stalled", "redeals=1", "redeals=0",
        "redeals=0 moves=run", "redeals=0 packing=stalled", "redeal=blocked",
    ],
}

SMALL = {
    "acht-mal-acht": "ranks=6 columns=4 rows=4",
    "8x8": "ranks=6 columns=4 rows=4",
    "eklige-elfer": "ranks=4 columns=3",
    "domino": "ranks=5",
    "hochzeitszug": "ranks=5 suits=CH upper=2 lower=1",
}


def surveys(deals, values):
    """Each game with its options and how many deals."""
    for game, options in VALUES.items():
        yield game, "", deals
        for option in options:
            yield game, option, values
        for option in ["", *options]:
            yield game, f"{SMALL[game]} {option}".strip(), values


def read(binary, folder, game, options, deals, limits):
    """The records of a survey, a dict each."""
    folder.mkdir(parents=True, exist_ok=True)
    name = " ".join([game, options, str(deals), *limits]).replace(" ", "_").replace("=", "-")
    file = folder / f"{name}.csv"
    sets = [word for option in options.split() for word in ("--set", option)]
    command = [binary, "survey", game, *sets, "--seeds", f"0..{deals}", *limits]
    if not file.exists():
        begun = file.with_name(f"begun-{file.name}")
        begun.unlink(missing_ok=True)
        subprocess.run([*command, "--quiet", "--out", begun], check=True, stdout=subprocess.DEVNULL)
        begun.rename(file)
    with open(file, encoding="utf-8", newline="") as lines:
        rows = csv.DictReader(line for line in lines if not line.startswith("#"))
        return {row["seed"]: row for row in rows}


def columns_of(records):
    return set().union(*records.values())


def differences(old, new):
    """The deals whose records differ, with the columns of both sides that do; all columns of a deal of one side."""
    for seed in old.keys() | new.keys():
        before, after = old.get(seed, {}), new.get(seed, {})
        columns = (before.keys() & after.keys() or before.keys() | after.keys()) - FREE
        differing = {c: (before.get(c), after.get(c)) for c in columns if before.get(c) != after.get(c)}
        if differing:
            yield seed, differing


def whole_path(word):
    """Of a binary; a name without a slash would be looked for in PATH."""
    path = pathlib.Path(word).absolute()
    if not path.is_file():
        raise argparse.ArgumentTypeError(f"no file {word}")
    return path


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old", type=whole_path)
    parser.add_argument("new", type=whole_path)
    parser.add_argument("--deals", type=int, default=200, help="of the default options")
    parser.add_argument("--values", type=int, default=20, help="deals of each value of an option")
    parser.add_argument("--max-states", default="20000")
    parser.add_argument("--threads", default="1")
    parser.add_argument("--game", help="this game only")
    parser.add_argument("--keep", type=pathlib.Path, default=pathlib.Path("target/records"))
    args = parser.parse_args()
    limits = ["--max-states", args.max_states, "--threads", args.threads]
    shutil.rmtree(args.keep / "new", ignore_errors=True)
    old_hash = hashlib.sha256(args.old.read_bytes()).hexdigest()
    failed = compared = 0
    one_sided = set()
    for game, options, deals in surveys(args.deals, args.values):
        if args.game not in (None, game):
            continue
        old, new = (
            read(binary, args.keep / side, game, options, deals, limits)
            for binary, side in ((args.old, f"old-{old_hash[:16]}"), (args.new, "new"))
        )
        found = sorted(differences(old, new), key=lambda found: int(found[0]))
        one_sided |= {f"{name} (old)" for name in columns_of(old) - columns_of(new)}
        one_sided |= {f"{name} (new)" for name in columns_of(new) - columns_of(old)}
        compared += len(old)
        failed += len(found)
        print(f"{game} {options}: {len(old)} deals, {len(found)} differ", flush=True)
        for seed, columns in itertools.islice(found, 3):
            print(f"  seed {seed}: {columns}")
    if one_sided:
        print(f"columns of one side only, not compared: {', '.join(sorted(one_sided))}")
    print(f"{compared} deals, {failed} differ")
    sys.exit(1 if failed or not compared else 0)


if __name__ == "__main__":
    main()
