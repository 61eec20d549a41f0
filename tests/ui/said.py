"""Which sentences of which results the functions of ui read and pass on, read off the source.

A function holds a result if a parameter is one, if a function that it names returns one, or if an attribute that it
reads of what it holds is one. It says a field of it if it reads a field of that name, and not only to ask whether
there is anything to say.
"""

import ast
import importlib
import inspect
import typing
from dataclasses import dataclass
from functools import cache

from tests.sources import name, tree


@dataclass(frozen=True)
class Function:
    """A function of ui or of a page: what it holds, what it says, and whom it hands things to."""

    where: str
    holds: frozenset[type]
    says: frozenset[str]
    taken: frozenset[type]
    named: frozenset[typing.Any]
    itself: typing.Any


def functions(paths):
    """Return all functions of some files; what a page does at its top is one, too."""
    return [function for path in paths for function in _of_file(path)]


def _of_file(path):
    space = _space(path)
    inside = [(None, tree(path))] if path.parent.name == "pages" else []
    inside += [(None, node) for node in tree(path).body if isinstance(node, ast.FunctionDef)]
    inside += [
        (getattr(space, kind.name, None) if not isinstance(space, dict) else None, node)
        for kind in tree(path).body
        if isinstance(kind, ast.ClassDef)
        for node in kind.body
        if isinstance(node, ast.FunctionDef)
    ]
    known = space if isinstance(space, dict) else vars(space)
    return [_function(path, owner, node, known) for owner, node in inside]


def _space(path):
    """Return the module of a file; of a page, which runs as it is imported, only what it imports."""
    if path.parent.name != "pages":
        return importlib.import_module(name(path).removesuffix(".py").removesuffix("/__init__").replace("/", "."))
    found = {}
    for node in tree(path).body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            exec(compile(ast.Module([node], []), str(path), "exec"), found)
    return found


def _function(path, owner, node, known):
    nodes = [*ast.walk(node)]
    taken = {one for found in nodes if isinstance(found, ast.arg) for one in _annotated(found, known)}
    taken |= {owner} - {None}
    named = {_meant(found, known) for found in nodes if isinstance(found, ast.Name | ast.Attribute)}
    named = {one for one in named if _is_ours(one)}
    holds = taken | {one for function in named for one in returned(function)}
    read = {found.attr for found in nodes if isinstance(found, ast.Attribute)}
    holds |= {one for found in nodes if isinstance(found, ast.AnnAssign) for one in _annotated(found, known)}
    waiting = [*holds]
    while waiting:
        new = {kind for attribute in read for kind in _leads(waiting[-1], attribute)} - holds
        waiting.pop()
        holds |= new
        waiting += new
    itself = (vars(owner) if owner else known).get(getattr(node, "name", ""))
    itself = inspect.unwrap(itself) if callable(itself) else itself
    says = said_in(node)
    where = f"{name(path)} {getattr(node, 'name', '')}"
    return Function(where, *map(frozenset, (holds, says, taken, named)), itself)


def _annotated(node, known):
    if node.annotation is None:
        return set()
    try:
        return kinds(eval(ast.unparse(node.annotation), dict(known)))
    except NameError:  # what only the type checker knows
        return set()


def _meant(node, known):
    """Return the object that a name, or a name within a module, means; None for anything that is not fixed."""
    if isinstance(node, ast.Name):
        found = known.get(node.id)
    else:
        base = _meant(node.value, known) if isinstance(node.value, ast.Name | ast.Attribute) else None
        found = getattr(base, node.attr, None) if inspect.ismodule(base) or inspect.isclass(base) else None
    found = inspect.unwrap(found) if callable(found) and not inspect.isclass(found) else found
    return found if inspect.ismodule(found) or inspect.isclass(found) or inspect.isfunction(found) else None


def _is_ours(one):
    return (inspect.isfunction(one) or inspect.isclass(one)) and one.__module__.split(".")[0] in ("evalcore", "ui")


@cache
def returned(thing):
    """Return the classes that a function returns, or the class itself."""
    if inspect.isclass(thing):
        return frozenset({thing})
    try:
        return frozenset(kinds(typing.get_type_hints(thing).get("return")))
    except NameError:
        return frozenset()


def kinds(hint):
    """Return the classes of evalcore and ui that a type mentions."""
    if inspect.isclass(hint) and not typing.get_args(hint):
        return {hint}.union(*map(kinds, listed(hint))) if _is_ours(hint) else set()
    return {kind for part in typing.get_args(hint) for kind in (kinds(part) if not isinstance(part, list) else ())}


def listed(kind):
    """Return of a tuple of its own what tuple it is: of `Readings` a tuple of `Reading`."""
    return [base for base in getattr(kind, "__orig_bases__", ()) if typing.get_origin(base) is tuple]


@cache
def _leads(kind, attribute):
    """Return the classes that an attribute of a class holds: a field, a property, or what a method returns."""
    found = inspect.getattr_static(kind, attribute, None)
    function = getattr(found, "fget", None) or getattr(found, "func", None) or found
    if inspect.isfunction(function):
        return returned(inspect.unwrap(function))
    try:
        hint = typing.get_type_hints(kind).get(attribute)
    except NameError:
        return frozenset()
    # What stands for a class in a generic one is named where it is derived.
    given = getattr(kind, "__orig_bases__", ()) if any(map(_is_open, _parts(hint))) else ()
    return frozenset(kinds(hint)).union(*map(kinds, given))


def _parts(hint):
    return [hint, *(part for inner in typing.get_args(hint) if not isinstance(inner, list) for part in _parts(inner))]


def _is_open(hint):
    return isinstance(hint, typing.TypeVar)


def said_in(node):
    """Return the attributes read for what they hold: not those in a comparison or a condition alone."""
    if isinstance(node, ast.Compare):
        return set()
    found = {node.attr} if isinstance(node, ast.Attribute) else set()
    asked = node.test if isinstance(node, ast.If | ast.IfExp | ast.While) else None
    return found.union(*(said_in(child) for child in ast.iter_child_nodes(node) if child is not asked))


def unsaid(held, found):
    """Return the fields of results that no function says which holds such a result, or is handed one to say.

    One that takes any result of a family says nothing of this one unless somebody who has it hands it on.
    """
    return {(kind, field) for kind, field in held if not _is_said(kind, field, found)}


def _is_said(kind, field, found):
    if any(field in one.says and kind in one.holds for one in found):
        return True
    takes_any = [one for one in found if one.taken & set(kind.__mro__)]
    carriers = {one.itself for one in takes_any if field in one.says}
    while more := {one.itself for one in takes_any if one.named & carriers} - carriers:
        carriers |= more
    return any(kind in one.holds and one.named & carriers for one in found)
