"""Exercise cards: predict first, then reveal.

Nothing about a solution is computed or sent before there is an answer with a confidence, or the card is skipped. The
cards are a fragment, so that answering one leaves the rest of the page alone. Answers live in the session only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from secrets import randbits
from statistics import fmean
from typing import Any, Final

import numpy as np
import streamlit as st

from evalcore.errors import Message
from ui.exercises.kinds import Exercise, Seen
from ui.session import address, choices
from ui.session.samples import SAMPLES
from ui.shared import charts, controls, into_view
from ui.shared.numbers import percent, threshold
from ui.shared.text import N_, _, remark

# How sure one can say to be, in percent; nothing is chosen beforehand, which would lead the answer.
CONFIDENCES: Final = (0, 25, 50, 60, 70, 80, 90, 100)
FIRST: Final = "1"
# Pixels of a figure: above its answers in a window of 720.
MOST_HIGH: Final = 300
SAY_HOW_SURE = Message("Say how sure you are, or skip.")
_SEED = "exercise_seed"
_DONE = "exercises_done"
_ATTEMPTS = "exercise_attempts"
_FIRST_ANSWERS = "exercise_first_answers"
_PROBLEM = "exercise_problem"
_MISSED = "exercise_missed"
_ASKED = "exercise_asked"
_SEEN = "exercise_seen"
# How the number of a card is marked once it is closed, by the same.
_MARKS: Final[Mapping[bool | None, str]] = {None: "–", True: "✓", False: "✗"}
# How a card ends, by whether the answer was right; None where it was skipped.
_VERDICTS: Final[Mapping[bool | None, tuple[Callable[..., object], str, str]]] = {
    None: (st.info, ":material/skip_next:", N_("Skipped.")),
    True: (st.success, ":material/check:", N_("Right.")),
    False: (st.warning, ":material/close:", N_("Not right.")),
}


@dataclass(frozen=True)
class Outcome:
    """What became of a card; `right` and `confidence` are None where it was skipped."""

    answer: Any
    confidence: int | None
    right: bool | None


def said(message: Message) -> str:
    """Translate one sentence of a card; its values are our own and need no escaping, and sentences are translated."""
    values = {name: said(value) if isinstance(value, Message) else value for name, value in message.values.items()}
    return _(message.template, **values)


def done() -> dict[tuple[str, str], Outcome]:
    """Return the cards that were answered or skipped in this session, by page and key."""
    kept: dict[tuple[str, str], Outcome] = st.session_state.setdefault(_DONE, {})
    return kept


def _first_answers() -> dict[tuple[tuple[str, str], tuple[str, str]], Outcome]:
    """Return what became of each card with each of its numbers before its solution had been seen."""
    kept: dict[tuple[tuple[str, str], tuple[str, str]], Outcome] = st.session_state.setdefault(_FIRST_ANSWERS, {})
    return kept


def show(name: str, exercises: Sequence[Exercise]) -> None:
    """Show the exercises of a page: a list of their names, and the card chosen there."""

    @st.fragment
    def alone() -> None:
        _chosen_card(name, exercises)
        _calibration()

    alone()


def turn_to(name: str, number: int) -> None:
    """Have the exercises of a page show this one first, counted from 1 as on the screen."""
    st.session_state[_key(name)] = str(number)
    _ask_into_view()


def _ask_into_view() -> None:
    """Have the next card that is shown brought into view."""
    st.session_state[_ASKED] = st.session_state.get(_ASKED, 0) + 1


def _bring_into_view(card: str, name: str) -> None:
    """Bring the card of this key into view if it was asked for, or if a link that opens a page names it."""
    seen: set[str] = st.session_state.setdefault(_SEEN, set())
    if name not in seen:
        seen.add(name)
        if {_key(name), "tab"} & set(st.query_params):
            _ask_into_view()
    into_view.bring(card, name, st.session_state.get(_ASKED, 0))


def _key(name: str) -> str:
    return f"exercise_{name}"


def chooser(name: str, exercises: Sequence[Exercise]) -> choices.Choice:
    """Return which exercise of a page is shown as a choice the address repeats, and take over what a link says of it.

    How many there are is known once their page is opened.
    """
    numbers = tuple(str(i + 1) for i in range(len(exercises)))
    chosen = choices.register(choices.Choice(_key(name), default=FIRST, options=numbers, of_reader=True))
    choices.take()
    address.say_refused()
    return chosen


def _chosen_card(name: str, exercises: Sequence[Exercise]) -> None:
    numbers = chooser(name, exercises)
    controls.seed(numbers.key, numbers.default)
    chosen = st.selectbox(
        _("Exercise"),
        numbers.options,
        format_func=_named(name, exercises),
        key=numbers.key,
        persist_state="session",
        width=420,
        help=_("Answer and say how sure you are; then the solution is shown."),
    )
    address.write_choice(numbers)
    number = numbers.options.index(chosen or FIRST)
    _card(name, exercises[number], partial(_offer_next, name, exercises, number))


def _named(name: str, exercises: Sequence[Exercise]) -> Callable[[str], str]:
    """Return what writes the number of a card, with a mark of what became of it in this session, and its title."""
    marks = [_MARKS[found.right] if (found := done().get((name, one.key))) else "" for one in exercises]
    # A widget may ask for its labels outside the run that knows the language.
    titles = [_(one.title) for one in exercises]
    return lambda number: f"{f'{number} {marks[int(number) - 1]}'.rstrip()} · {titles[int(number) - 1]}"


def _following(name: str, exercises: Sequence[Exercise], number: int) -> int | None:
    """Return which card comes next, from 0: the first open one after this, else before; None where all are closed."""
    others = [*range(number + 1, len(exercises)), *range(number)]
    return next((other for other in others if (name, exercises[other].key) not in done()), None)


def _offer_next(name: str, exercises: Sequence[Exercise], number: int) -> None:
    """Offer the next card, or say that none is left."""
    following = _following(name, exercises, number)
    if following is None:
        remark("All {exercises} exercises of this page are done.", exercises=len(exercises))
        return
    st.button(
        _("Next exercise"),
        key=f"exercise_{name}_next",
        type="primary",
        icon=":material/arrow_forward:",
        on_click=turn_to,
        args=(name, following + 1),
    )


def attempt_of(exercise: Exercise, attempt: int, seed: int) -> Exercise:
    """Return the exercise as an attempt asks it: the first as it is written, each later one with other numbers."""
    if attempt == 0 or exercise.again is None:
        return exercise
    before, rng = attempt_of(exercise, attempt - 1, seed), np.random.default_rng((seed, attempt))
    while _stated(drawn := exercise.again(rng)) in (_stated(before), _stated(exercise)):
        pass
    return drawn


def _stated(exercise: Exercise) -> tuple[str, str]:
    """Return what a card says of its numbers."""
    return str(exercise.prompt), exercise.picture() if exercise.picture is not None else ""


def _card(name: str, asked: Exercise, offer_next: Callable[[], None]) -> None:
    place = (name, asked.key)
    attempt = int(st.session_state.get(_ATTEMPTS, {}).get(place, 0))
    exercise = attempt_of(asked, attempt, st.session_state.setdefault(_SEED, randbits(32)))
    # A new attempt has new keys, so its fields are empty.
    key = "_".join(("exercise", *place, str(attempt)))
    outcome = done().get(place)
    card = f"card_{name}_{exercise.key}"
    _bring_into_view(card, name)
    with st.container(border=True, key=card):
        st.markdown(f"**{_(exercise.title)}**")
        st.markdown(said(exercise.prompt))
        if exercise.picture is not None:
            st.code(exercise.picture(), language=None)
        if exercise.figure is not None:
            charts.chart(exercise.figure().update_layout(height=MOST_HIGH), key=f"{key}_figure", alt=_(exercise.alt))
        if outcome is None:
            exercise.show_field(key)
            _ask_confidence(exercise, key)
            _offer_reveal(exercise, place, key)
        else:
            exercise.show_closed(outcome.answer, key)
            _reveal(exercise, outcome)
            with st.container(horizontal=True, vertical_alignment="center"):
                offer_next()
                st.button(
                    _("Try again"), key=f"{key}_again", icon=":material/replay:", on_click=_try_again, args=(place,)
                )


def _ask_confidence(exercise: Exercise, key: str) -> None:
    st.segmented_control(
        exercise.confidence_question(),
        CONFIDENCES,
        format_func=lambda sure: f"{sure}%",
        key=f"{key}_sure",
        persist_state="session",
        help=_("Good judges of themselves are right about 8 times in 10 when they say 80%."),
    )


def _offer_reveal(exercise: Exercise, place: tuple[str, str], key: str) -> None:
    """Offer to reveal or to skip, and say what is missing where the answer could not be judged."""
    row = f"{key}_reveal_row"
    # What is missing is said beside the button that was clicked; on a phone below it, and brought into view.
    with st.container(horizontal=True, vertical_alignment="center", key=row):
        st.button(
            _("Submit and see the answer"),
            key=f"{key}_reveal",
            type="primary",
            icon=":material/visibility:",
            on_click=_answered,
            args=(exercise, place, key),
        )
        st.button(_("Skip"), key=f"{key}_skip", type="tertiary", on_click=_skipped, args=(exercise, place))
        problem = st.session_state.get(_PROBLEM)
        if problem is not None:
            st.warning(said(problem), icon=":material/edit:", width=320)
            # Only now: a run that is broken off above has not said it.
            st.session_state.pop(_PROBLEM, None)
    into_view.bring(row, "missing", st.session_state.get(_MISSED, 0), block="nearest")


def _answered(exercise: Exercise, place: tuple[str, str], key: str) -> None:
    answer = exercise.answer(key)
    confidence = st.session_state.get(f"{key}_sure")
    problem = exercise.problem(answer) or (SAY_HOW_SURE if confidence is None else None)
    if problem is not None:
        st.session_state[_PROBLEM] = problem
        st.session_state[_MISSED] = st.session_state.get(_MISSED, 0) + 1
        return
    _close(exercise, place, Outcome(answer, confidence, exercise.judge(answer).right))


def _skipped(exercise: Exercise, place: tuple[str, str]) -> None:
    _close(exercise, place, Outcome(None, None, None))


def _close(exercise: Exercise, place: tuple[str, str], outcome: Outcome) -> None:
    """Keep what became of a card; only what was said before the solution was seen tells how well one judges oneself."""
    done()[place] = outcome
    _first_answers().setdefault((place, _stated(exercise)), outcome)


def _try_again(place: tuple[str, str]) -> None:
    done().pop(place, None)
    attempts = st.session_state.setdefault(_ATTEMPTS, {})
    attempts[place] = attempts.get(place, 0) + 1


def _reveal(exercise: Exercise, outcome: Outcome) -> None:
    """Show how the answer compares with the solution, and why."""
    solution = exercise.solve()
    box, icon, verdict = _VERDICTS[outcome.right]
    lines = [_(verdict), *_compared(exercise, outcome), exercise.solution(solution.answer)]
    box("  \n".join(lines), icon=icon)
    st.markdown(said(solution.because))
    if solution.seen is not None:
        st.markdown(_see(solution.seen))


def _see(seen: Seen) -> str:
    """Write a link to where a solution can be looked at."""
    words = _("See it: {sample} at t = {t}", sample=_(SAMPLES[seen.sample].title), t=threshold(seen.t))
    return f"[{words}]({address.link(seen.page, sample=seen.sample, t=threshold(seen.t), **seen.asked)})"


def _compared(exercise: Exercise, outcome: Outcome) -> list[str]:
    """Say what the answer was and what it comes to; nothing of a skipped card."""
    if outcome.right is None:
        return []
    comment = exercise.judge(outcome.answer).said
    answer = [_("Your answer: {answer}", answer=exercise.written(outcome.answer))] if exercise.repeats_answer else []
    return answer if comment is None else [*answer, said(comment)]


def _calibration() -> None:
    """Compare how sure the first answers of this session were with how many are right; skipped cards do not count."""
    answered = [outcome for outcome in _first_answers().values() if outcome.right is not None]
    if answered:
        remark(
            "{right} of {answered} right at an average confidence of {confidence}.",
            right=sum(bool(outcome.right) for outcome in answered),
            answered=len(answered),
            confidence=percent(fmean(outcome.confidence or 0 for outcome in answered) / 100, 0),
        )
