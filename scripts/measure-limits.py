#!/usr/bin/env python3
"""Measures whether limits hold: memory, time, Ctrl-C. docs/limits.md has what it found.

    scripts/measure-limits.py memory [--limit 50M] [--threads 1]
    scripts/measure-limits.py time [--limit 100ms]
    scripts/measure-limits.py interrupt [--limit 700ms]

Each row is a game, its options and a goal. `memory`: the most bytes resident above the limit, and
of the deals that ended for memory how much of the limit was resident. `time`: the most milliseconds
beyond the limit of --tries runs, for the whole life of the process, where the limit struck. `interrupt`:
likewise the milliseconds from a SIGINT, sent after --limit, to the end of the process. Linux only.
$GEHTAUF is the program (default: target/release/gehtauf).
"""

import argparse
import json
import os
import re
import signal
import subprocess
import time

from shared import program

# The options, and two deals of each, an easy one and one that takes long to prove or is not decided.
DEALS = {
    "acht-mal-acht": {"": (1, 59), "passes=1": (1, 6), "passes=unlimited": (2, 59), "foundation-return=yes": (1, 59)},
    "8x8": {"": (1, 13), "talon-play=free": (1, 59), "spaces=any-run": (1, 59), "foundations=four": (1, 13),
            "passes=1": (1, 13), "passes=unlimited": (1, 13), "foundation-return=yes": (1, 13)},
    "eklige-elfer": {"": (1, 2), "take-out=forced": (1, 2)},
    "domino": {"": (1, 82), "redeals=1": (1, 82), "redeals=0": (1, 82), "redeals=0 aces=free": (1, 82),
               "fill=left": (1, 43), "fill=left redeals=1": (1, 43), "fill=left redeals=0": (1, 7),
               "fill=left redeals=0 aces=free": (1, 43), "redeal=blocked": (1, 82), "pickup=lifo": (1, 82)},
    "hochzeitszug": {"": (1, 64717), "redeals=1": (1, 2), "redeals=0": (1, 748), "redeal=blocked": (1, 67),
                     "moves=run": (1, 2), "moves=run redeals=0": (1, 10), "layout=layers": (1, 2),
                     "packing=stalled": (1, 11), "packing=stalled redeals=0": (1, 11)},
}
GOALS = {"domino": ["", "--shortest", "--fewest-redeals"], "hochzeitszug": ["", "--shortest", "--fewest-redeals"]}


def rows(only):
    for game, sets in DEALS.items():
        for options, seeds in sets.items():
            for goal in GOALS.get(game, ["", "--shortest"]):
                if not only or only in f"{game} {options} {goal}":
                    yield game, options, goal, seeds


def words(game, options, goal, more):
    line = [program(), "solve", game, "--format", "json", *more.split()]
    for option in options.split():
        line += ["--set", option]
    return line + goal.split()


def run(line, interrupt_after=None):
    """Lines printed, milliseconds (after the signal if there was one), peak of resident bytes."""
    started = time.monotonic()
    child = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, preexec_fn=reset)
    if interrupt_after is not None:
        try:
            child.wait(interrupt_after)
        except subprocess.TimeoutExpired:
            started = time.monotonic()
            child.send_signal(signal.SIGINT)
    out = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0) if child.returncode is None else (0, 0, None)
    millis = (time.monotonic() - started) * 1000
    child.returncode = os.waitstatus_to_exitcode(status) if usage else child.returncode
    answers = [json.loads(line) for line in out.splitlines()]
    return answers, millis, usage.ru_maxrss * 1024 if usage else 0, child.returncode


def reset():
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def size(word, units):
    """How many bytes or milliseconds a limit is."""
    found = re.fullmatch(f"([1-9][0-9]*)({'|'.join(units)})", word)
    if not found:
        raise argparse.ArgumentTypeError(f"{word} is not a whole number of {' or '.join(units)}")
    return int(found[1]) * units[found[2]]


def bytes_of(word):
    return size(word, {"K": 2**10, "M": 2**20, "G": 2**30})


def millis_of(word):
    return size(word, {"ms": 1, "s": 1000})


def memory(args):
    """Resident bytes and how the search ended, a row a goal."""
    limit = bytes_of(args.limit)
    peaks, shares = [], []
    for game, options, goal, seeds in rows(args.only):
        more = f"--max-memory {args.limit} --max-states 1G --time-limit {args.cap} --threads {args.threads}"
        which = seeds if args.threads == 1 else [f"{seeds[1]}..{seeds[1] + args.threads}"]
        found = []
        for seed in which:
            name = "seed" if args.threads == 1 else "seeds"
            answers, _, peak, _ = run(words(game, options, goal, f"--{name} {seed} {more}"))
            limits = [answer["limit"] for answer in answers]
            found.append(f"{peak / 1e6:.0f} MB {limits}")
            peaks.append(peak - limit)
            if limits == ["memory"]:
                shares.append(peak / limit)
        print(f"{game} {options} {goal}: {', '.join(found)}", flush=True)
    least = f"{len(shares)}, least resident {min(shares):.2f} of the limit" if shares else "none"
    print(f"most above the limit {max(peaks) / 1e6:.0f} MB; ended for memory {least}")


def timing(args):
    """Milliseconds beyond the limit: the life of the process, and what it reports."""
    limit = millis_of(args.limit)
    worst = []
    for game, options, goal, seeds in rows(args.only):
        for seed in seeds:
            more = f"--seed {seed} --max-states 10G --max-memory 4G --time-limit {args.limit} --threads 1"
            line = words(game, options, goal, more)
            tries = []
            for _ in range(args.tries):
                answers, millis, _, _ = run(line)
                if answers[0]["limit"] == "time":
                    tries.append((millis - limit, answers[0]["micros"] / 1000 - limit, answers[0]["method"]))
            if tries:
                life, reported, method = max(tries)
                worst.append((life, reported, f"{game} {options} {goal} seed {seed}, {method}"))
                found = f"{life:.1f} ms over ({reported:.1f} reported), {method}"
                print(f"{game} {options} {goal} {seed}: {found}", flush=True)
    show_worst(worst)


def show_worst(worst):
    print(f"{len(worst)} deals where it struck; the worst:")
    for row in sorted(worst, reverse=True)[:8]:
        print("  ", row)


def interrupt(args):
    """Milliseconds from SIGINT to the end of the process."""
    after = millis_of(args.limit) / 1000
    worst = []
    for game, options, goal, seeds in rows(args.only):
        for seed in seeds:
            line = words(game, options, goal, f"--seed {seed} --max-states 10G --max-memory 4G --threads 1")
            tries = [(millis, code) for _, millis, _, code in (run(line, after) for _ in range(args.tries))]
            tries = [millis for millis, code in tries if code == 130]
            if tries:
                worst.append((max(tries), f"{game} {options} {goal} seed {seed}"))
                print(f"{game} {options} {goal} {seed}: {max(tries):.1f} ms", flush=True)
    show_worst(worst)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["memory", "time", "interrupt"])
    parser.add_argument("--limit", help="bytes, as 50M, of `memory`, else a time, as 100ms")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--only", default="", help="rows with these words")
    parser.add_argument("--cap", default="20s", help="time limit of the deals of `memory`")
    parser.add_argument("--tries", type=int, default=2, help="the worst of so many runs counts")
    args = parser.parse_args()
    args.limit = args.limit or {"memory": "50M", "time": "100ms", "interrupt": "700ms"}[args.what]
    try:
        (bytes_of if args.what == "memory" else millis_of)(args.limit)
        millis_of(args.cap)
    except argparse.ArgumentTypeError as wrong:
        parser.error(wrong)
    if not any(rows(args.only)):
        parser.error(f"no row has the words {args.only}")
    {"memory": memory, "time": timing, "interrupt": interrupt}[args.what](args)


main()
