"""The tour: three prompts that are answered by dragging Home's threshold, in the browser alone.

What each step of the handle answers is written here, in the language of the session, and sent along with the prompts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import streamlit as st

from evalcore.figures import style
from evalcore.figures.style import read_sheet
from evalcore.views.threshold import Steps, ThresholdView
from ui.live import bridge
from ui.session import loaded, screen, ways
from ui.shared.numbers import UNDEFINED, count, number
from ui.shared.text import N_, _

_WORDS: Final[Mapping[str, str]] = {
    "take": N_("Take the tour"),
    "next": N_("Next"),
    "done": N_("Done"),
    "skip": N_("Skip"),
    "on": N_("Go on with:"),
    "matrix": N_("the matrix at this t"),
    "file": N_("a file of your own"),
    "path": N_("the whole chapter"),
    "exercise": N_("an exercise"),
}
_KEY: Final = "home_tour"
_tour = st.components.v2.component(
    "tour",
    html=Path(__file__).with_suffix(".html").read_text(encoding="utf-8"),
    css=read_sheet(Path(__file__).with_suffix(".css")),
    js=bridge.script(Path(__file__).with_suffix(".js")),
)
# What one step says to a prompt, given where the handle began; None where it does not answer it. A hint says where to
# go on from there, None where nothing was tried yet.
Answer = Callable[[Steps, int, int], str | None]


def show(chart_key: str, view: ThresholdView, start: float) -> None:
    """Show the tour of a chart whose handle begins at `start`, or the button that asks for it; not to an audience."""
    if screen.is_on(screen.PRESENT):
        return
    begins = view.steps.nearest(start)
    words = {name: _(text) for name, text in _WORDS.items()}
    _tour(
        key=_KEY,
        data={"chart": chart_key, "begins": begins, "prompts": prompts(view.steps, begins), "words": words},
        on_matrix_change=_open_matrix,
    )


def _open_matrix() -> None:
    """Open the page of the matrix on the samples of Home, at the threshold at which the tour has ended."""
    said = st.session_state.get(_KEY, {}).get("matrix")
    if said:
        ways.take("confusion_matrix", {"sample": loaded.DEFAULT_SAMPLE, "t": said["t"]})


def prompts(steps: Steps, begins: int) -> list[dict[str, str | list[str | None]]]:
    """Return what is asked, one after the other, and what each step of the handle answers, else where to go on."""
    asked: list[tuple[str, Answer, Answer]] = [
        (_("Drag the line to the left: what happens to recall?"), _recall_rises, _further_left),
        (_("Now find a threshold without a false alarm. What does it cost?"), _no_false_alarm, _false_alarms_left),
        (_("Does precision rise with every step to the right? Find where it falls."), _precision_falls, _no_fall_yet),
    ]
    every = range(steps.threshold.size)
    return [
        {
            "asks": asks,
            "answers": [answer(steps, begins, i) for i in every],
            "hints": [hint(steps, begins, i) for i in every],
        }
        for asks, answer, hint in asked
    ]


def _recall_rises(steps: Steps, begins: int, i: int) -> str | None:
    recall = steps.metrics["recall"]
    if not recall[i] > recall[begins]:
        return None
    said = {"t": _written(steps, i), "before": number(recall[begins]), "now": number(recall[i])}
    if steps.fp[i] == steps.fp[begins]:
        return _("At t = {t} recall has risen from {before} to {now}, without one more false alarm.", **said)
    return _(
        "At t = {t} recall has risen from {before} to {now}, and false alarms from {fp_before} to {fp}.",
        **said,
        fp_before=count(steps.fp[begins]),
        fp=count(steps.fp[i]),
    )


def _further_left(steps: Steps, begins: int, i: int) -> str | None:
    if i == begins:
        return None
    if i > begins:
        return _("To the right recall does not rise. Drag to the left.")
    return _(
        "No positive has been passed yet: recall is still {recall}. Drag further to the left.",
        recall=number(steps.metrics["recall"][i]),
    )


def _no_false_alarm(steps: Steps, _begins: int, i: int) -> str | None:
    if steps.fp[i] > 0:
        return None
    return _(
        "At t = {t} no alarm is false, but {fn} positives are missed: recall is {recall}.",
        t=_written(steps, i),
        fn=count(steps.fn[i]),
        recall=number(steps.metrics["recall"][i]),
    )


def _false_alarms_left(steps: Steps, _begins: int, i: int) -> str | None:
    return _("False alarms that are left: {fp}. Drag further to the right.", fp=count(steps.fp[i]))


def _precision_falls(steps: Steps, _begins: int, i: int) -> str | None:
    """Compare with where precision is highest further left: if it is lower here, positives were passed in between."""
    precision = steps.metrics["precision"]
    best = max(range(i), key=lambda j: (precision[j], j), default=i)
    # Undefined, where nothing is predicted positive, is not lower.
    if not precision[i] < precision[best]:
        return None
    return _(
        "No: at t = {before} precision is {was}, at t = {t} only {now}: positives lie in between.",
        before=_written(steps, best),
        t=_written(steps, i),
        was=number(precision[best]),
        now=number(precision[i]),
    )


def _no_fall_yet(steps: Steps, _begins: int, i: int) -> str | None:
    precision = number(steps.metrics["precision"][i])
    if precision == UNDEFINED:
        return _("Nothing is predicted positive there. Drag back to the left.")
    return _("Precision has not fallen on the way to {precision}. Drag further to the right.", precision=precision)


def _written(steps: Steps, i: int) -> str:
    return style.threshold(steps.written[i], steps.digits[i])
