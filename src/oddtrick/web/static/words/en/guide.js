// The rules, and the first game.

export default {
  "rules.of": "Rules: {game}",
  "rules.play": "Play a game",
  "rules.others": "The other games",
};
