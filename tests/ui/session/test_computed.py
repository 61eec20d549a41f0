"""What is computed of the loaded rows."""

import weakref

import numpy as np
import pandas as pd
import pytest

from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.curves import det_curve, precision_recall_curve, roc_curve
from tests.ui.session.sessions import MANY, Session, many_classes, two_classes
from ui.session import computed, loaded
from ui.session.loaded import LABELS


def test_counts_of_a_score():
    found = Session(loaded=two_classes()).run(lambda: computed.counts(loaded.binary()))
    assert found.at(0.5).table.tolist() == [[2, 1], [0, 2]]


def test_counts_of_weights():
    found = Session(loaded=two_classes(weight="w")).run(lambda: computed.counts(loaded.binary()))
    assert (found.n_pos, found.n_neg) == (1.5, 5.0)


def test_labels_have_a_matrix_and_no_counts():
    session = Session(loaded=two_classes(), model="m" + LABELS)
    assert session.run(lambda: computed.matrix(loaded.binary())).table.tolist() == [[1, 2], [2, 0]]
    with pytest.raises(ValueError, match="predicted labels have no score"):
        session.run(lambda: computed.counts(loaded.binary()))


def test_scores_have_no_matrix():
    with pytest.raises(ValueError, match="a score needs a threshold"):
        Session(loaded=two_classes()).run(lambda: computed.matrix(loaded.binary()))


def test_auc():
    assert Session(loaded=two_classes()).run(lambda: computed.auc(loaded.binary())) == 1.0
    assert Session(loaded=two_classes(), positive="b").run(lambda: computed.auc(loaded.binary())) == 0.0


def test_what_the_counts_say_is_found_once():
    asked: list[ThresholdCounts] = []

    def positives(counts: ThresholdCounts) -> float:
        asked.append(counts)
        return counts.n_pos

    session = Session(loaded=two_classes())
    assert [session.run(lambda: computed.of_counts(loaded.binary(), positives)) for _ in range(3)] == [3.0] * 3
    assert len(asked) == 1
    other = Session(loaded=two_classes(), positive="b")
    assert other.run(lambda: computed.of_counts(loaded.binary(), positives)) == 2.0


@pytest.mark.parametrize(("model", "column"), [("p", None), ("m" + LABELS, "m")])
def test_all_classes(model, column):
    found = Session(loaded=many_classes(), model=model).run(computed.all_classes)
    predicted = MANY[column] if column else MANY[["p:a", "p:b", "p:c"]].to_numpy().argmax(axis=1)
    wanted = pd.crosstab(
        MANY["y"], pd.Categorical(predicted, categories=list("abc") if column else range(3)), dropna=False
    )
    np.testing.assert_array_equal(found.table, wanted)
    assert tuple(found.classes) == ("a", "b", "c")


def test_view_has_dots_unless_rows_are_weighted():
    for mine, dots in ((two_classes(), True), (two_classes(weight="w"), False)):
        found = Session(loaded=mine).run(lambda: computed.view(loaded.binary(), (0.55,)))
        assert found.strip.has_dots == dots
        assert 0.55 in found.steps.threshold


def test_numbers_stay_and_columns_are_made_anew_in_each_run():
    session = Session(loaded=two_classes())
    table = threshold_counts(two_classes().predictions.y_true, two_classes().predictions.scores["s"])

    def act():
        rows = loaded.binary()
        assert computed.curve(rows, roc_curve) is computed.curve(rows, roc_curve)
        return computed.of_counts(rows, roc_curve), computed.curve(rows, roc_curve)

    for _ in range(2):
        numbers, columns = session.run(act)
        assert numbers.auc == columns.auc == roc_curve(table).auc
        assert (numbers.fpr, numbers.tpr, numbers.counts) == (None, None, None)
        np.testing.assert_array_equal(columns.fpr, roc_curve(table).fpr)


@pytest.mark.parametrize("find", [roc_curve, det_curve, precision_recall_curve])
def test_a_session_that_waits_holds_no_table(find):
    session, alive = Session(loaded=two_classes()), []

    def act():
        rows = loaded.binary()
        assert computed.counts(rows) is computed.counts(rows)
        assert computed.of_counts(rows, find) is computed.of_counts(rows, find)
        alive[:] = [weakref.ref(computed.counts(rows)), weakref.ref(computed.curve(rows, find))]
        return computed.counts(rows).tp.tolist()

    assert session.run(act) == session.run(act) == [0, 1, 2, 3, 3, 3]
    # At once: cycles are looked for seldom, and that holds everybody up.
    assert [of() for of in alive] == [None, None]
