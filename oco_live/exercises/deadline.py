"""A deadline for a reader's Python, where nothing outside can interrupt it: a static page has no such means.

Jumps and calls are counted by `sys.monitoring` (Python 3.12), and the clock is read every 256 of them.
"""

import sys
import time

TOOL, EVERY = 3, 256


class Deadline(BaseException):
    """The time is over. Not an `Exception`, so that ``except Exception`` in a reader's loop does not swallow it."""


def timed(work, *args, limit=1.0):
    """``work(*args)``, ended by `Deadline` after ``limit`` seconds of Python's steps.

    Once it is over every jump and every call raises, so that a bare ``except:`` in a loop does not outlive it. What it
    cannot end is one long call into C. Before Python 3.12, in a kernel that its owner can interrupt, there is no
    deadline.
    """
    monitoring = getattr(sys, "monitoring", None)
    if monitoring is None or monitoring.get_tool(TOOL) is not None:  # none, or one that runs already
        return work(*args)
    end, count, over = time.perf_counter() + limit, 0, False

    def tick(*_):
        nonlocal count, over
        count += 1
        if over or count % EVERY == 0 and time.perf_counter() > end:
            over = True
            raise Deadline

    monitoring.use_tool_id(TOOL, "deadline")
    events = monitoring.events.JUMP | monitoring.events.PY_START
    for event in (monitoring.events.JUMP, monitoring.events.PY_START):
        monitoring.register_callback(TOOL, event, tick)
    monitoring.set_events(TOOL, events)
    # Nothing of ours is called before the events are off: that call would raise, too.
    try:
        return work(*args)
    finally:
        monitoring.set_events(TOOL, 0)
        monitoring.free_tool_id(TOOL)
