"""What changed since the file that was loaded before: rows, scores, and what the same threshold decides."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import partial
from typing import Final

import pandas as pd
import streamlit as st

from evalcore.decisions import ScoreShift, Since, carried, since
from evalcore.errors import Message
from evalcore.figures.confusion_matrix.since import since_figure
from evalcore.intervals import Estimate
from evalcore.predictions import BinaryView
from evalcore.views.since import drawn_shifts
from ui.frame.tabs import Tab
from ui.live import bridge, carrying, chosen_here
from ui.session import computed, loaded, memory, sides
from ui.shared import charts, tables
from ui.shared.numbers import UNDEFINED, count, interval, number
from ui.shared.numbers import threshold as shown
from ui.shared.text import N_, _, listed, paragraph, plain, remark, say, say_in_figure, show_said, show_said_of

_AREAS: Final[Mapping[str, str]] = {"auc": N_("AUC"), "average_precision": N_("average precision")}
_SIZES: Final[Mapping[str, str]] = {
    "rows": N_("rows"),
    "positives": N_("positives"),
    "negatives": N_("negatives"),
}
# What the sentence names, of all that may differ.
_NAMED: Final = ("prevalence", "queue_rate", "auc", "average_precision", "recall", "precision", "fpr")
_LEAST_P: Final = 0.001


def tab(rows: BinaryView, t: float | None) -> list[Tab]:
    """Return the comparison with the file before; nothing where there is none."""
    found = None if t is None else sides.before(rows)
    if found is None or t is None:
        return []
    return [Tab("compare", partial(_show, rows, found, t), title=_("Since the file before"))]


def _show(rows: BinaryView, before: BinaryView | Message, t: float) -> None:
    if isinstance(before, Message):
        st.info(say(before), icon=":material/info:")
        return
    first, now = computed.counts(before), computed.counts(rows)
    is_other = sides.before_is_other()
    key = (*before.key, *rows.key, t, is_other)
    found = memory.memo("since", *key, make=lambda: since(first, now, t, independent=is_other), most=4)
    values = {"name": plain(sides.file_before() or ""), "t": shown(t, now)}
    _say(found, values)
    _decision(rows, before, values)
    tables.show(
        _table(found),
        alt=_("Everything before and now, with the difference"),
        columns={_("metric"): st.column_config.TextColumn(width="medium")},
    )
    if any(one.name == "prevalence" for one in found.beyond_chance()):
        remark(
            "More or fewer positives alone move the queue rate, average precision, precision and accuracy, and what is "
            "made of these; they leave recall, the false positive rate and AUC where they are."
        )
    remark("Each interval holds alone: where nothing has changed one difference of twenty leaves out 0.")
    show_said(*found.kept.warnings)
    show_said_of(*(each for one in found.numbers for each in one))
    _scores(found, before, rows, t)


def _say(found: Since, values: Mapping[str, str]) -> None:
    """Say what differs by more than chance alone would have it."""
    beyond = {one.name for one in found.beyond_chance()}
    named = [one for one in found.numbers if one[2].name in beyond and one[2].name in _NAMED]
    moved = [one for one in found.shifts if one.low > 0.5 or one.high < 0.5]
    said = [*map(_moved, named), *map(_shifted, moved)]
    if said:
        paragraph("Since {name}, at the same t = {t}, beyond chance: {what}.", what=listed(said), **values)
    elif any(not math.isnan(apart.low) for _before, _now, apart in found.numbers):
        paragraph(
            "Since {name}, at the same t = {t}, nothing differs by more than chance alone would have it.", **values
        )
    else:
        paragraph("Since {name}, at the same t = {t}: differences without intervals, for the reasons below.", **values)


def _moved(one: tuple[Estimate, Estimate, Estimate]) -> str:
    before, now, apart = one
    name = getattr(apart, "name", "")
    values = {"metric": _title(name), "before": number(before.value), "now": number(now.value)}
    return _("{metric} **{before} → {now}** ({apart})", apart=carrying.written(apart, name), **values)


def _shifted(one: ScoreShift) -> str:
    if one.name == "positives":
        return _("scores of positives **higher**") if one.value > 0.5 else _("scores of positives **lower**")
    return _("scores of negatives **higher**") if one.value > 0.5 else _("scores of negatives **lower**")


def _decision(rows: BinaryView, before: BinaryView, values: Mapping[str, str]) -> None:
    """Say what the wish by which t was chosen gives on both, and what of it the former threshold misses here."""
    by = chosen_here.taken_by(rows, before)
    if by is None or by.wish is None:
        return
    wish = by.wish
    last, this = (computed.wished(one, wish)[0] for one in (before, rows))
    if not (last.reached and this.reached):
        remark("By the wish {wish} there is no threshold on one of both files.", wish=chosen_here.name(by))
        return
    first, now = computed.counts(before), computed.counts(rows)
    given = {"wish": chosen_here.name(by), "first": shown(last.threshold, first), "second": shown(this.threshold, now)}
    remark("The same wish ({wish}) gives t = {first} on {name} and t = {second} here.", name=values["name"], **given)
    missed = carried(first, now, wish, names=()).misses
    if missed:
        held = listed(say(miss.message) for miss in missed)
        remark("The decision of {name}, on these rows: {missed}.", name=values["name"], missed=held)
    else:
        remark("The decision of {name} still does here what was wished.", name=values["name"])


def _table(found: Since) -> pd.DataFrame:
    """Return a row a number, with the rows themselves above all."""
    titles = [_("metric"), sides.file_before() or "", loaded.whole().name, _("difference")]
    counted = [(_(_SIZES[name]), *map(count, numbers)) for name, *numbers in found.sizes]
    read = [
        (_title(apart.name), *(carrying.written(each, apart.name) for each in (first, now, apart)))
        for first, now, apart in found.numbers
    ]
    return pd.DataFrame([*counted, *read], columns=titles)


def _title(name: str) -> str:
    return _(_AREAS[name]) if name in _AREAS else carrying.title(name)


def _scores(found: Since, before: BinaryView, rows: BinaryView, t: float) -> None:
    """Show whether the scores within each class have moved, and how small a move would have been found."""
    paragraph("**Scores within each class**, which a new share of positives alone does not move")
    figure = since_figure(
        drawn_shifts(computed.counts(before), computed.counts(rows)), t, say=say_in_figure, look=bridge.look()
    )
    charts.chart(figure, key="since_chart", alt=_("Share of each class from each score on, now less before"))
    tables.show(
        {
            _("class"): [_(_SIZES[one.name]) for one in found.shifts],
            _("a row of now scores higher"): [_share(one) for one in found.shifts],
            _("p"): [_pvalue(one.pvalue) for one in found.shifts],
            _("found 4 times of 5 from"): [_found_from(one) for one in found.shifts],
        },
        alt=_("How often a row of now scores higher than one of before"),
    )
    remark(
        "A half where nothing has moved; p by Mann and Whitney. The last column is how far from a half it must be so "
        "that the test finds it four times of five."
    )
    if not math.isnan(found.detectable_prevalence):
        remark(
            "A share of positives {far} from the former one would be found as often.",
            far=number(found.detectable_prevalence),
        )
    show_said(*(one.untested for one in found.shifts))
    show_said_of(*found.shifts)


def _share(one: ScoreShift) -> str:
    ends = interval(one.low, one.high)
    return number(one.value) if ends == UNDEFINED else f"{number(one.value)} {ends}"


def _pvalue(p: float) -> str:
    return f"< {_LEAST_P}" if p < _LEAST_P else number(p)


def _found_from(one: ScoreShift) -> str:
    return UNDEFINED if math.isnan(one.detectable) else f"0.5 ± {number(one.detectable)}"
