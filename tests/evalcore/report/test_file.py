"""The report as one file: what is in it is text, Plotly stands once, and what moves has an entry a step."""

import base64
import gzip
import json
import re

import pandas as pd
import pytest
from plotly.offline import get_plotlyjs

from evalcore import metrics, report
from evalcore.counts import threshold_counts
from evalcore.errors import InputError, message
from evalcore.figures.confusion_matrix.figure import threshold_figure
from evalcore.figures.layout import Look
from evalcore.report import Live, Section, Table
from evalcore.report.drawings import difference, drawing
from evalcore.views.threshold import threshold_view

EVIL = "</script></style><img src=x onerror=alert(1)>'\"&\\{value}=1+1"
COUNTS = threshold_counts([1, 1, 0, 1, 0, 0] * 5, [0.9, 0.8, 0.7, 0.4, 0.3, 0.1] * 5)
VIEW = threshold_view(COUNTS, special=(0.5,))
STEPS = [float(t) for t in VIEW.steps.threshold]
WIDE, NARROW = (threshold_figure(VIEW, threshold=0.5, look=Look(narrow=narrow)) for narrow in (False, True))


def readings(t):
    frame = metrics.readings(COUNTS.at(t)).to_frame()
    return frame[["name", "value", "low", "high"]] if "name" in frame else frame


def sentence(t):
    return f"At {t:g} recall is {metrics.recall(COUNTS.at(t)):.3f}."


def moving():
    return Section(
        "Readings",
        sentence(0.5),
        WIDE,
        [Table("All", readings(0.5))],
        ["A note."],
        Live("threshold", [sentence(t) for t in STEPS], {"All": [readings(t) for t in STEPS]}),
        narrow=NARROW,
        numbers=readings(0.5),
    )


def hostile():
    return Section(EVIL, EVIL, None, [Table(EVIL, pd.DataFrame({EVIL: [EVIL]}))], [EVIL], part=EVIL, about=EVIL)


def held(page):
    """Return what the file's script works with."""
    return json.loads(re.search(r'<script type="application/json" id="held">(.*?)</script>', page)[1])


def markup(page):
    """Return the page without the text of its scripts and of its style sheet."""
    return re.sub(r"(<(script|style)[^>]*>).*?</\2>", r"\1</\2>", page, flags=re.DOTALL)


class TestTextStaysText:
    PAGE = report.write_html(
        [hostile(), Section("Another")], title=EVIL, about=[(EVIL, EVIL)], link="https://x/?a=1&b='", language="en"
    )

    def test_no_name_becomes_markup(self):
        assert "<img" not in self.PAGE
        # One script with data, one with the file's own: none is begun or ended by a name.
        assert self.PAGE.count("</script>") == self.PAGE.count("<script") == 2
        assert self.PAGE.count("</style>") == 1
        assert markup(self.PAGE).count("&lt;img src=x onerror=alert(1)&gt;") == 14

    def test_no_name_becomes_markup_in_what_is_drawn(self):
        drawn = [Table(EVIL, pd.DataFrame([[EVIL, EVIL]], columns=[EVIL, EVIL]))]
        page = report.write_html([Section("Figure", drawn=drawn)], title="A")
        (closed,) = re.findall("<details>.*?</details>", page)
        assert "<img" not in page
        assert closed.count("&lt;img src=x onerror=alert(1)&gt;") == 6
        assert '<th scope="row">&lt;/script' in closed

    def test_the_name_at_the_foot_of_a_page_cannot_end_the_sheet(self):
        content = re.search(r'@bottom-left { content: "([^"]*)"', self.PAGE)[1]
        assert re.fullmatch(r"(?:[a-zA-Z0-9]|\\[0-9a-f]{6})+", content)
        assert re.sub(r"\\([0-9a-f]{6})", lambda c: chr(int(c[1], 16)), content) == EVIL

    def test_no_name_turns_the_numbers_beside_it(self):
        turning = [chr(code) for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))]
        name = "".join(turning) + "evil"
        of = Section(name, f"{name} 0.83", notes=[name], live=Live("threshold", [f"{name} {t}" for t in STEPS]))
        drawn = Section("Figure", figure=WIDE, narrow=NARROW)
        page = report.write_html([of, drawn], title=name, about=[(name, name)], link=f"https://x/?model={name}")
        assert "evil 0.83" in page
        assert not [one for one in turning if one in page or f"\\{ord(one):06x}" in page]

    def test_data_in_scripts(self):
        assert "<" not in re.search(r'id="held">(.*?)</script>', self.PAGE)[1]

    def test_a_link_is_one(self):
        assert '<a href="https://x/?a=1&amp;b=&#x27;" rel="noreferrer">' in self.PAGE

    def test_a_spreadsheet_runs_nothing(self):
        evil = Section("=1", numbers=pd.DataFrame({"=2": ["=3"]}))
        assert report.as_csv([evil]).decode("utf-8-sig").splitlines() == ['"part","section","\'=2"', '"","\'=1","\'=3"']


class TestOneFile:
    SECTIONS = (moving(), Section("Another", figure=WIDE, narrow=NARROW, part="Other"))
    PAGE = report.write_html(SECTIONS, title="Title", about=[("File", "a.csv")])

    def test_plotly_stands_once(self):
        assert self.PAGE.count('id="plotly"') == 1
        assert 'id="plotly"' not in report.write_html([hostile()], title="without a figure")

    def test_plotly_is_packed_whole(self):
        (packed,) = re.findall(r'id="plotly">(.*?)</script>', self.PAGE)
        assert gzip.decompress(base64.b64decode(packed)).decode() == get_plotlyjs()

    def test_it_is_small(self):
        assert len(self.PAGE.encode()) < 2_500_000

    def test_it_needs_no_network(self):
        assert not re.search(r"<script[^>]*\ssrc=|<(link|img|iframe|object|embed)\b", markup(self.PAGE))
        assert not re.search(r"https?://", markup(self.PAGE))

    def test_each_section_is_in_the_contents_with_a_box(self):
        assert re.findall(r'<input type="checkbox" checked data-section="(\d)">', self.PAGE) == ["0", "1"]
        assert re.findall(r'<a href="#section-(\d)">([^<]*)</a>', self.PAGE) == [("0", "Readings"), ("1", "Another")]
        assert re.findall(r'<section id="section-(\d)">', self.PAGE) == ["0", "1"]
        assert "<h2>Other</h2>" in self.PAGE

    def test_figures_are_there_in_both_widths(self):
        figures = held(self.PAGE)["figures"]
        assert [figure["wide"] for figure in figures] == [drawing(WIDE)] * 2
        assert merged(figures[0]["wide"], figures[0]["narrow"]) == drawing(NARROW)
        # What is the same stands there once.
        assert len(json.dumps(figures[0]["narrow"])) < len(json.dumps(figures[0]["wide"])) / 3

    def test_numbers_can_be_taken_from_it(self):
        files = re.findall(r'download="([^"]*)" href="data:[^;]*;base64,([^"]*)"', self.PAGE)
        taken = {name: base64.b64decode(data) for name, data in files}
        assert taken["report.json"].decode() == report.as_json(self.SECTIONS, title="Title", about=[("File", "a.csv")])
        assert taken["report.csv"] == report.as_csv(self.SECTIONS)

    def test_its_words_are_said(self):
        page = report.write_html([moving(), Section("Another")], title="t", language="zh", say=lambda one: f"«{one}»")
        assert '<html lang="zh">' in page
        assert "«Contents»" in page
        assert held(page)["said"]["back"] == "«Back to {value}»"


class TestWhatMoves:
    def test_sentence_and_cells_have_what_each_step_says(self):
        page = report.write_html([moving()], title="t")
        moves = held(page)["moves"]
        first = moves[0]
        assert [first["texts"][k] for k in first["steps"]] == [sentence(t) for t in STEPS]
        assert {one["handle"] for one in moves} == {"threshold"}
        assert len(moves) == 1 + readings(0.5).size
        active = next(h for h in held(page)["figures"][0]["wide"]["layout"]["meta"]["live"]["handles"])["active"]
        assert first["texts"][first["steps"][active]] == sentence(0.5)

    def test_it_may_stand_in_another_section_of_the_part(self):
        table = Section(
            "Table", tables=[Table("All", readings(0.5))], live=Live("threshold", tables=moving().live.tables)
        )
        figure = Section("Figure", figure=WIDE)
        assert len(held(report.write_html([figure, table], title="t"))["moves"]) == readings(0.5).size

    @pytest.mark.parametrize(
        ("live", "part", "said"),
        [
            (Live("other"), "", "live of section 'S' must name a handle of a figure; got 'other'. Give the figure a"),
            (Live("threshold"), "elsewhere", "live of section 'S' must name a handle of a figure; got 'threshold'."),
            (Live("threshold", ["a"]), "", f"must have one entry for each of the {len(STEPS)} steps; got 1."),
            (
                Live("threshold", tables={"All": [readings(0.5).head(2)] * len(STEPS)}),
                "",
                "must have the same rows and columns of table 'All' at each step.",
            ),
        ],
    )
    def test_what_does_not_fit_is_refused(self, live, part, said):
        figure = Section("Figure", figure=WIDE)
        with pytest.raises(InputError) as refused:
            report.write_html(
                [figure, Section("S", tables=[Table("All", readings(0.5))], live=live, part=part)], title="t"
            )
        assert said in str(refused.value)


class TestNumbers:
    def test_json_has_all_digits_and_null_for_what_is_undefined(self):
        found = json.loads(report.as_json([moving()], title="t", about=[("File", "a.csv")]))
        assert found["about"] == {"File": "a.csv"}
        (section,) = found["sections"]
        wanted = readings(0.5)
        assert [row["value"] for row in section["numbers"]] == wanted["value"].where(
            wanted["value"].notna(), None
        ).tolist()
        assert section["notes"] == ["A note."]
        assert section["sentence"] == sentence(0.5)
        none = Section("s", numbers=pd.DataFrame({"a": [float("nan"), float("inf")], "b": [True, None]}))
        rows = json.loads(report.as_json([none], title="t", about=[]))["sections"][0]["numbers"]
        assert rows == [{"a": None, "b": True}, {"a": None, "b": None}]

    def test_csv_has_the_numbers_of_all_sections(self):
        one = Section("A", numbers=pd.DataFrame({"metric": ["x"], "value": [0.125]}), part="P")
        other = Section("B", numbers=pd.DataFrame({"cost": [2.5]}))
        lines = report.as_csv([one, Section("without"), other]).decode("utf-8-sig").splitlines()
        assert lines == ['"part","section","metric","value","cost"', '"P","A","x",0.125,""', '"","B","","",2.5']
        assert report.as_csv([]).decode("utf-8-sig").splitlines() == ['"part","section"']


def merged(one, other):
    """Return what report.js makes of a value and its difference to another."""
    if other == {"=same": 1}:
        return one
    if isinstance(other, dict):
        return {name: merged(one.get(name) if isinstance(one, dict) else None, value) for name, value in other.items()}
    if isinstance(other, list):
        fits = isinstance(one, list) and len(one) == len(other)
        return [merged(one[k] if fits else None, value) for k, value in enumerate(other)]
    return other


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"a": 1, "b": [1, 2]}, {"a": 1, "b": [1, 3], "c": {"d": None}}),
        ({"a": {"b": 1}}, {"a": [1]}),
        ([1, [2, 3]], [1, [2]]),
        ({"a": 1}, {"a": 1.0, "b": True}),
        ({"a": True}, {"a": 1}),
        ("a", "a"),
    ],
)
def test_a_difference_gives_the_other_value_again(one, other):
    assert merged(one, difference(one, other)) == other


def test_a_message_of_the_file_is_a_message():
    assert str(message("Back to {value}", value="t = 1")) == "Back to t = 1"
