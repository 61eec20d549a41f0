"""Estimates on rows of one's own: which methods judge them, and what is shown of each."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from evalcore.errors import InputError
from evalcore.figures.layout import Look
from evalcore.figures.resampling.table import estimates_figure
from evalcore.resampling import (
    KFold,
    LeaveOneOut,
    TwoNormals,
    estimate_error,
    estimates_steps,
    learner,
)
from evalcore.views.resampling.table import checked, estimates_view, guessed_class, table_methods
from tests.evalcore.figures.steps import sent, texts_of


def rows(n=30, **more):
    return TwoNormals(features=2, **more).draw(n, np.random.default_rng(0))


def found(data, taken=None):
    methods = table_methods(data, share=0.3, k=3, rounds=4)
    steps = estimates_steps("majority", data, methods, rng=np.random.default_rng(0))
    every = [next(steps) for _round in range(taken)] if taken else list(steps)
    return every[-1]


def test_estimates_are_those_of_each_method():
    data = rows()
    view = estimates_view(found(data), data)
    assert [one.said for one in view.estimates] == ["training", "holdout", "kfold", "loo", "oob", "632", "632plus"]
    assert view.of("loo").row.mean == 1
    assert (view.of("kfold").row.mean, view.of("kfold").n_fits, len(view.of("kfold").row.dots)) == (0.5, 3, 3)
    assert len(view.of("632").row.dots) == 0
    assert (view.is_partial, view.majority) == (False, 0.5)
    assert view.to_frame()["estimator"].tolist() == [one.said for one in view.estimates]
    bootstrap = table_methods(data, share=0.3, k=3, rounds=4)[-1]
    alone = estimate_error(learner("majority"), data.x, data.y, method=bootstrap, rng=np.random.default_rng(0))
    assert alone.point632 == pytest.approx(0.368 * 0.5 + 0.632 * alone.out_of_bag)


def test_what_was_found_until_a_run_was_stopped():
    data = rows()
    view = estimates_view(found(data, taken=4), data)
    assert view.is_partial
    assert [one.said for one in view.estimates] == ["training", "holdout"]
    assert view.of("kfold") is None


def test_groups_stay_together_and_are_not_drawn_from():
    data = rows(60, group_size=5)
    methods = table_methods(data, share=0.3, k=3, rounds=4)
    assert KFold(3, grouped=True) in methods
    assert methods[-1] == LeaveOneOut(grouped=True)
    assert estimates_view(found(data), data).of("oob") is None


def test_many_rows_are_not_left_out_one_by_one():
    assert LeaveOneOut() not in table_methods(rows(700), share=0.3, k=3, rounds=4)


def test_too_many_rows():
    with pytest.raises(InputError, match=r"The table must have at most 5000 rows here; got 5002\. Take a sample"):
        checked(rows(5_002))
    assert checked(rows()).n == 30


def test_the_class_is_guessed():
    frame = pd.DataFrame({"kind": ["a", "b"] * 20, "x": np.arange(40.0), "z": np.arange(40.0)})
    assert guessed_class(frame) == "kind"
    assert guessed_class(frame[["x", "z"]]) == "z"


@pytest.mark.parametrize("look", [Look(), Look(narrow=True), Look(height=300)], ids=repr)
def test_the_figure(look):
    data = rows()
    said = texts_of(sent(estimates_figure(estimates_view(found(data), data), look=look))["data"])
    assert {"training error", "k-fold", "<b>1.000</b><br>SD —"} <= set(said)


@pytest.mark.parametrize(
    ("majority", "said"), [(0.5, "dashed: always"), (0.03, "dashed: always"), (2.5, "◆ estimate · always")]
)
def test_what_is_dashed_is_drawn(majority, said):
    """Where the line of the most frequent class is beyond the axis, its error is said, but none is called dashed."""
    data = rows()
    figure = estimates_figure(replace(estimates_view(found(data), data), majority=majority))
    assert any(said in note.text for note in figure.layout.annotations)
    (line,) = [one for one in figure.data if one.line.dash == "dash"]
    (axis,) = [figure.layout[f"xaxis{line.xaxis[1:]}"]]
    assert (axis.range[1] >= line.x[0]) == ("dashed" in said)
