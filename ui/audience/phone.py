"""What a phone sees: the question of the step that the class is at, and what can be answered to it."""

from __future__ import annotations

from typing import Final

import streamlit as st

from ui.audience import counted, poll
from ui.audience.answers import ANSWERS, Choices, Guess
from ui.session import address
from ui.shared.text import _, plain

# Names in the address: the class, the word by which it knows this phone, and for a proxy where the class is.
CLASS, PHONE, AT = "class", "phone", "at"
# Seconds between two looks at what is asked.
_EVERY: Final = 2.0
_LONGEST: Final = 40


def show() -> None:
    """Show the question until the class has ended; the address keeps the phone, so that a reload is no second vote."""
    phone = st.query_params.get(PHONE, "")
    if not 0 < len(phone) <= _LONGEST:
        phone = poll.new_phone()
        st.query_params[PHONE] = phone
    with st.container(key="class_phone"):
        _look(st.query_params.get(CLASS, ""), phone)


@st.fragment(run_every=_EVERY)
def _look(code: str, phone: str) -> None:
    if not poll.join(code, phone):
        st.info(_over(code), icon=":material/school:")
        st.markdown(f"[{_('Home')}]({address.link('home')})")
        return
    now = poll.now(code, phone)
    if now is None or now.step is None:
        st.info(_("The class has not begun yet."), icon=":material/school:")
        return
    st.header(plain(_(now.question)), anchor=False)
    answer = ANSWERS.get(now.step)
    if answer is None:
        st.markdown(_("There is nothing to answer here: look at the screen in front."))
    elif now.is_revealed:
        _mine(answer, now)
        counted.options(now)
    elif isinstance(answer, Choices):
        _choose(answer, code, phone, now)
    else:
        _guess(answer, code, phone, now)


def _over(code: str) -> str:
    if poll.now(code) is not None:
        return _("This class has as many phones as it takes.")
    return _("This class is over, or its address is not whole. Scan the code on the screen in front once more.")


def _choose(answer: Choices, code: str, phone: str, now: poll.Now) -> None:
    for place, option in enumerate(answer.options):
        st.button(
            f"**{counted.letter(place)}** {_(option)}",
            key=f"answer_{now.step}_{place}",
            type="primary" if now.mine == place else "secondary",
            width="stretch",
            on_click=_vote,
            args=(code, phone, str(now.step), place),
        )
    if now.mine is not None:
        st.caption(_("Your answer is in. Until the answers are shown you can change it."))


def _mine(answer: Choices | Guess, now: poll.Now) -> None:
    """Say beside the counts what was answered here, to who has answered."""
    if now.mine is None:
        return
    given = counted.letter(int(now.mine)) if isinstance(answer, Choices) else counted.guessed(now.mine, answer.unit)
    st.markdown(_("Your answer: **{answer}**", answer=given))


def _vote(code: str, phone: str, step: str, answer: float) -> None:
    # One that comes too late is seen at once: the counts are there instead.
    poll.vote(code, phone, step, answer)


def _guess(answer: Guess, code: str, phone: str, now: poll.Now) -> None:
    key = f"guess_{now.step}"
    st.number_input(
        _("Your guess, {unit}", unit=answer.unit) if answer.unit else _("Your guess"),
        min_value=answer.lowest,
        max_value=answer.highest,
        value=None,
        step=1,
        key=key,
    )
    st.button(
        _("Answer"), key=f"answer_{now.step}", type="primary", on_click=_take, args=(code, phone, str(now.step), key)
    )
    if now.mine is not None:
        st.caption(_("Your answer is in: {guess}", guess=counted.guessed(now.mine, answer.unit)))


def _take(code: str, phone: str, step: str, key: str) -> None:
    if (value := st.session_state.get(key)) is not None:
        _vote(code, phone, step, value)
