"""The link to a state as a QR code, in Chromium."""

import base64
import io
import json
import subprocess

import pytest
from support.answering import answering, figure
from support.small import small_site

from oco_live.hosts import node


@pytest.fixture(scope="module")
def site():
    with small_site("ogd", sweeps=False) as server:
        yield server


@pytest.fixture
def page(browser, site):
    with answering(browser, site) as page:
        yield page


DECODE = """import { readFileSync } from "node:fs";
import decode from "qr/decode.js";
const { width, height, data } = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(decode({ width, height, data: Uint8Array.from(Buffer.from(data, "base64")) }));"""


def decoded(picture):
    """What a QR code in a PNG says, read by another library than the one that wrote it."""
    from PIL import Image

    image = Image.open(io.BytesIO(picture)).convert("RGBA")
    text = json.dumps(
        {"width": image.width, "height": image.height, "data": base64.b64encode(image.tobytes()).decode()})
    code = DECODE.replace('"qr/decode.js"', json.dumps((node.modules() / "qr" / "decode.js").as_uri()))
    done = subprocess.run([node.program(), "--input-type=module", "-e", code], input=text, capture_output=True,
                          encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("room", [False, True])
def test_the_link_as_a_code_says_this_state(page, room):
    figure(page).locator("[name=eta]").focus()
    page.keyboard.press("k")
    page.keyboard.press("2")
    if room:
        page.keyboard.press("l")
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    page.keyboard.press("q")
    code = page.locator("dialog.oco-qr-code:modal svg")
    box = code.bounding_box()
    assert box["height"] >= 0.6 * 720 and box["y"] >= 0 and box["y"] + box["height"] <= 720
    link = decoded(code.screenshot())
    assert link == page.locator("dialog.oco-qr-code p").inner_text()
    assert link.startswith(page.url.split("#")[0] + "#ogd?eta=tuned&U=") and "kept-1=eta:1,U:1" in link
    page.keyboard.press("Escape")
    page.wait_for_function("!document.querySelector('.oco-qr-code')")


@pytest.mark.parametrize("height", [600, 720])
def test_all_of_a_long_link_stands_below_its_code(page, height):
    page.set_viewport_size({"width": 1280, "height": height})
    figure(page).locator("[name=eta]").focus()
    for key in "2k3k4k5k":
        page.keyboard.press(key)
    page.keyboard.press("l")
    page.keyboard.press("q")
    code, link = page.locator("dialog.oco-qr-code:modal svg"), page.locator("dialog.oco-qr-code p")
    box = link.bounding_box()
    assert box["y"] + box["height"] <= height and code.bounding_box()["height"] >= 0.45 * height
    assert decoded(code.screenshot()) == link.inner_text() and len(link.inner_text()) > 220


def test_a_link_too_long_for_a_code_is_told(page):
    page.evaluate("""history.replaceState(null, '', '?' + 'x'.repeat(1500))""")
    figure(page).locator("[name=eta]").press("q")
    shown = page.locator("dialog.oco-qr-code:modal")
    assert shown.locator("svg").count() == 0 and "too long" in shown.inner_text()
