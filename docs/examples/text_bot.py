"""A player in words for `oddtrick arena`: reads a prompt, answers with the first legal choice.

oddtrick arena mine random --bot mine='text:python docs/examples/text_bot.py'

To let a language model play, send the prompt to it instead and print its answer.
"""

# ruff: noqa: INP001, T201 (an example that fits on one page)
import sys

prompt = sys.stdin.read()
legal = next(line for line in prompt.splitlines() if "Legal: " in line).split("Legal: ")[1]
print("I make the first choice that I may.")
print(legal.split(", ")[0])
