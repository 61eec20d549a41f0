"""Exercises of two models whose errors differ though a measure of them is the same."""

from __future__ import annotations

from functools import partial
from typing import Final, NamedTuple

import numpy as np
import plotly.graph_objects as go

from evalcore.errors import Message
from evalcore.figures.regression.residuals import residuals_figure
from evalcore.regression import mae, mse, residual_summary, rmse
from ui.exercises.kinds import Choice, Solution
from ui.shared.numbers import number
from ui.shared.text import N_, _


class Residuals(NamedTuple):
    """Residuals of two models with one mean squared error."""

    a: tuple[float, ...]
    b: tuple[float, ...]


_SIGNS: Final = (1.0, -1.0, -1.0, 1.0, 1.0, -1.0, 1.0, -1.0)
PAIRS: Final = (
    Residuals((1.0,) * 8, _SIGNS),
    Residuals(tuple(1.5 * sign for sign in _SIGNS), (-1.5,) * 8),
    Residuals((0.6, 1.4, 0.8, 1.2, 0.6, 1.4, 0.8, 1.2), tuple(sign * 1.1**0.5 for sign in _SIGNS)),
)


def _errors(residuals: tuple[float, ...]) -> float:
    return mse(residuals, [0.0] * len(residuals))


def same_mse(pair: Residuals) -> Solution:
    """Which of two models does a constant help?"""
    means = [residual_summary(residuals, [0.0] * len(residuals)).mean for residuals in pair]
    better = int(np.argmax(np.abs(means)))
    left = _errors(pair[better]) - means[better] ** 2
    return Solution(
        "ab"[better],
        Message(
            "MSE = mean² + deviation². The residuals of {name} have mean {mean}: with that added to every prediction "
            "its MSE is {left}. Those of the other have mean {other}, so no constant helps.",
            {
                "name": "AB"[better],
                "mean": number(means[better]),
                "left": number(left),
                "other": number(means[1 - better]),
            },
        ),
    )


def _drawn(pair: Residuals) -> go.Figure:
    return residuals_figure(pair, (_("model A"), _("model B")))


def ask_same_mse(pair: Residuals = PAIRS[0]) -> Choice:
    """Ask what the same MSE hides; again, of other residuals."""
    return Choice(
        key="same_mse",
        title=N_("Same MSE, other residuals"),
        prompt=Message(
            "Residuals are truth minus prediction. Both models have MSE {a}. Which of them can be made better by "
            "adding one constant to all its predictions?",
            {"a": number(_errors(pair.a))},
        ),
        options={"a": N_("model A"), "b": N_("model B"), "neither": N_("neither")},
        solve=partial(same_mse, pair),
        figure=partial(_drawn, pair),
        alt=N_("Residuals of two models, row by row"),
        again=lambda rng: ask_same_mse(PAIRS[int(rng.integers(len(PAIRS)))]),
    )


class Sizes(NamedTuple):
    """Errors of two models with one mean absolute error."""

    a: tuple[float, ...]
    b: tuple[float, ...]


SIZES: Final = (
    Sizes((1, 1, 1, 1), (0, 0, 0, 4)),
    Sizes((0, 2, 0, 2), (1, 1, 1, 1)),
    Sizes((1, 3, 2, 2), (0, 4, 0, 4)),
)


def larger_rmse(sizes: Sizes) -> Solution:
    """Which of two models has the larger RMSE?"""
    roots = [rmse(errors, [0.0] * len(errors)) for errors in sizes]
    return Solution(
        "ab"[int(np.argmax(roots))],
        Message(
            "RMSE {a} and {b}, both with MAE {mae}: RMSE is never below MAE, and the further above, the more the sizes "
            "of the errors differ. They are equal only where all sizes are.",
            {"a": number(roots[0]), "b": number(roots[1]), "mae": number(mae(sizes.a, [0.0] * len(sizes.a)))},
        ),
    )


def ask_larger_rmse(sizes: Sizes = SIZES[0]) -> Choice:
    """Ask how RMSE and MAE differ; again, of other errors."""
    return Choice(
        key="rmse_mae",
        title=N_("Same MAE, other RMSE"),
        prompt=Message(
            "On four rows the errors of model A have the sizes {a}, those of model B {b}: the MAE is the same. Which "
            "one has the larger RMSE?",
            {"a": ", ".join(f"{one:g}" for one in sizes.a), "b": ", ".join(f"{one:g}" for one in sizes.b)},
        ),
        options={"a": N_("model A"), "b": N_("model B"), "same": N_("both the same")},
        solve=partial(larger_rmse, sizes),
        again=lambda rng: ask_larger_rmse(SIZES[int(rng.integers(len(SIZES)))]),
    )
