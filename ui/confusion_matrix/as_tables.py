"""What the figures of this page draw, as tables."""

from __future__ import annotations

from evalcore.counts import ConfusionMatrix
from evalcore.metrics import METRICS
from evalcore.views.groups import GroupsView
from evalcore.views.threshold import LINE_METRICS, Steps, ThresholdView
from ui.frame.figure_tables import FigureTable, course, thresholds
from ui.shared.numbers import count
from ui.shared.text import _, say

CELLS = ("TP", "FN", "FP", "TN")


def of_threshold(view: ThresholdView, t: float) -> list[FigureTable]:
    """Return the cells and the lines of the metrics at steps of the threshold."""
    steps = view.steps
    cells = dict(zip(CELLS, (steps.tp, steps.fn, steps.fp, steps.tn), strict=True))
    lines = {say(METRICS[name].title): steps.metrics[name] for name in LINE_METRICS}
    return [
        course(
            _("Matrix and metrics against the threshold"),
            (_("threshold t"), thresholds(steps)),
            {**cells, **lines},
            here=steps.nearest(t),
            write=dict.fromkeys(CELLS, count),
        )
    ]


def of_matrix(cm: ConfusionMatrix, names: tuple[str, ...]) -> list[FigureTable]:
    """Return the cells, a row a true class."""
    predicted = [(_("predicted {name}", name=name), list(map(count, cm.table[:, k]))) for k, name in enumerate(names)]
    return [FigureTable(_("Confusion matrix"), [(_("actual"), names), *predicted])]


def of_groups(view: GroupsView, t: float) -> list[FigureTable]:
    """Return the metric of all rows and of each group that is drawn at steps of the threshold."""
    steps, title = view.threshold.steps, say(METRICS[view.metric].title)
    groups = [(_none(name), view.value[k]) for k, name in enumerate(view.names)]
    across = (_("threshold t"), thresholds(steps))
    lines = [(_("all rows"), view.whole), *groups]
    return [course(_("{metric} by group", metric=title), across, lines, here=steps.nearest(t))]


def _none(name: str | None) -> str:
    return _("(empty)") if name is None else name


def of_abstention(steps: Steps, t: float) -> list[FigureTable]:
    """Return coverage and accuracy at steps of the least score."""
    lines = {_("coverage"): steps.metrics["coverage"], _("accuracy of the answers"): steps.metrics["accuracy"]}
    title = _("Coverage and accuracy against the least score")
    return [course(title, (_("least score"), thresholds(steps)), lines, here=steps.nearest(t))]
