"""What the operator of the server watches: sessions, memory, lines, faults, slow answers."""

from __future__ import annotations

from ui.frame import header
from ui.shared.text import _
from ui.watching import shown

header.begin()
header.header(_("This server"), "")
shown.show()
header.hide_loaded()
