"""What a search of the lattice says of each of its steps."""

from __future__ import annotations

from evalcore.errors import Message, Say, message
from evalcore.figures.hypotheses.names import SpaceNames
from evalcore.hypotheses import Try
from evalcore.views.hypotheses.search import SearchView


def told(view: SearchView, k: int, names: SpaceNames, say: Say) -> str:
    """Say in one sentence what was tried in a step, and what came of it because of which example."""
    step = view.steps[k]
    if k == 0:
        return say(_begin(view))
    if step.last is None:
        return say(_end(view))
    name = names.hypothesis(step.last.hypothesis)
    if len(step.tries) > 1:
        return say(
            message(
                "{n} more are tried, the last of them {name}: {kept} kept and {gone} struck out so far.",
                n=len(step.tries),
                name=name,
                kept=len(step.kept),
                gone=len(step.gone),
            )
        )
    return say(_of_one(view, step.last, names, name))


def _begin(view: SearchView) -> Message:
    if view.found.direction == "down":
        return message("Top-down begins at the most general and makes it more specific: a star becomes a value.")
    return message("Bottom-up begins at the most specific, ∅, and makes it more general: a value becomes a star.")


def _end(view: SearchView) -> Message:
    if view.found.reason is not None:
        return view.found.reason
    what: dict[str, object] = {"tried": len(view.found.tries), "all": len(view.x), "kept": len(view.found.kept)}
    if view.found.direction == "down":
        return message(
            "{tried} of {all} were tried: the {kept} that agree with all examples are the version space.", **what
        )
    # Whether the other way ends elsewhere is what a class is asked before it goes up.
    return message(
        "{tried} of {all} were tried: the {kept} that agree with all examples are the version space, whichever way "
        "one searches.",
        **what,
    )


def _of_one(view: SearchView, one: Try, names: SpaceNames, name: str) -> Message:
    """Return what came of one hypothesis."""
    if one.example is None:
        return message("{name} agrees with all examples: kept.", name=name)
    seen = view.found.found.examples[one.example]
    what: dict[str, object] = {"name": name, "number": one.number, "values": names.instance(seen.instance)}
    if one.outcome == "dropped":
        return _dropped(what, len(one.gone) - 1, is_missed=seen.positive)
    if view.found.direction == "down":
        return message(
            "{name} covers negative example {number} ({values}): too general, so a star becomes a value.", **what
        )
    what["wider"] = names.hypothesis(one.following[0])
    return message("{name} misses positive example {number} ({values}): too specific, so it becomes {wider}.", **what)


def _dropped(what: dict[str, object], others: int, *, is_missed: bool) -> Message:
    """Return why a hypothesis was dropped, and how many with it."""
    what["others"] = others
    if is_missed and others:
        return message(
            "{name} misses positive example {number} ({values}): dropped, and {others} below it with it.", **what
        )
    if is_missed:
        return message("{name} misses positive example {number} ({values}): dropped.", **what)
    if others:
        return message(
            "{name} covers negative example {number} ({values}): dropped, and {others} above it with it.", **what
        )
    return message("{name} covers negative example {number} ({values}): dropped.", **what)
