"""Functions of counts take the rows, too: `f1(y_true, y_pred)` beside `f1(cm)`, `roc_curve(y_true, y_score)`."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from evalcore.counts.confusion import ConfusionMatrix, confusion_matrix
from evalcore.counts.table import ThresholdCounts, threshold_counts
from evalcore.errors import InputError

F = TypeVar("F", bound=Callable[..., Any])
# What is said of the rows besides, as those who count them take it.
_OF_LABELS, _OF_SCORES = ("sample_weight", "classes", "case"), ("sample_weight", "case")


def of_labels(function: F) -> F:
    """Have a function of a `ConfusionMatrix` take y_true and y_pred, with `sample_weight`, `classes` and `case`, too.

    Examples
    --------
    >>> hits = of_labels(lambda cm: cm.tp)
    >>> hits([1, 1, 0], [1, 0, 0]), hits(ConfusionMatrix.binary(tp=3, fp=0, fn=0, tn=1))
    (1, 3)
    """
    return _of_rows(function, confusion_matrix, "cm", "y_pred", _OF_LABELS)


def of_scores(function: F) -> F:
    """Have a function of `ThresholdCounts` take y_true and y_score, with `sample_weight` and `case`, too.

    Examples
    --------
    >>> rows = of_scores(lambda counts: counts.n_pos)
    >>> rows([1, 1, 0], [0.9, 0.2, 0.4]), rows([1, 1, 0], [0.9, 0.2, 0.4], sample_weight=[2, 1, 1])
    (2, 3.0)
    """
    return _of_rows(function, threshold_counts, "counts", "y_score", _OF_SCORES)


def _of_rows(function: F, count: Callable[..., Any], counted: str, second: str, besides: tuple[str, ...]) -> F:
    @wraps(function)
    def either(*given: Any, **named: Any) -> Any:
        """Count the rows first, where rows are given."""
        if given and not _are_rows(given[0]):
            return function(*given, **named)
        if not given and "y_true" not in named:
            return function(**named)
        rest = list(given)
        rows = [rest.pop(0) if rest else named.pop(name, None) for name in ("y_true", second)]
        if rows[1] is None:
            raise InputError(
                "{function} takes y_true and {second}, or counts that were made of them; got y_true alone. "
                "Give {second}, too.",
                function=function.__name__,
                second=second,
            )
        of_rows = {name: named.pop(name) for name in besides if name in named}
        return function(count(*rows, **of_rows), *rest, **named)

    taken = f"or y_true and {second} as `{count.__name__}` takes them, with its {', '.join(besides)}"
    either.__doc__ = _told(function.__doc__ or "", counted, taken)
    return cast("F", either)


def _told(text: str, counted: str, rows: str) -> str:
    """Return a docstring that says so: where it tells of the counts, or at its end."""
    line = next((line for line in text.split("\n") if line.strip().startswith(f"{counted} : ")), None)
    if line is None:
        return f"{text.rstrip()}\n\n    Takes counts, {rows}.\n    "
    return text.replace(line, f"{line}, {rows}", 1)


def _are_rows(first: object) -> bool:
    """Whether this is a column of rows and not counts of them: cells may stand in a tuple or a frame with names."""
    if isinstance(first, ThresholdCounts | ConfusionMatrix):
        return False
    return type(first) in (list, tuple) or (hasattr(first, "__array__") and not hasattr(first, "tp"))
