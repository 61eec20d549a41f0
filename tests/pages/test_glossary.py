"""The glossary, run on its own: a link by any name, the search, a term chosen, and the way to its example."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.shared.test_text import ENTRIES
from ui.session import samples
from ui.shared import navigation
from ui.shared.terms import PARTS, TERMS

PAGES = samples.FOLDER.parent / "pages"


def test_the_readme_counts_the_terms_as_they_are():
    outside = sum(term.outside for term in TERMS.values())
    said = f"the {len(TERMS) - outside} terms of the chapter and {outside} further words"
    assert said in (PAGES.parent / "README.md").read_text(encoding="utf-8")


def opened(asked=None, **chosen):
    at = AppTest.from_file(str(PAGES / "glossary.py"), default_timeout=60)
    at.query_params.update(asked or {})
    for key, value in chosen.items():
        at.session_state[key] = value
    return well(at.run())


def well(at):
    assert not at.exception
    assert not at.error
    return at


def address(at):
    return {key: value[0] if isinstance(value, list) else value for key, value in at.query_params.items()}


def names(at):
    return [group.label for group in at.get("button_group")]


def texts(at):
    return {text.value for kind in (at.header, at.markdown, at.caption) for text in kind}


@pytest.fixture
def ways(monkeypatch):
    """Where the buttons lead."""
    found = []
    monkeypatch.setattr(navigation, "go_to", lambda page, **asked: found.append((page, asked)))
    return found


def test_a_term_is_opened_by_any_of_its_names_and_leads_to_its_example(ways):
    at = opened({"term": "灵敏度"})
    assert address(at)["term"] == "recall"
    assert {"recall $R$", "**查全率**", TERMS["recall"].meanings["zh"]} <= texts(at)
    assert at.get("latex")[0].value.strip("$\n ") == TERMS["recall"].formula
    well(at.button(key="term_see").click().run())
    assert ways == [("confusion_matrix", {})]
    assert (at.session_state["loaded"].sample, at.session_state["t"]) == ("melon-20", 0.6)


def test_what_is_typed_is_searched_in_both_languages_and_the_nearest_is_shown():
    at = opened()
    assert names(at) == list(PARTS.values())
    assert "Choose a term, or search for one: also by another of its names." in texts(at)
    for typed in ("sensitivity", "召回"):
        well(at.text_input(key="glossary_search").set_value(typed).run())
        assert names(at)[0].endswith(f"of {len(TERMS)} terms")
        assert "recall $R$" in texts(at)
        # It stands in the address where it was chosen, not while it is searched for.
        assert "term" not in address(at)
    well(at.text_input(key="glossary_search").set_value("sensitivty").run())
    assert names(at)[0] == "No term is called so. Spelled alike:"
    assert "recall $R$" in texts(at)
    well(at.text_input(key="glossary_search").set_value("xyzzy").run())
    assert any(text.startswith("No term of the chapter is called so.") for text in texts(at))
    well(at.text_input(key="glossary_search").set_value("").run())
    well(at.get("button_group")[3].set_value("auc").run())
    assert address(at)["term"] == "auc"
    assert "area under ROC curve $\\text{AUC}$" in texts(at)


def test_in_chinese_and_by_a_name_that_there_is_not():
    at = opened({"term": "nothing of the kind", "lang": "zh"})
    assert at.text_input(key="glossary_search").value == "nothing of the kind"
    assert "term" not in address(at)
    well(at.text_input(key="glossary_search").set_value("bias").run())
    assert "偏差 $bias^2(x)$" in texts(at)
    english = {str(entry.id) for entry in ENTRIES.values() if entry.id != entry.string}
    assert not english & texts(at)
    assert at.button(key="term_see").label == "去看：偏差与方差"


@pytest.mark.parametrize("key", [key for key, term in TERMS.items() if term.page == "data" or term.page is None])
def test_terms_without_a_page_of_the_chapter(key, ways):
    at = opened({"term": key})
    see = [button for button in at.button if button.key == "term_see"]
    assert bool(see) == (TERMS[key].page is not None)
    for button in see:
        well(button.click().run())
        assert ways == [("data", {})]
