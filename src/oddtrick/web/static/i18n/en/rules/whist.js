// Whist.

export default `
Four players, two against two. With the partner opposite you, take more of the thirteen tricks than the other side; the first side with five points wins.

= TS JD QC KH AS

## The deal
Partners sit face to face, and stay partners for the whole match. (W1)

All 52 cards are used. In each suit the ace is highest, then king, queen, jack, 10 and so on down to the 2. (W2)

The player on the dealer's left shuffles, the one on the right cuts, and the dealer gives everybody thirteen cards, one at a time. A red pack and a blue one are used in turn. (W3)

The very last card, one of the dealer's own, is turned up: its suit is trumps. It lies on the table for all to see until the dealer plays to the first trick, and then belongs to the dealer's hand like any other. (W4)

= 8D | The 8 of diamonds is turned up: diamonds are trumps in this deal.

## The play
The player on the dealer's left leads. Follow suit if you can; otherwise play what you like. The highest trump wins, or else the highest card of the suit led, and whoever wins leads next. [The play of tricks](/rules#T1) says it in full.

## The score
A side's first six tricks bring nothing. Whichever side has taken more than six scores a point for each one above: the odd tricks. (W5)

> Anna and Carl take 9 tricks, Ben and Dora 4. Anna and Carl score 9 − 6 = 3 points.

The first side to reach the points for game has won it: five in the British game, seven in the American, nine in Long Whist, or any number that the table agrees on. (W6)

## Ways to play it
**Length.** One game; a rubber, which is won by the first side with two games; or a fixed number of deals. Each game of a rubber starts at nothing, and the deal goes on round the table. (W7)

**A fixed number of deals.** There are no points for game. Each player adds up the odd tricks of his side over all the deals, and honours do not count. (D1)

Such a match is what is played at a whist drive: many tables, all playing equally many deals with trumps in a fixed order before people move to other seats. (D2) How they move, and who gets the prizes, is the organiser's business. (D3)

**Trumps in turn.** Instead of a card turned up: hearts in the first deal, then diamonds, spades, clubs, and hearts again. (R1) Or with a deal without trumps after clubs, so that each fifth deal has none. (R2) In a rubber the order goes on from one game to the next. (R3)

## Honours
Honours are the ace, king, queen and jack of trumps. Usually they do not score. A table may let them count in one of two ways.

= AD KD QD JD | The honours, when diamonds are trumps.

**As dealt.** A side that was dealt all four scores 4 points, with three of them 2, whoever wins them in the play. (H1)

- A side that began the deal one point short of game can't score honours in it. (H2)
- Tricks are counted first. A side that wins by its tricks has won, whatever honours the others hold. (H3)
- No trumps, no honours. Scoring stops as soon as a side reaches the points for game; what it then has above them stays on the sheet. (H4)

> Both sides have 3 points. Anna and Carl take 8 tricks, and Ben and Dora were dealt all four honours. Anna and Carl score 2 first and have won, 5 to 3.

**As taken in tricks.** Honours count for the side that took more tricks, by the honours in those tricks: three are 2 points, four are 4. (H5)
`;
