"""Who may come in, and who may load files of their own: by the address a proxy or Streamlit's own login vouches for.

The app knows no passwords. Where the operator names nobody, everybody may do everything.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping
from fnmatch import fnmatchcase
from typing import Any, Final

import streamlit as st

from evalcore.errors import Message
from ui.shared.text import _

# Variables of the environment: addresses behind commas, "*@example.org" for all of a domain.
LOOK: Final = "EVALUATION_MAY_LOOK"
LOAD: Final = "EVALUATION_MAY_LOAD"


def may_look(address: str | None = None) -> bool:
    """Whether a visitor may see the pages, this one without an address; who may load may look."""
    named = _named(LOOK)
    return named is None or _is_among([*named, *(_named(LOAD) or [])], address)


def may_load(address: str | None = None) -> bool:
    """Whether a visitor may bring files and rows of their own, this one without an address."""
    named = _named(LOAD)
    return may_look(address) if named is None else _is_among(named, address)


def tell_operator() -> None:
    """Write to the log which list is set and names nobody, as by a slip: it lets nobody in."""
    for variable in (LOOK, LOAD):
        if _named(variable) == []:
            said = Message("{variable} is set and names nobody, so it lets nobody in.", {"variable": variable})
            logging.getLogger(__name__).error(str(said))


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


def _named(variable: str) -> list[str] | None:
    """Return who is named, None where the operator says nothing."""
    said = os.environ.get(variable, "")
    return [one.strip().lower() for one in said.split(",") if one.strip()] if said else None


def address_of(user: Mapping[str, Any]) -> str:
    """Return the address that somebody vouches for, empty where there is none.

    A login may say that nobody has looked whether an address is its visitor's; a proxy vouches for what it sends.
    """
    is_vouched_for = user.get("email_verified", True) in (True, "true")
    return str(user.get("email") or "").strip().lower() if is_vouched_for else ""


def _is_among(named: list[str], address: str | None) -> bool:
    asked = address_of(st.user) if address is None else address
    return bool(asked) and any(fnmatchcase(asked, one) for one in named)
