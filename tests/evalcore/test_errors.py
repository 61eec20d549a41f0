"""Sentences keep their template and their values, also across a pickle."""

from __future__ import annotations

import copy
import pickle

from evalcore.errors import InputError, Message, message


def test_an_error_says_its_sentence() -> None:
    error = InputError("Column '{column}' must hold numbers; got '{value}'.", column="a", value="{b}")
    assert str(error) == "Column 'a' must hold numbers; got '{b}'."
    assert error.message.template.startswith("Column '{column}'")


def test_errors_and_messages_survive_a_pickle() -> None:
    error = InputError("got '{value}'", value="{b}")
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.message) == (InputError, "got '{b}'", error.message)
    sentence = message("{n} rows", n=3)
    assert sentence == Message("{n} rows", {"n": 3})
    assert str(copy.deepcopy(sentence)) == "3 rows"
