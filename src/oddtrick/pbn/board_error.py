"""Errors of a board, without its place in a text."""

from __future__ import annotations

from oddtrick.errors import OddtrickError, RuleBroken


class Refusal(Exception):
    """An error in a board; the reader or writer adds the place.

    Args:
        what: what is wrong, and how to mend it.
        rule: the rule broken, or ``""``.
        tag: the tag where it shows, or ``""``.
        play: the place of the card in the order played, or None.
        line: the line of the text, where it is known already.
    """

    def __init__(
        self,
        what: str,
        rule: str = "",
        *,
        tag: str = "",
        play: int | None = None,
        line: int | None = None,
    ) -> None:
        super().__init__(what)
        self.what = what
        self.rule = rule
        self.tag = tag
        self.play = play
        self.line = line

    def located(self, where: str = "") -> OddtrickError:
        """The error for the person who gave the board: one line, whatever the text has in it."""
        what = "".join(sign if sign.isprintable() else "�" for sign in self.what)
        message = f"{where}: {what}" if where else what
        return RuleBroken(message, self.rule) if self.rule else OddtrickError(message)
