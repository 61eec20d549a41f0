"""The glossary's terms: all of the chapter in the textbook's words, found by every name, each with a way that opens."""

import re
from pathlib import Path

import pytest
import streamlit as st

from evalcore.metrics.registry import METRICS
from tests.languages import WHOLE
from tests.ui.shared.links import wrong
from tests.ui.shared.test_text import ENTRIES
from ui.regression import errors_words
from ui.shared import cards, chapter, terms
from ui.shared.terms import TERMS


# The words of the chapter, English and the textbook's Chinese, each pair as it was settled.
def words(name):
    """Return the pairs of a list beside this file."""
    lines = Path(__file__).with_name(f"{name}.tsv").read_text(encoding="utf-8").splitlines()
    return [tuple(line.split("\t")) for line in lines]


WORDS = words("words_of_the_chapter")
# What else stands in tables of the app.
BEYOND = words("words_beyond_the_chapter")


@pytest.fixture
def language(monkeypatch):
    """Speak a language."""
    session = {}
    monkeypatch.setattr(st, "session_state", session)
    return lambda code: session.update(lang=code)


def test_every_word_of_the_chapter_is_there_once():
    assert len(WORDS) == len(set(WORDS)) == len({english for english, _chinese in WORDS}) == 132
    assert len(TERMS) == len(WORDS) + len(BEYOND)
    assert {(term.names["en"], term.names["zh"]) for term in TERMS.values()} == {*WORDS, *BEYOND}


def test_what_stands_in_tables_beyond_the_chapter_is_said_to_lie_outside_it():
    assert not set(BEYOND) & set(WORDS)
    for english, chinese in BEYOND:
        assert terms.named(english) is terms.named(chinese)
        assert terms.named(english).outside


def test_every_measure_of_a_table_is_a_term():
    titles = {str(metric.title) for metric in METRICS.values()} | set(errors_words.METRICS.values())
    assert {title for title in titles if terms.named(title) is None} == {"always the larger class: accuracy"}


def test_addresses_are_unique_over_all_parts():
    assert list(terms._PARTS_READ) == list(terms.PARTS)
    keys = [key for entries in terms._PARTS_READ.values() for key in entries]
    assert len(keys) == len(set(keys)) == len(TERMS)
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", key) for key in keys)


def test_each_has_both_languages_and_says_what_it_is():
    for key, term in TERMS.items():
        assert set(WHOLE) <= set(term.names) == set(term.meanings), key
        for code, meaning in term.meanings.items():
            assert meaning[-1] in ("。？" if code == "zh" else ".?"), key
            # One or two sentences, three at most.
            assert 1 <= len(re.findall(r"[.?](?:\s|$)|[。？]", meaning)) <= 3, key
        assert re.search("[\u4e00-\u9fff]", term.meanings["zh"]), key
        # Chinese in English stands in brackets, but for the two words that are told apart.
        english = re.sub(r"\([^)]*\)|精度|准确率", "", term.meanings["en"])
        assert not re.search("[\u4e00-\u9fff]", english), key


def test_tex_is_whole():
    for key, term in TERMS.items():
        for tex in filter(None, (term.symbol, term.formula)):
            assert tex.count("{") == tex.count("}"), key
            assert tex.count(r"\left") == tex.count(r"\right"), key
            assert "$" not in tex, key


def test_every_way_opens_what_it_asks_for():
    """Of a page that is still to come nothing is known but its name."""
    assert [key for key, term in TERMS.items() if term.page is None] == ["label-space"]
    for key, term in TERMS.items():
        assert term.page in {*chapter.PAGES, "data", None}, key
        # A threshold or a model means nothing without its rows.
        assert "sample" in term.asked or not term.asked.keys() & {"t", "beta", "model"}, key
        assert term.page not in chapter.PAGES or not wrong(term.asked), key


def test_words_of_the_screen_are_the_glossary_s():
    """What is a term's name in English is its name in Chinese, too, or one of those the entry gives."""
    for term in TERMS.values():
        chinese = {term.names["zh"], *re.split(r" / |, |[() ]+", term.names["zh"])}
        for entry in ENTRIES.values():
            if entry.id.lower() == term.names["en"].lower() and term.key not in ("f1",):
                assert entry.string in chinese, (entry.id, entry.string)


@pytest.mark.parametrize(
    ("english", "chinese"),
    [
        ("precision", "查准率"),
        ("accuracy", "精度"),
        ("inductive bias", "归纳偏好"),
        ("bias", "偏差"),
        ("recall", "查全率"),
    ],
)
def test_names_that_are_never_translated_otherwise(english, chinese):
    assert terms.named(english).names["zh"] == chinese
    assert terms.named(chinese).names["en"] == english


@pytest.mark.parametrize(
    "name", ["recall", "Recall", "sensitivity", "hit rate", "召回率", "灵敏度", "敏感度", "查全率", " 查 全 率 "]
)
def test_recall_is_found_by_all_its_names(name):
    assert terms.search(name)[0].key == "recall"


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("true positive rate", "true-positive-rate"),
        ("真正例率", "true-positive-rate"),
        ("TPR", "true-positive-rate"),
        ("特异度", "specificity"),
        ("AUC", "auc"),
        ("5x2", "five-by-two"),
        ("p value", "p-value"),
        ("F1", "f1"),
        ("准确率", "accuracy"),
        ("显著性水平", "significance-level"),
        ("cross val", "cross-validation"),
        ("归一化代价", "normalized-cost"),
        ("P(+)cost", "probability-cost"),
        ("演绎", "induction"),
        ("归纳学习", "induction"),
        ("特化", "specialization"),
        ("自底向上", "generalization"),
        ("自顶向下", "specialization"),
        ("Mitchell", "task-experience-performance"),
        ("梯度下降", "optimizer"),
        ("树叶", "overfitting"),
        ("EER", "equal-error-rate"),
        ("DET", "det"),
        ("Type I error", "type-i-ii"),
    ],
)
def test_the_nearest_stands_first(name, first):
    found = terms.search(name)
    assert first in {term.key for term in found[:2]}
    assert terms.named(name) is None or terms.named(name).key == first


def test_true_positive_rate_finds_recall_as_well():
    assert {term.key for term in terms.search("true positive rate")[:2]} == {"true-positive-rate", "recall"}
    assert {term.key for term in terms.search("准确率")[:2]} == {"accuracy", "precision"}


def test_every_name_finds_its_term():
    for term in TERMS.values():
        for name in (*term.names.values(), *term.also):
            assert term in terms.search(name)[:8], name


def test_a_further_name_is_not_one_of_its_own():
    assert TERMS["recall"].further == [
        "sensitivity",
        "true positive rate",
        "hit rate",
        *["召回率", "灵敏度", "敏感度", "真正例率"],
    ]
    assert TERMS["macro"].further == ["macro average", "macro-F1", "macro-recall", "宏平均"]


def test_what_is_said_of_a_term_is_searched_last_and_nonsense_finds_nothing():
    assert terms.search("melon")
    assert all("melon" in term.meanings["en"] for term in terms.search("melon"))
    assert terms.search("xyzzy") == []
    assert len(terms.search("")) == len(terms.search(" ?")) == len(TERMS)


def test_a_link_keeps_the_language(language):
    language("en")
    assert terms.link(TERMS["recall"]) == "[recall](glossary?term=recall)"
    language("zh")
    assert terms.link(TERMS["recall"]) == "[查全率](glossary?term=recall&lang=zh)"


def test_help_ends_with_the_way_to_the_glossary(language):
    language("en")
    assert terms.explained("tie", "Own help.") == ("Own help. Glossary: [tie](glossary?term=tie)")
    assert terms.meaning("no term of the chapter") is None
    assert terms.meaning("no term", "its own") == "its own"
    assert terms.meaning("recall").startswith("Of the rows that are positive, the share that is found")
    language("zh")
    assert terms.meaning("查全率").endswith("术语表：[查全率](glossary?term=recall&lang=zh)")


def test_a_card_that_is_called_like_a_term_explains_it(language, monkeypatch):
    language("en")
    shown = []
    monkeypatch.setattr(st, "metric", lambda title, value, help: shown.append((title, help)))
    cards.card("precision", "0.6")
    cards.card("saved by it", "3")
    assert shown[0][1].endswith("Glossary: [precision](glossary?term=precision)")
    assert shown[1] == ("saved by it", None)


def test_pages_have_terms():
    assert len([page for page in chapter.PAGES if terms.of_page(page)]) >= 8


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("precison", "precision"),
        ("sensitivty", "recall"),
        ("confusion matirx", "confusion-matrix"),
        ("过拟和", "overfitting"),
    ],
)
def test_who_mistypes_a_name_finds_what_is_spelled_alike(typed, meant):
    assert terms.search(typed) == []
    assert terms.alike(typed)[0].key == meant


@pytest.mark.parametrize("typed", ["", "xyzzy", "不存在的词"])
def test_what_is_like_no_name_finds_nothing(typed):
    assert terms.alike(typed) == []
