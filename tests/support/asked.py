"""Driving questions on a page that is open: `Asked`; `ready` opens it, `commit` answers, and each of `HANDS` in its own
way. `words_of`: what is said."""

import time

from oco_live.questions.question import answered

DRAW, NUMBER, CHOOSE = NAMES_OF = ("ogd-small-step", "ogd-double-U", "ogd-negative-regret")
TRUTH = {DRAW: "8.01", NUMBER: "285", CHOOSE: "4180"}
VALLEY = [0.9, 0.7, 0.5, 0.35, 0.25, 0.3, 0.45]


class Asked:
    """One question."""

    def __init__(self, page, name):
        self.page, self.name = page, name
        self.section = page.locator(f'.oco-predict[data-question="{name}"]')
        self.pad = self.section.locator(".oco-pq-pad")
        self.said = self.section.locator(".oco-pq-said")

    @property
    def state(self):
        return self.section.get_attribute("data-state")

    def button(self, name):
        return self.section.locator(f'button[name="{name}"]')

    def is_open(self):
        return self.section.locator(".oco-pq-body").is_visible()

    def open(self):
        if not self.is_open():
            self.section.locator(".oco-pq-head").click()
        return self

    def kept(self):
        """What the device keeps of it, or None."""
        return self.page.evaluate("name => JSON.parse(localStorage.getItem(`oco.predict.${name}`))", self.name)

    def path(self, series):
        """Whether a curve is drawn."""
        return self.section.locator(f'[data-series="{series}"] path[d^=M]').count() == 1

    def box(self):
        """Where one draws, on the screen."""
        self.pad.scroll_into_view_if_needed()
        return self.pad.bounding_box()

    def places(self, heights):
        """Points on the screen, evenly over the picture; heights: from 0 at its lower edge to 1."""
        box, last = self.box(), len(heights) - 1
        return [(box["x"] + 0.5 + (box["width"] - 1) * i / last, box["y"] + box["height"] * (1 - height))
                for i, height in enumerate(heights)]

    def draw(self, heights):
        """By the mouse."""
        places = self.places(heights)
        self.page.mouse.move(*places[0])
        self.page.mouse.down()
        for place in places[1:]:
            self.page.mouse.move(*place, steps=3)
        self.page.mouse.up()

    def touch(self, heights):
        """By a finger."""
        client = self.page.context.new_cdp_session(self.page)
        places = self.places(heights)
        for i, (x, y) in enumerate([*places, places[-1], places[-1]]):
            client.send("Input.dispatchTouchEvent", {
                "type": "touchMove" if i else "touchStart", "touchPoints": [{"x": x, "y": y}],
                "timestamp": time.time() + i - 9})  # slow: after a flick a browser takes the next tap for its end
        client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def ready(page, site=None):
    if site:
        page.goto(site.url + "index.html")
    else:
        page.reload()
    page.wait_for_function("window.ocoPredict?.length")


def commit(page, name):
    """Answer a question as quickly as can be."""
    asked = Asked(page, name).open()
    if name == DRAW:
        asked.draw(VALLEY)
    elif name == NUMBER:
        asked.section.locator("input[type=number]").fill("2")
    else:
        asked.section.get_by_label("No", exact=True).check()
    asked.button("commit").click()
    return asked


class Pointer:
    """By the mouse."""

    click = staticmethod(lambda place: place.click())
    draw = staticmethod(Asked.draw)

    def open(self, asked):
        if not asked.is_open():  # the first one is
            self.click(asked.section.locator(".oco-pq-head"))

    def answer(self, asked, question):
        if question["kind"] == "draw":
            self.draw(asked, VALLEY)
        elif question["kind"] == "number":
            self.click(asked.section.locator("input[type=range]"))  # the middle
        else:
            self.click(asked.section.locator(".oco-pq-options label").first)

    def commit(self, asked):
        self.click(asked.button("commit"))

    def reason(self, asked, i):
        self.click(asked.section.locator(".oco-pq-why label").nth(i))


class Touch(Pointer):
    """By a finger."""

    click = staticmethod(lambda place: place.tap())
    draw = staticmethod(Asked.touch)


class Keys:
    """By the keyboard alone."""

    def reach(self, asked, place):
        """The place has the focus, by Tab alone."""
        for _ in range(30):  # a question has fewer stops
            if place.evaluate("e => e === document.activeElement"):
                return asked.page.keyboard
            asked.page.keyboard.press("Tab")
        raise AssertionError(f"{asked.name}: Tab does not lead to {place}")

    def open(self, asked):
        asked.section.locator(".oco-pq-head").focus()
        if not asked.is_open():
            asked.page.keyboard.press("Enter")

    def answer(self, asked, question):
        if question["kind"] == "draw":
            keyboard = self.reach(asked, asked.pad)
            for _ in range(9):
                keyboard.press("PageDown")
                keyboard.press("ArrowRight")
        elif question["kind"] == "number":
            self.reach(asked, asked.section.locator("input[type=range]")).press("End")
        else:
            self.reach(asked, asked.section.locator(".oco-pq-options input").first).press("Space")

    def commit(self, asked):
        self.reach(asked, asked.button("commit")).press("Enter")

    def reason(self, asked, i):
        """Of three, each is an arrow away from the one that has the focus."""
        inputs = asked.section.locator(".oco-pq-why input")
        focused = inputs.evaluate_all("all => all.indexOf(document.activeElement)")
        if focused < 0:
            self.reach(asked, inputs.first)
            focused = 0
        asked.page.keyboard.press({0: "Space", 1: "ArrowDown", 2: "ArrowUp"}[(i - focused) % 3])


HANDS = {"pointer": Pointer(), "keys": Keys(), "touch": Touch()}


def text(page):
    """All that is in the document and no script."""
    return page.evaluate("""() => {
      const copy = document.querySelector('.oco-predicts').cloneNode(true);
      for (const script of copy.querySelectorAll('script, noscript')) script.remove();
      return copy.outerHTML; }""")


def words_of(name):
    """All that is said of an answer."""
    found = answered(name)
    parts = [found["plain"], found["detail"], *(said["words"] for said in found["said"])]
    if ceiling := found["picture"]["ceiling"]:
        parts.append(ceiling["words"])
    return parts + [reason["answer"] for reason in (found["why"] or {"reasons": []})["reasons"]]
