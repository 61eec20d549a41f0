"""What the hint of a sample asks for is to be seen on the page the sample opens, and is not asked for elsewhere."""

import pytest

from tests.pages.significance_page import opened, texts
from ui.session.loaded import LABELS
from ui.session.samples import SAMPLES, THRESHOLD
from ui.shared import navigation
from ui.shared.chapter import PAGES

HINTS = [key for key, sample in SAMPLES.items() if sample.attempt is not None]


def shown(key, page, tab=""):
    """Return the page of a sample as its card opens it, with a tab open."""
    sample = SAMPLES[key]
    address = {"sample": key, "tab": tab} if tab else {"sample": key}
    if sample.told_of is not None:
        address["model"] = sample.told_of + LABELS
    return opened(address, page=page, **{navigation._ON: page})


def everything(node):
    """Return what the browser is told of an element and of all within it, figures among them."""
    own = str(getattr(node, "proto", ""))
    return own + "".join(map(everything, getattr(node, "children", {}).values()))


@pytest.mark.thorough
@pytest.mark.parametrize("key", HINTS)
def test_what_a_hint_asks_for_is_on_its_page(key):
    sample = SAMPLES[key]
    assert sample.asks, "name what the hint asks for, so that this test can look for it"
    for tab, asked in sample.asks:
        at = shown(key, sample.page, tab)
        assert "**Try:**" in texts(at)
        said = everything(at.main)
        if asked == THRESHOLD:
            assert '\\"name\\":\\"threshold\\"' in said.replace("\\\\", "\\").replace("\\\\", "\\")
        else:
            # Not in the hint itself.
            assert asked in said.replace(sample.attempt, "").replace(sample.lesson, "")


def test_what_is_not_there_is_not_found():
    said = everything(shown("digits", "confusion_matrix").main)
    assert "Choose the threshold" not in said


def test_on_another_page_its_own_question_stands_in_place_of_the_lesson():
    said = texts(shown("lecture-20", "curves"))
    assert PAGES["curves"].question in said
    assert SAMPLES["lecture-20"].lesson not in said
    assert "**Try:**" not in said


def test_a_page_of_rows_of_its_own_asks_its_question():
    assert PAGES["resampling"].question in texts(shown("lecture-20", "resampling"))
