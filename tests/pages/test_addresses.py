"""No address ends in an error, whatever it asks a page for."""

import numpy as np
import pytest

from tests.benchmarks.addresses import OF_PAGE, drawn, ended_at_once, opened
from tests.tiers import thorough

SEEDS = (0, *map(thorough, range(1, 30)))


@pytest.mark.slow
@pytest.mark.parametrize("page", OF_PAGE)
@pytest.mark.parametrize("seed", SEEDS)
def test_no_address_ends_in_an_error(page, seed):
    asked = drawn(page, np.random.default_rng(seed))
    with ended_at_once():
        _taken, wrong = opened(page, asked)
    assert wrong is None
