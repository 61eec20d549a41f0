"""What was chosen of a table and its successor keeps; what it cannot keep is named."""

from dataclasses import replace

import numpy as np
import pandas as pd

from evalcore.predictions import carried, from_columns, guess_columns


def table(n=12, **columns):
    rng = np.random.default_rng(n)
    given = {
        "id": np.repeat(np.arange(n // 3), 3),
        "cut": ["train", "test", "test"] * (n // 3),
        "y": np.repeat(np.arange(n // 3) % 2, 3),
        "a": rng.random(n),
        "b": rng.random(n),
        "w": 1.0,
    }
    return pd.DataFrame({**given, **columns})


OLD = table()
CHOSEN = replace(
    guess_columns(OLD), scores=("b",), positive="0", part="test", weight="w", taken="all", case_is_guess=False
)


def test_everything_of_a_newer_file_of_the_same_columns():
    new = table(18)
    found = carried(new, CHOSEN, guess_columns(new))
    assert found.lost == ()
    assert found.answered == {"positive", "part", "cases"}
    kept = found.columns
    assert (kept.scores, kept.positive, kept.part, kept.weight, kept.case, kept.taken) == (
        *(("b",), "0", "test", "w", "id", "all"),
    )
    assert kept.cases.n_cases == 6
    made = from_columns(new, kept)
    assert (made.positive, made.n, list(made.scores)) == ("0", 12, ["b"])


def test_what_the_table_lacks_is_named():
    new = table(w=np.nan, cut="train").drop(columns="w")
    found = carried(new, CHOSEN, guess_columns(new))
    assert list(map(str, found.lost)) == [
        "Not kept, since the table lacks them: columns 'w'.",
        "Not kept, since the table lacks it: part 'test'.",
    ]
    assert (found.columns.weight, found.columns.part) == (None, None)
    assert found.answered == {"positive", "cases"}


def test_other_classes_are_asked_about_again():
    new = table(y=["no", "yes", "no"] * 4)
    found = carried(new, CHOSEN, guess_columns(new))
    assert list(map(str, found.lost)) == ["Not kept, since the table lacks it: positive class '0'."]
    assert found.columns.positive == "yes"
    assert "positive" not in found.answered


def test_a_repetition_that_is_gone():
    new = table(id=[1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6], y=[0, 0, 1, 1] * 3)
    found = carried(new, replace(CHOSEN, taken="one:3"), guess_columns(new))
    assert list(map(str, found.lost)) == ["Not kept, since the table lacks it: repetition '3'."]
    assert found.columns.taken == "mean"


def test_another_table_keeps_nothing():
    new = pd.DataFrame({"truth": [1, 0, 1], "score": [0.4, 0.2, 0.9]})
    guess = guess_columns(new)
    found = carried(new, CHOSEN, guess)
    assert found.columns is guess
    assert str(found.lost[0]).startswith("Nothing of the columns chosen before is kept")
