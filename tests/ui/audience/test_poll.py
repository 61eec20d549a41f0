"""Votes of a class: each phone has one, nobody's is lost, and what is over takes none."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from ui.audience import poll


@pytest.fixture
def code(monkeypatch):
    monkeypatch.setattr(poll, "_classes", {})
    begun = poll.begin()
    poll.ask(begun, "ties", "Which way?")
    return begun


def phones(code, n):
    found = [poll.new_phone() for _ in range(n)]
    assert all(poll.join(code, phone) for phone in found)
    return found


def test_sixty_phones_at_once_lose_no_vote(code):
    def answer(numbered):
        place, phone = numbered
        poll.join(code, phone)
        # Who changes their mind has one vote still.
        poll.vote(code, phone, "ties", 0)
        return poll.vote(code, phone, "ties", place % 3)

    with ThreadPoolExecutor(60) as threads:
        taken = list(threads.map(answer, enumerate(poll.new_phone() for _ in range(60))))
    now = poll.now(code)
    assert all(taken)
    assert now.votes == {0: 20, 1: 20, 2: 20}
    assert (now.n_votes, now.n_phones) == (60, 60)
    assert sum(now.share(place) for place in range(3)) == pytest.approx(1)


def test_an_answer_can_be_changed_until_it_is_revealed(code):
    (phone,) = phones(code, 1)
    assert poll.vote(code, phone, "ties", 1)
    assert poll.vote(code, phone, "ties", 2)
    poll.reveal(code, "ties")
    assert not poll.vote(code, phone, "ties", 0)
    now = poll.now(code, phone)
    assert (now.votes, now.mine, now.is_revealed) == ({2: 1}, 2, True)


def test_a_step_keeps_its_votes_while_the_class_is_at_another(code):
    (phone,) = phones(code, 1)
    poll.vote(code, phone, "ties", 1)
    poll.ask(code, "models", "Does it count?")
    assert poll.now(code).n_votes == 0
    assert not poll.vote(code, phone, "ties", 0), "the class has gone on"
    poll.ask(code, "ties", "Which way?")
    assert poll.now(code, phone).mine == 1
    poll.forget(code, "ties")
    assert poll.now(code).n_votes == 0


def test_a_class_that_has_ended_takes_nothing(code):
    (phone,) = phones(code, 1)
    poll.end(code)
    assert poll.now(code) is None
    assert not poll.join(code, phone)
    assert not poll.vote(code, phone, "ties", 1)


def test_who_has_not_joined_has_no_vote(code):
    assert not poll.vote(code, "nobody", "ties", 1)
    assert poll.now(code).share(1) == 0


def test_a_class_and_a_server_have_room_for_so_many(code, monkeypatch):
    monkeypatch.setattr(poll, "MOST_PHONES", 2)
    first, _second = phones(code, 2)
    assert not poll.join(code, poll.new_phone())
    assert poll.join(code, first), "who is in stays in"
    monkeypatch.setattr(poll, "MOST_CLASSES", 1)
    assert poll.begin() is None
    monkeypatch.setattr(poll, "KEPT", -1.0)
    assert poll.begin() is not None, "one that nobody has turned to for hours makes room"
    assert poll.now(code) is None


def test_a_class_begun_before_the_server_was_started_anew_has_its_code_again(code, monkeypatch):
    (phone,) = phones(code, 1)
    poll.vote(code, phone, "ties", 1)
    word = poll.teacher_of(code)
    assert poll.resume(word) == code
    assert poll.now(code).n_votes == 1, "it was never gone"
    monkeypatch.setattr(poll, "_classes", {})
    assert poll.teacher_of(code) is None
    assert poll.resume(word) == code
    assert poll.now(code).n_votes == 0
    assert poll.join(code, phone)


@pytest.mark.parametrize("word", ["", "A" * 23, "a" * 24, "I" * 24, "A" * 2000])
def test_what_is_no_word_of_a_teacher_begins_nothing(code, word):
    assert poll.resume(word) is None


def test_whoever_knows_the_code_alone_takes_no_class_over(code, monkeypatch):
    monkeypatch.setattr(poll, "_code", lambda _word: code)
    assert poll.resume("A" * 24) is None
    assert poll.now(code).question == "Which way?"
