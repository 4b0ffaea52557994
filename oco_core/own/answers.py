"""What a reader's function has returned, as numbers, or an error that says what is wrong with it."""

import numpy as np

from ..engine import check

__all__ = ["LARGEST", "numbers"]

LARGEST = 1e100  # of an entry


def numbers(name, value, shape, function, as_what, largest=LARGEST):
    """``value`` as a float array of this shape, (d,). ValueError that names it, as ``name``, if it is none.

    function: what returned it; as_what: what has that shape, such as "that of w_1"; largest: that an entry may be."""
    if value is None:
        check.fail(name, None, f"{shape[-1]} numbers from {function}: is a return missing?")
    try:
        found = np.array(value)
    except (TypeError, ValueError):
        found = np.array(None)
    if found.dtype.kind not in "biuf":
        check.fail(name, value, f"{shape[-1]} numbers from {function}")
    found = found.astype(float)
    if found.shape != shape:
        check.fail(f"{name}.shape", found.shape, f"{shape}, {as_what}")
    if not np.isfinite(found).all():
        check.fail(name, found.tolist(), f"finite numbers from {function}")
    if not check.within(found, largest):
        check.fail(name, found.tolist(), f"numbers of size up to {largest:g} from {function}")
    return found
