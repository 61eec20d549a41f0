"""Several models beside each other: their losses and slopes, and what acting on each is worth."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import pandas as pd
import streamlit as st

from evalcore.errors import Message
from evalcore.predictions import BinaryView
from evalcore.significance.results import level_of_each
from ui.calibration import found, words
from ui.calibration.controls import Options
from ui.shared import several, tables
from ui.shared.numbers import count, interval, number
from ui.shared.text import _, plain, remark, say, show_said


def losses(models: Sequence[BinaryView], chosen: Options) -> None:
    """Show intercept, slope and both losses of all models."""
    frame = pd.DataFrame(
        [_line(one, chosen) for one in models],
        columns=[
            _("model"),
            _("calibration in the large"),
            _("calibration slope"),
            _("ICI"),
            _("Brier score"),
            _("log loss"),
        ],
    )
    tables.show(frame, alt=_("Calibration of all models"))
    show_said(*(why for one in models for why in _why(one, chosen)))
    remark(
        "Each interval is of its model alone. Where two of them overlap the models may differ all the same, since they "
        "have the same rows: their differences below are taken row by row."
    )
    _differences(models)


def _differences(models: Sequence[BinaryView]) -> None:
    """Show what every two models differ by in both losses, row by row."""
    pairs = [(a, b) for a, b in combinations(models, 2) if found.refused(a) is None and found.refused(b) is None]
    level = level_of_each(0.95, len(pairs))
    rows, said = [], dict[str, None]()
    for first, second in pairs:
        loss, names = found.losing(first, second, level), f"{first.model} − {second.model}"
        rows.append((names, words.written(loss.brier), words.written(loss.log_loss)))
        said |= _words_of(names, *(word for of in (loss.brier, loss.log_loss) for word in (of.reason, *of.warnings)))
    if not rows:
        return
    frame = pd.DataFrame(rows, columns=[_("models"), _("difference of Brier scores"), _("difference of log losses")])
    tables.show(frame, alt=_("Differences of Brier scores and log losses"))
    for word in said:
        st.caption(word)
    several.show_rule_of_intervals(len(pairs))
    remark("Below 0 the first of the two loses less.")


def _words_of(names: str, *said: Message | None) -> dict[str, None]:
    """Return what is to be said of two models, each sentence once."""
    words_of = (word for word in said if word is not None)
    return {_("{side}: {word}", side=plain(names), word=say(word)): None for word in words_of}


def _line(one: BinaryView, chosen: Options) -> tuple[str, ...]:
    line, loss = found.line(one, chosen.nearest), found.losses(one)
    return (
        one.model,
        words.written(line.in_the_large),
        words.written(line.slope),
        number(found.smooth(one, chosen.nearest).ici),
        words.written(loss.brier.value),
        words.written(loss.log_loss.value),
    )


def _why(one: BinaryView, chosen: Options) -> list[Message]:
    line, loss = found.line(one, chosen.nearest), found.losses(one)
    of = (line.in_the_large, line.slope, loss.brier.value, loss.log_loss.value)
    return [word for each in of for word in (each.reason, *each.warnings) if word is not None]


def acting(models: Sequence[BinaryView], t: float, chosen: Options) -> None:
    """Show what every two models differ by at the present threshold probability, row by row."""
    pairs = [(a, b) for a, b in combinations(models, 2) if found.refused(a) is None and found.refused(b) is None]
    if not 0 < t < 1:
        remark("No threshold probability: t is not between 0 and 1.")
        return
    if models[0].weight is not None:
        remark("Weighted rows: differences of net benefit need rows that count once each.")
        return
    level = level_of_each(0.95, len(pairs))
    rows, said = [], dict[str, None]()
    for first, second in pairs:
        band = found.over(first, second, (t,), chosen.prevalence, level)
        names = f"{first.model} − {second.model}"
        rows.append((names, number(float(band.value[0])), interval(float(band.low[0]), float(band.high[0]))))
        said |= _words_of(names, band.reason, *band.warnings)
    frame = pd.DataFrame(rows, columns=[_("models"), _("difference of net benefit"), _("95 % interval")])
    tables.show(frame, alt=_("Differences of net benefit"))
    for word in said:
        st.caption(word)
    several.show_rule_of_intervals(len(pairs))
    remark("At p_t = {t}, of {n} rows.", t=number(t), n=count(models[0].n))
