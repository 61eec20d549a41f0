"""Fields that ask for a choice: each knows its key, its limits and what it starts with.

`term` names what the glossary says more of. What else is given goes to the widget.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

import streamlit as st

from evalcore.views.answers import HUNDRED
from ui.session.choices import Choice
from ui.shared import controls, terms, told
from ui.shared.text import _

Key = TypeVar("Key", bound=str)
_ASCII: Final = str.maketrans("−⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "-0123456789-")
_THOUSANDS: Final = re.compile(r"-?[1-9]\d{0,2}(,\d{3})+(\.\d+)?")


def one_of(choice: Choice, names: Mapping[Key, str], label: str, meaning: str, **options: Any) -> Key:
    """Ask for one of a few things; in the row of the controls its name stands in its box, above what is chosen.

    Where what was chosen is none of them any more, as a fourth of three, the default is, or else the first.
    """
    if st.session_state.get(choice.key) not in names:
        st.session_state[choice.key] = choice.default if choice.default in names else next(iter(names))
    told.tell(choice.key, label, names)
    translated = {"format_func": lambda key: _(names[key])}
    chosen: Key = st.selectbox(label, list(names), **{**translated, **_held(choice, meaning, **options)})
    return chosen


def pick(choice: Choice, names: Mapping[Key, str], label: str, meaning: str | None = None, **options: Any) -> Key:
    """Ask for one of a few things that stand side by side."""
    told.tell(choice.key, label, names)
    chosen: Key | None = st.segmented_control(
        label,
        list(names),
        required=True,
        format_func=lambda key: _(names[key]),
        **_held(choice, meaning, **options),
    )
    return chosen or next(iter(names))


def whole(choice: Choice, label: str, meaning: str, *, step: int = 1, **options: Any) -> int:
    """Ask for a whole number."""
    told.tell(choice.key, label)
    # An address holds a float.
    st.session_state[choice.key] = kept(choice)
    low, high = int(choice.low), int(choice.high)
    return int(st.number_input(label, low, high, step=step, **_held(choice, meaning, **options)))


def share(
    choice: Choice, label: str, meaning: str, *, step: float = 0.05, format: str = "%.3g", **options: Any
) -> float:
    """Ask for a number that need not be whole."""
    told.tell(choice.key, label)
    low, high = float(choice.low), float(choice.high)
    return float(st.number_input(label, low, high, step=step, format=format, **_held(choice, meaning, **options)))


def flag(choice: Choice, label: str, meaning: str | None = None, **options: Any) -> bool:
    """Ask whether something holds."""
    told.tell(choice.key, label)
    return st.toggle(label, **_held(choice, meaning, **options))


def _held(choice: Choice, meaning: str | None, *, term: str | None = None, **options: Any) -> dict[str, Any]:
    """Return what every field of a choice is called with; it is given what it starts with before it is drawn."""
    controls.seed(choice.key, choice.default)
    explained = meaning if term is None or meaning is None else terms.explained(term, meaning)
    return {"key": choice.key, "persist_state": "session", "help": explained, **options}


def take(choice: Choice, text: str) -> None:
    """Take over the number at which a handle was let go."""
    st.session_state[choice.key] = float(text)


def take_typed(choice: Choice, text: str, *, read: Callable[[str], float | None] | None = None) -> None:
    """Take over what was typed on a number of the sentence: the nearest that the field takes, nothing of a word."""
    value = (read or typed_number)(text)
    if value is None:
        return
    low = -math.inf if choice.low is None else choice.low
    high = math.inf if choice.high is None else choice.high
    value = min(max(value, low), high)
    st.session_state[choice.key] = round(value) if isinstance(choice.default, int) else value


def typed_number(text: str) -> float | None:
    """Return what was typed as a number, with a point or a comma, or as sentences write it; None where it is none.

    >>> typed_number("0,01"), typed_number("x"), typed_number("nan")
    (0.01, None, None)
    >>> typed_number("2,987"), typed_number("1,234,567.5"), typed_number("0,125"), typed_number("−0.3")
    (2987.0, 1234567.5, 0.125, -0.3)
    >>> typed_number("− 2.5"), typed_number("- ")
    (-2.5, None)
    >>> typed_number("7.20×10⁶"), typed_number("5.7×10⁻¹⁰")
    (7200000.0, 5.7e-10)
    """
    plain = text.strip().translate(_ASCII).replace("×10", "e").replace("- ", "-")
    # A number that begins with 0 has no thousands.
    plain = plain.replace(",", "" if _THOUSANDS.fullmatch(plain) else ".")
    try:
        value = float(plain)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def typed_share(text: str) -> float | None:
    """Return what was typed as a share: what is above 1, or has its sign, is a percentage.

    >>> typed_share("0.3"), typed_share("30"), typed_share("0,5 %"), typed_share("x")
    (0.3, 0.3, 0.005, None)
    """
    value = typed_number(text.rstrip("% "))
    return value if value is None or (value <= 1 and "%" not in text) else value / HUNDRED


def kept(choice: Choice) -> int:
    """Return the whole number that is chosen."""
    return int(real(choice))


def real(choice: Choice) -> float:
    """Return the number that is chosen."""
    assert isinstance(choice.default, (int, float))
    return float(st.session_state.get(choice.key, choice.default))


def is_set(choice: Choice) -> bool:
    """Return whether a flag is set."""
    return bool(st.session_state.get(choice.key, choice.default))
