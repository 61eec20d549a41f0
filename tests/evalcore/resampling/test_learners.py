"""The majority rule and the memoriser by hand, the others by name; scikit-learn only when one is asked for."""

import subprocess
import sys

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.tree import DecisionTreeClassifier

from evalcore.errors import InputError
from evalcore.resampling import LEARNERS, MajorityRule, Memoriser, learner
from evalcore.resampling.learners import predicted, trained

X = np.array([[0.0], [1.0], [1.0], [2.0], [1.0]])


@pytest.mark.parametrize(
    ("y", "expected"), [([1, 0, 0, 1, 1], 1), ([0, 0, 1, 2, 2], 0), ([2, 2, 1, 1, 0], 1), ([3, 3, 3, 3, 3], 3)]
)
def test_majority(y, expected):
    found = MajorityRule().fit(X, np.array(y)).predict(X[:3])
    assert found.tolist() == [expected] * 3
    assert found.tolist() == DummyClassifier().fit(X, y).predict(X[:3]).tolist()


def test_memoriser():
    found = Memoriser().fit(X, np.array([1, 0, 1, 2, 1]))
    assert found.predict(np.array([[2.0], [1.0], [-0.0], [9.0]])).tolist() == [2, 1, 1, 1]
    assert Memoriser().fit(X[:3], np.array([2, 1, 0])).predict(X[1:2]).tolist() == [0]


@pytest.mark.parametrize("name", LEARNERS)
def test_by_name(name):
    rng = np.random.default_rng(0)
    x, y = rng.random((30, 2)), np.arange(30) % 3
    made = learner(name)
    first, second = (predicted(trained(made, x, y), x, 30) for _ in range(2))
    assert first.tolist() == second.tolist()
    assert set(first) <= {0, 1, 2}
    if name in {"1-nn", "memoriser", "tree"}:
        assert first.tolist() == y.tolist()


def test_the_learner_is_copied():
    tree = DecisionTreeClassifier(max_depth=1)
    assert trained(tree, X, np.array([0, 0, 0, 1, 0])) is not tree
    assert not hasattr(tree, "tree_")
    rule = MajorityRule()
    assert trained(rule, X, np.array([0, 0, 0, 1, 0])) is not rule
    assert not hasattr(rule, "_label")


def test_of_one_class_that_class_is_predicted():
    ready = trained(learner("lda"), X, np.full(5, 2))
    assert predicted(ready, X, 5).tolist() == [2] * 5
    assert predicted(ready, X[:0], 5).tolist() == []


@pytest.mark.slow
def test_nothing_of_scikit_learn_is_imported_before_it_is_needed():
    code = (
        "import sys, evalcore, numpy as np, evalcore.resampling as r\n"
        "r.TwoNormals().draw(20, np.random.default_rng(0))\n"
        "r.estimate_error(r.learner('majority'), [[0]] * 4, [0, 1, 0, 1], method=r.Bootstrap(3),"
        " rng=np.random.default_rng(0))\n"
        "print('sklearn' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_no_such_learner():
    with pytest.raises(InputError, match=r"^learner must be one of 1-nn, 3-nn, lda, .*memoriser; got 'oracle'\."):
        learner("oracle")


def test_what_a_learner_refuses():
    ready = trained(learner("3-nn"), X[:2], np.array([0, 1]))
    with pytest.raises(InputError) as refused:
        predicted(ready, X, 2)
    assert str(refused.value) == (
        "The learner must be able to use 2 rows to train on; it says 'Expected n_neighbors <= n_samples_fit, …'. "
        "Choose another learner, or a method that trains on more rows."
    )
    with pytest.raises(InputError, match=r"^The learner must be able to use 5 rows to train on; it says '"):
        trained(DecisionTreeClassifier(max_depth=-1), X, np.array([0, 0, 0, 1, 0]))
