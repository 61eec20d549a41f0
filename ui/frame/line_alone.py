"""What is said where a click has left the line of another model alone: the page is still of the chosen one.

The browser shows it as long as the line stands alone, and asks the server nothing until that model is chosen.
"""

from __future__ import annotations

from collections import Counter
from html import unescape

import streamlit as st

from evalcore.figures.style import plain
from ui.live.bridge import Alone
from ui.session import loaded, looked_at
from ui.shared.text import _

# Stands in what is said for the name of the line.
_OTHER = "{other}"


def words(model: str) -> Alone | None:
    """Return what is said of the lines of other models than that of the page; None where there are none.

    A page with lines is of no model of labels, which would be chosen in vain.
    """
    written = {name: _written(name) for name in loaded.models() if not name.endswith(loaded.LABELS)}
    # Two that are shortened alike are written whole.
    said_of = Counter(written.values())
    others = {name: name if said_of[text] > 1 else text for name, text in written.items() if name != model}
    if not others:
        return None
    said = _("{other} is shown alone. The page is still of {model}.", other=_OTHER, model=model)
    return Alone(others, said, _("Choose {model}", model=_OTHER), _choose)


def _written(name: str) -> str:
    """Return the name as a figure writes it."""
    return unescape(plain(name)).replace("\u200b", "").strip()


def _choose(model: str) -> None:
    if model in loaded.models():
        st.session_state["model"] = model
        looked_at.changed()
