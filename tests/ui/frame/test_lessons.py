"""Lessons: the same in both languages, the textbook's words, and numbers that can be found again."""

import math
import re
from fractions import Fraction
from urllib.parse import parse_qsl, urlsplit

import numpy as np
import pandas as pd
import pytest
from sklearn import metrics as sk
from streamlit.testing.v1 import AppTest

from evalcore import costs, metrics
from evalcore.calibration import smooth_calibration
from evalcore.counts import ConfusionMatrix, threshold_counts
from evalcore.curves import pair_order
from tests.languages import WHOLE
from ui.calibration import controls as calibration  # noqa: F401 - registers the views
from ui.exercises import tables
from ui.live import threshold  # noqa: F401 - registers t
from ui.session import choices, loaded
from ui.session import costs as own_costs  # noqa: F401 - registers the costs
from ui.session.samples import SAMPLES
from ui.shared import text

FOLDER = text.HERE
NAMES = sorted(path.parent.name for path in FOLDER.glob("*/lesson.en.md"))
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


# Pages whose lesson ends with misprints.
WITH_MISPRINTS = {
    "bias_variance",
    "confusion_matrix",
    "curves",
    "resampling",
    "hypotheses",
    "regression",
    "significance",
}
# Of the book; the others are about the second.
CHAPTERS = {"hypotheses": 1}


def read(lang, name):
    return (FOLDER / name / f"lesson.{lang}.md").read_text(encoding="utf-8")


def headings(lesson):
    return re.findall(r"^(#+) ", lesson, re.MULTILINE)


def misconceptions(lesson):
    """Return what is marked as wrong, each with its correction, the bold words first."""
    return re.findall(r"^✗ (.+)\\\n(\*\*.+)$", lesson, re.MULTILINE)


def links(lesson):
    """Return the page of each link into the app, what the link asks for, and the paragraph it stands in."""
    found = []
    for paragraph in lesson.split("\n\n"):
        for target in re.findall(r"\]\(([^()]+)\)", paragraph):
            parts = urlsplit(target)
            found.append((parts.path, dict(parse_qsl(parts.query, strict_parsing=True)), paragraph))
    return found


def meaning(lesson):
    return re.split(r"^## .*$", lesson, flags=re.MULTILINE)[1]


def numbers(lesson):
    return sorted(re.findall(r"\d*\.\d+", lesson))


@pytest.mark.parametrize("lang", WHOLE)
def test_every_language_has_every_lesson(lang):
    assert sorted(path.parent.name for path in FOLDER.glob(f"*/lesson.{lang}.md")) == NAMES
    assert {"confusion_matrix", "costs", "curves"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
class TestBothLanguages:
    def test_headings_and_misconceptions_correspond(self, name):
        en, zh = read("en", name), read("zh", name)
        assert headings(en) == headings(zh)
        assert len(headings(en)) == (3 if name in WITH_MISPRINTS else 2)
        assert len(misconceptions(en)) == len(misconceptions(zh)) > 5

    def test_numbers_are_the_same(self, name):
        assert numbers(read("en", name)) == numbers(read("zh", name))

    def test_the_meaning_is_short(self, name):
        assert len(meaning(read("en", name)).split()) <= 120
        assert len(re.findall(r"[\u4e00-\u9fff]", meaning(read("zh", name)))) <= 240

    def test_a_misconception_is_marked_and_its_correction_is_bold(self, name):
        for lang, ends in (("en", (".", '."')), ("zh", ("。", "。”"))):
            lesson = read(lang, name)
            found = misconceptions(lesson)
            assert lesson.count("✗") == len(found)
            assert not re.findall(r"^\*\*", re.sub(r"^✗ .+\\\n\*\*", "", lesson, flags=re.MULTILINE), re.MULTILINE)
            for wrong, right in found:
                assert "**" not in wrong
                assert wrong.endswith((*ends, "$"))
                # A closing ** before a Chinese character would not close: there is a blank, as Markdown wants it.
                bold, rest = re.fullmatch(r"\*\*(.+?)\*\*(?:[ .]+|$)(.*)", right).groups()
                assert len(bold) > 5
                assert len(bold + rest) > 20

    def test_the_book_is_named_once(self, name):
        for lang in WHOLE:
            assert read(lang, name).count(f"周志华《机器学习》第{CHAPTERS.get(name, 2)}章") == 1
            assert read(lang, name).count("周志华") == 1

    def test_chinese_terms_are_the_textbook_s(self, name):
        # Other books' words may be quoted, to say what they mean there.
        said = re.sub(r"“[^”]*”|\]\([^()]*\)", "", read("zh", name))
        assert not [wrong for wrong in FALSE_FRIENDS if wrong in said]
        assert not re.search(r"[\u4e00-\u9fff][,;:?!]|[\u4e00-\u9fff]\.(\s|$)", said)

    def test_a_link_s_words_are_text(self, name):
        """A formula has no underline, and colour alone does not show a link."""
        assert not any("$]" in read(lang, name) for lang in WHOLE)

    def test_no_colon_swallows_a_link(self, name):
        """A colon, letters of any script and a bracket are a directive of Streamlit's Markdown: `:red[text]`."""
        for lang in WHOLE:
            assert not re.findall(r":\w+\[", read(lang, name))

    def test_formulas_are_closed(self, name):
        for lang in WHOLE:
            assert read(lang, name).count("$") % 2 == 0

    @pytest.mark.parametrize("lang", WHOLE)
    def test_the_page_shows_it(self, name, lang):
        at = AppTest.from_function(teaching_page, args=(name,), default_timeout=30)
        at.session_state["lang"] = lang
        at.run()
        assert not at.exception
        assert at.markdown[0].value.strip() == read(lang, name).strip()


def teaching_page(name):
    from ui.frame import tabs  # noqa: PLC0415 - the function is the script

    tabs.show_lesson(name)


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


@pytest.mark.parametrize("lang", WHOLE)
class TestNumbers:
    def test_confusion_matrix(self, lang):
        lesson, melon = read(lang, "confusion_matrix"), melon_facts()
        assert f"15/20 = {melon.accuracy[0.6]:.3f}" in lesson
        assert f"7/11 = {melon.precision[0.6]:.3f}" in lesson
        assert f"{melon.precision[0.76]:.3f}" in lesson
        assert f"{melon.precision[0.8]:.3f}" in lesson
        for best in (melon.accuracy.idxmax(), melon.f1.idxmax(), melon.cost.idxmin()):
            assert f"{best:.2f}" in lesson
        assert f"{2 * 30 / (2 * 30 + 10 + 20):.3f}" in lesson
        assert f"{70 / 100:.3f}" in lesson
        assert f"{110 / 140:.3f}" in lesson
        assert f"{0.9 / (0.9 + 0.1):.3f}" in lesson
        assert f"{0.01 * 0.9 / (0.01 * 0.9 + 0.99 * 0.1):.3f}" in lesson
        assert "108" in lesson
        assert f"{(50 + 20 + 5) / 100:.3f}" in lesson
        y, predicted = np.repeat([0, 0, 1], [1, 999, 1]), np.repeat([0, 1, 1], [1, 999, 1])
        p, r, mean, _n = sk.precision_recall_fscore_support(y, predicted, average="macro")
        assert f"{2 * p * r / (p + r):.4f}" in lesson
        assert f"{mean:.4f}" in lesson

    def test_curves(self, lang):
        lesson, melon = read(lang, "curves"), melon_facts()
        y, score = rows("melon-20")
        assert f"{sk.roc_auc_score(y, score):.3f}" in lesson
        assert f"{sk.average_precision_score(y, score):.3f}" in lesson
        ordered = melon.sort_index(ascending=False)
        straight = np.trapezoid([1, *ordered.precision], [0, *ordered.recall])
        assert f"{straight:.3f}" in lesson
        assert f"{melon.accuracy.min():.2f}" in lesson
        assert f"{melon.accuracy.max():.2f}" in lesson
        assert f"t = {melon.distance.idxmin():.2f}" in lesson
        for best in (melon.accuracy.idxmax(), melon.j.idxmax(), melon.cost.idxmin()):
            assert f"{best:.2f}" in lesson
        assert f"(1, {y.mean():.2f})" in lesson
        (equal,) = melon.index[melon.precision == melon.recall]
        assert f"t = {equal:.2f}" in lesson
        assert f"{melon.precision[equal]:.3f}" in lesson
        signs = np.array([sign == "+" for sign in re.search(r"`([+-]+)`", lesson).group(1)])
        assert f"{sk.roc_auc_score(signs, -np.arange(signs.size)):.3f}" in lesson
        assert signs[:2].all()
        assert signs.sum() == 4

    def test_other_samples(self, lang):
        lesson = read(lang, "curves")
        y, score = rows("rare-class")
        assert y.mean() == 0.01
        assert f"{sk.roc_auc_score(y, score):.3f}" in lesson
        assert f"{sk.average_precision_score(y, score):.3f}" in lesson
        for model in ("model_a", "model_b"):
            y, score = rows("miscalibrated", model)
            assert f"{sk.roc_auc_score(y, score):.3f}" in lesson
            assert f"{sk.brier_score_loss(y, score):.3f}" in lesson

    def test_probabilities(self, lang):
        lesson = read(lang, "calibration")
        for model in ("model_a", "model_b"):
            y, score = rows("miscalibrated", model)
            table = threshold_counts(y, score)
            assert f"{smooth_calibration(table, at=[0.5]).share[0]:.3f}" in lesson
            called = score >= 0.25
            benefit = (called & (y == 1)).mean() - (called & (y == 0)).mean() / 3
            assert f"{benefit:.3f}" in lesson

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
            assert f"[t = {t:.4f}]" in lesson
            assert re.search(rf"{100 * amount[found].sum() / all_paid:.1f} ?%", lesson)
            assert f"{paid(t):,.0f}" in lesson
        assert (y & (score >= least(np.full(len(y), mean)))).sum() == 98
        assert y.sum() == 120


# Of each link with a threshold, what the paragraph around it quotes as seen there; `None` where it quotes nothing.
QUOTED = {
    ("confusion_matrix", "melon-20", 0.6): ("accuracy", "precision"),
    ("confusion_matrix", "melon-20", 0.76): ("precision",),
    ("confusion_matrix", "melon-20", 0.8): ("precision",),
    ("confusion_matrix", "melon-20", 0.88): (),
    ("confusion_matrix", "melon-20", 1.0): (),
    ("confusion_matrix", "melon-20", 0.04): (),
    ("curves", "melon-20", 0.66): (),
    ("curves", "melon-20", 0.88): (),
    ("curves", "melon-20", 1.0): (),
    ("curves", "melon-20", 0.6): (),
    ("curves", "melon-20", 0.04): (),
    ("curves", "melon-20", 0.71): ("precision", "recall"),
    ("costs", "melon-20", 0.42): (),
    ("costs", "melon-20", 0.88): (),
    ("costs", "melon-20", 0.55): ("fpr", "fnr"),
    ("costs", "melon-20", 0.6): ("fpr", "fnr"),
    ("costs", "melon-20", 0.1667): (),
}


@pytest.mark.parametrize("name", NAMES)
class TestLinks:
    def test_both_languages_link_to_the_same_and_keep_the_reader_s_language(self, name):
        en, zh = links(read("en", name)), links(read("zh", name))
        assert len(en) >= 7
        assert all("lang" not in asked for _path, asked, _said in en)
        assert [(path, asked | {"lang": "zh"}) for path, asked, _said in en] == [(p, asked) for p, asked, _s in zh]

    @pytest.mark.parametrize("lang", WHOLE)
    def test_a_link_opens_a_sample_with_what_it_asks_for(self, name, lang):
        for path, asked, _said in links(read(lang, name)):
            assert (text.HERE.parent / "pages" / f"{path.removeprefix('/')}.py").is_file()
            # They have no rows of a sample: tables of their own, what is simulated, and what is listed.
            assert asked.get("sample", loaded.DEFAULT_SAMPLE) in SAMPLES
            assert "sample" in asked or path in (
                "/significance",
                "/bias_variance",
                "/hypotheses",
                "/regression",
                "/resampling",
            )
            for key, value in asked.items():
                if key == "model":
                    assert value in SAMPLES[asked["sample"]].scores
                elif key not in ("sample", "lang"):
                    taken = choices.REGISTERED[key].read(value)
                    assert taken == value or np.isfinite(taken).all()

    @pytest.mark.parametrize("lang", WHOLE)
    def test_a_link_that_is_called_by_a_number_sets_it(self, name, lang):
        for words, target in re.findall(r"\[([^]]+)\]\(([^()]+)\)", read(lang, name)):
            asked = dict(parse_qsl(urlsplit(target).query))
            if costs_of := re.search(r"(\d+):(\d+)", words):
                assert (asked["cost_fn"], asked["cost_fp"]) == costs_of.groups()
            elif number := re.search(r"0\.\d+|1/\d", words):
                value = float(asked["alpha" if "α" in words else "t"])
                assert value == pytest.approx(float(Fraction(number[0])), abs=1e-4), (words, target)

    @pytest.mark.parametrize("lang", WHOLE)
    def test_what_is_quoted_is_what_is_seen_there(self, name, lang):
        found = links(read(lang, name))
        for path, asked, _said in found:
            said = " ".join(where for other, values, where in found if (other, values) == (path, asked))
            if "t" not in asked or "model" in asked or asked["sample"] == "card-fraud":  # TestNumbers
                continue
            cm = tables.sample(asked["sample"]).at(float(asked["t"]))
            for metric in QUOTED[path.removeprefix("/"), asked["sample"], float(asked["t"])]:
                assert f"{metrics.evaluate(metric, cm):.3f}" in said
            if "cost_fn" in asked and "0.300" in said and asked["t"] == "0.42":
                mean = costs.cost_sensitive_error(cm, cost_fn=float(asked["cost_fn"]), cost_fp=float(asked["cost_fp"]))
                assert f"{mean:.3f}" == "0.300"


def test_a_threshold_called_best_is_best():
    melon = tables.sample("melon-20")
    best = {name: metrics.best_index(melon, name).threshold for name in ("accuracy", "f1", "youden_j")}
    assert best == {"accuracy": 0.88, "f1": 0.6, "youden_j": 0.6}
    assert costs.best_threshold(melon, cost_fn=5, cost_fp=1).threshold == 0.42
    assert costs.best_threshold(melon, cost_fn=1, cost_fp=5).threshold == 0.88
    assert math.isnan(metrics.precision(melon.at(1.0)))


@pytest.mark.parametrize("lang", WHOLE)
def test_misprints_and_what_they_would_come_to(lang):
    matrix, curves = read(lang, "confusion_matrix"), read(lang, "curves")
    worked = tables.WORKED
    assert f"{2 * worked.tp / (worked.n - worked.tp - worked.tn):.3f}" == "2.000"
    assert "2.000" in matrix
    three = ConfusionMatrix([[50, 3, 2], [10, 20, 5], [1, 4, 5]])
    for average in (metrics.macro(three), metrics.micro(three)):
        assert f"{average.f1:.3f}" in matrix
    pairs = pair_order(tables.sample("melon-20"))
    wrong = pairs.wrong + pairs.tied / 2
    assert f"{wrong}/96 = {wrong / (8 * 12):.3f}" in curves
    assert f"{wrong}/20 = {wrong / (8 + 12):.3f}" in curves
    assert f"{1 - wrong / (8 + 12):.3f}" in curves


@pytest.mark.parametrize("lang", WHOLE)
def test_misprints_of_the_ends_of_the_roc_curve(lang):
    """Errata 42 and that of (1, 1): what both would say of the first and the last point."""
    curves, melon = read(lang, "curves"), tables.sample("melon-20")
    first, last = melon.at(math.inf), melon.at(0.04)
    assert (first.tp, first.fp) == (last.fn, last.tn) == (0, 0)
    said = curves.split("✗ ")[-1]
    assert f"TP is {last.tp:.0f} there and FP {last.fp:.0f}" in said or f"TP为{last.tp:.0f}，FP为{last.fp:.0f}" in said
    signs = re.findall(r"`([+-]+)`", curves)[-1]
    fpr, tpr, _t = sk.roc_curve([sign == "+" for sign in signs], -np.arange(len(signs)), drop_intermediate=False)
    assert max(fpr[tpr == 0]) == 1
    assert math.isnan(metrics.recall(ConfusionMatrix.binary(tp=0, fp=last.fp, fn=0, tn=last.tn)))
