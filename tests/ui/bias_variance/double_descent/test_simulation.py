"""Sweeps over random features: at once or beside the page they find the same; a stopped one shows what was done."""

import itertools
from weakref import WeakValueDictionary

import pytest

from evalcore.support import process
from evalcore.support.runs import Run
from evalcore.views.bias_variance.double_descent import double_descent_steps
from tests.evalcore.here import in_process_here
from tests.ui.session.sessions import Session
from ui.bias_variance import sweeping
from ui.bias_variance.double_descent import sections as double_descent
from ui.bias_variance.double_descent import simulation as double_descent_simulation
from ui.bias_variance.double_descent.setting import Setting

PATIENCE = 120
QUICK = Setting(shape="sine", sigma=0.3, design="fixed", n=20, n_sets=10, seed=0, features_seed=1, floor=-6, ratio=1)
SLOW = Setting(shape="sine", sigma=0.3, design="random", n=60, n_sets=200, seed=0, features_seed=1, floor=-6, ratio=1)


@pytest.fixture(autouse=True)
def told_here(monkeypatch):
    monkeypatch.setattr(process, "in_process", in_process_here)


JOB = double_descent_simulation.SWEEPS.job


def agreed(session, asked):
    """Agree to what takes long, and look."""
    assert seen(session, asked) is None
    session.run(lambda: JOB.agree(JOB.offer.key))
    return seen(session, asked)


@pytest.fixture(autouse=True)
def nothing_is_shared(monkeypatch):
    monkeypatch.setattr(sweeping, "_of_all", WeakValueDictionary())


def seen(session, asked):
    return session.run(lambda: double_descent_simulation.view(asked))


def test_beside_the_page_the_same_is_found_as_at_once(monkeypatch):
    at_once = seen(Session(), QUICK)
    monkeypatch.setattr(sweeping, "QUICK", 0.0)
    session = Session()
    seen(session, QUICK)
    if session["double_descent_run"] is not None:
        assert session["double_descent_run"].wait(PATIENCE)
    beside = seen(session, QUICK)
    *_, direct = double_descent_steps(QUICK.problem, n=20, n_sets=10, seed=0, features_seed=1)
    errors = [float(one.median_error) for one in direct.simulations]
    assert [step.median for step in at_once.steps] == [step.median for step in beside.steps] == errors
    assert not beside.is_partial
    assert session["double_descent_run"] is None


def test_a_slow_sweep_is_stopped_and_begun_again():
    session = Session()
    begun = agreed(session, SLOW)
    assert begun is None or begun.is_partial
    run = session["double_descent_run"]
    while run.result is None or not run.result.simulations:
        run.wait(0.01)
    session.run(double_descent_simulation.SWEEPS.job.stop)
    assert run.wait(PATIENCE)
    view = seen(session, SLOW)
    assert view.is_partial
    assert not view.has_peak
    answer = session.run(lambda: double_descent._answer(view, SLOW))
    assert answer.sentence == f"Stopped after {len(view.steps)} of {view.n_learners} learners."
    assert session["double_descent_run"] is None
    session.run(lambda: answer.button.on_click(*answer.button.args))
    seen(session, SLOW)
    again = session["double_descent_run"]
    assert again not in {None, run}
    # Another setting ends it.
    assert seen(session, QUICK) is not None
    assert again.wait(PATIENCE)
    assert not again.is_whole


def test_stopped_before_the_first_learner_nothing_begins_by_itself():
    other = Run(itertools.count())  # whose turn it is
    while other.is_waiting:
        other.wait(0.01)
    session = Session()
    assert agreed(session, SLOW) is None
    session.run(double_descent_simulation.SWEEPS.job.stop)
    assert seen(session, SLOW) is None
    assert session["double_descent_run"] is None
    answer = session.run(double_descent_simulation.SWEEPS.nothing_yet)
    assert answer.sentence == "Stopped before the first learner was done."
    other.stop()
    assert other.wait(PATIENCE)
