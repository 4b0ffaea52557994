"""A lecture of ten minutes as a list of steps, played on a projector's screen and on a phone, the network gone after
the first page. Each step waits for what it asks for; the pictures go to _build/lecture, for people to look at."""

import re

import pytest
from playwright.sync_api import expect
from support.browser import new_page
from support.driving import BOOK, Driver, finger
from support.keeping import visit
from support.server import serve

PICTURES = BOOK.parent / "lecture"
SCREENS = {
    "projector": {"viewport": {"width": 1920, "height": 1080}},
    "phone": {
        "viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2},
}

#: (what is done, to what). An explorer stays in the hand until the next one is named.
STEPS = (
    ("open", "chapters/online_gradient_descent.html"),
    ("explorer", "ogd"),
    ("preset", "η tuned"),
    ("lecture", "on"),
    ("picture", "tuned"),
    ("keep", "1"),
    ("preset", "η too large"),
    ("drag", "eta"),
    ("keep", "2"),
    ("drag", "U"),
    ("picture", "two ghosts"),
    ("link", "ogd"),
    ("lecture", "off"),
    ("explorer", "ogd_proof"),
    ("preset", "every inequality nearly tight"),
    ("lecture", "on"),
    ("drag", "eta"),
    ("picture", "proof"),
    ("lecture", "off"),
    ("next", "Hinge loss and the Perceptron"),
    ("explorer", "perceptron"),
    ("lecture", "on"),
    ("drag", "t"),
    ("keep", "1"),
    ("preset", "exactly as many as allowed"),
    ("picture", "perceptron"),
    ("lecture", "off"),
    ("next", "Strong convexity"),
    ("explorer", "strong_convexity"),
    ("preset", "the bound of the notes is crossed"),
    ("lecture", "on"),
    ("drag", "sigma"),
    ("picture", "crossed"),
    ("lecture", "off"),
)


class Lecturer:
    """Does one step after the other, with the mouse or with a finger."""

    def __init__(self, page, base, touch, name):
        self.page, self.base, self.touch, self.name, self.explorer = page, base, touch, name, None

    def press(self, locator):
        locator.tap() if self.touch else locator.click()

    def tool(self, name):
        button = self.explorer.figure.locator(f".oco-tools .oco-{name}")
        if not button.is_visible():
            opener = self.explorer.figure.locator(".oco-menu-button")
            if not opener.is_visible():  # in the lecture room a speaker has the keys
                self.explorer.figure.evaluate("e => e.focus()")
                return self.page.keyboard.press({"keep": "k", "lecture": "l"}[name])
            self.press(opener)
        return self.press(button)

    def open(self, path):
        self.page.goto(self.base + path)

    def explorer_(self, name):
        self.explorer = Driver(self.page, name).near()

    def preset(self, label):
        wanted = next(p for p in self.explorer.explorer.presets if p.label == label)
        number = self.explorer.explorer.presets.index(wanted)
        choice = self.explorer.figure.locator("[name=oco-example]")
        if choice.is_visible():
            choice.select_option(str(number))
        else:
            self.explorer.figure.evaluate("e => e.focus()")
            self.page.keyboard.press(str(number + 1))
        frame = self.explorer.until(**self.explorer.explorer.settled(self.explorer.explorer.preset(wanted)))
        assert wanted.claim(frame["facts"]), label
        assert choice.input_value() == str(number)

    def lecture(self, state):
        if state == "off":
            self.press(self.explorer.figure.locator(".oco-top > .oco-close"))
        else:
            self.tool("lecture")
        self.page.wait_for_function("on => Boolean(document.querySelector('dialog:modal')) === on", arg=state == "on")

    def drag(self, control):
        """To the other half of the slider, with the mouse or a finger, through what lies between."""
        slider = self.explorer.control(control)
        slider.scroll_into_view_if_needed()
        box = slider.bounding_box()
        stands = float(slider.input_value()) / int(slider.get_attribute("max"))
        y, ends = box["y"] + box["height"] / 2, 0.85 if stands < 0.5 else 0.25
        place = lambda share: box["x"] + 8 + share * (box["width"] - 16)  # the thumb is 16 wide
        before = self.explorer.frame()["params"][control]
        if self.touch:
            for _ in finger(self.page, (place(stands), y), (place(ends), y)):
                pass
        else:
            self.page.mouse.move(place(stands), y)
            self.page.mouse.down()
            for part in (0.25, 0.5, 0.75, 1):
                self.page.mouse.move(place(stands + part * (ends - stands)), y)
            self.page.mouse.up()
        self.page.wait_for_function(
            "([name, control, before]) => { const f = window.ocoExplorers[name].frame();"
            " return f.params[control] !== before && window.ocoExplorers[name].view.answered(); }",
            arg=[self.explorer.name, control, before])
        frame = self.explorer.frame()
        assert frame["facts"] == pytest.approx(
            self.explorer.explorer.frame(**frame["params"]).as_dict()["facts"], rel=1e-9, abs=1e-9)
        assert self.explorer.problems() == []

    def keep(self, number):
        self.tool("keep")
        expect(self.explorer.figure.locator(".oco-kept .oco-swatch")).to_have_count(int(number))

    def link(self, name):
        self.explorer.figure.evaluate("e => e.querySelector('.oco-link').click()")
        self.explorer.figure.locator(".oco-told", has_text="copied").wait_for(state="attached")
        copied = self.page.evaluate("navigator.clipboard.readText()")
        assert re.search(rf"#{name}\?.*eta=", copied)
        frame = self.explorer.frame()
        other = self.page.context.new_page()
        other.goto(copied)
        there = Driver(other, name)
        assert there.until(**frame["params"])["facts"] == frame["facts"]
        expect(there.figure.locator(".oco-kept .oco-swatch")).to_have_count(
            self.explorer.figure.locator(".oco-kept .oco-swatch").count())
        other.close()

    def next(self, title):
        self.press(self.page.locator("a.right-next"))
        self.page.wait_for_function("title => document.title.includes(title)", arg=title)

    def picture(self, what):
        PICTURES.mkdir(exist_ok=True)
        self.page.screenshot(path=PICTURES / f"{self.name} {what}.png")


@pytest.mark.parametrize("screen", SCREENS)
def test_a_lecture_without_a_network(browser, screen):
    options = SCREENS[screen] | {"permissions": ["clipboard-read", "clipboard-write"]}
    with serve(BOOK) as server, new_page(browser, thrifty=True, service_workers="allow", **options) as (page, notes):
        page.set_default_timeout(60_000)
        visit(page, server)
        server.offline = True
        lecturer = Lecturer(page, server.url, "has_touch" in options, screen)
        for step, what in STEPS:
            getattr(lecturer, "explorer_" if step == "explorer" else step)(what)
        assert notes.console == notes.errors == notes.foreign == []
