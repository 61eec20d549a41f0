"""What this session has loaded and chosen. It lives in the session only: never on disk, in a shared cache or in a log.

The address bar repeats the choices, so that a link to a sample reproduces the view; it is read once, at the session's
start, and written after that.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from evalcore.counts import ConfusionMatrix, ThresholdCounts, confusion_matrix, threshold_counts
from evalcore.curves import roc_curve
from evalcore.errors import Message
from evalcore.metrics import BestThresholds, best_index
from evalcore.predictions import Predictions
from evalcore.views.threshold import Floats, ThresholdView, threshold_view, with_steps
from ui.session import samples
from ui.shared.text import LANGUAGES

DEFAULT_SAMPLE = "lecture-20"
_LOADED = "loaded"
_OPEN = "open_questions"
_GONE = "gone"
# In the address: what a visitor looked at that no link can bring back.
FILE, GENERATED = "file", "generated"
# What may have to be answered first: which part of the rows, and which class is looked for.
PART, POSITIVE = "part", "positive"
# The costs of the page of costs with which a sample opens.
COSTS = {"cost_fn": 5.0, "cost_fp": 1.0, "cost_tp": 0.0, "cost_tn": 0.0, "factor": 1.0}
# What a miss and a false alarm cost: nobody has said so of a visitor's rows until a visitor does.
MISTAKES = ("cost_fn", "cost_fp")
# What their fields take.
LIMITS = {
    "t": (-np.inf, np.inf),
    "cost_fn": (0.0, 1e9),
    "cost_fp": (0.0, 1e9),
    "cost_tp": (-1e9, 1e9),
    "cost_tn": (-1e9, 1e9),
    "factor": (0.0, 1e9),
    "prevalence": (1e-6, 1 - 1e-6),
}
# Which cost a column of amounts stands for, if any.
AMOUNTS = ("none", "fn", "fp")
MOST_REMEMBERED = 64
MOST_TABLES = 24  # models beside each other, each sorted once
T = TypeVar("T")
# Behind a model's name: its predicted labels, not its score.
LABELS = " ✓"


@dataclass(frozen=True, eq=False)
class Loaded:
    """Predictions with where they came from: a sample's key, the generator, or the name of a visitor's file.

    `notes` say what was left out or guessed before the table became predictions.
    """

    predictions: Predictions
    name: str
    sample: str | None = None
    generated: bool = False
    notes: tuple[Message, ...] = ()

    @property
    def is_own(self) -> bool:
        """Whether a visitor brought these rows, so that nobody has chosen a cost for them yet."""
        return self.sample is None and not self.generated


@dataclass(frozen=True, eq=False)
class Binary:
    """Two classes as the page looks at them: one model's score or its predicted labels; `key` names them for caches.

    `negative` is None where it stands for all the other classes.
    """

    key: str
    model: str
    positive: str
    negative: str | None
    y_true: NDArray[np.bool_]
    score: NDArray[np.float64] | None
    predicted: NDArray[np.bool_] | None
    weight: NDArray[np.float64] | None


@st.cache_resource(max_entries=len(samples.SAMPLES), show_spinner=False)
def _sample(key: str) -> Predictions:
    """Read a bundled sample once for all visitors: it is nobody's data."""
    return samples.load(samples.SAMPLES[key])


def sample(key: str) -> Loaded:
    """Return a bundled sample, ready to be kept; its title is translated where it is shown."""
    return Loaded(_sample(key), samples.SAMPLES[key].title, sample=key)


def start() -> None:
    """Read the address once, when the session begins; what does not fit is ignored.

    A session that begins with the address of a visitor's own rows takes nothing else from it: a threshold chosen on
    those rows means nothing on a sample.
    """
    if _LOADED in st.session_state:
        return
    asked = st.query_params
    key = asked.get("sample", DEFAULT_SAMPLE)
    st.session_state[_LOADED] = sample(key if key in samples.SAMPLES else DEFAULT_SAMPLE)
    if asked.get("lang") in LANGUAGES:
        st.session_state["lang"] = asked["lang"]
    if asked.get("source") in (FILE, GENERATED):
        st.session_state[_GONE] = asked["source"]
        return
    if asked.get("model") in models():
        st.session_state["model"] = asked["model"]
    if asked.get("positive") in loaded().predictions.classes:
        st.session_state["positive"] = asked["positive"]
    for name, (low, high) in LIMITS.items():
        try:
            value = float(asked.get(name, "nan"))
        except ValueError:
            continue
        if np.isfinite(value) and low <= value <= high:
            st.session_state[name] = value
    if asked.get("amounts") in AMOUNTS:
        st.session_state["amounts"] = asked["amounts"]


def write_address() -> None:
    """Repeat the choices in the address bar; what is at its default stays out.

    A file cannot be linked: the address only says that one was looked at, so that a reload shows no other's numbers.
    """
    _write("lang", st.session_state.get("lang") if st.session_state.get("lang") != "en" else None)
    if gone() is not None:
        for name in ("sample", "model", "positive", "amounts", *LIMITS):
            _write(name, None)
        return
    _write("sample", loaded().sample)
    _write("source", FILE if loaded().is_own else GENERATED if loaded().generated else None)
    _write("model", model() if len(models()) > 1 and model() != models()[0] else None)
    _write("positive", positive() if positive() != _first_class() else None)


def write_threshold(default: float) -> None:
    """Repeat the threshold in the address bar, with all its digits, unless it is the page's default."""
    t = st.session_state.get("t")
    _write("t", None if t is None or t == default else repr(float(t)))


def write_costs(default_prevalence: float) -> None:
    """Repeat costs and prevalence in the address bar, unless they are the page's defaults or of a visitor's rows."""
    is_own = loaded().is_own
    for name, default in {**COSTS, "prevalence": default_prevalence}.items():
        value = st.session_state.get(name)
        _write(name, None if is_own or value is None or value == default else repr(float(value)))
    chosen = st.session_state.get("amounts", AMOUNTS[0])
    _write("amounts", None if is_own or chosen == AMOUNTS[0] else chosen)


def _write(name: str, value: str | None) -> None:
    if value is None:
        if name in st.query_params:
            del st.query_params[name]
    elif st.query_params.get(name) != value:
        st.query_params[name] = value


def loaded() -> Loaded:
    """Return what is loaded; a new session starts with the sample named in the address, or the lecture's."""
    start()
    kept: Loaded = st.session_state[_LOADED]
    return kept


def gone() -> str | None:
    """Return what the address says was loaded before, a file or generated rows, until something is loaded again."""
    return st.session_state.get(_GONE)


def open_questions() -> frozenset[str]:
    """Return what the visitor has to say before any number is shown."""
    questions: frozenset[str] = st.session_state.get(_OPEN, frozenset())
    return questions


def keep(new: Loaded, questions: frozenset[str] = frozenset()) -> None:
    """Replace what is loaded, and forget the choices and results that belonged to it.

    Costs stay from one sample to the next, but neither reach a visitor's rows nor outlast them.
    """
    before: Loaded | None = st.session_state.get(_LOADED)
    st.session_state[_LOADED] = new
    st.session_state[_OPEN] = questions
    st.session_state.pop(_GONE, None)
    for key in ("t", "model", "positive", "prevalence", "amounts", "factor", "remembered"):
        st.session_state.pop(key, None)
    if before is None or _is_anothers(before, new):
        for key in ("costs_positive", *COSTS):
            st.session_state.pop(key, None)


def _is_anothers(before: Loaded, new: Loaded) -> bool:
    """Whether costs of what was loaded say nothing of what is: the same cases may be read again with other columns."""
    if not (before.is_own and new.is_own):
        return before.is_own or new.is_own
    old, now = before.predictions, new.predictions
    same = (old.task, old.classes, old.positive) == (now.task, now.classes, now.positive)
    another_part = (before.name, old.n_rows_read, old.split) == (new.name, now.n_rows_read, now.split)
    another_part = another_part and now.split is not None
    return not (same and (another_part or np.array_equal(old.y_true, now.y_true)))


def models() -> list[str]:
    """Return the models to choose from: score columns, then predicted labels."""
    predictions = st.session_state[_LOADED].predictions
    return [*predictions.scores, *(name + LABELS for name in predictions.labels)]


def model() -> str:
    """Return the chosen model."""
    chosen = st.session_state.get("model")
    return chosen if chosen in models() else models()[0]


def positive() -> str | None:
    """Return the positive class: chosen in the sidebar, else the file's; None for a regression."""
    predictions = loaded().predictions
    if predictions.task == "regression":
        return None
    chosen = st.session_state.get("positive")
    return chosen if chosen in predictions.classes else _first_class()


def _first_class() -> str | None:
    """Return the class that is positive as long as none is chosen."""
    mine, sample_key = loaded().predictions, loaded().sample
    first = samples.SAMPLES[sample_key].first if sample_key is not None else None
    return mine.positive or first or (mine.classes[0] if mine.classes else None)


def binary(name: str | None = None, positive_class: str | None = None) -> Binary:
    """Return the rows as positives against all others; model and class are the chosen ones unless named."""
    predictions = loaded().predictions
    return _binary(predictions, predictions.digest, name or model(), positive_class or str(positive()))


@st.cache_resource(scope="session", max_entries=MOST_TABLES, show_spinner=False)
def _binary(_predictions: Predictions, digest: str, name: str, positive_class: str) -> Binary:
    mine = _predictions
    code = mine.classes.index(positive_class)
    others = [c for c in mine.classes if c != positive_class]
    two = mine.task == "binary"
    # In a binary file True is its own positive class; the other one being looked at turns truth and labels over, never
    # a score: a high score then speaks for the class that is now called positive.
    turned = two and positive_class != mine.positive
    by_label = name.endswith(LABELS)
    values = mine.labels[name.removesuffix(LABELS)] if by_label else mine.scores[name]
    score = predicted = None
    if by_label:
        predicted = (values != turned) if two else (values == code)
    else:
        score = values if two else np.ascontiguousarray(values[:, code])
    return Binary(
        key=f"{digest}/{name}/{positive_class}",
        model=name,
        positive=positive_class,
        negative=others[0] if two else None,
        y_true=(mine.y_true != turned) if two else (mine.y_true == code),
        score=score,
        predicted=predicted,
        weight=mine.weight,
    )


def remembered(key: str, make: Callable[[], T]) -> T:
    """Return what `make` made for this key in this session; unlike a cached function it may show its progress."""
    kept: dict[str, T] = st.session_state.setdefault("remembered", {})
    # What was asked for last stands last, and what nobody has asked for longest goes first.
    kept[key] = kept.pop(key) if key in kept else make()
    while len(kept) > MOST_REMEMBERED:
        del kept[next(iter(kept))]
    return kept[key]


def score(rows: Binary) -> Floats:
    """Return the score of a model that has one."""
    if rows.score is None:
        raise ValueError("predicted labels have no score")
    return rows.score


def counts(rows: Binary) -> ThresholdCounts:
    """Return the table of a score, sorted once a session; hard labels have none."""
    score(rows)
    return _counts(rows, rows.key)


@st.cache_resource(scope="session", max_entries=MOST_TABLES, show_spinner=False)
def _counts(_rows: Binary, key: str) -> ThresholdCounts:  # noqa: ARG001 - the cache's key
    return threshold_counts(_rows.y_true, score(_rows), sample_weight=_rows.weight)


def matrix(rows: Binary) -> ConfusionMatrix:
    """Return the matrix of predicted labels, which no threshold moves."""
    if rows.predicted is None:
        raise ValueError("a score needs a threshold")
    return confusion_matrix(rows.y_true, rows.predicted, sample_weight=rows.weight)


def all_classes() -> ConfusionMatrix:
    """Return the chosen model's matrix of all classes; of scores, the class with the highest one is predicted."""
    chosen, name = loaded().predictions, model()
    by_label = name.endswith(LABELS)
    codes = chosen.labels[name.removesuffix(LABELS)] if by_label else chosen.scores[name].argmax(axis=1)
    plain_matrix = confusion_matrix(
        chosen.y_true, codes, classes=range(len(chosen.classes)), sample_weight=chosen.weight
    )
    return ConfusionMatrix(plain_matrix.table, chosen.classes)


@st.cache_resource(scope="session", max_entries=4, show_spinner=False)
def _best(_counts: ThresholdCounts, key: str) -> dict[str, BestThresholds]:  # noqa: ARG001 - the cache's key
    return {name: best_index(_counts, name) for name in ("accuracy", "f1", "youden_j")}


@st.cache_resource(scope="session", max_entries=4, show_spinner=False)
def _auc(_counts: ThresholdCounts, key: str) -> float:  # noqa: ARG001 - the cache's key
    return roc_curve(_counts).auc


def auc(rows: Binary) -> float:
    """Return the share of positive-negative pairs that the score puts in the right order."""
    return _auc(counts(rows), rows.key)


def best(rows: Binary) -> dict[str, BestThresholds]:
    """Return where accuracy, F1 and Youden's J are largest on these rows."""
    return _best(counts(rows), rows.key)


def view(rows: Binary, special: tuple[float, ...]) -> ThresholdView:
    """Return what the linked figure shows; only the slider's steps are made anew for other special thresholds."""
    return with_steps(_view(rows, rows.key), counts(rows), special)


@st.cache_resource(scope="session", max_entries=4, show_spinner=False)
def _view(_rows: Binary, key: str) -> ThresholdView:  # noqa: ARG001 - the cache's key
    # Weighted rows are not one dot each.
    single = None if _rows.weight is not None else (_rows.y_true, score(_rows))
    return threshold_view(counts(_rows), rows=single)
