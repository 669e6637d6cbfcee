"""Large uploads: one at a time per person, few in all, and their memory is given back."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import psutil  # type: ignore[import-untyped]  # its stubs are not a dependency
import pytest

from oddtrick.server.errors import ApiError
from oddtrick.server.limits import Limits
from oddtrick.server.people.guest_cookie import COOKIE, GuestCookieSigner, new_guest
from oddtrick.server.security import request_bodies
from oddtrick.server.security.fair_queue import Asker
from oddtrick.server.security.request_bodies import UploadSlots
from tests.support.server.server_process import server
from tests.support.server.ws_client import SECRET

MEGABYTES = 8
UPLOADS = 12


async def test_few_uploads_are_under_way_and_one_per_person() -> None:
    slots = UploadSlots(Limits(uploads_at_once=2, uploads_waiting=3))
    under_way: set[str] = set()

    async def upload(who: str) -> str:
        try:
            async with slots.take(Asker(who)):
                under_way.add(who)
                assert len(under_way) <= 2
                for _ in range(5):
                    await asyncio.sleep(0)
                under_way.remove(who)
        except ApiError as error:
            return error.code
        return "done"

    assert await asyncio.gather(*map(upload, "aabbc")) == ["done", "limit", "done", "limit", "done"]
    many = await asyncio.gather(*map(upload, "abcdefgh"))
    assert many == ["done"] * 5 + ["busy"] * 3
    assert await upload("a") == "done"


async def test_an_address_leaves_a_slot_to_others_and_half_of_the_queue() -> None:
    slots = UploadSlots(Limits(uploads_at_once=2, uploads_waiting=4))
    held, begun, both = asyncio.Event(), list[Asker](), asyncio.Event()

    async def upload(who: Asker) -> None:
        async with slots.take(who):
            begun.append(who)
            if len(begun) == 2:
                both.set()
            await held.wait()

    guests = [Asker("a", str(number)) for number in range(4)]
    uploads = [asyncio.ensure_future(upload(who)) for who in guests]
    await asyncio.sleep(0)
    with pytest.raises(ApiError, match="from your network") as refused:
        await uploads[3]
    assert refused.value.status == 429
    other = asyncio.ensure_future(upload(Asker("b")))
    await both.wait()
    assert begun == [guests[0], Asker("b")]
    held.set()
    await asyncio.gather(other, *uploads[:3])


async def test_an_upload_that_waits_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_bodies, "WAIT_SECONDS", 0.02)
    slots = UploadSlots(Limits(uploads_at_once=1))
    async with slots.take(Asker("ann")):
        with pytest.raises(ApiError, match="too many uploads"):
            async with slots.take(Asker("ben")):
                pass
    async with slots.take(Asker("ben")):
        pass


async def test_uploads_take_little_memory_and_give_it_back(tmp_path: Path) -> None:
    limits = f'{{"guest_record_bytes": {2**24}, "uploads_waiting": {2 * UPLOADS}}}'
    environ = {"ODDTRICK_SECRET": SECRET, "ODDTRICK_LIMITS": limits}
    signer, body = GuestCookieSigner(SECRET), b" " * (MEGABYTES * 2**20)
    with server(tmp_path, environ=environ) as process:
        running = psutil.Process(process.pid)

        async def upload(host: int) -> int:
            # From an address of its own: one address has one slot, and 4 MB a second.
            transport = httpx.AsyncHTTPTransport(local_address=f"127.0.0.{host}")
            cookie = f"{COOKIE}={signer.sign(new_guest('Ann'))}"
            headers = {"Origin": process.url, "Cookie": cookie}
            async with httpx.AsyncClient(transport=transport, timeout=60) as client:
                url = f"{process.url}/api/records"
                return (await client.post(url, content=body, headers=headers)).status_code

        assert await upload(1) == 400
        before = most = running.memory_info().rss
        uploads = asyncio.gather(*(upload(2 + number) for number in range(UPLOADS)))
        while not uploads.done():
            most = max(most, running.memory_info().rss)
            await asyncio.sleep(0.01)
        assert uploads.result() == [400] * UPLOADS
        for _ in range(100):  # until the last answer has been sent, and nothing refers to it
            if running.memory_info().rss - before < 2 * len(body):
                break
            await asyncio.sleep(0.05)
        after = running.memory_info().rss
    # Two at once, each twice while its parts are joined, and what is on its way for the others;
    # all at once would be more than twice as many.
    assert most - before < 8 * len(body)
    assert after - before < 2 * len(body)
