"""The explorer in a real JupyterLab on localhost, driven by a browser."""

import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
import uuid
from pathlib import Path

import pytest
from support.browser import new_page

from oco_live.explorer import NAMES, get
from oco_live.phrasing import plain

ROOT = Path(__file__).resolve().parents[2]
OGD = get("ogd")


def notebook():
    cells = [
        "from oco_live import explore\nw = explore('ogd', T=200)\nw", "w.eta = 0.1",
        "print('now', w.eta, w.U, w.frame.facts['regret'])"]
    return {
        "nbformat": 4,
        "nbformat_minor": 5,
        "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
        "cells": [
            {"cell_type": "code", "id": f"c{i}", "metadata": {}, "execution_count": None, "outputs": [], "source": c}
            for i, c in enumerate(cells)],
    }


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """Address and folder of a JupyterLab with nothing of this user's configuration."""
    home = tmp_path_factory.mktemp("lab")
    folder = home / "notebooks"
    folder.mkdir()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    env = os.environ | {
        "PYTHONPATH": str(ROOT), "JUPYTER_PREFER_ENV_PATH": "1", "HOME": str(home),
        "JUPYTER_CONFIG_DIR": str(home / "config"), "JUPYTER_DATA_DIR": str(home / "data"),
        "JUPYTER_RUNTIME_DIR": str(home / "runtime"), "IPYTHONDIR": str(home / "ipython"),
        "JUPYTERLAB_SETTINGS_DIR": str(home / "settings"), "JUPYTERLAB_WORKSPACES_DIR": str(home / "workspaces")}
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1", f"--port={port}",
               "--ServerApp.port_retries=0", "--IdentityProvider.token=", "--ServerApp.password=",
               "--LabApp.news_url=None", "--LabApp.expose_app_in_browser=True", f"--ServerApp.root_dir={folder}"]
    with open(home / "log", "w") as log:
        server = subprocess.Popen(command, cwd=home, env=env, stdout=log, stderr=subprocess.STDOUT)
    url = f"http://127.0.0.1:{port}"
    try:
        for _ in range(600):
            try:
                urllib.request.urlopen(url + "/api", timeout=5)
                break
            except OSError:
                assert server.poll() is None, (home / "log").read_text()
                time.sleep(0.2)
        yield url, folder
    finally:
        server.terminate()
        try:
            server.wait(20)
        except subprocess.TimeoutExpired:
            server.kill()


def open_notebook(page, url, name):
    # a workspace of its own: JupyterLab would bring back the tabs of the page before
    page.goto(f"{url}/lab/workspaces/{uuid.uuid4().hex}/tree/{name}")
    page.wait_for_function("""name => {
      const panel = window.jupyterapp?.shell.currentWidget;
      return panel?.context?.path === name && panel.sessionContext?.session?.kernel?.connectionStatus === 'connected';
    }""", arg=name)


def save(page):
    page.evaluate("window.jupyterapp.shell.currentWidget.context.save()")


def run_cell(page, index):
    """Run one cell, and wait until the kernel has done it."""
    page.evaluate("""async (index) => {
      const panel = window.jupyterapp.shell.currentWidget;
      panel.content.activeCellIndex = index;
      await window.jupyterapp.commands.execute('notebook:run-cell');
    }""", index)


def wait_for_params(page, **params):
    page.wait_for_function(
        "wanted => { const p = window.ocoExplorers?.ogd?.frame().params;"
        " return p && Object.entries(wanted).every(([k, v]) => p[k] === v); }", arg=params)
    return page.evaluate("window.ocoExplorers.ogd.frame()")


def output_of(page, index):
    return page.evaluate("""index => {
      const cell = window.jupyterapp.shell.currentWidget.content.widgets[index];
      return JSON.stringify(cell.model.outputs.toJSON());
    }""", index)


def test_the_explorer_lives_in_jupyterlab(lab, browser):
    url, folder = lab
    (folder / "demo.ipynb").write_text(json.dumps(notebook()))
    with new_page(browser, viewport={"width": 1400, "height": 1000}) as (page, notes):
        open_notebook(page, url, "demo.ipynb")
        run_cell(page, 0)
        figure = page.locator(".oco-explorer")
        figure.wait_for()
        frame = wait_for_params(page, eta=1.0, T=200)
        assert frame["source"] == "kernel" and figure.get_attribute("data-source") == "kernel"
        fresh = OGD.frame(**frame["params"]).as_dict()
        assert {k: frame[k] for k in fresh} == fresh

        # the reader moves a slider; the kernel's frame arrives, and Python sees the value
        slider = figure.locator('[name="U"]')
        slider.focus()
        page.keyboard.press("End")
        frame = wait_for_params(page, U=4.0)
        assert {k: frame[k] for k in fresh} == OGD.frame(**frame["params"]).as_dict()
        assert figure.locator("output[role=status]").inner_text() == plain(frame["headline"])
        run_cell(page, 2)
        assert "now 1.0 4.0" in output_of(page, 2)

        # Python moves a trait; the slider follows
        run_cell(page, 1)
        frame = wait_for_params(page, eta=0.1, U=4.0)
        assert figure.locator('[name="eta"]').get_attribute("aria-valuetext") == "η = 0.1"
        assert {k: frame[k] for k in fresh} == OGD.frame(**frame["params"]).as_dict()

        # another stream, through the select, with its own defaults
        figure.locator(".oco-setting > summary").click()
        figure.locator('[name="stream"]').select_option("regression")
        frame = wait_for_params(page, stream="regression", loss="square", T=1000)
        assert frame["source"] == "kernel"

        # the tools: a curve is kept, read by keys that JupyterLab leaves to us, and saved; there is no address to copy
        figure.locator(".oco-keep").press("Enter")
        assert figure.locator(".oco-kept li").count() == 1
        reader = figure.locator('[data-panel="regret"] .oco-reader')
        reader.focus()
        page.keyboard.press("Home")
        page.keyboard.press("ArrowRight")
        assert re.match(r"t = \d+: regret ", reader.get_attribute("aria-valuetext"))
        figure.locator(".oco-menu-button").click()
        with page.expect_download() as found:
            figure.locator(".oco-csv").click()
        assert "regret,regret," in Path(found.value.path()).read_text("utf-8")
        figure.get_by_role("button", name="remove 1").click()
        assert figure.locator(".oco-kept").count() == 0 and not figure.locator(".oco-link").is_visible()

        # examples and the lecture room by their keys, which are not JupyterLab's
        presets = [OGD.preset(preset) for preset in OGD.presets]
        slider.focus()
        page.keyboard.press("3")
        wait_for_params(page, **presets[2])
        page.keyboard.press("l")
        room = page.locator("dialog.oco-lecture-room")
        assert room.evaluate("room => room.matches(':modal')")
        box = figure.bounding_box()
        assert (box["x"], box["y"], box["width"], box["height"]) == (0, 0, 1400, 1000)
        page.keyboard.press("5")
        frame = wait_for_params(page, **presets[4])
        page.keyboard.press("Escape")
        room.wait_for(state="detached")
        assert page.evaluate("document.activeElement.name") == "U"
        assert page.evaluate("window.jupyterapp.shell.currentWidget.content.activeCell.model.type") == "code"
        figure.locator(".oco-menu-button").click()
        figure.locator(".oco-reset").click()
        wait_for_params(page, eta=1.0, T=200)
        run_cell(page, 1)
        wait_for_params(page, eta=0.1)
        figure.locator('[name="U"]').focus()
        page.keyboard.press("End")
        wait_for_params(page, U=4.0)
        figure.locator('[name="stream"]').select_option("regression")
        wait_for_params(page, stream="regression", loss="square", T=1000)

        # dragging keeps up: many moves, the last one wins; one of the stops is the tuned step's
        slider = figure.locator('[name="eta"]')
        slider.focus()
        for _ in range(12):
            page.keyboard.press("ArrowRight")
        last = OGD.control("eta").values[10 + 11]
        frame = wait_for_params(page, eta=last)
        assert 0.1 < frame["facts"]["eta_star"] < last
        run_cell(page, 2)
        assert f"now {last} 4.0" in output_of(page, 2)
        assert notes.errors == [] and notes.foreign == []

        # saved: the stored output tells the numbers without any widget
        save(page)
    stored = json.loads((folder / "demo.ipynb").read_text())["cells"][0]["outputs"][0]["data"]
    assert "oco-explorer-placeholder" in "".join(stored["text/html"])
    assert "regret" in "".join(stored["text/plain"])


def test_a_saved_notebook_reopens_and_runs(lab, browser):
    url, folder = lab
    saved = notebook()
    (folder / "again.ipynb").write_text(json.dumps(saved))
    with new_page(browser) as (page, _):
        open_notebook(page, url, "again.ipynb")
        run_cell(page, 0)
        wait_for_params(page, eta=1.0)
        save(page)
    with new_page(browser) as (page, notes):  # the kernel still runs: the widget comes back as it was
        open_notebook(page, url, "again.ipynb")
        page.locator(".oco-explorer").wait_for()
        wait_for_params(page, eta=1.0, T=200)
        run_cell(page, 1)
        wait_for_params(page, eta=0.1)
        # a new kernel: run the cell again, and it is alive
        page.evaluate("""async () => {
          await window.jupyterapp.shell.currentWidget.sessionContext.restartKernel();
          await window.jupyterapp.commands.execute('notebook:clear-all-cell-outputs');
          delete window.ocoExplorers;
        }""")
        run_cell(page, 0)
        wait_for_params(page, eta=1.0, T=200)
        page.wait_for_function("document.querySelectorAll('.oco-explorer').length === 1")  # the old output is gone
        page.locator('.oco-explorer [name="eta"]').focus()
        page.keyboard.press("Home")
        wait_for_params(page, eta=0.01)
        assert notes.errors == [] and notes.foreign == []


def test_every_explorer_answers_in_jupyterlab(lab, browser):
    url, folder = lab
    book = notebook()
    sources = [f"from oco_live import explore\nexplore({name!r})" for name in NAMES]
    book["cells"] = [
        {"cell_type": "code", "id": f"e{i}", "metadata": {}, "execution_count": None, "outputs": [], "source": s}
        for i, s in enumerate(sources)]
    (folder / "all.ipynb").write_text(json.dumps(book))
    with new_page(browser, viewport={"width": 1400, "height": 1000}) as (page, notes):
        open_notebook(page, url, "all.ipynb")
        for i, name in enumerate(NAMES):
            run_cell(page, i)
            figure = page.locator(f'.oco-explorer[data-explorer="{name}"]')
            figure.wait_for()
            slider = next(c.name for c in get(name).controls if c.baked and c.kind == "slider")
            before = page.evaluate("name => window.ocoExplorers[name].frame().params", name)
            figure.locator(f'[name="{slider}"]').focus()
            key = "Home" if before[slider] != min(get(name).control(slider).values_for(before["stream"])) else "End"
            page.keyboard.press(key)
            page.wait_for_function("([name, slider, old]) => window.ocoExplorers[name].frame().params[slider] !== old",
                                   arg=[name, slider, before[slider]])
            frame = page.evaluate("name => window.ocoExplorers[name].frame()", name)
            fresh = get(name).frame(**frame["params"]).as_dict()
            assert {k: frame[k] for k in fresh} == fresh and frame["source"] == "kernel"
            for signs in (c.name for c in get(name).controls if c.kind == "signs"):
                figure.locator(f'[name="{signs}"] button').first.press("Space")
                wanted = ("-" if frame["params"][signs][0] == "+" else "+") + frame["params"][signs][1:]
                page.wait_for_function(
                    "([name, signs, wanted]) => window.ocoExplorers[name].frame().params[signs] === wanted",
                    arg=[name, signs, wanted])
                found = page.evaluate("name => window.ocoExplorers[name].frame().facts", name)
                assert found == get(name).frame(**frame["params"] | {signs: wanted}).as_dict()["facts"]
        assert notes.errors == [] and notes.foreign == []
