"""The page of one threshold, run on its own: every sample, threshold, model and class, in both languages."""

import json
import re

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import (
    accuracy_score,
    f1_score,
    precision_recall_fscore_support,
    precision_score,
    recall_score,
)
from streamlit.testing.v1 import AppTest

from evalcore.counts import ConfusionMatrix
from evalcore.metrics import METRICS
from evalcore.predictions import from_frame
from tests.evalcore.figures.steps import handles, present
from tests.evalcore.metrics.test_registry import FDR
from tests.ui.shared.test_text import ENTRIES
from ui.confusion_matrix import all_classes, class_table, controls
from ui.session import loaded, samples
from ui.session.samples import SAMPLES
from ui.shared.text import plain

PAGE = samples.FOLDER.parent / "pages" / "confusion_matrix.py"
NAMES = ["precision", "recall", "F1", "accuracy"]


def open_page(loaded=None, sample=None, **chosen):
    """Run the page on what is loaded, or on the sample of its address, with choices already made."""
    at = AppTest.from_file(str(PAGE), default_timeout=60)
    if sample is not None:
        at.query_params["sample"] = sample
    if loaded is not None:
        at.session_state["loaded"] = loaded
    for key, value in chosen.items():
        at.session_state[key] = value
    return well(at.run())


def well(at):
    """Return the page after making sure that it ran to its end."""
    assert not at.exception
    assert not at.error
    return at


LABELLED = pd.DataFrame({"label": [1, 1, 1, 0], "score": [0.9, 0.6, 0.4, 0.2]})


def wish(best, held=""):
    """Return the choices of a page on which a wish is being made."""
    return {"choose_t": True, "wish_best": best, "wish_held": held}


def own_file(frame, name="my file.csv", **columns):
    return loaded.Loaded(from_frame(frame, **columns), name)


def headline(at):
    assert [metric.label for metric in at.metric] == NAMES
    return [metric.value for metric in at.metric]


def expected(y_true, predicted):
    """Return the headline by scikit-learn, for rows of which at least one is right."""
    scores = (precision_score, recall_score, f1_score, accuracy_score)
    return [f"{score(y_true, predicted):.3f}" for score in scores]


def sample_rows(key, column, positive=None):
    sample = SAMPLES[key]
    frame = pd.read_csv(sample.path, dtype={sample.truth: str})
    return (frame[sample.truth] == (positive or sample.positive)).to_numpy(), frame[column].to_numpy()


def charts(at):
    """Return alt text and figure of each chart."""
    return [(chart.proto.alt, json.loads(chart.proto.spec)) for chart in at.get("plotly_chart")]


def matrix_text(figure):
    """Return TP, FN, FP, TN as the figure shows them."""
    return next(trace["text"][:4] for trace in figure["data"] if len(trace.get("text") or ()) == 6)


def threshold(at):
    return at.number_input(key="t")


class TestLecture:
    def test_nothing_loaded_shows_the_lecture_at_one_half(self):
        at = open_page()
        assert at.title[0].value == "Confusion matrix"
        assert "Positive class: **p**" in at.caption[0].value
        assert threshold(at).value == 0.5
        assert headline(at) == ["0.600"] * 4
        ((alt, figure),) = charts(at)
        assert "TP 6, FN 4, FP 4, TN 6" in alt
        assert matrix_text(figure) == ["6", "4", "4", "6"]

    def test_two_thresholds_in_a_row(self):
        at = open_page()
        y, s = sample_rows("lecture-20", "score")
        for t in (0.35, 0.54, 0.505):
            well(threshold(at).set_value(t).run())
            assert threshold(at).value == t
            assert headline(at) == expected(y, s >= t)
            assert at.query_params["t"] in (str(t), [str(t)])
            ((_alt, figure),) = charts(at)
            assert present(figure) == t
            assert [int(n) for n in matrix_text(figure)[:2]] == [(y & (s >= t)).sum(), (y & (s < t)).sum()]

    def test_a_metric_added_to_the_registry_is_on_the_page(self, monkeypatch):
        monkeypatch.setitem(METRICS, "fdr", FDR)
        at = open_page()
        row = at.dataframe[0].value.set_index("metric").loc["false discovery rate"]
        assert (row["value"], row["count"], row["interval by"]) == ("0.400", "4 of 10", "Wilson")
        assert r"\mathrm{FDR} = \frac{\mathrm{FP}}{\mathrm{TP}+\mathrm{FP}} = \frac{4}{6+4} = 0.400" in [
            latex.value.strip("$\n") for latex in at.latex
        ]
        well(threshold(at).set_value(0.95).run())
        row = at.dataframe[0].value.set_index("metric").loc["false discovery rate"]
        assert (row["value"], row["95% interval"], row["note"]) == ("—", "—", "No row is predicted positive.")

    def test_back_at_the_default_the_address_is_empty_again(self):
        at = open_page()
        well(threshold(at).set_value(0.35).run())
        well(threshold(at).set_value(0.5).run())
        assert "t" not in at.query_params

    def test_above_every_score_precision_is_a_dash_with_its_reason(self):
        at = open_page()
        well(threshold(at).set_value(0.95).run())
        assert headline(at)[:2] == ["—", "0.000"]
        assert headline(at)[3] == "0.500"
        assert "No row is predicted positive." in [caption.value for caption in at.caption]

    def test_at_the_lowest_score_all_rows_are_positive(self):
        at = open_page()
        well(threshold(at).set_value(0.1).run())
        assert headline(at)[:2] == ["0.500", "1.000"]

    @pytest.mark.parametrize(("name", "t"), [("accuracy", 0.54), ("f1", 0.38), ("youden_j", 0.54)])
    def test_a_wish_sets_the_threshold(self, name, t):
        at = open_page(**wish(name))
        y, s = sample_rows("lecture-20", "score")
        well(at.button(key="take_wish").click().run())
        assert threshold(at).value == t
        assert headline(at) == expected(y, s >= t)

    @pytest.mark.parametrize(
        ("best", "held", "least"),
        [
            ("precision", "recall", 0.9),
            ("precision", "recall", 0.55),
            ("recall", "precision", 0.7),
            ("recall", "specificity", 0.8),
        ],
    )
    def test_one_is_held_and_the_other_is_best(self, best, held, least):
        at = open_page(**wish(best, held))
        well(at.number_input(key=f"wish_bound_{held}").set_value(least).run())
        y, s = sample_rows("lecture-20", "score")
        metric = {
            "precision": lambda t: np.mean(y[s >= t]),
            "recall": lambda t: np.sum(y & (s >= t)) / np.sum(y),
            "specificity": lambda t: np.sum(~y & (s < t)) / np.sum(~y),
        }
        value, most, t = max((metric[best](t), metric[held](t), t) for t in s if metric[held](t) >= least)
        button = at.button(key="take_wish")
        assert button.label == f"Take t = {t:g}: {best} {value:.3f} · {held} {most:.3f}"
        well(button.click().run())
        assert threshold(at).value == t

    def test_at_most_so_much_may_be_wished_too(self):
        at = open_page(**wish("recall", "fpr"))
        assert at.selectbox(key="wish_side_fpr").value == "most"
        well(at.number_input(key="wish_bound_fpr").set_value(0.2).run())
        y, s = sample_rows("lecture-20", "score")
        recall, t = max((np.mean(s[y] >= t), t) for t in s if np.mean(s[~y] >= t) <= 0.2)
        assert at.button(key="take_wish").label.startswith(f"Take t = {t:g}: recall {recall:.3f} · false positive rate")

    @pytest.mark.parametrize(("alerts", "day", "rows"), [(5, None, 5), (50, 100, 10), (3, 20, 3), (0, None, 0)])
    def test_so_many_alerts_a_day(self, alerts, day, rows):
        at = open_page(**wish("alerts"))
        at.number_input(key="wish_alerts").set_value(alerts)
        well(at.number_input(key="wish_day").set_value(day).run())
        well(at.button(key="take_wish").click().run())
        _y, s = sample_rows("lecture-20", "score")
        assert np.sum(s >= threshold(at).value) == rows
        of = "" if day is None else f" of {day} a day"
        said = f"as many rows as may be are predicted positive, at most {alerts}{of}"
        assert any(said in caption.value for caption in at.caption)

    def test_a_cost_is_that_of_the_page_of_costs(self):
        at = open_page(**wish("cost"), cost_fn=3.0, cost_fp=2.0)
        y, s = sample_rows("lecture-20", "score")
        cost, t = min((3 * np.sum(y & (s < t)) + 2 * np.sum(~y & (s >= t)), -t) for t in s)
        assert at.button(key="take_wish").label == f"Take t = {-t:g}: cost {1000 * cost / len(s):g} per 1,000 cases"

    def test_of_rows_of_one_s_own_nobody_has_said_what_they_cost(self):
        rows = own_file(LABELLED, truth="label", scores=("score",), positive="1")
        assert "cost" not in open_page(rows, **wish("f1")).selectbox(key="wish_best").options

    def test_of_several_the_one_that_finds_most(self):
        at = open_page(
            own_file(LABELLED, truth="label", scores=("score",), positive="1"),
            **wish("precision", "recall"),
            wish_bound_recall=0.3,
        )
        assert at.button(key="take_wish").label == "Take t = 0.4: precision 1.000 · recall 1.000"
        tie = "3 thresholds tie; the highest is taken, unless a lower one finds more for the same false alarms."
        assert tie in [caption.value for caption in at.caption]

    def test_what_no_threshold_does_is_said_and_the_nearest_is_offered(self):
        rows = pd.DataFrame({"label": [0, 1, 0, 1], "score": [0.9, 0.6, 0.4, 0.2]})
        at = open_page(
            own_file(rows, truth="label", scores=("score",), positive="1"),
            **wish("recall", "precision"),
            wish_bound_precision=0.6,
        )
        captions = [caption.value for caption in at.caption]
        assert "No threshold of these rows does what is wished." in captions
        assert "It misses the wish: precision is 0.5, 0.1 less than wished." in captions
        button = at.button(key="take_wish")
        assert button.label == "Take the nearest, t = 0.2: recall 1.000 · precision 0.500"
        well(button.click().run())
        said = (
            "t was chosen on these rows (recall is best while precision is at least 0.6): no threshold does that, "
            "this one is nearest: precision is 0.5, 0.1 less than wished."
        )
        assert said in [caption.value for caption in at.caption]

    def test_a_wish_may_have_two_conditions(self):
        held = {"wish_and": "alerts", "wish_alerts": 12, "wish_bound_recall": 0.2, "wish_side_recall": "least"}
        at = open_page(**wish("precision", "recall"), **held)
        assert "recall" not in at.selectbox(key="wish_and").options
        well(at.button(key="take_wish").click().run())
        assert at.session_state["chosen"].by.write() == "precision~recall>=0.2~alerts<=12"
        at.session_state["choose_t"] = True
        well(at.run())
        assert (at.selectbox(key="wish_held").value, at.selectbox(key="wish_and").value) == ("recall", "alerts")
        # What is usual is said whole.
        well(at.button(key="usual_f1").click().run())
        assert not any(box.key == "wish_and" for box in at.selectbox)
        well(at.button(key="take_wish").click().run())
        assert at.session_state["chosen"].by.write() == "f1"

    def test_the_fields_show_a_wish_of_two_conditions_that_a_link_brought(self):
        at = open_page(choose_t=True, chosen="precision~recall>=0.3~specificity>=0.4", t=0.54)
        shown = [at.selectbox(key=f"wish_{one}").value for one in ("best", "held", "and")]
        assert shown == ["precision", "recall", "specificity"]
        assert [at.number_input(key=f"wish_bound_{one}").value for one in shown[1:]] == [0.3, 0.4]

    def test_a_wish_costs_nothing_until_it_is_asked_for(self):
        at = open_page()
        assert not [one for one in at.button if str(one.key).startswith("take_")]

    def test_two_wishes_in_a_row(self):
        at = open_page(**wish("accuracy"))
        for name, t in (("accuracy", 0.54), ("f1", 0.38), ("accuracy", 0.54)):
            at.session_state["choose_t"], at.session_state["wish_best"] = True, name
            well(at.run())
            well(at.button(key="take_wish").click().run())
            assert threshold(at).value == t

    def test_beta_changes_the_formulas_and_stays(self):
        at = open_page()
        before = [latex.value for latex in at.latex]
        well(at.slider(key="beta").set_value(0.5).run())
        well(threshold(at).set_value(0.35).run())
        assert at.slider(key="beta").value == 0.5
        assert [latex.value for latex in at.latex] != before

    @pytest.mark.parametrize("t", ["0.35", "x", "", "inf", "nan", "1e400"])
    def test_threshold_in_the_address(self, t):
        at = AppTest.from_file(str(PAGE), default_timeout=60)
        at.query_params["t"] = t
        well(at.run())
        assert threshold(at).value == (0.35 if t == "0.35" else 0.5)

    def test_unknown_sample_in_the_address_shows_no_other_samples_numbers(self):
        at = open_page(sample="../../etc/passwd")
        assert not at.metric
        assert not at.dataframe
        assert not at.get("plotly_chart")
        assert "a sample called ../../etc/passwd, and there is none" in at.warning[0].value.replace("\\", "")

    def test_narrow(self):
        ((_alt, wide),) = charts(open_page())
        on_phone = open_page(page_narrow=True)
        ((_alt, narrow),) = charts(on_phone)
        # No column lies beyond the edge.
        assert not [of for of in on_phone.dataframe if "metric" in of.value]
        assert [of for of in on_phone.markdown if "[error rate](glossary?term=" in of.value]
        assert narrow["layout"]["height"] > wide["layout"]["height"]
        values = [handles(figure)["threshold"]["values"] for figure in (narrow, wide)]
        assert values[0] == values[1]


@pytest.mark.slow
class TestEverySample:
    @pytest.mark.parametrize("key", SAMPLES)
    def test_shows_the_numbers_of_its_file(self, key):
        at = open_page(sample=key, view="one")
        sample = SAMPLES[key]
        column = sample.scores[0] if sample.first is None else f"{sample.labels[0]}:{sample.first}"
        y, s = sample_rows(key, column, positive=sample.first)
        t = threshold(at).value
        assert t == 0.5
        if (s >= t).any() and y.any():
            assert headline(at) == expected(y, s >= t)
        assert all(alt for alt, _figure in charts(at))
        assert len(at.latex) > 10

    @pytest.mark.parametrize("key", SAMPLES)
    def test_in_chinese(self, key):
        at = open_page(sample=key, lang="zh", view="one")
        assert at.title[0].value == "混淆矩阵"
        assert [metric.label for metric in at.metric] == ["查准率", "查全率", ENTRIES["F1"].string, "精度"]
        shown = [e.value for kind in ("title", "markdown", "caption", "info", "warning") for e in at.get(kind)]
        labels = [w.label for kind in ("button", "tab", "number_input", "slider") for w in at.get(kind)]
        english = {e.id for e in ENTRIES.values() if e.id != e.string}
        assert not english & {str(text) for text in [*shown, *labels]}

    @pytest.mark.parametrize("model", ["model_a", "model_b"])
    def test_model(self, model):
        at = open_page(sample="two-models", model=model)
        assert f"Model: **{plain(model)}** · Positive class: **" in at.caption[0].value
        y, s = sample_rows("two-models", model)
        assert headline(at) == expected(y, s >= 0.5)

    def test_model_change_keeps_the_threshold(self):
        at = open_page(sample="two-models", t=0.4)
        well(threshold(at).set_value(0.3).run())
        at.session_state["model"] = "model_b"
        well(at.run())
        y, s = sample_rows("two-models", "model_b")
        assert threshold(at).value == 0.3
        assert headline(at) == expected(y, s >= 0.3)

    def test_other_positive_class_turns_the_truth_over_never_the_score(self):
        at = open_page(sample="lecture-20")
        for positive in ("n", "p", "n"):
            at.session_state["positive"] = positive
            well(at.run())
            y, s = sample_rows("lecture-20", "score", positive)
            assert f"**{positive}**" in at.caption[0].value
            assert headline(at) == expected(y, s >= 0.5)

    def test_scores_for_the_other_class_bring_a_note_not_a_flip(self):
        at = open_page(sample="melon-20", positive="0")
        assert len(at.warning) == 1
        assert "AUC" in at.warning[0].value
        assert not open_page(sample="melon-20").warning

    @pytest.mark.parametrize("digit", ["0", "8"])
    def test_one_digit_against_the_rest(self, digit):
        at = open_page(sample="digits", positive=digit, view="one")
        y, s = sample_rows("digits", f"logistic_regression:{digit}", digit)
        assert headline(at) == expected(y, s >= 0.5)
        assert len(charts(at)) == 2  # the second has the matrices of both models

    @pytest.mark.parametrize("model", ["logistic_regression", "naive_bayes"])
    def test_predicted_labels_have_no_threshold(self, model):
        at = open_page(sample="digits", model=model + loaded.LABELS, positive="8", view="one")
        frame = pd.read_csv(SAMPLES["digits"].path)
        assert headline(at) == expected(frame["digit"] == 8, frame[model] == 8)
        assert "t" not in [field.key for field in at.number_input]
        assert not [button for button in at.button if str(button.key).startswith("take_")]

    def test_from_a_score_to_labels_and_back(self):
        at = open_page(sample="digits", view="one")
        first = headline(at)
        for model in ("naive_bayes" + loaded.LABELS, "logistic_regression"):
            at.session_state["model"] = model
            well(at.run())
        assert headline(at) == first

    def test_unknown_model_and_class_in_the_session_fall_back(self):
        assert headline(open_page(model="gone", positive="gone")) == ["0.600"] * 4


def answer(at):
    return next(m.value for m in at.markdown if "right (" in m.value or "判对" in m.value)


def shown_table(at):
    """Return the lines of the table of classes, each its cells without markup."""
    (table,) = at.table
    return [[re.sub(r" :small\[(.*)\]", r" \1", cell).replace("\\", "") for cell in row] for row in table.value.values]


class TestAllClasses:
    def test_more_than_two_classes_lead_with_all_of_them(self):
        at = open_page(sample="digits")
        frame = pd.read_csv(SAMPLES["digits"].path)
        right = (frame["digit"] == frame["logistic_regression"]).sum()
        assert answer(at).startswith(f":gray-badge[Sample] **{right:,} of 1,797** right (accuracy {right / 1797:.3f} ")
        assert "t" not in [field.key for field in at.number_input]
        assert not at.metric
        ((alt, figure),) = charts(at)
        assert alt.startswith("Confusion matrix of all classes: ")
        assert figure["data"][0]["type"] == "heatmap"
        assert "view" not in at.query_params

    @pytest.mark.parametrize("model", ["logistic_regression", "naive_bayes"])
    def test_the_table_has_each_class_and_both_averages(self, model):
        at = open_page(sample="digits", model=model + loaded.LABELS)
        frame = pd.read_csv(SAMPLES["digits"].path)
        theirs = np.transpose(precision_recall_fscore_support(frame["digit"], frame[model]))
        lines = shown_table(at)
        assert [line[0] for line in lines] == [*map(str, range(10)), "macro", "micro"]
        for line, (precision, recall, f1, support) in zip(lines, theirs, strict=False):
            assert line[1] == f"{support:.0f}"
            assert [cell.split(" ")[0] for cell in line[2:]] == [f"{v:.3f}" for v in (precision, recall, f1)]
        assert [cell.split(" ")[0] for cell in lines[-2][2:4]] == [f"{v:.3f}" for v in theirs.mean(axis=0)[:2]]
        accuracy = f"{accuracy_score(frame['digit'], frame[model]):.3f}"
        assert [cell.split(" ")[0] for cell in lines[-1][2:]] == [accuracy] * 3
        assert all("[" in cell for line in lines[-2:] for cell in line[2:])
        assert f"{theirs.mean(axis=0)[2]:.3f}" in next(c.value for c in at.caption if "scikit-learn" in c.value)

    def test_formulas_of_the_averages(self):
        at = open_page(sample="digits")
        latex = " ".join(one.value for one in at.latex)
        assert all(f"(2.{n})" in latex for n in range(12, 18))

    def test_the_control_turns_to_one_class_and_back_and_the_address_says_so(self):
        at = open_page(sample="digits")
        well(at.segmented_control(key="view").set_value("one").run())
        assert headline(at)
        assert at.query_params["view"] in ("one", ["one"])
        well(at.segmented_control(key="view").set_value("all").run())
        assert answer(at)
        assert "view" not in at.query_params

    def test_a_link_opens_one_class(self):
        at = AppTest.from_file(str(PAGE), default_timeout=60)
        at.query_params["sample"], at.query_params["view"], at.query_params["shares"] = "digits", "one", "all"
        well(at.run())
        assert headline(at)
        assert at.selectbox(key="shares").value == "all"

    def test_a_class_chosen_in_the_sidebar_is_shown_against_the_rest(self):
        at = open_page(sample="digits")
        at.session_state["positive"] = "3"
        well(at.run())
        y, s = sample_rows("digits", "logistic_regression:3", "3")
        assert headline(at) == expected(y, s >= 0.5)
        well(at.segmented_control(key="view").set_value("all").run())
        assert answer(at)

    def test_a_row_clicked_becomes_the_positive_class(self, monkeypatch):
        taken = []
        monkeypatch.setattr(controls, "take", taken.append)
        mine = own_file(pd.DataFrame({"y": list("abc"), "m": list("abb")}), truth="y", labels=("m",))
        monkeypatch.setattr(loaded, "current", lambda: mine)
        for meta, known in (("threshold", [1.0]), ("class", [None, None]), ("class", [None, 2.0])):
            all_classes._picked(((0,), (1,), (2,)), meta, known)
        assert taken == ["c"]

    def test_two_classes_have_no_such_control(self):
        at = open_page(view="all")
        assert not [c for c in at.get("button_group") if c.key == "view"]
        assert headline(at)
        assert "view" not in at.query_params

    @pytest.mark.parametrize(
        ("of", "words"), [("row", "% of the row"), ("column", "% of the column"), ("all", "% of all")]
    )
    @pytest.mark.parametrize("sample", ["lecture-20", "digits"])
    def test_shares_of_row_column_or_all(self, sample, of, words):
        at = open_page(sample=sample)
        well(at.selectbox(key="shares").set_value(of).run())
        ((_alt, figure),) = charts(at)
        assert any(note["text"].startswith(f"predicted · {words}") for note in figure["layout"]["annotations"])
        assert at.query_params.get("shares") in ((None,) if of == "row" else (of, [of]))

    def test_a_class_never_predicted_is_left_out_of_no_mean_silently(self):
        frame = pd.DataFrame({"y": list("aabbcc"), "m": list("aabbab")})
        at = open_page(own_file(frame, truth="y", labels=("m",)))
        lines = shown_table(at)
        assert lines[2][2] == lines[3][2] == "—"
        said = [c.value for c in at.caption]
        assert "Class 'c' is never predicted, so it has no precision." in [s.replace("\\", "") for s in said]
        assert any("No class is left out of a mean" in s and "0.444" in s for s in said)

    def test_in_chinese(self):
        at = open_page(sample="digits", lang="zh")
        shown = [e.value for kind in ("title", "markdown", "caption", "info") for e in at.get(kind)]
        english = {e.id for e in ENTRIES.values() if e.id != e.string}
        assert not english & {str(text) for text in shown}
        (table,) = at.table
        assert list(table.value.columns) == ["类别", "行数", "查准率", "查全率", "F1"]

    def test_names_from_a_file_stay_text(self):
        nasty = ["<img src=x onerror=alert(1)>", "**:material/delete:** [a](http://b)", "c"]
        frame = pd.DataFrame({"y": nasty * 3, "m": [*nasty[1:], nasty[0]] * 3})
        at = open_page(own_file(frame, truth="y", labels=("m",)))
        shown = " ".join([answer(at), *(row[0] for row in at.table[0].value.values)])
        assert "<img" not in shown.replace(r"\<img", "")
        assert ":material/delete:" not in shown
        assert "](http" not in shown
        for _alt, figure in charts(at):
            assert "<img" not in json.dumps(figure)


def test_the_file_of_all_classes_has_every_digit():
    cm = ConfusionMatrix([[50, 3, 2], [10, 20, 5], [1, 4, 5]], ("a", "b", "c"))
    saved = class_table.to_save(cm)
    assert saved["class"].tolist() == ["a", "b", "c", "macro (F1 of the means)", "macro (mean of the F1s)", "micro"]
    assert saved["precision"][0] == 50 / 61
    assert saved["recall_low"][0] < 50 / 55 < saved["recall_high"][0]
    assert (saved["f1_low"] < saved["f1"]).all()
    assert saved["f1"].round(4).tolist() == [0.8621, 0.6452, 0.4545, 0.6596, 0.6539, 0.75]


@pytest.mark.slow
class TestOwnData:
    def test_regression_has_no_confusion_matrix(self):
        frame = pd.DataFrame({"y": [1.5, 2.25, 3.75, 8.5], "model": [1.4, 2.0, 4.1, 8.0]})
        mine = own_file(frame, truth="y", scores=("model",))
        assert mine.predictions.task == "regression"
        at = open_page(mine)
        (info,) = at.info
        assert info.value.startswith("What is loaded predicts a number")
        assert not at.metric
        assert not at.get("plotly_chart")

    def test_regression_in_chinese(self):
        frame = pd.DataFrame({"y": [1.5, 2.25, 3.75, 8.5], "model": [1.4, 2.0, 4.1, 8.0]})
        (info,) = open_page(own_file(frame, truth="y", scores=("model",)), lang="zh").info
        assert not re.search(r"[A-Za-z]{3}", info.value)

    @pytest.mark.parametrize(
        "score",
        [[3.0] * 6, [1e9, 1e9 + 1, 1e9 + 2] * 2, [-5.0, -3, -1] * 2, [1e-20, 2e-20, 3e-20] * 2, [-1e300, 0, 1e300] * 2],
        ids=["constant", "large", "negative", "tiny", "huge"],
    )
    def test_any_range_of_scores(self, score):
        frame = pd.DataFrame({"y": [1, 0, 1, 0, 1, 0], "s": score})
        at = open_page(own_file(frame, truth="y", scores=("s",), positive="1"), **wish("accuracy"))
        s, y = np.array(score), frame["y"] == 1
        t = threshold(at).value
        assert headline(at)[3] == f"{accuracy_score(y, s >= t):.3f}"
        for name in ("accuracy", "f1", "youden_j"):
            at.session_state["choose_t"], at.session_state["wish_best"] = True, name
            well(at.run())
            well(at.button(key="take_wish").click().run())
            assert headline(at)[3] == f"{accuracy_score(y, s >= threshold(at).value):.3f}"

    def test_where_predicting_nothing_positive_is_best(self):
        frame = pd.DataFrame({"y": [0, 0, 0, 0, 1], "s": [0.9, 0.8, 0.7, 0.6, 0.1]})
        at = open_page(own_file(frame, truth="y", scores=("s",), positive="1"), **wish("accuracy"))
        well(at.button(key="take_wish").click().run())
        assert threshold(at).value > 0.9
        assert headline(at)[3] == "0.800"

    def test_weights(self):
        rng = np.random.default_rng(5)
        frame = pd.DataFrame({"y": rng.integers(0, 2, 500), "s": rng.random(500), "w": rng.random(500)})
        at = open_page(own_file(frame, truth="y", scores=("s",), positive="1", weight="w"))
        predicted = frame["s"] >= 0.5
        assert headline(at)[3] == f"{accuracy_score(frame['y'], predicted, sample_weight=frame['w']):.3f}"
        said = [caption.value for caption in at.caption]
        assert "The rows are weighted, so there is no count of rows to base an interval on." in said
        assert not any(text.startswith("Intervals take") for text in said)

    def test_many_rows_are_drawn_as_bars(self):
        rng = np.random.default_rng(6)
        frame = pd.DataFrame({"y": rng.integers(0, 2, 20_000), "s": rng.random(20_000)})
        at = open_page(own_file(frame, truth="y", scores=("s",), positive="1"))
        ((_alt, figure),) = charts(at)
        assert "line-ns-open" in {(trace.get("marker") or {}).get("symbol") for trace in figure["data"]}
        assert headline(at) == expected(frame["y"], frame["s"] >= 0.5)

    def test_names_from_a_file_stay_text(self):
        nasty = ["<img src=x onerror=alert(1)>", "**:material/delete:** $x$ [a](http://b)"]
        frame = pd.DataFrame({"y": nasty * 3, "s": [0.9, 0.1, 0.8, 0.2, 0.4, 0.6]})
        at = open_page(own_file(frame, truth="y", scores=("s",), positive=nasty[0]))
        shown = " ".join(e.value for kind in ("title", "markdown", "caption") for e in at.get(kind))
        assert "<img" not in shown.replace(r"\<img", "")
        assert ":material/delete:" not in shown
        assert "](http" not in shown
        for _alt, figure in charts(at):
            assert "<img" not in json.dumps(figure)
