"""Calibration, Elkan's threshold, the decision curve, and deciding row by row."""

import pytest

from evalcore.costs import CostMatrix
from tests.ui.costs.sections import FRAUD, MELON, by_amount, captions, formula, section, sentence
from ui.costs.setting import Setting


def test_the_costs_have_their_place_on_the_decision_curve():
    at = section("assumptions.decision(lead, setting)")
    assert [c for c in captions(at) if "= 0.167. It runs against P(+)cost" in c]
    assert not at.get("plotly_chart")
    assert not [c for c in captions(at) if c.startswith(("The model acts", "This curve counts rows"))]


@pytest.mark.parametrize(("shown", "view"), [("decision", "decision"), ("calibrated", "reliability")])
def test_what_the_costs_assume_is_looked_at_on_the_page_of_probabilities(shown, view):
    at = section(f"assumptions.{shown}(lead, setting)")
    at.button(f"to_{view}").click().run()
    assert at.session_state["pb_view"] == view


def test_decision_curve_says_what_it_takes_the_rows_for():
    at = section("assumptions.decision(lead, setting)", by_amount(), "card-fraud")
    assert [c for c in captions(at) if c.startswith("This curve counts rows, not amounts")]
    at = section("assumptions.decision(lead, setting)", Setting(CostMatrix(5, 1), 0.2))
    assert [c for c in captions(at) if c.startswith("The model acts where its score reaches $p_t$.")]


def test_net_benefit_is_the_same_number_written_another_way():
    """At t = .42, of twenty: 8 found less 6 false alarms at 1/5 each."""
    at = section("assumptions.decision(lead, setting)")
    assert formula(at, r"\mathrm{NB}").endswith("= 0.340")
    assert "There the net benefit NB of the best threshold on these rows is, from its normalised cost:" in [
        m.value for m in at.markdown
    ]


def test_nothing_is_said_where_nothing_is_at_stake():
    assert not section("assumptions.decision(lead, setting)", Setting(CostMatrix(0, 0), 0.4)).latex


@pytest.mark.parametrize(
    ("setting", "t"), [(MELON, 1 / 6), (Setting(CostMatrix(5, 1), 0.2), 8 / 23)], ids=["here", "elsewhere"]
)
def test_elkans_threshold(setting, t):
    """Elsewhere its odds are 1/5 x (.4 / .6) x (.8 / .2) = 8/15."""
    at = section("assumptions.calibrated(lead, setting)", setting)
    said = sentence(at, "For scores calibrated")
    assert "the threshold from costs and prevalence, without a look at these rows, is" in said
    assert said.endswith(f" is t = **{t:.3f}** (Elkan).")


def test_elkans_threshold_is_not_called_one_of_costs_alone_in_chinese():
    at = section("assumptions.calibrated(lead, setting)", Setting(CostMatrix(5, 1), 0.2), lang="zh")
    assert "由代价与正例占比定出，t = **0.348**（Elkan）" in sentence(at, "若得分在这些样本上已校准")


@pytest.mark.parametrize(("cost_tn", "earned"), [(0.0, 0), (-5.0, 5)])
def test_deciding_row_by_row_pays_for_right_decisions_too(cost_tn, earned):
    """Leaving a row alone earns 5: false alarms cost 15 more than that, and 4.8 are earned a case in any case."""
    at = section("assumptions.row_by_row(counted, setting)", by_amount(cost_tn=cost_tn), "card-fraud")
    said = sentence(at, "Were the scores calibrated")
    reaches = (10 + earned) / (10 + earned + FRAUD.amount) <= FRAUD.score
    paid = FRAUD.amount[(FRAUD.y == 1) & ~reaches].sum() + 10 * ((FRAUD.y == 0) & reaches).sum()
    paid -= earned * ((FRAUD.y == 0) & ~reaches).sum()
    assert f"{reaches.sum()} rows would be called positive" in said
    assert f"**{1000 * paid / len(FRAUD):,.0f}**".replace("-", "−") in said


def test_without_amounts_there_is_no_deciding_row_by_row():
    assert not section("assumptions.row_by_row(counted, setting)").markdown
