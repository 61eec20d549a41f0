"""Data: load predictions from a sample, a file, pasted text or the generator, and see what was read."""

from __future__ import annotations

import streamlit as st

from ui import frame, loading, report, state
from ui.text import _

state.start()
frame.header(
    _("Load predictions"),
    _("One row for each case: the right answer and what the model said. It stays in this session's memory."),
)
loading.refused()

upload, gallery, paste, generator = st.tabs(
    [
        _(":material/upload_file: Your file"),
        _(":material/school: Samples"),
        _(":material/content_paste: Paste"),
        _(":material/casino: Generate"),
    ],
    key="way_in",
)
with upload:
    st.file_uploader(
        _("CSV, TSV, Parquet or Excel, also as .gz or .zip"),
        key="upload",
        on_change=loading.take_upload,
        help=_("A column with the truth and a column with scores or predicted labels; names and order do not matter."),
    )
with gallery:
    loading.gallery()
with paste:
    st.text_area(
        _("Rows copied from a spreadsheet or a file, with a header"),
        key="pasted",
        height=180,
        placeholder="y,score\n1,0.92\n0,0.31",
    )
    st.button(_("Load"), on_click=loading.take_pasted, key="paste_go", type="primary")
with generator:
    loading.generator()

loaded = state.loaded()
loading.mapping()
report.what_was_read(loaded.predictions)
if loaded.predictions.task != "regression":
    st.page_link("pages/confusion_matrix.py", label=_("See the confusion matrix"), icon=":material/arrow_forward:")
