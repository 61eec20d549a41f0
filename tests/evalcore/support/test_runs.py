"""Work beside everything else: it ends, it is stopped with what it has, and another one waits."""

import gc
import itertools
import threading

import pytest

from evalcore.errors import InputError
from evalcore.support import process, runs
from evalcore.support.runs import Line, Run, has_grown

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


@pytest.fixture
def one_at_once(monkeypatch):
    """Have one place in each line, as on a machine of two cores."""
    monkeypatch.setattr(runs, "_short", Line(1))
    monkeypatch.setattr(runs, "_long", Line(1))


@pytest.mark.usefixtures("one_at_once")
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


@pytest.mark.usefixtures("one_at_once")
def test_runs_begin_in_the_order_they_came_and_know_their_place():
    first = Run(itertools.count())
    first_of(first)
    others = [Run(iter([place])) for place in range(5)]
    assert [run.n_before for run in others] == [0, 1, 2, 3, 4]
    others[1].stop()
    assert others[1].wait(PATIENCE)
    assert [run.n_before for run in others if run is not others[1]] == [0, 1, 2, 3]
    first.stop()
    assert all(run.wait(PATIENCE) for run in others)
    assert [run.n_before for run in others] == [0] * 5


@pytest.mark.usefixtures("one_at_once")
def test_they_are_served_as_they_came():
    first = Run(itertools.count())
    first_of(first)
    served = []

    def noting(place):
        served.append(place)
        yield place

    others = [Run(noting(place)) for place in range(20)]
    first.stop()
    assert all(run.wait(PATIENCE) for run in others)
    assert served == list(range(20))


@pytest.mark.usefixtures("one_at_once")
def test_what_is_done_in_a_moment_never_waits_for_what_takes_long():
    long, behind = Run(itertools.count(), seconds=300), Run(iter([1]))
    first_of(long)
    moment = Run(iter([1]), seconds=1.9)
    assert moment.wait(PATIENCE)
    assert moment.is_whole
    assert behind.is_waiting
    long.stop()
    assert behind.wait(PATIENCE)


def test_as_many_at_once_as_there_are_places(monkeypatch):
    monkeypatch.setattr(runs, "_long", Line(2))
    going = [Run(itertools.count()) for _ in range(3)]
    first_of(going[0])
    first_of(going[1])
    assert going[2].is_waiting
    going[0].stop()
    first_of(going[2])
    for run in going:
        run.stop()
        assert run.wait(PATIENCE)


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
        heard = process.listening.get()
        heard["UserWarning"] = 1
        yield 1
        heard["UserWarning"] = 2

    run, other = Run(steps()), Run(iter([1]))
    assert run.wait(PATIENCE)
    assert other.wait(PATIENCE)
    assert [str(note) for note in run.warnings] == [
        "Libraries warned while the learners were trained: UserWarning (2 ×). Read these numbers with care."
    ]
    assert other.warnings == ()


def test_a_tenth_more_is_worth_being_shown():
    assert [has_grown(done, 0.5) for done in (0.5, 0.55, 0.6, 1)] == [False, False, True, True]


@pytest.fixture
def nothing_is_shared(monkeypatch):
    monkeypatch.setattr(runs, "_shared", {})


def refuses_to_begin():
    raise AssertionError("what another visitor has begun is not begun again")
    yield


@pytest.mark.usefixtures("nothing_is_shared")
def test_what_two_ask_for_alike_is_done_once_and_goes_on_while_one_wants_it():
    first = Run(itertools.count(1), shared="a seed")
    first_of(first)
    second = Run(refuses_to_begin(), shared="a seed")
    assert runs.is_known("a seed")
    first.stop()
    assert first.wait(0)
    assert not first.is_whole
    assert not second.wait(0.01)
    before = second.result
    while second.result == before:
        second.wait(0.01)
    second.stop()
    assert second.wait(PATIENCE)
    assert not runs.is_known("a seed")


@pytest.mark.usefixtures("nothing_is_shared")
def test_a_whole_result_stays_for_all_where_it_is_to_be_kept():
    for is_kept in (True, False):
        assert Run(iter([1, 2]), shared=("of a seed", is_kept), is_kept=is_kept).wait(PATIENCE)
        assert runs.is_known(("of a seed", is_kept)) is is_kept
    again = Run(refuses_to_begin(), shared=("of a seed", True), is_kept=True)
    assert again.wait(PATIENCE)
    assert (again.result, again.is_whole) == (2, True)


@pytest.mark.usefixtures("nothing_is_shared")
def test_what_was_stopped_or_refused_is_begun_again():
    def refused():
        raise InputError("Rows must be many; got none. Bring more.")
        yield

    assert Run(refused(), shared="refused", is_kept=True).wait(PATIENCE)
    assert not runs.is_known("refused")
    again = Run(iter([3]), shared="refused", is_kept=True)
    assert again.wait(PATIENCE)
    assert again.result == 3


@pytest.mark.usefixtures("nothing_is_shared")
def test_the_oldest_of_many_results_goes(monkeypatch):
    monkeypatch.setattr(runs, "MOST_KEPT", 2)
    for seed in range(4):
        assert Run(iter([seed]), shared=seed, is_kept=True).wait(PATIENCE)
    assert [runs.is_known(seed) for seed in range(4)] == [False, False, True, True]


def test_a_run_whose_time_is_over_keeps_what_it_has_and_says_so():
    run = Run(itertools.count(1), limit=0.01)
    assert run.wait(PATIENCE)
    assert run.is_cut
    assert not run.is_whole
    assert run.result >= 1
    assert str(run.refusal) == ("Stopped after 1 s: this server gives no run more. What was found until then is shown.")


def never_done():
    """Yield nothing for longer than any test: one step that takes too long."""
    yield 1
    threading.Event().wait(10 * PATIENCE)


@pytest.mark.slow
def test_a_process_that_makes_one_step_for_too_long_is_ended():
    run = Run(process.in_process(never_done), limit=3)
    assert run.wait(PATIENCE)
    assert run.is_cut
    assert "this server gives no run more" in str(run.refusal)


@pytest.mark.usefixtures("one_at_once")
def test_what_takes_seconds_does_not_wait_for_what_takes_minutes(monkeypatch):
    monkeypatch.setattr(runs, "_middle", Line(1))
    long = Run(itertools.count(), seconds=11)
    first_of(long)
    middle = Run(iter([1]), seconds=9)
    assert middle.wait(PATIENCE)
    assert middle.is_whole
    long.stop()
    assert long.wait(PATIENCE)


def test_a_run_that_cannot_begin_says_so_and_leaves_the_line(monkeypatch):
    line = Line(1)
    with monkeypatch.context() as full:
        full.setattr(threading.Thread, "start", no_thread)
        refused = Run(iter([1]), line=line)
    assert refused.wait(0)
    assert not refused.is_waiting
    assert not refused.is_whole
    assert "could not begin" in str(refused.refusal)
    assert line.state == (0, 0)
    later = Run(iter([2]), line=line)
    assert later.wait(5)
    assert later.result == 2


def test_shared_work_that_could_not_begin_is_begun_again(monkeypatch):
    with monkeypatch.context() as full:
        full.setattr(threading.Thread, "start", no_thread)
        assert Run(iter([1]), shared="begun twice").refusal is not None
    again = Run(iter([2]), shared="begun twice")
    assert again.wait(5)
    assert again.result == 2


def no_thread(_thread):
    raise RuntimeError("can't start new thread")
