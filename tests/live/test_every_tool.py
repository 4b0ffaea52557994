"""What every explorer has, in Chromium, on one page with all of them: keep, the player's step, and a finger that
drags."""

import pytest
from support.browser import new_page
from support.driving import NAMES, Driver, finger
from support.small import small_site

#: In losses a slider moves marks along curves that depend on the data alone, so a kept state has no other curve to
#: show.
SAME_CURVES = ["losses"]


@pytest.fixture(scope="module")
def site():
    with small_site(*NAMES) as server:
        yield server


def test_every_explorer_keeps_and_plays(browser, site):
    with new_page(browser, thrifty=True, viewport={"width": 1280, "height": 900}) as (page, notes):
        page.goto(site.url)
        steps, played = 0, []
        for name in NAMES:
            driver = Driver(page, name).near()
            explorer, stream = driver.explorer, driver.frame()["params"]["stream"]
            drawn = {}
            for slider in (
                c.name for c in explorer.controls if c.baked and c.kind == "slider" and len(c.values_for(stream)) > 1):
                there, back = driver.there_and_back(slider)  # away from where there is no curve yet
                driver.painted(lambda: driver.press(slider, there, 3), "baked")
                driver.figure.locator(".oco-keep").click()
                assert driver.figure.locator(".oco-kept .oco-swatch").count() == 1, name
                driver.painted(lambda: driver.press(slider, back), "baked")
                paths = driver.figure.locator(".oco-panel .oco-ghost path").evaluate_all(
                    "all => all.map((e) => e.getAttribute('d'))")
                assert not any("NaN" in d for d in paths), (name, slider)
                drawn[slider] = sum(map(bool, paths))
                driver.figure.locator(".oco-kept button").first.click()
            assert any(drawn.values()) != (name in SAME_CURVES), (name, drawn)
            for step in driver.figure.locator(".oco-play-step").all():
                control = step.get_attribute("data-plays")
                if explorer.control(control).baked and driver.control(control).is_enabled():
                    driver.press(control, "Home")
                    driver.page.wait_for_function("name => window.ocoExplorers[name].view.answered()", arg=name)
                    before = driver.frame()["params"][control]
                    frame = driver.painted(lambda: driver.tool("oco-play-step"), "baked")
                    assert frame["params"][control] > before, (name, control)
                    steps += 1
            rounds = driver.figure.locator(".oco-rounds-step")
            if rounds.count():
                for _ in range(8):
                    driver.tool("oco-rounds-step")
                shares = driver.figure.locator("clipPath rect").evaluate_all(
                    "all => all.map((e) => Number(e.getAttribute('width')))")
                assert shares and driver.problems() == [], name
                for _ in range(8):
                    driver.tool("oco-rounds-step")
                assert driver.figure.locator(".oco-moving[clip-path]").count() == 0, name
                played.append(name)
            page.keyboard.press("Escape")
            assert driver.problems() == [], name
        assert steps >= 2 and {"adversary", "ogd", "ogd_proof", "regularisation", "sgd"} <= set(played)
        assert notes.errors == []


def test_a_finger_drags_a_slider_and_reads_along_a_curve(browser, site):
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
    with new_page(browser, thrifty=True, **phone) as (page, notes):
        page.goto(site.url)
        driver = Driver(page, "ogd").near()
        slider = driver.control("eta")
        slider.scroll_into_view_if_needed()
        box = slider.bounding_box()
        share = float(slider.input_value()) / int(slider.get_attribute("max"))
        y, place = box["y"] + box["height"] / 2, lambda share: box["x"] + 10 + share * (box["width"] - 20)
        etas = []
        for _ in finger(page, (place(share), y), (place(share - 0.5), y)):
            page.wait_for_function("window.ocoExplorers.ogd.view.answered()")
            etas.append(driver.frame()["params"]["eta"])
        assert len(set(etas)) >= 4 and etas == sorted(etas, reverse=True)
        assert driver.frame()["source"] == "baked" and driver.problems() == []

        picture = driver.figure.locator('[data-panel="regret"] .oco-plot > svg')
        picture.scroll_into_view_if_needed()
        box, scrolled = picture.bounding_box(), page.evaluate("scrollY")
        y = box["y"] + box["height"] / 2
        read = [driver.figure.locator('[data-panel="regret"] .oco-readout .oco-where').inner_text()
                for _ in finger(page, (box["x"] + 0.3 * box["width"], y), (box["x"] + 0.9 * box["width"], y))]
        rounds = [int("".join(filter(str.isdigit, text.split("ratio")[0]))) for text in read]
        assert len(set(rounds)) >= 4 and rounds == sorted(rounds)
        assert page.evaluate("scrollY") == scrolled  # sideways the finger reads and does not scroll
        assert notes.errors == []
