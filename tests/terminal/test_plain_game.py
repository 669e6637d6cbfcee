import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from oddtrick.terminal.plain_game import AFTERWARDS
from oddtrick.terminal.saved_games import latest_game, read_game
from tests.support.extent import part
from tests.support.terminal.game_sessions import GAMES, play_out, session, until_yours
from tests.support.terminal.terminal_process import flags, play, play_in_process, script


@pytest.mark.parametrize(("game", "options"), part(GAMES, 2))
def test_a_match_of_each_game_is_played_through_a_pipe(game: str, options: dict[str, Any]) -> None:
    done = play_in_process(game, "--seed=6", *flags(options), stdin=script(game, 6, options))
    assert done.returncode == 0
    assert not done.stderr
    last, offer, kept = done.stdout.splitlines()[-3:]
    assert re.fullmatch(r"(.+ wins?|You win) the match\.|The match is over: it is a tie\.", last)
    assert offer == AFTERWARDS
    assert kept.startswith("The game is saved. Review it with: oddtrick review /")


def test_rock_paper_scissors_is_played_through_a_pipe() -> None:
    options = {"tie": "rps", "players": 3}
    scripts = ((seed, script("knockout-whist", seed, options)) for seed in range(40))
    seed, typed = next((seed, typed) for seed, typed in scripts if "rock" in typed)
    done = play("knockout", f"--seed={seed}", *flags(options), stdin=typed)
    assert done.returncode == 0
    assert "The throws are secret until all are in." in done.stdout
    assert "the match." in done.stdout


def test_output_is_plain_sentences_without_escape_sequences() -> None:
    options = {"target": 1}
    done = play("whist", "--seed=6", *flags(options), stdin=script("whist", 6, options))
    assert "\x1b" not in done.stdout
    assert "\r" not in done.stdout
    assert re.search(r"^Trick 1\. \w+ leads? the \w+ of \w+\.$", done.stdout, re.MULTILINE)
    assert re.search(r"^\w+ takes? the trick with the \w+ of \w+\.$", done.stdout, re.MULTILINE)
    assert re.search(r"^Your hand: [a-z]+ [AKQJ0-9 ]+; ", done.stdout, re.MULTILINE)
    assert all(line[:1].isupper() for line in done.stdout.splitlines())


def test_end_of_input_exits_cleanly_and_saves_the_game() -> None:
    done = play("whist", "--seed=6")
    assert done.returncode == 0
    assert not done.stderr
    end, saved = done.stdout.splitlines()[-2:]
    assert end == "The input has ended."
    assert saved == f"The game is saved. Resume it with: oddtrick play --resume {latest_game()}"


def test_an_autosaved_game_resumes() -> None:
    typed = script("whist", 6, {"target": 1}).splitlines(keepends=True)
    play("whist", "--seed=6", "--target=1", stdin="".join(typed[:5]))
    saved = str(latest_game())
    done = play("--resume", saved, "--seed=6", stdin="".join(typed[5:]))
    assert done.returncode == 0
    assert done.stdout.splitlines()[-3].endswith("the match.")
    assert latest_game() is None


def test_invalid_input_prints_one_line_and_the_turn_stays() -> None:
    table = session("whist", seed=6)
    until_yours(table)
    legal = table.view.legal
    wrong = next(card for card in table.view.hand if card not in legal)
    unknown = "x" * 5000
    done = play("whist", "--seed=6", stdin=f"zz\n{wrong}\n{unknown}\n\x00\nsave\n{legal[0]}\n")
    assert done.returncode == 0
    assert not done.stderr
    lines = done.stdout.splitlines()
    assert "'zz' is not a card: write rank then suit, as in AS, TD or 9C, or ? for help." in lines
    assert any(line.startswith("You must follow suit: play a ") for line in lines)
    assert "(T3)" not in done.stdout
    assert any(line.startswith("Save needs a file name") for line in lines)
    assert any(line.startswith("You play the") for line in lines)
    assert max(map(len, lines)) < 300


def test_undecodable_bytes_are_invalid_input() -> None:
    done = play("whist", "--seed=6", stdin=b"\xff\xfe\n")
    assert done.returncode == 0
    assert not done.stderr
    assert "is not a card" in done.stdout


COMMANDS = {
    "?": "Type a card to play it",
    "hand": "Your hand: ",
    "trick": "On the table: ",
    "last": "No trick has been played yet.",
    "table": "You: 13 cards, 0 tricks.",
    "trumps": "Trumps spades, turned up",
    "score": "Whist, deal 1, trick 1 of 13, first to 5.",
    "rules": "Four players",
    "hint": "Hint: the ",
    "undo": "There is nothing to undo",
    "claim": "The claim is rejected",
}


@pytest.mark.parametrize(
    ("game", "options", "calls", "knocks"),
    [
        ("whist", [], False, False),
        ("oh-hell", [], True, False),
        ("knockout-whist", ["--dogs-life"], False, True),
    ],
)
def test_help_names_what_the_game_has(
    game: str, options: list[str], calls: bool, knocks: bool
) -> None:
    lines = play(game, "--seed=6", *options, stdin="?\n").stdout.splitlines()
    assert any(line.startswith("Before the play, type one of the calls") for line in lines) == calls
    assert any(line.startswith("knock: ") for line in lines) == knocks


def test_bids_are_told_after_the_first_trick_too() -> None:
    lines = play("oh-hell", "--seed=7", stdin="2\n7C\ntable\n").stdout.splitlines()
    assert "You bid 2 and have 0 tricks." in lines[lines.index("You play the seven of clubs.") :]
    assert "Bob: 9 cards, 0 tricks, bid 3." in lines


def test_a_bid_is_typed_with_or_without_accents_and_spaces() -> None:
    done = play("solo-whist", "--seed=7", "--seat=1", stdin="Open  Misère\n")
    assert "You: open misere, no tricks, 0 so far." in done.stdout.splitlines()


def test_nothing_can_be_claimed_before_the_play() -> None:
    done = play("oh-hell", "--seed=6", stdin="claim\n")
    assert "You can claim the remaining tricks when it is your turn to play." in done.stdout


@pytest.mark.parametrize(("command", "reply"), part(COMMANDS.items(), 4))
def test_every_command_prints_a_reply(command: str, reply: str) -> None:
    for seed in range(30):
        table = session("whist", seed=seed)
        until_yours(table)
        view = table.view
        if view.table and view.trump is not None and view.dealer and str(view.trump) == "spades":
            break
    done = play("whist", f"--seed={seed}", stdin=f"{command}\n")
    assert reply in done.stdout
    assert done.returncode == 0


def test_undo_returns_to_the_last_decision_and_prompts_again() -> None:
    first = script("whist", 6, {}).split()[0]
    done = play("whist", "--seed=6", stdin=f"{first}\nundo\n{first}\n")
    assert "Undone." in done.stdout
    assert done.stdout.count(f"You play the {_told(done.stdout)}") == 2


def _told(text: str) -> str:
    found = re.search(r"You play the (\w+ of \w+)", text)
    assert found
    return found[1]


def test_save_writes_a_file_that_replay_reads(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    done = play("whist", "--seed=6", stdin=f"save {file}\nquit\n")
    assert f"Saved. Resume later with: oddtrick play --resume {file}" in done.stdout
    assert done.returncode == 0
    assert play("--resume", str(file)).returncode == 0


def test_save_strips_quotes_and_confirms_before_replacing_a_game(tmp_path: Path) -> None:
    file = tmp_path / "my game.json"
    play("whist", "--seed=5", stdin=f'save "{file}"\n')
    before = file.read_bytes()
    done = play("whist", "--seed=6", stdin=f"save {file}\n")
    assert f"The file {file} already holds a game: save again to replace it." in done.stdout
    assert file.read_bytes() == before
    done = play("whist", "--seed=6", stdin=f"save {file}\nsave {file}\n")
    assert f"oddtrick play --resume '{file}'" in done.stdout
    assert file.read_bytes() != before


def test_h_u_and_l_are_hint_undo_and_last_trick() -> None:
    first = script("whist", 6, {}).split()[0]
    done = play("whist", "--seed=6", stdin=f"h\nl\n{first}\nu\n")
    assert "Hint: the " in done.stdout
    assert "No trick has been played yet." in done.stdout
    assert "Undone." in done.stdout


def test_K3_a_letter_that_is_a_suit_and_a_command_is_refused() -> None:
    scripts = ((seed, script("knockout-whist", seed, {"players": 2})) for seed in range(40))
    wanted = next((seed, typed) for seed, typed in scripts if "clubs" in typed)
    typed = wanted[1].replace("clubs", "h\nhearts", 1)
    done = play("knockout", f"--seed={wanted[0]}", "--players=2", stdin=typed)
    assert "H is hearts or a hint here: type hearts or hint." in done.stdout
    assert "You choose hearts as trumps." in done.stdout


def test_a_finished_game_is_reviewed_and_saved(tmp_path: Path) -> None:
    file, options = tmp_path / "kept.json", {"players": 2}
    typed = script("knockout-whist", 6, options) + f"as\nreview\nsave {file}\n"
    done = play("knockout", "--seed=6", *flags(options), stdin=typed)
    assert done.returncode == 0
    assert done.stdout.count(AFTERWARDS) == 2
    assert "What mattered most" in done.stdout
    assert read_game(file)[0].over


def test_without_a_game_the_plain_menu_asks_for_one() -> None:
    done = play(stdin="bridge\nscotch\nquit\n")
    assert done.returncode == 0
    assert "'bridge' is not a game" in done.stdout
    assert "Scotch Whist, first to 41." in done.stdout


def test_the_plain_menu_resumes_the_last_game() -> None:
    play("knockout", "--seed=6")
    done = play(stdin="resume\n")
    assert "Knock-out Whist, last one in wins." in done.stdout


def test_colonial_whist_calls_the_jack_the_knave() -> None:
    options = {"target": 1}
    done = play("colonial", "--seed=3", *flags(options), stdin=script("colonial-whist", 3, options))
    assert "knave of" in done.stdout
    assert "jack of" not in done.stdout


def test_T9_a_valid_claim_ends_the_hand() -> None:
    typed = script("knockout-whist", 6, {"players": 2}).splitlines()
    typed = [line for card in typed for line in ("claim", card)]
    done = play("knockout", "--players=2", "--seed=6", stdin="\n".join(typed))
    assert done.returncode == 0
    assert "Your claim stands: the remaining tricks are yours." in done.stdout


def test_a_finished_game_is_announced(tmp_path: Path) -> None:
    table = session("whist", seed=6, target=1)
    play_out(table)
    file = table.save(tmp_path / "over.json")
    done = play("--resume", str(file))
    assert done.returncode == 0
    assert done.stdout.splitlines()[-3].endswith("the match.")


def test_a_closed_output_pipe_stops_the_program_quietly() -> None:
    command = f"{sys.executable} -m oddtrick play whist --seed=6 | head -1"
    done = subprocess.run(  # noqa: S602
        command, shell=True, input="hand\n" * 9999, capture_output=True, text=True, check=False
    )
    assert not done.stderr
    assert done.stdout.startswith("Whist")
