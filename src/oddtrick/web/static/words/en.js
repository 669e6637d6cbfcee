// English, complete: every text that more than one page has.

import after from "./en/after.js";
import page from "./en/page.js";
import start from "./en/start.js";
import table from "./en/table.js";

export default { ...page, ...start, ...table, ...after };
