"""What the page asks first: which view."""

from __future__ import annotations

from typing import Final

from ui.frame.steps import Lessons
from ui.session.choices import Choice, register
from ui.session.fields import one_of
from ui.shared.text import N_, _

VIEWS: Final = {
    "errors": N_("Errors"),
    "line": N_("Line and squares"),
    "use": N_("Where it is used"),
}
VIEW: Final = register(Choice("re_view", default="errors", options=tuple(VIEWS), stays=True))
LESSONS: Final = Lessons(VIEW, VIEWS)


def view() -> str:
    """Ask which view is open."""
    return one_of(
        VIEW, VIEWS, _("View"), _("What is looked at: errors, how they come about, or where they count."), width=160
    )
