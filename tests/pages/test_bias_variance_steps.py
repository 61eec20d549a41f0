"""The derivation with its guess before the reveal, and the view of double descent."""

from tests.pages.significance_page import not_translated, opened, texts, well
from ui.frame import tabs


def open_page(address=None, **chosen):
    return opened({"tab": "formulas", **(address or {})}, page="bias_variance", **chosen)


def test_every_step_has_the_numbers_of_the_simulation():
    said = texts(open_page({"bv_design": "fixed"}))
    for step in ("(2.37)", "(2.38)", "(2.39)", "(2.40)", "(2.41)", "(2.42)"):
        assert step in said
    assert "At x₀ = 0.25, over 200 training sets D of 25 points each." in said
    assert "$y_D$ is a fresh target" in said
    assert "Cov(f,y_D)" not in said


def test_the_gap_is_guessed_before_it_is_shown():
    at = open_page({"bv_design": "fixed", "bv_polynomial": "5", "bv_target": "same"})
    assert "(2.37)" not in texts(at)
    assert "**Guess first.**" in texts(at)
    at.number_input(key="bv_gap_field").set_value(0.1)
    at = well(at.button(key="bv_gap_reveal").click().run())
    said = texts(at)
    assert "Your guess 0.1 is off by 0.055." in said
    assert r"\frac{2\cdot 0.090\cdot 6}{25} = 0.0432" in said
    assert "more sets do not take it away" in said
    assert "**Both cannot be:" in said


def test_where_each_set_has_points_of_its_own_the_page_says_so():
    at = open_page({"bv_target": "same"})
    assert "Each set has points of its own" in at.info[0].value
    assert "$y_D$ is a fresh target" in texts(at)


def test_double_descent(monkeypatch):
    monkeypatch.setattr(tabs, "is_open", lambda _state: True)
    at = open_page({"bv_view": "descent"})
    assert "**Before the peak**: 12 features for 25 points. Median test error **0.25**." in texts(at)
    at = well(at.button(key="answer_button").click().run())
    said = texts(at)
    assert any(button.label == "Peak: p = 25" for button in at.button)
    assert "**At the peak**: 25 features for 25 points, one way to hit each." in said
    assert "Median test error **1,700**." in said
    assert r"\lambda=10^{-6}" in said
    (table,) = [frame.value for frame in at.dataframe if "features p" in frame.value]
    assert "250" in table["features p"].tolist()


def test_near_the_peak_no_fit_is_said_to_be_the_only_one():
    at = open_page({"bv_view": "descent", "bv_dd_ratio": "0.96"})
    assert "**At the peak**: 24 features for 25 points, about as many. Median test error **21**." in texts(at)


def test_chinese(monkeypatch):
    monkeypatch.setattr(tabs, "is_open", lambda _state: True)
    said = texts(open_page({"bv_view": "descent", "bv_dd_ratio": "4", "lang": "zh"}))
    assert "**峰后**：25个样本，96个特征" in said
    assert not_translated(said) == []


def test_the_warning_of_the_mean_reaches_the_page():
    at = open_page(
        {"bv_view": "descent", "bv_dd_design": "random", "bv_sets": "20", "bv_dd_n": "20", "bv_dd_ratio": "2"}
    )
    assert any("Few training sets carry the mean error" in box.value for box in at.warning)


def test_where_each_set_has_its_own_points_double_descent_can_be_stopped():
    at = open_page({"bv_view": "descent", "bv_dd_design": "random", "bv_dd_n": "60"})
    at = well(at.button(key="answer_button").click().run())
    run = at.session_state["double_descent_run"]
    assert "The learners are being trained on every set …" in texts(at)
    while run.result is None or not run.result.simulations:
        run.wait(0.01)
    at = well(at.button(key="stop_double_descent").click().run())
    assert run.wait(120)
    assert "Stopped after" in texts(at)
    assert "of 31 learners." in texts(at)
    at = well(at.button(key="answer_button").click().run())
    at.session_state["double_descent_run"].stop()
