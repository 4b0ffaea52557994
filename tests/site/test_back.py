"""Back, forward and reload: controls, picture and sentence show one state, for every explorer of the page."""

from support.browser import new_page
from support.driving import Driver
from support.small import small_site

from oco_live.phrasing import plain

PAGE = "chapters/online_gradient_descent.html"  # with two explorers
ELSEWHERE = "chapters/notation.html"

#: What the controls say: name → value, which picture is large, and what is shown in it.
SAID = """(name) => {
  const figure = document.querySelector(`.oco-explorer[data-explorer=${name}]`);
  const { view } = window.ocoExplorers[name];
  const { controls, spec } = view;
  const inputs = Object.fromEntries(spec.controls.filter(({ kind }) => kind !== "signs").map((control) => {
    let { value } = figure.querySelector(`[name="${control.name}"]`);
    if (control.kind === "text") value = value.replaceAll(" ", ""); // written with air between its rounds
    return [control.name, control.kind === "slider" ? controls.valuesFor(control)[Number(value)] ?? null : value];
  }));
  const large = figure.querySelector('[data-rank="main"]').dataset.panel;
  return { inputs, large, main: view.main, shown: spec.series.filter(view.shown).map((series) => series.name) };
}"""


def agrees(driver, **wanted):
    """The explorer, once it shows this, shows it everywhere."""
    driver.until(**wanted)
    frame, said = driver.frame(), driver.page.evaluate(SAID, driver.name)
    for name, value in said["inputs"].items():
        if value is not None:  # used with this stream
            assert frame["params"][name] == value, name
    assert said["large"] == said["main"]
    words = driver.figure.locator(".oco-headline").inner_text()
    assert words == plain(frame["headline"])
    driver.assert_equals_cpython(frame)
    return frame, said


def test_who_comes_back_finds_every_explorer_as_it_was_left(browser, book):
    """On a connection that costs: Python has no part in it."""
    with new_page(browser, thrifty=True) as (page, notes):
        ogd = Driver(page, "ogd").open(book.url + PAGE)
        ogd.painted(lambda: ogd.control("stream").select_option("zigzag"), "baked")
        ogd.painted(lambda: ogd.press("eta", "ArrowRight", 2), "baked")
        ogd.figure.locator('[data-panel="path"] .oco-panel-title').click()
        ogd.page.evaluate("ocoExplorers.ogd.view.toggle('worst')")
        ogd.figure.locator(".oco-keep").click()
        left = agrees(ogd)
        proof = Driver(page, "ogd_proof").near()
        stream = proof.explorer.control("stream").values[-1]
        proof.painted(lambda: proof.control("stream").select_option(stream), "baked")
        other = agrees(proof)
        address = page.url

        def unchanged():
            assert agrees(ogd.near(), stream="zigzag") == left  # far from the screen nothing is asked for
            assert agrees(proof.near(), stream=stream) == other
            assert ogd.figure.locator(".oco-kept li").count() == 1

        page.goto(book.url + ELSEWHERE)  # at once: nothing waits for the address
        page.go_back()
        unchanged()
        page.reload()
        unchanged()
        page.evaluate("document.querySelector('a.headerlink').click()")  # a place on this page
        page.goto(book.url + ELSEWHERE)
        page.go_back()
        unchanged()
        page.go_back()
        page.wait_for_function("location.hash.startsWith('#ogd_proof?')")
        unchanged()
        assert notes.all() == [], address


def test_a_link_says_more_than_what_was_left(browser, book):
    with new_page(browser, thrifty=True) as (page, notes):
        ogd = Driver(page, "ogd").open(book.url)
        ogd.painted(lambda: ogd.control("stream").select_option("zigzag"), "baked")
        page.wait_for_function("location.hash.includes('zigzag')")
        page.evaluate("location.hash = '#ogd?eta=0.1&U=2'")
        agrees(ogd, eta=0.1, stream=ogd.explorer.defaults()["stream"])
        page.reload()
        agrees(ogd, eta=0.1, stream=ogd.explorer.defaults()["stream"])
        page.goto(book.url + "index.html")  # anew
        agrees(ogd, **ogd.explorer.defaults())
        assert notes.all() == []


def test_what_was_refused_is_not_in_the_address(browser, book):
    """Nobody can compute it: the address goes back with the controls."""
    with new_page(browser, thrifty=True) as (page, notes):
        page.add_init_script("delete window.Worker")
        ogd = Driver(page, "ogd").open(book.url)
        ogd.press("seed", "ArrowRight")
        page.wait_for_function("ocoExplorers.ogd.python.state === 'failed' && ocoExplorers.ogd.view.answered()")
        page.goto(book.url + ELSEWHERE)
        page.go_back()
        ogd.near()
        assert agrees(ogd)[0]["params"] == ogd.explorer.defaults()
        assert "seed" not in page.url
        assert notes.errors == []


def test_what_others_keep_with_the_page_does_no_harm(browser):
    with small_site("ogd") as server, new_page(browser, thrifty=True) as (page, notes):
        page.goto(server.url)
        for kept in (
            "{}", "7", "null", "'oco'", "{ explorers: 7 }",
            "{ explorers: { [document.querySelector('figure').id]: 7, x: '#ogd?U=2' } }"):
            page.evaluate(f"history.replaceState({kept}, '', location.pathname)")
            page.reload()
            ogd = Driver(page, "ogd").near()
            agrees(ogd, **ogd.explorer.defaults())
        ogd.painted(lambda: ogd.press("eta", "ArrowRight"), "baked")
        page.wait_for_function("location.hash.startsWith('#ogd?')")
        assert notes.errors == []
