"""An address as a code that a phone's camera reads."""

from __future__ import annotations

import io
from urllib.parse import urlsplit

import segno
import streamlit as st

from ui.shared.text import _


def show(address: str, alt: str) -> None:
    """Show the code of an address, below it the address itself, and why a phone may not open it."""
    drawing = io.BytesIO()
    try:
        code = segno.make(address or "-", error="m")
    except segno.DataOverflowError:
        st.text(_("The address is too long for a QR code."), width="content")
    else:
        code.save(drawing, kind="svg", scale=8, border=2, light="white", xmldecl=False)
        st.image(drawing.getvalue().decode("utf-8"), alt=alt)
    st.text(address, width="content")
    if is_of_this_computer():
        st.caption(
            _(
                "This address is known to this computer alone. For phones, open the app by the network address "
                "that it prints when it starts, then show the code again."
            ),
            width="content",
        )


def is_of_this_computer() -> bool:
    """Whether nobody else can open the address: it names the computer it is read on."""
    host = urlsplit(st.context.url or "").hostname or ""
    return host in ("localhost", "::1") or host.endswith(".localhost") or host.startswith("127.")
