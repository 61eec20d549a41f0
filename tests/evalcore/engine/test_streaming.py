"""A file that is kept as its bytes: the same numbers as where its rows are in memory."""

import io

import numpy as np
import pandas as pd
import pytest

from evalcore import engine, metrics
from evalcore.counts import threshold_counts
from evalcore.curves import precision_recall_curve, roc_curve
from evalcore.errors import InputError
from evalcore.predictions import from_frame
from evalcore.reading import read_table
from tests.tiers import thorough

pytestmark = pytest.mark.slow

LIMITS = engine.Limits(memory=1 << 29, threads=1)
ASKED = {"truth": "y", "positive": "bad", "score": "s"}
HOSTILE = 'a";drop table t;--'


def rows(n=30_000):
    rng = np.random.default_rng(2)
    bad = rng.random(n) < 0.2
    frame = pd.DataFrame({"y": np.where(bad, "bad", "good"), "s": rng.random(n) * (1 + bad), "b": rng.random(n) + bad})
    frame["typed"], frame["g"] = frame.s.round(4), rng.choice(["x", "z", None], n)
    frame[HOSTILE], frame["case"] = rng.random(n), rng.integers(0, 900, n)
    frame.loc[:9, "s"], frame.loc[10:14, "y"] = np.nan, None
    return frame


def parquet(frame):
    written = io.BytesIO()
    frame.to_parquet(written, row_group_size=7000)
    return written.getvalue()


def text(frame):
    return frame.to_csv(index=False).encode()


FORMS = pytest.mark.parametrize("form", [parquet, text])


@pytest.fixture(scope="module")
def frame():
    return rows()


@FORMS
def test_counts_are_those_of_the_table(frame, form):
    data = form(frame)
    here = from_frame(read_table(data), truth="y", scores=["s", "typed"], positive="bad")
    found = engine.source(data, limits=LIMITS).cells(**{**ASKED, "score": ["s", "typed"]})
    for name, cells in found.items():
        exact = threshold_counts(here.y_true, here.scores[name])
        assert cells.n_rows - cells.n_dropped == here.n
        for t in [*cells.counts.threshold[1::97], 0.5, 0.123456]:
            assert cells.counts.at(t).table.tolist() == exact.at(t).table.tolist()
        inside = np.nextafter(cells.counts.threshold[1:50], np.inf)
        for t in inside:
            within, wanted = cells.bounds(t), exact.at(t)
            assert within.tp_low <= wanted.tp <= within.tp_high
            assert within.fp_low <= wanted.fp <= within.fp_high
        assert cells.at(inside[3]).table.tolist() == exact.at(inside[3]).table.tolist()
        assert cells.auc_low <= roc_curve(exact).auc <= cells.auc_high
        assert cells.ap_low <= precision_recall_curve(exact).average_precision <= cells.ap_high
    exact = threshold_counts(here.y_true, here.scores["s"])
    assert found["s"].best(metrics.f1).value == metrics.f1(exact.cells(np.arange(len(exact)))).max()


@pytest.mark.parametrize("form", [parquet, thorough(text)])
def test_every_question_is_answered_as_by_a_table(frame, form):
    mine, wanted = engine.source(form(frame), limits=LIMITS), engine.source(frame, limits=LIMITS)
    for asked in ({"by": "g"}, {"where": [("g", "==", "x"), ("case", "<", 500)]}, {"where": {HOSTILE: 0.5}}):
        one, other = (source.cells(**ASKED, **asked) for source in (mine, wanted))
        pairs = [(one, other), *((one.groups[key], other.groups[key]) for key in other.groups)]
        for found, known in pairs:
            assert found.counts.threshold.tolist() == known.counts.threshold.tolist()
            assert found.counts.tp.tolist() == known.counts.tp.tolist()
        assert one.dropped == other.dropped
    both = [
        source.compare("s", "b", truth="y", positive="bad", thresholds=(0.5, 0.5)).standard_error
        for source in (mine, wanted)
    ]
    assert both[0] == both[1]
    cases = [source.by_case(**ASKED, case="case", threshold=0.5).products.tolist() for source in (mine, wanted)]
    assert cases[0] == cases[1]
    pages = [source.cells(**ASKED).rows(0.5, 0.6, size=30) for source in (mine, wanted)]
    assert pages[0].n_rows == pages[1].n_rows
    pd.testing.assert_frame_equal(pages[0].frame, pages[1].frame, check_dtype=False)
    assert (mine.n_rows, len(mine.head())) == (len(frame), 1000)
    assert mine.values("g") == wanted.values("g")


def test_columns_are_asked_for_by_their_names_alone(frame):
    source = engine.source(parquet(frame), limits=LIMITS)
    asked = []
    batches = source._dialect._file.batches
    source._dialect._file.batches = lambda columns: asked.append(list(columns)) or batches(columns)
    source.cells("y", HOSTILE, "bad", where={"g": "x"})
    assert asked[-1] == ["y", "g", HOSTILE]


def test_a_file_that_is_damaged_further_on_ends_the_question_with_its_sentence(frame):
    data = bytearray(parquet(frame.drop(columns=["g", "y"]).assign(y=frame["y"])))
    half, quarter = len(data) // 2, len(data) // 4
    data[half : half + quarter] = bytes(quarter)
    source = engine.source(bytes(data), limits=LIMITS)
    with pytest.raises(InputError, match="The Parquet file must be complete"):
        source.cells("y", HOSTILE, "bad")
    assert source.n_rows == len(frame)


def test_a_question_that_is_stopped_ends_its_process_and_the_next_is_answered(frame):
    source = engine.source(text(frame), limits=LIMITS)
    watch = engine.Watch()
    file, seen = source._dialect._file, []
    batches = file.batches

    def stopped(columns):
        for batch in batches(columns):
            seen.append(file._process)
            watch.cancel()
            yield batch

    file.batches = stopped
    with pytest.raises(InputError, match="was stopped before its answer"):
        source.cells(**ASKED, watch=watch)
    assert seen[-1].poll() is not None
    file.batches = batches
    assert source.cells(**ASKED).n_rows == len(frame)


def test_nothing_is_written_to_the_disk(frame, tmp_path, monkeypatch):
    for name in ("TMPDIR", "TEMP", "TMP"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.chdir(tmp_path)
    engine.source(text(frame), limits=LIMITS).cells(**ASKED, by="g")
    assert list(tmp_path.iterdir()) == []
