"""The forkserver of the tests: every thread that asks learns how a process ended."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor

from tests.support.server.forkserver import shared_forkserver


def test_the_exit_status_can_be_asked_for_more_than_once() -> None:
    forkserver = shared_forkserver()
    process = forkserver.start(["serve", "--port", "none"], dict(os.environ))
    with process.stdout, process.stderr:
        status = process.wait(30)
        assert "port" in process.stderr.read()
    with ThreadPoolExecutor(4) as threads:
        answers = threads.map(lambda _: forkserver.request({"poll": process.pid}), range(4))
        assert [answer["status"] for answer in answers] == [status] * 4
