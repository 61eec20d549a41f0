"""The numbers below the money: how sure, a range of conditions, areas, models compared, the envelope."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pandas as pd
import streamlit as st

from evalcore import costs
from evalcore.costs import Cheaper, CostDifference, OperatingRange
from evalcore.errors import Message
from evalcore.intervals import Estimate
from evalcore.views.cost_answers import headline_digits, in_two_digits, saved_by
from ui.costs import cheapest
from ui.costs import figure as drawn
from ui.costs.money import saving, within_reach
from ui.costs.setting import CASES, CountedRows, Setting, about_of
from ui.live import bridge, progress, threshold
from ui.live.chosen_by import RANGE, By
from ui.session import files, memory
from ui.shared import several, tables
from ui.shared.downloads import Table
from ui.shared.numbers import UNDEFINED, count, interval, number, score, share
from ui.shared.numbers import threshold as shown
from ui.shared.text import _, paragraph, plain, remark, said_of, say, sentences, show_said, show_said_of


def how_sure(counted: CountedRows, setting: Setting) -> None:
    """Show how far the best threshold itself moves when the rows are drawn again."""

    times = costs.enough_replicates(counted.drawn_from)

    def make() -> costs.BestThresholdInterval:
        with progress.asked_progress(times) as told:
            rng = np.random.default_rng(progress.SEED)
            return costs.bootstrap_best_threshold(
                counted.drawn_from, n_replicates=times, rng=rng, progress=told, **setting.drawn_options
            )

    moved = memory.memo("best", counted.key, setting, make=make).times(CASES)
    if moved.reason is not None:
        paragraph(
            "The best threshold on these rows is t = **{t}**; how far resamples move it: — {why}",
            t=shown(moved.threshold, counted.written),
            why=say(moved.reason),
        )
        show_said(*moved.warnings)
        return
    paragraph(
        "The best threshold on these rows is t = **{t}**; on resamples of these rows the best one lay between {low} "
        "and {high} (middle 95%). Chosen on these rows, the first one's cost looks about {gain} per {n} cases better "
        "than it is, by the rows left out of each resample.",
        t=shown(moved.threshold, counted.written),
        low=_end(moved.low, moved, counted),
        high=_end(moved.high, moved, counted),
        gain=number(*in_two_digits(saving(counted, math.inf, setting).optimism)),
        n=count(CASES),
    )
    remark(
        "The interval is a hint: a bootstrap of a best choice does not settle, however many rows there are. "
        "What it looks better by is rather too large than too small, since a resample has fewer different rows."
    )
    show_said(*moved.warnings)


def _end(value: float, moved: costs.BestThresholdInterval, counted: CountedRows) -> str:
    """Write an end of the interval: with the digits that resamples settle, or as the score it is."""
    return shown(value, counted.written) if moved.digits is None else number(value, moved.digits)


def worst_in(counted: CountedRows, span: OperatingRange) -> costs.WorstCase:
    """Return the threshold whose worst regret in a range of conditions is smallest."""

    def make() -> costs.WorstCase:
        return costs.worst_case_threshold(counted.counts, low=span.low, high=span.high)

    return memory.memo("worst case", counted.key, span, make=make)


def worst_case(counted: CountedRows, span: OperatingRange) -> None:
    """Show that threshold."""
    worst = worst_in(counted, span)
    if worst.reason is not None:
        show_said(worst.reason)
        return
    paragraph(
        "P(+)cost lies between {low} and {high}. The threshold with the least regret there is t = **{t}**: its "
        "normalised cost is nowhere more than {regret} above the best possible.",
        low=share(span.low),
        high=share(span.high),
        t=shown(worst.threshold, counted.written),
        regret=number(worst.regret),
    )
    remark("That holds for these rows; it has no interval.")
    best = within_reach(counted, worst.threshold)
    st.button(
        _("Take this threshold"),
        icon=":material/target:",
        on_click=threshold.choose,
        args=(best, counted.binary.key, By(kind=RANGE, threshold=best)),
        key="take_worst_case",
        help=_("On every page; the threshold's own field shows it."),
    )


def areas(counted: CountedRows, t: float) -> None:
    """Show the areas, one for each way to choose the threshold."""
    each, sure = drawn.areas(counted), drawn.area_intervals(counted, t)
    random, driven = (
        _("rate at random, whatever the condition"),
        _("rate-driven: class-balanced share predicted positive"),
    )
    rows = [
        (_("fixed: t = {t}", t=shown(t, counted.written)), sure.fixed, _("(FPR + FNR) / 2")),
        (_("score-driven: t = 1 − P(+)cost"), sure.score_driven, _("class-balanced Brier score")),
        (driven, sure.rate_driven, _("7/12 − AUC / 2")),
        (random, sure.rate_random, _("3/4 − AUC / 2")),
        (
            _("best for each condition"),
            Estimate(each.optimal),
            _("area under the envelope, too good for new rows"),
        ),
    ]
    table = [(name, number(of.value), interval(of.low, of.high), how) for name, of, how in rows]
    titles = [_("threshold"), _("area"), _("95% interval"), _("equals")]
    frame = pd.DataFrame(table, columns=titles)
    tables.show(frame, alt=_("Areas under the cost curves"), as_cards=bridge.is_narrow())
    remark(
        "Each is the expected normalised cost when every P(+)cost is equally likely; it is neither money nor the "
        "cost under one condition. The best has no interval: a bootstrap of a best choice does not settle."
    )
    h = _h_measure(counted)
    why = [say(one.reason) for one in (each, h) if one.reason is not None]
    for word in dict.fromkeys([*said_of(*(of for _name, of, _how in rows)), *why]):
        st.caption(word)


def _h_measure(counted: CountedRows) -> costs.HMeasure:
    """Show the H-measure, and return it."""
    h = memory.memo("H", counted.key, make=lambda: costs.h_measure(counted.counts))
    remark(
        "H-measure {h}, with the cost share of a false alarm distributed as Beta({alpha}, {beta}) (Hand and "
        "Anagnostopoulos). No interval: for each cost it takes the threshold that is best on these rows, and a "
        "bootstrap of a best choice does not settle.",
        h=number(h.h),
        alpha=number(h.alpha),
        beta=number(h.beta),
    )
    return h


def compare(models: list[CountedRows], setting: Setting) -> None:
    """Say which model costs least and whether that is shown, and where else one is shown to be cheaper; all pairs."""
    pairs = list(combinations(models, 2))
    verdict = cheapest.verdict(models, setting)
    if len(pairs) > 1 and verdict is not None:
        paragraph("At the costs and the prevalence set above, each model at its best threshold: {said}", said=verdict)
    if len(pairs) > 1:
        _differences(pairs, setting)
    else:
        _difference(*pairs[0], setting, verdict)
    for first, second in pairs:
        cheaper = _cheaper(first, second, len(pairs))
        if cheaper is not None:
            st.markdown(f"- {sentences(say(cheaper), _here(first, second, setting, len(pairs)))}")
    _of_intervals(models[0])
    several.show_rule_of_intervals(len(pairs))


def _of_intervals(counted: CountedRows) -> None:
    """Say what shows that a model is cheaper; by amount and by case nothing does, see `cheapest.verdict`."""
    if counted.amounts is not None or not counted.binary.rows_alone:
        if cheapest.why_no_interval(counted) is None:
            remark(
                "The interval takes the thresholds as fixed beforehand: that they were chosen on these rows is not in "
                "it, so no model is said to be shown cheaper."
            )
        return
    remark(
        "A model is said to be cheaper only where an interval of the difference shows it that holds for all "
        "conditions together, with thresholds chosen on each resample. The interval at the costs set above takes "
        "the thresholds as fixed beforehand, so it is too narrow for thresholds chosen on these rows."
    )


def _difference(first: CountedRows, second: CountedRows, setting: Setting, verdict: str | None) -> None:
    """Say how much more the first of two models costs under the condition that is set, and what that shows."""
    names = {"first": plain(first.binary.model), "second": plain(second.binary.model), "n": count(CASES)}
    if (why := cheapest.why_no_interval(first)) is not None:
        if (more := _more(first, second, setting)) is None:
            return
        said = _(
            "Cost of {n} cases at the costs and the prevalence set above, each model at its best threshold: "
            "{first} − {second} = {cost}, {why}.",
            cost=number(more, headline_digits(more)),
            why=why,
            **names,
        )
        st.markdown(sentences(said, verdict))
        return
    found = cheapest.difference(first, second, setting, 1)
    if found.is_none:
        paragraph(
            "At the costs and the prevalence set above, each at its best threshold, {first} and {second} cost the "
            "same on these rows.",
            first=names["first"],
            second=names["second"],
        )
    elif not math.isnan(found.difference):
        digits = headline_digits(found.difference)
        said = _(
            "Cost of {n} cases at the costs and the prevalence set above, each model at its best threshold, row by "
            "row: {first} − {second} = {cost} {spread}.",
            cost=number(found.difference, digits),
            spread=interval(found.low, found.high, digits),
            **names,
        )
        st.markdown(sentences(said, verdict))
    show_said_of(found)


def _differences(pairs: list[tuple[CountedRows, CountedRows]], setting: Setting) -> None:
    """Show how much more the first of each two models costs, as a table, with what is to be minded of it."""
    titles = [_("models"), _("cost of {n} cases, the first less the second", n=count(CASES)), _("95% interval")]
    why = cheapest.why_no_interval(pairs[0][0])
    lines, found = [], list[CostDifference]()
    for first, second in pairs:
        name = f"{first.binary.model} − {second.binary.model}"
        if why is not None:
            more = _more(first, second, setting)
            if more is not None:
                lines.append((name, number(more, headline_digits(more)), UNDEFINED))
            continue
        one = cheapest.difference(first, second, setting, len(pairs))
        found.append(one)
        if not math.isnan(one.difference):
            digits = headline_digits(one.difference)
            lines.append((name, number(one.difference, digits), interval(one.low, one.high, digits)))
    if lines:
        alt = _("What {n} cases cost more with one model than with another", n=count(CASES))
        tables.show(pd.DataFrame(lines, columns=titles), alt=alt, height="auto", as_cards=bridge.is_narrow())
    if lines and why is not None:
        remark("All are {why}.", why=why)
    show_said_of(*found)


def _more(first: CountedRows, second: CountedRows, setting: Setting) -> float | None:
    """Return how much more the first of two models costs, without an interval; None where a best one is not known."""
    best = [drawn.best(one, setting) for one in (second, first)]
    return None if any(one.reason is not None for one in best) else saved_by(*best, cases=CASES)


def _cheaper(first: CountedRows, second: CountedRows, n_pairs: int) -> Message | None:
    """Say where one model is shown to be cheaper; None for amounts, weights and cases, which have no interval."""
    here = _on_these_rows(first, second)
    if (here.winner < 0).all():
        return here.message
    if first.amounts is not None or not first.binary.rows_alone:
        return None
    return cheapest.shown(first, second, n_pairs).message


def _on_these_rows(first: CountedRows, second: CountedRows) -> Cheaper:
    names = (first.binary.model, second.binary.model)
    one, other = drawn.curve(first), drawn.curve(second)
    return memory.memo("cheaper", first.key, second.key, make=lambda: costs.cheaper(one, other, names=names))


def _here(first: CountedRows, second: CountedRows, setting: Setting, n_pairs: int) -> str | None:
    """Say of models that are shown to differ somewhere whether they are under the condition that is set."""
    if not setting.is_known or first.amounts is not None or not first.binary.rows_alone:
        return None
    if (_on_these_rows(first, second).winner < 0).all():
        return None  # their curves are one and the same
    found = cheapest.shown(first, second, n_pairs)
    if found.verdict not in {"first", "second", "both"}:
        return None
    x, winner = share(setting.condition), found.at(setting.condition)
    if winner == "none":
        return _("Yours is {x}: not shown there.", x=x)
    return _("Yours is {x}, where {model} is.", x=x, model=plain((first if winner == "first" else second).binary.model))


def envelope(counted: CountedRows) -> None:
    """Show the stretches of the envelope."""
    curve = drawn.curve(counted)
    show_said(curve.reason)
    stretches = curve.envelope.to_frame()
    exact = stretches["threshold"].tolist()
    stretches["threshold"] = [shown(t, counted.written) for t in exact]
    titles = [_("from P(+)cost"), _("to P(+)cost"), _("threshold"), _("cost there"), _("cost at the end")]
    tables.show(
        stretches.set_axis(titles, axis=1), height="auto", alt=_("Stretches of the envelope, each with its threshold")
    )
    if any(score(t) != written for t, written in zip(exact, stretches["threshold"], strict=True)):
        remark(
            "A threshold is written with as few digits as decide the same on these rows; the file has the score itself."
        )


def envelope_file(counted: CountedRows) -> Table:
    """Return the stretches of the envelope as a file that says of which rows they are."""
    about, curve = about_of(counted), drawn.curve(counted)
    return Table(
        _("Envelope as CSV"),
        files.name("envelope", counted.binary.model),
        lambda: curve.envelope.to_frame().assign(**about),
    )
