// Whist.

export default `
Four players, two against two. With the partner opposite you, take more of the thirteen tricks than the other side; the first side to five points wins.

= TS JD QC KH AS

## The deal
Partners sit opposite each other and stay partners for the whole match. (W1)

A table may have the players cut for partners: the two highest cards play the two lowest, and the lowest deals. (X3)

All 52 cards are used. In each suit the ace is highest, then king, queen, jack, 10 and so on down to the 2. (W2)

The player on the dealer's left shuffles, the one on the right cuts, and the dealer deals thirteen cards to each player, one at a time. A red and a blue pack are used in turn. (W3)

The very last card, one of the dealer's own, is turned up: its suit is trumps. It stays on the table for all to see until the dealer plays to the first trick; then it joins the dealer's hand. (W4)

= 8D | The 8 of diamonds is turned up: diamonds are trumps in this deal.

**Trumps in turn.** Instead of a card turned up: hearts in the first deal, then diamonds, spades, clubs, and hearts again; or the same suit in every deal. (R1) Or with a deal without trumps after clubs, so that every fifth deal has none; or no trumps at all. (R2) In a rubber the order continues from one game to the next. (R3)

## The play
The player on the dealer's left leads. Follow suit if you can; otherwise play what you like. The highest trump wins, or else the highest card of the suit led, and the winner leads next. See [the play of tricks](/rules#T1) for details.

## The score
A side's first six tricks score nothing. The side with more than six scores a point for each one above six: the odd tricks. (W5)

> Anna and Carl take 9 tricks, Ben and Dora 4. Anna and Carl score 9 − 6 = 3 points.

The first side to reach the points for game wins: five in the British game, seven in the American, nine in Long Whist, or any number the table agrees on. (W6)

## Honours
Honours are the ace, king, queen and jack of trumps. They usually don't score. A table may count them in one of two ways.

= AD KD QD JD | The honours, when diamonds are trumps.

**As dealt.** A side that was dealt all four scores 4 points, a side with three scores 2, no matter who wins them in play. (H1) **Our reading:** nobody has to claim honours, they are counted as soon as the deal is over. **Other tables:** by the old laws they have to be claimed before the next turn-up, or they are lost.

- A side that began the deal one point short of game can't score honours in it. (H2) **Our reading:** this holds one point short of any target, at 4 in a game to five as at 8 in a game to nine. **Other tables:** some apply it only at 4 in a game to five, others not at all.
- Tricks count first. A side that reaches the target by tricks wins, whatever honours the others hold. (H3)
- No trumps, no honours. Scoring stops as soon as a side reaches the target; points above it stay on the score sheet. (H4)

> Both sides have 3 points. Anna and Carl take 8 tricks, and Ben and Dora were dealt all four honours. Anna and Carl score 2 first and win 5 to 3.

**As taken in tricks.** Honours count for the side that took more tricks, by the honours in those tricks: three are 2 points, four are 4. (H5)

## The length of the match
One game; a rubber, won by the first side to win two games; or a fixed number of deals. Each game of a rubber starts from zero, and the deal continues around the table. (W7)

**Rubber points.** A table may give points to a rubber: a game counts 3 if the losers have no point in it (a treble), 2 if they have fewer than half of what makes a game (a double), and otherwise 1. The winners of the rubber add 2, and the points of the games they lost are taken off: a rubber is worth 8 at most, a bumper. (X6)

**A fixed number of deals.** There is no target score. Each player adds up their side's odd tricks over all the deals, and honours don't count. (D1)

Whist drives play this way: many tables play the same number of deals with trumps in a fixed order before players move to other seats. (D2) How they move and who gets prizes is up to the organiser. (D3)
`;
