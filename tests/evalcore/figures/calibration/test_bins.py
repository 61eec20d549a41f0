"""The reliability diagram alone: drawn as computed, in every case without a nan."""

import json

import numpy as np
import pytest

from evalcore.calibration import calibration
from evalcore.counts import threshold_counts
from evalcore.figures.calibration.bins import reliability_figure
from tests.evalcore.curves.tables import MELON, ONE_CLASS
from tests.evalcore.figures.steps import Marked
from tests.evalcore.golden import MELON_SCORE, MELON_TRUTH

RNG = np.random.default_rng(2)
SCORE = RNG.random(5_000)
CALIBRATED = threshold_counts(RNG.random(5_000) < SCORE, SCORE)
WEIGHTED = threshold_counts(MELON_TRUTH, MELON_SCORE, sample_weight=RNG.random(20))
CONSTANT = threshold_counts([True, False, False, False], [0.25] * 4)
LOGITS = threshold_counts(MELON_TRUTH, 10 * MELON_SCORE - 5)
TABLES = {
    "melon": MELON,
    "calibrated": CALIBRATED,
    "weighted": WEIGHTED,
    "constant": CONSTANT,
    "logits": LOGITS,
    "only positives": ONE_CLASS[0][0],
    "only negatives": ONE_CLASS[1][0],
}
every_table = pytest.mark.parametrize("counts", TABLES.values(), ids=TABLES)


def sent(figure):
    """Return what the browser gets; nan is not JSON."""

    def refuse(constant):
        raise AssertionError(f"{constant} is not JSON")

    return json.loads(figure.to_json(), parse_constant=refuse)


class TestReliability:
    @pytest.mark.parametrize("name", ["melon", "calibrated", "weighted", "constant"])
    def test_points_are_the_bins(self, name):
        found = calibration(TABLES[name])
        perfect, bins = reliability_figure(found).data
        assert (list(perfect.x), list(perfect.y), perfect.name) == ([0, 1], [0, 1], "perfect calibration")
        np.testing.assert_array_equal(bins.x, found.score)
        np.testing.assert_array_equal(bins.y, found.share)
        np.testing.assert_array_equal(bins.customdata, np.column_stack([found.n, found.edges_low, found.edges_high]))
        assert (np.diff(bins.x) > 0).all()

    def test_melon_in_five_bins(self):
        _, bins = reliability_figure(calibration(MELON, bins=5)).data
        assert list(bins.y) == [0, 0.25, 0.5, 0.25, 1]
        assert list(bins.x) == pytest.approx([0.1375, 0.39, 0.6025, 0.78, 0.9325])
        assert [row[0] for row in bins.customdata] == [4] * 5

    @pytest.mark.parametrize("name", ["melon", "calibrated", "constant"])
    def test_bars_reach_the_ends_of_the_intervals(self, name):
        found = calibration(TABLES[name])
        bars = reliability_figure(found).data[1].error_y
        np.testing.assert_allclose(found.share + bars.array, found.high, atol=1e-15)
        np.testing.assert_allclose(found.share - bars.arrayminus, found.low, atol=1e-15)
        assert min(*bars.array, *bars.arrayminus) >= -1e-15
        assert max(*bars.array, *bars.arrayminus) > 0

    def test_weighted_rows_have_no_bars(self):
        found = calibration(WEIGHTED)
        assert found.reason is not None
        bars = reliability_figure(found).data[1].error_y
        assert not any(bars.array)
        assert not any(bars.arrayminus)

    @pytest.mark.parametrize("name", ["logits", "constant", "weighted"])
    def test_is_json_even_without_bins(self, name):
        data = sent(reliability_figure(calibration(TABLES[name])))
        assert len(data["data"]) == 2

    @pytest.mark.parametrize(("model", "said"), [(["<b>A"], "&lt;b&gt;A"), ([], "share of positives")])
    def test_line_is_named_in_the_legend(self, model, said):
        assert [trace.name for trace in reliability_figure(calibration(MELON), *model).data][1] == said

    def test_every_sentence_is_said_and_reaches_the_figure(self):
        say = Marked()
        assert not say.missing(reliability_figure(calibration(MELON), say=say))
        of_bin = {
            "scores %{customdata[1]:.3~r} to %{customdata[2]:.3~r}",
            "mean score %{x:.3~r}",
            "share of positives %{y:.3f}",
        }
        assert say.asked == {"mean score", "share of positives", "perfect calibration"} | of_bin

    def test_axes_are_named_and_show_all_shares(self):
        layout = reliability_figure(calibration(MELON)).layout
        assert (layout.xaxis.title.text, layout.yaxis.title.text) == ("mean score", "share of positives")
        for axis in (layout.xaxis, layout.yaxis):
            assert axis.range[0] < 0
            assert axis.range[1] > 1
