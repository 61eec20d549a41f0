"""What the view of errors says: its answer in a sentence, and its figure for who cannot see it."""

from __future__ import annotations

from typing import Final

from evalcore.figures.regression.errors import TOLERANCE
from evalcore.figures.regression.numbers import places, written
from evalcore.intervals import BootstrapInterval
from evalcore.regression import Metric
from evalcore.views.regression.errors import ErrorsView
from ui.live.sentence import between, held
from ui.shared.numbers import count, percent
from ui.shared.text import N_, _, plain

METRICS: Final[dict[Metric, str]] = {
    "mse": N_("MSE"),
    "rmse": N_("RMSE"),
    "mae": N_("MAE"),
    "median_absolute_error": N_("median error"),
    "r2": N_("R²"),
}
MEANINGS: Final[dict[Metric, str]] = {
    "mse": N_("Mean squared error, in squared units of the truth: large errors count most."),
    "rmse": N_("Root of the mean squared error, in units of the truth."),
    "mae": N_("Mean absolute error, in units of the truth."),
    "median_absolute_error": N_("Half the rows are off by less: deaf to the largest errors."),
    "r2": N_("1 without error, 0 as good as predicting the mean of these true values, negative if worse."),
}


def answer(view: ErrorsView, active: int, sure: BootstrapInterval | None = None) -> str:
    """Say how far predictions are off, how `sure` that is where it is known, and how many are close enough."""
    return _(
        "Off by {mae} on average; within ±{d} lie **{share}** of the rows.",
        mae=_off(view, sure),
        d=held(written(float(view.tolerances[active])), TOLERANCE),
        share=percent(float(view.within[active])),
    )


def _off(view: ErrorsView, sure: BootstrapInterval | None) -> str:
    """Return the mean absolute error, its interval on the line of the tolerances below it."""
    mae = view.errors.mae
    if sure is None:
        return f"**{written(mae)}**"
    return between(written(mae), sure.low, mae, sure.high, most=float(view.tolerances[-1]), digits=places(mae))


def thinned(view: ErrorsView) -> str:
    """Say that not every row is drawn."""
    return _("Showing {shown} of {rows} rows, the worst among them.", shown=count(len(view.row)), rows=count(view.n))


def alt(view: ErrorsView, active: int) -> str:
    """Describe the figure."""
    return _(
        "Predictions of {model} against the truth of {rows} rows, their residuals, and the share of rows within every "
        "tolerance: within ±{d} {share}. MSE {mse}, RMSE {rmse}, MAE {mae}, median error {median}, R² {r2}.",
        model=plain(view.model),
        rows=count(view.n),
        d=written(float(view.tolerances[active])),
        share=percent(float(view.within[active])),
        mse=written(view.errors.mse),
        rmse=written(view.errors.rmse),
        mae=written(view.errors.mae),
        median=written(view.errors.median_absolute_error),
        r2=written(view.errors.r2),
    )
