"""The table in the page against the protocol: its frames, what they hide, and its bots."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import jsonschema_rs
import msgspec
import pytest

from oddtrick.bots.heuristics.aims import tricks_wanted
from oddtrick.bots.registry import novice
from oddtrick.rules import action_text
from oddtrick.server.protocol import TableFrame
from oddtrick.view_json import match_view
from oddtrick.views import Awaited, View
from tests.support.extent import times
from tests.support.random_matches import EVERY, WITH_CALLS, course
from tests.support.web.browser import PLAYED_OFFLINE
from tests.support.web.page_modules import PageModules

SCHEMA = Path(__file__).parents[2] / "docs/protocol.schema.json"

HOST = """async ([base, game, options, seed]) => {
  const { rulesOf } = await import(base + "match/game-rules.js");
  const { OfflineTable } = await import(base + "offline/host/offline-table.js");
  const { noviceAction } = await import(base + "offline/host/novice.js");
  const { stateFromWelcome, applyUpdate } = await import(base + "wire/state.js");
  const text = JSON.stringify;
  let number = seed;
  const random = (n) => {
    number = (Math.imul(number, 1664525) + 1013904223) >>> 0;
    return Math.floor((number / 2 ** 32) * n);
  };
  const state = {
    id: "", game, options, level: "novice", name: "Ada",
    stage: "gathering", number: 0, seq: 0, actions: [],
  };
  const rules = rulesOf(game, options);
  const table = new OfflineTable(rules, state, random, () => `match ${seed}`);
  const frames = [], hidden = [], wrong = [], refused = [];
  const show = (frame) => {
    const { deal, phase } = table.match ?? { deal: {}, phase: {} };
    const later = (deal.hands ?? []).slice(deal.played?.length ?? 0);
    const played = (phase.tricks ?? []).flatMap((trick) => trick.cards);
    const { stock = deal.result ? [] : (deal.stock ?? []), drawn = [] } = phase;
    const tops = [...drawn.map(([[, card]]) => card), stock[0]];
    const open = new Set([...played, ...(phase.table ?? []), deal.turnUp, ...tops]);
    const mine = drawn.flat().filter(([seat]) => seat === table.seats[0]);
    const own = new Set([...(later[0]?.[table.seats[0]] ?? []), ...mine.map(([, card]) => card)]);
    const others = [...later.flat(2), ...stock, ...drawn.flat().map(([, card]) => card)];
    frames.push(frame);
    hidden.push(others.filter((card) => !open.has(card) && !own.has(card)));
  };
  let known = stateFromWelcome(null, table.welcome(), 0);
  const publish = (update) => {
    show(update);
    known = applyUpdate(known, update);
    const parts = ({ match, ...rest }) => Object.entries({ ...rest, ...match });
    const ours = Object.fromEntries(parts(known.table));
    for (const [name, part] of parts(table.welcome().table))
      if (text(ours[name]) !== text(part)) wrong.push(`${name} after ${update.seq}`);
  };
  show(table.welcome());
  publish(table.handle({ type: "begin" }));
  for (let step = 0; step < 400 && state.stage !== "over"; step++) {
    if (table.awaitsBot) publish(table.act(noviceAction(table.botView, random)));
    else if (state.stage === "pause") publish(table.handle({ type: "ready" }));
    else {
      const { legal, awaited, hand } = table.welcome().table.match;
      const action = legal[random(legal.length)];
      const drawn = table.match.phase.drawn?.length ?? 0;
      const unlike = awaited === "card" && hand.find((card) => !legal.includes(card));
      try { if (unlike) table.handle({ type: "play", card: unlike }); }
      catch ({ message }) { refused.push(message); }
      if (awaited === "card") publish(table.handle({ type: "play", card: action }));
      else if (awaited === "choice") publish(table.handle({ type: "choose", suit: action }));
      else if (awaited === "call") publish(table.handle({ type: "call", call: action }));
      else publish(table.handle({ type: "throw", throw: action }));
      const draws = table.match.phase.drawn?.length ?? 0;
      if (state.stage === "playing" && draws === drawn && random(8) === 0)
        publish(table.handle({ type: "undo" }));
      const again = new OfflineTable(rules, JSON.parse(text(state)), random, () => "");
      const same = text(again.welcome().table) === text(table.welcome().table);
      if (!same) wrong.push(`restored after ${state.seq}`);
    }
  }
  return JSON.stringify({ frames, hidden, wrong, refused });
}"""

NOVICE = """async ([base, cases]) => {
  const { rulesOf } = await import(base + "match/game-rules.js");
  const { noviceAction } = await import(base + "offline/host/novice.js");
  return cases.map(([game, options, match, earlier]) =>
    noviceAction({ rules: rulesOf(game, options), match, earlier }, () => 0));
}"""


@pytest.mark.parametrize("game", PLAYED_OFFLINE)
def test_every_frame_is_one_of_the_protocol_and_shows_no_hidden_card(
    modules: PageModules, game: str
) -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    validator = jsonschema_rs.validator_for(
        {"$ref": "#/$defs/TableFrame", "$defs": schema["$defs"]}
    )
    every = [options for name, options in (*EVERY, *WITH_CALLS) if name == game]
    for seed, options in enumerate(every[:: max(1, len(every) // 6)]):
        played = json.loads(modules.call(HOST, game, options, seed))
        assert played["wrong"] == []
        frames = played["frames"]
        assert len(frames) > 20
        for frame in frames:
            msgspec.convert(frame, TableFrame, strict=True)
            validator.validate(frame)
        assert all(map(_REFUSAL.fullmatch, played["refused"])), played["refused"]
        assert any(played["hidden"])
        for frame, hidden in zip(frames, played["hidden"], strict=True):
            assert not _names_hidden_card(frame, set(hidden)), frame


def _names_hidden_card(frame: dict[str, Any], hidden: set[str]) -> bool:
    """True if a frame names a card that only another player can see.

    Left out is what is no card of this deal: cards cut before it, and the last trick of another.
    """
    frame = json.loads(json.dumps(frame))
    frame["events"] = [each for each in frame.get("events", ()) if each["type"] != "cut"]
    match = (frame.get("table") or {}).get("match")
    if match:
        del match["cut"], match["contest"]
        if not match["tricks"]:
            del match["last_trick"]
    return bool(hidden & set(_CARD.findall(json.dumps(frame))))


_REFUSAL = re.compile(
    "you must follow suit: play a (club|diamond|heart|spade)"
    "|trumps may not be led until one has been played: lead another suit"
)
_CARD = re.compile(r'"([2-9TJQKA][CDHS])"')


def _weighs_chances(view: View) -> bool:
    """True where the novice of the server loses a trick by chances, which the page does not."""
    if view.awaited is not Awaited.CARD or tricks_wanted(view) != 0:
        return False
    return not view.table or len(view.table) + 1 < len(view.table_seats)


@pytest.mark.parametrize("game", PLAYED_OFFLINE)
def test_the_novice_plays_as_the_one_of_the_server(modules: PageModules, game: str) -> None:
    cases, expected = [], []
    every = [options for name, options in (*EVERY, *WITH_CALLS) if name == game]
    matches = times(4, whole=8)
    for seed in range(matches):
        options = every[seed * len(every) // matches]
        for state in course(game, options, seed)[::2]:
            acting = state.to_act
            if acting is None or acting < 0:
                continue
            view = state.view(acting)
            if view.awaited is Awaited.THROW or (view.awaited is Awaited.CHOICE and not view.hand):
                continue
            if _weighs_chances(view):
                continue
            earlier = [str(card) for hand in view.earlier for trick in hand for card in trick.cards]
            shown = msgspec.to_builtins(match_view(view))
            cases.append((game, options, shown, earlier))
            expected.append(action_text(novice.choose(view, Random(0))))
    assert len(cases) > 100
    assert modules.call(NOVICE, cases) == expected


FAILING = """async ([base]) => {
  const { rulesOf } = await import(base + "match/game-rules.js");
  const { OfflineTable } = await import(base + "offline/host/offline-table.js");
  const { decide } = await import(base + "offline/host/stepping-down.js");
  const state = {
    id: "", game: "whist", options: {}, level: "strong", name: "Ada",
    stage: "gathering", number: 0, seq: 0, actions: [],
  };
  const table = new OfflineTable(rulesOf("whist", {}), state, () => 0, () => "match");
  table.handle({ type: "begin" });
  while (!table.awaitsBot) table.handle({ type: "play", card: table.match.legal[0] });
  const place = table.turn, told = [];
  const bots = [() => { throw new Error("a fault") }, async () => "XX", () => Promise.reject("no")];
  for (const bot of bots) {
    const { botView: view } = table;
    const { action, lower } = await decide(bot, view, () => 0, table.steppedDown);
    told.push([view.match.legal.includes(action), lower]);
    // A novice that fails, too, as it would without a hand.
    const broken = { ...view, match: { ...view.match, hand: null, table: null } };
    const last = await decide(bot, broken, () => 0, "novice");
    told.push([view.match.legal.includes(last.action), last.lower]);
  }
  const { action, lower } = await decide(bots[0], table.botView, () => 0, null);
  const update = table.act(action, lower);
  const again = new OfflineTable(table.rules, JSON.parse(JSON.stringify(state)), () => 0, () => "");
  return [told, place, update.events, update.table.places[place].level,
    again.welcome().table.places[place].level];
}"""


def test_without_a_network_a_bot_that_fails_gives_way_to_a_lower_level(
    modules: PageModules,
) -> None:
    told, place, events, level, stored = modules.call(FAILING)
    assert told == [[True, "novice"], [True, "random"]] * 3
    assert events[0] == {"type": "note", "kind": "bot-failed", "place": place}
    assert events[1]["type"] == "played"
    assert (level, stored) == ("novice", "novice")
    assert len(modules.complaints) == 7  # the faults stand in the console, for whoever mends them
    modules.complaints.clear()
