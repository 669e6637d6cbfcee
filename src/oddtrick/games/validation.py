"""The checks of a game before it is registered: each names the file and the part to mend."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from typing import TypeAlias

from msgspec import NODEFAULT
from msgspec.structs import replace

from oddtrick.cards import FULL_PACK, Suit, cards_in, mask_of, parse_card
from oddtrick.errors import OddtrickError, describe_error
from oddtrick.games.game import Game, GameText
from oddtrick.games.options import options_of
from oddtrick.games.trial_deals import play_trial
from oddtrick.match import start
from oddtrick.rules import FirstDealer, Options, Rules, TrumpSource
from oddtrick.scoring import Account, DealFacts, MatchGoal, ScoreItem, ScoringProfile, Standing

Winner: TypeAlias = "Callable[[int, Sequence[int]], int]"
"""The seat that wins a trick, by its number among the seats that are in."""

MOST_DEALS = 100
"""A match that is not over by then has to have come nearer to its end."""


def trial_problems(rules: Rules) -> Iterator[str]:
    """Yields the faults of the deals, the scoring and the match, the first to mend first.

    One seat takes every trick of one match, and all seats take tricks in turn in another. Where
    there are calls, a match is played in which anything is called.
    """
    profile: object = rules.profile
    if not isinstance(profile, ScoringProfile):
        yield "the profile of its scoring is not an oddtrick.scoring.ScoringProfile"
    yield from _goal_problems(rules.goal)
    if rules.course:
        yield from _course_problems(rules)
        return
    end = yield from _match_problems(rules, lambda trick, seats: seats[0])
    yield from _goal_never_reached(rules, end)
    yield from _match_problems(rules, lambda trick, seats: seats[trick % len(seats)])
    yield from _falling_points(rules)


def _course_problems(rules: Rules) -> Iterator[str]:
    """Refuses a course that comes to no play, unlisted calls, and points that are none."""
    yield from _deal_problems(rules, _start(rules))
    try:
        start(rules, dealer=0)
    except AssertionError:
        yield "its course can't begin: deal_cards comes before whatever needs the cards"
    deals, match = yield from play_trial(rules)
    if not match.over:
        yield from _deal_problems(rules, match.standing)
    for deal in deals:
        stages = deal.rules.scoring.stages(deal.facts)
        yield from _points_problems(deal.rules, stages)
        points = tuple(map(sum, zip(*stages, strict=True)))
        yield from _account_problems(deal.rules, deal.rules.scoring.account(deal.facts, points))
        yield from _falling_points(deal.rules, deal.facts)
    yield from _goal_never_reached(rules, match.standing)


def _goal_problems(goal: object) -> Iterator[str]:
    if not isinstance(goal, MatchGoal):
        yield "the goal of its match is not an oddtrick.scoring.MatchGoal"
    for name in ("target", "games", "deals"):
        number = getattr(goal, name)
        if number is not None and number < 1:
            yield f"its match has {name}={number}: give a number from 1"


def _falling_points(rules: Rules, called: DealFacts | None = None) -> Iterator[str]:
    """Refuses points that fall with tricks unless the profile says so: bots take what it says."""
    start = _start(rules)
    taking, giving = (
        sum(stage[0] for stage in rules.scoring.stages(_made_up_deal(rules, start, winner, called)))
        for winner in (lambda _, seats: rules.sides[0][0], lambda _, seats: rules.sides[1][0])
    )
    if rules.profile.rising and taking < giving:
        yield (
            f"a side that takes every trick has {taking} points, one that takes none {giving}: "
            "write rising=False in the profile of its scoring if that is meant"
        )


def _match_problems(rules: Rules, winner_of: Winner) -> Generator[str, None, Standing]:
    """The problems of a match, and the standing in which it ends."""
    standing = _start(rules)
    while not standing.over and standing.deals < MOST_DEALS:
        number = standing.deals
        yield from _deal_problems(rules, standing)
        facts = _made_up_deal(rules, standing, winner_of)
        stages = rules.scoring.stages(facts)
        yield from _points_problems(rules, stages)
        points, standing = rules.match.after(standing, facts, stages)
        yield from _account_problems(rules, rules.scoring.account(facts, points))
        if standing.deals != number + 1:
            yield f"its match counts {standing.deals} deals after deal {number + 1}"
    return standing


def _account_problems(rules: Rules, items: Account) -> Iterator[str]:
    if len(items) != len(rules.sides):
        yield f"account has the items of {len(items)} sides, and there are {len(rules.sides)}"
    elif not all(isinstance(item, ScoreItem) for side in items for item in side):
        yield (
            "an item of account is not an oddtrick.scoring.ScoreItem: write "
            'ScoreItem("tricks-above-six", 3) for 3 points with that reason'
        )


def _goal_never_reached(rules: Rules, end: Standing) -> Iterator[str]:
    start = _start(rules)
    how = "with anything called" if rules.course else "with every trick for one side"
    if not end.over and (end.score, end.games) == (start.score, start.games):
        yield (
            f"{end.deals} deals {how} bring nobody nearer to the end of its match: mend what its "
            "scoring counts, or the target"
        )


def _deal_problems(rules: Rules, standing: Standing) -> Iterator[str]:
    number = standing.deals
    which = f"deal {number + 1}"
    sizes, source = rules.plan.sizes(number), _source(rules, number)
    if min(sizes, default=0) < 1:
        yield (
            f"{which} has no cards and its match need not be over by then: deal more cards, or end "
            "the match sooner"
        )
    if not isinstance(source, TrumpSource):
        yield f"the source of its trumps in {which} is not an oddtrick.rules.TrumpSource"
    if source is TrumpSource.CHOSEN and not number:
        yield "trumps of its first deal are chosen by the winner of the last one, which nobody is"
    needed = sum(sizes) * len(standing.seats_in) + (source is TrumpSource.SPARE)
    if needed > rules.pack.bit_count():
        yield f"its {which} takes {needed} cards, its pack has {rules.pack.bit_count()}"
    if rules.plan.stock:
        yield from _stock_problems(rules)


def _stock_problems(rules: Rules) -> Iterator[str]:
    """After each trick every seat draws a card until none is left, in one hand (G3)."""
    cards = rules.pack.bit_count()
    if len(rules.plan.hands) > 1:
        yield "cards are drawn from its stock, so its deal is one hand, not several separate ones"
    if rules.goal.eliminates:
        yield "cards are drawn from its stock, so all players stay in to the end of the match"
    if cards % rules.players:
        yield f"its pack of {cards} leaves a stock of which {rules.players} cannot draw alike"


def _points_problems(rules: Rules, stages: object) -> Iterator[str]:
    how = f"return a tuple of stages, each with a whole number for each of {len(rules.sides)} sides"
    known = stages if isinstance(stages, tuple) else ()
    if not known:
        yield f"stages returns {str(stages)[:40]!r}: {how}"
    for stage in known:
        numbers = isinstance(stage, tuple) and all(type(points) is int for points in stage)
        if not numbers or len(stage) != len(rules.sides):
            yield f"stages returns the stage {str(stage)[:40]}: {how}"


def _source(rules: Rules, number: int) -> object:
    return rules.trumps.source(number)


def _start(rules: Rules) -> Standing:
    return rules.match.start(len(rules.sides), rules.players)


def _made_up_deal(
    rules: Rules, standing: Standing, winner_of: Winner, called: DealFacts | None = None
) -> DealFacts:
    """A deal in which every seat plays its cards from the lowest, and somebody wins each trick.

    Args:
        rules: those of the deal.
        standing: before it.
        winner_of: the winner of a trick.
        called: a deal whose trumps, number and calls it has; None: it has no calls.
    """
    number, seats, pack = standing.deals, standing.seats_in, cards_in(rules.pack)
    dealt, taken, tricks = ([0] * rules.players for _ in range(3))
    winning = 0
    for trick in range(rules.tricks_in(number)):
        at = len(seats) * trick
        cards = dict(zip(seats, pack[at : at + len(seats)], strict=True))
        winner = winner_of(trick, seats)
        for seat, card in cards.items():
            dealt[seat] |= card.bit
        taken[winner] |= mask_of(cards.values())
        tricks[winner] += 1
        winning |= cards[winner].bit
    fixed = rules.trumps.source(number) is TrumpSource.FIXED
    trump = rules.trumps.fixed(number) if fixed else Suit.SPADES
    made_up = DealFacts(
        rules.sides, tuple(tricks), tuple(taken), tuple(dealt), winning, trump, standing.carried
    )
    if called is None:
        return made_up
    return replace(made_up, trump=called.trump, calls=called.calls, number=called.number)


MIN_PLAYERS, MAX_PLAYERS = 2, 8

RESERVED = frozenset({"resume", "trick-play"})
"""Words that stand beside the names of games on the command line."""

RESERVED_OPTIONS = frozenset(
    {
        *("game", "name", "rules", "seed", "rng", "dealer"),
        *("seat", "bot", "plain", "speed", "resume", "help"),
        *("unit", "together", "sprt", "until", "purpose", "json", "out"),
        *("executor", "workers", "chunk", "limit"),
        *("observation", "reward", "episode", "illegal", "render_mode", "opponents"),
        *("num_envs", "autoreset_mode", "start"),
    }
)
"""Names of other arguments where the options of a game stand: of commands and of the library."""

_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")

_MEMBERS = {
    "trumps": ("source", "fixed", "rule", "blind", "tie"),
    "scoring": ("profile", "stages", "account"),
    "match": ("rule", "goal", "start", "after"),
}
"""The attributes that a choice of a game's own must have, by field of its rules."""


def check_names(game: Game) -> None:
    """Checks the id, the aliases and the texts of a game.

    Raises:
        OddtrickError: one is missing or malformed.
    """
    if not isinstance(game, Game):
        raise OddtrickError(f"{str(game)[:60]!r} is not an oddtrick.games.Game")
    _refuse(game, _name_problems)


def check_rules(game: Game) -> None:
    """Checks the options of a game, and that each value of each makes a match that can be played.

    Raises:
        OddtrickError: it does not; the message says what to mend.
    """
    _refuse(game, _problems)


def file_of(game: Game) -> str:
    """The file of the function that builds the rules, or else its module."""
    code = getattr(game.build, "__code__", None)
    found = getattr(code, "co_filename", None) or getattr(game.build, "__module__", None)
    return str(found or type(game.build).__module__)


def _refuse(game: Game, find_problems: Callable[[Game], Iterator[str]]) -> None:
    try:
        problem = _first(game, find_problems(game))
    except OddtrickError as error:
        problem = str(error)
    if problem is not None:
        raise OddtrickError(f"the game {str(game.id)[:40]!r} in {file_of(game)}: {problem}")


def _first(game: Game, problems: Iterator[str]) -> str | None:
    """The first problem, which may be an error in the code of the game; None: there is none."""
    try:
        return next(problems, None)
    except OddtrickError:
        raise
    except Exception as error:  # noqa: BLE001  # somebody else's code
        return f"{_line_in(file_of(game), error)}{describe_error(error)}"


def _line_in(file: str, error: Exception) -> str:
    """The last line of the file on the way to an error."""
    found, at = 0, error.__traceback__
    while at is not None:
        if at.tb_frame.f_code.co_filename == file:
            found = at.tb_lineno
        at = at.tb_next
    return f"line {found}: " if found else ""


def _problems(game: Game) -> Iterator[str]:
    yield from _option_problems(game.options)
    usual = game.options()
    yield from _build_problems(game, usual)
    for option in options_of(game.options):
        for value in (*option.choices, *_others(option.kind), option.least, option.most):
            if value in (None, option.default):
                continue
            try:
                options = replace(usual, **{option.name: value})
                problem = _first(game, _build_problems(game, options))
            except OddtrickError:
                continue  # the game itself refuses this with the defaults of other options
            if problem is not None:
                yield f"with {option.name}={value}: {problem}"


def _others(kind: str) -> tuple[bool, ...]:
    return (False, True) if kind == "yes-no" else ()


def _build_problems(game: Game, options: Options) -> Iterator[str]:
    rules: object = game.build(options)
    if isinstance(rules, Rules):
        yield from _rule_problems(game, rules)
        if rules.options != options:
            yield "build puts other options into the rules than it is given: records lack those"
        yield from trial_problems(rules)
    else:
        yield "build returns no oddtrick.rules.Rules"


def _type_problems(game: Game) -> Iterator[str]:
    for field in ("id", "title", "objective", "source", "page"):
        if not isinstance(getattr(game, field), str):
            yield f"its {field} is not text"
    for field in ("aliases", "cites", "picture"):
        if not isinstance(getattr(game, field), tuple):
            yield f"its {field} are not a tuple: write them as in ('one', 'two') or ('one',)"
    if game.jack not in ("jack", "knave"):
        yield f"its jack is {str(game.jack)[:40]!r}: write jack or knave"
    texts, build = _untyped(game.translations), _untyped(game.build)
    if not isinstance(texts, Mapping) or any(type(text) is not GameText for text in texts.values()):
        yield "its translations are not a dict of oddtrick.games.GameText by language"
    if not callable(build):
        yield "build is not a function of the options"


def _untyped(value: object) -> object:
    """Returns the same value without its type: the author may not have checked the types."""
    return value


def _name_problems(game: Game) -> Iterator[str]:
    yield from _type_problems(game)
    for name in map(_untyped, (game.id, *game.aliases)):
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            yield f"{str(name)[:40]!r} is not a name: write lower-case letters, digits and hyphens"
        elif name in RESERVED:
            yield f"the name {name!r} is reserved"
    for field in ("title", "objective"):
        if not getattr(game, field).strip():
            yield f"its {field} is empty"
    for card in game.picture:
        parse_card(card)


def _option_problems(record: object) -> Iterator[str]:
    if not (isinstance(record, type) and issubclass(record, Options)):
        yield "options is not a subclass of oddtrick.rules.Options"
    else:
        for option in options_of(record):
            if option.default is NODEFAULT:
                yield f"the option {option.name!r} has no default"
            if option.name in RESERVED_OPTIONS:
                yield f"the name of the option {option.name!r} is reserved: choose another"


def _rule_problems(game: Game, rules: Rules) -> Iterator[str]:
    if rules.game != game.id:
        yield f"build makes rules of {rules.game!r}: its id and the name in its rules are the same"
    yield from _choice_problems(rules)
    if not MIN_PLAYERS <= rules.players <= MAX_PLAYERS:
        yield f"there are {rules.players} players, not {MIN_PLAYERS} to {MAX_PLAYERS}"
    if sorted(seat for side in rules.sides for seat in side) != list(range(rules.players)):
        yield f"its sides are {rules.sides}: each of {rules.players} seats is on one side"
    if len(rules.sides) < 2:
        yield "it has one side: there are two at least"
    if rules.first_dealer is FirstDealer.PARTNERS_CUT and rules.players != 4:
        yield f"{rules.players} players cut for partners: that takes four"
    if rules.pack & ~FULL_PACK:
        yield "its pack has cards beyond the 52"
    if not _is_hashable(rules):
        yield "its rules can't be hashed: declare its scoring and its other choices frozen"


def _choice_problems(rules: Rules) -> Iterator[str]:
    for choice, members in _MEMBERS.items():
        found = getattr(rules, choice)
        for member in members:
            if not hasattr(found, member):
                yield f"its {choice} is {str(found)[:40]}, which has no {member}"


def _is_hashable(value: object) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True
