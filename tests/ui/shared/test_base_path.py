"""Below a path of a server, as behind a proxy with other apps, every link leads below that path."""

import re

import pytest
import streamlit as st

from tests.sources import ROOT, each, name
from ui.frame import own_path
from ui.frame.steps import STEPS
from ui.session import address
from ui.shared import navigation, terms, text

LESSONS = sorted((ROOT / "ui").glob("*/lesson.*.md"))
SOURCES = [path for path in (ROOT / "ui").rglob("*") if path.suffix in {".py", ".toml", ".po", ".js", ".css"}]
ABSOLUTE = re.compile(r"""\]\(/[a-z]|href=\\?["']/[a-z]""")


@pytest.fixture
def below(monkeypatch):
    whole = st.get_option
    monkeypatch.setattr(st, "get_option", lambda key: "lab/one" if key == "server.baseUrlPath" else whole(key))
    return "/lab/one"


@pytest.mark.parametrize(("given", "root"), [("", ""), ("lab", "/lab"), ("/lab/", "/lab"), ("a/b", "/a/b")])
def test_the_root_of_the_server(monkeypatch, given, root):
    monkeypatch.setattr(st, "get_option", lambda _key: given)
    assert navigation.root() == root


@pytest.mark.parametrize("path", LESSONS, ids=name)
def test_every_link_of_a_lesson_is_below_it(monkeypatch, below, path):
    monkeypatch.setattr(text, "language", lambda: path.suffixes[0][1:])
    links = re.findall(r"\]\(([^)\s]+)", text.lesson(path.parent.name))
    within = [link for link in links if not link.startswith("https://")]
    assert within or path.name != "lesson.en.md"
    assert [link for link in within if not link.startswith(f"{below}/")] == []


@each(SOURCES)
def test_no_other_text_holds_a_link_from_the_root(path):
    assert ABSOLUTE.findall(path.read_text(encoding="utf-8")) == []


def test_links_that_are_made_are_below_it(below):
    assert address.link("curves", t=0.5) == f"{below}/curves?t=0.5"
    assert terms.address(terms.TERMS["auc"]).startswith(f"{below}/glossary?term=auc")
    step = next(iter(STEPS.values()))
    assert own_path._link(step).startswith(f"{below}/{step.page}?")


def test_the_page_is_told_from_the_path(monkeypatch, below):
    for path, page in (("", ""), ("/", ""), ("/costs", "costs")):
        monkeypatch.setattr(type(st.context), "url", f"http://host{below}{path}")
        assert navigation.in_address() == page
