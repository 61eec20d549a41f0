"""What stands in a picture besides the figure, and what its file is called."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from evalcore.figures.layout import MARK
from ui.frame import picture
from ui.frame.picture import Said

ROOT = Path(__file__).parents[3]
ASKED = {"sample": "two-models", "t": "0.4"}


@pytest.fixture
def made(monkeypatch):
    """Return what is made of a page's picture, whose box is opened by no test: a browser does that."""
    found = []
    monkeypatch.setattr(picture, "show", lambda make: found.append(make()))

    def of(page, **asked):
        found.clear()
        at = AppTest.from_file(ROOT / "pages" / f"{page}.py", default_timeout=60)
        for name, value in asked.items():
            at.query_params[name] = value
        at.run()
        assert not at.exception
        return found[0]

    return of


def marks(figure):
    return [note.text for note in figure.layout.annotations if note.name == MARK]


def test_a_picture_says_data_model_answer_and_intervals(made):
    of_matrix = made("confusion_matrix", **ASKED)
    assert of_matrix.file == "sample_confusion_matrix_model_a_t0.4"
    said = of_matrix.said
    assert isinstance(said, Said)
    assert said.title == "Confusion matrix"
    assert said.about == "Data: Two models on the same rows · Model: model_a · Positive class: 1"
    assert said.sentence == "At t = 0.4: finds 145 of 160 positives, 85 of 230 alarms are false."
    assert "recall 0.906 [0.851, 0.942]" in said.sure
    assert said.source == "400 rows"
    assert (of_matrix.wide.layout.height, of_matrix.narrow is None) == (442, False)


def test_the_picture_of_curves_has_rates_and_areas_with_intervals(made):
    said = made("curves", **ASKED).said
    assert all(
        name in said.sure for name in ("recall 0.906", "false positive rate 0.354", "AUC ", "average precision ")
    )
    assert said.sure.endswith("(95% intervals)")


def test_what_a_page_simulates_says_so(made):
    of_simulation = made("bias_variance")
    assert of_simulation.file.startswith("simulation_")
    # Once, in the figure itself; the line above it names the data.
    assert marks(of_simulation.wide) == marks(made("bias_variance").narrow) == ["Simulation"]
    assert (of_simulation.said.about.split(" · ")[0], of_simulation.said.source) == ("Data: Sine", "")


def test_a_picture_names_its_sample_once(made):
    of_matrix = made("confusion_matrix", **ASKED)
    name = "Two models on the same rows"
    assert of_matrix.said.about.count(name) == 1
    assert marks(of_matrix.wide) == ["Sample"]
    assert name not in of_matrix.wide.to_json()


def test_chinese_pictures_speak_chinese(made):
    said = made("confusion_matrix", **ASKED, lang="zh").said
    assert said.about.startswith("数据：")
    assert "95%置信区间" in said.sure


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({}, "A missed positive costs 8, a false alarm 1, prevalence at deployment 0.400, that of these rows"),
        ({"prevalence": "0.1"}, "A missed positive costs 8, a false alarm 1, prevalence at deployment 0.100"),
        ({"prevalence": "0.1", "lang": "zh"}, "漏判正例的代价为8，误报为1，部署时的正例占比0.100"),
    ],
)
def test_a_picture_of_costs_says_under_which_costs_and_prevalence(made, asked, said):
    of_costs = made("costs", **ASKED, cost_fn="8", **asked)
    assert of_costs.said.about.endswith(f" · {said}")
