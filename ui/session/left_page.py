"""A word that comes from a page when the next one has been asked for runs nothing.

A box that closes by the click on a link, or a timer, is heard only after that link. Streamlit then runs this part of
the former page after the next one, and says that it is of the former: the browser throws away all that it shows.
"""

from __future__ import annotations

from collections.abc import Callable
from weakref import WeakKeyDictionary

from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.runtime.app_session import AppSession

_given: Callable[[AppSession, ClientState | None], None] = AppSession.request_rerun
# The pages that a browser has turned away from, by their hashes.
_left: WeakKeyDictionary[AppSession, set[str]] = WeakKeyDictionary()


def leave_unheard() -> None:
    """Have the server leave unanswered what a browser says of a part of a page that it has turned away from."""
    setattr(AppSession, _given.__name__, _request_rerun)


def _request_rerun(session: AppSession, said: ClientState | None) -> None:
    if said is not None and said.page_script_hash:
        if said.fragment_id and _is_left(session, said.page_script_hash):
            return
        if not said.fragment_id:
            _turn(session, said.page_script_hash)
    _given(session, said)


def _is_left(session: AppSession, page: str) -> bool:
    # The server, too, may have led to a page: there a browser can be back without having asked for it.
    return page in _left.get(session, ()) and page != session.page_script_hash


def _turn(session: AppSession, page: str) -> None:
    """Note which page a browser turns to; Streamlit does so when the run begins, which is too late."""
    former = session.page_script_hash
    if former == page:
        return
    _left.setdefault(session, set()).add(former)
    _left[session].discard(page)
    session._client_state.page_script_hash = page
