"""What "save" gives: an SVG that parses and stands alone, a PNG that is not blank, a CSV with CPython's numbers."""

import csv
import io
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest
from support.browser import SETTLED, new_page
from support.driving import AXES_REST, KNOWN
from support.small import small_site

from oco_live.explorer import NAMES, get
from oco_live.phrasing import plain

SHOWN = ("ogd", "spam")
NS = {"svg": "http://www.w3.org/2000/svg"}


@pytest.fixture(scope="module")
def site():
    with small_site(*SHOWN) as server:
        yield server


@pytest.fixture(scope="module", params=["light", "dark"])
def page(browser, site, request):
    with new_page(browser, thrifty=True, viewport={"width": 1280, "height": 900}) as (page, notes):
        page.goto(site.url)
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", request.param)
        for name in SHOWN:
            figure = page.locator(f"[data-explorer={name}]")
            figure.scroll_into_view_if_needed()
            page.wait_for_function(
                "name => { const e = window.ocoExplorers?.[name]; return "
                "e?.sweeps[e.view.current.params.stream]?.axes; }",
                arg=name)
        yield page
        assert notes.errors == []


def saved(page, name, kind):
    """(file name, bytes) of what the button gives."""
    figure = page.locator(f"[data-explorer={name}]")
    figure.locator(".oco-menu-button").click()
    with page.expect_download() as found:
        figure.locator(f".oco-{kind}").click()
    return found.value.suggested_filename, Path(found.value.path()).read_bytes()


def moved(page, name, control, key):
    before = page.evaluate("name => window.ocoExplorers[name].frame().params", name)
    page.locator(f"[data-explorer={name}] [name={control}]").press(key)
    page.wait_for_function(
        "([name, c, v]) => window.ocoExplorers[name].frame().params[c] !== v", arg=[name, control, before[control]])
    return page.evaluate("name => window.ocoExplorers[name].frame()", name)


@pytest.mark.parametrize("name, control", [("ogd", "U"), ("spam", "c")])
def test_the_csv_has_cpython_s_numbers(page, name, control):
    """In the numbers of the axes, to half a code where the frame was computed in advance, and exactly where not."""
    explorer = get(name)
    frame = moved(page, name, control, "ArrowRight")
    fresh = explorer.frame(**frame["params"])
    for exact in (False, True):
        if exact:
            page.evaluate(
                "([name, frame]) => window.ocoExplorers[name].view.show(frame, 'python')", [name, fresh.as_dict()])
        file, data = saved(page, name, "csv")
        assert file == f"{name}_{control}-{float(f'{fresh.params[control]:.4g}'):g}.csv"
        text = data.decode()
        comments = [line for line in text.splitlines() if line.startswith("#")]
        assert all(f"{key} = " in comments[0] for key in fresh.params) and len(comments) == 3 - exact
        rows = list(csv.DictReader(io.StringIO("\n".join(line for line in text.splitlines() if line[0] != "#"))))
        assert sum(len(curve["x"]) for curve in fresh.series.values()) == len(rows)
        for series in explorer.series:
            panel = explorer.panel(series.panel)
            mine = [row for row in rows if (row["panel"], row["series"]) == (panel.name, series.name)]
            for axis in "xy":
                place, unit = getattr(panel, axis), getattr(panel, axis).unit
                absolute = np.array([float(row[axis]) for row in mine]) / (fresh.facts[unit] if unit else 1)
                found, true = absolute ** (1 / place.power), np.array(fresh.series[series.name][axis], float)
                size = abs(true) if place.scale == "log" else abs(true).max(initial=0)
                within = 1e-9 if exact else KNOWN
                assert np.all(abs(found - true) <= within * size + 1e-12), (series.name, axis)
            if exact and panel.y.scale == "linear":
                top = panel.y.limits[1]
                at_top = [row["edge"] == ">=" for row in mine]
                assert at_top == [series.pinned and y >= top * (1 - 1e-6) for y in fresh.series[series.name]["y"]]


def test_the_svg_stands_alone_and_says_what_it_shows(page, browser):
    """The large picture with the small ones beside it, under the headline; a legend of what is shown."""
    page.locator("[data-explorer=ogd] .oco-keep").click()
    frame = moved(page, "ogd", "U", "ArrowLeft")
    page.wait_for_function(AXES_REST, arg="ogd")
    file, data = saved(page, "ogd", "svg")
    page.locator("[data-explorer=ogd] .oco-kept button").first.click()
    assert file.endswith(".svg")
    root = ET.fromstring(data)
    headline = plain(frame["headline"])
    assert root.find("svg:title", NS).text.startswith(f"{get('ogd').title}: ")
    desc = root.find("svg:desc", NS).text
    assert frame["sentence"] in desc and "stream = random_signs" in desc
    assert {g.get("data-series") for g in root.iter(f"{{{NS['svg']}}}g") if g.get("data-series")} == {
        s.name for s in get("ogd").series}
    words = [" ".join("".join(t.itertext()).split()) for t in root.iter(f"{{{NS['svg']}}}text")]
    assert all(panel.title in words for panel in get("ogd").panels) and any(w.startswith("1: U = ") for w in words)
    assert headline in words and "w₁, w₂, …" in words and not any(w.startswith("bound at η*") for w in words)
    assert b"var(--" not in data and b"NaN" not in data and not re.search(rb"(href|src|url\()", data)
    # by itself it looks as the panel does on the page
    regret = page.locator('[data-explorer=ogd] [data-panel="regret"] .oco-plot svg')
    look = ("g => { const s = getComputedStyle(g); return [s.stroke, s.strokeWidth, s.strokeDasharray, s.fill, "
            "s.display]; }")
    shown = ("regret", "bound")
    live = [regret.locator(f'[data-series="{s}"] path').first.evaluate(look) for s in shown]
    with new_page(browser) as (alone, notes):
        alone.set_content(f"<!doctype html><body>{data.decode()}</body>")
        copy = [alone.locator(f'[data-series="{s}"] path').first.evaluate(look) for s in shown]
        assert copy == live and len({tuple(look) for look in copy}) == 2
        boxes = alone.locator("svg svg[viewBox]:has(.oco-axes)").evaluate_all(
            "all => all.map((e) => e.getBoundingClientRect().toJSON())")
        main, *sides = boxes
        assert len(sides) == 2 and all(main["right"] < side["left"] and side["width"] < main["width"] / 2
                                       for side in sides) and sides[0]["bottom"] < sides[1]["top"]
        assert notes.errors == []


def test_a_picture_of_hidden_bounds_does_not_tell_them(page):
    """As the headline on the page keeps them to itself, for a class that is to guess."""
    told = lambda: " ".join(ET.fromstring(saved(page, "ogd", "svg")[1]).itertext())
    frame = page.evaluate("() => { const { view } = ocoExplorers.ogd; view.hideBounds(true); return view.frame(); }")
    hidden = told()
    page.evaluate("ocoExplorers.ogd.view.hideBounds(false)")
    regret, bound = (f"{frame['facts'][name]:.3g}" for name in ("regret", "bound"))
    assert f"Regret {regret} is … of the bound …" in hidden and bound not in hidden
    assert bound in told() and frame["sentence"] in told()


@pytest.mark.parametrize("name", SHOWN)
def test_the_png_is_a_picture(page, name):
    from PIL import Image

    file, data = saved(page, name, "png")
    image = Image.open(io.BytesIO(data)).convert("RGB")
    stage = page.locator(f"[data-explorer={name}] .oco-stage").bounding_box()
    assert file.endswith(".png") and abs(image.width - 2 * (stage["width"] + 32)) <= 2
    assert image.height > 2 * stage["height"]
    pixels = np.asarray(image)
    back = pixels[0, 0].astype(int)
    drawn = (abs(pixels.astype(int) - back).sum(axis=2) > 60).mean()
    assert 0.01 < drawn < 0.5 and len(np.unique(pixels @ [1 << 16, 1 << 8, 1])) > 50
    dark = page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert (back.mean() < 60) == dark


def test_a_picture_that_the_browser_cannot_make_is_told(page):
    page.evaluate(
        "window.decode = Image.prototype.decode; Image.prototype.decode = () => Promise.reject(new Error('no such "
        "thing')); 0"
    )
    figure = page.locator("[data-explorer=ogd]")
    figure.locator(".oco-menu-button").click()
    figure.locator(".oco-png").click()
    figure.get_by_text("could not be made in this browser (no such thing)").wait_for()
    page.evaluate("Image.prototype.decode = window.decode; 0")


def test_each_explorer_s_picture_is_one_on_the_page_and_in_the_lecture_room(browser):
    """What is seen is saved: in the room the large picture is larger, and the words stand in the same order."""
    with (
        small_site(*NAMES, sweeps=False) as server,
        new_page(browser, thrifty=True, viewport={"width": 1920, "height": 1080}) as (page, notes)):
        page.goto(server.url)
        page.wait_for_function("window.ocoExplorers?.spam")
        height = lambda root: max(float(e.get("height")) for e in root.findall("svg:svg", NS) if e.get("viewBox"))
        for name in NAMES:
            figure = page.locator(f"[data-explorer={name}]")
            text = saved(page, name, "svg")[1].decode()
            root = ET.fromstring(text)
            assert not re.search(r"NaN|undefined|var\(--", text), name
            figure.evaluate("e => e.querySelector('.oco-lecture').click()")
            page.evaluate(SETTLED)
            with page.expect_download() as found:
                figure.evaluate("e => e.querySelector('.oco-svg').click()")
            large = Path(found.value.path()).read_text("utf-8")
            assert not re.search(r"NaN|undefined|var\(--", large), name
            assert height(ET.fromstring(large)) > 1.2 * height(root), name
            figure.evaluate("e => e.querySelector('.oco-lecture').click()")
        assert notes.errors == []
