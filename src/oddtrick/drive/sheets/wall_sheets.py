"""The sheets for the wall: the plan with the seats of the round, the balance, and the results."""

from __future__ import annotations

from oddtrick.drive.movements.balanced import Balance, balance_of
from oddtrick.drive.players import Group
from oddtrick.drive.prizes import Prize, PrizeKind, TieBroken, offers_of, prizes_of
from oddtrick.drive.sheets.movement_in_words import directions_of, notes_of
from oddtrick.drive.sheets.printable_event import Event, Fields, ranges_text, seat_of
from oddtrick.drive.sheets.sheet_words import printable
from oddtrick.drive.standings import Standing, score_text, standings_of, team_names

_FURTHER = ("match_points", "above_average", "team", "flags")
_SPARE_ROWS = 4


def wall_sheet(event: Event) -> Fields:
    """Returns the plan of the drive, the address for phones, and who sits where in the round."""
    plan, words = event.plan, event.words
    sitting_out = bool(event.seatings[0].sitting_out)
    facts = [
        (words.say("movement"), words.say(f"movement-{plan.movement}")),
        (words.say("rounds"), str(plan.rounds)),
        (words.say("trump"), words.trump_order(plan.trumps)),
        (words.say("scoring"), words.say(f"scoring-{plan.scoring}")),
    ]
    if plan.movement == "balanced":
        facts += _meetings(event, _balance(event))
    if any(seating.sitting_out for seating in event.foreseen):
        facts.append((words.say("sit-outs"), _sit_outs(event)))
    return {
        "facts": facts,
        "after": words.say("move-after"),
        "directions": directions_of(plan, event.tables, words),
        "notes": notes_of(plan, words, sitting_out=sitting_out),
        "round": event.round_words(event.round.number),
        "seats": [_seat(event, player) for player in _by_name(event)],
    }


def _sit_outs(event: Event) -> str:
    """The numbers of the cards that sit out, round by round."""
    return "; ".join(
        f"{number}: {ranges_text(player + 1 for player in seating.sitting_out)}"
        for number, seating in enumerate(event.foreseen, start=1)
        if seating.sitting_out
    )


def _by_name(event: Event) -> list[int]:
    here = event.round.seating.players
    return sorted(here, key=lambda player: (event.names[player].casefold(), player))


def _seat(event: Event, player: int) -> tuple[str, str, str, str]:
    seat = seat_of(event.round.seating, player)
    name, card = event.name_in(event.round.seating, player), str(player + 1)
    if seat is None:
        return name, card, "–", event.words.say("sit-out")
    return name, card, str(seat.table), event.words.short_direction(seat.direction)


def balance_sheet(event: Event) -> Fields:
    """Returns how often people meet in the rounds that are known; pair by pair if that says more.

    The matrix would say nothing more if all pairs meet equally often; and if it does not fit on a
    page, nobody could find anything in it.
    """
    balance = _balance(event)
    facts = [(event.words.say("rounds"), str(len(event.seatings))), *_meetings(event, balance)]
    return {
        "facts": facts,
        "rows": [
            [
                "" if one == other else f"{balance.partners[one][other]}/{opposed}"
                for other, opposed in enumerate(balance.opponents[one])
            ]
            for one in balance.players
        ]
        if has_matrix(event)
        else [],
        "names": event.names,
    }


def has_matrix(event: Event) -> bool:
    """Tells whether the sheet of the balance shows who meets whom pair by pair."""
    balance = _balance(event)
    is_even = len(balance.partner_counts) == 1 and len(balance.opponent_counts) == 1
    return not is_even and len(event.names) <= (12 if event.options.large else 24)


def _balance(event: Event) -> Balance:
    return balance_of(range(len(event.names)), event.seatings)


def _meetings(event: Event, balance: Balance) -> list[tuple[str, str]]:
    """The numbers of pairs that meet once, twice and so on, and the numbers of sit-outs."""
    counts = [("partners", balance.partner_counts), ("opponents", balance.opponent_counts)]
    facts = []
    for key, histogram in counts:
        parts = (_met(event, pairs, times) for times, pairs in histogram.items())
        facts.append((event.words.say(key), ", ".join(parts)))
    least, most = min(balance.sat_out), max(balance.sat_out)
    if most:
        between = f"{least}–{most}" if most > least else str(most)
        facts.append((event.words.say("rounds-sat-out"), between))
    return facts


def _met(event: Event, pairs: int, times: int) -> str:
    known = ("pairs-never", "pairs-once", "pairs-twice")
    key = known[times] if times < len(known) else "pairs-times"
    return event.words.say(key, n=pairs, times=times)


def results_sheet(event: Event) -> Fields:
    """Returns the standings and, when all results are in, the prizes with ties explained.

    Before the first result it is a form to fill in by hand.
    """
    drive, say = event.drive, event.words.say
    standings = standings_of(drive)
    is_form = not any(result is not None for each in drive.rounds for result in each.results)
    further = [name for name in _FURTHER if getattr(standings[0], name) is not None]
    played = sum(each.complete for each in drive.rounds)
    titles = [say("place"), say("card"), say("name")]
    titles += [say("group")] if event.plan.grouped else []
    figures = [*further, "first_half", "last_half", "total", "deals_won"]
    titles += (say(figure.replace("_", "-")) for figure in figures)
    return {
        "form": is_form,
        "after": "" if is_form else say("results-after", played=played, rounds=event.plan.rounds),
        "titles": titles,
        "figures": len(figures),
        "rows": _blank_rows(event, len(titles))
        if is_form
        else [_standing(event, score, further) for score in standings],
        "prizes": _prizes(event, is_form=is_form),
    }


def _who(event: Event, player: int) -> list[str]:
    row = [f"{player + 1}", event.names[player]]
    return [*row, event.group(player)] if event.plan.grouped else row


def _blank_rows(event: Event, columns: int) -> list[list[str]]:
    """A row for each person, and some for those who are not on the list."""
    people = [player.id for player in event.drive.players if not player.fills_seat]
    rows = [["", *_who(event, player)] for player in people] + [[]] * _SPARE_ROWS
    return [[*row, *[""] * (columns - len(row))] for row in rows]


def _standing(event: Event, score: Standing, further: list[str]) -> list[str]:
    row = [f"{score.place}", *_who(event, score.player)]
    teams = team_names(event.drive)
    row += [
        printable(teams[score.team])
        if name == "team" and score.team is not None
        else _figure(event, getattr(score, name))
        for name in further
    ]
    has_last_half = len(event.drive.rounds) >= event.plan.last_half
    last_half = score_text(score.last_half) if has_last_half else ""
    first_half = score_text(score.total - score.last_half)
    return [*row, first_half, last_half, score_text(score.total), f"{score.won}"]


def _figure(event: Event, value: float) -> str:
    """A figure; those above or below an average have a sign."""
    if isinstance(value, int):
        return str(value)
    text = event.words.number(value, 2)
    return text if text.startswith("−") else f"+{text}"


def _prizes(event: Event, *, is_form: bool) -> list[Fields]:
    """The prizes that were won, and with room for a name those that are given by hand."""
    drive = event.drive
    if not (is_form or drive.over):
        return []
    won = {(prize.kind, prize.prize): prize for prize in prizes_of(drive)} if drive.over else {}
    rows = [
        {
            "prize": _prize_name(event, offer.kind, offer.place, offer.group),
            **_winner(event, won.get((offer.kind, offer.prize))),
        }
        for offer in offers_of(drive)
        if is_form or (offer.kind, offer.prize) in won
    ]
    return rows + [
        {"prize": printable(own.name), **_winner(event, won.get(("own", own.name)))}
        for own in drive.prizes.own
    ]


def _winner(event: Event, prize: Prize | None) -> Fields:
    if prize is None:
        return {"name": "", "card": "", "tie": ""}
    return {
        "name": event.names[prize.player],
        "card": event.words.say("card-number", card=prize.player + 1),
        "tie": "" if prize.tie_break is None else _tie(event, prize.tie_break),
    }


def _prize_name(event: Event, kind: PrizeKind, place: int | None, group: Group | None) -> str:
    name = event.words.say(f"prize-{kind if place is None else place}")
    return name if group is None else f"{name}, {event.group_label(group)}"


def _tie(event: Event, broken: TieBroken) -> str:
    say = event.words.say
    text = say("settled", names=event.listed(broken.among), by=say(f"by-{broken.by}"))
    if broken.cards:
        drawn = ", ".join(
            f"{event.names[one]} {event.words.signs(card)}" for one, card in broken.cards.items()
        )
        text += f" {say('draw', cards=drawn)}"
    return text
