"""Metrics that are proportions: so many of so many rows. What each answers stands in the registry."""

from __future__ import annotations

from typing import Final, Protocol, cast

from evalcore.counts.given import of_labels
from evalcore.metrics.margins import HasCells, T
from evalcore.metrics.registry import evaluate, metric

_DOCSTRING: Final = """{question}

Parameters
----------
cm : {of}, or anything with `tp fp fn tn`

Returns
-------
float or array in [0, 1]

Notes
-----
{notes} *Undefined when* {undefined}
"""


class Proportion(Protocol):
    """A share of rows, of one matrix or of many."""

    def __call__(self, cm: HasCells[T]) -> T:
        """Return a float, or an array of one a matrix; nan where undefined."""


def _of_registry(name: str) -> Proportion:
    """Return the function of a metric, with the docstring that its entry makes."""
    entry = metric(name)

    def share(cm: HasCells[T]) -> T:
        """Stand for the metric; what it answers is written below."""
        return cast("T", evaluate(name, cm))

    share.__name__ = share.__qualname__ = name
    reasons = [str(gap.reason).rstrip(".") for gap in entry.gaps] or ["there is no row"]
    share.__doc__ = _DOCSTRING.format(
        question=entry.question,
        of="ConfusionMatrix of any number of classes" if entry.many_classes else "binary ConfusionMatrix",
        notes=entry.notes,
        undefined=", or ".join(reason[0].lower() + reason[1:] for reason in reasons) + ".",
    )
    return of_labels(share)


accuracy = _of_registry("accuracy")
error_rate = _of_registry("error_rate")
precision = _of_registry("precision")
recall = _of_registry("recall")
specificity = _of_registry("specificity")
npv = _of_registry("npv")
fpr = _of_registry("fpr")
fnr = _of_registry("fnr")
queue_rate = _of_registry("queue_rate")
prevalence = _of_registry("prevalence")
majority_baseline = _of_registry("majority_baseline")
