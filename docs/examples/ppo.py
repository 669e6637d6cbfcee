"""Learns a game by self-play: masked PPO over PyTorch, on deals that the kernel steps in batches.

    python docs/examples/ppo.py whist --minutes 30 --out whist.onnx
    oddtrick arena onnx:whist.onnx casual

All seats play by one network. The critic sees all hands, which takes the luck of the cards out of
its estimate; it is needed for training only and not exported. The network treats the four suits
alike. It needs ``pip install '.[learn,arena,onnx]'``.
"""

# ruff: noqa: INP001, T201 (a script that prints its progress)

from __future__ import annotations

import argparse
import datetime as dt
import json
import logging
import os
import platform
import time
import warnings
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from oddtrick.arena import open_pool, play_duplicate
from oddtrick.bots.onnx_bot import GAMES_KEY
from oddtrick.errors import OddtrickError
from oddtrick.games import find_game
from oddtrick.solver.deals import OBSERVATION_SIZE, PARTS, DealStart, VectorDeals, legal_table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from oddtrick.arena import Outcome
    from oddtrick.rules import Rules

SUITS, RANKS = 4, 13


@dataclass(frozen=True)
class Settings:
    """The settings of a training.

    Attributes:
        deals: the number of deals played for each update.
        width: the width of the hidden layers.
        epochs: how often an update goes through the decisions.
        minibatch: the decisions of one gradient step.
        rate: the learning rate at the beginning; it falls linearly to a tenth.
        clip: the bound on the change of an action's probability ratio.
        entropy: the weight of the entropy bonus at the beginning; it falls linearly to a tenth.
        trace: lambda of the generalised advantage estimate, from one decision to the next.
        seed: the seed of the deals and of everything else.
    """

    deals: int = 512
    width: int = 64
    epochs: int = 2
    minibatch: int = 1024
    rate: float = 2e-3
    clip: float = 0.2
    entropy: float = 0.01
    trace: float = 0.75
    seed: int = 1


class Network(nn.Module):
    """Scores actions, or estimates results, from observations ``[N, 742]``.

    Each suit is encoded by the same weights; all suits together make a summary of the deal, which
    each suit then sees beside its own encoding.

    Args:
        rules: the game.
        width: the width of the hidden layers.
        critic: estimate the results from all hands instead of scoring actions.
    """

    def __init__(self, rules: Rules, width: int, *, critic: bool = False) -> None:
        super().__init__()
        self.players = rules.players
        others = rules.players - 1 if critic else 0
        per_suit = RANKS * (5 + rules.players + others) + rules.players + 2
        self.suit = _layers(per_suit, width, width)
        self.deal = _layers(width + 7 * rules.players + 4, width)
        self.mixed = _layers(2 * width, width)
        self.head = nn.Linear(width, RANKS + 1)
        self.value = nn.Sequential(*_layers(2 * width, width), nn.Linear(width, rules.players))
        self.critic = critic
        in_pack = [float(rules.pack >> card & 1) for card in range(SUITS * RANKS)]
        self.register_buffer("pack", torch.tensor(in_pack), persistent=False)
        self.register_buffer("above", torch.ones(RANKS, RANKS).tril(-1) / 4, persistent=False)

    def forward(self, seen: Tensor, others: Tensor | None = None) -> Tensor:
        """Returns scores ``[N, 56]``, or for the critic results ``[N, players]``.

        Results are those of each seat, clockwise from the one to act. The critic needs the hands
        of the others besides, ``[N, players - 1, 52]``.
        """
        suits = self.suit(self._suits(seen, others))
        deal = self.deal(torch.cat([suits.sum(1), self._globals(seen)], 1))
        mixed = self.mixed(torch.cat([suits, deal[:, None].expand(-1, SUITS, -1)], 2))
        if self.critic:
            results: Tensor = self.value(torch.cat([mixed.sum(1), deal], 1))
            return results
        scores = self.head(mixed)
        return torch.cat([scores[:, :, :RANKS].flatten(1), scores[:, :, RANKS]], 1)

    def _suits(self, seen: Tensor, others: Tensor | None) -> Tensor:
        """The numbers of each suit: ``[N, 4, …]``."""

        def cards(name: str) -> Tensor:
            return seen[:, PARTS[name]].reshape(-1, SUITS, RANKS)

        def by_seat(name: str, size: int) -> Tensor:
            rows = seen[:, PARTS[name]].reshape(-1, 8, SUITS, size)[:, : self.players]
            return rows.transpose(1, 2).flatten(2)

        gone = seen[:, PARTS["played"]].reshape(-1, 8, SUITS, RANKS).sum(1) + cards("earlier")
        unseen = self.pack.reshape(SUITS, RANKS) - cards("hand") - gone
        higher = unseen @ self.above
        parts = [
            *(cards("hand"), cards("table"), cards("turn_up"), unseen, higher),
            *(by_seat("played", RANKS), by_seat("voids", 1)),
            *(seen[:, PARTS["trump"]][:, :SUITS, None], seen[:, PARTS["led"]][:, :, None]),
        ]
        if others is not None:
            hands = others.reshape(-1, self.players - 1, SUITS, RANKS)
            parts.append(hands.transpose(1, 2).flatten(2))
        return torch.cat(parts, 2)

    def _globals(self, seen: Tensor) -> Tensor:
        """The numbers that belong to no suit: ``[N, 7 * players + 4]``."""
        flags = ("leader", "dealer", "chooser", "turn_up_holder", "in")
        seats = [seen[:, PARTS[name]][:, : self.players] for name in flags]
        seats += [seen[:, PARTS[name]][:, : self.players] / RANKS for name in ("held", "tricks")]
        singles = [seen[:, PARTS[name]] for name in ("choosing", "trumps_led")]
        singles += [seen[:, PARTS["trick_number"]] / RANKS, seen[:, PARTS["trump"]][:, SUITS:]]
        return torch.cat([*seats, *singles], 1)


def _layers(*sizes: int) -> nn.Sequential:
    layers = [(nn.Linear(before, after), nn.ReLU()) for before, after in pairwise(sizes)]
    return nn.Sequential(*(part for layer in layers for part in layer))


class Decisions(NamedTuple):
    """Decisions with a choice, one a row.

    Attributes:
        seen: uint8 ``[N, 742]``, what the seat saw.
        others: float ``[N, players - 1, 52]``, the hands that it did not see, clockwise from it.
        legal: bool ``[N, 56]``, the legal actions.
        action: int64 ``[N]``, the action taken.
        log_probability: float ``[N]``, of that action when it was taken.
        advantage: float ``[N]``, how much better its seat came off than expected.
        target: float ``[N, players]``, the results that the critic should have expected.
    """

    seen: Tensor
    others: Tensor
    legal: Tensor
    action: Tensor
    log_probability: Tensor
    advantage: Tensor
    target: Tensor


class Trainer:
    """Trains a network by self-play.

    Args:
        rules: the game.
        settings: the settings.
    """

    def __init__(self, rules: Rules, settings: Settings) -> None:
        torch.manual_seed(settings.seed)
        self.rules, self.settings = rules, settings
        self.rng = np.random.default_rng(settings.seed)
        self.actor = Network(rules, settings.width)
        self.critic = Network(rules, settings.width, critic=True)
        parameters = [*self.actor.parameters(), *self.critic.parameters()]
        self.optimizer = torch.optim.Adam(parameters, lr=settings.rate, eps=1e-5)
        self.deals = 0
        # Knock-out: the chance to win the match with a deal about to begin, by the deal's number,
        # the players left, and whether one chooses trumps; as the present players reach it.
        left = np.maximum(np.arange(rules.players + 1.0), 1)
        self.worth = np.tile(1 / left[:, None], (rules.plan.hands[0] + 1, 1, 2))

    def iterate(self, done: float) -> None:
        """Plays deals and learns from them; ``done`` is the part of the training behind it."""
        starts = list(self._starts())
        each = self.settings.deals // len(starts)
        played = [self._play(start, each) for start in starts]
        decisions = Decisions(*map(torch.cat, zip(*played, strict=True)))
        spread = decisions.advantage - decisions.advantage.mean()
        decisions = decisions._replace(advantage=spread / spread.square().mean().sqrt())
        self.deals += each * len(starts)
        left = 1 - 0.9 * done
        for group in self.optimizer.param_groups:
            group["lr"] = self.settings.rate * left
        for _ in range(self.settings.epochs):
            order = torch.randperm(len(decisions.action))
            for rows in order.split(self.settings.minibatch):
                self._step(Decisions(*(part[rows] for part in decisions)), left)

    def _starts(self) -> Iterator[DealStart]:
        """The places in a match of the next deals: in a knock-out all sizes and survivors (K1)."""
        rules = self.rules
        if not rules.goal.eliminates:
            yield DealStart(dealer=int(self.rng.integers(rules.players)))
            return
        for number in range(rules.plan.hands[0]):
            count = rules.players if number == 0 else int(self.rng.integers(2, rules.players + 1))
            seats = sorted(self.rng.choice(rules.players, count, replace=False).tolist())
            dealer = int(self.rng.choice(seats))
            chooser = int(self.rng.choice(seats)) if number else None
            yield DealStart(number=number, seats=tuple(seats), dealer=dealer, chooser=chooser)

    def _play(self, start: DealStart, count: int) -> Decisions:
        """Plays deals to the end by the present network."""
        seed = int(self.rng.integers(2**63))
        deals = VectorDeals(self.rules, count, seed=seed, start=start)
        now, turns = deals.look(), []
        while not now.over.all():
            seen, legal = now.observations, legal_table(now.masks).astype(np.bool_)
            others = self._others(deals, now.to_act)
            action, log_probability, value = self._choose(seen, others, legal)
            turns.append((now.to_act, seen, others, legal, action, log_probability, value))
            now = deals.step(action)
        to_act, *parts, values = map(np.stack, zip(*turns, strict=True))
        choice = parts[2].sum(axis=2) > 1  # forced actions teach nothing
        results = self._results(now.rewards, start)
        clockwise = (to_act[..., None] + np.arange(self.rules.players)) % self.rules.players
        by_seat = np.empty_like(values)
        np.put_along_axis(by_seat, clockwise, values, axis=2)
        gains = np.take_along_axis(self._gains(choice, by_seat, results), clockwise, axis=2)
        columns = [*parts, gains[..., 0], values + gains]
        return Decisions(*(torch.from_numpy(column[choice]) for column in columns))

    def _others(self, deals: VectorDeals, to_act: NDArray[np.int8]) -> NDArray[np.float32]:
        """The hands of the other seats, clockwise from the one to act: ``[B, players - 1, 52]``."""
        players, hand = self.rules.players, PARTS["hand"]
        hands = np.stack([deals.observe(seat)[:, hand] for seat in range(players)], axis=1)
        seats = (to_act[:, None] + np.arange(1, players)) % players
        return np.asarray(hands[np.arange(len(hands))[:, None], seats], np.float32)

    def _choose(
        self, seen: NDArray[Any], others: NDArray[Any], legal: NDArray[Any]
    ) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        """Draws actions; with their log-probabilities, and the results the critic expects."""
        with torch.inference_mode():
            rows = torch.from_numpy(seen).float()
            logs = _log_policy(self.actor(rows), torch.from_numpy(legal))
            value = self.critic(rows, torch.from_numpy(others))
            action = torch.multinomial(logs.exp(), 1)
            drawn = logs.gather(1, action)[:, 0]
        return action[:, 0].numpy(), drawn.numpy(), value.numpy()

    def _results(self, points: NDArray[Any], start: DealStart) -> NDArray[np.float32]:
        """The result of each seat, of size about 1: ``[B, players]``.

        It is the margin in points; in a knock-out the chance to win the match after this deal.
        """
        sides = [self.rules.side_of(seat) for seat in range(self.rules.players)]
        if not self.rules.goal.eliminates:
            others = (points.sum(1, keepdims=True) - points) / (points.shape[1] - 1)
            margin = (points - others)[:, sides] / self.rules.max_points(start.number) * 2
            return np.asarray(margin, np.float32)
        tricks = points[:, sides]
        most = tricks == tricks.max(axis=1, keepdims=True)
        choosing = most / most.sum(axis=1, keepdims=True)  # ties are decided by chance (K5)
        after = self.worth[start.number + 1][(tricks > 0).sum(axis=1), :, None]
        chance = (tricks > 0) * (after[:, 0] + choosing * (after[:, 1] - after[:, 0]))
        if start.chooser is not None and start.seats is not None:
            others = [seat for seat in start.seats if seat != start.chooser]
            reached = chance[:, others].mean(), chance[:, start.chooser].mean()
            worth = self.worth[start.number, len(start.seats)]
            worth += 0.1 * (np.array(reached) - worth)
        return np.asarray(3 * chance, np.float32)

    def _gains(
        self, choice: NDArray[Any], values: NDArray[Any], results: NDArray[Any]
    ) -> NDArray[np.float32]:
        """Generalised advantage estimates for each seat at each action: ``[A, B, players]``.

        The critic is asked again at the next decision of any seat: as it sees all hands, its change
        is due to the action between. Forced actions are passed over.

        Args:
            choice: ``[A, B]``, whether the action was a choice.
            values: ``[A, B, players]``, the results that the critic expected before it.
            results: ``[B, players]``, the results.
        """
        following, carried = results, np.zeros_like(results)
        gains = np.zeros_like(values)
        for turn in reversed(range(len(values))):
            chosen = choice[turn][:, None]
            gains[turn] = following - values[turn] + self.settings.trace * carried
            carried = np.where(chosen, gains[turn], carried)
            following = np.where(chosen, values[turn], following)
        return gains

    def _step(self, rows: Decisions, left: float) -> None:
        """Takes one gradient step."""
        seen, settings = rows.seen.float(), self.settings
        logs = _log_policy(self.actor(seen), rows.legal)
        taken = logs.gather(1, rows.action[:, None])[:, 0]
        ratio = (taken - rows.log_probability).exp()
        better = rows.advantage
        bounded = ratio.clamp(1 - settings.clip, 1 + settings.clip)
        gain = torch.minimum(ratio * better, bounded * better).mean()
        entropy = -(logs.exp() * logs.clamp(min=-20)).sum(1).mean()
        miss = (self.critic(seen, rows.others) - rows.target).square().mean()
        loss = miss - gain - settings.entropy * left * entropy
        self.optimizer.zero_grad()
        loss.backward()
        for network in (self.actor, self.critic):
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        self.optimizer.step()


def _log_policy(scores: Tensor, legal: Tensor) -> Tensor:
    """The log-probabilities of the actions; illegal ones have next to none."""
    return scores.masked_fill(~legal, -1e9).log_softmax(1)


class Point(NamedTuple):
    """A measurement: processor time and deals of the training, the mean result, its 95 % bounds."""

    minutes: float
    deals: int
    mean: float
    low: float
    high: float


def train(
    trainer: Trainer, minutes: float, every: float, measure: Callable[[Network], Outcome]
) -> Iterator[Point]:
    """Trains for some minutes of processor time, and yields the learning curve as it goes.

    Args:
        trainer: what is trained.
        minutes: the processor time of the training; measurements are not counted.
        every: the minutes from one measurement to the next.
        measure: plays the network against its opponent.
    """
    spent, due = 0.0, 0.0
    while True:
        if spent >= min(due, minutes):
            outcome = measure(trainer.actor)
            yield Point(spent, trainer.deals, outcome.mean, *outcome.ci95)
            due += every
        if spent >= minutes:
            return
        began = time.process_time()
        trainer.iterate(spent / minutes)
        spent += (time.process_time() - began) / 60


def export(actor: Network, game: str, path: Path) -> None:
    """Writes a network as an ONNX file that the arena plays."""
    logging.getLogger("torch.onnx").setLevel(logging.ERROR)  # it misses packages of no use here
    with warnings.catch_warnings(action="ignore"):  # PyTorch uses what it has deprecated itself
        program = torch.onnx.export(
            actor.eval(),
            (torch.zeros(2, OBSERVATION_SIZE),),
            input_names=["observation"],
            output_names=["scores"],
            dynamic_shapes=({0: torch.export.Dim("N")},),
            dynamo=True,
            verbose=False,
        )
    assert program is not None
    program.model.metadata_props[GAMES_KEY] = game
    program.save(path)


def check_game(rules: Rules) -> None:
    """Checks that the network can learn a game.

    Raises:
        OddtrickError: it can't.
    """
    if rules.course or rules.plan.stock is not None:
        what = "makes no bids" if rules.course else "sees no stock"
        raise OddtrickError(f"{rules.game}: the network of this script {what}")
    VectorDeals(rules, 1)


def main() -> None:
    """Trains, writes the network and the learning curve."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("game", help="the game, for example whist or knockout-whist")
    parser.add_argument("--out", type=Path, required=True, help="the ONNX file to write")
    parser.add_argument("--curve", type=Path, help="a JSON file for the learning curve")
    parser.add_argument("--minutes", type=float, default=30, help="processor time of the training")
    parser.add_argument("--every", type=float, default=3, help="minutes between measurements")
    parser.add_argument("--opponent", default="casual", help="the bot to measure against")
    parser.add_argument("--deals", type=int, default=400, help="deals or matches of a measurement")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1, help="more only waste a busy machine")
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    try:
        rules = find_game(args.game).rules()
        check_game(rules)
    except OddtrickError as refused:
        parser.error(str(refused))

    def measure(actor: Network) -> Outcome:
        export(actor, rules.game, args.out)
        with open_pool("threads", args.threads) as pool:
            lineup = (f"onnx:{args.out}", args.opponent)
            return play_duplicate(rules, *lineup, deals=args.deals, seed=args.seed, pool=pool)

    curve: dict[str, Any] = {
        "game": rules.game,
        "opponent": args.opponent,
        "command": f"ppo.py {rules.game} --minutes {args.minutes:g} --every {args.every:g} "
        f"--deals {args.deals} --seed {args.seed} --threads {args.threads}",
        "date": dt.datetime.now(tz=dt.UTC).date().isoformat(),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "points": [],
    }
    for point in train(Trainer(rules, Settings(seed=args.seed)), args.minutes, args.every, measure):
        numbers = point._asdict()
        print(*(f"{name} {value:,.3f}" for name, value in numbers.items()), flush=True)
        curve["points"].append(numbers)
        if args.curve:
            args.curve.write_text(json.dumps(curve, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
