"""What the question of one model asks for: the test, where the numbers come from, and the numbers themselves."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, cast

import streamlit as st

from evalcore.errors import InputError, Message
from evalcore.significance.results import Alternative
from evalcore.views.significance.one_model import counted_errors, right_of, scaled
from evalcore.views.significance.pasted import pasted_numbers
from ui.session import address, fields, loaded
from ui.session.choices import Choice, register
from ui.shared import controls as shared
from ui.shared.text import N_, _, say
from ui.significance import controls, pair, rows

TESTS: Final = {"binomial": N_("errors"), "t": N_("k rates")}
SIDES: Final = {"greater": N_("more than the bar"), "less": N_("less than the bar"), "two-sided": N_("either")}
MOST_ROWS = 1_000_000
# Ten error rates made for these pages, and the count of errors just beyond the critical one.
RATES: Final = "0.12 0.10 0.14 0.11 0.13 0.09 0.12 0.15 0.10 0.12"
TEST = register(Choice("one_test", default="binomial", options=tuple(TESTS), stays=True))
SOURCE = register(Choice("one_data", options=tuple(pair.SOURCES)))
SIDE = register(Choice("one_side", default="greater", options=tuple(SIDES), stays=True))
ROWS = register(Choice("one_rows", default=10.0, low=1, high=MOST_ROWS, stays=True))
ERRORS = register(Choice("one_errors", default=6.0, low=0, high=MOST_ROWS, stays=True))
# A count of errors is compared with the lecture's bar, the rates with that of the book's example.
BARS: Final = {
    "binomial": register(Choice("one_bar", default=0.3, low=0, high=1, stays=True)),
    "t": register(Choice("one_mean_bar", default=0.1, low=0, high=1, stays=True)),
}
PASTED: Final = "one_pasted"
CHOICES: Final = (TEST, SIDE, ROWS, ERRORS, *BARS.values())


@dataclass(frozen=True)
class Asked:
    """What is set: the test with its numbers. `refused` says why there is none."""

    test: str
    errors: int
    n: int
    bar: float
    alpha: float
    side: Alternative
    rates: tuple[float, ...] = ()
    is_loaded: bool = False
    refused: Message | None = None

    @property
    def is_example(self) -> bool:
        """Whether these are the numbers that come with the page."""
        if self.test == "t":
            return self.rates == tuple(map(float, RATES.split()))
        return not self.is_loaded and (self.errors, self.n) == (ERRORS.default, ROWS.default)

    @property
    def right(self) -> int:
        """Rows that are predicted right."""
        return right_of(self.errors, self.n)


def ask() -> Asked:
    """Ask for everything in one row; the numbers themselves stand in a box that opens."""
    test = fields.pick(
        TEST,
        TESTS,
        _("Data"),
        _("A count of errors among test rows, or the error rates of k repetitions."),
    )
    are_there = test == "binomial" and rows.usable()
    is_loaded = are_there and pair.source(SOURCE) == "loaded"
    with st.popover(_("Values"), icon=":material/edit:"):
        asked = _numbers(test, is_loaded)
    for choice in CHOICES:
        address.write_choice(choice)
    pair.write_source(SOURCE, are_there=are_there)
    return asked


def _numbers(test: str, is_loaded: bool) -> Asked:
    """Ask for the numbers; those of loaded rows are not asked for."""
    same = _("The handle in the figure sets the same number.")
    asked = Asked(test, errors=0, n=1, bar=0, alpha=0, side="greater", is_loaded=is_loaded)
    if test == "t":
        asked = _pasted(asked)
    elif is_loaded:
        asked = _of_rows(asked)
    else:
        n = fields.whole(ROWS, _("rows m"), same)
        st.session_state[ERRORS.key] = shared.fitted(fields.kept(ERRORS), 0, n, digits=0)
        errors = fields.whole(replace(ERRORS, high=n), _("errors"), same)
        asked = replace(asked, errors=errors, n=n)
    bar = fields.share(BARS[test], _("bar: error rate ε₀"), same, step=0.01, format="%.4g")
    alpha = controls.alpha()
    chosen = _side() if test == "binomial" else "two-sided"
    return replace(asked, bar=bar, alpha=alpha, side=side(chosen))


def _side() -> str:
    return fields.pick(
        SIDE,
        SIDES,
        _("Rejected are error rates that are"),
        _("Choose before looking at the errors: a side chosen afterwards doubles the level."),
        term="tails",
    )


def side(name: str) -> Alternative:
    """Return a side as a test takes it."""
    return cast("Alternative", name)


def _pasted(asked: Asked) -> Asked:
    """Ask for several error rates."""
    shared.seed(PASTED, RATES)
    text = st.text_area(
        _("Error rates, one a repetition"),
        key=PASTED,
        persist_state="session",
        height=120,
        help=_("Paste them in any form: parted by blanks, commas or new lines; 12% is 0.12."),
    )
    try:
        return replace(asked, rates=pasted_numbers(text))
    except InputError as refused:
        st.error(say(refused.message))
        return replace(asked, refused=refused.message)


def _of_rows(asked: Asked) -> Asked:
    """Take errors and rows from what is loaded, at the session's threshold, which the address then repeats."""
    one = loaded.binary()
    rows.write_address(one)
    try:
        errors, n = counted_errors(rows.matrix(one, rows.at(one)))
    except InputError as refused:
        return replace(asked, refused=refused.message)
    return replace(asked, errors=errors, n=n)


def take_either() -> None:
    """Test both sides of the bar."""
    st.session_state[SIDE.key] = "two-sided"


def take_bar(text: str) -> None:
    """Take over the bar at which its handle was let go."""
    chosen = str(st.session_state.get(TEST.key, TEST.default))
    st.session_state[BARS[chosen].key] = float(text)


def type_bar(text: str) -> None:
    """Take over the bar that was typed on its number in the sentence."""
    typed = fields.typed_number(text)
    if typed is not None and 0 <= typed <= 1:
        take_bar(repr(typed))


def take_errors(text: str) -> None:
    """Take over the count at which its handle was let go."""
    st.session_state[ERRORS.key] = int(text)


def take_rows(text: str) -> None:
    """Take over the number of rows at which its handle was let go; the share of errors stays."""
    n, before = int(text), fields.kept(ROWS)
    st.session_state[ERRORS.key] = scaled(fields.kept(ERRORS), before, n)
    st.session_state[ROWS.key] = n
