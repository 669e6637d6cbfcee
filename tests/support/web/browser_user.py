"""Users who operate the page in a browser."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, expect

from tests.support import chance
from tests.support.server.api_requests import ApiClient
from tests.support.server.server_process import ServerProcess
from tests.support.web.browser import PATIENCE

NARROW = (320, 640)
PHONE = (390, 844)
TABLET = (820, 1180)
DESK = (1440, 900)

ON_TURN = ".hand[data-turn] [data-legal]"

INSTANT = {"speed": "instant"}
"""Preferences without waiting times for bots."""

PRESS = """() => {
  const next = ".panel [data-key=next], .panel .choices button, .hand[data-turn] [data-legal]";
  const over = () => document.querySelector("[data-stage=over]");
  setInterval(() => over() || document.querySelector(next)?.click(), 10);
}"""
"""Clicks every active control until the match is over."""

LINES = """
  window.lines = [];
  const Open = WebSocket;
  window.WebSocket = class extends Open {
    constructor(...given) {
      super(...given);
      window.lines.push(this);
    }
  };
  window.breakLines = () => window.lines.forEach((line) => {
    line.close();
    line.dispatchEvent(new CloseEvent("close", { code: 1006 }));
  });
"""
"""Collects the sockets of a page for ``go_offline``; to be added before the page is opened.

The close event is dispatched here because a browser without a network may wait long for the reply
to its own closing frame.
"""

SEEDED = """
  let seed, opened;
  try {
    opened = Number(localStorage.getItem("opened-in-test") ?? 0) + 1;
    localStorage.setItem("opened-in-test", String(opened));
    seed = (SEED + Math.imul(opened, 0x9e3779b1)) >>> 0;
  } catch {} // a page without an origin
  const states = new Map();
  const next = (stream) => { // splitmix32
    const former = states.get(stream) ?? seed ^ Math.imul(stream + 1, 0x85ebca6b);
    const state = (former + 0x9e3779b9) | 0;
    states.set(stream, state);
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
  if (opened) {
    Math.random = () => next(0) / 2 ** 32;
    Crypto.prototype.getRandomValues = (array) => {
      const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
      for (let at = 0; at < bytes.length; at++) bytes[at] = next(bytes.length) >>> 24;
      return array;
    };
  }
"""
"""Seeds the chance of a page by the number SEED; to be added before the page is opened.

Cards, secrets and the ids of commands are drawn in different lengths and have a stream each. Each
page that is opened has others, so that no command has the id of one before.
"""

SAVE_DATA = """
  const connection = { saveData: true, effectiveType: "4g" };
  Object.defineProperty(navigator, "connection", { value: connection });
"""

REST = 0.9
"""Time after a tap until the next is surely no part of it, in seconds."""

STRIP = """async (button) => {
  const hand = button.closest(".hand");
  const settled = (motion) => motion.finished.catch(() => null);
  await Promise.all(hand.getAnimations({ subtree: true }).map(settled));
  await new Promise((done) => setTimeout(done, 150)); // longer than the page's reaction time
  const { left, top, width, height } = button.getBoundingClientRect();
  const hits = (x, y) => button.contains(document.elementFromPoint(x, y));
  for (let y = top + 6; y < top + height; y += 7) {
    for (let x = left + 6; x < left + width; x += 7) if (hits(x, y)) return [x, y];
  }
  return null;
}"""
"""Returns a tappable point of a partly covered card once animations have ended."""


class BrowserUser:
    """A user with a separate browser context.

    Args:
        context: the browser context.
        url: the URL of the server.
    """

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.context = context
        self.url = url
        self.page: Page = context.new_page()
        self._rested_at = 0.0

    def go(self, path: str) -> None:
        """Opens a page of the server."""
        self.page.goto(self.url + path)

    def see(self, selector: str) -> Locator:
        """Returns the locator of a selector."""
        return self.page.locator(selector)

    def open_table(
        self, game: str = "whist", *, rules: dict[str, Any] | None = None, **settings: Any
    ) -> str:
        """Begins a match at a new table with instant bots, opens it, and returns its code."""
        settings = {"bot_delay_ms": 0, "pause_seconds": 600, **settings}
        # No deal of whist scores nine points: a next deal always follows.
        defaults = {"target": 9} if game == "whist" else {}
        rules_json = {"game": game, **(defaults if rules is None else rules)}
        request = {"rules": rules_json, "settings": settings, "sit": 0, "fill": "casual"}
        return self._open(request | {"begin": True})

    def gather(self, game: str = "whist", **rules: Any) -> str:
        """Opens a table for friends, sits down, opens its page, and returns its code."""
        settings = {"bot_delay_ms": 0, "pause_seconds": 600}
        return self._open({"rules": {"game": game, **rules}, "settings": settings, "sit": 0})

    def _open(self, request: dict[str, Any]) -> str:
        opened: dict[str, str] = self.post("/api/tables", request)
        self.go(opened["url"])
        return opened["code"]

    def named(self, name: str) -> BrowserUser:
        """Gives the user a name and returns the user."""
        self.post("/api/me", {"name": name})
        return self

    def post(self, path: str, request: object) -> Any:
        """Sends a request outside the page and returns the reply."""
        headers = {"Origin": self.url}
        answer = self.context.request.post(self.url + path, data=request, headers=headers)
        assert answer.ok, answer.text()
        return answer.json()

    def api_client(self) -> ApiClient:
        """Returns a client outside the page that the server takes for the same person."""
        client = ApiClient(self.url)
        for cookie in self.context.cookies():
            client.remember(cookie["name"], cookie["value"])
        return client

    def play(self) -> str:
        """Waits for the turn, taps the first legal card, and returns its name."""
        card = self.see(ON_TURN).first
        name = card.get_attribute("aria-label") or ""
        held = self.see(".hand .card").count()
        self.tap(card)
        expect(self.see(".hand .card")).to_have_count(held - 1)
        return name

    def reach_choice(self) -> None:
        """Plays the cards that are forced, until there are several legal ones: then hints begin."""
        following = self.see(".panel [data-key=next]")
        self.see(ON_TURN).first.wait_for()
        while self.see(ON_TURN).count() == 1:
            expect(self.see("[data-key=hint]")).to_be_disabled()
            self.play()
            self.see(ON_TURN).or_(following).first.wait_for()
            if following.is_visible():  # a deal of a few cards without any choice
                self.press(following)
                self.see(ON_TURN).first.wait_for()

    def tap(self, card: Locator) -> None:
        """Clicks a card where no other covers it, and not so soon as to count as a double tap."""
        self._await_rest()
        x, y = card.evaluate(STRIP)
        self.page.mouse.click(x, y)
        self._rested_at = time.monotonic() + REST

    def press(self, button: Locator) -> None:
        """Clicks a button, and not so soon after a tap as to be a part of it."""
        button.wait_for()
        self._await_rest()
        button.click()
        self._rested_at = time.monotonic() + REST

    def _await_rest(self) -> None:
        self.page.wait_for_timeout(max(0.0, self._rested_at - time.monotonic()) * 1000)

    def go_offline(self) -> None:
        """Takes the browser offline and breaks its sockets, which it would otherwise keep open."""
        self.context.set_offline(offline=True)
        self.page.evaluate("breakLines()")

    def rest(self) -> None:
        """Waits until the next press is no longer taken for part of a double tap."""
        self.page.wait_for_timeout(1000 * REST)

    def hand(self) -> list[str]:
        """The cards of the hand in display order."""
        expect(self.see(".hand .card").first).to_be_visible()
        return [card.get_attribute("data-key") or "" for card in self.see(".hand .card").all()]

    def fits(self) -> bool:
        """True if the page does not scroll horizontally."""
        wide = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        return bool(self.page.evaluate(wide))


class BrowserUsers:
    """All users of one test.

    Args:
        browser: the browser.
        server: the server.
    """

    def __init__(self, browser: Browser, server: ServerProcess) -> None:
        self._browser = browser
        self._server = server
        self._contexts: list[BrowserContext] = []
        self.complaints: list[str] = []

    def open(
        self,
        size: tuple[int, int] = DESK,
        server: ServerProcess | None = None,
        *,
        preferences: Mapping[str, object] = INSTANT,
        saves_data: bool = True,
        **how: Any,
    ) -> BrowserUser:
        """Opens a browser context for a further user.

        Args:
            size: the size of the window.
            server: the server; the module's by default.
            preferences: the stored preferences of the user.
            saves_data: nothing is kept for times without a network unless the user asks for it:
                a test that watches or changes requests does not see those of a service worker.
            how: further arguments of ``new_context``.
        """
        viewport = {"width": size[0], "height": size[1]}
        context = self._browser.new_context(viewport=viewport, **how)  # type: ignore[arg-type]  # a TypedDict
        stored = (
            f"localStorage.getItem('oddtrick-preferences') ?? {json.dumps(json.dumps(preferences))}"
        )
        context.add_init_script(f"localStorage.setItem('oddtrick-preferences', {stored})")
        seed = chance.number_of(f"{chance.scope_now()} user {len(self._contexts)}")
        context.add_init_script(SEEDED.replace("SEED", str(seed)))
        if saves_data:
            context.add_init_script(SAVE_DATA)
        context.set_default_timeout(PATIENCE)
        self._contexts.append(context)
        user = BrowserUser(context, (server or self._server).url)
        user.page.on("console", self._on_console)
        user.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return user

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def close(self) -> None:
        """Closes all browser contexts."""
        for context in self._contexts:
            context.close()
