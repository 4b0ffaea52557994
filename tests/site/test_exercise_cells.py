"""An exercise cell in a real browser: what a reader's code may do, what is kept, keys, touch, axe."""

import json

import pytest
from axe_playwright_python.sync_playwright import Axe
from support.browser import new_page, sized, themed
from support.cells import NO_EXPLORERS_PYTHON, Cell, page_of
from support.driving import BOOK, Driver

from oco_live.exercises.exercise import get_exercise

CHAPTER, NAME = "online_gradient_descent", "ogd-step"
STEP = get_exercise(NAME)
WRONG = STEP.wrong[0].code
DRAWN = 3  # seconds: what is drawn then, on a slow machine
ALL = {"rules": {"target-size": {"enabled": True}}}  # as in test_accessibility.py


@pytest.fixture(scope="module")
def cell(browser, book):
    """The first cell of a chapter whose explorer is on the same page, with Python started."""
    with new_page(browser, thrifty=True, viewport={"width": 1280, "height": 900}) as (page, notes):
        page.add_init_script(NO_EXPLORERS_PYTHON)
        page.goto(book.url + page_of(CHAPTER))
        found = Cell(page, NAME)
        found.notes, found.server = notes, book
        yield found.ready()


@pytest.fixture
def fresh(browser, book):
    """A page of its own, without Python unless the test asks for it."""
    with new_page(browser, thrifty=True) as (page, notes):
        page.goto(book.url + page_of(CHAPTER))
        found = Cell(page, NAME)
        found.notes = notes
        yield found


def visited(cell):
    """Open the same page anew."""
    cell.page.reload()
    cell.page.wait_for_function("window.ocoExercise?.cells")


# ---------------------------------------------------------------- before the first word

def test_nothing_heavy_is_fetched_before_the_first_word(fresh, book):
    book.requests.clear()
    visited(fresh)
    fresh.section.scroll_into_view_if_needed()
    asked = [path.rpartition("/")[2] for path in book.requests if "/exercise" in path]
    assert {name.partition("-")[0] for name in asked} <= {"exercise"} and len(asked) <= 2  # from the cache, or both
    assert fresh.state == "untried" and fresh.button("solution").is_hidden()
    line = fresh.page.locator(".cell_input", has_text=f'exercise("{NAME}")')
    assert line.count() == 1 and line.is_hidden()  # the notebook's line of code is nothing to run here
    given = fresh.section.locator(".oco-ex-given")
    assert given.inner_text() == STEP.given and given.evaluate("e => !e.isContentEditable")
    for name, value in {"autocorrect": "off", "autocapitalize": "off", "spellcheck": "false"}.items():
        assert fresh.text.get_attribute(name) == value


def test_pages_without_exercises_have_nothing_of_them():
    for name in ("index.html", "chapters/notation.html", "search.html"):
        assert "exercise-" not in (BOOK / name).read_text("utf8").split("<body")[0], name


# ---------------------------------------------------------------- a run

def test_a_right_answer_passes_and_is_quick(cell):
    assert cell.run(STEP.solution) == "passed"
    assert cell.says().startswith("Passed:")
    assert cell.section.locator("figure svg path[d^=M]").count() > 2
    assert cell.button("solution").is_visible()


def test_a_wrong_answer_is_explained_and_opens_in_the_explorer(cell):
    assert cell.run(WRONG) == "failed"
    assert cell.says().startswith("Not yet:")
    link = cell.link()
    cell.output.locator("a.oco-counterexample").click()
    cell.page.wait_for_function("name => ocoExplorers[name].answers.wish.stream === 'own'", arg=link["explorer"])
    wish = cell.page.evaluate("name => ocoExplorers[name].answers.wish", link["explorer"])
    assert {name: wish.get(name) for name in link["params"]} == link["params"]
    assert cell.page.url.partition("#")[2].startswith(link["explorer"] + "?")
    cell.page.evaluate("history.replaceState(null, '', location.pathname)")


def test_an_error_is_told_in_python_s_words_and_its_line_is_marked(cell):
    assert cell.run("    v = w\n    return sqrt(v) + '<b>'") == "failed"
    assert cell.says().startswith("Error in line 2: name 'sqrt' is not defined.")
    assert cell.section.locator(".cm-line.oco-ex-bad").inner_text().strip().startswith("return sqrt")
    cell.type("    return w")
    assert cell.section.locator(".oco-ex-bad.cm-line").count() == 0  # another text


def in_time(cell):
    """Seconds in which a run is ended and told: 2.5 s, more on a machine where a right answer takes long."""
    return cell.page.evaluate("ocoExercise.page.python.patience") / 1000 + DRAWN


def elapsed(cell, code):
    """Seconds from Run to the verdict."""
    cell.type(code)
    cell.page.evaluate("""name => { const { section } = ocoExercise.cells[name], began = performance.now();
      section.querySelector('[name=run]').addEventListener('click', () => { window.began = performance.now(); },
        { once: true, capture: true });
      new MutationObserver((_, watch) => { window.took = performance.now() - window.began; watch.disconnect(); })
        .observe(section, { attributeFilter: ['data-marked'] }); }""", cell.name)
    cell.run()
    return cell.page.evaluate("window.took") / 1000


LOOPS = {
    "endless": "    while True: pass",
    "caught": "    while True:\n        try:\n            while True: pass\n        except:\n            pass",
    "generator": "    return sum(1 for _ in iter(int, 1))",
    "recursion": "    return step(w, g, t)",
}


@pytest.mark.parametrize("loop", LOOPS)
def test_a_loop_without_end_is_told_in_time(cell, loop):
    assert elapsed(cell, LOOPS[loop]) < in_time(cell)
    assert cell.state == ("failed" if loop == "recursion" else "stopped")
    assert cell.written() == LOOPS[loop]
    assert cell.run(STEP.solution) == "passed"  # the same Python, or the spare one


#: Runs an endless loop, moves a slider meanwhile: [ms until the next frame was painted, the cell's state then].
MEANWHILE = """async (name) => {
  const cell = ocoExercise.cells[name], figure = document.querySelector('.oco-explorer[data-explorer=ogd]');
  cell.run();
  await new Promise((go) => setTimeout(go, 200));
  const slider = figure.querySelector('[name=eta]'), before = figure.dataset.frame, began = performance.now();
  slider.value = Number(slider.value) + 1;
  slider.dispatchEvent(new Event('input', { bubbles: true }));
  while (figure.dataset.frame === before && cell.section.dataset.state === 'running')
    await new Promise(requestAnimationFrame);
  return [performance.now() - began, cell.section.dataset.state];
}"""


def test_an_explorer_answers_while_a_reader_s_loop_runs(cell):
    ogd = Driver(cell.page, "ogd").near()
    cell.page.evaluate("ocoExplorers.ogd.view.reset()")  # what came before left a stream that only Python answers
    ogd.until(**ogd.explorer.defaults())
    cell.type("    while True: pass")
    before = int(cell.section.get_attribute("data-marked") or 0)
    took, state = cell.page.evaluate(MEANWHILE, NAME)
    assert state == "running", took
    cell.page.wait_for_function(f"Number(ocoExercise.cells['{NAME}'].section.dataset.marked) > {before}")
    assert cell.state == "stopped"


def test_what_python_cannot_end_the_page_ends(cell):
    cell.run(WRONG)  # after a first run
    cell.page.wait_for_function("ocoExercise.page.python.starts.length > 1")  # a spare is warm
    assert elapsed(cell, "    return sum(range(10**12))") < in_time(cell)
    assert cell.state == "stopped" and "long call" in cell.says() and "text is kept" in cell.says()
    assert cell.written() == "    return sum(range(10**12))"
    assert cell.run(STEP.solution) == "passed"


def test_a_flood_of_output_does_not_freeze_the_page(cell):
    assert cell.run("    while True: print('x' * 60)") == "stopped"
    printed = cell.section.locator(".oco-ex-printed")
    printed.locator("summary").click()
    assert 1000 < len(printed.locator("pre").text_content()) <= 250_000
    assert "10 000 lines" in printed.inner_text()
    kept = json.loads(cell.page.evaluate("ocoExercise.cells['ogd-step'].save(), localStorage['oco.exercise.ogd-step']"))
    assert len(kept["verdict"]["output"]["text"]) <= 4000


def test_a_patched_numpy_marks_nothing_else(cell):
    wrong = "    np.linalg.norm = lambda v: 0.0\n    np.sqrt = lambda t: 1.0\n    return w"
    cell.run(wrong)
    assert cell.run(WRONG) == "failed" and "uphill" in cell.says()
    assert cell.run(STEP.solution) == "passed"


# ---------------------------------------------------------------- what is kept

def test_reload_keeps_text_and_verdict(cell):
    cell.run(WRONG)
    said, page = cell.says(), cell.page
    visited(cell)
    cell.section.locator(".oco-ex-says").wait_for()
    assert (cell.written(), cell.says(), cell.state) == (WRONG, said, "failed")
    assert "passed before" in cell.section.locator(".oco-ex-badge").inner_text()
    page.goto(cell.server.url + "chapters/notation.html")
    page.go_back()
    page.wait_for_function("window.ocoExercise?.cells")
    assert cell.written() == WRONG
    cell.ready()


# ---------------------------------------------------------------- keys, touch, axe

def test_with_the_keyboard_alone(cell):
    page, keys = cell.page, cell.page.keyboard
    cell.type("")
    cell.text.focus()
    keys.type("    v = w - eta / np.sqrt(t) * g")
    keys.press("Enter")
    keys.type("n = np.linalg.norm(v)\nreturn v if n <= U else v * U / n")  # Enter keeps the indentation
    assert cell.written() == STEP.solution
    assert cell.marked(lambda: keys.press("Control+Enter")) == "passed"
    keys.press("Tab")
    assert page.evaluate("document.activeElement.name") == "run"
    cell.text.focus()
    keys.press("Control+m")
    assert "now indents" in cell.section.locator(".oco-ex-note").inner_text()
    assert "indents" in cell.section.locator(".oco-ex-tab").inner_text()
    keys.press("Tab")
    assert page.evaluate("document.activeElement.closest('.oco-ex-editor') !== null")
    assert cell.written() != STEP.solution
    keys.press("Control+m")
    keys.press("Tab")
    assert page.evaluate("document.activeElement.name") == "run"


def test_where_the_editor_does_not_come_the_textarea_has_the_same_keys(browser, book):
    with new_page(browser, thrifty=True) as (page, _):
        page.route("**/exercise-editor-*.js", lambda route: route.abort())
        page.route("**/exercise-python-*.js", lambda route: route.abort())
        page.goto(book.url + page_of(CHAPTER))
        cell = Cell(page, NAME)
        cell.text.fill("    if t:")
        page.keyboard.press("End")
        page.keyboard.press("Enter")
        page.keyboard.type("return w")
        assert cell.written() == "    if t:\n        return w"
        page.keyboard.press("Control+m")
        page.keyboard.press("Tab")
        assert cell.written().endswith("return w    ")
        page.keyboard.press("Control+m")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.name") == "run"
        page.keyboard.press("Enter")
        cell.section.locator(".oco-ex-say", has_text="could not be fetched").wait_for()
        assert cell.written().endswith("return w    ") and cell.state == "stopped"


def test_by_touch_on_a_phone(browser, book):
    with new_page(browser, thrifty=True, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True) as (
            page, notes):
        page.goto(book.url + page_of(CHAPTER))
        cell = Cell(page, NAME)
        letters = "e => parseFloat(getComputedStyle(e).fontSize)"
        assert cell.text.evaluate(letters) >= 16  # else iOS zooms
        cell.text.tap()
        cell.section.locator(".cm-content").wait_for()
        assert cell.text.evaluate(letters) >= 16
        cell.type(STEP.solution)
        assert cell.marked(cell.button("run").tap) == "passed"
        assert cell.button("run").bounding_box()["height"] >= 44
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert notes.all() == []


def test_axe_finds_nothing(cell):
    cell.run(WRONG)
    cell.section.locator("details").evaluate_all("all => all.forEach((one) => { one.open = true; })")
    # axe reads all of a page before it looks at a part of it: nothing of the chapter stays but what holds the cell.
    cell.section.evaluate("""cell => document.querySelectorAll('article *').forEach((e) =>
        e.contains(cell) || cell.contains(e) || e.remove())""")
    for size, theme in (((1280, 900), "light"), ((1280, 900), "dark"), ((390, 844), "light"), ((390, 844), "dark")):
        sized(cell.page, *size)
        themed(cell.page, theme)
        assert cell.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        found = Axe().run(cell.page, context=f'.oco-exercise[data-exercise="{NAME}"]', options=ALL).response
        assert [(v["id"], [n["html"][:120] for n in v["nodes"]]) for v in found["violations"]] == [], (size, theme)
    sized(cell.page, 320, 800)
    cell.page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert cell.section.evaluate("e => e.scrollWidth <= e.clientWidth && e.getBoundingClientRect().right <= innerWidth")
    cell.page.evaluate("document.documentElement.style.fontSize = ''")
    sized(cell.page, 1280, 900)
    themed(cell.page, "light")
