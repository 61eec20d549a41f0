"""What leaves the page: no cell that a spreadsheet would run, no figure that needs a network."""

import csv as reader
import io
import re
from functools import partial

import numpy as np
import pandas as pd
import pytest

from evalcore.counts import threshold_counts
from evalcore.figures.confusion_matrix.figure import threshold_figure
from evalcore.figures.live import motion
from evalcore.views.threshold import threshold_view
from tests.evalcore.golden import LECTURE_SCORE, LECTURE_TRUTH
from ui.shared import downloads, text

FORMULAS = [
    "=1+1",
    "+1",
    "-1+2",
    "-cmd|' /C calc'!A0",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "\n=1",
    " =1",
    "\u200c=1",
    "\u00ad=1",
    "\u200b\u2060\ufeff\u00ad@x",
    "\v=1",
    "\f+1",
    "\x00=1",
    "\x1f-1",
    "\u202e=1",
    "\ufe0f=1",
    "   @x",
    " \t =1",
    "＝1",
    "＋1",
    "－1",
    "＠x",
    "\x00=1",
    "\x0b\x1b+1",
    "\x85 @x",
    '=HYPERLINK("http://x","y")',
]


def cells(data):
    """Return what a spreadsheet reads."""
    return list(reader.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))


@pytest.mark.parametrize("text", FORMULAS)
def test_text_never_starts_a_formula(text):
    _header, row = cells(downloads.csv(pd.DataFrame({"a": [text], "b": [1]})))
    assert row == ["'" + text, "1"]


@pytest.mark.parametrize("text", FORMULAS)
def test_headers_never_start_a_formula(text):
    header, row = cells(downloads.csv(pd.DataFrame({text: ["x"], "b": ["y"]})))
    assert header == ["'" + text, "b"]
    assert row == ["x", "y"]


@pytest.mark.parametrize("newline", ["\n", "\r", "\r\n"])
def test_no_newline_in_a_cell_begins_a_row(newline):
    frame = pd.DataFrame({f"a{newline}=1": [f"b{newline}=1"], "c": [f"d{newline}@x"]})
    assert cells(downloads.csv(frame)) == [[f"a{newline}=1", "c"], [f"b{newline}=1", f"d{newline}@x"]]


@pytest.mark.parametrize("text", ["a=b", "model-a", "x@y", "0.5", "—", "[0.1, 0.2]", "7 of 11", "", "'quoted", "恶性"])
def test_other_text_stays_as_it_is(text):
    frame = pd.DataFrame({"a": [text], "b": ["x"]})
    assert cells(downloads.csv(frame))[1] == [text, "x"]


def test_numbers_stay_numbers():
    frame = pd.DataFrame(
        {"i": [-1, 2], "f": [-0.5, np.nan], "b": [True, False], "o": pd.Series([-3.5, "=x"], dtype=object)}
    )
    assert cells(downloads.csv(frame))[1:] == [["-1", "-0.5", "True", "-3.5"], ["2", "", "False", "'=x"]]


def test_digits_are_kept():
    value = 0.1 + 0.2
    assert float(cells(downloads.csv(pd.DataFrame({"a": [value]})))[1][0]) == value


@pytest.mark.parametrize("kind", ["str", "object", "category"])
def test_every_kind_of_text_column_is_safe(kind):
    frame = pd.DataFrame({"a": pd.Series(["=1", None, "x"], dtype=kind), "b": [1, 2, 3]})
    assert cells(downloads.csv(frame)) == [["a", "b"], ["'=1", "1"], ["", "2"], ["x", "3"]]


def test_the_frame_itself_is_not_changed():
    frame = pd.DataFrame({"=a": ["=1"]})
    downloads.csv(frame)
    assert list(frame.columns) == ["=a"]
    assert frame.iloc[0, 0] == "=1"


def test_excel_reads_chinese():
    data = downloads.csv(pd.DataFrame({"类别": ["恶性"]}))
    assert data.startswith(b"\xef\xbb\xbf")
    assert not data[3:].startswith(b"\xef\xbb\xbf")
    assert cells(data) == [["类别"], ["恶性"]]


def test_empty_table():
    assert cells(downloads.csv(pd.DataFrame({"a": [], "b": []}))) == [["a", "b"]]


@pytest.fixture(scope="module")
def page():
    counts = threshold_counts(LECTURE_TRUTH, LECTURE_SCORE)
    figure = threshold_figure(threshold_view(counts, special=(0.5,)), threshold=0.5)
    return downloads.html_page(figure, title="<b>a</b> & 'b'", caption="<script>x</script>").decode("utf-8")


def outside_scripts(page):
    """Return the page without the text of its scripts."""
    return re.sub(r"(<script[^>]*>).*?</script>", r"\1</script>", page, flags=re.DOTALL)


class TestHtmlPage:
    def test_title_and_caption_are_text(self, page):
        assert "<title>&lt;b&gt;a&lt;/b&gt; &amp; &#x27;b&#x27;</title>" in page
        assert "&lt;b&gt;a&lt;/b&gt;</h1>" not in page.partition("<h1")[0]
        assert page.count("<b>a</b> & 'b'") == 0
        assert '<p class="sentence">&lt;script&gt;x&lt;/script&gt;</p>' in page

    def test_holds_plotly_and_what_makes_the_figure_live(self, page):
        assert len(page) > 1_000_000
        assert page.count('id="plotly"') == 1
        assert motion.script() in page
        assert '"live":' in page

    def test_needs_no_network(self, page):
        markup = outside_scripts(page)
        assert not re.search(r"<script[^>]*\ssrc=", markup)
        assert not re.search(r"<(link|img|iframe|object|embed)\b", markup)
        assert not re.search(r"https?://", markup)
        assert "cdn.plot.ly" not in markup

    def test_does_not_play_by_itself(self, page):
        own = page.partition("const GRIP")[0].rpartition("<script>")[2] + page.partition("const GRIP")[2]
        assert "Plotly.addFrames" not in own
        # The player calls it at the end of a drag alone.
        assert own.count("Plotly.animate(") == 1

    def test_is_utf_8_and_whole(self, page):
        assert page.startswith('<!doctype html><html lang="en"><head><meta charset="utf-8">')
        assert page.endswith("</body></html>")

    def test_the_figure_on_the_page_stays_transparent(self):
        counts = threshold_counts(LECTURE_TRUTH, LECTURE_SCORE)
        figure = threshold_figure(threshold_view(counts), threshold=0.5)
        downloads.html_page(figure, title="a", caption="b")
        assert figure.layout.paper_bgcolor is None


def test_a_figure_is_written_in_the_language_it_was_offered_in(monkeypatch):
    """It is drawn when it is asked for, where no session is known."""
    view = threshold_view(threshold_counts(LECTURE_TRUTH, LECTURE_SCORE))
    offered = []
    monkeypatch.setattr(downloads, "button", lambda _label, data, **_more: offered.append(data))
    monkeypatch.setattr(downloads, "html_page", lambda figure, **_more: figure.data[0].name)
    monkeypatch.setattr(downloads, "language", lambda: "zh")
    draw = partial(threshold_figure, view, threshold=0.5, say=text.say_in_figure)
    downloads.offer(downloads.Export("", "a", "a", "b", draw))
    assert (offered[0](), draw().data[0].name) == ("查准率", "precision")
