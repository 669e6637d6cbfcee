"""Verifies a proof against a match: seals, contributors, cuts and cards."""

from __future__ import annotations

from contextlib import contextmanager
from itertools import chain, pairwise
from typing import TYPE_CHECKING

import msgspec

from oddtrick.errors import OddtrickError
from oddtrick.fair.seals import SERVER, check_opening
from oddtrick.fair.shuffle import Purpose, Round, contributors, draw_action, key_of, purpose_of
from oddtrick.match import CHANCE, Cut, Deal, StillTied, ToCut, start
from oddtrick.rules import Throw

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from oddtrick.fair.proof_format import Proof
    from oddtrick.match import Action, DealLog, Match
    from oddtrick.match.deal_log import ContestRound


FORMAT = "oddtrick-verified/1"


class CheckedRound(msgspec.Struct, frozen=True):
    """A round that passed all checks possible so far.

    Args:
        round: the round.
        places: the players who could contribute; for a deal the shuffler, then the cutter, or one
            player for both. Empty if the round was taken back.
        action: the cards drawn; None if not revealed yet, or taken back.
    """

    round: Round
    places: tuple[int, ...] = ()
    action: Cut | Deal | None = None


class Verification(msgspec.Struct, frozen=True):
    """The result of verifying a proof against a match.

    Args:
        table: the table's name.
        rounds: each round, in order.
        deals: the number of deals in the match so far.
        first_dealer: the seat that deals first by agreement; None: the cards were cut for it.
    """

    table: str
    rounds: tuple[CheckedRound, ...]
    deals: int
    first_dealer: int | None = None

    @property
    def verified(self) -> int:
        """The number of deals verified; one more may not be revealed yet."""
        return sum(isinstance(checked.action, Deal) for checked in self.rounds)


def encode_verification(verified: Verification) -> bytes:
    """The result as one line of JSON."""
    return msgspec.json.encode(
        {
            "format": FORMAT,
            "table": verified.table,
            "deals": verified.deals,
            "verified": verified.verified,
            "first_dealer": verified.first_dealer,
            "rounds": [_round_json(checked.round) for checked in verified.rounds],
        }
    )


def _round_json(entry: Round) -> dict[str, object]:
    sealed = entry.contributions
    return {
        "number": entry.number,
        "purpose": entry.purpose.value,
        "deal": entry.deal,
        "revealed": entry.secret is not None,
        "opened": [each.place for each in sealed if each.opened is not None],
        "withheld": [each.place for each in sealed if each.opened is None],
        "taken_back": entry.taken_back,
    }


def verify(proof: Proof, match: Match, names: Sequence[str] | None = None) -> Verification:
    """Verifies that the cards of a match follow from the sealed secrets.

    An unfinished match is verified up to its last action. Only its last round may be unrevealed:
    the server must open every cut and every deal that has been played.

    Args:
        proof: the proof.
        match: the match, as played or as replayed from its record.
        names: those of the record, one for each seat.

    Raises:
        OddtrickError: on a mismatch; the message names the round or deal.
    """
    _check_numbers(proof.rounds)
    replay = _Replay(proof, match)
    checked = []
    for entry in proof.rounds:
        with _error_prefix(f"round {entry.number}"):
            checked.append(replay.take(entry))
    replay.check_complete()
    if proof.names is not None and names is not None and replay.dealt:
        _check_names(proof.names, names, replay.at.seating)
    return Verification(proof.table, tuple(checked), replay.dealt, proof.first_dealer)


@contextmanager
def _error_prefix(what: str) -> Iterator[None]:
    """Prefixes errors raised inside with their subject."""
    try:
        yield
    except OddtrickError as error:
        raise OddtrickError(f"{what}: {error}") from None


def _check_numbers(rounds: Sequence[Round]) -> None:
    """Refuses missing rounds and reused secrets of the server."""
    for before, after in pairwise(rounds):
        if after.number != before.number + 1:
            raise OddtrickError(
                f"after round {before.number} comes round {after.number}: "
                "the proof must have every round of the match, in order"
            )
    used: dict[str, int] = {}
    for entry in rounds:
        if entry.secret is not None and used.setdefault(entry.secret, entry.number) != entry.number:
            raise OddtrickError(
                f"round {entry.number}: the server's secret was used in round {used[entry.secret]}"
            )


def _check_names(places: Sequence[str], seats: Sequence[str], seating: Sequence[int]) -> None:
    expected = [places[place] for place in seating if place < len(places)]
    if len(places) != len(seating) or expected != list(seats):
        raise OddtrickError(
            f"by the proof {_listed(expected)} sit in this order, "
            f"but the record has {_listed(seats)}"
        )


class _Replay:
    """A match rebuilt from its proof and its players' actions.

    Args:
        proof: the source of the actions of chance.
        recorded: the match as recorded, the source of all other actions.
    """

    def __init__(self, proof: Proof, recorded: Match) -> None:
        self.at = start(recorded.rules, dealer=proof.first_dealer)
        self.dealt = sum(log.deal is not None for log in recorded.all_deals)
        self._table = proof.table
        self._logs = recorded.all_deals
        self._players = _player_actions(recorded)
        self._unrevealed: int | None = None
        first = self._logs[0]
        if proof.first_dealer is not None and first.deal and proof.first_dealer != first.dealer:
            raise OddtrickError(_other_dealer("the proof has", proof.first_dealer, first.dealer))

    def take(self, entry: Round) -> CheckedRound:
        """Checks the next round and applies its cards."""
        _check_seals(self._table, entry)
        if entry.taken_back:
            return CheckedRound(entry)
        self._play_on()
        if self._awaits_unrecorded_action(entry):
            self._unrevealed = entry.number
            return CheckedRound(entry)
        self._check_place(entry)
        places = contributors(self.at)
        _check_contributors(entry, places)
        if entry.secret is None:
            self._check_may_wait(entry)
            self._unrevealed = entry.number
            return CheckedRound(entry, places)
        action = draw_action(self.at, key_of(self._table, entry))
        if isinstance(action, Deal):
            self._deal(action)
        else:
            self._after_cut(action)
        return CheckedRound(entry, places, action)

    def check_complete(self) -> None:
        """Checks that the proof has a round for each deal and for each cut before it."""
        self._play_on()
        if self.at.to_act == CHANCE and self._log is not None and self._unrevealed is None:
            lacks = "the cut for it" if isinstance(self.at.phase, ToCut) else "its round"
            raise OddtrickError(f"deal {self.at.number + 1}: the proof lacks {lacks}")

    @property
    def _log(self) -> DealLog | None:
        """The recorded log of the next deal; None if it has no cards yet."""
        number = self.at.number
        log = self._logs[number] if number < len(self._logs) else None
        return None if log is None or log.deal is None else log

    def _play_on(self) -> None:
        """Applies the players' actions up to the next action of chance."""
        while self.at.to_act not in (None, CHANCE):
            action = next(self._players, None)
            if action is None:
                return
            self.at = self.at.apply(action)

    def _awaits_unrecorded_action(self, entry: Round) -> bool:
        """True for the deal under way if the players' actions before it are not known yet.

        A record holds the choice of trumps and the throws for it only with the cards of the deal.
        """
        waits = self.at.to_act not in (None, CHANCE) and self._log is None
        under_way = entry.purpose is Purpose.DEAL and entry.secret is None
        return waits and under_way and entry.deal == self.at.number + 1 and not self._unrevealed

    def _check_place(self, entry: Round) -> None:
        if self._unrevealed is not None:
            raise OddtrickError(f"it follows round {self._unrevealed}, which is not revealed yet")
        if self.at.over:
            raise OddtrickError("the match was over before it")
        if self.at.to_act != CHANCE:
            raise OddtrickError(f"deal {self.at.number + 1} still waits for a player before it")
        purpose, deal = purpose_of(self.at), self.at.number + 1
        if (entry.purpose, entry.deal) != (purpose, deal):
            raise OddtrickError(
                f"it is for {_for(entry.purpose, entry.deal)}, "
                f"but what comes here is {_for(purpose, deal)}"
            )

    def _check_may_wait(self, entry: Round) -> None:
        log = self._log
        if log is None or (entry.purpose is Purpose.DEAL and log.result is None):
            return
        done = "has been played" if entry.purpose is Purpose.DEAL else "has been dealt"
        raise OddtrickError(f"deal {entry.deal} {done}, but the server has not opened its seal")

    def _deal(self, deal: Deal) -> None:
        log, number = self._log, self.at.number + 1
        if log is None or log.deal is None:
            raise OddtrickError(f"it is revealed, but the record has no deal {number}")
        for at, (ours, theirs) in enumerate(zip(deal.hands, log.deal.hands, strict=True), 1):
            for seat, (gives, has) in enumerate(zip(ours, theirs, strict=True)):
                if gives != has:
                    where = f"deal {number}, hand {at}, seat {seat}"
                    raise OddtrickError(f"{where}: it gives {gives}, but the record has {has}")
        if deal.turn_up != log.deal.turn_up:
            raise OddtrickError(
                f"deal {number}: it turns up {deal.turn_up}, but the record has {log.deal.turn_up}"
            )
        for place, (drawn, told) in enumerate(zip(deal.stock, log.deal.stock, strict=True), 1):
            if drawn is not told:
                where = f"deal {number}, card {place} of the stock"
                raise OddtrickError(f"{where}: it gives {drawn}, but the record has {told}")
        self.at = self.at.apply(deal)

    def _after_cut(self, cut: Cut) -> None:
        self.at = self.at.apply(cut)
        log = self._log
        if isinstance(self.at.phase, ToCut) or log is None:
            return
        if log.dealer != self.at.deal.dealer:
            raise OddtrickError(_other_dealer("it gives", self.at.deal.dealer, log.dealer))
        if self.at.deal.contest:
            self._check_contest(log)

    def _check_contest(self, log: DealLog) -> None:
        """Compares the cut for trumps: a record has all its rounds or the deciding one (K5)."""
        rounds, recorded = self.at.deal.rounds, log.rounds
        if len(recorded) == 1:
            rounds = rounds[-1:]
        if rounds != recorded:
            where = f"deal {self.at.number + 1}"
            raise OddtrickError(
                f"{where}: it cuts {_rounds(rounds)}, but the record has {_rounds(recorded)}"
            )


def _player_actions(match: Match) -> Iterator[Action]:
    """The actions of players; of an unsettled tie only throws are recorded (K5)."""
    for action, after in pairwise(chain(match.actions, (None,))):
        assert action is not None
        by_chance = isinstance(action, (Cut, Deal))
        if not by_chance and (not isinstance(action, StillTied) or isinstance(after, Throw)):
            yield action


def _check_seals(table: str, entry: Round) -> None:
    if entry.secret is not None:
        with _error_prefix("the server"):
            check_opening(entry.seal, table, entry.number, SERVER, entry.secret)
    for each in entry.contributions:
        if each.opened is not None:
            with _error_prefix(repr(each.name)):
                check_opening(each.seal, table, entry.number, each.place, each.opened)


def _check_contributors(entry: Round, places: Sequence[int]) -> None:
    found = [each.place for each in entry.contributions]
    if found != sorted(set(found)):
        raise OddtrickError("its contributions are not by place, one each")
    for each in entry.contributions:
        if each.place not in places:
            part = "shuffles nor cuts" if entry.purpose is Purpose.DEAL else "sits there nor cuts"
            raise OddtrickError(f"{each.name!r}, place {each.place}, neither {part}")


def _for(purpose: Purpose, deal: int) -> str:
    if purpose is Purpose.DEAL:
        return f"deal {deal}"
    return f"the cut for {purpose.value} before deal {deal}"


def _other_dealer(source: str, dealer: int, recorded: int) -> str:
    return f"{source} seat {dealer} as the first dealer, but the record has seat {recorded}"


def _rounds(rounds: Sequence[ContestRound]) -> str:
    return "; then ".join(
        _listed([f"{shown} for seat {seat}" for seat, shown in each]) for each in rounds
    )


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names) if names else "nobody"
