"""What a scene says of its rows and learners in its title where these are not what is loaded, in Markdown."""

from __future__ import annotations

from ui.shared.text import _


def data(name: str) -> str:
    """Name the rows."""
    return _("Data: **{name}**", name=name)


def learner(name: str) -> str:
    """Name the learner, or both of two."""
    return _("Learner: **{name}**", name=name)


def model(name: str) -> str:
    """Name the model."""
    return _("Model: **{name}**", name=name)


def rows(n: int) -> str:
    """Say how many rows there are, by the letter the page asks for them."""
    return f"n = {n:,}"
