"""What the pages about one score have in common: header, and what to say when the loaded data do not fit."""

from __future__ import annotations

import streamlit as st

from evalcore.predictions import BinaryView
from ui.frame import questions
from ui.live import bridge
from ui.session import address, computed, incoming, loaded
from ui.shared import navigation
from ui.shared.numbers import percent
from ui.shared.text import _, plain

# Room for numerators, and a scroll bar of its own for a formula wider than its column. A table's own toolbar is hidden:
# its download would hand text from a file to a spreadsheet without the guard of ui/shared/downloads.py.
_STYLE = """<style>
.katex-display { padding: 0.4rem 0; overflow-x: auto; overflow-y: hidden; }
[data-testid="stFullScreenFrame"]:has([data-testid="stDataFrame"]) [data-testid="stElementToolbar"] { display: none; }
</style>"""


def begin() -> None:
    """Read the address, and load a file that has been read, before anything is drawn.

    Widgets that belong to what was loaded before would hand their values to the new rows. In the app, app.py has done
    so before the sidebar.
    """
    address.start()
    if not st.session_state.get(navigation.FRAMED):
        incoming.take_read()


def header(title: str, sentence: str) -> None:
    """Show the page's title and its one sentence."""
    navigation.whole_app()
    st.html(_STYLE)
    # What reports the width has no height of its own and takes no gap.
    with st.container(gap=None):
        st.title(title, anchor=False)
        bridge.width()
    st.markdown(sentence)


def binary_page(*, title: str, sentence: str, without_score: str) -> BinaryView:
    """Show the header and return the rows as positives against negatives; a regression stops the page with a word.

    `without_score` stands in for the sentence where the chosen model only gives labels.
    """
    begin()
    if questions.are_open():
        open_now = _("There is something to settle before numbers can be shown.")
        header(title, _("Nothing is loaded.") if loaded.gone() else open_now)
        questions.memory_note()
        questions.settle()
        st.stop()
    questions.what_is_still_shown()
    if loaded.current().predictions.task == "regression":
        header(title, sentence)
        st.info(
            _(
                "What is loaded predicts a number, so no row is right or wrong. Load predictions of classes to see "
                "this page."
            )
        )
        st.stop()
    rows = loaded.binary()
    first = sentence if rows.score is not None else without_score
    said = _("{sentence} Positive class: **{name}**.", sentence=first, name=plain(rows.positive))
    predictions = loaded.current().predictions
    if predictions.split is not None:
        part = _("all parts together") if predictions.part is None else plain(predictions.part)
        said = _("{sentence} Rows: **{part}**.", sentence=said, part=part)
    header(title, said)
    return rows


def direction_note(rows: BinaryView) -> None:
    """Say so where a high score speaks for the other class; nothing is turned over by itself."""
    auc = computed.auc(rows)
    if auc < 0.5:
        st.warning(
            _(
                "Higher scores speak against the positive class {name}: only {share} of the pairs of a positive and a "
                "negative row are in order (AUC below .5). If the scores are for the other class, choose it as the "
                "positive one.",
                name=plain(rows.positive),
                share=percent(auc),
            ),
            icon=":material/swap_vert:",
        )
