"""Where explorers live: a notebook, a built page, the reader's browser."""
