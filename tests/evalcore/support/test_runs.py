"""Work beside everything else: it ends, it is stopped with what it has, and another one waits."""

import gc
import itertools
import threading

from evalcore.errors import InputError
from evalcore.support import heard
from evalcore.support.runs import Run, has_grown

PATIENCE = 60


def first_of(run):
    """Wait until a run has found something."""
    while run.result is None:
        run.wait(0.01)
    return run.result


def test_a_run_ends_with_the_last_step():
    run = Run(iter([1, 2, 3]))
    assert run.wait(PATIENCE)
    assert (run.result, run.is_whole, run.is_waiting) == (3, True, False)


def test_a_stopped_run_keeps_what_it_has_and_is_not_whole():
    run = Run(itertools.count(1))
    first_of(run)
    run.stop()
    assert run.wait(PATIENCE)
    assert run.result >= 1
    assert not run.is_whole


def test_another_run_waits_and_asks_for_nothing_meanwhile():
    asked = threading.Event()

    def steps():
        asked.set()
        yield 1

    first = Run(itertools.count())
    first_of(first)
    second, third = Run(steps()), Run(iter([1]))
    assert second.is_waiting
    third.stop()
    assert third.wait(PATIENCE)
    assert third.result is None
    assert not asked.is_set()
    first.stop()
    assert second.wait(PATIENCE)
    assert second.is_whole


def test_a_forgotten_run_ends():
    work = Run(itertools.count())._work
    gc.collect()
    assert work.ended.wait(PATIENCE)


def test_a_run_that_nobody_wants_ends():
    run = Run(itertools.count(1))
    first_of(run)
    waiting = Run(iter([1]))
    waiting.only_while(lambda: False)
    assert waiting.wait(PATIENCE)
    assert waiting.result is None
    run.only_while(lambda: False)
    assert run.wait(PATIENCE)
    assert not run.is_whole


def test_steps_are_closed_where_no_more_is_wanted():
    closed = threading.Event()

    def steps():
        try:
            yield from itertools.count(1)
        finally:
            closed.set()

    run = Run(steps())
    first_of(run)
    run.stop()
    assert run.wait(PATIENCE)
    assert closed.is_set()


def test_a_refusal_ends_a_run_and_is_kept():
    def steps():
        yield 1
        raise InputError("Rows must be many; got {rows}. Bring more.", rows=1)

    run = Run(steps())
    assert run.wait(PATIENCE)
    assert (run.result, run.is_whole, str(run.refusal)) == (1, False, "Rows must be many; got 1. Bring more.")


def test_warnings_of_the_process_behind_the_steps_are_noted():
    def steps():
        heard.hear({"UserWarning": 1})
        yield 1
        heard.hear({"UserWarning": 2})

    run, other = Run(steps()), Run(iter([1]))
    assert run.wait(PATIENCE)
    assert other.wait(PATIENCE)
    assert [str(note) for note in run.notes] == [
        "Libraries warned while the learners were trained: UserWarning (2 ×). Read these numbers with care."
    ]
    assert other.notes == ()


def test_a_tenth_more_is_worth_being_shown():
    assert [has_grown(done, 0.5) for done in (0.5, 0.55, 0.6, 1)] == [False, False, True, True]
