"""Courses on the pages: steps go on inside them; a teacher's own is made on Home, kept in the address."""

from dataclasses import replace

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.session.sessions import own_file
from ui.audience import panel, poll
from ui.frame import course, course_text, path
from ui.frame.course import COURSES
from ui.frame.course_steps import KNOWN
from ui.session import samples
from ui.shared import navigation

PAGES = samples.FOLDER.parent / "pages"
VIEW = course_text.view("curves", {"sample": "melon-20", "t": "0.6"})
MINE = (KNOWN["rare"], replace(VIEW, own="Mine: *look*"), replace(KNOWN["ties"], own="Ties?"))


def run(page, **asked):
    at = AppTest.from_file(str(PAGES / f"{page}.py"), default_timeout=60)
    at.query_params.update(asked)
    return well(at.run())


def well(at):
    assert not at.exception
    return at


def address(at):
    return {key: value[0] if isinstance(value, list) else value for key, value in at.query_params.items()}


def line(at):
    return next((text.value for text in at.markdown if text.value.startswith("**Step ")), None)


def steps(at):
    """Return the keys of the teacher's own course."""
    return list(at.session_state["own_course"].steps)


def click(at, key):
    return well(at.button(key=key).click().run())


@pytest.fixture(autouse=True)
def ways(monkeypatch):
    """Where the buttons lead."""
    found = []
    monkeypatch.setattr(navigation, "go_to", lambda page, **_asked: found.append(page))
    return found


class TestWalked:
    def test_steps_go_on_inside_the_course(self, ways):
        at = run("confusion_matrix", **path.asked(KNOWN["lecture"]), course="short")
        assert line(at).startswith("**Step 5 of 12.**")
        click(at, "path_next")
        assert (at.session_state["path"], address(at)["course"]) == ("rare", "short")
        assert line(at) is not None
        click(at, "lesson_close")
        assert line(at) is None
        assert not {"path", "course"} & set(address(at))
        assert ways == ["confusion_matrix"]

    def test_the_whole_chapter_needs_no_word_in_the_address(self):
        assert "course" not in address(run("confusion_matrix", **path.asked(KNOWN["lecture"]), course="chapter"))

    def test_a_step_that_the_chapter_does_not_have(self):
        at = run("resampling", **path.asked(KNOWN["kfold"]), course="book")
        assert line(at).endswith(KNOWN["kfold"].shows)
        assert at.session_state["ev_method"] == "kfold"

    def test_a_link_of_one_s_own_opens_its_view_and_goes_on(self):
        packed = course_text.packed(MINE)
        at = run("curves", **VIEW.asked, path="view1", course=packed)
        assert line(at) == r"**Step 2 of 3.** Mine:" + "\u200b" + r" \*look\*"
        assert (at.session_state["loaded"].sample, at.session_state["t"]) == ("melon-20", 0.6)
        assert address(at)["course"] == packed
        assert not at.toast
        click(at, "path_next")
        assert line(at) == r"**Step 3 of 3, the last.** Ties?"
        assert at.session_state["loaded"].sample == "ties"

    @pytest.mark.parametrize("course_asked", ["nowhere", "own"])
    def test_a_course_that_there_is_not_is_said_once_and_the_page_is_shown(self, course_asked):
        at = run("curves", sample="melon-20", path="view1", course=course_asked)
        (toast,) = at.toast
        assert toast.value.startswith(("course must be", "Your own path was only in memory"))
        assert line(at) is None
        assert at.session_state["loaded"].sample == "melon-20"
        assert not {"path", "course"} & set(address(at))
        assert not well(at.run()).toast

    def test_its_step_stays_where_the_chapter_has_it(self):
        at = run("curves", **path.asked(KNOWN["ties"]), course="nowhere")
        assert line(at).endswith(KNOWN["ties"].shows)


class TestMade:
    @pytest.fixture
    def home(self):
        at = AppTest.from_file(str(PAGES / "home.py"), default_timeout=60)
        at.session_state["door_own"] = True
        return well(at.run())

    def test_a_course_that_is_built_in_is_begun(self, home, ways):
        for key in ("book", "short"):
            click(home, f"door_{key}")
            assert (home.session_state["course"], home.session_state["path"]) == (key, COURSES[key].first.key)
        assert ways == [COURSES[key].first.page for key in ("book", "short")]

    def test_steps_are_moved_taken_out_and_added_and_changes_taken_back(self, home):
        click(home, "own_path_from_short")
        short = list(COURSES["short"].steps)
        assert steps(home) == short
        assert home.button(key="own_path_up").disabled
        click(home, "own_path_down")
        assert steps(home) == [short[1], short[0], *short[2:]]
        assert home.session_state["own_path_at"] == 1
        click(home, "own_path_out")
        assert steps(home) == [short[1], *short[2:]]
        well(home.selectbox(key="own_path_further").set_value("halves").run())
        click(home, "own_path_add")
        assert steps(home) == [short[1], "halves", *short[2:]]
        for _change in range(3):
            click(home, "own_path_back")
        assert steps(home) == short
        click(home, "own_path_back")
        assert home.session_state["own_course"] is None
        assert "own_path_back" not in {button.key for button in home.button}

    def test_a_line_of_one_s_own(self, home):
        click(home, "own_path_from_short")
        (field,) = (one for one in home.text_input if one.key.startswith("own_path_line_"))
        assert field.placeholder == COURSES["short"].first.shows
        well(field.set_value("  My *line* ").run())
        assert home.session_state["own_course"].first.own == "My *line*"
        assert r"1\. My \*line\*" in home.radio(key="own_path_at").options
        (field,) = (one for one in home.text_input if one.key.startswith("own_path_line_"))
        well(field.set_value("").run())
        assert home.session_state["own_course"].first.own is None

    def test_the_address_holds_it_and_brings_it_back(self, home, ways):
        click(home, "own_path_from_short")
        packed = course_text.packed(list(COURSES["short"].steps.values()))
        assert address(home)["course"] == packed
        again = run("home", course=packed)
        assert steps(again) == list(COURSES["short"].steps)
        click(again, "door_mine")
        assert ways == [COURSES["short"].first.page]
        assert again.session_state["course"] == course.OWN

    def test_its_link_is_shown_and_loaded(self, home):
        click(home, "own_path_from_book")
        link = next(code.value for code in home.code if "course=" in code.value and "embed" not in code.value)
        slide = next(code.value for code in home.code if "embed=1" in code.value)
        assert link.startswith("/hypotheses?")
        assert len(link) < course_text.LONGEST_OF_CODE
        assert "course=" not in slide
        click(home, "own_path_back")
        well(home.text_input(key="own_path_link").set_value(f"http://localhost:8501{link}").run())
        assert steps(home) == list(COURSES["book"].steps)

    def test_a_link_that_cannot_be_used_is_refused_and_the_path_stays(self, home):
        click(home, "own_path_from_short")
        well(home.text_input(key="own_path_link").set_value("http://localhost:8501/?course=nonsense").run())
        (error,) = home.error
        assert error.value.startswith("course must be")
        assert steps(home) == list(COURSES["short"].steps)
        click(home, "own_path_down")
        assert not home.error

    def test_a_file_is_loaded_and_another_refused(self, home):
        (field,) = home.get("file_uploader")
        field.set_value(("path.json", course_text.written(list(course.of(MINE).steps.values())), "application/json"))
        well(home.run())
        assert steps(home) == ["rare", "view1", "ties"]
        (field,) = home.get("file_uploader")
        field.set_value(("path.json", b'{"path": ["apples"]}', "application/json"))
        well(home.run())
        (error,) = home.error
        assert "must be known here" in error.value
        assert steps(home) == ["rare", "view1", "ties"]

    def test_a_path_too_long_for_a_link_is_a_file(self, home, monkeypatch):
        monkeypatch.setattr(course_text, "LONGEST_LINK", 40)
        click(home, "own_path_from_book")
        assert "This path is too long for a link: save it as a file." in {caption.value for caption in home.caption}
        assert address(home)["course"] == course.OWN

    def test_a_link_too_long_for_a_code_says_so(self, home, monkeypatch):
        monkeypatch.setattr(course_text, "LONGEST_OF_CODE", 100)
        click(home, "own_path_from_book")
        assert any("are too long for a QR code, which holds 100." in caption.value for caption in home.caption)


def _sidebar():
    from ui.frame import own_view  # noqa: PLC0415 - the script is run on its own
    from ui.session import address, loaded  # noqa: PLC0415

    address.start()
    loaded.current()
    own_view.offer()


class TestKept:
    def kept(self, *, on="costs", mine=MINE, **asked):
        at = AppTest.from_function(_sidebar, default_timeout=60)
        at.query_params.update(asked)
        at.session_state["page_on"] = on
        if mine is not None:
            at.session_state["own_course"] = course.of(mine)
        return well(at.run())

    def test_a_view_is_put_at_the_end(self):
        at = click(self.kept(sample="melon-20", cost_fn="5", lang="zh"), "keep_view")
        assert steps(at) == ["rare", "view1", "ties", "view2"]
        view = at.session_state["own_course"].steps["view2"]
        assert (view.page, view.asked) == ("costs", {"sample": "melon-20", "cost_fn": "5"})
        assert len(at.toast) == 1

    def test_or_behind_the_step_whose_turn_it_is_with_its_scene(self):
        mine = (KNOWN["rows"], KNOWN["pairs"])
        at = self.kept(on="curves", mine=mine, sample="melon-20", path="rows", course=course_text.packed(mine))
        click(at, "keep_view")
        assert steps(at) == ["rows", "view1", "pairs"]
        assert at.session_state["own_course"].steps["view1"].scene == KNOWN["rows"].scene

    def test_a_class_that_answers_is_no_table_of_ones_own(self, monkeypatch):
        monkeypatch.setattr(poll, "_classes", {})
        at = self.kept(sample="melon-20", cost_fn="5")
        at.session_state[panel._CODE] = poll.begin()
        click(at, "keep_view")
        (toast,) = at.toast
        assert toast.value == "This view is step 4 of your path."

    def test_of_an_own_file_the_settings_are_kept_and_it_says_so(self):
        at = self.kept(sample="melon-20", cost_fn="5")
        at.session_state["loaded"] = own_file(pd.DataFrame({"y": ["a", "b"], "s": [0.9, 0.1]}), truth="y", scores=["s"])
        click(at, "keep_view")
        (toast,) = at.toast
        assert toast.value == (
            "This view is step 4 of your path. Of your own file or table it keeps the settings, not the rows: load "
            "these before you show it."
        )

    def test_a_page_that_shows_no_rows_keeps_none(self):
        at = click(self.kept(on="resampling", sample="melon-20", ev_method="loo"), "keep_view")
        assert at.session_state["own_course"].steps["view2"].asked == {"ev_method": "loo"}

    def test_it_is_offered_to_who_has_a_path_on_a_page_of_the_chapter(self):
        assert not self.kept(mine=None).button
        assert not self.kept(on="data").button
        assert self.kept(mine=(*COURSES["book"].steps.values(), *[VIEW] * 33)).button(key="keep_view").disabled


class TestEmbedded:
    def test_a_scene_stands_without_the_frame(self):
        at = run("confusion_matrix", **path.asked(KNOWN["lecture"]), embed="1")
        assert {text.value for text in at.markdown} >= {KNOWN["lecture"].shows}
        assert not at.tabs
        assert not at.get("download_button")
        keys = {button.key for button in at.button}
        assert not keys & {"path_next", "path_back", "lesson_close", "present_button", "code", "hide"}

    def test_what_is_hidden_can_be_revealed(self):
        at = run("confusion_matrix", **path.asked(KNOWN["lecture"]), embed="true", hidden="1")
        click(at, "hide")
        assert "hide" not in {button.key for button in at.button}

    def test_any_other_word_embeds_nothing(self):
        assert run("confusion_matrix", sample="lecture-20", embed="0").tabs


class TestStagesOfAView:
    """A view like a step is built up in as many stages as what it shows has: the last of them shows all."""

    @pytest.mark.parametrize(("k", "stages"), [("5", 5), ("10", 10), ("20", 4)])
    def test_folds_of_another_number(self, k, stages):
        view = course_text.view("resampling", {"ev_view": "spread", "ev_method": "kfold", "ev_k": k}, like="kfold")
        assert self.opened(view).session_state["scene_stages"] == stages

    @pytest.mark.parametrize(("sample", "stages"), [("four-samples", 4), ("lecture-20", 0)])
    def test_pairs_of_other_rows(self, sample, stages):
        view = course_text.view("curves", {"sample": sample}, like="pairs")
        assert self.opened(view).session_state["scene_stages"] == stages

    def test_rows_too_many_for_the_staircase_are_shown_by_the_page(self):
        few, many = ("melon-20", "rare-class")
        for sample, chart in ((few, "build_chart"), (many, "curves_chart")):
            at = self.opened(course_text.view("curves", {"sample": sample}, like="rows"))
            assert [one.proto.id.rpartition("-")[2] for one in at.get("plotly_chart")] == [chart]

    def opened(self, view):
        packed = course_text.packed(list(course.of([view]).steps.values()))
        return run(view.page, path="view1", course=packed, present="1", **view.asked)
