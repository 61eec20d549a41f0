"""What must be settled before numbers: a file that is gone, pooled parts, a guessed class, a refused file."""

import re

import pytest
from streamlit.testing.v1 import AppTest

from evalcore.reading import start_reading
from tests.pages.test_data import GOOD, PAGES, open_page, paste, read, said, well
from ui.session import loaded
from ui.shared.text import plain

NUMBERS = ("metric", "dataframe", "latex", "number_input", "slider")
PARTS = "y,score,split\n1,0.9,train\n0,0.1,train\n1,0.7,test\n0,0.8,test\n1,0.4,test\n0,0.2,test\n"
CREDIT = "truth,P(Good)\n" + "".join(f"good,{0.99 - i / 100}\n" for i in range(7)) + "bad,0.5\nbad,0.2\nbad,0.935\n"
THREE = ["confusion_matrix", "curves", "costs"]


def other_page(at, name):
    """Open another page in the session of this one."""
    page = AppTest.from_file(str(PAGES / f"{name}.py"), default_timeout=60)
    for key in ("loaded", "table", "columns", "table_in_use", "open_questions", "refused", "gone"):
        if key in at.session_state:
            page.session_state[key] = at.session_state[key]
    page.run()
    assert not page.exception
    return page


def shows_numbers(page):
    return any(len(page.get(kind)) for kind in NUMBERS) or bool(page.get("plotly_chart"))


@pytest.mark.slow
class TestGone:
    @pytest.mark.parametrize("name", THREE)
    @pytest.mark.parametrize(
        ("source", "sentence"),
        [
            ("file", "Your file was only in memory; load it again."),
            ("generated", "The generated rows were only in memory; generate them again."),
        ],
    )
    def test_a_reload_shows_no_numbers(self, name, source, sentence):
        at = AppTest.from_file(str(PAGES / f"{name}.py"), default_timeout=60)
        at.query_params.update({"source": source, "t": "0.69", "cost_fn": "7"})
        at.run()
        assert not at.exception
        assert [w.value for w in at.warning] == [sentence]
        assert not shows_numbers(at)
        assert "t" not in at.session_state
        assert "cost_fn" not in at.session_state
        assert any("if this one was sent to you" in m.value for m in at.markdown)

    @pytest.mark.parametrize("name", ["significance", "regression", "resampling"])
    def test_a_page_with_numbers_of_its_own_says_that_the_link_has_none(self, name):
        at = AppTest.from_file(str(PAGES / f"{name}.py"), default_timeout=60)
        at.query_params.update({"source": "file", "question": "two", "two_data": "loaded"})
        at.run()
        assert not at.exception
        assert at.warning[0].value == "Your file was only in memory; load it again."
        assert any("its sender's file is not in it" in m.value for m in at.markdown)
        # What takes the rows of a link shows no other's; resampling has its own alone.
        assert bool(at.get("plotly_chart")) == (name == "resampling")
        assert name == "resampling" or not shows_numbers(at)

    def test_the_file_that_the_tab_had_is_named_as_text_alone(self):
        at = AppTest.from_file(str(PAGES / "curves.py"), default_timeout=60)
        at.query_params.update({"source": "file"})
        at.session_state["session_lost"] = {"file": "<b>my *own*</b>.csv"}
        at.run()
        (warning,) = at.warning
        assert warning.value == (
            f"Your file {plain('<b>my *own*</b>.csv')} is gone: it was only in memory, and the page was opened anew. "
            "Load it again."
        )
        assert "<b>" not in warning.value
        # Who had it was not sent a link.
        assert not any("its sender's file is not in it" in m.value for m in at.markdown)

    @pytest.mark.parametrize("name", [*THREE, "significance"])
    def test_a_sample_that_there_is_not_is_named(self, name):
        at = AppTest.from_file(str(PAGES / f"{name}.py"), default_timeout=60)
        at.query_params.update({"sample": "melon-21" + "0" * 50, "t": "0.69", "chosen": "f1"})
        at.run()
        assert not at.exception
        assert re.search(r"a sample called melon-210+…, and there is none", at.warning[0].value.replace("\\", ""))
        assert name == "significance" or not shows_numbers(at)
        assert "t" not in at.session_state

    def test_until_something_is_loaded(self):
        at = AppTest.from_file(str(PAGES / "data.py"), default_timeout=60)
        at.query_params.update({"source": "file", "t": "0.69"})
        at.run()
        assert [w.value for w in at.warning] == ["Your file was only in memory; load it again."]
        assert not any(m.value.startswith("Loaded: ") for m in at.markdown)
        well(paste(at, GOOD))
        assert not at.warning
        assert said(at) == "Loaded: **pasted text**, 4 rows, all used."
        assert "t" not in at.session_state

    def test_the_lecture_on_request(self):
        at = AppTest.from_file(str(PAGES / "confusion_matrix.py"), default_timeout=60)
        at.query_params.update({"source": "file", "t": "0.69"})
        at.run()
        well(at.button(key="gone_sample").click().run())
        assert at.session_state["loaded"].sample == loaded.DEFAULT_SAMPLE
        assert at.number_input(key="t").value == 0.5

    def test_a_bad_file_after_a_reload(self):
        at = AppTest.from_file(str(PAGES / "data.py"), default_timeout=60)
        at.query_params.update({"source": "file"})
        at.run()
        paste(at, "just words")
        assert len(at.error) == 1
        assert "turn_back" not in [button.key for button in at.button]
        assert not any(m.value.startswith("Loaded: ") for m in at.markdown)

    def test_a_file_on_its_way_arrives_on_every_page(self):
        at = AppTest.from_file(str(PAGES / "curves.py"), default_timeout=60)
        at.query_params.update({"source": "file"})
        reading = start_reading(GOOD.encode())
        at.session_state["reading"] = (reading, "a.csv")
        assert reading.wait(60)
        well(at.run())
        assert at.session_state["loaded"].name == "a.csv"
        assert not at.warning


class TestParts:
    def test_no_number_before_a_part_is_chosen(self):
        at = well(paste(open_page(), PARTS))
        assert at.radio(key="ask_part").value is None
        assert at.radio(key="ask_part").options == ["test (4 rows)", "train (2 rows)", "all parts together"]
        assert not any(m.value.startswith("Loaded: ") for m in at.markdown)
        for name in THREE:
            page = other_page(at, name)
            assert not shows_numbers(page)
            assert page.radio(key="ask_part").value is None

    def test_a_part(self):
        at = well(paste(open_page(), PARTS))
        well(at.radio(key="ask_part").set_value("test").run())
        assert said(at) == "Loaded: **pasted text**, 6 rows read, 4 used, 2 left out."
        assert read(at).scores["score"].tolist() == [0.7, 0.8, 0.4, 0.2]
        page = other_page(at, "confusion_matrix")
        assert any("Rows: **test**" in m.value for m in page.caption)
        assert [metric.value for metric in page.metric] == ["0.500"] * 4

    def test_all_parts_together_is_said(self):
        at = well(paste(open_page(), PARTS))
        well(at.radio(key="ask_part").set_value("").run())
        assert read(at).n == 6
        assert any("are taken together" in info.value for info in at.info)
        assert any("Rows: **all parts together**" in m.value for m in other_page(at, "curves").caption)

    def test_the_answer_on_another_page_counts(self):
        page = other_page(well(paste(open_page(), PARTS)), "confusion_matrix")
        well(page.radio(key="ask_part").set_value("test").run())
        assert page.session_state["loaded"].predictions.n == 4
        assert len(page.metric) == 4

    def test_the_mapping_changes_it(self):
        at = well(paste(open_page(), PARTS))
        assert at.selectbox(key="map_split").value == "split"
        well(at.selectbox(key="map_part").set_value("train").run())
        assert read(at).n == 2
        well(at.selectbox(key="map_split").set_value(None).run())
        assert (read(at).n, read(at).split) == (6, None)
        assert "ask_part" not in [radio.key for radio in at.radio]

    def test_a_part_of_one_class_is_refused_and_the_question_stays(self):
        at = well(paste(open_page(), PARTS.replace("0,0.1,train\n", "1,0.1,train\n")))
        at.radio(key="ask_part").set_value("train").run()
        assert "or another part" in at.error[0].value
        at.button(key="turn_back").click().run()
        well(at.radio(key="ask_part").set_value("test").run())
        assert read(at).n == 4

    def test_one_part_only_is_no_question(self):
        at = well(paste(open_page(), PARTS.replace("train", "test")))
        assert said(at)
        assert not at.radio


@pytest.mark.slow
class TestPositive:
    def test_a_guess_is_asked_on_every_page(self):
        at = well(paste(open_page(), CREDIT))
        assert at.radio(key="ask_positive").options == [
            "bad (3 rows): the guess, because its name is that of what one looks for",
            "good (7 rows)",
        ]
        assert [c.value for c in at.caption if c.value.startswith("In these")] == [
            r"In these rows high values of P\(Good\) speak for good."
        ]
        for name in THREE:
            page = other_page(at, name)
            assert not shows_numbers(page)
            assert page.radio(key="ask_positive").value is None

    @pytest.mark.parametrize("label", ["good", "bad"])
    def test_until_it_is_answered(self, label):
        at = well(paste(open_page(), CREDIT))
        well(at.radio(key="ask_positive").set_value(label).run())
        assert read(at).positive == label
        assert said(at)
        page = other_page(at, "confusion_matrix")
        assert len(page.metric) == 4
        assert len(page.warning) == (label == "bad")  # the scores speak for the other class

    def test_a_convention_is_no_question(self):
        assert not well(paste(open_page(), GOOD)).radio

    def test_the_mapping_answers_too(self):
        at = well(paste(open_page(), CREDIT))
        well(at.selectbox(key="map_positive").set_value("good").run())
        assert read(at).positive == "good"
        assert not at.radio

    def test_another_truth_asks_again(self):
        at = well(paste(open_page(), "y,grade,score\n1,low,0.9\n0,high,0.2\n1,high,0.7\n0,high,0.4\n"))
        well(at.selectbox(key="map_truth").set_value("grade").run())
        assert at.radio(key="ask_positive").options[0].startswith("low (1 rows): the guess")

    def test_both_questions(self):
        at = well(paste(open_page(), PARTS.replace("\n1,", "\nbad,").replace("\n0,", "\ngood,")))
        well(at.radio(key="ask_positive").set_value("good").run())
        assert not any(m.value.startswith("Loaded: ") for m in at.markdown)
        well(at.radio(key="ask_part").set_value("test").run())
        assert (read(at).positive, read(at).part) == ("good", "test")

    def test_names_are_never_markup(self):
        at = well(paste(open_page(), CREDIT.replace("bad", "**x** <b>").replace("P(Good)", ":smile:")))
        texts = [*at.radio(key="ask_positive").options, *(c.value for c in at.caption)]
        assert not [text for text in texts if "**x**" in text or ":smile:" in text]

    @pytest.mark.parametrize("name", THREE)
    def test_to_take_it_away_again_is_no_answer(self, name):
        at = well(paste(open_page(), CREDIT))
        well(at.selectbox(key="map_positive").set_value("good").run())
        well(at.selectbox(key="map_positive").set_value(None).run())
        assert at.radio(key="ask_positive").value is None
        assert not shows_numbers(other_page(at, name))

    def test_scores_of_rows_that_weigh_nothing_speak_for_no_class(self):
        at = well(paste(open_page(), "y,score,weight\ngood,0.9,1\nbad,0.2,0\ngood,0.4,1\nbad,0.3,0\n"))
        assert at.radio(key="ask_positive")
        assert not [c.value for c in at.caption if c.value.startswith("In these")]


@pytest.mark.slow
class TestRefused:
    NO_SCORE = "y,level,part\n1,5,train\n0,3,train\n1,4,test\n0,5,test\n1,2,test\n0,3,test\n"

    def test_the_questions_of_a_refused_file_are_asked_once_its_columns_are_chosen(self):
        at = paste(open_page(), self.NO_SCORE)
        assert "At least one score or label column" in at.error[0].value
        well(at.multiselect(key="map_scores").set_value(["level"]).run())
        assert at.radio(key="ask_part").value is None
        for name in THREE:
            assert not shows_numbers(other_page(at, name))

    def test_the_questions_of_what_is_loaded_are_not_those_of_a_refused_file(self):
        at = paste(well(paste(open_page(), CREDIT)), self.NO_SCORE)
        page = other_page(at, "curves")
        assert len(page.error) == 1
        well(page.button(key="turn_back").click().run())
        assert page.radio(key="ask_positive").options[0].startswith("bad (3 rows): the guess")
        well(page.radio(key="ask_positive").set_value("good").run())
        assert page.session_state["loaded"].predictions.positive == "good"
        well(at.button(key="turn_back").click().run())
        assert at.radio(key="ask_positive").value is None

    UNFIT = "y,a,b,grade\na,0.9,0.1,5\nb,0.2,0.8,4\nc,0.3,0.3,5\na,0.7,0.1,3\nb,0.4,0.6,4\n"

    def test_columns_that_fit_no_model_are_named_where_nothing_else_is_left(self):
        at = paste(open_page(), self.UNFIT)
        assert "At least one score or label column" in at.error[0].value
        assert [info.value.partition(" fit no")[0] for info in at.info] == [
            "The columns 'a', 'b' look like probabilities but"
        ]

    def test_what_was_guessed_of_scores_is_not_said_of_others(self):
        at = paste(open_page(), "y,a,b,c,pred\n" + "".join(f"{c},0.5,0.3,0.2,a\n" for c in "abcabc"))
        assert any("named like the classes" in info.value for info in at.info)
        well(at.multiselect(key="map_scores").set_value([]).run())
        assert not any("named like the classes" in info.value for info in at.info)

    def test_an_answer_refused_on_another_page_is_said_there(self):
        at = well(paste(open_page(), PARTS.replace("0,0.1,train\n", "1,0.1,train\n")))
        page = other_page(at, "confusion_matrix")
        page.radio(key="ask_part").set_value("train").run()
        assert "or another part" in page.error[0].value
        assert not shows_numbers(page)
        well(page.button(key="turn_back").click().run())
        well(page.radio(key="ask_part").set_value("test").run())
        assert page.session_state["loaded"].predictions.n == 4

    def test_the_old_data_are_not_shown_until_turned_to(self):
        at = paste(well(paste(open_page(), GOOD)), "just words")
        assert len(at.error) == 1
        assert not any(m.value.startswith("Loaded: ") for m in at.markdown)
        assert "see_matrix" not in [button.key for button in at.button]
        assert "map_truth" not in [box.key for box in at.selectbox]
        at.run()
        assert len(at.error) == 1
        well(at.button(key="turn_back").click().run())
        assert said(at) == "Loaded: **pasted text**, 4 rows, all used."
        assert at.selectbox(key="map_truth").value == "y"

    @pytest.mark.parametrize("name", THREE)
    def test_other_pages_say_whose_numbers_they_show(self, name):
        at = paste(open_page(), "just words")
        said_there = [w.value for w in other_page(at, name).warning]
        assert said_there == ["pasted text could not be used; what you see is still Lecture: 20 samples."]

    def test_columns_that_could_not_be_used_are_told_from_a_file(self):
        at = well(paste(open_page(), GOOD))
        at.multiselect(key="map_scores").set_value(["y"]).run()
        (warning,) = other_page(at, "confusion_matrix").warning
        assert (
            warning.value == "The columns last chosen could not be used; what you see is pasted text as it was before."
        )

    def test_a_mapping_refused_can_be_taken_back(self):
        at = well(paste(open_page(), GOOD))
        at.multiselect(key="map_scores").set_value(["y"]).run()
        well(at.button(key="turn_back").click().run())
        assert at.multiselect(key="map_scores").value == ["score"]

    def test_the_mapping_of_a_refused_file_can_be_mended(self):
        at = paste(open_page(), "a,b\nx,y\nz,w\n")
        assert len(at.error) == 1
        assert at.selectbox(key="map_truth").options == ["a", "b"]
