"""Metrics of a real server: values and access."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.types import Scope
from prometheus_client.parser import text_string_to_metric_families

from oddtrick.server.routes.monitoring import may_read
from oddtrick.server.security.trusted_proxies import trust_proxies
from oddtrick.server.settings import Settings
from oddtrick.server.telemetry.counters import Counters, Distribution
from oddtrick.server.telemetry.prometheus import Family, Sample, text_format
from tests.support.server.guest_players import Guest, evening
from tests.support.server.server_process import server


def figures_in(text: str) -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    """Parses the metrics text; sums the workers' values by name and labels."""
    found: dict[tuple[str, tuple[tuple[str, str], ...]], float] = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            labels = tuple(sorted((k, v) for k, v in sample.labels.items() if k != "worker"))
            found[sample.name, labels] = found.get((sample.name, labels), 0.0) + sample.value
    return found


async def test_metrics_count_an_evening(tmp_path: Path) -> None:
    with server(tmp_path) as process:
        ann, ben = Guest(process.url, "Ann"), Guest(process.url, "Ben")
        try:
            await evening(ann, ben, 6)
            refused = await ann.done({"type": "sit", "place": 1})
            result = figures_in((await ann.http.get("/metrics")).text)
        finally:
            await ann.leave()
            await ben.leave()
    assert refused["type"] == "refused"
    played = result["oddtrick_commands_total", (("kind", "play"), ("outcome", "done"))]
    bots = result["oddtrick_commands_total", (("kind", "bot-acts"), ("outcome", "done"))]
    assert played >= len(ann.acknowledged) + len(ben.acknowledged) >= 12
    assert bots >= 10
    assert result["oddtrick_connections", ()] == 2
    assert result["oddtrick_tables_loaded", ()] == 1
    assert result["oddtrick_refused_total", (("code", refused["code"]),)] == 1
    assert result["oddtrick_bot_seconds_count", ()] >= bots
    assert result["oddtrick_answer_seconds_count", ()] >= played
    written = result["oddtrick_commit_group_size_sum", ()]
    assert written >= played + bots
    assert result["oddtrick_commit_seconds_count", ()] <= written
    assert result["oddtrick_store_failures_total", ()] == 0
    assert result["process_resident_memory_bytes", ()] > 10_000_000


@pytest.mark.whole(held_by="tests/server/operations/test_metrics.py::test_metrics_count_an_evening")
async def test_any_worker_reports_the_metrics_of_all(
    tmp_path: Path, postgres_url: str, redis_url: str
) -> None:
    environ = {"DATABASE_URL": postgres_url, "REDIS_URL": redis_url}
    with server(tmp_path, workers=2, environ=environ) as process:
        guests = [Guest(process.url, f"Guest {number}") for number in range(6)]
        try:
            await asyncio.gather(*(guest.arrive() for guest in guests))
            code = await guests[0].open(rules={"game": "whist"})
            for guest in guests:
                await guest.join(code)
            async with asyncio.timeout(30), httpx.AsyncClient() as client:
                while (
                    True
                ):  # until both workers have published their metrics after the last connection
                    text = (await client.get(f"{process.url}/metrics")).text
                    result = figures_in(text)
                    both = all(f'worker="{number}"' in text for number in (0, 1))
                    if both and result["oddtrick_connections", ()] == 6:
                        break
                    await asyncio.sleep(0.2)
        finally:
            for guest in guests:
                await guest.leave()
    assert 'oddtrick_connections{worker="0"}' in text
    assert 'oddtrick_connections{worker="1"}' in text
    assert text.count("# TYPE oddtrick_connections gauge") == 1


def test_metrics_can_be_disabled(tmp_path: Path) -> None:
    with server(tmp_path, environ={"ODDTRICK_METRICS": "off"}) as process:
        assert httpx.get(f"{process.url}/metrics").status_code == 404


def _reads(
    settings: Settings,
    client: str,
    *,
    forwarded: str | None = None,
    port: int = 4711,
    host: str = "localhost",
) -> bool:
    """Returns whether a request may read the metrics behind the trusted proxies."""
    headers = [(b"host", host.encode())]
    if forwarded is not None:
        headers.append((b"x-forwarded-for", forwarded.encode()))
    scope: Any = {"type": "http", "client": (client, port), "headers": headers}
    found: list[bool] = []

    async def app(scope: Scope, _receive: Any, _send: Any) -> None:
        found.append(may_read(scope, settings))

    asyncio.run(trust_proxies(app, settings.proxies)(scope, None, None))  # type: ignore[arg-type]  # receive and send are unused
    return found[0]


@pytest.mark.parametrize("client", ["127.0.0.1", "127.9.9.9", "::1"])
def test_the_loopback_address_reads_metrics(tmp_path: Path, client: str) -> None:
    assert _reads(Settings(data=tmp_path), client)


@pytest.mark.parametrize("client", ["192.0.2.1", "2001:db8::1", "10.0.0.9", "", "testclient"])
def test_only_listed_addresses_read_metrics(tmp_path: Path, client: str) -> None:
    assert not _reads(Settings(data=tmp_path), client)
    named = Settings(data=tmp_path, metrics_from=("10.0.0.0/8",))
    assert _reads(named, client) == (client == "10.0.0.9")


def test_a_page_whose_name_leads_here_reads_no_metrics(tmp_path: Path) -> None:
    for host, reads in (("localhost:8000", True), ("127.0.0.1", True), ("evil.example", False)):
        assert _reads(Settings(data=tmp_path), "127.0.0.1", host=host) == reads
    probed = Settings(data=tmp_path, metrics_from=("10.0.0.0/8",))
    assert _reads(probed, "10.0.0.9", host="whist:8000")


def test_a_proxied_request_is_not_local(tmp_path: Path) -> None:
    trusting = Settings(data=tmp_path, proxies=("127.0.0.1/32",))
    assert not _reads(trusting, "127.0.0.1", forwarded="192.0.2.1")
    assert not _reads(trusting, "127.0.0.1", forwarded="127.0.0.1, 192.0.2.1")
    assert _reads(trusting, "127.0.0.1")
    # A proxy missing from the settings does not grant access either.
    assert not _reads(Settings(data=tmp_path), "127.0.0.1", forwarded="192.0.2.1")
    assert not _reads(Settings(data=tmp_path), "127.0.0.1", forwarded="127.0.0.1")


def test_metrics_are_labelled_by_worker() -> None:
    result = [
        [Family("a", "about a", "counter", [Sample("a_total", {"worker": str(n)}, 2.0 + n)])]
        for n in range(2)
    ]
    lines = text_format(result).decode().splitlines()
    assert lines == [
        "# HELP a_total about a",
        "# TYPE a_total counter",
        'a_total{worker="0"} 2.0',
        'a_total{worker="1"} 3.0',
    ]


def test_a_value_on_a_bound_counts_in_the_bucket_below() -> None:
    result = Distribution((1.0, 2.0))
    for value in (0.5, 1.0, 1.5, 2.0, 9.0):
        result.add(value)
    assert (result.counts, result.sum) == ([2, 2, 1], 14.0)


def test_two_counters_share_no_state() -> None:
    one, other = Counters(), Counters()
    one.commands["play", "done"] += 1
    one.wrote(3, 0.01, failed=True)
    assert not other.commands
    assert (other.store_failures, sum(other.commit.counts)) == (0, 0)
    assert (one.store_failures, one.group.sum) == (1, 3.0)
