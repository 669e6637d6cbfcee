// Error messages by code, or by status and code where a code has two meanings.
// `{message}` is the server's own English message, used where it is more specific.

export default {
  // Sign-in
  "name": "A name must have 1 to 24 visible characters.",
  "400.login": "A username has 3 to 32 letters a–z and digits, with . _ or - between them.",
  "401.login": "Wrong username or password.",
  "400.password": "A password needs at least 8 characters, four of them different, and can’t be mostly the username.",
  "403.password": "The current password is wrong.",
  "changed": "The password was just changed elsewhere. Log in with the new one.",
  "409.taken": "This username is taken.",
  "registered": "You already have an account.",
  "unauthenticated": "Choose a name first.",
  "token": "Your session has expired. Reload the page.",
  "origin": "The server doesn’t accept requests from this address.",
  "bots": "{message}",

  // Not found
  "not-found": "There’s nothing at this address.",
  "no-such-table": "{message}",
  "no-such-game": "{message}",
  "no-such-record": "You have no such game.",
  "no-match": "{message}",
  "no-deal": "{message}",
  "no-seat": "{message}",
  "no-pbn": "This game can’t be exported as PBN.",
  "not-watched": "This table doesn’t allow spectators. Its matches are for those who played.",
  "other-table": "Your session belongs to another table.",
  "records": "{message}",
  "played": "Others played in this match, so it can’t be deleted.",

  // People and invitations
  "not-met": "You haven’t played with this person lately.",
  "no-invitations": "This person takes no invitations.",
  "no-invitation": "This invitation has expired.",
  "no-open-seat": "There’s no open seat at this table.",

  // Malformed requests
  "invalid": "{message}",
  "refused": "{message}",
  "too-long": "{message}",
  "method-not-allowed": "{message}",
  "no-hello": "Not connected yet. Try again in a moment.",
  "said-hello": "Already connected. Reload the page.",

  // Server
  "limit": "Too many requests. Try again in a moment.",
  "store-unavailable": "The server can’t reach its database. Nothing is lost; try again in a moment.",
  "store-recovered": "The server is back, and nothing was lost.",
  "busy": "The server is busy. Try again in a moment.",
  "too-slow": "The upload was too slow and has been stopped. Try again on a better connection.",
  "closing": "The server is restarting. Try again soon.",
  "full": "The server is full. Try again in a moment.",
  "internal-error": "Something went wrong. The error has been logged.",
  "ended": "{message}",

  // At the table
  "taken": "{message}",
  "seated": "You already have a seat.",
  "open": "This seat is free.",
  "open-places": "{message}",
  "no-such-place": "{message}",
  "no-such-bot": "{message}",
  "no-place": "{message}",
  "no-person": "Only a person can be the host.",
  "not-host": "{message}",
  "under-way": "{message}",
  "next-deal": "You can sit down when this deal is over.",
  "no-decision": "{message}",
  "rated": "{message}",
  "closed": "This table is closed.",
  "not-playing": "{message}",
  "not-your-turn": "{message}",
  "not-now": "{message}",
  "too-late": "{message}",
  "too-early": "{message}",
  "log-full": "{message}",
  "no-undo": "{message}",
  "no-hint": "Hints are available only against bots.",
  "no-chat": "Chat is off at this table.",
  "bad-message": "The message is empty or too long.",
  "no-draw": "This draw is over.",
  "not-asked": "You don’t take part in this draw.",
  "sealed": "You have already sealed for this draw.",
  "opened": "You have already revealed your secret.",
  "wrong-secret": "This secret doesn’t match your seal.",

  // Whist drives
  "drive": "{message}",
  "drive-key": "This link or code is no longer valid. Ask the organiser for a new one.",
  "listed-name": "This name is on the list. Open the link that the organiser has for it, or join with another name.",
  "drive-role": "{message}",
  "replaced": "Another phone has taken over. Join again to use this one.",
  "conflict": "{message}",
  "round-over": "That round is over. Look at the current one.",
  "seat-shared": "Two people share this seat already. Choose another.",
  "results-entered": "A result has been entered in the meantime, so the round stays. Look at it before you undo the round.",

  // Rules
  "rule": "{message}",
  "rule.S1": "The players can’t be divided into that many equal sides of two or more.",
  "rule.D1": "Honours don’t count in a match of a fixed number of deals.",
  "rule.T3": "{message}",
  "rule.K7": "{message}",
  "rule.T9": "{message}",

  // Deal of the day
  "played-once": "This deal is played once: only cards and claims are possible.",
  "day-over": "This day is over. You can play its deal for practice.",
  "day-not-over": "This deal still counts. You can play it for practice when the day is over.",
  "people-only": "The daily deal is for people. Programs can open a table instead.",
  "no-daily-deal": "There is no deal for this day.",
};
