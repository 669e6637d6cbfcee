// Rules shared by all games of the family.

export default `
Every game of the Whist family is made of tricks. Learn this once and you know half of each of them.

## A trick
The players sit in a circle, and everything goes round it clockwise. (T1)

- One player leads: puts any card face up in the middle. The player on the dealer's left leads to the first trick. (T2)
- Then each of the others in turn adds one card. Whoever holds a card of the suit that was led must play one; whoever holds none may play any card, trump or not. (T3)
- The highest trump wins the trick. If nobody played a trump, the highest card of the suit led wins; other suits can't. (T4)
- The winner of a trick takes it in and leads to the next. (T5)

= 9H KH 3S 5H | Hearts are led. The king is the highest heart, but the 3 of spades wins, if spades are trumps.

## From deal to deal
After each deal, the player on the left of the last dealer deals. In knock-out whist that is the next one who is still in. (T6)

Where no rule settles who deals first, all cut the pack: the lowest card deals, the ace counts as high, and equals cut again. (T7)

## At this table
A card that may not be played is refused with the rule that it would break, and you choose again: nobody can revoke here. (T8)

When it is plain that you will win all the tricks that are left, you may claim them. The claim stands only if it holds whatever the others play; the house works that out from the real cards. (T9)
`;
