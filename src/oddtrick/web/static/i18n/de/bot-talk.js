// Bemerkungen der Bots am Tisch.

export default {
  "talk.greeting.courteous": "Es ist mir eine Freude.",
  "talk.greeting.boastful": "Hast du Taschentücher dabei?",
  "talk.greeting.dry": "Karten. Gut.",
  "talk.greeting.cheerful": "Hallo! Das wird lustig.",
  "talk.trumped.courteous": "Verzeihung: ein Trumpf.",
  "talk.trumped.boastful": "Gestochen! Hast du das gesehen?",
  "talk.trumped.dry": "Der gehört mir.",
  "talk.trumped.cheerful": "Ein kleiner Trumpf, hurra!",
  "talk.lost-ace.courteous": "Dahin ist mein Ass. Gut gespielt.",
  "talk.lost-ace.boastful": "Das Ass sollte doch stechen!",
  "talk.lost-ace.dry": "So viel zu Assen.",
  "talk.lost-ace.cheerful": "Hoppla, mein armes Ass!",
  "talk.praise.courteous": "Sehr schön gestochen.",
  "talk.praise.boastful": "So hätte ich es auch gemacht.",
  "talk.praise.dry": "Nützlich.",
  "talk.praise.cheerful": "Wunderbar, Partner!",
};
