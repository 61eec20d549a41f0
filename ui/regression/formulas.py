"""The formulas of the measures with the numbers of the rows in them."""

from __future__ import annotations

import math
from typing import Final

from evalcore.regression import PredictionTable, RegressionErrors, regression_errors, residual_summary
from ui.live import bridge
from ui.shared import tex
from ui.shared.numbers import UNDEFINED
from ui.shared.numbers import tex as as_tex
from ui.shared.text import paragraph, remark

_MOST: Final = 5  # terms of a sum


def show(table: PredictionTable, model: str) -> None:
    """Show (2.2) and the other measures with their first and last rows, and what leads on to (2.42)."""
    predicted = table.predictions[model]
    errors = regression_errors(table.y_true, predicted, sample_weight=table.weight)
    if table.weight is None:
        _sums(table, model, errors)
    else:
        _weighted(errors)
    bridge.formula(rf"RMSE = \sqrt{{MSE}} = \sqrt{{{_number(errors.mse)}}} = {_number(errors.rmse)}")
    bridge.formula(rf"R^2 = 1-\frac{{\sum (y_i-f(x_i))^2}}{{\sum (y_i-\bar y)^2}} = {_number(errors.r2)}")
    found = residual_summary(table.y_true, predicted, sample_weight=table.weight)
    mean, spread = _number(found.mean), _number(found.standard_deviation)
    bridge.formula(rf"MSE = \bar r^2 + s_r^2 = ({mean})^2 + {spread}^2 = {_number(errors.mse)},\quad r_i=y_i-f(x_i)")
    paragraph(
        "Over many training sets the expected MSE is bias² + variance + noise, (2.42): "
        "the page of bias and variance takes it apart."
    )
    remark("Numbers of equations: 周志华《机器学习》, chapter 2.")


def _sums(table: PredictionTable, model: str, errors: RegressionErrors) -> None:
    """Show (2.2) and the mean absolute error of rows that count once each."""
    pairs = [(float(table.predictions[model][k]), float(table.y_true[k])) for k in _shown(table.n)]
    squares = [rf"({_number(f)}-{_added(y)})^2" for f, y in pairs]
    sizes = [rf"|{_number(f)}-{_added(y)}|" for f, y in pairs]
    n = tex.count(table.n)
    bridge.formula(
        r"(2.2)\quad E(f;D) = \frac{1}{m}\sum_{i=1}^m (f(x_i)-y_i)^2"
        rf" = \frac{{{_joined(squares, table.n)}}}{{{n}}} = {_number(errors.mse)}"
    )
    bridge.formula(
        rf"MAE = \frac{{1}}{{m}}\sum_{{i=1}}^m |f(x_i)-y_i| = \frac{{{_joined(sizes, table.n)}}}{{{n}}}"
        rf" = {_number(errors.mae)}"
    )


def _weighted(errors: RegressionErrors) -> None:
    """Show (2.3), where each row stands for as much of the density as it weighs."""
    bridge.formula(r"(2.3)\quad E(f;\mathcal D) = \int (f(x)-y)^2\,p(x)\,dx")
    bridge.formula(rf"MSE = \frac{{\sum w_i (f(x_i)-y_i)^2}}{{\sum w_i}} = {_number(errors.mse)}")
    bridge.formula(rf"MAE = \frac{{\sum w_i |f(x_i)-y_i|}}{{\sum w_i}} = {_number(errors.mae)}")


def _shown(n: int) -> list[int]:
    """Return which rows stand in a sum: all of a few, else the first two and the last one."""
    if bridge.is_narrow():
        return [0, -1]
    return list(range(n)) if n <= _MOST else [0, 1, -1]


def _joined(terms: list[str], n: int) -> str:
    return "+".join(terms) if len(terms) == n else "+".join([*terms[:-1], r"\cdots", terms[-1]])


def _number(value: float) -> str:
    return as_tex(UNDEFINED) if math.isnan(value) else tex.short(value)


def _added(value: float) -> str:
    """Return a number that is taken away: a negative one stands in brackets."""
    shown = _number(value)
    return f"({shown})" if shown.startswith("-") else shown
