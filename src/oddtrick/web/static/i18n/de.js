// Deutsch: was mehr als eine Seite sagt.

import page from "./de/common.js";
import start from "./de/start.js";
import table from "./de/table.js";

/** @type {import("./translate.js").Catalogue} */
export default { ...page, ...start, ...table };
