"""Formulas as TeX: long sums are broken, nothing is lost."""

import pytest

from ui.shared import tex


@pytest.mark.parametrize(
    ("terms", "written"),
    [([], ""), (["a"], "a"), (["a", "b"], "a+b"), (["a", "b", "c"], r"a+b \\ &\qquad {}+c")],
)
def test_a_long_sum_has_so_many_terms_a_line(terms, written):
    assert tex.long_sum(terms, a_line=2) == written


def test_a_stacked_formula_has_a_line_for_each_part():
    assert tex.stacked("F = a = 1") == r"\begin{aligned}&F \\[6pt] &\quad = a \\[6pt] &\quad = 1\end{aligned}"
    assert tex.stacked("F = a + b+c") == r"\begin{aligned}&F \\[6pt] &\quad = a \\ &\qquad {}+ b+c\end{aligned}"


def test_long_products_are_broken_like_long_sums():
    assert tex.long_product(["a", "b"], a_line=2) == r"a\cdot b"
    assert tex.long_product(["a", "b", "c"], a_line=2) == r"a\cdot b \\ &\qquad {}\cdot c"
    assert tex.long_sum(["a", "b", "c"], a_line=2) == r"a+b \\ &\qquad {}+c"
