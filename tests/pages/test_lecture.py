"""Every item of the lecture has its place: the page with the tab, or the term of the glossary, that shows it."""

import json

import pytest
from streamlit.testing.v1 import AppTest

from ui.frame import tabs
from ui.session.samples import FOLDER
from ui.shared.terms import TERMS

PAGES = FOLDER.parent / "pages"
# The item's number in the lecture's table, and terms of the glossary.
WORDS = (
    (1, "data-set", "sample-space", "label-space"),
    (2, "generalization"),
    (3, "induction", "specialization"),
    (16, "training-error", "generalization-error"),
    (17, "overfitting", "underfitting"),
    (20, "test-set", "iid"),
    (25, "repeated-k-fold"),
    (27, "ensemble"),
    (58, "task-experience-performance"),
    (59, "loss-function", "objective-function", "optimizer"),
    (60, "hyper-parameter"),
    (64, "equal-error-rate", "det"),
)
# The item's number, a term, and what is told of it.
TOLD = (
    (17, "overfitting", "toothed"),
    (17, "underfitting", "green tree"),
    (34, "false-positive", "type I error"),
    (34, "false-negative", "type II error"),
    (39, "roc", "radar"),
    (58, "task-experience-performance", "Mitchell"),
)
# The item's number, page, what its address asks for, and what is read there.
SEEN = (
    (3, "hypotheses", "ml_view=space&ml_search=up", "the way of induction"),
    (4, "hypotheses", "ml_view=space", "black, slightly curled, dull"),
    (5, "hypotheses", "ml_view=space", "∧ (root = ?) ∧ (sound = ?)"),
    (6, "hypotheses", "ml_view=space&ml_space=fewer", "= 37"),
    (7, "hypotheses", "ml_view=space&ml_seen=4", "Most general: "),
    (8, "hypotheses", "ml_view=space", "General above, specific below"),
    (7, "hypotheses", "ml_view=space&ml_names=row3", '">pale</span>'),
    (8, "hypotheses", "ml_view=space&ml_search=down&ml_tried=1", "too general, so a star becomes a value"),
    (8, "hypotheses", "ml_view=space&ml_search=up&ml_tried=1", "so it becomes (green, curled, muffled)"),
    (9, "hypotheses", "ml_view=bias", "3 biases say yes, 3 say no"),
    (10, "hypotheses", "ml_view=bias", "trusts an attribute"),
    (11, "hypotheses", "ml_view=bias", "without a bias there is no answer"),
    (
        12,
        "hypotheses",
        "ml_view=occam&ml_xy=0_1_1_6_2_9_3_10_4_9_5_6_6_1",
        "$y = -x^2+6x+1$: three numbers describe it",
    ),
    (13, "hypotheses", "ml_view=occam", "If the truth is B"),
    (14, "hypotheses", "ml_view=lunch&ml_tilt=0", r"\tfrac{8}{3}"),
    (15, "hypotheses", "ml_view=lunch&ml_tilt=0.5", "With this prior **A wins**"),
    (18, "bias_variance", "bv_view=squared&bv_learner=polynomial", "underfitting and overfitting"),
    (
        19,
        "bias_variance",
        "bv_view=squared",
        "[boosting](/bias_variance?bv_learner=boosting&bv_boosting=1) first fits",
    ),
    (19, "bias_variance", "bv_view=squared", "[bagging](/bias_variance?bv_learner=bagging) takes variance alone"),
    (21, "resampling", "ev_view=spread", r"S: 350+350 \\ T: 150+150"),
    (22, "resampling", "ev_view=spread", "mean of the rounds"),
    (23, "resampling", "ev_view=spread&ev_method=kfold&ev_k=10", "10-fold says **0.233**"),
    (24, "resampling", "ev_view=spread&ev_method=loo", "Leave-one-out says **0.283** after 60 fits"),
    (26, "resampling", "ev_view=bootstrap", r"\left(1-\frac{1}{100}\right)^{100} = 0.3660"),
    (28, "resampling", "ev_view=tuning", "Best of 11 settings"),
    (29, "resampling", "ev_view=tuning", "trained once more on all"),
    (30, "confusion_matrix", "sample=melon-20", "Four sensible criteria pick four different thresholds"),
    (31, "regression", "re_view=errors&re_data=five_values", "= 0.75"),
    (32, "confusion_matrix", "sample=lecture-20&t=0.5", r"\frac{4+4}{20} = 0.400"),
    (33, "regression", "re_view=use", r"(2.6)\quad E(f;\mathcal D)"),
    (34, "confusion_matrix", "sample=lecture-20&t=0.5&lang=zh", "真正例"),
    (35, "confusion_matrix", "sample=lecture-20&t=0.5", r"F_1 = \frac{2\,P\,R}{P+R}"),
    (36, "curves", "sample=pr-curves", "A's P-R curve encloses C's"),
    (37, "confusion_matrix", "sample=lecture-20&t=0.5", r"(2.11)\quad F_\beta"),
    (38, "confusion_matrix", "sample=digits&view=all", r"(2.17)\quad \text{micro-}F_1"),
    (39, "curves", "sample=lecture-20&t=0.5", r"(2.19)\quad \mathrm{FPR}"),
    (40, "curves", "sample=lecture-20&t=0.5", "Arrow keys step through the rows"),
    (41, "curves", "sample=lecture-20&t=0.5", "The four special points of the ROC plane"),
    (42, "curves", "sample=lecture-20&t=0.5", "Every ROC curve begins at (0, 0) and ends at (1, 1)"),
    (43, "curves", "sample=pr-curves", "The curves cross"),
    (44, "curves", "sample=four-samples", r"(2.20)\quad \mathrm{AUC}"),
    (45, "confusion_matrix", "sample=lecture-20&t=0.5", "[**6 of 10 positives**](#between-31-60-83), [**4 of 10**]"),
    (46, "costs", "sample=melon-20", r"\mathrm{cost}(\mathrm{FN})"),
    (47, "costs", "sample=melon-20&t=0.6&cost_fn=5&cost_fp=1", r"(2.23)"),
    (48, "costs", "sample=melon-20", "P(+)cost"),
    (49, "costs", "sample=melon-20", "lower envelope"),
    (50, "costs", "sample=melon-20", r"It is the mean over all conditions, $(\mathrm{FPR}+\mathrm{FNR})/2$"),
    (52, "curves", "sample=lecture-20&t=0.5", "The area as an integral, step by step"),
    (54, "significance", "question=one&one_test=binomial&one_rows=10&one_errors=6&one_bar=0.3", r"\binom{10}{6}"),
    (57, "curves", "sample=lecture-20&t=0.5", "Because it does not see the prevalence"),
    (62, "costs", "sample=melon-20", "acc_{cost} = "),
    (63, "confusion_matrix", "sample=lecture-20&t=0.5", r"\mathrm{TNR}"),
    (65, "curves", "sample=four-samples", "3 of the 4"),
    (66, "curves", "sample=breast-cancer&positive=benign", "AUC below 0.5"),
    (67, "confusion_matrix", "sample=digits&view=all", "1,742 of 1,797"),
    (69, "curves", "sample=lecture-10", "AUC 0.750"),
    (70, "significance", "question=two&two_data=loaded&sample=two-models", "3.841"),
    (71, "significance", "question=many&many_table=lecture&ties=textbook&rank_test=chi2", "= 24.429"),
    (72, "bias_variance", "bv_view=squared", r"(2.42)\quad E(f;D)"),
    (73, "bias_variance", "bv_view=squared", "Draw the curve before you sweep"),
)
# The item's number, the page, and what one of the lecture's texts has there by mistake.
MISPRINTED = (
    (6, "hypotheses", r"$4\times 3+1=37$"),
    (14, "hypotheses", r"2^{|\mathcal{X}-1|}"),
    (14, "hypotheses", r"E_{ote}(\mathfrak{L}_a|X,f) = E_{ote}(\mathfrak{L}_b|X,f)"),
    (16, "resampling", "Generalisation error (empirical error)"),
    (16, "resampling", "Generalisation error: the error on the test set."),
    (26, "resampling", "$(1-1/m)^{1/m}$"),
    (33, "regression", r"\int \mathbb{I}(f(x)=y)\,p(x)\,dx"),
    (38, "confusion_matrix", "The result is macro-P, macro-R and macro-F1."),
    (41, "curves", "At (1, 1) FN = TP = 0"),
    (41, "curves", "TPR = TPR = 0"),
    (51, "curves", "divided by $m^+ + m^-$"),
    (54, "significance", "0.025, 0.125, 0.24, 0.27"),
    (55, "significance", r"The binomial likelihood is concave in $\epsilon$"),
    (56, "confusion_matrix", r"\dfrac{2\,\mathrm{TP}}{m-\mathrm{TP}-\mathrm{TN}}"),
    (56, "curves", "Sensitivity is FPR, specificity is TPR."),
    (56, "resampling", "The indicator is 1 where prediction and class agree"),
    (61, "resampling", "K too large: overfitting. K too small: underfitting."),
)
OPENED = {}


def words(page, query):
    """Return all that a page says, and what its figures say, as its address asks."""
    if (page, query) not in OPENED:
        at = AppTest.from_file(str(PAGES / f"{page}.py"), default_timeout=120)
        at.query_params.update(part.split("=", 1) for part in query.split("&"))
        at.run()
        assert not at.exception
        assert not at.toast, "the address asks for what there is"
        kinds = (
            at.markdown,
            at.caption,
            at.header,
            at.info,
            at.warning,
            at.latex,
            at.text,
            at.metric,
            at.number_input,
            at.button,
        )
        said = [str(getattr(one, name, "")) for kind in kinds for one in kind for name in ("label", "value")]
        drawn = [json.loads(chart.proto.spec) for chart in at.get("plotly_chart")]
        OPENED[page, query] = "\n".join([*said, *map(_texts, drawn)])
    return OPENED[page, query]


def _texts(one):
    """Return the texts within a drawing."""
    if isinstance(one, dict):
        return "\n".join(map(_texts, one.values()))
    if isinstance(one, list):
        return "\n".join(map(_texts, one))
    return one if isinstance(one, str) else ""


@pytest.mark.parametrize(("item", "keys"), [(item, keys) for item, *keys in WORDS])
def test_a_word_of_the_lecture_is_in_the_glossary(item, keys):
    assert set(keys) <= set(TERMS), item


@pytest.mark.parametrize(("item", "key", "text"), TOLD)
def test_what_the_lecture_tells_of_a_word_is_told(item, key, text):
    assert text in TERMS[key].meaning_in("en"), item


@pytest.mark.parametrize(("item", "page", "text"), MISPRINTED)
def test_a_misprint_of_the_lecture_has_its_card(item, page, text):
    cards = tabs.lesson(page).split("## Misprints to know")[1].split("\n\n")
    (card,) = [one for one in cards if one.startswith("✗") and text in one]
    assert "\n**" in card, item


@pytest.mark.parametrize(("item", "page", "query", "text"), SEEN, ids=[str(item) for item, *_rest in SEEN])
def test_an_item_of_the_lecture_opens(item, page, query, text):
    assert text in words(page, query), item
