"""Data: load predictions from a sample, a file, pasted text or the generator, and see what was read."""

from __future__ import annotations

import streamlit as st

from ui.data import from_source, generator, mapping, report, settings, ways_in
from ui.frame import header, questions
from ui.live import undo
from ui.session import arrived, gallery, incoming, reading_job
from ui.shared.text import _

header.begin()
settings.take()
header.header(
    _("Load predictions"),
    _("One row for each case: the right answer and what the model said. It stays in this session's memory."),
)
questions.memory_note(on_data_page=True)
arrived.field(
    incoming.UPLOAD,
    changed=incoming.take_upload,
    meaning=_("A column with the truth and a column with scores or predicted labels; names and order do not matter."),
)
settings.show_taken()
from_source.upload()
# Below a refusal or a file on its way stands nothing of what was loaded before, until the visitor turns to it.
if questions.settle():
    report.what_was_read()
    report.what_is_held()
if not reading_job.is_under_way():
    mapping.mapping()
undo.history()

ways = {
    **({_(":material/database: From a source"): from_source.show} if from_source.are_named() else {}),
    _(":material/school: Samples"): gallery.show,
    _(":material/content_paste: Paste"): ways_in.paste_box,
    _(":material/casino: Generate"): generator.generator,
}
for place, show in zip(st.tabs(list(ways), key="way_in"), ways.values(), strict=True):
    with place:
        show()
