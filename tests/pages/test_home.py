"""Home, run on its own: the lecture's figure whatever is loaded, the doors, and the samples as cards."""

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.exercises.sets import SETS
from tests.ui.session.sessions import own_file
from tests.ui.shared.test_text import ENTRIES
from ui.exercises.cards import Outcome
from ui.frame.steps import STEPS
from ui.session import loaded, samples
from ui.session.samples import SAMPLES
from ui.shared import chapter, navigation, text
from ui.significance import controls, sections

PAGES = samples.FOLDER.parent / "pages"
SKIPPED = Outcome(None, None, None)
EXERCISES, OF_CURVES = SETS["confusion_matrix"], SETS["curves"]


def page_of_home(address=None, **chosen):
    at = AppTest.from_file(str(PAGES / "home.py"), default_timeout=60)
    at.query_params.update(address or {})
    for key, value in chosen.items():
        at.session_state[key] = value
    return at


def open_home(address=None, **chosen):
    return well(page_of_home(address, **chosen).run())


def well(at):
    assert not at.exception
    assert not at.error
    return at


def figure(at):
    (chart,) = at.get("plotly_chart")
    return chart.proto.spec


def keys(at):
    return [button.key for button in at.button]


def captions(at):
    return {caption.value for caption in at.caption}


@pytest.fixture
def ways(monkeypatch):
    """Where the buttons lead."""
    found = []
    monkeypatch.setattr(navigation, "go_to", lambda page, **asked: found.append((page, asked)))
    return found


def my_file():
    frame = pd.DataFrame({"y": ["a", "b", "a", "b"], "s": [0.9, 0.8, 0.3, 0.1]})
    return own_file(frame, truth="y", scores=["s"], positive="a")


class TestOpening:
    def test_the_first_screen(self, ways):
        at = open_home()
        assert at.title[0].value == "How good is your model, at which threshold, and how sure are you?"
        assert "Stays in this session's memory." in captions(at)
        assert "home_open" not in keys(at)
        assert not at.warning
        well(at.button(key="home_load").click().run())
        well(at.button(key="home_start").click().run())
        assert ways == [("data", {}), ("confusion_matrix", {})]

    def test_the_figure_is_the_lectures_whatever_is_loaded(self):
        usual = figure(open_home())
        assert figure(open_home(loaded=my_file(), t=0.35)) == usual
        assert figure(open_home({"sample": "digits", "t": "0.9"})) == usual

    def test_its_threshold_is_not_the_sessions(self):
        at = open_home(loaded=my_file(), t=0.35)
        assert at.session_state["t"] == 0.35
        assert "t" not in open_home().session_state

    def test_a_link_of_old_to_a_sample_is_what_is_open(self, ways):
        at = open_home({"sample": "breast-cancer"})
        assert "Open now: **Breast cancer: three real models**." in [m.value for m in at.markdown]
        well(at.button(key="home_go_on").click().run())
        assert ways == [("costs", {})]

    def test_what_is_open_may_be_a_file(self, ways):
        at = open_home(loaded=my_file())
        assert r"Open now: **my file\.csv**." in [m.value for m in at.markdown]
        well(at.button(key="home_go_on").click().run())
        assert ways == [("confusion_matrix", {})]

    def test_where_something_is_to_be_settled_one_goes_on_with_that(self, ways):
        at = open_home(loaded=my_file(), open_questions=frozenset({loaded.POSITIVE}))
        well(at.button(key="home_go_on").click().run())
        assert ways == [("data", {})]

    def test_a_reload_says_that_the_file_is_gone(self):
        at = open_home({"source": "file"})
        (warning,) = at.warning
        assert warning.value == "Your file was only in memory; load it again."
        assert "home_go_on" not in keys(at)
        assert figure(at) == figure(open_home())


class TestDoors:
    def test_a_file(self, ways):
        at = open_home()
        assert any("<pre>label,model_a,model_b\n" in one.proto.body for one in at.get("html"))
        assert not at.code  # the browser would fetch 1.6 MB for it
        well(at.button(key="door_file").click().run())
        assert ways == [("data", {})]

    def test_the_whole_chapter_begins_with_its_first_step(self, ways):
        first = next(iter(STEPS.values()))
        at = well(open_home().button(key="door_path").click().run())
        assert ways == [(first.page, {})]
        assert at.session_state["path"] == first.key

    def test_the_map_leads_to_an_example_of_each_page(self, ways):
        at = open_home(lang="zh")
        assert [key for key in keys(at) if key.startswith("to_")] == [f"to_{key}" for key in chapter.PAGES]
        asked = {text.value for text in at.markdown}
        assert {ENTRIES[page.question].string for page in chapter.PAGES.values()} <= asked
        well(at.button(key="to_costs").click().run())
        assert ways == [("costs", {})]
        assert (at.session_state["loaded"].sample, at.session_state["cost_fn"]) == ("breast-cancer", 10.0)

    def test_each_lesson_of_the_path_opens_its_sample_on_its_page(self, ways):
        at = open_home()
        for key, sample in SAMPLES.items():
            well(at.button(key=f"lesson_{key}").click().run())
            assert at.session_state["loaded"].sample == key
            assert ways.pop() == (sample.page, {})

    def test_the_path_goes_on_with_the_questions_of_the_tests(self, ways):
        assert list(sections.OF) == list(controls.QUESTIONS)
        at = open_home()
        steps = [key for key in keys(at) if key.startswith("lesson_significance_")]
        assert steps == [f"lesson_significance_{key}" for key in controls.QUESTIONS]
        assert at.button(key=steps[0]).label == controls.QUESTIONS["one"]
        well(at.button(key=steps[0]).click().run())
        assert at.session_state["question"] == "one"
        well(at.button(key=steps[1]).click().run())
        assert (at.session_state["question"], at.session_state["loaded"].sample) == ("two", "two-models")
        assert ways == [("significance", {})] * 2

    def test_the_projector_shows_the_lecture_in_the_language_of_the_session(self):
        (link,) = open_home().get("link_button")
        assert link.proto.url == "confusion_matrix?sample=lecture-20&present=1"
        (link,) = open_home(lang="zh").get("link_button")
        assert link.proto.url == "confusion_matrix?sample=lecture-20&lang=zh&present=1"

    def test_the_language(self):
        at = open_home()
        well(at.button(key="home_zh").click().run())
        assert at.session_state["lang"] == "zh"
        assert at.title[0].value == ENTRIES["How good is your model, at which threshold, and how sure are you?"].string
        assert "home_zh" not in keys(at)
        well(at.button(key="home_en").click().run())
        assert at.session_state["lang"] == "en"


class TestLearning:
    def test_the_first_exercise_comes_first(self, ways):
        at = open_home()
        assert f"**{EXERCISES[0].title}**" in [m.value for m in at.markdown]
        well(at.button(key="door_learn").click().run())
        assert ways == [("confusion_matrix", {"tab": "exercises"})]
        assert (at.session_state["tab"], at.session_state["exercise_confusion_matrix"]) == ("exercises", "1")

    def test_then_the_next_that_was_not_done(self, ways):
        of_first_page = {("confusion_matrix", one.key): SKIPPED for one in EXERCISES}
        at = open_home(exercises_done={**of_first_page, ("curves", OF_CURVES[0].key): SKIPPED})
        assert f"**{OF_CURVES[1].title}**" in [m.value for m in at.markdown]
        every = sum(map(len, SETS.values()))
        left = every - len(EXERCISES) - 1
        assert f"ROC and P-R curves, exercise 2 · {left} of {every} not done yet" in captions(at)
        well(at.button(key="door_learn").click().run())
        assert ways == [("curves", {"tab": "exercises"})]
        assert at.session_state["exercise_curves"] == "2"

    def test_until_all_are_done(self):
        done = {(page, one.key): SKIPPED for page, exercises in SETS.items() for one in exercises}
        at = open_home(exercises_done=done)
        assert f"All {len(done)} exercises of this session are done." in [m.value for m in at.markdown]
        assert "door_learn" not in keys(at)


class TestCards:
    def test_every_sample_has_a_card_in_its_group(self):
        at = open_home()
        assert [key for key in keys(at) if key.startswith("sample_")] == [f"sample_{key}" for key in SAMPLES]
        assert {sample.lesson for sample in SAMPLES.values()} <= captions(at)
        headings = [heading.value for heading in at.header]
        assert headings[-len(samples.GROUPS) :] == list(samples.GROUPS.values())
        assert {"20 rows · 2 classes", "1,797 rows · 10 classes · 2 models"} <= captions(at)

    @pytest.mark.parametrize("key", SAMPLES)
    def test_a_card_opens_its_sample_on_the_page_that_teaches_it_best(self, key, ways):
        at = open_home()
        assert at.button(key=f"sample_{key}").label == SAMPLES[key].title
        well(at.button(key=f"sample_{key}").click().run())
        assert at.session_state["loaded"].sample == key
        assert ways == [(SAMPLES[key].page, {})]
        assert all(at.session_state[choice] is True for choice in SAMPLES[key].opens_with)


@pytest.mark.parametrize("chosen", [{}, {"loaded": my_file()}], ids=["first visit", "own rows"])
def test_in_chinese(chosen):
    at = open_home(lang="zh", **chosen)
    shown = [e.value for kind in ("title", "header", "markdown", "caption", "info", "warning") for e in at.get(kind)]
    labels = [button.label for button in at.button]
    english = {e.id for e in ENTRIES.values() if e.id != e.string}
    assert not english & {str(said).strip("*") for said in [*shown, *labels]}
    assert text.catalogue("zh")["I teach"] in [heading.value for heading in at.header]
