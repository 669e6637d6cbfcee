"""Records spoiled in their rules or in the cards played.

Each function draws a legal match and returns ``(record, kind, rule)``, or None where the match
drawn gives no occasion for its fault; the caller then draws again.
"""

from copy import deepcopy
from dataclasses import dataclass
from random import Random
from typing import Any

from .cards import pack
from .deal_course import KNOCK, HandInPlay, open_hand
from .generate import Match, random_match
from .options import (
    GAMES,
    SIDES_OF_PARTNERS,
    WORDS,
    Rules,
    defaults_of,
    random_options,
    written_rules,
)

Record = dict[str, Any]
Spoilt = tuple[Record, str, str] | None


@dataclass
class Moment:
    """The place of one play in a record, and the table just before it."""

    deal: int
    hand: int
    play: int
    table: HandInPlay


def drawn_match(rng: Random, games: tuple[str, ...], options: Rules | None = None) -> Match:
    """A match of one of ``games``; ``options`` are put over those drawn."""
    game = rng.choice(games)
    drawn = {**random_options(rng, game), **(options or {})}
    if drawn.get("match") != "rubber":
        drawn.pop("rubber_points", None)
    if game == "scotch-whist" and not drawn.get("sides"):
        drawn.pop("partners", None)
    return random_match(rng, written_rules(game, drawn))


def moments(match: Match) -> list[Moment]:
    """Every play of a match, with copies of the table before it."""
    found = []
    for number, logged in enumerate(match.log):
        for index, hand in enumerate(logged.deal["hands"]):
            table = open_hand(match.full, logged.deal, index)
            for count, card in enumerate(hand["plays"]):
                found.append(Moment(number, index, count, deepcopy(table)))
                table.play(card)
    return found


def ending_with(match: Match, moment: Moment, card: str) -> Record:
    """The record up to a moment, with ``card`` as its last play; later hands stay unplayed."""
    record = match.record()
    record["deals"] = record["deals"][: moment.deal + 1]
    hands = record["deals"][moment.deal]["hands"]
    hands[moment.hand]["plays"] = [*hands[moment.hand]["plays"][: moment.play], card]
    for hand in hands[moment.hand + 1 :]:
        hand["plays"] = []
    return record


def revoke(rng: Random) -> Spoilt:
    """A seat that holds the suit led plays another card that it holds (T3)."""
    match = drawn_match(rng, GAMES)
    occasions = []
    for moment in moments(match):
        mine = moment.table.held[moment.table.to_play]
        legal = moment.table.legal_cards()
        if moment.table.on_table and len(legal) < len(mine):
            occasions.append((moment, [card for card in mine if card not in legal]))
    if not occasions:
        return None
    moment, cards = rng.choice(occasions)
    return ending_with(match, moment, rng.choice(cards)), "revoke", "T3"


def card_not_held(rng: Random) -> Spoilt:
    """A seat plays a card that another seat holds, or nobody (T3)."""
    match = drawn_match(rng, GAMES)
    played = moments(match)
    if not played:
        return None  # every deal is thrown in
    moment = rng.choice(played)
    table = moment.table
    plays = match.log[moment.deal].deal["hands"][moment.hand]["plays"]
    played_or_own = plays[: moment.play] + table.held[table.to_play]
    cards = [
        card
        for card in pack(match.full["game"], match.full["players"])
        if card not in played_or_own and _breaks_only_t3(table, card)
    ]
    if not cards:
        return None
    return ending_with(match, moment, rng.choice(cards)), "card not held", "T3"


def card_already_played(rng: Random) -> Spoilt:
    """A seat plays one of its own cards a second time (T3)."""
    match = drawn_match(rng, GAMES)
    played = moments(match)
    if not played:
        return None  # every deal is thrown in
    moment = rng.choice(played)
    table = moment.table
    first = open_hand(match.full, match.log[moment.deal].deal, moment.hand)
    cards = [
        card
        for card in first.held[table.to_play]
        if card not in table.held[table.to_play] and _breaks_only_t3(table, card)
    ]
    if not cards:
        return None
    return ending_with(match, moment, rng.choice(cards)), "card already played", "T3"


def _breaks_only_t3(table: HandInPlay, card: str) -> bool:
    """True if a card not held could also break K7: a trump led before trumps are broken."""
    is_lead = not table.on_table
    return not (is_lead and table.full.get("broken") and card[1] == table.trump)


def unbroken_trump_lead(rng: Random) -> Spoilt:
    """A seat that holds plain suits leads a trump before trumps are broken (K7)."""
    match = drawn_match(rng, ("knockout-whist",), {"broken": True})
    occasions = []
    for moment in moments(match):
        mine = moment.table.held[moment.table.to_play]
        legal = moment.table.legal_cards()
        if not moment.table.on_table and len(legal) < len(mine):
            occasions.append((moment, [card for card in mine if card not in legal]))
    if not occasions:
        return None
    moment, cards = rng.choice(occasions)
    return ending_with(match, moment, rng.choice(cards)), "unbroken trump lead", "K7"


def knock_of_a_bound_seat(rng: Random) -> Spoilt:
    """A seat with a whole hand passes instead of playing a card (T3)."""
    match = drawn_match(rng, GAMES)
    bound = [each for each in moments(match) if each.table.to_play not in each.table.dogs]
    if not bound:
        return None  # every deal is thrown in
    return ending_with(match, rng.choice(bound), KNOCK), "knock of a bound seat", "T3"


def knock_at_the_last_trick(rng: Random) -> Spoilt:
    """A dog knocks at the last trick, to which it must play (X5)."""
    match = drawn_match(rng, ("knockout-whist",), {"dogs_life": True})
    last = [
        moment
        for moment in moments(match)
        if moment.table.to_play in moment.table.dogs and not moment.table.may_pass()
    ]
    if not last:
        return None
    return ending_with(match, rng.choice(last), KNOCK), "knock at the last trick", "X5"


def too_many_plays(rng: Random) -> Spoilt:
    """The winner of the last trick of a hand leads once more, a card of its own (T5)."""
    match = drawn_match(rng, GAMES)
    number = rng.randrange(len(match.log))
    if not match.log[number].winners:
        return None  # thrown in
    record = match.record()
    record["deals"] = record["deals"][: number + 1]
    deal = record["deals"][number]
    index = rng.randrange(len(deal["hands"]))
    winner = match.log[number].winners[index][-1]
    own = open_hand(match.full, deal, index).held[winner]
    deal["hands"][index]["plays"].append(rng.choice(own))
    for hand in deal["hands"][index + 1 :]:
        hand["plays"] = []
    return record, "too many plays", "T5"


def unknown_option(rng: Random) -> Spoilt:
    """An option that no game has, or only another game (no rule; the error names it)."""
    match = drawn_match(rng, GAMES)
    record = match.record()
    names = [("foo", 1), ("jokers", 2), ("honors", "dealt"), ("Target", 5), ("revokes", False)]
    for other in ("knockout-whist", "whist"):
        elsewhere = [name for name in defaults_of(other) if name in WORDS]
        own = defaults_of(match.full["game"])
        names += [(name, defaults_of(other)[name]) for name in elsewhere if name not in own]
    name, value = rng.choice(names)
    record["rules"][name] = value
    return record, f"unknown option:{name}", ""


def bad_sides(rng: Random) -> Spoilt:
    """Sides that are unequal, or of one seat, or none for this number of players (S1)."""
    players = rng.randint(2, 8)
    match = drawn_match(rng, ("scotch-whist",), {"players": players, "sides": None})
    record = match.record()
    good = (*SIDES_OF_PARTNERS.get(players, ()), players)
    record["rules"]["sides"] = rng.choice([n for n in range(2, 10) if n not in good])
    return record, "bad sides", "S1"


def bad_number_of_players(rng: Random) -> Spoilt:
    """Too few or too many players for Scotch (S1) or knock-out (K1)."""
    game = rng.choice(["scotch-whist", "knockout-whist"])
    match = drawn_match(rng, (game,))
    record = match.record()
    record["rules"].pop("sides", None)
    if game == "scotch-whist":
        record["rules"]["players"] = rng.choice([0, 1, 9, 10])
        return record, "bad number of players", "S1"
    record["rules"]["players"] = rng.choice([0, 1, 8, 9])
    return record, "bad number of players", "K1"


def honours_with_deals(rng: Random) -> Spoilt:
    """Honours in a match of a fixed number of deals (D1)."""
    match = drawn_match(
        rng, ("whist",), {"match": "deals", "deals": rng.randint(1, 3), "honours": "none"}
    )
    record = match.record()
    record["rules"].pop("target", None)
    record["rules"]["honours"] = rng.choice(["dealt", "captured"])
    return record, "honours with deals", "D1"
