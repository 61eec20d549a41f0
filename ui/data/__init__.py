"""The page that loads predictions."""
