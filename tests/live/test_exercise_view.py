"""Exercise cells as they are built: their markup, what a page loads for them, and the guard of a reader's Python."""

import builtins
import gzip
import json
import re
import subprocess

import numpy as np
import pytest

from oco_core import losses
from oco_live.exercises import NAMES
from oco_live.exercises.exercise import get_exercise
from oco_live.hosts import browser, bundle, cells, exercise_page, guard, node

FIRST = 12_000  # bytes, compressed, of script and stylesheet before a reader's first word


def test_a_page_loads_little_before_the_first_word():
    loaded = [bundle.bundled("exercise/page.js"), bundle.sheet("exercise")]
    assert sum(len(gzip.compress(text.encode(), 6)) for text in loaded) <= FIRST


def test_every_module_of_the_cells_is_used():
    folder = bundle.VIEW / "exercise"
    found, waiting = set(), ["page.js", "rest.js", "editor.js", "lone.js", "worker.js"]
    while waiting:
        name = waiting.pop()
        found.add(name)
        text = (folder / name).read_text("utf8")
        waiting += [other for other in re.findall(r'"\./([\w-]+\.js)"', text) if other not in found]
    assert found == {path.name for path in folder.glob("*.js")}
    styles = set(bundle.PARTS["exercise"][1]) - {"ground.css"}
    assert {f"exercise/{path.name}" for path in folder.glob("*.css")} == styles


@pytest.mark.parametrize("name", NAMES)
def test_a_cell_says_what_is_asked_and_not_the_answer(name):
    exercise, markup = get_exercise(name), exercise_page.cell_html(name, "../_oco/", {"ogd": ""})
    text = re.sub(r"<[^>]*>", "", markup).replace("\u00a0", " ")
    for paragraph in exercise.statement:
        assert cells.escape(cells.plain(paragraph)) in text
    assert cells.escape(exercise.given) in markup and cells.escape(exercise.start) in markup
    assert cells.escape(exercise.solution) not in markup or exercise.solution in exercise.start
    for button in ("run", "reset", "solution"):
        assert f'name="{button}"' in markup
    assert 'data-state="untried"' in markup and '<output class="oco-verdict"' in markup


TEXTS = ["the bound (*G*²/2) ln(*T* + 1) is ≥ 3",
         "in round 2 your step lands [0.207](measured) away", "‖*w*‖ ≤ *U*, not `w + …`", "2 * 3 * 4 and a*b",
         "[2.67e−4](bound) <b> & \"so\"", "1e−5 of `a < b`", "[x](other)", "*w*'s", "``",
         "T7’s bound (E14), *T7*, `T7`, [T7](bound), T77, D20 of A6 and T8"]
LINKS = {"T7": "#t7", "E14": "errata.html?a&b#e", "D20": "#d20", "A6": "../a.html#a6"}


def test_a_text_is_set_alike_on_the_page_and_in_a_verdict():
    script = ('import { rich } from "./oco_live/view/exercise/rich.js"; let all = ""; '
              "for await (const part of process.stdin) all += part; "
              f"console.log(JSON.stringify(JSON.parse(all).map((text) => rich(text, {json.dumps(LINKS)}))));")
    texts = TEXTS + [text for name in NAMES for text in get_exercise(name).statement]
    done = subprocess.run([node.program(), "--input-type=module", "-e", script], input=json.dumps(texts),
                          cwd=bundle.VIEW.parents[1], capture_output=True, encoding="utf8", check=True)
    alike = [text.replace("&#x27;", "'") for text in (cells.rich(text, LINKS) for text in texts)]
    assert json.loads(done.stdout) == alike
    assert cells.rich(TEXTS[-1], LINKS) == (
        '<a href="#t7">T7</a>’s bound (<a href="errata.html?a&amp;b#e">E14</a>), <i>T7</i>, <code>T7</code>, '
        '<b class="oco-ex-bound">T7</b>, T77, <a href="#d20">D20</a> of <a href="../a.html#a6">A6</a> and T8')


def test_an_id_in_a_statement_leads_to_where_it_is_told():
    """Those that the chapter's exercises name and the book knows, for the verdicts of the page as well."""
    links = {"T22": "#t22", "T18": "regularisation.html#t18", "E4": "errata.html#errata-e4"}
    markup = exercise_page.cell_html("gd-steps", "../_oco/", {"sgd": ""}, links=links)
    assert 'after which <a href="#t22">T22</a> promises' in markup and '"links":{"T22":"#t22","E4":' in markup
    assert "T18" not in markup and ">T22<" not in exercise_page.cell_html("gd-steps", "../_oco/")


def test_python_for_exercises_brings_what_the_explorers_lacks():
    both = {path.as_posix() for path in [*browser.package_files(), *exercise_page.code_files()]}
    assert {"oco_live/hosts/exercises.py", "oco_live/hosts/guard.py", "oco_live/exercises/run.py"} <= both
    assert all(f"oco_live/exercises/{chapter}.py" in both or f"oco_live/exercises/{chapter}/__init__.py" in both
               for chapter in NAMES.values())
    files = exercise_page.manifest()
    assert set(files["packages"]) <= set(files["files"]) and files["worker"] not in files["files"]
    assert not any("exercise" in name for name in browser.manifest()["files"])  # explorers fetch nothing more


def test_the_guard_sees_what_a_reader_has_changed(monkeypatch):
    guard.remember("ogd-step")
    assert not guard.changed()
    for owner, name in ((np, "sqrt"), (np.linalg, "norm"), (losses, "square"), (builtins, "max")):
        with monkeypatch.context() as patch:
            patch.setattr(owner, name, abs)
            assert guard.changed(), name
        assert not guard.changed()
    with monkeypatch.context() as patch:
        patch.setattr(np.linalg, "abs", lambda x: 0, raising=False)  # hides the builtin from that module
        assert guard.changed()
    assert not guard.changed()
