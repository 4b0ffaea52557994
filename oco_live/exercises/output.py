"""What a reader prints: kept up to a limit, so that a flood cannot freeze the page."""

import io

LINES, CHARACTERS = 10_000, 250_000


class Capped(io.TextIOBase):
    """A text stream that keeps the first lines and characters and counts the lines that it lost."""

    def __init__(self):
        self.clear()
        self.mute = False

    def clear(self):
        """Forget what was printed."""
        self.parts, self.lines, self.characters, self.lost = [], 0, 0, 0

    def write(self, text):
        if self.mute:
            return len(text)
        room = CHARACTERS - self.characters if self.lines < LINES else 0
        kept = text[:max(room, 0)]
        for _ in range(max(kept.count("\n") - (LINES - self.lines), 0)):
            kept = kept[:kept.rindex("\n")]
        self.parts.append(kept)
        self.lines += kept.count("\n")
        self.characters += len(kept)
        self.lost += max(text.count("\n", len(kept)), int(len(kept) < len(text)))
        return len(text)

    def as_dict(self):
        return {"text": "".join(self.parts), "lost": self.lost}
