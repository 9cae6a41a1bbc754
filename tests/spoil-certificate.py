"""Writes a certificate by steps with one thing changed, for certificates.rs.

  python3 tests/spoil-certificate.py FILE literal|number|step|cards OUT
"""

import sys
import zlib


def with_word(lines, line, word, change):
    """The lines, a word of one of them made another one."""
    words = lines[line].split(" ")
    words[word] = str(change(int(words[word])))
    return [*lines[:line], " ".join(words), *lines[line + 1 :]]


def spoilt(head, steps, what):
    if what == "literal":
        # Of the last lemma that has one.
        lemmas = [i for i, line in enumerate(steps) if line[0] in "-123456789"]
        steps = with_word(steps, lemmas[-1], 0, lambda literal: -literal)
    elif what == "number":
        # Of the first axiom.
        steps = with_word(steps, 0, 1, lambda number: number + 1)
    elif what == "step":
        steps = steps[1:]
    else:
        head = swapped(head)
    head = [f"steps: {len(steps)}" if line.startswith("steps: ") else line for line in head]
    return head, steps


def swapped(head):
    """The open card of the first column and that of the next one of another rank change places."""
    first = head.index("start:") + 1
    card = head[first].split(" ")[-1]
    columns = [i for i, line in enumerate(head) if i > first and line.startswith("c")]
    other = next(i for i in columns if head[i][-2] != card[0])
    head = head[:]
    head[first], head[other] = head[first][:-2] + head[other][-2:], head[other][:-2] + card
    return head


path, what, out = sys.argv[1:]
with open(path, "rb") as file:
    head, _, body = file.read().partition(b"\n\n")
head, steps = head.decode().split("\n")[1:], zlib.decompress(body).decode().splitlines()
head, steps = spoilt(head, steps, what)
body = zlib.compress("".join(f"{step}\n" for step in steps).encode())
rest = "\n".join(head).encode() + b"\n\n" + body
with open(out, "wb") as file:
    file.write(f"gehtauf certificate 1, crc32 {zlib.crc32(rest):08x}\n".encode() + rest)
