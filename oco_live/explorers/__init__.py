"""One file per explorer: its controls, its panels and its frame. NumPy only: they run in the browser."""
