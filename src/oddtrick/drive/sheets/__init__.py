"""The paper of a whist drive as PDF: scorecards, table cards, slips, wall sheets and results.

:mod:`oddtrick.drive.sheets.pdf` typesets it and needs the extra ``drive``; this module does not.
"""

from oddtrick.drive.sheets.print_options import Paper, SheetName, SheetOptions, TableKey
from oddtrick.i18n.catalogue import Language

__all__ = ["Language", "Paper", "SheetName", "SheetOptions", "TableKey"]
