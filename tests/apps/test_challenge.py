"""Whole games on a challenge server, with a real network, and everything that can go wrong there."""

import json
import re
import shlex
import socket
import struct
import subprocess
import sys
import threading
import time

import pytest

import tavoliere as tv
from tavoliere.apps.cli import challenge, main, speech
from tavoliere.games.tablut.challenge import Follower, greeting, move_message, parse_state
from tavoliere.play.players import Line, parse_player
from tavoliere.play.punctual import Punctual, Spare
from tavoliere.search import players
from tests.apps.challenge_server import ChallengeServer, Opponent, receive, send, state_message
from tests.oracles import tablut as referee
from tests.play.processes import is_running

PATIENCE = 120  # seconds until a process that hangs is given up; nothing is measured
COMMAND = [sys.executable, "-m", "tavoliere", "tablut-challenge"]
START = tv.game("tablut").start()


def started(side, port, *more):
    return subprocess.Popen(
        [*COMMAND, side, "--server", "127.0.0.1", "--port", str(port), *more],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def ended(process):
    """The exit code and what was said, without a traceback."""
    try:
        out, err = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        raise
    assert "Traceback" not in err, err
    return process.returncode, out, err


def engine(tmp_path, go, name="engine"):
    """A player of our own making: the text that names an engine with this answer to `go`."""
    path = tmp_path / f"{name}.py"
    path.write_text(
        "import sys, time\ncount = 0\n"
        "for line in sys.stdin:\n"
        "    words = line.split()\n"
        "    if words == ['ugi']: print('ugiok', flush=True)\n"
        "    elif words == ['isready']: print('readyok', flush=True)\n"
        "    elif words[:1] == ['position']: position = line\n"
        f"    elif words[:1] == ['go']:\n        {go}\n        count += 1\n",
        encoding="utf-8",
    )
    return f"ugi:{shlex.quote(sys.executable)} {shlex.quote(str(path))}"


def answering(*moves):
    """Answers for the warming up and then for one turn after another."""
    return f"print('bestmove', {list(moves)!r}[count], flush=True)"


# Whole games


def test_two_of_us_play_a_whole_game_and_agree_about_the_result():
    server = ChallengeServer(limit=30)
    players = [
        started(side, server.ports[side[0]], "--player", player, "--name", f"{side} no. 1!", "--time", "20")
        for side, player in (("white", "mcts:nodes=300"), ("black", "random"))
    ]
    results = [ended(player) for player in players]
    server.thread.join(PATIENCE)
    assert [code for code, _, _ in results] == [0, 0]
    assert server.names == {"w": "whiteno1", "b": "blackno1"}
    result = server.events[-1]
    verdicts = {"DRAW": ("drawn", "drawn"), "WHITEWIN": ("we have won", "we have lost"),
                "BLACKWIN": ("we have lost", "we have won")}[result]  # fmt: skip
    for (_, out, err), verdict in zip(results, verdicts):
        assert verdict in out.splitlines()[-1]
        assert "note" not in err
    told = [line.split(": ")[1] for line in results[0][1].splitlines()[:-1]]
    assert told == server.events[:-1]


CIRCLING = "9/6w2/9/9/9/9/2k6/6b2/9 w"  # both sides can go to and fro


def test_the_first_position_is_not_counted_and_the_second_occurrence_draws(tmp_path):
    server = ChallengeServer(start=CIRCLING)
    ours = engine(tmp_path, answering("e4-f4", "g8-h8", "h8-g8", "g8-h8"))
    player = started("white", server.ports["w"], "--player", ours)
    Opponent(server.ports["b"], "b", ["g2-h2", "h2-g2"])
    code, out, err = ended(player)
    assert server.events == ["g8-h8", "g2-h2", "h8-g8", "h2-g2", "g8-h8", "DRAW"]
    assert code == 0 and out.splitlines()[-1] == "The game is drawn (the server says so)."
    assert "begins with another position" in err and "spare" not in err


def test_states_that_come_twice_are_answered_once():
    server = ChallengeServer(twice=True)
    player = started("black", server.ports["b"], "--player", "random")
    Opponent(server.ports["w"], "w", ["e4-f4"], leave=True)
    code, out, err = ended(player)
    assert len(server.events) == 3 and server.events[2] == "gone w"
    assert code == 0 and "on the opponent's move without a result" in out
    assert "Black wins: we have won" in out.splitlines()[-1]
    assert out.startswith("White: e4-f4\nBlack: ")
    assert "answered already" in err


WINNING = "9/6w2/6b2/3w3b1/6b2/6k2/9/9/9 w"  # d6-g6 takes Black's last pieces


def test_a_side_without_moves_has_lost_although_the_server_does_not_notice(tmp_path):
    server = ChallengeServer(limit=2, start=WINNING)
    white = started(
        "white", server.ports["w"], "--player", engine(tmp_path, answering("e4-f4", "d6-g6")), "--time", "20"
    )
    black = started("black", server.ports["b"], "--player", "random", "--time", "20")
    code, out, err = ended(white)
    assert code == 0 and out.splitlines()[-1].startswith("White wins: we have won (no legal move; the server did not")
    assert "begins with another position" in err
    code, out, _ = ended(black)
    assert code == 0 and out.splitlines()[-1].startswith("White wins: we have lost (no legal move; the server does not")


KING_IN_THE_FIELD = "2b6/9/9/9/2k6/2b6/9/9/w8 b"  # c9-c6 takes the king between two


def test_the_capture_of_the_king_is_told_although_he_stays_on_the_board(tmp_path):
    server = ChallengeServer(start=KING_IN_THE_FIELD)
    player = started("black", server.ports["b"], "--player", engine(tmp_path, answering("d9-d8", "c9-c6")))
    Opponent(server.ports["w"], "w", [])
    code, out, _ = ended(player)
    assert server.events == ["c9-c6", "BLACKWIN"]
    assert out.splitlines()[0].startswith("Black: c9-c6")
    assert code == 0 and out.splitlines()[-1] == "Black wins: we have won (the server says so)."


# Time


def test_a_player_who_hangs_fails_or_cheats_is_replaced_in_time(tmp_path):
    hanging = "time.sleep(600 if count else 0); " + answering("e4-f4")
    cheating = answering("e4-f4", "zz", "zz")
    failing = "sys.exit(1) if count else print('bestmove e4-f4', flush=True)"
    for place, go in enumerate((hanging, cheating, failing)):
        server = ChallengeServer(limit=6, poll=0.1)
        player = started("white", server.ports["w"], "--time", "6", "--player", engine(tmp_path, go, f"engine{place}"))
        Opponent(server.ports["b"], "b", [], leave=True)
        code, _, err = ended(player)
        assert server.events[0] in START.legal_moves() and server.events[1] == "gone b", server.events
        assert code == 0 and "spare turn was played" in err


def test_a_late_move_loses_without_a_final_state():
    server = ChallengeServer(limit=1)
    player = started("white", server.ports["w"], "--time", "5", "--player", "mcts")
    opponent = Opponent(server.ports["b"], "b", [])
    code, _, err = ended(player)
    assert server.events[0] == "late w"
    assert code == 1 and "closed the connection on our move while we were thinking" in err
    assert "gives less time than the 5 s" in err
    opponent.thread.join(PATIENCE)
    assert [state["turn"] for state in opponent.states] == ["WHITE"]


def test_an_opponent_who_is_late_or_illegal():
    server = ChallengeServer(limit=1)
    player = started("white", server.ports["w"], "--time", "20", "--player", "random")
    Opponent(server.ports["b"], "b", [])
    code, out, _ = ended(player)
    assert code == 0 and server.events[1] == "late b"
    assert "White wins: we have won" in out and "if the opponent left" in out, (
        "who is late by a shorter clock than ours"
    )
    server = ChallengeServer()
    player = started("white", server.ports["w"], "--player", "random")
    Opponent(server.ports["b"], "b", ["a1-a2"])
    code, out, _ = ended(player)
    assert code == 0 and server.events[1] == "illegal b a1-a2"
    assert out.splitlines()[-1] == "White wins: we have won (the server says so)."


@pytest.mark.parametrize(
    ("is_answered", "spent", "words"),
    [
        (True, 60.5, "it was late, we have lost"),
        (False, 2.0, "while we were thinking, 2.0 s"),
        (True, 2.0, "after our"),
    ],
)
def test_a_server_that_dies_is_no_late_move_of_ours(is_answered, spent, words):
    said = challenge.closed_on_our_move(is_answered, spent, 60.0)
    assert words in said and ("we have lost" in said) == (spent > 60)


def test_times_have_the_marks_of_the_language():
    said = (
        challenge.closed_on_our_move(True, 60.5, 60.0),
        challenge.closed_on_our_move(False, 2.0, 2.5),
        challenge.closed_on_their_move(60.7, 60.0),
        challenge.closed_on_their_move(3.0, 60.0),
    )
    before = speech.SPOKEN.set(speech.Spoken("it"))
    try:
        told = [re.findall(r"(\d+[.,]?\d*) s\b", speech.say(one)) for one in said]
    finally:
        speech.SPOKEN.reset(before)
    assert told == [["60,5"], ["2,0", "2,5"], ["60,7"], ["3,0"]]


def test_a_server_that_dies_while_we_think(tmp_path):
    def talk(connection):
        send(connection, state_message(referee.start(), "WHITE"))

    slow = engine(tmp_path, "time.sleep(2 if count else 0); " + answering("e4-f4", "e4-f4"))
    code, out, err = ended(started("white", once(talk), "--player", slow))
    assert code == 1 and "while we were thinking" in err and "the server failed" in err and "late" not in err
    assert out == ""


def test_an_opponent_who_runs_out_of_time_has_lost():
    assert "ran out of time" in challenge.closed_on_their_move(60.7, 60.0)
    early = challenge.closed_on_their_move(3.0, 60.0)
    assert "if the opponent left" in early and "the protocol does not tell" in early


def of_the_opponent(end):
    """A server that fails in some way when it is Black's move: we are White, have moved, and wait."""

    def talk(connection):
        position = referee.start()
        send(connection, state_message(position, "WHITE"))
        move = json.loads(receive(connection))
        send(connection, state_message(referee._after(position, f"{move['from']}-{move['to']}"), "BLACK"))
        end(connection)

    return talk


def reset(connection):
    """As a machine does that has started anew: no goodbye, an answer that there is no such connection."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


@pytest.mark.parametrize(
    "end", [reset, lambda connection: connection.sendall(b"\0\0\0\x50{"), lambda connection: connection.sendall(b"\0")]
)
def test_a_connection_that_breaks_on_the_opponents_move_is_no_win(end):
    code, out, err = ended(started("white", once(of_the_opponent(end)), "--player", "random"))
    assert code == 1 and "nobody knows who has won" in err and "wins" not in out


def test_a_server_that_goes_in_good_order_may_have_lost_the_opponent_or_not():
    code, out, _ = ended(started("white", once(of_the_opponent(lambda connection: None)), "--player", "random"))
    assert code == 0 and "if the opponent left" in out and "a server that was stopped does the same" in out


def test_games_differ_unless_a_seed_is_given():
    said = []
    for seed in ([], [], ["--seed", "7"], ["--seed", "7"]):
        server = ChallengeServer()
        player = started("white", server.ports["w"], "--player", "mcts:nodes=30", *seed)
        Opponent(server.ports["b"], "b", [], leave=True)
        _, out, err = ended(player)
        said.append((re.search(r"seed (\d+)", err)[1], out.splitlines()[0].split(": ")[1]))
    assert said[0][0] != said[1][0] and said[2] == said[3] and said[2][0] == "7"


def test_our_turns_say_how_they_were_found():
    server = ChallengeServer()
    player = started("white", server.ports["w"], "--player", "alphabeta:depth=2")
    Opponent(server.ports["b"], "b", [], leave=True)
    _, out, _ = ended(player)
    assert re.match(r"White: [a-i]\d-[a-i]\d: depth 2, chance \d+%, [\d,]+ nodes, \d+\.\d\d s\n", out), out


def test_the_usual_player_does_not_play_the_same_game_again():
    spec = challenge.varied(tv.game("tablut"))
    assert spec.kind == "alphabeta" and dict(spec.settings)["noise"] == challenge.BLUR
    assert spec.player(1).judged_by == parse_player("champion").resolved(tv.game("tablut")).player(1).judged_by
    assert challenge.varied(tv.game("pathwayz")).text in ("champion", f"alphabeta:noise={challenge.BLUR}")


def test_punctual_answers_when_its_search_does_not_and_leaves_nothing_behind(tmp_path):
    pids = tmp_path / "pids"
    go = f"import os; open({str(pids)!r}, 'a').write(str(os.getpid()) + ' '); time.sleep(600)"
    punctual = Punctual(parse_player(engine(tmp_path, go)))
    for _ in range(2):
        move, note = punctual.choose(START, Line(), 0.2, 0.6, 1)
        assert START.why_not(move) is None and "a spare turn was played" in note
    wait_until(lambda: pids.exists() and len(pids.read_text().split()) == 2)
    punctual.close()
    started = pids.read_text().split()
    assert not [pid for pid in started if is_running(int(pid))]
    own = Punctual(parse_player("mcts:nodes=20"))
    assert own.warm(START) == ""
    move, note = own.choose(START, Line(), 60, 90, 1)
    assert (START.why_not(move), note) == (None, "")
    own.close()


def wait_until(is_so):
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.02)


class Slow:
    """Players who take as long over a turn as they are told, whoever stops them; how many of them were made."""

    made = 0

    def __init__(self, *pauses):
        self.pauses = iter(pauses)
        Slow.made += 1

    def choose(self, spec, position, seed, line=None):  # noqa: ARG002 - always the same
        time.sleep(next(self.pauses, 0))
        return players.Choice("e4-f4", {}, 1, 0.0, ("e4-f4",))

    def stop(self):
        """Too busy."""

    close = stop


def test_a_player_who_is_only_late_is_kept_and_finds_the_next_turn_itself():
    """On a busy machine a search that came a moment late was killed, and two more turns were drawn by lot meanwhile."""
    Slow.made = 0
    punctual = Punctual(parse_player("random"), lambda: Slow(0.6))
    assert "did not answer in time" in punctual.choose(START, Line(), 0.1, 0.3, 1)[1]
    assert punctual.choose(START, Line(), 5, 8, 1) == ("e4-f4", "")
    assert Slow.made == 1
    punctual.close()


def test_a_player_who_is_being_made_ready_is_left_alone_while_turns_go_without_it():
    """A start that takes longer than a turn was begun anew at each turn, and never came to its end."""
    Slow.made = 0
    punctual = Punctual(parse_player("random"), lambda: Slow(4.0, 0))
    assert "did not answer in time" in punctual.choose(START, Line(), 0.05, 0.1, 1)[1]
    wait_until(lambda: Slow.made == 2)
    for _ in range(3):
        assert "still not ready" in punctual.choose(START, Line(), 0.05, 0.1, 1)[1]
    assert punctual.choose(START, Line(), 30, 40, 1) == ("e4-f4", "")
    assert Slow.made == 2
    punctual.close()


@pytest.mark.parametrize(
    ("before", "is_sensible"),
    [
        ("9/9/9/9/2k6/9/2w6/9/8b w", lambda after: after.outcome is not None and after.outcome.winner == "w"),
        ("3bbb3/3wbb3/3kw4/b5w2/bbw2wwbb/b3w4/1w7/4b4/b3bb2b b", lambda after: not wins(after)),
    ],
)
def test_a_spare_turn_wins_if_it_can_and_does_not_lose_at_once(before, is_sensible):
    position = tv.game("tablut").position(before)
    for seed in range(5):
        spare = Spare(position, seed)
        assert position.why_not(spare.turn) is None, "there is one at once"
        spare.thread.join()
        assert is_sensible(position.play(spare.turn)), (seed, spare.turn)


def wins(position):
    """Whether the player to move has a turn that wins."""
    ends = (position.play(turn).outcome for turn in position.legal_moves())
    return any(end is not None and end.winner == position.turn for end in ends)


# Connections


def test_the_server_may_come_later():
    free = socket.create_server(("127.0.0.1", 0))
    port = free.getsockname()[1]
    free.close()
    player = started("white", port, "--player", "random")
    for line in player.stderr:
        if "waiting for a server" in line:
            break
    server = ChallengeServer(ports=(port, 0))
    Opponent(server.ports["b"], "b", [], leave=True)
    code, out, _ = ended(player)
    assert code == 0 and out.startswith("White: ")


def test_no_server_at_all():
    free = socket.create_server(("127.0.0.1", 0))
    port = free.getsockname()[1]
    free.close()
    code, _, err = ended(started("white", port, "--player", "random", "--wait", "0.5"))
    assert code == 1 and f"no server answers at 127.0.0.1, port {port}" in err


def once(talk):
    """A server that accepts one connection, reads the name and does something; its port."""
    listening = socket.create_server(("127.0.0.1", 0))

    def run():
        connection, _ = listening.accept()
        connection.recv(100)
        talk(connection)
        connection.close()
        listening.close()

    threading.Thread(target=run, daemon=True).start()
    return listening.getsockname()[1]


@pytest.mark.parametrize(
    ("talk", "problem"),
    [
        (lambda connection: None, "before the game began"),
        (lambda connection: send(connection, "{"), "not JSON"),
        (lambda connection: send(connection, "[]"), "no board"),
        (lambda connection: connection.sendall(b"\xff\xff\xff\xff"), "a frame of -1 bytes"),
        (lambda connection: connection.sendall(b"\x00\x00\x00\x09{"), "before the game began"),
        (lambda connection: send(connection, json.dumps({"board": [["EMPTY"] * 9] * 9, "turn": "WHITE"})), "one king"),
    ],
)
def test_a_server_that_talks_nonsense(talk, problem):
    code, _, err = ended(started("white", once(talk), "--player", "random"))
    assert code == 1 and problem in err


def until_gone(connection):
    """Say nothing more, for as long as somebody listens."""
    while connection.recv(1000):
        pass


@pytest.fixture
def impatient(monkeypatch):
    """A server is given up after a short silence."""
    monkeypatch.setattr(challenge, "SILENCE_SECONDS", 0.2)


@pytest.mark.usefixtures("impatient")
def test_a_server_that_falls_silent_is_given_up(capsys):
    def talk(connection):
        send(connection, state_message(referee.start(), "WHITE"))
        until_gone(connection)

    assert main(["tablut-challenge", "black", "--port", str(once(talk)), "--player", "random", "--time", "1"]) == 1
    assert "the server has been silent for longer than any move may take" in capsys.readouterr().err


@pytest.mark.usefixtures("impatient")
def test_a_silence_after_the_end_is_no_failure(capsys, tmp_path):
    def talk(connection):
        position = referee.parse(WINNING)
        send(connection, state_message(position, "WHITE"))
        receive(connection)
        send(connection, state_message(referee._after(position, "d6-g6"), "BLACK"))
        until_gone(connection)

    player = engine(tmp_path, answering("e4-f4", "d6-g6"))
    assert main(["tablut-challenge", "white", "--port", str(once(talk)), "--player", player, "--time", "2"]) == 0
    assert "White wins: we have won (no legal move" in capsys.readouterr().out.splitlines()[-1]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["red"], "white or black"),
        (["white", "--port", "0"], "a port from 1"),
        (["white", "--time", "soon"], "seconds from"),
        (["white", "--name", "?!"], "at least one letter"),
        (["white", "--player", "nobody"], "there is no player"),
    ],
)
def test_a_wrong_command_line(arguments, problem):
    done = subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 2 and problem in done.stderr


# Words


def test_messages_are_those_of_the_server():
    assert greeting("Très long name 123") == '"Trslongnam"'
    assert json.loads(move_message(START.play("e4-f4"), "d9-d8")) == {"from": "d9", "to": "d8", "turn": "BLACK"}
    seen = parse_state(state_message(referee.start(), "WHITE"))
    assert f"{seen.board} {seen.turn}" == str(START)
    assert parse_state(state_message(referee.start(), "DRAW")).is_over
    assert parse_state(state_message(referee.start(), "BLACKWIN")).winner == "b"


@pytest.mark.parametrize(
    ("message", "problem"),
    [
        ("[" * 100_000, "not JSON"),
        ('{"board": [], "turn": "WHITE"}', "no board"),
        (json.dumps({"board": [["EMPTY"] * 8] * 9, "turn": "WHITE"}), "a row"),
        (json.dumps({"board": [[0] * 9] * 9, "turn": "WHITE"}), "a row"),
        (json.dumps({"board": [["PAWN"] * 9] * 9, "turn": "WHITE"}), "'PAWN'"),
        (json.dumps({"board": [["EMPTY"] * 9] * 9, "turn": ["WHITE"]}), "player to move"),
        (json.dumps({"board": [["EMPTY"] * 9] * 9}), "player to move"),
    ],
)
def test_a_message_that_cannot_be_understood(message, problem):
    with pytest.raises(ValueError, match=problem):
        parse_state(message)


def seen_by(follower, position):
    return follower.see(parse_state(state_message(position, {"w": "WHITE", "b": "BLACK"}[position.to_move])))


def test_following_counts_as_the_server_does():
    follower, position = Follower(tv.game("tablut")), referee.parse(CIRCLING)
    assert "another position" in seen_by(follower, position)
    for move in ("g8-h8", "g2-h2", "h8-g8", "h2-g2"):
        position = referee._after(position, move)
        assert seen_by(follower, position) == "" and follower.last_move == move
    assert str(follower.position) == CIRCLING and follower.position.outcome is None
    assert follower.position.play("g8-h8").outcome.reason == "repetition"
    told = follower.position.game.position(follower.start)
    for move in follower.moves:
        told = told.play(move)
    assert told == follower.position and told.play("g8-h8").outcome is not None
    assert seen_by(follower, referee._after(position, "g8-h8")) == ""
    assert follower.position.outcome is None, "a server that goes on is followed"


def test_a_game_is_followed_from_the_start_and_after_a_jump():
    follower, position = Follower(tv.game("tablut")), referee.start()
    assert seen_by(follower, position) == ""
    for move in ("e4-f4", "d9-d8", "e3-d3"):
        position = referee._after(position, move)
        assert seen_by(follower, position) == ""
        assert seen_by(follower, position) == "" and follower.last_move == ""
    for move in ("d8-d7", "d3-d4"):
        position = referee._after(position, move)
    assert "cannot be reached" in seen_by(follower, position)
    assert str(follower.position) == referee.text(position)
