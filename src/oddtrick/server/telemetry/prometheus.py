"""The figures of a server for Prometheus: each worker's own, and those of the others beside it.

Workers share one address, so whoever is asked answers for all. Each of several workers leaves its
figures in a file every two seconds; a file that is older than ten is a dead worker's.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import msgspec
from prometheus_client import CollectorRegistry, ProcessCollector
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest
from prometheus_client.registry import Collector

from oddtrick.server.telemetry.logs import log

if TYPE_CHECKING:
    from collections.abc import Collection

    from oddtrick.server.telemetry.counters import Counters, Distribution

CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4
LEAVE_SECONDS = 2.0
STALE_SECONDS = 10.0


class WorkerSlot(msgspec.Struct, frozen=True):
    """Which of several workers this is.

    Args:
        number: from 0; a worker that is started anew has the number of the one that died.
        folder: where workers leave their figures; None: there is only one.
    """

    number: int = 0
    folder: Path | None = None


ALONE = WorkerSlot()
"""The only worker."""


class WriteQueue(Protocol):
    """The event log, as far as metrics look at it."""

    @property
    def waiting(self) -> int:
        """The appends and changes that wait to be written."""


class MetricsSource(Protocol):
    """The table service, as far as metrics look at it."""

    @property
    def counts(self) -> Counters:
        """The counters of this worker."""

    @property
    def connections(self) -> Collection[object]:
        """The open WebSockets."""

    @property
    def rooms(self) -> Collection[str]:
        """The tables in memory."""

    @property
    def closing(self) -> bool:
        """Whether the worker is stopping."""

    @property
    def log(self) -> WriteQueue:
        """The event log."""


class Sample(msgspec.Struct, frozen=True, array_like=True):
    """One line: what follows the name of its family, labels, value."""

    name: str
    labels: dict[str, str]
    value: float


class Family(msgspec.Struct, frozen=True, array_like=True):
    """MetricsExporter of one name."""

    name: str
    about: str
    kind: str
    samples: list[Sample]


def figures(service: MetricsSource, waiting: int) -> list[Metric]:
    """What a worker has counted, and how things are now.

    Args:
        service: the tables.
        waiting: how many appends wait to be written.
    """
    counts = service.counts
    found = [
        _gauge("connections", "WebSockets that are open", len(service.connections)),
        _gauge("tables_loaded", "tables that are kept in memory", len(service.rooms)),
        _gauge("appends_waiting", "entries and changes that wait to be written", waiting),
        _gauge("closing", "the worker is stopping", int(service.closing)),
        _counter("hints_sent", "hints to other workers", counts.hints_sent),
        _counter("hints_received", "hints of other workers", counts.hints_received),
        _counter("hints_dropped", "hints that found no room", counts.hints_dropped),
        _counter("poll_finds", "wakes and entries that no hint has told", counts.polled),
        _counter("store_failures", "groups that could not be written", counts.store_failures),
        _histogram("answer_seconds", "from a command to its answer", counts.answer),
        _histogram("commit_seconds", "transactions of the log", counts.commit),
        _histogram("commit_group_size", "what shared a transaction", counts.group),
        _histogram("bot_seconds", "decisions of the house's bots", counts.thinking),
        _histogram("wake_late_seconds", "how late a table was looked at", counts.late),
    ]
    commands = CounterMetricFamily(
        "oddtrick_commands", "commands by outcome", labels=["kind", "outcome"]
    )
    for (kind, outcome), count in tuple(counts.commands.items()):
        commands.add_metric([kind, outcome], count)
    refused = CounterMetricFamily("oddtrick_refused", "what was refused", labels=["code"])
    for code, count in tuple(counts.refused.items()):
        refused.add_metric([code], count)
    closed = CounterMetricFamily("oddtrick_closed", "sockets that were closed", labels=["code"])
    for number, count in tuple(counts.closed.items()):
        closed.add_metric([str(number)], count)
    process = ProcessCollector(registry=None)  # of Linux; elsewhere it has nothing to say
    return [*found, commands, refused, closed, *process.collect()]


def _gauge(name: str, about: str, value: float) -> Metric:
    return GaugeMetricFamily(f"oddtrick_{name}", about, value=value)


def _counter(name: str, about: str, value: float) -> Metric:
    return CounterMetricFamily(f"oddtrick_{name}", about, value=value)


def _histogram(name: str, about: str, told: Distribution) -> Metric:
    so_far, buckets = 0, []
    for bound, count in zip((*told.bounds, float("inf")), tuple(told.counts), strict=True):
        so_far += count
        buckets.append(("+Inf" if bound == float("inf") else str(bound), so_far))
    return HistogramMetricFamily(f"oddtrick_{name}", about, buckets=buckets, sum_value=told.sum)


def families(metrics: Iterable[Metric], worker: int) -> list[Family]:
    """The same as data, each line with the number of the worker."""
    label = {"worker": str(worker)}
    return [
        Family(
            metric.name,
            metric.documentation,
            metric.type,
            [Sample(s.name, {**s.labels, **label}, s.value) for s in metric.samples],
        )
        for metric in metrics
    ]


def exposed(told: Iterable[list[Family]]) -> bytes:
    """The figures of several workers as Prometheus reads them."""
    together: dict[str, Metric] = {}
    for worker in told:
        for family in worker:
            metric = together.setdefault(
                family.name, Metric(family.name, family.about, family.kind)
            )
            for sample in family.samples:
                metric.add_sample(sample.name, sample.labels, sample.value)
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Collected(together.values()))
    return generate_latest(registry)


class _Collected(Collector):
    def __init__(self, metrics: Iterable[Metric]) -> None:
        self._metrics = metrics

    def collect(self) -> Iterable[Metric]:
        return self._metrics


class MetricsExporter:
    """What a worker tells when it is asked how things are.

    Args:
        service: the tables.
        place: which worker it is.
    """

    def __init__(self, service: MetricsSource, place: WorkerSlot) -> None:
        self._service = service
        self._place = place

    def own(self) -> list[Family]:
        """This worker's."""
        return families(figures(self._service, self._service.log.waiting), self._place.number)

    def expose(self) -> bytes:
        """This worker's, and what the others have left; reads their files."""
        return exposed([self.own(), *self._of_others()])

    def _of_others(self) -> list[list[Family]]:
        folder, found = self._place.folder, []
        files = [] if folder is None else sorted(folder.glob("*.figures"))
        for file in files:
            if file.stem == str(self._place.number):
                continue
            with contextlib.suppress(OSError, msgspec.DecodeError):
                if time.time() - file.stat().st_mtime < STALE_SECONDS:
                    found.append(msgspec.msgpack.decode(file.read_bytes(), type=list[Family]))
        return found

    async def run(self) -> None:
        """Leaves this worker's figures for the others, until cancelled."""
        folder = self._place.folder
        while folder is not None:
            try:
                _leave(folder / f"{self._place.number}.figures", self.own())
            except OSError as error:
                log.warning("no figures were left", reason=error.strerror)
            await asyncio.sleep(LEAVE_SECONDS)


def _leave(file: Path, told: list[Family]) -> None:
    """Writes a file that is never seen half written."""
    new = file.with_suffix(f".{os.getpid()}")
    new.write_bytes(msgspec.msgpack.encode(told))
    new.replace(file)
