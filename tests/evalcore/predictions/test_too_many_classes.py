"""A truth of too many classes is refused by its limit, also where nothing else tells that it is the truth."""

import pandas as pd
import pytest

from evalcore.errors import InputError
from evalcore.predictions import from_columns, guess_columns


def test_five_thousand_classes_name_the_limit():
    names = [f"c{i}" for i in range(5_000)] * 2
    frame = pd.DataFrame({"truth": names, "predicted": names})
    with pytest.raises(InputError) as refused:
        from_columns(frame, guess_columns(frame))
    assert str(refused.value) == (
        "Column 'truth' must hold at most 1000 classes; got 5000 different values. Choose another column."
    )


def test_without_such_a_column_the_truth_is_asked_for():
    frame = pd.DataFrame({"note": [f"c{i}" for i in range(5_000)], "remark": [f"d{i}" for i in range(5_000)]})
    with pytest.raises(InputError, match="One column must hold the truth"):
        from_columns(frame, guess_columns(frame))
