"""What the scripts share that write tables and pictures of figures into docs and README."""

import math
import pathlib
import re

RESULTS = pathlib.Path("docs/results")
GAMES = ["hochzeitszug", "domino", "eklige-elfer", "acht-mal-acht", "8x8"]

WIDTH, RIGHT = 900, 40
STYLE = """
text { font: 13px system-ui, sans-serif; fill: #1c2733 }
.tick { fill: #5b6875; font-size: 12px }
.game { font-weight: 600 }
.grid { stroke: #d6dce2 }
.line { stroke: #2f6f9f; stroke-width: 2 }
.bar { stroke: #2f6f9f; stroke-width: 8 }
.solved { stroke: #b0651d; stroke-width: 8 }
.open { fill: #2f6f9f }
@media (prefers-color-scheme: dark) {
  text { fill: #e2e8ee } .tick { fill: #a0acb8 } .grid { stroke: #3a4550 }
  .line, .bar { stroke: #7fb8e0 } .solved { stroke: #e0a060 } .open { fill: #7fb8e0 }
}
"""


def interval(deals, low, high):
    """A share between two, with two places less than the deals have digits: more would be noise."""
    places = max(1, int(math.log10(deals)) - 1)
    scale = 10**places
    low, high = math.floor(low * 100 * scale) / scale, math.ceil(high * 100 * scale) / scale
    return f"{low:.{places}f} - {high:.{places}f} %"


def table(heads, rows):
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


def svg(title, ticks, bottom, shapes):
    """A picture of shapes over a grid: `ticks` are the places from the left and what they say."""
    grid = []
    for at, said in ticks:
        grid += [
            f'<path class="grid" d="M{at:.1f} 28V{bottom}"/>',
            f'<text class="tick" x="{at:.1f}" y="20" text-anchor="middle">{said}</text>',
        ]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {bottom + 8}" role="img">',
            f"<title>{title}</title>",
            f"<style>{STYLE}</style>",
            *grid,
            *shapes,
            "</svg>\n",
        ]
    )


def renewed(page, parts):
    """The text of a page with the parts anew that stand between `<!-- NAME -->` and `<!-- /NAME -->`."""
    text = pathlib.Path(page).read_text(encoding="utf-8")
    for name, part in parts.items():
        marked = re.compile(f"(<!-- {name} -->\n).*(<!-- /{name} -->)", re.DOTALL)
        text, count = marked.subn(lambda found: f"{found[1]}\n{part}\n{found[2]}", text)
        if count != 1:
            raise SystemExit(f"{page} has no part {name}, or more than one")
    return text


def write(pages):
    """Writes pages whose texts are all there: where one could not be made, all stay as they are."""
    for page, text in pages.items():
        pathlib.Path(page).write_text(text, encoding="utf-8")
