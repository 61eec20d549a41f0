"""Sentences for people: what evalcore refuses, and what it has to say about a result.

A sentence keeps its template and its values apart, so that a screen can translate the template (it is the
gettext message id) and mark what came from a file as plain text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Message:
    """One sentence: `template` with named fields, and the `values` that fill them.

    >>> str(Message("{count} rows were left out.", {"count": 3}))
    '3 rows were left out.'
    """

    template: str
    values: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.template.format(**self.values)

    def parts(self) -> dict[str, Any]:
        """Return template and values as a JSON object can hold them."""
        values = {name: value.parts() if isinstance(value, Message) else value for name, value in self.values.items()}
        return {"template": self.template, "values": values}

    @classmethod
    def from_parts(cls, parts: Mapping[str, Any]) -> Message:
        """Return the sentence whose `parts` another process has sent; a value of parts is a sentence itself."""
        values = {
            str(name): cls.from_parts(value) if isinstance(value, Mapping) else value
            for name, value in parts["values"].items()
        }
        return cls(str(parts["template"]), values)


def present(*found: Message | None) -> tuple[Message, ...]:
    """Return the sentences there are."""
    return tuple(one for one in found if one is not None)


# What turns a sentence into text: `str` leaves it in English, a screen translates it.
Say = Callable[[Message], str]


def message(template: str, /, **values: Any) -> Message:
    """Return one sentence: `template` with its named fields, and the values that fill them."""
    return Message(template, values)


class InputError(ValueError):
    """Input that cannot be used, said in one sentence to the person who brought it.

    House form: `<thing> must <constraint>; got <value> (<where>). <what to do>`. `message` holds the
    sentence before its values are filled in.
    """

    def __init__(self, template: str, **values: Any) -> None:
        self.message = Message(template, values)
        super().__init__(str(self.message))

    @classmethod
    def from_message(cls, message: Message) -> InputError:
        """Return the refusal that says this sentence."""
        return cls(message.template, **message.values)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the template and the values, not the finished sentence."""
        return type(self).from_message, (self.message,)
