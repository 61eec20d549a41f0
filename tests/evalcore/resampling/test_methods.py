"""Who is trained on and who is judged: the splits of scikit-learn, and what holds for all of them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import model_selection

from evalcore.errors import InputError
from evalcore.resampling import Bootstrap, HoldOut, KFold, LeaveOneOut, TrainingError, as_rows, bootstrap_out_fraction
from tests.examples import examples
from tests.versions import since_sklearn


def rng(seed=0):
    return np.random.default_rng(seed)


def some_rows(n=30, n_classes=2, group_size=3):
    y = rng(1).permutation(np.arange(n) % n_classes)
    return as_rows(np.arange(2.0 * n).reshape(n, 2), y, groups=np.arange(n) // group_size)


def seeds(count):
    draws = rng()
    return [int(draws.integers(2**32)) for _ in range(count)]


def places(found):
    """The rounds as pairs of places, as scikit-learn gives them."""
    return [(found.trained_rows(i).tolist(), np.flatnonzero(found.judged[i]).tolist()) for i in range(found.n_rounds)]


def expected(splitters, rows, groups=None):
    return [
        (sorted(train.tolist()), sorted(test.tolist()))
        for splitter in splitters
        for train, test in splitter.split(rows.x, rows.y, groups)
    ]


@pytest.mark.parametrize(
    ("method", "name"),
    [
        (HoldOut(0.3, repeats=4), "StratifiedShuffleSplit"),
        (HoldOut(0.3, repeats=4, stratified=False), "ShuffleSplit"),
        (HoldOut(0.3, repeats=4, stratified=False, grouped=True), "GroupShuffleSplit"),
    ],
    ids=repr,
)
def test_hold_out_is_that_of_scikit_learn(method, name):
    rows = some_rows()
    size = 3 if method.grouped else 9
    splitter = getattr(model_selection, name)(n_splits=4, test_size=size, random_state=seeds(1)[0])
    assert places(method.assign(rows, rng())) == expected([splitter], rows, rows.groups if method.grouped else None)


@pytest.mark.parametrize(
    ("method", "name"),
    [
        (KFold(5, repeats=3), "StratifiedKFold"),
        (KFold(5, repeats=3, stratified=False), "KFold"),
        pytest.param(KFold(5, repeats=3, stratified=False, grouped=True), "GroupKFold", marks=since_sklearn("1.6")),
        (KFold(5, repeats=3, grouped=True), "StratifiedGroupKFold"),
    ],
    ids=repr,
)
def test_folds_are_those_of_scikit_learn(method, name):
    rows = some_rows()
    each = [getattr(model_selection, name)(5, shuffle=True, random_state=seed) for seed in seeds(3)]
    assert places(method.assign(rows, rng())) == expected(each, rows, rows.groups if method.grouped else None)


def test_repeated_folds_with_one_generator_of_seeds():
    """`RepeatedKFold` deals differently only in where its seeds come from."""
    rows = some_rows(12)
    ours = KFold(3, repeats=2, stratified=False).assign(rows, rng())
    theirs = model_selection.RepeatedKFold(n_splits=3, n_repeats=2, random_state=0)
    assert [len(test) for _, test in places(ours)] == [len(test) for _, test in theirs.split(rows.x)]


def test_leave_one_out():
    rows = some_rows(9)
    found = LeaveOneOut().assign(rows, rng())
    assert places(found) == expected([model_selection.LeaveOneOut()], rows)
    assert found.judged.tolist() == np.eye(9, dtype=bool).tolist()
    groups = LeaveOneOut(grouped=True).assign(rows, rng())
    assert places(groups) == expected([model_selection.LeaveOneGroupOut()], rows, rows.groups)


def test_bootstrap():
    rows = some_rows(30)
    found = Bootstrap(400).assign(rows, rng())
    assert (found.train_sizes == 30).all()
    assert ((found.table == -1) == (found.times_trained == 0)).all()
    assert found.times_trained.max() > 2
    out = found.judged_sizes / 30
    assert out.mean() == pytest.approx(bootstrap_out_fraction(30), abs=4 * out.std() / 20)
    draws = rng()
    first = np.bincount(draws.integers(30, size=30), minlength=30)
    assert found.times_trained[0].tolist() == first.tolist()


def test_training_error():
    found = TrainingError().assign(some_rows(6), rng())
    assert (found.table.tolist(), found.judged.all()) == ([[1] * 6], True)


def test_the_table_of_a_round():
    found = HoldOut(0.3).assign(some_rows(10), rng())
    assert sorted(found.table[0].tolist()) == [-1] * 3 + [1] * 7
    assert not found.table.flags.writeable
    (row,) = found.to_frame().to_dict("records")
    assert row == {"round": 1, "trained": 7, "distinct": 7, "judged": 3, "out": 0}


def test_first_rounds():
    found = KFold(5).assign(some_rows(10), rng())
    assert places(found.first(2)) == places(found)[:2]


@examples(40)
@given(
    n=st.integers(12, 40),
    k=st.integers(2, 6),
    repeats=st.integers(1, 3),
    n_classes=st.integers(2, 3),
    stratified=st.booleans(),
    seed=st.integers(0, 99),
)
def test_every_row_is_judged_once_each_time(*, n, k, repeats, n_classes, stratified, seed):
    rows, method = some_rows(n, n_classes), KFold(min(k, n // n_classes), repeats, stratified)
    found = method.assign(rows, rng(seed))
    assert found.times_judged.tolist() == [repeats] * n
    assert found.n_rounds == method.n_fits(rows) == method.k * repeats
    assert ((found.times_trained == 1) != found.judged).all()
    assert np.ptp(found.judged_sizes) <= (n_classes if stratified else 1)
    if stratified:
        for label in range(n_classes):
            assert np.ptp(np.count_nonzero(found.judged & (rows.y == label), axis=1)) <= 1


@examples(40)
@given(share=st.floats(0.1, 0.9), n=st.integers(20, 60), n_classes=st.integers(2, 3), seed=st.integers(0, 99))
def test_both_parts_have_the_shares_of_the_classes(share, n, n_classes, seed):
    rows, method = some_rows(n, n_classes), HoldOut(share)
    if not n_classes <= method.n_tested(n) <= n - n_classes:
        return
    found = method.assign(rows, rng(seed))
    assert found.judged_sizes.tolist() == [method.n_tested(n)]
    for label, count in enumerate(rows.class_counts):
        wanted = count * method.n_tested(n) / n
        assert abs(np.count_nonzero(found.judged[0] & (rows.y == label)) - wanted) <= 1.5


@pytest.mark.parametrize(
    "method",
    [
        HoldOut(0.3, 5, stratified=False, grouped=True),
        KFold(4, 3, grouped=True),
        KFold(4, 3, stratified=False, grouped=True),
        LeaveOneOut(grouped=True),
    ],
    ids=repr,
)
@pytest.mark.parametrize("seed", range(5))
def test_groups_are_never_split(method, seed):
    rows = some_rows(36)
    found = method.assign(rows, rng(seed))
    for at in range(found.n_rounds):
        assert not set(rows.groups[found.trained_rows(at)]) & set(rows.groups[found.judged[at]])


@pytest.mark.parametrize(
    ("method", "fits"),
    [
        (TrainingError(), 1),
        (HoldOut(repeats=7), 7),
        (KFold(10, repeats=10), 100),
        (LeaveOneOut(), 30),
        (LeaveOneOut(grouped=True), 10),
        (Bootstrap(25, "out-of-bag"), 25),
        (Bootstrap(25, ".632"), 26),
    ],
    ids=repr,
)
def test_cost_in_fits(method, fits):
    assert method.n_fits(some_rows(30)) == fits


@pytest.mark.parametrize(("share", "n", "tested"), [(0.3, 60, 18), (0.07, 100, 7), (0.01, 20, 1), (0.99, 20, 19)])
def test_whole_rows(share, n, tested):
    """7% of 100 is 7, though 0.07 * 100 is a little more than 7."""
    assert HoldOut(share).n_tested(n) == tested


RARE = as_rows(np.zeros((10, 1)), ["b"] * 8 + ["a"] * 2)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (
            lambda: HoldOut(1.0),
            "test_share must leave rows to train on and rows to judge on; got 1.0. Choose 0.3, for example.",
        ),
        (lambda: HoldOut(30), "test_share must be a number from 0 to 1; got 30. Write 5% as 0.05."),
        (
            lambda: HoldOut(repeats=0),
            "repeats must be a whole number from 1; got 0. Pass a count, not a share or a sum of weights.",
        ),
        (
            lambda: HoldOut(grouped=True),
            "A hold-out must be stratified or keep groups together; got both. Switch one of them off, or take k-fold "
            "cross validation.",
        ),
        (
            lambda: HoldOut(0.1).assign(RARE, rng()),
            "Each class must have rows on both sides of a stratified hold-out; 'a' has 2 rows, and 1 of 10 are judged "
            "on. Choose another share, or split without looking at classes.",
        ),
        (
            lambda: HoldOut(0.5).assign(as_rows(np.zeros((5, 1)), [0, 0, 0, 0, 1]), rng()),
            "Each class must have rows on both sides of a stratified hold-out; '1' has 1 rows, and 2 of 5 are judged "
            "on. Choose another share, or split without looking at classes.",
        ),
        (lambda: KFold(1), "k must be a whole number from 2; got 1. Pass a count, not a share or a sum of weights."),
        (
            lambda: KFold(11).assign(RARE, rng()),
            "k must be at most the number of rows, 10; got 11. Choose fewer folds.",
        ),
        (
            lambda: KFold(5).assign(RARE, rng()),
            "Each class must have a row for each of the 5 folds where they are stratified; 'a' has 2. Choose fewer "
            "folds, or deal the rows without looking at classes.",
        ),
        (
            lambda: KFold(2, grouped=True).assign(RARE, rng()),
            "groups must say what each row belongs to where groups stay together; got none. Name the column, or let "
            "rows be dealt one by one.",
        ),
        (
            lambda: KFold(11, stratified=False, grouped=True).assign(some_rows(30), rng()),
            "There must be at least 11 groups; got 10. Choose fewer folds, or another column.",
        ),
        (
            lambda: Bootstrap(0),
            "rounds must be a whole number from 1; got 0. Pass a count, not a share or a sum of weights.",
        ),
        (
            lambda: Bootstrap(9, "oob"),
            "estimator must be one of out-of-bag, .632, .632+; got 'oob'. Choose one of them.",
        ),
    ],
)
def test_what_is_refused(call, sentence):
    with pytest.raises(InputError) as refused:
        call()
    assert str(refused.value) == sentence
