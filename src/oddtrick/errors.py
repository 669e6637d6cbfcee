"""What goes wrong, said in one line that teaches: what was tried, what was expected, which rule."""


class OddtrickError(ValueError):
    """Bad input from outside: the message is one clear line for the person who gave it."""


class RuleBroken(OddtrickError):
    """An action that the rules refuse; the match stays as it was (T8).

    Args:
        what: what was tried and why it is refused, without the rule's id.
        rule: the id of the rule broken, for example ``"T3"``; ``""`` where no single rule is.
        where: the place within the deal, as in ``"hand 2, seat 1"``; ``""`` where it is plain.

    >>> str(RuleBroken("4H does not follow suit", "T3"))
    '4H does not follow suit (T3)'
    """

    def __init__(self, what: str, rule: str = "", where: str = "") -> None:
        told = f"{where}: {what}" if where else what
        super().__init__(f"{told} ({rule})" if rule else told)
        self.what = what
        self.rule = rule
        self.where = where
