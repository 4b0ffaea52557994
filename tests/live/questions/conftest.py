"""A page with three questions before the explorer that answers them."""

import pytest
from support.asked import NAMES_OF, ready
from support.browser import new_page
from support.small import small_site


@pytest.fixture(scope="module")
def site():
    with small_site("ogd", questions=NAMES_OF) as server:
        yield server


@pytest.fixture(scope="module")
def opened(browser, site):
    with new_page(browser, thrifty=True) as both:
        yield both


@pytest.fixture
def page(opened, site, request):
    """The one page, as at a first visit."""
    found, notes = opened
    found.set_viewport_size({"width": getattr(request, "param", 1280), "height": 800})
    found.goto(site.url + "index.html")
    found.evaluate("localStorage.clear()")
    ready(found)
    yield found
    found.emulate_media(media="screen")
    assert not notes.errors and not notes.foreign
