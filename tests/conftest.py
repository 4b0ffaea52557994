import pytest


def pytest_collection_modifyitems(items):
    """What may run side by side (``--dist loadgroup``): files, and in a file of browser tests its explorers.

    A file's fixtures, and a notebook's kernel, then serve one worker; but all explorers in one file would be the last
    to finish by far.
    """
    for item in items:
        group = str(item.path)
        if item.path.parent.name == "site" and hasattr(item, "callspec"):
            group += f" {item.callspec.params.get('name', '')}"
        item.add_marker(pytest.mark.xdist_group(group))


@pytest.fixture(scope="session")
def browser():
    """One headless Chromium for the whole run; pages come from `support.browser.new_page`."""
    from playwright.sync_api import sync_playwright
    from support.browser import launch

    with sync_playwright() as playwright:
        chromium = launch(playwright)
        yield chromium
        chromium.close()
