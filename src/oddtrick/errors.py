"""The errors: each message is one line with the attempt, the expectation and the rule."""


class OddtrickError(ValueError):
    """Invalid input from outside; the message is one line for the person who gave it."""


class RuleBroken(OddtrickError):
    """An action that the rules do not allow; the match stays unchanged (T8).

    Args:
        what: what was tried and why it is refused, without the rule's id.
        rule: the id of the rule broken, for example ``"T3"``; ``""`` where no single rule is.
        where: the place within the deal, as in ``"hand 2, seat 1"``; ``""`` where it is plain.

    >>> str(RuleBroken("4H does not follow suit", "T3"))
    '4H does not follow suit (T3)'
    """

    def __init__(self, what: str, rule: str = "", where: str = "") -> None:
        message = f"{where}: {what}" if where else what
        super().__init__(f"{message} ({rule})" if rule else message)
        self.what = what
        self.rule = rule
        self.where = where
