"""What the operator watches: behind a key, the numbers of the server alone, the same for Prometheus."""

import logging

import pytest
from streamlit.logger import get_logger
from streamlit.testing.v1 import AppTest

from tests.sources import ROOT
from ui.session import watched

PAGE = str(ROOT / "pages" / "watch.py")


@pytest.fixture
def key(monkeypatch):
    monkeypatch.setenv(watched.KEY, "open sesame")
    monkeypatch.setattr(watched, "sessions", lambda: (3, 1))
    return "open sesame"


def test_without_a_key_of_the_operator_nothing_opens_it(monkeypatch):
    monkeypatch.delenv(watched.KEY, raising=False)
    at = AppTest.from_file(PAGE).run()
    at.text_input(key="operator_key").set_value("x").run()
    assert not at.metric
    assert not watched.is_watched()


def test_the_key_opens_it_and_no_other_one(key):
    at = AppTest.from_file(PAGE).run()
    assert not at.metric
    at.text_input(key="operator_key").set_value("open").run()
    assert [one.value for one in at.error] == ["This is not the key."]
    assert not at.metric
    at.text_input(key="operator_key").set_value(key).run()
    assert not at.exception
    assert [(one.label, one.value) for one in at.metric][:2] == [("sessions", "3"), ("kept without their tab", "1")]
    assert len(at.dataframe) == 2


def test_another_key_shuts_it_again(key, monkeypatch):
    at = AppTest.from_file(PAGE).run()
    at.text_input(key="operator_key").set_value(key).run()
    monkeypatch.setenv(watched.KEY, "another")
    assert not at.run().metric


def test_prometheus_is_told_the_same_numbers():
    kept = watched.of_server()
    with watched.answer("costs"):
        pass
    before = kept.faults.n
    get_logger("streamlit.error_util").handle(logging.LogRecord("", logging.WARNING, "", 0, "a fault", (), None))
    told = {family: [one.to_metric_str() for one in stats] for family, stats in watched.Told().get_stats().items()}
    assert set(told) == set(watched.Told().stats_families)
    assert told["evaluation_faults"] == [f"evaluation_faults_total {before + 1}"]
    assert 'evaluation_runs{line="minutes",state="waiting"} 0' in told["evaluation_runs"]
    (costs,) = (text for text in told["evaluation_answer_seconds"] if 'page="costs"' in text)
    taken = dict(kept.answers.slowest_first())["costs"]
    assert f'evaluation_answer_seconds_count{{page="costs"}} {taken.n}' in costs
    assert 'le="+Inf"' in costs
    assert list(watched.Told().get_stats(["evaluation_sessions"])) == ["evaluation_sessions"]
