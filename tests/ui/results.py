"""The results of evalcore that ui may hold, and their fields that hold sentences."""

import ast
import dataclasses
import importlib
import inspect
import typing
from functools import cache

from evalcore.engine import Source
from evalcore.errors import Message
from tests.sources import ROOT, tree
from tests.ui import said

SHOWN = [*sorted((ROOT / "pages").glob("*.py")), *sorted((ROOT / "ui").rglob("*.py"))]


@cache
def obtained():
    """Return the results of evalcore that ui may hold: what the functions it names return, and what leads on there."""
    found, waiting = set(), [thing for path in SHOWN for thing in named(tree(path))]
    while waiting:
        new = led_to(waiting.pop()) - found
        found |= new
        waiting += new
    return found


def member(module, name):
    """Return what `from module import name` gives."""
    found = getattr(importlib.import_module(module), name, None)
    return importlib.import_module(f"{module}.{name}") if found is None else found


def named(source):
    """Return what of evalcore a file names: what it imports, and `module.name` of a module it imports."""
    imported = {
        alias.asname or alias.name: member(node.module, alias.name)
        for node in ast.walk(source)
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("evalcore")
        for alias in node.names
    }
    of_modules = [
        getattr(imported[node.value.id], node.attr)
        for node in ast.walk(source)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in imported
        if inspect.ismodule(imported[node.value.id])
    ]
    return [thing for thing in [*imported.values(), *of_modules] if inspect.isclass(thing) or inspect.isfunction(thing)]


def hints_of(thing):
    """Return the types of the fields of a class; cells name their source, which only the type checker imports there."""
    return typing.get_type_hints(thing, localns={"Source": Source})


def led_to(thing):
    """Return the results that a function returns, or that a class is or has in its fields, properties and methods."""
    if not inspect.isclass(thing):
        return returned(thing)
    if not is_result(thing):
        return set()
    return {thing}.union(*map(mentioned, hints_of(thing).values()), *map(returned, vars(thing).values()))


def returned(thing):
    function = getattr(thing, "fget", None) or getattr(thing, "func", None) or thing
    if not inspect.isfunction(function) or not function.__module__.startswith("evalcore"):
        return set()
    try:
        return mentioned(typing.get_type_hints(function).get("return"))
    except NameError:  # a name that only the type checker knows, or one that the data class made up itself
        return set()


def is_result(thing):
    return dataclasses.is_dataclass(thing) and thing.__module__.startswith("evalcore") and thing is not Message


def mentioned(hint):
    """Return the results that a type mentions."""
    if inspect.isclass(hint):
        return {hint} if is_result(hint) else set().union(*map(mentioned, said.listed(hint)))
    return set().union(*map(mentioned, typing.get_args(hint)))


def holds_sentence(hint):
    return hint is Message or any(map(holds_sentence, typing.get_args(hint)))


def sentences_of(one):
    """Return the fields and properties of a result that hold sentences."""
    # What is the same of all of a class is a name, no sentence about one of them.
    fields = {name: hint for name, hint in hints_of(one).items() if typing.get_origin(hint) is not typing.ClassVar}
    made = {
        name: typing.get_type_hints(p.fget).get("return") for name, p in vars(one).items() if isinstance(p, property)
    }
    return {name for name, hint in {**fields, **made}.items() if holds_sentence(hint)}


@cache
def sentences():
    return {(one, field) for one in obtained() for field in sentences_of(one)}
