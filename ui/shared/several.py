"""The one rule for two of several models, as every page says it."""

from __future__ import annotations

from ui.shared.numbers import count
from ui.shared.text import remark


def show_rule(n_pairs: int) -> None:
    """Say how intervals and p answer for all pairs of models together; of one pair there is nothing to say."""
    if n_pairs > 1:
        remark(
            "Adjusted for {n} pairs together: the intervals by Bonferroni's method, p by Holm's, which may reject "
            "where an interval still holds 0.",
            n=count(n_pairs),
        )


def show_rule_of_intervals(n_pairs: int) -> None:
    """Say the same where there are intervals only."""
    if n_pairs > 1:
        remark("Adjusted for {n} pairs together: the intervals by Bonferroni's method.", n=count(n_pairs))
