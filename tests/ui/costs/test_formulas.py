"""The formulas of costs: the numbers in them, the copies, the names of the cells."""

import pytest

from evalcore.costs import CostMatrix
from tests.ui.costs.sections import FRAUD, MELON, by_amount, captions, formula, section, sentence
from ui.costs.setting import Setting

ALL = ("(2.23)", "(2.24)", "(2.25)", r"\overline{cost}")

WEIGHED = [f"weight_{cell}" for cell in ("pp", "nn", "pn", "np")]


def formulas(t=0.5, setting=MELON, **chosen):
    return section(f"formulas.formulas(counted, {t}, setting)", setting, **chosen)


def test_their_symbols_are_said_in_words():
    assert captions(section("formulas.symbols(setting)")) == [
        "In the formulas cost_FN, here 5, is what a missed positive costs, cost_FP, here 1, what a false alarm costs, "
        "and p, here 0.400, the prevalence at deployment."
    ]


@pytest.mark.parametrize(
    ("replaces", "said"),
    [
        ("fn", "cost_FN, here 200 on average, is what a missed positive costs, cost_FP, here 10, what"),
        ("fp", "cost_FN, here 200, is what a missed positive costs, cost_FP, here 10 on average, what"),
    ],
)
def test_of_amounts_a_symbol_is_called_their_mean(replaces, said):
    of = Setting(CostMatrix(200.0, 10.0), 0.04, replaces, mean=100.0)
    assert said in captions(section("formulas.symbols(setting)", of))[0]


def test_have_the_numbers_in_them():
    at = formulas(0.42)
    assert r"\frac{0\cdot 5+6\cdot 1}{20} = 0.300" in formula(at, "(2.23)")
    assert r"\frac{0.400\cdot 5}{0.400\cdot 5+(1-0.400)\cdot 1} = 0.769" in formula(at, "(2.24)")
    assert r"0.000\cdot 0.769+0.500\cdot(1-0.769) = 0.115" in formula(at, "(2.25)")
    assert r"0.400\cdot 0.000\cdot 5+(1-0.400)\cdot 0.500\cdot 1 = 0.300" in formula(at, r"\overline{cost}")
    assert [text for text in captions(at) if "these 20 rows, which cost 6.0 together" in text]


def test_right_decisions_are_parts_of_them():
    at = formulas(0.6, Setting(CostMatrix(5, 1, -2, 0.5), 0.4))
    assert r"1\cdot 5+4\cdot 1+7\cdot (−2)+8\cdot 0.5" in formula(at, "(2.23)")
    assert formula(at, "(2.23)").endswith("= −0.0500")
    assert r"0.400\cdot 0.875\cdot (−2)+(1-0.400)\cdot 0.667\cdot 0.5" in formula(at, r"\overline{cost}")


def test_stand_in_lines_where_the_page_is_narrow():
    wide, narrow = formulas(), formulas(page_narrow=True)
    for begin in ALL:
        assert formula(wide, begin) == formula(narrow, begin)
    assert not any("aligned" in one.value for one in wide.latex)
    assert all("aligned" in one.value for one in narrow.latex)


def test_rare_prevalence_keeps_its_digits():
    at = formulas(setting=Setting(CostMatrix(5, 1), 0.00015))
    assert r"\frac{0.00015\cdot 5}{0.00015\cdot 5+(1-0.00015)\cdot 1}" in formula(at, "(2.24)")


def test_nothing_at_stake_is_a_dash():
    assert formula(formulas(setting=Setting(CostMatrix(0, 0), 0.4)), "(2.24)").endswith(r"= \text{—}")


def test_amounts_are_summed():
    at = formulas(setting=by_amount(0.5), sample="card-fraud")
    missed = FRAUD.amount[(FRAUD.y == 1) & (FRAUD.score < 0.5)].sum()
    assert rf"0.5\cdot {missed:,.2f}+".replace(",", "{,}") in formula(at, "(2.23)")
    assert [text for text in captions(at) if text.endswith("and FNR the share of the amount that is lost.")]


def test_copies():
    said = sentence(section("formulas.copies(setting)"), "Of 100 cases")
    assert "40 are positive and 60 negative" in said
    assert "5 times and each negative 1 times: of the 260 copies a share of 0.769 is positive" in said


@pytest.mark.parametrize(
    ("naming", "miss", "alarm", "place"),
    [
        ("textbook", "cost_01 = 7  (FN)", "cost_10 = 3  (FP)", (0, 1)),
        ("sklearn", "C[1, 0] = 7  (FN)", "C[0, 1] = 3  (FP)", (1, 0)),
        ("elkan", "c(0, 1) = 7  (FN)", "c(1, 0) = 3  (FP)", (0, 1)),
    ],
)
def test_each_naming_has_rows_as_it_says(naming, miss, alarm, place):
    """[FN cell's row, column]: textbook row = truth 0, scikit-learn row = truth 1, Elkan row = prediction 0."""
    setting = Setting(CostMatrix(7, 3), 0.4)
    (table,) = section("formulas.naming(setting, controls.naming())", setting, naming=naming).table
    cells = table.value.to_numpy()
    assert cells[place] == miss
    assert alarm in cells


def test_names_have_all_four_costs():
    (table,) = section('formulas.naming(setting, "textbook")', Setting(CostMatrix(5, 1, -2, 0.5), 0.4)).table
    assert table.value.to_numpy().tolist() == [
        ["cost_00 = −2  (TP)", "cost_01 = 5  (FN)"],
        ["cost_10 = 1  (FP)", "cost_11 = 0.5  (TN)"],
    ]


@pytest.mark.parametrize(("cost", "written"), [(0.0002, "0.0000600"), (5_000.0, "1,500.0")])
def test_a_cost_has_the_digits_it_has_elsewhere_on_the_page(cost, written):
    # At 0.42 there are 6 false alarms among 20.
    at = formulas(0.42, Setting(CostMatrix(cost, cost), 0.4))
    assert formula(at, "(2.23)").endswith(f"= {written.replace(',', '{,}')}")


def test_cost_sensitive_accuracy_has_four_weights():
    """At t = .42 of the melons TP 8, FP 6, FN 0, TN 6."""
    at = section("weights.show(counted.counts.at(0.42))", weight_pn=5.0, weight_np=2.0)
    value = (8 + 6) / (8 + 6 + 5 * 0 + 2 * 6)
    said = formula(at, "acc_{cost}")
    assert said.endswith(f"= {value:.3f}")
    assert r"5\cdot 0" in said
    assert r"2\cdot 6" in said
    assert formula(section("weights.show(counted.counts.at(0.42))"), "acc_{cost}").endswith(f"= {14 / 20:.3f}")


def test_nothing_that_weighs_has_no_accuracy():
    at = section("weights.show(counted.counts.at(0.42))", **dict.fromkeys(WEIGHED, 0.0))
    assert formula(at, "acc_{cost}").endswith(r"= \text{—}")
    assert [one.value for one in at.caption if "weighs nothing" in one.value]
