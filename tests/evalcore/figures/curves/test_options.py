"""What a reader asks for in the figure of curves, and where the names of its models stand."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest

from evalcore.curves import at_prevalence
from evalcore.figures.curves.figure import MOST_IN_ROW, Shown, curves_figure, places
from evalcore.figures.layout import ENTRY, LINE, MARGIN, Look
from evalcore.figures.parts.rows import IN_ROW, SAMPLE
from evalcore.intervals import Estimate
from evalcore.views.curves import DET_REACH, model_curves, operating_points
from evalcore.views.threshold import threshold_view
from tests.evalcore.curves.tables import MELON, ONE_CLASS
from tests.evalcore.figures.steps import said_of_lines

SLIDE, COLUMN = Look(height=430, printed=True), Look(narrow=True, printed=True)
LOOKS = [Look(), Look(height=520), Look(height=330), Look(narrow=True), SLIDE, COLUMN]
every_look = pytest.mark.parametrize("look", LOOKS)
LONG = "logistic regression with all features"


def model(name="A", counts=MELON, prevalence=None):
    area = Estimate(0.85, 0.6, 0.95)
    return model_curves(name, counts, auc=area, average_precision=area, prevalence=prevalence)


def figure_of(models, look=None, **shown):
    view = threshold_view(MELON, special=(0.5,))
    return curves_figure(view, operating_points(view.steps), Shown(models, 0.4, **shown), threshold=0.5, look=look)


def entries(figure, legend="legend"):
    """Return the entries of one legend."""
    return said_of_lines(figure, None if legend == "legend" else legend)


def plain_text(text):
    return re.sub("<.*?>", "", text)


def pixels(figure):
    return figure.layout.height - 2 * MARGIN


class TestLegend:
    @every_look
    @pytest.mark.parametrize("name", ["A", LONG])
    @pytest.mark.parametrize("n", [1, 2, 4, 7])
    def test_stands_above_its_plane_and_within_the_figure(self, look, name, n):
        figure = figure_of([model(f"{k} {name}") for k in range(n)], look, equal_error=True, break_even=True)
        for key, axis in (("legend", "yaxis3"), ("legend2", "yaxis5")):
            high = sum(ENTRY + LINE * (1 + entry.count("<br>")) for entry in entries(figure, key))
            bottom = figure.layout[key].y
            assert figure.layout[key].yanchor == "bottom"
            assert bottom > figure.layout[axis].domain[1]
            assert (1 - bottom) * pixels(figure) >= high

    @every_look
    def test_leaves_the_planes_room(self, look):
        figure = figure_of([model(f"{k} {LONG}") for k in range(7)], look)
        for axis in (figure.layout.yaxis3, figure.layout.yaxis5):
            assert (axis.domain[1] - axis.domain[0]) * pixels(figure) > (
                50 if look.is_low else 150 if look == SLIDE else 200
            )

    def test_does_not_move_the_panels(self):
        assert figure_of([model(LONG)]).layout.margin.autoexpand is False

    def test_each_plane_has_a_row_a_model_with_the_area_that_its_title_says(self):
        figure = figure_of([model("A"), model(LONG)])
        rows = [f"{name}   0.850 [0.600, 0.950]" for name in ("A", "logistic regression with al…")]
        assert entries(figure) == entries(figure, "legend2") == rows
        titles = [plain_text(a.text) for a in figure.layout.annotations]
        assert {"ROC curve · AUC", "P-R curve · AP"} <= set(titles)
        for axis, plane in (("x6", "x3"), ("x7", "x5")):
            curves = {t.legendgroup: t for t in figure.data if t.xaxis == plane and t.legendgroup and t.mode == "lines"}
            samples = [t for t in figure.data if t.xaxis == axis and t.mode == "lines"]
            # A sample is drawn as its line, and no longer than leaves the name room.
            assert [(t.line.color, t.line.dash, t.line.width) for t in samples] == [
                (curves[name].line.color, curves[name].line.dash, curves[name].line.width) for name in ("A", LONG)
            ]
            assert [(tuple(t.x), tuple(t.y)) for t in samples] == [((0, SAMPLE), (k, k)) for k in range(2)]
            assert len({t.line.dash for t in samples}) == 2

    @pytest.mark.parametrize("planes", ["roc_pr", "det"])
    def test_many_models_have_one_line_each(self, planes):
        found = entries(figure_of([model(f"{k} {LONG}") for k in range(4)], planes=planes))
        assert len(found) == 4
        assert all("<br>" not in entry and len(entry.partition("   ")[0]) <= MOST_IN_ROW for entry in found)

    def test_of_a_dozen_the_names_are_whole_and_the_intervals_stand_elsewhere(self):
        names = [f"gradient_boosting_lightgbm{k}" for k in range(12)]
        assert entries(figure_of([model(name) for name in names])) == [f"{n}   0.850" for n in names]

    def test_stacked_planes_have_one_each(self):
        figure = figure_of([model("A"), model("B")], Look(narrow=True))
        rows = [f"{name}   0.850 [0.600, 0.950]" for name in "AB"]
        assert entries(figure) == entries(figure, "legend2") == rows
        # Each row lies between its plane and the title of that.
        for rows_axis, plane, title in (("yaxis6", "yaxis3", "ROC curve"), ("yaxis7", "yaxis5", "P-R curve")):
            (y,) = [a.y for a in figure.layout.annotations if plain_text(a.text).startswith(title)]
            assert figure.layout[plane].domain[1] < figure.layout[rows_axis].domain[0]
            assert figure.layout[rows_axis].domain[1] < y

    def test_in_a_column_of_a_paper_they_are_a_page_high(self):
        on_phone, figure = (figure_of([model("A"), model(LONG)], look) for look in (Look(narrow=True), COLUMN))
        # Of 440 units 89 millimetres wide; what stands around a figure has some 35.
        assert figure.layout.height * 89 / 440 <= 210 < on_phone.layout.height * 89 / 440
        assert entries(figure) == [f"{name}   0.850 [0.600, 0.950]" for name in ("A", f"{LONG[:27]}…")]
        # The matrix has a picture of its own.
        assert "xaxis2" not in figure.layout
        assert "x2" not in {t.xaxis for t in figure.data}
        assert "x2" in {t.xaxis for t in on_phone.data}

    def test_planes_stand_side_by_side_as_large_as_each_other(self):
        panels = places(Look()).panels
        widths = [panels[name].right - panels[name].left for name in ("first", "second")]
        assert widths[0] == pytest.approx(widths[1])


class TestPoints:
    def test_are_said_in_the_legend_below_the_models(self):
        mine = model()
        figure = figure_of([mine], equal_error=True, break_even=True)
        first, second = entries(figure), entries(figure, "legend2")
        assert first == ["A   0.850 [0.600, 0.950]", f"equal error rate {mine.equal_error_rate:.3f}"]
        assert second == ["A   0.850 [0.600, 0.950]", f"break-even point {mine.break_even_point:.3f}"]

    def test_equal_error_stands_on_the_diagonal_of_det(self):
        mine = model()
        figure = figure_of([mine], planes="det", equal_error=True)
        (mark,) = [t for t in figure.data if t.marker.symbol == "square-open"]
        assert mark.x[0] == mark.y[0] == pytest.approx(mine.equal_error_deviate)
        # The legend has the rate with the model's name.
        assert mark.showlegend is False
        assert entries(figure) == [f"A   {mine.equal_error_rate:.3f}"]
        assert "DET curve · equal error rate" in [plain_text(a.text) for a in figure.layout.annotations]

    def test_a_rate_beyond_the_plane_stands_at_its_edge(self):
        perfect = model_curves("P", MELON, auc=Estimate(1.0), average_precision=Estimate(1.0))
        assert abs(perfect.equal_error_deviate) <= DET_REACH

    @pytest.mark.parametrize(("counts", "_reason"), ONE_CLASS)
    def test_what_is_undefined_has_no_point(self, counts, _reason):
        assert math.isnan(model(counts=counts).equal_error_deviate)

    @pytest.mark.parametrize("prevalence", [0.02, 0.4, 0.9])
    def test_break_even_stands_on_its_line_at_another_prevalence(self, prevalence):
        figure = figure_of([model(prevalence=prevalence)], break_even=True)
        (mark,) = [t for t in figure.data if t.marker.symbol == "triangle-up-open" and t.meta != IN_ROW]
        assert mark.x[0] == mark.y[0] == at_prevalence(MELON, prevalence).break_even_point

    def test_shares_of_the_column_are_precision(self):
        texts = [t.text for t in figure_of([model()], share_of="column").data if t.text is not None]
        precision = MELON.at(0.5)
        assert any(f"{precision.tp / (precision.tp + precision.fp):.1%}" in np.asarray(text) for text in texts)
