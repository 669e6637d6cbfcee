// Rules pages.

export default {
  "rules.of": "Rules: {game}",
  "rules.shared": "Rules shared by all games",
  "rules.play": "Play a game",
  "rules.others": "Other games",
  "rules.learn": "Short course",
};
