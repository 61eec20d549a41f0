"""The page about all thresholds at once."""
