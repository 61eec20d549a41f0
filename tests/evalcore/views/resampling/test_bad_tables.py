"""Tables somebody brings: one of no use is refused with a sentence, one that is odd is learned from."""

import numpy as np
import pandas as pd
import pytest

from evalcore.errors import InputError
from evalcore.resampling import estimates_steps, rounds_of, rows_from_table, table_tuning_steps
from evalcore.views.resampling.table import MOST_ROWS, estimates_view, table_methods, usable

KIND = ["a", "b"] * 10
RNG = np.random.default_rng(0)
X = np.random.default_rng(0).normal(size=20)


@pytest.mark.parametrize(
    ("columns", "sentence"),
    [
        pytest.param(
            {"x": X, "y": X + 1},
            "The table must have a column of classes with two rows or more each; none of its 2 columns is one, in 20 "
            "rows. Add such a column.",
            id="no class",
        ),
        pytest.param({"x": [1.0], "kind": ["a"]}, "y must hold at least two classes; got only 'a'.", id="one row"),
        pytest.param({"x": X, "kind": "a"}, "y must hold at least two classes; got only", id="one class"),
        pytest.param(
            {"kind": KIND},
            "The table must have at least one feature and one row without empty cells; got 0 features and",
            id="no feature",
        ),
        pytest.param(
            {"name": [f"row {k}" for k in range(21)], "kind": [*KIND, "a"]},
            "The table must have at least one feature and one row without empty cells; got 0 features and",
            id="a text of its own in each row",
        ),
        pytest.param(
            {"x": [1.0, None] * 10, "z": [None, 1.0] * 10, "kind": KIND},
            "The table must have at least one feature and one row without empty cells; got 2 features and 0 such rows.",
            id="an empty cell in each row",
        ),
        pytest.param(
            {"same": 3.0, "kind": KIND},
            "The table must have a feature that varies; each of its 1 holds one value only. Choose other columns.",
            id="nothing but a constant feature",
        ),
        pytest.param(
            {"x": np.arange(MOST_ROWS + 2.0), "kind": ["a", "b"] * (MOST_ROWS // 2 + 1)},
            "The table must have at most 5000 rows here; got 5002. Take a sample of them.",
            id="too many rows",
        ),
    ],
)
def test_what_is_of_no_use(columns, sentence):
    with pytest.raises(InputError) as refused:
        usable(pd.DataFrame(columns))
    assert sentence in str(refused.value)


@pytest.mark.parametrize(
    ("columns", "n", "features"),
    [
        pytest.param({"x": [None, *X[1:]], "kind": KIND}, 19, 1, id="a missing value"),
        pytest.param({"colour": ["red", "blue", "red", "green"] * 5, "kind": KIND}, 20, 3, id="text features"),
        pytest.param({f"x{k}": np.roll(X, k) + k for k in range(199)} | {"kind": KIND}, 20, 199, id="200 columns"),
        pytest.param({"x": X, "same": 3.0, "kind": KIND}, 20, 2, id="a constant feature"),
    ],
)
def test_what_is_odd_is_learned_from(columns, n, features):
    rows = usable(pd.DataFrame(columns).convert_dtypes())
    assert (rows.n, rows.x.shape[1]) == (n, features)
    methods = table_methods(rows, share=0.3, k=3, rounds=2)[2:3]
    for name in ("lda", "naive bayes", "tree"):
        *_, found = estimates_steps(name, rows, methods, preparation="scaling", rng=RNG)
        assert not estimates_view(found, rows).is_partial
    *_, tuned = table_tuning_steps(rows, "lda", (0.5, 1.0), k=2, outer=2, preparation="scaling", rng=RNG)
    assert 0 <= tuned.error <= 1


def test_fewer_rows_than_folds():
    rows = rows_from_table(pd.DataFrame({"x": X[:6], "kind": KIND[:6]}), truth="kind")
    with pytest.raises(InputError, match=r"^k must be at most the number of rows, 6; got 10\. Choose fewer folds\.$"):
        rounds_of(table_methods(rows, share=0.3, k=10, rounds=2), rows)
