"""Plays the first legal card, as a guest or as the bot whose token is in ODDTRICK_TOKEN.

python client.py http://127.0.0.1:8000/t/k3f90pqr7xyz   sits down at that table
python client.py http://127.0.0.1:8000 whist            opens a table of that game, with bots
"""

# ruff: noqa: C901, D103, INP001, PLR0911, S310, T201 (an example, to be read on one page)

import asyncio
import hashlib
import json
import os
import secrets
import sys
from collections import defaultdict
from urllib.request import Request, urlopen

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed


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


async def play(server, code, headers, heard=lambda frame: None):
    """Plays until the match is over; returns the table as it was left."""
    url = f"{server.replace('http', 'ws', 1)}/ws/tables/{code}"
    table, legal, seq, asked, asked_at = {}, None, None, {}, -1
    secret = defaultdict(lambda: secrets.token_hex(32))  # one for each draw
    async for socket in connect(url, origin=server, additional_headers=headers, compression=None):
        try:  # the loop connects anew whenever the connection breaks
            await socket.send(json.dumps({"type": "hello", "protocol": 1, "seq": seq}))
            async for text in socket:
                heard(frame := json.loads(text))
                if frame["type"] == "refused" and not table:
                    raise SystemExit(frame["message"])
                seq = frame["seq"] if frame["type"] in ("welcome", "update") else seq
                if frame.get("table"):
                    table, legal = frame["table"], (frame["table"]["match"] or {}).get("legal")
                elif frame.get("turn"):
                    legal = frame["turn"]["legal"]
                if table["stage"] in ("over", "closed"):
                    return table
                if asked and (frame["type"] == "welcome" or frame.get("retry")):
                    await asyncio.sleep(1 if frame.get("retry") else 0)
                    await socket.send(json.dumps(asked))  # nobody knows: again, under its id
                elif asked and frame.get("re") == asked["id"]:
                    asked = {}
                if not asked and seq > asked_at and (command := wish(table, legal, secret)):
                    asked_at, asked = seq, {"type": "command", "id": secrets.token_hex(8)}
                    asked["command"] = command
                    await socket.send(json.dumps(asked))
        except ConnectionClosed:
            pass
    return table


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
