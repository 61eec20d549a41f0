"""Costs of all classes: the table of costs, which the reader fills in and the session keeps for its file."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

from evalcore import costs
from evalcore.errors import InputError
from ui.costs import many_class_readings as class_cost_readings
from ui.session import address, choices, loaded
from ui.session.choices import Choice, register
from ui.shared import controls
from ui.shared.numbers import count
from ui.shared.text import N_, _, paragraph, plain, remark

LARGEST = 1e9  # as of the other costs
FEW, NARROW, INDEX = 5, 40, 60  # ten narrow columns fit beside the sidebar of a small window
_VERSION, _START, _MISSED, _TIMES = (
    "class_costs_version",
    "class_costs_start",
    "class_costs_missed",
    "class_costs_times",
)
Costs = NDArray[np.float64]
# Of so many cells, and written so short, a table still has room in an address and in its code.
MOST_CELLS, MOST_WRITTEN = 750, 1500
TABLE = register(
    Choice(
        "class_costs",
        low=-LARGEST,
        high=LARGEST,
        most=MOST_CELLS,
        in_links_of_own_rows=False,
        called=N_("Costs of all mistakes"),
    )
)


@st.fragment
def show() -> None:
    """Ask for the costs of all pairs of classes and show what these make."""
    paragraph(
        "A cost for each mistake between two classes: the costs above the figure are of one class against the rest. "
        "Rows are the truth, columns the decision; a benefit is a negative cost."
    )
    _take_over_link()
    table = ask()
    _write_address(table)
    if table is None:
        return
    class_cost_readings.cheap_mistakes(table)
    decided = class_cost_readings.decisions(table)
    class_cost_readings.money(decided)
    class_cost_readings.figures(decided, table)
    st.header(_("The formula, and what each class costs"), anchor=False)
    class_cost_readings.formula(decided, table)
    class_cost_readings.by_class(decided, table)


def ask() -> Costs | None:
    """Show the table of costs with its quick fills and return it; None while a cell holds no number.

    The table is kept apart from the widget, which only begins with it: an edited table handed back to its own widget
    loses every second edit.
    """
    predictions = loaded.current().predictions
    classes, key = predictions.classes, _key()
    table: Costs = st.session_state.setdefault(key, _start(len(classes)))
    _fills(classes)
    whose = "own_" if loaded.current().is_own else ""
    widget = f"class_costs_{whose}{predictions.digest[:12]}_{st.session_state.get(_VERSION, 0)}"
    if widget not in st.session_state:
        st.session_state[_START] = table
    places = [str(place) for place in range(len(classes))]
    width = NARROW if len(classes) > FEW and max(map(len, classes)) <= 2 else None  # what is left over is shared out
    edited = st.data_editor(
        pd.DataFrame(st.session_state[_START], index=pd.Index(classes), columns=places),
        key=widget,
        disabled=["_index"],
        placeholder="",
        height="content" if len(classes) <= class_cost_readings.TALL else "auto",
        column_config={
            "_index": st.column_config.TextColumn(_("truth ↓"), width=INDEX if width else None),
            **{
                place: st.column_config.NumberColumn(
                    name, format="%.10g", min_value=-LARGEST, max_value=LARGEST, width=width
                )
                for place, name in zip(places, classes, strict=True)
            },
        },
        alt=_("What each decision costs for each true class"),
    )
    return _checked(edited.to_numpy(dtype=np.float64, na_value=np.nan), classes, key)


def _take_over_link() -> None:
    """Begin with the table of a link, once, where it is one of these classes."""
    asked, k = st.session_state.get(TABLE.key), len(loaded.current().predictions.classes)
    if asked is None or loaded.current().is_own or _key() in st.session_state:
        return
    try:
        st.session_state[_key()] = costs.costs_in_rows(asked, k)
    except InputError as error:
        choices.refuse(error.message)
        address.say_refused()


def _write_address(table: Costs | None) -> None:
    """Repeat a table in the address bar unless it is the one to begin with; one too long for a link is left out."""
    is_usual = table is None or table.tolist() == _start(len(table)).tolist()
    written = None if table is None or is_usual else tuple(table.ravel().tolist())
    length = 0 if written is None else len(TABLE.write(written))
    st.session_state[TABLE.key] = written if length <= MOST_WRITTEN else None
    address.write_choice(TABLE)
    if length > MOST_WRITTEN and not loaded.current().is_own:
        remark(
            "The costs of all classes must take at most {most} characters in a link; got {n}. They are left out: "
            "whoever opens the link sees every mistake cost 1.",
            most=MOST_WRITTEN,
            n=length,
        )


def _key() -> str:
    """Return where the table of this file is kept: not where a sample has its own, even of the same rows."""
    now = loaded.current()
    return f"class_costs/{'own/' if now.is_own else ''}{now.predictions.digest}"


def _start(k: int) -> Costs:
    """Return what the table begins with: costs nobody has chosen are missing, but the right decision costs nothing."""
    return costs.equal_costs(k, mistake=np.nan if loaded.current().is_own else 1.0)


def _checked(edited: Costs, classes: tuple[str, ...], key: str) -> Costs | None:
    """Keep the table and return it, or say which cell holds no number."""
    missing = costs.missing_costs(edited)
    if loaded.current().is_own and missing:
        st.session_state[key] = edited
        st.info(
            _(
                "Say what each mistake costs, or let all cost 1: until then nothing is counted. Costs still missing: "
                "{n} of {all}.",
                n=count(missing),
                all=count(edited.size),
            ),
            icon=":material/edit:",
        )
        return None
    beyond = costs.first_beyond(edited, LARGEST)
    if beyond is None:
        st.session_state[key] = edited
        return edited
    truth, decision = (plain(classes[place]) for place in beyond)
    st.error(
        _(
            "Every cell must hold a number between −1e9 and 1e9; got none in row {truth}, column {decision}. Write a "
            "cost there, 0 for none.",
            truth=truth,
            decision=decision,
        ),
        icon=":material/error:",
    )
    return None


def _fills(classes: tuple[str, ...]) -> None:
    """Offer the tables that are asked for most."""
    chosen = st.session_state.get(_MISSED)
    st.session_state[_MISSED] = chosen if chosen in classes else classes[0]
    controls.seed(_TIMES, 5.0)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.selectbox(
            _("Missing class"),
            classes,
            key=_MISSED,
            persist_state="session",
            width=200,
            help=_("The true class whose mistakes are to cost more, or less, than the others."),
        )
        st.number_input(
            _("costs"),
            -LARGEST,
            LARGEST,
            step=1.0,
            format="%.10g",
            key=_TIMES,
            persist_state="session",
            width=160,
            help=_("While the other mistakes cost 1, missing the class costs so many times as much."),
        )
        st.button(_("Fill its row"), key="class_costs_fill", on_click=_fill_row, icon=":material/edit:")
        st.button(
            _("All mistakes cost 1"),
            key="class_costs_reset",
            on_click=_fill_equal,
            icon=":material/restart_alt:",
        )


def _fill_row() -> None:
    """Give all mistakes about one true class the same cost; other data may be loaded than the fields were for."""
    classes, state = loaded.current().predictions.classes, st.session_state
    table, missed, times = state.get(_key()), state.get(_MISSED), state.get(_TIMES)
    if table is not None and missed in classes and times is not None:
        _start_with(costs.with_missed_class(table, classes.index(missed), times))


def _fill_equal() -> None:
    _start_with(costs.equal_costs(len(loaded.current().predictions.classes)))


def _start_with(table: Costs) -> None:
    """Keep a table and let a new widget begin with it."""
    st.session_state[_key()] = table
    st.session_state[_VERSION] = st.session_state.get(_VERSION, 0) + 1
