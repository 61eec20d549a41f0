"""What is said of the figure of costs, without drawing it."""

import re

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
    caption = said("words.caption(setting, counted.binary, 'What is seen.')")
    for part in ("A missed positive costs 5, a false alarm 1, prev", "deployment 0.4", "As it stood when it was"):
        assert part in caption
    assert caption.endswith(" What is seen.")
    assert "that of these rows" in caption
    elsewhere = said("words.caption(setting, counted.binary, '')", Setting(CostMatrix(8, 1, -2), 0.1))
    assert elsewhere.startswith(
        "A missed positive costs 8, a false alarm 1, finding a positive −2, leaving a negative alone 0, prevalence at "
        "deployment 0.100. "
    )
    amounts = said("words.condition(setting, counted.binary)", by_amount(), "card-fraud")
    assert amounts.startswith("A missed positive costs 162.8142 on average, a false alarm 10, prevalence at deployment")
    whole = "A missed positive costs the amount of its row × 1; the average is that of these rows."
    assert whole in said("words.caption(setting, counted.binary, '')", by_amount(), "card-fraud")


HEADLINE = """
from ui.costs import money
found = money.saving(counted, {t}, setting)
import dataclasses
changed = dataclasses.replace(found, **{changes})
st.text(words.answer(money.rules(counted, {t}, setting), changed, counted))
"""
# Its interval is a bar on a line that has room for it: to look at no score costs 600.
NOW = "[**500**](#between-12-25-65-231_1,303_2,000)"
HERE = f"At t = [0.5](#hold-threshold), 1,000 cases cost {NOW}; at the best t = 0.42, 300 here"


def saved(value, low, high):
    """Return what changes of what is saved against 500."""
    return {"new": 500 - value, "value": value, "low": low, "high": high}


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (
            saved(40.2, 3.0, 80.0),
            "; on new rows about 460, [**40**](#between-52-70-90-3_80_100_-100_95) less.",
        ),
        (
            saved(28.0, -54.0, 140.0),
            "; on new rows about 472, perhaps [28](#between-36-57-85--54_140_200_-200_95) less.",
        ),
        (
            saved(-39.6, -190.0, 112.0),
            "; on new rows about 540, perhaps [40](#between-22-60-98--112_190_200_-200_95) more.",
        ),
        (saved(-0.3, -40.0, 31.0), "; on new rows about 500, as much as now."),
        (saved(0.3, -40.0, 31.0), "; on new rows about 500, as much as now."),
        (
            saved(-39.6, -90.0, -12.0),
            "; on new rows about 540, [**40**](#between-56-70-95-12_90_100_-100_95) more.",
        ),
        # While a handle is held there is no interval: nothing is said that its end might turn into chance.
        (saved(-39.6, float("nan"), float("nan")), "; on new rows about 540."),
        (saved(-0.3, float("nan"), float("nan")), "; on new rows about 500, as much as now."),
        (
            {"value": float("nan"), "new": float("nan"), "reason": WEIGHTED},
            "; on new rows not known.",
        ),
    ],
)
def test_the_headline_promises_what_is_saved_on_new_rows(changes, sentence):
    at = section(HEADLINE.replace("{t}", "0.5").replace("{changes}", "st.session_state['changes']"), changes=changes)
    assert at.text[0].value == HERE + sentence


def test_the_best_threshold_saves_nothing_against_itself():
    at = section(HEADLINE.replace("{t}", "0.42").replace("{changes}", "{'new': 411.0}"))
    said = (
        "At t = [0.42](#hold-threshold), 1,000 cases cost **300**, the least on these rows; on new rows about **411**."
    )
    assert at.text[0].value == said


@pytest.mark.parametrize("t", ["0.3", "0.5", "0.7"])
def test_costs_whose_difference_is_said_differ_by_that(t):
    said = section(HEADLINE.replace("{t}", t).replace("{changes}", "{}")).text[0].value
    plain = re.sub(r"\[\*{0,2}([\d,]+)\*{0,2}\]\([^)]*\)", r"\1", said)
    found = re.search(
        r"cost ([\d,]+); .* 300 here; on new rows about ([\d,]+), (?:perhaps )?([\d,]+) (?:less|more)", plain
    )
    now, new, apart = (int(one.replace(",", "")) for one in found.groups())
    assert abs(now - new) == apart
