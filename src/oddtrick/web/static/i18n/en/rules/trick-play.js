// Rules shared by all games of the family.

export default `
Every game of the Whist family is played in tricks. Learn this once and you know half of each game.

## Round the table
The players sit in a circle, and everything goes clockwise. (T1)

If no rule settles who deals first, all players cut: the lowest card deals, and ties cut again. The ace is high; with the option “Ace in the cut: Low” it is the lowest card. (T7) **Our reading:** the sources leave the first dealer open; here the lowest card deals, and the ace is high. **Other tables:** the old laws of whist make the ace the lowest card of the cut; elsewhere the highest card deals.

## A trick
- One player leads any card, face up in the middle. The player on the dealer's left leads to the first trick. (T2)
- Then each of the others in turn adds one card. A player who holds a card of the suit led must play one; a player who holds none may play any card, trump or not. (T3)
- The highest trump wins the trick. If nobody played a trump, the highest card of the suit led wins; other suits can't win. (T4)
- The winner of a trick takes it in and leads to the next. (T5)

= 9H KH 3S 5H | Hearts are led. The king is the highest heart, but the 3 of spades wins if spades are trumps.

## At this table
An illegal card is rejected with the rule it would break, and you choose again: nobody can revoke here. (T8)

When you are sure to win all the remaining tricks, you may claim them. The claim stands only if what you have seen proves it, however the hidden cards lie and whatever the others play. (T9)

## From deal to deal
After each deal, the player on the left of the last dealer deals. In knock-out whist it is the next player still in. (T6)
`;
