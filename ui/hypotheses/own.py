"""Attributes of the reader's own: typed, or those of a table of examples."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import streamlit as st

from evalcore.errors import InputError
from evalcore.hypotheses import typed_space
from evalcore.hypotheses.typed import MOST_EXAMPLES
from ui.session.choices import Choice, register
from ui.session.own_table import OwnTable
from ui.shared import told
from ui.shared.text import _, remark

TYPED: Final = register(Choice("ml_own", default="3, 2, 2", is_name=True, stays=True))
TABLE: Final = OwnTable("ml_table")
PASTED: Final = "root,sound,good\ncurled,dull,yes\nstiff,crisp,no"


def ask(changed: Callable[[], None]) -> None:
    """Show what may be typed, pasted or dropped, in a box that opens."""
    box = st.popover(_shape(), icon=":material/table:", key="ml_own_box", on_change="rerun")
    with box:
        _typed(changed)
        _table()
    if not box.open:
        TABLE.show_refused()


def text() -> str:
    """Return what is typed."""
    return str(st.session_state.get(TYPED.key, TYPED.default))


def _shape() -> str:
    """Say how many values the attributes have, as far as they can be read."""
    try:
        return " × ".join(map(str, typed_space(text()).shape))
    except InputError:
        return "—"


def _typed(changed: Callable[[], None]) -> None:
    st.session_state[TYPED.key] = text()
    told.tell(TYPED.key, _("My attributes"))
    st.text_input(
        _("My attributes"),
        key=TYPED.key,
        persist_state="session",
        on_change=changed,
        help=_("Numbers of values, such as 3, 2, 2; or root: curled, stiff; sound: dull, crisp."),
    )


def _table() -> None:
    remark(
        "Or a table of examples: a column for each attribute, the last one says yes or no; at most {n} rows. The "
        "link of the page repeats it.",
        n=MOST_EXAMPLES,
    )
    TABLE.say_refused()
    TABLE.box(PASTED)
    TABLE.field(_("A row an example; its last column says yes or no."))
