"""Python for exercises on the built page: how soon it is there, what it takes, and how long a reader waits for a
verdict.

A chapter is opened cold; then its first cell gets the focus. Memory is the page's and the room's, by what Chromium says
of the processes (PSS, as Linux counts what is shared) before that and after; a warm spare is there then, too.
"""

import statistics
from pathlib import Path

from harness import Table, main, number
from page import in_browser  # which finds tests/support, too
from support.cells import Cell, open_all, page_of

from oco_live.exercises import NAMES
from oco_live.exercises.exercise import get_exercise

CHAPTER, NAME, RUNS, FEW = "online_gradient_descent", "ogd-step", 15, 5
WATCH = """name => { const { section } = ocoExercise.cells[name]; window.runs = []; let began;
  section.querySelector('[name=run]').addEventListener('click', () => { began = performance.now(); },
    { capture: true });
  new MutationObserver(() => runs.push(performance.now() - began))
    .observe(section, { attributeFilter: ['data-marked'] }); }"""


def memory(root):
    """MB of a process and all below it, each shared page counted once."""
    children, total = {}, 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(stat.read_text(encoding="utf-8").rpartition(")")[2].split()[1])
        except OSError:
            continue  # it has ended
        children.setdefault(parent, []).append(int(stat.parent.name))
    waiting = [root]
    while waiting:
        pid = waiting.pop()
        waiting += children.get(pid, [])
        try:
            lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="utf-8").splitlines()
        except OSError:
            continue
        total += next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return total / 1024


def browser_process():
    """The process of this run's Chromium: the newest that is called so and is no child of another such."""
    found = []
    for comm in Path("/proc").glob("[0-9]*/comm"):
        try:
            arguments = (comm.parent / "cmdline").read_bytes()
        except OSError:
            continue
        if b"chromium" in arguments[:200] and b"--type=" not in arguments and b"--headless" in arguments:
            found.append(int(comm.parent.name))
    return max(found)


def measured(browser, server):
    """[what, value] of one visit."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, service_workers="block")
    page = context.new_page()
    page.goto(server.url + page_of(CHAPTER))
    page.wait_for_load_state("networkidle")
    page.locator(".oco-explorer").first.scroll_into_view_if_needed()  # its Python starts when it is near
    page.wait_for_function("Object.values(ocoExplorers)[0].python.state === 'ready'", timeout=120_000)
    process, before = browser_process(), memory(browser_process())
    cell = Cell(page, NAME)
    cell.section.scroll_into_view_if_needed()
    asked = page.evaluate("performance.now()")
    cell.text.focus()
    page.evaluate("name => ocoExercise.page.python.start(name)", NAME)
    first = page.evaluate("performance.now()") - asked
    alone = memory(process)
    page.evaluate(WATCH, NAME)
    exercise = get_exercise(NAME)
    times = {}
    for what, code in (("right", exercise.solution), ("wrong", exercise.wrong[0].code)):
        cell.run(code)  # the first of its kind
        page.wait_for_function("ocoExercise.page.python.starts.length > 1", timeout=120_000)
        page.evaluate("runs.length = 0")
        for _ in range(RUNS):
            cell.run()
        times[what] = statistics.median(page.evaluate("runs"))
    starts = page.evaluate("ocoExercise.page.python.starts")
    both = memory(process)
    context.close()
    return [("first Python ready after the first focus, s", first / 1000),
            ("its own start, files there, s", starts[0]["ms"] / 1000), ("the spare’s, s", starts[1]["ms"] / 1000),
            ("WebAssembly memory of each, MB", starts[0]["heap"] / 1e6),
            ("memory that the first takes, editor included, MB", alone - before),
            ("and the spare, MB", both - alone),
            ("from Run to the verdict, a right answer, ms", times["right"]),
            ("from Run to the verdict, a wrong answer, ms", times["wrong"])]


def verdicts(browser, server):
    """[what, value]: from Run to the verdict in all cells, one after the other."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, service_workers="block")
    page = open_all(context.new_page(), server)
    right, wrong = {}, {}
    for name in NAMES:
        exercise, cell = get_exercise(name), Cell(page, name).ready()
        page.evaluate(WATCH, name)
        for found, codes in ((right, [exercise.solution] * FEW), (wrong, [one.code for one in exercise.wrong])):
            page.evaluate("runs.length = 0")
            for code in codes:
                cell.run(code)
            found[name] = statistics.median(page.evaluate("runs"))
    context.close()
    slowest = max(right, key=right.get)
    return [(f"the same in all {len(NAMES)} cells, right answers, median, ms", statistics.median(right.values())),
            ("wrong answers, median, ms", statistics.median(wrong.values())),
            (f"the slowest, {slowest}, ms", right[slowest])]


def exercises(browser, server):
    """What one chapter's first cell costs, and how long it and all others take."""
    table = Table("page-exercises", "Python for exercises on the page",
                  ("what", "median of three visits"), note=f"Runs: median of {RUNS} in the "
                  f"first cell, of {FEW} in each cell for all, on one visit; Python there.")
    for rows in zip(*(measured(browser, server) for _ in range(3))):
        table.rows.append([rows[0][0], number(statistics.median(value for _, value in rows))])
    table.rows += [[what, number(value)] for what, value in verdicts(browser, server)]
    return table


def tables():
    yield from in_browser(exercises)


if __name__ == "__main__":
    main(tables)
