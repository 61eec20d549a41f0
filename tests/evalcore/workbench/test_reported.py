"""A workbench as a report: every task, the sentence at each step of the handle, and what stands at its head."""

import numpy as np
import pytest

from evalcore.workbench import reported, workbench

pytest.importorskip("evalcore.report")

RNG = np.random.default_rng(9)
N = 120
Y = RNG.integers(0, 3, N)
P = RNG.dirichlet([1, 1, 1], N)
PARTS = {
    "binary": lambda: workbench(Y == 1, {"a": P[:, 1], "said": P[:, 1] > 0.3}, groups={"site": Y % 2}),
    "decisions": lambda: workbench(Y == 1, P[:, 1] > 0.3),
    "classes": lambda: workbench(Y, {"p": P, "said": P.argmax(axis=1)}),
    "regression": lambda: workbench(Y + 0.5, {"a": P[:, 0], "b": P[:, 1]}),
}


@pytest.mark.parametrize("task", PARTS)
def test_every_task_has_a_report(task, tmp_path):
    bench = PARTS[task]()
    page = bench.report(tmp_path / "report.html", title="A <b>")
    assert (tmp_path / "report.html").read_text(encoding="utf-8") == page
    assert "<h1>A &lt;b&gt;</h1>" in page
    assert bench.predictions.digest in page


def test_the_sentence_moves_with_the_handle():
    bench = PARTS["binary"]()
    first = reported.sections(bench, threshold=0.4)[0]
    steps = bench.handle(0.4)
    assert len(first.live.sentences) == len(steps)
    assert first.live.sentences[steps.index(0.4)] == first.sentence
    cm = bench.confusion_matrix(0.4)
    assert first.sentence.startswith(f"TP {cm.tp}, FN {cm.fn}, FP {cm.fp}, TN {cm.tn}: ")


def test_costs_and_groups_are_there_where_they_are_asked_for():
    bench = PARTS["binary"]()
    titles = [one.title for one in reported.sections(bench, costs={"cost_fn": 5.0})]
    assert "Costs: a, positive class True" in titles
    assert "Groups by site: a, positive class True" in titles
    assert not any(title.startswith("Costs") for title in [one.title for one in reported.sections(bench)])


@pytest.mark.parametrize(
    ("threshold", "said"),
    [(None, "default"), (0.4, "hand"), ("f1 while recall>=0.5", "f1 while recall>=0.5")],
)
def test_the_head_says_how_the_threshold_was_chosen(threshold, said):
    assert dict(reported.head(PARTS["binary"](), threshold, {}))["Threshold chosen by"] == said


def test_a_chosen_threshold_says_its_wish():
    bench = PARTS["binary"]()
    chosen = bench.choose("f1", at_least={"recall": 0.5})
    assert dict(reported.head(bench, chosen, {}))["Threshold chosen by"] == str(chosen.wish.message)


def test_the_head_counts_cases_and_weights():
    y, score = [1, 0, 1, 0, 1, 0], [0.9, 0.2, 0.7, 0.4, 0.3, 0.1]
    head = dict(reported.head(workbench(y, score, case=list("aabbcc"), sample_weight=[0.5] * 6), None, {}))
    assert (head["Cases"], head["Weights"]) == ("3", "3 in all")
    assert not {"Cases", "Weights"} & dict(reported.head(workbench(y, score), None, {})).keys()


def test_tables_are_headed_by_words_and_numbers_keep_their_names():
    found = next(one for one in reported.sections(PARTS["binary"]()) if one.part == "Calibration of a")
    assert list(found.tables[0].frame)[:2] == ["scores from", "scores to"]
    assert list(found.numbers)[:2] == ["edges_low", "edges_high"]
    headings = {
        str(name) for make in PARTS.values() for one in reported.sections(make()) for name in one.tables[0].frame
    }
    assert not any("_" in name for name in headings)


def test_a_note_stands_below_its_table_once_with_its_rows():
    found = next(one for one in reported.sections(PARTS["binary"]()) if one.title.startswith("Groups"))
    assert "note" not in found.tables[0].frame
    (said,) = [note for note in found.notes if note.startswith("1 accuracy, ")]
    assert said.endswith(found.numbers.loc[found.numbers["group"] == "1", "note"].iloc[0])
