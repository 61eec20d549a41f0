"""Where more than two classes are loaded: the tab about all of them at once."""

from __future__ import annotations

from ui.frame.tabs import Body, Tab
from ui.session import loaded
from ui.shared.text import _


def all_at_once(body: Body) -> list[Tab]:
    """Return the part about all classes at once, where there are more than two."""
    many = loaded.current().predictions.task == "multiclass"
    return [Tab("compare", body, title=_("All classes at once"))] if many else []
