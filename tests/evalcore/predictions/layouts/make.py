"""Write the files beside this script with the tools themselves, and by their documented formats where that is said.

Run once, in an environment of its own:
pip install scikit-learn lightgbm xgboost catboost mlflow statsmodels openpyxl polars duckdb pandas pyarrow
python make.py
"""

import gzip
import json
import tempfile
from pathlib import Path

import catboost
import duckdb
import lightgbm
import mlflow
import numpy as np
import openpyxl
import pandas as pd
import polars as pl
import statsmodels.api as sm
import xgboost
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LinearRegression, LogisticRegression, PoissonRegressor
from sklearn.model_selection import train_test_split

HERE = Path(__file__).parent
ROWS = 24


def split(load, rows=ROWS):
    x, y = load(return_X_y=True)
    return train_test_split(x[:, :4], y, test_size=rows, random_state=2)


X, X_TEST, Y_TRAIN, Y = split(load_breast_cancer)
Y_TRAIN, Y = 1 - Y_TRAIN, 1 - Y  # 1 is malignant
NAMES = np.array(["benign", "malignant"])
X3, X3_TEST, Y3_TRAIN, Y3 = split(load_iris)
IRIS = load_iris().target_names


def write(frame, name, **options):
    frame.to_csv(HERE / name, index=False, **options)


def text(name, content, encoding="utf-8"):
    (HERE / name).write_bytes(content.encode(encoding))


def scikit_learn():
    model = LogisticRegression(max_iter=5000).fit(X, Y_TRAIN)
    forest = RandomForestClassifier(30, random_state=0).fit(X, Y_TRAIN)
    proba, labels, decision = model.predict_proba(X_TEST), model.predict(X_TEST), model.decision_function(X_TEST)
    write(pd.DataFrame(proba, columns=["p0", "p1"]).assign(y=Y), "sk_p0_p1.csv")
    write(pd.DataFrame({"y_true": Y, "y_pred": labels, "proba_0": proba[:, 0], "proba_1": proba[:, 1]}), "sk_proba.csv")
    write(pd.DataFrame(proba, columns=NAMES).assign(diagnosis=NAMES[Y]), "sk_class_names.csv")
    two = {f"{name}_{i}": p[:, i] for name, p in (("lr", proba), ("rf", forest.predict_proba(X_TEST))) for i in (0, 1)}
    write(pd.DataFrame({"y": Y, **two}), "sk_two_models.csv")
    write(pd.DataFrame({"y": Y, **two}).round(2), "sk_two_models_rounded.csv")
    write(pd.DataFrame({"y_true": Y, "decision_function": decision, "predict_proba": proba[:, 1]}), "sk_decision.csv")
    index = np.random.default_rng(0).permutation(569)[:ROWS]
    pd.DataFrame({"target": Y, "prob": proba[:, 1]}, index=index).to_csv(HERE / "sk_index.csv")
    write(pd.DataFrame({"y_true": Y, "y_proba": proba.round(4).tolist()}), "sk_list.csv")
    write(pd.DataFrame({"y_true": Y, "y_proba": list(proba.round(4))}), "sk_array.csv")
    np.savetxt(HERE / "sk_savetxt.txt", np.column_stack([Y, proba[:, 1]]), fmt="%.6g")
    pd.DataFrame(np.column_stack([Y, proba[:, 1]])).to_csv(HERE / "sk_numbered.csv", index=False)
    write(pd.DataFrame({"y_true": NAMES[Y], "y_pred": NAMES[labels]}), "sk_labels.csv")
    write(pd.DataFrame({"y": Y, "distance": -decision}), "sk_distance.csv")
    percent = [f"{p:.0%}" for p in proba[:, 1]]
    write(pd.DataFrame({"y": Y, "probability": percent}), "percent.csv")
    write(pd.DataFrame({"y": Y, "probability": [p.replace("%", " %") for p in percent]}), "percent_blank.csv")
    write(
        pd.DataFrame({"y": Y, "probability": [f"{p:.4f}".replace(".", ",") for p in proba[:, 1]]}), "comma_quoted.csv"
    )
    write(pd.DataFrame({"y": Y, "score": proba[:, 1]}), "semicolons.csv", sep=";", decimal=",")
    write(pd.DataFrame({"y": Y, "score": proba[:, 1]}), "unicode_text.txt", sep="\t", encoding="utf-16")
    chinese = pd.DataFrame({"真实标签": np.array(["良性", "恶性"])[Y], "预测概率": proba[:, 1]})
    write(chinese, "gb18030.csv", encoding="gb18030")
    write(pd.DataFrame({"y": NAMES[Y], "p": proba[:, 1]}), "no_header.csv", header=False)
    readers = np.clip(np.round(1 + 4 * proba[:, [1, 1]] + np.random.default_rng(1).normal(0, 0.7, (ROWS, 2))), 1, 5)
    write(pd.DataFrame(readers.astype(int), columns=["reader_1", "reader_2"]).assign(truth=Y), "readers.csv")
    write(pd.DataFrame({"y": Y, "timestamp": 1_700_000_000 + 60 * np.arange(ROWS), "score": proba[:, 1]}), "time.csv")
    return model, proba, labels


def many_classes():
    proba = LogisticRegression(max_iter=5000).fit(X3, Y3_TRAIN).predict_proba(X3_TEST)
    write(pd.DataFrame(proba, columns=IRIS).assign(species=IRIS[Y3]), "sk_iris_names.csv")
    write(pd.DataFrame(proba, columns=[f"p{i}" for i in range(3)]).assign(y=Y3), "sk_iris_p.csv")
    write(pd.DataFrame({"y": IRIS[Y3], "proba": proba.round(4).tolist()}), "sk_iris_list.csv")
    named = pd.DataFrame(proba, columns=IRIS)
    named.insert(0, "predict", IRIS[proba.argmax(1)])
    write(named.assign(truth=IRIS[Y3]), "h2o_iris.csv")  # by H2O's documented format
    # By CatBoost's documented format of --output-columns.
    columns = {f"Probability:Class={name}": proba[:, i] for i, name in enumerate(IRIS)}
    write(pd.DataFrame({"SampleId": range(ROWS), **columns, "Label": IRIS[Y3]}), "catboost_iris.tsv", sep="\t")
    trained = xgboost.train(
        {"objective": "multi:softprob", "num_class": 3}, xgboost.DMatrix(X3, Y3_TRAIN), num_boost_round=5
    )
    soft = trained.predict(xgboost.DMatrix(X3_TEST))
    write(pd.DataFrame(soft, columns=[f"prob_{i}" for i in range(3)]).assign(label=Y3), "xgboost_softprob.csv")
    # By Weka's documented format, see weka().
    lines = ["inst#,actual,predicted,error,prediction"]
    for i, (p, y) in enumerate(zip(proba, Y3, strict=True), start=1):
        best = int(p.argmax())
        lines.append(f"{i},{y + 1}:{IRIS[y]},{best + 1}:{IRIS[best]},{'+' if best != y else ''},{p[best]:.3f}")
    text("weka_iris.csv", "\n".join(lines) + "\n")


def amounts():
    x, x_test, y, y_test = split(load_diabetes)
    predicted = LinearRegression().fit(x, y).predict(x_test)
    write(pd.DataFrame({"y": y_test, "y_pred": predicted}), "sk_diabetes.csv")
    rng = np.random.default_rng(4)
    rate = rng.uniform(0.3, 6, 200)
    counts = rng.poisson(rate)
    fitted = PoissonRegressor(alpha=0).fit(np.log(rate)[:, None], counts).predict(np.log(rate)[:, None])
    first = slice(0, 60)
    write(pd.DataFrame({"visits": counts[first], "prediction": fitted[first]}), "counts.csv")
    write(pd.DataFrame({"n": counts[first], "fit_a": fitted[first].round(2)}), "counts_unnamed.csv")
    stars = rng.integers(1, 6, 60)
    guess = np.clip(stars + rng.integers(-1, 2, 60), 1, 5)
    write(pd.DataFrame({"stars": stars, "pred": guess}), "stars.csv")
    write(
        pd.DataFrame({"y": stars, "pred": (0.7 * stars + 0.9 + rng.normal(0, 0.4, 60)).round(3)}), "stars_decimal.csv"
    )
    write(pd.DataFrame({"label": stars, "predicted_label": guess}), "grades_as_labels.csv")
    ols = sm.OLS(y, sm.add_constant(x)).fit()
    summary = ols.get_prediction(sm.add_constant(x_test)).summary_frame()
    summary.assign(y=y_test).to_csv(HERE / "statsmodels_ols.csv")


def boosting():
    data = lightgbm.Dataset(X, Y_TRAIN)
    light = lightgbm.train({"objective": "binary", "verbose": -1, "seed": 1, "num_threads": 1}, data, 5)
    leaves = light.predict(X_TEST, pred_leaf=True)[:, 0]
    found = pd.DataFrame({"target": Y, "pred_leaf": leaves, "raw_score": light.predict(X_TEST, raw_score=True)})
    write(found.assign(prediction=light.predict(X_TEST)), "lightgbm.csv")
    tree = xgboost.train({"objective": "binary:logistic", "seed": 1}, xgboost.DMatrix(X, Y_TRAIN), num_boost_round=5)
    margin = tree.predict(xgboost.DMatrix(X_TEST), output_margin=True)
    write(
        pd.DataFrame({"label": Y, "margin": margin, "prediction": tree.predict(xgboost.DMatrix(X_TEST))}), "xgboost.csv"
    )
    cat = catboost.CatBoostClassifier(iterations=20, verbose=False, allow_writing_files=False, random_seed=1)
    cat.fit(X, Y_TRAIN)
    # By the documented format of `catboost calc --output-columns SampleId,RawFormulaVal,Probability,Class,Label`.
    calc = {
        "SampleId": range(ROWS),
        "RawFormulaVal": cat.predict(X_TEST, prediction_type="RawFormulaVal"),
        "Probability": cat.predict_proba(X_TEST)[:, 1].round(6),
        "Class": cat.predict(X_TEST),
        "Label": Y,
    }
    write(pd.DataFrame(calc), "catboost.tsv", sep="\t")


def statistics():
    logit = sm.Logit(Y_TRAIN, sm.add_constant(X[:, :2])).fit(disp=False)
    summary = logit.get_prediction(sm.add_constant(X_TEST[:, :2])).summary_frame()
    summary.assign(y=Y).to_csv(HERE / "statsmodels_logit.csv")


def tables(proba, labels):
    """Write MLflow's table with MLflow, and W&B's by its documented format."""
    frame = pd.DataFrame({"inputs": range(ROWS), "target": Y, "prediction": labels, "score": proba[:, 1]})
    with tempfile.TemporaryDirectory() as folder:
        mlflow.set_tracking_uri(f"sqlite:///{folder}/runs.db")
        mlflow.create_experiment("tables", artifact_location=f"file://{folder}/artifacts")
        mlflow.set_experiment("tables")
        with mlflow.start_run():
            mlflow.log_table(frame, "eval_results_table.json")
        found = next(Path(folder).rglob("eval_results_table.json"))
        (HERE / "mlflow_table.json").write_bytes(found.read_bytes())
    rows = [[int(y), float(p0), float(p1)] for y, (p0, p1) in zip(Y, proba, strict=True)]
    wandb = {"columns": ["truth", "score_benign", "score_malignant"], "data": rows, "ncols": 3, "nrows": ROWS}
    text("wandb.table.json", json.dumps(wandb))


def frames(proba):
    frame = pd.DataFrame({"y": Y, "score": proba[:, 1]})
    frame.to_json(HERE / "pandas.json")
    frame.to_json(HERE / "pandas_split.json", orient="split")
    frame.to_json(HERE / "pandas_table.json", orient="table")
    frame.to_json(HERE / "pandas_values.json", orient="values")
    frame.to_json(HERE / "pandas_records.json", orient="records", indent=1)
    with gzip.GzipFile(HERE / "pandas_lines.jsonl.gz", "wb", mtime=0) as packed:
        packed.write(frame.to_json(orient="records", lines=True).encode())
    polar = pl.from_pandas(frame)
    polar.write_csv(HERE / "polars.csv")
    polar.write_ndjson(HERE / "polars.ndjson")
    polar.write_json(HERE / "polars.json")
    polar.write_parquet(HERE / "polars.parquet")
    pl.DataFrame({"y": Y, "proba": proba.round(4).tolist()}).write_ndjson(HERE / "polars_list.ndjson")
    pl.DataFrame({"y": Y, "proba": proba.round(4).tolist()}).write_parquet(HERE / "polars_list.parquet")
    structs = [{"benign": p, "malignant": q} for p, q in proba.round(4).tolist()]
    pl.DataFrame({"y": NAMES[Y], "proba": structs}).write_ndjson(HERE / "polars_struct.ndjson")
    duckdb.register("predictions", frame)
    duckdb.execute(f"COPY predictions TO '{HERE}/duckdb.csv' (HEADER, DELIMITER '|')")
    duckdb.execute(f"COPY predictions TO '{HERE}/duckdb.json' (FORMAT json)")
    duckdb.execute(f"COPY predictions TO '{HERE}/duckdb_array.json' (FORMAT json, ARRAY true)")
    duckdb.execute(f"COPY predictions TO '{HERE}/duckdb.parquet' (FORMAT parquet)")
    duckdb.execute(f"COPY predictions TO '{HERE}/duckdb_no_header.tsv' (HEADER false, DELIMITER '\t')")


def workbooks(proba):
    def save(name, **sheets):
        book = openpyxl.Workbook()
        book.remove(book.active)
        for title, rows in sheets.items():
            sheet = book.create_sheet(title)
            for row in rows:
                sheet.append(row)
        book.save(HERE / name)

    rows = [[int(y), float(p)] for y, p in zip(Y, proba[:, 1], strict=True)]
    save("openpyxl.xlsx", data=[["y", "score"], *rows])
    readme = [["Predictions of the breast cancer model"], ["made in November"], ["see the second sheet"]]
    summary = [["metric", "value"], ["AUC", 0.98], ["accuracy", 0.93]]
    save("openpyxl_sheets.xlsx", Readme=readme, Summary=summary, Rows=[["y", "score"], *rows])
    save("openpyxl_no_header.xlsx", data=rows)
    ids = [f"case {i:02}" for i in range(len(Y))]
    predicted = [["id", "score"], *([one, float(p)] for one, p in zip(ids, proba[:, 1], strict=True))]
    true = [["id", "outcome"], *([one, int(y)] for one, y in zip(ids, Y, strict=True))][:-2]  # two cases have none yet
    save("openpyxl_two_tables.xlsx", Readme=readme, Predictions=predicted, Truth=true)


def weka(proba, labels):
    """By the documented format of weka.classifiers.evaluation.output.prediction.CSV, without and with -distribution."""
    plain = ["inst#,actual,predicted,error,prediction"]
    tested = ("tested_negative", "tested_positive")
    spread = ["inst#,actual,predicted,error,distribution"]
    for i, (p, y, label) in enumerate(zip(proba, Y, labels, strict=True), start=1):
        head = f"{i},{y + 1}:{tested[y]},{label + 1}:{tested[label]},{'+' if y != label else ''}"
        plain.append(f"{head},{p.max():.3f}")
        stars = ",".join(("*" if k == p.argmax() else "") + f"{one:.3f}" for k, one in enumerate(p))
        spread.append(f"{head},{stars}")
    text("weka.csv", "\n".join(plain) + "\n")
    text("weka_distribution.csv", "\n".join(spread) + "\n")


def documented(proba, labels):
    """By the documented formats of tools that are no Python package, or need a server."""
    y, p0, p1 = Y, proba[:, 0], proba[:, 1]
    risk, said = np.array(["Good", "Bad"])[y], np.array(["Good", "Bad"])[labels]
    write(pd.DataFrame({"predict": labels, "p0": p0, "p1": p1, "actual": y}), "h2o.csv")
    orange = pd.DataFrame({"Logistic (Bad)": p1, "Logistic (Good)": p0, "Logistic": said, "Risk": risk})
    write(orange, "orange.csv")
    header = (
        "Logistic (Bad),Logistic (Good),Logistic,Risk\ncontinuous,continuous,Bad Good,Bad Good\nmeta,meta,meta,class\n"
    )
    text("orange_types.csv", header + orange.to_csv(index=False, header=False))
    named = pd.DataFrame({"y": y, "p": p1}, index=range(1, ROWS + 1))
    text("r_write_csv.csv", '"","y","p"\n' + "".join(f'"{i}",{a},{b}\n' for i, a, b in named.itertuples()))
    text("r_write_table.txt", '"y" "p"\n' + "".join(f'"{i}" {a} {b}\n' for i, a, b in named.itertuples()))
    caret = pd.DataFrame({"pred": said, "obs": risk, "Bad": p1, "Good": p0, "rowIndex": range(1, ROWS + 1)})
    write(caret, "caret.csv", quoting=2)
    write(pd.DataFrame({"Class": risk, ".pred_class": said, ".pred_Bad": p1, ".pred_Good": p0}), "tidymodels.csv")
    write(pd.DataFrame({"y": y, "score_Bad": p1, "score_Good": p0}).assign(y=risk), "score_names.csv")
    sas = pd.DataFrame({"F_target": y, "I_target": labels, "P_target1": p1, "P_target0": p0, "target": y})
    write(sas, "sas.csv")
    rapid = {"label": risk, "prediction(label)": said, "confidence(Bad)": p1, "confidence(Good)": p0}
    write(pd.DataFrame(rapid), "rapidminer.csv")
    knime = {"Risk": risk, "P (Risk=Bad)": p1, "P (Risk=Good)": p0, "Prediction (Risk)": said}
    write(pd.DataFrame(knime), "knime.csv")
    spark = {
        "label": y.astype(float),
        "rawPrediction": [f"[{-z},{z}]" for z in np.log(p1 / p0)],
        "probability": [f"[{a},{b}]" for a, b in zip(p0, p1, strict=True)],
        "prediction": labels.astype(float),
    }
    write(pd.DataFrame(spark), "spark.csv")
    bigquery = [
        {"y": int(a), "predicted_y": int(b), "predicted_y_probs": [{"label": 1, "prob": q}, {"label": 0, "prob": p}]}
        for a, b, (p, q) in zip(y, labels, proba.tolist(), strict=True)
    ]
    text("bigquery.json", "".join(json.dumps(row) + "\n" for row in bigquery))
    write(pd.DataFrame({"target": y, "Scored Labels": labels, "Scored Probabilities": p1}), "azure.csv")
    robot = {"row_id": range(ROWS), "readmitted": y, "readmitted_1_PREDICTION": p1, "readmitted_0_PREDICTION": p0}
    write(pd.DataFrame(robot), "datarobot.csv")
    write(pd.DataFrame({"id": [f"case {i:02}" for i in range(ROWS)], "score": p1}), "join_predictions.csv")
    truth = pd.DataFrame({"id": [f"case {i:02}" for i in range(ROWS)][::-1], "outcome": y[::-1]})
    write(truth.iloc[2:], "join_truth.csv")


if __name__ == "__main__":
    _, proba, labels = scikit_learn()
    many_classes()
    amounts()
    boosting()
    statistics()
    tables(proba, labels)
    frames(proba)
    workbooks(proba)
    weka(proba, labels)
    documented(proba, labels)
