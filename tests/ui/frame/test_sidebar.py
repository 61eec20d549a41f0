"""What the sidebar says of the rows."""

import pandas as pd

from evalcore.predictions import from_frame, one_vs_rest
from ui.frame import sidebar

FRAME = pd.DataFrame({"y": list("aabbb"), "s": [0.9, 0.4, 0.6, 0.2, 0.1], "w": [3.0, 3.0, 1.0, 2.0, 1.0]})


def share(weight):
    loaded = from_frame(FRAME, truth="y", scores=["s"], positive="a", weight=weight)
    return sidebar._share(one_vs_rest(loaded, "a", model="s"))


def test_weighted_rows_have_the_share_that_the_figures_count():
    assert share("w") == "By weight 60.0% are positive, of the rows 40.0%"


def test_rows_that_count_once_have_one_share():
    assert share(None) == "40.0% of the rows are positive"
