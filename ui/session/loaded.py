"""What this session has loaded, and which of its models and classes is looked at.

It lives in the session only: never on disk, in a shared cache or in a log.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

import numpy as np
import streamlit as st

from evalcore.counts import SourcedPredictions
from evalcore.engine.cells import ScoreCells
from evalcore.errors import InputError, Message
from evalcore.predictions import BinaryView, Predictions, Slices, halves, one_vs_rest
from evalcore.support.text import shown
from evalcore.views import models as of_models
from ui.session import choices, chosen_on, lost, memory, mended, samples
from ui.session.question import Asked

DEFAULT_SAMPLE = "lecture-20"
_LOADED = "loaded"
_OPEN = "open_questions"
_GONE = "gone"
_CHOSEN = "loaded_by_choice"
_NOT_KEPT = "not_kept"
# What a visitor looked at that no link can bring back.
FILE, GENERATED = "file", "generated"
# A file on its way in: being read, refused, or waiting for its columns.
BROUGHT: Final = "brought"
# What a link asks of a source on this server, which is asked once the visitor says so.
SOURCE = "from"
# A sample that a link asks for and there is not.
UNKNOWN = "unknown"
_ASKED_SAMPLE = "asked_sample"
# What may have to be answered first: what the truth holds, which part of the rows, and which class is looked for.
TRUTH, PART, POSITIVE = "truth", "part", "positive"
# What the several rows of a case are: repeated predictions, or rows of one patient.
CASES = "cases"
# Behind a model's name: its predicted labels, not its score.
LABELS = of_models.LABELS


@dataclass(frozen=True, eq=False)
class Loaded:
    """Predictions with where they came from: a sample's key, the generator, or the name of a visitor's file.

    `taken` is what several rows of a case of a sample are taken for. `notes` say what was left out or guessed before
    the table became predictions. `asked` is what was asked of a source on this server, whose rows stay there,
    and `answers` what it has answered of each model. `cases` is the column that seems to name cases with several rows
    there, which are taken as independent.
    """

    predictions: Predictions
    name: str
    sample: str | None = None
    generated: bool = False
    taken: str = samples.BY_CASE
    notes: tuple[Message, ...] = ()
    asked: Asked | None = None
    answers: Mapping[str, ScoreCells] = field(default_factory=dict)
    cases: str | None = None

    @property
    def has_link(self) -> bool:
        """Whether an address can bring these rows back, for whoever is on the same server."""
        return not self.is_own or (self.asked is not None and not self.is_upload)

    @property
    def is_upload(self) -> bool:
        """Whether these are counts of a file that was uploaded, and is too large for a table."""
        return self.asked is not None and self.asked.is_upload

    @property
    def is_own(self) -> bool:
        """Whether a visitor brought these rows, so that nobody has chosen a cost for them yet."""
        return self.sample is None and not self.generated


KEPT = Message("The columns are the same, so threshold, costs and options stay as they were chosen.")


def sample(key: str, taken: str = samples.BY_CASE) -> Loaded:
    """Return a bundled sample, ready to be kept; its title is translated where it is shown."""
    return Loaded(samples.bundled(key, taken), samples.SAMPLES[key].title, sample=key, taken=taken)


def has_cases() -> bool:
    """Whether the sample that is loaded has several rows of each case."""
    key = current().sample
    return key is not None and samples.SAMPLES[key].case is not None


def is_empty() -> bool:
    """Whether nothing is loaded yet: the session begins."""
    return _LOADED not in st.session_state


def begin(sample_key: str | None, instead_of: str | None, taken: str = samples.BY_CASE) -> None:
    """Load the session's first sample: the one named, or the lecture's, `instead_of` what no link can bring.

    So it is where there is no sample of that name, too: nothing is shown of another one.
    """
    known = sample_key in samples.SAMPLES
    st.session_state[_LOADED] = (
        sample(sample_key, taken) if known and sample_key is not None else sample(DEFAULT_SAMPLE)
    )
    st.session_state[_CHOSEN] = known
    if instead_of is None and sample_key and not known:
        st.session_state[_ASKED_SAMPLE] = sample_key
        instead_of = UNKNOWN
    if instead_of is not None:
        st.session_state[_GONE] = instead_of


def tell(sample_key: str) -> None:
    """Look at the model that the lesson of a sample tells of."""
    labels = samples.SAMPLES[sample_key].told_of
    if labels is not None:
        st.session_state["model"] = labels + LABELS


def whole() -> Loaded:
    """Return what is loaded, with all its rows: the lecture's sample before anything else is."""
    kept: Loaded | None = st.session_state.get(_LOADED)
    if kept is None:
        begin(None, None)
        return whole()
    with_mended = mended.applied(kept.predictions)
    if with_mended is kept.predictions:
        return kept
    key = (with_mended.digest, kept.name)
    return memory.memo("loaded, mended", *key, make=lambda: replace(kept, predictions=with_mended), most=1)


def as_loaded() -> Loaded:
    """Return what is loaded as it came, without models that were recalibrated since."""
    whole()
    kept: Loaded = st.session_state[_LOADED]
    return kept


def current() -> Loaded:
    """Return what is looked at: all that is loaded, or the half of it that a threshold is reported on."""
    now = whole()
    halved = _in_halves(now)
    return now if halved is None or halved.other is None else halved.other


@dataclass(frozen=True, eq=False)
class InHalves:
    """The half of the rows on which a threshold is chosen, and the other one; else why there are none."""

    first: Predictions | None = None
    other: Loaded | None = None
    refused: Message | None = None


def in_halves() -> InHalves | None:
    """Return the halves of the rows where a threshold is to be chosen on one of them, drawn once a session."""
    return _in_halves(whole())


def _in_halves(now: Loaded) -> InHalves | None:
    on = chosen_on.asked()
    is_sourced = isinstance(now.predictions, SourcedPredictions)
    if on.kind != chosen_on.HALF or is_sourced or now.predictions.task == "regression":
        return None

    def make() -> InHalves:
        try:
            first, other = halves(now.predictions, np.random.default_rng(on.seed))
        except InputError as error:
            return InHalves(refused=error.message)
        return InHalves(first, replace(now, predictions=other))

    # A name of its own in the key: two samples may hold the same rows.
    return memory.memo("halves", now.predictions.digest, now.name, on.seed, make=make, most=1)


def has_half() -> bool:
    """Whether a half of the rows is looked at, since a threshold is chosen on the other one."""
    halved = in_halves()
    return halved is not None and halved.other is not None


def is_chosen() -> bool:
    """Whether somebody has loaded something: not the sample a session begins with, unless it was asked for."""
    return current().sample != DEFAULT_SAMPLE or bool(st.session_state.get(_CHOSEN))


def gone() -> str | None:
    """Return what the address asks for and no link can bring: a file, generated rows or a sample that there is not.

    Until something is loaded no number is shown.
    """
    before: str | None = st.session_state.get(_GONE)
    return before


def tell_gone(state: Any, what: str) -> None:
    """Have another session say that its rows are gone, with the sample it would begin with in their place."""
    state[_LOADED], state[_GONE] = sample(DEFAULT_SAMPLE), what


def lose() -> None:
    """Have nothing loaded where the session before this one in the same tab held a visitor's own rows."""
    for place in (FILE, GENERATED):
        if lost.of(place) is not None:
            st.session_state[_GONE] = place


def unknown_sample() -> str | None:
    """Return the sample that the address asks for, where there is none of that name."""
    asked: str | None = st.session_state.get(_ASKED_SAMPLE)
    return asked if gone() == UNKNOWN else None


def open_questions() -> frozenset[str]:
    """Return what the visitor has to say before any number is shown."""
    questions: frozenset[str] = st.session_state.get(_OPEN, frozenset())
    return questions


def keep(new: Loaded, questions: frozenset[str] = frozenset()) -> None:
    """Replace what is loaded, and forget the choices and results that belonged to it.

    Costs stay from one sample to the next, but neither reach a visitor's rows nor outlast them.
    """
    before: Loaded | None = st.session_state.get(_LOADED)
    stays = before is not None and is_next(before, new)
    # Once: where this is broken off and begun again, the same things are found.
    st.session_state[_NOT_KEPT] = _drop_what_is_gone(new) if stays else []
    if not stays:
        choices.forget(all_of_them=before is None or _is_anothers(before, new))
    memory.forget()
    for place in (FILE, GENERATED, BROUGHT):
        lost.forget(place)
    for key in (_GONE,) if stays else (_GONE, "model", "positive"):
        st.session_state.pop(key, None)
    st.session_state[_OPEN], st.session_state[_CHOSEN] = questions, True
    # Last: where this is broken off and begun again, the choices must still be compared with what was there before.
    st.session_state[_LOADED] = new


def is_next(before: Loaded, new: Loaded) -> bool:
    """Tell whether these are other rows of the same table: another part or repetition, or a newer file of its columns.

    What was chosen then means the same of them.
    """
    old, now = before.predictions, new.predictions
    if not (before.is_own and new.is_own) and (before.sample is None or before.sample != new.sample):
        return False
    same = (old.task, old.truth, sorted(old.classes), old.positive) == (
        *(now.task, now.truth, sorted(now.classes), now.positive),
    )
    return same and bool({*old.scores, *old.labels} & {*now.scores, *now.labels})


def _drop_what_is_gone(new: Loaded) -> list[Message]:
    """Forget what was chosen of a model that there is no longer, and say so."""
    chosen = st.session_state.get("model")
    if chosen is None or chosen in _models_of(new.predictions):
        kept = any(st.session_state.get(key) is not None for key in ("t", "cost_fn", "cost_fp"))
        return [KEPT] if kept and new.is_own else []
    for key in ("model", "t", "chosen"):
        st.session_state.pop(key, None)
    return [
        Message(
            "Not kept: the threshold of model '{model}', which this table does not have.",
            {"model": shown(chosen.removesuffix(LABELS))},
        )
    ]


def not_kept() -> list[Message]:
    """Return what of the choices before could not be kept for the rows that are loaded now."""
    said: list[Message] = st.session_state.get(_NOT_KEPT, [])
    return said


def _is_anothers(before: Loaded, new: Loaded) -> bool:
    """Whether costs of what was loaded say nothing of what is: the same cases may be read again with other columns."""
    if not (before.is_own and new.is_own):
        return before.is_own or new.is_own
    old, now = before.predictions, new.predictions
    same = (old.task, old.classes, old.positive) == (now.task, now.classes, now.positive)
    another_part = (before.name, old.n_rows_read, old.split) == (new.name, now.n_rows_read, now.split)
    another_part = another_part and now.split is not None
    if before.asked is not None or new.asked is not None:
        return not (same and before.asked is not None and new.asked is not None)
    return not (same and (another_part or np.array_equal(old.y_true, now.y_true)))


def models() -> list[str]:
    """Return the models to choose from: score columns, then predicted labels."""
    return _models_of(current().predictions)


def _models_of(predictions: Predictions) -> list[str]:
    return [*predictions.scores, *(name + LABELS for name in predictions.labels)]


def are_in_folds() -> bool:
    """Return whether the rows were predicted fold by fold by at least two models, so that these can be compared."""
    folds = current().predictions.folds
    return folds is not None and folds.present > 1 and len(models()) > 1


def model() -> str:
    """Return the chosen model."""
    chosen = st.session_state.get("model")
    return chosen if chosen in models() else models()[0]


def positive() -> str | None:
    """Return the positive class: chosen in the sidebar, else the file's; None for a regression."""
    predictions = current().predictions
    if predictions.task == "regression":
        return None
    chosen = st.session_state.get("positive")
    return chosen if chosen in predictions.classes else first_positive()


def first_positive() -> str | None:
    """Return the class that is positive as long as none is chosen."""
    mine, sample_key = current().predictions, current().sample
    first = samples.SAMPLES[sample_key].first if sample_key is not None else None
    return mine.positive or first or (mine.classes[0] if mine.classes else None)


def binary(name: str | None = None, positive_class: str | None = None, *, of: Predictions | None = None) -> BinaryView:
    """Return the rows as positives against all others; model and class are the chosen ones unless named.

    Of all rows that are loaded, or of some that were taken from these.
    """
    predictions = of or current().predictions
    shown, looked_for = name or model(), positive_class or str(positive())

    def make() -> BinaryView:
        if isinstance(predictions, SourcedPredictions):
            return predictions.view(looked_for, shown)
        labels = labels_of(shown)
        if labels is None:
            return one_vs_rest(predictions, looked_for, model=shown)
        return replace(one_vs_rest(predictions, looked_for, labels=labels), model=shown)

    return remember(predictions)("binary", predictions.digest, shown, looked_for, make=make)


def remember(of: Predictions) -> Callable[..., BinaryView]:
    """Return what keeps rows of these predictions: those of a half are soon cut anew, and go with the run."""
    return memory.for_run if isinstance(of.scores, Slices) else memory.memo


def labels_of(name: str) -> str | None:
    """Return which column of predicted labels a name from `models` stands for; None for one of scores."""
    return name.removesuffix(LABELS) if name.endswith(LABELS) else None


def _own_file() -> str | None:
    return current().name if not is_empty() and not current().has_link else None


def _generated() -> str | None:
    return current().name if not is_empty() and current().generated else None


lost.holds(FILE, _own_file)
lost.holds(GENERATED, _generated)
