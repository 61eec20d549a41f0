"""What is said of groups: the sentence above the figure, its alt text, and what to mind below it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import streamlit as st

from evalcore.decisions import ByGroup, GroupCounts, parity
from evalcore.decisions.by_group import NAMES
from evalcore.figures.confusion_matrix.groups import EMPTY
from evalcore.figures.live.motion import THRESHOLD
from evalcore.figures.style import threshold as written
from evalcore.metrics import METRICS, evaluate
from evalcore.predictions import BinaryView
from evalcore.views.groups import Apart, GroupsView, most_apart
from ui.live.sentence import held
from ui.session import computed, sides
from ui.shared.numbers import interval, number, percent
from ui.shared.numbers import threshold as shown
from ui.shared.text import _, headed, listed, plain, say, sentences, show_said

_LETTERS = 40
# Of one sentence said of several groups these are named.
MOST_NAMED = 3


def name(group: str | None) -> str:
    """Return the name of a group as Markdown shows it literally."""
    return say(EMPTY) if group is None else plain(short(group))


def short(group: str) -> str:
    """Return a name as it fits a sentence."""
    return group if len(group) <= _LETTERS else group[: _LETTERS - 1] + "…"


def size(counts: GroupCounts) -> str:
    """Return what the size of a group is called."""
    return _("sum of weights") if counts.weighted else _("number of rows")


def about(said: Mapping[str | None, Sequence[str]]) -> list[tuple[str, str]]:
    """Return each sentence that is said of groups once, with the names of those it is said of, of many the first."""
    groups: dict[str, list[str]] = {}
    for group, sentences_of in said.items():
        for sentence in sentences_of:
            groups.setdefault(sentence, []).append(name(group))
    return [(sentence, _some(names)) for sentence, names in groups.items()]


def _some(names: list[str]) -> str:
    named, further = listed(names[:MOST_NAMED]), names[MOST_NAMED:]
    return _("{names} and {n} more", names=named, n=len(further)) if further else named


class _Found(NamedTuple):
    """The metric of all rows, which groups have its smallest and largest value, -1 where there are none, and which
    differs most from all other rows.
    """

    whole: float
    lowest: int
    highest: int
    least: float
    most: float
    apart: Apart[int, float]


def answer(rows: BinaryView, counts: GroupCounts, metric: str, t: float) -> str:
    """Say in which groups the metric is lowest and highest; no word on what is fair."""
    gap = parity(counts, t).of(metric)
    whole = float(evaluate(metric, counts.whole.at(t)))
    ends = float(gap.values[gap.lowest]), float(gap.values[gap.highest])
    found = _Found(whole, gap.lowest, gap.highest, *ends, most_apart(counts, metric, t))
    return _sentence(rows, counts, metric, t, found)


def at_step(rows: BinaryView, counts: GroupCounts, view: GroupsView, step: str) -> str:
    """Say the same at a step of the handle, told by its exact value."""
    t, steps = float(step), view.threshold.steps
    i = steps.nearest(t)
    ends = float(view.least[i]), float(view.most[i])
    apart: Apart[int, float] = Apart(*(part[i].item() for part in view.apart))
    found = _Found(float(view.whole[i]), int(view.lowest[i]), int(view.highest[i]), *ends, apart)
    return _sentence(rows, counts, view.metric, t, found)


def _sentence(rows: BinaryView, counts: GroupCounts, metric: str, t: float, found: _Found) -> str:
    parts = {
        "t": held(shown(t, computed.counts(rows)), THRESHOLD),
        "metric": say(METRICS[metric].title),
        "all": number(found.whole),
    }
    if found.lowest < 0:
        return _("At t = {t}: fewer than two groups have a value of {metric}; all rows together {all}.", **parts)
    said = _(
        "At t = {t}: {metric} is **{low}** for {lowest} to **{high}** for {highest}, of all rows {all}.",
        low=number(found.least),
        lowest=name(counts.names[found.lowest]),
        high=number(found.most),
        highest=name(counts.names[found.highest]),
        **parts,
    )
    return sentences(said, _gap(counts, found.apart))


def _gap(counts: GroupCounts, apart: Apart[int, float]) -> str | None:
    """Say which group differs from all other rows, as the table's gaps do; None where no gap has an interval."""
    if apart.n < 0:
        return None
    if not apart.n:
        return _("Every group's gap to all other rows may be by chance.")
    parts = {
        "name": name(counts.names[apart.group]),
        "gap": f"{number(apart.gap)} {interval(apart.low, apart.high)}",
    }
    if apart.n == 1 or len(counts) == 2:
        return _("{name} differs from all other rows by {gap}.", **parts)
    return _("{n} groups differ from all other rows, {name} most: by {gap}.", n=apart.n, **parts)


def alt(view: GroupsView, t: float) -> str:
    """Describe the figure at its present threshold."""
    steps = view.threshold.steps
    i = steps.nearest(t)
    each = "; ".join(
        f"{say(EMPTY) if group is None else group} {number(value)}"
        for group, value in zip(view.names, view.value[:, i].tolist(), strict=True)
    )
    return _(
        "Groups at threshold {t}: {metric} of all rows {all}. {each}.",
        t=written(steps.written[i], steps.digits[i]),
        metric=say(METRICS[view.metric].title),
        all=number(float(view.whole[i])),
        each=each,
    )


def _by_others(found: ByGroup) -> str | None:
    """Say by which other metrics a group differs from all other rows; None where none does."""
    other = list[str]()
    for metric in NAMES:
        gaps = {row.group: next(one for one in row.differences if one.name == metric) for row in found}
        shown = {group: abs(gap.value) for group, gap in gaps.items() if gap.low_all > 0 or gap.high_all < 0}
        if shown and metric != found.by:
            most = max(shown, key=lambda group: shown[group])
            other.append(headed(say(METRICS[metric].title), name(most)))
    if not other:
        return None
    return _("By other metrics, each looked at for itself, groups differ: {metrics}.", metrics=listed(other))


def notes(view: GroupsView, t: float, found: ByGroup) -> None:
    """Say by which other metrics groups differ, by what the rows are sorted, what the intervals hold for, which groups
    are small, and which are not drawn.
    """
    said = [_by_others(found), _("Sorted by the gap to all other rows at t = {t}.", t=shown(t))]
    if view.reason is None and view.compared > 1:
        level = percent(view.level, 2)
        said.append(
            _("Intervals hold for all {k} groups together (Bonferroni): {level} each.", k=view.compared, level=level)
        )
    elif view.reason is None:
        said.append(_("Intervals: {level} each; of two groups one gap is the other.", level=percent(view.level, 0)))
    if view.reason is None:
        said.append(_("That two intervals overlap does not show that their groups are alike."))
    if view.few.any():
        said.append(_("A hollow dot: fewer than ten rows of a class."))
    if view.behind is not None:
        said.append(_("Hollow diamond: all rows of {name}, where t is chosen.", name=plain(sides.names()[0])))
    if view.left_out:
        said.append(_("{n} further groups, with smaller gaps, are in the table only.", n=view.left_out))
    st.caption(sentences(*said))
    show_said(view.reason)
