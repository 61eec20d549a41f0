"""A page under test has no browser to ask again: it waits for a file until it is read."""

import pytest

from ui.session import reading_job


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    monkeypatch.setattr(reading_job, "PATIENCE", 120.0)
