"""The numbers of reliability: intercept and slope, distances, both losses with their parts, and how sure they are."""

from __future__ import annotations

import math

import pandas as pd
import streamlit as st

from evalcore.calibration import Calibration, LossParts
from evalcore.predictions import BinaryView
from ui.calibration import controls, found
from ui.calibration.controls import Options
from ui.session import files
from ui.shared import tables
from ui.shared.numbers import UNDEFINED, count, interval, number
from ui.shared.text import _, paragraph, remark, said_of, say, sentences, show_said, show_said_of


def line(rows: BinaryView, chosen: Options) -> None:
    """Show intercept and slope with their intervals, and how far the smooth curve is from the scores."""
    fitted, smooth = found.line(rows, chosen.nearest), found.smooth(rows, chosen.nearest)
    of_rows = _("over the rows, of score and smooth curve")
    measures = [
        (
            _("calibration in the large"),
            fitted.in_the_large.value,
            fitted.in_the_large,
            _("0 is right; below, too high"),
        ),
        (_("calibration slope"), fitted.slope.value, fitted.slope, _("1 is right; below, too extreme")),
        (_("intercept beside the slope"), fitted.intercept, None, _("log odds where the score is 0.5")),
        (_("mean score"), fitted.expected, None, _("what the scores expect")),
        (_("share of positives"), fitted.observed, None, _("what came true")),
        (_("ICI"), smooth.ici, None, _("mean distance {of}", of=of_rows)),
        (_("E50"), smooth.e50, None, _("median distance {of}", of=of_rows)),
        (_("E90"), smooth.e90, None, _("distance that nine in ten rows stay below")),
        (_("largest distance"), smooth.e_max, None, _("anywhere there are rows")),
    ]
    table = [
        (name, number(value), "" if of is None else interval(of.low, of.high), how) for name, value, of, how in measures
    ]
    frame = pd.DataFrame(table, columns=[_("measure"), _("value"), _("95% interval"), _("how")])
    tables.show(frame, alt=_("Intercept, slope and distances"))
    why = (say(one) for one in (fitted.reason, smooth.reason) if one is not None)
    show_why(rows, chosen, *said_of(fitted.in_the_large, fitted.slope), *why)
    remark("ICI, E50 and E90 have no interval: of few rows they are never 0, however right the scores are.")
    in_full = pd.DataFrame(
        [
            (name, value, math.nan if of is None else of.low, math.nan if of is None else of.high)
            for name, value, of, _how in measures
        ],
        columns=["measure", "value", "low", "high"],
    )
    files.offer(
        in_full.assign(**files.about(rows)), label=_("Table as CSV"), name=files.name("calibration", rows.model)
    )


def show_why(rows: BinaryView, chosen: Options, *said: str) -> None:
    """Show sentences in small print, each once; behind that of scores of 0 and 1 stands what helps."""
    ends = found.infinite(rows, chosen.nearest)
    for sentence in dict.fromkeys(said):
        if ends is not None and sentence == say(ends):
            helps = _("*Options: {label}* makes them finite.", label=_(controls.TAKE_ENDS))
            st.caption(sentences(sentence, helps))
        else:
            st.caption(sentence)


def losses(rows: BinaryView) -> None:
    """Show Brier score and log loss with their intervals and parts."""
    all_of = found.losses(rows)
    show_said(all_of.reason)
    if all_of.reason is not None:
        return
    both = ((_("Brier score"), all_of.brier), (_("log loss"), all_of.log_loss))
    frame = pd.DataFrame([(name, *_parts(of)) for name, of in both], columns=_titles())
    tables.show(frame, alt=_("Brier score and log loss, and their parts"))
    show_said_of(all_of.brier.value, all_of.log_loss.value)
    remark(
        "Loss = reliability − resolution + uncertainty + within bins, in tenths of the rows. Skill is 1 − loss / "
        "uncertainty: 0 is no better than giving all rows the share of positives. The parts have no interval: "
        "reliability and resolution depend on the bins, and few rows in a bin inflate both."
    )
    files.offer(
        all_of.to_frame().rename_axis("loss").reset_index().assign(**files.about(rows)),
        label=_("Table as CSV"),
        name=files.name("losses", rows.model),
    )


def _titles() -> list[str]:
    return [
        *(_("measure"), _("value"), _("95% interval"), _("reliability"), _("resolution"), _("uncertainty")),
        *(_("within bins"), _("skill")),
    ]


def _parts(of: LossParts) -> list[str]:
    """Write a loss, and its parts so that what is printed adds up; an infinite loss has none within bins."""
    value, spread = of.value.value, interval(of.value.low, of.value.high)
    return [_written(value), spread, *(_written(part) for part in (*found.written_parts(of), of.skill))]


def _written(value: float) -> str:
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    return UNDEFINED if math.isnan(value) else number(value)


def bins_frame(bins: Calibration) -> pd.DataFrame:
    """Return one row a bin."""
    return pd.DataFrame(
        {
            "score": bins.score,
            "share": bins.share,
            "low": bins.low,
            "high": bins.high,
            "n": bins.n,
            "from": bins.edges_low,
            "to": bins.edges_high,
        }
    )


def how_sure(rows: BinaryView, chosen: Options) -> None:
    """Say what the intervals rest on, and how often they were found to hold."""
    fitted, bins = found.line(rows, chosen.nearest), found.bins(rows)
    if not math.isnan(fitted.pvalue):
        paragraph(
            "If intercept 0 and slope 1 were both right, rows as far from it would come with probability p = {p}.",
            p=number(fitted.pvalue),
        )
    remark(
        "Intercept: score interval. Slope: profile likelihood. Both are wider where rows vary more than the line says. "
        "With about ten rows of a class some slopes were covered by 75% of such intervals instead of 95%."
    )
    remark(
        "The band holds at each place alone, not everywhere at once. The curve bends at five scores at most: where "
        "calibration jumps or has a kink, intervals of 95% held 35 to 83%. The bins show such places."
    )
    show_said(*found.smooth(rows, chosen.nearest).warnings)
    if len(bins.score):
        frame = bins_frame(bins)
        titles = (_("mean score"), _("share of positives"), _("95% interval"), _("rows"), _("scores"))
        each = zip(*(frame[name].tolist() for name in frame.columns), strict=True)
        written = [
            (number(score), number(share), interval(low, high), count(n), f"{first:.4g} – {last:.4g}")
            for score, share, low, high, n, first, last in each
        ]
        tables.show(pd.DataFrame(written, columns=list(titles)), alt=_("Bins of the reliability diagram"))
        files.offer(frame.assign(**files.about(rows)), label=_("Bins as CSV"), name=files.name("bins", rows.model))
