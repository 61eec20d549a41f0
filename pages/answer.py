"""What the phones of a class see: the question of the step that is shown in front, and what can be answered to it."""

from __future__ import annotations

from ui.audience import phone
from ui.frame import header
from ui.shared.text import _

header.begin()
header.header(_("The class answers"), "")
phone.show()
header.hide_loaded()
