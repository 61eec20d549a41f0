"""What the page of costs answers with: costs, what is saved, what labels cost."""

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from evalcore.costs import CostMatrix, ExpectedSaving, best_threshold, rule_costs
from evalcore.counts import threshold_counts
from evalcore.predictions import from_frame, one_vs_rest
from evalcore.views.cost_answers import cost_answer, labels_cost

SAMPLE_DATA = Path(__file__).parents[3] / "sample_data"
RNG = np.random.default_rng(0)
Y = np.arange(60) % 3 == 0
SCORES = {"a": Y + RNG.normal(size=60), "b": RNG.normal(size=60), "c": 3.0 * Y + RNG.normal(size=60)}


def rules(cost_fn=5.0, cost_fp=1.0, t=0.5):
    counts = threshold_counts(Y, SCORES["a"])
    options = {"cost_fn": cost_fn, "cost_fp": cost_fp, "prevalence": 0.3}
    return rule_costs(counts, t, best_threshold(counts, **options), **options, cases=1000)


@pytest.mark.parametrize("t", [-1.0, 0.0, 0.3, 0.5, 2.0])
@pytest.mark.parametrize("scale", [1.0, 0.001])
def test_what_is_saved_is_the_difference_as_shown(t, scale):
    said = cost_answer(rules(5 * scale, scale, t))
    assert said.saved == pytest.approx(said.now - said.best)
    assert said.saved >= 0
    # As many wherever the threshold stands: to call all positive costs 0.7, in three significant digits.
    assert said.digits == (0 if scale == 1 else 3)
    # Neither reads as 0 where it is not.
    found = rules(5 * scale, scale, t)
    assert [bool(said.now), bool(said.best)] == [bool(found.current.cost), bool(found.best.cost)]


@pytest.mark.parametrize(
    ("now", "best", "shown"),
    [
        (505.4, 395.2, ("505", "395", "110")),
        (5.054, 3.952, ("5.05", "3.95", "1.10")),
        (0.00505, 0.00395, ("0.00505", "0.00395", "0.00110")),
        (505.0, 0.25, ("505.0", "0.2", "504.8")),
        (0.0, 0.0, ("0", "0", "0")),
        (1200.6, 1006.0, ("1201", "1006", "195")),
        # No digit comes and goes for their difference, 194.8.
        (1200.4, 1005.6, ("1200", "1006", "194")),
        # Best costs nothing: what costs next to nothing is not none.
        (0.25, 0.0, ("0.250", "0.000", "0.250")),
    ],
)
def test_small_costs_keep_three_significant_digits(now, best, shown):
    found = rules()
    # To look at no score costs as much, and the best threshold has no interval.
    alike = {
        name: replace(getattr(found, name), value=now) for name in ("current", "always_negative", "always_positive")
    }
    said = cost_answer(replace(found, **alike, best=replace(found.best, value=best, low=math.nan, high=math.nan)))
    assert tuple(f"{value:.{said.digits}f}" for value in (said.now, said.best, said.saved)) == shown


@pytest.mark.parametrize(
    ("saved", "ends", "new", "which", "lost"),
    [
        (40.4, (3.2, 80.0), 465, (True, False), (-40, -80, -3)),
        (28.0, (-53.6, 140.2), 477, (False, False), (-28, -140, 54)),
        (-39.6, (-190.0, 112.0), 545, (False, True), (40, -112, 190)),
        (0.0, (0.0, 0.0), 505, (False, False), (0, 0, 0)),
        (-0.4, (-31.0, 40.0), 506, (False, False), (0, -40, 31)),
        (math.nan, (math.nan, math.nan), 465, (False, False), (math.nan,) * 3),
    ],
)
def test_what_is_saved_on_new_rows_is_rounded_like_the_costs(saved, ends, new, which, lost):
    # What is saved is what the new rows cost less; where it is not known, what they cost may be.
    on_new = 465.0 if math.isnan(saved) else 505.4 - saved
    saving = ExpectedSaving(saved, *ends, now=505.4, best=395.2, new=on_new, n_replicates=100)
    found = rules()
    now, best = replace(found.current, value=505.4), replace(found.best, value=395.2)
    said = cost_answer(replace(found, current=now, best=best), saving)
    assert (said.is_sure, said.is_loss, said.new, said.digits) == (*which, new, 0)
    assert said.is_even == (abs(saved) < 0.5)
    assert said.lost == pytest.approx(lost, nan_ok=True)


@pytest.mark.parametrize(("width", "digits"), [(4.0, 1), (0.4, 2), (0.004, 2), (40.0, 0), (math.nan, 0)])
def test_where_the_interval_is_narrow_small_costs_have_more_digits_wherever_the_threshold_stands(width, digits):
    found = rules()
    best = replace(found.best, value=3.952, low=3.9, high=3.9 + width)
    for now in (3.952, 9.96, 99.96, 505.4):
        assert cost_answer(replace(found, current=replace(found.current, value=now), best=best)).digits == digits


@pytest.mark.parametrize("cost_fn", [5, 20])
def test_costs_that_differ_never_read_alike(cost_fn):
    """With 5 to 1 two of 4,994 steps cost 40.2 where the best one costs 40.0, and both read 40; with 20 to 1 one."""
    rows = pd.read_csv(SAMPLE_DATA / "rare_class.csv")
    counts, options = threshold_counts(rows["y"] == 1, rows["score"]), {"cost_fn": cost_fn, "cost_fp": 1}
    found = rule_costs(counts, 0.110755, best_threshold(counts, **options), **options, cases=1000)
    for step in found.along(counts, counts.threshold, **options):
        said = cost_answer(replace(found, current=step))
        now, best = (f"{value:.{said.digits}f}" for value in (said.now, said.best))
        assert (now == best) == math.isclose(step.cost, found.best.cost), step.threshold
    if cost_fn == 5:
        said = cost_answer(found)
        assert (f"{said.now:.{said.digits}f}", f"{said.best:.{said.digits}f}") == ("40.2", "40.0")


def test_costs_undefined():
    found = rules()
    said = cost_answer(replace(found, current=replace(found.current, value=math.nan)))
    assert math.isnan(said.saved)


def labelled(predicted, truth="aabb", weight=None):
    frame = pd.DataFrame({"y": list(truth), "m": list(predicted)})
    if weight is not None:
        frame["w"] = weight
    found = from_frame(frame, truth="y", labels=["m"], positive="a", weight=None if weight is None else "w")
    return one_vs_rest(found, "a", labels="m")


def test_labels_cost_what_their_mistakes_do():
    said = labels_cost(labelled("abab"), CostMatrix(5, 1))
    # One miss and one false alarm in four rows.
    assert said.cost == pytest.approx(1000 * (5 + 1) / 4)
    assert said.low < said.cost < said.high
    assert said.digits == 0
    assert labels_cost(labelled("abab"), CostMatrix(5, 1), prevalence=0.1).cost == pytest.approx(1000 * (0.25 + 0.45))
    assert labels_cost(labelled("abab", weight=[1, 3, 1, 1]), CostMatrix(5, 1)).cost == pytest.approx(1000 * 16 / 6)


def test_labels_that_never_say_positive_have_a_cost_too():
    assert labels_cost(labelled("bbbb"), CostMatrix(5, 1)).cost == pytest.approx(2500)


@pytest.mark.parametrize(
    ("never", "always", "best", "new", "told"),
    [
        (2500.0, 500.0, 450.0, 838.0, (True, True)),
        (500.0, 2500.0, 450.0, 838.0, (True, False)),
        # As they are rounded they cost as much.
        (2500.0, 837.6, 450.0, 838.2, (False, True)),
        (2500.0, 900.0, 450.0, 838.0, (False, True)),
        # The rule is the best threshold on these rows.
        (2500.0, 450.0, 450.0, 838.0, (False, True)),
        (2500.0, 500.0, 450.0, math.nan, (False, True)),
    ],
)
def test_a_rule_without_scores_outdoes_the_best_threshold_where_it_costs_less_than_that_on_new_rows(
    never, always, best, new, told
):
    found = rules()
    found = replace(
        found,
        current=replace(found.current, value=1200.0),
        best=replace(found.best, value=best),
        always_negative=replace(found.always_negative, value=never),
        always_positive=replace(found.always_positive, value=always),
    )
    saving = ExpectedSaving(1200.0 - new, -100.0, 900.0, now=1200.0, best=best, new=new, n_replicates=1000)
    said = cost_answer(found, saving)
    assert (said.is_outdone, said.always) == told
    assert not cost_answer(found).is_outdone
