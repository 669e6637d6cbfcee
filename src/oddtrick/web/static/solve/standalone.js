// Entry point of the solver page as a folder of static files, without a server.

import { wordmark } from "../cards/wordmark.js";
import { LANGUAGES, currentLanguage, resolveLanguage, setLanguage, t } from "../i18n/translate.js";
import { element } from "../ui/dom.js";
import { settingsButton } from "../shell/page-header.js";
import { applyPreferences, preference } from "../ui/preferences.js";
import { switchLanguage } from "../shell/settings-dialog.js";
import { startSolver } from "./solve-page.js";

applyPreferences();
await setLanguage(resolveLanguage(preference("language")), "replay", "solve");

const main = element("main", { class: "replay solve", id: "main", tabindex: -1 });
document.title = `${t("solve.title")} · Oddtrick`;
document.body.append(
  element("a", { class: "skip", href: "#main" }, t("page.skip")),
  element("header", { class: "head" }, element("span", { class: "brand" }, wordmark()), settingsButton({ hasServer: false })),
  main,
  footer(),
);
startSolver(main);

function footer() {
  const languages = Object.entries(LANGUAGES).map(([code, name]) =>
    element("li", {}, element("button", { type: "button", lang: code, "aria-pressed": String(code === currentLanguage()), click: () => switchLanguage(code) }, name)),
  );
  return element("footer", { class: "foot" }, element("p", {}, t("page.motto")), element("ul", { "aria-label": t("settings.language") }, ...languages));
}
