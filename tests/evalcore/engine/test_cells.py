"""What a source says of a score is what the rows in memory say."""

import math

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore import engine, metrics
from evalcore.counts import threshold_counts
from evalcore.curves import precision_recall_curve, roc_curve
from evalcore.engine import counting
from evalcore.engine import tally as tallies
from evalcore.errors import InputError

SOME = settings(max_examples=40, deadline=None)
score = st.one_of(
    st.floats(-3, 3),
    st.floats(0, 1e-5),
    st.sampled_from([0.1, 0.25, 0.25, 0.3, -0.0, 0.0, math.nan, math.inf, -math.inf, None, 1e300]),
)
tables = st.lists(st.tuples(st.sampled_from([True, True, False, False, None]), score, st.integers(0, 3)), max_size=50)
ONE = engine.Limits(memory=1 << 29, threads=1)


def opened(rows, limits=ONE):
    truth, score, weight = zip(*rows, strict=True) if rows else ((), (), ())
    types = [("y", pa.bool_()), ("s", pa.float64()), ("w", pa.int64())]
    columns = (truth, score, weight)
    table = pa.table({name: pa.array(c, type=kind) for c, (name, kind) in zip(columns, types, strict=True)})
    return engine.source(table, limits=limits)


def usable(rows):
    kept = [row for row in rows if row[0] is not None and row[1] is not None and math.isfinite(row[1])]
    return [np.array(column) for column in zip(*kept, strict=True)] if kept else None


def neighbours(values):
    values = np.asarray(values)
    return np.unique(np.concatenate([values, np.nextafter(values, -np.inf), np.nextafter(values, np.inf)]))


def same(found, wanted):
    return [found.tp, found.fp, found.fn, found.tn] == [wanted.tp, wanted.fp, wanted.fn, wanted.tn]


def agrees(cells, exact):
    """Every listed threshold, every typed one, and their neighbours; bounds hold what they do not tell."""
    typed = np.round(np.linspace(-1, 1, 41), 2)
    for threshold in neighbours([*cells.table.low, *cells.table.high, *typed]):
        wanted, within = exact.at(threshold), cells.bounds(threshold)
        assert within.tp_low <= wanted.tp <= within.tp_high
        assert within.fp_low <= wanted.fp <= within.fp_high
        assert within.fn_low <= wanted.fn <= within.fn_high
        assert within.tn_low <= wanted.tn <= within.tn_high
        if within.is_exact:
            assert within.n_open == 0
            assert same(cells.counts.at(threshold), wanted)
    assert all(cells.bounds(threshold).is_exact for threshold in cells.table.low)
    if cells.digits >= 2:
        assert all(cells.bounds(threshold).is_exact for threshold in typed)


@SOME
@given(tables)
def test_cells_are_the_counts_of_the_rows(rows):
    cells, kept = opened(rows).cells("y", "s"), usable(rows)
    assert cells.n_rows == len(rows)
    if kept is None:
        assert cells.n_dropped == len(rows)
        assert math.isnan(cells.auc_low)
        assert "positive" in str(cells.reason)
        return
    truth, score, _weight = kept
    assert cells.n_dropped == len(rows) - len(truth)
    exact = threshold_counts(truth, score)
    agrees(cells, exact)
    if truth.all() or not truth.any():
        assert math.isnan(cells.auc_low)
        assert cells.reason is not None
    else:
        assert cells.auc_low <= roc_curve(exact).auc <= cells.auc_high
        assert cells.ap_low <= precision_recall_curve(exact).average_precision <= cells.ap_high


@pytest.fixture
def coarse(monkeypatch):
    """Cells so few that they must be cut."""
    monkeypatch.setattr(tallies.Tally.__init__, "__kwdefaults__", {"most": 16, "weighted": False, "binary": False})


@SOME
@given(tables, st.sampled_from([None, 0.05, 1.0]))
def test_coarse_cells_are_bounds_and_further_passes_make_them_close(rows, tolerance):
    with pytest.MonkeyPatch.context() as patch:
        defaults = {"most": 16, "weighted": False, "binary": False}
        patch.setattr(tallies.Tally.__init__, "__kwdefaults__", defaults)
        cells, kept = opened(rows).cells("y", "s", tolerance=tolerance), usable(rows)
        if kept is None:
            return
        exact = threshold_counts(*kept[:2])
        agrees(cells, exact)
        for threshold in neighbours([*cells.table.high, 0.123456789])[::7]:
            assert same(cells.at(threshold), exact.at(threshold))
        if cells.reason is None:
            assert cells.auc_low <= roc_curve(exact).auc <= cells.auc_high
            assert cells.ap_low <= precision_recall_curve(exact).average_precision <= cells.ap_high
            if tolerance:
                assert cells.auc_high - cells.auc_low <= 2 * tolerance + 1e-9
        assert cells.warnings == ()


@SOME
@given(tables.filter(lambda rows: usable(rows) is not None and usable(rows)[2].any()))
def test_weights_are_repetitions(rows):
    truth, score, weight = usable(rows)
    cells, exact = opened(rows).cells("y", "s", weight="w"), threshold_counts(truth, score, sample_weight=weight)
    for threshold in cells.table.low:
        assert same(cells.counts.at(threshold), exact.at(threshold))
    if cells.reason is None:
        assert cells.auc_low <= roc_curve(exact).auc <= cells.auc_high
        assert cells.ap_low - 1e-12 <= precision_recall_curve(exact).average_precision <= cells.ap_high + 1e-12


def rows_of(n, seed=0, *, crowded=False):
    rng = np.random.default_rng(seed)
    truth = rng.random(n) < 0.2
    score = 1 / (1 + np.exp(-rng.normal(size=n) - truth))
    if crowded:
        score = score**8 * 1e-4
        score[0] = 1.0
    return pd.DataFrame({"y": truth, "s": score, "t": score**2, "g": rng.choice(["a", "b", None], n)})


@pytest.mark.slow
def test_crowded_scores_are_told_apart_in_further_passes():
    frame = rows_of(20_000, crowded=True)
    cells = engine.source(frame, limits=ONE).cells("y", "s")
    exact = threshold_counts(frame.y, frame.s)
    assert cells.digits == 6
    assert (cells.auc_high - cells.auc_low) / 2 <= 0.1 * cells.auc_standard_error
    assert cells.auc_low <= roc_curve(exact).auc <= cells.auc_high
    assert cells.ap_low <= precision_recall_curve(exact).average_precision <= cells.ap_high
    agrees(cells, exact)
    assert cells.warnings == ()


def test_where_no_pass_is_left_it_is_said(monkeypatch):
    monkeypatch.setattr(counting, "MOST_ROUNDS", 0)
    cells = engine.source(rows_of(20_000, crowded=True), limits=ONE).cells("y", "s")
    assert [str(one).split(" is known only")[0] for one in cells.warnings] == ["AUC", "AP"]


@pytest.mark.parametrize("columns", [["s"], ["s", "t"]])
def test_one_thread_and_two_give_the_same(tmp_path, columns):
    frame = rows_of(100_000)
    for i, part in enumerate(np.array_split(frame.index, 3)):
        frame.loc[part].to_parquet(tmp_path / f"{i}.parquet", row_group_size=5_000)
    found = [
        engine.source(tmp_path, limits=engine.Limits(memory=1 << 30, threads=threads)).cells("y", columns, by="g")
        for threads in (1, 2)
    ]
    exact = {name: threshold_counts(frame.y, frame[name]) for name in columns}
    for name in columns:
        one, two = (cells[name] for cells in found)
        agrees_at = one.table.low[::1000]
        for a, b in ((one, two), *((one.groups[key], two.groups[key]) for key in one.groups)):
            assert all((getattr(a.table, part) == getattr(b.table, part)).all() for part in ("low", "n_pos", "n_neg"))
            assert (a.auc_low, a.auc_high, a.ap_low) == (b.auc_low, b.auc_high, b.ap_low)
        assert all(same(one.at(t), exact[name].at(t)) for t in agrees_at)


def test_groups_are_the_rows_of_each_value_in_the_same_scan():
    frame = rows_of(3000)
    source = engine.source(frame, limits=ONE)
    cells = source.cells("y", "s", by="g")
    assert set(cells.groups) == {"a", "b", None}
    for value, group in cells.groups.items():
        mine = frame[frame.g.isna() if value is None else frame.g == value]
        exact = threshold_counts(mine.y, mine.s)
        agrees(group, exact)
        assert same(group.at(0.1234567), exact.at(0.1234567))
        assert (group.counts.n_pos, group.counts.n_neg) == (exact.n_pos, exact.n_neg)
    assert {group.digits for group in cells.groups.values()} == {6}
    assert cells.counts.n_pos == sum(group.counts.n_pos for group in cells.groups.values())


def test_groups_have_the_cells_there_is_room_for(monkeypatch):
    monkeypatch.setattr(counting, "MOST_GROUPED", 4000)
    frame = rows_of(3000)
    cells = engine.source(frame, limits=ONE).cells("y", "s", by="g")
    assert (cells.digits, {group.digits for group in cells.groups.values()}) == (6, {3})
    for value, group in cells.groups.items():
        mine = frame[frame.g.isna() if value is None else frame.g == value]
        agrees(group, threshold_counts(mine.y, mine.s))


def test_groups_of_crowded_scores_are_cut_as_well():
    frame = rows_of(30_000, crowded=True)
    cells = engine.source(frame, limits=ONE).cells("y", "s", by="g")
    for group in cells.groups.values():
        assert (group.auc_high - group.auc_low) / 2 <= 0.1 * group.auc_standard_error


def test_several_scores_are_of_the_same_rows():
    frame = rows_of(500)
    frame.loc[:9, "s"], frame.loc[5:19, "t"] = None, None
    both = engine.source(frame, limits=ONE).cells("y", ["s", "t"])
    assert [(one.column, one.count) for one in both["s"].dropped] == [("s", 10), ("t", 10)]
    assert both["s"].counts.n_pos == both["t"].counts.n_pos == frame.y[20:].sum()


def test_why_rows_are_left_out():
    cells = opened([(None, 0.5, 1), (True, None, 1), (True, math.nan, 1), (False, -math.inf, 1), (None, None, 1)])
    dropped = cells.cells("y", "s").dropped
    assert [(one.column, str(one.reason), one.count) for one in dropped] == [
        ("y", "The truth is missing.", 2),
        ("s", "The number is missing.", 1),
        ("s", "The number is NaN: not a number.", 1),
        ("s", "The number is infinite.", 1),
    ]


@pytest.mark.parametrize(
    ("values", "positive", "n_pos"),
    [
        ([1, 0, 1, None], None, 2),
        ([1, 0, 1, 1], 0, 1),
        ([0, 0, 0, 0], None, 0),
        ([0, 0, 0, 0], 1, 0),
        ([True, False, True, None], None, 2),
        ([True, False, True, True], "false", 1),
        ([1.0, math.nan, 0.0, 1.0], None, 2),
        (["Yes", " yes", "no", ""], None, 2),
        (["fraud", "ok", "ok", None], None, 1),
        (["a", "b", "c", "c"], " C ", 2),
        ([2, 2, 1, 3], 2, 2),
    ],
)
def test_the_positive_class(values, positive, n_pos):
    table = pa.table({"y": pa.array(values), "s": [0.1, 0.2, 0.3, 0.4]})
    assert engine.source(table, limits=ONE).cells("y", "s", positive).counts.n_pos == n_pos


def test_a_predicted_class_is_a_score_too():
    table = pa.table({"y": [True, False, True], "s": [True, True, False]})
    cells = engine.source(table, limits=ONE).cells("y", "s")
    assert cells.at(0.5).table.tolist() == [[1, 1], [1, 0]]
    assert cells.rows(0.5).n_rows == 2


@pytest.mark.parametrize("kind", [pa.float32(), pa.decimal128(12, 7), pa.int64(), pa.float64(), pa.uint8()])
def test_scores_of_other_types_are_compared_as_float64(kind):
    rng = np.random.default_rng(1)
    numbers = np.round(rng.random(200) * 100, 7) if pa.types.is_decimal(kind) else rng.random(200) * 100
    score = pa.array(numbers.astype(np.int64) if pa.types.is_integer(kind) else numbers).cast(kind, safe=False)
    truth = rng.random(200) < 0.5
    exact = threshold_counts(truth, np.array([float(value) for value in score.to_pylist()]))
    with pytest.MonkeyPatch.context() as patch:
        defaults = {"most": 16, "weighted": False, "binary": False}
        patch.setattr(tallies.Tally.__init__, "__kwdefaults__", defaults)
        cells = engine.source(pa.table({"y": truth, "s": score}), limits=ONE).cells("y", "s", tolerance=1.0)
        agrees(cells, exact)
        for threshold in neighbours(exact.threshold[1::3]):
            assert same(cells.at(threshold), exact.at(threshold))
        f1 = metrics.f1(exact.cells(np.arange(len(exact))))
        assert cells.best(metrics.f1).value == np.nanmax(f1)


REFUSED = [
    (
        {"truth": "z", "score": "s"},
        "The source must have a column 'z'; it has 'y', 's', 'text', 'when'. Choose one of them.",
    ),
    ({"truth": "y", "score": "text"}, "Column 'text' must hold numbers; its type in the source is VARCHAR. Choose"),
    (
        {"truth": "when", "score": "s"},
        "The truth must be a column of numbers, texts or True and False; 'when' is of type",
    ),
    (
        {"truth": "text", "score": "s"},
        "The positive class must be named where there are not two; column 'text' has 'a', 'b'",
    ),
    ({"truth": "text", "score": "s", "positive": "x"}, "The positive class must be one of 'a', 'b', 'c'; got 'x'."),
    ({"truth": "y", "score": "s", "positive": "x"}, "The positive class must be one of 'false', 'true'; got 'x'."),
    ({"truth": "s", "score": "s"}, "The truth must name classes, at most 1000; column 's' has more different values."),
    (
        {"truth": "y", "score": "s", "by": "s"},
        "Column 's' must have at most 200 different values; it has more. Choose another",
    ),
    ({"truth": "y", "score": []}, "At least one column must hold scores; got none. Choose one."),
    ({"truth": "y", "score": "s", "weight": "s"}, "Column 's' must hold no negative weight; got -"),
]


@pytest.mark.parametrize(("asked", "sentence"), REFUSED)
def test_refused_in_one_sentence(asked, sentence):
    n = 1200
    frame = pd.DataFrame({"y": np.arange(n) % 2 == 0, "s": np.linspace(-1, 1, n), "text": list("abc") * 400})
    frame["when"] = pd.Timestamp("2026-01-01")
    with pytest.raises(InputError) as refused:
        engine.source(frame, limits=ONE).cells(**asked)
    assert str(refused.value).startswith(sentence)


def test_single_rows_come_in_pages_that_neither_repeat_nor_lose_tied_ones():
    frame = pd.DataFrame({"y": [True, False, None] * 20, "s": [0.5] * 60, "id": range(60)})
    cells = engine.source(frame, limits=ONE).cells("y", "s")
    pages = [cells.rows(0.5, 0.5, page=page, size=7) for page in range(6)]
    assert (pages[0].n_rows, pages[0].n_pages) == (40, 6)
    assert sorted(i for page in pages for i in page.frame.id) == [i for i in range(60) if i % 3 != 2]
    assert cells.rows(0.6).n_rows == 0
    assert pages[0].to_frame() is pages[0].frame
