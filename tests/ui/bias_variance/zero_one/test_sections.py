"""What the view of 0-1 loss says of its numbers."""

from dataclasses import replace

import pytest

from evalcore.bias_variance import PlaneProblem, Tree
from evalcore.views.bias_variance.classifiers import CLASSIFIERS
from evalcore.views.bias_variance.zero_one import zero_one_sweep, zero_one_view
from sample_data import make_zero_one
from tests.ui.session.sessions import Session
from ui.bias_variance import controls, sweeping
from ui.bias_variance.zero_one import readings as zero_one_readings
from ui.bias_variance.zero_one import sections as zero_one_sections
from ui.bias_variance.zero_one import setting
from ui.bias_variance.zero_one import simulation as zero_one_simulation
from ui.bias_variance.zero_one import words as zero_one_words
from ui.bias_variance.zero_one.setting import COMPLEXITY, LEARNERS, PROBLEMS, Setting
from ui.live.sentence import text

TREES = replace(CLASSIFIERS["tree"], make=lambda _n: (Tree(1), Tree(10)))
ASKED = Setting(shape="boundary", flips=0.1, learner="tree", n=40, n_sets=10, seed=0, complexity=1)


@pytest.fixture(scope="module")
def view():
    *_, found = zero_one_sweep(PlaneProblem("boundary"), TREES, n=40, n_sets=10, seed=0)
    return zero_one_view(found, TREES)


def with_parts(view, **parts):
    step = view.steps[0]
    return replace(view, steps=(replace(step, parts=replace(step.parts, **parts)),))


@pytest.mark.parametrize(
    ("bias", "variance", "noise", "said"),
    [
        (
            0.3,
            0.1,
            0.1,
            "Loss 0.500 at {at}, 60% **bias**: the best of its family. Variance helps at 20% of points.",
        ),
        (
            0.1,
            0.3,
            0.1,
            "Loss 0.500 at {at}, 60% **variance**: the best of its family. Variance helps at 20%",
        ),
        (
            0.1,
            0.1,
            0.3,
            "Loss 0.500 at {at}, 60% **noise**: the best of its family.",
        ),
        (
            0.02,
            0.01,
            0.3,
            "Loss 0.330 at {at}, 91% **noise**: the best of its family. No learner goes below 0.300.",
        ),
        (0.0, 0.0, 0.3, "Loss 0.300 is all **noise**, which no model lowers."),
        (0.0, 0.0, 0.0, "There is **no loss** to take apart."),
    ],
)
def test_the_answer_names_the_largest_part(view, bias, variance, noise, said):
    loss = bias + variance + noise
    made = with_parts(view, bias=bias, variance_term=variance, noise_term=noise, noise=noise, loss=loss)
    made = replace(made, best=0, steps=(replace(made.steps[0], helped_share=0.2),))
    assert zero_one_words.answer(made, 0).startswith(said.replace("{at}", "[d = 1](#hold-flexibility)"))


def test_what_would_lower_the_loss_is_read_off_the_sweep(view):
    three = replace(view, steps=(view.steps[0], view.steps[0], view.steps[0]))
    rigid, best, flexible = (zero_one_words.answer(replace(three, best=1), k) for k in range(3))
    assert ": more flexible is better." in rigid
    assert ": the best of its family." in best
    assert ": simpler is better." in flexible


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_answer_fits_one_line_beside_its_button(view, language):
    """At 1280 px there are about 790 px for it: 9 for a letter of 20 px, 20 for a Chinese one."""
    step = replace(view.steps[0], helped_share=0.14)
    made = replace(view, best=0, steps=(step, step))
    for active in (0, 1):
        said = text(Session(lang=language).run(lambda active=active: zero_one_words.answer(made, active)))
        assert ("points" in said) == (language == "en")
        assert sum(20 if ord(one) > 0x2E80 else 9 for one in said) < 800


def test_where_hardly_a_set_differs_variance_helps_nowhere(view):
    made = replace(view, best=0, steps=(replace(view.steps[0], helped_share=0.0),))
    assert made.steps[0].parts.variance_biased > 0
    assert zero_one_words.answer(made, 0).endswith("Variance helps nowhere here.")


def test_two_of_four_sums_are_the_loss(view):
    frame = zero_one_readings.sums(view.steps[0])
    assert frame["adds up?"].tolist() == ["yes, exactly", "does not add up, by design"] * 2
    for row in frame.to_dict("records"):
        assert (row["sum"] == row["loss"]) == (row["adds up?"] == "yes, exactly")
    assert frame["noise"].tolist()[3] == "—"


def test_a_row_a_learner(view):
    frame = zero_one_readings.learners(view)
    assert frame["learner"].tolist() == ["d = 1", "d = 10"]
    assert frame["loss"].tolist() == [f"{step.parts.loss:.3f}" for step in view.steps]


def test_the_figure_in_words(view):
    said = zero_one_words.alt(view, 0, ASKED)
    assert "Noisy boundary" in said
    assert "10 sets of 40 points" in said
    assert f"Loss {view.steps[0].parts.loss:.3f}: noise" in said


def test_what_the_page_begins_with_comes_with_the_app():
    chosen = (setting.PROBLEM, setting.FLIPS, setting.LEARNER, setting.POINTS, setting.SETS, controls.SEED)
    assert tuple(choice.default for choice in chosen) == setting.BEGIN
    assert setting.BEGIN[3:] == (make_zero_one.N, make_zero_one.N_SETS, make_zero_one.SEED)
    made = {path: family.name for path, family in make_zero_one.FAMILIES.items()}
    assert {path: name for name, path in zero_one_simulation.FILES.items()} == made


def test_every_learner_and_problem_has_its_words():
    assert set(LEARNERS) == set(CLASSIFIERS) == set(COMPLEXITY)
    assert [PlaneProblem(shape).shape for shape in PROBLEMS] == list(PROBLEMS)
    assert ASKED.problem == PlaneProblem("boundary", 0.1)
    assert ASKED.family is CLASSIFIERS["tree"]


def test_four_learners_stand_beside_each_other_at_once(monkeypatch):
    monkeypatch.setattr(sweeping, "QUICK", 0.0)  # nothing is trained
    begun = Setting(*setting.BEGIN, complexity=1)
    session = Session()
    view = session.run(lambda: zero_one_simulation.four(begun))
    assert (len(view.steps), view.n_sets) == (len(zero_one_sections.FOUR_NAMES), 100)
    frame = session.run(lambda: zero_one_sections._four(view.steps))
    assert frame["learner"].tolist() == ["stump", "tree of depth 3", "full tree", "25-NN"]
    # The same numbers as in the view of trees, and bias and variance of the golden table in its order.
    trees = session.run(lambda: zero_one_simulation.known(begun))
    assert [vars(step.parts) for step in view.steps[:2]] == [vars(trees.steps[place].parts) for place in (0, 2)]
    losses, biases, variances = zip(
        *((one.parts.loss, one.parts.bias, one.parts.variance_term) for one in view.steps), strict=True
    )
    assert sorted(range(4), key=losses.__getitem__) == [3, 1, 2, 0]
    assert biases[0] > biases[3] > biases[1] > biases[2]
    assert variances[2] > variances[1] > max(variances[0], variances[3])
    # More sets take long: those there are stay.
    assert session.run(lambda: zero_one_simulation.four(replace(begun, n_sets=200))).n_sets == 100
    assert session.run(lambda: zero_one_simulation.four(replace(begun, n=50))) is None


def test_with_few_points_there_are_no_25_neighbours():
    asked = replace(ASKED, learner="four", n=10, n_sets=2)
    assert Session().run(lambda: len(zero_one_simulation.four(asked).steps)) == 3
