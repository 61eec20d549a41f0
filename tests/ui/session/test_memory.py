"""One memory a session."""

import gc
import weakref

import pytest

from tests.ui.session.sessions import Session, two_classes
from ui.session import freed, loaded, memory
from ui.session.memory import MOST


def test_makes_once():
    made = []

    def act():
        return [memory.memo("key", make=lambda: made.append(1) or len(made)) for _ in range(3)]

    session = Session()
    assert session.run(act) == [1, 1, 1]
    assert session.run(act) == [1, 1, 1]
    assert made == [1]


def test_keeps_what_is_undefined_too():
    made = []

    def act():
        return memory.memo("nothing", make=lambda: made.append(1))

    session = Session()
    assert session.run(act) is session.run(act) is None
    assert made == [1]


def test_keeps_at_most_so_many_of_a_kind_and_the_latest():
    def act():
        for i in range(MOST + 5):
            memory.memo("many", i, make=lambda i=i: i)
        memory.memo("few", 0, make=lambda: "kept")

    session = Session()
    session.run(act)
    assert list(session["memory"]["many"].values()) == list(range(5, MOST + 5))
    assert list(session["memory"]["few"].values()) == ["kept"]
    assert session.run(lambda: memory.memo("many", 0, make=lambda: "again")) == "again"
    assert len(session["memory"]["many"]) == MOST


def test_what_nobody_asked_for_longest_goes_first():
    def act():
        for i in range(MOST):
            memory.memo("kind", i, make=lambda i=i: i)
        memory.memo("kind", 0, make=lambda: "made again")
        memory.memo("kind", "new", make=lambda: "new")

    session = Session()
    session.run(act)
    assert list(session["memory"]["kind"].values()) == [*range(2, MOST), 0, "new"]


def test_every_part_tells_apart():
    def act():
        parts = [("a", "b"), ("a/b",), ("a", "b", None), (("a", "b"),), ("a", 1.0), ("a", 2.0)]
        return [memory.memo("kind", *one, make=lambda one=one: one) for one in parts] == parts

    assert Session().run(act)


def test_new_data_forget_what_was_computed_of_the_old():
    session = Session()
    session.run(lambda: memory.memo("kind", make=lambda: "old"))
    session.run(lambda: loaded.keep(two_classes()))
    assert session["memory"] is None


def test_belongs_to_its_session():
    one, two = Session(), Session()
    assert one.run(lambda: memory.memo("key", make=lambda: "one")) == "one"
    assert two.run(lambda: memory.memo("key", make=lambda: "two")) == "two"
    assert one.run(lambda: memory.memo("key", make=lambda: "other")) == "one"


def test_forgets_what_could_not_be_made():
    def fail():
        raise ValueError("stopped")

    session = Session()
    with pytest.raises(ValueError, match="stopped"):
        session.run(lambda: memory.memo("key", make=fail))
    assert session.run(lambda: memory.memo("key", make=lambda: "made")) == "made"


def test_what_is_large_says_how_many_are_kept():
    made = []

    def act():
        for one in (1, 2, 3, 3, 2, 1):
            memory.memo("large", one, make=lambda one=one: made.append(one), most=2)

    Session().run(act)
    assert made == [1, 2, 3, 1]


def test_what_is_for_a_run_is_made_once_in_it_and_anew_in_the_next():
    made = []

    def act():
        return [memory.for_run("long", *part, make=lambda: made.append(1) or len(made)) for part in ("a", "a", "b")]

    session = Session()
    assert session.run(act) == [1, 1, 2]
    assert session.run(act) == [3, 3, 4]


def test_outside_a_run_nothing_is_kept():
    assert [memory.for_run("long", make=lambda one=one: one) for one in (1, 2)] == [1, 2]


def test_new_data_forget_what_is_for_the_run_too():
    def act():
        first = memory.for_run("long", make=lambda: "old")
        memory.forget()
        return first, memory.for_run("long", make=lambda: "new")

    assert Session().run(act) == ("old", "new")


def test_free_memory_is_given_back_after_the_last_run(monkeypatch):
    asked = []
    monkeypatch.setattr(freed, "soon", lambda: asked.append(1))
    Session().run(lambda: [memory.for_run("long", make=lambda: "made") for _ in range(3)])
    assert asked == [1]


def test_of_several_that_ask_the_last_waits():
    done = []
    later = freed.Later(lambda: done.append(1), after=3600)
    timers = [later.ask() for _ in range(3)]
    assert [timer.finished.is_set() for timer in timers] == [True, True, False]
    timers[-1].cancel()
    freed.Later(lambda: done.append(2), after=0).ask().join(60)
    assert done == [2]


def test_what_an_ended_session_held_in_a_ring_is_freed():
    class Held:
        """What refers to itself, as a session does."""

    ring = Held()
    ring.itself, gone = ring, weakref.ref(ring)
    gc.disable()
    try:
        del ring
        assert gone() is not None
        freed.collect()
        assert gone() is None
    finally:
        gc.enable()


def test_giving_back_is_no_error_where_there_is_no_way(monkeypatch):
    assert freed.give_back() in (True, False)
    monkeypatch.setattr(freed.ctypes, "CDLL", lambda _name: object())
    assert freed.give_back() is False
