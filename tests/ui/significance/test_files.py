"""The files of the page of tests: ranks and not the table's values, and every form of a test with all its digits."""

import numpy as np
import pytest

from evalcore.significance import Disagreement
from evalcore.significance.result_table import ResultTable
from ui.significance.many import readings as many_readings
from ui.significance.many.setting import Setting
from ui.significance.one import sections as one_model
from ui.significance.one.controls import Asked as OneAsked
from ui.significance.two import sections as two_models
from ui.significance.two.controls import Asked as TwoAsked


def setting(higher):
    values = np.array([[0.12, 0.30, 0.25], [0.40, 0.40, 0.10]])
    whole = ResultTable(("iris", "wine"), ("A", "B", "C"), values)
    return Setting(whole, whole, higher, 0.05, "corrected", "exact", "nemenyi", bars=True)


@pytest.mark.parametrize(("higher", "ranks"), [(False, [[1, 3, 2], [2.5, 2.5, 1]]), (True, [[3, 1, 2], [1.5, 1.5, 3]])])
def test_file_of_ranks_has_ranks(higher, ranks):
    frame = many_readings.file_of(setting(higher))()
    assert frame["data set"].tolist() == ["iris", "wine"]
    assert frame[["A", "B", "C"]].to_numpy().tolist() == ranks


def test_file_of_one_model_begins_with_the_side_in_use():
    asked = OneAsked("binomial", errors=6, n=10, bar=0.3, alpha=0.05, side="less")
    frame = one_model._frame(asked)
    assert frame["test"].tolist() == ["less", "greater", "two-sided"]
    assert frame["p"].tolist()[1] == pytest.approx(0.0473, abs=5e-5)
    assert frame["effect"].tolist() == [0.6] * 3


def test_file_of_rates_has_the_golden_t():
    rates = (0.12, 0.10, 0.14, 0.11, 0.13, 0.09, 0.12, 0.15, 0.10, 0.12)
    frame = one_model._frame(OneAsked("t", 0, 1, bar=0.1, alpha=0.05, side="two-sided", rates=rates))
    assert (frame["test"][0], frame["statistic"][0]) == ("two-sided", pytest.approx(3.0377, abs=5e-5))


def test_file_of_two_models_has_each_form_with_the_interval_of_the_difference():
    asked = TwoAsked(Disagreement(150, 25, 10, 15), "corrected", 0.05, ("A", "B"))
    test = two_models.mcnemar_of(asked.table, asked.alpha, asked.method)
    frame = two_models._frame(test, asked).set_index("test")
    assert frame.index[0] == "mcnemar-corrected"
    assert len(frame) == 4
    assert frame.loc["mcnemar-exact", "p"] == pytest.approx(0.0167, abs=5e-5)
    assert frame.iloc[0][["effect", "statistic"]].tolist() == pytest.approx([0.075, 5.6])
    assert frame["low"].nunique() == 1
