"""A bare echo server in the same framework: sends each frame to the four members of a group.

``python benchmarks/server_echo.py PORT``: the cost of Litestar, uvicorn and uvloop alone, without
rules, storage or filtering. uvicorn is configured as in ``oddtrick serve``.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from typing import Any

import uvicorn
from litestar import Litestar, WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

groups: defaultdict[str, set[WebSocket[Any, Any, Any]]] = defaultdict(set)


@websocket("/ws/tables/{code:str}")
async def echo(socket: WebSocket[Any, Any, Any], code: str) -> None:
    """Sends each frame to all members of the group."""
    await socket.accept()
    group = groups[code]
    group.add(socket)
    try:
        while True:
            text = await socket.receive_text()
            for member in tuple(group):
                await member.send_text(text)
    except WebSocketDisconnect:
        pass
    finally:
        group.discard(socket)


def main() -> None:
    """Serves until terminated."""
    uvicorn.run(
        Litestar([echo], openapi_config=None, logging_config=None),
        port=int(sys.argv[1]),
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        ws_ping_interval=30.0,
        ws_ping_timeout=30.0,
        loop="uvloop",
        log_config=None,
        access_log=False,
    )


if __name__ == "__main__":
    main()
