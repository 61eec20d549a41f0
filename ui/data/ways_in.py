"""The ways data come in besides a file: samples as cards, a box for pasted rows; and why the last input was refused."""

from __future__ import annotations

import streamlit as st

from ui.session import incoming, loaded, samples
from ui.shared import navigation
from ui.shared.text import _, say

# Three cards in a row at most, none too narrow for its sentence, and the buttons of a row at one height.
_GRID = """<style>
.st-key-gallery {
  display: grid; grid-template-columns: repeat(auto-fill, minmax(max(12rem, 30%), 1fr)); align-items: stretch;
}
.st-key-gallery [class*="st-key-sample_"] { margin-top: auto; }
</style>"""


def refused() -> bool:
    """Show why the last input could not be used, until the visitor turns to something else; tell whether it does."""
    last: incoming.Refused | None = st.session_state.get(incoming.REFUSED)
    if last is None:
        return False
    st.error(say(last.error.message), icon=":material/error:")
    if loaded.gone() is None:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(_("Still loaded: {name}.", name=incoming.loaded_name()))
            st.button(_("Turn to it"), key="turn_back", on_click=incoming.turn_back, icon=":material/history:")
    return True


def gallery() -> None:
    """Show the samples as cards, as many in a row as have room, each with its lesson."""
    st.html(_GRID)
    with st.container(key="gallery"):
        for key, sample in samples.SAMPLES.items():
            with st.container(border=True, height="stretch"):
                st.markdown(f"{sample.icon} **{_(sample.title)}**")
                st.caption(_(sample.lesson))
                if st.button(
                    _("Open"), key=f"sample_{key}", on_click=incoming.take_sample, args=(key,), width="stretch"
                ):
                    navigation.go_to("confusion_matrix")


def paste_box() -> None:
    """Show a box for rows copied from elsewhere."""
    st.text_area(
        _("Rows copied from a spreadsheet or a file, with a header"),
        key="pasted",
        height=180,
        placeholder="y,score\n1,0.92\n0,0.31",
    )
    st.button(_("Load these rows"), on_click=incoming.take_pasted, key="paste_go", type="primary")
