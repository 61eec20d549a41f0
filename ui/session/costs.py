"""Costs as a session holds them: their places in the address, what a sample starts with, a visitor's rows with none."""

from __future__ import annotations

from typing import Any, Final

import streamlit as st

from evalcore.costs import CostMatrix
from evalcore.errors import InputError
from evalcore.predictions import BinaryView
from ui.session import address, loaded
from ui.session.choices import Choice, register
from ui.shared import controls

# What a miss and a false alarm cost: nobody has said so of a visitor's rows until a visitor does.
MISTAKES: Final = ("cost_fn", "cost_fp")
RIGHT: Final = ("cost_tp", "cost_tn")
# With which costs a sample opens; the factor is what a unit of a row's amount counts for.
_COSTS: Final = (
    Choice("cost_fn", default=5.0, low=0.0, high=1e9, stays=True, in_links_of_own_rows=False),
    Choice("cost_fp", default=1.0, low=0.0, high=1e9, stays=True, in_links_of_own_rows=False),
    Choice("cost_tp", default=0.0, low=-1e9, high=1e9, stays=True, in_links_of_own_rows=False),
    Choice("cost_tn", default=0.0, low=-1e9, high=1e9, stays=True, in_links_of_own_rows=False),
    Choice("factor", default=1.0, low=0.0, high=1e9, in_links_of_own_rows=False),
)
# What a sample's mistakes cost at first.
USUAL: Final = {one.key: float(one.default) for one in _COSTS if one.key in MISTAKES and isinstance(one.default, float)}
PREVALENCE: Final = Choice("prevalence", low=1e-6, high=1 - 1e-6, in_links_of_own_rows=False)
# Which cost a column of amounts stands for, if any.
_AMOUNTS: Final = Choice("amounts", default="none", options=("none", "fn", "fp"), in_links_of_own_rows=False)
for _one in (*_COSTS, PREVALENCE, _AMOUNTS):
    register(_one)
# What the fields take.
LIMITS: Final = {choice.key: (choice.low, choice.high) for choice in (*_COSTS, PREVALENCE)}

# The prevalence of the rows, as the page of costs has last seen it.
ROWS_PREVALENCE: Final = "rows_prevalence"
_POSITIVE = "costs_positive"
_CHANGES = "costs_changes"
_NONE: Final = object()  # what a field holds that is to be asked anew
_SWAPPED = {"fn": "fp", "fp": "fn"}


def start(rows: BinaryView) -> None:
    """Give the fields of the costs what they hold, or what they start with."""
    _stay_with_the_classes(rows)
    for cost in _COSTS:
        controls.seed(cost.key, None if loaded.current().is_own and cost.key in MISTAKES else cost.default)


def mistakes(rows: BinaryView) -> tuple[float, float] | None:
    """Return what a miss and a false alarm cost; None until both are chosen."""
    start(rows)
    of_fn, of_fp = (st.session_state[key] for key in MISTAKES)
    return None if of_fn is None or of_fp is None else (float(of_fn), float(of_fp))


def condition(rows: BinaryView) -> tuple[CostMatrix, float | None] | None:
    """Return what decisions cost, and the prevalence where another one than that of the rows is set.

    None until the costs are chosen, while they do not fit together, and where amounts of the rows stand for one.
    """
    if mistakes(rows) is None or st.session_state.get(_AMOUNTS.key, _AMOUNTS.default) != _AMOUNTS.default:
        return None
    try:
        matrix = CostMatrix(**{key: float(st.session_state[key]) for key in (*MISTAKES, *RIGHT)})
    except InputError:
        return None
    prevalence = st.session_state.get(PREVALENCE.key)
    return matrix, None if prevalence == st.session_state.get(ROWS_PREVALENCE) else prevalence


def write_address(default_prevalence: float) -> None:
    """Repeat costs and prevalence in the address bar, unless they are the page's defaults or of a visitor's rows."""
    for choice in (*_COSTS, _AMOUNTS):
        _write(choice)
    address.write_choice(PREVALENCE, default=default_prevalence)


def write_mistakes(*, shown: bool) -> None:
    """Repeat what a miss and a false alarm cost where a page shows what follows from it."""
    for choice in _COSTS[: len(MISTAKES)]:
        if shown:
            _write(choice)
        else:
            address.leave_out(choice)


def _write(choice: Choice) -> None:
    """Repeat a cost in the address; of rows in a source, which start with none, a mistake's also where it is usual."""
    value = st.session_state.get(choice.key)
    if choice.key in MISTAKES and loaded.current().asked is not None and value is not None:
        address.write_text(choice, choice.write(value))
    else:
        address.write_choice(choice)


def are_of_other_rows() -> None:
    """Forget for which positive class costs were chosen: they come back with the rows they are of."""
    st.session_state.pop(_POSITIVE, None)
    st.session_state.pop(_CHANGES, None)


def _stay_with_the_classes(rows: BinaryView) -> None:
    """Have costs of a visitor's rows mean the same mistakes when another class becomes the positive one.

    Of two classes the miss of one is the false alarm of the other. Of more, the mistakes are others, to be asked for.
    """
    chosen = st.session_state
    _make_changes()
    # Without costs nothing can stay with a class.
    before = chosen.get(_POSITIVE) if MISTAKES[0] in chosen else None
    if not loaded.current().is_own or before in {None, rows.positive}:
        chosen[_POSITIVE] = rows.positive
        return
    changes = dict.fromkeys((cost.key for cost in _COSTS), _NONE) if rows.negative is None else _exchanged()
    # In one step: where a run is broken off below, the next one goes on, and turns nothing over twice.
    chosen[_CHANGES] = (loaded.current(), {**changes, _POSITIVE: rows.positive})
    _make_changes()


def _exchanged() -> dict[str, Any]:
    """Return what the fields hold once the other class is the positive one."""
    chosen = st.session_state
    changes = {key: chosen.get(pair[1 - i]) for pair in (MISTAKES, RIGHT) for i, key in enumerate(pair)}
    if _AMOUNTS.key in chosen:
        changes[_AMOUNTS.key] = _SWAPPED.get(chosen[_AMOUNTS.key], chosen[_AMOUNTS.key])
    return changes


def _make_changes() -> None:
    """Make the changes that were decided on, unless something else has been loaded since."""
    of, changes = st.session_state.get(_CHANGES, (None, {}))
    if of is not None and of is loaded.current():
        for key, value in changes.items():
            if value is _NONE:
                st.session_state.pop(key, None)
            else:
                st.session_state[key] = value
    st.session_state.pop(_CHANGES, None)
