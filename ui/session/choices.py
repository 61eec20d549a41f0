"""Choices that have a place in the address: whoever asks for one registers its key, its default and what it takes.

A link may name a choice of a page that nobody has opened yet: it waits until its key is registered.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf, isfinite
from typing import Final, TypeAlias

import streamlit as st

from evalcore.errors import Message

Value: TypeAlias = float | str | bool | tuple[float, ...]
_WAITING = "choices_of_the_link"
_REFUSED = "refused_of_the_link"
# What a link has said and no page has asked for yet.
_TAKEN = "taken_of_the_link"
# Whether a link waits no longer for the rows it was made of: another sample is loaded now, or a visitor's own cases.
_EARLIER, _SAMPLE, _CASES = "link_of_earlier_rows", "sample", "cases"
# What stands between the numbers of a list: it is what it is in every address.
_BETWEEN = "_"
_LONGEST = 40


@dataclass(frozen=True)
class Choice:
    """One key of session and address.

    A number lies between `low` and `high`, a word is one of `options`, a flag is set or not and stands as 1 or 0 in the
    address; `most` numbers or fewer are a list. One that `is_name` takes any text, and who asks for it
    refuses other names with `not_one_of`. `default` is None where it depends on the rows.
    With `stays` a choice holds for the next sample too, and one `of_reader` says how someone looks, not at what, and
    holds whatever is loaded; without `in_links_of_own_rows` the address says nothing of it as long as a visitor's rows
    are loaded. `called` is its name in English where no field asks for it, such as that of a handle or of a click: the
    list of steps says it.
    """

    key: str
    default: Value | None = None
    low: float = -inf
    high: float = inf
    options: tuple[str, ...] = ()
    stays: bool = False
    in_links_of_own_rows: bool = True
    of_reader: bool = False
    is_flag: bool = False
    most: int = 0
    is_name: bool = False
    called: str = ""

    def read(self, text: str) -> Value | None:
        """Return what an address says, None where it does not fit."""
        if self.is_flag:
            return {"0": False, "1": True}.get(text)
        if self.options:
            return text if text in self.options else None
        if self.is_name:
            return text
        if not self.most:
            return self._number(text)
        numbers = [self._number(part) for part in text.split(_BETWEEN, self.most)]
        fitting = tuple(number for number in numbers if number is not None)
        return fitting if len(fitting) == len(numbers) <= self.most else None

    def _number(self, text: str) -> float | None:
        try:
            value = float(text)
        except ValueError:
            return None
        return value if isfinite(value) and self.low <= value <= self.high else None

    def write(self, value: Value) -> str:
        """Return a value as the address says it, a number with all its digits."""
        if self.is_flag:
            return "1" if value else "0"
        if isinstance(value, tuple):
            return _BETWEEN.join(map(_digits, value))
        return value if isinstance(value, str) else _digits(value)

    def refuse(self, text: str) -> Message:
        """Say why what an address says does not fit."""
        if self.is_flag or self.options:
            return not_one_of(self.key, self.options or ("0", "1"), text)
        got = {"key": self.key, "value": _short(text)}
        if self.most:
            return Message(
                "{key} must be at most {most} numbers with _ between them; got {value} (in the link). Its default is "
                "shown.",
                {**got, "most": self.most},
            )
        if isfinite(self.low) and isfinite(self.high):
            return Message(
                "{key} must be a number between {low} and {high}; got {value} (in the link). Its default is shown.",
                {**got, "low": f"{self.low:g}", "high": f"{self.high:g}"},
            )
        return Message("{key} must be a number; got {value} (in the link). Its default is shown.", got)


def _digits(number: float) -> str:
    """Write a number with all its digits, a whole one without the decimal point."""
    return repr(float(number)).removesuffix(".0")


def not_one_of(key: str, options: Iterable[str], text: str) -> Message:
    """Say that a link asks for what there is not."""
    options = list(options)
    if not options:
        got = {"key": key, "value": _short(text)}
        return Message("{key} has nothing to choose from in these rows; got {value} (in the link).", got)
    return Message(
        "{key} must be one of {options}; got {value} (in the link). Its default is shown.",
        {"key": key, "options": ", ".join(options), "value": _short(text)},
    )


def _short(text: str) -> str:
    return repr(text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…")


# Keys and limits only: what was chosen lies in the session.
REGISTERED: Final[dict[str, Choice]] = {}


def register(choice: Choice) -> Choice:
    """Give a choice its place in session and address; called once, by the module that asks for it."""
    REGISTERED[choice.key] = choice
    return choice


class Group(list[Choice]):
    """The choices of a view in the order in which the address repeats them, each registered as it is added."""

    def add(self, choice: Choice) -> Choice:
        """Register a choice and return it."""
        self.append(register(choice))
        return choice


def wait(asked: dict[str, str]) -> None:
    """Keep what a link says until the keys it speaks of are known."""
    st.session_state[_WAITING] = asked


def take() -> None:
    """Take over what a link says of every key that is known by now; what does not fit is refused."""
    waiting: dict[str, str] = st.session_state.get(_WAITING, {})
    earlier: str | None = st.session_state.get(_EARLIER)
    for key in sorted(waiting.keys() & REGISTERED.keys()):
        choice, text = REGISTERED[key], waiting.pop(key)
        if not (choice.of_reader or earlier is None or (choice.stays and earlier == _SAMPLE)):
            continue
        value = choice.read(text)
        if value is None:
            refuse(choice.refuse(text))
        else:
            st.session_state[key] = value
            st.session_state.setdefault(_TAKEN, set()).add(key)


def ask(asked: dict[str, str], *, of_rows: bool) -> None:
    """Follow a link within the session as at its beginning: what it does not name is at its default again.

    Without `of_rows` it says nothing of what is loaded, and what was chosen for those rows stays.
    """
    for choice in list(REGISTERED.values()):
        if not choice.of_reader and (of_rows or (choice.stays and choice.in_links_of_own_rows)):
            st.session_state.pop(choice.key, None)
    st.session_state.pop(_EARLIER, None)
    wait(asked)
    take()


def chosen() -> dict[str, Value]:
    """Return what is chosen now of all that says at what someone looks, not how."""
    found = {choice.key: st.session_state.get(choice.key) for choice in REGISTERED.values() if not choice.of_reader}
    return {key: value for key, value in found.items() if value is not None}


def is_of_link(key: str) -> bool:
    """Whether a link has said what is chosen and nobody has asked for it since; called where it is asked for.

    What does not fit any more later, as when a step is taken back, no link is to blame for.
    """
    taken: set[str] = st.session_state.get(_TAKEN, set())
    is_new = key in taken
    taken.discard(key)
    return is_new


def refuse(message: Message) -> None:
    """Keep why a part of the link is not followed, until it is said."""
    st.session_state.setdefault(_REFUSED, []).append(message)


def refused() -> list[Message]:
    """Return why parts of the link are not followed, until that has been said."""
    kept: list[Message] = st.session_state.get(_REFUSED, [])
    return kept


def said_refused() -> None:
    """Forget why parts of the link are not followed: it has been said."""
    st.session_state.pop(_REFUSED, None)


def forget(*, all_of_them: bool) -> None:
    """Forget the choices that meant the earlier rows: those that stay, too, where other cases are loaded now."""
    others = all_of_them or st.session_state.get(_EARLIER) == _CASES
    st.session_state[_EARLIER] = _CASES if others else _SAMPLE
    for choice in list(REGISTERED.values()):
        if not choice.of_reader and (all_of_them or not choice.stays):
            st.session_state.pop(choice.key, None)
