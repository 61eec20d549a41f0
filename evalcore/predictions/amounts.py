"""Whether a truth of whole numbers holds classes or amounts: counts and stars are predicted with decimals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from evalcore.predictions.classes import named_like_classes, split_class
from evalcore.predictions.glance import Glance
from evalcore.predictions.labels import Labels, find_key
from evalcore.predictions.truth import Meaning, Truth
from evalcore.predictions.vocabulary import GROUP_PARTS, PREDICTED_PARTS, SCORE_PARTS, words

_FEW_CLASSES: Final = 4  # 0, 1, 2 and 3 are read as classes without a question
_CLASS_WORDS: Final = words("label labels class classes category 类别 标签 标记 类标")
_AMOUNT_WORDS: Final = words(
    "count counts number stars star rating ratings quantity qty visits days years hours age price grade points sales "
    "数量 次数 星级 评分 天数 人数 件数 年龄 价格 销量"
)


def decide(truth: Glance, read: Truth, others: Sequence[Glance]) -> tuple[Meaning, bool]:
    """Return what a truth holds, and whether that is open, so that it must be asked.

    Whole numbers of three values or more are amounts where predictions beside them have decimals on the same scale;
    where only whole numbers are predicted it is open from five values on, unless a name says that they are classes.
    """
    if read.labels is None:
        return "amounts", False
    if not (truth.is_number and truth.is_whole) or len(read.labels.keys) < 3 or _has_class_columns(read.labels, others):
        return "classes", False
    predicted, is_named = _predictions(truth, others)
    decimals = [g for g in predicted if not g.is_whole]
    whole = [g for g in predicted if g.is_whole]
    if decimals and all(_is_share(g) for g in decimals):  # rare events are counted, too, but so are classes scored
        is_rate = is_named and len(read.labels.keys) > _FEW_CLASSES and not any(g.has(SCORE_PARTS) for g in decimals)
        is_rate = is_rate and any(g.high > g.low for g in decimals)
        return ("amounts" if is_rate else "classes"), is_rate
    if decimals:
        return ("amounts", bool(whole) or not is_named)
    if not whole or any(g.has(_CLASS_WORDS) for g in (truth, *whole)):
        return "classes", False
    named_amount = any(g.has(_AMOUNT_WORDS) for g in (truth, *whole))
    return ("amounts" if named_amount else "classes"), named_amount or len(read.labels.keys) > _FEW_CLASSES


def _has_class_columns(truth: Labels, others: Sequence[Glance]) -> bool:
    numbers = [g.name for g in others if g.is_number]
    parts = (split_class(name) for name in numbers)
    return bool(named_like_classes(numbers, truth)) or any(
        model and find_key(suffix, truth.keys) is not None for model, suffix in parts
    )


def _predictions(truth: Glance, others: Sequence[Glance]) -> tuple[list[Glance], bool]:
    """Return the columns that may predict the truth, and whether their names say so."""
    numbers = [g for g in others if g.is_number and g.keys and not g.has(GROUP_PARTS)]
    named = [g for g in numbers if g.has(PREDICTED_PARTS | SCORE_PARTS) or "model" in g.words]
    if named:
        return named, True
    return [g for g in numbers if not g.is_whole and not _is_share(g) and g.shares_range(truth)], False


def _is_share(glance: Glance) -> bool:
    return glance.low >= 0 and glance.high <= 1
