"""make page and make explorer: what is being written, without the book around it."""

import base64
import functools
import gc
import json
import os
import shutil
import sys
import threading
import urllib.error
import urllib.request
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest
from support.browser import new_page

from oco_live.explorer import NAMES, get

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tools"))
import preview  # noqa: E402
import serve  # noqa: E402


@pytest.mark.parametrize("kind, names", [("page", ["index", "chapters/kernels", "chapters/api"]), ("explorer", NAMES)])
@pytest.mark.parametrize("asked", [[], ["kernel"]])
def test_a_wrong_name_is_answered_by_the_right_ones(kind, names, asked, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["preview.py", kind, *asked])
    with pytest.raises(SystemExit) as stop:
        preview.main()
    assert set(names) <= set(str(stop.value).split()) and f"make {kind}" in stop.value.code


@pytest.fixture(scope="module")
def explorer(tmp_path_factory):
    """The address of an explorer's preview."""
    folder = tmp_path_factory.mktemp("preview")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["preview.py", "explorer", "ogd", "--no-serve", "--output", str(folder)])
        preview.main()
    handler = functools.partial(preview.Handler, kind="explorer", name="ogd", place="index.html",
                                fresh=preview.Fresh(preview.newest()))
    with serve.server(folder, 0, handler=handler) as http:
        threading.Thread(target=http.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{http.server_address[1]}/"
        http.shutdown()


def test_this_machine_answers_as_the_explorer_does(explorer):
    def ask(params):
        asked = urllib.request.Request(explorer + "assets/frame",
                                       json.dumps({"explorer": "ogd", "params": params}).encode())
        return json.load(urllib.request.urlopen(asked))

    assert ask({"eta": 0.7}) == json.loads(json.dumps(get("ogd").frame(eta=0.7).as_dict()))
    assert "eta" in ask({"eta": -1})["error"]


def test_the_view_shows_what_this_machine_answers(explorer, browser):
    with new_page(browser) as (page, notes):
        page.goto(explorer)
        page.locator("input[name=eta]").press("ArrowRight")
        page.wait_for_function("Number(document.querySelector('.oco-explorer').dataset.frame) > 0")
        shown = page.evaluate("window.ocoExplorers.ogd.frame()")
        assert shown["facts"] == pytest.approx(get("ogd").frame(**shown["params"]).facts)
        assert page.locator(".oco-explorer").get_attribute("data-source") == "python" and notes.all() == []


class Here(preview.Fresh):
    """Runs what it is given in this process."""

    def _again(self):
        pass

    def _run(self, function, *arguments):
        return function(*arguments)


@pytest.fixture
def asked(tmp_path):
    """ask(path, data, headers) of a preview's server: status, type and text of the answer."""
    handler = functools.partial(preview.Handler, kind="page", name="index", place="index.html", fresh=Here())
    with serve.server(tmp_path, 0, handler=handler) as http:
        threading.Thread(target=http.serve_forever, daemon=True).start()

        def ask(path, data=None, headers=None):
            address = f"http://127.0.0.1:{http.server_address[1]}/{path}"
            try:
                got = urllib.request.urlopen(urllib.request.Request(address, data, headers or {}), timeout=30)
            except urllib.error.HTTPError as error:
                got = error
            return got.status, got.headers["Content-Type"], got.read().decode()

        yield ask
        http.shutdown()


def test_a_build_that_fails_is_told_until_it_does_not(asked, tmp_path, monkeypatch):
    times = []

    def build(kind, name, folder):
        times.append(time)
        if len(times) < 3:
            raise RuntimeError("an unknown word")
        (folder / "index.html").write_text("new")

    (tmp_path / "index.html").write_text("old")
    monkeypatch.setattr(preview, "newest", lambda: 1.0)
    monkeypatch.setattr(preview, "build", build)
    for time in (1, 2):
        status, kind, text = asked("index.html")
        assert (status, kind) == (500, "text/plain; charset=utf-8") and "RuntimeError: an unknown word" in text
    for time in (3, 4):
        assert asked("index.html")[::2] == (200, "new")
    assert times == [1, 2, 3]


def test_what_is_changed_while_it_is_built_is_built_again(monkeypatch):
    now, seen = [1.0], []
    monkeypatch.setattr(preview, "newest", lambda: now[0])
    monkeypatch.setattr(preview, "build", lambda *_: now.append(now.pop() + 1))
    fresh = Here()
    fresh.update(preview.build)
    fresh.update(preview.build)
    assert fresh.seen == 2.0 and now == [3.0]

    monkeypatch.setattr(preview, "Fresh", seen.append)
    monkeypatch.setattr(preview, "build", lambda *_: now.append(now.pop() + 1) or "index.html")
    monkeypatch.setattr(serve, "server", lambda *_, **__: None)
    monkeypatch.setattr(serve, "run", lambda *_: None)
    monkeypatch.setattr(sys, "argv", ["preview.py", "explorer", "ogd"])
    preview.main()
    assert seen == [3.0] and now == [4.0]


def test_two_readers_at_once_wait_for_one_build(monkeypatch):
    monkeypatch.setattr(preview, "newest", lambda: 1.0)
    fresh, built, together = Here(), [], threading.Barrier(2)

    def reader():
        together.wait()
        fresh.update(lambda: (built.append(1), threading.Event().wait(0.2)))

    readers = [threading.Thread(target=reader) for _ in range(2)]
    for one in readers:
        one.start()
    for one in readers:
        one.join()
    assert built == [1]


def test_what_an_editor_leaves_behind_is_no_source(tmp_path, monkeypatch):
    monkeypatch.setattr(preview, "ROOT", tmp_path)
    folder = tmp_path / "chapters"
    folder.mkdir()
    (folder / ".page.md.swp").write_text("")
    (folder / "page.md").symlink_to("gone")
    os.utime(folder / ".page.md.swp", (4e9, 4e9))
    os.utime(folder, (1e9, 1e9))
    assert preview.newest() == 1e9


@pytest.mark.parametrize("path, data, headers, status", [
    ("assets/frames", b"{}", {}, 404),
    ("assets/frame", b"{}", {"Origin": "https://elsewhere.example"}, 403),
    ("assets/frame", b"{}", {"Host": "elsewhere.example"}, 403),
    ("assets/frame", b"{", {}, 400),
    ("assets/frame", b'{"explorer": "ogd"}', {}, 400),
    ("assets/frame", b'{"explorer": "ogd", "params": {}}', {}, 500),
])
def test_what_is_no_question_is_answered_with_the_reason(path, data, headers, status, asked, monkeypatch):
    monkeypatch.setattr(preview, "answer", lambda *_: 1 / 0)
    got, kind, text = asked(path, data, headers)
    assert got == status and kind.startswith("text/plain") and text


def test_a_process_that_dies_has_a_successor():
    fresh = preview.Fresh()
    with pytest.raises(BrokenProcessPool):
        fresh(os._exit, 1)
    assert fresh(int) == 0


def test_a_page_is_built_alone_and_again(tmp_path):
    source, output = tmp_path / "book", tmp_path / "out"
    source.mkdir()
    shutil.copy(ROOT / "_config.yml", source)
    (source / "_ext").symlink_to(ROOT / "_ext")
    (source / "_toc.yml").write_text("format: jb-book\nroot: index\nparts:\n- chapters:\n  - file: other\n")
    (source / "references.bib").write_text("")
    (source / "other.md").write_text("# Another page\n")
    text = "# A page\n\n$\\eta > 0$, [over there](other.md).\n\n```{explorer} ogd\n```\n"
    (source / "index.md").write_text(text)
    fresh = preview.Fresh()
    assert preview.pages(source) == ["index", "other"]
    for sentence in ("The first words.", "Better words."):
        (source / "index.md").write_text(text + sentence)
        page = (output / fresh(preview.build_page, "index", output, source)).read_text()
        assert sentence in page and 'data-explorer="ogd"' in page and 'class="katex"' in page and ">over there<" in page
    assert not (output / "html" / "other.html").exists() and not list(output.rglob("*.wasm"))
    (output / "html" / "index.html").unlink()
    assert "Another page" in (output / fresh(preview.build_page, "other", output, source)).read_text()
    assert not (output / "html" / "index.html").exists()  # Sphinx would write the front page each time
    assert (output / "html" / "_oco" / "preview.js").is_file()
    # An edit may need any letter: the fonts are there whole. And what lives on collects its garbage.
    style = (output / "html" / "_oco" / "katex" / "katex.min.css").read_text()
    fraktur = (ROOT / "_ext/oco_book/assets/katex/fonts/KaTeX_Fraktur-Bold.woff2").read_bytes()
    assert base64.b64encode(fraktur).decode() in style and "url(fonts/" not in style
    assert fresh(gc.isenabled)
