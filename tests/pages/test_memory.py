"""What a session of own rows holds once its pages were seen: bytes of arrays by owner, not of the process."""

import gc

import numpy as np
import pandas as pd
import pytest

from evalcore.counts import ThresholdCounts
from tests.held import PAGES, held, kept_of, loading, page

N = 100_000
MODELS = ("model_1", "model_2")
# Of a row: a byte of its truth in the table and one in the predictions, and eight of each score.
ROWS = N * (1 + 1 + 8 * len(MODELS))
# Of a threshold: its score, and a bit of what it adds.
COUNTS = len(MODELS) * N * (8 + 1 / 8)
REST = 1_000_000  # lines as drawn, steps of handles, corners: as much for any number of rows


@pytest.fixture(scope="module")
def data():
    rng = np.random.default_rng(0)
    y = rng.random(N) < 0.3
    scores = {name: 1 / (1 + np.exp(-rng.normal(size=N) - y)) for name in MODELS}
    return pd.DataFrame({"label": y.astype(int), **scores}).to_csv(index=False).encode()


@pytest.mark.slow
def test_what_a_session_of_100_000_rows_holds(data):
    at = loading("my.csv", data)
    assert at.session_state["upload"].getvalue() == b""
    kept = kept_of(at) | {"cost_fn": 5.0, "cost_fp": 1.0}
    del at
    for name in PAGES:
        for model in MODELS:
            kept |= kept_of(page(name, kept | {"model": model}))
    found = held(kept)
    rows = sum(found.pop(owner) for owner in ("loaded", "table_in_use"))
    assert 0.9 * ROWS < rows <= ROWS + 1_000
    counts = found.pop("memory: counts")
    assert 0.9 * COUNTS < counts <= COUNTS + 1_000
    assert sum(found.values()) < REST
    # The walk above does not see what closures of a page hold.
    gc.collect()
    assert not [one for one in gc.get_objects() if isinstance(one, ThresholdCounts) and len(one) > N / 2]


def test_two_halves_share_the_rows_they_are_taken_from(data):
    kept = kept_of(page("confusion_matrix", kept_of(loading("my.csv", data)) | {"model": "model_1"}))
    whole = held(kept)
    kept = kept_of(page("confusion_matrix", kept | {"model": "model_1", "chosen_on": "half~0"}))
    found = held(kept)
    # The truth of each row, and its place; of scores nothing but the counts.
    assert N * (1 + 2) < found["memory: halves"] <= N * (1 + 4) + 1_000
    counts = found["memory: counts"] - whole["memory: counts"]
    assert 0.9 * whole["memory: counts"] < counts < 1.1 * whole["memory: counts"]
    more = sum(found.values()) - sum(whole.values()) - found["memory: halves"] - counts
    assert more < REST / 2
