"""Which property test plays a bound: ``@holds(bounds.ogd, …)`` above a test, and `test_every_bound` demands it."""

HOLDS = {}  # name of a bound -> the tests that play runs, or draw samples, and compare what comes out with it


def holds(*found):
    """Mark a test that would fail if one of these bounds were too small (a lower one: too large) on what it plays."""
    def mark(test):
        for bound in found:
            HOLDS.setdefault(bound.name, []).append(test)
        return test
    return mark
