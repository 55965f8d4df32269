"""Programs of other makers in a seat: good ones, slow ones, and every way we know in which one can be bad."""

import os
import shlex
import subprocess
import sys
import threading
import time

import pytest

import tavoliere as tv
from tavoliere.apps.cli import main
from tavoliere.arena.match import Pairing, play_game
from tavoliere.play.engine import EngineFailed
from tavoliere.play.players import DEFAULT_PLAYER, EngineSpec, Line, Players, parse_player, timed
from tavoliere.records import format_record, read, recorded
from tavoliere.search.specs import parse_spec
from tests.play.processes import is_running

GAME = tv.game("never-alone")
FIRST = GAME.start().legal_moves()[0]
POLITE = """
import sys, time
{begin}
for line in sys.stdin:
    words = line.split()
    if words == ["ugi"]:
        print("id name Tester\\noption name Hash type spin\\noption name Seed type spin default 1\\nugiok", flush=True)
    elif words == ["isready"]:
        print("readyok", flush=True)
    elif words[:1] == ["go"]:
        {go}
    {more}
"""


def script(tmp_path, go="pass", begin="", more="pass", name="engine"):
    """An engine that is polite but for the parts that are given; the command that runs it."""
    path = tmp_path / f"{name}.py"
    path.write_text(POLITE.format(begin=begin, go=go, more=more), encoding="utf-8")
    return command(path)


def command(path):
    return f"{shlex.quote(sys.executable)} -u {shlex.quote(str(path))}"


def asked(text, position=None, line=None):
    with Players() as players:
        return players.choose(parse_player(text), position or GAME.start(), 1, line)


def failure(text):
    with pytest.raises(EngineFailed) as caught:
        asked(text)
    return str(caught.value)


def best(move=FIRST):
    return f"print('bestmove {move}', flush=True)"


# Texts


def test_an_engine_is_written_with_its_settings_and_its_command():
    spec = parse_player("ugi(seconds=0.5, nodes=9,option.Hash=64):./engine 'two words' --fast")
    assert spec.command == ("./engine", "two words", "--fast")
    assert spec.thinking().words == "movetime 500 nodes 9" and spec.thinking().patience == 10.5
    assert spec.options == (("Hash", "64"),)
    assert parse_player("ugi:x").thinking().words == "movetime 1000"
    assert parse_player("ugi(depth=3,patience=7):x").thinking() == parse_player("ugi(patience=7,depth=3):x").thinking()
    assert parse_player("ugi(depth=3,patience=7):x").thinking().words == "depth 3"
    assert parse_player("random") == parse_spec("random")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("ugi:", "needs a command"),
        ("ugi:   ", "needs a command"),
        ("ugi:'unfinished", "cannot be read"),
        ("ugi(seconds=0):x", "not a setting"),
        ("ugi(seconds=1e9):x", "not a setting"),
        ("ugi(speed=3):x", "seconds=NUMBER"),
        ("ugi(option.=3):x", "option.NAME=VALUE"),
        ("ugi(seconds=1:x", "is written like"),
        ("ugi:x\ny", "is written like"),
        ("ugly", "there is no player"),
    ],
)
def test_a_text_that_names_no_engine_says_why(text, problem):
    with pytest.raises(ValueError, match=problem):
        parse_player(text)


def test_a_player_gets_no_more_time_than_there_is():
    assert timed(parse_spec("mcts"), 2).budget().seconds == 2
    assert timed(parse_spec("mcts:c=0.5,seconds=1"), 2).budget().seconds == 1
    assert timed(parse_spec("mcts:seconds=9,nodes=5"), 2).budget().nodes == 5
    assert timed(parse_spec("mcts:seconds=9"), 2).budget().seconds == 2
    assert timed(parse_spec("random"), 2) == parse_spec("random")
    assert timed(parse_player("ugi:x"), 2).thinking().words == "movetime 2000"
    assert timed(parse_player("ugi(seconds=1):x"), 2).thinking().words == "movetime 1000"
    assert timed(parse_player("ugi(nodes=4):x"), 2).thinking().words == "nodes 4"
    assert parse_spec(DEFAULT_PLAYER)


# Good engines


def test_an_engine_is_told_everything_and_its_words_are_understood(tmp_path):
    log = tmp_path / "log.txt"
    engine = script(
        tmp_path,
        begin=f"log = open({str(log)!r}, 'w'); turns = iter(['e3-d3', 'e7-f7', 'e4-f4', 'e3-d3'])",
        go="print('info depth 3 nodes 70 score cp 400 pv e3-d3 d6-d7 zz\\ninfo string hello'); "
        "print('bestmove', next(turns), 'ponder a4-b4', flush=True)",
        more="log.write(line); log.flush()",
    )
    spec = parse_player(f"ugi(nodes=5,option.Hash=64):{engine}")
    moves = ("e4-f4", "d9-d6", "e3-d3", "d6-d7")
    start = tv.game("tablut").start()
    after = start.play("e4-f4").play("d9-d6")
    with Players() as players:
        choice = players.choose(spec, after, 17, Line("", moves[:2]))
        players.choose(spec, after.play("e3-d3").play("d6-d7"), 18, Line("", moves))
        players.choose(spec, start, 19, Line())
        players.choose(spec, start.game.position(str(after)), 20)
    assert choice.move == "e3-d3" and choice.nodes == 70 and choice.line == ("e3-d3", "d6-d7")
    assert choice.values == {"w": pytest.approx(10 / 11), "b": pytest.approx(1 / 11)}
    assert log.read_text(encoding="utf-8").splitlines() == [
        "ugi", "setoption name Hash value 64", "isready",
        "setoption name Seed value 17", "uginewgame", "isready",
        "position startpos moves e4-f4 d9-d6", "isready", "go nodes 5",
        "position startpos moves e4-f4 d9-d6 e3-d3 d6-d7", "isready", "go nodes 5",
        "setoption name Seed value 19", "uginewgame", "isready", "position startpos", "isready", "go nodes 5",
        "setoption name Seed value 20", "uginewgame", "isready", f"position fen {after}", "isready", "go nodes 5",
        "quit",
    ]  # fmt: skip


def test_a_slow_start_strange_spaces_and_a_missing_last_newline_are_forgiven(tmp_path):
    slow = script(
        tmp_path, begin="time.sleep(1.5)", go=f"print('  info  string x\\n\\n\\t bestmove   {FIRST}  ', flush=True)"
    )
    assert asked(f"ugi:{slow}").move == FIRST
    last = script(tmp_path, go=f"print('bestmove {FIRST}', end='', flush=True); sys.exit(0)", name="last")
    assert asked(f"ugi:{last}").move == FIRST
    windows = script(tmp_path, go=f"print('bestmove {FIRST}', end='\\r\\n', flush=True)", name="windows")
    assert asked(f"ugi:{windows}").move == FIRST


def test_an_engine_that_floods_us_with_words_is_heard_all_the_same(tmp_path):
    flood = script(tmp_path, go="print('info nodes 1\\n' * 20000 + 'bestmove " + FIRST + "', flush=True)",
                   begin="sys.stderr.write('complaint\\n' * 20000)")  # fmt: skip
    with Players() as players:
        spec = parse_player(f"ugi:{flood}")
        assert [players.choose(spec, GAME.start(), 1, Line()).move for _ in range(2)] == [FIRST, FIRST]


def test_our_own_engine_takes_a_seat_in_a_game_of_three():
    game = tv.game("pit", players=3)
    own = f"{shlex.quote(sys.executable)} -m tavoliere ugi --game pit players=3 --player mcts:nodes=30"
    with Players() as players:
        record = play_game(
            game, parse_player(f"ugi(nodes=30):{own}"), parse_player("random"), Pairing(0, 1), players, 0, 1
        )
    assert "Fault" not in record.other_tags
    assert record.last_position().outcome is not None


def test_an_engine_can_be_stopped_from_another_thread(tmp_path):
    waiting = script(tmp_path, more=f"if words == ['stop']: {best()}")
    with Players() as players:
        answers = []
        spec = parse_player(f"ugi(nodes=1,patience=60):{waiting}")
        thread = threading.Thread(target=lambda: answers.append(players.choose(spec, GAME.start(), 1)))
        thread.start()
        while thread.is_alive():
            players.stop()
            time.sleep(0.02)
        assert answers[0].move == FIRST


# Bad engines


def test_an_engine_that_does_not_start(tmp_path):
    assert "does not start: No such file" in failure("ugi:/nowhere/engine")
    (tmp_path / "text").write_text("no program")
    assert "does not start: Permission denied" in failure(f"ugi:{tmp_path / 'text'}")
    (tmp_path / "crash.py").write_text("import sys\nsys.exit('no licence')")
    told = failure(f"ugi:{command(tmp_path / 'crash.py')}")
    assert "ended with exit code 1" in told and "it complained: no licence" in told


def test_an_engine_that_hangs_at_the_start(tmp_path):
    (tmp_path / "hang.py").write_text("import time\ntime.sleep(600)")
    assert "did not answer `ugiok` within 1 s" in failure(f"ugi(start=1):{command(tmp_path / 'hang.py')}")


def test_an_engine_that_hangs_while_thinking(tmp_path):
    told = failure(f"ugi(seconds=0.2,patience=0.5):{script(tmp_path, go='time.sleep(600)')}")
    assert told == "the engine 'Tester' did not answer `bestmove` within 0.7 s"


def test_an_engine_that_does_not_end_its_line(tmp_path):
    go = f"print('bestmove {FIRST}', end='', flush=True); time.sleep(600)"
    told = failure(f"ugi(seconds=0.2,patience=0.5):{script(tmp_path, go=go)}")
    assert f"did not end its line 'bestmove {FIRST}'" in told


def test_an_engine_that_dies_while_thinking(tmp_path):
    assert "ended with exit code 3" in failure(f"ugi:{script(tmp_path, go='sys.exit(3)')}")
    killed = script(tmp_path, go="import os; os.kill(os.getpid(), 9)", name="killed")
    assert "died by signal 9" in failure(f"ugi:{killed}")


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        ("bestmove zz", "not legal: 'zz' is not allowed"),
        ("bestmove e5", "not legal: 'e5' is not allowed"),
        ("bestmove", "has no turn"),
        ("bestmove (none)", "has no turn"),
        ("bestmove \\x00\\ud83d", "not legal"),
        ("the best move is d1", "did not answer `bestmove`"),
        ("info score cp nonsense pv\\nbestmove x", "not legal"),
    ],
)
def test_an_engine_that_answers_nonsense(tmp_path, answer, problem):
    begin = "sys.stdout.reconfigure(errors='surrogatepass')"
    engine = script(tmp_path, go=f"print('{answer}', flush=True)", begin=begin)
    assert problem in failure(f"ugi(seconds=0.1,patience=1):{engine}")


@pytest.mark.parametrize(
    ("go", "reason"),
    [("time.sleep(600)", "time"), ("print('bestmove zz', flush=True)", "adjudication"), ("sys.exit(3)", "abandoned")],
)
def test_the_record_says_in_which_way_an_engine_lost(tmp_path, go, reason):
    engine = parse_player(f"ugi(seconds=0.1,patience=0.5):{script(tmp_path, go=go)}")
    with Players() as players:
        record = play_game(GAME, engine, parse_player("random"), Pairing(0, 0), players, 0, 1)
    assert record.reason == reason
    assert record.result == "0-1"


def test_complaints_cannot_write_on_the_terminal(tmp_path):
    begin = "sys.stderr.write('\\x1b[31mno\\x07 licence'); sys.stderr.flush()"
    told = failure(f"ugi:{script(tmp_path, begin=begin, go='sys.exit(1)')}")
    assert told.endswith("it complained: ?[31mno? licence")


def test_an_engine_that_writes_a_line_without_end(tmp_path):
    told = failure(
        f"ugi:{script(tmp_path, go='sys.stdout.write(chr(120) * 3000000); sys.stdout.flush(); time.sleep(9)')}"
    )
    assert "lines without end" in told


def test_an_engine_without_the_option(tmp_path):
    told = failure(f"ugi(option.Threads=2):{script(tmp_path)}")
    assert "has no option 'Threads' (it has: Hash, Seed)" in told


def test_what_an_engine_has_started_ends_with_it(tmp_path):
    note = tmp_path / "child"
    begin = (
        "import subprocess\nchild = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"open({str(note)!r}, 'w').write(str(child.pid))"
    )
    failure(f"ugi(seconds=0.1,patience=0.5):{script(tmp_path, begin=begin, go='time.sleep(600)')}")
    child = int(note.read_text())
    for _ in range(200):
        if not is_running(child):
            break
        time.sleep(0.05)
    assert not is_running(child)


def test_a_failed_engine_is_started_anew(tmp_path):
    flag = tmp_path / "flag"
    begin = f"import os\nfirst = not os.path.exists({str(flag)!r})\nopen({str(flag)!r}, 'w').close()"
    engine = parse_player(f"ugi:{script(tmp_path, begin=begin, go=f'sys.exit(1) if first else {best()}')}")
    with Players() as players:
        with pytest.raises(EngineFailed):
            players.choose(engine, GAME.start(), 1)
        assert players.choose(engine, GAME.start(), 1).move == FIRST


# In the commands


def test_a_match_goes_on_when_an_engine_fails_and_the_record_says_why(tmp_path, capsys):
    file = tmp_path / "match.tav"
    engine = f"ugi(seconds=0.1):{script(tmp_path, go=best('zz'))}"
    assert main(["match", engine, "random", "--game", "never-alone", "--rounds", "1", "--file", str(file)]) == 0
    records = list(read(file.read_text(encoding="utf-8")))
    assert len(records) == 2
    assert all("not legal: 'zz'" in record.other_tags["Fault"] for record in records)
    assert engine in records[0].players.values()
    capsys.readouterr()


def test_playing_against_an_engine_that_fails_keeps_the_game(tmp_path):
    engine = f"ugi:{script(tmp_path, go='sys.exit(4)')}"
    done = subprocess.run(
        [sys.executable, "-m", "tavoliere", "play", "never-alone", "--black", engine],
        input="d1\n", capture_output=True, text=True, check=False,
        env={**os.environ, "TAVOLIERE_DATA_DIR": str(tmp_path)},
    )  # fmt: skip
    assert done.returncode == 1
    assert "ended with exit code 4" in done.stderr and "Traceback" not in done.stderr
    assert "The game is kept" in done.stdout


def test_an_engine_plays_at_the_terminal_and_comes_back_with_resume(tmp_path):
    begin = "import tavoliere as tv; game = tv.game('never-alone')"
    more = """if words[:1] == ["position"]:
        position = game.start()
        for move in words[3:]: position = position.play(move)"""
    go = "print('bestmove', position.legal_moves()[0], flush=True)"
    engine = f"ugi:{script(tmp_path, begin=begin, go=go, more=more)}"
    environment = {**os.environ, "TAVOLIERE_DATA_DIR": str(tmp_path)}
    plays = []
    for arguments, typed in ((["never-alone", "--black", engine], "d1\n"), (["--resume"], "hint " + engine + "\na4\n")):
        done = subprocess.run(
            [sys.executable, "-m", "tavoliere", "play", *arguments],
            input=typed, capture_output=True, text=True, check=False, env=environment,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        plays.append(done.stdout)
    assert plays[0].count("is thinking") == 1 and "Black: b5: the black piece goes on b5" in plays[0]
    assert "chances" not in plays[1], "the engine gave none"
    assert plays[1].count("is thinking") == 1


def test_a_file_of_somebody_else_starts_no_program(tmp_path):
    trap = tmp_path / "sprung"
    engine = f"ugi:{shlex.quote(sys.executable)} -c \"open('{trap}', 'w')\""
    path = tmp_path / "game.tav"
    path.write_text(format_record(recorded(GAME, ["d1"], players={"b": engine, "r": engine})), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "tavoliere", "play", "--load", str(path)],
        input="moves\n", capture_output=True, text=True, check=False,
        env={**os.environ, "TAVOLIERE_DATA_DIR": str(tmp_path)},
    )  # fmt: skip
    assert done.returncode == 0 and "legal turns" in done.stdout
    assert not trap.exists()


def test_engines_are_values():
    assert parse_player("ugi:a b") == parse_player("ugi:a b") != parse_player("ugi:a c")
    assert isinstance(parse_player("ugi:a"), EngineSpec) and parse_player("ugi:a").budget().seconds == 1


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="there are no process groups to end")
def test_a_busy_engine_does_not_outlive_whoever_was_killed(tmp_path):
    """It does not look at its input, so it would think on for nobody."""
    (tmp_path / "busy.py").write_text(
        f"import os, sys, time\nopen({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid()))\ntime.sleep(600)\n",
        encoding="utf-8",
    )
    code = "import sys; from tavoliere.play.engine import UgiClient; UgiClient(sys.argv[1:]).hello({})"
    process = subprocess.Popen([sys.executable, "-c", code, sys.executable, str(tmp_path / "busy.py")])
    deadline = time.monotonic() + 60
    while not (tmp_path / "pid").exists() or not (tmp_path / "pid").read_text():
        assert time.monotonic() < deadline
        time.sleep(0.05)
    pid = int((tmp_path / "pid").read_text())
    time.sleep(0.5)
    process.kill()
    process.wait()
    while is_running(pid):
        assert time.monotonic() < deadline
        time.sleep(0.05)
