"""The lines that "copy as Python" gives are run, and what they compute is compared with the explorer's frame."""

import contextlib
import io

import pytest
from support.browser import new_page
from support.small import small_site

from oco_live import code
from oco_live.explorer import NAMES, get

WITH_CORE = {"ogd", "ogd_proof", "protocol", "kernels", "spam"}


def states(explorer):
    """Parameters to try: every preset, for each stream its defaults, and for the first both ends of the controls that are cheap."""
    found = [explorer.defaults(stream) for stream in explorer.control("stream").values]
    found += [explorer.preset(preset) for preset in explorer.presets]
    stream = explorer.defaults()["stream"]
    for end in (0, -1):
        given = {c.name: c.values_for(stream)[end] for c in explorer.controls
                 if c.name not in ("stream", "T", "n_runs") and c.kind != "signs" and c.values_for(stream)}
        found.append(explorer.checked(explorer.defaults(stream) | given))
    return found


def run(text):
    names, out = {}, io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(text, "lines", "exec"), names)
    return names, out.getvalue()


@pytest.mark.parametrize("name", NAMES)
def test_the_lines_compute_what_is_shown(name):
    explorer = get(name)
    for params in states(explorer):
        frame = explorer.frame(**params)
        names, printed = run(code.lines(name, params))
        assert names["w"].params == params, params
        assert names["facts"] == frame.facts and printed.strip() == frame.sentence
        core = {fact: names[fact] for fact in ("regret", "bound", "M") if fact in names}
        assert bool(core) == (name in WITH_CORE)
        assert core == pytest.approx({fact: frame.facts[fact] for fact in core}, rel=2e-8, abs=2e-8), params  # two certificates


def test_numbers_and_words_are_written_one_way():
    for value, text in ((1.0, "1"), (0.1, "0.1"), (1e-9, "1e-9"), (5e-5, "5e-5"), (1.5e22, "1.5e+22"), (0, "0"), (4601, "4601"),
                        (2**-0.5, "0.7071067811865476"), ("+-", '"+-"')):
        assert code.literal(value) == text and eval(text) == value
    with pytest.raises(ValueError, match="eta"):
        code.lines("ogd", {"eta": 99})


def test_the_page_copies_the_same_text(browser):
    """For every state above, by the button; and without a clipboard for pages, by the old way."""
    with small_site(*NAMES, sweeps=False) as server, new_page(browser, thrifty=True) as (page, notes):
        page.add_init_script("Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: async (text) => { window.copied = text; } } })")
        page.goto(server.url)
        page.wait_for_function("n => Object.keys(window.ocoExplorers ?? {}).length === n", arg=len(NAMES))
        copied = lambda name, params: page.evaluate("""async ([name, params]) => {
          const { view } = window.ocoExplorers[name];
          view.current = { ...view.current, params: { ...view.start, ...params } };
          view.figure.querySelector('.oco-python').click();
          await new Promise((done) => setTimeout(done));
          return window.copied;
        }""", [name, params])
        for name in NAMES:
            for params in states(get(name)):
                assert copied(name, params) == code.lines(name, params)
        for value in (1e-9, 5e-5, 1.5e22, 2**-0.5, 3):  # numbers that no control has, written by both sides
            assert f"k={code.literal(value)})" in copied("adversary", {"k": value})
        figure = page.locator("[data-explorer=spam]")
        figure.locator(".oco-more").click()
        page.evaluate("""() => {
          Object.defineProperty(navigator, 'clipboard', { value: undefined });
          document.addEventListener('copy', () => { window.got = document.activeElement.value; });
        }""")
        figure.locator(".oco-python").click()
        assert page.evaluate("got") == code.lines("spam", page.evaluate("window.ocoExplorers.spam.view.current.params"))
        page.wait_for_function("!document.querySelector('textarea')")
        assert page.evaluate("document.activeElement.className") == "oco-python"
        assert figure.locator(".oco-told").inner_text() == "Python lines copied"
        assert notes.errors == []
