"""What the page of costs draws: lines, envelopes and the ways of choosing a threshold, beside the ROC plane."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Literal

import numpy as np
import plotly.graph_objects as go

from evalcore import costs, metrics
from evalcore.costs import OperatingRange
from evalcore.figures.costs.figure import Shown, costs_figure
from evalcore.support.arrays import FloatArray
from evalcore.views.bands import band_outline
from evalcore.views.costs import (
    Conditions,
    CostLines,
    OperatingLines,
    Plane,
    conditions,
    cost_lines,
    operating_lines,
    plane_of_money,
    plane_of_shares,
    way_curve,
)
from evalcore.views.threshold import ThresholdView, default_threshold, threshold_view, with_steps
from ui.costs import controls, span, words
from ui.costs.options import WAYS, Options
from ui.costs.setting import CASES, CountedRows, Setting, counted_rows
from ui.frame import models
from ui.live import carrying, progress
from ui.live import words as live_words
from ui.session import computed, looked_at, memory, sides
from ui.session.loaded import LABELS
from ui.shared.text import _, remark, say_in_figure, show_said

DRAWN_WAYS: tuple[Literal["score_driven", "rate_driven"], ...] = ("score_driven", "rate_driven")
EVEN = 0.5  # P(+)cost at which the second handle stands where nothing is at stake


def lines(counted: CountedRows) -> CostLines:
    """Return one model's lines, thinned for drawing."""
    return memory.memo(
        "cost lines",
        counted.key,
        make=lambda: cost_lines(counted.binary.model, counted.counts, among=counted.written),
    )


def curve(counted: CountedRows) -> costs.CostCurve:
    """Return one model's cost curve, of the thresholds that can be best."""
    return memory.memo("cost curve", counted.key, make=lambda: costs.cost_curve(counted.counts).corners())


def best(counted: CountedRows, setting: Setting) -> costs.ThresholdChoice:
    """Return the best threshold under the setting."""
    return memory.memo(
        "best threshold", counted.key, setting, make=lambda: costs.best_threshold(counted.counts, **setting.options)
    )


def areas(counted: CountedRows) -> costs.ChoiceAreas:
    """Return the areas of the ways of choosing a threshold; that of a fixed one depends on it and is not for use."""
    return memory.memo("areas", counted.key, make=lambda: costs.choice_areas(counted.counts, math.inf))


def area_intervals(counted: CountedRows, t: float) -> costs.ChoiceAreaIntervals:
    """Return the intervals of the areas, of which that of the fixed threshold alone depends on it."""
    of = counted.drawn_from
    found = memory.memo("area intervals", counted.key, make=lambda: costs.choice_area_intervals(of, t))
    return replace(found, fixed=costs.fixed_area_interval(of, t))


def _view(counted: CountedRows, special: tuple[float, float]) -> ThresholdView:
    if counted.amounts is None:
        return computed.view(counted.binary, special)
    whole = memory.memo("cost view", counted.key, make=lambda: threshold_view(counted.counts))
    return with_steps(whole, counted.counts, special, among=counted.written.threshold)


def view_at(counted: CountedRows, t: float) -> ThresholdView:
    """Return the scores of the rows, with the present threshold among the steps of its handle."""
    return _view(counted, (default_threshold(computed.counts(counted.binary)), t))


def conditions_of(
    counted: CountedRows,
    x: float,
    plane: Plane | None = None,
    *,
    ends: bool = True,
    landing: Callable[[list[float]], FloatArray] | None = None,
) -> Conditions:
    """Return what is best under each condition that can be dragged to, `x` among them."""
    among = counted.written.threshold
    return conditions(curve(counted), special=[x], plane=plane, among=among, ends=ends, landing=landing)


def conditions_held(counted: CountedRows, t: float, setting: Setting, chosen: Options) -> Conditions:
    """Return what is best under each condition to be dragged to, in the planes or by the number of the sentence."""
    landing = controls.landing(setting, by_prevalence=chosen.by_prevalence)
    if chosen.planes:
        return conditions_of(counted, setting.condition, plane(counted, t, setting, chosen), landing=landing)
    # At its ends a number of the sentence would take itself out of it. Where the threshold stands does not matter.
    return memory.memo(
        "conditions held",
        counted.key,
        setting,
        chosen.by_prevalence,
        make=lambda: conditions_of(counted, setting.condition, ends=False, landing=landing),
    )


def notes(counted: CountedRows, setting: Setting, chosen: Options) -> None:
    """Say why something that was asked for is not drawn."""
    reasons = []
    if "score_driven" in chosen.ways:
        reasons.append(areas(counted).reason)
    if chosen.band:
        reasons += [_band(counted).reason, *_band(counted).warnings]
    show_said(*reasons)
    if chosen.money and not (setting.matrix.excess_fn > 0 and setting.matrix.excess_fp > 0):
        remark(
            "One kind of mistake costs nothing, so every prevalence has the same P(+)cost; the plane stays as it is."
        )
    if setting.replaces is not None and models.label_points():
        remark("Models of labels are left out: their matrix counts rows, not amounts.")


def figure(counted: CountedRows, t: float, setting: Setting, chosen: Options) -> Callable[..., go.Figure]:
    """Return what draws both planes: all it needs but the language is gathered, so it may run outside the script."""
    view = view_at(counted, t)
    x = setting.condition if setting.is_known else EVEN
    behind = _behind(counted, view)
    plane = _plane(_seen(setting, behind), setting, chosen, current(counted, t, setting))
    at = conditions_of(counted, x, plane, landing=controls.landing(setting, by_prevalence=chosen.by_prevalence))
    held = (
        controls.meant(at.x.tolist(), setting, counted.binary, by_prevalence=chosen.by_prevalence)
        if setting.is_known
        else ()
    )
    return partial(
        costs_figure,
        view,
        operating_lines(view.steps),
        _seen(setting),
        at,
        threshold=t,
        condition=x,
        chosen=[one.model for one in models.all_scored()].index(counted.binary.model),
        shown=replace(_shown(counted, setting, chosen, plane), first=behind, held=held),
        classes=live_words.classes(counted.binary),
        say=say_in_figure,
        known=setting.is_known,
    )


def plane(counted: CountedRows, t: float, setting: Setting, chosen: Options) -> Plane:
    """Return the units in which the plane of costs is drawn."""
    behind = _behind(counted, view_at(counted, t))
    return _plane(_seen(setting, behind), setting, chosen, current(counted, t, setting))


def _seen(setting: Setting, behind: tuple[CostLines, OperatingLines] | None = None) -> list[CostLines]:
    """Return the lines of all models, and of the rows behind them."""
    drawn = [lines(counted_rows(one, setting.replaces)) for one in models.all_scored()]
    return drawn if behind is None else [*drawn, behind[0]]


def behind_what(counted: CountedRows) -> tuple[str, ...]:
    """Return what is drawn behind the rows; amounts are of single rows, and are not carried over."""
    return () if counted.amounts is not None else carrying.behind_what(counted.binary)


def _behind(counted: CountedRows, view: ThresholdView) -> tuple[CostLines, OperatingLines] | None:
    """Return the lines of the rows a threshold was chosen on."""
    behind, first = carrying.behind(counted.binary, view.steps), sides.first(counted.binary)
    if behind is None or first is None or counted.amounts is not None:
        return None
    table, name = computed.counts(first), behind.name
    found = memory.memo("cost lines", first.key, name, make=lambda: cost_lines(name, table))
    return found, operating_lines(behind.steps)


def current(counted: CountedRows, t: float, setting: Setting) -> float:
    """Return the normalised cost of a threshold; nan where nothing is at stake or a class is missing."""
    cm = counted.counts.at(t)
    if not setting.is_known or curve(counted).reason is not None:
        return math.nan
    return float(costs.normalized_cost(metrics.fpr(cm), metrics.fnr(cm), setting.condition))


def _plane(drawn: list[CostLines], setting: Setting, chosen: Options, now: float) -> Plane:
    """Return the units of the cost plane; money only where one prevalence is not as good as another."""
    in_money = None
    if chosen.money:
        near = None if chosen.whole else setting.prevalence
        in_money = plane_of_money(drawn, setting.matrix, cases=CASES, zoom=near, current=now)
    return plane_of_shares(drawn, zoom=not chosen.whole, current=now) if in_money is None else in_money


def _shown(counted: CountedRows, setting: Setting, chosen: Options, plane: Plane) -> Shown:
    """Return what is drawn besides lines and envelopes."""
    # An area in the plane of money is no area of these: all prevalences would count the same instead.
    in_shares = plane.ratio is None
    further = [
        (_(WAYS[way]), *way_curve(counted.counts, way), float(getattr(areas(counted), way)) if in_shares else math.nan)
        for way in DRAWN_WAYS
        if way in chosen.ways
    ]
    # Labels have a matrix of rows, not of amounts.
    points = models.label_points() if setting.replaces is None else []
    labels = [(f"{p.name}{LABELS}", [0, 1], [p.fpr, p.fnr], math.nan) for p in points]
    band = _band(counted) if chosen.band else None
    shaded = span.chosen() if chosen.span else None
    return Shown(
        plane=plane,
        curves=[*labels, *further],
        band=band_outline(band.x, band.low, band.high) if band is not None and band.reason is None else None,
        span=(shaded.low, shaded.high) if isinstance(shaded, OperatingRange) else None,
        shaded=chosen.ways if in_shares else frozenset(),
        by_amount=setting.replaces,
        behind=_rest(counted, setting),
        rules=live_words.rules(counted.binary),
        elsewhere=not setting.sampled,
    )


def _rest(counted: CountedRows, setting: Setting) -> list[CostLines]:
    """Return the lines of all rows beside the group that is looked at."""
    rest = looked_at.rest(counted.binary)
    return [] if rest is None else [replace(lines(counted_rows(rest, setting.replaces)), name=_("all other rows"))]


def _band(counted: CountedRows) -> costs.EnvelopeBand:
    """Return the envelope's bootstrap band."""

    def make() -> costs.EnvelopeBand:
        with progress.asked_progress(progress.REPLICATES) as told:
            rng = np.random.default_rng(progress.SEED)
            return costs.envelope_band(counted.drawn_from, n_replicates=progress.REPLICATES, rng=rng, progress=told)

    return memory.memo("envelope band", counted.key, make=make)


def alt(counted: CountedRows, t: float, setting: Setting) -> str:
    """Describe the figure to a screen reader."""
    areas = {one.model: lines(counted_rows(one, setting.replaces)).area for one in models.all_scored()}
    return words.alt(counted, t, setting, best(counted, setting), now=current(counted, t, setting), areas=areas)
