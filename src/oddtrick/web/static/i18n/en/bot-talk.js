// Remarks of the bots at the table.

export default {
  "talk.greeting.courteous": "A pleasure to play with you.",
  "talk.greeting.boastful": "I hope you brought a handkerchief.",
  "talk.greeting.dry": "Cards. Good.",
  "talk.greeting.cheerful": "Hello! This will be fun.",
  "talk.trumped.courteous": "Forgive me: a trump.",
  "talk.trumped.boastful": "Trumped! Did you see that?",
  "talk.trumped.dry": "That one is mine.",
  "talk.trumped.cheerful": "A little trump, hooray!",
  "talk.lost-ace.courteous": "There goes my ace. Well done.",
  "talk.lost-ace.boastful": "That ace was meant to win!",
  "talk.lost-ace.dry": "So much for aces.",
  "talk.lost-ace.cheerful": "Oops, my poor ace!",
  "talk.praise.courteous": "Very well trumped, partner.",
  "talk.praise.boastful": "That’s how I would have done it.",
  "talk.praise.dry": "Useful.",
  "talk.praise.cheerful": "Lovely, partner!",
};
