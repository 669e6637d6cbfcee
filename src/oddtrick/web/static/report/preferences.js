// Applies the reader's preferences to a review shown on the site.

import { applyPreferences } from "../ui/preferences.js";

applyPreferences();
