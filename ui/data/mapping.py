"""Which column means what: as guessed, and to be changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

from evalcore.predictions import Columns
from ui.data import understood
from ui.session import case_words, incoming, roles
from ui.shared import tables
from ui.shared.text import N_, _, plain

Choices = Callable[[Sequence[str], Columns], Sequence[str]]


def _columns(names: Sequence[str], _now: Columns) -> Sequence[str]:
    return names


def _classes(_names: Sequence[str], now: Columns) -> Sequence[str]:
    return now.classes if len(now.classes) >= 2 else ()


def _parts(_names: Sequence[str], now: Columns) -> Sequence[str]:
    return [part.label for part in now.parts]


def _repeats(names: Sequence[str], now: Columns) -> Sequence[str]:
    return names if now.fold is not None or now.repeat is not None else ()


def _meanings(_names: Sequence[str], now: Columns) -> Sequence[str]:
    return roles.MEANS if now.truth is not None else ()


def _turnable(_names: Sequence[str], now: Columns) -> Sequence[str]:
    return now.scores if len(now.classes) == 2 else ()


def _confident(names: Sequence[str], now: Columns) -> Sequence[str]:
    return _turnable(names, now) if now.labels else ()


def _taken(_names: Sequence[str], now: Columns) -> Sequence[str]:
    return () if now.cases is None or not now.cases.are_several else now.cases.offered


def _taken_words(what: str, now: Columns) -> str:
    return what if now.cases is None else case_words.taken(what, now.cases)


@dataclass(frozen=True)
class Field:
    """What is asked of one role: its words in English, its choices, and whether it takes several of them.

    `none` is what stands there while nothing is chosen. A field without choices is not shown. `says` are the words of
    choices that are no names from the file.
    """

    role: str
    label: str
    help: str
    none: str | None = None
    choices: Choices = _columns
    many: bool = False
    says: Mapping[str, str] = field(default_factory=dict)
    words: Callable[[str, Columns], str] | None = None

    @property
    def key(self) -> str:
        """The key of its widget, see `incoming.WIDGETS`."""
        return f"map_{self.role}"


# The right answers and the decisions on the left; on the right the scores, and what each row counts for or costs.
LEFT = (
    Field("truth", N_("Truth"), N_("The right answers.")),
    Field(
        "truth_holds",
        N_("The truth holds"),
        N_("Classes are right or wrong; amounts can be nearly right, and a model predicts numbers."),
        choices=_meanings,
        says={"classes": N_("classes"), "amounts": N_("amounts")},
    ),
    Field(
        "positive",
        N_("Positive class"),
        N_("The class the scores speak for: the higher the score, the more likely this class."),
        none=N_("none: every class on its own"),
        choices=_classes,
    ),
    Field(
        "labels",
        N_("Predicted labels"),
        N_("Columns with a model's decisions, written like the truth."),
        none=N_("none"),
        many=True,
    ),
    Field(
        "case",
        N_("Case"),
        N_(
            "A column that says which rows belong together, such as those of a patient, or repeated predictions of a "
            "row: intervals and tests are then by case."
        ),
        none=N_("none: each row is a case of its own"),
    ),
    Field(
        "taken",
        N_("Of each case"),
        N_("What is taken of a case with several predictions."),
        choices=_taken,
        words=_taken_words,
    ),
    Field(
        "model",
        N_("Model (long table)"),
        N_("A column that names the model, where each row is what one model says of one case."),
        none=N_("none: each column of scores is a model"),
    ),
)
RIGHT = (
    Field(
        "scores",
        N_("Scores"),
        N_(
            "One column for each model, higher for the positive class. For many classes, a column for each class, "
            "named model:class."
        ),
        none=N_("none"),
        many=True,
    ),
    Field(
        "reversed",
        N_("Reversed scores"),
        N_("Scores that are high for the other class: 1 - score is used, or -score where it is no share of 1."),
        none=N_("none"),
        choices=_turnable,
        many=True,
    ),
    Field(
        "of_predicted",
        N_("Scores of the predicted class"),
        N_("How sure a model is of the class it predicts, as Weka says it, whichever class that is."),
        none=N_("none"),
        choices=_confident,
        many=True,
    ),
    Field(
        "weight",
        N_("Weight"),
        N_("How many rows each row stands for."),
        none=N_("none: every row counts once"),
    ),
    Field(
        "amount",
        N_("Amount"),
        N_(
            "Each row's own cost of a mistake, such as the amount of an invoice; the page of costs can use it "
            "instead of a constant cost."
        ),
        none=N_("none: every mistake of a kind costs the same"),
    ),
    Field(
        "split",
        N_("Parts"),
        N_("A column that tells training, test and other rows, or folds, apart."),
        none=N_("none"),
    ),
    Field(
        "part",
        N_("Rows to look at"),
        N_("The rows of the other parts are left out and counted."),
        none=N_("all parts together"),
        choices=_parts,
    ),
    Field(
        "fold",
        N_("Folds"),
        N_("A column that says in which fold of cross validation a row was predicted: folds are then compared."),
        none=N_("none"),
    ),
    Field(
        "repeat",
        N_("Repetitions"),
        N_("A column that tells repeated predictions apart, such as those of a repeated cross validation."),
        none=N_("none"),
        choices=_repeats,
    ),
    Field(
        "groups",
        N_("Groups"),
        N_("Columns that divide the rows into groups, such as region: those of few values, and others here."),
        none=N_("none"),
        many=True,
    ),
)


def mapping() -> None:
    """Show which column means what, as guessed, and let the reader change it."""
    read, now = incoming.table(), incoming.columns()
    last: incoming.Refused | None = st.session_state.get(incoming.REFUSED)
    if read is None or now is None or (last is not None and not last.is_table):
        return
    names = read.names
    _fill(now)
    st.header(_("What the columns mean"), anchor=False)
    st.caption(
        _("Columns of {name}, guessed from their names and contents; change what is wrong.", name=plain(read.name))
    )
    understood.sheets()
    is_half = understood.is_half()
    if is_half:
        understood.second_file()
    for column, fields in zip(st.columns(2), (LEFT, RIGHT), strict=True):
        with column:
            for one in fields:
                _ask(one, one.choices(names, now), now)
            if fields is RIGHT:
                _passed_over(now)
    if not is_half:
        understood.second_file()
    with st.expander(_("The first rows as read")):
        tables.show(read.frame.head(20), alt=_("The first rows as read"), height="auto", explain=False)


def _fill(now: Columns) -> None:
    """Give the fields what they hold, in every run: what another page did not draw is forgotten."""
    for widget, role in incoming.WIDGETS.items():
        value = getattr(now, role)
        st.session_state[widget] = list(value) if isinstance(value, tuple) else value


def _ask(asked: Field, choices: Sequence[str], now: Columns) -> None:
    if not choices:
        return
    options: dict[str, Any] = {
        "key": asked.key,
        "on_change": roles.remap,
        "args": (asked.key,),
        "placeholder": _("to be chosen") if asked.none is None else _(asked.none),
        "help": _(asked.help),
    }
    words = asked.words
    if words is not None:
        options["format_func"] = lambda what: words(what, now)
    elif asked.says:
        options["format_func"] = lambda choice: _(asked.says[choice])
    if asked.many:
        st.multiselect(_(asked.label), choices, **options)
    else:
        st.selectbox(_(asked.label), choices, index=None, **options)


def _passed_over(now: Columns) -> None:
    """Say which column was not taken for an amount although it is named like one."""
    if now.amount_passed_over is None or st.session_state.get("map_amount") is not None:
        return
    st.caption(
        _(
            "{column} is named like an amount, but not every cell is a number of 0 or more, so it was not "
            "taken. Chosen here, rows whose amount is missing are left out.",
            column=plain(now.amount_passed_over),
        )
    )
