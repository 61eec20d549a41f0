"""Work in a process of its own: answers one by one, refusals as sentences, and an end where nobody listens."""

import json
import warnings

import numpy as np
import pytest

from evalcore.errors import InputError
from evalcore.resampling.apart import asked_apart
from evalcore.support import apart, heard
from evalcore.support.apart import answers_apart

WORKER = "evalcore.resampling.worker"
SECRET = "the cell of a table"


def warning(_asked):
    """Answer twice, and warn before each answer, and at the end."""
    warnings.warn(SECRET, UserWarning, stacklevel=1)
    yield {"found": 1}
    for _ in range(2):
        warnings.warn(SECRET, RuntimeWarning, stacklevel=1)
    warnings.warn("about the code", FutureWarning, stacklevel=1)
    yield {"found": 2}
    warnings.warn(SECRET, UserWarning, stacklevel=1)


def test_warnings_are_told_with_the_answers_by_their_kind_alone():
    said = list(apart.told(warning, {}))
    assert [one.pop("__warned__") for one in said] == [
        {"UserWarning": 1},
        {"UserWarning": 1, "RuntimeWarning": 2},
        {"UserWarning": 2, "RuntimeWarning": 2},
    ]
    assert said == [{"found": 1}, {"found": 2}, {"ended": True}]


def test_warnings_before_a_refusal_are_told_with_it():
    def refusing(_asked):
        """Warn, then refuse."""
        warnings.warn(SECRET, UserWarning, stacklevel=1)
        raise InputError("Rows must be many; got {rows}. Bring more.", rows=1)
        yield

    (said,) = apart.told(refusing, {})
    assert said["refused"]["values"] == {"rows": 1}
    assert said["__warned__"] == {"UserWarning": 1}


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
    apart.tell_fault(kind, SECRET, None)
    (line,) = capfdbinary.readouterr().out.splitlines()
    assert SECRET.encode() not in line
    assert said in str(apart.fault(json.loads(line)["fault"]))


@pytest.mark.slow  # a process takes seconds to begin
def test_a_refusal_comes_back_as_the_sentence_it_was():
    with pytest.raises(InputError, match=r"leak must be one of .*; got 'none'\. Choose one of them\."):
        list(asked_apart("leak", leak="none", n=60, n_sets=1, seed=0))


@pytest.mark.slow
def test_a_process_that_ends_without_an_answer_is_said():
    with pytest.raises(InputError, match="The learners must be trained to the end; the process that trains them ended"):
        list(answers_apart("evalcore.nothing_of_the_kind", {}))


@pytest.mark.slow
def test_a_fault_and_a_warning_there_are_told_here():
    with pytest.raises(InputError, match="a fault that is not foreseen, KeyError, ended that"):
        list(answers_apart(WORKER, {"task": "nothing of the kind"}))
    counts = {}
    token = heard.listening.set(counts)
    list(answers_apart("tests.evalcore.support.warning_worker", {"times": 3}))
    heard.listening.reset(token)
    assert counts == {"UserWarning": 3}


@pytest.mark.slow
def test_closing_ends_the_process():
    steps = asked_apart("leak", leak="copies", n=60, n_sets=10_000, seed=0)
    assert len(next(steps)["found"]) == 3
    steps.close()
    assert list(steps) == []
