"""What a client of this server may ask of Streamlit besides its own page, and what it may not.

Streamlit answers whoever sends its messages, whether the page has a button for them or not.
"""

from __future__ import annotations

from streamlit.runtime.app_session import AppSession

_SHUT = (
    "_handle_clear_cache_request",  # it clears what all visitors share: votes of a class, runs that others wait for
    "_handle_git_information_request",  # it names the repository and the files changed in it
)


def shut() -> None:
    """Have the server leave unanswered what concerns others than the one who asks; the page has no button for it."""
    for name in _SHUT:
        if getattr(AppSession, name) is not _unanswered:
            setattr(AppSession, name, _unanswered)


def _unanswered(_session: AppSession) -> None:
    """Do nothing."""
