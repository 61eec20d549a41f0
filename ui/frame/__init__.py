"""What stands around every page: header, sidebar, questions, lessons.

Whichever page is opened first knows the choices that several pages share, because importing their modules registers
them.
"""

from ui.live import threshold as _threshold  # noqa: F401 - registers its choice
from ui.session import costs as _costs  # noqa: F401 - registers its choices
