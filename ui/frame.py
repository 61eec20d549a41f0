"""What the pages about one score have in common: header, and what to say when the loaded data do not fit."""

from __future__ import annotations

from urllib.parse import urlsplit

import streamlit as st

from ui import state
from ui.numbers import percent
from ui.text import _, plain

FRAMED = "framed"
# Room for numerators, and a scroll bar of its own for a formula wider than its column. A table's own toolbar is hidden:
# its download would hand text from a file to a spreadsheet without the guard of ui/export.py.
_STYLE = """<style>
.katex-display { padding: 0.4rem 0; overflow-x: auto; overflow-y: hidden; }
[data-testid="stFullScreenFrame"]:has([data-testid="stDataFrame"]) [data-testid="stElementToolbar"] { display: none; }
</style>"""


def whole_app() -> None:
    """Bring the frame back where a page was opened first on a new server.

    As long as no session has run app.py, Streamlit takes the folder `pages` for its own older kind of app and runs the
    page alone. Naming the page to `st.navigation` ends that, and the run is asked for again, now with app.py. Without
    an address there is no server (a test runs the page on its own) and nothing to bring back.
    """
    if st.session_state.get(FRAMED) or not st.context.url:
        return
    st.session_state[FRAMED] = True
    page = urlsplit(st.context.url).path.rstrip("/").rpartition("/")[2]
    st.navigation([st.Page("app.py"), st.Page(f"pages/{page}.py")])
    st.rerun()


def go_to(page: str) -> None:
    """Open another page of the app; a page that runs on its own has none."""
    if st.session_state.get(FRAMED):
        st.switch_page(f"pages/{page}.py")


def header(title: str, sentence: str) -> None:
    """Show the page's title and its one sentence."""
    whole_app()
    st.html(_STYLE)
    st.title(title, anchor=False)
    st.markdown(sentence)


def binary_page(*, title: str, sentence: str, without_score: str) -> state.Binary:
    """Show the header and return the rows as positives against negatives; a regression stops the page with a word.

    `without_score` stands in for the sentence where the chosen model only gives labels.
    """
    state.start()
    if state.loaded().predictions.task == "regression":
        header(title, sentence)
        st.info(
            _(
                "What is loaded predicts a number, so no row is right or wrong. Load predictions of classes to see "
                "this page."
            )
        )
        st.stop()
    rows = state.binary()
    first = sentence if rows.score is not None else without_score
    said = _("{sentence} Positive class: **{name}**.", sentence=first, name=plain(rows.positive))
    header(title, said)
    return rows


def direction_note(rows: state.Binary) -> None:
    """Say so where a high score speaks for the other class; nothing is turned over by itself."""
    auc = state.auc(rows)
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
