"""The undocumented members of uvicorn and websockets that the server uses still exist."""

from __future__ import annotations

import inspect
from importlib.metadata import requires, version

import pytest
import uvicorn
from packaging.requirements import Requirement
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.server import ServerState
from websockets.protocol import State
from websockets.server import ServerProtocol

METHODS = {
    "connection_made": ["self", "transport"],
    "connection_lost": ["self", "exc"],
    "data_received": ["self", "data"],
    "handle_websocket_upgrade": ["self", "event"],
}
"""Methods of uvicorn's class that ``sockets/uvicorn_http.py`` overrides, with their parameters."""


def changed(package: str, what: str, where: str) -> str:
    """Returns the message of a failed check."""
    return (
        f"{package} {version(package)} has changed {what}, which src/oddtrick/server/{where} uses: "
        f"adapt that module, then the upper bound of {package} in pyproject.toml"
    )


@pytest.mark.parametrize(("name", "parameters"), METHODS.items(), ids=METHODS)
def test_uvicorn_still_has_each_http_method_we_use(name: str, parameters: list[str]) -> None:
    told = changed("uvicorn", f"H11Protocol.{name}", "sockets/uvicorn_http.py")
    method = getattr(H11Protocol, name, None)
    assert method is not None, told
    assert list(inspect.signature(method).parameters) == parameters, told


async def test_uvicorn_still_tells_whether_a_request_is_under_way() -> None:
    async def application(_scope: object, _receive: object, _send: object) -> None: ...

    config = uvicorn.Config(application, lifespan="off", log_level="warning")
    protocol = H11Protocol(config, ServerState(), {})
    for name in ("cycle", "client", "transport", "loop"):
        assert hasattr(protocol, name), changed(
            "uvicorn", f"H11Protocol.{name}", "sockets/uvicorn_http.py"
        )
    cycle: RequestResponseCycle | None = protocol.cycle
    assert cycle is None
    source = inspect.getsource(RequestResponseCycle.__init__)
    assert "self.response_complete = False" in source, changed(
        "uvicorn", "RequestResponseCycle.response_complete", "sockets/uvicorn_http.py"
    )


def test_websockets_still_fails_a_connection_with_a_code() -> None:
    protocol = ServerProtocol()
    told = changed("websockets", "ServerProtocol.fail", "sockets/uvicorn_protocol.py")
    protocol.state = State.OPEN
    protocol.fail(1007, "not UTF-8")
    assert protocol.close_sent is not None, told
    assert protocol.close_sent.code == 1007, told
    assert b"".join(protocol.data_to_send()).endswith(b"not UTF-8"), told


@pytest.mark.parametrize("package", ["uvicorn", "websockets"])
def test_packages_whose_insides_we_use_have_an_upper_bound(package: str) -> None:
    found = [Requirement(text) for text in requires("oddtrick") or ()]
    bounds = [one.specifier for one in found if one.name == package]
    assert bounds
    assert any(each.operator == "<" for each in bounds[0]), f"{package}: bound it in pyproject.toml"
