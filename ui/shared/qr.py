"""An address as a code that a phone's camera reads."""

from __future__ import annotations

import io
from urllib.parse import urlsplit

import segno
import streamlit as st

from ui.shared.text import _

# Nobody types a longer one, and the code has to stay on the screen.
_LONGEST_SHOWN = 200


def show(address: str, alt: str) -> None:
    """Show the code of an address, below it the address itself, and why a phone may not open it."""
    draw(address, alt)
    st.text(address if len(address) <= _LONGEST_SHOWN else f"{address[:_LONGEST_SHOWN]}…", width="content")
    if is_of_this_computer():
        st.caption(
            _(
                "This address is known to this computer alone. For phones, open the app by the network address "
                "that it prints when it starts, then show the code again."
            ),
            width="content",
        )


def draw(address: str, alt: str) -> None:
    """Draw the code of an address, or say that no code holds it."""
    code = _made(address or "-")
    if code is None:
        st.text(_("The address is too long for a QR code."), width="content")
        return
    drawing = io.BytesIO()
    code.save(drawing, kind="svg", scale=8, border=2, light="white", xmldecl=False)
    st.image(drawing.getvalue().decode("utf-8"), alt=alt)


def _made(address: str) -> segno.QRCode | None:
    """Make a code that can be read with a part of it covered; a long address leaves less room for that."""
    for error in ("m", "l"):
        try:
            return segno.make(address, error=error)
        except segno.DataOverflowError:
            continue
    return None


def is_of_this_computer() -> bool:
    """Whether nobody else can open the address: it names the computer it is read on."""
    host = urlsplit(st.context.url or "").hostname or ""
    return host in ("localhost", "::1") or host.endswith(".localhost") or host.startswith("127.")
