// Die Regeln und das erste Spiel.

export default {
  "rules.of": "Regeln: {game}",
  "rules.play": "Ein Spiel beginnen",
  "rules.others": "Die anderen Spiele",
};
