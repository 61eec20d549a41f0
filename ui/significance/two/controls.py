"""What the question of two models asks for: the method, where the numbers come from, and the numbers or the models."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from typing import Final, cast

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from evalcore.counts import SourcedView
from evalcore.errors import InputError, Message
from evalcore.predictions import BinaryView
from evalcore.significance import Disagreement
from evalcore.significance.contingency import Method
from evalcore.views.significance.two_models import called_positive, other_pairs, rows_of, wrong_rows
from ui.frame import two_models
from ui.session import address, fields, loaded, memory, source_compared
from ui.session.choices import Choice, register
from ui.session.source_compared import Wanted
from ui.shared.text import N_, _, sentences
from ui.significance import controls, pair, rows

METHODS: Final[dict[str, str]] = {
    "mid-p": N_("mid-p"),
    "exact": N_("exact"),
    "corrected": N_("χ² corrected"),
    "uncorrected": N_("χ² uncorrected"),
}
# By case there is one form; beside the forms stands what is no question of errors at all.
BY_CASE: Final[dict[str, str]] = {"mid-p": N_("McNemar by case")}
AREAS: Final = {two_models.AREAS: N_("areas (AUC)")}
MOST: Final = 1_000_000
SOURCE = register(Choice("two_data", options=tuple(pair.SOURCES)))
METHOD = register(Choice("two_method", default="mid-p", options=(*METHODS, *AREAS), stays=True))
CELLS: Final = {
    name: register(Choice(f"two_{name}", default=float(value), low=0, high=MOST, stays=True))
    for name, value in {"e00": 150, "e01": 25, "e10": 10, "e11": 15}.items()
}
CHOICES: Final = (METHOD, *CELLS.values())


@dataclass(frozen=True)
class Asked:
    """What is set: the table of who is right where, with the names of both models.

    `keys` and `thresholds` are those of loaded models; a threshold is None for predicted labels. `others` are the
    tables of all other pairs of loaded models. `refused` says why there is no table. With `of_areas` the areas under
    the ROC curves are asked about, not the error rates.
    """

    table: Disagreement
    method: Method
    alpha: float
    names: tuple[str, str]
    keys: tuple[tuple[str, ...], ...] = ()
    thresholds: tuple[float | None, ...] = ()
    others: tuple[Disagreement, ...] = ()
    refused: Message | None = None
    of_areas: bool = False

    @property
    def n(self) -> int:
        """Rows of the test set."""
        return rows_of(self.table)

    @property
    def is_example(self) -> bool:
        """Whether these are the numbers that come with the page."""
        usual = {name: choice.default for name, choice in CELLS.items()}
        return not self.is_loaded and self.table._asdict() == usual

    @property
    def is_loaded(self) -> bool:
        """Whether two loaded models are compared."""
        return bool(self.keys)

    @property
    def is_by_case(self) -> bool:
        """Whether the rows of the models belong to cases."""
        return self.is_loaded and loaded.binary(self.names[0]).cases is not None


def ask() -> Asked:
    """Ask for everything in one row; the numbers, or the models, stand in a box that opens."""
    are_there = rows.usable() and len(loaded.models()) > 1
    is_loaded = are_there and pair.source(SOURCE) == "loaded"
    by_case = is_loaded and loaded.binary().cases is not None
    wanted = _method(is_loaded=is_loaded, by_case=by_case)
    of_areas = wanted == two_models.AREAS
    method: Method = "mid-p" if of_areas else cast(Method, wanted)
    with st.popover(_("Models") if is_loaded else _("Values"), icon=":material/edit:"):
        asked = _models(method) if is_loaded else _typed(method)
        asked = replace(asked, alpha=controls.alpha(), of_areas=of_areas)
    for choice in CHOICES:
        address.write_choice(choice)
    pair.write_source(SOURCE, are_there=are_there)
    return asked


def _method(*, is_loaded: bool, by_case: bool) -> str:
    """Ask for the form of McNemar's test, or of two loaded models with scores for the test of their areas."""
    of = loaded.current().predictions if is_loaded else None
    have_areas = of is not None and len(of.scores) > 1 and of.weight is None
    names: dict[str, str] = {**(BY_CASE if by_case else METHODS), **(AREAS if have_areas else {})}
    if by_case and not have_areas:
        return "mid-p"
    return fields.one_of(
        METHOD,
        names,
        _("Method"),
        sentences(
            _(
                "mid-p keeps closest to the level without going beyond; the exact form and χ² with the book's "
                "continuity correction reject more rarely. All stand side by side below."
            ),
            _("Areas compare how both models rank, at no threshold.") if have_areas else None,
        ),
        width=230,
    )


def _typed(method: Method) -> Asked:
    names = {
        "e00": _("e₀₀: both right"),
        "e01": _("e₀₁: only A wrong"),
        "e10": _("e₁₀: only B wrong"),
        "e11": _("e₁₁: both wrong"),
    }
    left, right = st.columns(2)
    places = {"e00": left, "e01": right, "e10": left, "e11": right}
    cells = {name: _cell(name, places[name], label) for name, label in names.items()}
    return Asked(Disagreement(**cells), method, 0, ("A", "B"))


def _cell(name: str, place: DeltaGenerator, label: str) -> int:
    meaning = _("Rows of the test set; first index B, second A, as in the book's table: 0 right, 1 wrong.")
    with place:
        return fields.whole(CELLS[name], label, meaning, term="contingency-table")


def _models(method: Method) -> Asked:
    """Ask for the two models, and count who is right where."""
    both = pair.ask()
    asked = Asked(Disagreement(0, 0, 0, 0), method, 0, both.names, both.keys, both.thresholds)
    try:
        return replace(asked, table=table(asked), others=_others(both))
    except InputError as refused:
        return replace(asked, refused=refused.message)


def table(asked: Asked) -> Disagreement:
    """Return on how many rows both loaded models are right, only one, or none."""
    a, b = pair.rows(asked.names)
    t_a, t_b = asked.thresholds
    if isinstance(a, SourcedView) and isinstance(b, SourcedView) and t_a is not None and t_b is not None:
        found = source_compared.disagreement(a, b, (t_a, t_b))
        if found is None:
            raise InputError.from_message(source_compared.why_unknown(a))
        return found
    return memory.memo("disagreement", a.key, b.key, t_a, t_b, make=partial(wrong_rows, a, t_a, b, t_b))


def _others(chosen: pair.Pair) -> tuple[Disagreement, ...]:
    """Return on how many rows all other pairs of loaded models are right or wrong."""
    every = pair.others(chosen)
    if len(every) < 3:
        return ()
    if isinstance(every[0][0], SourcedView):
        return tuple(_sourced(first, second) for first, second in list(combinations(every, 2))[1:])

    def make() -> tuple[Disagreement, ...]:
        return other_pairs(every[0][0].y_true, [called_positive(one, t) for one, t in every])

    return memory.memo("other pairs", *((one.key, t) for one, t in every), make=make)


def _sourced(first: tuple[BinaryView, float | None], second: tuple[BinaryView, float | None]) -> Disagreement:
    """Return the table of two models of a source, which must have been asked."""
    (a, t_a), (b, t_b) = first, second
    assert isinstance(a, SourcedView)
    assert isinstance(b, SourcedView)
    found = None if t_a is None or t_b is None else source_compared.disagreement(a, b, (t_a, t_b))
    if found is None:
        raise InputError.from_message(source_compared.why_unknown(a))
    return found


def wanted(asked: Asked) -> Wanted | None:
    """Return what a source is to be asked for these models; None where their rows are here."""
    every = pair.others(
        pair.Pair(asked.names, (asked.keys[0], asked.keys[1]), (asked.thresholds[0], asked.thresholds[1]))
    )
    if not isinstance(every[0][0], SourcedView):
        return None
    thresholds = tuple(t for _one, t in every if t is not None)
    return Wanted(every[0][0].origin, tuple(one.model for one, _t in every), thresholds)


def take(name: str, text: str) -> None:
    """Take over the count at which its handle was let go."""
    st.session_state[CELLS[name].key] = int(text)
