import pytest


@pytest.fixture(scope="session")
def browser():
    """One headless Chromium for the whole run; pages come from `support.browser.new_page`."""
    from playwright.sync_api import sync_playwright
    from support.browser import launch

    with sync_playwright() as playwright:
        chromium = launch(playwright)
        yield chromium
        chromium.close()
