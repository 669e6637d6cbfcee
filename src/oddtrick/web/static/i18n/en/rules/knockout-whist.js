// Knock-out whist.

export default `
Everyone for themselves: take a trick in every deal, or you're out. Hands get one card shorter each deal, and the last player left wins. Also known as Trumps, Reduction Whist or Rat.

= 7D 2S KC

## The deal
Two to seven players use all 52 cards, ace high. In the first deal everyone gets seven cards; in each later deal, one fewer than before. (K1)

In the first deal one more card is turned up: its suit is trumps. The card itself isn't part of any hand. (K2)

In each later deal, the player who took the most tricks in the previous one chooses trumps after seeing the new hand; a table may agree on a blind choice, before looking. (K3)

Players tied for the most tricks cut cards for the choice of trumps; the ace is high, and ties cut again. Or they play rock, paper, scissors: all throw at once; if exactly two different signs appear, the players with the better one stay in; otherwise all throw again, until one is left. (K5)

## The play
The player on the dealer's left leads, or the next player still in. (K6)

A table may rule that trumps must be broken: nobody may lead a trump until one has been played on another suit, except a player with nothing but trumps. (K7)

## In or out
A player who takes no trick in a deal is out and watches the rest. (K4)

A table may grant a dog's life. The first player of the match without a trick then stays in for one more deal, with a single card; so do all others who took none in that deal. In turn, even with the lead, the dog plays the card or knocks, which skips that trick; nobody has to follow suit by knocking. Only to the last trick must the card be played. If it wins, the player on the dog's left leads to the next trick, and the dog is back with full hands; if not, the dog is out. Nobody gets a second dog's life. (X5)

## The end
A player who takes all the tricks of a deal wins, since everyone else is out. In the last possible deal everyone has one card, so someone is sure to win. (K8)

> Three are left, with two cards each. Anna takes the first trick, Ben the second: Carl is out. Next comes a deal of one card each. Anna and Ben tied, so they cut for trumps, and the winner of the single trick wins the game.
`;
