"""Conditions of recipes: a position must depend on the rule that it tests."""

from oddtrick.cards import Rank, card_at
from oddtrick.match import Match, Playing
from oddtrick.scoring.deals import honour_points

from .perft_data_files import Position

# --- of the match, before the count ---


def anything(match: Match) -> bool:
    return True


def held(match: Match) -> tuple[int, ...]:
    """The number of cards of each seat."""
    assert isinstance(match.phase, Playing)
    seats = range(match.rules.players)
    return tuple(match.phase.held(seat).bit_count() for seat in seats)


def side_tricks(match: Match) -> tuple[int, ...]:
    """Tricks of each side in the hand under way."""
    assert isinstance(match.phase, Playing)
    won = [match.rules.side_of(winner) for winner in match.phase.winners]
    return tuple(won.count(side) for side in range(len(match.rules.sides)))


def honours_dealt(match: Match) -> tuple[int, ...]:
    """The points of each side for the honours dealt to it (H1)."""
    assert match.deal.deal is not None
    hands = match.deal.deal.hands[0]
    sides = ((hands[one] | hands[other]).mask for one, other in match.rules.sides)
    return tuple(honour_points(cards, match.deal.trump) for cards in sides)


def barred(match: Match) -> bool:
    """H2: a side was dealt honours and stands one short of the target."""
    target = match.rules.options.target  # type: ignore[attr-defined]
    scores = match.standing.carried
    pairs = zip(honours_dealt(match), scores, strict=True)
    return any(honours and score == target - 1 for honours, score in pairs)


def both_score(match: Match) -> bool:
    """H3: a side holds honours, and the other has scored."""
    first, second = honours_dealt(match)
    return bool((first and match.standing.carried[1]) or (second and match.standing.carried[0]))


def no_honours(match: Match) -> bool:
    """H4: no trumps, so that four aces or kings in a hand are worth nothing."""
    return match.deal.trump is None


def new_game(match: Match) -> bool:
    """W7: a game of a rubber has just ended, the next begins at nought."""
    return match.standing.game_over


def one_all(match: Match) -> bool:
    """W7: the third game of a rubber."""
    return match.standing.games == (1, 1)


def near_target(match: Match) -> bool:
    """A side needs no more than two."""
    target = match.rules.options.target  # type: ignore[attr-defined]
    return bool(target - 2 <= max(match.standing.carried))


def ten_out(match: Match) -> bool:
    """CS2: the ten of trumps is still held."""
    assert isinstance(match.phase, Playing)
    assert match.deal.trump is not None
    return not match.phase.gone & card_at(match.deal.trump, Rank.TEN).bit


def on_the_book_line(match: Match) -> bool:
    """CS3: a side may end with five tricks, with six or with seven."""
    left = 13 - sum(side_tricks(match))
    return any(won <= 5 and won + left >= 7 for won in side_tricks(match))


def jack_and_ace_out(match: Match) -> bool:
    """S3: the jack and the ace of trumps are held by two seats."""
    assert isinstance(match.phase, Playing)
    assert match.deal.trump is not None
    jack, ace = (card_at(match.deal.trump, rank).bit for rank in (Rank.JACK, Rank.ACE))
    hands = [match.phase.held(seat) for seat in range(match.rules.players)]
    return any(hand & jack and not hand & ace for hand in hands) and any(
        hand & ace and not hand & jack for hand in hands
    )


def somebody_out(match: Match) -> bool:
    """K4: a seat does not play any more."""
    return len(match.deal.seats) < match.rules.players


def somebody_out_by_tie(match: Match) -> bool:
    """K5: and the chooser won a tie."""
    return bool(match.deal.contest)


def dog_is_in(match: Match) -> bool:
    """X5: a dog has not played its card."""
    assert isinstance(match.phase, Playing)
    return any(match.phase.held(dog) for dog in match.deal.dogs)


def dog_leads(match: Match) -> bool:
    """X5: a dog is first to lead, and may knock."""
    assert isinstance(match.phase, Playing)
    return match.phase.may_pass and not match.phase.trick.cards


def dog_follows(match: Match) -> bool:
    """X5: a dog is to play to a trick that another has led, and may knock."""
    assert isinstance(match.phase, Playing)
    return match.phase.may_pass and bool(match.phase.trick.cards)


def two_dogs(match: Match) -> bool:
    """X5: two dogs have not played their cards."""
    assert isinstance(match.phase, Playing)
    return sum(match.phase.held(dog) != 0 for dog in match.deal.dogs) > 1


# --- of the count ---


def any_way(match: Match, position: Position) -> bool:
    return True


def ways_differ(match: Match, position: Position) -> bool:
    """The outcome depends on the play."""
    return len(position.outcomes) > 1


def many_ways(match: Match, position: Position) -> bool:
    """It makes four outcomes or more."""
    return len(position.outcomes) > 3


def ten_falls_both_ways(match: Match, position: Position) -> bool:
    """CS2: in some ways the ten is caught, in some it is not."""
    best = [max(map(int, points.split(","))) for points in position.outcomes]
    return max(best) > 8 and min(best) < 8


def honours_lost(match: Match, position: Position) -> bool:
    """H3: in some ways a side loses its honours, because tricks end the game first."""
    target = match.rules.options.target  # type: ignore[attr-defined]
    scores, honours = match.standing.carried, honours_dealt(match)
    lost = kept = False
    for points in (tuple(map(int, text.split(","))) for text in position.outcomes):
        for side in (0, 1):
            if honours[side] and scores[side] != target - 1:
                ended = scores[1 - side] + points[1 - side] >= target
                lost = lost or (ended and points[side] == 0)
                kept = kept or points[side] >= honours[side]
    return lost and kept


def bar_matters(match: Match, position: Position) -> bool:
    """H2: in some ways tricks do not end the game, so that only the bar keeps honours away."""
    target = match.rules.options.target  # type: ignore[attr-defined]
    scores = match.standing.carried
    ways = [tuple(map(int, text.split(","))) for text in position.outcomes]
    after = [max(a + b for a, b in zip(scores, points, strict=True)) for points in ways]
    return len(ways) > 1 and min(after) < target


def honours_differ(match: Match, position: Position) -> bool:
    """C5: in some ways the winners of the hand take honours, in some they do not."""
    winners = [max(map(int, points.split(","))) for points in position.outcomes]
    return max(winners) - min(winners) > 1 and len(winners) > 2


def everybody_may_fall(match: Match, position: Position) -> bool:
    """K4, K8: some ways end the match, in others two or more stay in."""
    stayers = [sum(part != "0" for part in text.split(",")) for text in position.outcomes]
    return min(stayers) == 1 and max(stayers) > 1
