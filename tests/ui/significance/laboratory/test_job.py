"""A run of the laboratory in a session: it finds what the laboratory finds, and is stopped with what it has."""

import numpy as np
import pytest

from evalcore.errors import InputError
from evalcore.significance import run_laboratory
from evalcore.support import process
from tests.evalcore.here import in_process_here
from ui.significance.laboratory.job import LaboratoryRun

PATIENCE = 60


@pytest.fixture(autouse=True)
def told_here(monkeypatch):
    monkeypatch.setattr(process, "in_process", in_process_here)


def run_of(n_replicates):
    return LaboratoryRun("lda", n=60, n_replicates=n_replicates, difference=0.06, seed=0)


def test_a_run_finds_what_the_laboratory_finds():
    run = run_of(60)
    assert run.wait(PATIENCE)
    expected = run_laboratory("lda", n=60, n_replicates=60, rng=np.random.default_rng(0))
    assert np.array_equal(run.result.pvalues, expected.pvalues, equal_nan=True)
    assert np.array_equal(run.result.differing, expected.differing, equal_nan=True)
    assert run.progress == 1


def test_a_stopped_run_keeps_what_it_has():
    run = run_of(1_000_000)
    while run.result is None:
        run.wait(0.01)
    run.stop()
    assert run.wait(PATIENCE)
    assert 0 < run.result.n_replicates < 1_000_000
    assert run.progress < 1


def test_what_the_laboratory_refuses_is_refused_at_once():
    with pytest.raises(InputError, match="Number of rows must be a whole number from 40 to 5000"):
        LaboratoryRun("lda", n=3, n_replicates=10, difference=0.06, seed=0)
