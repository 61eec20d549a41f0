"""What is loaded, as the tests take it: which rows a model gets wrong at its threshold."""

from __future__ import annotations

from evalcore.counts import ConfusionMatrix
from evalcore.predictions import BinaryView
from evalcore.views.threshold import default_threshold
from ui.frame import questions
from ui.live import chosen_here, threshold
from ui.session import address, computed, loaded


def usable() -> bool:
    """Whether rows with classes are loaded, and nothing has to be answered before they can be shown."""
    return not questions.are_open() and loaded.current().predictions.task != "regression"


def at(rows: BinaryView) -> float | None:
    """Return the session's threshold for a model with a score; predicted labels have none."""
    return None if not rows.has_score else threshold.value(computed.counts(rows))


def write_address(rows: BinaryView) -> None:
    """Repeat the session's threshold in the address bar, and by what it was chosen."""
    if rows.has_score:
        address.write_choice(threshold.CHOICE, default=default_threshold(computed.counts(rows)))
        chosen_here.write(rows)


def matrix(rows: BinaryView, t: float | None) -> ConfusionMatrix:
    """Return the matrix of a model at a threshold, that of predicted labels without one."""
    return computed.matrix(rows) if t is None else computed.counts(rows).at(t)
