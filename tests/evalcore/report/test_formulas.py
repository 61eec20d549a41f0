"""Formulas of TeX as MathML: any reader of XML understands them, and nothing in them is markup."""

import xml.etree.ElementTree as ET

import pytest

from evalcore import report
from evalcore.errors import InputError
from evalcore.report import Section
from evalcore.report.formulas import is_known, mathml


def text(tex):
    return "".join(ET.fromstring(mathml(tex)).itertext())


def names(tex):
    return [one.tag for one in ET.fromstring(mathml(tex)).iter()]


@pytest.mark.parametrize(
    ("tex", "read"),
    [
        (r"\frac{6+1}{20} = 0.350", "6+120=0.350"),
        (r"\mathrm{FPR} = 1{,}234", "FPR=1,234"),
        (r"\text{cost per case}", "cost per case"),
        (r"a - b \cdot \beta^2", "a−b·β2"),
        (r"\sum_{x^+} \bar{x}", "∑x+x¯"),
        (r"\left(\frac{1}{P}\right) \ge 0", "(1P)≥0"),
        ("x < y", "x<y"),
    ],
)
def test_what_stands_in_it(tex, read):
    assert text(tex) == read


def test_indices_roots_and_lines():
    assert "msubsup" in names(r"m^+_i")
    assert "munderover" in names(r"\sum_{i=1}^{m} i")
    assert "msqrt" in names(r"\sqrt{2}")
    lines = names(r"\begin{aligned}&a \\[6pt] &\quad = b\end{aligned}")
    assert lines.count("mtr") == 2


@pytest.mark.parametrize("tex", ["", "{", r"\text{a", r"\text", r"\frac", "x^", "}", "&", r"\left("])
def test_what_is_broken_off_is_still_xml(tex):
    assert names(tex)[0] == "math"


def test_brackets_grow_where_they_are_asked_to():
    assert mathml("(x)").count('stretchy="false"') == 2
    assert "stretchy" not in mathml(r"\left(x\right)")


def test_nothing_in_it_is_markup():
    evil = r'\text{<img src=x onerror=alert(1)>"} < 1'
    page = report.write_html([Section("Formulas", formulas=[evil])], title="t")
    assert "<img" not in page
    assert "<math" in page


def test_what_is_not_known_is_refused_and_can_be_asked_for():
    with pytest.raises(InputError, match="a formula must be of commands that are known"):
        mathml(r"\href{x}{y}")
    assert not is_known(r"\href{x}{y}")
