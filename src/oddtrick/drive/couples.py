"""Couples and teams of four, who came together, as facts of the entries.

Where partners stay together, lines one after another are a couple, or a team in a military drive,
unless the list says who came with whom. An absence changes nothing for the others: nobody is
counted off when a round begins.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from operator import is_
from typing import TYPE_CHECKING, Literal, TypeVar

from msgspec.structs import replace

from oddtrick.drive.players import FIXED_PAIRS, GROUPS, SHARING, Entry, Group, Player
from oddtrick.errors import OddtrickError
from oddtrick.names import MAX_NAME, name_key, written_name

if TYPE_CHECKING:
    from oddtrick.drive.entry_list import ListedEntry
    from oddtrick.drive.plan import DrivePlan

_Row = TypeVar("_Row", "Entry", "ListedEntry")

TEAM = 4
"""The people of a team."""

TwoNames = Literal["share", "couple"]
"""The meaning of two names on one line of a list: two who share a seat, or two who play together.
Nobody can tell from the line, so whoever enters it is asked."""


# As a list is read.


def two_names(entries: Iterable[Entry]) -> list[str]:
    """Returns the names that are those of two people, in one line: do they share a seat?

    >>> two_names([Entry("Ann & Bob"), Entry("Carl")])
    ['Ann & Bob']
    """
    return [entry.name for entry in entries if SHARING in entry.name]


def split_two_names(entries: Iterable[Entry]) -> list[Entry]:
    """Returns the entries with two people, a couple, for each line that has two names.

    Raises:
        OddtrickError: a line has more than two names, or two names and a partner.
    """
    split: list[Entry] = []
    for entry in entries:
        names = entry.name.split(SHARING)
        if len(names) == 1:
            split.append(entry)
            continue
        if len(names) > 2 or entry.partner:
            raise OddtrickError(f"{entry.name!r} names more than two people: write two on a line")
        one, other = names
        second = None if entry.group is None else GROUPS[entry.group == "A"]
        split.append(replace(entry, name=one, partner=other))
        split.append(replace(entry, name=other, group=second, partner=one))
    return split


def with_partners(entries: Sequence[Entry], listed: Iterable[str] = ()) -> list[Entry]:
    """Returns the entries with those who are named as somebody's partner and have no line.

    Args:
        entries: the entries.
        listed: the names on the list already.
    """
    known = {name_key(name) for name in (*(entry.name for entry in entries), *listed)}
    complete: list[Entry] = []
    for entry in entries:
        complete.append(entry)
        if entry.partner and name_key(entry.partner) not in known:
            known.add(name_key(entry.partner))
            complete.append(Entry(entry.partner, partner=entry.name, team=entry.team))
    return complete


def couple_neighbours(plan: DrivePlan, rows: Sequence[_Row]) -> list[tuple[_Row, ...]]:
    """Returns the couples or teams that lines one after another make; none if the list names some.

    Where seats are drawn, two of one group are no couple: such a list may have all gents first.

    Args:
        plan: the plan.
        rows: entries one after another, of people.
    """
    if plan.movement not in FIXED_PAIRS or any(row.partner or row.team for row in rows):
        return []
    size = TEAM if plan.movement == "military" else 2
    blocks = [tuple(rows[at : at + size]) for at in range(0, len(rows) - size + 1, size)]

    def fits(block: tuple[_Row, ...]) -> bool:
        asked = Counter(row.group for row in block)
        return plan.seats == "list" or max(asked["A"], asked["B"]) <= size // 2

    return [block for block in blocks if fits(block)]


def entries_as_listed(
    plan: DrivePlan, entries: Sequence[Entry], listed: Iterable[str] = ()
) -> list[Entry]:
    """Returns entries with everybody's partner or team, as they are named or by their lines.

    Args:
        plan: the plan.
        entries: the entries.
        listed: the names on the list already.

    Raises:
        OddtrickError: somebody would have two partners, or be their own.
    """
    complete = with_partners(entries, listed)
    partners = partner_by_name([(entry.name, entry.partner) for entry in complete])
    for at, partner in partners.items():
        complete[at] = replace(complete[at], partner=complete[partner].name)
    told: dict[str, Entry] = {}
    for block in couple_neighbours(plan, [entry for entry in complete if not entry.bot]):
        for entry, other in zip(block, reversed(block), strict=True):
            team = _team_of(block)
            told[entry.name] = replace(entry, partner="" if team else other.name, team=team)
    return [told.get(entry.name, entry) for entry in complete]


def _team_of(block: Sequence[_Row]) -> str:
    """The name of a team that nobody has named: that of its first member."""
    return block[0].name if len(block) == TEAM else ""


# On the list of entries.


def partner_by_name(rows: Sequence[tuple[str, str]]) -> dict[int, int]:
    """Returns the partner of each row that has one, both ways.

    Args:
        rows: the name of each, and that of the partner; empty: none. A partner who is not among
            them is left out.

    Raises:
        OddtrickError: somebody would have two partners, or be their own.
    """
    places = {name_key(name): at for at, (name, _) in enumerate(rows)}
    partners: dict[int, int] = {}
    for at, (name, partner) in enumerate(rows):
        other = places.get(name_key(partner)) if partner else None
        if other is None:
            continue
        if other == at:
            raise OddtrickError(f"{name!r} cannot be their own partner: name somebody else")
        for one, two in ((at, other), (other, at)):
            if partners.setdefault(one, two) != two:
                had, new = rows[partners[one]][0], rows[two][0]
                raise OddtrickError(
                    f"{rows[one][0]!r} is the partner of both {had!r} and {new!r}: name one"
                )
    return partners


def with_partner(
    listed: Sequence[ListedEntry], entry_id: int, partner: int | None
) -> tuple[ListedEntry, ...]:
    """Returns the list with two people as partners; whoever they had before is free.

    Args:
        listed: the list.
        entry_id: the entry.
        partner: the entry of the partner; None: nobody.
    """
    changed = {entry_id: partner} if partner is None else {entry_id: partner, partner: entry_id}
    return with_couples(listed, changed)


def with_couples(
    listed: Sequence[ListedEntry], changed: Mapping[int, int | None]
) -> tuple[ListedEntry, ...]:
    """Returns the list with some partners changed, both ways; their former partners are free."""

    def told(entry: ListedEntry) -> ListedEntry:
        if entry.id in changed:
            partner = changed[entry.id]
        else:
            partner = None if entry.partner in changed else entry.partner
        return entry if partner == entry.partner else replace(entry, partner=partner)

    return tuple(map(told, listed))


def list_as_planned(plan: DrivePlan, listed: tuple[ListedEntry, ...]) -> tuple[ListedEntry, ...]:
    """Returns a list with the couples or teams that its lines make, if it names none."""
    blocks = couple_neighbours(plan, listed)
    if not blocks:
        return listed
    if plan.movement == "military":
        teams = {one.id: _team_of(block) for block in blocks for one in block}
        return tuple(replace(one, team=teams.get(one.id, "")) for one in listed)
    both = [(one.id, two.id) for block in blocks for one, two in (block[:2], block[1::-1])]
    return with_couples(listed, dict(both))


def team_names(listed: Iterable[ListedEntry]) -> dict[str, str]:
    """Returns the names of the teams on a list, by what is the same for all ways to write one."""
    return {name_key(entry.team): entry.team for entry in listed if entry.team}


def checked_team(team: str, known: dict[str, str]) -> str:
    """Returns the name of a team as the first who named it wrote it.

    Args:
        team: the name; empty: none.
        known: the names so far, as of :func:`team_names`; a new one is added.

    Raises:
        OddtrickError: it is too long.
    """
    if not team:
        return team
    tidy = written_name(team)
    if len(tidy) > MAX_NAME:
        raise OddtrickError(f"{tidy[:20]!r}… is too long: a team has at most {MAX_NAME} characters")
    return known.setdefault(name_key(tidy), tidy)


# On the cards.


def players_as_listed(
    players: tuple[Player, ...], listed: Sequence[ListedEntry]
) -> tuple[Player, ...]:
    """Returns the players with the partners and teams of the list; who is not on it stays so."""
    cards = {one.id: one.player for one in listed if one.player is not None and not one.gone}
    partners: dict[int, int | None] = {player.id: player.partner for player in players}
    partners |= dict.fromkeys(cards.values())
    teams: dict[int, str] = {}
    for entry in listed:
        card, other = cards.get(entry.id), cards.get(entry.partner or 0)
        if card is not None:
            teams[card] = teams.get(card) or entry.team
        # Two who share a seat may have come with two others: the first counts.
        if card is None or other is None or card == other:
            continue
        if partners[card] is partners[other] is None:
            partners |= {card: other, other: card}

    def told(player: Player) -> Player:
        other, team = partners[player.id], teams.get(player.id, player.team)
        partner = other if other is not None and partners[other] == player.id else None
        if (partner, team) == (player.partner, player.team):
            return player
        return replace(player, partner=partner, team=team)

    changed = tuple(map(told, players))
    return players if all(map(is_, changed, players)) else changed


def couples_of(players: Iterable[Player]) -> list[tuple[Player, Player]]:
    """Returns the couples of whom both are among these players, by the lower card."""
    by_id = {player.id: player for player in players}
    return [
        (player, by_id[player.partner])
        for player in by_id.values()
        if player.partner is not None and player.id < player.partner and player.partner in by_id
    ]


def with_groups(entries: Sequence[Entry]) -> list[Entry]:
    """Returns entries in which those who came together and ask for no group have both groups."""
    asked: dict[str, list[Group | None]] = defaultdict(list)
    for entry in entries:
        asked[_block_of(entry)].append(entry.group)

    def group_of(entry: Entry) -> Group | None:
        groups = asked[_block_of(entry)]
        if entry.group is not None or not (entry.partner or entry.team):
            return entry.group
        group = GROUPS[groups.count("B") < groups.count("A")]
        groups[groups.index(None)] = group
        return group

    return [replace(entry, group=group_of(entry)) for entry in entries]


def _block_of(entry: Entry) -> str:
    """Returns a key that the entries of a couple or team share, and no others."""
    if entry.team:
        return f"team {name_key(entry.team)}"
    return " & ".join(sorted(name_key(name) for name in (entry.name, entry.partner) if name))


# In teams of four.


def team_units(rows: Sequence[tuple[str, int | None]]) -> list[list[int]]:
    """Puts people together in as few fours as can be: nobody who came together is parted.

    First fit decreasing, which is best for parts of one to four: whole teams; then those of three,
    which one more completes; couples and teams of two; single people. Fours that are not whole wait
    for bots.

    Args:
        rows: the team of each, or an empty text; and the place of the partner among the rows.

    Returns:
        The places of each four.

    Raises:
        OddtrickError: a team has more than four.
    """
    named: dict[str, list[int]] = defaultdict(list)
    for at, (team, _) in enumerate(rows):
        if team:
            named[name_key(team)].append(at)
    for members in named.values():
        if len(members) > TEAM:
            team = rows[members[0]][0]
            raise OddtrickError(
                f"team {team!r} has {len(members)} people, and a team is four: move the others"
            )
    couples = [
        [at, partner]
        for at, (team, partner) in enumerate(rows)
        if partner is not None and at < partner and not team and not rows[partner][0]
    ]
    paired = {at for pair in couples for at in pair}
    singles = [[at] for at, (team, _) in enumerate(rows) if not team and at not in paired]
    units: list[list[int]] = []
    for part in sorted((*singles, *couples, *named.values()), key=len, reverse=True):
        room = [unit for unit in units if len(unit) + len(part) <= TEAM]
        if room:
            max(room, key=len).extend(part)
        else:
            units.append(list(part))
    return units
