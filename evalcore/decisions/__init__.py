"""What is decided: a threshold by a wish, what it does to groups, and what is left of it on other rows."""

from evalcore.decisions.choice import Choice, Miss, Nearest, choose, fulfil, on_new_rows
from evalcore.decisions.wish import Condition, Wish
from evalcore.support.names import offered

__all__ = list(offered(globals()))
