"""One question at a time, in turn; it can be watched, stopped, and does not go on for ever."""

import threading

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from evalcore import engine
from evalcore.engine.filters import Column
from evalcore.engine.source import Source
from evalcore.engine.watch import _LINE
from evalcore.errors import InputError
from evalcore.support.runs import Run

LIMITS = engine.Limits(memory=1 << 29, threads=1)
N = 10


class Held:
    """An engine of ten batches, each of which waits until it is let go; batches come in an order of its own."""

    columns = (Column("y", "bool", "BOOLEAN"), Column("s", "number", "DOUBLE"))

    def __init__(self, order=range(N)):
        self.order, self.gate, self.began, self.interrupted = order, threading.Semaphore(0), threading.Event(), 0

    def interrupt(self):
        self.interrupted += 1
        self.gate.release(N)

    def length(self):
        return N

    def batches(self, scan):
        for i in self.order:
            self.began.set()
            self.gate.acquire()
            if self.interrupted:
                raise InterruptedError
            truth, score = np.array([i % 2], np.uint8), np.array([i / 7])
            yield pa.record_batch({"truth": pa.array(truth), "number_0": pa.array(score)})


def asked(held, watch=None, seconds=600.0):
    return Source(held, engine.Limits(memory=1, threads=1, seconds=seconds)).cells("y", "s", watch=watch)


def in_thread(call):
    found = []
    thread = threading.Thread(target=lambda: found.append(attempt(call)))
    thread.start()
    return thread, found


def attempt(call):
    try:
        return call()
    except InputError as refused:
        return str(refused)


def test_rows_are_counted_in_whatever_order_batches_come():
    """An engine was seen to hand over sorted batches out of order: nothing here rests on it."""
    found = []
    for order in (range(N), [7, 2, 9, 0, 1, 5, 3, 8, 6, 4]):
        held = Held(order)
        held.gate.release(N)
        found.append(asked(held))
    one, two = found
    assert one.counts.threshold.tolist() == two.counts.threshold.tolist()
    assert one.counts.tp.tolist() == two.counts.tp.tolist()
    assert one.grid == two.grid


def test_the_second_waits_for_the_first_and_knows_its_place():
    first, second, third = Held(), Held(), Held()
    watches = [engine.Watch() for _ in range(3)]
    one = in_thread(lambda: asked(first, watches[0]))
    assert first.began.wait(30)
    two = in_thread(lambda: asked(second, watches[1]))
    while watches[1].n_before != 0 or not two[0].is_alive() or not waits(watches[1]):
        pass
    three = in_thread(lambda: asked(third, watches[2]))
    while watches[2].n_before != 1:
        pass
    assert watches[0].progress.stage == "reading"
    assert watches[1].progress.stage == "waiting"
    assert not second.began.is_set()
    watches[2].cancel()  # while it waits
    three[0].join(30)
    assert three[1] == ["The question to the source was stopped before its answer. Ask again."]
    assert not third.began.is_set()
    for held, (thread, found) in ((first, one), (second, two)):
        held.gate.release(N)
        thread.join(30)
        assert found[0].n_rows == N
    assert watches[0].progress[:4] == ("done", 0, N, N)


def waits(watch):
    return watch in _LINE._waiting


def test_a_question_is_stopped_while_it_reads():
    held, watch = Held(), engine.Watch()
    thread, found = in_thread(lambda: asked(held, watch))
    assert held.began.wait(30)
    held.gate.release(2)
    while watch.rows < 2:
        pass
    watch.cancel()
    thread.join(30)
    assert (watch.is_cancelled, held.interrupted, watch.rows) == (True, 1, 2)
    assert found == ["The question to the source was stopped before its answer. Ask again."]
    after = Held()
    after.gate.release(N)
    assert asked(after).n_rows == N  # the place is free again


def test_a_question_that_takes_too_long_ends():
    held = Held()
    found = attempt(lambda: asked(held, seconds=0.01))
    assert found.startswith("The answer of the source must come within the time that is set for it; it did not.")
    assert held.interrupted == 1


def test_steps_are_what_a_run_takes():
    held = Held()
    run = Run(engine.in_steps(Source(held, LIMITS).cells, "y", "s"))
    assert held.began.wait(30)
    while not isinstance(run.result, engine.Progress):
        pass
    held.gate.release(N)
    assert run.wait(30)
    assert run.is_whole
    assert run.result.n_rows == N


def test_closing_the_steps_stops_the_question():
    held = Held()
    steps = engine.in_steps(Source(held, LIMITS).cells, "y", "s")
    assert isinstance(next(steps), engine.Progress)
    assert held.began.wait(30)
    steps.close()
    assert held.interrupted == 1


def test_steps_raise_what_the_question_raises():
    with pytest.raises(InputError, match="The source must have a column 'z'"):
        list(engine.in_steps(Source(Held(), LIMITS).cells, "z", "s"))


def test_a_real_question_is_interrupted(monkeypatch):
    source = engine.source(pd.DataFrame({"y": [True, False] * 5, "s": range(10)}), limits=LIMITS)
    watch = engine.Watch()
    monkeypatch.setattr(watch, "begin", lambda *_: (watch.cancel(), engine.Watch.begin(watch, *_)))
    with pytest.raises(InputError, match="The question to the source was stopped"):
        source.cells("y", "s", watch=watch)
    assert source.cells("y", "s").n_rows == 10


def test_a_look_at_the_rows_waits_for_no_question():
    held, source = Held(), engine.source(pd.DataFrame({"y": [True, False], "s": [1.0, 2.0]}), limits=LIMITS)
    thread, found = in_thread(lambda: asked(held))
    assert held.began.wait(30)
    assert (source.n_rows, len(source.head())) == (2, 2)
    held.gate.release(N)
    thread.join(30)
    assert found[0].n_rows == N


def test_a_look_does_not_disturb_the_question_of_the_same_source(tmp_path):
    frame = pd.DataFrame({"y": [True, False] * 400_000, "s": np.arange(800_000) / 7})
    frame.to_parquet(tmp_path / "a.parquet", row_group_size=50_000)
    source, watch = engine.source(tmp_path / "a.parquet", limits=LIMITS), engine.Watch()
    looked = []
    watch.read = lambda rows: (engine.Watch.read(watch, rows), looked.append(len(source.head(10))))
    assert source.cells("y", "s", watch=watch).counts.n_pos == 400_000
    assert looked[:3] == [10, 10, 10]


def test_rows_a_second():
    assert engine.Progress("reading", 0, 500, 1000, 2.0).rows_a_second == 250
    assert engine.Progress("waiting", 0, 0, 0, 0.0).rows_a_second == 0


def test_half_of_the_free_memory_and_all_cores_are_taken(monkeypatch):
    monkeypatch.setattr("evalcore.engine.limits.free_memory", lambda: 6 << 30)
    assert engine.Limits().memory == 3 << 30
    monkeypatch.setattr("evalcore.engine.limits.free_memory", lambda: 0)
    assert engine.Limits().memory == 256 << 20
    assert engine.Limits().threads >= 1
