"""The projector view: slides, hidden standings, the clock and the bell."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.support.server.drive_client import DriveClient
from tests.support.web.browser import modules_base
from tests.support.web.browser_user import BrowserUser, BrowserUsers
from tests.support.web.drive_pages import SHORT

SIXTY = "\n".join(f"Player {number}" for number in range(1, 61))

BELLS = """() => {
  window.strokes = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...given) {
    window.strokes++;
    return start.apply(this, given);
  };
}"""

TIME_UP = """async (base) => {
  const { ClockDisplay } = await import(base + "drive/drive-clock.js");
  let [now, bells] = [0, 0];
  const pause = () => new Promise((done) => setTimeout(done, 600)); // longer than a tick
  const running = (ends_at) => ({ state: "running", ends_at, left: null, length: 60000, rings: 0 });
  const at = document.createElement("span");
  const display = new ClockDisplay(at, () => now, { onBell: () => bells++ });
  const seen = [];
  const step = async (time) => ((now = time), await pause(), seen.push(bells));
  display.update(running(1000));
  await step(990);
  await step(1001);
  await step(1500);
  display.update(running(2000));
  await step(20000); // the page was asleep
  return seen;
}"""


def test_everybody_finds_their_table_on_the_slides(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive(SIXTY, plan=SHORT)
    drive.does("begin-round")
    screen = _open(users, drive)
    expect(screen.see("h2")).to_have_text("Round 1: who sits where")
    seats: dict[str, str] = {}
    pages = 0
    while screen.see("h2").inner_text().startswith("Round"):
        for row in screen.see(".slide-list li").all():
            name, _, seat = row.inner_text().partition("\n")
            assert name not in seats
            seats[name] = seat
        pages += 1
        screen.page.keyboard.press("ArrowRight")
    assert pages == 2
    assert len(seats) == 60
    for table in drive.parts["round"]["tables"]:
        for direction, pair in zip(("N–S", "E–W"), table["pairs"], strict=True):
            for player in pair:
                assert seats[f"Player {player + 1}"] == f"{table['table']} {direction}"


def test_every_prize_is_on_a_slide_that_fits_the_screen(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    own = [{"name": f"Raffle {number}", "player": number} for number in range(6)]
    drive = new_drive(SIXTY, plan={**SHORT, "rounds": 1}, prizes={"places": 4})
    drive.does("begin-round")
    drive.does("change-prizes", prizes={"places": 4, "own": own})
    for table in range(1, 16):
        drive.does("enter-result", round=1, table=table, tricks=[table % 14, 13 - table % 14])
    screen = _open(users, drive)
    shown = []
    while screen.see("h2").inner_text() == "Prizes":
        shown += screen.see(".prizes .prize").all_inner_texts()
        assert screen.page.evaluate(
            "() => { const slide = document.querySelector('.slide');"
            " return slide.scrollHeight <= slide.clientHeight + 1; }"
        )
        screen.page.keyboard.press("ArrowRight")
    places = [
        f"{place}, {group}" for place in ("First", "Second", "Third", "Fourth") for group in "AB"
    ]
    assert shown == [*places, "Lowest score", *(prize["name"] for prize in own)]


def test_a_slide_fits_the_screen(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive(SIXTY, plan=SHORT)
    drive.play_round()
    drive.does("begin-round")
    screen = _open(users, drive)
    cut = "at => at.scrollHeight > at.clientHeight + 1 || at.scrollWidth > at.clientWidth + 1"
    for size in ((1280, 720), (1920, 1080), (1024, 768)):
        screen.page.set_viewport_size({"width": size[0], "height": size[1]})
        for _ in range(5):
            assert not screen.see(".slide").evaluate(cut), (size, screen.see("h2").inner_text())
            screen.page.keyboard.press("ArrowRight")


def test_slides_change_by_themselves_until_they_are_paused(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive(plan=SHORT)
    drive.does("begin-round")
    screen = users.open()
    screen.page.clock.install()
    screen.go(f"/drive/{drive.code}/screen")
    expect(screen.see("h2")).to_have_text("Round 1: who sits where")
    screen.page.clock.run_for(11_000)
    expect(screen.see("h2")).to_have_text("Results and tables on your phone")
    screen.page.get_by_role("button", name="Pause").click()
    screen.page.clock.run_for(30_000)
    expect(screen.see("h2")).to_have_text("Results and tables on your phone")
    screen.page.get_by_role("button", name="Resume").click()
    screen.page.clock.run_for(11_000)
    expect(screen.see("h2")).to_have_text("Round 1: who sits where")


def test_hidden_standings_stay_hidden_until_the_drive_is_closed(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive(plan=SHORT, settings={"hide_last": 1})
    drive.play_round((13, 0), (13, 0))
    screen = _open(users, drive)
    before = _standings(screen)
    assert before[0] == ("After round 1 of 2. Provisional.", ["13", "13", "0", "0"])
    drive.play_round((0, 13), (0, 13))
    expect(screen.see(".screen-round")).to_be_empty()  # all results are in
    note, totals = _standings(screen)[0]
    assert note == "After round 1 of 2. The rounds after that are hidden until the prizes."
    assert totals == ["13", "13", "0", "0"]
    assert "Prizes" not in _titles(screen)
    drive.does("close")
    screen.page.reload()
    expect(screen.see("h2")).to_have_text("Prizes")
    assert "Prizes" in _titles(screen)
    assert _standings(screen)[0][0] == "After round 2 of 2."


def test_the_bell_rings_when_the_desk_rings_it(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive(plan=SHORT, settings={"minutes": 1})
    screen = _open(users, drive)
    screen.page.evaluate(BELLS)
    screen.page.get_by_role("button", name="Bell: off").click()
    expect(screen.page.get_by_role("button", name="Bell: on")).to_be_visible()
    drive.does("clock", act="ring")
    struck = _strokes(screen, 0)
    drive.does("begin-round")
    expect(screen.see(".clock")).to_have_attribute("data-clock", "short")
    assert screen.page.evaluate("window.strokes") == struck


def test_the_bell_rings_once_when_time_is_up_and_not_after_a_sleep(users: BrowserUsers) -> None:
    user = users.open()
    user.go("/rules")
    assert user.page.evaluate(TIME_UP, modules_base()) == [0, 1, 1, 1]


def test_a_screen_with_a_key_shows_full_names(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    names = "Ann Archer\nBen Baker\nCat Cooper\nDot Dyer"
    drive = new_drive(names, plan=SHORT, settings={"names": "hidden"})
    drive.does("begin-round")
    key = drive.with_role("screen").key
    screen = users.open()
    screen.go(f"/drive/{drive.code}/screen#key={key}")
    expect(screen.see(".slide-list .name")).to_have_text(names.split("\n"))
    assert "key" not in screen.page.url


def _open(users: BrowserUsers, drive: DriveClient) -> BrowserUser:
    """Opens the screen and stops its slides."""
    screen = users.open((1280, 720))
    screen.go(f"/drive/{drive.code}/screen")
    expect(screen.see("h2")).not_to_be_empty()
    screen.page.keyboard.press("Space")
    expect(screen.page.get_by_role("button", name="Resume")).to_be_visible()
    return screen


def _strokes(screen: BrowserUser, more_than: int) -> int:
    """Waits until more tones have been started, and returns how many."""
    for _ in range(100):
        strokes: int = screen.page.evaluate("window.strokes")
        if strokes > more_than:
            return strokes
        screen.page.wait_for_timeout(50)
    raise AssertionError("the bell is silent")


def _titles(screen: BrowserUser) -> list[str]:
    """The titles of all slides, from the one that is shown."""
    titles: list[str] = []
    while (title := screen.see("h2").inner_text()) not in titles:
        titles.append(title)
        screen.page.keyboard.press("ArrowRight")
    return titles


def _standings(screen: BrowserUser) -> list[tuple[str, list[str]]]:
    """The note and the totals of each slide with standings."""
    found: list[tuple[str, list[str]]] = []
    for title in _titles(screen):
        if title.startswith("Standings"):
            found.append(
                (
                    screen.see(".slide-note").inner_text(),
                    screen.see(".slide-list .where").all_inner_texts(),
                )
            )
        screen.page.keyboard.press("ArrowRight")
    return found
