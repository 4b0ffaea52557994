"""The pictures of the online-to-batch explorer: nothing besides axes and series."""

decorations = {}
