"""Translated words for figures, and what a screen reader says of them."""

from __future__ import annotations

from typing import Literal

from evalcore.counts import ConfusionMatrix
from evalcore.figures import style
from evalcore.figures.confusion_matrix.figure import Words
from evalcore.figures.curves.figure import CurveWords
from evalcore.metrics import METRICS
from evalcore.predictions import BinaryView
from evalcore.views.threshold import LINE_METRICS, ThresholdView
from ui.session import loaded
from ui.shared.numbers import count, number
from ui.shared.text import _, plain, say

Cell = Literal["fn", "fp", "tp", "tn"]
SHORT = 14  # characters of a class name that fit the label of a field beside three others


def negative(rows: BinaryView) -> str:
    """Return the name of the negative class, which may stand for all the others."""
    return _("not {name}", name=rows.positive) if rows.negative is None else rows.negative


def short(name: str, longest: int = SHORT) -> str:
    """Return a name as it fits a label: its beginning, where it is long."""
    return name if len(name) <= longest else name[: longest - 1].rstrip() + "…"


def decision(rows: BinaryView, cell: Cell) -> str:
    """Say which decision a cell counts by the names of the classes, for a label."""
    positive = plain(short(rows.positive))
    other = _("another class") if rows.negative is None else plain(short(rows.negative))
    if cell == "tn" and rows.negative is None:
        return _("another class not called {name}", name=positive)
    pairs = {"fn": (positive, other), "fp": (other, positive), "tp": (positive, positive), "tn": (other, other)}
    truth, called = pairs[cell]
    return _("{truth} called {called}", truth=truth, called=called)


def rules(rows: BinaryView) -> tuple[str, str]:
    """Name the rules that look at no score, never positive and always positive, as a figure has them: not escaped."""
    positive = short(rows.positive)
    never = _("never {name}", name=positive) if rows.negative is None else _("always {name}", name=short(rows.negative))
    return never, _("always {name}", name=positive)


def threshold(rows: BinaryView) -> Words:
    """Return the words of the linked figure."""
    return Words(
        positive=rows.positive,
        negative=negative(rows),
        score=_("score"),
        threshold=_("threshold t"),
        shares=_("bar height: √ share of class"),
        said=_("t = {t}: TP {tp}, FN {fn}, FP {fp}, TN {tn}"),
        of_row=_("% of the row"),
        of_column=_("% of the column"),
        of_all=_("% of all"),
        matrix_title=_("Confusion matrix"),
        metrics_title=_("Metrics against the threshold"),
        actual=_("actual"),
        predicted=_("predicted"),
        total=_("total"),
        row=_("row"),
        outcome=_("predicted positive while t ≤ {score}"),
        metric={name: say(METRICS[name].title) for name in LINE_METRICS},
    )


def source(rows: BinaryView) -> str:
    """Say which rows an exported figure is about."""
    now = loaded.current()
    name, part = _(now.name) if now.sample else now.name, now.predictions.part
    return _(
        "{file}: model {model}, positive class {positive}, {n} rows.",
        file=name if part is None else f"{name} ({part})",
        model=rows.model,
        positive=rows.positive,
        n=count(len(rows.y_true)),
    )


def export_title(rows: BinaryView) -> str:
    """Return the heading of an exported figure."""
    return _("Confusion matrix: {model}, positive class {positive}", model=rows.model, positive=rows.positive)


def labels_alt(cm: ConfusionMatrix) -> str:
    """Describe the matrix of predicted labels."""
    return _(
        "Confusion matrix of predicted labels: TP {tp}, FN {fn}, FP {fp}, TN {tn}.",
        tp=count(cm.tp),
        fn=count(cm.fn),
        fp=count(cm.fp),
        tn=count(cm.tn),
    )


def threshold_alt(view: ThresholdView, t: float) -> str:
    """Describe the linked figure at its present threshold."""
    steps = view.steps
    i = steps.nearest(t)
    return _(
        "Scores by true class, confusion matrix and metrics against the threshold. At threshold {t}: TP {tp}, FN {fn}, "
        "FP {fp}, TN {tn}, precision {precision}, recall {recall}.",
        t=style.threshold(steps.written[i], steps.digits[i]),
        tp=count(steps.tp[i]),
        fn=count(steps.fn[i]),
        fp=count(steps.fp[i]),
        tn=count(steps.tn[i]),
        precision=number(float(steps.metrics["precision"][i])),
        recall=number(float(steps.metrics["recall"][i])),
    )


def curves(rows: BinaryView) -> CurveWords:
    """Return the words of the figure in the language of the session."""
    base = threshold(rows)
    return CurveWords(
        **vars(base),
        roc_title=_("ROC curve"),
        pr_title=_("P-R curve"),
        det_title=_("DET curve"),
        fpr=_("false positive rate"),
        tpr=_("true positive rate"),
        fnr=_("false negative rate"),
        precision=_("precision"),
        recall=_("recall"),
        chance=_("chance"),
        prevalence=_("prevalence"),
        labels=_("labels only"),
        auc=_("{name}<br>AUC {auc}"),
        ap=_("{name}<br>AP {ap}"),
        areas="{name}   AUC {auc}   AP {ap}",
        det_areas=_("{name}   equal error rate {rate}"),
        equal_error=_("equal error rate {rate}"),
        break_even=_("break-even point {value}"),
    )
