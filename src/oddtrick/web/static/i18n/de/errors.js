// Was der Server ablehnt, nach seinem Wort dafür: wo ein Wort zweierlei heißt, mit dem Status.
// `{message}` sagt der Server selbst, auf Englisch; es steht, wo es sonst niemand weiß.

export default {
  // Wer hereinkommt
  "name": "Ein Name hat 1 bis 24 sichtbare Zeichen.",
  "400.login": "Ein Anmeldename hat 3 bis 32 Buchstaben a bis z und Ziffern; dazwischen dürfen . _ und - stehen.",
  "401.login": "Es gibt kein Konto mit diesem Anmeldenamen und Passwort.",
  "400.password": "Ein Passwort hat mindestens 8 Zeichen, darunter vier verschiedene, und besteht nicht hauptsächlich aus dem Anmeldenamen.",
  "403.password": "Das ist nicht das bisherige Passwort.",
  "changed": "Das Passwort wurde eben anderswo geändert.",
  "409.taken": "Dieser Anmeldename ist vergeben: Denk dir einen anderen aus.",
  "registered": "Du hast schon ein Konto.",
  "unauthenticated": "Wähle zuerst einen Namen.",
  "token": "Womit dieser Browser hereinkam, gilt nicht mehr: Lade die Seite neu.",
  "origin": "Diese Seite ist unter einer Adresse geöffnet, die der Server nicht kennt.",
  "bots": "Mehr Bots kann dieses Konto nicht haben: Entferne zuerst einen.",

  // Was es gibt
  "not-found": "An dieser Adresse ist nichts.",
  "no-such-table": "Einen Tisch mit dieser Adresse gibt es nicht, oder nicht mehr.",
  "no-such-game": "Dieses Spiel gibt es hier nicht.",
  "no-such-record": "Eine solche Aufzeichnung hast du nicht.",
  "no-match": "Eine solche Partie gab es an diesem Tisch noch nicht.",
  "no-deal": "Diese Karten wurden in dieser Partie nicht gegeben, oder noch nicht alle gespielt.",
  "no-seat": "Diesen Platz gibt es in dieser Partie nicht.",
  "no-pbn": "Dieses Spiel lässt sich nicht als PBN schreiben.",
  "not-watched": "An diesem Tisch sieht niemand zu.",
  "other-table": "Womit du hereinkommst, gilt für einen anderen Tisch.",
  "records": "Mehr Aufzeichnungen kannst du nicht haben: Lösche zuerst eine.",
  "played": "An dieser Partie haben auch andere gespielt: Sie bleibt.",

  // Was sich nicht lesen lässt
  "invalid": "Das lässt sich so nicht lesen: {message}",
  "too-long": "Das ist zu lang für diese Adresse.",
  "method-not-allowed": "Das kann man mit dieser Adresse nicht tun.",
  "no-hello": "Noch nicht verbunden: Versuch es gleich noch einmal.",
  "said-hello": "Der Server kennt diese Seite schon: Lade sie neu.",

  // Das Haus
  "limit": "Das war ein wenig zu oft. Versuch es gleich noch einmal.",
  "store-unavailable": "Der Server erreicht seine Datenbank nicht. Es ist nichts verloren: Versuch es gleich noch einmal.",
  "store-recovered": "Es geht weiter, nichts ist verloren.",
  "busy": "Das Haus ist beschäftigt. Versuch es gleich noch einmal.",
  "closing": "Das Haus schließt für einen Augenblick. Versuch es bald noch einmal.",
  "full": "Das Haus ist voll. Versuch es gleich noch einmal.",
  "internal-error": "Auf dem Server ist etwas schiefgegangen. Versuch es noch einmal.",
  "ended": "Die Verbindung ist zu Ende: Lade diese Seite neu.",

  // Am Tisch
  "taken": "Da sitzt schon jemand.",
  "seated": "Da sitzt du schon.",
  "open": "Da sitzt niemand.",
  "open-places": "Ein Platz ist noch frei: Warte, oder lass Bots die freien Plätze nehmen.",
  "no-such-place": "Diesen Platz gibt es hier nicht.",
  "no-such-bot": "Einen solchen Bot gibt es hier nicht.",
  "no-place": "Dafür musst du an diesem Tisch sitzen.",
  "no-person": "Gastgeber kann nur ein Mensch sein.",
  "not-host": "Das kann nur, wer Gastgeber ist.",
  "under-way": "Das geht nicht, während eine Partie läuft.",
  "rated": "Eine gewertete Partie braucht alle ihre Spieler und wird zu Ende gespielt.",
  "closed": "Dieser Tisch ist geschlossen.",
  "not-playing": "Gerade wird nicht gespielt.",
  "not-your-turn": "Du bist gerade nicht dran.",
  "not-now": "Das geht jetzt nicht.",
  "too-late": "Zu spät: Die Zeit dafür ist um.",
  "too-early": "Noch nicht: Es fehlen noch andere.",
  "no-undo": "Hier kann man nichts zurücknehmen.",
  "no-hint": "Tipps gibt es nur, wo alle anderen Bots sind.",
  "no-chat": "An diesem Tisch wird nicht geplaudert.",
  "bad-message": "Darin steht nichts.",
  "no-draw": "Diese Ziehung ist vorbei.",
  "not-asked": "Diese Ziehung braucht kein Siegel von dir.",
  "sealed": "Du hast für diese Ziehung schon gesiegelt.",
  "opened": "Dein Siegel ist schon offen.",
  "wrong-secret": "Dieses Geheimnis gehört nicht zu deinem Siegel.",

  // Die Regeln des Spiels
  "rule": "Das erlauben die Regeln nicht ({rule}).",
  "rule.S1": "So viele Spieler lassen sich nicht auf so viele gleich große Seiten zu zweit oder mehr verteilen.",
  "rule.D1": "Wo eine feste Zahl von Gaben gespielt wird, zählen Honneurs nicht.",
  "rule.T3": "Spiel eine Karte aus deinem Blatt, und bediene die Farbe, solange du kannst ({rule}).",
  "rule.T9": "Das wurde eben abgelehnt: Spiel erst eine Karte ({rule}).",
};
