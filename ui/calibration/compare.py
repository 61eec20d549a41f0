"""Several models beside each other: their losses and slopes, and what acting on each is worth."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final, Literal

import pandas as pd
import streamlit as st

from evalcore.errors import Message
from evalcore.predictions import BinaryView
from evalcore.significance import BestOf, best_of
from evalcore.significance.results import level_of_each
from ui.calibration import found, words
from ui.calibration.controls import Options
from ui.shared import several, tables
from ui.shared.numbers import count, number
from ui.shared.text import _, paragraph, plain, remark, say, show_said

# So many rows of a table stand without scrolling.
MOST_AT_ONCE: Final = 15


def losses(models: Sequence[BinaryView], chosen: Options) -> None:
    """Say which model has the lowest Brier score, and show intercept, slope and both losses of all, the best first."""
    pairs = _pairs(models)
    level = level_of_each(0.95, len(pairs))
    apart = {(a.model, b.model): found.losing(a, b, level) for a, b in pairs}
    values = {one.model: found.losses(one).brier.value for one in models}
    best = best_of(
        {name: of.value for name, of in values.items()},
        {names: of.brier for names, of in apart.items()},
        smaller_is_better=True,
    )
    ordered = _ordered(models, best)
    if best.model is not None:
        least = values[best.model]
        paragraph(_said(best, _("Brier score"), (least.value, least.low, least.high), models, lowest=True))
    frame = pd.DataFrame(
        [_line(one, chosen) for one in ordered],
        columns=[
            _("model"),
            _("calibration in the large"),
            _("calibration slope"),
            _("ICI"),
            _("Brier score"),
            _("log loss"),
        ],
    )
    tables.show(frame, alt=_("Calibration of all models"), height=_height(frame))
    show_said(*(why for one in ordered for why in _why(one, chosen)))
    several.show_picked(len(models))
    remark(
        "Each interval is of its model alone. Where two of them overlap the models may differ all the same, since they "
        "have the same rows: their differences below are taken row by row."
    )
    _differences(ordered, level)


def _pairs(models: Sequence[BinaryView]) -> list[tuple[BinaryView, BinaryView]]:
    """Return every two models whose scores are probabilities."""
    return [(a, b) for a, b in combinations(models, 2) if found.refused(a) is None and found.refused(b) is None]


def _ordered(models: Sequence[BinaryView], best: BestOf) -> list[BinaryView]:
    by_name = {one.model: one for one in models}
    return [by_name[name] for name in best.order]


def _said(
    best: BestOf,
    metric: str,
    reading: tuple[float, float, float],
    models: Sequence[BinaryView],
    *,
    lowest: bool = False,
) -> str:
    """Say which model is best, and than which others that is shown; weighted rows show nothing."""
    shown = None if models[0].weight is not None else best.shown
    return several.said_of_best(
        str(best.model), metric, reading, tied=best.tied, shown=shown, n_others=best.n_others, lowest=lowest
    )


def _height(frame: pd.DataFrame) -> Literal["auto", "content"]:
    return "content" if len(frame) <= MOST_AT_ONCE else "auto"


def _differences(ordered: Sequence[BinaryView], level: float) -> None:
    """Show what every two models differ by in both losses, row by row, those of the best first."""
    rows, said = [], dict[str, None]()
    for first, second in _pairs(ordered):
        loss, names = found.losing(first, second, level), f"{first.model} − {second.model}"
        rows.append((names, words.written(loss.brier), words.written(loss.log_loss)))
        said |= _words_of(names, *(word for of in (loss.brier, loss.log_loss) for word in (of.reason, *of.warnings)))
    if not rows:
        return
    frame = pd.DataFrame(rows, columns=[_("models"), _("difference of Brier scores"), _("difference of log losses")])
    tables.show(frame, alt=_("Differences of Brier scores and log losses"), height=_height(frame))
    for word in said:
        st.caption(word)
    several.show_rule_of_intervals(len(rows))
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
    """Show what acting on each model is worth at the present threshold probability, and what every two differ by."""
    if not 0 < t < 1:
        remark("No threshold probability: t is not between 0 and 1.")
        return
    models = [one for one in models if found.refused(one) is None]
    intervals = {one.model: found.acting(one, (t,), chosen.prevalence) for one in models}
    pairs = [] if models[0].weight is not None else _pairs(models)
    level = level_of_each(0.95, len(pairs))
    bands = {(a.model, b.model): found.over(a, b, (t,), chosen.prevalence, level) for a, b in pairs}
    best = best_of(
        {name: of.model.at(0).value for name, of in intervals.items()},
        {names: band.at(0) for names, band in bands.items()},
    )
    ordered = _ordered(models, best)
    if best.model is not None and len(models) > 1:
        most = intervals[best.model].model.at(0)
        paragraph(_said(best, _("net benefit"), (most.value, most.low, most.high), models))
    frame = pd.DataFrame(
        [
            (one.model, *(words.written(band.at(0)) for band in (of.model, of.over_rule)))
            for one in ordered
            for of in (intervals[one.model],)
        ],
        columns=[_("model"), _("net benefit"), _("gain over the better rule without scores")],
    )
    tables.show(frame, alt=_("Net benefit of all models"), height=_height(frame))
    remark("At $p_t$ = {t}, of {n} rows.", t=number(t), n=count(models[0].n))
    if models[0].weight is not None:
        remark("Weighted rows: differences of net benefit need rows that count once each.")
        return
    several.show_picked(len(models))
    _differences_of_acting(ordered, t, chosen, level)


def _differences_of_acting(ordered: Sequence[BinaryView], t: float, chosen: Options, level: float) -> None:
    """Show what every two models differ by, row by row, those of the best first."""
    rows, said = [], dict[str, None]()
    for first, second in _pairs(ordered):
        band = found.over(first, second, (t,), chosen.prevalence, level)
        names = f"{first.model} − {second.model}"
        rows.append((names, words.written(band.at(0))))
        said |= _words_of(names, band.reason, *band.warnings)
    if not rows:
        return
    frame = pd.DataFrame(rows, columns=[_("models"), _("difference of net benefit")])
    tables.show(frame, alt=_("Differences of net benefit"), height=_height(frame))
    for word in said:
        st.caption(word)
    several.show_rule_of_intervals(len(rows))
