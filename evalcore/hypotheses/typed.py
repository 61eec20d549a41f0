"""Spaces and examples as they are typed and as an address says them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from evalcore.errors import InputError
from evalcore.hypotheses.spaces import Attribute, Instance, Space
from evalcore.support.text import shown

# An address has a letter for each value.
MOST_VALUES: Final = 26
MOST_ATTRIBUTES: Final = 12
MOST_EXAMPLES: Final = 12
LABELS: Final = {"1": True, "0": False}
_PARTS, _VALUES, _NAMED = re.compile(r"[;；\n]"), re.compile(r"[,，、]"), re.compile(r"[:：]")


def typed_space(text: str) -> Space:
    """Which attributes and values does a text name?

    Parameters
    ----------
    text : str
        Numbers of values, as in "3, 2, 2"; or attributes with their values, as in "root: curled, stiff; sound: dull,
        crisp".

    Returns
    -------
    Space

    Examples
    --------
    >>> typed_space("3, 2, 2").shape, typed_space("root: curled, stiff").attributes[0].name
    ((3, 2, 2), 'root')
    """
    if not _NAMED.search(text):
        return Space.of_shape(_sizes(text))
    attributes = tuple(_attribute(part) for part in _PARTS.split(text) if part.strip())
    check_attributes(len(attributes))
    return Space(attributes)


def _sizes(text: str) -> list[int]:
    """Return numbers of values."""
    parts = [part for part in re.split(r"[,，、;；x×\s]+", text.strip()) if part]
    check_attributes(len(parts))
    if not all(part.isdecimal() and 1 <= int(part) <= MOST_VALUES for part in parts):
        raise InputError(
            "Attributes must be numbers of values from 1 to {most}, or names with their values; got '{value}'. "
            "Write 3, 2, 2 or root: curled, stiff; sound: dull, crisp.",
            most=MOST_VALUES,
            value=shown(text),
        )
    return [int(part) for part in parts]


def check_attributes(attributes: int) -> None:
    """Refuse no attribute, and more than an address has room for."""
    if not 1 <= attributes <= MOST_ATTRIBUTES:
        raise InputError(
            "A hypothesis space must have from 1 to {most} attributes; got {count}. Add or remove some.",
            most=MOST_ATTRIBUTES,
            count=attributes,
        )


def _attribute(text: str) -> Attribute:
    """Return an attribute with its values."""
    name, *rest = (part.strip() for part in _NAMED.split(text, maxsplit=1))
    values = tuple(part.strip() for part in _VALUES.split("".join(rest)) if part.strip())
    if not name or not 1 <= len(values) <= MOST_VALUES or len(set(values)) < len(values):
        raise InputError(
            "An attribute must have a name and from 1 to {most} different values; got '{value}'. "
            "Write root: curled, stiff.",
            most=MOST_VALUES,
            value=shown(text.strip()),
        )
    return Attribute(name, values)


def instance_text(instance: Sequence[int]) -> str:
    """Return an instance as an address says it, a letter for each value.

    >>> instance_text((0, 2, 1))
    'acb'
    """
    return "".join(chr(ord("a") + value) for value in instance)


def typed_instance(space: Space, text: str) -> Instance:
    """Return the instance that letters name, or the sentence that says why there is none."""
    return space.check([ord(letter) - ord("a") for letter in text])


def examples_text(examples: Sequence[tuple[Sequence[int], bool]]) -> str:
    """Return examples as an address says them.

    >>> examples_text([((0, 0), True), ((1, 2), False)])
    'aa1-bc0'
    """
    return "-".join(f"{instance_text(instance)}{int(positive)}" for instance, positive in examples)


def typed_examples(space: Space, text: str) -> tuple[tuple[Instance, bool], ...]:
    """Which examples does a text name?

    Parameters
    ----------
    space : Space
    text : str
        As `examples_text` writes it; empty where there is no example.

    Returns
    -------
    tuple of (instance, positive)
    """
    parts = text.split("-") if text else []
    check_examples(len(parts))
    labels = [_label(part) for part in parts]
    return tuple((typed_instance(space, part[:-1]), label) for part, label in zip(parts, labels, strict=True))


def next_label(examples: Sequence[tuple[Instance, bool]], instance: Instance) -> tuple[tuple[Instance, bool], ...]:
    """Which examples are there once an instance has its next label: positive, then negative, then none?

    Parameters
    ----------
    examples : sequence of (instance, positive)
    instance : tuple of int
        One that stands there more than once goes by its last label, and leaves altogether.

    Returns
    -------
    tuple of (instance, positive)
        In their order; a new one stands last.

    Examples
    --------
    >>> next_label((), (0, 1)), next_label([((0, 1), True)], (0, 1)), next_label([((0, 1), False)], (0, 1))
    ((((0, 1), True),), (((0, 1), False),), ())
    """
    labels = [positive for one, positive in examples if one == instance]
    if not labels:
        check_examples(len(examples) + 1)
        return (*examples, (instance, True))
    if labels[-1]:
        return tuple((one, positive and one != instance) for one, positive in examples)
    return tuple((one, positive) for one, positive in examples if one != instance)


def check_examples(number: int) -> None:
    """Refuse more examples than are shown one below the other."""
    if number > MOST_EXAMPLES:
        raise InputError(
            "There must be at most {most} examples; got {count}. Remove some.", most=MOST_EXAMPLES, count=number
        )


def _label(text: str) -> bool:
    if text[-1:] not in LABELS:
        raise InputError(
            "An example must be a letter for each value and 1 or 0; got '{value}'. Write aab1 for a positive one.",
            value=shown(text),
        )
    return LABELS[text[-1]]
