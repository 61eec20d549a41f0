"""Formulas of TeX as MathML, which every browser draws and prints without a script."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Final

from evalcore.errors import InputError

_TOKEN: Final = re.compile(r"\\[A-Za-z]+|\\.|\d+(?:(?:\.|\{,\})\d+)*|\s+|.", re.DOTALL)
_SIGNS: Final = {
    **{r"\cdot": "·", r"\cdots": "⋯", r"\dots": "…", r"\ge": "≥", r"\geq": "≥", r"\le": "≤", r"\leq": "≤"},
    **{r"\ne": "≠", r"\neq": "≠", r"\approx": "≈", r"\in": "∈", r"\Rightarrow": "⇒", r"\to": "→", r"\pm": "±"},
    **{r"\times": "×", r"\mid": "∣", r"\%": "%", r"\{": "{", r"\}": "}", r"\sum": "∑", r"\prod": "∏", r"\int": "∫"},
    **{r"\max": "max", r"\min": "min", r"\log": "log", r"\ln": "ln", r"\exp": "exp", "-": "−"},
}
_LETTERS: Final = {
    **{r"\alpha": "α", r"\beta": "β", r"\gamma": "γ", r"\Delta": "Δ", r"\delta": "δ", r"\epsilon": "ϵ"},
    **{r"\chi": "χ", r"\mu": "μ", r"\sigma": "σ", r"\tau": "τ", r"\ell": "ℓ", r"\infty": "∞", r"\pi": "π"},
}
_SPACES: Final = {r"\,": "0.17em", r"\;": "0.28em", r"\ ": "0.3em", r"\quad": "1em", r"\qquad": "2em", r"\!": "0"}
_ACCENTS: Final = {r"\bar": "¯", r"\overline": "¯", r"\hat": "^"}
_BRACKETS: Final = ("(", ")", "[", "]", "|", r"\{", r"\}")
_STILL: Final = ' stretchy="false"'
_SUMS: Final = (r"\sum", r"\prod", r"\max", r"\min")
_STRETCH: Final = (r"\left", r"\right")
_SIZES: Final = (r"\big", r"\Big", r"\left", r"\right", r"\displaystyle")


def mathml(tex: str) -> str:
    r"""How is a formula of TeX written as MathML?

    Parameters
    ----------
    tex : str
        Of letters, numbers, signs, fractions, roots, sums, indices, upright text, and lines that are aligned.

    Returns
    -------
    str
        A `math` element; the TeX stands in it as its text for who cannot see it.

    Raises
    ------
    InputError
        Where a command is not known.

    Examples
    --------
    >>> mathml("2x")
    '<math display="block" aria-label="2x"><mrow><mn>2</mn><mi>x</mi></mrow></math>'
    >>> mathml(r"\unknown")
    Traceback (most recent call last):
    ...
    evalcore.errors.InputError: a formula must be of commands that are known; got '\unknown'. Leave the formula out.
    """
    found = _Reader(tex).row()
    return f'<math display="block" aria-label="{html.escape(tex, quote=True)}">{found}</math>'


def is_known(tex: str) -> bool:
    r"""Tell whether `mathml` knows all commands of a formula.

    >>> is_known(r"\frac{1}{2}"), is_known(r"\unknown")
    (True, False)
    """
    try:
        mathml(tex)
    except InputError:
        return False
    return True


class _Reader:
    """Reads a formula token by token."""

    def __init__(self, tex: str) -> None:
        body = re.sub(r"\\(begin|end)\{aligned\}|(?<!\\)&", "", tex)
        self.tokens = [one[0] for one in _TOKEN.finditer(re.sub(r"\\\\(\[\w+\])?", r"\\newline ", body))]
        self.at = 0

    def row(self, end: str | None = None) -> str:
        """Return what stands up to an end as one row; lines stand below each other."""
        lines: list[list[str]] = [[]]
        while self.at < len(self.tokens) and self.tokens[self.at] != end:
            if self.tokens[self.at] == r"\newline":
                self.at += 1
                lines.append([])
            elif one := self.scripted():
                lines[-1].append(one)
        self.at += 1
        rows = [f"<mrow>{''.join(line)}</mrow>" for line in lines]
        if len(rows) == 1:
            return rows[0]
        cells = "".join(f'<mtr><mtd style="text-align:left">{row}</mtd></mtr>' for row in rows)
        return f'<mtable displaystyle="true">{cells}</mtable>'

    def scripted(self) -> str:
        """Return the next part with what stands below and above it; nothing of a blank."""
        is_sum = self.tokens[self.at] in _SUMS
        base, marks = self.part(), dict(self.marks())
        if not marks:
            return base
        base = base or "<mrow></mrow>"
        low, high, both = ("munder", "mover", "munderover") if is_sum else ("msub", "msup", "msubsup")
        if len(marks) > 1:
            return f"<{both}>{base}{marks['_']}{marks['^']}</{both}>"
        name = low if "_" in marks else high
        return f"<{name}>{base}{''.join(marks.values())}</{name}>"

    def marks(self) -> Iterator[tuple[str, str]]:
        """Yield each of "_" and "^" that follows, with the part it carries."""
        while self.at < len(self.tokens) and self.tokens[self.at] in "_^":
            kind = self.tokens[self.at]
            self.at += 1
            yield kind, self.part()

    def part(self) -> str:
        """Return the next part."""
        token = self.tokens[self.at] if self.at < len(self.tokens) else ""
        self.at += 1
        if token == "{":
            return self.row("}")
        if token in (r"\frac", r"\tfrac"):
            return f"<mfrac>{self.part()}{self.part()}</mfrac>"
        if token == r"\binom":
            return f'<mrow><mo>(</mo><mfrac linethickness="0">{self.part()}{self.part()}</mfrac><mo>)</mo></mrow>'
        if token in (r"\mathrm", r"\text", r"\mathcal", r"\mathbb", r"\mathfrak"):
            return self.upright(token)
        if token == r"\sqrt" or token in _ACCENTS:
            under = self.part()
            mark = f"<mo>{_ACCENTS.get(token)}</mo>"
            return f'<mover accent="true">{under}{mark}</mover>' if token in _ACCENTS else f"<msqrt>{under}</msqrt>"
        return self.single(token)

    def single(self, token: str) -> str:
        """Return a letter, a number or a sign."""
        if token in _SPACES:
            return f'<mspace width="{_SPACES[token]}"></mspace>'
        if not token.strip() or token in _SIZES:
            return ""
        if token in _LETTERS or token.isalpha():
            return f"<mi>{_LETTERS.get(token, token)}</mi>"
        if token[0].isdigit():
            return f"<mn>{token.replace('{,}', ',')}</mn>"
        if token.startswith("\\") and token not in _SIGNS:
            raise InputError(
                "a formula must be of commands that are known; got '{command}'. Leave the formula out.", command=token
            )
        before = self.tokens[self.at - 2] if self.at > 1 else ""
        grows = "" if before in _STRETCH else _STILL
        return f"<mo{grows if token in _BRACKETS else ''}>{html.escape(_SIGNS.get(token, token))}</mo>"

    def upright(self, token: str) -> str:
        """Return text as it stands, or one letter of another alphabet."""
        if self.tokens[self.at : self.at + 1] == ["{"]:
            end, depth = self.at + 1, 1
            while depth and end < len(self.tokens):
                depth += {"{": 1, "}": -1}.get(self.tokens[end], 0)
                end += 1
            text = "".join(self.tokens[self.at + 1 : end - 1])
            self.at = end
        else:
            text = "".join(self.tokens[self.at : self.at + 1])
            self.at += 1
        text = re.sub(r"\\(.)", r"\1", text)
        name = "mtext" if token == r"\text" else "mi"
        return f'<{name} mathvariant="normal">{html.escape(text)}</{name}>'
