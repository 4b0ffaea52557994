"""The room in which a reader's Python runs: no way to the page, to another host or to what is kept; and what strangers
can send, a text in a link and a forged verdict."""

import base64

import pytest
from support.browser import new_page
from support.cells import NO_EXPLORERS_PYTHON, Cell, page_of

CHAPTER, NAME = "online_gradient_descent", "ogd-step"


@pytest.fixture(scope="module")
def cell(browser, book):
    with new_page(browser, thrifty=True) as (page, notes):
        page.add_init_script(NO_EXPLORERS_PYTHON)
        page.goto(book.url + page_of(CHAPTER))
        found = Cell(page, NAME)
        found.notes, found.server = notes, book
        yield found.ready()


#: What a reader's Python may try, as JavaScript in its worker; each prints how it went.
TRIES = {
    "fetch": "fetch('URL')",
    "its own fetch": "(delete self.fetch, fetch('URL'))",
    "prototype's fetch": "WorkerGlobalScope.prototype.fetch?.call(self, 'URL') ?? Promise.reject('none')",
    "XMLHttpRequest": """new Promise((yes, no) => { const ask = new XMLHttpRequest(); ask.open('GET', 'URL');
        ask.onload = () => yes(ask.status); ask.onerror = () => no('error'); ask.send(); })""",
    "importScripts": "(importScripts('URL'), Promise.resolve('ran'))",
    "import": "import('URL')",
    "WebSocket": """new Promise((yes, no) => { const line = new WebSocket('URL'.replace('http', 'ws'));
        line.onopen = yes; line.onerror = () => no('error'); })""",
    "EventSource": """new Promise((yes, no) => { const line = new EventSource('URL'); line.onopen = yes;
        line.onerror = () => no('error'); })""",
    "caches": "caches.keys()",
    "indexedDB": """new Promise((yes, no) => { const ask = indexedDB.open('x');
        ask.onsuccess = yes; ask.onerror = no; })""",
    "a worker's fetch": """new Promise((yes, no) => { const text = "fetch(" + JSON.stringify('URL') +
        ").then(() => postMessage(1), () => postMessage(0))";
        const worker = new Worker(URL.createObjectURL(new Blob([text])));
        worker.onmessage = ({ data }) => (data ? yes(1) : no('blocked')); worker.onerror = () => no('error'); })""",
}
#: The room as the page opens it, with a worker that tries instead of Python.
TRY = """async ([tries, url]) => {
  const text = (await (await fetch(ocoExercise.page.files.base + ocoExercise.page.files.python.worker)).text());
  const policy = document.querySelector('.oco-room').srcdoc.match(/content="([^"]*)"/)[1];
  const frame = Object.assign(document.createElement('iframe'), { srcdoc: document.querySelector('.oco-room').srcdoc });
  frame.setAttribute('sandbox', document.querySelector('.oco-room').getAttribute('sandbox'));
  const { port1, port2 } = new MessageChannel();
  const said = {};
  const done = new Promise((finish) => { port1.onmessage = ({ data }) => {
    if (data.done) return finish(); Object.assign(said, data); }; });
  const lines = Object.entries(tries).map(([name, code]) => `try { const got = await Promise.race([${code},
    new Promise((_, no) => setTimeout(no, 3000, 'no answer'))]); port.postMessage({ ${JSON.stringify(name)}: 'GOT ' +
    got }); } catch (error) { port.postMessage({ ${JSON.stringify(name)}: String(error) }); }`);
  const script = `self.onmessage = async ({ ports: [port] }) => { ${lines.join('\\n')}
    port.postMessage({ done: 1 }); }`;
  frame.onload = () => frame.contentWindow.postMessage({ script: script.replaceAll("'URL'", JSON.stringify(url)),
    files: { files: {} } }, '*', [port2]);
  document.body.append(frame);
  await Promise.race([done, new Promise((_, no) => setTimeout(no, 90000, new Error('the room does not answer')))]);
  frame.remove();
  return [said, policy];
}"""


def test_the_room_reaches_no_host_and_nothing_kept(cell):
    cell.server.requests.clear()
    said, policy = cell.page.evaluate(TRY, [TRIES, cell.server.url + "index.html"])
    assert set(said) == set(TRIES)
    assert [name for name, words in said.items() if words.startswith("GOT")] == []
    assert not [path for path in cell.server.requests if path.endswith("index.html")]
    assert "default-src 'none'" in policy
    cell.notes.console.clear()  # the browser says what it has refused


#: Python's own ways out.
ESCAPES = {
    "js": "    import js\n    print(js.eval('''typeof document + typeof parent + typeof localStorage'''))\n"
          "    js.self.postMessage('hello')\n    return w",
    "fetch": "    import js\n    js.eval('''delete self.fetch; fetch(\"URL\")''')\n    return w",
    "pyodide": "    from pyodide.http import open_url\n    print(open_url('URL').read())\n    return w",
    "run_js": "    from pyodide.code import run_js\n    run_js('''importScripts(\"URL\")''')\n    return w",
    "urllib": "    import urllib.request\n    print(urllib.request.urlopen('URL').read())\n    return w",
}


@pytest.mark.parametrize("way", ESCAPES)
def test_python_finds_no_way_out(cell, way):
    cell.server.requests.clear()
    cell.run(ESCAPES[way].replace("URL", cell.server.url + "index.html"))
    assert cell.state in ("failed", "stopped")
    assert not [path for path in cell.server.requests if path.endswith("index.html")]
    printed = cell.section.locator(".oco-ex-printed pre")
    if printed.count():
        assert "object" not in printed.text_content()  # no document, no storage
    assert cell.page.evaluate("document.title && typeof ocoExercise") == "object"
    cell.notes.console.clear()


#: A reader's Python that speaks in the place of ours: what it sends is drawn, and stays a text.
FORGED = """name => {
  const evil = '<img src=x onerror="window.broken = 1"><script>window.broken = 1</' + 'script>';
  const axis = { label: evil, unit: '', power: 1, limits: [0, 1], scale: 'linear', words: [], rounds: false };
  const panel = { name: evil, title: evil, x: axis, y: axis, levels: [evil], uprights: [], equal: false, ball: false };
  const series = { name: evil, panel: evil, kind: 'line', role: evil, dash: evil, ends: evil, width: evil, label: evil,
    end: evil, first: true };
  const cell = ocoExercise.cells[name];
  return cell.rest().then((rest) => rest.show(cell, { state: evil, lead: evil, sentence: evil, hint: `*${evil}*`,
    message: evil, line: evil, values: [[evil, evil]], checks: [{ text: evil, ok: false, value: evil }], tried: evil,
    table: { head: [evil], rows: [[evil]], bad: evil }, link: { explorer: 'ogd', params: { eta: evil } },
    output: { text: evil, lost: evil }, pictures: [{ spec: { name: evil, panels: [panel], series: [series] },
      frame: { series: { [evil]: { x: [0, 1], y: [0, 1] } }, facts: {}, texts: {}, status: {} } }] }));
}"""


def test_a_forged_verdict_stays_a_text(cell):
    assert cell.page.evaluate(FORGED, NAME) == "failed"
    assert "<img src=x" in cell.says()
    assert cell.output.locator("img, script").count() == 0
    assert cell.page.evaluate("typeof window.broken") == "undefined"
    assert "onerror" in cell.output.locator("a.oco-counterexample").evaluate("a => decodeURIComponent(a.hash)")
    cell.notes.console.clear()


# ---------------------------------------------------------------- a text in a link

def link(book, code):
    text = base64.urlsafe_b64encode(code.encode()).decode().rstrip("=")
    return f"{book.url}{page_of(CHAPTER)}#exercise-{NAME}?code={text}"


def test_a_text_in_a_link_is_shown_and_asks(browser, book):
    code = "    return -w  # from a friend, η ≤ 1 <b>"
    with new_page(browser, thrifty=True) as (page, notes):
        book.requests.clear()
        page.goto(link(book, code))
        cell = Cell(page, NAME)
        shown = cell.section.locator(".oco-ex-shared")
        shown.wait_for()
        assert shown.locator("pre").inner_text() == code.strip("\n") and "Somebody" in shown.inner_text()
        assert cell.written() != code and cell.state == "untried"
        shown.get_by_role("button", name="Leave it").click()
        assert shown.count() == 0 and "code=" not in page.url and cell.written() != code
        cell.type("    return w  # mine")
        page.goto("about:blank")
        page.goto(link(book, code))
        shown.get_by_role("button", name="Replace my text with it").click()
        assert cell.written() == code and cell.state == "untried"
        cell.section.get_by_role("button", name="Bring my text back").click()
        assert cell.written() == "    return w  # mine"
        assert notes.errors == [] and cell.state == "untried"
        broken = f"{book.url}{page_of(CHAPTER)}#exercise-{NAME}?code=%%%"
        page.goto("about:blank")
        page.goto(broken)
        cell.section.locator(".oco-ex-note", has_text="cannot be read").wait_for()


def test_a_link_with_my_text_leads_back_to_it(browser, book):
    with new_page(browser, thrifty=True, permissions=["clipboard-read", "clipboard-write"]) as (page, _):
        page.goto(book.url + page_of(CHAPTER))
        cell = Cell(page, NAME).type("    return w * 0  # ≥")
        cell.section.locator(".oco-ex-more > summary").click()
        cell.button("link").click()
        cell.section.locator(".oco-ex-note", has_text="copied").wait_for()
        assert page.evaluate("navigator.clipboard.readText()") == link(book, "    return w * 0  # ≥")


# ---------------------------------------------------------------- without a server, without a network

def test_from_a_file_the_cell_says_that_it_needs_a_server(browser):
    from support.driving import BOOK

    with new_page(browser, thrifty=True) as (page, notes):
        page.goto((BOOK / page_of(CHAPTER)).as_uri())
        page.locator(".oco-ex-note", has_text="web server").first.wait_for()
        cell = Cell(page, NAME)
        cell.type("    return w")
        cell.button("run").click()
        cell.section.locator(".oco-ex-say", has_text="web address").wait_for()
        assert cell.written() == "    return w" and notes.errors == []
