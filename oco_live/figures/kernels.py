"""The pictures of the kernels explorer: nothing besides axes and series."""

decorations = {}
