"""What is said of the figure of costs, without drawing it."""

import pytest

from evalcore.costs import CostMatrix
from tests.ui.costs.sections import MELON, by_amount, section
from ui.costs.setting import Setting

ALT = (
    "words.alt(counted, 0.5, setting, costs.best_threshold(counted.counts, **setting.options), now=0.25, "
    "areas={'melon': 0.124})"
)


def said(expression, setting=MELON, sample="melon-20"):
    return section(f"from evalcore import costs\nst.text({expression})", setting, sample).text[0].value


@pytest.mark.parametrize(
    ("setting", "z", "t", "normalised"),
    [
        ((5.0, 1.0, 0.4), "0.769", "0.42", "0.115"),
        ((2.0, 1.0, 0.4), "0.571", "0.6", "0.214"),
        ((4.0, 1.0, 0.2), "0.500", "0.6", "0.229"),
        ((0.0, 0.0, 0.4), "—", "0.88", "—"),
    ],
)
def test_alt_names_threshold_condition_and_best(setting, z, t, normalised):
    fn, fp, p = setting
    alt = said(ALT, Setting(CostMatrix(fn, fp), p))
    assert f"threshold 0.5 and P(+)cost {z}" in alt
    if fn:
        assert f"the best threshold there is {t}, with normalised cost {normalised}." in alt
        assert alt.endswith("The present threshold has normalised cost 0.250. melon: area under the envelope 0.124.")
    else:
        assert "The present threshold" not in alt


def test_caption_names_the_rows_the_costs_and_the_moment():
    caption = said("words.caption(counted, setting, 'What is seen.')")
    for part in ("positive class 1, 20 rows.", "cost(FN) 5, cost(FP) 1", "deployment 0.4", "As it stood when it was"):
        assert part in caption
    assert caption.endswith(" What is seen.")
    assert "mean of the rows' amounts" in said("words.caption(counted, setting, '')", by_amount(), "card-fraud")


def test_axes_say_what_counts_by_amount():
    of_rows, of_amounts = (
        said("repr(words.figure(counted, in_shares=True))", setting, "card-fraud")
        for setting in (Setting(CostMatrix(5, 10), 0.04), by_amount())
    )
    assert "'true positive rate'" in of_rows
    assert "'true positive rate, by amount'" in of_amounts
    assert "'false positive rate'" in of_amounts


def test_planes_have_their_own_words():
    shares, money = (said(f"words.figure(counted, in_shares={which}).up") for which in (True, False))
    assert (shares, money) == ("normalised cost", "cost of 1,000 cases")
