"""What the view of no free lunch asks for: cells, those seen, two learners, P(x), and the one function."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import streamlit as st

from evalcore.hypotheses.targets import Target
from evalcore.views.hypotheses.lunch import (
    LEARNERS,
    MINE,
    MOST_CELLS,
    cell_counts,
    cell_name,
    cells_of,
    rule_changed,
    rule_letters,
    rule_places,
    targets_shown,
    training_sets,
)
from ui.frame import named
from ui.hypotheses import controls
from ui.session import address, fields
from ui.session.choices import Choice, register
from ui.shared import controls as shared
from ui.shared import told
from ui.shared.text import N_, _, headed, remark

NAMES: Final = {
    "nearest": N_("as the nearest cell seen"),
    "opposite": N_("opposite of the nearest"),
    "majority": N_("majority of the cells seen"),
    "coin": N_("toss a coin"),
    MINE: N_("my own rule"),
}
CELLS: Final = register(Choice("ml_cells", default="3", options=tuple(map(str, cell_counts())), stays=True))
TRAINING: Final = register(Choice("ml_training", default="1", options=training_sets(MOST_CELLS), stays=True))
A: Final = register(Choice("ml_a", default="nearest", options=(*LEARNERS, MINE), stays=True))
B: Final = register(Choice("ml_b", default="opposite", options=(*LEARNERS, MINE), stays=True))
RULE: Final = register(Choice("ml_rule", default="", is_name=True, stays=True, called=N_("My rule")))
TILT: Final = register(Choice("ml_tilt", default=0.0, low=0, high=1, stays=True, called=N_("Tilt of the prior")))
WEIGHTS: Final = tuple(
    register(Choice(f"ml_weight_{cell}", default=1.0, low=0, high=100, stays=True)) for cell in range(1, 5)
)
SINGLE: Final = register(Choice("ml_single", is_name=True, stays=True))
CHOICES: Final = (CELLS, TRAINING, A, B, RULE, TILT, *WEIGHTS)
DOTS: Final = str.maketrans("01", "○●")


@dataclass(frozen=True)
class Setting:
    """What is set for the view of no free lunch."""

    cells: int
    training: tuple[int, ...]
    a: str
    b: str
    rule: str
    tilt: float
    weights: tuple[float, ...]
    single: Target

    @property
    def about(self) -> list[str]:
        """What a scene says beside its title: which learners A and B are."""
        return [named.learner(headed(letter, _(NAMES[key]))) for letter, key in (("A", self.a), ("B", self.b))]

    @property
    def key(self) -> tuple[object, ...]:
        """What tells this setting from others."""
        return tuple(vars(self).values())


def ask() -> Setting:
    """Ask for everything in one row; P(x), the one function and a rule of one's own stand in a box that opens."""
    width, meaning = controls.width(214), _("What it says of an unseen cell.")
    a = fields.one_of(A, _numbered("A"), _("Learner A"), meaning, width=width)
    b = fields.one_of(B, _numbered("B"), _("Learner B"), meaning, width=width)
    with st.popover(_shown(), icon=":material/edit:", key="ml_lunch_box"):
        cells, training = _cells()
        weights = tuple(_weight(number, choice) for number, choice in enumerate(WEIGHTS[:cells]))
        single = _single(cells)
        if MINE in {a, b}:
            _rule(training, cells)
    return Setting(
        cells=cells,
        training=training,
        a=a,
        b=b,
        rule=str(st.session_state.get(RULE.key, RULE.default)),
        tilt=fields.real(TILT),
        weights=weights,
        single=single,
    )


def _shown() -> str:
    """Say how many cells there are, and which are seen."""
    cells = str(st.session_state.get(CELLS.key, CELLS.default))
    training = str(st.session_state.get(TRAINING.key, TRAINING.default))
    kept = training if training in training_sets(int(cells)) else str(TRAINING.default)
    return _("{n} cells", n=cells) + ", " + _cells_shown(kept)


def _cells() -> tuple[int, tuple[int, ...]]:
    """Ask how many cells there are, and which are seen."""
    sizes = {key: _("{n} cells", n=key) for key in CELLS.options}
    cells = int(fields.one_of(CELLS, sizes, _("Cells"), _("How many different inputs there are."), width=190))
    seen = {text: _cells_shown(text) for text in training_sets(cells)}
    meaning = _("The cells whose labels both learners see.")
    return cells, cells_of(fields.one_of(TRAINING, seen, _("Seen"), meaning, width=190))


def _numbered(letter: str) -> dict[str, str]:
    return {key: headed(letter, _(name)) for key, name in NAMES.items()}


def _cells_shown(text: str) -> str:
    if not cells_of(text):
        return _("no cell seen")
    return _("seen: {cells}", cells=", ".join(map(cell_name, cells_of(text))))


def _weight(number: int, choice: Choice) -> float:
    shared.seed(choice.key, choice.default)
    told.tell(choice.key, _("weight of {cell}", cell=cell_name(number)))
    return float(
        st.number_input(
            _("weight of {cell}", cell=cell_name(number)),
            min_value=0.0,
            max_value=100.0,
            step=1.0,
            format="%.4g",
            key=choice.key,
            persist_state="session",
            help=_("Proportional to P(x): how often this input comes."),
        )
    )


def _single(cells: int) -> Target:
    """Ask for the function at which the tilt of the prior ends."""
    targets = targets_shown(cells)
    *_others, usual = targets
    if st.session_state.get(SINGLE.key) not in targets:
        st.session_state[SINGLE.key] = usual
    told.tell(SINGLE.key, _("the one function"))
    chosen = st.selectbox(
        _("the one function"),
        list(targets),
        format_func=lambda text: text.translate(DOTS),
        key=SINGLE.key,
        persist_state="session",
        help=_("Tilted to the end, the prior believes in this target alone."),
    )
    address.write_choice(SINGLE, default=usual)
    return targets[str(chosen)]


def _rule(training: tuple[int, ...], cells: int) -> None:
    """Ask for a rule of one's own: a decision for each labelling of what is seen, and each unseen cell."""
    remark("My rule: what it says where it has seen these labels (ticked: positive)")
    places = rule_places(training, cells)
    letters = rule_letters(str(st.session_state.get(RULE.key, RULE.default)), len(places))
    for place, ((labels, cell), letter) in enumerate(zip(places, letters, strict=True)):
        shown_cell = cell_name(cell)
        key = f"ml_rule_{cells}_{training}_{place}"
        st.session_state[key] = letter == "1"
        shown = "".join("●" if label else "○" for label in labels) or "—"
        st.checkbox(
            f"{shown} → {shown_cell}",
            key=key,
            on_change=_turn,
            args=(place, len(places)),
        )


def _turn(place: int, length: int) -> None:
    """Turn one decision of the rule round."""
    now = str(st.session_state.get(RULE.key, RULE.default))
    controls.put(RULE.key, rule_changed(now, place, length))
