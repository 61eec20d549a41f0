"""The table of all classes, each against the rest, with their averages below."""

from __future__ import annotations

import math
from collections.abc import Hashable

import pandas as pd
import streamlit as st

from evalcore import metrics
from evalcore.counts import ConfusionMatrix
from evalcore.metrics import Averages, ClassReadings, MacroReadings, Reading
from ui.live import bridge
from ui.session import memory
from ui.shared.numbers import count, interval, number
from ui.shared.readings import written_note
from ui.shared.text import _, headed, in_row, plain, said_of, say, sentences

# Of more classes than these the table scrolls beside the matrix.
MOST_AT_ONCE = 10
MOST_REASONS = 3
NO_BREAK = "\N{NO-BREAK SPACE}"


def show(cm: ConfusionMatrix, key: tuple[Hashable, ...]) -> None:
    """Show precision, recall and F1 of each class with intervals, macro and micro averages, and what has no value."""
    found = memory.memo("class readings", *key, make=lambda: metrics.class_readings(cm))
    macro, averages = metrics.macro(cm), memory.memo("macro readings", *key, make=lambda: metrics.macro_readings(cm))
    with st.container(key="class_table", gap="xsmall"):
        st.table(
            _frame(found, averages, cm),
            border="horizontal",
            height="content" if len(found) <= MOST_AT_ONCE else bridge.look().height,
            hide_index=True,
            alt=_("Precision, recall and F1 of each class, with 95% intervals, and their averages"),
        )
        for sentence in (*_notes(cm, macro, averages.mean_f1), *_doubt(averages), *_reasons(found)):
            st.caption(sentence)


def _frame(found: tuple[ClassReadings, ...], averages: MacroReadings, cm: ConfusionMatrix) -> pd.DataFrame:
    accuracy = metrics.readings(cm, names=("accuracy",))[0]
    everything = count(cm.n)
    lines: list[tuple[str, ...]] = [
        (plain(one.name), count(one.support), *map(_cell, (one.precision, one.recall, one.f1))) for one in found
    ]
    lines.append((_("macro"), everything, *map(_cell, (averages.precision, averages.recall, averages.f1))))
    # With one label a row all three are the accuracy, which is a share of rows and has its interval.
    pooled = _cell(accuracy)
    lines.append((_("micro"), everything, pooled, pooled, pooled))
    return pd.DataFrame(lines, columns=[_("class"), _("rows"), _("precision"), _("recall"), _("F1")])


def _cell(reading: Reading) -> str:
    """Write a value with its interval, which stays on one line of its own where the column is narrow."""
    if math.isnan(reading.low):
        return number(reading.value)
    ends = interval(reading.low, reading.high).replace(" ", NO_BREAK)
    return f"{number(reading.value)} :small[{plain(ends)}]"


def _notes(cm: ConfusionMatrix, macro: Averages, mean_f1: Reading) -> list[str]:
    """Say what the averages are, and which class leaves one of them without a value."""
    book = _(
        "Macro-F1 as in the book, from macro-precision and macro-recall; scikit-learn's, the mean of the F1s, is "
        "{mean}. Micro: all three are the accuracy.",
        mean=_cell(mean_f1),
    )
    if not macro.undefined:
        return [book]
    zero = metrics.macro(cm, zero_division=0.0)
    counted = _(
        "No class is left out of a mean: without its value the macro average has none. With 0 in its place, as in "
        "scikit-learn: P {precision}, R {recall}, mean of F1s {f1}.",
        precision=number(zero.precision),
        recall=number(zero.recall),
        f1=number(zero.mean_f1),
    )
    reasons = [say(reason) for reason in macro.undefined[:MOST_REASONS]]
    if further := macro.undefined[MOST_REASONS:]:
        reasons.append(_("And {n} more such.", n=len(further)))
    return [sentences(*reasons), counted, book]


def _doubt(averages: MacroReadings) -> list[str]:
    """Say what is wrong with the intervals of the macro averages; why they have no value is said with the averages."""
    if math.isnan(averages.f1.value):
        return []
    return [_("Macro averages: {why}", why=why) for why in said_of(averages.f1)]


def _reasons(found: tuple[ClassReadings, ...]) -> list[str]:
    """Say why values have no interval, or are none; each reason once, with the classes it is about."""
    titles = (_("precision"), _("recall"), _("F1"))
    about: dict[str, list[str]] = {}
    for one in found:
        for title, reading in zip(titles, (one.precision, one.recall, one.f1), strict=True):
            for word in said_of(reading):
                about.setdefault(word, []).append(f"{title} ({plain(one.name)})")
    return [headed(_some(which), reason) for reason, which in about.items()]


def _some(names: list[str]) -> str:
    """List names; of many the first, and how many more."""
    listed, further = in_row(names[:MOST_REASONS]), names[MOST_REASONS:]
    return _("{names} and {n} more", names=listed, n=len(further)) if further else listed


def to_save(cm: ConfusionMatrix) -> pd.DataFrame:
    """Return the table with all its digits, the averages below; runs outside the script."""
    macro, accuracy = metrics.macro_readings(cm), metrics.readings(cm, names=("accuracy",))[0]
    lines = [_line(one.name, one.support, one.precision, one.recall, one.f1) for one in metrics.class_readings(cm)]
    for name, of_f1 in (("macro (F1 of the means)", macro.f1), ("macro (mean of the F1s)", macro.mean_f1)):
        lines.append(_line(name, cm.n, macro.precision, macro.recall, of_f1))
    return pd.DataFrame([*lines, _line("micro", cm.n, accuracy, accuracy, accuracy)])


def _line(name: object, rows: float, *three: Reading) -> dict[str, object]:
    line: dict[str, object] = {"class": str(name), "rows": rows}
    for key, reading in zip(("precision", "recall", "f1"), three, strict=True):
        line |= {key: reading.value, f"{key}_low": reading.low, f"{key}_high": reading.high}
        line[f"{key}_note"] = written_note(reading)
    return line
