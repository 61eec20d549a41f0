"""The tables of the version space: what remains, and which question is best asked next."""

from __future__ import annotations

import pandas as pd

from evalcore.views.hypotheses.lattice import LatticeView
from ui.hypotheses import space
from ui.shared import tables
from ui.shared.numbers import count
from ui.shared.text import _, paragraph, remark

# A longer table is shown from its beginning; the file has all.
MOST_ROWS = 100


def show(view: LatticeView) -> None:
    """Show what remains, and the questions that halve it best."""
    names = space.names(view.found.space)
    general, specific = set(view.step.general), set(view.step.specific)
    rows = [
        {
            _("hypothesis"): names.hypothesis(one),
            _("most general"): "✓" if k in general else "",
            _("most specific"): "✓" if k in specific else "",
        }
        for k, one in zip(view.step.remaining, view.of(view.step.remaining), strict=True)
    ]
    if rows:
        tables.show(pd.DataFrame(rows[:MOST_ROWS]), alt=_("Hypotheses that remain"), height="auto")
    if len(rows) > MOST_ROWS:
        remark("Showing {some} of {all}.", some=count(MOST_ROWS), all=count(len(rows)))
    paragraph(
        "Every hypothesis between a most specific and a most general one agrees with all examples seen, too: the "
        "ends say all there is to know of the version space."
    )
    _questions(view)


def _questions(view: LatticeView) -> None:
    """Show which instance to ask about: the one that strikes out most whatever its label is."""
    names = space.names(view.found.space)
    rows = [
        {_("instance"): names.instance(one), _("remain if positive"): count(yes), _("remain if negative"): count(no)}
        for one, yes, no in view.questions()
        if yes and no
    ]
    if not rows:
        remark("No question is left: what remains agrees on every instance.")
        return
    paragraph("**Best next questions.** The best one leaves fewest whatever the answer is.")
    tables.show(pd.DataFrame(rows), alt=_("Best next questions"))
