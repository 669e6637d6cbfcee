// Deutsch: was mehr als eine Seite sagt.

import after from "./de/after.js";
import page from "./de/page.js";
import start from "./de/start.js";
import table from "./de/table.js";

/** @type {import("./words.js").Catalogue} */
export default { ...page, ...start, ...table, ...after };
