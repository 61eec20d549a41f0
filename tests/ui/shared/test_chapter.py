"""The chapter's pages: in the lecture's order, each where there is a script for it, each with an example that opens."""

import re

from tests.sources import ROOT
from tests.ui.shared.links import wrong
from ui.shared import chapter

AROUND = {"home", "data", "glossary", "answer", "watch"}


def test_every_page_there_is_has_its_place():
    scripts = {path.stem for path in (ROOT / "pages").glob("*.py")}
    assert scripts == set(chapter.PAGES) | AROUND


def test_their_order_is_the_lecture_s():
    beginnings = [[int(n) for n in page.sections.split("-")[0].split(".")] for page in chapter.PAGES.values()]
    assert beginnings == sorted(beginnings)
    assert all(re.fullmatch(r"\d(\.\d)+(-\d(\.\d)+)?", page.sections) for page in chapter.PAGES.values())


def test_the_menu_has_each_page_once_in_this_order():
    in_menu = [page.key for part in chapter.PARTS for page in chapter.of_part(part)]
    assert in_menu == list(chapter.PAGES)


def test_every_example_opens_as_it_is_asked_for():
    for key, page in chapter.PAGES.items():
        assert page.example, key
        assert not wrong(page.example), key
        assert page.question.endswith("?")
