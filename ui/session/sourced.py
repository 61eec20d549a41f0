"""Questions to a source: what is asked, the run that counts, and what is loaded of its answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, MutableMapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Protocol

import streamlit as st

from evalcore import engine
from evalcore.counts import SourcedPredictions
from evalcore.engine import Progress, Source
from evalcore.engine.cells import ScoreCells
from evalcore.engine.sourced import as_predictions
from evalcore.errors import InputError, Message
from evalcore.predictions.labels import label_key, label_text
from evalcore.support.runs import Line, Run
from evalcore.support.text import listed, shown
from ui.session import large_upload, sources
from ui.session.job import Job
from ui.session.question import Asked
from ui.session.sources import Named
from ui.shared.numbers import count
from ui.shared.text import N_, _, plain

MOST_SCORES: Final = 8
_STAGES: Final = {"reading": N_("counting"), "refining": N_("counting more finely"), "done": N_("nearly done")}
MOST_FILTERS: Final = 4
WIDTH: Final = 340  # pixels of what says how far a question is
_MOST_CLASSES: Final = 1000
PATIENCE: Final = 1.0  # seconds in which a source is mostly looked at
_MOST_VALUES: Final = 50  # that are offered as the positive class
_GLANCE: Final = 1000  # rows that are looked at to guess what the columns hold


@dataclass(frozen=True, eq=False)
class Glance:
    """What is known of a source before anything is asked: its columns as far as they are allowed, and a few rows."""

    kinds: Mapping[str, str]
    rows: Any  # a table of the allowed columns
    n: int


class Question(Run[Any]):
    """A question under way, and which; of all that wait the engine has a line of its own."""

    def __init__(self, asked: Asked, steps: Iterator[Any]) -> None:
        self.asked = asked
        super().__init__(steps, line=Line(1))

    @property
    def progress(self) -> Progress | None:
        """How far it is; None before the first look."""
        return self.result if isinstance(self.result, Progress) else None


def one(key: str) -> Named:
    """Return a source by its key; there may be none of that name on this server."""
    held = large_upload.one(key)
    found = sources.named().get(key) if held is None else held.named
    if found is None:
        raise InputError(
            "There must be a source '{key}' on this server; there is none of that name. Choose another one.",
            key=shown(key),
        )
    return found


def allowed(key: str) -> list[str]:
    """Return the columns of a source that may be seen: those that are named, or all of an upload."""
    held = large_upload.one(key)
    return list(one(key).columns) if held is None else [column.name for column in held.source.columns]


def opened(named: Named) -> Source:
    """Return a source that can be asked; it is opened once for all visitors, and anew when it is named anew."""
    return _opening(named)()


def _opening(named: Named) -> Callable[[], Source]:
    """Return what opens a source, also in a thread that knows no session: an upload is this session's alone."""
    held = large_upload.one(named.key)
    return partial(_opened, named.key, repr(named)) if held is None else lambda: held.source


@st.cache_resource(max_entries=64, show_spinner=False)
def _opened(key: str, as_named: str) -> Source:  # noqa: ARG001 - named anew is opened anew
    return sources.open_one(one(key))


class Look(Run[Glance]):
    """A look at a source, which may have to wait for a question."""

    def __init__(self, named: Named) -> None:
        self.named = named
        super().__init__(_looked(named, _opening(named)), line=Line(1))


def _looked(named: Named, opening: Callable[[], Source]) -> Iterator[Glance]:
    source = opening()
    kinds = {column.name: column.kind for column in source.columns}
    allowed = [name for name in named.columns or kinds if name in kinds]
    if not allowed:
        raise InputError(
            "Source '{key}' must have a column that may be chosen; of those that are named it has none.", key=named.key
        )
    yield Glance({name: kinds[name] for name in allowed}, source.head(_GLANCE)[allowed], source.n_rows)


@st.cache_resource(max_entries=1, show_spinner=False)
def _glances_of_all() -> dict[str, Glance]:
    return {}


def _glances(named: Named) -> MutableMapping[str, Glance]:
    """Return where what was seen is kept: of an upload with the upload, in its session."""
    held = large_upload.one(named.key)
    return _glances_of_all() if held is None else held.glances


def _take_look(look: Look) -> None:
    st.session_state[_refused(look.named)] = look.refusal or (None if look.is_whole else UNSEEN)
    if look.result is not None:
        _glances(look.named)[repr(look.named)] = look.result


LOOK: Final = Job[Look]("source_look", _take_look)
LOOK_AT_UPLOAD: Final = Job[Look]("upload_look", _take_look)


def look_of(named: Named) -> Job[Look]:
    """Return the place of looks at a source: both forms may be on the page at once."""
    return LOOK_AT_UPLOAD if large_upload.is_one(named.key) else LOOK


def _refused(named: Named) -> str:
    return f"{look_of(named).name}_refused"


def glance(named: Named) -> Glance | None:
    """Return what is known of a source; None while it is looked at, which waits for questions of other visitors."""
    job, glances, name = look_of(named), _glances(named), repr(named)
    job.take_ended()
    refused: Message | None = st.session_state.pop(_refused(named), None)
    if refused is not None:
        raise InputError.from_message(refused)
    if name not in glances:
        if job.run is None or job.run.named != named:
            job.begin(Look(named))
        if job.run is not None and job.run.wait(PATIENCE):
            job.take_ended()
            return glance(named) if name in glances or _refused(named) in st.session_state else None
    return glances.get(name)


def looked_at(named: Named) -> Glance:
    """Return what is known of a source, waiting for it."""
    job, found = look_of(named), glance(named)
    while found is None and job.run is not None:
        job.run.wait()
        found = glance(named)
    assert found is not None
    return found


def waits_to_look(look: Look) -> tuple[float, str]:
    """Say which source is looked at."""
    return 0.0, _("looking at {name}", name=plain(look.named.title))


def check(asked: Asked) -> Named:
    """Return the source that is asked, or refuse what it may not be asked."""
    named = one(asked.source)
    known = looked_at(named)
    columns = [asked.truth, *asked.scores, *(name for name, _how, _value in asked.where)]
    for name in [*columns, *(name for name in (asked.by, asked.case) if name is not None)]:
        if name not in known.kinds:
            raise InputError(
                "A column of source '{key}' must be one of {columns}; got '{column}'. Choose one of them.",
                key=named.key,
                columns=listed(known.kinds),
                column=shown(name),
            )
    if not 0 < len(set(asked.scores)) <= MOST_SCORES:
        raise InputError(
            "A source must be asked for 1 to {most} scores; got {count}. Choose them.",
            most=MOST_SCORES,
            count=len(set(asked.scores)),
        )
    if known.n > named.allowed.rows and not asked.where:
        raise InputError(
            "Source '{key}' must be asked for {most} rows at most without a filter; it has {count}. Choose a filter.",
            key=named.key,
            most=f"{named.allowed.rows:,.0f}",
            count=f"{known.n:,}",
        )
    return named


def cells(asked: Asked) -> dict[str, Any]:
    """Return what the engine is asked, by the names of its options."""
    return {
        "truth": asked.truth,
        "score": list(asked.scores),
        "positive": asked.positive,
        "where": list(asked.where),
        "by": asked.by,
    }


@dataclass(frozen=True, eq=False)
class Answer:
    """What a source has answered: the cells of each score, and the classes that are in the truth."""

    cells: Mapping[str, ScoreCells]
    classes: tuple[str, ...]


def begin(asked: Asked, job: Job[Question]) -> None:
    """Begin to ask; what is refused is refused at once."""
    source = opened(check(asked))
    job.begin(Question(asked, _answered(source, asked)))


def _answered(source: Source, asked: Asked) -> Iterator[Progress | Answer]:
    """Yield how far the source is, and last its answer."""
    classes: Any = None
    for classes in engine.in_steps(source.values, asked.truth, most=_MOST_CLASSES):
        if isinstance(classes, Progress):
            yield classes
    found: Any = None
    for found in engine.in_steps(source.cells, **cells(asked)):
        if isinstance(found, Progress):
            yield found
    yield Answer(found, tuple(label_text(value) for value, _rows in classes if label_text(value)))


def predictions(asked: Asked, answer: Answer) -> SourcedPredictions:
    """Return what a source has answered as predictions without rows."""
    mine = label_key(asked.positive)
    others = list(dict.fromkeys(name for name in answer.classes if label_key(name) != mine))
    negative = shown(" / ".join(others)) if others else _("not {name}", name=asked.positive)
    classes = {"negative": negative, "positive": asked.positive}
    return as_predictions(answer.cells, truth=asked.truth, case=asked.case, of=asked.write(), **classes)


UNSEEN: Final = Message("The source could not be looked at; the server's log says why.")
STOPPED: Final = Message("The question was stopped; what was loaded before stays.")


def told(run: Question) -> tuple[float, str]:
    """Say how far a question is, by a share and a sentence."""
    return _told(one(run.asked.source).title, run.progress)


class Titled(Protocol):
    """A run of a source with a title."""

    @property
    def title(self) -> str:
        """What the source is called."""

    @property
    def progress(self) -> Progress | None:
        """How far it is."""


def told_of(run: Titled) -> tuple[float, str]:
    """Say how far another question to a source is."""
    return _told(run.title, run.progress)


def _told(title: str, progress: Progress | None) -> tuple[float, str]:
    name = plain(title)
    if progress is None:
        return 0.0, _("{name}: begins", name=name)
    if progress.stage == "waiting":
        waits = _("waits for another question: {n} before it", n=count(progress.n_before + 1))
        return 0.0, _("{name}: {what}", name=name, what=waits)
    stage = _(_STAGES.get(progress.stage, _STAGES["done"]))
    if not progress.rows_all:
        return 0.0, _("{name}: {what}", name=name, what=stage)
    said = _(
        "{name}: {what}, {rows} of {all} rows, {speed} rows a second",
        name=name,
        what=stage,
        rows=count(progress.rows),
        all=count(progress.rows_all),
        speed=count(round(progress.rows_a_second)),
    )
    return min(progress.rows / progress.rows_all, 1.0), said


def values(known: Glance, column: str) -> list[str]:
    """Return the values of a column that were seen, as they are written, those that come least often last."""
    seen = known.rows[column].dropna().value_counts() if column in known.kinds else []
    return [_written(value) for value in list(getattr(seen, "index", []))[:_MOST_VALUES]]


def _written(value: Any) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def value(text: str, kind: str) -> Any:
    """Return what was typed as a column of a kind holds it; the engine refuses what is none."""
    if kind == "number":
        try:
            return int(text)
        except ValueError:
            pass
        try:
            return float(text)
        except ValueError:
            return text
    if kind == "bool" and text.strip().lower() in ("true", "false", "1", "0"):
        return text.strip().lower() in ("true", "1")
    return text
