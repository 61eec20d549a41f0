"""What the cases cost by each rule, and the file with all digits."""

import re

import pytest

from tests.ui.costs.sections import by_amount, section
from ui.costs import money

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
    new, apart, how = re.search(
        r"on new rows about ([\d,]+), (?:perhaps )?\[?\*{0,2}([\d,]+).* (more|less)", at.text[0].value
    ).groups()
    promised = next(one.value for one in at.markdown if "on new ones" in one.value).replace("*", "")
    assert f"about {new} on new ones. " in promised
    assert f"about {apart} more" in promised if how == "more" else f"saves about {apart} " in promised


HELD = """
import dataclasses
import re
from evalcore import costs
from ui.costs import money, options, scores, while_held
setting = dataclasses.replace(setting, matrix=costs.CostMatrix({matrix}), sampled={sampled})
chosen, steps = options.Options(by_prevalence={by_prevalence}), ["0.2", "0.45", "0.7", "0.93"]
then = [*(controls.held(step, setting, by_prevalence=chosen.by_prevalence) for step in steps), setting]
parts = while_held.bars(then, money.at_conditions(counted, {t}, then), counted, {t})

def drawn(of):
    return scores.figure(counted, {t}, of)()

def bare(text):
    return re.sub("<[^>]*>", "", text)

st.session_state["parts"] = parts
here, found = drawn(setting), []
for i, step in enumerate(steps if parts else []):
    then = drawn(controls.held(step, setting, by_prevalence=chosen.by_prevalence))
    scale = here.layout.xaxis2.range[1] / then.layout.xaxis2.range[1]
    changed = {{part["trace"]: part for part in parts if "text" not in part}}
    written = {{part["trace"]: part["text"][i][0] for part in parts if "text" in part}}
    for k, (trace, before) in enumerate(zip(then.data, here.data, strict=True)):
        if trace.xaxis != "x2":
            continue
        if trace.mode == "text":
            found.append((written.get(k, before.text[0]), bare(trace.text[0])))
        else:
            wanted = [round(x * scale, 2) for x in trace.x]
            found.append(([round(x, 2) for x in changed[k]["x"][i]], wanted))
st.session_state["found"] = found
"""


@pytest.mark.parametrize(
    ("sample", "options"),
    [
        ("two-models", {}),
        ("two-models", {"by_prevalence": True, "sampled": False}),
        ("repeated", {}),
        ("melon-20", {"t": 0.85, "matrix": "0.05, 0.02"}),
    ],
)
def test_while_costs_are_held_the_bars_are_those_that_come(sample, options):
    asked = {"t": 0.5, "matrix": "5, 1", "by_prevalence": False, "sampled": True, **options}
    expect_those_that_come(section(HELD.format(**asked), sample=sample))


@pytest.mark.parametrize("by_prevalence", [False, True])
def test_while_costs_by_amount_are_held_the_bars_are_those_that_come_with_their_intervals(by_prevalence):
    asked = {"t": 0.5, "matrix": "", "by_prevalence": by_prevalence, "sampled": not by_prevalence}
    call = HELD.replace("matrix=costs.CostMatrix({matrix}), ", "").format(**asked)
    expect_those_that_come(section(call, by_amount(), "card-fraud"))


@pytest.mark.parametrize(("cost_tp", "most_drawn"), [(0.5, money.MOST_DRAWN), (0.0, 1000)])
def test_bars_wait_where_intervals_are_missing_that_they_have_at_rest(cost_tp, most_drawn, monkeypatch):
    """Also of a right decision about a row with an amount, which costs something."""
    monkeypatch.setattr(money, "MOST_DRAWN", most_drawn)
    call = HELD.replace("matrix=costs.CostMatrix({matrix}), ", "").format(t=0.5, by_prevalence=False, sampled=True)
    assert section(call, by_amount(cost_tp=cost_tp), "card-fraud").session_state["parts"] == []


def expect_those_that_come(at):
    found = at.session_state["found"]
    assert len(found) == 4 * 20
    for held, comes in found:
        if isinstance(held, str):
            assert held == comes.replace("&lt;", "<")
        else:
            assert held == pytest.approx(comes, rel=2e-4, abs=0.02)


def test_bars_do_not_move_where_their_axis_would_begin_elsewhere():
    asked = {"t": 0.5, "matrix": "5, 1, -2", "by_prevalence": False, "sampled": True}
    assert section(HELD.format(**asked)).session_state["parts"] == []


def test_where_nothing_is_at_stake_the_file_has_no_best_threshold():
    free = "import dataclasses\nfrom evalcore import costs\n"
    free += "setting = dataclasses.replace(setting, matrix=costs.CostMatrix(cost_fn=0, cost_fp=0))"
    frame = section(f"{free}\n{CALL}").session_state["frame"].set_index("rule")
    assert frame["threshold"].isna().to_dict()["best"]
    assert frame["cost"].tolist() == [0, 0, 0, 0]
