"""A report as one file: what was loaded, figures that still slide, numbers with intervals, and every note.

`write_html` makes the page, `as_json` and `as_csv` the same numbers for a pipeline. All three take sections, and none
needs a screen: a page of the app, a notebook and the command line call them alike.
"""

from evalcore.report.file import write_html
from evalcore.report.numbers import as_csv, as_json, table_csv
from evalcore.report.section import Live, Section, Table

__all__ = ["Live", "Section", "Table", "as_csv", "as_json", "table_csv", "write_html"]
