"""Formulas with the numbers of what is set: how many hypotheses there are, and the errors of (1.1) and (1.2)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

import streamlit as st

from evalcore.hypotheses import Space, count
from evalcore.views.hypotheses.lattice import conjunctions
from evalcore.views.hypotheses.lunch import LunchView
from ui.hypotheses.space import in_words, yes_no
from ui.live import bridge
from ui.shared import tex
from ui.shared.tex import stacked
from ui.shared.text import _, remark

# Terms or factors on a line.
A_LINE: Final = 8
A_NARROW_LINE: Final = 5
A_NARROW_PRODUCT: Final = 3
# Attributes whose product stands on a line with its value.
MOST_WIDE: Final = 5


def show_count(space: Space) -> None:
    """Show what is to be learned, and how many hypotheses there are over attributes with so many values."""
    asked = " ∧ ".join(f"({name} = ?)" for name in in_words(space).attributes)
    yes, _no = yes_no(space)
    st.markdown(f"{yes} ↔ {asked}")
    st.caption(_("What is to be learned: a value for each question mark, so that the rule fits the examples."))
    shape, star = space.shape, "+1" if space.wildcard else ""
    factor = "(v_i+1)" if space.wildcard else "v_i"
    total = tex.count(count(shape, wildcard=space.wildcard))
    formula = rf"|\mathcal{{H}}| = \prod_i{factor} + 1 = {_product(shape, star)} + 1 = {total}"
    st.latex(stacked(formula) if bridge.is_narrow() or len(shape) > MOST_WIDE else formula)
    st.caption(_with_star() if space.wildcard else _without_star())
    instances, labellings = conjunctions(shape)
    bridge.formula(rf"|\mathcal{{X}}| = {instances},\quad 2^{{|\mathcal{{X}}|}} {labellings}")
    remark(
        "Of all ways to label the instances, so few are hypotheses here: that is a bias, too, and the strongest "
        "one. Without it, no example would say anything about another instance."
    )
    _book()


def _with_star() -> str:
    return _(
        "Each attribute has one of its values or the star, which any value fits; one more hypothesis, ∅, says "
        "that nothing is positive. The book counts 4 × 4 × 4 + 1 = 65 for three attributes with three values "
        "each (official erratum to page 5); for 3, 2 and 2 values it is 4 × 3 × 3 + 1 = 37."
    )


def _without_star() -> str:
    return _(
        "Without the star each attribute has one of its values: a hypothesis is true of one instance alone, and one "
        "more, ∅, of none. No positive example says anything about another instance, and two of them strike out all."
    )


def _product(shape: Sequence[int], star: str) -> str:
    """Return the product over the attributes, so many on each line of an aligned formula."""
    line = A_NARROW_PRODUCT if bridge.is_narrow() else A_LINE
    return tex.long_product([f"({size}{star})" if star else f"{size}" for size in shape], a_line=line)


def show_lunch(view: LunchView) -> None:
    """Show the off-training-set error of both learners, summed over all targets."""
    found = view.found
    cells = len(found.density)
    rest = r" \\ &\qquad " if bridge.is_narrow() else r"\,"
    bridge.formula(
        r"(1.1)\quad E_{ote}(\mathfrak{L}_a|X,f) = \sum_h\sum_{x\in\mathcal{X}-X}P(x)"
        rf"{rest}\mathbb{{I}}(h(x)\neq f(x))\,P(h|X,\mathfrak{{L}}_a)"
    )
    bridge.formula(
        r"(1.2)\quad \sum_f E_{ote} = 2^{|\mathcal{X}|-1}\sum_{x\in\mathcal{X}-X}P(x) = "
        rf"2^{{{cells}-1}}\cdot {_fraction(view.weight)} = {_in_decimals(found.total)}"
    )
    for name, key in (("A", view.a), ("B", view.b)):
        terms = tex.long_sum(
            [_fraction(error) for error in found.learners[key].errors],
            a_line=A_NARROW_LINE if bridge.is_narrow() else A_LINE,
        )
        st.latex(stacked(rf"\text{{{name}}} = {terms} = {_fraction(found.learners[key].total)}"))
    remark("Of the targets that agree with the labels seen, whichever they are, every learner has the mean error:")
    bridge.formula(
        rf"\overline{{E}}_{{ote}} = \tfrac{{1}}{{2}}\sum_{{x\in\mathcal{{X}}-X}}P(x) = {_in_decimals(view.mean_given)}"
    )
    remark(
        "Over all targets each unseen cell is positive as often as negative, whatever is predicted there: half of "
        "the targets call every prediction wrong. The sum has no learner in it."
    )
    remark("What the learner does on the cells it has seen does not appear at all: this is not training error.")
    _book()


def _fraction(value: Fraction) -> str:
    if value.denominator == 1:
        return str(value.numerator)
    return rf"\tfrac{{{value.numerator}}}{{{value.denominator}}}"


def _in_decimals(value: Fraction) -> str:
    """Return a fraction, and what it is about as a decimal number where it is not whole."""
    return _fraction(value) if value.denominator == 1 else rf"{_fraction(value)} \approx {tex.number(float(value))}"


def _book() -> None:
    remark("Numbers of equations: 周志华《机器学习》, chapter 1.")
