"""All tables that the benchmarks kept, as the appendix page ``chapters/speed.md``."""

import json
import shutil

from harness import KEPT, ROOT

ORDER = ("one-run", "many-runs", "memory", "comparator", "growth", "page-loading", "page-baked", "page-python", "page-ready",
         "building", "nbval")
INTRO = """# Speed

Everything that a reader waits for, and everything that the core computes, measured in one run by `make bench`.
Contenders are timed in turn, figures are medians, and no test depends on any of them.
A peer that does not install says *not run*.

{machines}
"""


def markdown(table):
    """One table as a section."""
    row = lambda cells: "| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |"
    lines = [f"## {table['title']}", "", row(table["head"]), row([":---"] + ["---:"] * (len(table["head"]) - 1)),
             *map(row, table["rows"])]
    return "\n".join(lines + (["", table["note"]] if table["note"] else []))


def main():
    kept = {path.stem: json.loads(path.read_text()) for path in KEPT.glob("*.json")}
    tables = [kept[name] for name in ORDER if name in kept]
    machines = "\n".join(dict.fromkeys(f"Machine: {table['machine']}." for table in tables))
    parts = [INTRO.format(machines=machines)]
    for table in tables:
        parts.append(markdown(table))
        if table["name"] == "growth" and (KEPT / "growth.svg").exists():
            shutil.copy(KEPT / "growth.svg", ROOT / "chapters" / "speed-growth.svg")
            parts.append("```{image} speed-growth.svg\n:alt: Cost of play against T, d and the number of runs, on logarithmic axes\n```")
    (ROOT / "chapters" / "speed.md").write_text("\n\n".join(part.strip() for part in parts) + "\n", encoding="utf-8")
    print(f"wrote chapters/speed.md: {len(tables)} tables")


if __name__ == "__main__":
    main()
