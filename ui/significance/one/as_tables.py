"""What the figures of one model against a bar draw, as tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from evalcore.significance import BinomialResult, TestResult, TResult
from evalcore.support.arrays import FloatArray
from evalcore.views.significance.null_tables import NullRows, counts_read, density_read
from evalcore.views.significance.one_model import binomial_step
from ui.frame.figure_tables import FigureTable
from ui.shared.numbers import UNDEFINED, count, interval, number
from ui.shared.text import _
from ui.significance import results
from ui.significance.one.controls import Asked


def of_test(test: TestResult, asked: Asked) -> list[FigureTable]:
    """Return the error rate beside the bar, and what would be seen at the bar by chance alone."""
    if isinstance(test, BinomialResult):
        step = binomial_step(asked.errors, asked.n, asked.bar, asked.alpha, asked.side)
        title = _("Probability of each number of errors if the error rate is {bar}", bar=_bar(asked))
        read = counts_read(step)
        columns = {_("number of errors"): _written(read.value, count), _("probability"): _written(read.height, _fine)}
        return [_rates(_("error rate"), test, asked), _null(title, columns, read, asked)]
    rates = {
        _("repetition"): [count(k) for k in range(1, len(asked.rates) + 1)],
        _("error rate"): list(map(number, asked.rates)),
    }
    tables = [
        _rates(_("mean error rate"), test, asked),
        FigureTable(_("Error rate of every repetition"), rates),
    ]
    if not isinstance(test, TResult):
        return tables
    title = _("Density of t if the mean error rate is {bar}", bar=_bar(asked))
    read = density_read(test, asked.alpha)
    columns = {"t": _written(read.value, number), _("density"): _written(read.height, _fine)}
    return [*tables, _null(title, columns, read, asked)]


def _rates(name: str, test: TestResult, asked: Asked) -> FigureTable:
    columns = {
        _("quantity"): [name, _("bar ε₀")],
        _("value"): [number(test.effect), _bar(asked)],
        _("interval at level {level}", level=f"{test.confidence_level:.4g}"): [
            interval(test.low, test.high),
            UNDEFINED,
        ],
    }
    return FigureTable(_("Error rate and bar"), columns)


def _null(caption: str, columns: Mapping[str, Sequence[str]], of: NullRows, asked: Asked) -> FigureTable:
    verdicts = [_("cannot reject") if kept else _("rejected") for kept in of.is_kept.tolist()]
    titled = {**columns, _("verdict at level {alpha}", alpha=results.level(asked.alpha)): verdicts}
    return FigureTable(caption, titled, frozenset() if of.here is None else frozenset({of.here}))


def _written(values: FloatArray, write: Callable[[float], str]) -> list[str]:
    return [write(value) for value in values.tolist()]


def _fine(value: float) -> str:
    return number(value, 4)


def _bar(asked: Asked) -> str:
    return f"{asked.bar:.4g}"
