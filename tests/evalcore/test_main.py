"""The command line on a good, a bad and a failing file: what it prints, and the exit code that CI sees."""

import json
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
from sklearn import metrics as oracle

from evalcore import decisions, engine
from evalcore.__main__ import FAILS, HOLDS, UNKNOWN, main
from evalcore.counts import threshold_counts
from evalcore.workbench import workbench
from tests.sources import ROOT

RNG = np.random.default_rng(8)
N = 500
Y = RNG.random(N) < 0.5
GOOD = np.clip(0.5 + 0.4 * (Y - 0.5) + RNG.normal(0, 0.1, N), 0, 1).round(4)
POOR = RNG.random(N).round(4)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "predictions.csv"
    frame = {"y": np.where(Y, "ill", "well"), "good": GOOD, "poor": POOR, "said": np.where(POOR > 0.5, "ill", "well")}
    pd.DataFrame({**frame, "w": 2, "patient": np.arange(N) // 4}).to_csv(path, index=False)
    return str(path)


def run(capsys, *arguments):
    code = main(list(arguments))
    said = capsys.readouterr()
    return code, said.out, said.err


def of(file, *more, score="good"):
    return ["readings", file, "--truth", "y", "--score", score, "--positive", "ill", *more]


def test_a_good_file_passes(capsys, file):
    code, out, err = run(capsys, *of(file, "--fail-if", "recall<0.9", "--fail-if", "fpr>0.1"))
    assert (code, err) == (HOLDS, "")
    assert out.startswith("500 rows, positive class ill\n\ngood at threshold 0.5\n")
    assert out.count(": good passes with ") == 2


def test_a_failing_file_fails(capsys, file):
    code, out, _err = run(capsys, *of(file, "--fail-if", "recall<0.9", score="poor"))
    assert code == FAILS
    assert "fail if recall<0.9: poor FAILS with " in out


def test_the_interval_judges_and_not_the_value(capsys, file):
    recall = oracle.recall_score(Y, GOOD >= 0.5)
    condition = f"recall<{recall - 1e-6}"
    assert run(capsys, *of(file, "--fail-if", condition))[0] == FAILS
    assert run(capsys, *of(file, "--fail-if", condition, "--by", "value"))[0] == HOLDS
    assert run(capsys, *of(file, "--fail-if", f"recall<{recall - 0.02}", "--level", "0.5"))[0] == HOLDS


def test_json_for_a_pipeline(capsys, file):
    code, out, _err = run(capsys, *of(file, "--threshold", "0.4", "--json", "--fail-if", "auc<0.5"))
    found = json.loads(out)
    assert code == found["exit_code"] == HOLDS
    assert (found["rows"], found["positive"], found["threshold"]) == (N, "ill", {"good": 0.4})
    recall = next(one for one in found["readings"] if one["metric"] == "recall")
    assert recall["value"] == pytest.approx(oracle.recall_score(Y, GOOD >= 0.4))
    auc = found["conditions"][0]
    assert (auc["condition"], auc["fails"]) == ("auc<0.5", False)
    assert auc["judged"] == workbench(Y, GOOD).auc()["low"][0]


def test_a_wish_chooses_the_threshold(capsys, file):
    wish = "precision while recall>=0.9"
    found = json.loads(run(capsys, *of(file, "--wish", wish, "--json"))[1])
    expected = decisions.choose(threshold_counts(Y, GOOD), best="precision", at_least={"recall": 0.9})
    assert (found["threshold"]["good"], found["wish"]) == (expected.threshold, wish)


def test_undefined_numbers_are_null_and_cannot_be_judged(capsys, file):
    code, out, _err = run(capsys, *of(file, "--threshold", "2", "--json", "--fail-if", "precision<0.5"))
    found = json.loads(out)
    assert code == found["exit_code"] == UNKNOWN
    assert (found["conditions"][0]["value"], found["conditions"][0]["fails"]) == (None, None)
    weighted = of(file, "--weight", "w", "--fail-if", "recall<0.5")
    assert run(capsys, *weighted)[0] == UNKNOWN
    assert run(capsys, *weighted, "--by", "value")[0] == HOLDS


def test_several_models_decisions_and_cases(capsys, file):
    asked = of(file, "--score", "poor", "--label", "said", "--case", "patient", "--json", "--fail-if", "accuracy<0.8")
    found = json.loads(run(capsys, *asked)[1])
    assert [one["model"] for one in found["conditions"]] == ["good", "poor", "said"]
    assert [one["fails"] for one in found["conditions"]] == [False, True, True]
    by_case = workbench(Y, GOOD, case=np.arange(N) // 4).auc()["low"][0]
    assert next(one["low"] for one in found["readings"] if one["metric"] == "auc") == by_case


def test_columns_are_guessed_where_none_is_named(capsys):
    code, out, _err = run(capsys, "readings", str(ROOT / "sample_data" / "melon_20.csv"))
    assert (code, out.partition("\n")[0]) == (HOLDS, "20 rows, positive class 1")


def test_notes_stand_once_below_the_numbers(capsys):
    _code, out, _err = run(capsys, "readings", str(ROOT / "sample_data" / "melon_20.csv"))
    assert "matthews, kappa: A cell of the matrix has fewer than five rows" in out


def test_rows_left_out_are_told(capsys, tmp_path):
    path = tmp_path / "holes.csv"
    path.write_text("y,p\n1,0.9\n0,\n0,0.2\n1,0.4\n", encoding="utf-8")
    _code, out, _err = run(capsys, "readings", str(path), "--truth", "y", "--score", "p")
    assert "1 left out: The score is missing in column 'p'." in out
    found = json.loads(run(capsys, "readings", str(path), "--truth", "y", "--score", "p", "--json")[1])
    assert found["left_out"] == [{"column": "p", "reason": "The score is missing in column 'p'.", "rows": 1}]


@pytest.mark.parametrize("name", ["many", "numbers"])
def test_other_tasks(capsys, tmp_path, name):
    path = tmp_path / f"{name}.csv"
    y = RNG.integers(0, 3, 120)
    truth = {"many": np.array(["a", "b", "c"])[y], "numbers": y + 0.25}[name]
    said = {"many": np.array(["a", "b", "c"])[(y + (RNG.random(120) < 0.1)) % 3], "numbers": y + 0.5}[name]
    pd.DataFrame({"y": truth, "m": said}).to_csv(path, index=False)
    option, condition = {"many": ("--label", "macro_recall<0.6"), "numbers": ("--score", "mae>0.5")}[name]
    asked = ["readings", str(path), "--truth", "y", option, "m", "--by", "value", "--fail-if", condition]
    assert run(capsys, *asked)[0] == HOLDS


def test_rows_that_stay_in_a_file(capsys, tmp_path):
    path = tmp_path / "rows.parquet"
    pd.DataFrame({"y": Y, "good": GOOD}).to_parquet(path)
    asked = ["readings", str(path), "--source", "--truth", "y", "--score", "good", "--json"]
    found = json.loads(run(capsys, *asked)[1])
    expected = workbench(engine.source(path), scores="good", truth="y").readings()
    assert next(one["low"] for one in found["readings"] if one["metric"] == "recall") == float(
        expected.set_index("metric").loc["recall", "low"]
    )


def test_rows_of_cases_are_said_and_those_of_a_source_hold_nothing(capsys, tmp_path, file):
    out = run(capsys, *of(file, "--case", "patient"))[1]
    assert out.startswith("500 rows, positive class ill\n125 cases (column patient): intervals by case\n")
    path = tmp_path / "rows.parquet"
    pd.DataFrame({"y": Y, "good": GOOD, "patient": np.arange(N) // 4}).to_parquet(path)
    asked = ["readings", str(path), "--source", "--truth", "y", "--score", "good", "--fail-if", "recall<0.5"]
    assert run(capsys, *asked)[0] == HOLDS
    code, out, _ = run(capsys, *asked, "--case", "patient")
    assert code == UNKNOWN
    assert "not independent" in out
    assert "sample_weight must be left out" in run(capsys, *asked, "--weight", "good")[2]


def test_settings_fill_in_what_the_command_leaves_open(capsys, file, tmp_path):
    settings = tmp_path / "s.json"
    settings.write_text(
        json.dumps({"truth": "y", "score": "good", "positive": "ill", "wish": "f1", "fail_if": ["recall<0.99"]}),
        encoding="utf-8",
    )  # fmt: skip
    code, out, _err = run(capsys, "readings", file, "--settings", str(settings), "--json")
    assert (code, json.loads(out)["wish"]) == (FAILS, "f1")
    given = ["--threshold", "0.1", "--fail-if", "recall<0.5"]
    code, out, _err = run(capsys, "readings", file, "--settings", str(settings), "--json", *given)
    assert (code, json.loads(out)["wish"], json.loads(out)["threshold"]) == (HOLDS, None, {"good": 0.1})


SAVED = {
    "format": "evaluation-settings",
    "version": 1,
    "columns": {
        "truth": "y",
        "scores": ["good", "poor"],
        "labels": [],
        "positive": "ill",
        "weight": None,
        "taken": "all",
    },
    "model": "poor",
    "positive": "well",
    "threshold": {"t": 0.25, "chosen_by": None, "chosen_on": "predictions.csv"},
    "choices": {"cost_fn": "7", "curves_hull": "1"},
}


def test_what_the_app_saved_says_the_same_here(capsys, file, tmp_path):
    settings = tmp_path / "settings.json"
    settings.write_text(json.dumps(SAVED), encoding="utf-8")
    found = json.loads(run(capsys, "readings", file, "--settings", str(settings), "--json")[1])
    assert (found["positive"], found["threshold"]) == ("well", {"poor": 0.25})
    recall = next(one for one in found["readings"] if one["metric"] == "recall")
    assert recall["value"] == pytest.approx(oracle.recall_score(~Y, POOR >= 0.25))
    found = json.loads(run(capsys, "readings", file, "--settings", str(settings), "--json", "--threshold", "0.3")[1])
    assert found["threshold"] == {"good": 0.3, "poor": 0.3}
    settings.write_text(json.dumps({**SAVED, "columns": None, "threshold": None}), encoding="utf-8")
    assert run(capsys, "readings", file, "--settings", str(settings))[0] == HOLDS


@pytest.mark.parametrize(
    "broken", [{"columns": {"colour": "y"}}, {"columns": {"truth": 3}}, {"threshold": {"t": "high"}}, {"choices": None}]
)
def test_a_settings_file_that_the_app_did_not_save_is_refused(capsys, file, tmp_path, broken):
    settings = tmp_path / "settings.json"
    settings.write_text(json.dumps({**SAVED, **broken}), encoding="utf-8")
    code, _out, err = run(capsys, "readings", file, "--settings", str(settings))
    assert (code, err) == (
        UNKNOWN, "evalcore: The settings file must be one that was saved here; this one cannot be read.\n",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["readings", "nowhere.csv"], "The file must be readable"),
        (["readings", "{file}", "--truth", "z"], "The table must have the column chosen; got 'z'"),
        (["readings", "{bad}"], "must have"),
        (
            ["readings", "{file}", "--truth", "y", "--score", "good", "--positive", "ill", "--fail-if", "recal<1"],
            "fail_if must be one of",
        ),
        (["readings", "{file}", "--fail-if", "recall"], "fail_if must be a metric, a sign and a number"),
        (["readings", "{file}", "--wish", "best"], "threshold must be a number or a wish; got 'best'"),
        (["readings", "{file}", "--settings", "{file}"], "settings must be JSON"),
        (["readings", "{file}", "--settings", "{list}"], "settings must be an object of truth, "),
        (["readings", "{file}", "--settings", "{unknown}"], "got 'colour'. Remove what is not one of them."),
        (["readings", "{file}", "--settings", "nowhere.json"], "nowhere.json"),
        (["readings", "{file}", "--source", "--score", "good"], "truth and scores must name columns of the source"),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_told_in_one_sentence(capsys, file, tmp_path, arguments, said):
    places = {"file": file}
    for name, text in {"bad": "a,b\n1\n2,3,4\n", "list": "[1]", "unknown": '{"colour": 1}'}.items():
        path = tmp_path / f"{name}.txt"
        path.write_text(text, encoding="utf-8")
        places[name] = str(path)
    code, out, err = run(capsys, *(one.format(**places) if one.startswith("{") else one for one in arguments))
    assert (code, out) == (UNKNOWN, "")
    assert err.startswith("evalcore: ")
    assert said in err
    assert err.count("\n") == 1


def test_an_option_that_is_none_ends_with_2(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["readings"])
    assert ended.value.code == UNKNOWN
    assert "usage: python -m evalcore" in capsys.readouterr().err


def test_a_report_is_written_and_says_what_fails(capsys, file, tmp_path):
    pytest.importorskip("evalcore.report")
    to = tmp_path / "report.html"
    code, out, _err = run(
        capsys,
        "report",
        *of(file, "-o", str(to), "--cost-fn", "5", "--fail-if", "recall<0.99", "--title", "Week 3")[1:],
    )
    page = to.read_text(encoding="utf-8")
    assert code == FAILS
    assert "fail if recall<0.99: good FAILS with " in out
    assert "<h1>Week 3</h1>" in page
    assert "Fail if recall&lt;0.99</dt><dd>good FAILS with " in page
    assert "Costs: good, positive class ill" in page


@pytest.mark.slow
def test_python_runs_it_as_a_module():
    done = subprocess.run(
        [sys.executable, "-m", "evalcore", "readings", "sample_data/melon_20.csv", "--fail-if", "recall<0.9"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (FAILS, "")
