"""`import evalcore` is quick and brings every part by its name."""

import subprocess
import sys

import pytest

import evalcore


def test_parts_are_imported_when_they_are_asked_for():
    code = (
        "import sys, evalcore; assert 'numpy' not in sys.modules; evalcore.metrics; "
        "assert 'evalcore.metrics' in sys.modules; assert 'evalcore.curves' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_all_parts_are_named_and_nothing_else():
    assert {"metrics", "curves", "counts", "calibration", "generate"} <= set(dir(evalcore))
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        evalcore.nothing  # noqa: B018 - asking is what is tested
