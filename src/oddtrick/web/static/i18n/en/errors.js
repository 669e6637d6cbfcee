// What the server refuses, by its word for it: where a word has two meanings, with the status.
// `{message}` is what the server says itself, which is English; it stands where it tells more.

export default {
  // Who comes in
  "name": "A name has 1 to 24 signs that can be seen.",
  "400.login": "A login has 3 to 32 letters a to z and digits; . _ and - may stand between them.",
  "401.login": "There is no account with this login and password.",
  "400.password": "A password has at least 8 signs, four of them different, and is not mostly the login.",
  "403.password": "This is not the password so far.",
  "changed": "The password was changed elsewhere just now.",
  "409.taken": "This login is taken: think of another.",
  "registered": "You have an account already.",
  "unauthenticated": "Choose a name first.",
  "token": "What this browser came in with holds no longer: load the page again.",
  "origin": "This page was opened under an address that the server does not go by.",
  "bots": "{message}",

  // What there is
  "not-found": "There is nothing at this address.",
  "no-such-table": "{message}",
  "no-such-game": "{message}",
  "no-such-record": "You have no record like that.",
  "no-match": "{message}",
  "no-deal": "{message}",
  "no-seat": "{message}",
  "no-pbn": "This game can’t be written as PBN.",
  "not-watched": "This table is not watched.",
  "other-table": "What you came in with is for another table.",
  "records": "{message}",
  "played": "Others played in this match too: it stays.",

  // What can't be read
  "invalid": "{message}",
  "too-long": "{message}",
  "method-not-allowed": "{message}",
  "no-hello": "Not connected yet: try again in a moment.",
  "said-hello": "The server has heard this page already: load it again.",

  // The house
  "limit": "That was a little too often. Try again in a moment.",
  "store-unavailable": "The server can’t reach its database. Nothing is lost: try again in a moment.",
  "store-recovered": "The server is back, and nothing was lost.",
  "busy": "The house is busy. Try again in a moment.",
  "closing": "The house is closing for a moment. Try again soon.",
  "full": "The house is full. Try again in a moment.",
  "internal-error": "Something went wrong on the server. Try again.",
  "ended": "{message}",

  // At the table
  "taken": "{message}",
  "seated": "You sit there already.",
  "open": "Nobody sits there.",
  "open-places": "{message}",
  "no-such-place": "{message}",
  "no-such-bot": "{message}",
  "no-place": "{message}",
  "no-person": "Only a person can be the host.",
  "not-host": "{message}",
  "under-way": "{message}",
  "rated": "{message}",
  "closed": "This table is closed.",
  "not-playing": "{message}",
  "not-your-turn": "{message}",
  "not-now": "{message}",
  "too-late": "{message}",
  "too-early": "{message}",
  "no-undo": "{message}",
  "no-hint": "There are hints only where all the others are bots.",
  "no-chat": "There is no talk at this table.",
  "bad-message": "There is nothing to read in it.",
  "no-draw": "This draw is over.",
  "not-asked": "This draw does not ask for a seal of yours.",
  "sealed": "You have sealed for this draw already.",
  "opened": "You have opened your seal already.",
  "wrong-secret": "That secret does not belong to your seal.",

  // The rules of the game
  "rule": "{message} ({rule})",
  "rule.S1": "That many players can’t be divided into so many equal sides of two or more.",
  "rule.D1": "Where a fixed number of deals is played, honours do not count.",
  "rule.T3": "{message} ({rule})",
  "rule.T9": "{message} ({rule})",
};
