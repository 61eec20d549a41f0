"""The address bar: read once, written after that."""

import pytest

from tests.ui.session.sessions import Session, many_classes, two_classes
from ui.live import threshold
from ui.session import address, loaded
from ui.session.samples import SAMPLES
from ui.shared import navigation
from ui.shared.text import LANGUAGES


def start_and_write(default=0.5):
    address.start()
    address.write()
    address.write_choice(threshold.CHOICE, default=default)


def test_empty_means_the_lecture_and_stays_nearly_empty():
    session = Session()
    session.run(start_and_write)
    assert session["loaded"].sample == "lecture-20"
    assert session.address == {"sample": "lecture-20"}


def test_is_read_and_written_the_same():
    asked = {"sample": "two-models", "model": "model_b", "positive": "0", "lang": "zh", "t": "0.123456789012345"}
    session = Session(asked)
    session.run(start_and_write)
    assert session["loaded"].sample == "two-models"
    assert [session[key] for key in ("model", "positive", "lang", "t")] == ["model_b", "0", "zh", 0.123456789012345]
    assert session.address == asked


@pytest.mark.parametrize("key", SAMPLES)
def test_every_sample(key):
    session = Session({"sample": key})
    session.run(start_and_write)
    assert session["loaded"].sample == key
    assert session.address == {"sample": key}


@pytest.mark.parametrize(
    "asked",
    [
        {"sample": "../../etc/passwd"},
        {"model": "gone"},
        {"positive": "<b>"},
        {"lang": "xx"},
        {"t": "x"},
        {"t": ""},
        {"t": "nan"},
        {"t": "inf"},
        {"t": "1e400"},
        {"sample": "", "model": "", "positive": "", "lang": ""},
    ],
    ids=str,
)
def test_what_does_not_fit_is_ignored(asked):
    session = Session(asked)
    session.run(start_and_write)
    assert session["loaded"].sample == "lecture-20"
    assert [session[key] for key in ("model", "positive", "lang", "t")] == [None] * 4


def test_what_a_link_asks_for_and_is_not_there_is_said():
    session = Session(
        {"sample": "melon-20", "model": "m", "positive": "q", "lang": "xx", "t": "high", "utm_source": "mail"}
    )
    session.run(start_and_write)
    said = sorted(toast.value.replace("\\", "") for toast in session.at.toast)
    assert [sentence.split(" must be ")[0] for sentence in said] == ["lang", "model", "positive", "t"]
    assert said[0] == f"lang must be one of {', '.join(LANGUAGES)}; got 'xx' (in the link). Its default is shown."
    assert all(sentence.endswith("(in the link). Its default is shown.") for sentence in said)
    session.run(start_and_write)
    assert not session.at.toast


@pytest.mark.parametrize(("former", "now"), SAMPLES["miscalibrated"].renamed)
def test_an_older_link_leads_to_the_model_that_has_another_name_now(former, now):
    session = Session({"sample": "miscalibrated", "model": former, "t": "0.3"})
    session.run(start_and_write)
    assert (loaded_model(session), session["t"]) == (now, 0.3)
    assert session.address.get("model", "model_a") == now


def loaded_model(session):
    """Return the model that is looked at."""
    found = []
    session.run(lambda: found.append(loaded.model()))
    return found[0]


def test_what_models_of_other_samples_are_called_is_left_alone():
    session = Session({"sample": "two-models", "model": "too_high"})
    session.run(start_and_write)
    assert loaded_model(session) == "model_a"
    assert "model" not in session.address


def test_of_a_sample_that_there_is_not_nothing_else_is_taken_and_a_reload_says_the_same():
    asked = {"sample": "gone", "model": "model_b", "positive": "0", "t": "0.3"}
    session = Session(asked)
    session.run(start_and_write)
    assert session.run(loaded.gone) == loaded.UNKNOWN
    assert session.run(loaded.unknown_sample) == "gone"
    assert [session[key] for key in ("model", "positive", "t")] == [None] * 3
    assert session.address["sample"] == "gone"
    assert "source" not in session.address
    session.run(take_a_sample)
    assert session.run(loaded.unknown_sample) is None
    session.run(start_and_write)
    assert session.address == {"sample": "melon-20"}


def take_a_sample():
    loaded.keep(loaded.sample("melon-20"))


def test_is_read_once():
    session = Session({"sample": "two-models", "t": "0.3"})
    session.run(start_and_write)
    session["t"] = 0.7
    session.run(start_and_write)
    assert session["t"] == 0.7
    assert session.address["t"] == "0.7"


def test_what_is_at_its_default_is_taken_out_again():
    session = Session({"sample": "two-models", "model": "model_b", "positive": "0", "t": "0.3", "lang": "zh"})
    session.run(start_and_write)
    for key, value in (("model", "model_a"), ("positive", "1"), ("t", 0.5), ("lang", "en")):
        session[key] = value
    session.run(start_and_write)
    assert session.address == {"sample": "two-models"}


def test_threshold_at_the_default_of_the_page_is_left_out():
    session = Session(t=0.25)
    session.run(lambda: start_and_write(default=0.25))
    assert "t" not in session.address
    session.run(lambda: start_and_write(default=0.5))
    assert session.address["t"] == "0.25"


def test_a_file_cannot_be_linked():
    session = Session({"sample": "melon-20"}, loaded=two_classes(), model="other", positive="b")
    session.run(start_and_write)
    assert session.address == {"source": "file", "model": "other", "positive": "b"}
    session.run(lambda: loaded.keep(loaded.sample("melon-20")))
    session.run(start_and_write)
    assert session.address == {"sample": "melon-20"}


def test_generated_rows_cannot_be_linked_either():
    session = Session(loaded=loaded.Loaded(two_classes().predictions, "drawn", generated=True))
    session.run(start_and_write)
    assert session.address == {"source": "generated"}


@pytest.mark.parametrize("source", ["file", "generated"])
def test_a_session_that_begins_where_a_file_was_takes_nothing_else(source):
    session = Session({"source": source, "t": "0.69", "cost_fn": "7", "prevalence": "0.2", "lang": "zh"})
    session.run(start_and_write)
    assert session.run(loaded.gone) == source
    assert [session[key] for key in ("t", "cost_fn", "prevalence")] == [None] * 3
    assert session.address == {"source": source, "lang": "zh"}
    session.run(lambda: loaded.keep(two_classes()))
    assert session.run(loaded.gone) is None


def test_of_many_classes_the_one_of_the_lesson_is_the_default():
    session = Session({"sample": "digits"})
    session.run(start_and_write)
    assert session.run(loaded.positive) == "8"
    assert session.address == {"sample": "digits"}
    session["positive"] = "0"
    session.run(start_and_write)
    assert session.address == {"sample": "digits", "positive": "0"}


def test_of_many_classes_in_a_file_the_first_is_the_default():
    session = Session(loaded=many_classes())
    session.run(start_and_write)
    assert session.run(loaded.positive) == "a"
    session["positive"] = "c"
    session.run(start_and_write)
    assert session.address == {"source": "file", "positive": "c"}


def test_sessions_do_not_share_what_they_loaded():
    one, two = Session(), Session()
    one.run(lambda: loaded.keep(two_classes()))
    assert one.run(loaded.current).name == "my file.csv"
    assert two.run(loaded.current).sample == "lecture-20"


@pytest.mark.parametrize(
    ("page", "asked", "model"),
    [
        ("confusion_matrix", {}, "naive_bayes"),
        ("confusion_matrix", {"model": "logistic_regression"}, "logistic_regression"),
        ("curves", {}, "logistic_regression"),
    ],
)
def test_a_sample_opens_on_the_model_of_its_story_where_that_is_told(monkeypatch, page, asked, model):
    monkeypatch.setattr(navigation, "in_address", lambda: page)
    session = Session({"sample": "digits"} | asked)
    session.run(start_and_write)
    shown = session.run(loaded.model)
    assert shown.startswith(model)
    assert session.address.get("model") == (None if shown == session.run(loaded.models)[0] else shown)
