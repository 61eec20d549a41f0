"""What the figures of this page draw, as tables."""

from __future__ import annotations

from evalcore.calibration import Calibration
from evalcore.figures import style
from evalcore.support.arrays import FloatArray
from evalcore.views.calibration import Acting, Mapped, Promises, Ranked
from ui.frame.figure_tables import FigureTable, course, thresholds
from ui.shared.numbers import count, interval, number
from ui.shared.text import _


def of_promises(of: Promises, t: float) -> list[FigureTable]:
    """Return the share of positives at steps of the score, and the bins; without a smooth curve these alone."""
    if of.bin is not None:
        return [of_bins(_("Bins of rows"), of.bins)]
    steps = of.view.steps
    lines = {_("share of positives"): of.share, **_ends(of.low, of.high), _("share of positives − score"): of.apart}
    title = _("Share of positives against the score")
    return [
        course(title, (_("score"), thresholds(steps)), lines, here=steps.nearest(t)),
        of_bins(_("Bins of rows"), of.bins),
    ]


def of_bins(title: str, bins: Calibration) -> FigureTable:
    """Return the bins of a reliability diagram, all of them."""
    ends = zip(bins.low.tolist(), bins.high.tolist(), strict=True)
    return FigureTable(
        title,
        {
            _("mean score"): [number(value) for value in bins.score.tolist()],
            _("share of positives"): [number(value) for value in bins.share.tolist()],
            _("95% interval"): [interval(low, high) for low, high in ends],
            _("rows"): [count(value) for value in bins.n.tolist()],
        },
    )


def of_acting(of: Acting, t: float, model: str, gain: str) -> list[FigureTable]:
    """Return the net benefit and what is gained at threshold probabilities."""
    found, places = of.found, [number(place) for place in of.places.tolist()]
    lines = [
        (model, found.model.value),
        *_ends(found.model.low, found.model.high).items(),
        (_("act always"), found.treat_all.value),
    ]
    gained = {gain: of.gain.value, **_ends(of.gain.low, of.gain.high)}
    across, here = (_("threshold probability p_t"), places), of.nearest(t) if 0 < t < 1 else None
    return [
        course(_("Net benefit: what acting from p_t on is worth"), across, lines, here=here),
        course(gain, across, gained, here=here),
    ]


def of_ranked(of: Ranked, t: float) -> list[FigureTable]:
    """Return what is found in so many of the rows, and the shares of both classes, at steps of the threshold."""
    written = [style.threshold(step, digits) for step, digits in zip(of.written, of.digits, strict=True)]
    lines = {
        _("share of rows, highest scores first"): of.rows,
        _("share of positives found"): of.gain,
        _("lift"): of.lift,
        _("share of negatives from this score on"): of.fpr,
    }
    return [course(_("Rows and positives from each score on"), (_("score"), written), lines, here=of.nearest(t))]


def of_mapped(of: Mapped, t: float, before: Calibration, after: Calibration) -> list[FigureTable]:
    """Return which probability belongs to scores, and the bins before and after."""
    steps = of.view.steps
    lines = {_("recalibrated probability"): of.probability}
    title = _("Recalibrated probability against the score")
    return [
        course(title, (_("score"), thresholds(steps)), lines, here=steps.nearest(t)),
        of_bins(_("Bins of rows, before"), before),
        of_bins(_("Bins of rows, recalibrated"), after),
    ]


def _ends(low: FloatArray, high: FloatArray) -> dict[str, FloatArray]:
    return {_("interval from"): low, _("interval to"): high}
