"""Work in a process of its own: answers one by one, refusals as sentences, and an end where nobody listens."""

import pytest

from evalcore.errors import InputError
from evalcore.resampling.apart import asked_apart
from evalcore.support.apart import answers_apart

WORKER = "evalcore.resampling.worker"
pytestmark = pytest.mark.slow  # a process takes seconds to begin


def test_a_refusal_comes_back_as_the_sentence_it_was():
    with pytest.raises(InputError, match=r"leak must be one of .*; got 'none'\. Choose one of them\."):
        list(asked_apart("leak", leak="none", n=60, n_sets=1, seed=0))


def test_a_process_that_ends_without_an_answer_is_said():
    with pytest.raises(InputError, match="The learners must be trained to the end; the process that trains them ended"):
        list(answers_apart(WORKER, {"task": "nothing of the kind"}))


def test_closing_ends_the_process():
    steps = asked_apart("leak", leak="copies", n=60, n_sets=10_000, seed=0)
    assert len(next(steps)["found"]) == 3
    steps.close()
    assert list(steps) == []
