"""The numbers of a matrix on the page and in the download."""

import math
import re

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from evalcore import metrics
from evalcore.counts import ConfusionMatrix
from evalcore.metrics import METRICS
from tests.evalcore.metrics.test_registry import FDR
from ui.shared import readings, text

GOLDEN = ConfusionMatrix.binary(tp=30, fp=10, fn=20, tn=40)
NONE_POSITIVE = ConfusionMatrix.binary(tp=0, fp=0, fn=4, tn=6)
WEIGHTED = ConfusionMatrix.binary(tp=1.5, fp=0.25, fn=2.0, tn=3.0)


def by_name(cm):
    return {reading.name: reading for reading in metrics.readings(cm)}


def test_the_headline_is_made_of_metrics():
    assert set(readings.HEADLINE) <= {name for name, metric in METRICS.items() if metric.listed}


def test_an_added_metric_is_in_the_table(monkeypatch):
    monkeypatch.setitem(METRICS, "fdr", FDR)
    table = readings.table(metrics.readings(GOLDEN)).set_index("metric")
    row = table.loc["false discovery rate"]
    assert (row["value"], row["count"], row["interval by"]) == ("0.250", "10 of 40", "Wilson")
    row = readings.table(metrics.readings(NONE_POSITIVE)).set_index("metric").loc["false discovery rate"]
    assert (row["value"], row["95% interval"], row["note"]) == ("—", "—", "No row is predicted positive.")


def test_every_method_has_a_name():
    used = {r.method for cm in (GOLDEN, NONE_POSITIVE, WEIGHTED) for r in metrics.readings(cm)}
    assert used - {""} <= set(readings.METHODS)


def test_count_form():
    assert readings.count_form(by_name(GOLDEN)["precision"]) == "30 of 40"
    assert readings.count_form(by_name(GOLDEN)["matthews"]) == ""
    assert readings.count_form(by_name(NONE_POSITIVE)["precision"]) == ""
    assert readings.count_form(by_name(WEIGHTED)["precision"]) == "1.50 of 1.75"


class TestTable:
    def test_golden(self):
        table = readings.table(metrics.readings(GOLDEN)).set_index("metric")
        value = table["value"]
        assert value["precision"] == "0.750"
        assert value["recall"] == "0.600"
        assert value["F1"] == "0.667"
        assert value["accuracy"] == "0.700"
        assert value["balanced accuracy"] == "0.700"
        assert value["Matthews correlation"] == "0.408"
        assert value["Cohen's kappa"] == "0.400"
        assert table.loc["precision", "count"] == "30 of 40"
        assert table.loc["precision", "interval by"] == "Wilson"

    def test_without_a_note_there_is_no_column_for_it(self):
        plain = tuple(r for r in metrics.readings(GOLDEN) if not (r.reason or r.warnings))
        assert "note" not in readings.table(plain)
        assert "note" in readings.table(metrics.readings(NONE_POSITIVE))

    @pytest.mark.parametrize("cm", [GOLDEN, NONE_POSITIVE, WEIGHTED])
    def test_no_value_or_no_interval_comes_with_its_reason(self, cm):
        table = readings.table(metrics.readings(cm))
        unsaid = table[(table["95% interval"] == "—") & (table.get("note", "") == "")]
        assert unsaid.empty
        assert not table["value"].isin(["nan", ""]).any()

    def test_undefined_is_a_dash_with_a_reason(self):
        row = readings.table(metrics.readings(NONE_POSITIVE)).set_index("metric").loc["precision"]
        assert row["value"] == row["95% interval"] == "—"
        assert row["note"] == "No row is predicted positive."

    def test_chinese(self, monkeypatch):
        monkeypatch.setattr(text, "language", lambda: "zh")
        table = readings.table(metrics.readings(NONE_POSITIVE))
        shown = " ".join(map(str, [*table.columns, *table.to_numpy().ravel()]))
        assert {"查准率", "查全率", "精度", "错误率"} <= set(table.iloc[:, 0])
        assert not re.search(r"[A-Za-z]{4,}", re.sub(r"Wilson|Youden|Matthews|Cohen|bootstrap", "", shown, flags=re.I))


class TestDownload:
    def test_all_digits_and_the_matrix(self):
        frame = readings.download_frame(metrics.readings(GOLDEN), GOLDEN, 0.505)
        value = dict(zip(frame["metric"], frame["value"], strict=True))
        assert (value["threshold"], value["tp"], value["fn"], value["fp"], value["tn"]) == (0.505, 30, 20, 10, 40)
        assert value["F1 (beta = 1)"] == metrics.f1(GOLDEN)
        assert {name for name, metric in METRICS.items() if metric.listed} - {"f_beta"} <= set(value)

    def test_says_what_it_is_about(self):
        frame = readings.download_of(GOLDEN, 0.505, about={"file": "a.csv", "model": "m", "positive_class": "yes"})
        for column, said in (("file", "a.csv"), ("model", "m"), ("positive_class", "yes")):
            assert set(frame[column]) == {said}

    def test_labels_have_no_threshold(self):
        frame = readings.download_frame(metrics.readings(GOLDEN), GOLDEN, None)
        assert "threshold" not in set(frame["metric"])

    def test_undefined_stays_undefined(self):
        frame = readings.download_frame(metrics.readings(NONE_POSITIVE), NONE_POSITIVE, 2.0).set_index("metric")
        assert math.isnan(frame.loc["precision", "value"])
        assert frame.loc["precision", "note"] == "No row is predicted positive."
        assert np.isfinite(frame.loc["recall", "value"])


SHOW = """
from evalcore import metrics
from evalcore.counts import ConfusionMatrix
from ui.shared import readings

cm = ConfusionMatrix.binary(*{cells})
readings.headline(metrics.readings(cm))
readings.baseline(cm, "<b>yes</b>", "no")
"""


def shown(*cells):
    page = AppTest.from_string(SHOW.format(cells=cells)).run()
    assert not page.exception
    return page


def test_headline_golden():
    page = shown(30, 10, 20, 40)
    assert [(m.label, m.value) for m in page.metric] == [
        ("precision", "0.750"), ("recall", "0.600"), ("F1", "0.667"), ("accuracy", "0.700"),
    ]  # fmt: skip
    assert page.caption[0].value.startswith("30 of 40 · [")


def test_headline_undefined_says_why():
    page = shown(0, 0, 4, 6)
    assert page.metric[0].value == "—"
    assert page.caption[0].value == "No row is predicted positive."


def test_headline_of_weights_says_why_there_is_no_interval():
    assert any("weighted" in caption.value for caption in shown(1.5, 0.25, 2.0, 3.0).caption)


@pytest.mark.parametrize(
    ("cells", "name", "part"), [((3, 1, 4, 2), r"\<b\>yes\</b\>", "7 of 10"), ((1, 1, 1, 7), "no", "8 of 10")]
)
def test_baseline_is_the_larger_class_and_its_name_is_text(cells, name, part):
    said = shown(*cells).markdown[-1].value
    assert f"**{name}**" in said
    assert part in said
