"""The body of a page: its parts in their order, with a live threshold and without one."""

import pytest
from streamlit.testing.v1 import AppTest

from ui.shared import text


@pytest.fixture(autouse=True)
def english(monkeypatch):
    monkeypatch.setattr(text, "language", lambda: "en")


def without_threshold():
    import plotly.graph_objects as go  # noqa: PLC0415 - the function is the script
    import streamlit as st  # noqa: PLC0415

    from tests.ui.exercises.sets import SETS  # noqa: PLC0415
    from ui.frame import page  # noqa: PLC0415
    from ui.shared.downloads import Export  # noqa: PLC0415

    def say(word):
        return lambda: st.markdown(word)

    page.show(
        page.Figure("a_chart", go.Figure(), "a figure", notes=say("a note")),
        page.Below(
            readings=say("readings"),
            sections=[page.Section("folded", say("in a section")), page.Section(None, say("open"))],
            export=lambda: Export("Figure as HTML", "figure", "Title", "what it shows", go.Figure),
        ),
        topic="curves",
        exercises=SETS["curves"],
        further=[page.Section("further", say("at the end"))],
    )


def with_threshold():
    import plotly.graph_objects as go  # noqa: PLC0415 - the function is the script
    import streamlit as st  # noqa: PLC0415

    from tests.ui.exercises.sets import SETS  # noqa: PLC0415
    from ui.frame import page  # noqa: PLC0415
    from ui.session import address, computed, loaded  # noqa: PLC0415

    address.start()
    rows = loaded.binary()
    table = computed.counts(rows)

    def below(t):
        return page.Below(readings=lambda: st.markdown(f"at {t:g}"))

    page.show(
        page.Figure("a_chart", go.Figure(), "a figure"),
        page.LiveThreshold(table, computed.best(rows), below),
        topic="curves",
        exercises=SETS["curves"],
    )


def with_a_listener():
    import plotly.graph_objects as go  # noqa: PLC0415 - the function is the script
    import streamlit as st  # noqa: PLC0415

    from tests.ui.exercises.sets import SETS  # noqa: PLC0415
    from ui.frame import page  # noqa: PLC0415

    page.show(
        page.Figure("a_chart", go.Figure(), "a figure", within=lambda: st.markdown("with the chart")),
        page.Below(readings=lambda: st.markdown("readings")),
        topic="curves",
        exercises=SETS["curves"],
    )


def test_parts_stand_in_their_order():
    at = AppTest.from_function(without_threshold).run()
    assert not at.exception
    assert [m.value for m in at.markdown][:5] == ["a note", "readings", "in a section", "open", "at the end"]
    assert [e.label for e in at.expander][:3] == ["folded", "further", "What it means, and common misconceptions"]
    assert at.expander[0].markdown[0].value == "in a section"
    assert [button.label for button in at.get("download_button")] == ["Figure as HTML"]
    assert "t" not in [field.key for field in at.number_input]


def test_what_stands_below_follows_the_threshold_and_the_address_repeats_it():
    at = AppTest.from_function(with_threshold).run()
    assert not at.exception
    assert "at 0.5" in [m.value for m in at.markdown]
    at.number_input(key="t").set_value(0.75).run()
    assert "at 0.75" in [m.value for m in at.markdown]
    assert at.query_params["t"] == "0.75"


def test_what_listens_to_a_chart_stands_in_one_box_with_it():
    at = AppTest.from_function(with_a_listener).run()
    assert not at.exception
    box = next(b for b in at.main.children.values() if b.type == "flex_container")
    assert [child.type for child in box.children.values()] == ["plotly_chart", "markdown"]
