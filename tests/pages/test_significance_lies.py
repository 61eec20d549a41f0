"""The laboratory of tests: the run that comes with the page, a run of one's own, stopped and to its end."""

import pytest

from evalcore.support import process
from tests.evalcore.here import in_process_here
from tests.pages.significance_page import not_translated, opened, texts, well

PATIENCE = 60


@pytest.fixture(autouse=True)
def told_here(monkeypatch):
    monkeypatch.setattr(process, "in_process", in_process_here)


def open_page(address=None, **chosen):
    return opened({"question": "lies", **(address or {})}, **chosen)


def run_of(at):
    return at.session_state["laboratory_run"]


def test_a_run_is_there_at_once():
    at = open_page()
    assert "**30 × hold-out, t** says “different” in 59.6% [0.565, 0.626]" in texts(at)
    (rates,) = [frame.value for frame in at.dataframe if "rejected" in frame.value]
    assert rates["rejected"].tolist()[0] == "596 of 1,000"
    assert "as promised" in texts(open_page({"lies_test": "cv-t"}))
    assert "Where one is better by 0.06, it finds that in 96.5% [" in texts(at)
    assert "fewer than the α = 0.05 it may" in texts(open_page({"lies_test": "cv-corrected"}))


def test_5x2_fails_with_one_neighbour_and_the_page_says_so():
    wanted = "**5 × 2 fails with the nearest neighbour here** (n = 200) in 4 of its four forms: they call equal"
    at = open_page({"lies_learner": "1-nn"})
    assert [caption.value for caption in at.caption if wanted in caption.value]
    assert "different in 0.081 to 0.183 of the replicates, where 0.05 is promised." in texts(at)
    # With the linear discriminant it stands where both learners are compared, and not below the figure.
    at = open_page()
    assert not [caption.value for caption in at.caption if wanted in caption.value]
    assert wanted in texts(at)
    assert "Of every test more false alarms than promised were shown in a run, or fewer in both." in texts(at)


def test_rates_follow_the_level_and_the_learner():
    said = texts(open_page({"lies_learner": "1-nn", "alpha": "0.2"}))
    assert "promised: α = 0.2" in said
    assert "nearest neighbour, n = 200" in said


def test_a_run_of_ones_own_to_its_end():
    at = open_page(lies_n=60, lies_replicates=100, lies_seed=3)
    at = well(at.button(key="start_laboratory").click().run())
    if "laboratory_run" in at.session_state:
        assert run_of(at).wait(PATIENCE)
        at = well(at.run())
    assert "Your run: 100 replicates, linear discriminant, n = 60." in texts(at)
    (compared,) = [
        frame.value for frame in at.dataframe if "linear discriminant, n = 60, your run: false alarms" in frame.value
    ]
    assert len(compared) == 11
    # The other learner was not run.
    at.session_state["lies_learner"] = "1-nn"
    assert "1,000 replicates that come with the page" in texts(well(at.run()))
    at.session_state["lies_learner"] = "lda"
    at = well(at.run())
    at = well(at.button(key="forget_laboratory").click().run())
    assert "1,000 replicates that come with the page" in texts(at)


def test_a_stopped_run_shows_what_was_done():
    at = open_page(lies_n=600, lies_replicates=2000)
    at = well(at.button(key="start_laboratory").click().run())
    run = run_of(at)
    while run.result is None:
        run.wait(0.01)
    at = well(at.button(key="stop_laboratory").click().run())
    assert run.wait(PATIENCE)
    assert "of 2,000 replicates" in texts(at)
    assert "Your run, stopped after" in texts(at)
    assert "laboratory_run" not in at.session_state


def test_why_a_run_could_not_go_on(monkeypatch):
    def failing(_asked):
        """End by a fault before anything is found."""
        raise process.fault("MemoryError")
        yield

    monkeypatch.setattr(process, "in_process", failing)
    at = open_page()
    at = well(at.button(key="start_laboratory").click().run())
    if "laboratory_run" in at.session_state:
        assert run_of(at).wait(PATIENCE)
        at = well(at.run())
    assert "The learners must find room in memory" in texts(at)


def test_chinese():
    said = texts(open_page({"lang": "zh"}))
    assert "30次留出法" in said
    assert not_translated(said) == []
