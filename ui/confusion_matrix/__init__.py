"""The page about one threshold and its matrix."""
