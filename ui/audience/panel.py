"""What the teacher sees of a class that answers: the code for its phones, how many have answered, and the counts."""

from __future__ import annotations

import os
import re
from typing import Final
from urllib.parse import urlencode, urlsplit, urlunsplit

import streamlit as st

from ui.audience import counted, phone, poll
from ui.session import lost
from ui.shared import navigation, qr
from ui.shared.text import _, language, plain

# The class of this session, and whether its panel is open.
_CODE, _OPEN = "class_code", "class_open"
# Whether a button of the panel has closed it or ended the class, which the tab is told in a run of the whole page.
_TURNED: Final = "class_turned"
# What the browser's tab keeps of the class for the session after this one: the teacher's word, and whether it was open.
PLACE: Final = "class"
# Set where a proxy has several processes; the cookie by which it keeps a visitor with one (deploy/Caddyfile).
SEVERAL: Final = "EVALUATION_SEVERAL"
_AT: Final = "evaluation_at"
# Seconds between two looks at the votes.
_EVERY: Final = 1.0


def is_open() -> bool:
    """Whether the panel covers the page."""
    return bool(st.session_state.get(_OPEN))


def turn() -> None:
    """Open or close the panel, with a class of its own the first time; called from a button or a key."""
    st.session_state[_OPEN] = not is_open()
    st.session_state[_TURNED] = True
    if is_open() and _now() is None:
        st.session_state[_CODE] = poll.begin()


def reveal() -> bool:
    """Reveal the answers as the panel's button does; whether there was something left to reveal."""
    now = _now()
    if now is None or now.step is None or now.is_revealed or not counted.can_be_answered(now):
        return False
    _reveal(now.step)
    return True


def ask(step: str, question: str) -> None:
    """Turn the class, if there is one, to a step and its question, which is shown as it is given."""
    _resume()
    if (code := st.session_state.get(_CODE)) is not None:
        poll.ask(code, step, question)


def offer() -> None:
    """Show the button that asks the class; once there is one it says how many have answered, and covers nothing."""
    st.session_state.pop(_TURNED, None)
    if is_open() or _now() is None:
        _asks()
    else:
        _count()


def show() -> None:
    """Show the panel where it is open."""
    _resume()
    st.session_state.pop(_TURNED, None)
    if is_open():
        _look()


def _asks() -> None:
    st.button(_("Ask the class"), key="path_class", icon=":material/how_to_vote:", on_click=turn, help=_("Key v"))


@st.fragment(run_every=_EVERY)
def _count() -> None:
    if st.session_state.pop(_TURNED, False):
        st.rerun()
    now = _now()
    if now is None:
        _asks()
        return
    with st.container(key="class_counted", width="content"):
        # As short as can be: it stands among buttons that a projector shows without words.
        answered = f"{now.n_votes}/{now.n_phones}"
        st.button(answered, key="class_turn", icon=":material/how_to_vote:", on_click=turn, help=_answered(now))


@st.fragment(run_every=_EVERY)
def _look() -> None:
    if st.session_state.pop(_TURNED, False):
        st.rerun()
    now = _now()
    with st.container(key="class_shown", gap="small"):
        _panel(now)


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
        if now.n_phones >= poll.MOST_PHONES:
            st.caption(_("No more phones come in. *End the class* empties it; begun again it has another code."))
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
    # The votes are in the memory of this process: where there are others the proxy leads the phones to it.
    at = str(st.context.cookies.get(_AT, "")) if os.environ.get(SEVERAL) else ""
    led = {phone.AT: at} if re.fullmatch("[0-9a-f]{64}", at) else {}
    spoken = {"lang": language()} if led or language() != "en" else {}
    here = urlsplit(st.context.url or "")
    asked = urlencode({phone.CLASS: st.session_state[_CODE], **spoken, **led})
    return urlunsplit((here.scheme, here.netloc, f"{navigation.root()}/answer", asked, ""))


def _held() -> str | None:
    word = poll.teacher_of(st.session_state.get(_CODE, ""))
    return None if word is None else f"{word}{'+' if is_open() else ''}"


def _resume() -> None:
    """Go on with the class of the session before this one: the page was opened anew, or the server was started anew."""
    word = lost.of(PLACE)
    if word is None:
        return
    lost.forget(PLACE)
    if _CODE not in st.session_state and (code := poll.resume(word.removesuffix("+"))) is not None:
        st.session_state[_CODE], st.session_state[_OPEN] = code, word.endswith("+")


def _now() -> poll.Now | None:
    code = st.session_state.get(_CODE)
    return None if code is None else poll.now(code)


def _reveal(step: str) -> None:
    poll.reveal(st.session_state[_CODE], step)


def _again(step: str) -> None:
    poll.forget(st.session_state[_CODE], step)


def _end() -> None:
    poll.end(st.session_state.pop(_CODE))
    st.session_state[_OPEN], st.session_state[_TURNED] = False, True


lost.holds(PLACE, _held)
