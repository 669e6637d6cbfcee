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
  const form = element("form", {}, phrase, text, element("button", { type: "submit" }, t("chat.send")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (text.value.trim()) act({ type: "say", text: text.value });
    else if (phrase.value) act({ type: "say", phrase: phrase.value });
    text.value = phrase.value = "";
  });
  return element(
    "section",
    { class: "chat" },
    element("h2", { tabindex: -1 }, t("chat.title")),
    element("p", { class: "muted small" }, t("chat.muted")),
    element("ol", { class: "messages", "aria-label": t("chat.messages"), tabindex: 0 }),
    form,
  );
}

/**
 * @param {HTMLElement} at
 * @param {TableView} table
 */
export function renderChat(at, table) {
  const muted = preference("muteChat");
  at.hidden = !table.settings.chat;
  findElement(at, ".muted").hidden = !muted;
  findElement(at, "form").hidden = table.you === null && !table.you_host;
  setAttribute(findInput(at, "[name=text]"), "disabled", table.stage === "closed");
  const list = findElement(at, ".messages");
  const messages = table.chat.filter((message) => !muted || message.place === table.you);
  list.hidden = !messages.length;
  const lines = messages.map((message) => [message.name, chatText(message)]);
  updateContent(list, lines, () => {
    window.requestAnimationFrame(() => (list.scrollTop = list.scrollHeight));
    return lines.map(([name = "", text]) => element("li", {}, element("b", {}, name), ` ${text}`));
  });
}
