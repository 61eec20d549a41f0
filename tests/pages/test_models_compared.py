"""All models on the Compare tab of the confusion matrix: sentence, table, pairs, choice, rows decided apart."""

import re

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import confusion_matrix, f1_score, recall_score
from statsmodels.stats.contingency_tables import mcnemar as of_statsmodels

from tests.pages.test_confusion_matrix import charts, open_page, own_file, well
from ui.confusion_matrix.models import sections, setting
from ui.confusion_matrix.models.sections import HERE
from ui.session.loaded import LABELS

N = 400


def models(k=3, weight=None, cases=False):
    """Return a file of models, the first the worst, with predicted labels of one more."""
    rng = np.random.default_rng(3)
    truth = rng.random(N) < 0.4
    frame = pd.DataFrame({"y": np.where(truth, "p", "n")})
    for place in range(k):
        frame[f"m{place}"] = np.round(1 / (1 + np.exp(-(0.6 + 0.7 * place) * (2 * truth - 1) - rng.normal(size=N))), 3)
    frame["rule"] = np.where(rng.random(N) < 0.8, frame["y"], "p")
    if weight is not None:
        frame["w"] = rng.integers(1, 4, N)
    if cases:
        frame["case"] = np.arange(N) // 4
    return frame


def opened(frame=None, **state):
    frame = models() if frame is None else frame
    columns = {name: name for name in ("weight", "case") if name in frame or (name == "weight" and "w" in frame)}
    columns = {**({"weight": "w"} if "w" in frame else {}), **({"case": "case"} if "case" in frame else {})}
    scores = tuple(name for name in frame if name.startswith("m"))
    rows = own_file(frame, truth="y", scores=scores, labels=("rule",), positive="p", **columns)
    return open_page(rows, tab="compare", **{"model": "m0", **state})


def table(at, title):
    """Return the table on the page that has a column of this title."""
    return next(of.value for of in at.dataframe if title in of.value.columns)


def of_models(at):
    return table(at, "TP").set_index("model")


def of_scored(at):
    found = of_models(at)
    return found.loc[~found.index.str.startswith("rule"), ["TP", "FN", "FP", "TN"]].astype(int)


def decided(frame, model, t=0.5):
    return frame["rule"] == "p" if model == "rule" else frame[model] >= t


def test_all_models_stand_in_a_table_with_what_they_decide_the_best_first():
    frame = models()
    at = opened(frame)
    found = of_models(at)
    names = {HERE + "m0": "m0", "m1": "m1", "m2": "m2", "rule" + LABELS: "rule"}
    scored = {shown: f1_score(frame["y"] == "p", decided(frame, name)) for shown, name in names.items()}
    assert list(found.index) == sorted(scored, key=scored.get, reverse=True)
    for shown, name in names.items():
        (tn, fp), (fn, tp) = confusion_matrix(frame["y"] == "p", decided(frame, name))
        assert found.loc[shown, ["TP", "FN", "FP", "TN"]].tolist() == list(map(str, (tp, fn, fp, tn)))
        assert found.loc[shown, "F1"].startswith(f"{scored[shown]:.3f} [")
    pairs = table(at, "rows apart")
    assert len(pairs) == 6
    ahead = {}
    for of in pairs.to_dict("records"):
        ends = of["of all pairs together"].replace("−", "-").strip("[]").split(", ")
        for name, low in zip(of["models"].split(" – "), (float(ends[0]), -float(ends[1])), strict=True):
            ahead.setdefault(name, []).append(low > 0)
    shown = sum(ahead[found.index[0].removeprefix(HERE)])
    said = next(of.value for of in at.markdown if "has the highest F1" in of.value)
    assert f"shown to be better than {'each of the 3' if shown == 3 else f'{shown} of the 3'} others" in said
    first, *others = found["the best less this one"]
    assert (first, [bool(of) for of in others]) == ("", [True] * 3)
    assert any("Adjusted for 6 pairs" in caption.value for caption in at.caption)


def test_differences_of_recall_and_their_p_are_those_of_other_packages():
    frame = models()
    at = opened(frame, models_by="recall")
    pairs = table(at, "rows apart").set_index("models")
    truth = frame["y"] == "p"
    first, second = decided(frame, "m0")[truth], decided(frame, "m1")[truth]
    assert pairs.loc["m0 – m1", "difference: recall"] == f"{first.mean() - second.mean():.3f}".replace("-", "−")
    exact = of_statsmodels(pd.crosstab(first, second), exact=True).pvalue
    shown = pairs.loc["m0 – m1", "p"]
    assert shown == "< 0.001" if exact < 0.001 else float(shown) <= exact
    names = {"m0": "m0", "m1": "m1", "m2": "m2", "rule" + LABELS: "rule"}
    best = max(names, key=lambda name: recall_score(truth, decided(frame, names[name])))
    assert any(f"**{best}** has the highest recall" in of.value for of in at.markdown)


@pytest.mark.parametrize("way", [setting.OWN, setting.WISH])
def test_a_model_that_is_taken_is_looked_at_at_its_threshold(way):
    at = opened(models_at=way, models_by="f1", models_t=(0.3, 0.6, 0.4))
    written = of_models(at).loc["m2", "t"]
    at.selectbox(sections._TAKEN).select("m2").run()
    well(at)
    assert at.session_state["model"] == "m2"
    assert f"{at.session_state['t']:.6g}".startswith(written[:4])
    assert written != "0.5" if way == setting.WISH else written == "0.4"
    assert (("chosen" in at.session_state) and at.session_state["chosen"] is not None) == (way == setting.WISH)


def test_thresholds_chosen_here_are_said_to_be_so_and_who_cannot_do_what_is_wished_is_left_out():
    frame = models()
    frame["m1"] = 0.5
    at = opened(frame, models_at=setting.WISH, models_by="precision", models_held="recall", models_bound=0.9)
    assert any("chosen on these very rows" in caption.value for caption in at.caption)
    at = opened(frame, models_at=setting.WISH, models_by="recall", models_held="precision", models_bound=0.6)
    assert any("Left out is m1" in caption.value for caption in at.caption)
    assert "m1" not in of_models(at).index


def test_a_wish_may_have_two_conditions():
    frame = models()
    wished = {"models_at": setting.WISH, "models_by": "precision", "models_held": "recall", "models_bound": 0.7}
    at = opened(frame, **wished, models_and="alerts", models_alerts=140.0)
    cells = of_scored(at)
    assert len(cells) >= 2, "else nobody does what is wished"
    assert (cells["TP"] + cells["FP"] <= 140).all()
    assert (cells["TP"] / (cells["TP"] + cells["FN"]) >= 0.7).all()
    # The second one is offered after the first, and no number is asked for twice.
    assert "recall" not in at.selectbox("models_and").options
    at = opened(frame, **wished, models_and="specificity", models_and_bound=0.9)
    cells = of_scored(at)
    assert (cells["TN"] / (cells["TN"] + cells["FP"]) >= 0.9).all()
    assert not any(box.key == "models_and" for box in opened(frame, models_at=setting.WISH).selectbox)


def test_where_no_model_does_what_is_wished_each_says_by_how_much_it_misses():
    frame = models().drop(columns="rule")
    rows = own_file(frame, truth="y", scores=("m0", "m1", "m2"), positive="p")
    wished = {"models_at": setting.WISH, "models_by": "f1", "models_held": "recall", "models_and": "alerts"}
    at = well(open_page(rows, tab="compare", model="m0", models_alerts=20.0, **wished))
    assert any(text.value == "No model does what is wished." for text in at.markdown)
    said = [caption.value for caption in at.caption if "Left out is" in caption.value]
    assert len(said) == 3
    assert all(re.search(r"At the nearest, .*(less|more) than wished", one) for one in said), said


def test_the_rows_two_models_decide_apart_are_opened_from_their_cells():
    frame = models()
    at = opened(frame, models_beside="m2")
    truth, first, second = frame["y"] == "p", decided(frame, "m0"), decided(frame, "m2")
    wanted = {
        "tp": truth & first & ~second,
        "fn": truth & ~first & second,
        "fp": ~truth & first & ~second,
        "tn": ~truth & ~first & second,
    }
    for cell, rows in wanted.items():
        assert at.button(f"apart_{cell}").label.endswith(f": {rows.sum()}")
    assert any("Two matrices" in alt for alt, _figure in charts(at))
    at.button("apart_fn").click().run()
    well(at)
    assert (at.session_state["tab"], at.session_state["rows"]) == ("rows", "fn")
    found = table(at, "cell")
    assert sorted(found["case"]) == sorted(np.flatnonzero(wanted["fn"])[: len(found)] + 1)
    assert any(f"Rows found: {wanted['fn'].sum()}." in caption.value for caption in at.caption)
    assert any("that m2 at t = 0.5 decides otherwise" in caption.value for caption in at.caption)
    # The present cell is asked for again without the other model.
    at.selectbox("rows_other").select("").run()
    assert any(f"Rows found: {(truth & ~first).sum()}." in caption.value for caption in well(at).caption)


def test_weighted_rows_have_values_and_one_sentence_why_no_differences():
    at = opened(models(weight="w"))
    assert any("differences of models have intervals only where rows count once" in c.value for c in at.caption)
    assert "rows apart" not in {column for of in at.dataframe for column in of.value.columns}


def test_of_cases_the_differences_are_by_case():
    plain, by_case = (opened(models(cases=cases)) for cases in (False, True))
    ends = [table(at, "rows apart")["95% interval"].tolist() for at in (plain, by_case)]
    assert ends[0] != ends[1]


def test_twelve_models_have_a_row_each_and_66_pairs():
    at = opened(models(k=11))
    assert len(of_models(at)) == 12
    assert len(table(at, "rows apart")) == 66
