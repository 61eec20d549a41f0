"""What a page says, taken down in a session that nobody sees: its sentence, figures, tables, and every note."""

import threading

import pytest

from evalcore import metrics
from evalcore.counts import threshold_counts
from evalcore.predictions import one_vs_rest
from evalcore.report.drawings import handles
from ui.frame import account, reports, unseen
from ui.frame.account import FIGURE, Account, Visitor
from ui.session import loaded
from ui.shared.text import literal


def nothing():
    return None


def told(*pages, sample="melon-20", language="en", **state):
    """Return what pages say of a sample."""
    account.take(pages, Visitor("a session", language, {"loaded": loaded.sample(sample), **state}), look=nothing)
    return pages


@pytest.fixture(scope="module")
def matrix():
    return told(Account("confusion_matrix"), t=0.45)[0]


class TestAPage:
    def test_its_sentence_and_both_figures(self, matrix):
        first, *_rest = matrix.blocks
        assert (first.key, literal(first.sentence)) == (
            FIGURE,
            "At t = 0.45: finds 7 of 8 positives, 6 of 13 alarms are false.",
        )
        (wide,), (narrow,) = first.taken.figures, first.narrow
        assert wide.layout.height < narrow.layout.height
        for figure in (wide, narrow):
            handle = handles(figure)["threshold"]
            assert float(handle["values"][handle["active"]]) == 0.45

    def test_its_sentence_at_each_step(self, matrix):
        live = matrix.blocks[0].live
        steps = handles(matrix.blocks[0].taken.figures[0])["threshold"]["values"]
        assert len(live.sentences) == len(steps)
        assert live.sentences[steps.index("0.6")] == "At t = 0.6: finds 7 of 8 positives, 4 of 11 alarms are false."

    def test_its_readings_with_intervals_at_each_step(self, matrix):
        readings = next(block for block in matrix.blocks if block.key == "readings")
        (name,) = readings.live.tables
        at = readings.live.tables[name]
        (now,) = [frame for title, frame in readings.taken.tables if title == name]
        assert {tuple(frame.columns) for frame in at} == {tuple(now.columns)}
        recall = [frame.set_index("metric").loc["recall"] for frame in at]
        assert {one["count"] for one in recall} >= {"7 of 8", "8 of 8", "0 of 8"}
        assert len({one["95% interval"] for one in recall}) > 5

    def test_curves_have_all_readings_at_each_step(self):
        of_file, of_report = (told(Account("curves", is_file=one), t=0.45)[0] for one in (True, False))
        first, readings = of_file.blocks[0], of_report.blocks[1]
        for block in (first, readings):
            (frames,) = block.live.tables.values()
            recall = {frame.set_index("metric").loc["recall", "count"] for frame in frames}
            assert {"7 of 8", "8 of 8", "0 of 8"} <= recall
        assert not of_report.blocks[2].live

    def test_costs_have_what_each_rule_costs_at_each_step(self):
        costs = {"cost_fn": 5.0, "cost_fp": 1.0}
        of_file = told(Account("costs", is_file=True), t=0.45, **costs)[0]
        (frames,) = of_file.blocks[0].live.tables.values()
        steps = handles(of_file.blocks[0].taken.figures[0])["threshold"]["values"]
        assert len(frames) == len(steps)
        at = frames[steps.index("0.6")]
        assert at["rule"][0] == "at t = 0.6"
        # 1 of 8 is missed and 4 of 12 are false alarms: (5 + 4) / 20 rows.
        assert at["cost"][0] == "450"
        assert at["95% interval"][0].startswith("[")
        assert len({frame["cost"][0] for frame in frames}) > 5
        assert len({frame["cost"][2] for frame in frames}) == 1

    def test_what_leads_to_another_page_is_not_in_it(self):
        (page,) = told(Account("confusion_matrix", blocks_of=frozenset({"compare"})), sample="two-models")
        first, second = page.blocks
        assert any("has the highest F1" in one for one in first.taken.said)
        assert second.taken.said == []

    def test_every_note_of_its_tabs(self, matrix):
        said = [literal(one) for block in matrix.blocks for one in block.taken.said]
        assert "Without any model, always answering 0 has accuracy 0.600 (12 of 20)." in said
        assert any(one.startswith("A cell of the matrix has fewer than five rows") for one in said)

    def test_the_numbers_are_those_of_its_file(self, matrix):
        found = matrix.blocks[0].numbers.set_index("metric")
        assert found.loc[["tp", "fn", "fp", "tn"], "value"].tolist() == [7, 1, 6, 6]
        rows = loaded.sample("melon-20").predictions
        cm = metrics.readings(_counts(rows).at(0.45))
        by_name = {reading.name: reading for reading in cm}
        assert found.loc["recall", ["value", "low", "high"]].tolist() == [
            getattr(by_name["recall"], name) for name in ("value", "low", "high")
        ]

    def test_its_formulas_with_the_numbers_in_them_and_no_lesson(self, matrix):
        assert {block.key for block in matrix.blocks} <= {FIGURE, *account.TABS}
        (block,) = [one for one in matrix.blocks if one.key == "formulas"]
        recall = [one for one in block.taken.formulas if one.startswith("(2.9)")]
        assert [one.rpartition("} = ")[2] for one in recall] == ["0.875"]
        assert r"\frac{7}{7+1}" in recall[0]
        assert (block.taken.said, block.taken.tables, block.taken.figures) == ([], [], [])


def _counts(predictions):
    view = one_vs_rest(predictions, "1", model="score")
    return threshold_counts(view.y_true, view.score)


class TestWhatIsAskedFor:
    def test_blocks(self):
        (only,) = told(Account("curves", blocks_of=frozenset({"readings"})))
        assert {block.key for block in only.blocks} == {"readings"}

    def test_only_what_is_of_what_is_loaded(self):
        lies, tests = told(Account("hypotheses", only_of_loaded=True), Account("significance", only_of_loaded=True))
        assert not lies.blocks
        assert tests.blocks

    def test_in_the_language_of_the_visitor(self):
        (page,) = told(Account("confusion_matrix", blocks_of=frozenset({FIGURE})), language="zh", t=0.45)
        assert page.title == "混淆矩阵"
        assert "7" in page.blocks[0].sentence
        assert "finds" not in page.blocks[0].sentence

    def test_choices_of_the_session_hold_there(self):
        (page,) = told(Account("costs", blocks_of=frozenset({FIGURE})), t=0.45, cost_fn=5.0, cost_fp=1.0)
        assert literal(page.blocks[0].sentence).startswith(
            "A missed positive costs 5 times a false alarm. At t = 0.45, 1,000 cases cost 550"
        )
        assert page.about[-1] == (
            "A missed positive costs 5, a false alarm 1, prevalence at deployment 0.400, that of these rows"
        )

    def test_costs_at_another_prevalence_say_so_above(self):
        asked = Account("costs", blocks_of=frozenset({FIGURE}))
        (page,) = told(asked, t=0.45, cost_fn=8.0, cost_fp=1.0, prevalence=0.1)
        assert page.about[-1] == "A missed positive costs 8, a false alarm 1, prevalence at deployment 0.100"


def test_what_goes_wrong_goes_wrong_where_it_was_asked_for(monkeypatch):
    monkeypatch.setattr(unseen, "run", lambda page: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        told(Account("curves"))


def test_who_does_not_wait_ends_what_was_begun(monkeypatch):
    class LeftError(Exception):
        pass

    ended = threading.Event()

    def wait(given_up):
        given_up.wait()
        ended.set()
        return True

    def leave():
        raise LeftError

    monkeypatch.setattr(unseen, "wait", wait)
    with pytest.raises(LeftError):
        account.take([Account("curves")], Visitor("", "en", {"loaded": loaded.sample("melon-20")}), look=leave)
    assert ended.wait(60)


def test_nothing_of_it_is_left_in_the_session_of_the_visitor(matrix):
    assert matrix.blocks
    assert account.wanted() is None


class TestSeveralFiguresOfATab:
    def test_each_is_named_by_what_it_shows(self):
        asked = Account("costs", blocks_of=frozenset({"compare"}))
        told(asked, sample="digits")
        (now, best) = [one for one in reports._sections(asked) if one.figure is not None]
        assert (now.figure_title, best.title) == (
            "Where the cost comes from, as predicted now",
            "Where it comes from when deciding by least expected cost",
        )


class TestAHandleThatIsNoThreshold:
    def test_what_is_said_of_it_moves(self):
        (page,) = told(Account("hypotheses", blocks_of=frozenset({FIGURE})))
        first = page.blocks[0]
        handle = handles(first.taken.figures[0])[first.live.handle]
        assert first.live.sentences[handle["active"]] == literal(first.sentence)
        assert len(set(first.live.sentences)) == len(first.live.sentences) == len(handle["values"])
