"""What the question about folds asks for: results fold by fold or 5x2 differences, and what is taken for granted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

import pandas as pd
import streamlit as st

from evalcore.significance.five_by_two import Numerator
from evalcore.significance.result_table import ResultTable
from evalcore.views.significance.five_by_two import HALVES_RATIO
from evalcore.views.significance.folds import folds_ratio
from ui.session import address
from ui.session.choices import Choice, register
from ui.shared import controls
from ui.shared.text import N_, _
from ui.significance import controls as of_page
from ui.significance import table
from ui.significance.table import Example, Wanted

Kind: TypeAlias = Literal["folds", "halves"]
Better: TypeAlias = Literal["lower", "higher"]
KINDS: Final[dict[Kind, str]] = {"folds": N_("k folds"), "halves": N_("5 × 2")}
BETTER: Final[dict[Better, str]] = {"lower": N_("lower is better"), "higher": N_("higher is better")}
# The lecture's numbers: ten folds, and five repetitions of two folds.
LECTURE_A: Final = (0.12, 0.10, 0.14, 0.11, 0.13, 0.09, 0.12, 0.15, 0.10, 0.12)
LECTURE_B: Final = (0.10, 0.09, 0.11, 0.12, 0.11, 0.07, 0.12, 0.12, 0.09, 0.10)
LECTURE_HALVES: Final = ((0.030, 0.010), (0.020, 0.025), (0.015, -0.005), (0.035, 0.020), (0.010, 0.015))
# In the address a numerator is a word: which repetition and fold, or which form.
NUMERATORS: Final[dict[str, Numerator]] = {
    **{f"{i}.{j}": (row, column) for row, i in enumerate("12345") for column, j in enumerate("12")},
    "mean": "mean",
    "scaled": "scaled-mean",
}
FORMS: Final = {
    "1.1": N_("repetition 1, fold 1 (Dietterich)"),
    "mean": N_("mean of repetition 1, (2.32)"),
    "scaled": N_("√2 × mean of repetition 1"),
}
MOST_RATIO: Final = 1.0

_KIND = register(Choice("folds_kind", default="folds", options=tuple(KINDS), stays=True))
_BETTER = register(Choice("folds_better", default="lower", options=tuple(BETTER), stays=True))
_RATIO = register(Choice("folds_ratio", low=0.0, high=MOST_RATIO, stays=True))
_NUMERATOR = register(Choice("folds_numerator", default="1.1", options=tuple(NUMERATORS), stays=True))
_ROPE = register(Choice("folds_rope", default=0.01, low=0.0, high=1.0, stays=True))
# What the address repeats; the ratio it repeats where it is not that of the folds.
CHOICES = (_KIND, _BETTER, _NUMERATOR, _ROPE)
_FOLDS_BEFORE = "folds_before"


@dataclass(frozen=True)
class Setting:
    """What was chosen; `ratio` belongs to k folds, `numerator` to 5x2."""

    kind: Kind
    table: ResultTable
    alpha: float
    ratio: float
    numerator: str
    lower_is_better: bool

    @property
    def names(self) -> tuple[str, str]:
        """What the two algorithms are called."""
        if self.kind == "halves":
            return "A", "B"
        return self.table.columns[0], self.table.columns[1]


def ask() -> Setting:
    """Ask for the table and the level; what else is supposed stands in the drawer."""
    kind: Kind = controls.choice(
        _("Data"),
        KINDS,
        key=_KIND.key,
        label_visibility="collapsed",
        help=_("Results of two algorithms in the same k folds, or the differences of five times two-fold validation."),
    )
    given = table.ask(_wanted(kind))
    level = of_page.alpha()
    numerator = _numerator() if kind == "halves" else str(_NUMERATOR.default)
    ratio = _ratio(given) if kind == "folds" else HALVES_RATIO
    better = st.session_state.get(_BETTER.key, _BETTER.default)
    return Setting(kind, given, level, ratio, numerator, better == "lower")


def options(setting: Setting) -> None:
    """Ask what is better, and how much the training sets overlap."""
    controls.choice(
        _("Better"), BETTER, key=_BETTER.key, help=_("Of error rates the lower is better, of accuracies the higher.")
    )
    if setting.kind == "folds":
        _ratio_field(setting)


def _wanted(kind: Kind) -> Wanted:
    if kind == "folds":
        return Wanted(
            key="folds",
            row=_("fold"),
            help=_("A column an algorithm, a row a fold: both were trained and tested on the same rows each time."),
            examples={"lecture": Example(_("The lecture's ten folds"), _lecture_folds)},
            chosen="folds_example",
            least_rows=2,
            most_rows=100,
            most_columns=2,
        )
    return Wanted(
        key="halves",
        row=_("repetition"),
        help=_("A row a repetition, a column a fold: result of A minus that of B."),
        examples={"lecture": Example(_("The lecture's 5 × 2 differences"), _lecture_halves)},
        chosen="halves_example",
        least_rows=5,
        most_rows=5,
        most_columns=2,
    )


def _lecture_folds() -> pd.DataFrame:
    names = [str(k) for k, _a in enumerate(LECTURE_A, start=1)]
    return pd.DataFrame({"": names, "A": LECTURE_A, "B": LECTURE_B})


def _lecture_halves() -> pd.DataFrame:
    first, second = zip(*LECTURE_HALVES, strict=True)
    names = [_("fold {j}", j=j) for j in (1, 2)]
    return pd.DataFrame({"": list("12345"), **dict(zip(names, (first, second), strict=True))})


def _ratio(given: ResultTable) -> float:
    """Return how many test rows come on a training row: with another number of folds the usual one is another."""
    k, state = len(given.rows), st.session_state
    if state.get(_FOLDS_BEFORE, k) != k:
        state.pop(_RATIO.key, None)
    state[_FOLDS_BEFORE] = k
    controls.seed(_RATIO.key, folds_ratio(k))
    address.write_choice(_RATIO, default=folds_ratio(k))
    return float(state[_RATIO.key])


def _ratio_field(setting: Setting) -> None:
    controls.seed(_RATIO.key, setting.ratio)
    st.number_input(
        _("test rows per training row"),
        min_value=0.0,
        max_value=MOST_RATIO,
        step=0.01,
        format="%.3g",
        key=_RATIO.key,
        persist_state="session",
        help=_("1 / (k − 1) in k-fold cross validation: so much do training sets overlap. 0: not corrected."),
    )


def _numerator() -> str:
    """Ask which difference stands in the numerator: the F-test needs no such choice."""
    controls.seed(_NUMERATOR.key, _NUMERATOR.default)
    chosen = st.selectbox(
        _("numerator"),
        list(NUMERATORS),
        format_func=numerator_name,
        key=_NUMERATOR.key,
        persist_state="session",
        width=290,
        help=_("Which of ten differences is divided by their spread. Choose, and see how many of the ten reject."),
    )
    return str(chosen)


def numerator_name(key: str) -> str:
    """Return what a numerator is called."""
    if key in FORMS:
        return _(FORMS[key])
    repetition, fold = key.split(".")
    return _("repetition {i}, fold {j}", i=repetition, j=fold)


def rope() -> float:
    """Ask for the largest difference that does not matter."""
    controls.seed(_ROPE.key, _ROPE.default)
    return float(
        st.number_input(
            _("largest difference that does not matter"),
            min_value=0.0,
            max_value=1.0,
            step=0.005,
            format="%.4g",
            key=_ROPE.key,
            persist_state="session",
            width=290,
            help=_("Half width of the region of practical equivalence: say it before you look at the results."),
        )
    )


def take_ratio(text: str) -> None:
    """Take over the ratio at which its handle was let go."""
    st.session_state[_RATIO.key] = float(text)
