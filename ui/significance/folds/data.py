"""What the question about folds asks for: results fold by fold or 5x2 differences, and what is taken for granted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, TypeAlias

import pandas as pd
import streamlit as st

from evalcore.errors import Message
from evalcore.significance import Layout
from evalcore.significance.five_by_two import Numerator
from evalcore.significance.fold_layout import five_by_two, with_repetitions
from evalcore.significance.result_table import ResultTable, result_table
from evalcore.support.arrays import FloatArray
from evalcore.views.significance.five_by_two import HALVES_RATIO
from ui.frame import named
from ui.session import fields
from ui.session.choices import Choice, register
from ui.session.page_table import Example
from ui.shared import controls
from ui.shared.text import N_, _
from ui.significance import controls as of_page
from ui.significance import table
from ui.significance.folds import loaded as folds_loaded
from ui.significance.folds import overlap
from ui.significance.folds.loaded import Loaded
from ui.significance.table import Wanted

Kind: TypeAlias = Literal["folds", "halves"]
Better: TypeAlias = Literal["lower", "higher"]
KINDS: Final[dict[Kind, str]] = {"folds": N_("k folds"), "halves": N_("5 × 2")}
BETTER: Final[dict[Better, str]] = {"lower": N_("lower is better"), "higher": N_("higher is better")}
# Numbers made for these pages: ten folds, and five repetitions of two folds.
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
SHORT: Final = {"1.1": N_("first (Dietterich)"), "mean": N_("mean of the first two"), "scaled": N_("√2 × this mean")}

KIND = register(Choice("folds_kind", default="folds", options=tuple(KINDS), stays=True))
_BETTER = register(Choice("folds_better", default="lower", options=tuple(BETTER), stays=True))
_NUMERATOR = register(Choice("folds_numerator", default="1.1", options=tuple(NUMERATORS), stays=True))
_ROPE = register(Choice("folds_rope", default=0.01, low=0.0, high=1.0, stays=True))
# What the address repeats; what is the folds' own it repeats where it is not as guessed.
CHOICES = (KIND, _BETTER, _NUMERATOR, _ROPE)
FIVE_BY_TWO: Final = 10  # differences
MOST_FOLDS: Final = 100
NOT_FIVE_BY_TWO: Final = Message(
    "5 × 2 must have a value in each of five repetitions of two folds; some of the loaded ones have none. Choose "
    "another metric or threshold, or k folds."
)


def _folds(frame: pd.DataFrame) -> ResultTable:
    return result_table(frame, least_rows=2, most_rows=MOST_FOLDS, most_columns=2)


def _halves(frame: pd.DataFrame) -> ResultTable:
    """Return differences as a table, a row a repetition."""
    return result_table(frame, least_rows=5, most_rows=5, most_columns=2)


def _lecture_folds() -> ResultTable:
    names = [str(k) for k, _a in enumerate(LECTURE_A, start=1)]
    return _folds(pd.DataFrame({"": names, "A": LECTURE_A, "B": LECTURE_B}))


def _lecture_halves() -> ResultTable:
    return _halves(_repetitions(zip(*LECTURE_HALVES, strict=True)))


def _repetitions(folds: Iterable[Any]) -> pd.DataFrame:
    """Return the differences of both folds, a row a repetition."""
    names = [_("fold {j}", j=j) for j in (1, 2)]
    return pd.DataFrame({"": list("12345"), **dict(zip(names, folds, strict=True))})


def _halves_frame(ten: ResultTable) -> pd.DataFrame:
    """Return ten folds as differences, a row a repetition."""
    return _repetitions(five_by_two(ten.differences(0, 1)).T)


TABLES: Final[dict[Kind, Wanted]] = {
    "folds": Wanted(
        "table_folds",
        row=N_("fold"),
        help=N_("A column an algorithm, a row a fold: both were trained and tested on the same rows each time."),
        choice=Choice("folds_example", default="lecture"),
        examples={"lecture": Example(N_("Ten folds of two learners"), _lecture_folds)},
        buttons="table_folds_example_",
        made=lambda frame: _folds(with_repetitions(frame)),
        typed=_folds,
        most_rows=MOST_FOLDS,
        most_columns=2,
    ),
    "halves": Wanted(
        "table_halves",
        row=N_("repetition"),
        help=N_("A row a repetition, a column a fold: result of A minus that of B."),
        choice=Choice("halves_example", default="lecture"),
        examples={"lecture": Example(N_("5 × 2 differences of two learners"), _lecture_halves)},
        buttons="table_halves_example_",
        made=_halves,
        typed=_halves,
        most_rows=5,
        most_columns=2,
    ),
}


@dataclass(frozen=True)
class Setting:
    """What was chosen; `ratio` and `layout` belong to k folds, `numerator` to 5x2, `loaded` to loaded models."""

    kind: Kind
    table: ResultTable
    alpha: float
    ratio: float
    numerator: str
    lower_is_better: bool
    layout: Layout | None = None
    loaded: Loaded | None = None

    @property
    def about(self) -> list[str]:
        """What a scene says beside its title: whose results these are."""
        return [] if self.loaded is not None else [named.data(TABLES[self.kind].title())]

    @property
    def is_example(self) -> bool:
        """Whether this is the table that comes with the page."""
        return self.loaded is None and TABLES[self.kind].used().example is not None

    @property
    def others(self) -> tuple[FloatArray, ...]:
        """Differences of all other pairs of loaded models, as the kind of data has them."""
        found = () if self.loaded is None else self.loaded.others
        if self.kind == "folds":
            return found
        return tuple(five_by_two(one) for one in found if len(one) == FIVE_BY_TWO)

    @property
    def family(self) -> tuple[bytes, ...]:
        """What tells these pairs from others."""
        return tuple(one.tobytes() for one in self.others)

    @property
    def of(self) -> tuple[object, ...]:
        """What the words of the figure depend on."""
        return self.names, None if self.loaded is None else self.loaded.metric

    @property
    def is_five_by_two(self) -> bool:
        """Whether k folds are five repetitions of two."""
        return self.kind == "folds" and self.layout == Layout(5, 2)

    @property
    def names(self) -> tuple[str, str]:
        """What the two algorithms are called."""
        if self.loaded is not None:
            return self.loaded.pair.names
        if self.kind == "halves":
            return "A", "B"
        return self.table.columns[0], self.table.columns[1]


def ask() -> Setting | Message:
    """Ask for the table or two loaded models; what else is supposed stands in the drawer. A message says what lacks."""
    kind: Kind = fields.pick(
        KIND,
        KINDS,
        _("Data"),
        _("Results of two algorithms in the same k folds, or the differences of five times two-fold validation."),
    )
    usable = folds_loaded.are_there() if kind == "folds" else folds_loaded.are_five_by_two()
    found = folds_loaded.ask() if usable and folds_loaded.source() == "loaded" else None
    if found is not None and found.refused is not None:
        return found.refused
    given = _given(kind, found)
    if kind == "halves" and given.values.shape != (5, 2):
        return NOT_FIVE_BY_TWO
    layout = overlap.layout_of(given, found) if kind == "folds" else None
    numerator = _numerator()
    if kind == "halves" and found is None:  # beside two models there is no room for it in the row
        numerator = _numerator_field()
    setting = Setting(
        kind=kind,
        table=given,
        alpha=_alpha(),
        ratio=overlap.ratio_of(given, layout, found) if kind == "folds" else HALVES_RATIO,
        numerator=numerator if kind == "halves" else str(_NUMERATOR.default),
        lower_is_better=st.session_state.get(_BETTER.key, _BETTER.default) == "lower",
        layout=layout,
        loaded=found,
    )
    return setting if found is None else replace(setting, lower_is_better=found.lower_is_better)


def _alpha() -> float:
    """Return the level: its handle is in the figure, its field in the drawer."""
    controls.seed(of_page.ALPHA.key, of_page.ALPHA.default)
    return float(st.session_state[of_page.ALPHA.key])


def _given(kind: Kind, found: Loaded | None) -> ResultTable:
    """Return the table in use, or the results of loaded models as the kind of data has them."""
    if found is None or found.scores is None:
        return table.ask(TABLES[kind])
    scores = found.scores
    if kind == "folds" or not scores.is_five_by_two:
        return scores.table
    return _halves(_halves_frame(scores.table))


def as_five_by_two(setting: Setting) -> None:
    """Take ten folds for five repetitions of two, and their differences into use; called from a button."""
    if setting.loaded is None:
        TABLES["halves"].give(_halves_frame(setting.table))
    st.session_state[KIND.key] = "halves"


def options(setting: Setting) -> None:
    """Ask for the level, what is better, and how much the training sets overlap, or which difference is divided."""
    of_page.alpha()
    if setting.loaded is None:
        fields.pick(_BETTER, BETTER, _("Better"), _("Of error rates the lower is better, of accuracies the higher."))
    if setting.kind == "folds":
        if setting.loaded is None:
            overlap.layout_field(setting.table)
        overlap.ratio_field(setting.ratio)
    elif setting.loaded is not None:
        _numerator_field()


def _numerator() -> str:
    """Return which difference stands in the numerator: the F-test needs no such choice."""
    controls.seed(_NUMERATOR.key, _NUMERATOR.default)
    return str(st.session_state[_NUMERATOR.key])


def _numerator_field() -> str:
    """Ask which difference stands in the numerator."""
    return fields.one_of(
        _NUMERATOR,
        {key: SHORT[key] if key in SHORT else numerator_name(key) for key in NUMERATORS},
        _("numerator"),
        _("Which of ten differences is divided by their spread. Choose, and see how many of the ten reject."),
        width=224,
        term="five-by-two",
    )


def numerator_name(key: str) -> str:
    """Return what a numerator is called."""
    if key in FORMS:
        return _(FORMS[key])
    repetition, fold = key.split(".")
    return _("repetition {i}, fold {j}", i=repetition, j=fold)


def rope() -> float:
    """Ask for the largest difference that does not matter."""
    meaning = _("Half width of the region of practical equivalence: say it before you look at the results.")
    label = _("largest difference that does not matter")
    return fields.share(_ROPE, label, meaning, step=0.005, format="%.4g", width=290)
