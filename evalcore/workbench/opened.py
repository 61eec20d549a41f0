"""The app, started on the arrays of a notebook: a process of its own, which gets them through a pipe."""

from __future__ import annotations

import atexit
import io
import json
import os
import secrets
import socket
import subprocess
import sys
import threading
import time
import urllib.request
import webbrowser
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

import pandas as pd

import evalcore
from evalcore.errors import InputError
from evalcore.predictions import Predictions
from evalcore.support.text import shown

# Tells the app that its standard input brings a table; the app reads the same name.
HANDED: Final = "EVALUATION_HANDED"
TRUTH, WEIGHT, CASE = "y_true", "sample_weight", "case"
_PATIENCE, _LOOK_AGAIN = 60.0, 0.1  # seconds
_ROOT: Final = Path(evalcore.__file__).parent.parent


@dataclass(eq=False)
class App:
    """The app as it runs for a workbench.

    Parameters
    ----------
    address : str
        Only who knows it sees the arrays; it is of this machine.
    process : Popen
    hands : Thread
        What hands the arrays over.
    """

    address: str
    process: subprocess.Popen[bytes]
    hands: threading.Thread

    def stop(self) -> None:
        """End the app; what it held is gone."""
        atexit.unregister(self.stop)
        self.process.terminate()
        self.process.wait()
        self.hands.join()

    def __enter__(self) -> App:
        return self

    def __exit__(self, *_error: object) -> None:
        self.stop()

    def __repr__(self) -> str:
        return f"App({self.address!r})"

    def _repr_html_(self) -> str:
        """Return a link for a notebook."""
        return f'<a href="{self.address}" target="_blank" rel="noreferrer">{self.address}</a>'


def open_app(
    predictions: Predictions,
    groups: Mapping[str, Any],
    *,
    name: str = "notebook",
    folder: str | Path | None = None,
    browser: bool = True,
    language: str = "en",
) -> App:
    """Start the app on these predictions.

    Parameters
    ----------
    predictions : Predictions
        With their rows.
    groups : mapping of names to one value a row
        Of the rows in use.
    name : str
        What the app calls them.
    folder : path, optional
        Where the app is; where `evalcore` is when left out.
    browser : bool
        Whether to open a browser.
    language : str
        That of the app: "en" or "zh".

    Returns
    -------
    App
        It ends with the notebook's kernel, or by `stop`.

    Raises
    ------
    InputError
        Where there is no app, or it does not start.
    """
    place = Path(_ROOT if folder is None else folder)
    if not (place / "app.py").is_file():
        raise InputError(
            "folder must hold app.py, the app; got '{value}', which does not. Pass the folder of the project.",
            value=shown(place),
        )
    word, port = secrets.token_urlsafe(16), _free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(port), "--server.headless", "true"],
        cwd=place,
        env={**os.environ, HANDED: word},
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    page = "regression" if predictions.task == "regression" else "confusion_matrix"
    # A pipe holds little: the app reads the rest when the first browser asks for it.
    hands = threading.Thread(target=_write, args=(process, packed(predictions, groups, name)), daemon=True)
    asked = urlencode({"handed": word, **({} if language == "en" else {"lang": language})})
    app = App(f"http://127.0.0.1:{port}/{page}?{asked}", process, hands)
    atexit.register(app.stop)
    hands.start()
    _wait(app, port)
    if browser:
        webbrowser.open(app.address)
    return app


def packed(predictions: Predictions, groups: Mapping[str, Any], name: str) -> bytes:
    """Return a line of JSON, which says what the columns are, and behind it the table as Parquet."""
    frame, roles = table(predictions, groups)
    held = io.BytesIO()
    frame.to_parquet(held, index=False)
    return json.dumps({"name": name, **roles}).encode() + b"\n" + held.getvalue()


def table(predictions: Predictions, groups: Mapping[str, Any]) -> tuple[pd.DataFrame, dict[str, Any]]:
    """Return predictions as a table, and the roles of its columns as `from_frame` names them."""
    rows, classes = predictions, pd.Index(predictions.classes)
    is_two = rows.task == "binary"

    def labels(codes: Any) -> Any:
        return rows.y_true if rows.task == "regression" else classes.take(codes.astype(int)).to_numpy()

    columns: dict[str, Any] = {TRUTH: labels(rows.y_true)}
    scores, decided, kept = [], [], []
    for model, one in rows.scores.items():
        named = {model: one} if one.ndim == 1 else {f"{model}:{k}": one[:, i] for i, k in enumerate(rows.classes)}
        found = {_free(column, columns): values for column, values in named.items()}
        columns |= found
        scores += list(found)
    for model, one in rows.labels.items():
        decided.append(_free(model, columns))
        columns[decided[-1]] = labels(one)
    for group, values in groups.items():
        kept.append(_free(group, columns))
        columns[kept[-1]] = pd.array(values).astype(str)
    roles: dict[str, Any] = {"truth": TRUTH, "scores": scores, "labels": decided, "groups": kept}
    roles |= {"positive": rows.positive if is_two else None, "task": rows.task, "classes": list(rows.classes)}
    if rows.weight is not None:
        roles["weight"] = _free(WEIGHT, columns)
        columns[roles["weight"]] = rows.weight
    if rows.cases is not None:
        roles["case"] = _free(CASE, columns)
        columns[roles["case"]] = rows.cases.of.code
    return pd.DataFrame(columns), roles


def _free(name: str, taken: Mapping[str, Any]) -> str:
    """Return a name that no column has yet."""
    return name if name not in taken else _free(f"{name}_", taken)


def _write(process: subprocess.Popen[bytes], data: bytes) -> None:
    """Hand the table over; an app that has ended takes none."""
    with suppress(OSError), process.stdin or io.BytesIO() as pipe:
        pipe.write(data)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait(app: App, port: int) -> None:
    """Wait until the app answers."""
    deadline = time.monotonic() + _PATIENCE
    while not _answers(f"http://127.0.0.1:{port}/_stcore/health"):
        if app.process.poll() is not None or time.monotonic() > deadline:
            app.stop()
            raise InputError(
                "The app must start; it did not. Run it by hand in its folder to see why: streamlit run app.py"
            )
        time.sleep(_LOOK_AGAIN)


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=1) as reply:
            return bool(reply.status == 200)
    except OSError:
        return False
