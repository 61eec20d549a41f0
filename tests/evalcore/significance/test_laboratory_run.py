"""A run beside everything else: it ends, it is stopped with what it has, and another one waits."""

import numpy as np
import pytest

from evalcore.errors import InputError
from evalcore.significance import laboratory_run, run_laboratory
from evalcore.significance.laboratory_run import LaboratoryRun
from tests.evalcore.here import answers_here

PATIENCE = 60


@pytest.fixture(autouse=True)
def told_here(monkeypatch):
    monkeypatch.setattr(laboratory_run, "answers_apart", answers_here)


def run_of(n_replicates, *, seed=0):
    return LaboratoryRun("lda", n=60, n_replicates=n_replicates, seed=seed)


def test_a_run_finds_what_the_laboratory_finds():
    run = run_of(60)
    assert run.wait(PATIENCE)
    expected = run_laboratory("lda", n=60, n_replicates=60, rng=np.random.default_rng(0))
    assert np.array_equal(run.result.pvalues, expected.pvalues, equal_nan=True)
    assert run.progress == 1
    assert not run.is_waiting


def test_a_stopped_run_keeps_what_it_has():
    run = run_of(1_000_000)
    while run.result is None:
        run.wait(0.01)
    run.stop()
    assert run.wait(PATIENCE)
    assert 0 < run.result.n_replicates < 1_000_000
    assert run.progress < 1


def test_another_run_waits_and_can_be_stopped_meanwhile():
    first = run_of(1_000_000)
    while first.result is None:
        first.wait(0.01)
    second, third = run_of(25), run_of(25)
    assert second.is_waiting
    third.stop()
    assert third.wait(PATIENCE)
    assert third.result is None
    first.stop()
    assert second.wait(PATIENCE)
    assert second.result.n_replicates == 25


def test_a_forgotten_run_ends():
    work = run_of(1_000_000)._work
    assert work.ended.wait(PATIENCE)


def test_what_the_laboratory_refuses_is_refused_at_once():
    with pytest.raises(InputError, match="Number of rows must be a whole number from 40 to 5000"):
        LaboratoryRun("lda", n=3, n_replicates=10, seed=0)
