"""The notebook's view before a kernel that the test plays: refused wishes, slow answers."""

from contextlib import contextmanager

import pytest
from support.browser import new_page
from support.small import small_site

from oco_live.explorer import get
from oco_live.hosts import bundle, markup

OGD = get("ogd")
MODEL = """async ([module, state]) => {
  const { default: { render } } = await import(URL.createObjectURL(new Blob([module], { type: 'text/javascript' })));
  const listeners = {};
  window.sent = [];
  window.model = { get: (name) => state[name], on: (event, listener) => { listeners[event] = listener; }, off: () => {},
    send: (message) => sent.push(message) };
  window.refuse = (error) => listeners['msg:custom']({ error });
  window.answer = (frame) => { Object.assign(state, frame.params, { _frame: frame }); listeners['change:_frame'](); };
  document.body.replaceChildren(document.createElement('div'));
  render({ model, el: document.body.firstChild });
}"""


@contextmanager
def opened(browser, script):
    """A page on which this script has shown ogd's figure as a kernel sends it."""
    frame = OGD.frame().as_dict()
    with small_site(sweeps=False) as server, new_page(browser, thrifty=True) as (page, notes):
        page.goto(server.url)
        figure = markup.figure_html("ogd", {}, "oco-ogd-1", "kernel")
        page.evaluate(script, [bundle.module(), {"_html": figure, "_frame": frame, **frame["params"]}])
        yield page
        assert notes.errors == []


@pytest.fixture
def page(browser):
    with opened(browser, MODEL) as page:
        yield page


def state(page, first="", argument=None):
    """[U that the slider shows, whether the frame in view is the one asked for, the note, what was told], right after
    the script `first`: in one go, since a word that it takes long comes after a second, and what was told goes after
    six."""
    return page.evaluate(
        """([first, argument]) => {
      const view = window.ocoExplorers.ogd, U = document.querySelector('[name=U]');
      const move = (end) => { U.value = U[end]; U.dispatchEvent(new Event('input', { bubbles: true })); };
      eval(first);
      return [view.controls.params.U, view.answered(), view.note.textContent,
        document.querySelector('.oco-told').textContent]; }""",
        [first, argument],
    )


def test_what_the_kernel_refuses_is_told_and_taken_back(page):
    page.locator("[name=U]").press("End")
    assert page.evaluate("sent.length") == 1 and state(page)[:2] == [OGD.control("U").values[-1], False]
    assert state(page, "refuse('U = 99: expected less')") == [1, True, "U = 99: expected less", "U = 99: expected less"]
    page.locator("[name=U]").press("Home")  # and it is still alive: the note goes with the next answer
    smallest = OGD.control("U").values[0]
    assert state(page, "answer(argument)", OGD.frame(U=smallest).as_dict())[:3] == [smallest, True, ""]


def test_a_refusal_of_what_the_reader_has_left_is_not_told(page):
    left = state(page, "move('max'); move('min'); refuse('U = 99: expected less')")
    assert page.evaluate("sent.map(({ params }) => params.U)") == [
        OGD.control("U").values[-1], OGD.control("U").values[0]]
    assert left == [OGD.control("U").values[0], False, "", ""]


def test_a_kernel_that_takes_long_is_said_to_compute(page):
    assert state(page, "move('max')")[1:3] == [False, ""]
    said = page.locator(".oco-computing .oco-busy:visible")  # at the picture
    said.first.wait_for()
    assert said.first.inner_text() == "computing …"
    assert state(page, "answer(argument)", OGD.frame(U=OGD.control("U").values[-1]).as_dict())[1:3] == [True, ""]
    assert said.count() == 0


def test_a_widget_shown_twice_is_two_figures_and_one_that_goes_leaves_nothing_behind(browser):
    with opened(browser, TWICE) as page:
        ids = page.locator("[id]").evaluate_all("all => all.map((e) => e.id)")
        assert len(ids) == len(set(ids)) > 10
        for kind, attribute in (("label[for]", "for"), ("[aria-labelledby]", "aria-labelledby")):
            named = page.locator(kind).evaluate_all("(all, name) => all.map((e) => e.getAttribute(name))", attribute)
            assert set(named) <= set(ids), kind
        for figure in page.locator(".oco-explorer").all():
            assert figure.get_by_role("slider", name="step η", exact=True).count() == 1
            figure.get_by_role("button", name="play the rounds").click()  # which cuts the curves at the round
            clips = figure.locator("[clip-path]").evaluate_all(
                "all => all.map((e) => e.getAttribute('clip-path').slice(5, -1))")
            assert clips and all(figure.locator(f"[id='{clip}']").count() == 1 for clip in clips)
        assert page.evaluate("listening.size") > 0
        page.evaluate("ends.forEach((end) => end())")
        assert page.evaluate("listening.size") == 0


#: Two views of one widget; `listening` counts what they left on the window.
TWICE = """async ([module, state]) => {
  const { default: { render } } = await import(URL.createObjectURL(new Blob([module], { type: 'text/javascript' })));
  window.listening = new Set();
  const add = window.addEventListener;
  window.addEventListener = (kind, listener, options) => {
    const entry = [kind];
    listening.add(entry);
    options?.signal?.addEventListener('abort', () => listening.delete(entry));
    add.call(window, kind, listener, options);
  };
  const model = { get: (name) => state[name], on: () => {}, off: () => {}, send: () => {} };
  document.body.replaceChildren(document.createElement('div'), document.createElement('div'));
  window.ends = [...document.body.children].map((el) => render({ model, el }));
  window.addEventListener = add;
}"""
