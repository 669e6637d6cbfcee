"""People who look at the page and click."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Mapping

    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page

    from tests.support.server.server_process import ServerProcess

NARROW = (320, 640)
PHONE = (390, 844)
TABLET = (820, 1180)
DESK = (1440, 900)

ON_TURN = ".hand[data-turn] [data-legal]"

AT_ONCE = {"speed": "instant"}
"""What somebody wishes for who does not want to wait for bots."""

PRESS = """() => {
  const next = ".panel [data-key=next], .panel .choices button, .hand[data-turn] [data-legal]";
  const over = () => document.querySelector("[data-stage=over]");
  setInterval(() => over() || document.querySelector(next)?.click(), 10);
}"""
"""Presses whatever is to be pressed, as soon as it is there, until the match is over."""

LINES = """
  window.lines = [];
  const Open = WebSocket;
  window.WebSocket = class extends Open {
    constructor(...given) {
      super(...given);
      window.lines.push(this);
    }
  };
"""
"""Keeps the lines that a page opens, so that they can be cut."""

STRIP = """async (button) => {
  const hand = button.closest(".hand");
  const settled = (motion) => motion.finished.catch(() => null);
  await Promise.all(hand.getAnimations({ subtree: true }).map(settled));
  const { left, top, width, height } = button.getBoundingClientRect();
  const hits = (x, y) => button.contains(document.elementFromPoint(x, y));
  for (let y = top + 6; y < top + height; y += 7) {
    for (let x = left + 6; x < left + width; x += 7) if (hits(x, y)) return [x, y];
  }
  return null;
}"""
"""Where a card that others cover in part can be tapped, when all lie still."""


class Visitor:
    """Somebody before a browser of their own.

    Args:
        context: cookies and windows of their own.
        url: where the server is.
    """

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.context = context
        self.url = url
        self.page: Page = context.new_page()

    def go(self, path: str) -> None:
        """Opens a page of the server."""
        self.page.goto(self.url + path)

    def see(self, selector: str) -> Locator:
        """What a selector finds, now or later."""
        return self.page.locator(selector)

    def open_table(
        self, game: str = "whist", *, rules: dict[str, Any] | None = None, **settings: Any
    ) -> str:
        """Opens a table with bots that play at once, begins, and goes there; its code."""
        settings = {"bot_delay_ms": 0, "pause_seconds": 600, **settings}
        # No deal of whist brings nine points: there is always a next one.
        usual = {"target": 9} if game == "whist" else {}
        given = {"game": game, **(usual if rules is None else rules)}
        asked = {"rules": given, "settings": settings, "sit": 0, "fill": "casual", "begin": True}
        return self._open(asked)

    def gather(self, game: str = "whist", **rules: Any) -> str:
        """Opens a table for friends, sits down there, and goes there; its code."""
        settings = {"bot_delay_ms": 0, "pause_seconds": 600}
        return self._open({"rules": {"game": game, **rules}, "settings": settings, "sit": 0})

    def _open(self, asked: dict[str, Any]) -> str:
        opened: dict[str, str] = self.post("/api/tables", asked)
        self.go(opened["url"])
        return opened["code"]

    def named(self, name: str) -> Visitor:
        """The same, once they have a name."""
        self.post("/api/me", {"name": name})
        return self

    def post(self, path: str, asked: object) -> Any:
        """What the server answers to them, without a page."""
        headers = {"Origin": self.url}
        answer = self.context.request.post(self.url + path, data=asked, headers=headers)
        assert answer.ok, answer.text()
        return answer.json()

    def play(self) -> str:
        """Waits for the turn and taps the first card that may be played; its name."""
        card = self.see(ON_TURN).first
        name = card.get_attribute("aria-label") or ""
        held = self.see(".hand .card").count()
        self.tap(card)
        expect(self.see(".hand .card")).to_have_count(held - 1)
        return name

    def tap(self, card: Locator) -> None:
        """Presses on a card where it is not covered by others."""
        x, y = card.evaluate(STRIP)
        self.page.mouse.click(x, y)

    def hand(self) -> list[str]:
        """The cards held, as they lie in the hand."""
        expect(self.see(".hand .card").first).to_be_visible()
        return [card.get_attribute("data-key") or "" for card in self.see(".hand .card").all()]

    def fits(self) -> bool:
        """Whether nothing has to be scrolled to the side."""
        wide = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        return bool(self.page.evaluate(wide))


class Visitors:
    """All who visit in one test.

    Args:
        browser: the program.
        house: the server.
    """

    def __init__(self, browser: Browser, house: ServerProcess) -> None:
        self._browser = browser
        self._house = house
        self._contexts: list[BrowserContext] = []
        self.complaints: list[str] = []

    def come(
        self,
        size: tuple[int, int] = DESK,
        house: ServerProcess | None = None,
        *,
        wishes: Mapping[str, object] = AT_ONCE,
        **how: Any,
    ) -> Visitor:
        """One more.

        Args:
            size: of the window.
            house: the server; None: that of the whole file.
            wishes: what they have settled for their browser.
            how: more about the browser, as for ``new_context``.
        """
        viewport = {"width": size[0], "height": size[1]}
        context = self._browser.new_context(viewport=viewport, **how)  # type: ignore[arg-type]  # a TypedDict
        kept = f"localStorage.getItem('oddtrick-preferences') ?? {json.dumps(json.dumps(wishes))}"
        context.add_init_script(f"localStorage.setItem('oddtrick-preferences', {kept})")
        context.set_default_timeout(10_000)
        self._contexts.append(context)
        visitor = Visitor(context, (house or self._house).url)
        visitor.page.on("console", self._heard)
        visitor.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return visitor

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def leave(self) -> None:
        """All of them."""
        for context in self._contexts:
            context.close()
