"""The averages as formulas: equations of the book, golden values, a dash where undefined, LaTeX whose braces close."""

import re

import numpy as np
import pytest

from evalcore import metrics
from evalcore.counts import ConfusionMatrix
from tests.ui.confusion_matrix.test_formulas import DASH, depth
from ui.confusion_matrix import average_formulas as formulas

B = ConfusionMatrix([[50, 3, 2], [10, 20, 5], [1, 4, 5]])
FAR_APART = ConfusionMatrix([[1, 999], [0, 1]])
NEVER = ConfusionMatrix([[3, 1, 0], [0, 2, 0], [1, 1, 0]])
MANY = ConfusionMatrix(np.eye(30, dtype=int) + 1)


def lines(cm):
    return [*formulas.macro(cm, a_line=10), *formulas.micro(cm)]


def values(cm):
    return [line.rpartition(" = ")[2] for line in lines(cm)]


def test_equations_stand_in_their_order():
    found = [re.match(r"\((2\.\d+)\)", line) for line in lines(B)]
    assert [one and one[1] for one in found] == ["2.12", "2.13", "2.14", None, "2.15", "2.16", "2.17"]


def test_golden():
    assert values(B) == ["0.659", "0.660", "0.660", "0.654", "0.750", "0.750", "0.750"]
    assert r"\frac{1}{3}\,(0.820+0.741+0.417)" in lines(B)[0]
    assert r"\frac{25}{25+8.33}" in lines(B)[4]


def test_mean_counts_are_sums_over_the_classes():
    tp, fp = formulas.of_counts(B, a_line=10)
    assert tp.endswith(r"\frac{1}{3}\,(50+20+5) = 25")
    assert fp.endswith(r"\frac{1}{3}\,(11+7+7) = 8.33")
    assert fp.startswith(r"\overline{\mathrm{FN}} = \overline{\mathrm{FP}} = ")
    assert all(depth(line) == 0 for line in (tp, fp))


def test_macro_f1_of_the_book_is_not_the_mean():
    book, mean = formulas.macro(FAR_APART, a_line=10)[2:]
    assert book.endswith("= 0.500")
    assert mean.endswith("= 0.002")


def test_a_class_without_precision_is_a_dash_in_the_sum_and_in_the_mean():
    macro_p, macro_r, macro_f1, mean = formulas.macro(NEVER, a_line=10)
    assert f"+{DASH})" in macro_p
    assert macro_p.endswith(f"= {DASH}")
    assert macro_f1.endswith(f"= {DASH}")
    assert not macro_r.endswith(DASH)
    assert mean.endswith(f"= {metrics.macro(NEVER).mean_f1:.3f}")


def test_of_many_classes_the_first_and_the_last_are_written():
    assert formulas.macro(MANY, a_line=10)[0].count("+") == 4
    assert r"\cdots" in formulas.macro(MANY, a_line=10)[0]


def test_long_sums_are_broken():
    assert r" \\ &\qquad {}+" in formulas.macro(ConfusionMatrix(np.eye(10, dtype=int)), a_line=4)[0]


def test_on_a_narrow_page_the_number_of_an_equation_stands_above_it():
    ten = formulas.macro(ConfusionMatrix(np.eye(10, dtype=int)), a_line=2)
    assert formulas._narrowed(ten[0]).startswith(r"\begin{aligned}&(2.12) \\ &\text{macro-}P \\[6pt] &\quad = ")
    assert formulas._narrowed(ten[0]).count(r"\\ &\qquad {}+") == 4
    assert formulas._narrowed(ten[3]).startswith(r"\begin{aligned}&\overline{F_1} \\[6pt] &\quad = ")


@pytest.mark.parametrize("cm", [B, FAR_APART, NEVER, MANY])
def test_latex_is_whole(cm):
    for line in lines(cm):
        assert depth(line) == 0
        assert "nan" not in line
        assert "None" not in line


@pytest.mark.parametrize("line", [*formulas.macro(B, a_line=2)[:3], *formulas.micro(B)])
def test_of_a_formula_to_be_guessed_the_symbols_stay(line):
    marked = formulas.guessed(line)
    assert re.sub(r"\\textcolor\{#\w+\}\{((?:[^{}]|\{[^{}]*\})*)\}", r"\1", marked) == line
    symbols = marked.split(r"\textcolor", 1)[0]
    assert symbols == " = ".join(line.split(" = ")[:2]) + " = "
    assert all(piece.count("{") == piece.count("}") for piece in marked.split(r" \\ &\qquad {}"))
