// Fehlermeldungen nach Code, oder nach Status und Code, wenn ein Code zwei Bedeutungen hat.
// `{message}` ist die englische Meldung des Servers; sie steht dort, wo sie genauer ist.

export default {
  // Anmeldung
  "name": "Ein Name hat 1 bis 24 sichtbare Zeichen.",
  "400.login": "Ein Benutzername hat 3 bis 32 Buchstaben a–z und Ziffern, dazwischen . _ oder -.",
  "401.login": "Benutzername oder Passwort ist falsch.",
  "400.password": "Ein Passwort braucht mindestens 8 Zeichen, davon vier verschiedene, und darf nicht überwiegend aus dem Benutzernamen bestehen.",
  "403.password": "Das aktuelle Passwort ist falsch.",
  "changed": "Das Passwort wurde gerade anderswo geändert. Melde dich mit dem neuen an.",
  "409.taken": "Dieser Benutzername ist vergeben.",
  "registered": "Du hast schon ein Konto.",
  "unauthenticated": "Wähle zuerst einen Namen.",
  "token": "Deine Sitzung ist abgelaufen. Lade die Seite neu.",
  "origin": "Der Server nimmt von dieser Adresse keine Anfragen an.",
  "bots": "Mehr Bots kann dieses Konto nicht haben: Entferne zuerst einen.",

  // Nicht gefunden
  "not-found": "Unter dieser Adresse gibt es nichts.",
  "no-such-table": "Unter dieser Adresse gibt es keinen Tisch (mehr).",
  "no-such-game": "Dieses Spiel gibt es hier nicht.",
  "no-such-record": "Ein solches Spiel hast du nicht.",
  "no-match": "Eine solche Partie gab es an diesem Tisch noch nicht.",
  "no-deal": "Diese Runde gibt es in dieser Partie nicht, oder sie ist noch nicht zu Ende.",
  "no-seat": "Diesen Platz gibt es in dieser Partie nicht.",
  "no-pbn": "Dieses Spiel lässt sich nicht als PBN exportieren.",
  "not-watched": "An diesem Tisch sind keine Zuschauer erlaubt. Seine Partien sind für die, die mitgespielt haben.",
  "other-table": "Deine Sitzung gehört zu einem anderen Tisch.",
  "records": "Mehr Aufzeichnungen kannst du nicht haben: Lösche zuerst eine.",
  "played": "An dieser Partie haben andere mitgespielt. Sie lässt sich nicht löschen.",

  // Leute und Einladungen
  "not-met": "Mit dieser Person hast du in letzter Zeit nicht gespielt.",
  "no-invitations": "Diese Person nimmt keine Einladungen an.",
  "no-invitation": "Diese Einladung ist abgelaufen.",
  "no-open-seat": "An diesem Tisch ist kein Platz frei.",

  // Fehlerhafte Anfragen
  "invalid": "Das lässt sich so nicht lesen: {message}",
  "refused": "Das geht so nicht: {message}",
  "too-long": "Das ist zu groß.",
  "method-not-allowed": "Das geht hier nicht.",
  "no-hello": "Noch nicht verbunden. Versuch es gleich noch einmal.",
  "said-hello": "Schon verbunden. Lade die Seite neu.",

  // Server
  "limit": "Zu viele Anfragen. Versuch es gleich noch einmal.",
  "store-unavailable": "Der Server erreicht seine Datenbank nicht. Nichts ist verloren; versuch es gleich noch einmal.",
  "store-recovered": "Es geht weiter, nichts ist verloren.",
  "busy": "Der Server ist ausgelastet. Versuch es gleich noch einmal.",
  "too-slow": "Die Übertragung war zu langsam und wurde abgebrochen. Versuch es mit einer besseren Verbindung noch einmal.",
  "closing": "Der Server startet neu. Versuch es bald noch einmal.",
  "full": "Der Server ist voll. Versuch es gleich noch einmal.",
  "internal-error": "Etwas ist schiefgegangen. Der Fehler wurde protokolliert.",
  "ended": "Verbindung beendet. Lade die Seite neu.",

  // Am Tisch
  "taken": "Dieser Platz ist besetzt.",
  "seated": "Du hast schon einen Platz.",
  "open": "Dieser Platz ist frei.",
  "open-places": "Ein Platz ist noch frei: Warte, oder lass Bots die freien Plätze nehmen.",
  "no-such-place": "Diesen Platz gibt es hier nicht.",
  "no-such-bot": "Einen solchen Bot gibt es hier nicht.",
  "no-place": "Dafür musst du an diesem Tisch sitzen.",
  "no-person": "Nur ein Mensch kann Gastgeber sein.",
  "not-host": "Das kann nur, wer Gastgeber ist.",
  "under-way": "Das geht nicht, während eine Partie läuft.",
  "next-deal": "Du kannst dich setzen, sobald diese Runde zu Ende ist.",
  "no-decision": "Diese Entscheidung gibt es in der Partie nicht.",
  "rated": "Eine gewertete Partie braucht alle ihre Spieler und wird zu Ende gespielt.",
  "closed": "Dieser Tisch ist geschlossen.",
  "not-playing": "Gerade wird nicht gespielt.",
  "not-your-turn": "Du bist nicht dran.",
  "not-now": "Das geht jetzt nicht.",
  "too-late": "Zu spät: Die Zeit dafür ist um.",
  "too-early": "Noch nicht: Es fehlen noch andere.",
  "log-full": "Das Protokoll dieses Tisches ist voll: Spielt die Partie zu Ende und eröffnet einen neuen Tisch.",
  "no-undo": "Hier kann man nichts zurücknehmen.",
  "no-hint": "Tipps gibt es nur gegen Bots.",
  "no-chat": "Der Chat ist an diesem Tisch aus.",
  "bad-message": "Die Nachricht ist leer oder zu lang.",
  "no-draw": "Diese Ziehung ist vorbei.",
  "not-asked": "An dieser Ziehung nimmst du nicht teil.",
  "sealed": "Du hast für diese Ziehung schon versiegelt.",
  "opened": "Du hast dein Geheimnis schon offengelegt.",
  "wrong-secret": "Dieses Geheimnis passt nicht zu deinem Siegel.",

  // Whist-Turniere
  "drive": "Dieser Tisch gehört zu einem Whist Drive, der das selbst regelt.",
  "drive-key": "Dieser Link oder Code gilt nicht mehr. Bitte die Turnierleitung um einen neuen.",
  "listed-name": "Dieser Name steht auf der Liste. Öffne den Link, den die Turnierleitung dafür hat, oder tritt mit einem anderen Namen bei.",
  "drive-role": "Das darf nur die Turnierleitung.",
  "replaced": "Ein anderes Handy ist an deine Stelle getreten. Melde dich neu an, um dieses zu benutzen.",
  "conflict": "Das hat inzwischen jemand anderes geändert.",
  "round-over": "Diese Runde ist vorbei. Sieh dir die laufende an.",
  "seat-shared": "Diesen Platz teilen sich schon zwei. Wähle einen anderen.",
  "results-entered": "Inzwischen ist ein Ergebnis eingetragen worden, darum bleibt die Runde. Sieh es dir an, bevor du die Runde zurücknimmst.",

  // Spielregeln
  "rule": "Das erlauben die Regeln nicht.",
  "rule.S1": "So viele Spieler lassen sich nicht in so viele gleich große Parteien aufteilen.",
  "rule.D1": "Bei einer festen Zahl von Runden zählen Honneurs nicht.",
  "rule.T3": "Spiel eine Karte aus deinem Blatt, und bediene die Farbe, solange du kannst.",
  "rule.K7": "Trumpf darf erst ausgespielt werden, wenn schon einer gefallen ist. Spiel eine andere Farbe aus.",
  "rule.T9": "Das wurde eben abgelehnt: Spiel erst eine Karte.",

  // Runde des Tages
  "played-once": "Diese Runde wird einmal gespielt: Möglich sind nur Karten und das Ansagen der restlichen Stiche.",
  "day-over": "Dieser Tag ist vorbei. Zur Übung kannst du seine Runde spielen.",
  "day-not-over": "Diese Runde zählt noch. Zur Übung kannst du sie spielen, wenn der Tag vorbei ist.",
  "people-only": "Die Runde des Tages ist für Menschen. Programme können stattdessen einen Tisch öffnen.",
  "no-daily-deal": "Für diesen Tag gibt es hier keine Runde.",
};
