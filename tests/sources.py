"""The source as trees, read once by all tests that hold its rules, and one test a rule for all its files."""

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


def each(paths):
    """Hold a rule for each of some files in one test, which names all that break it.

    Thousands of tests that take no time would spend a tenth of the quick loop on being counted.
    """

    def of_rule(rule):
        def held():
            broken = []
            for path in paths:
                try:
                    rule(path)
                except AssertionError as error:
                    broken.append(f"{name(path)}: {error}")
            assert not broken, "\n".join(broken)

        held.__name__, held.__doc__, held.__module__ = rule.__name__, rule.__doc__, rule.__module__
        return held

    return of_rule
