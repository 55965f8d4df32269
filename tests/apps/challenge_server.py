"""A challenge server for tests, as the public one behaves, with everything that is odd about it.

Length frames of JSON; a port a side; a state to both after every move, to the mover too; a clock that is looked at now
and then; a late move closes everything without a final state; an illegal move loses; JSON that cannot be read kills
the server; a captured king stays on the final board; a draw at the second occurrence of a position, the first position
not counted; a side without moves is not noticed. The rules are those of the independent referee.
"""

import dataclasses
import json
import select
import socket
import struct
import threading
import time

from tests.oracles import tablut as referee

CELLS = {"k": "KING", "w": "WHITE", "b": "BLACK"}
NAMES = {"w": "WHITE", "b": "BLACK"}


def state_message(position, turn):
    cells = [[CELLS.get(position.pieces.get(f"{column}{row}", ""), "EMPTY") for column in "abcdefghi"]
             for row in range(1, 10)]  # fmt: skip
    if cells[4][4] == "EMPTY":
        cells[4][4] = "THRONE"
    return json.dumps({"board": cells, "turn": turn})


def send(connection, text):
    body = text.encode()
    connection.sendall(struct.pack(">i", len(body)) + body)


def receive(connection):
    """A frame, or None when the other side has gone."""
    try:
        head = connection.recv(4, socket.MSG_WAITALL)
        if len(head) < 4:
            return None
        return connection.recv(struct.unpack(">i", head)[0], socket.MSG_WAITALL).decode()
    except OSError:
        return None


class ChallengeServer:
    """One game. `events` tells what happened: moves, `late w`, `illegal b ...`, `malformed`, results."""

    def __init__(self, limit=20.0, poll=0.02, start=None, twice=False, ports=(0, 0)):
        self.limit, self.poll, self.twice = limit, poll, twice
        self.position = referee.start() if start is None else referee.parse(start)
        self.events = []
        self.names = {}
        self._listening = {side: socket.create_server(("127.0.0.1", port)) for side, port in zip("wb", ports)}
        self.ports = {side: listening.getsockname()[1] for side, listening in self._listening.items()}
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def _run(self):
        connections = {}
        try:
            for side, listening in self._listening.items():
                listening.settimeout(120)
                connections[side], _ = listening.accept()
                self.names[side] = json.loads(receive(connections[side]) or '""')[:10]
            self._play(connections)
        except (OSError, ValueError) as problem:
            self.events.append(f"died: {problem!r}")
        finally:
            for opened in (*connections.values(), *self._listening.values()):
                opened.close()

    def _play(self, connections):
        occurred = set()
        self._tell(connections, NAMES[self.position.to_move])
        while True:
            side = self.position.to_move
            move = self._move_in_time(connections[side], side)
            if move is None:
                return
            if move not in referee._moves(self.position):
                self.events.append(f"illegal {side} {move}")
                self._tell(connections, "BLACKWIN" if side == "w" else "WHITEWIN")
                return
            self.events.append(move)
            before, self.position = self.position, referee._after(self.position, move)
            verdict = referee._king_verdict(self.position)
            text = referee.text(self.position)
            result = "DRAW" if text in occurred else NAMES[self.position.to_move]
            if verdict is not None:
                result = "WHITEWIN" if verdict[0]["w"] else "BLACKWIN"
                if result == "BLACKWIN":
                    king = {square: piece for square, piece in before.pieces.items() if piece == "k"}
                    self.position = dataclasses.replace(self.position, pieces={**self.position.pieces, **king})
            occurred.add(text)
            self._tell(connections, result)
            if result not in NAMES.values():
                self.events.append(result)
                return

    def _move_in_time(self, connection, side):
        """The mover's move; None if it came too late, or not, or was no JSON."""
        for _ in range(max(1, round(self.limit / self.poll))):
            if select.select([connection], [], [], 0)[0]:
                message = receive(connection)
                if message is None:
                    self.events.append(f"gone {side}")
                    return None
                try:
                    said = json.loads(message)
                    if said["turn"] != NAMES[side]:
                        return "of the other side"
                    return f"{said['from']}-{said['to']}"
                except (ValueError, KeyError, TypeError):
                    self.events.append("malformed")
                    return None
            time.sleep(self.poll)
        self.events.append(f"late {side}")
        return None

    def _tell(self, connections, turn):
        message = state_message(self.position, turn)
        for _ in range(2 if self.twice else 1):
            for connection in connections.values():
                try:
                    send(connection, message)
                except OSError:
                    self.events.append("not there")


class Opponent:
    """Somebody on the other side who plays given moves, and then does nothing more."""

    def __init__(self, port, side, moves, leave=False):
        self.side, self.moves, self.leave = side, list(moves), leave
        self.states = []
        self._connection = socket.create_connection(("127.0.0.1", port))
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def _run(self):
        send(self._connection, '"opponent"')
        while (message := receive(self._connection)) is not None:
            state = json.loads(message)
            is_new = not self.states or state != self.states[-1]
            self.states.append(state)
            if state["turn"] == NAMES[self.side] and is_new and self.moves:
                move = self.moves.pop(0)
                origin, _, target = move.partition("-")
                send(self._connection, json.dumps({"from": origin, "to": target, "turn": NAMES[self.side]}))
            elif state["turn"] == NAMES[self.side] and is_new and self.leave:
                break
        self._connection.close()
