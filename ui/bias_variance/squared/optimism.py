"""What the training error lacks: a guess first, then error on fresh targets against error on those trained on."""

from __future__ import annotations

from typing import Final

import streamlit as st

from evalcore.bias_variance import Simulation
from evalcore.views.bias_variance.derivation import optimism
from ui.bias_variance.tex import added, noise, number
from ui.live import bridge
from ui.shared.numbers import count
from ui.shared.numbers import number as shown
from ui.shared.tex import stacked
from ui.shared.text import _, say

_GUESS: Final = "bv_gap_guess"
_FIELD: Final = "bv_gap_field"


def is_revealed() -> bool:
    """Whether the gap has been guessed, or shown without, in this session."""
    return _GUESS in st.session_state


def guess() -> None:
    """Ask for a guess before the gap is shown for the first time."""
    st.markdown(
        _(
            "**Guess first.** Averaged over all points: by how much is the error on the targets trained on below that "
            "on fresh targets at the same points?"
        )
    )
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.number_input(
            _("Your guess: {what}", what=_("fresh error − training error")),
            0.0,
            1.0,
            value=None,
            step=0.01,
            format="%.4g",
            key=_FIELD,
            persist_state="session",
            width=300,
        )
        st.button(_("Reveal"), key="bv_gap_reveal", type="primary", icon=":material/visibility:", on_click=_reveal)


def _reveal() -> None:
    """Keep the guess, also where there is none: the gap is then shown without."""
    st.session_state[_GUESS] = st.session_state.get(_FIELD)


def show(simulation: Simulation) -> None:
    """Show both errors averaged over the points, and what lies between them by the formula."""
    if not is_revealed():
        return
    gap = optimism(simulation)
    found, guessed = gap.found, st.session_state.get(_GUESS)
    st.markdown(_("**Averaged over all points: fresh targets against those trained on**"))
    _show(
        r"E_{\mathrm{fresh}}-E_{\mathrm{same}} = "
        rf"{number(found.fresh_error, found.fresh_error_error)}-"
        rf"{added(found.training_error, found.training_error_error)} = {number(gap.gap)} \approx 2\,Cov(f,y_D) = "
        rf"{number(found.optimism, found.covariance_error)}"
    )
    if gap.reason is None:
        _show(
            r"2\,Cov(f,y_D) = \frac{2\sigma^2\,df}{n} = "
            rf"\frac{{2\cdot {noise(gap.noise)}\cdot {gap.degrees_of_freedom:.3g}}}{{{count(gap.n)}}} = "
            rf"{number(gap.expected)}, \quad df=\mathrm{{tr}}\,H"
        )
    else:
        st.caption(_("2σ² df / n: — ({reason})", reason=say(gap.reason)))
    if guessed is not None:
        st.markdown(
            _(
                "Your guess {guess} is off by {gap}.",
                guess=f"{guessed:g}",
                gap=shown(gap.missed_by(float(guessed))),
            )
        )
    st.markdown(
        _(
            "✗ “x is from the training set, and f does not depend on $y_D$.”  \n**Both cannot be: x must be a fresh "
            "test point, else 2 Cov($f, y_D$) has to be taken away.** At degree 5, with 25 points and σ = 0.3, the "
            "error is 0.1119 on fresh targets and 0.0684 on those trained on; 2σ²(d + 1)/n = 0.0432."
        )
    )


def _show(line: str) -> None:
    """Show a formula, in lines one below the other where the page is too narrow for it."""
    st.latex(stacked(line) if bridge.is_narrow() else line)
