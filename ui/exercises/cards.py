"""Exercise cards: predict first, then reveal.

Nothing about a solution is computed or sent before there is an answer with a confidence, or the card is skipped. The
cards are a fragment, so that answering one leaves the rest of the page alone. Answers live in the session only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

import streamlit as st

from evalcore.errors import Message
from ui.exercises import drawing
from ui.exercises.kinds import Build, Cells, Choice, Drawing, Exercise, Number, Rankings, Several
from ui.shared.numbers import count, number, percent
from ui.shared.text import _

CONFIDENCE = 50
_DONE = "exercises_done"
_ATTEMPTS = "exercise_attempts"
_PROBLEM = "exercise_problem"


@dataclass(frozen=True)
class Outcome:
    """What became of a card; `right` and `confidence` are None where it was skipped."""

    answer: Any
    confidence: int | None
    right: bool | None


def said(message: Message) -> str:
    """Translate one sentence of a card; its values are our own and need no escaping."""
    return _(message.template, **message.values)


def done() -> dict[tuple[str, str], Outcome]:
    """Return the cards that were answered or skipped in this session, by page and key."""
    kept: dict[tuple[str, str], Outcome] = st.session_state.setdefault(_DONE, {})
    return kept


def show(name: str, exercises: Sequence[Exercise]) -> None:
    """Show the exercises of a page, folded away: a row of numbers, and the card chosen there."""

    @st.fragment
    def folded() -> None:
        with st.expander(_("Exercises"), icon=":material/quiz:"):
            _chosen_card(name, exercises)
            _calibration()

    folded()


def _chosen_card(name: str, exercises: Sequence[Exercise]) -> None:
    chooser = f"exercise_{name}"
    st.session_state.setdefault(chooser, 0)
    chosen = st.segmented_control(
        _("Exercise"),
        range(len(exercises)),
        required=True,
        format_func=lambda i: str(i + 1),
        key=chooser,
        persist_state="session",
        label_visibility="collapsed",
        help=_("Answer and say how sure you are; then the solution is shown."),
    )
    _card(name, exercises[chosen or 0])


def _card(name: str, exercise: Exercise) -> None:
    place = (name, exercise.key)
    # A new attempt has new keys, so its fields are empty.
    key = "_".join(("exercise", *place, str(st.session_state.get(_ATTEMPTS, {}).get(place, 0))))
    outcome = done().get(place)
    with st.container(border=True, key=f"card_{name}_{exercise.key}"):
        st.markdown(f"**{_(exercise.title)}**")
        st.markdown(said(exercise.prompt))
        if exercise.picture is not None:
            st.code(exercise.picture(), language=None)
        if outcome is None:
            _fields(exercise, key)
            _ask(exercise, place, key)
        else:
            _closed_fields(exercise, outcome, key)
            _reveal(exercise, outcome)
            st.button(_("Try again"), key=f"{key}_again", icon=":material/replay:", on_click=_try_again, args=(place,))


def _fields(exercise: Exercise, key: str) -> None:
    """Show where the answer goes; nothing is chosen beforehand."""
    if isinstance(exercise, Choice):
        labels = {option: _(label) for option, label in exercise.options.items()}
        st.radio(
            _("Your answer"),
            list(labels),
            index=None,
            format_func=labels.__getitem__,
            key=key,
            persist_state="session",
            label_visibility="collapsed",
        )
    elif isinstance(exercise, Several):
        labels = {option: _(label) for option, label in exercise.options.items()}
        st.pills(
            _("All that hold"),
            list(labels),
            selection_mode="multi",
            format_func=labels.__getitem__,
            key=key,
            persist_state="session",
        )
    elif isinstance(exercise, Number):
        st.number_input(
            _("Your guess: {what}", what=_(exercise.label)),
            exercise.low,
            exercise.high,
            value=None,
            step=0.01,
            format="%.4g",
            key=key,
            persist_state="session",
            width=260,
        )
    elif isinstance(exercise, Drawing):
        drawing.field(exercise, key)
    elif isinstance(exercise, Build):
        for column, field in zip(st.columns(len(exercise.fields)), exercise.fields, strict=True):
            with column:
                _part(exercise, field, key=f"{key}_{field}")


def _part(exercise: Build, field: str, *, key: str) -> None:
    label = _(exercise.fields[field])
    if isinstance(exercise, Cells):
        st.number_input(label, 0, exercise.most, value=None, step=1, key=key, persist_state="session")
    elif isinstance(exercise, Rankings):
        st.text_input(
            label,
            max_chars=exercise.longest,
            key=key,
            persist_state="session",
            placeholder=exercise.placeholder,
        )


def _closed_fields(exercise: Exercise, outcome: Outcome, key: str) -> None:
    """Show all options with what was chosen, out of the outcome; typed answers are repeated in words below."""
    if isinstance(exercise, Choice):
        labels = {option: _(label) for option, label in exercise.options.items()}
        st.radio(
            _("Your answer"),
            list(labels),
            index=None if outcome.answer is None else list(labels).index(outcome.answer),
            format_func=labels.__getitem__,
            key=f"{key}_closed",
            disabled=True,
            label_visibility="collapsed",
        )
    elif isinstance(exercise, Several):
        labels = {option: _(label) for option, label in exercise.options.items()}
        st.pills(
            _("All that hold"),
            list(labels),
            selection_mode="multi",
            default=[option for option in labels if option in (outcome.answer or ())],
            format_func=labels.__getitem__,
            key=f"{key}_closed",
            disabled=True,
        )
    elif isinstance(exercise, Drawing):
        drawing.revealed(exercise, outcome.answer, key)


def _answer(exercise: Exercise, key: str) -> Any:
    """Read the answer from the fields; None where there is none."""
    kept = st.session_state
    if isinstance(exercise, Rankings):
        return {f: (kept.get(f"{key}_{f}") or "").translate(exercise.signs) for f in exercise.fields}
    if isinstance(exercise, Build):
        return {field: kept.get(f"{key}_{field}") for field in exercise.fields}
    if isinstance(exercise, Several):
        return frozenset(kept.get(key) or ())
    return kept.get(key)


def _ask(exercise: Exercise, place: tuple[str, str], key: str) -> None:
    """Ask for the confidence, and offer to reveal or to skip."""
    sure = f"{key}_sure"
    st.session_state.setdefault(sure, CONFIDENCE)
    label = _("How sure are you to be right?")
    if isinstance(exercise, Number):
        label = _("How sure are you to be within ±{tolerance}?", tolerance=f"{exercise.tolerance:g}")
    st.slider(
        label,
        0,
        100,
        step=5,
        format="%d%%",
        key=sure,
        persist_state="session",
        width=360,
        help=_("Good judges of themselves are right about 8 times in 10 when they say 80 %."),
    )
    with st.container(horizontal=True):
        st.button(
            _("Reveal"),
            key=f"{key}_reveal",
            type="primary",
            icon=":material/visibility:",
            on_click=_answered,
            args=(exercise, place, key),
        )
        st.button(_("Skip"), key=f"{key}_skip", type="tertiary", on_click=_skipped, args=(place,))
    problem = st.session_state.pop(_PROBLEM, None)
    if problem is not None:
        st.warning(said(problem), icon=":material/edit:")


def _answered(exercise: Exercise, place: tuple[str, str], key: str) -> None:
    answer = _answer(exercise, key)
    problem = exercise.problem(answer)
    if problem is not None:
        st.session_state[_PROBLEM] = problem
        return
    confidence = int(st.session_state.get(f"{key}_sure", CONFIDENCE))
    done()[place] = Outcome(answer, confidence, exercise.judge(answer).right)


def _skipped(place: tuple[str, str]) -> None:
    done()[place] = Outcome(None, None, None)


def _try_again(place: tuple[str, str]) -> None:
    done().pop(place, None)
    attempts = st.session_state.setdefault(_ATTEMPTS, {})
    attempts[place] = attempts.get(place, 0) + 1


def _reveal(exercise: Exercise, outcome: Outcome) -> None:
    """Show how the answer compares with the solution, and why."""
    solution = exercise.solve()
    box: Callable[..., object]
    if outcome.right is None:
        box, icon, parts = st.info, ":material/skip_next:", [_("Skipped.")]
    elif outcome.right:
        box, icon, parts = st.success, ":material/check:", [_("Right.")]
    else:
        box, icon, parts = st.warning, ":material/close:", [_("Not right.")]
    if outcome.right is not None:
        judged = exercise.judge(outcome.answer)
        if isinstance(exercise, Number):
            guess = f"{outcome.answer:g}"
            parts.append(_("Your guess {guess} is off by {gap}.", guess=guess, gap=number(judged.gap)))
        if isinstance(exercise, Build | Drawing):
            parts.append(_("Your answer: {answer}", answer=spoken(exercise, outcome.answer)))
        if judged.said is not None:
            parts.append(said(judged.said))
    answer = spoken(exercise, solution.answer)
    one_of_many = isinstance(exercise, Build)
    parts.append(_("One solution: {answer}", answer=answer) if one_of_many else _("Solution: {answer}", answer=answer))
    box("  \n".join(parts), icon=icon)
    st.markdown(said(solution.because))


def spoken(exercise: Exercise, answer: Any) -> str:
    """Write an answer in words."""
    if isinstance(exercise, Choice):
        return _(exercise.options[answer])
    if isinstance(exercise, Several):
        return " · ".join(_(text) for option, text in exercise.options.items() if option in answer)
    if isinstance(exercise, Drawing):
        return str(answer)
    if isinstance(exercise, Build):
        write = count if isinstance(exercise, Cells) else "`{}`".format
        return " · ".join(f"{_(label)} {write(answer[field])}" for field, label in exercise.fields.items())
    return number(answer)


def _calibration() -> None:
    """Compare how sure the answers of this session were with how many are right; skipped cards do not count."""
    answered = [outcome for outcome in done().values() if outcome.right is not None]
    if answered:
        st.caption(
            _(
                "{right} of {answered} right at an average confidence of {confidence}.",
                right=sum(bool(outcome.right) for outcome in answered),
                answered=len(answered),
                confidence=percent(fmean(outcome.confidence or 0 for outcome in answered) / 100, 0),
            )
        )
