"""Largest groups, against a search through all of them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.significance.cliques import maximal_cliques, rank_groups

GRAPHS = st.integers(1, 7).flatmap(
    lambda k: st.lists(st.booleans(), min_size=k * k, max_size=k * k).map(lambda cells: np.reshape(cells, (k, k)))
)


def oracle(together):
    k = len(together)
    sets = [[i for i in range(k) if bits >> i & 1] for bits in range(2**k)]
    cliques = [set(s) for s in sets if len(s) > 1 and all(together[i, j] for i in s for j in s if i < j)]
    return sorted(tuple(sorted(s)) for s in cliques if not any(s < other for other in cliques))


@given(GRAPHS)
def test_cliques_are_all_the_largest(cells):
    together = np.triu(cells) | np.triu(cells).T
    assert list(maximal_cliques(together)) == oracle(together)


@given(st.lists(st.floats(1, 5), min_size=1, max_size=7).map(np.array), st.floats(0.01, 4))
def test_groups_on_a_line_are_cliques(ranks, difference):
    together = np.abs(ranks[:, None] - ranks) < difference
    assert sorted(rank_groups(ranks, difference)) == list(maximal_cliques(together))


@pytest.mark.parametrize(
    ("ranks", "difference", "groups"),
    [
        ([1, 2, 3], 1, ()),
        ([1, 2, 3], 1.5, ((0, 1), (1, 2))),
        ([1, 2, 3], 2.5, ((0, 1, 2),)),
        ([2, 2, 2], 1e-9, ((0, 1, 2),)),
        ([4, 1, 1.2, 3.9], 0.5, ((1, 2), (0, 3))),
        ([1], 5, ()),
    ],
)
def test_runs_of_neighbours(ranks, difference, groups):
    assert rank_groups(np.array(ranks, dtype=float), difference) == groups


def test_complements_of_matchings_have_many_cliques():
    """Two of each pair, and every choice of one of each is a clique: 2^6."""
    together = np.ones((12, 12), bool)
    for i in range(0, 12, 2):
        together[i, i + 1] = together[i + 1, i] = False
    assert len(maximal_cliques(together)) == 64
