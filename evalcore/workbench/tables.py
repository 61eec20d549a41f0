"""What the workbench shows as tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

import pandas as pd

from evalcore.calibration import Calibration
from evalcore.costs import RuleCosts
from evalcore.counts import ConfusionMatrix
from evalcore.errors import Message, present
from evalcore.figures.parts.cells import ShareOf
from evalcore.intervals import Estimate
from evalcore.metrics import ClassReadings, MacroReadings, Reading
from evalcore.support.checks import option
from evalcore.views.curves import LabelPoint

Normalize = Literal["true", "pred", "all"]
_SHARES: Final[Mapping[str, ShareOf]] = {"true": "row", "pred": "column", "all": "all"}


def share_of(normalize: str) -> ShareOf:
    """Return what shares in a matrix are of, as figures call it."""
    option(normalize, "normalize", tuple(_SHARES))
    return _SHARES[normalize]


def sentences(*found: Message | None) -> str:
    """Return the sentences there are as one text.

    >>> sentences(Message("A."), None, Message("B."))
    'A. B.'
    """
    return " ".join(map(str, present(*found)))


def with_notes(frame: pd.DataFrame, notes: Sequence[str]) -> pd.DataFrame:
    """Return a table with what is to be said of its rows, where anything is."""
    return frame.assign(note=list(notes)) if any(notes) else frame


def ends(found: Estimate) -> tuple[float, float, float, str]:
    """Return a number with its ends and what is to be said of it."""
    return found.value, found.low, found.high, sentences(found.reason, *found.warnings)


def matrix_table(cm: ConfusionMatrix, classes: Sequence[str]) -> pd.DataFrame:
    """Return the matrix with its classes: rows are the truth."""
    cells = [[cm.tp, cm.fn], [cm.fp, cm.tn]] if len(classes) == 2 else cm.table
    return pd.DataFrame(cells, index=pd.Index(classes, name="truth"), columns=pd.Index(classes, name="predicted"))


def points_table(points: Sequence[LabelPoint]) -> pd.DataFrame:
    """Return what decisions reach, a row a model."""
    rows = [(one.name, one.fpr, one.tpr, one.precision) for one in points]
    return pd.DataFrame(rows, columns=["model", "fpr", "recall", "precision"])


def costs_table(rules: RuleCosts) -> pd.DataFrame:
    """Return what four rules cost."""
    named = {
        "this threshold": rules.current,
        "best threshold": rules.best,
        "always negative": rules.always_negative,
        "always positive": rules.always_positive,
    }
    rows = [(rule, one.threshold, *ends(one)) for rule, one in named.items()]
    return pd.DataFrame(rows, columns=["rule", "threshold", "cost", "low", "high", "note"])


def calibration_table(found: Calibration) -> pd.DataFrame:
    """Return a row a bin."""
    columns = ("edges_low", "edges_high", "score", "share", "low", "high", "n")
    return pd.DataFrame({name: getattr(found, name) for name in columns})


def comparison_table(rows: Sequence[tuple[Any, ...]]) -> pd.DataFrame:
    """Return a row a pair and measure; each row ends with its warnings."""
    columns = ["first", "second", "measure", "difference", "low", "high", "pvalue", "adjusted", "method"]
    frame = pd.DataFrame([row[:-1] for row in rows], columns=columns)
    return frame.assign(note=[sentences(*row[-1]) for row in rows])


# Two averages have one name.
WHOSE_F1 = {
    "f1": "F1 of the macro precision and recall; scikit-learn's macro average is mean_f1.",
    "mean_f1": "Mean of the classes' F1, as scikit-learn's macro average.",
}


def class_readings_table(
    model: str, each: Sequence[ClassReadings], macro: MacroReadings, overall: Mapping[str, Reading]
) -> pd.DataFrame:
    """Return a row a class and metric, then those of all classes: the macro averages and what needs no class."""
    rows: list[tuple[Any, ...]] = [
        (model, str(one.name), name, *ends(getattr(one, name)), one.support)
        for one in each
        for name in ("precision", "recall", "f1")
    ]
    for name in ("precision", "recall", "f1", "mean_f1"):
        value, low, high, note = ends(getattr(macro, name))
        rows.append((model, "macro", name, value, low, high, " ".join(filter(None, (note, WHOSE_F1.get(name)))), None))
    rows += [(model, "all", name, *ends(one), None) for name, one in overall.items()]
    columns = ["model", "class", "metric", "value", "low", "high", "note", "support"]
    return pd.DataFrame(rows, columns=columns)
