"""What reading may take: the machine's free memory, or the container's where that is less."""

import io
import re
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from evalcore.errors import InputError
from evalcore.reading import Limits, read_table
from evalcore.reading.conditions import check_swelling
from evalcore.support import memory

GB = 10**9


@pytest.fixture
def free(monkeypatch):
    def set_to(*, machine, v2=None, v1=None):
        monkeypatch.setattr(memory, "_machine", lambda: machine)
        monkeypatch.setattr(memory, "_groups", lambda: [v2, v1])

    return set_to


def test_the_smallest_of_machine_and_container_counts(free):
    free(machine=30 * GB, v2=3 * GB)
    assert memory.free_memory() == 3 * GB
    free(machine=30 * GB, v1=2 * GB)
    assert memory.free_memory() == 2 * GB
    free(machine=None)
    assert memory.free_memory() == 4 << 30


def test_a_third_of_what_is_free_and_never_more_than_is_sensible(free):
    free(machine=9 * GB)
    assert Limits.here() == Limits(table=3 * GB, memory=3 * GB)
    assert Limits.in_process() == Limits(table=GB, memory=3 * GB)
    free(machine=900 * GB)
    assert Limits.in_process() == Limits(table=2 * GB, memory=6 << 30)
    free(machine=9 * GB)
    assert Limits.in_process(others=3 * GB).memory == 2 * GB
    free(machine=0)
    assert Limits.in_process().memory == Limits.here().table == 1 << 29


def test_this_machine_says_what_is_free():
    assert memory.free_memory() > 0


@pytest.mark.parametrize(
    ("limit", "used", "left"), [("1000", "400", 700), ("max", "400", None), (str(2**63 - 4096), "400", None)]
)
def test_a_group_leaves_what_it_does_not_use_and_its_files(tmp_path, limit, used, left):
    for name, text in (("limit", limit), ("used", used), ("memory.stat", "anon 1\nfiles 100\n")):
        (tmp_path / name).write_text(text)
    assert memory._left(tmp_path, "limit", "used", "files") == left
    assert memory._left(tmp_path, "none", "used", "files") is None


def test_limits_can_be_changed_one_by_one():
    assert replace(Limits(1, 2), seconds=3.0) == Limits(1, 2, 3.0)


def test_a_tiny_file_that_would_fill_the_memory_is_refused_before_it_is_laid_out():
    told = (
        "The table must be at most 1,000 times as large as its file; its 290,000,000 rows in 941 bytes are larger, so "
        "nearly all of them are alike. Save the rows that differ."
    )
    with pytest.raises(InputError, match=re.escape(told)):
        check_swelling(290_000_000, 1, 941)
    check_swelling(30_000_000, 1, 941)  # 240 MB are no harm
    check_swelling(10**9, 2, 16_000_000)
    column = pa.array([1.0]).take(pa.array(np.zeros(40_000_000, dtype=np.int8)))
    sink = io.BytesIO()
    pq.write_table(pa.table({"y": column}), sink)
    with pytest.raises(InputError, match="nearly all of them are alike"):
        read_table(sink.getvalue(), name="same.parquet")
