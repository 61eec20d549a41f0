"""Formulas with live numbers: the golden values, a dash where undefined, and LaTeX whose braces close."""

import re

import pytest

from evalcore.counts import ConfusionMatrix
from evalcore.metrics import METRICS
from tests.evalcore.metrics.test_registry import FDR
from ui.confusion_matrix import formulas
from ui.shared.tex import stacked

GOLDEN = ConfusionMatrix.binary(tp=30, fp=10, fn=20, tn=40)
EMPTY = ConfusionMatrix.binary(tp=0, fp=0, fn=0, tn=0)
NONE_POSITIVE = ConfusionMatrix.binary(tp=0, fp=0, fn=20, tn=40)
NONE_RIGHT = ConfusionMatrix.binary(tp=0, fp=3, fn=2, tn=1)
LARGE = ConfusionMatrix.binary(tp=1_234_567, fp=10, fn=20, tn=40)
WEIGHTED = ConfusionMatrix.binary(tp=1.5, fp=0.25, fn=2.0, tn=3.0)
EVERY = pytest.mark.parametrize("cm", [GOLDEN, EMPTY, NONE_POSITIVE, NONE_RIGHT, LARGE, WEIGHTED])


def lines(cm, symbol):
    """Return the parts of each formula of that symbol: symbols, numbers, value."""
    bare = [re.sub(r"^\(2\.\d+\)\\quad ", "", line) for line in formulas.live(cm)]
    parts = [re.sub(r"\\mathrm\{(\w+)\}", r"\1", line).split(" = ") for line in bare]
    return [part[1:] for part in parts if part[0] == symbol]


def depth(line):
    """Return how many braces stay open, or -1 once one closes that was not open."""
    level = 0
    for brace in re.findall(r"(?<!\\)[{}]", line):
        level += 1 if brace == "{" else -1
        if level < 0:
            return -1
    return level


@pytest.mark.parametrize(
    ("symbol", "numbers", "value"),
    [
        ("P", r"\frac{30}{30+10}", "0.750"),
        ("R", r"\frac{30}{30+20}", "0.600"),
        ("E", r"\frac{10+20}{100}", "0.300"),
        ("ACC", r"\frac{30+40}{100}", "0.700"),
        ("TNR", r"\frac{40}{40+10}", "0.800"),
        ("FPR", r"\frac{10}{10+40}", "0.200"),
        ("NPV", r"\frac{40}{40+20}", "0.667"),
    ],
)
def test_golden(symbol, numbers, value):
    ((_symbols, put_in, result),) = lines(GOLDEN, symbol)
    assert (put_in, result) == (numbers, value)


def test_equations_of_the_book_have_their_numbers():
    numbered = [re.match(r"\((2\.\d+)\)\\quad \S+ = (\S+)", line) for line in formulas.live(GOLDEN)]
    found = dict(one.groups() for one in numbered if one)
    wanted = {
        "2.4": r"\frac{\mathrm{FP}+\mathrm{FN}}{m}",
        "2.5": r"\frac{\mathrm{TP}+\mathrm{TN}}{m}",
        "2.8": r"\frac{\mathrm{TP}}{\mathrm{TP}+\mathrm{FP}}",
        "2.9": r"\frac{\mathrm{TP}}{\mathrm{TP}+\mathrm{FN}}",
        "2.10": r"\frac{2\,\mathrm{TP}}{m+\mathrm{TP}-\mathrm{TN}}",
        "2.19": r"\frac{\mathrm{FP}}{\mathrm{FP}+\mathrm{TN}}",
    }
    assert found == wanted
    assert len(found) == len(formulas.EQUATIONS)
    assert formulas.live_f_beta(GOLDEN, 2.0)[0].startswith(r"(2.11)\quad F_\beta")


def test_an_added_metric_has_its_formula(monkeypatch):
    monkeypatch.setitem(METRICS, "fdr", FDR)
    assert lines(GOLDEN, "FDR") == [[r"\frac{FP}{TP+FP}", r"\frac{10}{30+10}", "0.250"]]
    assert lines(NONE_POSITIVE, "FDR") == [[r"\frac{FP}{TP+FP}", r"\frac{0}{0+0}", DASH]]


def test_f1_in_both_forms():
    """2TP/(m+TP-TN) is (2.10) of the book; with the misprint m-TP-TN it would be 2."""
    both = lines(GOLDEN, "F_1")
    assert [part[1] for part in both] == [r"\frac{2\cdot 30}{2\cdot 30+10+20}", r"\frac{2\cdot 30}{100+30-40}"]
    assert [part[2] for part in both] == ["0.667", "0.667"]


def test_the_numbers_give_the_value():
    """What is put in must be what comes out: the fraction is worked out here as it is written."""
    for line in formulas.live(GOLDEN):
        upper, lower = re.search(r"\\frac\{([\d\\cdot +\-]+)\}\{([\d\\cdot +\-]+)\}", line).groups()
        up, low = (sum_of(side) for side in (upper, lower))
        assert f"{up / low:.3f}" == line.rpartition(" = ")[2]


def sum_of(side):
    """Return the value of sums and products such as 2\\cdot 30+10-4."""
    total = 0
    for sign, term in re.findall(r"([+-]?)([^+-]+)", side):
        product = 1
        for factor in term.split(r"\cdot"):
            product *= int(factor)
        total += -product if sign == "-" else product
    return total


# KaTeX knows no dash in a formula.
DASH = r"\text{—}"


@pytest.mark.parametrize(("symbol", "undefined"), [("P", True), ("R", False), ("NPV", False), ("F_1", False)])
def test_undefined_is_a_dash(symbol, undefined):
    for part in lines(NONE_POSITIVE, symbol):
        assert (part[-1] == DASH) == undefined


def test_nothing_at_all_is_a_dash_everywhere():
    assert {line.rpartition(" = ")[2] for line in formulas.live(EMPTY)} == {DASH}


@EVERY
@pytest.mark.parametrize("beta", [0.1, 1.0, 2.0, 10.0])
def test_latex_is_whole(cm, beta):
    for line in [*formulas.live(cm), *formulas.live_f1(cm), *formulas.live_f_beta(cm, beta)]:
        assert depth(line) == 0
        assert line.count(r"\frac") * 2 <= line.count("{")
        assert "nan" not in line
        assert "{{" not in line.replace("{,}", "")
        assert not re.search(r"\{(tp|fp|fn|tn|n)\}", line)


def test_thousands_keep_together():
    ((_symbols, numbers, _value),) = lines(LARGE, "P")
    assert numbers == r"\frac{1{,}234{,}567}{1{,}234{,}567+10}"


@pytest.mark.parametrize(("beta", "value"), [(0.5, "0.714"), (1.0, "0.667"), (2.0, "0.625")])
def test_f_beta_golden(beta, value):
    fraction, harmonic = formulas.live_f_beta(GOLDEN, beta)
    assert fraction.endswith(f"= {value}")
    assert r"\cdot 0.750\cdot 0.600" in fraction
    w1, p, w2, r = map(float, re.findall(r"0\.\d+", harmonic))
    assert w1 + w2 == pytest.approx(1)
    assert 1 / (w1 / p + w2 / r) == pytest.approx(float(value), abs=1e-3)


def test_f1_of_precision_and_recall_and_as_their_harmonic_mean():
    fraction, harmonic = formulas.live_f1(GOLDEN)
    assert fraction == r"F_1 = \frac{2\,P\,R}{P+R} = \frac{2\cdot 0.750\cdot 0.600}{0.750+0.600} = 0.667"
    p, r, f = map(float, re.findall(r"0\.\d+", harmonic))
    assert (1 / p + 1 / r) / 2 == pytest.approx(1 / f, abs=2e-3)
    assert 2 / (1 / p + 1 / r) == pytest.approx(f, abs=1e-3)


@pytest.mark.parametrize("cm", [EMPTY, NONE_POSITIVE, NONE_RIGHT])
def test_f1_without_precision_is_one_line_with_a_dash(cm):
    (line,) = formulas.live_f1(cm)
    assert line.endswith(f"= {DASH}")


def test_f_beta_undefined_is_one_line_with_a_dash():
    (line,) = formulas.live_f_beta(NONE_POSITIVE, 2.0)
    assert line.endswith(f"= {DASH}")


def test_f_beta_never_divides_by_nothing():
    """With P = R = 0 their mean is 0/0, but the counts still give 0."""
    (line,) = formulas.live_f_beta(NONE_RIGHT, 2.0)
    assert line.endswith(r"\frac{0}{4\cdot 2+3} = 0.000")


@EVERY
def test_breaking_a_formula_loses_nothing(cm):
    for line in [*formulas.live(cm), *formulas.live_f1(cm), *formulas.live_f_beta(cm, 2.0)]:
        back = stacked(line).replace(r" \\[6pt] &\quad = ", " = ")
        assert back.removeprefix(r"\begin{aligned}&").removesuffix(r"\end{aligned}") == line
