"""The built book on a small server."""

import pytest
from support.browser import serve
from support.driving import BOOK


@pytest.fixture(scope="module")
def book():
    assert (BOOK / "index.html").is_file(), f"{BOOK} holds no built book: run make build (make test does)"
    with serve(BOOK) as server:
        yield server
