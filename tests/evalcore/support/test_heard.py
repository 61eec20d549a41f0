"""What libraries warn of is counted by its kind and told to who listens."""

from evalcore.support import heard


def test_nothing_is_said_of_no_warning():
    assert heard.notes({}) == ()


def test_kinds_and_how_often():
    settled, unsettled = heard.notes({"UserWarning": 1, "ConvergenceWarning": 1200})
    assert str(settled) == (
        "Libraries warned while the learners were trained: ConvergenceWarning (1,200 ×), UserWarning (1 ×). Read these "
        "numbers with care."
    )
    assert str(unsettled).startswith("ConvergenceWarning: the training of a learner was stopped before it had settled;")


def test_who_listens_hears_the_latest_counts():
    counts = {}
    token = heard.listening.set(counts)
    heard.hear({"UserWarning": 1})
    heard.hear({"UserWarning": 3, "RuntimeWarning": 1})
    heard.listening.reset(token)
    heard.hear({"UserWarning": 4})  # nobody listens
    assert counts == {"UserWarning": 3, "RuntimeWarning": 1}
