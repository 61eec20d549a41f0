"""How much memory is left: of the machine, and of every control group that this process lies in."""

import pytest

from evalcore import engine
from evalcore.reading import Limits
from evalcore.support import memory, runs

GB = 1 << 30


@pytest.fixture
def groups(tmp_path):
    """Write control groups and say which of them the process is in; return what they leave."""

    def write(own, **given):
        for folder, (most, used, cache) in given.items():
            place = tmp_path / "fs" / folder.replace("__", "/").replace("root", "")
            place.mkdir(parents=True, exist_ok=True)
            names = ("memory.max", "memory.current", "inactive_file")
            if "memory" in place.parts:
                names = ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file")
            (place / names[0]).write_text(f"{most}\n")
            (place / names[1]).write_text(f"{used}\n")
            (place / "memory.stat").write_text(f"anon 1\n{names[2]} {cache}\n")
        (tmp_path / "cgroup").write_text(own)
        found = memory._groups(tmp_path / "cgroup", tmp_path / "fs")
        return [one for one in found if one is not None]

    return write


def test_a_limit_of_the_service_is_seen(groups):
    left = groups("0::/system.slice/app.service\n", system__app=(1, 1, 1), **{"system.slice": (8 * GB, GB, 0)})
    assert left == [7 * GB]
    left = groups("0::/system.slice/app.service\n", **{"system.slice__app.service": (GB, GB // 2, GB // 4)})
    assert left == [3 * GB // 4, 7 * GB]


def test_a_container_sees_its_own_as_the_root(groups):
    assert groups("0::/\n", root=(2 * GB, GB, 0)) == [GB]
    assert groups("0::/\n", root=("max", GB, 0)) == []


def test_the_older_groups(groups):
    own = "12:cpu,memory:/docker/abc\n0::/\n"
    assert groups(own, memory__docker__abc=(GB, 0, 0), memory=(1 << 62, 0, 0)) == [GB]


@pytest.mark.parametrize("own", ["", "nonsense", "0::/../../etc\n"])
def test_what_is_none_is_left_out(groups, own):
    assert groups(own) == []


def test_the_least_is_what_is_free(monkeypatch):
    monkeypatch.setattr(memory, "_machine", lambda: 8 * GB)
    monkeypatch.setattr(memory, "_groups", lambda: [None, 3 * GB, 5 * GB])
    assert memory.free_memory() == 3 * GB
    monkeypatch.setattr(memory, "_groups", lambda: [-GB])
    assert memory.free_memory() == 0


@pytest.fixture
def of_a_machine(monkeypatch):
    """Have 3 GB free."""
    monkeypatch.setattr(memory, "_machine", lambda: 3 * GB)
    monkeypatch.setattr(memory, "_groups", list)


def test_readers_and_sources_share_one_budget(of_a_machine):
    assert Limits.in_process().memory == GB
    with memory.promising(lambda others: GB + others) as taken:
        assert (taken, memory.promised()) == (GB, GB)
        assert Limits.in_process().memory == 2 * GB // 3
        assert engine.Limits().memory == GB
        with memory.promising(lambda others: others):
            assert memory.promised() == 2 * GB
    assert memory.promised() == 0


def test_a_further_run_waits_for_memory_that_is_promised(of_a_machine):
    line, first, second = runs.Line(2, runs.ROOM), object(), object()
    line.join(first)
    assert line.take(first, lambda: True)
    assert memory.promised() == runs.ROOM
    line.join(second)
    with memory.promising(lambda _others: 3 * GB - runs.ROOM):
        assert not line.take(second, lambda: True)
    line.join(second)
    assert line.take(second, lambda: True)
    line.leave()
    line.leave()
    assert memory.promised() == 0
