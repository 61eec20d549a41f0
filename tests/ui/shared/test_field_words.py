"""What Streamlit writes into fields is replaced by the app's own words, in the language of the page."""

import json
import re

import pytest
import streamlit as st

from ui.shared import field_words


@pytest.fixture(params=["en", "zh"])
def language(request, monkeypatch):
    monkeypatch.setattr(st, "session_state", {"lang": request.param})
    return request.param


def said(sheet):
    return [json.loads(one) for one in re.findall(r'content: ("(?:[^"\\]|\\.)*")', sheet)]


def test_every_word_is_in_the_language_of_the_page(language):
    words = said(field_words.rules())
    assert len(words) == 7
    assert all(bool(re.search(r"[一-鿿]", word)) == (language == "zh") for word in words)


def test_a_field_says_its_own_limit_and_what_to_do_with_a_file_that_did_not_arrive(language, monkeypatch):
    written = []
    monkeypatch.setattr(st, "html", written.append)
    field_words.of_upload("table_upload", 20)
    (sheet,) = written
    size, refused = said(sheet)
    assert size == {"en": "at most 20 MB", "zh": "至多20 MB"}[language]
    assert "20 MB" in refused
    assert sheet.count(".st-key-table_upload ") == 3


def test_no_word_ends_the_sheet_or_its_string():
    assert field_words._quoted('a "b" </style>') == '"a \\"b\\" \\3c /style>"'
