"""Lessons: the same in both languages, the textbook's words, and numbers that can be found again."""

import re

import numpy as np
import pandas as pd
import pytest
from sklearn import metrics as sk
from streamlit.testing.v1 import AppTest

from ui.session.samples import SAMPLES
from ui.shared import text

FOLDER = text.HERE
NAMES = sorted(path.parent.name for path in FOLDER.glob("*/lesson.en.md"))
LANGUAGES = sorted(text.LANGUAGES)
FALSE_FRIENDS = [
    "精确率",
    "准确率",
    "精确度",
    "准确度",
    "阀值",
    "召回率",
    "标签",
    "置信水平",
    "敏感度",
    "特异度",
    "平均精度",
    "真阳性",
    "假阳性",
]


def read(lang, name):
    return (FOLDER / name / f"lesson.{lang}.md").read_text(encoding="utf-8")


def headings(lesson):
    return re.findall(r"^(#+) ", lesson, re.MULTILINE)


def misconceptions(lesson):
    return re.findall(r"^\*\*(.+?)\*\*", lesson, re.MULTILINE)


def meaning(lesson):
    return re.split(r"^### .*$", lesson, flags=re.MULTILINE)[1]


def numbers(lesson):
    return sorted(re.findall(r"\d*\.\d+", lesson))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_has_every_lesson(lang):
    assert sorted(path.parent.name for path in FOLDER.glob(f"*/lesson.{lang}.md")) == NAMES
    assert {"confusion_matrix", "costs", "curves"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
class TestBothLanguages:
    def test_headings_and_misconceptions_correspond(self, name):
        en, zh = read("en", name), read("zh", name)
        assert headings(en) == headings(zh) == ["###", "###"]
        assert len(misconceptions(en)) == len(misconceptions(zh)) > 5

    def test_numbers_are_the_same(self, name):
        assert numbers(read("en", name)) == numbers(read("zh", name))

    def test_the_meaning_is_short(self, name):
        assert len(meaning(read("en", name)).split()) <= 120
        assert len(re.findall(r"[\u4e00-\u9fff]", meaning(read("zh", name)))) <= 240

    def test_each_misconception_is_a_sentence_with_a_correction(self, name):
        for lang, end in (("en", "."), ("zh", "。")):
            for paragraph in read(lang, name).split("\n\n"):
                if paragraph.startswith("**"):
                    wrong, right = re.fullmatch(r"\*\*(.+?)\*\* (.+)", paragraph.strip()).groups()
                    assert wrong.endswith((end, f"{end}”", f'{end}"'))
                    assert len(right) > 15

    def test_chinese_terms_are_the_textbook_s(self, name):
        # Other books' words may be quoted, to say what they mean there.
        said = re.sub(r"“[^”]*”", "", read("zh", name))
        assert not [wrong for wrong in FALSE_FRIENDS if wrong in said]
        assert not re.search(r"[\u4e00-\u9fff][,;:?!]|[\u4e00-\u9fff]\.(\s|$)", said)

    def test_formulas_are_closed(self, name):
        for lang in LANGUAGES:
            assert read(lang, name).count("$") % 2 == 0

    @pytest.mark.parametrize("lang", LANGUAGES)
    def test_the_page_shows_it(self, name, lang):
        at = AppTest.from_function(teaching_page, args=(name,), default_timeout=30)
        at.session_state["lang"] = lang
        at.run()
        assert not at.exception
        assert at.markdown[0].value.strip() == read(lang, name).strip()


def teaching_page(name):
    from ui.frame import teaching  # noqa: PLC0415 - the function is the script

    teaching.show_lesson(name)


def rows(key, score="score"):
    frame = pd.read_csv(SAMPLES[key].path)
    return frame["y"].to_numpy(bool), frame[score].to_numpy()


def melon_facts():
    """Return for each threshold of the melons what lessons say about it."""
    y, score = rows("melon-20")
    table = []
    for t in np.unique(score):
        said = score >= t
        tn, fp, fn, tp = sk.confusion_matrix(y, said).ravel()
        table.append(
            {
                "t": t,
                "accuracy": (tp + tn) / 20,
                "precision": tp / (tp + fp),
                "recall": tp / (tp + fn),
                "f1": 2 * tp / (2 * tp + fp + fn),
                "j": tp / 8 - fp / 12,
                "cost": 5 * fn + fp,
                "distance": np.hypot(fp / 12, fn / 8),
            }
        )
    return pd.DataFrame(table).set_index("t")


@pytest.mark.parametrize("lang", LANGUAGES)
class TestNumbers:
    def test_confusion_matrix(self, lang):
        lesson, melon = read(lang, "confusion_matrix"), melon_facts()
        assert f"15/20 = {melon.accuracy[0.6]:.4f}" in lesson
        assert f"7/11 = {melon.precision[0.6]:.4f}" in lesson
        assert f"{melon.precision[0.76]:.4f}" in lesson
        assert f"{melon.precision[0.8]:.4f}" in lesson
        for best in (melon.accuracy.idxmax(), melon.f1.idxmax(), melon.cost.idxmin()):
            assert f"{best:.2f}" in lesson
        assert f"{2 * 30 / (2 * 30 + 10 + 20):.4f}" in lesson
        assert f"{70 / 100:.4f}" in lesson
        assert f"{110 / 140:.4f}" in lesson
        assert f"{0.9 / (0.9 + 0.1):.4f}" in lesson
        assert f"{0.01 * 0.9 / (0.01 * 0.9 + 0.99 * 0.1):.4f}" in lesson
        assert "108" in lesson
        assert f"{(50 + 20 + 5) / 100:.4f}" in lesson
        y, predicted = np.repeat([0, 0, 1], [1, 999, 1]), np.repeat([0, 1, 1], [1, 999, 1])
        p, r, mean, _n = sk.precision_recall_fscore_support(y, predicted, average="macro")
        assert f"{2 * p * r / (p + r):.4f}" in lesson
        assert f"{mean:.4f}" in lesson

    def test_curves(self, lang):
        lesson, melon = read(lang, "curves"), melon_facts()
        y, score = rows("melon-20")
        assert f"{sk.roc_auc_score(y, score):.4f}" in lesson
        assert f"{sk.average_precision_score(y, score):.4f}" in lesson
        ordered = melon.sort_index(ascending=False)
        straight = np.trapezoid([1, *ordered.precision], [0, *ordered.recall])
        assert f"{straight:.4f}" in lesson
        assert f"{melon.accuracy.min():.2f}" in lesson
        assert f"{melon.accuracy.max():.2f}" in lesson
        assert f"t = {melon.distance.idxmin():.2f}" in lesson
        for best in (melon.accuracy.idxmax(), melon.j.idxmax(), melon.cost.idxmin()):
            assert f"{best:.2f}" in lesson
        assert f"(1, {y.mean():.2f})" in lesson
        (equal,) = melon.index[melon.precision == melon.recall]
        assert f"t = {equal:.2f}" in lesson
        assert f"{melon.precision[equal]:.4f}" in lesson
        signs = np.array([sign == "+" for sign in re.search(r"`([+-]+)`", lesson).group(1)])
        assert f"{sk.roc_auc_score(signs, -np.arange(signs.size)):.4f}" in lesson
        assert signs[:2].all()
        assert signs.sum() == 4

    def test_other_samples(self, lang):
        lesson = read(lang, "curves")
        y, score = rows("rare-class")
        assert y.mean() == 0.01
        assert f"{sk.roc_auc_score(y, score):.4f}" in lesson
        assert f"{sk.average_precision_score(y, score):.4f}" in lesson
        for model in ("calibrated", "too_high"):
            y, score = rows("miscalibrated", model)
            assert f"{sk.roc_auc_score(y, score):.4f}" in lesson
            assert f"{sk.brier_score_loss(y, score):.4f}" in lesson

    def test_amounts(self, lang):
        lesson, frame = read(lang, "costs"), pd.read_csv(SAMPLES["card-fraud"].path)
        y, score, amount = frame.y.to_numpy(bool), frame.score.to_numpy(), frame.amount.to_numpy()
        mean, all_paid = amount[y].mean(), amount[y].sum()
        assert f"{mean:.2f}" in lesson

        def least(each):
            return min(np.unique(score), key=lambda t: each[y & (score < t)].sum() + 10 * (~y & (score >= t)).sum())

        def paid(t):
            return amount[y & (score < t)].sum() + 10 * (~y & (score >= t)).sum()

        for t in (least(np.full(len(y), mean)), least(amount)):
            found = y & (score >= t)
            assert f"$t = {t:.4f}$" in lesson
            assert re.search(rf"{100 * amount[found].sum() / all_paid:.1f} ?%", lesson)
            assert f"{paid(t):,.0f}" in lesson
        assert (y & (score >= least(np.full(len(y), mean)))).sum() == 98
        assert y.sum() == 120
