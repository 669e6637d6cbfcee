"""A minimal client that plays random legal actions.

It plays as a guest, or as the bot account whose token is in ODDTRICK_TOKEN.

It needs one library: pip install websockets

python client.py http://127.0.0.1:8000/t/k3f90pqr7xyz   joins that table
python client.py http://127.0.0.1:8000 whist            opens a table of whist with bots
"""

# ruff: noqa: C901, D103, INP001, S310, T201 (an example that fits on one page)
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

KINDS = {
    "card": ("play", "card"),
    "call": ("call", "call"),
    "choice": ("choose", "suit"),
    "throw": ("throw", "throw"),
}


def post(server, path, body, headers):
    headers = {"Content-Type": "application/json", "Origin": server, **headers}
    with urlopen(Request(server + path, json.dumps(body).encode(), headers)) as response:
        return json.load(response), response.headers.get("Set-Cookie", "")


def next_command(table, legal, secret):
    """Returns the next command, or None; a repeated command is refused and does no harm."""
    you, draw, stage = table["you"], table["draw"], table["stage"]
    if you is None:
        free = [at for at, place in enumerate(table["places"]) if place["kind"] != "person"]
        return {"type": "sit", "place": free[0]} if free else None
    if stage == "gathering":
        return {"type": "begin"} if table["you_host"] else None
    if stage == "pause":
        return {"type": "ready"}
    if draw and you in draw["contributors"]:  # contribute a secret to the shuffle
        number = draw["number"]
        if draw["opening"]:
            return {"type": "open", "round": number, "secret": secret[number]}
        lines = f"oddtrick/seal/1\n{table['code']}\n{number}\n{you}\n{secret[number]}"
        return {"type": "seal", "round": number, "seal": hashlib.sha256(lines.encode()).hexdigest()}
    kind, field = KINDS[table["match"]["awaited"]] if legal else (None, None)
    return {"type": kind, field: secrets.choice(legal)} if legal else None


async def play(server, code, headers, on_frame=lambda frame: None):
    """Plays until the match is over, reconnecting as needed; returns the final table."""
    table, legal, seq, secret = {}, None, None, defaultdict(lambda: secrets.token_hex(32))
    url = f"{server.replace('http', 'ws', 1)}/ws/tables/{code}"
    while True:
        try:
            async with connect(url, origin=server, additional_headers=headers) as socket:
                await socket.send(json.dumps({"type": "hello", "protocol": 1, "seq": seq}))
                async for text in socket:
                    on_frame(frame := json.loads(text))
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
                    if command := next_command(table, legal, secret):
                        # One command per entry: its seq serves as the idempotency key.
                        request = {"type": "command", "id": str(seq), "command": command}
                        await socket.send(json.dumps(request))
        except (ConnectionClosed, InvalidHandshake, OSError):
            await asyncio.sleep(0.3)  # reconnect and resume after the last seq


def main(address, game=None):
    server, _, code = address.partition("/t/")
    token = os.environ.get("ODDTRICK_TOKEN")
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    if not token:  # become a guest, identified by a cookie
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
