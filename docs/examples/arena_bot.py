"""An external bot for `oddtrick arena`: leads its highest card and wins as cheaply as it can.

oddtrick arena mine random --bot mine='python docs/examples/arena_bot.py'
"""

# ruff: noqa: D103, INP001, T201 (an example that fits on one page)
import json
import random
import sys

RANKS = "23456789TJQKA"


def choose(view, rng):
    legal, table, trump = view["legal"], view["table"], view["trump"]
    if view["awaited"] != "card":  # a suit for trumps, or a throw
        return rng.choice(legal)
    lead = table[0][1] if table else None

    def strength(card):  # rank first, then suit: TH is the ten of hearts
        return (card[1] == trump, card[1] == lead, RANKS.index(card[0]))

    if lead is None:
        return max(legal, key=lambda card: RANKS.index(card[0]))
    winners = [card for card in legal if strength(card) > max(map(strength, table))]
    return min(winners or legal, key=strength)


def main():
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            print(json.dumps({"protocol": "oddtrick-bot/1"}), flush=True)
        elif message["type"] == "choose":
            action = choose(message["view"], random.Random(message["seed"]))
            print(json.dumps({"action": action}), flush=True)
        else:  # bye
            break


if __name__ == "__main__":
    main()
