// Regelseiten.

export default {
  "rules.of": "Regeln: {game}",
  "rules.shared": "Gemeinsame Regeln",
  "rules.play": "Spiel starten",
  "rules.others": "Die anderen Spiele",
  "rules.learn": "Kurzer Kurs",
};
