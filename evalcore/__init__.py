"""Numbers and figures for judging a model from its predictions; usable without a screen or a server."""

__version__ = "0.1.0"
