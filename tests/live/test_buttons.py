"""No button of an explorer is without effect, in Chromium."""

import pytest
from support.browser import new_page
from support.driving import NAMES
from support.small import small_site

#: Clicks each button that can be seen with all that is folded open, once, and returns [how many, those after whose
#: click nothing on the page had changed but the one stop of Tab]. "Back to the start" of what is there has nothing to
#: do.
CLICKED = """async (name) => {
  const figure = document.querySelector(`.oco-explorer[data-explorer=${name}]`);
  const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const [menu, opener] = [".oco-menu", ".oco-menu-button"].map((one) => figure.querySelector(one));
  for (const fold of figure.querySelectorAll("details")) fold.open = true;
  let [clicked, changes] = [0, 0];
  const dead = [];
  new MutationObserver((all) => { changes += all.filter((one) => one.attributeName !== "tabindex").length; })
    .observe(document, { attributes: true, childList: true, characterData: true, subtree: true });
  for (const button of figure.querySelectorAll("button:not(.oco-reset)")) {
    if (menu.contains(button) && menu.hidden) opener.click();
    await drawn();
    if (button.matches(":disabled") || !button.checkVisibility({ visibilityProperty: true })) continue;
    changes = 0;
    button.click();
    for (const end = Date.now() + 2000; !changes && Date.now() < end;) await drawn(); // a clipboard may take a while
    clicked += 1;
    if (!changes) dead.push(button.outerHTML.slice(0, 120));
    for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
    if (button.matches(".oco-rounds, .oco-play-start")) button.click(); // what plays pauses
  }
  return [clicked, dead];
}"""


@pytest.mark.parametrize("name", NAMES)
def test_each_button_does_something(browser, name):
    view = {"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce"}
    with small_site(name, sweeps=False) as server, new_page(browser, thrifty=True, **view) as (page, notes):
        page.goto(server.url)
        page.wait_for_function("name => window.ocoExplorers?.[name]", arg=name)
        clicked, dead = page.evaluate(CLICKED, name)
        assert dead == [] and clicked > 15
        assert notes.errors == []
