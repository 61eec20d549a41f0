"""Training sets drawn and learned from once, kept for the session."""

from __future__ import annotations

from evalcore.views.bias_variance.curves import CurveLaboratory, CurveSweep
from evalcore.views.bias_variance.squared import SquaredView, squared_view
from ui.bias_variance.setting import Setting
from ui.session import memory

# Predictions of many sets are large; views of them are small.
_MOST = 4


def laboratory(asked: Setting) -> CurveLaboratory:
    """Return where sets of this setting are drawn and learned from, with all that was done there before."""
    return memory.memo(
        "bias-variance laboratory",
        *asked.drawn,
        make=lambda: CurveLaboratory(asked.problem, asked.family.make(asked.n), n=asked.n, seed=asked.seed),
        most=_MOST,
    )


def sweep(asked: Setting) -> CurveSweep:
    """Return what the family makes of the sets."""
    return laboratory(asked).upto(asked.n_sets)


def view(asked: Setting) -> SquaredView:
    """Return what the figure shows of the family."""
    return memory.memo(
        "bias-variance view",
        *asked.drawn,
        asked.n_sets,
        make=lambda: squared_view(sweep(asked), asked.family),
    )
