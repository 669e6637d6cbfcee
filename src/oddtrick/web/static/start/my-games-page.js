// One's own games: what goes on, what was played, how one did; and who one is.

import { element, fill } from "../ui/dom.js";
import { frame } from "../ui/page-header.js";
import { get } from "../ui/http-client.js";
import { words } from "../i18n/translate.js";
import { person } from "./account-section.js";
import { figures } from "./player-stats.js";
import { goes, list, ownTables, stageOf } from "./lobby.js";
import { played } from "./match-history.js";

/**
 * Shows the page.
 * @param {HTMLElement} page
 */
export function show(page) {
  const main = element("main", { class: "mygames" }, element("h1", {}, words("page.games")));
  frame(page, "games", words("page.games"), main);
  void look(main);
}

/** @param {HTMLElement} main */
async function look(main) {
  /** @type {import("../wire/protocol").Me} */
  let me;
  try {
    me = await get("/api/me");
  } catch (error) {
    main.append(
      element("p", { class: "problem", role: "alert" }, error instanceof Error ? error.message : String(error)),
    );
    return;
  }
  main.append(person(me));
  const ratings = element("p", {}, element("a", { class: "button", href: "/ratings" }, words("ratings.title")));
  if (me.id) main.append(under(), played(), figures(), ratings);
  else
    main.append(
      element("p", { class: "none" }, words("games.none"), " ", element("a", { href: "/" }, words("games.begin"))),
      ratings,
    );
}

/** The tables where one sits and play is not over. */
function under() {
  const tables = element("ul", { class: "tables" });
  const none = element("p", { class: "none" }, words("page.looking"));
  const look = async () => {
    const going = (await ownTables()).filter((each) => each.place !== null && goes(each.table));
    list(
      tables,
      going.map((each) => each.table),
      () => "lobby.go",
      stageOf,
    );
    fill(none, going.length, () => (going.length ? [] : [words("games.under.none")]));
  };
  look().catch((error) => (none.textContent = error.message));
  return element(
    "section",
    { "aria-labelledby": "under" },
    element("h2", { id: "under" }, words("games.under")),
    tables,
    none,
  );
}
