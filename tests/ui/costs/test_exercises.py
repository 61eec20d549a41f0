"""Answers of the costs page, found again by counting rows and with fractions; costs are added up case by case."""

import itertools
import math
import re
from fractions import Fraction

import pandas as pd
import pytest
from sklearn import metrics as sk

from evalcore.costs import best_threshold, cost_curve
from tests.languages import WHOLE
from tests.ui.exercises.sets import SETS
from ui.costs import exercises as costs
from ui.exercises import tables
from ui.session.samples import SAMPLES
from ui.shared import text

CARDS = {card.key: card for card in SETS["costs"]}


def solved(key):
    solution = CARDS[key].solve()
    return solution.answer, str(solution.because)


def melon_rows():
    frame = pd.read_csv(SAMPLES["melon-20"].path)
    return list(zip(frame["y"].astype(bool), frame["score"], strict=True))


def cells(t):
    """Count TP, FN, FP, TN of the melons at one threshold."""
    rows = melon_rows()
    tp, fp = (sum(y == positive and s >= t for y, s in rows) for positive in (True, False))
    return tp, 8 - tp, fp, 12 - fp


def ends(t):
    _tp, fn, fp, _tn = cells(t)
    return Fraction(fp, 12), Fraction(fn, 8)


LINES = {t: ends(t) for t in [math.inf, *sorted({s for _y, s in melon_rows()}, reverse=True)]}


def height(line, z):
    fpr, fnr = line
    return z * fnr + (1 - z) * fpr


def lowest(z):
    """Return the thresholds of the melons whose lines are lowest, and how low."""
    least = min(height(line, z) for line in LINES.values())
    return {t for t, line in LINES.items() if height(line, z) == least}, least


def place(p, of_fn, of_fp):
    return p * of_fn / (p * of_fn + (1 - p) * of_fp)


def crossings(*all_lines):
    """Return every place where two lines cross, with both edges: an envelope is straight in between."""
    places = {Fraction(0), Fraction(1)}
    for lines in all_lines:
        for (a, b), (c, d) in itertools.combinations(set(lines), 2):
            if a - c != b - d and 0 <= (z := (a - c) / (a - c - b + d)) <= 1:
                places.add(z)
    return places


def roc_lines(signs):
    n_pos, n_neg = signs.count("+"), signs.count("-")
    cuts = [signs[:k] for k in range(len(signs) + 1)]
    return [(Fraction(cut.count("-"), n_neg), 1 - Fraction(cut.count("+"), n_pos)) for cut in cuts]


def envelopes_agree(a, b):
    a, b = roc_lines(a), roc_lines(b)
    return all(min(height(x, z) for x in a) == min(height(x, z) for x in b) for z in crossings(a, b))


def pairs_of_rankings(n, n_pos):
    ranked = [
        "".join("+" if i in chosen else "-" for i in range(n)) for chosen in itertools.combinations(range(n), n_pos)
    ]
    return list(itertools.product(ranked, repeat=2))


class TestAnswers:
    def test_line_ends(self):
        answer, because = solved("line_ends")
        fpr, fnr = ends(0.6)
        assert CARDS["line_ends"].options[answer] == f"(0, {float(fpr):.3f}), (1, {float(fnr):.3f})"
        assert len(set(CARDS["line_ends"].options.values())) == 4
        assert f"FPR = 4/12 = {float(fpr):.3f}" in because
        assert f"FNR = 1/8 = {float(fnr):.3f}" in because
        tenth = Fraction(1, 10)
        right, wrong = height((fpr, fnr), tenth), height((fpr, 1 - fnr), tenth)
        assert f"is at {float(right):.3f}; drawn to TPR by mistake, it would be at {float(wrong):.3f}" in because
        assert "TP {}, FN {}, FP {}, TN {}.".format(*cells(0.6)) in str(CARDS["line_ends"].prompt)

    def test_double_costs(self):
        answer, because = solved("double_costs")
        found = []
        for factor in (1, 2):
            money = {t: Fraction(5 * factor * cells(t)[1] + factor * cells(t)[2], 20) for t in LINES}
            z = place(Fraction(2, 5), 5 * factor, factor)
            t = min(money, key=money.__getitem__)
            found.append({"place": z, "best": t, "normalized": height(LINES[t], z), "money": money[t]})
        first, second = found
        assert answer == {name for name in first if first[name] != second[name]} == {"money"}
        assert set(CARDS["double_costs"].options) == {*first, "lines"}
        assert f"stays {float(first['place']):.3f}, the best threshold {first['best']:.2f}" in because
        assert f"normalised cost {float(first['normalized']):.3f}" in because
        assert f"from {float(first['money']):.3f} to {float(second['money']):.3f}" in because

    def test_ever_best(self):
        answer, because = solved("ever_best")
        places = sorted(crossings(LINES.values()))
        between = [(a + b) / 2 for a, b in itertools.pairwise(places)]
        best = set().union(*(lowest(z)[0] for z in {*places, *between} - {0, 1}))
        assert best == {0.88, 0.6, 0.42}
        assert answer == str(len(best))
        assert len(LINES) == 20
        assert "the other 17" in because
        switches = [z for z in places if 0 < z < 1 and len(lowest(z)[0]) > 1]
        said = re.search(r"t = 0\.88 up to P\(\+\)cost = (\S+), then to 0\.60 up to (\S+), then to 0\.42;", because)
        assert list(said.groups()) == [f"{float(z):.3f}" for z in switches]

    def test_only_negatives(self):
        answer, because = solved("only_negatives")
        best, least = lowest(Fraction(0))
        rules = {"never": math.inf, "88": 0.88, "60": 0.6, "42": 0.42, "always": min(LINES)}
        assert least == 0
        assert answer == {name for name, t in rules.items() if t in best} == {"never", "88"}
        assert set(CARDS["only_negatives"].options) == set(rules)
        assert f"down to {min(best):.2f}, which even finds {cells(min(best))[0]} of 8 positives" in because
        assert f"t = 0.60 costs {float(LINES[0.6][0]):.3f}" in because

    def test_same_envelope(self):
        answer, because = solved("same_envelope")
        a, b = answer["a"], answer["b"]
        assert a != b
        assert envelopes_agree(a, b)
        for signs in (a, b):
            auc = sk.roc_auc_score([sign == "+" for sign in signs], range(len(signs), 0, -1))
            assert f"{auc:.3f}" in because
        places = sorted(crossings(roc_lines(a)))
        low = [min(height(line, z) for line in roc_lines(a)) for z in places]
        area = sum(
            (y - x) * (c + d) / 2 for (x, y), (c, d) in zip(*map(itertools.pairwise, (places, low)), strict=True)
        )
        assert f"area under the envelope {float(area):.3f}" in because

    def test_least_regret(self):
        answer, because = solved("least_regret")
        conditions = [
            place(Fraction(p, 100), ratio, 1) for p, ratio in itertools.product((5, 7, 10, 12, 15), (3, 5, 8, 10))
        ]
        low, high = min(conditions), max(conditions)
        # Everywhere within the range, not only at its ends.
        grid = {low + (high - low) * Fraction(i, 60) for i in range(61)} | {
            z for z in crossings(LINES.values()) if low < z < high
        }
        regret = {t: max(height(line, z) - lowest(z)[1] for z in grid) for t, line in LINES.items()}
        best = min(regret, key=regret.__getitem__)
        assert list(regret.values()).count(regret[best]) == 1
        assert answer == f"{best:.2f}" == "0.76"
        assert f"{float(low):.3f} to {float(high):.3f}" in because
        for t, end in ((best, low), (0.88, high), (0.6, low)):
            assert regret[t] == height(LINES[t], end) - lowest(end)[1]
            assert f"{float(regret[t]):.3f} for " in because
        assert "3 to 10 times" in str(CARDS["least_regret"].prompt)
        assert "5% to 15%" in str(CARDS["least_regret"].prompt)

    def test_other_prevalence(self):
        answer, because = solved("other_prevalence")
        here, there = place(Fraction(2, 5), 5, 1), place(Fraction(1, 20), 5, 1)
        ((old,), _cost), ((new,), _new_cost) = lowest(here), lowest(there)
        assert answer == "best"
        assert f"from {float(here):.3f} to {float(there):.3f}" in because
        assert f"from {old:.2f} to {new:.2f}" in because
        # As 19 negatives come to each positive: 8 positives, and each of the 12 negatives 38 times in three.
        y, score = zip(*(row for row in melon_rows() for _ in range(3 if row[0] else 38)), strict=True)
        assert sum(y) / len(y) == 0.05
        assert f"AUC {sk.roc_auc_score(y, score):.3f}" in because
        assert sk.roc_auc_score(y, score) == pytest.approx(sk.roc_auc_score(*zip(*melon_rows(), strict=True)))
        money = {t: sum(5 * (p and s < t) + (not p and s >= t) for p, s in zip(y, score, strict=True)) for t in LINES}
        assert min(money, key=money.__getitem__) == new
        assert best_threshold(tables.sample("melon-20"), cost_fn=5, cost_fp=1, prevalence=0.05).threshold == new


class TestEnvelopes:
    @pytest.mark.parametrize(("n", "n_pos"), [(4, 2), (5, 3), (6, 3), (6, 2)])
    def test_every_pair_is_judged_by_its_lines(self, n, n_pos):
        pairs = pairs_of_rankings(n, n_pos)
        judged = {(a, b): costs.check_envelope({"a": a, "b": b}).right for a, b in pairs}
        assert judged == {(a, b): a != b and envelopes_agree(a, b) for a, b in pairs}
        assert any(judged.values())

    def test_four_rows_are_the_fewest(self):
        short = [pair for n in (2, 3) for k in range(1, n) for pair in pairs_of_rankings(n, k)]
        assert not [pair for pair in short if pair[0] != pair[1] and envelopes_agree(*pair)]

    def test_what_was_built_is_described(self):
        same = costs.check_envelope({"a": "+-", "b": "+-"})
        assert str(same.said) == "Both rankings are the same, and so are their ROC curves."
        differ = costs.check_envelope({"a": "+-", "b": "-+"})
        assert (
            str(differ.said) == "The envelopes differ: at P(+)cost = 0.500 that of A is at 0.000, that of B at 0.500."
        )
        right = costs.check_envelope({"a": "-+-+", "b": "--++"})
        assert str(right.said) == "The envelope is the same, with area 0.250; AUC is 0.250 for A and 0.000 for B."

    def test_mirrored_envelopes_have_one_area_and_are_not_the_same(self):
        area, mirrored = (cost_curve(tables.ranking(signs)).area for signs in ("+--+", "-++-"))
        assert area == pytest.approx(mirrored)
        assert not costs.check_envelope({"a": "+--+", "b": "-++-"}).right


class TestLessonNumbers:
    @pytest.mark.parametrize("lang", WHOLE)
    def test_every_number_is_found_again(self, lang):
        lesson = (text.HERE / "costs" / f"lesson.{lang}.md").read_text(encoding="utf-8")
        # Its last part is about amounts, and about another sample.
        lesson = lesson[: lesson.rindex("✗", 0, lesson.index("162.81 " if lang == "en" else "162.81，"))]
        lesson = re.sub(r"\]\([^()]*\)|\(2\.\d\d\)", "]", lesson)
        one, five, fifth = (place(Fraction(2, 5), *of) for of in ((1, 1), (5, 1), (1, 5)))
        fpr, fnr = LINES[0.55]
        places = sorted(crossings(LINES.values()))
        area = sum((b - a) * (lowest(a)[1] + lowest(b)[1]) / 2 for a, b in itertools.pairwise(places))
        found = [
            one, five, area, fpr, fnr, (fpr + fnr) / 2, height(LINES[0.55], one), height(LINES[0.55], five),
            cost_of(0.42), left_out(), *LINES[0.6], height(LINES[0.6], Fraction(1, 10)), fifth, Fraction(40, 52),
            cost_of(1 / 6),
        ]  # fmt: skip
        assert {f"{float(value):.3f}" for value in found} == set(re.findall(r"(?<!\d)\d\.\d{3}(?!\d)", lesson))
        assert {float(t) for t in re.findall(r"(?<!\d)\d\.\d\d(?!\d)", lesson)} == {0.42, 0.55, 0.6, 0.88}
        assert lowest(five)[0] == {0.42}
        assert lowest(fifth)[0] == {0.88}
        for at_stake in (Fraction(2, 5) + Fraction(3, 5), 5 * Fraction(2, 5) + Fraction(3, 5)):
            assert f"{float(at_stake):.1f}" in lesson
        # A score that becomes 0.5 by weighting.
        s = Fraction(1, 6)
        assert 5 * s / (5 * s + 1 - s) == Fraction(1, 2)


def cost_of(t, *, rows=None):
    """Return what one of the rows costs at 5:1."""
    rows = rows or melon_rows()
    return Fraction(sum(5 * (y and s < t) + (not y and s >= t) for y, s in rows), len(rows))


def left_out():
    """Choose t on nineteen melons and pay for the twentieth, each in turn."""
    rows, paid = melon_rows(), Fraction(0)
    for i, row in enumerate(rows):
        others = rows[:i] + rows[i + 1 :]
        chosen = min(LINES, key=lambda t: cost_of(t, rows=others))
        paid += cost_of(chosen, rows=[row])
    return paid / len(rows)
