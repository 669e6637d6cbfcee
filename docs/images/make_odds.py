"""Makes the plots and figures of docs/odds.md from a data set.

$ oddtrick data generate odds --game whist --solved 1000 --played 600 --seed 1 --shard 100
$ python docs/images/make_odds.py odds

Prints the tables of the page and writes odds-*.svg beside this file, or into a second folder.
"""

# ruff: noqa: INP001, T201 (a script, not a package, that prints tables)

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pyarrow.parquet as pq
from matplotlib.ticker import MultipleLocator

from oddtrick.cards import Hand, Rank, Suit, parse_card

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from matplotlib.axes import Axes

POINTS = {Rank.ACE: 4, Rank.KING: 3, Rank.QUEEN: 2, Rank.JACK: 1}
"""High-card points, a rough measure of strength that players of bridge use."""

LETTERS = "CDHSN"
BLUE, ORANGE, GREEN, GREY = "#0b6fb8", "#c4590a", "#1d7a4f", "#6b6b6b"
"""Colours that are distinct in every common kind of colour vision, and in grey."""


class Group(NamedTuple):
    """The mean of a group of observations.

    Attributes:
        at: the group, as a number on an axis.
        mean: the mean.
        half: half of the width of its 95 % interval.
        count: the number of observations.
    """

    at: float
    mean: float
    half: float
    count: int


class Deal(NamedTuple):
    """A solved deal.

    Attributes:
        hands: the hand of each seat.
        dealer: the seat that dealt.
        tricks: the tricks of seats 0 and 2 by trump (the suits, then none) and leader.
    """

    hands: tuple[Hand, ...]
    tricks: np.ndarray[Any, np.dtype[np.float64]]


def read_deals(folder: Path) -> list[Deal]:
    """Reads the solved deals of whist."""
    deals: dict[int, Deal] = {}
    for row in pq.read_table(folder / "solved" / "whist").to_pylist():
        deal = deals.setdefault(
            row["deal"],
            Deal(tuple(map(Hand.of, row["hands"])), np.zeros((5, 4))),
        )
        own = row["leader"] % 2 == 0
        tricks = row["value"] if own else row["total"] - row["value"]
        deal.tricks[LETTERS.index(row["trump"]), row["leader"]] = tricks
    return list(deals.values())


def group_means(rows: Iterable[tuple[float, float, int]], least: int = 30) -> list[Group]:
    """Returns the mean of each group, with an interval that allows for repeated deals.

    Observations of one deal are not independent, so the error is that of a ratio of sums over
    deals.

    Args:
        rows: the group, the observation, and the number of the deal it is from.
        least: groups with fewer observations are left out.
    """
    by_group: dict[float, dict[int, list[float]]] = {}
    for group, value, deal in rows:
        by_group.setdefault(group, {}).setdefault(deal, []).append(value)
    found = []
    for group, deals in sorted(by_group.items()):
        sums = np.array([sum(values) for values in deals.values()])
        counts = np.array([len(values) for values in deals.values()])
        if counts.sum() < least or len(counts) < 2:
            continue
        mean = sums.sum() / counts.sum()
        spread = np.sum((sums - mean * counts) ** 2) * len(counts) / (len(counts) - 1)
        half = 1.96 * np.sqrt(spread) / counts.sum()
        found.append(Group(group, float(mean), float(half), int(counts.sum())))
    return found


def strength(hand: Hand) -> int:
    """Returns the high-card points of a hand."""
    return sum(POINTS.get(card.rank, 0) for card in hand)


def of_side(tricks: float, seat: int) -> float:
    """Returns the tricks of a seat's side, given those of seats 0 and 2."""
    return tricks if seat % 2 == 0 else 13 - tricks


def by_hand_strength(deals: list[Deal]) -> tuple[list[Group], list[Group]]:
    """Returns a side's tricks by the points of one hand, and by those of both partners.

    Averaged over the four trump suits and all leaders.
    """
    alone, together = [], []
    for number, deal in enumerate(deals):
        tricks = float(deal.tricks[:4].mean())
        points = [strength(hand) for hand in deal.hands]
        alone += [(points[seat], of_side(tricks, seat), number) for seat in range(4)]
        together += [(points[s] + points[s + 2], of_side(tricks, s), number) for s in (0, 1)]
    return group_means(alone), group_means(together)


def worth_of_lead(deals: list[Deal]) -> dict[str, tuple[Group, dict[int, float]]]:
    """Returns the tricks that leading gains over the left neighbour's lead: mean and shares."""
    found = {}
    for name, trumps in (("suit trumps", range(4)), ("no trumps", (4,))):
        rows = [
            (
                0.0,
                of_side(deal.tricks[t, seat], seat) - of_side(deal.tricks[t, (seat + 1) % 4], seat),
                n,
            )
            for n, deal in enumerate(deals)
            for t in trumps
            for seat in range(4)
        ]
        gains = [round(gain) for _, gain, _ in rows]
        shares = {gain: gains.count(gain) / len(gains) for gain in sorted(set(gains))}
        found[name] = (group_means(rows, 1)[0], shares)
    return found


def by_turn_up(deals: list[Deal]) -> list[Group]:
    """Returns the tricks of the dealer's side by the rank of the turn-up.

    The turn-up is a random card of the dealer's hand (W4), and any seat may be the dealer, so each
    of the 52 cards of a deal is one observation: it makes its suit trumps, and the holder's left
    neighbour leads.
    """
    rows = [
        (float(card.rank), of_side(float(deal.tricks[card.suit, (seat + 1) % 4]), seat), number)
        for number, deal in enumerate(deals)
        for seat, hand in enumerate(deal.hands)
        for card in hand
    ]
    return group_means(rows)


def by_turn_up_of_bots(folder: Path) -> list[Group]:
    """Returns the same for deals that bots played."""
    table = pq.read_table(
        folder / "hands" / "whist", columns=["dealer", "turn_up", "winners"]
    ).to_pylist()
    rows = []
    for number, row in enumerate(table):
        own = sum(winner % 2 == row["dealer"] % 2 for winner in row["winners"])
        rows.append((float(parse_card(row["turn_up"]).rank), float(own), number))
    return group_means(rows, 10)


def by_length(deals: list[Deal]) -> tuple[list[Group], list[Group]]:
    """Returns a side's tricks by the trumps in one hand, and by its cards of a plain suit."""
    trumps, plain = [], []
    for number, deal in enumerate(deals):
        for trump in Suit:
            tricks = float(deal.tricks[trump].mean())
            for seat, hand in enumerate(deal.hands):
                own = of_side(tricks, seat)
                trumps.append((len(hand.suit(trump)), own, number))
                plain += [(len(hand.suit(suit)), own, number) for suit in Suit if suit is not trump]
    return group_means(trumps, 100), group_means(plain, 100)


def draw_series(axes: Axes, groups: list[Group], label: str, colour: str, marker: str) -> None:
    """Draws means with their intervals."""
    axes.errorbar(
        [group.at for group in groups],
        [group.mean for group in groups],
        yerr=[group.half for group in groups],
        label=label,
        color=colour,
        marker=marker,
        markersize=4.5,
        linewidth=1.4,
        capsize=2.5,
    )


def draw_strength(axes: Axes, deals: list[Deal], folder: Path) -> None:
    """Draws tricks by hand strength."""
    del folder
    alone, together = by_hand_strength(deals)
    draw_series(axes, alone, "points in your hand", BLUE, "o")
    draw_series(axes, together, "points in both hands of your side", ORANGE, "s")
    axes.axhline(6.5, color=GREY, linewidth=0.8, linestyle=":")
    axes.set(
        xlabel="High-card points (ace 4, king 3, queen 2, jack 1)", ylabel="Tricks of your side"
    )
    print_groups("Points in one hand", alone)
    print_groups("Points in both hands", together)


def draw_lead(axes: Axes, deals: list[Deal], folder: Path) -> None:
    """Draws how often the lead gains or costs tricks."""
    del folder
    found = worth_of_lead(deals)
    shares = {name: gains for name, (_, gains) in found.items()}
    gains = sorted({gain for each in shares.values() for gain in each if abs(gain) <= 4})
    for at, (name, colour) in enumerate(zip(shares, (BLUE, ORANGE), strict=True)):
        mean, _ = found[name]
        heights = [100 * shares[name].get(gain, 0.0) for gain in gains]
        places = [gain + (at - 0.5) * 0.4 for gain in gains]
        label = f"{name}: {mean.mean:+.2f} ± {mean.half:.2f} on average"
        axes.bar(places, heights, width=0.38, color=colour, label=label)
        print(f"| {name} | {mean.mean:+.3f} ± {mean.half:.3f} | {mean.count:,} |")
    axes.set_xticks(gains, [f"{gain:+d}" if gain else "0" for gain in gains])
    axes.set(
        xlabel="Tricks gained by leading, instead of your left neighbour",
        ylabel="Share of hands, per cent",
    )


def draw_turn_up(axes: Axes, deals: list[Deal], folder: Path) -> None:
    """Draws the tricks of the dealer's side by the turn-up."""
    solved, played = by_turn_up(deals), by_turn_up_of_bots(folder)
    beside = [group._replace(at=group.at + 0.15) for group in played]
    draw_series(axes, solved, "best play with open cards", BLUE, "o")
    draw_series(axes, beside, "played by four club bots", ORANGE, "s")
    axes.axhline(6.5, color=GREY, linewidth=0.8, linestyle=":")
    axes.set_xticks(range(13), [rank.letter.replace("T", "10") for rank in Rank])
    axes.set(xlabel="The card turned up", ylabel="Tricks of the dealer's side")
    print_groups("Turn-up, best play", solved)
    print_groups("Turn-up, club bots", played)


def draw_length(axes: Axes, deals: list[Deal], folder: Path) -> None:
    """Draws tricks by the number of trumps in a hand."""
    del folder
    trumps, plain = by_length(deals)
    draw_series(axes, trumps, "trumps in your hand", BLUE, "o")
    draw_series(axes, plain, "cards of a plain suit in your hand", ORANGE, "s")
    axes.xaxis.set_major_locator(MultipleLocator(1))
    axes.axhline(6.5, color=GREY, linewidth=0.8, linestyle=":")
    axes.set(xlabel="Number of cards", ylabel="Tricks of your side")
    print_groups("Trumps in hand", trumps)
    print_groups("Cards of a plain suit", plain)


PLOTS: dict[str, Callable[[Axes, list[Deal], Path], None]] = {
    "strength": draw_strength,
    "lead": draw_lead,
    "turn-up": draw_turn_up,
    "fifth-trump": draw_length,
}


def print_groups(title: str, groups: list[Group]) -> None:
    """Prints means with intervals as rows of a table."""
    for group in groups:
        print(f"| {title} {group.at:g} | {group.mean:.2f} ± {group.half:.2f} | {group.count:,} |")


def make_plots(folder: Path, target: Path) -> list[Path]:
    """Writes every plot as SVG, the same bytes for the same data, and returns their paths.

    Args:
        folder: the data set.
        target: the folder for the plots.
    """
    deals = read_deals(folder)
    mpl.rcParams.update({"svg.hashsalt": "oddtrick", "svg.fonttype": "path", "font.size": 11})
    made = []
    for name, draw in PLOTS.items():
        figure, axes = plt.subplots(figsize=(7.2, 4.2), layout="constrained")
        draw(axes, deals, folder)
        axes.grid(axis="y", color="#dddddd", linewidth=0.7)
        axes.set_axisbelow(True)
        axes.spines[["top", "right"]].set_visible(False)
        axes.legend(frameon=False)
        made.append(target / f"odds-{name}.svg")
        figure.savefig(made[-1], facecolor="white", metadata={"Date": None})
        plt.close(figure)
    return made


if __name__ == "__main__":
    mpl.use("agg")
    place = Path(sys.argv[2]) if len(sys.argv) > 2 else Path(__file__).parent
    make_plots(Path(sys.argv[1]), place)
