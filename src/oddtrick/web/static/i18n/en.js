// English: texts that more than one page needs.

import page from "./en/common.js";
import start from "./en/start.js";
import table from "./en/table.js";

export default { ...page, ...start, ...table };
