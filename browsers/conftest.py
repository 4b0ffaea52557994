"""Each test here is run in each engine; at the end a table says what held where."""

import sys
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from driven import Firefox, WebKit  # noqa: E402
from support.driving import BOOK  # noqa: E402
from support.server import serve  # noqa: E402


@pytest.fixture(scope="session", params=[Firefox, WebKit], ids=lambda engine: engine.__name__)
def engine(request):
    engine = request.param()
    VERSIONS[request.param.__name__] = engine.version
    yield engine
    engine.close()


@pytest.fixture
def book():
    """The built book at an address of its own, so that no test finds what another one has kept there. Python does not
    arrive, since each start costs seconds, unless a test lets it (`book.hang.clear()`)."""
    assert (BOOK / "index.html").is_file(), f"{BOOK} holds no built book: run make build (make browsers does)"
    with serve(BOOK) as server:
        server.hang.add("pyodide.asm.wasm")
        yield server


@pytest.fixture(autouse=True)
def quiet(engine):
    """A window of a desk's size, and no error on the page."""
    engine.size(1280, 900)
    engine.errors()
    yield
    assert engine.errors() == []


VERSIONS = {}  # engine -> its name with the version
HELD = defaultdict(dict)  # check -> engine -> outcome


def pytest_runtest_logreport(report):
    check, _, inside = report.nodeid.rpartition("::")[2].partition("[")
    name, _, rest = inside.rstrip("]").partition("-")
    if report.when == "call" or report.failed:
        outcome = "FAILED" if report.failed else report.outcome
        HELD[check.removeprefix("test_").replace("_", " ") + (f" ({rest})" if rest else "")][name] = outcome


def pytest_terminal_summary(terminalreporter):
    terminalreporter.section("what held where")
    first = max(map(len, HELD), default=0)
    line = lambda check, cells: terminalreporter.write_line(check.ljust(first)
                                                            + "".join(f"  {cell:20}" for cell in cells))
    line("", VERSIONS.values())
    for check, outcomes in HELD.items():
        line(check, (outcomes.get(name, "-") for name in VERSIONS))
