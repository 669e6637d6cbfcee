"""External bots: their messages, and the handling of their faults."""

import os
import re
import time
from pathlib import Path

import pytest

from oddtrick.arena import Outcome, find_entrant, play_duplicate, subprocess_bot
from oddtrick.errors import OddtrickError
from oddtrick.games import rules_of
from tests.support.arena_programs import SAMPLE, command, program, script

WHIST = rules_of("whist")
RANDOM = 'say({"action": random.Random(seed).choice(legal)})'
LOWEST = 'say({"action": legal[0]})'


def against_random(tmp_path: Path, answer: str, *, limit: float = 20, deals: int = 3) -> Outcome:
    return play_duplicate(WHIST, program(tmp_path, answer), "random", deals=deals, limit=limit)


def test_the_sample_plays_every_game_without_a_fault() -> None:
    sample = command("sample", SAMPLE)
    for rules in [
        WHIST,
        rules_of("scotch-whist", players=3),
        rules_of("knockout-whist", players=4, tie="rps"),
    ]:
        outcome = play_duplicate(rules, sample, "random", deals=2, chunk_size=2)
        assert (outcome.faults, outcome.times["sample"].decisions > 0) == ((), True)


def test_the_sample_is_better_than_luck_and_fits_a_page() -> None:
    outcome = play_duplicate(WHIST, command("sample", SAMPLE), "random", deals=30, chunk_size=30)
    assert outcome.ci95[0] > 1
    assert len(SAMPLE.read_text().splitlines()) < 50


def test_two_equal_programs_have_the_same_luck(tmp_path: Path) -> None:
    outcome = play_duplicate(
        WHIST,
        program(tmp_path, RANDOM, "one"),
        program(tmp_path, RANDOM, "other"),
        deals=2,
        chunk_size=2,
    )
    assert outcome.swings["tricks"] == (0, 0)


def test_a_program_sees_one_seat_of_a_deal_and_no_other(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    note = f'open(f"{notes}/{{os.getpid()}}", "a").write(f"{{view[\'seat\']}}\\n"); ' + LOWEST
    against_random(tmp_path, note, deals=2)
    seats = [set(file.read_text().split()) for file in notes.iterdir()]
    assert sorted(map(sorted, seats)) == [["0"], ["1"], ["2"], ["3"]]


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        ('say({"action": "XX"})', 'the action is "XX", not one of'),
        ('say({"action": None})', "the action is null, not one of"),
        ('say({"action": ["2C"]})', r'the action is \["2C"\], not one of'),
        ("say({})", "the action is null, not one of"),
        ("say([1])", r"'\[1\]' is not a JSON object on one line"),
        ("print('2C', flush=True)", "'2C' is not a JSON object on one line"),
        ("print('[' * 9999, flush=True)", "is not a JSON object on one line"),
        ("print('x' * 10**6, flush=True)", "'xxx.* is not a JSON object on one line"),
        ("sys.stdout.buffer.write(b'\\xff\\n'); sys.stdout.flush()", "is not a JSON object"),
        ("while True: say({})", "the action is null, not one of"),
        ("say({'action': legal[0]}); say(0)", "'0' (unasked|is not a JSON object)"),
        ("sys.exit(3)", "it exited with status 3"),
        ("raise KeyError('heart')", "it exited with status 1: KeyError: 'heart'"),
        ("os.close(1); time.sleep(60)", "it closed its output"),
    ],
)
def test_bad_answers_and_crashes_forfeit_the_deal_with_a_reason(
    tmp_path: Path, answer: str, error: str
) -> None:
    outcome = against_random(tmp_path, answer, deals=1)
    assert {fault.table for _, fault in outcome.faults} == {0, 1}
    for number, fault in outcome.faults:
        assert (number, fault.bot) == (0, "external")
        assert re.search(error, fault.reason)


def test_a_timeout_forfeits_the_deal(tmp_path: Path) -> None:
    outcome = against_random(tmp_path, "time.sleep(60)", limit=0.2, deals=1)
    assert [fault.reason for _, fault in outcome.faults] == ["no answer within 0.2 s"] * 2


def test_a_program_that_does_not_read_times_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The question is larger than any pipe buffer."""
    monkeypatch.setattr(subprocess_bot, "encode_view", lambda _: "x" * 2**20)
    deaf = """print('{"protocol": "oddtrick-bot/1"}', flush=True); time.sleep(60)"""
    bot = script(tmp_path, f"import time; input(); {deaf}")
    outcome = play_duplicate(WHIST, bot, "random", deals=1, limit=0.2)
    assert [fault.reason for _, fault in outcome.faults] == ["no answer within 0.2 s"] * 2


def test_after_a_fault_its_lowest_cards_are_played_until_the_deal_is_over(tmp_path: Path) -> None:
    lowest = against_random(tmp_path, LOWEST)
    forfeited = against_random(tmp_path, "sys.exit(1)")
    assert forfeited.swings == lowest.swings
    assert len(forfeited.faults) == 6
    assert lowest.faults == ()


def test_after_a_fault_it_plays_the_next_deal_itself(tmp_path: Path) -> None:
    """The program fails once, in the second decision of its first process only."""
    mark = tmp_path / "mark"
    once = (
        f"if choices == 2 and not os.path.exists({str(mark)!r}):\n"
        f"            open({str(mark)!r}, 'w').close(); sys.exit('once')\n"
        f"        {LOWEST}"
    )
    outcome = against_random(tmp_path, once, deals=4)
    assert [(number, fault.reason) for number, fault in outcome.faults] == [
        (0, "it exited with status 1: once")
    ]
    assert outcome.swings == against_random(tmp_path, LOWEST, deals=4).swings


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "does not start: it exited with status 0"),
        ("raise SystemExit('no model')", "does not start: it exited with status 1: no model"),
        ("input(); print('hi', flush=True); input()", "does not start: 'hi' is not a JSON object"),
        (
            "input(); print('{}', flush=True); input()",
            r"does not start: it answered hello with {}, not {\"pr",
        ),
        (
            """input(); print('{"protocol": "oddtrick-bot/9"}', flush=True); input()""",
            "does not start: it answered hello with .*bot/9",
        ),
    ],
)
def test_a_program_that_does_not_start_ends_the_contest(
    tmp_path: Path, text: str, error: str
) -> None:
    with pytest.raises(OddtrickError, match=error):
        play_duplicate(WHIST, script(tmp_path, text), "random", deals=1)


def test_an_unusable_program_is_reported_before_play(tmp_path: Path) -> None:
    dead = tmp_path / "dead"
    dead.write_text("#!/no/such/interpreter\n")
    dead.chmod(0o755)
    with pytest.raises(OddtrickError, match="does not start: no such file or directory"):
        play_duplicate(WHIST, find_entrant(f"cmd:{dead}"), "random", deals=1)


@pytest.mark.parametrize(
    ("text", "commands", "error"),
    [
        ("cmd:", {}, "the command is empty"),
        ("cmd:no-such-program-here", {}, "program 'no-such-program-here' not found"),
        ("mine", {"mine": "python 'x"}, "mine: the command cannot be parsed: no closing quotation"),
        ("mine", {"mine": " "}, "mine: the command is empty"),
        (
            "nobody",
            {"mine": "python"},
            "'nobody' is not a bot: .*random, .* in the arena also oracle, .*, mine;",
        ),
    ],
)
def test_a_wrong_name_lists_the_right_ones(text: str, commands: dict[str, str], error: str) -> None:
    with pytest.raises(OddtrickError, match=error):
        find_entrant(text, commands)


def test_no_process_is_left_running_not_even_a_child(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    started = (
        f"import subprocess; child = subprocess.Popen(['sleep', '300']); "
        f"open({str(pids)!r}, 'a').write(f'{{os.getpid()}} {{child.pid}} '); {LOWEST}"
    )
    answer = f"if choices == 1:\n            {started}\n        else:\n            {LOWEST}"
    against_random(tmp_path, answer, deals=1)
    started_pids = [int(pid) for pid in pids.read_text().split()]
    assert len(started_pids) == 8
    for _ in range(100):  # a killed process is a zombie until it is reaped
        if not any(map(_runs, started_pids)):
            break
        time.sleep(0.1)
    assert not any(map(_runs, started_pids))


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (OSError, IndexError):
        return False
    return state != "Z"
