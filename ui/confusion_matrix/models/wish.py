"""What is wished of every model alike: one number is best while up to two others hold."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import streamlit as st

from evalcore.decisions import Wish
from evalcore.decisions.wish import SAME_AT_ALL
from evalcore.metrics import METRICS
from ui.session import fields
from ui.session.choices import Choice, register
from ui.shared.text import N_, _

# F-beta with beta = 1 is F1, and what no threshold changes tells no models apart.
NAMES: Final = tuple(name for name in METRICS if name not in (*SAME_AT_ALL, "f_beta"))
NOTHING, ALERTS = "", "alerts"


class _Condition(NamedTuple):
    """The fields of a condition: of which metric it is, and the bound."""

    held: Choice
    bound: Choice
    label: str


def _condition(held: str, bound: str, label: str) -> _Condition:
    options = (NOTHING, *NAMES, ALERTS)
    chosen = register(Choice(held, default=NOTHING, options=options))
    return _Condition(chosen, register(Choice(bound, default=0.9, low=-1.0, high=1.0)), label)


_FIRST: Final = _condition("models_held", "models_bound", N_("while"))
_SECOND: Final = _condition("models_and", "models_and_bound", N_("and"))
_ALERTS: Final = register(Choice("models_alerts", default=50.0, low=0.0, high=1e9))
CHOICES: Final = (_FIRST.held, _FIRST.bound, _SECOND.held, _SECOND.bound, _ALERTS)


def ask(best: str) -> None:
    """Ask what is to hold of each model while its metric is best; a second condition is asked for after the first."""
    first = _ask(_FIRST, (best,))
    if first != NOTHING:
        _ask(_SECOND, (best, first))


def of(best: str) -> Wish:
    """Return the wish that the fields say."""
    options: dict[str, Any] = {"at_least": {}, "at_most": {}}
    taken = {best}
    for one in (_FIRST, _SECOND):
        held = str(st.session_state.get(one.held.key, NOTHING))
        if held == NOTHING:
            break
        if held == ALERTS:
            options["alerts"] = fields.kept(_ALERTS)
        elif held not in taken:
            options[_side(held)][held] = fields.real(one.bound)
        taken.add(held)
    return Wish(best, **options)


def _ask(one: _Condition, taken: tuple[str, ...]) -> str:
    """Ask for a condition of a number that is not asked for yet; return which it is."""
    names = {name: str(METRICS[name].title) for name in NAMES}
    titles = {NOTHING: N_("(nothing else)"), **names, ALERTS: N_("rows predicted positive")}
    left = {name: title for name, title in titles.items() if name not in taken}
    meaning = _("What is to hold of every model.")
    held = fields.one_of(one.held, left, _(one.label), meaning, width=200)
    if held == ALERTS:
        fields.whole(_ALERTS, _("at most"), meaning, width=110)
    elif held != NOTHING:
        fields.share(one.bound, _("at most") if _side(held) == "at_most" else _("at least"), meaning, width=110)
    return held


def _side(held: str) -> str:
    """Return whether a bound of a metric is the most it may be, or the least."""
    return "at_most" if METRICS[held].smaller_is_better else "at_least"
