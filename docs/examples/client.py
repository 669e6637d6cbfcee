"""Plays the first legal card, as a guest or as the bot whose token is in ODDTRICK_TOKEN.

python client.py http://127.0.0.1:8000/t/k3f90pqr7xyz   sits down at that table
python client.py http://127.0.0.1:8000 whist            opens a table of that game, with bots
"""

# ruff: noqa: D103, INP001, PLR0911, S310, T201 (an example, to be read on one page)

import asyncio
import hashlib
import json
import os
import secrets
import sys
from collections import defaultdict
from urllib.request import Request, urlopen

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake


def post(server, path, body, headers):
    headers = {"Content-Type": "application/json", "Origin": server, **headers}
    with urlopen(Request(server + path, json.dumps(body).encode(), headers)) as answer:
        return json.load(answer), answer.headers.get("Set-Cookie", "")


def wish(table, legal, secret):
    """What to ask for now, or None."""
    you, draw, places = table["you"], table["draw"], table["places"]
    if you is None:
        open_at = next((at for at, place in enumerate(places) if place["kind"] != "person"), None)
        return None if open_at is None else {"type": "sit", "place": open_at}
    if table["stage"] == "gathering" and table["you_host"]:
        return {"type": "begin"}
    if table["stage"] == "pause" and not places[you]["ready"]:
        return {"type": "ready"}
    if draw and you in draw["contributors"]:  # the deal is drawn from our secret, too
        number, sealed = draw["number"], dict(draw["seals"])
        if draw["opening"] and you in sealed and you not in draw["opened"]:
            return {"type": "open", "round": number, "secret": secret[number]}
        if not draw["opening"] and you not in sealed:
            lines = f"oddtrick/seal/1\n{table['code']}\n{number}\n{you}\n{secret[number]}"
            seal = hashlib.sha256(lines.encode()).hexdigest()
            return {"type": "seal", "round": number, "seal": seal}
    kinds = {"choice": ("choose", "suit"), "throw": ("throw", "throw"), "card": ("play", "card")}
    if not legal:
        return None
    kind, field = kinds[table["match"]["awaited"]]
    return {"type": kind, field: legal[0]}


class Player:
    """What a client remembers from frame to frame, also while it is not connected."""

    def __init__(self):
        self.table, self.legal, self.seq, self.asked, self.asked_at = {}, None, None, {}, -1
        self.secret = defaultdict(lambda: secrets.token_hex(32))  # one for each draw
        self.over = False

    def hear(self, frame):
        """Takes in a frame; returns what to send now, or None."""
        if frame["type"] == "refused" and not self.table:
            raise SystemExit(frame["message"])
        if frame["type"] in ("welcome", "update"):
            self.seq = frame["seq"]
        if frame.get("table"):
            self.table, self.legal = frame["table"], (frame["table"]["match"] or {}).get("legal")
        elif frame.get("turn"):
            self.legal = frame["turn"]["legal"]
        self.over = self.table["stage"] in ("over", "closed")
        if self.asked and (frame["type"] == "welcome" or frame.get("retry")):
            return self.asked  # nobody knows what became of it: again, under its id
        if self.asked and frame.get("re") == self.asked["id"]:
            self.asked = {}
        if self.asked or self.seq <= self.asked_at:
            return None
        if command := wish(self.table, self.legal, self.secret):
            self.asked = {"type": "command", "id": secrets.token_hex(8), "command": command}
            self.asked_at = self.seq
        return self.asked


async def play(server, code, headers, heard=lambda frame: None):
    """Plays until the match is over; returns the table as it was left."""
    url, player = f"{server.replace('http', 'ws', 1)}/ws/tables/{code}", Player()
    while not player.over:
        try:
            async with connect(url, origin=server, additional_headers=headers) as socket:
                await socket.send(json.dumps({"type": "hello", "protocol": 1, "seq": player.seq}))
                while not player.over:
                    heard(frame := json.loads(await socket.recv()))
                    await asyncio.sleep(frame.get("retry", 0))
                    if answer := player.hear(frame):
                        await socket.send(json.dumps(answer))
        except (ConnectionClosed, InvalidHandshake, OSError):
            await asyncio.sleep(0.3)  # then again, from what is known
    return player.table


def main(address, game=None):
    server, _, code = address.partition("/t/")
    token = os.environ.get("ODDTRICK_TOKEN")
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    if not token:  # a guest, known by the cookie
        headers["Cookie"] = post(server, "/api/me", {"name": "Robot"}, {})[1].partition(";")[0]
    if game:
        settings = {"pace_ms": 0, "pause_seconds": 0}
        table = {"rules": {"game": game}, "settings": settings, "sit": 0}
        code = post(server, "/api/tables", table, headers)[0]["code"]
    table = asyncio.run(play(server, code, headers))
    print(json.dumps({"code": code, "winner": table["match"]["winner"]}))


if __name__ == "__main__":
    main(*sys.argv[1:])
