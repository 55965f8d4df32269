"""Real servers: killed without warning, stopped in good order, asked by several clients at once."""

import json
import os
import pty
import random
import signal
import subprocess
import sys
import threading

import pytest
from websockets.exceptions import WebSocketException

import tavoliere as tv
from tests.web.pages import PEOPLE
from tests.web.servers import real_server, together

AGAINST_SEARCH = {"w": {"kind": "person"}, "b": {"kind": "opponent", "spec": "level:1"}}


def test_games_go_on_after_sigkill_and_no_turn_is_there_twice(tmp_path, database_url):
    with real_server(tmp_path, database_url) as server:
        made = server.post("/api/tables", {"game": "tablut", "seats": PEOPLE})
        table, tokens = made["table"], made["tokens"]
        chance, position, accepted = random.Random(5), tv.game("tablut").start(), []
        for life in range(3):
            players = {letter: server.join(table, [token]) for letter, token in tokens.items()}
            for _ in range(4):
                mover = players[position.turn]
                mover.table(lambda shown: shown["ply"] == len(accepted))
                assert [move["move"] for move in mover.shown["moves"]] == accepted
                move = chance.choice(position.legal_moves())
                assert mover.turn(move)["type"] == "accepted"
                accepted.append(move)
                position = position.play(move)
            server.kill()
            assert all(player.drained()[1] == 1006 for player in players.values())
            server.start()
            shown = server.get(f"/api/tables/{table}")
            assert [move["move"] for move in shown["moves"]] == accepted and shown["text"] == str(position), life


def test_every_turn_that_a_client_saw_accepted_survives_a_kill_in_the_middle_of_writing(tmp_path, database_url):
    with real_server(tmp_path, database_url) as server:
        seats = {"r": {"kind": "person"}, "b": {"kind": "person"}}
        tables = [server.post("/api/tables", {"game": "never-alone", "seats": seats}) for _ in range(6)]
        seen: dict[str, list[str]] = {made["table"]: [] for made in tables}
        begun = threading.Event()

        def play(made):
            position = tv.game("never-alone").start()
            try:
                # Some may still be on their way to the table when the server is killed.
                player = server.join(made["table"], list(made["tokens"].values()))
                while position.outcome is None:
                    player.table(lambda shown: shown["ply"] == len(seen[made["table"]]))
                    move = position.legal_moves()[0]
                    assert player.turn(move)["type"] == "accepted"
                    seen[made["table"]].append(move)
                    position = position.play(move)
                    begun.set()
            except (WebSocketException, OSError, EOFError):
                pass

        threads = [threading.Thread(target=play, args=(made,)) for made in tables]
        for thread in threads:
            thread.start()
        assert begun.wait(30)
        server.kill()
        for thread in threads:
            thread.join()
        server.start()
        for table, moves in seen.items():
            stored = [move["move"] for move in server.get(f"/api/tables/{table}")["moves"]]
            assert stored[: len(moves)] == moves and len(stored) <= len(moves) + 1


def test_an_opponent_that_was_thinking_when_the_server_was_killed_thinks_again(tmp_path, database_url):
    slow = "mcts:seconds=2"
    with real_server(tmp_path, database_url, opponents=["random", slow]) as server:
        seats = {"w": {"kind": "person"}, "b": {"kind": "opponent", "spec": slow}}
        made = server.post("/api/tables", {"game": "tablut", "seats": seats})
        anna = server.join(made["table"], [made["tokens"]["w"]])
        anna.table()
        assert anna.turn("e4-f4")["type"] == "accepted"
        while anna.receive()["type"] != "thinking":
            pass
        server.kill()
        assert [message for message in anna.drained()[0] if message.get("ply") == 2] == [], "it had not answered yet"
        server.start()
        assert server.get(f"/api/tables/{made['table']}")["ply"] == 1
        anna = server.join(made["table"], [made["tokens"]["w"]])
        answered = anna.table(lambda shown: shown["ply"] == 2)
        assert [move["seat"] for move in answered["moves"]] == ["w", "b"] and answered["can_move"]
        assert server.stop() == (0, "False\n"), "it ended in good order and never imported Numba"


def test_of_two_clients_who_move_at_once_one_is_told_why_not(tmp_path, database_url):
    with real_server(tmp_path, database_url) as server:
        made = server.post("/api/tables", {"game": "tablut", "seats": PEOPLE})
        phones = [server.join(made["table"], [made["tokens"]["w"]]) for _ in range(2)]
        for phone in phones:
            phone.table()
        answers = together(lambda: phones[0].turn("e4-f4"), lambda: phones[1].turn("e4-g4"))
        assert sorted(answer["type"] for answer in answers) == ["accepted", "refused"]
        assert next(answer for answer in answers if answer["type"] == "refused")["key"] == "turn.stale"
        kept = next(answer for answer in answers if answer["type"] == "accepted")["move"]
        for phone in phones:
            assert [move["move"] for move in phone.table(lambda shown: shown["ply"] == 1)["moves"]] == [kept]


def test_a_server_that_stops_says_goodbye_and_leaves_nobody_behind(tmp_path, sqlite_url):
    with real_server(tmp_path, sqlite_url) as server:
        made = server.post("/api/tables", {"game": "tablut", "seats": PEOPLE})
        anna = server.join(made["table"], [made["tokens"]["w"]])
        anna.table()
        code = []
        stopping = threading.Thread(target=lambda: code.append(server.stop()))
        stopping.start()
        told, closed_with = anna.drained()
        stopping.join()
        assert told[-1]["type"] == "bye" and closed_with == 1012
        assert code == [(0, "False\n")]


def test_logs_are_json_lines_and_hold_no_token(tmp_path, sqlite_url):
    with real_server(tmp_path, sqlite_url) as server:
        made = server.post("/api/tables", {"game": "tablut", "seats": PEOPLE})
        anna = server.join(made["table"], list(made["tokens"].values()))
        anna.table()
        anna.turn("e4-f4")
        anna.send({"type": "hello", "tokens": list(made["tokens"].values())})
        with pytest.raises(OSError, match="HTTP Error 404"):
            server.get("/api/nowhere?token=" + made["tokens"]["w"])
        anna.close()
        server.stop()
        lines = [json.loads(line) for line in server.log().splitlines()]
        assert {"started", "request", "stopped"} <= {line["event"] for line in lines}
        assert any(line.get("path") == "/api/tables" and line["status"] == 201 for line in lines)
        assert not any(token in server.log() for token in made["tokens"].values())


def in_a_terminal(tmp_path, *more):
    """What a person reads who starts the server in a terminal and presses Ctrl-C once it answers."""
    mine, theirs = pty.openpty()
    command = [sys.executable, "-m", "tavoliere", "serve", "--port", "0", "--database", f"sqlite:///{tmp_path / 'x'}"]
    process = subprocess.Popen([*command, *more], stdout=theirs, stderr=theirs, start_new_session=True)
    os.close(theirs)
    read = b""
    try:
        while b"(Ctrl-C stops it)" not in read:
            read += os.read(mine, 4096)
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0
        while True:  # until the other end is closed, which is an error
            read += os.read(mine, 4096)
    except OSError:
        return read.decode().splitlines()
    finally:
        process.kill()
        os.close(mine)


def test_in_a_terminal_only_the_address_is_said(tmp_path):
    (line,) = in_a_terminal(tmp_path)
    assert line.startswith("Tavoliere is at http://127.0.0.1:")


def test_in_a_terminal_logs_can_be_json_too(tmp_path):
    lines = in_a_terminal(tmp_path, "--logs", "json")
    events = [json.loads(line)["event"] for line in lines if not line.startswith("Tavoliere is at ")]
    assert "started" in events and events[-1] == "stopped"


def test_plain_logs_tell_what_went_wrong(tmp_path):
    """In a process of its own: where logs go is the same for a whole process."""
    program = """
from tavoliere.apps.web.host import logs
logs.set_up("plain")
logs.log("swept", tables=3)
logs.log("search failed", 30, table="t1", problem="no such move")
try:
    1 / 0
except ZeroDivisionError as error:
    logs.log("storage failed", 40, error)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    lines = done.stderr.splitlines()
    assert lines[0] == "warning: search failed (table t1, problem no such move)"
    assert lines[1] == "error: storage failed"
    assert lines[-1] == "ZeroDivisionError: division by zero"


def test_a_frame_that_is_too_large_ends_the_connection(tmp_path, sqlite_url):
    with real_server(tmp_path, sqlite_url) as server:
        made = server.post("/api/tables", {"game": "tablut", "seats": PEOPLE})
        anna = server.join(made["table"], [made["tokens"]["w"]])
        anna.table()
        anna.socket.send('{"type":"ping","x":"' + "x" * 20_000 + '"}')
        assert anna.drained()[1] == 1009
        assert server.get("/health")["status"] == "ok"


def test_a_port_in_use_is_said_in_one_line(tmp_path, sqlite_url):
    with real_server(tmp_path, sqlite_url) as server:
        port = server.url.rstrip("/").rpartition(":")[2]
        command = [sys.executable, "-m", "tavoliere", "serve", "--port", port, "--database", sqlite_url]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 1 and done.stdout == ""
        assert done.stderr == (
            f"tavoliere: cannot listen on 127.0.0.1 port {port}: Address already in use; "
            "--port chooses another one, --port 0 any free one\n"
        )


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["--workers", "0"], "--workers is a number from 1 to 256"),
        (["--port", "99999"], "--port is a number from 0 to 65535"),
        (["--database", "oracle://x"], "is not a database"),
        (["--limit", "moons=3"], "there is no limit 'moons'; the limits are requests, "),
        (["--limit", "tables=none"], "a limit is written like tables=60, not 'tables=none'"),
        (["--limit", "tables=-1"], "a limit is written like tables=60, not 'tables=-1'"),
        (["--limit", "requests_a_second=nan"], "a limit is written like requests_a_second=20.0"),
        (["--opponent", "Anna"], "an opponent is written like NAME=SPEC"),
        (["--processes", "0"], "--processes is a number from 1 to 64"),
        (["--processes", "2"], "--processes needs PostgreSQL"),
        (["--network", "school=10"], "a network is written like 192.0.2.0/24=10"),
        (["--keep-days", "-1"], "--keep-days is a number from 0 to 36500"),
        (["--port", "0", "--database", "postgresql://nobody@127.0.0.1:1/x"], "cannot be used"),
    ],
)
def test_what_is_wrong_with_the_command_line_is_said_in_one_line(arguments, part):
    command = [sys.executable, "-m", "tavoliere", "serve", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1 and part in done.stderr and len(done.stderr.splitlines()) == 1, done.stderr
