"""Push messages in the browser: the switch and its states, the notification, and a press on it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Worker, expect

from tests.support.extent import part
from tests.support.server.push_service_double import Browser as PushBrowser
from tests.support.server.push_service_double import PushDouble, push_double, subscription_id
from tests.support.server.server_process import ServerProcess
from tests.support.web.axe import barriers
from tests.support.web.browser import open_chromium
from tests.support.web.browser_user import PHONE, BrowserUser, BrowserUsers

LABEL = "Notify me when it’s my turn"

SERVICE = """(made) => {
  let current = null;
  const unsubscribe = async () => { current = null; return true; };
  const subscription = { ...made, toJSON: () => made, unsubscribe };
  PushManager.prototype.subscribe = async (options) => {
    window.asked = options;
    return (current = subscription);
  };
  PushManager.prototype.getSubscription = async () => current;
}"""
"""Replaces the subscription at the push service of the browser's maker."""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A browser that allows notifications."""
    with open_chromium(shell=False) as browser:
        yield browser


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    environ = {"ODDTRICK_PUSH": "local", "ODDTRICK_PUSH_AFTER": "0"}
    process = ServerProcess(tmp_path_factory.mktemp("server"), environ=environ)
    process.start()
    try:
        yield process
    finally:
        process.stop()


@pytest.fixture
def push() -> Iterator[PushDouble]:
    with push_double() as double:
        yield double


def open_settings(user: BrowserUser) -> None:
    user.go("/games")
    user.page.wait_for_load_state("networkidle")
    user.page.get_by_role("button", name="Settings").click()


def worker_of(user: BrowserUser) -> Worker:
    user.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    return user.context.service_workers[0]


def test_the_switch_asks_only_when_it_is_tapped_and_tells_the_server(
    users: BrowserUsers, push: PushDouble
) -> None:
    ann = users.open(PHONE).named("Ann")
    endpoint = f"{push.url}/ann"
    made = json.dumps(PushBrowser().subscription(endpoint))
    ann.page.add_init_script(f"({SERVICE})({made})")
    ann.page.add_init_script("""
      window.asks = 0;
      const ask = Notification.requestPermission.bind(Notification);
      Notification.requestPermission = () => { window.asks += 1; return ask(); };
    """)
    ann.context.grant_permissions(["notifications"], origin=ann.url)
    open_settings(ann)
    switch = ann.page.get_by_role("switch", name=LABEL)
    expect(switch).not_to_be_checked()
    assert ann.page.evaluate("window.asks") == 0
    assert barriers(ann.page) == []
    assert ann.fits()
    switch.click()
    expect(switch).to_be_enabled()
    expect(switch).to_be_checked()
    state = ann.context.request.get(f"{ann.url}/api/me/push").json()
    assert state["subscriptions"] == [subscription_id(endpoint)]
    assert ann.page.evaluate("[window.asks, window.asked]") == [
        1,
        {"userVisibleOnly": True, "applicationServerKey": state["key"]},
    ]
    switch.click()
    expect(switch).to_be_enabled()
    expect(switch).not_to_be_checked()
    assert ann.context.request.get(f"{ann.url}/api/me/push").json()["subscriptions"] == []


CHANGE = """async ([made, given]) => {
  const found = { ...made, toJSON: () => made };
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    self.renewed = applicationServerKey;
    return found;
  };
  const event = new ExtendableEvent("pushsubscriptionchange");
  self.dispatchEvent(given ? Object.assign(event, { newSubscription: found }) : event);
}"""
"""Ends the subscription of a browser, which hands over a new one or leaves that to the page."""


@pytest.mark.parametrize("given", part([False, True], 1))
def test_a_subscription_that_the_browser_replaces_is_replaced_at_the_server(
    users: BrowserUsers, push: PushDouble, given: bool
) -> None:
    ann = _subscribed(users, f"{push.url}/old")
    worker = worker_of(ann)
    new = PushBrowser().subscription(f"{push.url}/new")
    worker.evaluate(CHANGE, [new, given])
    assert _subscriptions(ann, push, "new") == [subscription_id(f"{push.url}/new")]
    key = ann.context.request.get(f"{ann.url}/api/me/push").json()["key"]
    assert worker.evaluate("self.renewed") == (None if given else key)


def test_a_change_without_a_network_is_told_with_the_next_page(
    users: BrowserUsers, push: PushDouble
) -> None:
    ann = _subscribed(users, f"{push.url}/old")
    worker = worker_of(ann)
    worker.evaluate("() => { self.online = self.fetch; self.fetch = () => Promise.reject(); }")
    worker.evaluate(CHANGE, [PushBrowser().subscription(f"{push.url}/new"), True])
    ann.page.wait_for_timeout(500)
    state = ann.context.request.get(f"{ann.url}/api/me/push").json()
    assert state["subscriptions"] == [subscription_id(f"{push.url}/old")]
    worker.evaluate("() => { self.fetch = self.online; }")
    ann.go("/rules")
    assert _subscriptions(ann, push, "new") == [subscription_id(f"{push.url}/new")]


def test_no_subscription_passes_to_another_person(users: BrowserUsers, push: PushDouble) -> None:
    ann = _subscribed(users, f"{push.url}/hers")
    worker = worker_of(ann)
    ann.context.clear_cookies()
    ben = ann.named("Ben")
    worker.evaluate(CHANGE, [PushBrowser().subscription(f"{push.url}/his"), True])
    ben.page.wait_for_timeout(500)
    assert ben.context.request.get(f"{ben.url}/api/me/push").json()["subscriptions"] == []


def _subscribed(users: BrowserUsers, endpoint: str) -> BrowserUser:
    """Returns Ann, who has switched messages on in a browser with this subscription."""
    ann = users.open(PHONE).named("Ann")
    made = json.dumps(PushBrowser().subscription(endpoint))
    ann.page.add_init_script(f"({SERVICE})({made})")
    ann.context.grant_permissions(["notifications"], origin=ann.url)
    open_settings(ann)
    switch = ann.page.get_by_role("switch", name=LABEL)
    switch.click()
    expect(switch).to_be_enabled()
    expect(switch).to_be_checked()
    return ann


def _subscriptions(user: BrowserUser, push: PushDouble, wanted: str) -> list[str]:
    """Returns the subscriptions of a user once the wanted one alone is there, or after 10 s."""
    found: list[str] = []
    for _ in range(200):
        found = user.context.request.get(f"{user.url}/api/me/push").json()["subscriptions"]
        if found == [subscription_id(f"{push.url}/{wanted}")]:
            break
        user.page.wait_for_timeout(50)
    return found


SHOWN = """async () => {
  const all = await self.registration.getNotifications();
  return all.map(({ tag, title }) => [tag, title]).sort();
}"""
"""Returns tag and title of each notification."""

COUNT = """() => {
  const show = ServiceWorkerRegistration.prototype.showNotification;
  self.count = 0;
  ServiceWorkerRegistration.prototype.showNotification = async function (...given) {
    await show.apply(this, given);
    self.count += 1;
  };
}"""
"""Counts the notifications that the browser has taken."""

PRESS = """async (tag) => {
  const [notification] = await self.registration.getNotifications({ tag });
  return new Promise((done) => {
    self.clients.openWindow = async (path) => done(["opened", path]);
    WindowClient.prototype.focus = async function () {
      done(["shown", new URL(this.url).pathname]);
    };
    self.dispatchEvent(new NotificationEvent("notificationclick", { notification }));
  });
}"""
"""Presses a notification. A browser opens windows for real presses only, so that is watched."""


def _delivery_to(user: BrowserUser) -> Callable[[str], None]:
    """Returns a function that delivers a push message to the browser's service worker."""
    session = user.context.new_cdp_session(user.page)
    registrations: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registrations.extend(
            each["registrationId"] for each in event["registrations"]
        ),
    )
    session.send("ServiceWorker.enable")
    for _ in range(200):
        if registrations:
            break
        user.page.wait_for_timeout(50)

    def deliver(data: str) -> None:
        session.send(
            "ServiceWorker.deliverPushMessage",
            {"origin": user.url, "registrationId": registrations[0], "data": data},
        )

    return deliver


def _wait_for_notifications(user: BrowserUser, worker: Worker, count: int) -> None:
    """Waits until the browser has taken so many notifications, for at most 10 s."""
    for _ in range(200):
        if worker.evaluate("self.count") == count:
            break
        user.page.wait_for_timeout(50)
    assert worker.evaluate("self.count") == count


def test_a_message_is_shown_once_for_a_table_and_a_press_opens_the_table(
    users: BrowserUsers,
) -> None:
    ann = users.open().named("Ann")
    ann.context.grant_permissions(["notifications"], origin=ann.url)
    ann.go("/offline/play")
    ann.page.wait_for_load_state("networkidle")
    worker = worker_of(ann)
    worker.evaluate(COUNT)
    deliver = _delivery_to(ann)
    for at, (table, language) in enumerate((("abc", "en"), ("abc", "de"), ("xyz", "en")), 1):
        deliver(json.dumps({"type": "turn", "table": table, "language": language}))
        # Chromium forgets a notification that is asked for before it is on the screen.
        _wait_for_notifications(ann, worker, at)
    wanted = [["/t/abc", "Du bist an der Reihe"], ["/t/xyz", "It’s your turn"]]
    assert worker.evaluate(SHOWN) == wanted
    assert worker.evaluate(PRESS, "/t/abc") == ["opened", "/t/abc"]
    ann.go("/t/xyz")
    assert worker.evaluate(PRESS, "/t/xyz") == ["shown", "/t/xyz"]
    assert worker.evaluate(SHOWN) == []


@pytest.mark.parametrize(
    ("script", "text"),
    part(
        [
            ("Object.defineProperty(Notification, 'permission', {get: () => 'denied'})", "blocked"),
            ("delete window.PushManager", "This browser can’t show notifications."),
            ("delete window.PushManager; navigator.standalone = false", "Add to Home Screen"),
        ],
        1,
    ),
)
def test_the_settings_say_why_there_is_no_switch(
    users: BrowserUsers, script: str, text: str
) -> None:
    ann = users.open(PHONE).named("Ann")
    ann.page.add_init_script(script)
    open_settings(ann)
    expect(ann.page.get_by_role("dialog").get_by_text(text)).to_be_visible()
    expect(ann.page.get_by_role("switch", name=LABEL)).to_have_count(0)


def test_nothing_is_offered_where_the_server_sends_no_messages(
    chromium: Browser, users: BrowserUsers, tmp_path: Path
) -> None:
    silent = ServerProcess(tmp_path, environ={"ODDTRICK_PUSH": "off"})
    silent.start()
    try:
        ann = users.open(server=silent).named("Ann")
        open_settings(ann)
        expect(ann.page.get_by_role("switch", name="They may invite me")).to_be_visible()
        expect(ann.page.get_by_role("dialog")).not_to_contain_text("Notif")
    finally:
        silent.stop()
