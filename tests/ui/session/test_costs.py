"""Costs of a sample and of a visitor's rows, and what the address says of them."""

from evalcore.predictions import one_vs_rest
from tests.ui.session.sessions import Session, breaking_off_everywhere, many_classes, two_classes
from ui.session import address, costs, loaded


def test_a_sample_has_costs_and_a_visitors_rows_have_none():
    assert Session(loaded=loaded.sample("melon-20")).run(lambda: costs.mistakes(loaded.binary())) == (5.0, 1.0)
    assert Session(loaded=two_classes()).run(lambda: costs.mistakes(loaded.binary())) is None


def test_costs_of_own_rows_stay_with_the_classes():
    session = Session(loaded=two_classes(), amounts="fn")
    session.run(lambda: costs.start(loaded.binary()))
    session["cost_fn"], session["cost_fp"], session["cost_tp"] = 7.0, 2.0, -1.0
    session["positive"] = "b"
    assert session.run(lambda: costs.mistakes(loaded.binary())) == (2.0, 7.0)
    assert [session[key] for key in ("cost_tp", "cost_tn", "amounts")] == [0.0, -1.0, "fp"]


def test_they_stay_with_the_classes_wherever_a_run_is_broken_off(monkeypatch):
    kept = {"loaded": two_classes(), "positive": "b", "costs_positive": "a", "amounts": "fn"}
    kept |= {"cost_fn": 7.0, "cost_fp": 2.0, "cost_tp": -1.0, "cost_tn": 0.0, "factor": 1.0}
    predictions = kept["loaded"].predictions
    rows = one_vs_rest(predictions, "b", model=next(iter(predictions.scores)))
    for nth, state in breaking_off_everywhere(monkeypatch, kept, lambda: costs.start(rows)):
        costs.start(rows)
        found = [state[key] for key in ("cost_fn", "cost_fp", "cost_tp", "cost_tn", "amounts")]
        assert found == [2.0, 7.0, 0.0, -1.0, "fp"], nth
    assert nth > 20


def test_of_many_classes_they_are_asked_for_again():
    session = Session(loaded=many_classes())
    session.run(lambda: costs.start(loaded.binary()))
    session["cost_fn"], session["cost_fp"] = 7.0, 2.0
    session["positive"] = "c"
    assert session.run(lambda: costs.mistakes(loaded.binary())) is None


def test_after_other_rows_nothing_is_turned_over():
    session = Session(loaded=two_classes())
    session.run(lambda: costs.start(loaded.binary()))
    session.run(lambda: loaded.keep(many_classes()))
    session.run(lambda: costs.start(loaded.binary(positive_class="c")))
    assert [session[key] for key in ("cost_fn", "cost_fp", "cost_tp", "cost_tn")] == [None, None, 0.0, 0.0]


def test_a_link_with_costs_is_read_and_written_the_same():
    asked = {"sample": "card-fraud", "cost_fn": "7.5", "cost_tn": "-1", "prevalence": "0.2", "amounts": "fn"}
    session = Session(asked)

    def act():
        address.start()
        costs.start(loaded.binary())
        address.write()
        costs.write_address(0.5)

    session.run(act)
    assert session.address == asked
    session["prevalence"], session["amounts"] = 0.5, "none"
    session.run(act)
    assert session.address == {"sample": "card-fraud", "cost_fn": "7.5", "cost_tn": "-1"}


def test_costs_out_of_range_are_ignored():
    session = Session({"cost_fn": "-1", "cost_fp": "1e10", "prevalence": "1", "amounts": "all", "factor": "x"})
    session.run(address.start)
    assert [session[key] for key in ("cost_fn", "cost_fp", "prevalence", "amounts", "factor")] == [None] * 5
