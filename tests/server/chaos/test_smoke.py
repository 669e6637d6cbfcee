from __future__ import annotations
import time
from tests.server.gathering import SHORT, company, database
from tests.server.playing import SECRET
from tests.server.serving import ServerProcess

async def test_all_games(tmp_path):
    url = database(tmp_path)
    server = ServerProcess(tmp_path, environ={"ODDTRICK_SECRET": SECRET})
    t = time.monotonic()
    server.start()
    print("start", time.monotonic() - t)
    async with company(server.url, url) as people:
        await people.seat(list(SHORT), people=2, watchers=1, talks=0.05, matches=2)
        t = time.monotonic()
        people.start()
        try:
            await people.finish()
        finally:
            print(people.told())
        print("played", time.monotonic() - t, people.known)
    t = time.monotonic()
    status = server.stop()
    print("stop", status, time.monotonic() - t)
    print("".join(l for l in server.log if "uvicorn" not in l))
    print(people.check())
