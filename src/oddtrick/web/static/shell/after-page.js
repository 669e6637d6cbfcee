// What a page does once it is idle: it asks for invitations, and keeps what works without a network.

import { watchInvitations } from "../people/invitation-banner.js";
import { keepUnasked } from "../ui/worker-scripts.js";

/** Time until a page keeps what works without a network, if it stays open that long (ms). */
const KEEP_AFTER = 3500;

/** The pages that do so; the policies of others forbid it. */
const KEEPERS = /^\/(games|t\/[^/]+)?\/?$/;

watchInvitations();
if (KEEPERS.test(window.location.pathname)) setTimeout(() => void keepUnasked(), KEEP_AFTER);
