"""Many classes on the page of the confusion matrix: order, the rest as one row, confusions, top-k, rows of cells."""

import re

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import confusion_matrix, top_k_accuracy_score

from evalcore.predictions import from_columns, guess_columns
from tests.evalcore.figures.steps import handles
from tests.pages.test_confusion_matrix import charts, open_page, own_file, well
from tests.pages.test_models_compared import table
from ui.confusion_matrix import all_classes
from ui.confusion_matrix.rows import of_classes
from ui.live.sentence import pieces
from ui.session import loaded

N = 900


def classes(k):
    """Return a file of k classes, of which neighbours by fives are taken for each other."""
    rng = np.random.default_rng(k)
    names = [f"class {place:02d}" for place in range(k)]
    truth = rng.integers(0, k, N)
    scores = rng.dirichlet(np.ones(k), N)
    scores[np.arange(N), truth] += 0.25
    scores[np.arange(N), (truth + 5) % k] += 0.15
    scores /= scores.sum(axis=1, keepdims=True)
    frame = pd.DataFrame({f"m:{name}": score for name, score in zip(names, scores.T, strict=True)})
    frame.insert(0, "y", np.array(names)[truth])
    frame["note"] = np.where(np.arange(N) % 2, "odd", "even")
    return frame, names, truth, scores


def opened(k, **state):
    frame, names, truth, scores = classes(k)
    rows = loaded.Loaded(from_columns(frame, guess_columns(frame)), "my file.csv")
    return open_page(rows, **state), names, truth, scores


def heat(at):
    return next(trace for _alt, figure in charts(at) for trace in figure["data"] if trace.get("meta") == "class_cell")


def drawn_names(at):
    """Return the names of the rows of the matrix from the top."""
    return [row[0][2] for row in heat(at)["customdata"]]


def notes(at):
    return [of.value for of in at.caption]


@pytest.mark.parametrize(("k", "order"), [(12, "file"), (13, "similar")])
def test_above_twelve_classes_similar_ones_stand_together(k, order):
    at, names, _truth, _scores = opened(k)
    assert sorted(drawn_names(at)) == names
    assert (drawn_names(at) == names) == (order == "file")
    other = "similar" if order == "file" else "file"
    at.selectbox("classes_order").select(other).run()
    assert (drawn_names(well(at)) == names) == (other == "file")


def test_above_twenty_five_the_rest_is_one_row_whose_classes_are_named():
    at, names, truth, scores = opened(40)
    assert (len(drawn_names(at)), drawn_names(at)[-1]) == (25, "other")
    said = next(note for note in notes(at) if note.startswith("**other**"))
    assert "the 16 classes with the fewest mistakes" in said
    assert "and 4 more" in said
    counts = np.array([[cell[0] for cell in row] for row in heat(at)["customdata"]])
    assert counts.sum() == N
    predicted = scores.argmax(axis=1)
    own = confusion_matrix(truth, predicted)
    first = [names.index(name) for name in drawn_names(at)[:-1]]
    assert (counts[:24, :24] == own[np.ix_(first, first)]).all()
    at.toggle("classes_all").set_value(True).run()
    assert len(drawn_names(well(at))) == 40


def test_a_cell_that_is_clicked_shows_its_rows():
    at, names, truth, scores = opened(14)
    predicted = scores.argmax(axis=1)
    members = tuple((names.index(name),) for name in drawn_names(at))
    asked = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(of_classes, "ask", lambda *cell: asked.append(cell))
        all_classes._picked(members, "class_cell", [3.0, None, None, None, 2.0, 7.0])
    assert asked == [(members[2], members[7])]
    (row,), (column,) = members[2], members[7]
    at.session_state["cell_truth"], at.session_state["cell_called"] = str(row), str(column)
    at.session_state["tab"] = "rows"
    at.run()
    wanted = np.flatnonzero((truth == row) & (predicted == column))
    if len(wanted):
        found = next(of.value for of in well(at).dataframe if "note" in of.value.columns)
        assert sorted(found["case"]) == (wanted + 1).tolist()


def test_mistakes_come_first_the_surest_at_the_top_and_are_searched_paged_and_saved():
    at, _names, truth, scores = opened(14, tab="rows")
    predicted, sure = scores.argmax(axis=1), scores.max(axis=1)
    wrong = np.flatnonzero(truth != predicted)
    found = next(of.value for of in at.dataframe if "true class" in of.value.columns and "note" in of.value.columns)
    assert found["case"].tolist() == (wrong[np.argsort(-sure[wrong], kind="stable")][:50] + 1).tolist()
    assert any(f"Rows found: {len(wrong)}." in note for note in notes(at))
    at.text_input("rows_search").set_value("odd").run()
    assert any(f"Rows found: {np.sum(wrong % 2)}." in note for note in notes(well(at)))
    at.selectbox("cell_called").select("any").run()
    assert any(f"Rows found: {N // 2}." in note for note in notes(well(at)))


def test_confusions_and_top_k_are_those_counted_elsewhere():
    at, _names, truth, scores = opened(14)
    own = confusion_matrix(truth, scores.argmax(axis=1))
    np.fill_diagonal(own, 0)
    listed = table(at, "taken for")
    assert int(listed["rows"].iloc[0]) == own.max()
    assert listed["rows"].astype(int).tolist() == sorted(own[own > 0].tolist(), reverse=True)[: len(listed)]
    top = table(at, "among the first").set_index("among the first")["share of rows"]
    for k in (1, 2, 3, 5):
        assert float(top[str(k)]) == pytest.approx(top_k_accuracy_score(truth, scores, k=k), abs=5e-4)


def answered(truth, scores, t):
    sure = scores.max(axis=1) >= t
    return sure, (scores.argmax(axis=1) == truth)[sure]


def test_a_low_score_says_nothing_and_what_is_left_is_counted():
    at, _names, truth, scores = opened(14, view="sure", least_score=0.3)
    sure, right = answered(truth, scores, 0.3)
    said = next(of.value for of in at.markdown if "Saying nothing below [0.3](#hold-least_score)" in of.value)
    assert f"**{sure.mean():.1%}**" in said
    assert f"**{right.mean():.3f}**" in said
    assert f"{(scores.argmax(axis=1) == truth).mean():.3f}." in said
    found = table(at, "quantity").set_index("quantity")
    assert found.loc["accuracy of the answers", "count"] == f"{right.sum()} of {len(right)}"
    ((_alt, figure),) = charts(at)
    handle = handles(figure)["least_score"]
    assert handle["values"][handle["active"]] == "0.3"
    assert handle["sentences"][handle["active"]] == pieces(re.sub(r"^:\w+-badge\[.*?\] ", "", said))
    at.number_input("least_score").set_value(9.0).run()
    assert any("**no row** is answered" in of.value for of in well(at).markdown)
    assert table(at, "quantity").set_index("quantity").loc["accuracy of the answers", "value"] == "—"


def test_the_least_score_is_chosen_by_how_many_answers_are_to_be_right():
    at, _names, truth, scores = opened(14, view="sure", least_right=0.9)
    at.button("take_least").click().run()
    t = well(at).session_state["least_score"]
    assert answered(truth, scores, t)[1].mean() >= 0.9
    every = [answered(truth, scores, least)[1] for least in np.unique(scores.max(axis=1))]
    assert answered(truth, scores, t)[1].sum() == max(right.sum() for right in every if right.mean() >= 0.9)


def test_of_labels_there_is_no_such_view():
    frame = pd.DataFrame({"y": list("abcabc"), "m": list("abbabc")})
    at = open_page(own_file(frame, truth="y", labels=("m",)), view="sure")
    assert any("right" in of.value for of in at.markdown)
    assert at.session_state["view"] == "all"


def test_models_of_many_classes_are_compared_by_how_many_rows_they_get_right():
    rng = np.random.default_rng(1)
    truth = rng.choice(list("abc"), 300)
    frame = pd.DataFrame({"y": truth})
    for name, right in (("good", 0.9), ("fair", 0.7), ("poor", 0.4)):
        frame[name] = np.where(rng.random(300) < right, truth, rng.choice(list("abc"), 300))
    at = open_page(own_file(frame, truth="y", labels=("good", "fair", "poor")), tab="compare")
    accuracy = {name: (frame[name] == frame["y"]).mean() for name in ("good", "fair", "poor")}
    found = table(at, "rows right")
    assert [of.split(" [")[0] for of in found["accuracy"]] == [f"{accuracy[name]:.3f}" for name in accuracy]
    pairs = table(at, "rows apart").set_index("models")
    apart = pd.crosstab(frame["fair"] == frame["y"], frame["poor"] == frame["y"])
    assert pairs.loc["fair ✓ – poor ✓", "rows apart"] == str(apart.loc[True, False] + apart.loc[False, True])
    assert any("shown to be better than each of the 2 others" in of.value for of in at.markdown)
