"""The numbers of one confusion matrix on the page: value, interval, count form, or a dash and the reason."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

import pandas as pd
import streamlit as st

from evalcore import metrics
from evalcore.counts import ConfusionMatrix, ThresholdCounts
from evalcore.counts.reasons import neither_way
from evalcore.errors import present
from evalcore.intervals import Estimate
from evalcore.metrics import METRICS, Reading, majority_baseline
from evalcore.metrics.readings import DRAWS, WEIGHTED
from ui.shared import cards, tables
from ui.shared.numbers import UNDEFINED, count, interval, number
from ui.shared.text import N_, _, in_row, paragraph, plain, remark, said_of, say, sentences, show_said_of

METHODS = {
    "wilson": N_("Wilson"),
    "wilson of f1": N_("Wilson, carried over"),
    "wilson of both": N_("Wilson, both rates"),
    "wilson of all": N_("Wilson, all recalls"),
    "bootstrap": N_("bootstrap"),
    "by case": N_("by case"),
}
# What a metric is called in a file where its own name leaves something open.
_IN_FILE: Final = {"f_beta": "F1 (beta = 1)"}
ALL: Final = N_("All readings with intervals")
HEADLINE = ("precision", "recall", "f_beta", "accuracy")


def in_file(name: str) -> str:
    """Return what a metric is called in a file."""
    return _IN_FILE.get(name, name)


def name_of(reading: Reading) -> str:
    """Return the metric's name in the language of the session."""
    return say(METRICS[reading.name].title)


def count_form(reading: Reading) -> str:
    """Return "7 of 11" where the metric is a share of counted rows."""
    if reading.successes is None or not reading.trials:
        return ""
    return _("{part} of {whole}", part=count(reading.successes), whole=count(reading.trials))


def written_note(reading: Reading) -> str:
    """Return what a file notes of a reading, in English."""
    return " ".join(map(str, present(reading.reason, *reading.warnings)))


def card(reading: Reading, *, dash: bool = True, new: ConfusionMatrix | None = None) -> None:
    """Show a reading with its count and interval and why it lacks one; without an interval a dash stands for it.

    Where the threshold was chosen on these rows, `new` is what it is expected to decide of new ones.
    """
    below = said_of(reading)
    if math.isnan(reading.value):
        below = below or [UNDEFINED]
    elif dash or not math.isnan(reading.low):
        parts = (count_form(reading), interval(reading.low, reading.high))
        below.insert(0, " · ".join(part for part in parts if part))
    if new is not None:
        below.append(_("about {value} on new rows", value=number(_expected(reading, new))))
    cards.card(name_of(reading), number(reading.value), *below)


def _expected(reading: Reading, new: ConfusionMatrix) -> float:
    """Return a metric of the decisions that are expected on new rows."""
    return float(metrics.evaluate(reading.name, new))


def in_line(readings: Iterable[Reading]) -> str:
    """Return readings with their intervals in one line, for a picture; what has no interval is left out."""
    return with_intervals((name_of(one), one) for one in readings)


def with_intervals(named: Iterable[tuple[str, Estimate]]) -> str:
    """Return numbers with their names and intervals in one line; what has no interval is left out."""
    known = [(name, one) for name, one in named if not math.isnan(one.low)]
    said = in_row(f"{name} {number(one.value)} {interval(one.low, one.high)}" for name, one in known)
    return _("{numbers} (95% intervals)", numbers=said) if known else ""


def headline(readings: tuple[Reading, ...], new: ConfusionMatrix | None = None) -> None:
    """Show the four best-known readings side by side, each with its interval and count; `new` as for a card."""
    by_name = {reading.name: reading for reading in readings}
    for column, name in zip(st.columns(len(HEADLINE)), HEADLINE, strict=True):
        with column:
            card(by_name[name], new=new)


def baseline(cm: ConfusionMatrix, positive: str, negative: str) -> None:
    """Compare with the rule that needs no model: always predict the larger class."""
    larger = positive if cm.tp + cm.fn > cm.fp + cm.tn else negative
    paragraph(
        "Without any model, always answering **{name}** has accuracy {value} ({part} of {whole}).",
        name=plain(larger),
        value=number(float(majority_baseline(cm))),
        part=count(max(cm.tp + cm.fn, cm.fp + cm.tn)),
        whole=count(cm.n),
    )


def table(readings: tuple[Reading, ...], new: ConfusionMatrix | None = None) -> pd.DataFrame:
    """Return all readings as a table; without anything to note it has no column for notes.

    With `new` it has a column of what is expected on new rows.
    """
    expected = {} if new is None else {_("on new rows, about"): [number(_expected(r, new)) for r in readings]}
    frame = pd.DataFrame(
        {
            _("metric"): [name_of(r) for r in readings],
            _("value"): [number(r.value) for r in readings],
            **expected,
            _("95% interval"): [interval(r.low, r.high) for r in readings],
            _("count"): [count_form(r) for r in readings],
            _("interval by"): [_(METHODS[r.method]) if r.method in METHODS else "" for r in readings],
            _("note"): [sentences(*said_of(r)) for r in readings],
        }
    )
    return frame if any(map(said_of, readings)) else frame.drop(columns=_("note"))


def moving(
    counts: ThresholdCounts,
    now: float,
    new: ConfusionMatrix | None = None,
    *,
    title: str = ALL,
    names: Sequence[str] | None = None,
) -> Mapping[str, Callable[[float], pd.DataFrame]]:
    """Return what makes the table of all readings at any threshold, with the same columns at each; `new` as for it.

    What is expected on new rows is known of the present threshold alone. With `names` it has these under a `title`.
    """

    def at(t: float) -> pd.DataFrame:
        found = metrics.readings(counts.at(t), names=names)
        frame = table(found, new if t == now else None).assign(**{_("note"): [sentences(*said_of(r)) for r in found]})
        if new is not None and t != now:
            frame.insert(2, _("on new rows, about"), "")
        return frame

    return {_(title): at}


def download_frame(
    readings: tuple[Reading, ...],
    cm: ConfusionMatrix,
    threshold: float | None,
    new: ConfusionMatrix | None = None,
) -> pd.DataFrame:
    """Return the readings with all their digits, the matrix and the threshold, as one long table; `new` as for it."""
    expected = {} if new is None else {"on_new_rows": [_expected(r, new) for r in readings]}
    cells = [("threshold", threshold)] if threshold is not None else []
    cells += [(name, float(getattr(cm, name))) for name in ("tp", "fn", "fp", "tn")]
    head = pd.DataFrame({"metric": [name for name, _v in cells], "value": [value for _n, value in cells]})
    body = pd.DataFrame(
        {
            "metric": [in_file(r.name) for r in readings],
            "value": [r.value for r in readings],
            **expected,
            "low": [r.low for r in readings],
            "high": [r.high for r in readings],
            "successes": [r.successes for r in readings],
            "trials": [r.trials for r in readings],
            "interval": [r.method for r in readings],
            "note": [written_note(r) for r in readings],
        }
    )
    return pd.concat([head, body], ignore_index=True)


def download_of(
    cm: ConfusionMatrix, threshold: float | None, *, about: Mapping[str, str], new: ConfusionMatrix | None = None
) -> pd.DataFrame:
    """Return the table of `download_frame` for a matrix whose readings are still to be made, and what it is about."""
    return download_frame(metrics.readings(cm), cm, threshold, new).assign(**about)


def how_made(cm: ConfusionMatrix) -> None:
    """Say how the intervals are made, or why there are none."""
    reason = None if cm.in_cells is not None else neither_way(cm, WEIGHTED)
    st.caption(say(reason) if reason is not None else _by_case() if cm.of_cases else _of_rows())


def _of_rows() -> str:
    return _(
        "Intervals take the rows as drawn at random. F1's is carried over from that of TP / (TP + FP + FN); the "
        "bootstrap draws {n} times.",
        n=count(DRAWS),
    )


def _by_case() -> str:
    return _(
        "Intervals by case: they take the cases as drawn at random, each with all its rows, by Wilson's method with as "
        "many rows as would vary as much."
    )


def full(
    readings: tuple[Reading, ...], cm: ConfusionMatrix, new: ConfusionMatrix | None = None, *, as_cards: bool = False
) -> None:
    """Show all readings as a table, or `as_cards`; the file with all digits stands beside the title of the page."""
    tables.show(
        table(readings, new),
        alt=_(ALL),
        columns={_("metric"): st.column_config.TextColumn(width="medium")},
        as_cards=as_cards,
    )
    show_said_of(*(r for r in readings if r.method))
    how_made(cm)
    remark(
        "The other class as the positive one, same decisions: precision {precision}, recall {recall}, F1 {f1}.",
        precision=number(float(metrics.precision(cm.swapped()))),
        recall=number(float(metrics.recall(cm.swapped()))),
        f1=number(float(metrics.f1(cm.swapped()))),
    )
