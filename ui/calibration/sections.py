"""What stands in the sections of the page of probabilities: each view has its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from evalcore.predictions import BinaryView
from ui.calibration import controls, decision, ranking, recalibration, reliability
from ui.calibration.controls import CHOICES, Options
from ui.frame.page import Answer, Button, Sections
from ui.shared import navigation
from ui.shared.text import _

__all__ = ["CHOICES", "of", "of_labels"]

# Each returns what its choices make of the page.
OF: Final[Mapping[str, Callable[[BinaryView, Options], Sections]]] = {
    "reliability": reliability.of,
    "decision": decision.of,
    "recalibration": recalibration.of,
    "ranking": ranking.of,
}


def of(rows: BinaryView) -> Sections:
    """Return the sections of the view that is open."""
    view = controls.view()
    controls.row(rows, view)
    return OF[view](rows, controls.chosen(rows, view))


def of_labels() -> Sections:
    """Return the sections where no model has a score."""
    said = _("Predicted labels say nothing of how probable a class is. Load scores to see whether these come true.")
    load = Button(_("Load predictions"), navigation.go_to, ("data",), key="labels_load")
    return Sections(answer=lambda _t: Answer(said, load))
