"""The tabs of a threshold that was chosen on other rows, or is reported fold by fold."""

from __future__ import annotations

from functools import partial

from evalcore.costs import Criterion
from evalcore.predictions import BinaryView
from ui.frame.tabs import Tab
from ui.live import both_sides, carrying, chosen_here, other_folds
from ui.shared.text import _


def both(rows: BinaryView, t: float | None, costs: Criterion | None = None) -> list[Tab]:
    """Return the readings where the threshold was chosen and where it is reported, with what a row costs there."""
    found = carrying.here(rows, t, costs)
    if found is None:
        return []
    return [Tab("readings", partial(both_sides.show, found), title=_("Where it was chosen, and where it is reported"))]


def folds(rows: BinaryView, t: float | None) -> list[Tab]:
    """Return what a wish is worth on the folds left out, where these are asked for."""
    one = chosen_here.here(rows, t)
    if one is None or one.folds is None or one.by.wish is None:
        return []
    show = partial(other_folds.show, one.folds, one.by.wish)
    return [Tab("readings", show, title=_("Chosen on the other folds each time"))]
