#!/usr/bin/env python3
"""Files that import each other, straight or around, which STYLE forbids: `a.rs` from `b.rs`, and that from `a.rs`.

    scripts/import-circles.py

An import counts from the file that uses a name to the one that defines it, not to those that only pass it on
(`pub use`). Tests may import what they test, and a file what the module defines that it is a part of.
Prints each circle; exit code 1 if there is one.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DEFINES = r"^\s*(?:pub(?:\([^)]*\))? )?(?:const |unsafe )?(?:struct|enum|trait|fn|type|const|static|union|macro_rules!) (\w+)"


def parts(tree, before=()):
    """The paths of a `use`, its braces taken apart; names given by `as` as a second element."""
    items, depth, start = [], 0, 0
    for i, c in enumerate(tree + ","):
        depth += (c == "{") - (c == "}")
        if c == "," and depth == 0:
            items.append(tree[start:i].strip())
            start = i + 1
    for item in filter(None, items):
        if inner := re.fullmatch(r"(?:([\w:]+)::)?\{(.*)\}", item, re.S):
            yield from parts(inner[2], before + tuple((inner[1] or "").split("::")) * bool(inner[1]))
        else:
            path, _, name = item.partition(" as ")
            path = before + tuple(path.split("::"))
            path = path[:-1] if path[-1] == "self" and len(path) > 1 else path
            yield path, name or path[-1]


def crate(first):
    """By module, as a path, its file's text, what it defines, and what it imports under which name."""
    files = [first, *(f for f in first.parent.rglob("*.rs") if f != first and "/tests" not in f"/{f}")]
    modules = {}
    for file in files:
        path = file.relative_to(first.parent).with_suffix("").parts
        path = () if file == first else path[:-1] if path[-1] == "mod" else path
        text = re.sub(r"//[^\n]*", "", file.read_text())
        text = re.sub(r"#\[cfg\(test\)\]\s*mod \w+ \{.*\Z", "", text, flags=re.S)
        uses = [p for use in re.findall(r"\buse ([^;]+);", text) for p in parts(use)]
        uses += [(tuple(p.split("::")), p) for p in re.findall(r"\b(?:crate|super)(?:::\w+)+", text)]
        modules[path] = file, set(re.findall(DEFINES, text, re.M)), uses
    return modules


def defined_in(modules, here, path, seen=()):
    """The module that defines what a path names there; nothing if it is of another crate."""
    at = here
    if path[0] == "crate":
        at, path = (), path[1:]
    while path and path[0] in ("super", "self"):
        at, path = at[:-1] if path[0] == "super" else at, path[1:]
    while path and (*at, path[0]) in modules:
        at, path = (*at, path[0]), path[1:]
    if not path or path[0] in modules[at][1]:
        return at if path else None
    if at == here and not seen and path[0] not in (name for _, name in modules[at][2]):
        return None
    for other, name in modules[at][2]:
        if name in (path[0], "*") and (at, other) not in seen and len(other) > 1:
            rest = (*other[: -1 if name == "*" else None], *path[(name != "*"):])
            if found := defined_in(modules, at, rest, (*seen, (at, other))):
                return found
    return None


def circles(arrows):
    """Modules each of which reaches the others."""
    def reached(start):
        found, todo = set(), [start]
        while todo:
            new = arrows[todo.pop()] - found
            found |= new
            todo += new
        return found

    reach = {module: reached(module) for module in arrows}
    inside = {frozenset(b for b in reach[a] if a in reach[b]) for a in arrows if a in reach[a]}
    return sorted(sorted(circle) for circle in inside)


def main():
    listed = subprocess.check_output(["git", "ls-files", "*/lib.rs", "*/main.rs"], cwd=ROOT, text=True)
    found = False
    for first in (ROOT / line for line in listed.split()):
        modules = crate(first)
        arrows = {m: {t for path, _ in uses if (t := defined_in(modules, m, path)) is not None and t != m[: len(t)]}
                  for m, (_, _, uses) in modules.items()}
        for circle in circles(arrows):
            found = True
            for module in circle:
                to = sorted("::".join(t) or "crate" for t in arrows[module] & set(circle))
                print(f"{modules[module][0].relative_to(ROOT)} imports {', '.join(to)}")
            print()
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
