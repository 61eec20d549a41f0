"""The page's sentence at each step of a handle, which the browser writes while the handle is held.

What of a sentence can be taken hold of, and what has an interval, is a link within the page: `numbers.js` makes of the
one a number to be dragged, of the other a number with a bar below it. Elsewhere `literal` leaves the text alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping, Sequence

import plotly.graph_objects as go

from evalcore.figures.live.motion import Piece, with_sentences
from evalcore.views.answers import HUNDRED, bar_places
from ui.session import memory
from ui.shared.numbers import DIGITS, interval, number
from ui.shared.text import language, speaking

# Of an interval whose level is not said.
LEVEL = 0.95
# By the name of a handle what the page says of a step, told by its exact value; Markdown, as the page shows it.
Says = Mapping[str, Callable[[str], str]]
_PART = re.compile(
    r"\\(?P<escaped>.)|(?P<bold>\*\*)|\[(?P<linked>(?:\\.|[^\]\\])*)\]\((?P<to>#(?:hold|between)-[\w.,-]+)\)"
    r"|(?P<other>[`$]|\]\()|(?P<text>[^\\*`$\[\]]+|.)",
    re.DOTALL,
)
_NAMED = re.compile(r"(?<![A-Za-z0-9_])(t|α|d|ε₀) = (?=[\[\d−∞])")
# So it stays with the number of a difference, a rate or an area, which stands behind it without a sign.
_BEFORE = re.compile(r"(?<![A-Za-z0-9_])(AUC|Δ|TPR|FPR|FNR) (?=[\[*]{0,3}[\d−])")
# A sign stays with the level that it compares with.
_COMPARED = re.compile(r"([<≥]) (?=α)")


def held(said: str, handle: str) -> str:
    """Return a number of a sentence, Markdown, that moves a handle where it is taken hold of."""
    return f"[{said}](#hold-{handle})"


def still(sentence: str) -> Callable[[str], str]:
    """Return what is said at each step of a handle that the sentence does not depend on: what is said stays bright."""
    return lambda _step: sentence


def between(
    said: str,
    low: float,
    at: float,
    high: float,
    *,
    most: float = 1.0,
    digits: int = DIGITS,
    level: float = LEVEL,
    signed: bool = False,
) -> str:
    """Return a number of a sentence, bold Markdown, with its interval as a bar below it; without one it is only bold.

    The bar lies on a line from 0 to `most`, or, `signed`, from -most with a mark at 0 in its middle: 1 below a share.
    What is pointed at says both ends, with so many digits, and the level.

    >>> between("8 of 10", 0.4902, 0.8, 0.9433), between("8 of 10", float("nan"), 0.8, 0.9)
    ('[**8 of 10**](#between-49-80-94-0.490_0.943_1)', '**8 of 10**')
    >>> between("1,400", 1_200.0, 1_400.0, 1_600.0, most=2_000.0, digits=0)
    '[**1,400**](#between-60-70-80-1,200_1,600_2,000)'
    >>> between("0.1", -0.1, 0.1, 0.3, most=0.5, level=0.9, signed=True)
    '[**0.1**](#between-40-60-80--0.100_0.300_0.500_-0.500_90)'
    """
    least = -most if signed else 0.0
    places = bar_places(low, at, high, most, least=least)
    if places is None:
        return f"**{said}**"
    ends = [*interval(low, high, digits)[1:-1].split(", "), number(most, 0 if most == 1 else digits)]
    if signed or level != LEVEL:
        ends += [number(least, 0 if most == 1 else digits), f"{level * HUNDRED:.4g}"]
    written = "_".join(ends).replace("−", "-")
    # Bold within: between two Chinese characters Markdown takes no stars before a bracket for the beginning of it.
    return f"[**{said}**](#between-{'-'.join(map(str, places))}-{written})"


def unbroken(sentence: str) -> str:
    """Return a sentence that no line breaks between the name of a number and the number, which Chinese ones would.

    >>> unbroken("At t = [0.5](#hold-threshold), 从t = 0.31起 (x = 3)") == (
    ...     "At t\u00a0=\u00a0[0.5](#hold-threshold), 从t\u00a0=\u00a00.31起 (x = 3)"
    ... )
    True
    >>> unbroken("TPR [**0.8**](#between-1-2-3-x), Δ 0.006 [−0.002, 0.014], AUC of a") == (
    ...     "TPR\u00a0[**0.8**](#between-1-2-3-x), Δ\u00a00.006 [−0.002, 0.014], AUC of a"
    ... )
    True
    >>> unbroken("AUC 0.9, AUC [**0.9**](#between-1-2-3-x)") == "AUC\u00a00.9, AUC\u00a0[**0.9**](#between-1-2-3-x)"
    True
    >>> unbroken("p = 0.04 < α = [0.05](#hold-alpha)") == "p = 0.04 <\u00a0α\u00a0=\u00a0[0.05](#hold-alpha)"
    True
    """
    named = _COMPARED.sub("\\1\u00a0", _NAMED.sub("\\1\u00a0=\u00a0", sentence))
    return _BEFORE.sub("\\1\u00a0", named)


def pieces(sentence: str) -> list[Piece]:
    r"""Return a sentence in pieces without Markdown, every second one bold; one with a link is text and target.

    >>> pieces(r"At t = 0.5: finds **8 of 10 a\*b**, **2 of 10** alarms are false.")
    ['At t = 0.5: finds ', '8 of 10 a*b', ', ', '2 of 10', ' alarms are false.']
    >>> pieces("At t = [0.5](#hold-threshold): [**8 of 10**](#between-49-80-94-0.490_0.943_1) are found.")[:5]
    ['At t = ', '', ['0.5', '#hold-threshold'], '', ': ']
    >>> pieces("[**8 of 10**](#between-49-80-94-0.490_0.943_1) are found.")
    ['', ['8 of 10', '#between-49-80-94-0.490_0.943_1'], ' are found.']
    """
    found: list[Piece] = [""]
    for part in _PART.finditer(sentence):
        if part["other"]:
            raise ValueError(f"the browser writes no {part['other']} in a sentence: {sentence}")
        if part["bold"]:
            found.append("")
        elif part["linked"] is not None:
            inside = pieces(part["linked"])
            # Every second piece is bold; one without text takes the link.
            if found[-1] != "" or len(inside) > 1:
                found += [""] if len(inside) > 1 else ["", ""]
            found[-1] = ["".join(map(_text, inside)), part["to"]]
            if len(inside) > 1:
                found.append("")
        else:
            if isinstance(found[-1], list):
                found += ["", ""]
            found[-1] = f"{found[-1]}{part['escaped'] or part['text']}"
    return found


def _text(piece: Piece) -> str:
    return piece if isinstance(piece, str) else piece[0]


def text(sentence: str) -> str:
    """Return a sentence as text: without what the browser makes of its marks."""
    return "".join(map(_text, pieces(sentence)))


def carry(figure: go.Figure, says: Says, of: tuple[Hashable, ...]) -> None:
    """Have a figure carry what the page says at each step of its handles.

    `of` is all that the figure depends on but the present step: of the same the sentences are known from the last time,
    and a threshold that is typed in has one more.
    """
    meta = figure.layout.meta
    if says and meta and "live" in meta:
        last: dict[str, dict[str, Sequence[Piece]]] = memory.memo("sentences", *of, make=dict, most=2)
        now: dict[str, dict[str, Sequence[Piece]]] = {name: {} for name in says}
        told = {name: _in_pieces(say, last.get(name, {}), now[name]) for name, say in says.items()}
        # Some 200 sentences: each word would ask the session for its language again.
        with speaking(language()):
            figure.layout.meta = {**meta, "live": with_sentences(meta["live"], told)}
        last.update(now)


def _in_pieces(
    say: Callable[[str], str], last: Mapping[str, Sequence[Piece]], now: dict[str, Sequence[Piece]]
) -> Callable[[str], Sequence[Piece]]:
    def at(value: str) -> Sequence[Piece]:
        now[value] = last[value] if value in last else pieces(unbroken(say(value)))
        return now[value]

    return at
