// A review among the pages looks as its reader has wished.

import { applyWishes } from "../ui/preferences.js";

applyWishes();
