"""Numbers of the lesson of the tests, found again without the package or by simulation."""

import re
from math import comb

import numpy as np
import pytest
from scipy import optimize, stats

from evalcore.significance import mcnemar
from tests.languages import WHOLE
from ui.session import loaded
from ui.shared import text
from ui.significance.laboratory.runs import precomputed

D = np.array([[0.030, 0.010], [0.020, 0.025], [0.015, -0.005], [0.035, 0.020], [0.010, 0.015]])
RANKS = np.array([(1, 2, 3), (1, 2.5, 2.5), (1, 2, 3), (1, 2, 3)])


@pytest.fixture(params=WHOLE)
def lesson(request):
    return (text.HERE / "significance" / f"lesson.{request.param}.md").read_text(encoding="utf-8")


def paragraph(lesson, *words):
    """Return the paragraph that holds all of these."""
    (found,) = [one for one in lesson.split("\n\n") if all(word in one for word in words)]
    return found


def wilson(k, n):
    found = stats.binomtest(k, n).proportion_ci(method="wilson")
    return f"[{found.low:.3f}, {found.high:.3f}]"


class TestMisconceptions:
    def test_a_p_value_is_no_probability_of_a_hypothesis(self, lesson):
        p, power = stats.binom.sf(5, 10, 0.3), stats.binom.sf(5, 10, 0.5)
        said = paragraph(lesson, f"p = {p:.3f}")
        assert f"{90 * p:.1f}" in said
        assert f"{10 * power:.1f}" in said
        assert 90 * p > 10 * power

    def test_near_equal_models(self, lesson):
        rows = loaded.sample("two-models").predictions
        a, b = (score >= 0.5 for score in rows.scores.values())
        e01, e10 = ((a != rows.y_true) & (b == rows.y_true)).sum(), ((a == rows.y_true) & (b != rows.y_true)).sum()
        assert (e01, e10) == (27, 33)
        p = 2 * stats.binom.cdf(27, 60, 0.5) - stats.binom.pmf(27, 60, 0.5)
        difference = mcnemar(int(e01), int(e10), n=len(rows.y_true))
        said = paragraph(lesson, "sample=two-models")
        assert f"p = {p:.3f}" in said
        assert f"[{difference.difference_low:.3f}, {difference.difference_high:.3f}]" in said
        assert difference.difference_low < -0.05

    def test_overlapping_intervals(self, lesson):
        said = paragraph(lesson, wilson(100, 1000), wilson(85, 1000))
        assert f"{2 * stats.binom.cdf(10, 35, 0.5) - stats.binom.pmf(10, 35, 0.5):.3f}" in said
        difference = mcnemar(25, 10, n=1000)
        assert f"[{difference.difference_low:.3f}, {difference.difference_high:.3f}]" in said
        assert "0.015" in said

    def test_many_tests(self, lesson):
        assert f"$1-0.95^{{20}} = {1 - 0.95**20:.3f}$" in lesson

    def test_the_laboratory(self, lesson):
        frame = precomputed()["lda"].replicates_frame().query("difference == 0")
        share = (frame.drop(columns=["learner", "n", "difference", "replicate"]) < 0.05).mean()
        with_neighbour = precomputed()["1-nn"].to_frame().set_index("test")["rate"]
        said = paragraph(lesson, "question=lies")
        for test in ("cv-t", "repeated-cv-t", "repeated-cv-corrected"):
            assert f"{share[test]:.3f}" in said
        assert "300" in said
        assert len(frame) == 1_000
        assert "1,000" in said
        assert f"{with_neighbour['5x2-first']:.3f}" in said
        assert f"{with_neighbour['5x2-f']:.3f}" in said
        assert f"{share['hold-out-t']:.3f}" in paragraph(lesson, "30", f"{share['hold-out-t']:.3f}")

    def test_numerators(self, lesson):
        error = np.sqrt(0.2 * (np.square(D[:, 0] - D[:, 1]) / 2).sum())
        said = paragraph(lesson, "question=folds")
        for value in (D[0, 0], D[0].mean(), np.sqrt(2) * D[0].mean()):
            assert f"{value / error:.3f}" in said
        assert f"{stats.t(5).isf(0.025):.3f}" in said

    def test_numerators_under_the_hypothesis(self, lesson):
        d = np.random.default_rng(11).standard_normal((100_000, 5, 2))
        error = np.sqrt(0.2 * (np.square(d[..., 0] - d[..., 1]) / 2).sum(axis=1))
        mean = d[:, 0].mean(axis=1)
        rates = [(np.abs(x) > stats.t(5).isf(0.025) * error).mean() for x in (d[:, 0, 0], mean, np.sqrt(2) * mean)]
        said = re.findall(r"0\.0\d\d", paragraph(lesson, "question=folds"))
        assert [float(one) for one in said[-3:]] == pytest.approx(rates, abs=0.003)

    def test_ties_and_ranks(self, lesson):
        n, k = RANKS.shape
        chi2 = 12 * n / (k * (k + 1)) * (np.square(RANKS.mean(axis=0)).sum() - k * (k + 1) ** 2 / 4)
        corrected = stats.friedmanchisquare(*RANKS.T).statistic
        for one in (chi2, corrected):
            said = paragraph(lesson, f"{one:.3f}")
            assert f"{(n - 1) * one / (n * (k - 1) - one):.3f}" in said
        q = stats.studentized_range.isf(0.05, k, np.inf) / np.sqrt(2)
        cd = q * np.sqrt(k * (k + 1) / (6 * n))
        said = paragraph(lesson, f"{cd:.3f}")
        a, b, c = RANKS.mean(axis=0)
        assert all(f"{mean:g}" in said for mean in (a, b, c))
        assert b - a < cd
        assert c - b < cd
        assert c - a > cd
        assert int(np.ceil(q**2 * k * (k + 1) / 6)) == 11
        assert re.search(r"takes 11 |要有11个", lesson)


class TestMisprints:
    def test_critical_rate(self, lesson):
        tail = {kept: stats.binom.sf(kept, 10, 0.3) for kept in (4, 5, 6)}
        misprint = optimize.brentq(lambda rate: stats.binom.sf(3, 10, rate) - 0.05, 0.01, 0.9)
        said = paragraph(lesson, "\\max\\epsilon")
        assert f"{min(kept for kept in tail if tail[kept] < 0.05) / 10:.2f}" in said
        assert f"{misprint:.3f}" in said
        said = paragraph(lesson, "\\bar C + 1")
        assert all(f"{one:.4f}" in said for one in tail.values())

    def test_bars(self, lesson):
        said = paragraph(lesson, "0.025")
        first = said.split("\\\n")[0]
        bars = [float(one) for one in re.findall(r"0\.\d+", first)][1:]
        assert len(bars) == 11
        assert f"{sum(bars):.3f}" in said
        assert f"{sum(bars[6:]):.3f}" in said
        assert f"{stats.binom.sf(5, 10, 0.3):.3f}" in said
        assert stats.binom.sf(5, 10, 0.3) < 0.05 < sum(bars[6:])

    def test_likelihood(self, lesson):
        rate = np.linspace(0.001, 0.999, 99_801)
        bend = np.diff(comb(10, 3) * rate**3 * (1 - rate) ** 7, 2)
        ends = rate[1:-1][:-1][np.diff(np.sign(bend)) != 0]
        said = paragraph(lesson, "\\hat\\epsilon = 0.3")
        assert [f"{end:.3f}" for end in ends] == re.findall(r"0\.\d{3}", said)

    def test_others(self, lesson):
        assert f"$(15-1)^2/35 = {14**2 / 35:.2f}$" in lesson
        mean = D.mean(axis=1)
        right = np.sqrt(0.2 * np.square(D - mean[:, None]).sum())
        wrong = np.sqrt(0.2 * np.square(D[0] - mean[:, None]).sum())
        said = paragraph(lesson, "\\Delta_i^1")
        assert all(f"{one:.4f}" in said for one in (right, wrong))
        assert all(f"{D[0, 0] / one:.3f}" in said for one in (right, wrong))
        # The mean of four ranks, each 1, 2 or 3.
        said = paragraph(lesson, "(12N)")
        assert f"{np.var([1, 2, 3]) / 4:.3f}" in said
        assert f"{np.var([1, 2, 3]):.3f}" in said
