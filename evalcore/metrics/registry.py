"""The metrics by name. Each is one entry: title, value, counts, formula, and why it may be undefined.

An entry is all a metric needs: readings with intervals, the tables and the formulas on the screen are read from here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np

from evalcore.errors import InputError, Message
from evalcore.metrics import composites
from evalcore.metrics.margins import margins, ratio

Parts = Callable[[Any], tuple[Any, Any]]


class Gap(NamedTuple):
    """A case in which a metric is undefined: whether it holds of a matrix, and how to say so."""

    holds: Callable[[Any], bool]
    reason: Message


NO_ROW = Gap(lambda cm: margins(cm).n == 0, Message("There is no row."))
NO_POSITIVE = Gap(lambda cm: cm.tp + cm.fn == 0, Message("No row is positive."))
NO_NEGATIVE = Gap(lambda cm: cm.fp + cm.tn == 0, Message("No row is negative."))
NO_PREDICTED_POSITIVE = Gap(lambda cm: cm.tp + cm.fp == 0, Message("No row is predicted positive."))
NO_PREDICTED_NEGATIVE = Gap(lambda cm: cm.fn + cm.tn == 0, Message("No row is predicted negative."))
NO_POSITIVE_AT_ALL = Gap(
    lambda cm: cm.tp + cm.fp + cm.fn == 0, Message("No row is positive, and none is predicted positive.")
)
CLASS_WITHOUT_ROW = Gap(lambda cm: min(margins(cm).truth) == 0, Message("At least one class has no row."))
ONE_CLASS_TRUE = Gap(lambda cm: np.count_nonzero(margins(cm).truth) == 1, Message("All rows are of one class."))
ONE_CLASS_PREDICTED = Gap(
    lambda cm: np.count_nonzero(margins(cm).predicted) == 1, Message("All rows are predicted to be of one class.")
)
ONE_CELL = Gap(
    lambda cm: max((m := margins(cm)).correct) == m.n, Message("All rows are of one class and predicted to be of it.")
)


class Formula(NamedTuple):
    r"""A formula in TeX: its left side, and its right side in TP, FP, FN, TN and m, the number of rows.

    A count put in the place of each of these five words gives the same formula in numbers; `\,` is a product.
    """

    symbol: str
    right_side: str


@dataclass(frozen=True, kw_only=True)
class Metric:
    """One metric.

    Parameters
    ----------
    title : Message
        Its English name; the screen translates it.
    question, notes : str
        What it answers, and its formula in words: the docstring of the function of its name.
    function : callable
        Its value, of a matrix or of arrays of cells; nan where undefined.
    gaps : tuple of Gap
        The cases in which it is undefined, beside that there is no row; the first that holds is the reason.
    parts : callable or None
        Of a proportion, the rows that have the property and the rows that could have it: the count form "7 of 11",
        from which Wilson's interval is made. None where it is no proportion; see `readings` for its interval.
    formulas : tuple of Formula
        Those to show with the numbers of two classes in them.
    many_classes : bool
        Whether it takes more than two classes.
    takes_beta : bool
        Whether the function takes the weight of recall as second argument.
    listed : bool
        False where another entry already shows the same number.
    lowest, highest : float
        Its range.
    least : callable or None
        The smallest value it can have for the classes of a matrix, where that is above `lowest`.
    smaller_is_better : bool
        Whether the best value is the smallest one.
    """

    title: Message
    function: Callable[..., Any]
    gaps: tuple[Gap, ...] = ()
    parts: Parts | None = None
    formulas: tuple[Formula, ...] = ()
    many_classes: bool = False
    takes_beta: bool = False
    listed: bool = True
    lowest: float = 0.0
    highest: float = 1.0
    least: Callable[[Any], float] | None = None
    smaller_is_better: bool = False
    question: str = ""
    notes: str = ""


def proportion(
    parts: Parts,
    *,
    title: Message,
    question: str = "",
    notes: str = "",
    gaps: tuple[Gap, ...] = (),
    formulas: tuple[Formula, ...] = (),
    many_classes: bool = False,
    least: Callable[[Any], float] | None = None,
    smaller_is_better: bool = False,
) -> Metric:
    """Return the entry of a metric that is so many rows of so many: its value is the quotient of both."""
    return Metric(
        title=title,
        question=question,
        notes=notes,
        function=lambda cm: ratio(*parts(cm)),
        gaps=gaps,
        parts=parts,
        formulas=formulas,
        many_classes=many_classes,
        least=least,
        smaller_is_better=smaller_is_better,
    )


def _n(cm: Any) -> Any:
    return cm.tp + cm.fp + cm.fn + cm.tn


METRICS: Final[Mapping[str, Metric]] = {
    "error_rate": proportion(
        lambda cm: ((m := margins(cm)).n - sum(m.correct), m.n),
        question="Which share of the rows is predicted wrong?",
        notes="E = (FP + FN) / m, equation (2.4): disagreements are counted.",
        title=Message("error rate"),
        formulas=(Formula("E", r"\frac{FP+FN}{m}"),),
        many_classes=True,
        smaller_is_better=True,
    ),
    "accuracy": proportion(
        lambda cm: (sum((m := margins(cm)).correct), m.n),
        question="Which share of the rows is predicted right?",
        notes="(TP + TN) / m, equation (2.5).",
        title=Message("accuracy"),
        formulas=(Formula("ACC", r"\frac{TP+TN}{m}"),),
        many_classes=True,
    ),
    "majority_baseline": proportion(
        lambda cm: (np.max((m := margins(cm)).truth, axis=0), m.n),
        question="How accurate is it to predict the most frequent class for every row?",
        notes="Rows of the largest class / m: what an accuracy has to beat.",
        title=Message("always the larger class: accuracy"),
        many_classes=True,
        least=lambda cm: 1 / len(margins(cm).truth),
    ),
    "precision": proportion(
        lambda cm: (cm.tp, cm.tp + cm.fp),
        question="Of the rows predicted positive, which share is positive?",
        notes="P = TP / (TP + FP), equation (2.8); rises with the prevalence.",
        title=Message("precision"),
        gaps=(NO_PREDICTED_POSITIVE,),
        formulas=(Formula("P", r"\frac{TP}{TP+FP}"),),
    ),
    "recall": proportion(
        lambda cm: (cm.tp, cm.tp + cm.fn),
        question="Of the positive rows, which share is found?",
        notes="R = TP / (TP + FN), equation (2.9); also sensitivity or TPR; does not depend on the prevalence.",
        title=Message("recall"),
        gaps=(NO_POSITIVE,),
        formulas=(Formula("R", r"\frac{TP}{TP+FN}"),),
    ),
    "f_beta": Metric(
        title=Message("F1"),
        function=composites.f_beta,
        gaps=(NO_POSITIVE_AT_ALL, NO_PREDICTED_POSITIVE),
        takes_beta=True,
    ),
    "f1": Metric(
        title=Message("F1"),
        function=composites.f1,
        gaps=(NO_POSITIVE_AT_ALL,),
        # The second is the book's, (2.10).
        formulas=(Formula("F_1", r"\frac{2\,TP}{2\,TP+FP+FN}"), Formula("F_1", r"\frac{2\,TP}{m+TP-TN}")),
        listed=False,
    ),
    "specificity": proportion(
        lambda cm: (cm.tn, cm.tn + cm.fp),
        question="Of the negative rows, which share is left alone?",
        notes="TN / (TN + FP) = 1 - FPR; also TNR.",
        title=Message("specificity"),
        gaps=(NO_NEGATIVE,),
        formulas=(Formula("TNR", r"\frac{TN}{TN+FP}"),),
    ),
    "fpr": proportion(
        lambda cm: (cm.fp, cm.tn + cm.fp),
        question="Of the negative rows, which share is predicted positive?",
        notes="FP / (TN + FP) = 1 - specificity.",
        title=Message("false positive rate"),
        gaps=(NO_NEGATIVE,),
        formulas=(Formula("FPR", r"\frac{FP}{FP+TN}"),),
        smaller_is_better=True,
    ),
    "fnr": proportion(
        lambda cm: (cm.fn, cm.tp + cm.fn),
        question="Of the positive rows, which share is missed?",
        notes="FN / (TP + FN) = 1 - recall.",
        title=Message("false negative rate"),
        gaps=(NO_POSITIVE,),
        smaller_is_better=True,
    ),
    "npv": proportion(
        lambda cm: (cm.tn, cm.tn + cm.fn),
        question="Of the rows predicted negative, which share is negative?",
        notes="Negative predictive value, TN / (TN + FN).",
        title=Message("negative predictive value"),
        gaps=(NO_PREDICTED_NEGATIVE,),
        formulas=(Formula("NPV", r"\frac{TN}{TN+FN}"),),
    ),
    "queue_rate": proportion(
        lambda cm: (cm.tp + cm.fp, _n(cm)),
        question="Which share of all rows is predicted positive, and so has to be worked on?",
        notes="(TP + FP) / m.",
        title=Message("queue rate (share predicted positive)"),
        smaller_is_better=True,
    ),
    "prevalence": proportion(
        lambda cm: (cm.tp + cm.fn, _n(cm)),
        question="Which share of all rows is positive?",
        notes="(TP + FN) / m.",
        title=Message("prevalence (share of positives)"),
    ),
    "balanced_accuracy": Metric(
        title=Message("balanced accuracy"),
        function=composites.balanced_accuracy,
        gaps=(CLASS_WITHOUT_ROW,),
        many_classes=True,
    ),
    "youden_j": Metric(
        title=Message("Youden's J"),
        function=composites.youden_j,
        gaps=(NO_POSITIVE, NO_NEGATIVE),
        lowest=-1.0,
    ),
    "matthews": Metric(
        title=Message("Matthews correlation"),
        function=composites.matthews,
        gaps=(ONE_CLASS_TRUE, ONE_CLASS_PREDICTED),
        many_classes=True,
        lowest=-1.0,
    ),
    "kappa": Metric(
        title=Message("Cohen's kappa"),
        function=composites.kappa,
        gaps=(ONE_CELL,),
        many_classes=True,
        lowest=-1.0,
    ),
}


def metric(name: str) -> Metric:
    """Return a metric by name; InputError if there is none of that name."""
    if name not in METRICS:
        raise InputError(
            "The metric must be one of {names}; got '{name}'. Choose one of them.", names=", ".join(METRICS), name=name
        )
    return METRICS[name]


def evaluate(name: str, cm: Any, *, beta: float = 1.0) -> Any:
    """What is the value of the metric of that name?

    Parameters
    ----------
    name : str
        A key of `METRICS`.
    cm : ConfusionMatrix, or anything with `tp fp fn tn`
    beta : float >= 0
        Only for "f_beta".

    Returns
    -------
    float or array
        nan where undefined.
    """
    entry = metric(name)
    return entry.function(cm, beta) if entry.takes_beta else entry.function(cm)


def undefined_reason(name: str, cm: Any, *, beta: float = 1.0) -> Message | None:
    """Why has a metric no value for this matrix?

    Parameters
    ----------
    name : str
        A key of `METRICS`.
    cm : ConfusionMatrix, or anything with scalar `tp fp fn tn`
    beta : float >= 0
        Only for "f_beta".

    Returns
    -------
    Message or None
        None if there is a value.

    Examples
    --------
    >>> from evalcore.counts import ConfusionMatrix
    >>> str(undefined_reason("precision", ConfusionMatrix.binary(tp=0, fp=0, fn=8, tn=12)))
    'No row is predicted positive.'
    """
    if not np.isnan(evaluate(name, cm, beta=beta)):
        return None
    return next((gap.reason for gap in (NO_ROW, *metric(name).gaps) if gap.holds(cm)), None)
