"""The body of a page: a figure, the numbers below it, folded parts, the figure as a file, and what the topic teaches.

A page names these and hands them over; here is said in which order they stand. Whatever shows something is a function
without arguments, called where its place is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import plotly.graph_objects as go
import streamlit as st

from evalcore.counts import ThresholdCounts
from evalcore.metrics import BestThresholds
from evalcore.views.threshold import default_threshold
from ui.exercises.kinds import Exercise
from ui.frame import teaching
from ui.live import threshold
from ui.session import address, loaded
from ui.shared import charts, downloads
from ui.shared.downloads import Export
from ui.shared.text import _

Body = Callable[[], None]


@dataclass(frozen=True)
class Figure:
    """The figure of a page: where it hangs, what it says to who cannot see it, and notes right below it.

    `within` stands with the chart, without a gap between them: what listens to it and has no height of its own.
    """

    key: str
    figure: go.Figure
    alt: str
    notes: Body | None = None
    within: Body | None = None


@dataclass(frozen=True)
class Section:
    """A folded part of a page; one without a title stands open."""

    title: str | None
    body: Body


@dataclass(frozen=True)
class Below:
    """What stands below a figure: its readings, what is folded away, and the figure as a file, gathered last."""

    readings: Body | None = None
    sections: Sequence[Section] = ()
    export: Callable[[], Export] | None = None


@dataclass(frozen=True)
class LiveThreshold:
    """A figure whose slider is the session's threshold: what stands below it is made for each threshold let go.

    `others` tells of the sliders a figure has besides, see `threshold.follow`.
    """

    table: ThresholdCounts
    best: Mapping[str, BestThresholds]
    below: Callable[[float], Below]
    others: Mapping[str, Callable[[str], None]] = field(default_factory=dict)

    def follow(self, chart_key: str) -> None:
        """Show the field of the threshold, and below it what belongs to the threshold, now and after every release."""
        threshold.follow(self.table, chart_key=chart_key, best=self.best, then=self._released, others=self.others)

    def _released(self, t: float) -> None:
        _show_below(self.below(t))
        address.write_choice(threshold.CHOICE, default=default_threshold(self.table))


def show(
    figure: Figure,
    below: Below | LiveThreshold,
    *,
    topic: str,
    exercises: Sequence[Exercise],
    further: Sequence[Section] = (),
) -> None:
    """Show a page's body; `further` are the parts that no release of a slider changes."""
    _show_chart(figure)
    if figure.notes is not None:
        figure.notes()
    if isinstance(below, LiveThreshold):
        below.follow(figure.key)
    else:
        _show_below(below)
    end(topic, exercises, further)


def end(topic: str, exercises: Sequence[Exercise], further: Sequence[Section] = ()) -> None:
    """Show what a page ends with, also one that has no figure to show yet."""
    _show_sections(further)
    teaching.show(topic, exercises)


def all_classes(body: Body) -> list[Section]:
    """Return the part about all classes at once, where there are more than two."""
    many = loaded.current().predictions.task == "multiclass"
    return [Section(_("All classes at once"), body)] if many else []


def _show_chart(figure: Figure) -> None:
    if figure.within is None:
        charts.chart(figure.figure, key=figure.key, alt=figure.alt)
        return
    with st.container(gap=None):
        charts.chart(figure.figure, key=figure.key, alt=figure.alt)
        figure.within()


def _show_below(below: Below) -> None:
    if below.readings is not None:
        below.readings()
    _show_sections(below.sections)
    if below.export is not None:
        downloads.offer(below.export())


def _show_sections(sections: Sequence[Section]) -> None:
    for section in sections:
        if section.title is None:
            section.body()
        else:
            with st.expander(section.title):
                section.body()
