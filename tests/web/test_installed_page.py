"""Tests of what a browser keeps: the installed page, and what opens without a network."""

from __future__ import annotations

import io
import json
import re

import httpx
import pytest
from PIL import Image
from playwright.sync_api import expect

from oddtrick.server.routes.web_page import POLICIES, SHOWN_BY
from oddtrick.server.security.headers import START_PAGE_POLICY
from oddtrick.web.offline_files import kept_files
from oddtrick.web.static_files import SOLVER, files
from tests.support.extent import part
from tests.support.server.server_process import ServerProcess
from tests.support.web.axe import barriers
from tests.support.web.browser_user import PHONE, BrowserUser, BrowserUsers
from tests.support.web.pseudo_locale import speak_in_brackets, untranslated

INSTALLED = 'window.dispatchEvent(new Event("appinstalled"))'
"""The events that a browser sends once the page has been installed."""

AT_ONCE = """(() => {
  const wait = window.setTimeout;
  window.setTimeout = (act, after, ...given) => wait(act, after === 3500 ? 0 : after, ...given);
})();"""
"""Lets a page keep files as soon as it is shown."""

READY = "navigator.serviceWorker.ready.then(() => true)"
REGISTRATIONS = "navigator.serviceWorker.getRegistrations().then((all) => all.length)"


def _install(user: BrowserUser) -> None:
    """Opens the start page, installs it, and waits until everything is kept."""
    user.go("/")
    expect(user.see("[data-game]").first).to_be_visible()
    user.page.wait_for_load_state("networkidle")
    user.page.evaluate(INSTALLED)
    assert user.page.evaluate(READY)


def test_the_manifest_names_icons_of_the_sizes_that_they_have(server: ServerProcess) -> None:
    with httpx.Client(base_url=server.url) as client:
        answer = client.get("/manifest.webmanifest")
        assert answer.headers["content-type"].startswith("application/manifest+json")
        manifest = json.loads(answer.content)
        pages = [manifest["start_url"], *(each["url"] for each in manifest["shortcuts"])]
        assert [client.get(page).status_code for page in pages] == [200] * len(pages)
        for icon in manifest["icons"]:
            body = client.get(icon["src"])
            assert body.headers["content-type"] == icon["type"]
            if icon["type"] == "image/png":
                width, height = Image.open(io.BytesIO(body.content)).size
                assert icon["sizes"] == f"{width}x{height}"


def test_the_browser_finds_nothing_that_keeps_the_page_from_being_installed(
    users: BrowserUsers,
) -> None:
    user = users.open()
    user.go("/")
    session = user.context.new_cdp_session(user.page)
    assert session.send("Page.getAppManifest")["errors"] == []
    found = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # The contexts of these tests are private windows, which install nothing.
    assert {each["errorId"] for each in found} <= {"in-incognito"}


def test_what_is_kept_is_what_the_server_sends(server: ServerProcess) -> None:
    with httpx.Client(base_url=server.url) as client:
        bundle = client.get("/offline/files")
        head, _, bodies = bundle.content.partition(b"\n")
        for each in json.loads(head):
            answer = client.get(each["address"])
            assert answer.status_code == 200, each
            body, bodies = bodies[: each["length"]], bodies[each["length"] :]
            assert body == answer.content, each
            assert answer.headers["content-type"].startswith(each["type"])
            policy = each["policy"] or bundle.headers["content-security-policy"]
            assert policy == answer.headers["content-security-policy"], each
        assert bodies == b""


def test_style_sheets_that_parts_of_a_table_load_later_are_kept() -> None:
    kept = {each.name for each in kept_files()}
    scripts = [file for name, file in files().named.items() if name.startswith("table/")]
    later = {
        f"table/{sheet}"
        for script in scripts
        for call in re.findall(r"addStyles\((.*?)\);", script.body.decode())
        for sheet in re.findall(r'"(\S+?\.css)"', call)
    }
    assert len(later) > 4
    assert later <= kept


def test_the_page_plays_on_a_second_visit_without_a_network(
    users: BrowserUsers, own_server: ServerProcess
) -> None:
    user = users.open(PHONE, own_server, saves_data=False)
    user.context.add_init_script(AT_ONCE)
    requested: list[str] = []
    user.context.on("request", lambda request: requested.append(request.url))
    user.go("/")
    expect(user.see("[data-game]").first).to_be_visible()
    assert user.page.evaluate(READY)
    assert requested.count(f"{own_server.url}/offline/files") == 1
    user.page.close()
    own_server.stop()
    user.page = user.context.new_page()
    user.go("/")
    expect(user.page.get_by_role("heading", level=1)).to_have_text("No network")
    user.page.get_by_role("link", name="Play offline").click()
    user.page.get_by_role("button", name="Play now").click()
    assert len(user.hand()) == 13
    user.play()


@pytest.mark.parametrize(
    "path",
    part([path for path in SHOWN_BY if path not in {"/play/{game:str}", "/offline/table"}], 6),
)  # those two lead to other pages
def test_pages_keep_files_unasked_where_their_policy_allows_it(
    users: BrowserUsers, path: str
) -> None:
    user = users.open(saves_data=False)
    user.context.add_init_script(AT_ONCE)
    address = re.sub(r"{(\w+):str}", lambda found: "whist" if found[1] == "game" else "0", path)
    user.go(address)
    user.page.wait_for_load_state("networkidle")
    if POLICIES.get(SHOWN_BY[path]) == START_PAGE_POLICY:
        assert user.page.evaluate(READY)
    else:
        assert user.page.evaluate(REGISTRATIONS) == 0
    refusal = "Failed to load resource"  # of a table or drive that does not exist
    users.complaints[:] = [each for each in users.complaints if not each.startswith(refusal)]


@pytest.mark.parametrize("connection", [{"saveData": True}, {"effectiveType": "slow-2g"}])
def test_nothing_is_kept_unasked_where_data_is_dear(
    users: BrowserUsers, connection: dict[str, object]
) -> None:
    user = users.open(saves_data=False)
    known = json.dumps({"saveData": False, "effectiveType": "4g"} | connection)
    user.context.add_init_script(
        f'Object.defineProperty(navigator, "connection", {{ value: {known} }});{AT_ONCE}'
    )
    user.go("/")
    user.page.wait_for_load_state("networkidle")
    assert user.page.evaluate(REGISTRATIONS) == 0
    expect(user.page.get_by_role("button", name="Install as an app")).to_be_hidden()
    user.go("/offline/play")  # asks for it
    assert user.page.evaluate(READY)


def test_the_button_installs_the_page_when_the_browser_offers_it(users: BrowserUsers) -> None:
    user = users.open()
    user.go("/")
    user.page.wait_for_load_state("networkidle")
    user.page.evaluate("""() => {
      const offer = new Event("beforeinstallprompt", { cancelable: true });
      offer.prompt = () => { window.prompted = true; };
      window.dispatchEvent(offer);
    }""")
    button = user.page.get_by_role("button", name="Install as an app")
    button.click()
    assert user.page.evaluate("window.prompted")
    user.page.evaluate(INSTALLED)
    expect(button).to_be_hidden()


def test_plain_http_in_a_hall_offers_nothing(users: BrowserUsers) -> None:
    user = users.open()
    user.page.add_init_script('Object.defineProperty(window, "isSecureContext", { value: false })')
    requested: list[str] = []
    user.page.on("request", lambda request: requested.append(request.url))
    user.go("/")
    expect(user.see("[data-game]").first).to_be_visible()
    user.page.wait_for_load_state("networkidle")
    user.page.evaluate(INSTALLED)
    assert not [url for url in requested if "/offline/" in url]
    assert user.page.evaluate(REGISTRATIONS) == 0


def test_without_a_network_the_pages_that_need_no_server_open(
    users: BrowserUsers, own_server: ServerProcess
) -> None:
    user = users.open(server=own_server)
    _install(user)
    own_server.stop()
    user.go("/learn")
    expect(user.page.get_by_role("heading", level=1)).to_be_visible()
    user.go("/learn/knockout-whist")
    expect(user.page.get_by_role("heading", level=1)).to_have_text("Stay in")
    user.go("/rules/whist")
    expect(user.page.get_by_role("heading", level=1)).to_have_text("Whist")
    user.page.get_by_role("button", name="Deutsch").click()
    expect(user.page.get_by_role("link", name="Regeln", exact=True)).to_be_visible()
    user.go("/solve")
    user.page.locator(".deal-form .primary").click()
    if SOLVER in files().named:
        expect(user.see(".choice-cards [data-best]").first).to_be_visible()
    user.go("/")
    expect(user.page.get_by_role("heading", level=1)).to_have_text("Kein Netz")
    user.go("/games")
    expect(user.page.get_by_role("heading", level=1)).to_have_text("Kein Netz")
    users.complaints.clear()  # of the browser, about the missing server
    own_server.start()
    user.page.get_by_role("button", name="Erneut versuchen").click()
    expect(user.page.get_by_role("heading", level=1)).to_have_text("Meine Spiele")


def test_an_installed_page_keeps_one_version_and_takes_pages_from_the_server(
    users: BrowserUsers,
) -> None:
    user = users.open()
    _install(user)
    names = user.page.evaluate("caches.keys()")
    assert names == [f"oddtrick-{files().version}"]
    answers: list[tuple[str, bool]] = []
    user.page.on("response", lambda one: answers.append((one.url, one.from_service_worker)))
    user.go("/solve")
    user.page.wait_for_load_state("networkidle")
    kept = {url.removeprefix(user.url) for url, worker in answers if worker}
    assert f"/web/{files().version}/solve/solve-page.js" in kept
    assert user.post("/api/me", {"name": "Ann"})["name"] == "Ann"


@pytest.mark.parametrize("look", ["light", "dark"])
def test_the_page_without_a_network_is_accessible_and_translated(
    users: BrowserUsers, look: str
) -> None:
    user = users.open(PHONE, preferences={"theme": look})
    speak_in_brackets(user.page)
    user.go("/offline")
    expect(user.page.get_by_role("heading", level=1)).to_be_visible()
    assert user.fits()
    assert barriers(user.page) == []
    assert untranslated(user.page) == []
