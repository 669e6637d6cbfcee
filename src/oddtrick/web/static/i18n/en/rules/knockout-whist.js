// Knock-out whist.

export default `
Each for himself: take a trick in every deal, or you are out. With each deal the hands grow shorter, and the last one in has won. Also known as Trumps, Reduction Whist or Rat.

= 7D 2S KC

## The deal
Two to seven play, with all 52 cards, ace high. In the first deal everybody gets seven cards; in each later deal, one fewer than before. (K1)

In the first deal one more card is turned up: its suit is trumps. The card itself belongs to nobody. (K2)

In each later deal, whoever took most tricks in the one before chooses trumps, with the new cards in hand; a table may agree that the choice is made blind, before looking at them. (K3)

## In or out
A player who takes no trick in a deal is out, and watches from then on. (K4)

If several took equally many tricks, and nobody more, they cut cards for the choice of trumps; the ace is high, and equals cut again. Or they settle it by rock, paper, scissors: all throw at once; if exactly two different signs were thrown, those with the better one stay in, and otherwise all throw again, until one is left. (K5)

The player on the dealer's left leads, or the next one who is still in. (K6)

A table may rule that trumps have to be broken: nobody leads one before a trump was played to another suit, unless he holds nothing else. (K7)

## The end
A player who takes all the tricks of a deal has won, for all the others are out. In the last possible deal everybody has one card, so somebody does win. (K8)

> Three are left, with two cards each. Anna takes the first trick, Ben the second: Carl is out. One card each is dealt next; Anna and Ben tied, so they cut for trumps, and whoever wins the single trick has won the game.
`;
