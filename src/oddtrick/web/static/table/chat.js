// Chat at the table.

import { element, findInput, updateContent, findElement, setAttribute } from "../ui/dom.js";
import { preference } from "../ui/preferences.js";
import { t } from "../i18n/translate.js";
import { PHRASES, chatText } from "./event-text.js";

/** @typedef {import("../wire/protocol").TableView} TableView */
/** @typedef {import("../wire/protocol").PlayerCommand} PlayerCommand */

/**
 * Creates the chat panel.
 * @param {(command: PlayerCommand) => void} act
 */
export function chatPanel(act) {
  const phrase = element(
    "select",
    { name: "phrase", "aria-label": t("chat.phrase") },
    element("option", { value: "" }, "…"),
    ...PHRASES.map((name) => element("option", { value: name }, chatText({ place: null, name: "", phrase: name, text: null }))),
  );
  const text = element("input", {
    name: "text", maxlength: 200, autocomplete: "off", "aria-label": t("chat.text"), placeholder: t("chat.text"),
  });
  const form = element("form", {}, phrase, text, element("button", { type: "submit" }, t("chat.say")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (text.value.trim()) act({ type: "say", text: text.value });
    else if (phrase.value) act({ type: "say", phrase: phrase.value });
    text.value = phrase.value = "";
  });
  return element(
    "section",
    { class: "talk" },
    element("h2", { tabindex: -1 }, t("chat.title")),
    element("p", { class: "quiet small" }, t("chat.quiet")),
    element("ol", { class: "said", "aria-label": t("chat.said"), tabindex: 0 }),
    form,
  );
}

/**
 * @param {HTMLElement} at
 * @param {TableView} table
 */
export function renderChat(at, table) {
  const quiet = preference("muteChat");
  at.hidden = !table.settings.chat;
  findElement(at, ".quiet").hidden = !quiet;
  findElement(at, "form").hidden = table.you === null && !table.you_host;
  setAttribute(findInput(at, "[name=text]"), "disabled", table.stage === "closed");
  const said = findElement(at, ".said");
  const heard = table.chat.filter((talk) => !quiet || talk.place === table.you);
  said.hidden = !heard.length;
  const lines = heard.map((talk) => [talk.name, chatText(talk)]);
  updateContent(said, lines, () => {
    window.requestAnimationFrame(() => (said.scrollTop = said.scrollHeight));
    return lines.map(([name = "", text]) => element("li", {}, element("b", {}, name), ` ${text}`));
  });
}
