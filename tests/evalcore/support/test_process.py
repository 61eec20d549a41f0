"""Work in a process of its own: results one by one, refusals as sentences, and an end where nobody listens."""

import pickle
import warnings
from functools import partial

import numpy as np
import pytest

from evalcore.errors import InputError
from evalcore.support import process
from tests.evalcore.support.process_steps import SECRET, arrays, counted, endless, failing, refusing, warning


def every(asked):
    """Return all that is said where each result is sent."""
    return list(process.told(asked, clock=iter(range(100)).__next__))


def test_warnings_are_told_with_the_results_by_their_kind_alone():
    def steps():
        """Yield twice, and warn before each, and at the end."""
        yield from warning(1)
        for _ in range(2):
            warnings.warn(SECRET, RuntimeWarning, stacklevel=1)
        warnings.warn("about the code", FutureWarning, stacklevel=1)
        yield 1
        warnings.warn(SECRET, UserWarning, stacklevel=1)

    said = every(steps)
    assert [(one.kind, one.value) for one in said] == [("found", 0), ("found", 1), ("ended", None)]
    assert [one.warned for one in said] == [
        {"UserWarning": 1},
        {"UserWarning": 1, "RuntimeWarning": 2},
        {"UserWarning": 2, "RuntimeWarning": 2},
    ]


def test_of_results_in_quick_succession_the_first_and_the_last_are_sent():
    said = list(process.told(partial(counted, 50), clock=lambda: 0.0))
    assert [one.value for one in said] == [0, 49, None]


def test_what_was_found_comes_before_a_refusal():
    said = list(process.told(partial(refusing, rows=1), clock=lambda: 0.0))
    assert [one.kind for one in said] == ["found", "refused"]
    assert (said[0].value, said[1].value.values) == ("so far", {"rows": 1})


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (KeyError, "a fault that is not foreseen, KeyError, ended that. Choose another learner or other data;"),
        (MemoryError, "The learners must find room in memory; the process that trains them found none left."),
        (np.exceptions.AxisError, "a fault that is not foreseen, AxisError, ended that."),
        (type("_ArrayMemoryError", (MemoryError,), {}), "The learners must find room in memory;"),
    ],
)
def test_a_fault_is_told_by_its_kind_alone(kind, said, capfdbinary):
    process.tell_fault(kind, SECRET, None)
    written = capfdbinary.readouterr().out
    assert SECRET.encode() not in written
    assert said in str(process.fault(pickle.loads(written).value))


@pytest.mark.slow  # a process takes a second to begin
def test_results_are_the_same_bit_for_bit_and_read_only():
    (found,) = process.in_process(arrays, np.random.default_rng(3))
    (here,) = arrays(np.random.default_rng(3))
    for name in ("frozen", "fortran"):
        one, other = getattr(found, name), getattr(here, name)
        np.testing.assert_array_equal(one, other)
        assert (one.dtype, one.strides, one.flags.writeable) == (other.dtype, other.strides, False)
    assert found.same is found.frozen


@pytest.mark.slow
def test_a_refusal_comes_back_as_the_sentence_it_was():
    steps = process.in_process(refusing, rows=1)
    assert next(steps) == "so far"
    with pytest.raises(InputError, match=r"^Rows must be many; got 1\. Bring more\.$"):
        next(steps)


@pytest.mark.slow
def test_a_process_that_ends_without_a_result_is_said():
    with pytest.raises(InputError, match="The learners must be trained to the end; the process that trains them ended"):
        list(process.in_process(process.os._exit, 3))


@pytest.mark.slow
def test_a_fault_and_a_warning_there_are_told_here():
    with pytest.raises(InputError, match="a fault that is not foreseen, KeyError, ended that"):
        list(process.in_process(failing))
    counts = {}
    token = process.listening.set(counts)
    list(process.in_process(warning, 3))
    process.listening.reset(token)
    assert counts == {"UserWarning": 3}


@pytest.mark.slow
def test_closing_ends_the_process(monkeypatch):
    begun = []
    popen = process.subprocess.Popen
    monkeypatch.setattr(
        process.subprocess, "Popen", lambda *args, **kwargs: begun.append(popen(*args, **kwargs)) or begun[0]
    )
    steps = process.in_process(endless)
    assert next(steps) < next(steps)
    assert begun[0].poll() is None
    steps.close()
    assert begun[0].poll() is not None
    assert list(steps) == []


def no_more(*_args, **_kwargs):
    raise BlockingIOError(11, "Resource temporarily unavailable")


def no_thread(_thread):
    raise RuntimeError("can't start new thread")


def test_a_server_that_gives_no_process_says_so(monkeypatch):
    monkeypatch.setattr(process.subprocess, "Popen", no_more)
    with pytest.raises(InputError, match=r"^This server could not begin any further work just now\. Try again"):
        next(process.in_process(endless))


@pytest.mark.slow
def test_a_process_that_nothing_would_end_in_time_is_not_kept(monkeypatch):
    begun = []
    start = process._start
    monkeypatch.setattr(process, "_start", lambda: begun.append(start()) or begun[0])
    monkeypatch.setattr(process.threading.Timer, "start", no_thread)
    token = process.most.set(60.0)
    with pytest.raises(InputError, match="could not begin any further work"):
        next(process.in_process(endless))
    process.most.reset(token)
    assert begun[0].poll() is not None


def test_nothing_is_said_of_no_warning():
    assert process.messages({}) == ()


def test_kinds_and_how_often():
    settled, unsettled = process.messages({"UserWarning": 1, "ConvergenceWarning": 1200})
    assert str(settled) == (
        "Libraries warned while the learners were trained: ConvergenceWarning (1,200 ×), UserWarning (1 ×). Read these "
        "numbers with care."
    )
    assert str(unsettled).startswith("ConvergenceWarning: the training of a learner was stopped before it had settled;")
