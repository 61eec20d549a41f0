"""A page under test has no browser to ask again: it waits for a file until it is read, and all its tabs are open."""

from itertools import groupby
from pathlib import Path
from weakref import WeakValueDictionary

import pytest

from evalcore.support import runs
from ui.bias_variance import sweeping
from ui.frame import tabs
from ui.session import reading_job
from ui.session.job import Job


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    monkeypatch.setattr(reading_job, "PATIENCE", 120.0)


@pytest.fixture(autouse=True)
def every_tab_open(monkeypatch):
    """Make what stands in every tab, so that one look finds it; that a closed tab makes nothing has its own test."""
    monkeypatch.setattr(tabs, "is_open", lambda _state: True)


@pytest.fixture(autouse=True)
def nothing_is_shared(monkeypatch):
    """Have each test be the first visitor of a server: what others have asked for is known to all."""
    monkeypatch.setattr(sweeping, "_of_all", WeakValueDictionary())
    monkeypatch.setattr(runs, "_shared", {})


@pytest.fixture(autouse=True)
def no_run_is_left(monkeypatch):
    """End what a test has begun: pages under test share one line of long runs, and the next would wait for it."""
    begun, begin = [], Job.begin

    def note(job, run):
        """Begin a run that is ended after the test."""
        begun.append(run)
        begin(job, run)

    monkeypatch.setattr(Job, "begin", note)
    yield
    for run in begun:
        run.stop()
        assert run.wait(120.0)


def pytest_collection_modifyitems(items):
    """Leave the quick loop two tests of each file here: running a whole page takes half a second.

    What a page says has its tests below it, in the mirrors of ui and evalcore.
    """
    here = [item for item in items if item.path.parent == Path(__file__).parent]
    for _file, tests in groupby(here, key=lambda item: item.path):
        for item in list(tests)[2:]:
            item.add_marker(pytest.mark.slow)
