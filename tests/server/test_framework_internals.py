"""The undocumented member of uvicorn that the server uses still exists."""

from __future__ import annotations

import asyncio
import inspect
from importlib.metadata import requires, version

import pytest
import uvicorn
from packaging.requirements import Requirement
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState


def changed(package: str, what: str, where: str) -> str:
    """Returns the message of a failed check."""
    return (
        f"{package} {version(package)} has changed {what}, which src/oddtrick/server/{where} uses: "
        f"adapt that module, then the upper bound of {package} in pyproject.toml"
    )


async def test_uvicorn_still_makes_its_protocols_as_the_guard_does() -> None:
    async def application(_scope: object, _receive: object, _send: object) -> None: ...

    told = changed("uvicorn", "H11Protocol", "security/connection_guard.py")
    config = uvicorn.Config(application, lifespan="off", log_level="warning")
    parameters = inspect.signature(H11Protocol).parameters
    assert list(parameters) == ["config", "server_state", "app_state", "_loop"], told
    protocol = H11Protocol(config=config, server_state=ServerState(), app_state={"a": 1})
    assert isinstance(protocol, asyncio.Protocol), told


@pytest.mark.parametrize("package", ["uvicorn"])
def test_packages_whose_insides_we_use_have_an_upper_bound(package: str) -> None:
    found = [Requirement(text) for text in requires("oddtrick") or ()]
    bounds = [one.specifier for one in found if one.name == package]
    assert bounds
    assert any(each.operator == "<" for each in bounds[0]), f"{package}: bound it in pyproject.toml"
