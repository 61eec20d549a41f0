"""The live threshold: one mechanism that every page with a threshold uses.

While the handle is dragged, the player moves what is drawn and nothing asks the server. On release the bridge
hands the value to Python, and the page's fragment runs again with the figure as it was last drawn. A typed threshold
rebuilds it, so that the exact number is a step of the handle.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, TypeAlias

import streamlit as st

from evalcore.counts import ThresholdCounts
from evalcore.figures.live.motion import THRESHOLD
from evalcore.predictions import BinaryView
from evalcore.report.drawings import handles
from evalcore.views.digits import field_digits, written_threshold
from evalcore.views.threshold import alike_threshold, default_threshold, none_positive
from ui.live import bridge, chosen_here, drawn, undo
from ui.live.chosen_by import By
from ui.session import choices, computed, loaded, looked_at, rescaled, sides
from ui.shared import controls, terms, told
from ui.shared.numbers import threshold as shown
from ui.shared.text import N_, _, listed, plain

# What is known of a point that was clicked, and who is told.
Known: TypeAlias = Sequence[float | None]
Pick: TypeAlias = Callable[[Known], None]
# What listens is kept as long as its page is shown: it asks for the table instead of keeping it.
Table: TypeAlias = Callable[[], ThresholdCounts]
# What it is called in the list of steps.
LABEL: Final = N_("Threshold")
CHOICE = choices.register(choices.Choice("t"))
# What goes back with a threshold that is taken back: also by which wish it was chosen.
KEYS = (CHOICE.key, chosen_here.CHOICE.key)
# Whether the field holds another number since the figure was drawn.
_TYPED = "threshold_typed"
# The further handle whose number was typed in the sentence, until the figure shows where it stands.
_TYPED_ON = "handle_typed"
# What the traces whose points can be taken have as their `meta`, and the threshold of the one taken last.
_PICKED = "threshold"
_POINT = "threshold_picked"


def value(counts: ThresholdCounts) -> float:
    """Return the session's threshold, the same on every page."""
    kept = st.session_state.get(CHOICE.key)
    return default_threshold(counts) if kept is None else float(kept)


def place(rows: BinaryView) -> undo.Place:
    """Return where the threshold of these rows is moved, for the list of steps."""
    return (CHOICE.key, *rows.key)


def named(t: float | None) -> str:
    """Say in the list of steps which threshold it was."""
    return "" if t is None else shown(t)


def _released(
    handle: str | None,
    step: str,
    others: Mapping[str, Callable[[str], None]],
    place: undo.Place = (),
    name: str | None = None,
) -> None:
    """Take over the value of the handle let go; one that is no threshold belongs to the page.

    In the list of moves it has a name: what stood above the handle, or what was typed in its place.
    """
    if handle == THRESHOLD:
        # First: a page that is broken off here must not stay at another threshold than its handle.
        st.session_state["t"] = float(step)
        # A field that does not yet know of the release before this one has told of its old number, which nobody typed.
        st.session_state.pop(_TYPED, None)
        drawn.moved()
    else:
        drawn.moved()
        if handle is not None and handle in others:
            # First: broken off between, the figure is drawn as what was taken over says.
            drawn.anew()
            label, left = _stands(handle)
            now = bridge.let_go_at() if name is None else name
            if undo.taking(place, lambda: others[handle](step), now, left=left, label=label) and name is not None:
                st.session_state[_TYPED_ON] = handle


def _stands(handle: str) -> tuple[str, str]:
    """Return what a handle of the figure that was drawn last is, and what it shows; empty where there is none."""
    figure, _alt = drawn.last(()) or (None, "")
    one = None if figure is None else handles(figure.figure).get(handle)
    if one is None:
        return "", ""
    return one["label"], "" if one.get("unset") else one["shown"][one["active"]]


def name_typed() -> None:
    """Have the list of steps say where a handle stands now whose number was typed; called once the figure is drawn."""
    if (handle := st.session_state.pop(_TYPED_ON, None)) is not None:
        label, shown_now = _stands(handle)
        if shown_now:
            undo.name_last(shown_now, label=label)


def _picked(meta: str, known: Known, counts: Table | None, others: Mapping[str, Pick]) -> None:
    """Make the threshold of a clicked point the session's; where nothing is predicted positive it is infinite.

    A point that has no threshold belongs to the page.
    """
    if meta == _PICKED and counts is not None:
        table = counts()
        pick(none_positive(table) if known[0] is None else written_threshold(table.threshold, known[0]).value)
    elif meta in others:
        others[meta](known)


def pick(threshold: float) -> None:
    """Make the threshold of a point that was clicked the session's, in as few digits as decide the same."""
    take(threshold)
    st.session_state[_POINT] = threshold


def choosing(before: BinaryView, rows: BinaryView, threshold: float) -> None:
    """Choose the model of other rows, and make the threshold of a point of its curve the session's: in one step."""

    def take() -> None:
        st.session_state["model"] = rows.model
        looked_at.changed()
        pick(threshold)

    t = st.session_state.get(CHOICE.key)
    says = partial(_chosen_at, before.model, rows.model, t, threshold)
    undo.choosing((place(before), place(rows)), ("model", *KEYS, _POINT), take, says)


def _chosen_at(before: str, now: str, t: float | None, threshold: float) -> str:
    moved = told.moved(LABEL, named(t), named(threshold)) if t is not None else None
    return listed([told.change("model", before, now), *filter(None, [moved])])


def carry(model: str) -> None:
    """Let the threshold decide as before where a model was chosen whose scores are those of the last one recalibrated.

    Model and threshold are one step, and it is said; of any other model the number stays. Called from the field of the
    model, with the last one.
    """
    now: str | None = st.session_state.get("model")
    if now is None or now == model or not {now, model} <= loaded.current().predictions.scores.keys():
        return
    if not rescaled.rank_alike(model, now):
        return
    before, rows = looked_at.binary(model), looked_at.binary(now)
    alike = _alike(before, rows)
    t = value(computed.counts(before))
    to = alike(t)

    def choose_it() -> None:
        st.session_state["model"] = now
        _follow(before, rows, alike, to)

    st.session_state["model"] = model
    undo.choosing((place(before), place(rows)), ("model", *KEYS), choose_it, partial(_chosen_at, model, now, t, to))
    values = {"model": plain(now), "other": plain(model), "before": named(t), "now": named(to)}
    st.toast(_("t carried over: {before} of {other} is {now} of {model}.", **values), icon=":material/tune:")


def turn(model: str, now: str) -> None:
    """Let the threshold decide of all rows as before with another model, which ranks them alike; called from a step."""
    before, rows = looked_at.binary(model), looked_at.binary(now)
    alike = _alike(before, rows)
    _follow(before, rows, alike, alike(value(computed.counts(before))))


def _follow(before: BinaryView, now: BinaryView, alike: Callable[[float], float], to: float) -> None:
    chosen_here.follow(before, now, alike)
    take(to)


def _alike(before: BinaryView, now: BinaryView) -> Callable[[float], float]:
    """Return what finds the threshold of one model that decides of all rows as that of another one does.

    Both rank them alike, so it decides alike of each group and half, too; also of other rows on which one is chosen.
    """
    whole = loaded.whole().predictions
    both = [[loaded.binary(of.model, of.positive, of=whole) for of in (before, now)]]
    first = [one for of in (before, now) if (one := sides.first(of)) is not None]
    if len(first) == len(both[0]):
        both.append(first)
    tables = [(computed.counts(one), computed.counts(other)) for one, other in both]
    return lambda t: alike_threshold(tables, t, rescaled.carried(before.model, now.model, t))


def is_picked(t: float) -> bool:
    """Whether a threshold is that of the point of a curve that was clicked last."""
    return bool(st.session_state.get(_POINT) == t)


def above_all(counts: ThresholdCounts) -> float:
    """Return a threshold a field can hold at which nothing is predicted positive."""
    return none_positive(counts)


def take(threshold: float) -> None:
    """Make a threshold the session's, as if it had been typed; called from a button."""
    st.session_state["t"] = threshold
    drawn.anew()


def short(threshold: float, *tables: ThresholdCounts) -> float:
    """Return a number by which a page says a threshold, which decides the same on all these rows; else itself."""
    for table in tables:
        value = written_threshold(table.threshold, threshold).value
        if all(one.index_of(value) == one.index_of(threshold) for one in tables):
            return value
    return threshold


def choose(threshold: float, of: tuple[str, ...], by: By) -> None:
    """Take a threshold that is the best one on rows of this key; called from a button."""
    chosen_here.mark(of, by, threshold)
    take(threshold)


def _typed() -> None:
    st.session_state[_TYPED] = True
    chosen_here.clear()


def field(counts: ThresholdCounts) -> float:
    """Show the number field of the threshold and return what it holds."""
    controls.seed("t", default_threshold(counts))
    if st.session_state.get(_TYPED):
        drawn.anew()
        del st.session_state[_TYPED]
    digits = field_digits(counts.threshold, st.session_state["t"])
    return float(
        st.number_input(
            _("t"),
            step=0.01,
            format=f"%.{digits}g",
            key="t",
            persist_state="session",
            on_change=_typed,
            width=150,
            help=terms.explained(
                "threshold",
                _(
                    "A row is predicted positive when its score is at least t. From {top} on no row is.",
                    top=shown(none_positive(counts), counts),
                ),
            ),
        )
    )


def listen(
    chart_key: str,
    counts: Table | None,
    others: Mapping[str, Callable[[str], None]],
    picks: Mapping[str, Pick] | None = None,
    *,
    place: undo.Place = (),
    typed: Mapping[str, Callable[[str], None]] | None = None,
    alone: bridge.Alone | None = None,
) -> None:
    """Take over the threshold at which the handle of a chart is let go, and that of a point clicked.

    A figure may have further handles; `others` has for the name of each what is told the value of the step at which it
    was let go. Without `counts`, which is asked for when it is needed, these are all it has. `picks` has for the `meta`
    of further traces whose points can be clicked what is told the customdata of the one that was. Moves of further
    handles are kept for a `place`. `typed` has for the name of a handle what is told the text that was typed on its
    number in the sentence. `alone` is what is said of the lines of other models.
    """
    bridge.listen(
        chart_key,
        released=lambda handle, step: _released(handle, step, others, place),
        picked=lambda meta, known: _picked(meta, known, counts, picks or {}),
        typed=lambda handle, text: _released(handle, text, typed or {}, place, name=text),
        alone=alone,
    )
