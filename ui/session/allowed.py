"""Who may come in, and who may load files of their own: by the address a proxy or Streamlit's own login vouches for.

The app knows no passwords. Where the operator names nobody, everybody may do everything.
"""

from __future__ import annotations

import os
from fnmatch import fnmatchcase
from typing import Final

import streamlit as st

from ui.shared.text import _

# Variables of the environment: addresses behind commas, "*@example.org" for all of a domain.
LOOK: Final = "EVALUATION_MAY_LOOK"
LOAD: Final = "EVALUATION_MAY_LOAD"


def may_look() -> bool:
    """Whether this visitor may see the pages; who may load may look."""
    named = _named(LOOK)
    return not named or _is_among([*named, *_named(LOAD)])


def may_load() -> bool:
    """Whether this visitor may bring files and rows of their own."""
    named = _named(LOAD)
    return _is_among(named) if named else may_look()


def refusal() -> None:
    """Show who is not let in what to do, in place of the page."""
    st.info(
        _("This server shows its pages to people it knows. Ask who runs it to be one of them."), icon=":material/lock:"
    )
    _login("page")


def only_looks(place: str) -> bool:
    """Say, in place of where files are dropped, that this visitor may only look; tell whether that is so."""
    if may_load():
        return False
    st.caption(_("You may look at what is here. To load files or rows of your own, ask who runs this server."))
    _login(place)
    return True


def _login(place: str) -> None:
    """Offer Streamlit's login, where the operator has set it up and the visitor has not used it."""
    if st.user.get("is_logged_in") is False:
        st.button(_("Log in"), key=f"log_in_{place}", on_click=st.login, icon=":material/login:")


def _named(variable: str) -> list[str]:
    return [one.strip().lower() for one in os.environ.get(variable, "").split(",") if one.strip()]


def _is_among(named: list[str]) -> bool:
    # A login may say that nobody has looked whether an address is its visitor's; a proxy vouches for what it sends.
    is_vouched_for = st.user.get("email_verified", True) in (True, "true")
    address = str(st.user.get("email") or "").strip().lower()
    return is_vouched_for and bool(address) and any(fnmatchcase(address, one) for one in named)
