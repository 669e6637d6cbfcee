// Wires: finds out what this address is about, and shows it.

import { showRoom } from "./room.js";
import { showStart } from "./start.js";

const table = /^\/t\/([^/]+)\/?$/.exec(window.location.pathname);
if (table) showRoom(decodeURIComponent(table[1] ?? ""));
else showStart();
