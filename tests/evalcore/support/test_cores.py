"""How many cores there are: of the machine, and of every control group that this process lies in."""

import os

import pytest

from evalcore.engine import limits
from evalcore.support import cores


@pytest.fixture
def shares(tmp_path):
    """Write control groups and say which of them the process is in; return their limits."""

    def write(own, **given):
        for file, text in given.items():
            place = tmp_path / "fs" / file.replace("__", "/").replace("_max", ".max").replace("_cfs", ".cfs")
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(f"{text}\n")
        (tmp_path / "cgroup").write_text(own)
        return cores._shares(tmp_path / "cgroup", tmp_path / "fs")

    return write


def test_the_limit_of_a_container_or_of_a_service(shares):
    assert shares("0::/\n", cpu_max="150000 100000") == [1.5]
    assert shares("0::/app\n", cpu_max="max 100000", app__cpu_max="400000 100000") == [4]


def test_the_older_groups(shares):
    given = {"cpu__docker__cpu_cfs_quota_us": "200000", "cpu__docker__cpu_cfs_period_us": "100000"}
    no_limit = {"cpu__cpu_cfs_quota_us": "-1", "cpu__cpu_cfs_period_us": "100000"}
    assert shares("4:cpu,cpuacct:/docker\n0::/\n", **given, **no_limit) == [2]


@pytest.mark.parametrize("text", ["", "max", "100000", "nonsense here", "0 100000", "100000 0"])
def test_what_is_none_is_left_out(shares, text):
    assert shares("0::/\n", cpu_max=text) == []


def test_the_least_of_all_holds_and_one_at_least(monkeypatch):
    own = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    for limits_of_groups, wanted in (([], own), ([1e6], own), ([1.9, 7.0], 1), ([0.2], 1)):
        monkeypatch.setattr(cores, "_shares", lambda found=limits_of_groups: found)
        assert cores.cores() == wanted
    monkeypatch.setattr(limits, "cores", lambda: 3)
    assert limits.Limits().threads == 3
