"""Visitors with rows of their own, at once; `tests.benchmarks.crowd` has many of them."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest

from tests.benchmarks import crowd
from tests.browser.driver import running_app


@pytest.mark.thorough
def test_nobody_sees_what_is_anothers() -> None:
    with running_app() as address:
        asyncio.run(crowd.crowd(address, 6, 200))


@pytest.mark.thorough
def test_numbers_of_other_counts_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    file = crowd.Visitor.file
    monkeypatch.setattr(crowd.Visitor, "file", lambda one: file(one).replace(b"\n0,", b"\n1,", 9))
    with running_app() as address, pytest.raises(crowd.WrongError, match="reads"):
        asyncio.run(crowd.crowd(address, 2, 200))


def test_a_page_without_the_apps_frame_is_found() -> None:
    visitor = crowd.Visitor(0, 100, "", cast("Any", None), "")
    with pytest.raises(crowd.WrongError, match="without the app's frame"):
        visitor.judge("curves", [], 2)
