"""What is drawn stands as tables too, read off evalcore: for who cannot see the lines of a figure."""

import re
from functools import cache, partial

import numpy as np
import pytest
from scipy import stats

from evalcore import costs, metrics
from evalcore.counts import threshold_counts
from evalcore.predictions import from_columns, guess_columns
from evalcore.reading import read_table
from evalcore.significance import binomial_test
from evalcore.views.places import TENTHS, precision_at, tpr_at
from tests.pages.tables import LISTED, page_of, tables_in, tables_of, written
from tests.tiers import thorough
from tests.views import EVERY
from ui.frame import figure_tables
from ui.session.samples import FOLDER, SAMPLES, load
from ui.shared import downloads
from ui.shared.numbers import count, number
from ui.shared.text import _, speaking

VIEWS = [(page, view) for page, views in EVERY.items() for view in views]


@cache
def sample(name):
    frame = read_table(FOLDER / name)
    return from_columns(frame, guess_columns(frame))


def at_step(written_there):
    return float(written_there.removesuffix(" (now)").replace("−", "-"))


def test_a_closed_box_makes_none(monkeypatch):
    monkeypatch.setattr(figure_tables, "_written", None)
    at = page_of("confusion_matrix", "sample=two-models", is_open=False)
    assert [one.label for one in at.expander if one.label == "What is drawn, as a table"]


def test_what_is_to_be_guessed_stands_in_no_table():
    at = page_of("confusion_matrix", "sample=two-models&hidden=1")
    assert written(at) == []


def are_those_of_the_thresholds(table):
    known = sample("two_models.csv")
    counts = threshold_counts(known.y_true, known.scores["model_a"])
    for row in table[1:]:
        cm = counts.at(at_step(row[0]))
        values = (metrics.precision(cm), metrics.recall(cm), metrics.f1(cm), metrics.accuracy(cm))
        assert row[1:] == [*map(count, (cm.tp, cm.fn, cm.fp, cm.tn)), *map(number, values)]


def test_the_matrix_and_its_metrics_are_those_of_the_thresholds():
    (table,) = tables_of(page_of("confusion_matrix", "sample=two-models&t=0.4")).values()
    assert table[0] == ["threshold t", "TP", "FN", "FP", "TN", "precision", "recall", "F1", "accuracy"]
    are_those_of_the_thresholds(table)
    assert [row[0] for row in table if row[0].endswith("(now)")] == ["0.4 (now)"]
    assert len(table) <= 13


def test_curves_are_read_off_all_their_points():
    """Of so many rows the figure draws a few hundred points."""
    known = sample("card_fraud.csv")
    at_steps, roc, precision_recall = tables_of(page_of("curves", "sample=card-fraud&t=0.3")).values()
    for k, name in enumerate(roc[0][1:], start=1):
        counts = threshold_counts(known.y_true, known.scores[name])
        assert [row[k] for row in roc[1:]] == list(map(number, tpr_at(counts, TENTHS)))
        assert [row[k] for row in precision_recall[1:]] == list(map(number, precision_at(counts, TENTHS)))
    counts = threshold_counts(known.y_true, known.scores[roc[0][1]])
    assert "0.3 (now)" in [row[0] for row in at_steps]
    for row in at_steps[1:]:
        cm = counts.at(at_step(row[0]))
        assert row[1:] == [number(metrics.fpr(cm)), number(metrics.recall(cm)), number(metrics.precision(cm))]


def test_costs_are_those_of_the_thresholds():
    known = sample("breast_cancer.csv")
    counts = threshold_counts(known.y_true, next(iter(known.scores.values())))
    rules, at_steps = tables_of(page_of("costs", "sample=breast-cancer&cost_fn=10&cost_fp=1&t=0.2")).values()
    assert len(rules) == 5
    for row in at_steps[1:]:
        cost = costs.threshold_cost_interval(counts, at_step(row[0]), cost_fn=10, cost_fp=1).cost
        assert row[1] == number(1000 * cost, 0)


def test_envelopes_are_read_off_all_their_corners():
    known = sample("breast_cancer.csv")
    envelopes, *_more = tables_of(page_of("costs", "sample=breast-cancer&cost_fn=10&cost_fp=1&cost_planes=1")).values()
    for k, score in enumerate(known.scores.values(), start=2):
        curve = costs.cost_curve(threshold_counts(known.y_true, score))
        for row in envelopes[1:]:
            if "(now)" not in row[0]:  # that place is written shorter than it is
                assert row[k] == number(float(curve.envelope.at(at_step(row[0]))))


def test_net_benefit_is_that_of_the_probabilities():
    known = sample("miscalibrated.csv")
    counts = threshold_counts(known.y_true, known.scores["model_b"])
    view = "sample=miscalibrated&model=model_b&pb_view=decision"
    of_model, _gain = tables_of(page_of("calibration", view)).values()
    for row in of_model[1:]:
        assert row[1] == number(float(costs.net_benefit(counts, [at_step(row[0])])[0]))


def test_shares_within_a_tolerance_are_those_of_the_rows():
    frame = read_table(FOLDER / "five_values.csv")
    within, _residuals = tables_of(page_of("regression", "re_data=five_values")).values()
    truth, prediction = frame.select_dtypes("number").iloc[:, -2:].to_numpy().T
    for row in within[1:]:
        assert row[1] == number(float((np.abs(truth - prediction) <= at_step(row[0]) + 1e-9).mean()))


def test_bins_have_all_their_rows():
    _curve, bins = tables_of(page_of("calibration", "sample=miscalibrated&model=model_b")).values()
    assert sum(int(row[-1]) for row in bins[1:]) == sample("miscalibrated.csv").y_true.size


def test_in_chinese_all_is_chinese():
    found = tables_of(page_of("confusion_matrix", "sample=two-models&lang=zh"))
    assert list(found) == ["混淆矩阵与性能度量随阈值的变化"]
    (table,) = found.values()
    assert table[0][0] == "阈值t"
    assert any(row[0].endswith("（当前）") for row in table)


def test_a_column_named_like_another_one_stands_beside_it():
    table = figure_tables.course("c", ("threshold t", ["0.1", "0.2"]), [("threshold t", [1.0, 2.0]), ("b", [3, 4])])
    body = figure_tables._written(table)
    assert re.findall("<t[hd][^>]*>([^<]*)</t[hd]>", body) == [
        *("threshold t", "threshold t", "b"),
        *("0.1", "1.000", "3.000"),
        *("0.2", "2.000", "4.000"),
    ]


def test_a_name_from_a_file_is_text_that_turns_nothing():
    body = figure_tables._written(figure_tables.FigureTable("\u202e<b>c", {"\u202e<i>a": ["\u2066<u>x"]}))
    assert not set(body) & {"\u202e", "\u2066"}
    assert not re.search("<[biu]>", body)
    assert "&lt;b&gt;c" in body


def test_the_null_distribution_of_one_model_is_that_of_its_test():
    view = "question=one&one_errors=6&one_n=10&one_bar=0.3&one_side=greater"
    rates, null = tables_of(page_of("significance", view)).values()
    assert [row[:2] for row in rates[1:]] == [["error rate", "0.600"], ["bar ε₀", "0.3"]]
    test = binomial_test(6, 10, 0.3)
    assert [row[0] for row in null[1:] if row[2] == "cannot reject"] == [str(k) for k in range(6)]
    assert [row[0] for row in null if "(now)" in row[0]] == ["6 (now)"]
    assert test.not_rejected == (0, 5)
    for row in null[1:]:
        assert row[1] == number(stats.binom.pmf(at_step(row[0]), 10, 0.3), 4)


def test_two_models_by_case_say_who_is_right_where():
    (table,) = tables_of(page_of("significance", "sample=repeated&question=two&two_data=loaded")).values()
    known = load(SAMPLES["repeated"])
    right = {name: (score >= 0.5) == known.y_true for name, score in known.scores.items()}
    a, b = table[0][0], table[0][1].removesuffix(" right")
    assert table[1][1:] == [count(int(one.sum())) for one in (right[a] & right[b], right[a] & ~right[b])]
    assert table[2][1:] == [count(int(one.sum())) for one in (~right[a] & right[b], ~right[a] & ~right[b])]


def in_file(page, view, monkeypatch, language="en"):
    """Open a page; return its tables, and what is closed below the figure in its file, None where it has no file.

    The file is made where it is when it is asked for: outside the script.
    """
    made = []
    monkeypatch.setattr(downloads, "offer", lambda export, write: made.append(partial(write, export)))
    shown = tables_of(page_of(page, view, lang=language))
    if not made:
        return shown, None
    with speaking(language):
        (closed,) = re.findall(r"<details>.*?</details>", made[-1]().decode(), re.DOTALL)
    return shown, closed


# The test runner cannot wait in Chinese for learners that are trained.
FILES = [
    (page, view, language)
    for page, view in VIEWS
    for language in ("en", "zh")
    if not any(one in view for one in LISTED) and not (language == "zh" and "view=table" in view)
]


@pytest.mark.parametrize(
    ("page", "view", "language"),
    [one if one[1] == "question=two" else thorough(*one) for one in FILES],
)
def test_the_file_of_a_figure_has_the_tables_of_its_page(page, view, language, monkeypatch):
    shown, closed = in_file(page, view, monkeypatch, language)
    if closed is None:
        return
    # A file does not say where its handle stands.
    with speaking(language):
        here = _("{place} (now)", place="")
    still = {title: [[cell.removesuffix(here) for cell in row] for row in rows] for title, rows in shown.items()}
    assert tables_in(re.findall("<table>.*?</table>", closed)) == still
    with speaking(language):
        assert f"<summary>{_('What is drawn, as a table')}</summary>" in closed
    assert len(closed.encode()) < 20_000


def test_numbers_in_a_file_are_those_of_the_thresholds(monkeypatch):
    _shown, closed = in_file("confusion_matrix", "sample=two-models&t=0.4", monkeypatch)
    (table,) = tables_in([closed]).values()
    are_those_of_the_thresholds(table)


def test_a_file_does_not_say_where_its_handle_stands():
    table = figure_tables.course("", ("t", ["0.1", "0.2", "0.3"]), {"recall": [0.9, 0.8, 0.7]}, here=1)
    assert table.here
    assert figure_tables.as_frame(table)["t"].tolist() == ["0.1", "0.2", "0.3"]
