"""Plays any legal card, as a guest or as the bot whose token is in ODDTRICK_TOKEN.

python client.py http://127.0.0.1:8000/t/k3f90pqr7xyz   sits down at that table
python client.py http://127.0.0.1:8000 whist            opens a table of that game, with bots
"""

# ruff: noqa: C901, D103, INP001, S310, T201 (an example, to be read on one page)
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

KINDS = {"card": ("play", "card"), "choice": ("choose", "suit"), "throw": ("throw", "throw")}


def post(server, path, body, headers):
    headers = {"Content-Type": "application/json", "Origin": server, **headers}
    with urlopen(Request(server + path, json.dumps(body).encode(), headers)) as answer:
        return json.load(answer), answer.headers.get("Set-Cookie", "")


def wish(table, legal, secret):
    """What to ask for now, or None; asking again for what is done is refused, and does no harm."""
    you, draw, stage = table["you"], table["draw"], table["stage"]
    if you is None:
        free = [at for at, place in enumerate(table["places"]) if place["kind"] != "person"]
        return {"type": "sit", "place": free[0]} if free else None
    if stage == "gathering":
        return {"type": "begin"} if table["you_host"] else None
    if stage == "pause":
        return {"type": "ready"}
    if draw and you in draw["contributors"]:  # the deal is drawn from our secret, too
        number = draw["number"]
        if draw["opening"]:
            return {"type": "open", "round": number, "secret": secret[number]}
        lines = f"oddtrick/seal/1\n{table['code']}\n{number}\n{you}\n{secret[number]}"
        return {"type": "seal", "round": number, "seal": hashlib.sha256(lines.encode()).hexdigest()}
    kind, field = KINDS[table["match"]["awaited"]] if legal else (None, None)
    return {"type": kind, field: secrets.choice(legal)} if legal else None


async def play(server, code, headers, heard=lambda frame: None):
    """Plays until the match is over, whatever becomes of the line; returns the table then."""
    table, legal, seq, secret = None, None, None, defaultdict(lambda: secrets.token_hex(32))
    url = f"{server.replace('http', 'ws', 1)}/ws/tables/{code}"
    while True:
        try:
            async with connect(url, origin=server, additional_headers=headers) as socket:
                await socket.send(json.dumps({"type": "hello", "protocol": 1, "seq": seq}))
                async for text in socket:
                    heard(frame := json.loads(text))
                    if frame["type"] == "refused" and not table:
                        raise SystemExit(frame["message"])
                    if frame.get("retry"):
                        await asyncio.sleep(1)
                    elif frame["type"] not in ("welcome", "update"):
                        continue
                    seq = frame.get("seq", seq)
                    if frame.get("table"):
                        table = frame["table"]
                        legal = table["match"] and table["match"]["legal"]
                    elif frame.get("turn"):
                        legal = frame["turn"]["legal"]
                    elif frame.get("draw"):
                        table["draw"] = frame["draw"]
                    if table["stage"] in ("over", "closed"):
                        return table
                    if command := wish(table, legal, secret):  # an id is answered, and done, once
                        told = {"type": "command", "id": str(seq), "command": command}
                        await socket.send(json.dumps(told))
        except (ConnectionClosed, InvalidHandshake, OSError):
            await asyncio.sleep(0.3)  # then again, from what is known


def main(address, game=None):
    server, _, code = address.partition("/t/")
    token = os.environ.get("ODDTRICK_TOKEN")
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    if not token:  # a guest, known by the cookie
        headers["Cookie"] = post(server, "/api/me", {"name": "Robot"}, {})[1].partition(";")[0]
    if game:
        table = {
            "rules": {"game": game},
            "settings": {"bot_delay_ms": 0, "pause_seconds": 0},
            "sit": 0,
        }
        code = post(server, "/api/tables", table, headers)[0]["code"]
    table = asyncio.run(play(server, code, headers))
    print(json.dumps({"code": code, "winner": table["match"]["winner"]}))


if __name__ == "__main__":
    main(*sys.argv[1:])
