"""Formulas as TeX: long sums are broken, nothing is lost."""

import pytest

from ui.shared import tex


@pytest.mark.parametrize(
    ("terms", "written"),
    [([], ""), (["a"], "a"), (["a", "b"], "a + b"), (["a", "b", "c"], r"a + b \\ &\quad + c")],
)
def test_a_long_sum_has_so_many_terms_a_line(terms, written):
    assert tex.long_sum(terms, a_line=2) == written
