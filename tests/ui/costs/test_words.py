"""What is said of the figure of costs, without drawing it."""

import pytest

from evalcore.costs import CostMatrix
from evalcore.intervals.percentiles import WEIGHTED
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
    script = "from ui.live import words as live\nst.text(live.about_file(counted.binary, 0.5))"
    about = section(script, MELON, "melon-20").text[0].value
    assert about.endswith("positive class 1, 20 rows. Saved at t = 0.5.")
    caption = said("words.caption(setting, 'What is seen.')")
    for part in ("cost(FN) 5, cost(FP) 1", "deployment 0.4", "As it stood when it was"):
        assert part in caption
    assert caption.endswith(" What is seen.")
    assert "mean of the rows' amounts" in said("words.caption(setting, '')", by_amount(), "card-fraud")


HEADLINE = """
from ui.costs import money
found = money.saving(counted, {t}, setting)
import dataclasses
changed = dataclasses.replace(found, **{changes})
st.text(words.answer(money.rules(counted, {t}, setting), changed, counted.counts))
"""
# Its interval is a bar on a line that ends at what it costs to look at no score.
NOW = "[**500**](#between-38-83-100-231_1,303_600)"
HERE = f"At t = [0.5](#hold-threshold): {NOW} per 1,000 cases; best on these rows: 300 at t = 0.42. "


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"value": 40.2, "low": 3.0, "high": 80.0}, "On new ones that saves about **40** [3, 80]."),
        (
            {"value": 28.0, "low": -54.0, "high": 140.0},
            "On new ones that saves about 28 [−54, 140], or costs more.",
        ),
        (
            {"value": -39.6, "low": -190.0, "high": 112.0},
            "It is not sure that this saves anything on new ones: they may cost about 40 more [−112, 190].",
        ),
        (
            {"value": -0.3, "low": -40.0, "high": 31.0},
            "On new ones that costs about the same: what is saved lies in [−40, 31].",
        ),
        (
            {"value": 0.3, "low": -40.0, "high": 31.0},
            "On new ones that costs about the same: what is saved lies in [−40, 31].",
        ),
        ({"value": -39.6, "low": -90.0, "high": -12.0}, "On new ones that costs about **40 more** [12, 90]."),
        (
            {"value": float("nan"), "reason": WEIGHTED},
            f"What that saves on new ones: — {WEIGHTED}",
        ),
    ],
)
def test_the_headline_promises_what_is_saved_on_new_rows(changes, sentence):
    at = section(HEADLINE.replace("{t}", "0.5").replace("{changes}", "st.session_state['changes']"), changes=changes)
    assert at.text[0].value == HERE + sentence


def test_the_best_threshold_saves_nothing_against_itself():
    at = section(HEADLINE.replace("{t}", "0.42").replace("{changes}", "{'new': 411.0}"))
    said = (
        "At t = [0.42](#hold-threshold): **300** per 1,000 cases, the least on these rows; about **411** on new ones."
    )
    assert at.text[0].value == said
