"""Formulas of the page with the numbers in them."""

from __future__ import annotations

import math

from evalcore.predictions import BinaryView
from ui.calibration import found
from ui.calibration.controls import Options
from ui.live import bridge
from ui.session import computed
from ui.shared import tex
from ui.shared.text import paragraph, remark


def reliability(rows: BinaryView, chosen: Options) -> None:
    """Show the line of recalibration and the parts of the Brier score."""
    line, brier = found.line(rows, chosen.nearest), found.losses(rows).brier
    if not math.isnan(line.in_the_large.value):
        a = tex.number(line.in_the_large.value)
        bridge.formula(rf"\mathrm{{logit}}\,P(+) = a + \mathrm{{logit}}\,s,\quad a = {a}")
    if not math.isnan(line.slope.value):
        a, b = tex.number(line.intercept), tex.number(line.slope.value)
        bridge.formula(rf"\mathrm{{logit}}\,P(+) = a + b\cdot\mathrm{{logit}}\,s,\quad a = {a},\quad b = {b}")
    parts = found.written_parts(brier)
    if all(map(math.isfinite, parts)):
        rel, res, unc, within = map(tex.number, parts)
        last = within if within.startswith(("-", "−")) else f"+ {within}"
        bridge.formula(
            rf"\mathrm{{BS}} = \frac1m\sum_i (s_i-y_i)^2 = {rel} - {res} + {unc} {last} = "
            + tex.number(brier.value.value)
        )
    bridge.formula(r"\mathrm{LL} = -\frac1m\sum_i \big(y_i\ln s_i+(1-y_i)\ln(1-s_i)\big) = " + _log_loss(rows))
    remark("s is the score, y is 1 for a positive row; logit s = ln(s / (1 − s)).")


def _log_loss(rows: BinaryView) -> str:
    value = found.losses(rows).log_loss.value.value
    return r"\infty" if math.isinf(value) else tex.number(value)


def acting(rows: BinaryView, t: float) -> None:
    """Show net benefit with the counts at the threshold."""
    if not 0 < t < 1 or found.refused(rows) is not None:
        return
    cm = computed.counts(rows).at(t)
    n = tex.count(cm.n)
    intervals = found.acting(rows, (t,), None)
    tp, fp, p = tex.count(cm.tp), tex.count(cm.fp), tex.number(t)
    paragraph("Of these rows, with a false alarm weighed against a found positive by $p_t = t$:")
    bridge.formula(
        r"\mathrm{NB} = \frac{\mathrm{TP}}{m} - \frac{\mathrm{FP}}{m}\cdot\frac{p_t}{1-p_t} = "
        rf"\frac{{{tp}}}{{{n}}} - \frac{{{fp}}}{{{n}}}\cdot\frac{{{p}}}{{1-{p}}} = "
        + tex.number(float(intervals.model.value[0]))
    )
    bridge.formula(
        r"\mathrm{NB}_{\text{all}} = p - (1-p)\cdot\frac{p_t}{1-p_t} = "
        + tex.number(float(intervals.treat_all.value[0]))
    )


def mended(method: str, coefficients: tuple[float, ...]) -> None:
    """Show what a recalibration does to a score."""
    values = [tex.short(one) for one in coefficients]
    if method == "platt":
        bridge.formula(rf"p = \frac{{1}}{{1+e^{{-(b s + a)}}}},\quad b = {values[0]},\quad a = {values[1]}")
    elif method == "logistic":
        bridge.formula(
            rf"\mathrm{{logit}}\,p = a + b\cdot\mathrm{{logit}}\,s,\quad b = {values[0]},\quad a = {values[1]}"
        )
    elif method == "temperature":
        bridge.formula(rf"\mathrm{{logit}}\,p = \frac{{\mathrm{{logit}}\,s}}{{T}},\quad T = {values[0]}")
    elif method == "beta":
        a, b, c = values
        bridge.formula(rf"\mathrm{{logit}}\,p = a\ln s - b\ln(1-s) + c,\quad a = {a},\quad b = {b},\quad c = {c}")
    else:
        paragraph("Isotonic recalibration has no formula: growing steps, each the share of positives of its rows.")


def ranking(rows: BinaryView, t: float) -> None:
    """Show gain and lift with the counts at the threshold."""
    table = computed.counts(rows)
    cm = table.at(t)
    n, pos = tex.count(cm.n), tex.count(table.n_pos)
    tp, fp = tex.count(cm.tp), tex.count(cm.fp)
    bridge.formula(rf"\text{{gain}} = \frac{{\mathrm{{TP}}}}{{m^+}} = \frac{{{tp}}}{{{pos}}}")
    bridge.formula(
        r"\text{lift} = \frac{\mathrm{TP}/(\mathrm{TP}+\mathrm{FP})}{m^+/m} = "
        rf"\frac{{{tp}/({tp}+{fp})}}{{{pos}/{n}}}"
    )
    bridge.formula(
        r"\text{K-S} = \max_t\,|\mathrm{TPR}(t)-\mathrm{FPR}(t)| = " + tex.number(found.farthest(rows).statistic)
    )
