"""Calibration, Elkan's threshold, the decision curve, and deciding row by row."""

import json
import re

import pytest

from evalcore.costs import CostMatrix
from tests.ui.costs.sections import FRAUD, MELON, by_amount, captions, formula, section, sentence
from ui.costs.setting import Setting


def drawn(at):
    (chart,) = at.get("plotly_chart")
    return json.loads(chart.proto.spec)


def test_decision_curve_at_one_sixth():
    at = section("assumptions.decision(lead, setting)")
    assert [c for c in captions(at) if "= 0.167. It runs against P(+)cost" in c]
    names = [trace["name"] for trace in drawn(at)["data"]]
    assert names[1:] == ["best threshold on these rows", "act always", "act never"]
    (rule,) = drawn(at)["layout"]["shapes"]
    assert rule["x0"] == pytest.approx(1 / 6)
    assert not [c for c in captions(at) if c.startswith(("The model acts", "This curve counts rows"))]


def test_decision_curve_says_what_it_takes_the_rows_for():
    at = section("assumptions.decision(lead, setting)", by_amount(), "card-fraud")
    assert [c for c in captions(at) if c.startswith("This curve counts rows, not amounts")]
    at = section("assumptions.decision(lead, setting)", Setting(CostMatrix(5, 1), 0.2))
    assert [c for c in captions(at) if c.startswith("The model acts where its score reaches p_t.")]


def test_net_benefit_is_the_same_number_written_another_way():
    """At t = .42, of twenty: 8 found less 6 false alarms at 1/5 each."""
    at = section("assumptions.decision(lead, setting)")
    assert formula(at, r"\mathrm{NB}").endswith("= 0.340")
    assert "At your p_t the line “best threshold on these rows” is at" in [m.value for m in at.markdown]


def test_no_rule_where_nothing_is_at_stake():
    at = section("assumptions.decision(lead, setting)", Setting(CostMatrix(0, 0), 0.4))
    assert "shapes" not in drawn(at)["layout"]
    assert not at.latex


def test_parts_of_the_brier_score():
    said = sentence(section("assumptions.calibrated(lead, setting)"), "Brier score")
    assert "Brier score 0.189 [0.098, 0.326] = " in said
    assert "uncertainty 0.240" in said
    said = said.replace(" [0.098, 0.326]", "")
    parts = re.findall(r"-?\d\.\d{3}", said.replace("−0", "-0"))
    brier, reliability, resolution, uncertainty, within = map(float, parts[:5])
    assert reliability - resolution + uncertainty + within == pytest.approx(brier, abs=1e-9)


@pytest.mark.parametrize(
    ("setting", "t"), [(MELON, 1 / 6), (Setting(CostMatrix(5, 1), 0.2), 8 / 23)], ids=["here", "elsewhere"]
)
def test_elkans_threshold(setting, t):
    """Elsewhere its odds are 1/5 x (.4 / .6) x (.8 / .2) = 8/15."""
    at = section("assumptions.calibrated(lead, setting)", setting)
    assert sentence(at, "For scores calibrated").endswith(f"is **{t:.3f}** (Elkan).")


@pytest.mark.parametrize(("cost_tn", "earned"), [(0.0, 0), (-5.0, 5)])
def test_deciding_row_by_row_pays_for_right_decisions_too(cost_tn, earned):
    """Leaving a row alone earns 5: false alarms cost 15 more than that, and 4.8 are earned a case in any case."""
    at = section("assumptions.row_by_row(counted, setting)", by_amount(cost_tn=cost_tn), "card-fraud")
    said = sentence(at, "Were the scores calibrated")
    reaches = (10 + earned) / (10 + earned + FRAUD.amount) <= FRAUD.score
    paid = FRAUD.amount[(FRAUD.y == 1) & ~reaches].sum() + 10 * ((FRAUD.y == 0) & reaches).sum()
    paid -= earned * ((FRAUD.y == 0) & ~reaches).sum()
    assert f"{reaches.sum()} rows would be called positive" in said
    assert f"**{1000 * paid / len(FRAUD):,.1f}**".replace("-", "−") in said


def test_without_amounts_there_is_no_deciding_row_by_row():
    assert not section("assumptions.row_by_row(counted, setting)").markdown
