#!/usr/bin/env python3
"""Injects faults into surveys and merges: kills, signals, full disks, damaged bytes, two writers,
folders that may not be written. Whatever happens, the files of records must be whole up to their last
line, hold what was there before, and in the end equal those of an undisturbed run but for the timings.

    scripts/faults.py [--runs 1000] [--seed 1] [--only kills,full,bytes,writers,folders]

Linux. As root it also fills a small tmpfs. $GEHTAUF is the program (default: target/release/gehtauf).
"""

import argparse
import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from shared import program

KINDS = ["kills", "full", "bytes", "writers", "folders"]
SURVEY = "survey domino --set ranks=7 --set redeals=0 --max-states 2k --quiet --threads 2"
SMALL = "survey domino --set ranks=3 --set suits=CD --quiet --threads 1"


def start(words, folder, fsize=None, user=None):
    def prepare():
        # A limit on the size of files stands for a disk that is full: a write then fails.
        for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(name, signal.SIG_DFL)
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        if fsize is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (fsize, fsize))

    return subprocess.Popen([program(), *words.split()], cwd=folder, text=True, preexec_fn=prepare, user=user,
                            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def run(words, folder, **more):
    child = start(words, folder, **more)
    _, error = child.communicate()
    return child.returncode, error.strip()


def expect(holds, *what):
    if not holds:
        sys.exit(f"FAILED: {what}")


def untimed(path):
    rows = [row.split(",") for row in path.read_text().splitlines()]
    return [row[:4] + row[5:-1] for row in rows]


def read(path):
    return path.read_bytes() if path.exists() else b""


def whole_lines(data):
    return data[: data.rfind(b"\n") + 1]


def rows_of(data):
    """The whole rows without settings and check, which change, in length too, when a file is made longer."""
    return [line.split(b",")[:10] for line in whole_lines(data).splitlines()]


class Faults:
    def __init__(self, folder, runs, seed):
        self.folder, self.runs, self.random = folder, runs, random.Random(seed)
        self.file = self.folder / "file.csv"

    def fresh(self):
        shutil.rmtree(self.folder)
        self.folder.mkdir()

    def kills(self):
        """Kills and signals at random moments, of surveys, of those that make a file longer, and of merges."""
        deals, shards = 3000, 4
        code, error = run(f"{SURVEY} --seeds 0..{deals} --out whole.csv", self.folder)
        expect(code == 0, error)
        began = time.monotonic()
        run(f"{SURVEY} --seeds 0..{deals} --out timed.csv", self.folder)
        span = time.monotonic() - began
        whole = untimed(self.folder / "whole.csv")
        kept = {name: read(self.folder / name) for name in ("whole.csv",)}
        counts = {"survey": 0, "longer": 0, "merge": 0, "ended first": 0}
        while sum(counts.values()) - counts["ended first"] < self.runs:
            self.fresh()
            for name, data in kept.items():
                (self.folder / name).write_bytes(data)
            # Deals in three steps, so that files are made longer; then shards and their merge.
            for upto in (deals // 3, deals // 2, deals):
                self.kill_until_done(f"{SURVEY} --seeds 0..{upto} --out file.csv", self.file, span, counts)
            expect(untimed(self.file)[:1] == whole[:1] and self.same(untimed(self.file), whole), "survey")
            for i in range(1, shards + 1):
                self.kill_until_done(f"{SURVEY} --seeds 0..{deals} --shard {i}/{shards} --out s{i}.csv",
                                     self.folder / f"s{i}.csv.part", span / shards, counts)
            parts = [self.folder / f"s{i}.csv" for i in range(1, shards + 1)]
            before = [read(part) for part in parts]
            merge = "merge s1.csv s2.csv s3.csv s4.csv --out merged.csv"
            merged = self.folder / "merged.csv"
            for _ in range(60):
                old = read(merged)
                child = start(merge, self.folder)
                time.sleep(self.random.random() ** 2 * 0.05)
                if child.poll() is None:
                    counts["merge"] += 1
                    child.kill()
                else:
                    counts["ended first"] += 1
                child.communicate()
                expect([read(part) for part in parts] == before, "a merge changed its parts")
                new = read(merged)
                expect(new == old or self.same(untimed(merged), whole), "half a merge")
                left = [path for path in self.folder.iterdir() if path.name.startswith(".")]
                expect(len(left) <= 1, "merges leave more than one file behind", left)
                if self.random.random() < 0.3 and merged.exists():
                    merged.unlink()
            expect(run(merge, self.folder)[0] == 0 and self.same(untimed(merged), whole), "merge")
            expect(not [path for path in self.folder.iterdir() if path.name.startswith(".")], "left behind")
        return counts

    def same(self, one, other):
        """Whether records are equal, without the settings of the first row, which has what deals were asked for."""
        return len(one) == len(other) and all(a[:-1] == b[:-1] for a, b in zip(one, other))

    def kill_until_done(self, words, file, span, counts):
        kind = "longer" if read(file) and "--shard" not in words else "survey"
        while True:
            before = whole_lines(read(file))
            child = start(words, self.folder)
            time.sleep(self.random.random() ** 2 * span)
            name = self.random.choice([signal.SIGKILL] * 4 + [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
            if child.poll() is None:
                counts[kind] += 1
                child.send_signal(name)
            else:
                counts["ended first"] += 1
            _, error = child.communicate()
            if child.returncode == 0:
                return
            expect(child.returncode in (-9, -name, 130), words, name, child.returncode, error)
            after = read(file)
            rows = rows_of(before)
            kept = after.startswith(before) or kind == "longer" and rows_of(after)[: len(rows)] == rows
            expect(kept, words, "rows were lost")

    def full(self):
        """A disk that is full at every byte of a small file, for surveys and merges; a full tmpfs."""
        words = f"{SMALL} --seeds 0..12 --out file.csv"
        expect(run(words, self.folder)[0] == 0)
        whole, size = untimed(self.file), len(read(self.file))
        (self.folder / "part.csv").write_bytes(read(self.file))
        merged = self.folder / "merged.csv"
        for limit in range(size + 1):
            self.file.unlink(missing_ok=True)
            code, error = run(words, self.folder, fsize=limit)
            # Times, and so sizes, vary by some bytes.
            expect(code == 0 or code == 2 and "File too large" in error, limit, code, error)
            expect(len(read(self.file)) <= limit, limit)
            expect(run(words, self.folder)[0] == 0 and untimed(self.file) == whole, "after a full disk", limit)
            code, error = run("merge part.csv --out merged.csv", self.folder, fsize=limit)
            expect(merged.exists() == (limit == size) and code == (0 if limit == size else 2), limit, error)
            expect(len(list(self.folder.iterdir())) == 2 + merged.exists(), "left behind", limit)
        counts = {"sizes": size + 1}
        if os.geteuid() == 0:
            counts["tmpfs"] = self.full_tmpfs(whole)
        return counts

    def full_tmpfs(self, whole):
        disk = self.folder / "disk"
        disk.mkdir()
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16k", "none", disk], stderr=subprocess.DEVNULL)
        if mounted.returncode:
            return 0
        try:
            rounds = 0
            for room in range(0, 4096, 64):
                for path in disk.iterdir():
                    path.unlink()
                words = SURVEY.replace("--quiet", "--quiet --seeds 0..400")
                code, error = run(f"{words} --out file.csv", disk)
                expect(code == 2 and "No space left" in error, code, error)
                held = whole_lines(read(disk / "file.csv"))
                expect(run("report file.csv", disk)[0] == 0, "what is there can be read", room)
                code, error = run("merge file.csv --out merged.csv", disk)
                expect(code == 2 and not (disk / "merged.csv").exists(), code, error)
                subprocess.run(["mount", "-o", f"remount,size={64 + room // 64}k", disk], check=True)
                expect(run(f"{words} --out file.csv", disk)[0] == 0, "with space again")
                expect(read(disk / "file.csv").startswith(held), "rows were lost")
                for path in disk.iterdir():
                    path.unlink()
                subprocess.run(["mount", "-o", "remount,size=16k", disk], check=True)
                rounds += 1
            return rounds
        finally:
            subprocess.run(["umount", disk], check=True)

    def bytes(self):
        """Every byte of a file flipped, and the file torn there: `report`, `merge` and the survey itself."""
        words = f"{SMALL} --seeds 0..6 --out file.csv"
        expect(run(words, self.folder)[0] == 0)
        data, whole = read(self.file), untimed(self.file)
        flipped = torn = 0
        for place in range(len(data)):
            bad = bytearray(data)
            bad[place] ^= self.random.randrange(1, 256)
            self.file.write_bytes(bad)
            line = 1 + data[:place].count(b"\n")
            if place < len(data) - 1:
                for command in ("report file.csv", "merge file.csv --out merged.csv", words):
                    code, error = run(command, self.folder)
                    named = f"line {line}:" in error or line == 1 and "not a file of records" in error
                    expect(code == 2 and named and error.count("\n") == 0, place, command, code, error)
                expect(read(self.file) == bad, "a damaged file is left as it is", place)
                flipped += 1
            self.file.write_bytes(data[:place])
            expect(run(words, self.folder)[0] == 0 and untimed(self.file) == whole, "torn at", place)
            torn += 1
        return {"flipped": flipped, "torn": torn}

    def writers(self):
        """Three processes on one file: one writes, two are refused."""
        rounds = max(self.runs // 20, 3)
        for _ in range(rounds):
            self.file.unlink(missing_ok=True)
            words = f"{SURVEY} --seeds 0..2000 --out file.csv"
            children = [start(words, self.folder) for _ in range(3)]
            ends = [(child.communicate()[1].strip(), child.returncode) for child in children]
            refused = [error for error, code in ends if code == 2]
            expect(all("another process writes this file" in error for error in refused), ends)
            # One that comes when the first is done finds the file complete.
            expect(any(code == 0 for _, code in ends), ends)
            expect(len(untimed(self.file)) == 2001, "rows")
            expect(run("report file.csv", self.folder)[0] == 0, "report")
        return {"rounds": rounds}

    def folders(self):
        """A folder that may not be written, as another user."""
        if os.geteuid() != 0:
            return {"skipped": "not root"}
        expect(run(f"{SMALL} --seeds 0..6 --out file.csv", self.folder)[0] == 0)
        data = read(self.file)
        os.chmod(self.folder, 0o555)
        for words in (f"{SMALL} --seeds 0..6 --out other.csv", f"{SMALL} --seeds 0..9 --out file.csv",
                      f"{SMALL} --seeds 0..6 --shard 1/2 --out s.csv", "merge file.csv --out merged.csv",
                      "merge file.csv --out file.csv"):
            code, error = run(words, self.folder, user="nobody")
            expect(code == 2 and "ermission denied" in error and error.count("\n") == 0, words, code, error)
            expect(read(self.file) == data and len(list(self.folder.iterdir())) == 1, words)
        expect(run("report file.csv", self.folder, user="nobody")[0] == 0)
        os.chmod(self.folder, 0o755)
        return {"commands": 6}


def kinds(words):
    if unknown := set(words.split(",")) - set(KINDS):
        raise argparse.ArgumentTypeError(f"{', '.join(sorted(unknown))}: not of {', '.join(KINDS)}")
    return words.split(",")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=1000, help="how many kills")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=kinds, default=KINDS, metavar="KIND,...", help=", ".join(KINDS))
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="gehtauf-faults-", ignore_cleanup_errors=True) as folder:
        faults = Faults(pathlib.Path(folder), args.runs, args.seed)
        for kind in args.only:
            faults.fresh()
            began = time.monotonic()
            counts = getattr(faults, kind)()
            print(f"{kind}: {counts}, {time.monotonic() - began:.0f} s", flush=True)
    print("nothing lost, nothing damaged accepted")


main()
