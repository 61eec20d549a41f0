"""The source as trees, read once by all tests that hold its rules."""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent


@cache
def tree(path):
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


@cache
def nodes(path):
    return tuple(ast.walk(tree(path)))


def name(path):
    return path.relative_to(ROOT).as_posix()
