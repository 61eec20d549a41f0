"""The sections of a page: their order, what is made when, and what stays as it was drawn."""

import json

import pytest
from streamlit.testing.v1 import AppTest

from ui.frame import tabs
from ui.live import drawn
from ui.session import screen
from ui.shared import chapter, text


@pytest.fixture(autouse=True)
def english(monkeypatch):
    monkeypatch.setattr(text, "language", lambda: "en")


def without_threshold():
    import plotly.graph_objects as go  # noqa: PLC0415 - the function is the script
    import streamlit as st  # noqa: PLC0415

    from tests.ui.exercises.sets import SETS  # noqa: PLC0415
    from ui.frame import page  # noqa: PLC0415
    from ui.session import address  # noqa: PLC0415

    def say(word):
        return lambda: st.markdown(word)

    def sections():
        st.markdown("controls")
        return page.Sections(
            figure=lambda _t: page.Figure(
                "a_chart", go.Figure(), "a figure", notes=say("a note"), within=say("listens")
            ),
            answer=lambda _t: page.Answer(
                "the answer", page.Button("Do it", st.session_state.update, ({"done": True},))
            ),
            tabs=lambda _t: [
                page.Tab("formulas", say("a formula")),
                page.Tab("readings", say("a reading"), title="A heading"),
                page.Tab("readings", say("another")),
            ],
            options=say("in the drawer"),
            export=lambda _t: page.Export("Figure as HTML", "figure", "Title", "what it shows", go.Figure),
            table=lambda _t: page.Table("Table as CSV", "table", None),
        )

    address.start()
    page.show(page.Page("curves", "A title", SETS["curves"], sections, note="a word"))


def with_threshold():
    import plotly.graph_objects as go  # noqa: PLC0415 - the function is the script
    import streamlit as st  # noqa: PLC0415

    from ui.frame import page  # noqa: PLC0415
    from ui.session import address, loaded  # noqa: PLC0415

    address.start()
    rows = loaded.binary()

    def sections():
        option = st.session_state.get("option")
        return page.Sections(
            figure=lambda t: page.Figure(
                "a_chart", go.Figure(layout_title_text=f"{t} {option}"), lambda now: f"a figure at {now}"
            ),
            of=(option,),
            answer=lambda t: page.Answer(f"at {t:g}"),
        )

    threshold = page.LiveThreshold(rows)
    page.show(page.Page("curves", "A title", [], sections, rows=rows, threshold=threshold))


def said(at):
    assert not at.exception
    return [m.value for m in at.markdown]


def opened(script, **chosen):
    at = AppTest.from_function(script, default_timeout=30)
    at.query_params.update(chosen)
    return at.run()


def layout(at):
    (chart,) = at.get("plotly_chart")
    return json.loads(chart.proto.spec)["layout"]


def test_bands_stand_in_their_order():
    at = opened(without_threshold, lesson="0")
    marked = ":gray-badge[Sample] the answer"
    assert said(at) == ["controls", marked, "listens", "a note", "a reading", "another"]
    assert at.title[0].value == "A title"
    assert at.caption[0].value == "a word"
    assert [tab.label for tab in at.tabs] == ["Readings", "Formulas", "Learn", "Exercises"]
    assert [one.value for one in at.header] == ["A heading"]
    assert [button.label for button in at.get("download_button")] == ["Figure as HTML", "Table as CSV"]
    assert "t" not in [field.key for field in at.number_input]


def test_only_the_tab_of_the_address_is_made():
    at = opened(without_threshold, tab="formulas")
    assert "a formula" in said(at)
    assert "a reading" not in said(at)
    assert at.query_params["tab"] in ("formulas", ["formulas"])
    exercises = opened(without_threshold, tab="exercises")
    assert exercises.get("button_group")
    assert not {"a formula", "a reading"} & set(said(exercises))


@pytest.mark.parametrize("tab", ["sure", "nonsense", ""])
def test_a_tab_the_page_has_not_opens_the_first(tab):
    assert "a reading" in said(opened(without_threshold, tab=tab))


def test_the_answer_has_its_button():
    at = opened(without_threshold)
    at.button(key="answer_button").click().run()
    assert at.session_state["done"]


def test_the_drawer_opens_and_closes():
    at = opened(without_threshold)
    for seen in (True, False):
        at.button(key="options").click().run()
        assert ("in the drawer" in said(at)) is seen


def test_a_lesson_is_shown_until_it_is_closed():
    at = opened(with_threshold)
    lesson = "At threshold 0.5 precision, recall, F1 and accuracy are all 0.6: the same value, four meanings."
    assert any(text.startswith(lesson) for text in said(at))
    at.button(key="lesson_close").click().run()
    assert not any(text.startswith(lesson) for text in said(at))
    assert at.query_params["lesson"] in ("0", ["0"])


def test_what_stands_on_the_page_follows_the_threshold_and_the_address_repeats_it():
    at = opened(with_threshold)
    assert ":gray-badge[Sample] at 0.5" in said(at)
    at.number_input(key="t").set_value(0.75).run()
    assert ":gray-badge[Sample] at 0.75" in said(at)
    assert at.query_params["t"] in ("0.75", ["0.75"])
    assert layout(at)["title"]["text"] == "0.75 None"


def test_what_is_said_of_the_figure_follows_the_threshold():
    at = opened(with_threshold)
    (chart,) = at.get("plotly_chart")
    assert chart.proto.alt == "a figure at 0.5"
    # As the bridge does where a handle is let go: the browser has moved the figure already.
    at.session_state["t"] = 0.75
    at.run()
    (chart,) = at.get("plotly_chart")
    assert chart.proto.alt == "a figure at 0.75"
    assert ":gray-badge[Sample] at 0.75" in said(at)


class TestPresenter:
    def test_tabs_are_away_unless_one_was_opened(self):
        assert not opened(without_threshold, present="1").tabs
        assert opened(without_threshold, present="1", tab="learn").tabs

    def test_who_looks_on_is_told_what_is_asked_and_not_what_the_lesson_answers(self):
        at = opened(without_threshold, present="1")
        assert chapter.PAGES["curves"].question in said(at)
        assert not [one for one in at.button if one.key == "lesson_close"]
        at = opened(without_threshold)
        assert chapter.PAGES["curves"].question not in said(at)

    def test_it_is_begun_and_ended_by_a_button(self):
        at = opened(without_threshold)
        for present in ("1", None):
            at.button(key="present_button").click().run()
            assert not at.exception
            found = at.query_params.get("present")
            assert found in (present, [present])

    def test_the_code_of_the_address(self):
        at = opened(without_threshold, present="1")
        at.button(key="code").click().run()
        assert not at.exception
        assert [one.value for one in at.text] == ["?present=1"]
        at.button(key="code_close").click().run()
        assert not at.text

    def test_hiding_is_in_the_address(self):
        at = opened(without_threshold, present="1")
        at.button(key="hide").click().run()
        assert at.query_params["hidden"] in ("1", ["1"])


class TestDrawn:
    @pytest.fixture
    def made(self, monkeypatch):
        session, made = {}, []
        monkeypatch.setattr(drawn.st, "session_state", session)

        def show(t, of=("a",)):
            return drawn.figure(of, t, lambda revision: made.append((t, *of, revision)) or (t, *of))

        return show, made

    def test_a_handle_let_go_leaves_it(self, made):
        show, all_made = made
        show(0.5)
        drawn.moved()
        assert show(0.75) == (0.5, "a")
        assert show(0.25) == (0.5, "a")
        assert len(all_made) == 1

    def test_a_typed_threshold_is_drawn_also_the_one_it_was_drawn_with(self, made):
        show, all_made = made
        show(0.5)
        drawn.moved()
        drawn.anew()
        assert show(0.5) == (0.5, "a")
        # Another revision, else the browser would take it for what it has and leave the handle where it is.
        assert [one[:-1] for one in all_made] == [(0.5, "a")] * 2
        assert all_made[1][-1] == all_made[0][-1] + 1

    def test_another_session_draws_under_another_number(self, made, monkeypatch):
        show, all_made = made
        show(0.5)
        monkeypatch.setattr(drawn.st, "session_state", {})
        show(0.5)
        assert all_made[0][-1] != all_made[1][-1]

    def test_something_else_is_drawn_at_the_present_threshold(self, made):
        show, _all_made = made
        show(0.5)
        drawn.moved()
        assert show(0.75, ("b",)) == (0.75, "b")

    def test_the_same_again_is_not_made_again(self, made):
        show, all_made = made
        for _run in range(3):
            drawn.anew()
            show(0.5)
        assert len(all_made) == 1

    def test_a_run_broken_off_does_not_lose_the_wish(self, made):
        show, _all_made = made
        show(0.5)
        drawn.anew()
        with pytest.raises(KeyboardInterrupt):
            drawn.figure(("a",), 0.75, lambda _revision: (_ for _ in ()).throw(KeyboardInterrupt))
        assert show(0.75) == (0.75, "a")


def test_every_tab_can_be_asked_for_by_a_link():
    assert tuple(tabs.NAMES) == screen.TABS
