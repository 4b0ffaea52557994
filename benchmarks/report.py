"""All tables that the benchmarks kept, as the appendix page ``chapters/speed.md``, with the picture of growth beside
it."""

import json
import re

from harness import KEPT, ROOT

INTRO = """# Speed

What a reader waits for and what the core computes, measured by `make bench`. Contenders are timed in turn and
figures are medians, but for those under *Building and testing* and for first answers, which are of one run each. No \
test
depends on any of them, and on another machine they are different ones. A peer that did not install says *not run*.
"""
PARTS = (  # heading, what it is about, (table, its heading)
    ("The core",
     "`play` and the libraries that people would use instead. Where a peer plays the same algorithm, its losses "
     "are compared with ours first.",
     (("one-run", "One run"), ("many-runs", "Many runs at once"), ("memory", "Memory"))),
    ("The best point in hindsight", "What regret is measured against, for many prefixes of one stream.",
     (("comparator", "Beside cvxpy"),)),
    ("Growth", "How the cost of a run grows with its size.", (("growth", "Exponents"),)),
    ("The page", "The built book in headless Chromium, 1280 by 900 pixels, served from the same machine.",
     (("page-loading", "A cold page"), ("page-sweeps", "What is computed in advance"), ("page-baked", "A baked slider"),
      ("page-python", "A slider through Python"), ("page-ready", "Until Python is ready"),
      ("page-exercises", "Python for exercises"))),
    ("Building and testing", "What an author waits for.",
     (("building", "Building the book"), ("nbval", "Executing the notebooks"))),
)
PICTURE = "speed-growth.svg"
ALT = ("Three plots on logarithmic axes of the milliseconds that play takes: against the number of rounds, against the "
       "dimension, and against the number of runs. Dotted lines show growth in proportion; the exponents are in the "
       "table.")


def cell(word):
    return re.sub(r"([|*_<>$`\[\]])", r"\\\1", str(word)) or " "


def row(cells):
    return "| " + " | ".join(map(cell, cells)) + " |"


def section(table, heading):
    """One table under its heading, with what its figures are before it and how they were measured after it."""
    lines = [f"### {heading}", "", table["title"] + ".", "", row(table["head"]),
             "| " + " | ".join([":---"] + ["---:"] * (len(table["head"]) - 1)) + " |", *map(row, table["rows"])]
    return "\n".join(lines + (["", table["note"]] if table["note"] else []))


def themed(svg):
    """Matplotlib's picture as a part of the page: its ink and its font are those of the text around it."""
    svg = re.sub(r"<metadata>.*?</metadata>|<style.*?</style>", "", svg[svg.index("<svg "):], flags=re.S)
    svg = re.sub(r"font-family: [^;\"]*;? ?", "", svg)
    svg = svg.replace("#000000", "currentColor").replace("fill: #ffffff", "fill: none")  # ink, paper
    svg = re.sub(r'(id="|url\(#|href="#)', r"\1speed-", svg)
    label = (f'<svg role="img" aria-label="{ALT}" fill="currentColor" stroke-linejoin="round" style="width: 100%; '
             f'min-width: 32rem" ')
    svg = re.sub(r'<svg (xmlns:xlink="[^"]*" )width="[^"]*" height="[^"]*" ', label + r"\1", svg, count=1)
    return f'<div style="overflow-x: auto" tabindex="0" role="group" aria-label="Growth">\n{svg.strip()}\n</div>\n'


def page(kept, picture):
    """The text of the page. kept: name -> table; picture: whether there is one."""
    machines = dict.fromkeys(table["machine"] for table in kept.values())
    parts = [INTRO, "\n".join(f"Machine: {machine}." for machine in machines)]
    for heading, about, names in PARTS:
        present = [(kept[name], title) for name, title in names if name in kept]
        if not present:
            continue
        parts += [f"## {heading}", about, *(section(*one) for one in present)]
        if "growth" in kept and heading == "Growth" and picture:
            parts.append(f"```{{raw}} html\n:file: {PICTURE}\n```")
    return "\n\n".join(part.strip() for part in parts) + "\n"


def main():
    kept = {path.stem: json.loads(path.read_text("utf-8")) for path in KEPT.glob("*.json")}
    missing = {name for _, _, names in PARTS for name, _ in names} - kept.keys()
    assert not missing, f"{KEPT} lacks {', '.join(sorted(missing))}: the page shows one whole run (make bench)"
    drawn = KEPT / "growth.svg"
    if drawn.exists():
        (ROOT / "chapters" / PICTURE).write_text(themed(drawn.read_text("utf-8")), encoding="utf-8")
    (ROOT / "chapters" / "speed.md").write_text(page(kept, drawn.exists()), encoding="utf-8")
    print(f"wrote chapters/speed.md: {len(kept)} tables")


if __name__ == "__main__":
    main()
