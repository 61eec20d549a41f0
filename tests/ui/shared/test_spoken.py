"""What Streamlit says to who hears the page is said in the language of the page."""

import re

import pytest
import streamlit as st

from ui.shared import spoken


def sent(monkeypatch, language):
    found = []
    monkeypatch.setattr(st, "session_state", {"lang": language})
    monkeypatch.setattr(spoken, "_SPOKEN", lambda *, key, data: found.append(data))
    spoken.keep()
    (data,) = found
    return data


def test_every_name_is_said_in_chinese(monkeypatch):
    data = sent(monkeypatch, "zh")
    assert set(data["names"]) == set(spoken.NAMES)
    for words in (*data["names"].values(), *data["begins"].values()):
        assert re.search(r"[一-鿿]", words)
    assert all("{name}" in words for words in data["begins"].values())


def test_english_is_left_to_streamlit(monkeypatch):
    data = sent(monkeypatch, "en")
    assert (data["names"], data["begins"]) == ({}, {})


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_page_says_which_language_it_is_in(monkeypatch, language):
    data = sent(monkeypatch, language)
    assert data["language"] == language
    assert data["languages"] == {"English": "en", "中文": "zh"}
