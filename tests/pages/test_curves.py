"""The page of curves, run on its own: areas in every convention, models compared, every option, in both languages."""

import json
import re

import numpy as np
import pandas as pd
import pytest
import streamlit as st
from scipy import stats
from sklearn.metrics import average_precision_score, precision_score, recall_score, roc_auc_score
from streamlit.testing.v1 import AppTest

from evalcore import curves
from evalcore.figures.parts.rows import IN_ROW
from evalcore.figures.style import INK, OUT_OF_SIGHT
from evalcore.predictions import from_frame
from tests.evalcore.figures.steps import handles, present, unmarked
from tests.tiers import thorough
from tests.ui.shared.test_text import ENTRIES
from ui.curves import controls, point_models
from ui.frame import point_rows
from ui.session import loaded, samples
from ui.session.samples import SAMPLES
from ui.shared import downloads, told
from ui.shared.text import plain

PAGE = samples.FOLDER.parent / "pages" / "curves.py"
OPTIONS = {
    "hull": {"curves_hull": True},
    "bands": {"curves_bands": True},
    "accuracy": {"curves_iso": "accuracy"},
    "precision": {"curves_iso": "precision"},
    "F1": {"curves_iso": "f1"},
    "prevalence": {"curves_moved": True},
    "DET": {"curves_show": "det", "curves_equal_error": True},
    "points": {"curves_equal_error": True, "curves_break_even": True, "curves_area": True, "shares": "all"},
    "all": {"curves_hull": True, "curves_bands": True, "curves_iso": "accuracy", "curves_moved": True},
    "all, DET": {"curves_hull": True, "curves_bands": True, "curves_iso": "f1", "curves_show": "det"},
}
every_option = pytest.mark.parametrize("chosen", OPTIONS.values(), ids=OPTIONS)

GROWING = "ROC and P-R curves built row after row, with the sorted rows and their rates"


def open_page(loaded=None, sample=None, **chosen):
    """Run the page on what is loaded, or on the sample of its address, with choices already made."""
    at = AppTest.from_file(str(PAGE), default_timeout=60)
    if sample is not None:
        at.query_params["sample"] = sample
    if loaded is not None:
        at.session_state["loaded"] = loaded
    for key, value in {"drawer_open": True, **chosen}.items():
        at.session_state[key] = value
    return well(at.run())


def well(at):
    """Return the page after making sure that it ran to its end."""
    assert not at.exception
    assert not at.error
    return at


def own_file(frame, name="my file.csv", **columns):
    return loaded.Loaded(from_frame(frame, **columns), name)


def figures(at):
    """Return each chart by its alt text; none is without one."""
    found = {chart.proto.alt: json.loads(chart.proto.spec) for chart in at.get("plotly_chart")}
    assert all(found)
    return found


def main_figure(at):
    (figure,) = (figure for figure in figures(at).values() if "xaxis3" in figure["layout"])
    return figure


def traces(at, **wanted):
    return [t for t in main_figure(at)["data"] if all(t.get(key) == value for key, value in wanted.items())]


def curve_traces(at):
    """Return the curves: the traces whose points tell their thresholds."""
    return [t for t in main_figure(at)["data"] if "t = " in t.get("hovertemplate", "")]


def legend(at, above="x6"):
    """Return what is said of each line in a legend, or in the rows above the ROC plane, or that of P-R with "x7"."""
    data = main_figure(at)["data"]
    listed = [unmarked(t["name"]) for t in data if t.get("showlegend", True)]
    rows = {}
    for trace in (t for t in data if t.get("xaxis") == above and t["mode"] == "text"):
        for row, text in zip(trace["y"], trace["text"], strict=True):
            rows.setdefault(row, []).append(re.sub("<.*?>", "", text))
    return listed or ["   ".join(row) for _, row in sorted(rows.items())]


def diamonds(at):
    """Return the points of models of labels in the planes, without their samples in the rows above."""
    found = [t for t in main_figure(at)["data"] if t.get("marker", {}).get("symbol") == "diamond"]
    return [t for t in found if t.get("meta") != IN_ROW]


def named(at):
    return {t.get("name") for t in main_figure(at)["data"]}


def table(at, *columns):
    """Return the only table with these columns, but for that of the links to the glossary."""
    tables = (d.value.drop(columns="Glossary", errors="ignore") for d in at.dataframe)
    (found,) = (one for one in tables if list(one.columns) == list(columns))
    return found


def class_areas(at, *wanted):
    """Return the areas of all classes and their averages, or other columns of their table."""
    found = table(at, "class", "AUC", "AUC, 95%", "AP", "AP, 95%")
    return found[["class", *(wanted or ("AUC", "AP"))]]


def areas(at):
    """Return the table of areas as (measure, value, how)."""
    return [(measure, value, how) for measure, value, _ends, how in area_lines(at)]


def area_lines(at):
    """Return the table of areas with its intervals."""
    return [tuple(row) for row in table(at, "measure", "value", "95% interval", "how").itertuples(index=False)]


def ends(at, measure, how=""):
    """Return the interval of a line of the table of areas, as it is written."""
    (found,) = (ends for name, _value, ends, said in area_lines(at) if name == measure and how in said)
    return found


def area(at, measure, how=""):
    (value,) = (value for name, value, said in areas(at) if name == measure and how in said)
    return value


def captions(at):
    return [caption.value for caption in at.caption]


def sample_rows(key, column, positive=None):
    sample = SAMPLES[key]
    frame = pd.read_csv(sample.path, dtype={sample.truth: str})
    return (frame[sample.truth] == (positive or sample.positive)).to_numpy(), frame[column].to_numpy()


def at_point(y_true, predicted):
    """Return the cards by scikit-learn: recall, false positive rate, precision."""
    found = (recall_score(y_true, predicted), 1 - recall_score(~y_true, ~predicted), precision_score(y_true, predicted))
    return [f"{value:.3f}" for value in found]


def cards(at):
    assert [metric.label for metric in at.metric] == ["recall", "false positive rate", "precision"]
    return [metric.value for metric in at.metric]


@pytest.mark.slow
class TestMelon:
    def test_areas_and_special_points(self):
        at = open_page(sample="melon-20")
        assert [value for name, value, _how in areas(at) if name == "AUC"] == ["0.849"] * 7
        for how in ("trapezoids", "pairs: 14 wrong and 1 tied of 96", "ranks"):
            assert area(at, "AUC", how) == "0.849"
        assert area(at, "ℓ_rank") == f"{14.5 / 96:.3f}"
        assert area(at, "AUC of the hull") == "0.885"
        assert area(at, "AP") == "0.824"
        assert area(at, "P-R area", "straight lines") == "0.818"
        assert area(at, "break-even point", "at t = 0.71") == "0.625"

    def test_intervals(self):
        at = open_page(sample="melon-20")
        plain, logit = (
            [float(end) for end in ends(at, "AUC", how)[1:-1].split(",")] for how in ("plain", "DeLong, on the logit")
        )
        y, s = sample_rows("melon-20", "score")
        above = np.sign(np.subtract.outer(s[y], s[~y])) / 2 + 0.5
        error = (above.mean(1).var(ddof=1) / y.sum() + above.mean(0).var(ddof=1) / (~y).sum()) ** 0.5
        auc, half = above.mean(), stats.norm.ppf(0.975) * error
        assert plain == pytest.approx([auc - half, 1], abs=5e-4)
        assert any("was cut there" in text for text in captions(at))
        assert ends(at, "AUC", "Newcombe") == "[0.589, 0.952]"
        found = curves.auc_interval(y, s)
        assert ends(at, "AUC", "shown everywhere") == f"[{found.robust_low:.3f}, {found.robust_high:.3f}]"
        assert ends(at, "ℓ_rank") == f"[{1 - found.robust_high:.3f}, {1 - found.robust_low:.3f}]"
        # logit(.8236) -+ 1.96 / sqrt(8 x .8236 x .1764)
        assert ends(at, "AP") == "[0.431, 0.966]"
        for name in ("AP, resampled", "AUC, FPR ≤ 0.1", "break-even point", "equal error rate"):
            low, high = map(float, ends(at, name)[1:-1].split(","))
            assert low < float(area(at, name)) < high
        assert ends(at, "AUC of the hull") == ends(at, "P-R area", "straight lines") == "—"
        moved = half / (auc * (1 - auc)) * np.array([-1, 1])
        assert logit == pytest.approx(1 / (1 + np.exp(-(np.log(auc / (1 - auc)) + moved))), abs=5e-4)

    def test_legend_says_both_areas_with_intervals(self):
        at = open_page(sample="melon-20")
        (auc,), (average,) = legend(at), legend(at, "x7")
        found = re.fullmatch(r"score   0\.849 \[(.+), (.+)\] score   0\.824 \[(.+), (.+)\]", f"{auc} {average}")
        ends = [float(end) for end in found.groups()]
        assert ends[0] < 0.849 < ends[1] <= 1
        assert ends[2] < 0.824 < ends[3] <= 1

    def test_points_of_the_curves(self):
        at = open_page(sample="melon-20")
        roc, pr = traces(at, meta="threshold")
        assert (roc["xaxis"], pr["xaxis"], pr["line"]["shape"]) == ("x3", "x5", "vh")
        # Nothing is predicted positive above the highest score: no precision there.
        assert [t["customdata"]["shape"] for t in (roc, pr)] == ["20, 3", "19, 3"]

    def test_ties_taken_one_at_a_time_draw_other_staircases(self):
        at = open_page(sample="melon-20")
        for ties, auc in (("optimistic", "0.854"), ("pessimistic", "0.844"), ("together", "0.849")):
            well(at.button_group(key="curves_ties").set_value(ties).run())
            assert any(f"When all rows are in, AUC is {auc}" in text for text in captions(at))
            # The pairs and the table do not depend on it.
            assert any(text.startswith("Each cell") and text.endswith("AUC 0.849.") for text in captions(at))
            assert area(at, "AUC", "trapezoids") == "0.849"
            handle = handles(figures(at)[GROWING])["steps"]
            assert len(handle["at"]) == (20 if ties == "together" else 21)
            assert handle["active"] == 0

    def test_field_of_pairs(self):
        figure = figures(open_page(sample="melon-20"))[
            "All pairs of a positive and a negative row: in the right order, tied, or in the wrong order"
        ]
        assert figure["data"][0]["z"]["shape"] == "8, 12"

    def test_formulas(self):
        at = open_page(sample="melon-20", t=0.6)
        said = " ".join(latex.value for latex in at.latex)
        for part in (
            r"(2.18)\quad \mathrm{TPR} = \frac{\mathrm{TP}}{\mathrm{TP}+\mathrm{FN}} = \frac{7}{7+1} = 0.875",
            r"(2.19)\quad \mathrm{FPR} = \frac{\mathrm{FP}}{\mathrm{FP}+\mathrm{TN}} = \frac{4}{4+8} = 0.333",
            r"(2.20)\quad",
            r"(2.21)\quad",
            r"(2.22)\quad",
            r"\frac{14+\frac{1}{2}\cdot 1}{8\cdot 12} = 0.151",
            # The integral, derived: 81 pairs in order and a tie.
            r"\mathrm{AUC} = \int_0^1 \mathrm{TPR}\;d\,\mathrm{FPR}",
            r"\frac{81+\frac{1}{2}\cdot 1}{96} = 0.849",
        ):
            assert part in said
        # The tie: one negative wide, from six to seven positives.
        assert r"1\cdot(6+7)" in said
        terms = [[int(n) for n in term] for term in re.findall(r"(\d+)\\cdot\((\d+)\+(\d+)\)", said)]
        assert sum(w * (a + b) for w, a, b in terms) / (2 * 8 * 12) == pytest.approx(1 - 14.5 / 96)

    def test_four_special_points(self):
        columns = ("(FPR, TPR)", "TP", "FN", "FP", "TN", "what a classifier does there")
        found = table(open_page(sample="melon-20"), *columns)
        assert [list(line[:5]) for line in found.to_numpy()] == [
            ["(0, 1)", "8", "0", "0", "12"],
            ["(1, 0)", "0", "8", "12", "0"],
            ["(0, 0)", "0", "8", "0", "12"],
            ["(1, 1)", "8", "0", "12", "0"],
        ]
        assert found.iloc[3, 5].startswith("FN = TN = 0")

    def test_dominance_needs_two_models(self):
        at = open_page(sample="melon-20")
        assert len(at.dataframe) == 2  # areas, corners
        assert "Models compared" not in [e.value for e in at.header]


class TestLecture:
    def test_nothing_loaded_shows_the_lecture_at_one_half(self):
        at = open_page()
        assert at.title[0].value == "ROC and P-R curves"
        assert "Positive class: **p**" in at.caption[0].value
        assert at.number_input(key="t").value == 0.5
        assert cards(at) == ["0.600", "0.400", "0.600"]
        assert [value for name, value, _how in areas(at) if name == "AUC"] == ["0.680"] * 7
        assert area(at, "ℓ_rank") == "0.320"
        y, s = sample_rows("lecture-20", "score")
        assert area(at, "AP") == f"{average_precision_score(y, s):.3f}"
        assert area(at, "break-even point", "at t = 0.505") == "0.600"
        assert area(at, "equal error rate") == "0.400"

    def test_two_thresholds_in_a_row(self):
        at = open_page()
        y, s = sample_rows("lecture-20", "score")
        for t in (0.35, 0.54, 0.505):
            well(at.number_input(key="t").set_value(t).run())
            assert cards(at) == at_point(y, s >= t)
            assert at.query_params["t"] in (str(t), [str(t)])
            figure = main_figure(at)
            assert present(figure) == t
            marks = [m for m in figure["data"] if m.get("marker", {}).get("color") == INK]
            assert [(m["xaxis"], *m["x"], *m["y"]) for m in marks] == [
                ("x3", pytest.approx((s[~y] >= t).mean(), abs=1e-6), pytest.approx((s[y] >= t).mean(), abs=1e-6)),
                ("x5", pytest.approx((s[y] >= t).mean(), abs=1e-6), pytest.approx(y[s >= t].mean(), abs=1e-6)),
            ]

    def test_above_every_score_there_is_no_precision(self):
        at = open_page(t=0.95)
        assert cards(at) == ["0.000", "0.000", "—"]
        assert "No row is predicted positive." in captions(at)
        marks = [m for m in main_figure(at)["data"] if m.get("marker", {}).get("color") == INK]
        assert [(m["x"], m["y"]) for m in marks] == [([0.0], [0.0]), ([OUT_OF_SIGHT], [OUT_OF_SIGHT])]

    @pytest.mark.parametrize(("name", "t"), [("accuracy", 0.54), ("f1", 0.38), ("youden_j", 0.54)])
    def test_a_wish_sets_the_threshold(self, name, t):
        at = open_page(choose_t=True, wish_best=name, wish_held="")
        well(at.button(key="take_wish").click().run())
        assert at.number_input(key="t").value == t

    def test_narrow(self):
        on_phone = open_page(page_narrow=True)
        wide, narrow = main_figure(open_page()), main_figure(on_phone)
        # No column lies beyond the edge.
        assert not [of for of in on_phone.dataframe if "measure" in of.value]
        assert [of for of in on_phone.markdown if "[AUC](glossary?term=" in of.value]
        assert narrow["layout"]["height"] > wide["layout"]["height"]
        values = [handles(figure)["threshold"]["values"] for figure in (narrow, wide)]
        assert values[0] == values[1]

    def test_other_positive_class_brings_a_note_not_a_flip(self):
        at = open_page(positive="n")
        y, s = sample_rows("lecture-20", "score", "n")
        assert area(at, "AUC", "trapezoids") == f"{roc_auc_score(y, s):.3f}" == "0.320"
        assert len(at.warning) == 1
        assert not open_page().warning


@pytest.mark.slow
class TestEverySample:
    @pytest.mark.parametrize("key", SAMPLES)
    def test_shows_the_numbers_of_its_file(self, key):
        at = open_page(sample=key)
        sample = SAMPLES[key]
        column = sample.scores[0] if sample.first is None else f"{sample.labels[0]}:{sample.first}"
        y, s = sample_rows(key, column, positive=sample.first)
        for how in ("trapezoids", "pairs", "ranks"):
            assert area(at, "AUC", how) == f"{roc_auc_score(y, s):.3f}"
        assert area(at, "AP") == f"{average_precision_score(y, s):.3f}"
        if (s >= 0.5).any():
            assert cards(at) == at_point(y, s >= 0.5)
        n_models = 1 if key == "digits" else len(SAMPLES[key].scores)
        assert len(legend(at)) == n_models + len(SAMPLES[key].labels)
        assert len(curve_traces(at)) == 2 * n_models
        assert len(at.latex) >= 4

    @pytest.mark.parametrize("key", SAMPLES)
    def test_in_chinese(self, key):
        at = open_page(sample=key, lang="zh", curves_hull=True, curves_bands=True)
        assert at.title[0].value == ENTRIES["ROC and P-R curves"].string
        kinds = ("title", "markdown", "caption", "info", "warning")
        shown = [e.value for kind in kinds for e in at.get(kind)]
        widgets = ("button", "tab", "number_input", "slider", "toggle", "selectbox", "metric")
        labels = [w.label for kind in widgets for w in at.get(kind)]
        cells = [str(cell) for d in at.dataframe for cell in [*d.value.columns, *d.value.to_numpy().ravel()]]
        drawn = [unmarked(str(t.get("name"))) for t in main_figure(at)["data"]]
        english = {e.id for e in ENTRIES.values() if e.id != e.string}
        assert sorted(english & {str(text) for text in [*shown, *labels, *cells, *drawn]}) == []
        # What a table says of its numbers has no English sentence in it.
        assert not [cell for cell in cells if re.search(r"[a-z]{3,} [a-z]{2,} [a-z]{2,}", cell)]

    def test_small_samples_grow_and_large_ones_say_why_not(self):
        small, large = open_page(sample="melon-20"), open_page(sample="rare-class")
        assert GROWING in figures(small)
        assert GROWING not in figures(large)
        assert "The curves are built row by row for up to 60 rows; these are 5,000." in captions(large)
        assert "Evenly spaced ranks stand for all rows here; the number comes from all pairs." in captions(large)
        assert not any("Evenly spaced" in text for text in captions(small))

    def test_large_samples_offer_the_lectures_rows(self):
        at = open_page(sample="rare-class")
        well(at.toggle(key="curves_lecture").set_value(True).run())
        assert len(handles(figures(at)[GROWING])["steps"]["at"]) == 21
        assert any("AUC is 0.680 and average precision" in text for text in captions(at))

    def test_thinned_curves_say_so(self):
        said = captions(open_page(sample="rare-class"))
        assert any(re.fullmatch(r"Showing \d+ of 4,994 points\.", text) for text in said)
        assert "All numbers come from all points." in said
        assert not any(text.startswith("Showing") for text in captions(open_page(sample="melon-20")))


def delong(y, a, b):
    """Return DeLong's difference and p-value from the table of all pairs."""
    tables = [np.sign(np.subtract.outer(s[y], s[~y])) / 2 + 0.5 for s in (a, b)]
    of_pos, of_neg = (np.stack([t.mean(axis=axis) for t in tables]) for axis in (1, 0))
    covariance = np.cov(of_pos) / y.sum() + np.cov(of_neg) / (~y).sum()
    difference = tables[0].mean() - tables[1].mean()
    error = np.sqrt([1, -1] @ covariance @ [1, -1])
    return difference, error, 2 * stats.norm.sf(abs(difference / error))


def holm(pvalues):
    """Return p-values adjusted step by step: the smallest times the number of tests, and so on, never falling."""
    adjusted, highest = [None] * len(pvalues), 0.0
    for rank, i in enumerate(sorted(range(len(pvalues)), key=pvalues.__getitem__)):
        highest = max(highest, min(1.0, (len(pvalues) - rank) * pvalues[i]))
        adjusted[i] = highest
    return adjusted


COMPARED = ("models", "difference of AUC", "95% interval", "p (DeLong)", "p (Holm)")


@pytest.mark.slow
class TestModelsCompared:
    @pytest.mark.parametrize("key", ["two-models", "breast-cancer"])
    def test_by_delong_and_holm(self, key):
        names = SAMPLES[key].scores
        columns = {name: sample_rows(key, name) for name in names}
        y = columns[names[0]][0]
        pairs = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :]]
        found = table(open_page(sample=key), *COMPARED)
        assert found["models"].tolist() == [f"{a} – {b}" for a, b in pairs]
        tests = [delong(y, columns[a][1], columns[b][1]) for a, b in pairs]
        adjusted = holm([p for _, _, p in tests])
        for row, (difference, error, p), together in zip(found.itertuples(index=False), tests, adjusted, strict=True):
            assert float(row[1].replace("−", "-")) == pytest.approx(difference, abs=5e-4)
            low, high = (float(end) for end in row[2][1:-1].replace("−", "-").split(","))
            half = stats.norm.ppf(1 - 0.025 / len(pairs)) * error
            assert (low, high) == pytest.approx((difference - half, difference + half), abs=6e-4)
            for shown, wanted in ((row[3], p), (row[4], together)):
                # Without a mark: also of areas of .99 the interval holds.
                assert shown == (f"{wanted:.3f}" if wanted >= 0.001 else "< 0.001")

    def test_near_equal_models_are_not_said_to_cross(self):
        at = open_page(sample="two-models")
        (said,) = (m.value for m in at.markdown if m.value.startswith("- "))
        assert said.startswith(r"- At single false positive rates neither model\_a nor model\_b is shown to lie above")

    def test_models_that_rank_alike_are_one_curve(self):
        at = open_page(sample="miscalibrated")
        (said,) = (m.value for m in at.markdown if m.value.startswith("- "))
        assert said == r"- model\_a and model\_b are the same curve."
        # No difference, and no interval: the reason stands below the table.
        assert table(at, *COMPARED).iloc[0, 1:3].tolist() == ["0.000", "—"]
        assert any("told apart" in text or "same amount" in text or "alike" in text for text in captions(at))

    @pytest.mark.parametrize(("few", "marked"), [(9, True), (10, False)])
    def test_below_ten_rows_of_a_class_a_p_value_carries_its_warning(self, few, marked):
        rng = np.random.default_rng(0)
        file = pd.DataFrame(rng.random((60, 2)), columns=["a", "b"])
        file.insert(0, "y", (np.arange(60) < few).astype(int))
        at = open_page(own_file(file, truth="y", scores=("a", "b"), positive="1"))
        by = "p (exchange)" if marked else "p (DeLong)"
        cells = table(at, *(by if name == "p (DeLong)" else name for name in COMPARED)).iloc[0]
        assert [cells[name].endswith(" ⚠") for name in (by, "p (Holm)")] == [marked] * 2
        said = [text for text in captions(at) if text.startswith("⚠ A class has fewer than ten rows")]
        assert len(said) == marked

    def test_what_the_test_assumes_stands_below_it(self):
        said = (
            "Hypothesis: Both models have the same area under the ROC curve on all rows such as these. Assumed: The "
            "rows are independent of each other, and neither model was fitted to them. Both models scored the same "
            "rows. There are enough rows of each class for the difference to be normally distributed."
        )
        assert said in captions(open_page(sample="two-models"))

    def test_never_says_that_models_are_equal(self):
        at = open_page(sample="two-models")
        assert any("does not show that two models are equal" in text for text in captions(at))

    @pytest.mark.parametrize("model", ["model_a", "model_b"])
    def test_chosen_model_moves_and_is_thicker(self, model):
        at = open_page(sample="two-models", model=model)
        y, s = sample_rows("two-models", model)
        assert cards(at) == at_point(y, s >= 0.5)
        assert area(at, "AUC", "pairs") == f"{roc_auc_score(y, s):.3f}"
        width = {t["legendgroup"]: t["line"]["width"] for t in curve_traces(at)}
        assert max(width, key=width.get) == model
        # The order of the models, and so their colours, stays.
        assert [name.partition("   ")[0] for name in legend(at)] == ["model_a", "model_b"]


@pytest.mark.slow
class TestNumbersWithoutInterval:
    def test_say_so(self):
        beside_areas = "No interval: AUC of the hull, whose points were chosen on these rows"
        assert any(text.startswith(beside_areas) for text in captions(open_page(sample="melon-20")))
        at = open_page(sample="digits", curves_show="det")
        assert "The interval of an equal error rate stands with the areas and special points, below." in captions(at)
        assert any(text.startswith("95% intervals of each class on its own") for text in captions(at))
        moved = "The interval of AP is for the prevalence of the rows, so there is none at another one."
        assert moved in captions(open_page(sample="melon-20", curves_moved=True))
        assert moved not in captions(open_page(sample="melon-20"))

    def test_many_scores_are_resampled_on_request(self, monkeypatch):
        monkeypatch.setattr("ui.curves.areas.AT_ONCE", 5)
        at = open_page(sample="melon-20")
        assert ends(at, "equal error rate") == ""
        well(at.toggle(key="curves_resampled").set_value(True).run())
        assert ends(at, "equal error rate").startswith("[")

    def test_the_model_in_the_legend_without_one_is_named_with_the_reason(self):
        file = pd.DataFrame({"y": [1] * 6 + [0] * 6, "a_b": [3.5] * 12, "c": [9, 1, 8, 2, 7, 3, 4, 5, 6, 9, 1, 2]})
        mine = own_file(file, truth="y", scores=("a_b", "c"), positive="1")
        reason = "All rows have the same score, so no row differs"
        assert any(text.startswith(rf"a\_b: {reason}") for text in captions(open_page(mine, model="c")))
        only = own_file(file, truth="y", scores=("a_b",), positive="1")
        assert any(text.startswith(reason) for text in captions(open_page(only)))


@pytest.mark.slow
class TestManyClasses:
    def test_each_against_the_rest_and_their_averages(self):
        at = open_page(sample="digits")
        frame = pd.read_csv(SAMPLES["digits"].path)
        score = frame[[f"logistic_regression:{digit}" for digit in range(10)]].to_numpy()
        found = class_areas(at).set_index("class")
        low, high = (float(end) for end in class_areas(at, "AUC, 95%").iloc[0, 1][1:-1].split(","))
        assert 0.99 < low <= float(found["AUC"].iloc[0]) <= high
        one_hot = frame["digit"].to_numpy()[:, None] == np.arange(10)
        for digit in range(10):
            wanted = [
                measure(one_hot[:, digit], score[:, digit]) for measure in (roc_auc_score, average_precision_score)
            ]
            assert found.loc[str(digit)].tolist() == [f"{value:.3f}" for value in wanted]
        for row, average in (("macro", "macro"), ("weighted", "weighted"), ("micro", "micro")):
            (shown,) = (cells.tolist() for name, cells in found.iterrows() if name.startswith(row))
            wanted = [f"{m(one_hot, score, average=average):.3f}" for m in (roc_auc_score, average_precision_score)]
            assert shown == wanted
        ovo = roc_auc_score(frame["digit"], score / score.sum(axis=1, keepdims=True), multi_class="ovo")
        assert found.loc["Hand and Till's M: mean over pairs of classes", "AUC"] == f"{ovo:.3f}"
        figure = figures(at)["ROC curves of all classes, each against the rest"]
        assert len(figure["data"]) == 1 + 2 + 10

    def test_do_not_depend_on_the_positive_class(self):
        one, other = (open_page(sample="digits", positive=digit) for digit in "08")
        assert class_areas(one).equals(class_areas(other))

    def test_two_classes_have_one_curve(self):
        assert "All classes at once" not in [e.value for e in open_page(sample="melon-20").header]


@pytest.mark.slow
class TestOptions:
    @every_option
    @pytest.mark.parametrize("key", ["melon-20", thorough("two-models"), thorough("digits")])
    def test_draw_without_changing_the_numbers(self, key, chosen):
        plain, at = open_page(sample=key), open_page(sample=key, **chosen)
        assert areas(at) == areas(plain)
        if "curves_show" not in chosen:
            assert cards(at) == cards(plain)

    def test_hull_is_there_on_request(self):
        at = open_page(sample="melon-20")
        assert "convex hull" not in named(at)
        well(at.toggle(key="curves_hull").set_value(True).run())
        assert "convex hull" in named(at)
        well(at.toggle(key="curves_hull").set_value(False).run())
        assert "convex hull" not in named(at)

    def test_bands_lie_around_the_chosen_curve(self):
        at = open_page(sample="two-models")
        well(at.toggle(key="curves_bands").set_value(True).run())
        roc, pr = traces(at, name="95% band")
        assert (roc["xaxis"], pr["xaxis"], roc["fill"], pr["fill"]) == ("x3", "x5", "toself", "toself")
        first = min(i for i, t in enumerate(main_figure(at)["data"]) if "t = " in t.get("hovertemplate", ""))
        assert first > max(i for i, t in enumerate(main_figure(at)["data"]) if t.get("name") == "95% band")

    @pytest.mark.parametrize(
        ("kind", "names", "axis"),
        [
            ("accuracy", {"accuracy 0.2", "accuracy 0.4", "accuracy 0.6", "accuracy 0.8"}, "x3"),
            ("precision", {"precision 0.2", "precision 0.4", "precision 0.6", "precision 0.8"}, "x3"),
            ("f1", {"F1 0.2", "F1 0.4", "F1 0.6", "F1 0.8"}, "x5"),
        ],
    )
    def test_lines_of_equal_worth(self, kind, names, axis):
        at = open_page(sample="melon-20")
        well(at.selectbox(key="curves_iso").set_value(kind).run())
        lines = [t for t in main_figure(at)["data"] if t.get("name") in names]
        assert {t["name"] for t in lines} == names
        assert {t["xaxis"] for t in lines} == {axis}
        well(at.selectbox(key="curves_iso").set_value("none").run())
        assert not named(at) & names

    def test_another_prevalence_moves_precision_only(self):
        at = open_page(sample="melon-20", t=0.6)
        before = traces(at, meta="threshold")
        well(at.toggle(key="curves_moved").set_value(True).run())
        assert at.number_input(key="curves_prevalence").value == 0.4
        assert legend(at, "x7")[0].endswith("   0.824")
        well(at.number_input(key="curves_prevalence").set_value(0.1).run())
        roc, pr = traces(at, meta="threshold")
        assert roc["y"] == before[0]["y"]
        assert pr["y"] != before[1]["y"]
        assert traces(at, name="prevalence")[0]["y"] == [0.1, 0.1]
        marks = [m for m in main_figure(at)["data"] if m.get("marker", {}).get("color") == INK]
        hits, alarms = 0.1 * 7 / 8, 0.9 * 4 / 12
        assert marks[1]["y"] == [pytest.approx(hits / (hits + alarms), abs=1e-6)]
        # An interval for these rows is none for other ones.
        weight = np.where(sample_rows("melon-20", "score")[0], 0.1 / 8, 0.9 / 12)
        wanted = average_precision_score(*sample_rows("melon-20", "score"), sample_weight=weight)
        assert legend(at, "x7")[0].endswith(f"   {wanted:.3f}")
        must = "A prevalence is a share above 0 and below 1; "
        for typed, said in ((10.0, "got 10. 10% is 0.1."), (None, "the field was empty. 0.1 stays.")):
            at.number_input(key="curves_prevalence").set_value(typed).run()
            assert [one.value for one in at.error] == [f"{must}{said}"]
            assert at.number_input(key="curves_prevalence").value == 0.1
        well(at.toggle(key="curves_moved").set_value(False).run())
        assert traces(at, meta="threshold")[1]["y"] == before[1]["y"]

    def test_alt_text_says_the_areas_that_are_drawn(self):
        def alt(at):
            (found,) = (text for text, figure in figures(at).items() if "xaxis3" in figure["layout"])
            return found

        y, s = sample_rows("melon-20", "score")
        here, there = (average_precision_score(y, s, sample_weight=w) for w in (None, np.where(y, 0.1 / 8, 0.9 / 12)))
        at = open_page(sample="melon-20", t=-0.25)
        said = "with the operating point at threshold −0.25. score: AUC 0.849, average precision "
        assert alt(at) == f"ROC and P-R curves {said}{here:.3f}."
        well(at.toggle(key="curves_moved").set_value(True).run())
        well(at.number_input(key="curves_prevalence").set_value(0.1).run())
        assert alt(at) == f"ROC and P-R curves {said}{there:.3f} at a prevalence of 0.1."
        assert f"{there:.3f}" in legend(at, "x7")[0]
        well(at.button_group(key="curves_show").set_value("det").run())
        assert alt(at) == (
            "DET curve with the operating point at threshold −0.25: false negative rate 0.000, false positive rate "
            "1.000. score: equal error rate 0.250."
        )
        assert [metric.label for metric in at.metric] == [
            "false negative rate",
            "false positive rate",
            "equal error rate",
        ]

    def test_det_and_back(self):
        at = open_page(sample="two-models")
        for show, lines in (("det", 2), ("roc_pr", 4), ("det", 2)):
            well(at.button_group(key="curves_show").set_value(show).run())
            assert len(curve_traces(at)) == lines
            assert ("tickvals" in main_figure(at)["layout"]["xaxis3"]) == (show == "det")

    def test_resampling_is_done_once_a_session(self):
        at = open_page(sample="melon-20", curves_bands=True)
        kept = {kind: dict(of_kind) for kind, of_kind in at.session_state["memory"].items()}
        assert kept.keys() >= {"bands", "bootstrap", "curves"}
        well(at.number_input(key="t").set_value(0.3).run())
        now = at.session_state["memory"]
        assert all(now[kind][parts] is value for kind, of_kind in kept.items() for parts, value in of_kind.items())
        assert not at.get("progress")


def labels_file(**more):
    return pd.DataFrame({"y": list("ab") * 5, "m": list("aabba") * 2, "k": ["a"] * 10, **more})


@pytest.mark.slow
class TestLabelsOnly:
    def test_file_without_scores_is_a_table_of_points(self):
        at = open_page(own_file(labels_file(), truth="y", labels=("m", "k"), positive="a"))
        found = table(at, "Model", "false positive rate", "true positive rate", "precision")
        assert found.to_numpy().tolist() == [["m", "0.600", "0.600", "0.500"], ["k", "1.000", "1.000", "0.500"]]
        (chart,) = at.get("plotly_chart")
        points = [t for t in json.loads(chart.proto.spec)["data"] if t.get("mode") == "markers"]
        assert [(t["x"], t["y"]) for t in points[::2]] == [([0.6], [0.6]), ([1.0], [1.0])]
        assert "t" not in {field.key for field in at.number_input}
        assert "This model gives labels" in at.caption[0].value

    def test_model_that_never_says_positive_has_no_precision(self):
        at = open_page(own_file(labels_file(), truth="y", labels=("k",), positive="b"))
        why = "No row is predicted positive."
        assert at.dataframe[0].value.to_numpy().tolist() == [["k", "0.000", "0.000", "—", why]]

    def test_beside_a_score_labels_are_points_in_both_planes(self):
        file = labels_file(s=np.linspace(0.1, 0.9, 10))
        mine = own_file(file, truth="y", scores=("s",), labels=("m", "k"), positive="a")
        at = open_page(mine)
        points = diamonds(at)
        assert [(t["xaxis"], t["x"], t["y"]) for t in points] == [
            ("x3", [0.6], [0.6]),
            ("x5", [0.6], [0.5]),
            ("x3", [1.0], [1.0]),
            ("x5", [1.0], [0.5]),
        ]
        assert [name.partition("   ")[2] for name in legend(at)[1:]] == ["labels only"] * 2

    def test_chosen_labels_leave_the_curves_to_the_first_score(self):
        file = labels_file(s=np.linspace(0.1, 0.9, 10))
        mine = own_file(file, truth="y", scores=("s",), labels=("m",), positive="a")
        at = open_page(mine, model="m" + loaded.LABELS)
        assert "the curves belong to the models with scores" in at.caption[0].value
        assert area(at, "AUC", "pairs") == f"{roc_auc_score(file['y'] == 'a', file['s']):.3f}"

    @pytest.mark.parametrize("digit", ["0", "8"])
    def test_digits(self, digit):
        at = open_page(sample="digits", positive=digit)
        frame = pd.read_csv(SAMPLES["digits"].path)
        y = frame["digit"] == int(digit)
        points = diamonds(at)
        for (roc, pr), model in zip((points[:2], points[2:]), ("logistic_regression", "naive_bayes"), strict=True):
            predicted = frame[model] == int(digit)
            assert roc["x"] + roc["y"] == pytest.approx([predicted[~y].mean(), predicted[y].mean()])
            assert pr["x"] + pr["y"] == pytest.approx([predicted[y].mean(), y[predicted].mean()])

    def test_in_chinese(self):
        at = open_page(own_file(labels_file(), truth="y", labels=("m",), positive="a"), lang="zh")
        assert not re.search(r"[a-z]{3}", " ".join(map(str, at.dataframe[0].value.columns)))


def weighted_file(n=300):
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, n)
    return pd.DataFrame(
        {"y": y, "s": rng.random(n) / 2 + y * 0.3, "b": rng.random(n), "w": rng.random(n) * np.where(y == 1, 3, 1)}
    )


WHY_NOT = "The rows are weighted, and DeLong's standard error is defined for rows that count once each."


@pytest.mark.slow
class TestWeights:
    def test_areas_are_weighted_and_intervals_say_why_there_are_none(self):
        file = weighted_file()
        at = open_page(own_file(file, truth="y", scores=("s", "b"), positive="1", weight="w"))
        auc = roc_auc_score(file["y"], file["s"], sample_weight=file["w"])
        assert area(at, "AUC", "trapezoids") == area(at, "AUC", "pairs") == area(at, "AUC", "ranks") == f"{auc:.3f}"
        average = average_precision_score(file["y"], file["s"], sample_weight=file["w"])
        assert area(at, "AP") == f"{average:.3f}"
        assert [(spread, how) for name, _, spread, how in area_lines(at) if name == "AUC"][3:] == [("—", WHY_NOT)] * 4
        assert [legend(at)[0], legend(at, "x7")[0]] == [f"s   {auc:.3f}", f"s   {average:.3f}"]
        assert sum(text.startswith("The rows are weighted, and a bootstrap of") for text in captions(at)) == 1
        assert sum("The rows are weighted, so there is no count of rows" in text for text in captions(at)) == 3

    def test_models_are_not_tested_as_if_each_row_counted_once(self):
        at = open_page(own_file(weighted_file(), truth="y", scores=("s", "b"), positive="1", weight="w"))
        assert len(at.dataframe) == 2  # areas, corners
        assert WHY_NOT in captions(at)
        assert not [m.value for m in at.markdown if m.value.startswith("- ")]

    def test_many_classes_are_as_if_the_rows_were_repeated(self):
        rng = np.random.default_rng(0)
        file = pd.DataFrame(rng.random((90, 3)).round(2), columns=["m:a", "m:b", "m:c"])
        file.insert(0, "y", rng.choice(list("abc"), 90))
        file["w"] = rng.integers(0, 4, 90)
        columns = {"truth": "y", "scores": tuple(f"m:{c}" for c in "abc")}
        weighted = open_page(own_file(file, weight="w", **columns))
        repeated = open_page(own_file(file.loc[file.index.repeat(file["w"])].drop(columns="w"), **columns))
        found = class_areas(weighted)
        assert found.equals(class_areas(repeated))
        unweighted = class_areas(open_page(own_file(file.drop(columns="w"), **columns)))
        assert (found["AUC"] != unweighted["AUC"]).all()

    def test_chance_precision_of_labels_alone_is_the_weighted_share(self):
        file = pd.DataFrame({"y": list("aabbb"), "m": list("ababb"), "w": [3.0, 3.0, 1.0, 2.0, 1.0]})
        at = open_page(own_file(file, truth="y", labels=("m",), positive="a", weight="w"))
        figure = figures(at)["Models of predicted labels"]
        assert [t["y"] for t in figure["data"] if t.get("name") == "prevalence"] == [[0.6, 0.6]]

    def test_chance_line_is_the_weighted_share(self):
        file = weighted_file()
        at = open_page(own_file(file, truth="y", scores=("s",), positive="1", weight="w"))
        share = file.loc[file["y"] == 1, "w"].sum() / file["w"].sum()
        assert traces(at, name="prevalence")[0]["y"] == pytest.approx([share, share])

    def test_no_steps_and_cells_of_rows_that_do_not_count_once(self):
        at = open_page(own_file(weighted_file(30), truth="y", scores=("s",), positive="1", weight="w"))
        assert len(figures(at)) == 1
        assert not any(text.startswith(("Blue", "Green")) for text in captions(at))

    @every_option
    def test_every_option(self, chosen):
        at = open_page(own_file(weighted_file(), truth="y", scores=("s", "b"), positive="1", weight="w"), **chosen)
        assert (WHY_NOT in captions(at)) or "curves_bands" not in chosen
        assert len(handles(main_figure(at))["threshold"]["values"]) > 50

    @every_option
    @pytest.mark.parametrize(("kept", "reason"), [("1", "No row is negative."), ("0", "No row is positive.")])
    def test_weights_that_leave_one_class(self, chosen, kept, reason):
        file = pd.DataFrame({"y": ["1", "0"] * 3, "s": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]})
        file["w"] = np.where(file["y"] == kept, 1.5, 0)
        at = open_page(own_file(file, truth="y", scores=("s",), positive="1", weight="w"), **chosen)
        for measure, value, how in areas(at):
            if measure.startswith(("AUC", "ℓ", "equal")):
                assert (value, how) == ("—", reason)
        assert all(value != "nan" and "nan" not in how for _, value, how in areas(at))


@pytest.mark.slow
class TestOwnData:
    @pytest.mark.parametrize("lang", ["en", "zh"])
    def test_regression_has_no_curves(self, lang):
        frame = pd.DataFrame({"y": [1.5, 2.25, 3.75, 8.5], "model": [1.4, 2.0, 4.1, 8.0]})
        at = open_page(own_file(frame, truth="y", scores=("model",)), lang=lang)
        assert len(at.info) == 1
        assert not at.get("plotly_chart")
        assert not at.dataframe
        if lang == "zh":
            assert not re.search(r"[A-Za-z]{3}", at.info[0].value)

    @every_option
    @pytest.mark.parametrize(
        "score",
        [
            [3.0] * 6,
            thorough([1e9, 1e9 + 1, 1e9 + 2] * 2),
            thorough([-5.0, -3, -1] * 2),
            thorough([1e-20, 2e-20, 3e-20] * 2),
            [-1e300, 0, 1e300] * 2,
            thorough([3.0, 1.0] * 3),
            [1.0, 3.0] * 3,
        ],
        ids=["constant", "large", "negative", "tiny", "huge", "perfect", "reversed"],
    )
    def test_any_range_of_scores(self, score, chosen):
        file = pd.DataFrame({"y": [1, 0, 1, 0, 1, 0], "s": score})
        at = open_page(own_file(file, truth="y", scores=("s",), positive="1"), **chosen)
        assert area(at, "AUC", "pairs") == f"{roc_auc_score(file['y'], score):.3f}"

    @pytest.mark.parametrize(
        ("score", "reason", "newcombe"),
        [
            ([3.0] * 6, "All rows have the same score", "—"),
            ([3.0, 1.0] * 3, "Every pair is in the right order", "[0.501, 1.000]"),
            ([1.0, 3.0] * 3, "Every pair is in the wrong order", "[0.000, 0.499]"),
        ],
        ids=["constant", "perfect", "reversed"],
    )
    def test_intervals_that_would_look_certain_say_why_they_are_not_given(self, score, reason, newcombe):
        file = pd.DataFrame({"y": [1, 0, 1, 0, 1, 0], "s": score})
        at = open_page(own_file(file, truth="y", scores=("s",), positive="1"), curves_bands=True)
        rows = [(spread, how) for name, _, spread, how in area_lines(at) if name == "AUC" and spread]
        # Newcombe's needs only two scores; of as many rows of both classes it then is what stands in the legend.
        assert [value for value, _how in rows] == [newcombe, newcombe, "—", "—"]
        assert all(how.startswith(reason) for _value, how in rows[2:])
        assert any(text.startswith(reason) for text in captions(at))
        (entry,) = legend(at)
        assert ("[" in entry.partition("AP")[0]) == (newcombe != "—")

    @every_option
    def test_one_row_a_class(self, chosen):
        file = pd.DataFrame({"y": [1, 0], "s": [0.7, 0.2]})
        assert area(open_page(own_file(file, truth="y", scores=("s",), positive="1"), **chosen), "AP") == "1.000"

    def test_many_rows(self):
        rng = np.random.default_rng(6)
        file = pd.DataFrame({"y": rng.integers(0, 2, 20_000), "s": rng.random(20_000)})
        at = open_page(own_file(file, truth="y", scores=("s",), positive="1"))
        figure = main_figure(at)
        assert {trace["type"] for trace in figure["data"]} == {"scatter"}
        assert all(int(t["customdata"]["shape"].partition(",")[0]) <= 2000 for t in traces(at, meta="threshold"))
        assert area(at, "AUC", "pairs") == f"{roc_auc_score(file['y'], file['s']):.3f}"

    def test_names_from_a_file_stay_text(self):
        nasty = ["<img src=x onerror=alert(1)>", "**:material/delete:** $x$ [a](http://b)"]
        file = pd.DataFrame(
            {
                "y": nasty * 3,
                "<b>s</b>": [0.9, 0.1, 0.8, 0.2, 0.4, 0.6],
                "{name} $x$ [a](http://b)": [0.9, 0.1, 0.3, 0.2, 0.4, 0.6],
            }
        )
        mine = own_file(file, truth="y", scores=("<b>s</b>", "{name} $x$ [a](http://b)"), positive=nasty[0])
        at = open_page(mine, curves_hull=True, curves_bands=True)
        shown = " ".join(e.value for kind in ("title", "markdown", "caption") for e in at.get(kind))
        assert "<img" not in shown.replace(r"\<img", "")
        assert "<b>" not in shown.replace(r"\<b", "")
        assert ":material/delete:" not in shown
        assert "](http" not in shown
        for figure in figures(at).values():
            for trace in figure["data"]:
                trace.pop("legendgroup", None)  # never shown
            assert "<img" not in json.dumps(figure)
            assert "<b>s" not in json.dumps(figure)

    def test_two_files_one_after_the_other(self):
        at = open_page(sample="melon-20")
        at.session_state["loaded"] = own_file(weighted_file(), truth="y", scores=("s",), positive="1", weight="w")
        well(at.run())
        assert len(legend(at)) == 1
        at.session_state["loaded"] = loaded.sample("two-models")
        well(at.run())
        assert [name.partition("   ")[0] for name in legend(at)] == ["model_a", "model_b"]


def test_every_option_has_its_words():
    for words in (controls.VIEWS, controls.ISO_LINES):
        assert all(ENTRIES[word].string for word in words.values())


@pytest.mark.slow
class TestTiesAndCosts:
    @pytest.mark.parametrize(
        ("ties", "said"), [("optimistic", "AUC 0.854 instead"), ("pessimistic", "AUC 0.844 instead")]
    )
    def test_another_order_of_ties_is_drawn_and_named(self, ties, said):
        at = open_page(sample="melon-20", curves_tie_line=ties)
        assert any(said in text.value for text in at.caption)
        names = [t.get("name") for t in main_figure(at)["data"]]
        assert {"optimistic": "positives first", "pessimistic": "negatives first"}[ties] in names

    def test_lines_of_equal_cost_take_the_costs_of_the_page_of_costs(self):
        at = open_page(sample="melon-20", curves_iso="cost", cost_fn=5.0, cost_fp=1.0)
        lines = [t for t in main_figure(at)["data"] if str(t.get("name")).startswith("expected cost")]
        assert [t["name"].split()[-1] for t in lines] == ["0.12", "0.24", "0.36", "0.48"]

    def test_lines_of_equal_cost_wait_for_costs_of_own_rows(self):
        frame = pd.DataFrame({"y": [1, 0, 1, 0, 1, 0], "s": [0.9, 0.1, 0.8, 0.6, 0.4, 0.2]})
        rows = own_file(frame, truth="y", scores=("s",), positive="1")
        said = "Say on the page of costs what a miss and a false alarm cost: until then no line is drawn."
        for costs, drawn in (({}, 0), ({"cost_fn": 5.0}, 0), ({"cost_fn": 5.0, "cost_fp": 1.0}, 4)):
            at = open_page(rows, curves_iso="cost", **costs)
            lines = [t for t in main_figure(at)["data"] if str(t.get("name")).startswith("expected cost")]
            assert len(lines) == drawn
            assert (said in [c.value for c in at.caption]) == (drawn == 0)


def test_the_rows_of_a_point_are_offered_while_the_threshold_is_its():
    def offered(at):
        return "point_rows" in [button.key for button in at.button]

    picked = {"threshold_picked": 0.6, "t": 0.6}
    at = open_page(sample="melon-20", **picked)
    assert offered(at)
    assert not offered(well(at.number_input(key="t").set_value(0.5).run()))
    assert not offered(open_page(sample="melon-20", t=0.6))
    # Before an audience, and of one class of many, there is no way to them.
    assert not offered(open_page(sample="melon-20", present="1", **picked))
    assert not offered(open_page(sample="digits", **picked))


def test_a_click_on_the_curve_of_another_model_is_one_step_that_is_taken_back_whole(monkeypatch):
    def offer(rows, _t):
        told.tell("model", "Model")  # as the sidebar does
        for one in point_models.picks(rows).values():
            st.button("its curve", key="its_curve", on_click=one, args=((0.3, 5.0, 2.0),))

    monkeypatch.setattr(point_rows, "offer", offer)
    at = open_page(sample="two-models", model="model_a", t=0.9)

    def held():
        return at.session_state["model"], at.session_state["t"]

    def press(key):
        well(at.button(key=key).click().run())
        return held()

    first = held()
    clicked = press("its_curve")
    assert clicked[0] == "model_b"
    assert clicked[1] != first[1]
    said = f"Model {plain('model_a')} → {plain('model_b')}; Threshold 0.9 → {clicked[1]:g}"
    assert [m.value for m in at.markdown if "Now:" in m.value] == [f"Now: **{said}**"]
    assert press("undo") == first
    assert at.button(key="undo").disabled
    assert press("redo") == clicked
    assert press("history_begin") == first
    assert press("history_again") == clicked
    # What is moved afterwards is taken back before it.
    well(at.number_input(key="t").set_value(0.75).run())
    assert [press("undo"), press("undo")] == [clicked, first]


def test_all_thresholds_are_a_file_of_exact_numbers(monkeypatch):
    found = {}
    monkeypatch.setattr(downloads, "offer_table", lambda table: found.update({table.name: table.make()}))
    open_page(sample="melon-20")
    table = found["sample_thresholds_score"].set_index("threshold")
    # Below +inf each distinct score, of which there are 19.
    assert len(table) == 20
    assert table.iloc[0][["tp", "fn", "fp", "tn", "tpr", "fpr"]].tolist() == [0, 8, 0, 12, 0.0, 0.0]
    at = table.loc[0.6]
    assert at[["tp", "fn", "fp", "tn"]].tolist() == [7, 1, 4, 8]
    assert at[["tpr", "fpr", "precision", "accuracy"]].tolist() == [7 / 8, 4 / 12, 7 / 11, 15 / 20]
    assert at["f1"] == pytest.approx(14 / 19)
    assert set(table["positive_class"]) == {"1"}
