"""The page of whist drives: a drive opened from a file, and the table of a season."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.support.extent import part
from tests.support.server.drive_client import DriveClient
from tests.support.web.browser_user import BrowserUsers
from tests.support.web.drive_pages import SHORT, open_phase


def test_saved_drives_are_opened_and_added_up_to_a_season(
    users: BrowserUsers, new_drive: Callable[..., DriveClient], tmp_path: Path
) -> None:
    drive = new_drive(plan=SHORT)
    drive.play_round((9, 4), (7, 6))
    copy = drive.request("GET", "/export").content
    user = users.open((1280, 600))
    for name in ("May", "June"):
        user.go("/drive")
        file = tmp_path / f"{name}.drive"
        file.write_bytes(copy)
        user.page.get_by_label("Open a saved drive").set_input_files(file)
        user.page.wait_for_url(re.compile("/desk$"))
        expect(user.see("[role=tab][aria-selected=true]")).to_have_text("Rounds")
        expect(user.see(".progress")).to_contain_text("2 of 2 results")
    user.go("/drive")
    expect(user.see(".own-drives li")).to_have_count(2)
    user.page.get_by_role("link", name="Season’s table").click()
    rows = user.see(".season-result tbody tr")
    expect(rows).to_have_count(8)
    expect(rows.first).to_have_text(re.compile(r"^1\w+18299$"))
    user.page.get_by_label("June").uncheck()
    expect(rows.first).to_have_text(re.compile(r"^1\w+919$"))
    expect(user.page).to_have_url(re.compile(r"\?drive=\w+&key=\w+$"))


def test_a_copy_from_the_stick_gets_the_name_of_its_event_back(
    users: BrowserUsers, new_drive: Callable[..., DriveClient], tmp_path: Path
) -> None:
    drive = new_drive(plan=SHORT)
    file = tmp_path / f"Village-hall--4-May-{drive.code}.drive"
    file.write_bytes(drive.request("GET", "/export").content)
    user = users.open()
    user.go("/drive")
    user.page.get_by_label("Open a saved drive").set_input_files(file)
    user.page.wait_for_url(re.compile("/desk$"))
    expect(user.see("h1")).to_have_text("Village hall 4 May")


@pytest.mark.parametrize(
    "texts",
    part(
        [
            ("en-GB", "Open a saved drive", "“half.drive” isn’t a saved drive, or it’s damaged."),
            ("de-AT", "Gespeicherten Drive öffnen", "„half.drive“ ist kein gespeicherter Drive"),
        ],
        1,
    ),
)
def test_a_damaged_file_is_named_and_can_be_chosen_again_once_mended(
    users: BrowserUsers,
    new_drive: Callable[..., DriveClient],
    tmp_path: Path,
    texts: tuple[str, str, str],
) -> None:
    locale, label, said = texts
    copy = new_drive(plan=SHORT).request("GET", "/export").content
    file = tmp_path / "half.drive"
    file.write_bytes(copy[: len(copy) // 2])
    user = users.open(locale=locale)
    user.go("/drive")
    chooser = user.page.get_by_label(label)
    chooser.set_input_files(file)
    expect(user.see(".error")).to_contain_text(said)
    assert chooser.input_value() == "", "choosing the same file again would not be noticed"
    users.complaints.clear()  # the browser logs the refusal
    file.write_bytes(copy)
    chooser.set_input_files(file)
    user.page.wait_for_url(re.compile("/desk$"))
    expect(user.see("h1")).to_have_text("half")


@pytest.mark.parametrize("encoding", part(["utf-16", "utf-8-sig", "cp1252"], 1))
def test_a_list_is_read_as_spreadsheets_save_it(
    users: BrowserUsers, tmp_path: Path, encoding: str
) -> None:
    file = tmp_path / "list.csv"
    text = "Vorname;Nachname\r\nJürgen;Groß\r\nZoë;Lee\r\nCarl;Roe\r\nDora;Dyer\r\n"
    file.write_bytes(text.encode(encoding))
    user = users.open()
    user.go("/drive/new")
    user.page.get_by_label("Choose a file (CSV)").set_input_files(file)
    expect(user.see(".preview")).to_contain_text("4 players, 1 table")
    user.page.get_by_role("button", name="Create drive").click()
    expect(user.see(".entries .name").filter(has_text="Jürgen Groß")).to_be_visible()


def test_the_prizes_are_chosen_in_set_up(users: BrowserUsers) -> None:
    user = users.open()
    user.go("/drive/new")
    user.page.get_by_text("More options").click()
    user.page.get_by_label("Places with a prize", exact=True).fill("5")
    user.page.get_by_label("Prizes given by hand").fill("Raffle")
    user.page.get_by_role("button", name="Create drive").click()
    user.page.wait_for_url(re.compile("/desk$"))
    open_phase(user, "Prizes")
    user.page.get_by_role("button", name="Edit prizes").click()
    dialog = user.page.get_by_role("dialog", name="Prizes")
    expect(dialog.get_by_label("Places with a prize", exact=True)).to_have_value("5")
    expect(dialog.get_by_label("Prizes given by hand")).to_have_value("Raffle")
    expect(dialog.get_by_label("One prize a person")).to_be_checked()
