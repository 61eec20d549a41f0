"""The page of probabilities: its four views, what cannot be shown, and a recalibrated model carried on."""

import json
import math
import re

import numpy as np
import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from evalcore import costs, curves
from evalcore.calibration import calibration_line, loss_differences, recalibrate, recalibrated, smooth_calibration
from evalcore.counts import threshold_counts
from evalcore.predictions import from_frame, halves
from tests.pages.significance_page import PAGES, well
from ui.calibration.words import written
from ui.live.sentence import pieces
from ui.session import loaded
from ui.session.loaded import Loaded
from ui.shared.text import literal

VIEWS = ("reliability", "decision", "recalibration", "ranking")


def opened(mine=None, address=None, page="calibration", **chosen):
    at = AppTest.from_file(str(PAGES / f"{page}.py"), default_timeout=60)
    for key, value in (address or {}).items():
        at.query_params[key] = value
    if mine is not None:
        at.session_state["loaded"] = mine
    for key, value in chosen.items():
        at.session_state[key] = value
    return well(at.run())


def own(frame, **roles):
    return Loaded(from_frame(frame, truth="y", scores=("s",), positive="1", **roles), "mine.csv")


def drawn(n=400, seed=0):
    rng = np.random.default_rng(seed)
    score = rng.random(n)
    return pd.DataFrame({"y": (rng.random(n) < score**2).astype(int), "s": score.round(3)})


def said(at):
    return "\n".join(str(e.value) for kind in ("markdown", "caption", "info") for e in at.get(kind))


def read(at):
    """Return the same as it is read: without what can be taken hold of, and what is bold."""
    return literal(said(at)).replace("\u00a0", " ")


def cells(at):
    """Return what stands in tables; a row of no term has no link."""
    frames = [table.value.drop(columns="Glossary", errors="ignore") for table in at.dataframe]
    return [str(cell) for frame in frames for cell in frame.to_numpy().ravel()]


def first_of(at, title):
    """Return the first table that has a column of this title."""
    return next(table.value for table in at.dataframe if title in table.value.columns)


def of(key, model):
    predictions = loaded.sample(key).predictions
    return predictions.y_true, predictions.scores[model]


def test_reliability_says_what_a_score_means_and_how_far_off_the_scores_are():
    at = opened(address={"sample": "miscalibrated", "model": "model_b", "t": "0.5"})
    table = threshold_counts(*of("miscalibrated", "model_b"))
    share = smooth_calibration(table, at=[0.5]).share[0]
    line = calibration_line(table)
    assert f"Of rows that score about 0.5, {share:.3f} are positive" in read(at)
    assert f"{line.expected:.3f} expected, {line.observed:.3f} positive" in said(at)
    assert f"They are not extreme enough: slope {line.slope.value:.3f}" in said(at)
    assert f"{line.slope.value:.3f}" in cells(at)


def test_scores_of_0_and_1_leave_what_needs_no_log_odds_and_what_helps_is_said():
    at = opened(address={"sample": "breast-cancer"})
    truth, score = of("breast-cancer", "logistic_regression")
    values = dict(first_of(at, "measure")[["measure", "value"]].to_numpy().tolist())
    assert values["mean score"] == f"{score.mean():.3f}"
    assert values["share of positives"] == f"{truth.mean():.3f}"
    assert values["calibration slope"] == values["ICI"] == "—"
    # Below the figure, in the readings, and among all models, where one is defined and another is not.
    told = read(at)
    assert told.count("2 of 569 rows have a score of exactly 0 or 1") == 3
    assert told.count("*Options: Take scores of 0 and 1 as 0.000001 and 0.999999* makes them finite.") == 2
    at = opened(address={"sample": "breast-cancer", "pb_nearest": "1"})
    assert "makes them finite" not in read(at)
    assert "—" not in first_of(at, "measure")["value"].tolist()


def test_two_models_are_compared_by_what_they_lose_row_by_row():
    at = opened(address={"sample": "miscalibrated", "tab": "compare"})
    names = list(loaded.sample("miscalibrated").predictions.scores)
    truth, first = of("miscalibrated", names[0])
    level = 1 - 0.05 / math.comb(len(names), 2)
    for other in names[1:]:
        found = loss_differences(truth, first, of("miscalibrated", other)[1], confidence_level=level)
        assert f"{names[0]} − {other}" in cells(at)
        for one in (found.brier, found.log_loss):
            assert written(one) in cells(at)


def test_the_best_of_all_models_is_named_and_what_acting_on_each_is_worth():
    models = loaded.sample("breast-cancer").predictions
    brier = {name: float(np.mean((score - models.y_true) ** 2)) for name, score in models.scores.items()}
    best = min(brier, key=brier.get)
    at = opened(address={"sample": "breast-cancer", "tab": "compare"})
    assert f"has the lowest Brier score: **{brier[best]:.3f}**" in said(at)
    assert first_of(at, "ICI").iloc[0, 0] == best
    p = 0.3
    worth = {name: costs.net_benefit(threshold_counts(models.y_true, s), p) for name, s in models.scores.items()}
    best = max(worth, key=worth.get)
    at = opened(address={"sample": "breast-cancer", "tab": "compare", "pb_view": "decision", "t": str(p)})
    assert f"has the highest net benefit: **{worth[best]:.3f}**" in said(at)
    shown = first_of(at, "net benefit")
    assert shown.iloc[0, 0] == best
    assert [one.split()[0] for one in shown["net benefit"]] == [f"{one:.3f}" for one in sorted(worth.values())[::-1]]


def test_a_loss_is_less_and_not_a_negative_gain():
    address = {"sample": "miscalibrated", "model": "model_b", "pb_view": "decision", "pb_gain": "model:model_a"}
    at = opened(address={**address, "t": "0.5"})
    truth, mine = of("miscalibrated", "model_b")
    band = costs.net_benefit_difference(truth, of("miscalibrated", "model_a")[1], mine, [0.5])
    assert band.value[0] > 0
    assert f"**{band.value[0]:.3f} [{band.low[0]:.3f}, {band.high[0]:.3f}]** less than model" in said(at)


@pytest.mark.parametrize("seed", range(4))
def test_parts_of_the_brier_score_are_written_alike_in_table_and_formula_and_add_up(seed):
    mine = own(drawn(n=150, seed=seed))
    table = first_of(opened(mine, address={"tab": "readings"}), "resolution")
    row = [str(table[name].iloc[0]) for name in ("reliability", "resolution", "uncertainty", "within bins", "value")]
    latex = next(one.value for one in opened(mine, address={"tab": "formulas"}).latex if "BS" in one.value)
    rel, res, unc, within, value = (text.replace("−", "-") for text in row)
    last = within if within.startswith("-") else f"+ {within}"
    assert f"= {rel} - {res} + {unc} {last} = {value}" in latex.replace("−", "-")
    assert round(float(rel) - float(res) + float(unc) + float(within), 3) == float(value)


def test_a_calibrated_model_is_not_accused():
    at = opened(address={"sample": "miscalibrated", "model": "calibrated"})
    assert "too high" not in said(at).partition("Scores $s$")[0]
    assert "On the whole nothing shows that they are off." in said(at)


def test_the_decision_curve_stands_at_the_threshold():
    at = opened(address={"sample": "breast-cancer", "pb_view": "decision", "t": "0.2"})
    model = loaded.sample("breast-cancer").predictions
    name = next(iter(model.scores))
    table = threshold_counts(*of("breast-cancer", name))
    found = costs.decision_intervals(table, [0.2])
    assert f"**{found.model.value[0]:.3f} [{found.model.low[0]:.3f}, {found.model.high[0]:.3f}]**" in said(at)
    assert f"{found.over_all.value[0]:.3f}" in cells(at)
    other = list(model.scores)[1]
    at = opened(address={"sample": "breast-cancer", "pb_view": "decision", "pb_gain": f"model:{other}", "t": "0.2"})
    apart = costs.net_benefit_difference(
        table_truth := of("breast-cancer", name)[0], model.scores[name], model.scores[other], [0.2]
    )
    assert table_truth.any()
    assert f"{apart.value[0]:.3f}".replace("-", "−") in said(at)


def test_a_threshold_that_is_no_probability_is_said():
    at = opened(address={"sample": "melon-20", "pb_view": "decision", "t": "1.0"})
    assert "t = 1.000 is no threshold probability" in read(at)


def test_ranking_is_that_of_the_rows():
    at = opened(address={"sample": "melon-20", "pb_view": "ranking", "t": "0.6"})
    table = threshold_counts(*of("melon-20", next(iter(loaded.sample("melon-20").predictions.scores))))
    found = curves.gains_at(table, 0.6)
    assert f"**{found.rows:.1%}** of the rows hold [**{found.gain.value:.1%}**](#between-" in said(at)
    assert f"**{found.lift.value:.2f}** times" in said(at)
    assert f"{curves.kolmogorov_smirnov(table).statistic:.3f}" in [metric.value for metric in at.metric]


ASKED = {"sample": "miscalibrated", "model": "model_b", "pb_view": "recalibration"}


class TestRecalibration:
    def test_it_is_offered_on_a_half_and_judged_on_the_other(self):
        at = opened(address=ASKED)
        assert not at.get("plotly_chart")
        assert at.session_state["wish_chosen_on"] == ""
        assert "Chosen and reported on the same rows." in said(at)
        well(at.button(key="fit_on_half").click().run())
        first, other = halves(loaded.sample("miscalibrated").predictions, np.random.default_rng(0))
        tables = [threshold_counts(side.y_true, side.scores["model_b"]) for side in (first, other)]
        found = recalibrated(*tables)
        assert f"log loss changes by {found.log_loss.value:.3f}".replace("-", "−") in said(at)
        assert f"{found.after.losses.brier.value.value:.3f}" in " ".join(cells(at))
        assert f"A score of 0.5 means a probability of {found.recalibration.apply([0.5])[0]:.3f}." in read(at)

    @pytest.mark.parametrize("method", ["platt", "temperature", "beta", "isotonic"])
    def test_each_method(self, method):
        at = opened(address={**ASKED, "pb_method": method, "chosen_on": "half~3"})
        assert at.get("plotly_chart")
        after = {"isotonic": "the log loss becomes infinite", "temperature": "changes by"}
        assert after.get(method, "the other half it helps") in said(at)

    @pytest.mark.parametrize(("sample", "helps"), [("miscalibrated", True), ("rare-class", False)])
    def test_it_is_advised_only_where_it_helps(self, sample, helps):
        asked = {**ASKED, "sample": sample, "chosen_on": "half~0"}
        at = opened(address=asked if helps else {key: asked[key] for key in ("sample", "pb_view", "chosen_on")})
        assert ("it helps" if helps else "no help is shown") in said(at)
        assert at.button(key="use_as_scores").proto.type == ("primary" if helps else "secondary")

    def test_the_scores_become_a_model_of_their_own(self):
        at = opened(address={**ASKED, "chosen_on": "half~0"})
        well(at.button(key="use_as_scores").click().run())
        name = "model_b (logistic)"
        assert at.session_state["model"] == name
        assert (
            f"Model: **{name.replace('_', chr(92) + '_').replace('(', chr(92) + '(').replace(')', chr(92) + ')')}**"
            in said(at)
        )
        first, other = halves(loaded.sample("miscalibrated").predictions, np.random.default_rng(0))
        tables = [threshold_counts(side.y_true, side.scores["model_b"]) for side in (first, other)]
        found = recalibrated(*tables)
        line = found.after.line
        assert line.in_the_large.low < 0 < line.in_the_large.high
        assert line.slope.low < 1 < line.slope.high
        assert "On the whole nothing shows that they are off." in said(at)
        assert f"{line.slope.value:.3f}" in cells(at)
        # The same rows are called positive as before, on both halves; the number is the short one that does.
        t = at.session_state["t"]
        assert t == pytest.approx(found.recalibration.apply([0.5])[0], abs=0.005)
        for side in (first, other):
            score = side.scores["model_b"]
            assert ((found.recalibration.apply(score) >= t) == (score >= 0.5)).all()
        asked = at.session_state["recalibrated"]
        again = opened(page="costs", address={"sample": "miscalibrated", "model": name, "recalibrated": asked})
        assert again.session_state["model"] == name
        assert "hold those it was fitted on" in said(again)
        at.session_state["pb_view"] = "recalibration"
        well(at.run())
        well(at.button(key="forget_mended").click().run())
        assert at.session_state["model"] == "model_b"
        assert at.session_state["t"] == pytest.approx(0.5)

    @pytest.mark.parametrize(
        "wrong",
        [
            "nonsense",
            "[[]]",
            '[["a","model_b","logistic",[1],null,[],[],""]]',
            '[["a","model_b","isotonic",[],null,[1,0],[0,1],""]]',
        ],
    )
    def test_a_link_that_does_not_fit_is_said(self, wrong):
        at = opened(address={"sample": "miscalibrated", "recalibrated": wrong})
        assert at.toast
        assert not at.session_state["recalibrated"] if "recalibrated" in at.session_state else True

    @pytest.mark.parametrize("costs_set", [True, False])
    def test_what_it_does_to_the_decision_is_shown_row_by_row(self, costs_set):
        """From the probability that the costs ask for on; without costs from the threshold on."""
        address = {**ASKED, "chosen_on": "half~0", "t": "0.4"}
        sample = loaded.sample("miscalibrated")
        mine = Loaded(sample.predictions, "mine.csv")
        if costs_set:
            at = opened(address=address)
        else:
            at = opened(mine, model="model_b", pb_view="recalibration", t=0.4)
            well(at.button(key="fit_on_half").click().run())
        first, second = halves(sample.predictions, np.random.default_rng(0))
        made = recalibrate(threshold_counts(first.y_true, first.scores["model_b"]))
        score, p = second.scores["model_b"], 1 / 6 if costs_set else 0.4
        assert f"is at least **{p:.3f}**, on the rows that judge:" in said(at)
        band = costs.net_benefit_difference(second.y_true, made.apply(score), score, [p])
        assert f"{band.value[0]:.3f} [{band.low[0]:.3f}, {band.high[0]:.3f}]".replace("-", "−") in cells(at)
        for scores in (score, made.apply(score)):
            found = int(second.y_true[scores >= p].sum())
            assert f"{found} of {int(second.y_true.sum())}" in cells(at)

    def test_costs_say_from_where_to_act(self):
        at = opened(address={**ASKED, "chosen_on": "half~0", "cost_fn": "4", "cost_fp": "1"})
        assert "act from a probability of 0.200 on" in said(at)
        before = at.session_state["t"]
        well(at.button(key="take_mended").click().run())
        assert at.session_state["t"] != before
        assert "means a probability of **0.200**" in said(at)

    def test_scores_that_are_no_probabilities_can_be_mended(self):
        rng = np.random.default_rng(1)
        score = rng.normal(size=400)
        frame = pd.DataFrame({"y": (rng.random(400) < 1 / (1 + np.exp(-2 * score))).astype(int), "s": score})
        at = opened(own(frame))
        assert "cannot be read as probabilities" in said(at)
        well(at.button(key="recalibrate").click().run())
        well(at.button(key="fit_on_half").click().run())
        assert "before, the scores were no probabilities" in said(at)
        well(at.button(key="use_as_scores").click().run())
        assert "are positive" in said(at)

    def test_model_and_threshold_are_taken_back_together(self):
        at = opened(address={**ASKED, "chosen_on": "half~0", "t": "0.4"})
        well(at.button(key="use_as_scores").click().run())
        taken = at.session_state["t"]
        assert (at.session_state["model"], taken != 0.4) == ("model_b (logistic)", True)
        well(at.button(key="undo").click().run())
        assert (at.session_state["model"], at.session_state["t"]) == ("model_b", 0.4)
        well(at.button(key="redo").click().run())
        assert (at.session_state["model"], at.session_state["t"]) == ("model_b (logistic)", taken)


HOSTILE = {
    "one class by weight": drawn().assign(w=lambda frame: frame["y"].astype(float)),
    "all tied": drawn().assign(s=0.4),
    "0 and 1": drawn().assign(s=lambda frame: frame["s"].round()),
    "no probabilities": drawn().assign(s=lambda frame: 10 * frame["s"] - 5),
    "ten positives": pd.DataFrame({"y": [1] * 10 + [0] * 200, "s": np.linspace(0.9, 0.1, 210).round(3)}),
    "two rows": pd.DataFrame({"y": [1, 0], "s": [0.7, 0.4]}),
    "tiny": drawn().assign(s=lambda frame: 1e-300 * (1 + 9 * frame["s"].round(1))),
}


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_rows_are_shown_or_refused_in_words(name, view):
    for more in ({}, {"chosen_on": "half~0", "pb_nearest": True}):
        weight = {"weight": "w"} if "w" in HOSTILE[name] else {}
        at = opened(own(HOSTILE[name].astype({"y": str}), **weight), pb_view=view, **more)
        assert "nan" not in said(at).lower().split()
        assert not [cell for cell in cells(at) if cell.lower() == "nan"]


@pytest.mark.parametrize("view", VIEWS)
def test_weights_and_cases(view):
    rng = np.random.default_rng(0)
    weighted = opened(own(drawn().assign(w=rng.random(400)), weight="w"), pb_view=view)
    assert view == "recalibration" or "weighted" in said(weighted).lower()
    opened(own(drawn().assign(who=np.arange(400) // 4), case="who"), pb_view=view, chosen_on="half~0")


def test_labels_alone_are_no_probabilities():
    frame = pd.DataFrame({"y": list("abab"), "p": list("abba")})
    at = opened(Loaded(from_frame(frame, truth="y", labels=("p",), positive="a"), "mine.csv"))
    assert "Predicted labels say nothing of how probable a class is." in said(at)


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("view", VIEWS)
def test_each_step_of_the_handle_says_what_the_page_says_there(view, lang):
    asked = {"sample": "miscalibrated", "pb_view": view, "chosen_on": "half~0"}
    at = opened(address=asked, lang=lang)
    live = json.loads(json.loads(at.get("plotly_chart")[0].proto.spec)["layout"]["meta"]["live"])
    (handle,) = live["handles"]
    known = list(zip(handle["values"], handle["sentences"], strict=True))
    for value, held in known[5 :: len(known) // 4]:
        there = opened(address=asked, lang=lang, t=float(value))
        (badged,) = [one.value for one in there.markdown if re.match(r":\w+-badge\[", one.value)]
        shown = pieces(re.sub(r"^:\w+-badge\[.*?\] ", "", badged))
        assert shown[: len(held) - 1] == held[:-1]
        assert str(shown[len(held) - 1]).startswith(str(held[-1]))
        assert "#hold-threshold" in [one[1] for one in held if isinstance(one, list)]
