"""The sheets for the wall: the plan with the seats of the round, the balance, and the results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.drive.movements.balanced import balance_of
from oddtrick.drive.prizes import prizes_of
from oddtrick.drive.sheets.movement_and_result_slips import round_words
from oddtrick.drive.sheets.movement_in_words import directions_of, notes_of
from oddtrick.drive.sheets.seatings_to_print import seat_of
from oddtrick.drive.standings import standings_of

if TYPE_CHECKING:
    from oddtrick.drive.prizes import Prize, TieBroken
    from oddtrick.drive.sheets.printable_event import Event, Fields
    from oddtrick.drive.standings import Standing

_FURTHER = ("match_points", "above_average", "team", "flags")
_HALVES = {"best first half": "best_first_half", "best last half": "best_last_half"}


def wall_sheet(event: Event) -> Fields:
    """Returns the plan of the drive, the address for phones, and who sits where in the round."""
    plan, words = event.plan, event.words
    sitting_out = bool(event.seatings[0].sitting_out)
    facts = [
        (words.say("movement"), words.say(f"movement_{plan.movement}")),
        (words.say("rounds"), str(plan.rounds)),
        (words.say("trump"), words.trump_order(plan.trumps)),
        (words.say("scoring"), words.say(f"scoring_{plan.scoring}")),
    ]
    return {
        "facts": facts,
        "after": words.say("move_after"),
        "directions": directions_of(plan, event.tables, words),
        "notes": notes_of(plan, words, sitting_out=sitting_out),
        "round": round_words(event),
        "seats": [_seat(event, player) for player in _by_name(event)],
    }


def _by_name(event: Event) -> list[int]:
    return sorted(range(len(event.names)), key=lambda player: event.names[player].casefold())


def _seat(event: Event, player: int) -> tuple[str, str, str, str]:
    seat = seat_of(event.round.seating, player)
    name, card = event.names[player], str(player + 1)
    if seat is None:
        return name, card, "–", event.words.say("sit_out")
    return name, card, str(seat.table), event.words.direction(seat.direction)


def balance_sheet(event: Event) -> Fields:
    """Returns who meets whom, and how often, in the rounds that are known."""
    players = range(len(event.names))
    balance = balance_of(players, event.seatings)
    counts = [("partners", balance.partner_counts), ("opponents", balance.opponent_counts)]
    facts = [(event.words.say("rounds"), str(len(event.seatings)))]
    for key, histogram in counts:
        parts = (_met(event, pairs, times) for times, pairs in histogram.items())
        facts.append((event.words.say(key), ", ".join(parts)))
    least, most = min(balance.sat_out), max(balance.sat_out)
    if most:
        between = f"{least}–{most}" if most > least else str(most)
        facts.append((event.words.say("rounds_sat_out"), between))
    return {
        "facts": facts,
        "rows": [
            [
                "" if one == other else f"{balance.partners[one][other]}/{opposed}"
                for other, opposed in enumerate(balance.opponents[one])
            ]
            for one in players
        ],
        "names": event.names,
    }


def _met(event: Event, pairs: int, times: int) -> str:
    known = ("pairs_never", "pairs_once", "pairs_twice")
    key = known[times] if times < len(known) else "pairs_times"
    return event.words.say(key, pairs=pairs, times=times)


def results_sheet(event: Event) -> Fields:
    """Returns the standings and, when all results are in, the prizes with ties explained."""
    drive, say = event.drive, event.words.say
    standings = standings_of(drive)
    further = [name for name in _FURTHER if getattr(standings[0], name) is not None]
    played = sum(each.complete for each in drive.rounds)
    titles = [say("place"), say("card"), say("name")]
    titles += [say("group")] if event.plan.grouped else []
    titles += [*(say(name) for name in further), say("total"), say("deals_won"), say("last_half")]
    return {
        "after": say("results_after", played=played, rounds=event.plan.rounds),
        "titles": titles,
        "rows": [_standing(event, score, further) for score in standings],
        "prizes": [_prize(event, prize) for prize in prizes_of(drive)] if drive.over else [],
    }


def _standing(event: Event, score: Standing, further: list[str]) -> list[str]:
    row = [f"{score.place}", f"{score.player + 1}", event.names[score.player]]
    row += [event.group(score.player)] if event.plan.grouped else []
    row += [_figure(event, getattr(score, name)) for name in further]
    begun = len(event.drive.rounds) >= event.plan.last_half
    return [*row, f"{score.total}", f"{score.won}", f"{score.last_half}" if begun else ""]


def _figure(event: Event, value: float) -> str:
    """A figure; those above or below an average have a sign, and a comma in German."""
    if isinstance(value, int):
        return str(value)
    text = f"{value:+.2f}".replace("-", "−")
    return text.replace(".", ",") if event.words.language == "de" else text


def _prize(event: Event, prize: Prize) -> Fields:
    return {
        "prize": _prize_name(event, prize.prize),
        "name": event.names[prize.player],
        "card": event.words.say("card_number", card=prize.player + 1),
        "tie": "" if prize.tie_break is None else _tie(event, prize.tie_break),
    }


def _prize_name(event: Event, name: str) -> str:
    if name in _HALVES:
        return event.words.say(_HALVES[name])
    if name == "lowest score":
        return event.words.say("lowest")
    place, _, group = name.partition(" ")
    return f"{event.words.say(place)}, {group}" if group else event.words.say(place)


def _tie(event: Event, broken: TieBroken) -> str:
    say = event.words.say
    text = say("settled", names=event.listed(broken.among), by=say(f"by_{broken.by}"))
    if broken.cards:
        drawn = ", ".join(
            f"{event.names[one]} {event.words.card(card)}" for one, card in broken.cards.items()
        )
        text += f" {say('draw', cards=drawn)}"
    return text
