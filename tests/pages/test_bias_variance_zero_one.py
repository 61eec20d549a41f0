"""The view of 0-1 loss on its page: at once, with another learner, and a long run that is stopped and begun again."""

import json

import pytest

from evalcore.support import process
from tests.evalcore.here import in_process_here
from tests.pages.significance_page import not_translated, opened, texts, well
from ui.bias_variance import sweeping

PATIENCE = 60
QUICK = {"bv_view": "zero_one", "bv01_n": "20", "bv01_sets": "4"}


@pytest.fixture(autouse=True)
def told_here(monkeypatch):
    monkeypatch.setattr(process, "in_process", in_process_here)


def open_page(address=None):
    return opened({**QUICK, **(address or {})}, page="bias_variance")


def tables(at):
    return [frame.value for frame in at.dataframe]


def test_the_view_is_there_at_once_and_adds_up():
    at = open_page()
    said = texts(at)
    assert "Variance helps" in said
    assert "Does bagging help everywhere?" in said
    assert "measured minus sum of the parts" in said
    sums, learners, four, families = tables(at)
    assert four["learner"].tolist() == ["stump", "tree of depth 3", "full tree"]  # 20 points have no 25 neighbours
    assert families["family"].tolist()[0] == "Tree"
    assert "V = 1-\\frac{" in said
    assert len(sums) == 4
    assert learners["learner"].tolist() == [f"d = {d}" for d in range(1, 11)]
    at.button(key="answer_button").click()
    well(at.run())
    (best,) = [row for row in learners.to_dict("records") if row["loss"] == min(learners["loss"])][:1]
    assert best["learner"] == f"d = {at.session_state['bv01_tree']:g}"


NEITHER_IS_BETTER = "Where both labels are equally frequent neither is the better one."


def test_bias_where_all_loss_is_noise_is_explained():
    assert NEITHER_IS_BETTER in texts(open_page({"bv01_flips": "0.5"}))
    assert NEITHER_IS_BETTER not in texts(open_page())


@pytest.mark.thorough
def test_one_more_set_and_a_hundred():
    at = open_page()
    before = tables(at)[0]
    well(at.button(key="more_1").click().run())
    assert at.session_state["bv01_sets"] == 5
    assert not tables(at)[0].equals(before)
    well(at.button(key="more_100").click().run())
    assert "over 105 sets, at the same points" in texts(at)


def test_another_learner_and_language():
    at = open_page({"bv01_learner": "linear svm", "bv01_problem": "moons", "lang": "zh"})
    assert tables(at)[1].iloc[0, 0] == "C = 0.001"
    assert not not_translated(texts(at))


def test_a_run_to_its_end(monkeypatch):
    monkeypatch.setattr(sweeping, "QUICK", 0)
    at = open_page()
    if "zero_one_run" in at.session_state:
        assert at.session_state["zero_one_run"].wait(PATIENCE)
    # One that ends while the page is drawn is shown whole by what looks after it, as the browser asks for that.
    well(at.run())
    assert "zero_one_run" not in at.session_state
    assert len(tables(at)[1]) == 10


def test_a_long_run_is_stopped_and_begun_again():
    at = open_page({"bv01_learner": "forest", "bv01_sets": "10"})
    assert "The learners are being trained on every set" in texts(at)
    run = at.session_state["zero_one_run"]
    while run.result is None or not run.result.simulations:
        run.wait(0.01)
    well(at.button(key="stop_zero_one").click().run())
    assert run.wait(PATIENCE)
    assert not run.is_whole
    assert "Stopped after" in texts(at)
    assert 1 <= len(tables(at)[1]) < 10
    well(at.button(key="answer_button").click().run())
    again = at.session_state["zero_one_run"]
    assert again is not run
    # Another setting ends it.
    at.session_state["bv01_learner"] = "tree"
    well(at.run())
    assert again.wait(PATIENCE)
    assert "zero_one_run" not in at.session_state


@pytest.mark.parametrize(("asked", "panels"), [({}, 1), ({"bv01_second": "1"}, 2)])
def test_kohavi_and_wolperts_stack_is_there_on_demand(asked, panels):
    layout = json.loads(open_page(asked).get("plotly_chart")[0].proto.spec)["layout"]
    assert "xaxis2" in layout
    assert ("xaxis3" in layout) == (panels == 2)
