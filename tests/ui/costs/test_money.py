"""What the cases cost by each rule, and the file with all digits."""

import re

import pytest

from tests.ui.costs.sections import section

CALL = """
from ui.costs import money
st.session_state["frame"] = money._in_full(counted, money.rules(counted, 0.5, setting), setting)
money.money(counted, 0.5, setting)
"""


def test_the_file_says_what_each_rule_costs_and_of_which_rows():
    at = section(CALL)
    frame = at.session_state["frame"].set_index("rule")
    assert list(frame.index) == ["current", "best", "always_negative", "always_positive"]
    assert frame["cost"].to_numpy() == pytest.approx([500, 300, 2000, 600])
    assert frame.loc["best", "threshold"] == pytest.approx(0.42)
    assert ((frame["low"] < frame["cost"]) & (frame["cost"] < frame["high"])).all()
    assert set(frame["model"]) == {"score"}
    assert set(frame["positive_class"]) == {"1"}
    assert set(frame["counted_by"]) == {"rows"}
    assert [button.label for button in at.get("download_button")] == ["Table as CSV"]


@pytest.mark.parametrize(
    ("sampled", "said"),
    [
        (True, "The intervals take the rows as drawn at random, so that the prevalence is estimated, too."),
        (
            False,
            "The intervals take the prevalence set above as known, and the rows of each class as drawn separately.",
        ),
    ],
)
def test_how_the_rows_are_taken_to_be_drawn_is_said(sampled, said):
    call = f"import dataclasses\nsetting = dataclasses.replace(setting, sampled={sampled})\n{CALL}"
    assert said in [caption.value for caption in section(call).caption]


@pytest.mark.parametrize("t", [0.5, 0.6, 0.8])
def test_the_readings_promise_on_new_rows_what_the_answer_does(t):
    """Also with its sign: not "28 more" here and "saves -27.9" there."""
    call = f"""
from ui.costs import money
st.text(words.answer(money.rules(counted, {t}, setting), money.saving(counted, {t}, setting), counted))
money.money(counted, {t}, setting)
"""
    at = section(call)
    new, apart, how = re.search(r"about ([\d,]+): \[?\*{0,2}([\d,]+).* (more|less)", at.text[0].value).groups()
    promised = next(one.value for one in at.markdown if "on new ones" in one.value).replace("*", "")
    assert f"about {new} on new ones. " in promised
    assert f"about {apart} more" in promised if how == "more" else f"saves about {apart} " in promised


def test_where_nothing_is_at_stake_the_file_has_no_best_threshold():
    free = "import dataclasses\nfrom evalcore import costs\n"
    free += "setting = dataclasses.replace(setting, matrix=costs.CostMatrix(cost_fn=0, cost_fp=0))"
    frame = section(f"{free}\n{CALL}").session_state["frame"].set_index("rule")
    assert frame["threshold"].isna().to_dict()["best"]
    assert frame["cost"].tolist() == [0, 0, 0, 0]
