"""Our engine as another program meets it: a process, pipes, and all sorts of manners."""

import queue
import subprocess
import sys
import threading
import time

import pytest

import tavoliere as tv
from tavoliere.games import own_games

PATIENCE = 60  # seconds until a process that hangs is given up; nothing is measured


class Session:
    """A running `tavoliere ugi`."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tavoliere", "ugi", *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def send(self, *lines):
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def until(self, beginning):
        """The lines up to the first one with a beginning."""
        found = []
        while True:
            line = self.lines.get(timeout=PATIENCE)
            assert line is not None, f"{beginning} did not come, only {found}"
            found.append(line)
            if line.startswith(beginning):
                return found

    def end(self):
        self.process.stdin.close()
        complaints = self.process.stderr.read()
        self.process.stderr.close()
        assert self.process.wait(PATIENCE) == 0
        self.process.stdout.close()
        return complaints


def piped(text, *arguments):
    done = subprocess.run(
        [sys.executable, "-m", "tavoliere", "ugi", *arguments],
        input=text, capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    return done


def test_it_introduces_itself_and_is_ready():
    session = Session("--game", "pit", "players=3", "--player", "mcts:nodes=50")
    session.send("ugi")
    introduction = session.until("ugiok")
    assert introduction[0].startswith("id name Tavoliere") and introduction[1].startswith("id author ")
    assert "option name Player type string default mcts:nodes=50" in introduction
    assert "option name players type string default 3" in introduction
    session.send("isready")
    assert session.until("readyok") == ["readyok"]
    session.send("quit")
    session.end()


@pytest.mark.parametrize("game", own_games())
def test_every_game_is_played_over_pipes(game):
    session = Session("--game", game, "--player", "mcts:nodes=40")
    session.send("ugi", "isready")
    session.until("readyok")
    position, moves = tv.game(game).start(), []
    for _ in range(3):
        session.send("position startpos" + (" moves " + " ".join(moves) if moves else ""), "go nodes 40")
        *_, info, best = session.until("bestmove ")
        assert info.startswith("info depth ") and " pv " in info
        moves.append(best.split()[1])
        position = position.play(moves[-1])
    position = tv.game(game).start().play(moves[0])
    session.send(f"position fen {position}", "query turn", "go nodes 10")
    expected = f"response p{position.game.players.index(position.turn) + 1}"
    *_, best = [line for line in session.until("bestmove") if line != expected]
    assert position.why_not(best.split()[1]) is None
    session.send("quit")
    assert "Traceback" not in session.end()


def test_the_same_seed_and_nodes_give_the_same_answer():
    text = "position startpos moves e4-f4\ngo nodes 400\n"
    answers = [piped(text, "--game", "tablut", "--player", "mcts", "--seed", "5").stdout.splitlines() for _ in range(2)]
    assert answers[0][-1] == answers[1][-1]
    assert answers[0][-1].startswith("bestmove ")


def test_it_listens_while_it_thinks():
    session = Session("--game", "never-alone", "--player", "mcts")
    session.send("isready")
    session.until("readyok")
    session.send("position startpos", "go infinite", "isready", "query p1turn", "go nodes 5")
    heard = session.until("response true")
    assert "readyok" in heard and not [line for line in heard if line.startswith("bestmove")]
    session.send("stop")
    *_, best = session.until("bestmove ")
    assert tv.game("never-alone").start().why_not(best.split()[1]) is None
    session.send("stop", "isready")
    assert session.until("readyok") == ["readyok"]
    session.send("quit")
    assert "a search is going on already" in session.end()


def test_a_search_that_is_stopped_before_it_began_answers_a_legal_turn():
    session = Session("--game", "never-alone")
    session.send("go infinite", "stop")
    *_, best = session.until("bestmove ")
    assert tv.game("never-alone").start().why_not(best.split()[1]) is None
    session.send("quit")
    session.end()


def test_an_endless_search_waits_for_stop_even_where_a_turn_wins():
    session = Session("--game", "tablut", "--player", "mcts")
    session.send("isready", "position fen 9/9/9/9/2k6/9/2w6/9/8b w", "go infinite")
    session.until("readyok")
    time.sleep(0.5)  # it may have found the win by now, or not
    session.send("isready")
    assert not [line for line in session.until("readyok") if line.startswith("bestmove")]
    session.send("stop")
    *_, best = session.until("bestmove ")
    assert tv.game("tablut").position("9/9/9/9/2k6/9/2w6/9/8b w").why_not(best.split()[1]) is None
    session.send("quit")
    session.end()


def test_quitting_ends_an_endless_search():
    for ending in (["quit"], []):
        session = Session("--game", "never-alone")
        session.send("isready")
        session.until("readyok")
        session.send("go infinite", *ending)
        session.end()


def test_it_is_tolerant():
    done = piped(
        "\n\n   ugi\t \nxyzzy 1 2\n position   startpos   moves   d1  \r\nquery   turn\n"
        "setoption name Nothing value 1\nsetoption name Seed value -3\nquery everything\nquery result\ngo nodes none",
        "--game", "never-alone", "--player", "alphabeta:nodes=50",
    )  # fmt: skip
    answers = [line for line in done.stdout.splitlines() if not line.startswith("info")]
    assert answers[-3:-1] == ["response p2", "response none"] and answers[-1].startswith("bestmove ")
    for problem in ("unknown command 'xyzzy'", "no option 'Nothing'", "a seed is a whole number", "a query is one of",
                    "go nodes needs a number"):  # fmt: skip
        assert problem in done.stderr
    assert len(done.stderr.splitlines()) == 5


def test_who_stops_a_search_and_asks_again_at_once_gets_both_answers():
    session = Session("--game", "never-alone")
    session.send("isready")
    session.until("readyok")
    session.send("go infinite", "stop", "go nodes 100", "stop", "go depth 2")
    for _ in range(3):
        assert session.until("bestmove")
    session.send("quit")
    session.end()


def test_a_refused_position_gets_no_turn_of_another_one():
    done = piped(
        "position startpos moves zz\ngo nodes 5\nquery turn\nposition fen nonsense\ngo nodes 5\n"
        "position startpos\nquery turn\n",
        "--game", "never-alone",
    )  # fmt: skip
    assert done.stdout.splitlines() == ["bestmove (none)", "bestmove (none)", "response p1"]
    assert "'zz' is not allowed" in done.stderr and "not a position: 'nonsense'" in done.stderr


def test_a_finished_game_has_no_turn():
    done = piped("position fen 2k6/9/9/9/9/9/9/9/8b b\nquery result\ngo\n", "--game", "tablut")
    assert done.stdout.splitlines() == ["response p1win", "bestmove (none)"]


def test_options_change_the_game_and_the_player():
    done = piped(
        "setoption name players value 4\nposition startpos moves d2 c2 d8\nquery turn\nsetoption name players value 7\n"
        "setoption name Player value ugi:sh\nsetoption name Player value random\ngo\n",
        "--game", "pit",
    )  # fmt: skip
    assert done.stdout.splitlines()[0] == "response p4"
    assert "players: 2, 3 or 4 expected, not 7" in done.stderr and "there is no player 'ugi:sh'" in done.stderr
    assert done.stdout.splitlines()[-1].startswith("bestmove ")


def test_clocks_of_three_players_are_understood():
    done = piped(
        "position startpos moves d2\ngo p1time 5 p2time 3000 p3time 9 p2inc 10\n", "--game", "pit", "players=3"
    )
    move = done.stdout.splitlines()[-1].split()[1]
    assert tv.game("pit", players=3).start().play("d2").why_not(move) is None


def test_bad_command_lines_are_refused():
    for arguments, problem in (
        (("--game", "chess"), "there is no game"),
        (("--game", "tablut", "--player", "ugi:sh"), "there is no player"),
        (("--game", "pit", "three"), "players=3"),
    ):
        done = subprocess.run(
            [sys.executable, "-m", "tavoliere", "ugi", *arguments],
            input="",
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 1 and problem in done.stderr


def test_the_engine_itself_does_not_import_numba():
    code = (
        "import sys; from tavoliere.apps.cli import main; "
        "main(['ugi', '--game', 'never-alone']); print(sorted({'numba', 'numpy'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        input="go nodes 50\n",
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    *_, best, loaded = done.stdout.splitlines()
    assert best.startswith("bestmove ") and loaded == "[]"
