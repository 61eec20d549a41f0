"""A page under test has no browser to ask again: it waits for a file until it is read, and all its tabs are open."""

import pytest

from ui.frame import tabs
from ui.session import reading_job


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    monkeypatch.setattr(reading_job, "PATIENCE", 120.0)


@pytest.fixture(autouse=True)
def every_tab_open(monkeypatch):
    """Make what stands in every tab, so that one look finds it; that a closed tab makes nothing has its own test."""
    monkeypatch.setattr(tabs, "is_open", lambda _state: True)
