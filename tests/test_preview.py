"""make page and make explorer: what is being written, without the book around it."""

import functools
import json
import shutil
import sys
import threading
import urllib.request
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
    handler = functools.partial(preview.Handler, kind="explorer", name="ogd", place="index.html", fresh=preview.Fresh())
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
    assert (output / "html" / "_oco" / "preview.js").is_file()
