"""The movements of a drive: who sits where in the next round.

Progressive, semi-partner, winners move and head table depend on results; partner, duplicate and
military move fixed pairs; balanced is fixed in advance.
"""

from oddtrick.drive.movements.next_round import seat_first_round, seat_next_round

__all__ = ["seat_first_round", "seat_next_round"]
