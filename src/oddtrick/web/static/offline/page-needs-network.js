// The page that opens without a network in place of one that needs the server. It is an entry point of its own,
// because it stands at the address of that other page.

import { resolveLanguage, setLanguage, t } from "../i18n/translate.js";
import { element } from "../ui/dom.js";
import { renderPage } from "../shell/page-header.js";
import { applyPreferences, preference } from "../ui/preferences.js";

applyPreferences();
await setLanguage(resolveLanguage(preference("language")), "start");

const main = element(
  "main",
  { class: "not-found" },
  element("h1", {}, t("offline.title")),
  element("p", {}, t("offline.about")),
  element(
    "div",
    { class: "buttons" },
    element("a", { class: "button primary", href: "/offline/play" }, t("offline.play")),
    element("a", { class: "button", href: "/solve" }, t("page.solve")),
    element("a", { class: "button", href: "/learn" }, t("page.learn")),
    element("a", { class: "button", href: "/rules" }, t("page.rules")),
  ),
  element("button", { type: "button", click: () => window.location.reload() }, t("offline.retry")),
);
renderPage(document.body, "", t("offline.title"), main);
window.addEventListener("online", () => window.location.reload());
