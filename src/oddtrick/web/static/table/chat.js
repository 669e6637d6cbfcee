// Talk at the table.

import { element, field, fill, find, mark } from "../ui/dom.js";
import { wished } from "../ui/preferences.js";
import { words } from "../i18n/translate.js";
import { PHRASES, saying } from "./event-text.js";

/** @typedef {import("../wire/protocol").TableView} TableView */
/** @typedef {import("../wire/protocol").PlayerCommand} PlayerCommand */

/**
 * The place for talk, empty.
 * @param {(command: PlayerCommand) => void} act
 */
export function talkPart(act) {
  const phrase = element(
    "select",
    { name: "phrase", "aria-label": words("talk.phrase") },
    element("option", { value: "" }, "…"),
    ...PHRASES.map((name) => element("option", { value: name }, saying({ place: null, name: "", phrase: name, text: null }))),
  );
  const text = element("input", {
    name: "text", maxlength: 200, autocomplete: "off", "aria-label": words("talk.text"), placeholder: words("talk.text"),
  });
  const form = element("form", {}, phrase, text, element("button", { type: "submit" }, words("talk.say")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (text.value.trim()) act({ type: "say", text: text.value });
    else if (phrase.value) act({ type: "say", phrase: phrase.value });
    text.value = phrase.value = "";
  });
  return element(
    "section",
    { class: "talk" },
    element("h2", { tabindex: -1 }, words("talk.title")),
    element("p", { class: "quiet small" }, words("talk.quiet")),
    element("ol", { class: "said", "aria-label": words("talk.said"), tabindex: 0 }),
    form,
  );
}

/**
 * @param {HTMLElement} at
 * @param {TableView} table
 */
export function drawTalk(at, table) {
  const quiet = wished("quiet");
  at.hidden = !table.settings.chat;
  find(at, ".quiet").hidden = !quiet;
  find(at, "form").hidden = table.you === null && !table.you_host;
  mark(field(at, "[name=text]"), "disabled", table.stage === "closed");
  const said = find(at, ".said");
  const heard = table.chat.filter((talk) => !quiet || talk.place === table.you);
  said.hidden = !heard.length;
  const lines = heard.map((talk) => [talk.name, saying(talk)]);
  fill(said, lines, () => {
    window.requestAnimationFrame(() => (said.scrollTop = said.scrollHeight));
    return lines.map(([name = "", text]) => element("li", {}, element("b", {}, name), ` ${text}`));
  });
}
