"""Exercise cards: nothing is shown before an answer; each answer is found again in another way."""

import itertools
import json
import re
from collections import Counter
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from scipy.stats import norm
from sklearn import metrics as sk
from streamlit.testing.v1 import AppTest

from tests.languages import WHOLE
from tests.ui.exercises.sets import SETS
from ui.bias_variance.sketch import Sketch
from ui.confusion_matrix.exercises import check_blind
from ui.curves import exercises as curves
from ui.curves import ranking_exercises
from ui.exercises import cards, tables
from ui.exercises.build import Build, Rankings, WholeNumbers
from ui.exercises.drawing import Drawing, corners
from ui.exercises.kinds import Choice, Number, Several
from ui.exercises.tables import areas, break_even_point, moves, ranking
from ui.hypotheses.exercises import Rules
from ui.session import choices
from ui.session import costs as own_costs  # noqa: F401 - registers the costs
from ui.session.samples import SAMPLES
from ui.shared import text
from ui.shared.numbers import number

SUBMIT = "Submit and see the answer"
CARDS = [(name, i) for name, each in SETS.items() for i in range(len(each))]
IDS = [f"{name}-{SETS[name][i].key}" for name, i in CARDS]


def place(name, key):
    (i,) = [i for i, exercise in enumerate(SETS[name]) if exercise.key == key]
    return i


def card(name, key):
    return SETS[name][place(name, key)]


def page(name):
    from tests.ui.exercises.sets import SETS  # noqa: PLC0415 - the function is the script
    from ui.exercises import cards  # noqa: PLC0415

    cards.show(name, SETS[name])


def open_card(name, i=0, lang="en"):
    at = AppTest.from_function(page, args=(name,), default_timeout=30)
    at.session_state["lang"] = lang
    return well(turn_to(at, name, i).run())


def turn_to(at, name, i):
    at.session_state[f"exercise_{name}"] = str(i + 1)
    return at


def well(at):
    assert not at.exception
    assert not at.error
    return at


def press(at, label):
    (button,) = [b for b in at.button if b.label == label]
    return well(button.click().run())


def reveal(at):
    """Press the button that reveals, whatever it is called."""
    (button,) = [b for b in at.button if b.key.endswith("_reveal")]
    return well(button.click().run())


def shown(at):
    """Return every text on the page but those of the fields."""
    return [e.value for kind in (at.markdown, at.caption, at.success, at.warning, at.info, at.code) for e in kind]


def how_sure(at):
    """Return the confidence that is chosen, None while none is."""
    (control,) = [c for c in at.segmented_control if c.key.endswith("_sure")]
    return control.value


def sure(at, confidence):
    """Say how sure the answer is."""
    (control,) = [c for c in at.segmented_control if c.key.endswith("_sure")]
    control.set_value(confidence)
    return well(at.run())


def boxes(at):
    return [len(at.success), len(at.warning), len(at.info)]


def translated(message, lang):
    template = message.template if lang == "en" else text.catalogue(lang)[message.template]
    return template.format(**message.values) if message.values else template


def wrong_answer(exercise):
    answer = exercise.solve().answer
    if isinstance(exercise, Choice):
        return next(option for option in exercise.options if option != answer)
    if isinstance(exercise, Several):
        return frozenset(exercise.options) - answer
    if isinstance(exercise, Number):
        return 0.0 if answer > 0.5 else 1.0
    if isinstance(exercise, Drawing):
        return "".join(sorted(answer))
    if isinstance(exercise, Rules):
        return {**answer, "sum": "1"}
    return dict.fromkeys(exercise.fields, 1 if isinstance(exercise, (WholeNumbers, Sketch)) else "+-")


def put(at, exercise, answer):
    """Fill in the fields of the card."""
    if isinstance(exercise, Choice):
        at.radio[0].set_value(answer)
    elif isinstance(exercise, Several):
        at.pills[0].set_value(list(answer))
    elif isinstance(exercise, Number):
        at.number_input[0].set_value(answer)
    elif isinstance(exercise, Drawing):
        # As the buttons leave it.
        (up,) = [b.key for b in at.button if b.key.endswith("_Up")]
        at.session_state[up.removesuffix("_Up")] = answer
    elif isinstance(exercise, Build):
        fields = at.number_input if isinstance(exercise, (WholeNumbers, Sketch)) else at.text_input
        for field, name in zip(fields, exercise.fields, strict=True):
            field.set_value(answer[name])
    return well(at.run())


def answered(at, exercise, answer, confidence=50):
    """Fill in the fields, and say how sure that is."""
    return sure(put(at, exercise, answer), confidence)


@pytest.mark.parametrize(("name", "i"), CARDS, ids=IDS)
@pytest.mark.slow
class TestEveryCard:
    @pytest.mark.parametrize("lang", ["en", "zh"])
    def test_nothing_is_revealed_before_an_answer(self, name, i, lang):
        exercise, at = SETS[name][i], open_card(name, i, lang)
        solution = exercise.solve()
        # The card answers nothing by itself, a press without an answer does not either, nor does an answer alone.
        for act in (lambda: at, lambda: reveal(at), lambda: put(at, exercise, wrong_answer(exercise))):
            act()
            assert not well(at).success
            assert not at.info
            assert translated(solution.because, lang) not in shown(at)
            if isinstance(exercise, Number):
                assert not [s for s in shown(at) if number(solution.answer) in s]
        assert not exercises_done(at)

    def test_nothing_is_chosen_beforehand(self, name, i):
        at = open_card(name, i)
        assert [radio.value for radio in at.radio] in ([], [None])
        assert [pills.value for pills in at.pills] in ([], [[]])
        assert {field.value for field in at.number_input} <= {None}
        assert {field.value for field in at.text_input} <= {""}

    def test_an_answer_is_asked_for(self, name, i):
        at = press(open_card(name, i), SUBMIT)
        assert [box.value for box in at.warning] == ["Answer first, or skip."]
        assert [b.label for b in at.button if b.key.endswith("_reveal")] == [SUBMIT]
        assert boxes(well(at.run())) == [0, 0, 0]

    @pytest.mark.parametrize("lang", ["en", "zh"])
    def test_the_right_answer_is_right(self, name, i, lang):
        exercise, at = SETS[name][i], open_card(name, i, lang)
        solution = exercise.solve()
        at = reveal(answered(at, exercise, solution.answer))
        assert boxes(at) == [1, 0, 0]
        assert at.success[0].value.startswith({"en": "Right.", "zh": "答对了。"}[lang])
        assert translated(solution.because, lang) in shown(at)

    def test_a_wrong_answer_is_wrong(self, name, i):
        exercise, at = SETS[name][i], open_card(name, i)
        at = press(answered(at, exercise, wrong_answer(exercise)), SUBMIT)
        assert boxes(at) == [0, 1, 0]
        assert at.warning[0].value.startswith("Not right.")
        assert "olution: " in at.warning[0].value
        assert str(exercise.solve().because) in shown(at)

    def test_skipping_shows_the_solution_and_does_not_count(self, name, i):
        at = press(open_card(name, i), "Skip")
        assert boxes(at) == [0, 0, 1]
        assert at.info[0].value.startswith("Skipped.")
        assert str(SETS[name][i].solve().because) in shown(at)
        assert not at.caption
        assert [c.key for c in at.segmented_control if c.key.endswith("_sure")] == []

    def test_trying_again_begins_anew(self, name, i):
        exercise, at = SETS[name][i], open_card(name, i)
        at = press(press(answered(at, exercise, wrong_answer(exercise)), SUBMIT), "Try again")
        assert boxes(at) == [0, 0, 0]
        assert not exercises_done(at)
        assert [box.value for box in press(at, SUBMIT).warning] == ["Answer first, or skip."]

    def test_how_sure_is_asked_for_and_nothing_is_chosen_beforehand(self, name, i):
        exercise, at = SETS[name][i], open_card(name, i)
        assert how_sure(at) is None
        put(at, exercise, wrong_answer(exercise))
        assert how_sure(at) is None
        assert [box.value for box in press(at, SUBMIT).warning] == ["Say how sure you are, or skip."]
        assert not exercises_done(at)
        assert boxes(press(sure(at, 25), SUBMIT)) == [0, 1, 0]


def exercises_done(at):
    # AppTest's session state has no `get`.
    return at.session_state["exercises_done"] if "exercises_done" in at.session_state else {}  # noqa: SIM401


@pytest.mark.slow
class TestCards:
    def test_a_guess_shows_its_gap(self):
        at = open_card("confusion_matrix", 1)
        at.number_input[0].set_value(0.9)
        sure(at, 60)
        assert "Your guess 0.9 is off by 0.817." in press(at, SUBMIT).warning[0].value

    def test_slips_are_counted(self):
        exercise = SETS["confusion_matrix"][2]
        at = open_card("confusion_matrix", 2)
        at = press(answered(at, exercise, frozenset({"precision", "f1", "npv"})), SUBMIT)
        assert "2 of 3 found; 1 chosen that do not belong." in at.warning[0].value
        at = press(answered(open_card("confusion_matrix", 2), exercise, exercise.solve().answer), SUBMIT)
        assert "found" not in at.success[0].value

    @pytest.mark.parametrize(("guess", "right"), [(0.1333, True), (0.1334, False), (0.0334, True), (0.0333, False)])
    def test_a_guess_within_the_tolerance_is_right(self, guess, right):
        exercise = SETS["confusion_matrix"][1]
        assert exercise.tolerance == 0.05
        assert exercise.judge(guess).right == right

    def test_the_edge_of_the_tolerance_counts(self):
        exercise = card("curves", "count_pairs")
        assert exercise.judge(0.75 + exercise.tolerance).right
        assert exercise.judge(0.75 - exercise.tolerance).right

    def test_cards_are_independent(self):
        at = open_card("confusion_matrix", 0)
        at.radio[0].set_value("up")
        sure(at, 90)
        press(at, SUBMIT)
        turn_to(at, "confusion_matrix", 1).run()
        assert boxes(well(at)) == [0, 0, 0]
        assert how_sure(at) is None
        at.number_input[0].set_value(0.08)
        press(sure(at, 60), SUBMIT)
        assert boxes(at) == [1, 0, 0]
        turn_to(at, "confusion_matrix", 0).run()
        assert boxes(well(at)) == [0, 1, 0]
        assert at.radio[0].value == "up"
        assert at.radio[0].disabled
        press(at, "Try again")
        turn_to(at, "confusion_matrix", 1).run()
        assert boxes(well(at)) == [1, 0, 0]

    def test_an_unfinished_answer_waits(self):
        at = open_card("confusion_matrix", 0)
        at.radio[0].set_value("same")
        sure(at, 70)
        at.run()
        turn_to(at, "confusion_matrix", 2).run()
        turn_to(well(at), "confusion_matrix", 0).run()
        assert well(at).radio[0].value == "same"
        assert how_sure(at) == 70

    def test_the_language_changes_and_the_answer_stays(self):
        at = open_card("confusion_matrix", 0)
        at.radio[0].set_value("up")
        press(sure(at, 80), SUBMIT)
        at.session_state["lang"] = "zh"
        at.run()
        assert boxes(well(at)) == [0, 1, 0]
        assert at.warning[0].value.startswith("没有答对。")
        assert "说不准" in at.warning[0].value
        assert at.radio[0].value == "up"
        assert at.radio[0].options[0] == "上升。"

    def test_confidence_and_hits_are_compared_over_the_session(self):
        at = open_card("confusion_matrix", 0)
        assert not at.caption
        at.radio[0].set_value("cannot_tell")
        sure(at, 90)
        press(at, SUBMIT)
        assert at.caption[0].value == "1 of 1 right at an average confidence of 90%."
        turn_to(at, "confusion_matrix", 1).run()
        at.number_input[0].set_value(0.9)
        sure(at, 60)
        press(at, SUBMIT)
        assert at.caption[0].value == "1 of 2 right at an average confidence of 75%."
        turn_to(at, "confusion_matrix", 2).run()
        press(at, "Skip")
        assert at.caption[0].value == "1 of 2 right at an average confidence of 75%."

    def test_an_answer_after_the_solution_was_seen_does_not_count(self):
        name, i = next((name, i) for name, i in CARDS if SETS[name][i].again is None)
        exercise = SETS[name][i]
        at = press(answered(open_card(name, i), exercise, wrong_answer(exercise), 100), SUBMIT)
        at = press(answered(press(at, "Try again"), exercise, exercise.solve().answer, 90), SUBMIT)
        assert len(at.success) == 1
        assert at.caption[-1].value == "0 of 1 right at an average confidence of 100%."

    def test_an_answer_to_a_card_that_was_skipped_before_does_not_count(self):
        name, i = next((name, i) for name, i in CARDS if SETS[name][i].again is None)
        exercise = SETS[name][i]
        at = press(press(open_card(name, i), "Skip"), "Try again")
        at = press(answered(at, exercise, exercise.solve().answer, 90), SUBMIT)
        assert not any("average confidence" in caption.value for caption in at.caption)

    def test_other_numbers_are_an_answer_of_their_own(self):
        name, i = next((name, i) for name, i in CARDS if SETS[name][i].again is not None)
        exercise, at = SETS[name][i], open_card(name, i)
        at.session_state["exercise_seed"] = 7
        at = press(answered(at, exercise, wrong_answer(exercise), 100), SUBMIT)
        second = cards.attempt_of(exercise, 1, 7)
        at = press(answered(press(at, "Try again"), second, second.solve().answer, 80), SUBMIT)
        assert at.caption[-1].value == "1 of 2 right at an average confidence of 90%."

    def test_two_pages_share_the_comparison_only(self):
        at = AppTest.from_function(both_pages, default_timeout=30).run()
        at.radio[0].set_value("cannot_tell").run()
        next(c for c in at.segmented_control if c.key.endswith("_sure")).set_value(50).run()
        at.button[0].click().run()
        assert {key for key, _card in exercises_done(well(at))} == {"confusion_matrix"}
        assert [caption.value for caption in at.caption] == ["1 of 1 right at an average confidence of 50%."] * 2
        assert len(at.success) == 1

    @pytest.mark.parametrize(
        ("a", "b", "sentence"),
        [
            ("+-x", "+-+", "A ranking must hold + and -, at least one of each, and nothing else. Correct it."),
            ("++", "--", "A ranking must hold + and -, at least one of each, and nothing else. Correct it."),
            ("+-", "+--", "Both rankings must be of the same rows: as many + and as many - in each. Correct one."),
            ("++-", "+--", "Both rankings must be of the same rows: as many + and as many - in each. Correct one."),
            ("+-", "", "Answer first, or skip."),
        ],
    )
    def test_what_is_no_ranking_is_not_judged(self, a, b, sentence):
        at = open_card("curves", place("curves", "game"))
        at = press(answered(at, card("curves", "game"), {"a": a, "b": b}), SUBMIT)
        assert [box.value for box in at.warning] == [sentence]
        assert not exercises_done(at)

    def test_signs_of_either_keyboard_are_read(self):
        at = open_card("curves", place("curves", "game"))
        at = press(answered(at, card("curves", "game"), {"a": "－－＋＋－－", "b": "− + − − + −"}), SUBMIT)
        assert boxes(at) == [1, 0, 0]

    def test_a_matrix_without_positives_has_no_recall(self):
        exercise = SETS["confusion_matrix"][4]
        at = press(answered(open_card("confusion_matrix", 4), exercise, {"tp": 0, "fn": 0, "fp": 1, "tn": 99}), SUBMIT)
        assert "0/0: —, not 0" in at.warning[0].value

    def test_another_matrix_is_right_too(self):
        exercise = SETS["confusion_matrix"][4]
        at = press(answered(open_card("confusion_matrix", 4), exercise, {"tp": 0, "fn": 3, "fp": 7, "tn": 990}), SUBMIT)
        assert "TP 0 · FN 3 · FP 7 · TN 990" in at.success[0].value

    def test_keys_are_used_once(self):
        for name, each in SETS.items():
            assert max(Counter(card.key for card in each).values()) == 1, name

    def test_prompts_and_options_stay_clear_of_the_solution(self):
        for _name, i in CARDS:
            card = SETS[_name][i]
            if isinstance(card, Number):
                assert number(card.solve().answer) not in str(card.prompt)
                assert (card.low, card.high) == (0, 1)


def both_pages():
    from tests.ui.exercises.sets import SETS  # noqa: PLC0415 - the function is the script
    from ui.exercises import cards  # noqa: PLC0415

    cards.show("confusion_matrix", SETS["confusion_matrix"])
    cards.show("curves", SETS["curves"])


def solved(name, key):
    (exercise,) = [e for e in SETS[name] if e.key == key]
    solution = exercise.solve()
    return solution.answer, str(solution.because)


def melons():
    frame = pd.read_csv(SAMPLES["melon-20"].path)
    return frame["y"].to_numpy(bool), frame["score"].to_numpy()


def labels(tp, fp, fn, tn):
    """Return rows that make this matrix."""
    return np.repeat([1, 0, 1, 0], [tp, fp, fn, tn]), np.repeat([1, 1, 0, 0], [tp, fp, fn, tn])


@pytest.mark.slow
class TestConfusionMatrixAnswers:
    def test_raise_threshold(self):
        y, score = melons()
        p = {t: sk.precision_score(y, score >= t) for t in np.unique(score)}
        steps = [(t, up, p[up] - p[t]) for t, up in itertools.pairwise(sorted(p))]
        assert {np.sign(step) for *_t, step in steps} == {-1, 0, 1}
        answer, because = solved("confusion_matrix", "raise_threshold")
        assert answer == "cannot_tell"
        for best in (max, min):
            t, up, _step = best(steps, key=lambda step: step[2])
            assert f"{t:.2f} to {up:.2f}" in because
            assert f"{p[t]:.3f}" in because
            assert f"{p[up]:.3f}" in because
            crossed = y[score == t]
            assert crossed.all() if best is min else not crossed.any()

    def test_rare_positives(self):
        answer, because = solved("confusion_matrix", "rare_positives")
        assert answer == pytest.approx(0.01 * 0.9 / (0.01 * 0.9 + 0.99 * 0.1))
        assert "9/(9+99) = 0.083" in because

    def test_double_tn(self):
        def nine(*cells):
            y, predicted = labels(*cells)
            return {
                "precision": sk.precision_score(y, predicted),
                "recall": sk.recall_score(y, predicted),
                "f1": sk.f1_score(y, predicted),
                "accuracy": sk.accuracy_score(y, predicted),
                "specificity": sk.recall_score(y, predicted, pos_label=0),
                "fpr": 1 - sk.recall_score(y, predicted, pos_label=0),
                "npv": sk.precision_score(y, predicted, pos_label=0),
                "balanced_accuracy": sk.balanced_accuracy_score(y, predicted),
                "matthews": sk.matthews_corrcoef(y, predicted),
            }

        before, after = nine(30, 10, 20, 40), nine(30, 10, 20, 80)
        answer, because = solved("confusion_matrix", "double_tn")
        assert answer == {name for name in before if before[name] == pytest.approx(after[name])}
        assert set(before) == set(SETS["confusion_matrix"][2].options)
        assert f"{before['accuracy']:.3f} to {after['accuracy']:.3f}" in because
        assert f"{after['f1']:.3f}" in because

    def test_swap_classes(self):
        y, predicted = labels(30, 10, 20, 40)
        answer, because = solved("confusion_matrix", "swap_classes")
        assert answer == pytest.approx(sk.f1_score(y, predicted, pos_label=0))
        assert "2·40/(2·40+20+10) = 0.727 instead of 0.667" in because

    def test_blind_matrix(self):
        answer, because = solved("confusion_matrix", "blind_matrix")
        y, predicted = labels(**answer)
        assert sk.accuracy_score(y, predicted) == 0.99
        assert sk.recall_score(y, predicted) == 0
        assert "1 of 100" in because

    def test_every_matrix_is_judged_by_its_shares(self):
        sizes = (0, 1, 2, 98, 99, 198, 990)
        right = 0
        for tp, fp, fn, tn in itertools.product(sizes, repeat=4):
            n = tp + fp + fn + tn
            expected = n > 0 and tp == 0 and fn > 0 and Fraction(tn, n) == Fraction(99, 100)
            assert check_blind({"tp": tp, "fp": fp, "fn": fn, "tn": tn}).right == expected
            right += expected
        assert right > 2

    def test_macro_above_accuracy(self):
        found = set()
        for name, table in {
            "rare": [[1, 999], [0, 1]],
            "even": [[5, 495], [495, 5]],
            "large": [[990, 10], [9, 1]],
        }.items():
            y = np.repeat([0, 0, 1, 1], np.ravel(table))
            predicted = np.repeat([0, 1, 0, 1], np.ravel(table))
            p, r, f1, _n = sk.precision_recall_fscore_support(y, predicted, average="macro")
            if 2 * p * r / (p + r) > 0.5 and sk.accuracy_score(y, predicted) < 0.01:
                found.add((name, f"{2 * p * r / (p + r):.4f}", f"{f1:.4f}"))
        answer, because = solved("confusion_matrix", "macro_above_accuracy")
        ((name, book, mean),) = found
        assert answer == name
        assert f"macro-F1 {book}" in because
        assert because.endswith(f"{mean}.")

    def test_equal_precision_recall(self):
        answer, because = solved("confusion_matrix", "equal_precision_recall")
        assert answer == "positives"
        assert "8 at t = 0.71, both 0.625" in because
        y, score = melons()
        equal = []
        for t in np.unique(score):
            hits, predicted = int((y & (score >= t)).sum()), int((score >= t).sum())
            if Fraction(hits, predicted) == Fraction(hits, int(y.sum())):
                equal.append((t, predicted))
        assert equal == [(0.71, 8)]


def auc_by_pairs(signs):
    pairs = [(i, j) for i, a in enumerate(signs) for j, b in enumerate(signs) if (a, b) == ("+", "-")]
    return Fraction(sum(i < j for i, j in pairs), len(pairs))


def found_within(signs, most):
    """Return the largest TPR of the cuts that let at most this share of the negatives through."""
    cuts = [signs[:k] for k in range(len(signs) + 1)]
    return max(Fraction(c.count("+"), signs.count("+")) for c in cuts if c.count("-") <= most * signs.count("-"))


def best_f1(signs):
    m = signs.count("+")
    return max(Fraction(2 * signs[:k].count("+"), k + m) for k in range(1, len(signs) + 1))


def bep(signs):
    m = signs.count("+")
    return Fraction(signs[:m].count("+"), m)


def wins(a, b):
    return best_f1(a) > best_f1(b) and bep(a) < bep(b)


def rankings(n):
    return [signs for signs in map("".join, itertools.product("+-", repeat=n)) if set(signs) == {"+", "-"}]


@pytest.mark.slow
class TestCurvesAnswers:
    def test_count_pairs(self):
        positive, negative = (0.35, 0.8), (0.1, 0.4)
        right = sum(p > n for p in positive for n in negative)
        answer, because = solved("curves", "count_pairs")
        assert answer == right / 4
        assert "2·2 = 4" in because
        assert "3/4 = 0.750" in because
        # The prompt states the sample.
        frame = pd.read_csv(SAMPLES["four-samples"].path).sort_values(["label", "score"])
        stated = ", ".join(f"{label} {score}" for label, score in zip(frame["label"], frame["score"], strict=True))
        assert stated in str(card("curves", "count_pairs").prompt)

    def test_square_scores(self):
        y, score = melons()
        answer, because = solved("curves", "square_scores")
        same = {
            "roc": all(map(np.array_equal, sk.roc_curve(y, score)[:2], sk.roc_curve(y, score**2)[:2])),
            "pr": all(
                map(np.array_equal, sk.precision_recall_curve(y, score)[:2], sk.precision_recall_curve(y, score**2)[:2])
            ),
            "auc": sk.roc_auc_score(y, score) == sk.roc_auc_score(y, score**2),
            "ap": sk.average_precision_score(y, score) == sk.average_precision_score(y, score**2),
            "decisions": np.array_equal(score >= 0.5, score**2 >= 0.5),
        }
        assert answer == {name for name, kept in same.items() if not kept} == {"decisions"}
        before, after = (score >= 0.5).sum(), (score**2 >= 0.5).sum()
        assert f"0.5 {after} melons are predicted positive instead of {before}" in because
        assert f"AUC {sk.roc_auc_score(y, score):.3f}, AP {sk.average_precision_score(y, score):.3f}" in because

    def test_fewer_positives(self):
        y, score = melons()
        weight = np.where(y, 0.5, 1)
        answer, because = solved("curves", "fewer_positives")
        assert answer == "pr"
        assert sk.roc_auc_score(y, score, sample_weight=weight) == pytest.approx(sk.roc_auc_score(y, score))
        p = [sk.precision_score(y, score >= 0.6, sample_weight=w) for w in (None, weight)]
        ap = [sk.average_precision_score(y, score, sample_weight=w) for w in (None, weight)]
        assert f"from {p[0]:.3f} to {p[1]:.3f}, and AP from {ap[0]:.3f} to {ap[1]:.3f}" in because

    def test_fewer_positives_by_deleting(self):
        """Deleting at random gives, on average over all ways, the TPR of before."""
        y, score = melons()
        kept = list(itertools.combinations(np.flatnonzero(y), 4))
        tpr = np.mean([[(score[list(rows)] >= t).mean() for t in (0.6, 0.8)] for rows in kept], axis=0)
        assert tpr == pytest.approx([(score[y] >= t).mean() for t in (0.6, 0.8)])

    def test_right_end(self):
        y, score = melons()
        answer, because = solved("curves", "right_end")
        at_lowest = sk.precision_score(y, score >= score.min())
        assert at_lowest == y.mean() == 0.4
        assert answer == "prevalence"
        assert "8/20 = 0.400" in because
        assert "8 rows of 20" in str(card("curves", "right_end").prompt)

    def test_guess_auc(self):
        answer, because = solved("curves", "guess_auc")
        assert answer == pytest.approx(norm.cdf(1.5 / np.sqrt(2)))
        assert "Φ(1.5/√2) = 0.856" in because

    def test_the_figure_shows_two_heaps_of_one_shape(self):
        at = open_card("curves", place("curves", "guess_auc"))
        assert not at.code
        alt, figure = plane(at)
        assert alt.startswith("How often each score comes up")
        assert [note["text"] for note in figure["layout"]["annotations"]] == ["negative", "positive"]
        negative, positive = (note["x"] for note in figure["layout"]["annotations"])
        assert positive - negative == pytest.approx(1.5, abs=0.06)

    def test_crossing_curves(self):
        a, b = (curves.CROSSING[name] for name in "ab")
        answer, because = solved("curves", "crossing_curves")
        assert (a.count("+"), a.count("-")) == (b.count("+"), b.count("-")) == (5, 10)
        assert auc_by_pairs(a) == auc_by_pairs(b) == Fraction(4, 5)
        within = [found_within(signs, Fraction(share, 10)) for share in (1, 3) for signs in (a, b)]
        assert within[0] > within[1]
        assert within[2] < within[3]
        assert answer == "a"
        said = "Up to FPR 0.1 A finds {:.1f} of the positives and B {:.1f}; up to FPR 0.3 it is {:.1f} and {:.1f}."
        assert because.startswith(said.format(*map(float, within)))

    def test_game(self):
        answer, because = solved("curves", "game")
        a, b = answer["a"], answer["b"]
        assert wins(a, b)
        assert f"({float(bep(a)):.3f} < {float(bep(b)):.3f})" in because
        assert f"({float(best_f1(a)):.3f} > {float(best_f1(b)):.3f})" in because

    def test_five_rows_are_the_fewest_to_win_the_game(self):
        short = [
            (a, b)
            for n in range(2, len(ranking_exercises.GAME["a"]))
            for a, b in itertools.product(rankings(n), repeat=2)
            if a.count("+") == b.count("+") and wins(a, b)
        ]
        assert short == [("--++-", "-+--+")]

    def test_the_game_is_judged_by_counting(self):
        two = [signs for signs in rankings(6) if signs.count("+") == 2]
        judged = {
            (a, b): ranking_exercises.check_game({"a": a, "b": b}).right for a, b in itertools.product(two, repeat=2)
        }
        assert judged == {(a, b): wins(a, b) for a, b in judged}
        assert any(judged.values())

    def test_break_even_point_inside_a_tie_is_undefined(self):
        tied = ranking("+-+").merge(ranking("-+-"))
        assert tied.tp.tolist() == [0, 1, 2, 3]
        assert break_even_point(ranking("+-+")) == 0.5
        assert np.isnan(break_even_point(tied))


VARIED = [(name, i) for name, i in CARDS if SETS[name][i].again is not None]
# Tests are computed at every attempt: with them the quick loop would not be one.
SLOW = {"rows_needed", "numerators"}
every_varied = pytest.mark.parametrize(
    ("name", "i"),
    [
        pytest.param(name, i, id=f"{name}-{SETS[name][i].key}", marks=[pytest.mark.slow] * (SETS[name][i].key in SLOW))
        for name, i in VARIED
    ],
)


def stated(exercise):
    return str(exercise.prompt), exercise.picture() if exercise.picture else ""


class TestAgain:
    def test_what_can_vary_does(self):
        assert {SETS[name][i].key for name, i in VARIED} >= {
            "rare_positives", "swap_classes", "blind_matrix", "count_pairs", "draw_roc", "guess_auc", "line_ends",
            "double_costs", "other_prevalence", "discordant", "numerators", "type_one_rate", "rows_needed", "pool",
            "exact", "u_curve", "shrinks", "step_bias", "no_noise", "bagging", "optimism", "peak",
            "how_many", "halves", "beat_coin", "tilt", "curves",
            "outlier", "same_mse", "flip", "r_squared", "rmse_mae", "units",
            "loo_majority", "holdout_spread", "fits", "splits", "never_drawn",
        }  # fmt: skip

    @every_varied
    def test_the_first_attempt_is_as_written_and_each_later_one_has_other_numbers(self, name, i):
        exercise = SETS[name][i]
        for seed in range(12):
            asked = [cards.attempt_of(exercise, attempt, seed) for attempt in range(4)]
            assert asked[0] is exercise
            assert len({stated(one) for one in asked[:2]}) == 2
            assert all(stated(a) != stated(b) for a, b in itertools.pairwise(asked))
            assert [stated(cards.attempt_of(exercise, k, seed)) for k in range(4)] == [stated(one) for one in asked]
            assert {(type(one), one.key) for one in asked} == {(type(exercise), exercise.key)}

    @every_varied
    def test_other_numbers_are_judged_by_their_own_solution(self, name, i):
        for seed in range(12):
            exercise = cards.attempt_of(SETS[name][i], 1, seed)
            solution = exercise.solve()
            assert exercise.judge(solution.answer).right
            assert not exercise.judge(wrong_answer(exercise)).right
            assert exercise.problem(solution.answer) is None
            if isinstance(exercise, Choice):
                assert solution.answer in exercise.options
                assert len(set(exercise.options.values())) == len(exercise.options)
            for lang in WHOLE:
                assert "{" not in translated(solution.because, lang) + translated(exercise.prompt, lang)

    @every_varied
    def test_the_card_asks_other_numbers_and_keeps_them(self, name, i):
        exercise, at = SETS[name][i], open_card(name, i)
        at.session_state["exercise_seed"] = 7
        at = press(press(at, "Skip"), "Try again")
        second = cards.attempt_of(exercise, 1, 7)
        assert str(second.prompt) in shown(well(at.run()))
        at = press(answered(at, second, second.solve().answer), SUBMIT)
        assert boxes(at) == [1, 0, 0]
        assert str(second.solve().because) in shown(at)

    def test_drawn_rows_are_found_again(self):
        for seed in range(8):
            shares = cards.attempt_of(card("confusion_matrix", "rare_positives"), 1, seed)
            p, found, tpr, called, fpr = (float(n) for n in re.findall(r"\d+(?:\.\d+)?", str(shares.prompt))[:5])
            assert (found, called) == pytest.approx((100 * tpr, 100 * fpr))
            wanted = p * tpr / (p * tpr + (100 - p) * fpr)
            assert shares.solve().answer == pytest.approx(wanted)
            four = cards.attempt_of(card("curves", "count_pairs"), 1, seed)
            rows = [(sign, float(score)) for sign, score in re.findall(r"([np]) (0\.\d+)", str(four.prompt))]
            assert four.solve().answer == sk.roc_auc_score([s == "p" for s, _x in rows], [x for _s, x in rows])
            cells = cards.attempt_of(card("confusion_matrix", "swap_classes"), 1, seed)
            y, predicted = labels(*(int(n) for n in re.findall(r"(?:TP|FP|FN|TN) (\d+)", str(cells.prompt))))
            assert cells.solve().answer == pytest.approx(sk.f1_score(y, predicted, pos_label=0))


class TestSeen:
    @pytest.mark.parametrize("lang", ["en", "zh"])
    def test_a_solution_about_a_sample_links_to_it(self, lang):
        at = open_card("confusion_matrix", place("confusion_matrix", "equal_precision_recall"), lang)
        at = press(at, {"en": "Skip", "zh": "跳过"}[lang])
        words = {"en": "See it: Twenty melons at t = 0.71", "zh": "去看一看：二十个西瓜，t = 0.71"}[lang]
        asked = "sample=melon-20&t=0.71" + {"en": "", "zh": "&lang=zh"}[lang]
        assert f"[{words}](/confusion_matrix?{asked})" in shown(at)

    def test_every_link_has_a_page_a_sample_and_a_threshold_of_it(self):
        seen = [s for s in (SETS[name][i].solve().seen for name, i in CARDS) if s is not None]
        assert len(seen) >= 8
        for one in seen:
            assert (text.HERE.parent / "pages" / f"{one.page}.py").is_file()
            assert np.isfinite(one.t)
            assert set(one.asked) <= set(choices.REGISTERED)
            table = tables.sample(one.sample)
            assert one.t == 0.5 or one.t in table.threshold

    @pytest.mark.parametrize(("name", "i"), CARDS, ids=IDS)
    def test_what_is_said_on_the_melons_can_be_seen_there(self, name, i):
        solution = SETS[name][i].solve()
        if "on the melons" in str(solution.because):
            assert solution.seen is not None


TRUE = "↑↑↑↑→→↑→↑↗→→↑→→→→→→"


def clicked(at, *labels):
    for label in labels:
        at = press(at, label)
    return at


def open_drawing():
    return open_card("curves", place("curves", "draw_roc"))


def plane(at):
    (chart,) = at.get("plotly_chart")
    return chart.proto.alt, json.loads(chart.proto.spec)


def staircase(y, score, ties):
    """Return moves row by row, the tied positives first, last, or with the negatives."""
    order = np.lexsort((y if ties == "last" else ~y, -score))
    return "".join("↑" if y[i] else "→" for i in order)


class TestDrawing:
    def test_the_prompt_shows_the_rows_of_the_file(self):
        y, score = melons()
        assert (np.diff(score) <= 0).all()
        signs = "".join("+" if mine else "−" for mine in y)
        assert ranking_exercises.ranked_melons().translate(str.maketrans("", "", " ()")) == signs
        assert ranking_exercises.ranked_melons().count("(+ −)") == 1
        assert score[signs.index("+", 9)] == score[10]

    def test_moves_end_at_each_point_of_the_curve(self):
        y, score = melons()
        fpr, tpr, _t = sk.roc_curve(y, score, drop_intermediate=False)
        fp, tp = corners(TRUE)
        assert moves(ranking_exercises.melons()) == TRUE == solved("curves", "draw_roc")[0]
        np.testing.assert_allclose(np.array(fp) / 12, fpr)
        np.testing.assert_allclose(np.array(tp) / 8, tpr)

    @pytest.mark.parametrize(("ties", "auc"), [("first", 0.8541667), ("last", 0.84375)])
    def test_a_tie_drawn_as_two_moves_is_wrong_by_half_a_cell(self, ties, auc):
        drawn = staircase(*melons(), ties)
        assert areas(drawn, TRUE) == pytest.approx((auc, 0.5 / 96), abs=1e-6)
        judged = ranking_exercises.check_drawing(drawn)
        assert not judged.right
        assert f"move 10; the area between them is 0.005, and the AUC of yours {auc:.3f}." in str(judged.said)
        assert f"{auc:.3f}" in solved("curves", "draw_roc")[1]

    def test_areas_equal_those_of_fine_strips(self):
        rng = np.random.default_rng(5)
        x = (np.arange(12_000) + 0.5) / 1000
        for _ in range(20):
            drawn = "".join(rng.permutation([*"↑↑↑↑↑→→→→→→→→→↗↗↗"]))
            both = [np.interp(x, *steps(path)) for path in (drawn, TRUE)]
            wanted = (both[0].mean() / 8, np.abs(both[0] - both[1]).mean() / 8)
            assert areas(drawn, TRUE) == pytest.approx(wanted, abs=1e-4)
        assert areas(TRUE, TRUE) == pytest.approx((0.848958, 0), abs=5e-7)

    def test_moves_are_drawn_and_taken_back(self):
        at = clicked(open_drawing(), "Up", "Right", "Diagonal", "Up", "Take back")
        assert "Drawn so far: ↑→↗" in shown(at)
        alt, figure = plane(at)
        assert alt == "The ROC plane with your curve so far"
        _diagonal, path, end = figure["data"]
        assert path["x"] == pytest.approx([0, 0, 1 / 12, 2 / 12])
        assert path["y"] == pytest.approx([0, 1 / 8, 1 / 8, 2 / 8])
        assert (end["x"], end["y"]) == (path["x"][-1:], path["y"][-1:])

    def test_the_path_stays_inside(self):
        at = open_drawing()
        closed = lambda: [b.label for b in at.button if b.disabled]  # noqa: E731 - read after every run
        assert closed() == ["Take back"]
        clicked(at, *["Up"] * 8)
        assert closed() == ["Up", "Diagonal"]
        clicked(at, *["Right"] * 12)
        assert closed() == ["Up", "Right", "Diagonal"]

    def test_a_path_without_an_end_is_not_judged(self):
        at = press(clicked(open_drawing(), "Up"), SUBMIT)
        assert [box.value for box in at.warning] == [
            "The curve does not yet reach the upper right corner. Go on drawing, or skip."
        ]
        assert not exercises_done(at)

    def test_the_true_curve_comes_with_the_reveal(self):
        exercise = card("curves", "draw_roc")
        at = press(answered(open_drawing(), exercise, "↑" * 8 + "→" * 12), SUBMIT)
        alt, figure = plane(at)
        assert alt == "Your curve and the true one in the ROC plane"
        assert [t["name"] for t in figure["data"] if t.get("showlegend", True)] == ["your curve", "ROC curve"]
        assert "parts from the true one at move 5" in at.warning[0].value
        assert f"Your answer: {'↑' * 8 + '→' * 12}" in at.warning[0].value
        assert f"Solution: {TRUE}" in at.warning[0].value

    def test_skipping_shows_the_true_curve_alone(self):
        _alt, figure = plane(press(open_drawing(), "Skip"))
        assert [t["name"] for t in figure["data"] if t.get("showlegend", True)] == ["ROC curve"]

    def test_in_chinese(self):
        at = open_card("curves", place("curves", "draw_roc"), lang="zh")
        assert [b.label for b in at.button][:4] == ["向上", "向右", "斜向", "退回一步"]


def steps(path):
    """Return a path as heights over its columns, a jump being two points almost above each other."""
    fp, tp = corners(path)
    return np.array(fp) + np.arange(len(fp)) * 1e-9, tp


def test_fields_of_rankings_fit():
    games = [e for each in SETS.values() for e in each if isinstance(e, Rankings)]
    assert games
    assert all(len(signs) <= game.longest for game in games for signs in game.solve().answer.values())


class TestOneAfterTheOther:
    def test_next_leads_to_the_next_card_and_each_has_a_mark_once_it_is_done(self):
        name = "confusion_matrix"
        n = len(SETS[name])
        at = open_card(name)
        assert numbers(at) == [str(k + 1) for k in range(n)]
        assert "Next exercise" not in [b.label for b in at.button]
        first = SETS[name][0]
        at = press(answered(at, first, first.solve().answer, 90), SUBMIT)
        assert numbers(at)[:2] == ["1 ✓", "2"]
        at = press(at, "Next exercise")
        assert SETS[name][1].title in at.markdown[0].value
        assert chooser(at).value == "2"
        at = press(at, "Skip")
        assert numbers(at)[:3] == ["1 ✓", "2 –", "3"]

    @pytest.mark.parametrize("lang", ["en", "zh"])
    def test_the_list_says_what_each_is_about(self, lang):
        name = "confusion_matrix"
        titles = [option.split(" · ", 1)[1] for option in chooser(open_card(name, 0, lang)).options]
        known = {} if lang == "en" else text.catalogue(lang)
        assert titles == [known.get(one.title, one.title) for one in SETS[name]]

    def test_a_card_that_is_asked_for_is_brought_into_view_and_one_chosen_by_its_number_is_not(self):
        name = "confusion_matrix"
        at = open_card(name)
        assert "exercise_asked" not in at.session_state
        at = press(press(at, "Skip"), "Next exercise")
        assert at.session_state["exercise_asked"] == 1
        linked = AppTest.from_function(page, args=(name,), default_timeout=30)
        linked.query_params["tab"] = "exercises"
        assert well(linked.run()).session_state["exercise_asked"] == 1
        assert well(linked.run()).session_state["exercise_asked"] == 1

    def test_after_the_last_card_comes_the_first_that_is_open_and_then_none(self):
        name = next(name for name, cards_of in SETS.items() if len(cards_of) > 2)
        last = len(SETS[name]) - 1
        at = press(press(open_card(name, last), "Skip"), "Next exercise")
        assert SETS[name][0].title in at.markdown[0].value
        for _ in range(last - 1):
            at = press(press(at, "Skip"), "Next exercise")
        at = press(at, "Skip")
        assert "Next exercise" not in [b.label for b in at.button]
        assert f"All {last + 1} exercises of this page are done." in [one.value for one in at.caption]
        assert all(label.endswith(" –") for label in numbers(at))

    def test_a_wrong_answer_is_marked_so_and_another_try_is_open_again(self):
        name, i = next((name, i) for name, i in CARDS if isinstance(SETS[name][i], Choice))
        exercise = SETS[name][i]
        at = press(answered(open_card(name, i), exercise, wrong_answer(exercise)), SUBMIT)
        assert numbers(at)[i] == f"{i + 1} ✗"
        assert numbers(press(at, "Try again"))[i] == str(i + 1)


def numbers(at):
    """Return the numbers of the cards as they are written, each before its title."""
    return [option.split(" · ", 1)[0] for option in chooser(at).options]


def chooser(at):
    (found,) = [one for one in at.selectbox if str(one.key).startswith("exercise_")]
    return found
