"""Words: every one has its Chinese, the terms are the textbook's, and text from a file stays text."""

import ast
import pickle
import re
import string
from functools import cache

import pytest
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po

from evalcore.errors import Message
from evalcore.support.text import listed
from tests.sources import ROOT, each, name, nodes
from ui.shared import text

SHOWN = [ROOT / "app.py", *sorted((ROOT / "pages").glob("*.py")), *sorted((ROOT / "ui").rglob("*.py"))]
SOURCES = [*SHOWN, *sorted((ROOT / "evalcore").rglob("*.py"))]
MARKS = dict.fromkeys(("_", "N_", "remark", "paragraph", "InputError", "TooLargeError", "Message", "message"))


@cache  # every worker collects this file, one runs it
def extracted():
    """Return every message of the source with the files it comes from."""
    found = {}
    for path in SOURCES:
        for _line, message, _comments, _context in extract_from_file("python", path, keywords=MARKS):
            found.setdefault(message, set()).add(name(path))
    return found


with (ROOT / "ui" / "locale" / "zh.po").open("rb") as file:
    CHINESE = read_po(file, locale="zh")
ENTRIES = {entry.id: entry for entry in CHINESE if entry.id}


def fields(template):
    return {field for _text, field, _spec, _conversion in string.Formatter().parse(template) if field is not None}


def prose(template):
    """Return the words of a template without its fields."""
    return re.sub(r"\{[^}]*\}", "", template).lower()


class TestCatalogue:
    def test_there_is_something_to_translate(self):
        assert len(extracted()) > 100

    def test_every_message_is_translated(self):
        missing = {m: at for m, at in extracted().items() if m not in ENTRIES or not str(ENTRIES[m].string).strip()}
        assert not missing

    def test_nothing_is_fuzzy(self):
        assert not [entry.id for entry in ENTRIES.values() if entry.fuzzy]

    def test_nothing_is_left_over(self):
        assert not sorted(set(ENTRIES) - set(extracted()))
        assert not list(CHINESE.obsolete)

    def test_every_place_named_has_the_message(self):
        named = {entry.id: {place for place, _line in entry.locations} for entry in ENTRIES.values()}
        assert not {m: places - extracted()[m] for m, places in named.items() if not places <= extracted()[m]}
        assert all(named.values()), "say where it is shown"

    def test_named_fields_are_the_same(self):
        wrong = [entry.id for entry in ENTRIES.values() if fields(entry.id) != fields(entry.string)]
        assert not wrong
        assert all(field and field.isidentifier() for message in extracted() for field in fields(message))

    def test_nothing_is_translated_within_an_f_string(self):
        """It would not be extracted, and stay English."""
        for path in SOURCES:
            for node in nodes(path):
                said = node.args[0] if getattr(getattr(node, "func", None), "id", None) == "_" else None
                if isinstance(said, ast.Constant):
                    assert said.value in extracted(), f"{name(path)}:{node.lineno}"

    def test_markup_is_the_same(self):
        for entry in ENTRIES.values():
            for mark in (r":material/\w+:", r"\*\*", r"`"):
                assert re.findall(mark, entry.id) == re.findall(mark, entry.string), entry.id

    def test_the_page_reads_this_catalogue(self):
        assert text.catalogue("zh") == {entry.id: entry.string for entry in ENTRIES.values()}
        assert text.catalogue("en") == {}

    def test_templates_are_literal(self):
        """A sentence put together from variables would not be in the catalogue."""
        for path in SOURCES:
            for node in nodes(path):
                mark = getattr(getattr(node, "func", None), "id", None)
                # `_` also shows texts that N_ has marked where they are defined.
                if mark not in {"N_", "InputError", "TooLargeError", "Message", "message"} or path.name == "errors.py":
                    continue
                where = f"{name(path)}:{node.lineno}"
                assert isinstance(node.args[0], ast.Constant), where
                # Within an f-string nothing is extracted.
                assert node.args[0].value in extracted(), where


class TestTerms:
    @pytest.mark.parametrize("wrong", ["精确率", "准确率", "精确度", "准确度", "阀值", "召回率", "标签", "置信水平"])
    def test_false_friends_are_absent(self, wrong):
        assert not [entry.id for entry in ENTRIES.values() if wrong in entry.string]

    @pytest.mark.parametrize(
        ("english", "chinese"),
        [
            (r"\bprecision", r"查准率"),
            (r"\baccuracy", r"精度"),
            (r"\brecall", r"查全率"),
            (r"\bthresholds?\b", r"阈值"),
            (r"\bconfusion matrix", r"混淆矩阵"),
            (r"\berror rate", r"错误率"),
            (r"\bfalse positive rate", r"假正例率"),
            (r"\bfalse negative rate", r"假反例率"),
            (r"\bpositive class", r"正类"),
            (r"\bscores?\b", r"得分|分数"),
        ],
    )
    def test_the_textbook_s_word_is_used(self, english, chinese):
        entries = [entry for entry in ENTRIES.values() if re.search(english, prose(entry.id))]
        assert not [(e.id, e.string) for e in entries if not re.search(chinese, prose(e.string))]

    def test_accuracy_is_never_precision_s_word(self):
        for entry in ENTRIES.values():
            if "查准率" in entry.string:
                assert re.search("precision|negative predictive value", entry.id.lower()), entry.id


# What a reader sees of a widget: the place of the label, and the keywords that hold text.
LABEL_FIRST = {
    "title", "header", "subheader", "markdown", "caption", "text", "write", "info", "warning", "error", "success",
    "toast", "metric", "button", "download_button", "link_button", "expander", "popover", "slider", "select_slider",
    "selectbox", "multiselect", "number_input", "text_input", "text_area", "toggle", "checkbox", "radio", "pills",
    "segmented_control", "file_uploader", "spinner", "status", "progress", "card",
}  # fmt: skip
# What a page names of its parts, and who shows text that it is given by keyword.
PARTS = {"Section", "Export", "Figure", "Picture"}
SHOWERS = {"st", "tables", "charts", "page"}
TEXT_KEYWORDS = {"label", "help", "alt", "placeholder", "title", "caption", "body"}
SAME_IN_BOTH = {
    "Language · 语言",  # both languages at once
    "β",
    "y,score\n1,0.92\n0,0.31",  # rows of a file
}


def untranslated(node):
    """Return the letters of a text that no `_` has seen."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return "" if node.value in SAME_IN_BOTH else "".join(filter(str.isalpha, node.value))
    if isinstance(node, ast.JoinedStr):
        return "".join(untranslated(part) for part in node.values)
    if isinstance(node, ast.BinOp):
        return untranslated(node.left) + untranslated(node.right)
    if isinstance(node, ast.IfExp):
        return untranslated(node.body) + untranslated(node.orelse)
    if isinstance(node, (ast.List, ast.Tuple)):
        return "".join(map(untranslated, node.elts))
    return ""


@each(SHOWN)
def test_what_is_shown_is_translated(path):
    found = []
    for node in nodes(path):
        if not isinstance(node, ast.Call) or not isinstance(node.func, (ast.Attribute, ast.Name)):
            continue
        method, name_of_part = getattr(node.func, "attr", ""), getattr(node.func, "id", "")
        part = {method, name_of_part} & PARTS
        shown = node.args[:1] if method in LABEL_FIRST | {"tabs"} or "Section" in part else []
        if part or getattr(getattr(node.func, "value", None), "id", "") in SHOWERS:
            shown += [word.value for word in node.keywords if word.arg in TEXT_KEYWORDS]
        found += [f"line {part.lineno}: {untranslated(part)}" for part in shown if untranslated(part)]
    assert not found


class TestPlain:
    @pytest.mark.parametrize(
        "raw",
        [
            "**bold**", "_it_", "`code`", "[a](b)", "![a](b)", "# head", "- item", "+ item", "1. item", "a|b", ">",
            "<b>x</b>", "<script>alert(1)</script>", "~~x~~", "$x^2$", "$$y$$", "&lt;", r"\*", "{x}", "(c)", "a_b-c.d",
        ],
    )  # fmt: skip
    def test_every_sign_of_markdown_is_escaped(self, raw):
        shown = text.plain(raw)
        assert re.sub(r"\\(.)", r"\1", shown).replace("\u200b", "") == raw
        bare = re.sub(r"\\.", "", shown)
        assert not set(bare) & set("\\`*_{}[]()#+-.!|<>~$&")

    @pytest.mark.parametrize("raw", [":material/delete:", ":smile:", ":red[x]", ":blue-background[x]", "a:b", "::"])
    def test_icons_emoji_and_colours_are_broken(self, raw):
        assert not re.search(r":(?!\u200b)", text.plain(raw))

    @pytest.mark.parametrize(
        "raw", ["www.example.com", "WWW.example.com", "https://example.com", "a@example.com", "x (a@example.com)"]
    )
    def test_addresses_do_not_become_links(self, raw):
        # The patterns with which remark-gfm looks for addresses in text that was already read.
        read = re.sub(r"\\(.)", r"\1", text.plain(raw))
        assert not re.search(r"(https?://|www(?=\.))[-.\w]+", read, re.IGNORECASE)
        assert not re.search(r"[-.\w+]+@[-\w]+(\.[-\w]+)+", read)

    @pytest.mark.parametrize("raw", ["a -> b", "<-", "<->", "--", "x >= 1", "<= 2", "~= 3"])
    def test_arrows_and_dashes_stay_as_written(self, raw):
        read = re.sub(r"\\(.)", r"\1", text.plain(raw))
        assert not re.search(r"(^|[ ])(<->|->|<-|--|>=|<=|~=)([ ]|$)", read)

    @pytest.mark.parametrize("newline", ["\n", "\r", "\r\n", "\u2028", "\u2029", "\x85", "\x0b", "\x0c"])
    def test_newlines_are_shown(self, newline):
        assert text.plain(f"a{newline}b") == "a ⏎ b"

    def test_words_stay_as_they_are(self):
        assert text.plain("model a") == "model a"
        assert text.plain("恶性") == "恶性"
        assert text.plain(7) == "7"
        assert text.plain("") == ""

    def test_it_turns_nothing_that_is_written_behind_it(self):
        assert text.plain("a\u202eb\u2066c") == "abc"


class TestBold:
    """Chinese has no spaces, and Markdown asks for one between a letter and a bold sign or bracket."""

    @pytest.mark.parametrize(
        ("written", "mended"),
        [
            ("占**25.0%**的", "占**25.0%\u200b**的"),
            ("比甲多**−0.1 [−0.2, 0.1]**。", "比甲多**\u200b−0.1 [−0.2, 0.1]**。"),
            (r"多**\[a\]**个", "多**\u200b\\[a\\]\u200b**个"),
            ("finds **−0.1** more, **(a)**.", "finds **−0.1** more, **(a)**."),
            ("是**一**个", "是**一**个"),
        ],
    )
    def test_stays_where_a_sign_meets_a_letter(self, written, mended):
        assert text._(written) == mended
        assert text._(mended) == mended
        assert text.literal(mended) == text.literal(written)

    @pytest.mark.parametrize("value", ["−0.1 [−0.2, 0.1]", "25.0%", "—", "x"])
    def test_every_sentence_has_its_bold_parts(self, monkeypatch, value):
        markdown = pytest.importorskip("markdown_it").MarkdownIt()
        monkeypatch.setattr(text, "language", lambda: "zh")
        for source in (one for one in ENTRIES if one.count("**") > 1):
            filled = text._(source, **dict.fromkeys(fields(source), value))
            shown = markdown.render(filled)
            assert "**" not in shown, filled
            assert 2 * shown.count("<strong>") == ENTRIES[source].string.count("**"), filled


class TestSay:
    def test_values_are_literal_and_the_template_is_not(self):
        said = text.say(Message("Column **{column}** has {n} rows.", {"column": "**x**\n<b>", "n": 3}))
        assert said == r"Column **\*\*x\*\* ⏎ \<b\>** has 3 rows."

    def test_a_sentence_within_a_sentence_is_translated(self, monkeypatch):
        chinese = {"the {name} test": "{name}检验", "By {test}.": "用{test}。"}
        monkeypatch.setattr(text, "catalogue", lambda _language: chinese)
        inner = Message("the {name} test", {"name": "*t*"})
        assert text.say(Message("By {test}.", {"test": inner})) == r"用\*t\*检验。"

    def test_in_a_figure_values_are_drawn_as_they_are(self, monkeypatch):
        chinese = {"the {name} test": "{name}检验", "By {test}, {n} rows.": "用{test}，{n}行。"}
        monkeypatch.setattr(text, "catalogue", lambda _language: chinese)
        inner = Message("the {name} test", {"name": "a_b &lt;i&gt;"})
        said = text.say_in_figure(Message("By {test}, {n} rows.", {"test": inner, "n": "%{x}"}))
        assert said == "用a_b &lt;i&gt;检验，%{x}行。"

    def test_names_in_a_list_have_the_quotes_of_the_language(self):
        one = Message("precision {names}", {"names": listed(["a_b", "c", *"defgh"])})
        assert text.say(one) == r"precision 'a\_b', 'c', 'd', 'e', 'f', …".replace("'", r"'")
        with text.speaking("zh"):
            assert text.say_in_figure(one) == "precision “a_b”、“c”、“d”、“e”、“f”、…"
            assert text.say_in_figure(pickle.loads(pickle.dumps(one))) == text.say_in_figure(one)

    def test_outside_the_script_a_language_can_be_spoken(self):
        assert text._("precision") == "precision"
        with text.speaking("zh"):
            assert text._("precision") == text.say_in_figure(Message("precision")) == "查准率"
        assert text.language() == "en"

    def test_values_are_not_filled_in_twice(self):
        assert text.say(Message("Got {value}.", {"value": "{n}", "n": 3})) == r"Got \{n\}."

    def test_chinese(self, monkeypatch):
        monkeypatch.setattr(text, "language", lambda: "zh")
        template = next(m for m in extracted() if fields(m) == {"n"})
        assert text.say(Message(template, {"n": 3})) == ENTRIES[template].string.format(n=3)
        assert text._("precision") == "查准率"
        assert text._("accuracy") == "精度"
        assert text._("not in the catalogue") == "not in the catalogue"

    def test_sentences_stand_one_after_the_other(self, monkeypatch):
        assert text.sentences() == text.sentences("", "") == ""
        assert text.sentences("One.", "", "Two {a}.") == "One. Two {a}."
        monkeypatch.setattr(text, "language", lambda: "zh")
        assert text.sentences("一。", "二。", "三。") == "一。二。三。"

    def test_english_is_the_source(self):
        assert text._("{part} of {whole}", part="7", whole="11") == "7 of 11"


class TestBoldWords:
    """Bold words between letters, which Markdown takes for stars where a sign stands at their end."""

    @pytest.mark.parametrize("value", ["50%", "0.5", "甲（乙）", "−0.1", "[0, 1]"])
    def test_no_stars_are_left_in_a_translation(self, value):
        markdown = pytest.importorskip("markdown_it").MarkdownIt()
        for said in text.catalogue("zh").values():
            if said.count("**") > 1:
                shown = markdown.render(text.kept_bold(string.Formatter().vformat(said, (), _Same(value))))
                assert "**" not in shown, said
                assert shown.count("<strong>") == said.count("**") // 2, said


class _Same(dict):
    """Every field of a sentence, with the same value."""

    def __init__(self, value):
        super().__init__()
        self.value = value

    def __missing__(self, _key):
        return self.value


@pytest.mark.parametrize("say", [text.say, text.say_in_figure])
def test_a_number_below_0_has_a_minus_sign_in_a_sentence_of_evalcore(say):
    found = Message(
        "t runs from {low:.2f} to {high:.2f}, {n} of {all:,}", {"low": -0.48, "high": 3.38, "n": 2, "all": 12345}
    )
    assert say(found) == "t runs from −0.48 to 3.38, 2 of 12,345"
