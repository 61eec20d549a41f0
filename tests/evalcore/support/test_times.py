"""How long things have taken, counted in buckets."""

import math

import pytest

from evalcore.support.times import BUCKETS, Taken, Times


def test_each_is_counted_in_its_bucket_and_none_is_lost():
    taken = Taken()
    for seconds in (0.05, 0.1, 0.11, 9.0, 10.0, 11.0):
        taken.add(seconds)
    assert taken.up_to() == [sum(s <= most for s in (0.05, 0.1, 0.11, 9.0, 10.0, 11.0)) for most in BUCKETS]
    assert (taken.n, taken.slowest, taken.mean) == (6, 11.0, pytest.approx(30.26 / 6))
    assert math.isnan(Taken().mean)


def test_what_is_within_another_belongs_to_it_also_where_it_fails():
    times = Times()
    with pytest.raises(ValueError, match="broken"), times.timed("page"), times.timed("sections"):
        raise ValueError("broken")
    with times.timed("sections"):
        pass
    assert {kind: taken.n for kind, taken in times.slowest_first()} == {"page": 1, "sections": 1}


def test_the_slowest_stands_first():
    times = Times()
    times.add("a", 1.0)
    times.add("b", 2.0)
    assert [kind for kind, _taken in times.slowest_first()] == ["b", "a"]
