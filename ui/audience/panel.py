"""What the teacher sees of a class that answers: the code for its phones, how many have answered, and the counts."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlencode, urlsplit, urlunsplit

import streamlit as st

from ui.audience import counted, phone, poll
from ui.shared import navigation, qr
from ui.shared.text import _, language, plain

# The class of this session, and whether its panel is open.
_CODE, _OPEN = "class_code", "class_open"
# Seconds between two looks at the votes.
_EVERY: Final = 1.0


def is_open() -> bool:
    """Whether the panel covers the page."""
    return bool(st.session_state.get(_OPEN))


def turn() -> None:
    """Open or close the panel, with a class of its own the first time; called from a button or a key."""
    st.session_state[_OPEN] = not is_open()
    if is_open() and _now() is None:
        st.session_state[_CODE] = poll.begin()


def ask(step: str, question: str) -> None:
    """Turn the class, if there is one, to a step and its question, which is shown as it is given."""
    if (code := st.session_state.get(_CODE)) is not None:
        poll.ask(code, step, question)


def show() -> None:
    """Show the panel, or in a corner how many have answered; nothing without a class."""
    if is_open() or st.session_state.get(_CODE) is not None:
        _look()


@st.fragment(run_every=_EVERY)
def _look() -> None:
    now = _now()
    if is_open():
        with st.container(key="class_shown", gap="small"):
            _panel(now)
    elif now is not None:
        with st.container(key="class_counted"):
            st.button(_answered(now), key="class_turn", icon=":material/how_to_vote:", on_click=turn)


def _panel(now: poll.Now | None) -> None:
    if now is None:
        st.markdown(_("This server has as many classes as it takes. Try again later."))
        st.button(_("Close"), key="class_close", on_click=turn)
        return
    phones, answers = st.columns([5, 8], gap="large", vertical_alignment="center")
    with phones, st.container(key="class_code", horizontal_alignment="center", gap="xsmall"):
        qr.show(_of_phones(), _("QR code for the phones of the class"))
    with answers, st.container(gap="small"):
        st.header(plain(_(now.question)), anchor=False)
        counted.options(now)
        st.markdown(_answered(now))
        with st.container(horizontal=True, gap="xsmall"):
            _buttons(now)


def _buttons(now: poll.Now) -> None:
    if now.step is not None and counted.can_be_answered(now):
        if now.is_revealed:
            st.button(
                _("Ask once more"), key="class_again", icon=":material/replay:", on_click=_again, args=(now.step,)
            )
        else:
            st.button(
                _("Reveal the answers"),
                key="class_reveal",
                icon=":material/visibility:",
                type="primary",
                on_click=_reveal,
                args=(now.step,),
            )
    st.button(_("Close"), key="class_close", on_click=turn, help=_("Key v"))
    st.button(_("End the class"), key="class_end", icon=":material/stop_circle:", on_click=_end)


def _answered(now: poll.Now) -> str:
    if not now.n_phones:
        return _("No phone has come yet.")
    return _("Answered: {n} of {phones} phones", n=now.n_votes, phones=now.n_phones)


def _of_phones() -> str:
    """Return the address for the phones, in the language of the session."""
    spoken = {} if language() == "en" else {"lang": language()}
    here = urlsplit(st.context.url or "")
    asked = urlencode({phone.CLASS: st.session_state[_CODE], **spoken})
    return urlunsplit((here.scheme, here.netloc, f"{navigation.root()}/answer", asked, ""))


def _now() -> poll.Now | None:
    code = st.session_state.get(_CODE)
    return None if code is None else poll.now(code)


def _reveal(step: str) -> None:
    poll.reveal(st.session_state[_CODE], step)


def _again(step: str) -> None:
    poll.forget(st.session_state[_CODE], step)


def _end() -> None:
    poll.end(st.session_state.pop(_CODE))
    st.session_state[_OPEN] = False
