"""Transcripts of whole matches, with every observable at each step.

``python -m tests.support.playthroughs --write`` writes them to the folders in ``tests/games``;
``test_golden_playthroughs.py`` compares them. A diff shows the effect of a change of
the rules. Chance is drawn by ``oddtrick.dealing``; players choose by a checksum.
"""

import argparse
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import wrap

from oddtrick.dealing import Seeded
from oddtrick.games import rules_of
from oddtrick.match import CHANCE, Action, CallPhase, Cut, Deal, Match, Playing, start
from oddtrick.record import options_json
from oddtrick.views import PlayedTrick, View
from tests.support.game_folders import FOLDER, by_game, folder_of


@dataclass(frozen=True)
class Playthrough:
    """The match of one playthrough.

    Attributes:
        name: the name of the file: the game's id and the variant.
        game: the id of the game.
        seed: the seed of cards and cuts.
        options: the options of the game.
        first_deal: the index of the first deal written card by card.
        calls: the calls of each deal, or the first of them; the others are chosen.
    """

    name: str
    game: str
    seed: int
    options: Mapping[str, object] = field(default_factory=dict)
    first_deal: int = 0
    calls: tuple[tuple[str, ...], ...] = ()

    @property
    def path(self) -> Path:
        """The file of the playthrough."""
        return folder_of(self.game) / f"{self.name}.txt"


PLAYTHROUGHS = tuple(
    Playthrough(name, game, **values)
    for game, several in by_game("cases", "PLAYTHROUGHS").items()
    for name, values in several.items()
)


def transcript(playthrough: Playthrough) -> list[str]:
    """Returns the lines of a playthrough."""
    lines = (line.rstrip() for line in _match(playthrough))
    return [part for line in lines for part in wrap(line, 120, subsequent_indent=" " * 8) or [""]]


def _match(playthrough: Playthrough) -> Iterator[str]:
    rules, chance = rules_of(playthrough.game, **playthrough.options), Seeded(playthrough.seed)
    match = start(rules)
    yield f"# {playthrough.game}, seed {playthrough.seed}"
    for name, value in options_json(rules.options).items():
        yield f"{name}: {value}"
    yield "sides: " + " ".join("+".join(map(str, side)) for side in rules.sides)
    step = 0
    while not match.over:
        action = chance(match) if match.to_act == CHANCE else _chosen(playthrough, match, step)
        if match.number >= playthrough.first_deal:
            yield from _step(match, action, step)
        before, match, step = match, match.apply(action), step + 1
        if match.over or match.number > before.number:
            yield from _result(match, before.number)
    yield ""
    yield f"over: winner {match.winner}, {step} actions"
    yield from _views(match)


def _chosen(playthrough: Playthrough, match: Match, step: int) -> Action:
    """Returns the call of the playthrough, if it has one here, or else a chosen action."""
    phase, calls = match.phase, playthrough.calls[match.number : match.number + 1]
    made = sum(len(each.made) for each in match.call_phases(match.deal))
    if not isinstance(phase, CallPhase) or not calls or made >= len(calls[0]):
        return choose(match, step)
    return phase.parse(calls[0][made])


def choose(match: Match, step: int) -> Action:
    """Returns a legal action, chosen by a checksum."""
    legal = match.legal_actions()
    return legal[(step * 7919 + step // 3 * 104_729 + 5) % 10_007 % len(legal)]


def _step(match: Match, action: Action, step: int) -> Iterator[str]:
    """Yields the lines of one action and of the state before it, at times with the views."""
    if isinstance(action, Deal):
        yield ""
        yield f"## Deal {match.number + 1}"
        yield from _dealt(match, action)
        return
    phase = match.phase
    if isinstance(phase, Playing):
        if not phase.plays:
            yield ""
            yield f"hand {len(match.deal.hands) + 1}, trump {_suit(match)}"
        if len(phase.plays) in (0, _look_again(phase)):
            yield from _views(match)
    else:
        yield from _views(match)
    yield f"{step:>4}{_place(match)} {_actor(match)}: {_told(action)} of {_legal(match)}"


def _look_again(phase: Playing) -> int:
    """Returns the plays before the views are repeated: one card into the last trick but one."""
    return len(phase.trick.seats) * (phase.layout.tricks - 2) + 1


def _place(match: Match) -> str:
    """Returns the trick and card, from 1, and a note if trumps may not be led yet (K7)."""
    phase = match.phase
    if not isinstance(phase, Playing):
        return ""
    barred = phase.layout.break_trumps and not phase.broken
    return f"  {len(phase.winners) + 1}.{len(phase.trick.cards) + 1}{' unbroken' if barred else ''}"


def _actor(match: Match) -> str:
    return "chance" if match.to_act == CHANCE else f"seat {match.to_act}"


def _legal(match: Match) -> str:
    return " ".join(map(str, match.legal_actions())) or "any"


def _suit(match: Match) -> str:
    return str(match.deal.trump) if match.deal.trump is not None else "none"


def _told(action: Action) -> str:
    if isinstance(action, Cut):
        return "cuts " + ", ".join(f"seat {seat} {card}" for seat, card in action.cards)
    return str(action)


def _dealt(match: Match, deal: Deal) -> Iterator[str]:
    log = match.deal
    yield f"dealer {log.dealer}, seats {_numbers(log.seats)}, chooser {log.chooser}"
    yield f"turned up {deal.turn_up}"
    for number, hands in enumerate(deal.hands, 1):
        for seat, hand in enumerate(hands):
            yield f"hand {number} seat {seat}: {hand}"


def _result(match: Match, number: int) -> Iterator[str]:
    result = match.result[number]
    yield (
        f"= deal {number + 1}: tricks {_numbers(result.tricks)} | points {_numbers(result.points)}"
        f" | score {_numbers(result.score)} | games {_numbers(result.games)}"
        f" | seats in {_numbers(match.standing.seats_in)}{_dogs(match.standing.dogs)}"
    )


def _dogs(seats: tuple[int, ...]) -> str:
    return f" | dogs {_numbers(seats)}" if seats else ""


def _views(match: Match) -> Iterator[str]:
    """Yields the views of a spectator and of each seat."""
    yield from _public(match.view(None))
    for seat in range(match.rules.players):
        view = match.view(seat)
        parts = [f"  seat {seat}: {view.hand or '-'}", f"unseen {len(view.unseen)}"]
        if view.legal:
            parts.append("legal " + " ".join(map(str, view.legal)))
        if view.own_throw:
            parts.append(f"threw {view.own_throw}")
        yield " | ".join(parts)
        if view.kitty:
            yield f"    kitty {view.kitty}"


def _public(view: View) -> Iterator[str]:
    yield (
        f"  awaited {view.awaited.value} of {view.to_act} | trump {_seen_trump(view)}"
        f" | turn-up {view.turn_up} of {view.turn_up_seat} shown {view.turn_up_shown}"
        f" | chooser {view.chooser}"
    )
    if view.to_cut or view.cut or view.thrown or view.contest:
        shown = " ".join(f"{seat}:{what}" for seat, what in (*view.cut, *view.contest))
        cutters, throwers = _numbers(view.to_cut), _numbers(view.thrown)
        yield f"  to cut {cutters} | thrown {throwers} | shown {shown or '-'}"
    if view.counts:
        voids = " ".join("".join(suit.letter for suit in suits) or "-" for suits in view.voids)
        yield (
            f"  hand {view.hand_number + 1} of {view.hand_count} | counts {_numbers(view.counts)}"
            f" | won {_numbers(view.won)} | voids {voids or '-'} | broken {view.broken}"
            f"{_dogs(view.dogs)}"
        )
        table = " ".join(map(str, view.table)) or "-"
        yield f"  table {table} | last trick {_trick(view.last_trick)}"


def _seen_trump(view: View) -> str:
    if not view.trump_known:
        return "unknown"
    return str(view.trump) if view.trump is not None else "none"


def _trick(trick: PlayedTrick | None) -> str:
    if trick is None:
        return "-"
    cards = " ".join(map(str, trick.cards))
    passed = f", passed {_numbers(trick.passed)}" if trick.passed else ""
    return f"{trick.seats[0]}: {cards} to {trick.winner}{passed}"


def _numbers(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers)) or "-"


def main() -> None:
    """Writes every playthrough and deletes obsolete ones."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", required=True)
    parser.parse_args()
    for stale in set(FOLDER.glob("*/*.txt")) - {each.path for each in PLAYTHROUGHS}:
        stale.unlink()
    for each in PLAYTHROUGHS:
        each.path.write_text("\n".join(transcript(each)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
