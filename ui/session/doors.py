"""What a client of this server may ask of Streamlit besides its own page, and what it may not.

Streamlit answers whoever sends its messages, whether the page has a button for them or not. Where another site opens a
connection it asks the internet for this server's own address, to compare, and nobody is answered meanwhile.
"""

from __future__ import annotations

from streamlit import net_util
from streamlit.runtime.app_session import AppSession

_SHUT = (
    "_handle_clear_cache_request",  # it clears what all visitors share: votes of a class, runs that others wait for
    "_handle_git_information_request",  # it names the repository and the files changed in it
)


def shut() -> None:
    """Have the server leave unanswered what concerns others than the one who asks, and ask nobody itself.

    No page has a button for what is left unanswered. A page that was opened by the server's outer address names that
    as the host, too, and is let in by that.
    """
    if net_util.get_external_ip is not _nobody_asked:
        net_util.get_external_ip = _nobody_asked
    for name in _SHUT:
        if getattr(AppSession, name) is not _unanswered:
            setattr(AppSession, name, _unanswered)


def _unanswered(_session: AppSession) -> None:
    """Do nothing."""


def _nobody_asked() -> None:
    """Know no outer address."""
