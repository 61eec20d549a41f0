"""The page about what decisions cost."""
