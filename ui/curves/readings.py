"""The numbers below the curves: areas in every convention, models against each other, formulas."""

from __future__ import annotations

import math
from itertools import combinations

import pandas as pd
import streamlit as st

from evalcore import curves, metrics
from evalcore.counts import ConfusionMatrix, ThresholdCounts
from evalcore.curves.delong import WEIGHTED
from evalcore.errors import Message
from evalcore.figures.curves.classes import classes_figure
from evalcore.figures.curves.figure import CurveWords, View
from evalcore.figures.curves.pairs import build_figure, pair_matrix_figure
from evalcore.metrics import Reading
from evalcore.predictions import BinaryView
from evalcore.significance import auc_differences
from evalcore.views.curves import ClassLine, class_line
from ui.curves import figure as drawn
from ui.session import computed, loaded, memory
from ui.shared import charts, controls
from ui.shared import downloads as export
from ui.shared.numbers import UNDEFINED, count, interval, number, tex
from ui.shared.numbers import threshold as shown
from ui.shared.readings import count_form, name_of
from ui.shared.text import _, say

AT_POINT: dict[View, tuple[str, ...]] = {"roc_pr": ("recall", "fpr", "precision"), "det": ("fnr", "fpr")}
MAX_FPR = 0.1
SMALL = 60
WARNED = "⚠"
# FPRs at which the mean curve of many classes is drawn; its area comes from all points.
GRID = tuple(k / 200 for k in range(201))


def at_point(rows: BinaryView, cm: ConfusionMatrix, show: View) -> None:
    """Show the rates of the operating point, each with its interval and count; with DET the equal error rate too."""
    by_name = {reading.name: reading for reading in metrics.readings(cm)}
    columns = st.columns(3)
    for column, name in zip(columns, AT_POINT[show], strict=False):
        _card(column, by_name[name])
    if show == "det":
        det = curves.det_curve(computed.counts(rows))
        columns[2].metric(_("equal error rate"), number(det.equal_error_rate))
        columns[2].caption(_equal_error_place(det))


def _card(column: st.delta_generator.DeltaGenerator, reading: Reading) -> None:
    with column:
        st.metric(name_of(reading), number(reading.value))
        if not math.isnan(reading.low):
            st.caption(f"{count_form(reading)} · {interval(reading.low, reading.high, 3)}")
        if reading.reason:
            st.caption(say(reading.reason))


def areas(rows: BinaryView) -> None:
    """Show the areas and special points of the chosen model, each with the convention it follows."""
    counts = computed.counts(rows)
    table = _areas(rows)
    frame = pd.DataFrame(table, columns=[_("measure"), _("value"), _("how")])
    st.dataframe(frame, hide_index=True, height="content", alt=_("Areas and special points"))
    for warning in curves.auc_interval_from_counts(counts).warnings:
        st.caption(say(warning))
    st.caption(
        _("AUC comes with an interval here, AP in the legend; the other numbers describe these rows and have none.")
    )
    roc = curves.roc_curve(counts)
    note = curves.thinned_note(drawn.drawn(rows, None).roc.x.size, roc.fpr.size)
    if note is not None:
        st.caption(say(note))
        st.caption(_("All numbers come from all points."))
    st.download_button(
        _("Table as CSV"),
        export.csv(frame),
        file_name="areas.csv",
        mime="text/csv",
        icon=":material/download:",
        on_click="ignore",
    )


def _areas(rows: BinaryView) -> list[tuple[str, str, str]]:
    counts = computed.counts(rows)
    roc, pr = curves.roc_curve(counts), curves.precision_recall_curve(counts)
    det, pairs = curves.det_curve(counts), curves.pair_order(counts)
    auc = curves.auc_interval_from_counts(counts)
    hull, curved = curves.roc_convex_hull(roc), curves.davis_goadrich(counts)
    bep = say(pr.break_even_note) if pr.break_even_note else _("at t = {t}", t=shown(pr.break_even_threshold))
    # What each number is, and why it is missing where it is.
    table = [
        ("AUC", number(roc.auc, 6), _("trapezoids, a tie being one of them (2.20)"), roc.reason),
        ("AUC", number(pairs.auc, 6), _pairs_said(pairs), roc.reason),
        ("AUC", number(curves.auc_by_rank_sum(counts), 6), _("from the sum of the positives' ranks"), roc.reason),
        (_("AUC, 95 % interval"), interval(auc.logit_low, auc.logit_high), _("DeLong, on the logit scale"), auc.reason),
        (_("AUC, 95 % interval"), interval(auc.low, auc.high), _("DeLong, plain"), auc.reason),
        (
            "ℓ_rank",
            number(curves.rank_loss(counts), 6),
            _("share of pairs in the wrong order, ties half (2.21)"),
            roc.reason,
        ),
        (
            _("AUC, FPR ≤ {most}", most=MAX_FPR),
            number(curves.partial_auc(roc, MAX_FPR), 6),
            _("partial area, McClish's correction: .5 is chance"),
            roc.reason,
        ),
        (_("AUC of the hull"), number(hull.auc, 6), _("best mixtures of thresholds"), hull.reason),
        ("AP", number(pr.average_precision, 6), _("steps; the default for the P-R area"), pr.reason),
        (_("P-R area"), number(curved.area, 6), _("Davis and Goadrich's interpolation"), curved.reason),
        (_("P-R area"), number(curves.trapezoid_area(pr), 6), _("straight lines: wrong in the P-R plane"), pr.reason),
        (_("break-even point"), number(pr.break_even_point), bep, pr.reason),
        (_("equal error rate"), number(det.equal_error_rate), _equal_error_place(det), det.reason),
    ]
    return [
        (name, value, say(reason) if value == UNDEFINED and reason is not None else how)
        for name, value, how, reason in table
    ]


def _equal_error_place(det: curves.DetCurve) -> str:
    if math.isnan(det.equal_error_rate):
        return say(det.reason) if det.reason else UNDEFINED
    return _("between two thresholds") if det.interpolated else _("at t = {t}", t=shown(det.equal_error_threshold))


def _pairs_said(pairs: curves.PairOrder) -> str:
    return _(
        "pairs: {wrong} wrong and {tied} tied of {pairs}",
        wrong=count(pairs.wrong),
        tied=count(pairs.tied),
        pairs=count(pairs.pairs),
    )


def compare(rows: list[BinaryView]) -> None:
    """Show the differences of all models' AUC with DeLong's test, and which curve lies above which."""
    if rows[0].weight is not None:
        st.caption(say(WEIGHTED))
    else:
        _differences(rows)
    for first, second in combinations(rows, 2):
        above = curves.dominance(_roc(first), _roc(second), names=(first.model, second.model))
        st.markdown(f"- {say(above.message)}")


def _differences(rows: list[BinaryView]) -> None:
    scores = {r.model: computed.score(r) for r in rows}
    keys = (one.key for one in rows)
    found = memory.memo("AUC differences", *keys, make=lambda: auc_differences(rows[0].y_true, scores))
    frame = pd.DataFrame(
        {
            _("models"): [f"{a} – {b}" for a, b in found.pairs],
            _("difference of AUC"): [number(t.difference) for t in found.tests],
            _("95 % interval"): [interval(t.low, t.high) for t in found.tests],
            _("p (DeLong)"): [_pvalue(t.pvalue, t.warnings) for t in found.tests],
            _("p (Holm)"): [_pvalue(p, t.warnings) for p, t in zip(found.adjusted, found.tests, strict=True)],
        }
    )
    st.dataframe(frame, hide_index=True, height="content", alt=_("Differences of AUC between models"))
    for warning in dict.fromkeys(say(w) for test in found.tests for w in test.warnings):
        st.caption(f"{WARNED} {warning}")
    st.caption(
        _(
            "Hypothesis: {hypothesis} Assumed: {assumptions}",
            hypothesis=say(found.tests[0].hypothesis),
            assumptions=" ".join(map(say, found.tests[0].assumptions)),
        )
    )
    st.caption(
        _("A p-value above .05 does not show that two models are equal; the interval says how far apart they may be.")
    )


def _pvalue(p: float, warnings: tuple[Message, ...]) -> str:
    """Write a p-value; one with a warning below the table carries its mark, wherever the cell is copied to."""
    if math.isnan(p):
        return UNDEFINED
    written = f"{p:.4f}" if p >= 0.0001 else "< 0.0001"
    return f"{written} {WARNED}" if warnings else written


def _roc(rows: BinaryView) -> curves.RocCurve:
    return curves.roc_curve(computed.counts(rows))


def formulas(rows: BinaryView, cm: ConfusionMatrix) -> None:
    """Show the rates and the area with the live numbers in them."""
    counts = computed.counts(rows)
    pairs = curves.pair_order(counts)
    tp, fn, fp, tn = (_tex(v) for v in (cm.tp, cm.fn, cm.fp, cm.tn))
    left, right = st.columns(2)
    left.latex(
        rf"\mathrm{{TPR}} = \frac{{\mathrm{{TP}}}}{{\mathrm{{TP}}+\mathrm{{FN}}}} = \frac{{{tp}}}{{{tp}+{fn}}} = "
        + tex(number(float(metrics.recall(cm))))
    )
    right.latex(
        rf"\mathrm{{FPR}} = \frac{{\mathrm{{FP}}}}{{\mathrm{{FP}}+\mathrm{{TN}}}} = \frac{{{fp}}}{{{fp}+{tn}}} = "
        + tex(number(float(metrics.fpr(cm))))
    )
    wrong, tied, m_pos, m_neg = (_tex(v) for v in (pairs.wrong, pairs.tied, counts.n_pos, counts.n_neg))
    st.latex(
        r"\ell_{\mathrm{rank}} = \frac{n_{<} + \frac{1}{2}\,n_{=}}{m^+ m^-} = "
        rf"\frac{{{wrong} + \frac{{1}}{{2}}\cdot {tied}}}{{{m_pos}\cdot {m_neg}}} = "
        + tex(number(curves.rank_loss(counts)))
    )
    st.latex(rf"\mathrm{{AUC}} = 1 - \ell_{{\mathrm{{rank}}}} = {tex(number(curves.roc_curve(counts).auc))}")
    if len(counts) <= SMALL:
        st.latex(_trapezoids(counts))


def _trapezoids(counts: ThresholdCounts) -> str:
    """Return (2.20) with the trapezoids that have a width, in whole numbers of rows."""
    tp, fp = counts.tp, counts.fp
    wide = [i for i in range(1, len(counts)) if fp[i] > fp[i - 1]]
    terms = [rf"{_tex(fp[i] - fp[i - 1])}\cdot({_tex(tp[i - 1])}+{_tex(tp[i])})" for i in wide]
    rows = [" + ".join(terms[k : k + 6]) for k in range(0, len(terms), 6)]
    body = r" \\ &\quad + ".join(rows)
    factor = rf"\frac{{1}}{{2\cdot {_tex(counts.n_pos)}\cdot {_tex(counts.n_neg)}}}"
    value = tex(number(curves.roc_curve(counts).auc))
    return rf"\begin{{aligned}}\mathrm{{AUC}} &= {factor}\big({body}\big) \\ &= {value}\end{{aligned}}"


def _tex(value: float) -> str:
    return tex(count(value))


def grow(rows: BinaryView, spoken: CurveWords) -> None:
    """Show the curve built row after row, and the pairs whose share in order is its area."""
    if rows.y_true.size > SMALL:
        st.caption(_("The curve is built row by row for up to {most} rows; open a small sample to see it.", most=SMALL))
    else:
        ties = controls.choice(
            _("Tied scores"),
            drawn.TIES,
            key="curves_ties",
            help=_("Together is right; with either class first the area depends on the order of the rows."),
        )
        stairs = curves.staircase(rows.y_true, computed.score(rows), ties=ties)
        figure = build_figure(stairs, int(rows.y_true.sum()), int((~rows.y_true).sum()), words=spoken)
        charts.chart(figure, key="build_chart", alt=_("The ROC curve built row after row"))
        st.caption(
            _(
                "Blue: a positive, one step up. Orange: a negative, one step to the right. Purple: a tie. AUC {auc}.",
                auc=number(stairs.auc),
            )
        )
    pairs = curves.pair_matrix(rows.y_true, computed.score(rows))
    charts.chart(
        pair_matrix_figure(
            pairs,
            positive=_("positives, highest score first"),
            negative=_("negatives, highest score first"),
        ),
        key="pairs_chart",
        alt=_("All pairs of a positive and a negative row: in the right order, tied, or in the wrong order"),
    )
    order = curves.pair_order(computed.counts(rows))
    st.caption(
        _(
            "Green pairs are in the right order, grey ones tied, pink ones in the wrong order; AUC is the green share "
            "plus half the grey: {auc}.",
            auc=number(order.auc),
        )
    )
    if pairs.thinned:
        st.caption(_("Evenly spaced ranks stand for all rows here; the number comes from all pairs."))


def many_classes(rows: BinaryView) -> None:
    """Show every class against the rest, and the averages, each under its name."""
    by_class = computed.counts_by_class(rows.model)
    areas = curves.macro_areas(by_class)
    micro = memory.memo("micro-average", rows.key, make=lambda: curves.micro_average_counts(by_class))
    macro = curves.macro_roc(by_class, grid=GRID)
    mine = loaded.current().predictions
    pairs = curves.hand_till(mine.y_true, mine.scores[rows.model], mine.classes, sample_weight=mine.weight)
    averages = [class_line(_("micro-average"), micro)]
    if macro.fpr.size:
        averages.append(ClassLine(_("macro-average"), macro.fpr, macro.tpr, areas.auc))
    figure = classes_figure(
        [class_line(name, counts) for name, counts in by_class.items()],
        averages,
        fpr=_("false positive rate"),
        tpr=_("true positive rate"),
    )
    charts.chart(figure, key="classes_roc", alt=_("ROC curves of all classes, each against the rest"))
    st.dataframe(
        pd.DataFrame(
            [
                *zip(
                    areas.classes, map(number, areas.class_auc), map(number, areas.class_average_precision), strict=True
                ),
                (_("macro: mean over classes"), number(areas.auc), number(areas.average_precision)),
                (_("weighted by rows"), number(areas.weighted_auc), number(areas.weighted_average_precision)),
                (
                    _("micro: all decisions pooled"),
                    number(curves.roc_curve(micro).auc),
                    number(curves.precision_recall_curve(micro).average_precision),
                ),
                (_("Hand and Till's M: mean over pairs of classes"), number(pairs.measure), UNDEFINED),
            ],
            columns=[_("class"), "AUC", "AP"],
        ),
        hide_index=True,
        height="content",
        alt=_("Areas of all classes and their averages"),
    )
    for reason in dict.fromkeys(map(say, (*areas.undefined, *macro.undefined, *pairs.undefined))):
        st.caption(reason)
    st.caption(
        _("These areas describe the rows and have no interval; that of a class has one when it is the positive class.")
    )
