"""Metrics for Prometheus: this worker's, and those of the other workers.

Workers share one address, so the worker that gets a request answers for all of them. Each of
several workers writes its metrics to a file every two seconds; a file older than ten seconds
belongs to a dead worker.
"""

from __future__ import annotations

import asyncio
import contextlib
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

from oddtrick.atomic_file import write_atomically
from oddtrick.server.telemetry.logs import log

if TYPE_CHECKING:
    from collections.abc import Collection

    from oddtrick.server.telemetry.counters import Counters, Distribution

CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4
WRITE_SECONDS = 2.0
STALE_SECONDS = 10.0


class WorkerSlot(msgspec.Struct, frozen=True):
    """The position of a worker among several.

    Args:
        number: from 0; a restarted worker has the number of the one that died.
        folder: the folder for the files of metrics; None if there is only one worker.
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
        """True if the worker is stopping."""

    @property
    def log(self) -> WriteQueue:
        """The event log."""


class Sample(msgspec.Struct, frozen=True, array_like=True):
    """One line of a metric: name, labels, value."""

    name: str
    labels: dict[str, str]
    value: float


class Family(msgspec.Struct, frozen=True, array_like=True):
    """The samples of one metric."""

    name: str
    about: str
    kind: str
    samples: list[Sample]


def worker_metrics(service: MetricsSource, waiting: int) -> list[Metric]:
    """Returns the metrics of a worker.

    Args:
        service: the tables.
        waiting: the number of appends and other writes in the queue.
    """
    counts = service.counts
    found = [
        _gauge("connections", "open WebSockets", len(service.connections)),
        _gauge("tables_loaded", "tables in memory", len(service.rooms)),
        _gauge("appends_waiting", "appends and other writes in the queue", waiting),
        _gauge("closing", "1 while the worker is stopping", int(service.closing)),
        _counter("hints_sent", "hints sent to other workers", counts.hints_sent),
        _counter("hints_received", "hints received from other workers", counts.hints_received),
        _counter("hints_dropped", "hints dropped from a full queue", counts.hints_dropped),
        _counter("poll_finds", "wakes and entries found by polling only", counts.polled),
        _counter("store_failures", "groups that could not be written", counts.store_failures),
        _histogram("answer_seconds", "time from a command to its reply", counts.answer),
        _histogram("commit_seconds", "time of a transaction of the writer", counts.commit),
        _histogram("commit_group_size", "writes that shared a transaction", counts.group),
        _histogram("bot_seconds", "time of a bot's decision", counts.thinking),
        _histogram("wake_late_seconds", "delay of wakes", counts.late),
    ]
    commands = CounterMetricFamily(
        "oddtrick_commands", "commands, by kind and outcome", labels=["kind", "outcome"]
    )
    for (kind, outcome), count in tuple(counts.commands.items()):
        commands.add_metric([kind, outcome], count)
    refused = CounterMetricFamily("oddtrick_refused", "refusals, by code", labels=["code"])
    for code, count in tuple(counts.refused.items()):
        refused.add_metric([code], count)
    closed = CounterMetricFamily(
        "oddtrick_closed", "closed sockets, by close code", labels=["code"]
    )
    for number, count in tuple(counts.closed.items()):
        closed.add_metric([str(number)], count)
    process = ProcessCollector(registry=None)  # empty outside Linux
    return [*found, commands, refused, closed, *process.collect()]


def _gauge(name: str, about: str, value: float) -> Metric:
    return GaugeMetricFamily(f"oddtrick_{name}", about, value=value)


def _counter(name: str, about: str, value: float) -> Metric:
    return CounterMetricFamily(f"oddtrick_{name}", about, value=value)


def _histogram(name: str, about: str, histogram: Distribution) -> Metric:
    cumulative, buckets = 0, []
    for bound, count in zip(
        (*histogram.bounds, float("inf")), tuple(histogram.counts), strict=True
    ):
        cumulative += count
        buckets.append(("+Inf" if bound == float("inf") else str(bound), cumulative))
    return HistogramMetricFamily(
        f"oddtrick_{name}", about, buckets=buckets, sum_value=histogram.sum
    )


def families(metrics: Iterable[Metric], worker: int) -> list[Family]:
    """Returns metrics as data, each sample labelled with the worker."""
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


def text_format(metrics: Iterable[list[Family]]) -> bytes:
    """Returns the metrics of several workers in the text format of Prometheus."""
    together: dict[str, Metric] = {}
    for worker in metrics:
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
    """Exports the metrics of all workers on this machine.

    Args:
        service: the tables.
        slot: the position of this worker.
    """

    def __init__(self, service: MetricsSource, slot: WorkerSlot) -> None:
        self._service = service
        self._slot = slot

    def own(self) -> list[Family]:
        """Returns the metrics of this worker."""
        return families(worker_metrics(self._service, self._service.log.waiting), self._slot.number)

    def expose(self) -> bytes:
        """Returns the metrics of all workers; reads the files of the others."""
        return text_format([self.own(), *self._other_workers()])

    def _other_workers(self) -> list[list[Family]]:
        folder, found = self._slot.folder, []
        files = [] if folder is None else sorted(folder.glob("*.figures"))
        for file in files:
            if file.stem == str(self._slot.number):
                continue
            with contextlib.suppress(OSError, msgspec.DecodeError):
                if time.time() - file.stat().st_mtime < STALE_SECONDS:
                    found.append(msgspec.msgpack.decode(file.read_bytes(), type=list[Family]))
        return found

    async def run(self) -> None:
        """Writes the metrics of this worker to its file until cancelled."""
        folder = self._slot.folder
        while folder is not None:
            file = folder / f"{self._slot.number}.figures"
            try:
                write_atomically(file, msgspec.msgpack.encode(self.own()), sync=False)
            except OSError as error:
                log.warning("metrics file not written", reason=error.strerror)
            await asyncio.sleep(WRITE_SECONDS)
