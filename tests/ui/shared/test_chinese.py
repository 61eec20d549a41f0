"""How Chinese stands beside Latin letters, digits and formulas, its units, and that σ and σ² have two names."""

import re
import tomllib

import pytest

from tests.sources import ROOT
from tests.ui.shared.test_text import ENTRIES

HAN, LATIN = "[\u4e00-\u9fff]", "[A-Za-z0-9\u0370-\u03ff]"
# The sheet of the frame sets both a quarter of a letter apart, where a space would be as wide as a letter.
APART = re.compile(rf"{HAN} (?:{LATIN}|\{{)|(?:{LATIN}|[}}%²]) {HAN}")
# A formula is set by itself: it has a space on either side, but for signs.
TIGHT = re.compile(rf"{HAN}\$[^$\n]+\$|(?<!\$)\$[^$\n]+\$(?!\$){HAN}")
FORMULA = re.compile(r"\$\$.*?\$\$|\$[^$\n]*\$|`[^`]*`|\]\([^)]*\)", re.DOTALL)
# What is to be typed just so, a sign and its name, and the book's name of an axis.
AS_THEY_ARE = ("写成 3, 2, 2", "如 3, 2, 2", "写成 aab1", "西瓜 3 × ", "正例概率代价 P(+)cost", "{help} 术语表")
SIGN_AND_NAME = re.compile(r"^[TF][PN] (?:真|假)[正反]例$")
# Σ of a noise is its standard deviation, its square the variance that is a part of the error.
NOISE = re.compile(r"\bnoise (?:of )?\\?(?:σ|sigma)(?!²|\^)", re.IGNORECASE)
NOISE_ZH = re.compile(r"噪声 ?\$?\\?(?:σ|sigma)(?!²|\^)")


def lessons(language):
    return {path.parent.name: path.read_text(encoding="utf-8") for path in ROOT.glob(f"ui/*/lesson.{language}.md")}


def in_chinese():
    """Return everything that is said in Chinese: the catalogue, lessons and the glossary."""
    glossary = tomllib.loads((ROOT / "ui" / "shared" / "glossary.toml").read_text(encoding="utf-8"))
    found = {entry.id: str(entry.string) for entry in ENTRIES.values()} | lessons("zh")
    return found | {f"{key}.{name}": text for key, term in glossary.items() for name, text in strings(term)}


def strings(term, language="zh"):
    """Return the texts of a term in one language, however deep they stand."""
    for name, value in term.items():
        if isinstance(value, dict):
            yield from ((f"{name}.{inner}", text) for inner, text in strings(value, language))
        elif name == language and isinstance(value, str):
            yield name, value


CHINESE = in_chinese()


def test_there_is_chinese_of_all_three_kinds():
    assert len(CHINESE) > len(ENTRIES) + 100
    assert {"costs", "bias_variance"} <= set(CHINESE)


def test_no_space_stands_between_both_scripts():
    found = {}
    for key, text in CHINESE.items():
        plain = FORMULA.sub("$", text)
        for known in AS_THEY_ARE:
            plain = plain.replace(known, "")
        if not SIGN_AND_NAME.match(plain) and (hit := APART.search(plain)):
            found[key] = plain[max(0, hit.start() - 10) : hit.end() + 10]
    assert found == {}


def test_formulas_stand_apart():
    found = {key: hit[0] for key, text in CHINESE.items() if (hit := TIGHT.search(text.replace("$$", "")))}
    assert found == {}


def test_a_percent_sign_touches_its_number():
    assert [key for key, text in CHINESE.items() if re.search(r"[\d}] %", text)] == []


def test_standard_deviation_and_variance_of_the_noise_have_names_of_their_own():
    assert [key for key, text in CHINESE.items() if NOISE_ZH.search(text)] == []
    english = {*ENTRIES, *lessons("en").values()}
    assert [text for text in english if NOISE.search(text)] == []


@pytest.mark.parametrize(
    ("english", "chinese"),
    [
        (r"[Pp]er \{n\} cases", "每{n}个样本"),
        (r"cost of 1,000 cases|1,000 cases cost", "每1,000个样本"),
        (r"per 100 rows", "每100个样本"),
        (r"percentage points", "百分点"),
        (r"rows a second\b", "每秒"),
    ],
)
def test_a_unit_goes_along(english, chinese):
    entries = [entry for entry in ENTRIES.values() if re.search(english, entry.id)]
    assert entries
    assert [entry.string for entry in entries if chinese not in str(entry.string)] == []
