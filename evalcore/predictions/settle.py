"""Which columns of numbers are models: two that add up to 1 are one, of a raw and a fine one the finest is kept."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

import numpy as np
import pandas as pd

from evalcore.errors import Message
from evalcore.predictions.classes import around_classes
from evalcore.predictions.columns import Columns
from evalcore.predictions.glance import GLANCE_ROWS, Glance, look
from evalcore.predictions.labels import Labels, find_key, guess_positive, label_key, read_labels
from evalcore.predictions.lists import place_in_list
from evalcore.predictions.vocabulary import PREDICTED_PARTS, SINGLE, words
from evalcore.support.arrays import FloatArray
from evalcore.support.numbers import is_number_typed, parse_numbers
from evalcore.support.text import listed, shown

_MOST: Final = 40  # columns among which pairs are looked for
_ROUNDED: Final = 0.0101  # two shares written with two digits
_NUMBERED: Final = re.compile(r"(.*?)[\W_]*(\d+)[\W_]*")
_RAW: Final = words("raw rawformulaval formula margin logit logits decision function log odds")
_FINE: Final = words("pred prediction predict predicted prob proba probability score p")
_BESIDE: Final = words("val value")
_LEAVES: Final = words("leaf leaves")
_NO_SCORE: Final = _LEAVES | words(
    "se sd std stderr ci lower upper residual residuals resid variance timestamp time date datetime epoch ts inst "
    "instance 时间 日期 时间戳"
)
_RATING: Final = words("rating ratings rater reader readers grade birads likert 评级 等级 阅片 评分者")
_MOST_RATINGS: Final = 11
_SECONDS: Final = (9e8, 2.2e9)
_YES: Final = words("pos positive yes true event 阳性 正 正类")
_NO: Final = words("neg negative no false nonevent 阴性 负 负类")


def settle(frame: pd.DataFrame, guess: Columns) -> Columns:
    """Return the guess with as many scores as there are models, and notes on what was taken for one."""
    guess = _without_no_scores(frame, guess)
    if guess.task != "binary":
        return guess
    # Only the names of the classes are needed: finding them again in a million rows would take longer than the rest.
    truth = Labels(np.empty(0, dtype=np.intp), guess.classes, tuple(map(label_key, guess.classes)))
    # SAS writes the truth anew beside what it predicts.
    guess = replace(guess, labels=tuple(name for name in guess.labels if name != f"F_{guess.truth}"))
    guess = _with_pairs(frame, guess, truth)
    guess = _with_finest(frame, guess)
    guess = _with_ratings(frame, guess)
    return _with_confidence(frame, guess, truth)


def with_positive(columns: Columns, positive: str | None) -> Columns:
    """Which column of each pair is the score, once another class is positive?

    Examples
    --------
    >>> found = Columns(truth="y", scores=("p1",), classes=("0", "1"), positive="1", pairs=(("p0", "p1"),))
    >>> with_positive(found, "0").scores
    ('p0',)
    """
    if positive not in columns.classes or len(columns.classes) != 2:
        return replace(columns, positive=positive)
    place = columns.classes.index(positive)
    other = {pair[1 - place]: pair[place] for pair in columns.pairs}
    scores = tuple(dict.fromkeys(other.get(score, score) for score in columns.scores))
    return replace(columns, positive=positive, scores=scores)


def pairs_in_use(columns: Columns) -> tuple[tuple[str, str], ...]:
    """Return the pairs of which one column is a score and the other is not: each is one model."""
    return tuple(pair for pair in columns.pairs if len(set(pair) & set(columns.scores)) == 1)


def _glances(frame: pd.DataFrame, guess: Columns) -> list[Glance]:
    """Return a look at each column that has no role but that of a score, or none."""
    step = max(1, len(frame) // GLANCE_ROWS)
    some = frame.iloc[::step]
    names = [str(name) for name in frame.columns]
    taken = {guess.truth, *guess.labels, *(getattr(guess, role) for role in SINGLE)}
    return [look(some.iloc[:, i], name, i, step) for i, name in enumerate(names) if name not in taken]


def _numbers(frame: pd.DataFrame, glance: Glance, step: int = 1) -> FloatArray:
    cells = frame.iloc[::step, glance.place]
    if is_number_typed(cells):
        found: FloatArray = cells.to_numpy(np.float64, na_value=np.nan)
        return found
    return parse_numbers(cells)[0]


def _without_no_scores(frame: pd.DataFrame, guess: Columns) -> Columns:
    if not guess.scores:
        return guess
    no = {g.name for g in _glances(frame, guess) if g.name in guess.scores and _is_no_score(g)}
    return replace(guess, scores=tuple(name for name in guess.scores if name not in no)) if no else guess


def _is_no_score(glance: Glance) -> bool:
    """Tell whether a column holds leaves, times or the numbers of rows that were shuffled."""
    leaves = glance.has(_LEAVES)
    if not leaves and (glance.has(PREDICTED_PARTS) or not glance.is_number):
        return False
    seconds = glance.is_whole and any(
        low * unit <= glance.low and glance.high <= high * unit
        for (low, high), unit in itertools.product((_SECONDS,), (1, 1e3, 1e6, 1e9))
    )
    unnamed = glance.name == "column 1" and glance.place == 0 and glance.is_whole and not glance.is_few_valued
    return glance.has(_NO_SCORE) or seconds or unnamed


def _with_pairs(frame: pd.DataFrame, guess: Columns, truth: Labels) -> Columns:
    free = [g for g in _glances(frame, guess) if g.is_number and ":" not in g.name]
    free = [g for g in free if (g.low >= 0 and g.high <= 1) or place_in_list(g.name)][:_MOST]
    place = 1 if guess.positive == guess.classes[-1] else 0
    pairs: list[tuple[str, str]] = []
    scores = list(guess.scores)
    for first, second in _likely_first(free):
        if (
            first.name in _flat(pairs)
            or second.name in _flat(pairs)
            or not (_adds_up(frame, first, second) or _are_opposite(frame, first, second))
        ):
            continue
        pair = _in_order_of_classes(first, second, truth)
        pairs.append(pair)
        at = min((scores.index(name) for name in pair if name in scores), default=len(scores))
        scores = [name for name in scores if name not in pair]
        scores.insert(min(at, len(scores)), pair[place])
    return replace(guess, pairs=tuple(pairs), scores=tuple(scores)) if pairs else guess


def _flat(pairs: Sequence[tuple[str, str]]) -> set[str]:
    return {name for pair in pairs for name in pair}


def _likely_first(glances: Sequence[Glance]) -> Iterator[tuple[Glance, Glance]]:
    """Yield all pairs, neighbours first."""
    return iter(sorted(itertools.combinations(glances, 2), key=lambda pair: pair[1].place - pair[0].place))


def _adds_up(frame: pd.DataFrame, first: Glance, second: Glance) -> bool:
    """Tell whether two columns add up to 1 in every row that has both, and are not the same all along."""
    if abs(first.low + second.high - 1) > _ROUNDED or abs(first.high + second.low - 1) > _ROUNDED:
        return False
    return bool(first.high > first.low) and _is_always(1, _numbers(frame, first) + _numbers(frame, second))


def _is_always(value: float, total: FloatArray) -> bool:
    known = total[~np.isnan(total)]
    return bool(known.size > 1 and (np.abs(known - value) <= _ROUNDED).all())


def _are_opposite(frame: pd.DataFrame, first: Glance, second: Glance) -> bool:
    """Tell whether two places of one list of raw scores are each other's negative, as Spark writes them."""
    a, b = place_in_list(first.name), place_in_list(second.name)
    if a is None or b is None or a[0] != b[0]:
        return False
    return _is_always(0, _numbers(frame, first) + _numbers(frame, second))


def _in_order_of_classes(first: Glance, second: Glance, truth: Labels) -> tuple[str, str]:
    """Return the columns of a pair in the order of the classes; the names tell it, else the order in the table."""
    pair = (first, second)
    for claims in (_named_class, _numbered_class, _worded_class):
        places = [claims(g, truth) for g in pair]
        if places[0] is not None and places[1] is not None and places[0] != places[1]:
            return (first.name, second.name) if places[0] < places[1] else (second.name, first.name)
    for claims in (_named_class, _worded_class):
        places = [claims(g, truth) for g in pair]
        if places in ([1, None], [None, 0]):
            return second.name, first.name
        if places in ([0, None], [None, 1]):
            return first.name, second.name
    return first.name, second.name


def _named_class(glance: Glance, truth: Labels) -> int | None:
    """Return the place of the only class whose name stands in a column's."""
    keys = {key for key, _ in around_classes(glance.name, truth)}
    longest = max(keys, key=len, default=None)
    return None if longest is None else truth.keys.index(longest)


def _numbered_class(glance: Glance, truth: Labels) -> int | None:
    """Return the place of the class whose number, or whose place from 0, ends a column's name."""
    found = _NUMBERED.fullmatch(glance.name)
    if found is None:
        return None
    place = find_key(found[2], truth.keys)
    return place if place is not None else {"0": 0, "1": 1}.get(found[2])


def _worded_class(glance: Glance, truth: Labels) -> int | None:
    positive, _ = guess_positive(truth.keys, [1, 1])
    if glance.has(_YES):
        return positive
    return 1 - positive if glance.has(_NO) else None


def _with_finest(frame: pd.DataFrame, guess: Columns) -> Columns:
    """Keep one of a raw score and what was made of it, where both put the rows in one order."""
    scores = [g for g in _glances(frame, guess) if g.name in guess.scores and g.is_number]
    notes = list(guess.notes)
    gone: set[str] = set()
    for first, second in itertools.combinations(scores, 2):
        if gone & {first.name, second.name} or not _is_of_one(first, second):
            continue
        a, b = _numbers(frame, first), _numbers(frame, second)
        if not _same_order(a, b):
            continue
        kept, other = (first, second) if _is_finer(first, a, b) else (second, first)
        gone.add(other.name)
        notes.append(
            Message(
                "The columns {columns} put the rows in one order, so they are one model; '{taken}' was taken, the "
                "finer one.",
                {"columns": listed([first.name, second.name]), "taken": shown(kept.name)},
            )
        )
    scores_left = tuple(name for name in guess.scores if name not in gone)
    return replace(guess, scores=scores_left, notes=tuple(notes)) if gone else guess


def _is_of_one(first: Glance, second: Glance) -> bool:
    """Tell whether the names are those of a raw score and a probability of the same model."""
    raw = [bool(g.words & _RAW) for g in (first, second)]
    if raw[0] == raw[1]:
        return False
    rests = [g.words - _RAW - _FINE - _BESIDE for g in (first, second)]
    return rests[0] == rests[1]


def _same_order(a: FloatArray, b: FloatArray) -> bool:
    """Tell whether two columns never put two rows in opposite order; either may have ties where the other has none."""
    known = ~(np.isnan(a) | np.isnan(b))
    a, b = a[known], b[known]
    order = np.lexsort((b, a))
    return bool(a.size > 1) and bool((np.diff(b[order]) >= 0).all())


def _is_finer(first: Glance, a: FloatArray, b: FloatArray) -> bool:
    """Tell whether the first has more different values; of equals the one that is a share of 1 is kept."""
    # In single precision: the last digits of equal raw scores differ by the order in which trees were added.
    counts = [len(np.unique(score.astype(np.float32))) for score in (a, b)]
    return counts[0] > counts[1] or (counts[0] == counts[1] and first.low >= 0 and first.high <= 1)


def _with_ratings(frame: pd.DataFrame, guess: Columns) -> Columns:
    """Take ratings such as 1 to 5 for scores where nothing else is one: a column for each reader."""
    if guess.scores or guess.labels:
        return guess
    whole = [g for g in _glances(frame, guess) if g.is_number and g.is_whole and 3 <= len(g.keys) <= _MOST_RATINGS]
    whole = [g for g in whole if g.low >= 0 and g.high <= 100 and not g.is_index]
    named = [g for g in whole if g.has(_RATING)]
    alike = [g for g in whole if any(g is not one and g.low == one.low and g.high == one.high for one in whole)]
    taken = named or alike
    return replace(guess, scores=tuple(g.name for g in taken), groups=_others(guess, taken)) if taken else guess


def _others(guess: Columns, taken: Sequence[Glance]) -> tuple[str, ...]:
    return tuple(name for name in guess.groups if name not in {g.name for g in taken})


def _with_confidence(frame: pd.DataFrame, guess: Columns, truth: Labels) -> Columns:
    """Mark scores that say how sure the predicted class is: 0.5 or more, whichever class is predicted."""
    if len(guess.labels) != 1 or guess.pairs:
        return guess
    names = [str(name) for name in frame.columns]
    label = read_labels(frame.iloc[:, names.index(guess.labels[0])], guess.labels[0])
    places = np.array([*(find_key(key, truth.keys) for key in label.keys), -1], dtype=object)[label.codes]
    found = []
    for glance in _glances(frame, guess):
        if glance.name not in guess.scores or ":" in glance.name or glance.low < 0.5 or glance.high > 1:
            continue
        score = _numbers(frame, glance)
        by_class = [score[(places == place) & ~np.isnan(score)] for place in (0, 1)]
        if all(part.size for part in by_class) and score[~np.isnan(score)].min() >= 0.5 and not _are_apart(*by_class):
            found.append(glance.name)
    return replace(guess, of_predicted=tuple(found)) if found else guess


def _are_apart(first: FloatArray, second: FloatArray) -> bool:
    """Tell whether the scores of one predicted class are all beyond those of the other: a score of one class, cut."""
    return bool(first.max() <= second.min()) or bool(second.max() <= first.min())
