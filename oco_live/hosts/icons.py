"""The icons of an explorer: small drawings in the colour of the letters around them, so that no font is fetched."""


def _icon(path, size=20, kind="icon"):
    return (f'<svg class="oco-{kind}" viewBox="0 0 {size} {size}" width="{size}" height="{size}" aria-hidden="true">'
            f'<path d="{path}"/></svg>')


PLAY = _icon("M6 4l10 6-10 6z")
KEEP = _icon("M6 3h8v14l-4-4-4 4z")
LINK = _icon("M8 12a3.5 3.5 0 0 0 5 0l3-3a3.5 3.5 0 0 0-5-5l-1 1M12 8a3.5 3.5 0 0 0-5 0l-3 3a3.5 3.5 0 0 0 5 5l1-1")
DOTS = _icon("M4 10h.01M10 10h.01M16 10h.01", kind="icon oco-dots")
LARGER = _icon("M8 2h4v4M12 2L8 6M6 12H2V8M2 12l4-4", size=14, kind="larger")
