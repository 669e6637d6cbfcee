// The start page: a name, a game, and where to play.

import { BEGINS } from "../page/begins.js";
import { element, field, fill, find, keep, say, template } from "../page/element.js";
import { call, get, post } from "../page/http.js";
import { gameName } from "../table/voice.js";
import { Line } from "../wire/line.js";

/** @typedef {import("../wire/frames").LobbyTable} LobbyTable */
/** @typedef {import("../wire/frames").GameTold} GameTold */

/** Shows the start page. */
export function show() {
  document.body.append(template("start"));
  const page = find(document, "main.start");
  const form = /** @type {HTMLFormElement} */ (find(page, "form.new"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void attempt(page, () => open(form, { sit: 0, fill: "casual" }, true));
  });
  find(form, ".friends").addEventListener("click", () => {
    const settings = { public: field(form, "[name=public]").checked };
    void attempt(page, () => open(form, { sit: 0, settings }));
  });
  find(page, "form.join").addEventListener("submit", (event) => {
    event.preventDefault();
    void attempt(page, async () => {
      await call(field(form, "[name=name]").value);
      goTo(codeIn(field(page, "[name=code]").value));
    });
  });
  void attempt(page, () => Promise.all([offerGames(form), welcomeBack(page)]));
  watchLobby(page);
}

/**
 * Does something; if it fails, says why in one line.
 * @param {HTMLElement} page
 * @param {() => Promise<unknown>} deed
 */
async function attempt(page, deed) {
  const problem = find(page, ".problem");
  say(problem, "");
  const buttons = page.querySelectorAll("button");
  buttons.forEach((button) => (button.disabled = true));
  try {
    await deed();
  } catch (error) {
    say(problem, error instanceof Error ? error.message : String(error));
  }
  buttons.forEach((button) => (button.disabled = false));
}

/**
 * Opens a table and goes there. The match begins there, and not here: whoever is not at the table
 * has no part in the first draw.
 * @param {HTMLFormElement} form
 * @param {Omit<import("../wire/frames").NewTable, "rules">} asked
 * @param {boolean} begins
 */
async function open(form, asked, begins = false) {
  await call(field(form, "[name=name]").value);
  const rules = { game: field(form, "[name=game]").value };
  /** @type {import("../wire/frames").Opened} */
  const opened = await post("/api/tables", { rules, ...asked });
  if (begins) window.sessionStorage.setItem(BEGINS, opened.code);
  window.location.assign(opened.url);
}

/**
 * The code in what somebody pasted: a code, or a link that ends with one.
 * @param {string} typed
 */
export function codeIn(typed) {
  const [path = ""] = typed.trim().split(/[?#]/);
  return path.replace(/\/+$/, "").split("/").pop() ?? "";
}

/** @param {string} code */
function goTo(code) {
  window.location.assign(`/t/${encodeURIComponent(code)}`);
}

/** @param {HTMLFormElement} form */
async function offerGames(form) {
  /** @type {import("../wire/frames").Games} */
  const { games } = await get("/api/games");
  const select = find(form, "[name=game]");
  select.append(
    ...games.map((game) => element("option", { value: game.id, selected: game.id === "whist" }, game.title)),
  );
  const told = () => tellGame(form, games);
  select.addEventListener("change", told);
  told();
}

/**
 * @param {HTMLFormElement} form
 * @param {GameTold[]} games
 */
function tellGame(form, games) {
  const game = games.find((each) => each.id === field(form, "[name=game]").value);
  if (!game) return;
  say(find(form, ".objective"), game.objective);
  say(find(form, ".chief"), `Play ${game.title} now`);
}

/**
 * One's name and tables, if one was here before.
 * @param {HTMLElement} page
 */
async function welcomeBack(page) {
  /** @type {import("../wire/frames").Me} */
  const me = await get("/api/me");
  const name = field(page, "[name=name]");
  if (!me.id) return;
  if (!name.value) name.value = me.name ?? "";
  /** @type {import("../wire/frames").MyTables} */
  const mine = await get("/api/me/tables");
  const sitting = mine.tables.filter((each) => each.place !== null).map((each) => each.table);
  const going = sitting.filter((table) => table.stage !== "closed" && table.stage !== "over");
  find(page, ".own").hidden = !going.length;
  list(find(page, ".own ul"), going, "Go on");
}

/** @param {HTMLElement} page */
function watchLobby(page) {
  new Line("/ws/lobby", {
    opened() {},
    changed() {},
    heard(/** @type {import("../wire/frames").LobbyFrame} */ frame) {
      if (frame.type !== "lobby") return;
      list(find(page, ".lobby"), frame.tables, "Join");
      find(page, ".none").hidden = frame.tables.length > 0;
    },
  });
}

/**
 * @param {HTMLElement} at
 * @param {LobbyTable[]} tables
 * @param {string} verb
 */
function list(at, tables, verb) {
  keep(
    at,
    tables,
    (table) => table.code,
    () => element("li"),
    (item, table) =>
      fill(item, [table.game, table.host, table.taken, table.open, table.stage], () => [
        element("span", { class: "what" }, gameName(table.game)),
        element("span", { class: "who" }, about(table)),
        element("a", { href: `/t/${table.code}`, "aria-label": `${verb}: ${gameName(table.game)}, ${about(table)}` }, verb),
      ]),
  );
}

/** @param {LobbyTable} table */
function about(table) {
  const free = table.open === 1 ? "1 place free" : `${table.open || "no"} places free`;
  return `${table.host}’s table, ${free}`;
}
