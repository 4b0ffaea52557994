"""Lower bounds: all games of T signs at once."""
