"""What stands in the sections of the page of regression error: each view has its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from ui.frame import questions
from ui.frame.page import Sections
from ui.regression import compare, controls, data, errors, line, line_setting, use
from ui.session import incoming, loaded
from ui.shared.text import _

# Each draws its own controls, and returns what they make of the page.
OF: Final[Mapping[str, Callable[[], Sections]]] = {"errors": errors.of, "line": line.of, "use": use.of}
# What the address repeats, whichever view is open; what depends on the rows writes itself.
CHOICES: Final = (controls.VIEW, compare.METRIC, *line_setting.CHOICES, use.TILT_AT)


def of() -> Sections:
    """Return the sections of the view that is open."""
    view = controls.view()
    return replace(OF[view](), instead=_instead(view))


def _instead(view: str) -> str | None:
    """Say why the errors shown are not those of what was loaded; None where they are, or nothing was."""
    if view != "errors" or data.TABLE.used().example is None or data.is_loaded():
        return None
    if loaded.gone() is not None or not loaded.is_chosen():
        return None
    name = incoming.loaded_name()
    if questions.are_open():
        return _("{name} is not shown here: it has still to be said what its rows are.", name=name)
    return _("{name} is not shown here: it predicts classes, and this page needs predicted numbers.", name=name)
