"""People who look at the page and click."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page

    from tests.server.serving import ServerProcess

NARROW = (320, 640)
PHONE = (390, 844)
TABLET = (820, 1180)
DESK = (1440, 900)

ON_TURN = ".hand[data-turn] [data-legal]"


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

    def open_table(self, game: str = "whist", **settings: Any) -> str:
        """Opens a table with bots that play at once, begins, and goes there; its code."""
        settings = {"pace_ms": 0, "pause_seconds": 600, **settings}
        # No deal of whist brings nine points: there is always a next one.
        rules = {"game": game, **({"target": 9} if game == "whist" else {})}
        asked = {
            "rules": rules,
            "settings": settings,
            "sit": 0,
            "fill": "casual",
            "begin": True,
        }
        answer = self.context.request.post(
            f"{self.url}/api/tables", data=asked, headers={"Origin": self.url}
        )
        assert answer.ok, answer.text()
        opened: dict[str, str] = answer.json()
        self.go(opened["url"])
        return opened["code"]

    def play(self) -> str:
        """Waits for the turn and clicks the first card that may be played; its name."""
        card = self.see(ON_TURN).first
        name = card.get_attribute("aria-label") or ""
        held = self.see(".hand .card").count()
        card.click()
        expect(self.see(".hand .card")).to_have_count(held - 1)
        return name

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
        self, size: tuple[int, int] = DESK, house: ServerProcess | None = None, **browser: Any
    ) -> Visitor:
        """One more; the rest is how their browser is set, as in ``locale="de-DE"``."""
        viewport = {"width": size[0], "height": size[1]}
        context = self._browser.new_context(viewport=viewport, **browser)  # type: ignore[arg-type]  # a TypedDict
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
