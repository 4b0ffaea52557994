"""Browsers that keep nothing for a site (all cookies blocked, a sandboxed frame): everything works, and what is not
kept is said."""

from support.browser import BLOCKED, new_page
from support.driving import BOOK, Driver
from support.server import serve

DESK, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}


#: What is left of a full storage: everything can be read, nothing written.
FULL = """if (!localStorage.getItem('mode')) { localStorage.setItem('mode', 'dark');
  localStorage.setItem('theme', 'dark'); }
Storage.prototype.setItem = () => { throw new DOMException('The quota has been exceeded.', 'QuotaExceededError'); };"""


def works(page, context, said):
    """Theme, explorer, phone menu, search by its key and its page; context: what is driven, the page or a frame of it.

    said: what is said when the theme is changed, or None."""
    page.set_viewport_size(DESK)
    theme = lambda: context.evaluate("document.documentElement.dataset.theme")
    button = context.locator(".article-header-buttons .theme-switch-button")
    button.wait_for()
    before, seen = theme(), set()
    for _ in range(3):
        button.click()
        seen.add(theme())
    assert seen == {"light", "dark"} and theme() == before
    note = context.locator(".oco-forgets")
    assert note.count() == (1 if said else 0)  # once, however often it is pressed
    if said:
        assert said in note.inner_text()
        note.get_by_role("button", name="Close").click()
        assert note.is_hidden()

    slider = Driver(context, "ogd").near().control("eta")
    slider.press("ArrowRight")
    context.wait_for_function(
        "document.querySelector('.oco-explorer').dataset.frame > 0 && ocoExplorers.ogd.view.answered()")

    page.set_viewport_size(PHONE)
    menu = context.locator(".bd-header-article .primary-toggle")
    menu.click()
    context.locator(".bd-sidebar-primary a", has_text="Kernels").first.wait_for()
    page.keyboard.press("Escape")
    page.set_viewport_size(DESK)

    context.locator("body").press("Control+k")
    field = context.locator("#pst-search-dialog input[type=search]")
    field.fill("projection")
    field.press("Enter")
    context.wait_for_url("**/search.html?q=projection")
    context.locator("#search-results a[href*=online_gradient_descent]").first.wait_for()


def test_a_book_in_a_browser_that_keeps_nothing(browser, book):
    with new_page(browser, thrifty=True, viewport=DESK) as (page, notes):
        page.add_init_script(BLOCKED)
        page.goto(book.url)
        works(page, page, said="keeps nothing")
        page.goto(book.url)
        keep = page.locator(".oco-offline button")  # this connection costs: the reader is asked
        keep.click()
        page.locator(".oco-offline [role=status]", has_text="keeps nothing").wait_for()
        assert notes.errors == notes.foreign == []


def test_a_book_in_a_browser_without_room(browser, book):
    """What was kept before is there, nothing breaks, and the reader is told that it is a matter of room."""
    with new_page(browser, thrifty=True, viewport=DESK, color_scheme="light") as (page, notes):
        page.add_init_script(FULL)
        page.goto(book.url)
        assert page.evaluate("document.documentElement.dataset.mode") == "dark"
        works(page, page, said="storage for this site is full")
        page.goto(book.url)
        # as it was kept, not as it was chosen since
        assert page.evaluate("document.documentElement.dataset.mode") == "dark"
        assert notes.errors == notes.foreign == []


def test_a_book_in_a_sandboxed_frame(browser, tmp_path):
    """On another host's page, without allow-same-origin: no storage, no worker, no cookies."""
    (tmp_path / "index.html").write_text("<!doctype html><title>frame</title>", "utf8")
    with serve(BOOK) as server, serve(tmp_path) as other, new_page(browser, thrifty=True, viewport=DESK) as (page,
                                                                                                             notes):
        page.goto(other.url)
        page.evaluate("""url => {
          const frame = Object.assign(document.createElement("iframe"),
            { src: url, sandbox: "allow-scripts allow-forms allow-downloads" });
          frame.style = "position:fixed;inset:0;width:100%;height:100%;border:0";
          document.body.style.margin = 0;
          document.body.append(frame);
        }""", server.url)
        frame = page.frames[1]
        frame.wait_for_url(server.url)
        works(page, frame, said="keeps nothing")
        assert notes.errors == notes.foreign == []


def test_where_something_is_kept_nothing_is_said(browser, book):
    with new_page(browser, thrifty=True, viewport=DESK) as (page, notes):
        page.goto(book.url)
        works(page, page, said=None)
        assert page.evaluate("localStorage.getItem('mode')") in ("auto", "light", "dark")
        assert page.evaluate("localStorage.getItem('oco')") is None
        assert notes.errors == []


def test_a_page_that_was_put_aside_takes_the_colours_chosen_meanwhile(browser, book):
    with new_page(browser, thrifty=True, color_scheme="light") as (page, _):
        page.goto(book.url + "chapters/notation.html")
        page.evaluate("localStorage.setItem('mode', 'dark'); localStorage.setItem('theme', 'dark');"
                      "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
        assert page.evaluate("[document.documentElement.dataset.mode, document.documentElement.dataset.theme]") == [
            "dark", "dark"]
