// Deutsch: Texte, die mehr als eine Seite braucht.

import page from "./de/common.js";
import start from "./de/start.js";
import table from "./de/table.js";

/** @type {import("./translate.js").Catalogue} */
export default { ...page, ...start, ...table };
