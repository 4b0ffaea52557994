"""Where the examples (x_t, y_t) come from: synthetic, adversarial, real (catalogue D1).

A `Stream` is fixed before play begins; an `Adversary` sees w_t before it answers. No stream depends on U.
All keep ‖x_t‖ ≤ 1 and |y_t| ≤ 1, but ``spam``, which is mail in the notes' units, and what the reader has ``written``.
"""

from .adversarial import alternating, orthogonal, zigzag
from .spambase import MAIL_SIZE, mail, mail_words, spam
from .stream import Adversary, Stream
from .synthetic import circles, classification, drifting, moons, orthonormal, random_signs, regression, xor
from .written import written, written_as

__all__ = ["Adversary", "MAIL_SIZE", "Stream", "alternating", "circles", "classification", "drifting", "mail",
           "mail_words", "moons", "orthogonal", "orthonormal", "random_signs", "regression", "spam", "written",
           "written_as", "xor", "zigzag"]
