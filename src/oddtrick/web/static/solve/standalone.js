// Entry point of the solver page as a folder of static files, without a server.

import { wordmark } from "../cards/wordmark.js";
import { resolveLanguage, setLanguage, t } from "../i18n/translate.js";
import { element } from "../ui/dom.js";
import { languageList, settingsButton } from "../shell/page-header.js";
import { applyPreferences, preference } from "../ui/preferences.js";
import { startSolver } from "./solve-page.js";

applyPreferences();
await setLanguage(resolveLanguage(preference("language")), "replay", "solve");

const main = element("main", { class: "replay solve", id: "main", tabindex: -1 });
document.title = `${t("solve.title")} · Oddtrick`;
document.body.append(
  element("a", { class: "skip", href: "#main" }, t("page.skip")),
  element("header", { class: "head" }, element("span", { class: "brand" }, wordmark()), settingsButton({ hasServer: false })),
  main,
  element("footer", { class: "foot" }, element("p", {}, t("page.motto")), languageList()),
);
startSolver(main);
