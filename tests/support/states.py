"""Parameters of an explorer to try."""


def states(explorer):
    """Every preset, for each stream its defaults, and for the first both ends of the controls that are cheap."""
    found = [explorer.defaults(stream) for stream in explorer.control("stream").values]
    found += [explorer.preset(preset) for preset in explorer.presets]
    stream = explorer.defaults()["stream"]
    for end in (0, -1):
        given = {c.name: c.values_for(stream)[end] for c in explorer.controls
                 if c.name not in ("stream", "T", "n_runs") and c.kind != "signs" and c.values_for(stream)}
        found.append(explorer.checked(explorer.defaults(stream) | given))
    return found
