"""`tavoliere GAME-challenge`: a whole game on a challenge server, for each game that knows one.

What the messages mean stands in the game's folder, in `challenge.py`. Here are the connection and the clock.
"""

from __future__ import annotations

import argparse
import importlib
import random
import secrets
import socket
import sys
import time
from typing import Any

import tavoliere as tv
from tavoliere.apps.cli.common import Commands, note_if_plain
from tavoliere.apps.cli.speech import say, tell, warn
from tavoliere.core.errors import system_reason
from tavoliere.core.said import EITHER, Pattern, Said, Series, figure
from tavoliere.games import modules_called
from tavoliere.play.clock import margin_of
from tavoliere.play.frames import HEAD, framed, length_in
from tavoliere.play.players import DEFAULT_PLAYER, PLAYER_FORMS, Line, PlayerSpec, parse_player
from tavoliere.play.punctual import Punctual
from tavoliere.search.players import Choice
from tavoliere.search.settings import BUDGET
from tavoliere.search.specs import parse_spec, spec_of

THIS_MACHINE = "localhost"
CONNECTING_SECONDS = 60.0
PAUSE = 0.25
BLUR = 20
"""In thousandths of a logit: half a hundredth of a chance at the most."""
SILENCE_SECONDS = 600.0
"""A server that says nothing for so much longer than a move of ours may take is gone; its own limit is not known."""
FINISHED, FAILED = 0, 1


def add_to(commands: Commands) -> None:
    for game, module in modules_called("challenge").items():
        parser = commands.add_parser(
            f"{game}-challenge",
            help=Said("play a game on a challenge server"),
            description=Said(
                "Play one whole game on the public challenge server, and always answer in time. Exit code 0: "
                "the game came to its end, whatever the result, or the opponent ran out of time or left. 1: it "
                "did not (no server, one that failed on our move or talked nonsense, or a connection that "
                "broke). 2: the command line is wrong."
            ),
            epilog=Said(
                "example: tavoliere {game}-challenge white --server challenge.example --time 60 --name tavoliere",
                game=game,
            ),
        )
        parser.add_argument("side", metavar="SIDE", help=Said("white or black"))
        parser.add_argument(
            "--server", default=THIS_MACHINE, metavar="HOST", help=Said("its name (default: this machine)")
        )
        parser.add_argument(
            "--port", type=port, metavar="N", help=Said("its port (default: the usual one of the side)")
        )
        parser.add_argument(
            "--time",
            type=seconds,
            metavar="S",
            help=Said("seconds for each move, all included (default: the usual ones)"),
        )
        parser.add_argument("--name", default="tavoliere", help=Said("our name on the server (default: tavoliere)"))
        parser.add_argument(
            "--player",
            metavar="PLAYER",
            help=Said("who thinks: {player_forms} (default: the strongest)", player_forms=PLAYER_FORMS),
        )
        parser.add_argument(
            "--seed", type=int, help=Said("play the same game again, as far as time allows (default: any)")
        )
        parser.add_argument(
            "--wait", type=waiting, default=CONNECTING_SECONDS, metavar="S",
            help=Said("how long to go on trying while the server is not there yet (default: 60)"),
        )  # fmt: skip
        parser.set_defaults(run=run, parser=parser, game=game, module=module)


def port(text: str) -> int:
    """A port from the command line."""
    if not text.isascii() or not text.isdigit() or not 0 < int(text[:9]) < 65536:
        raise argparse.ArgumentTypeError(Said("a port from 1 to 65535 expected, not {text}", text=repr(text)))
    return int(text)


def seconds(text: str) -> float:
    """A time from the command line."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.1 <= value <= 86_400:
        raise argparse.ArgumentTypeError(Said("seconds from 0.1 to 86400 expected, not {text}", text=repr(text)))
    return value


def waiting(text: str) -> float:
    """A time that may also be none."""
    return 0.0 if text == "0" else seconds(text)


def run(arguments: argparse.Namespace) -> int:
    challenge = importlib.import_module(arguments.module)
    if arguments.side not in challenge.SIDES:
        pattern = Pattern("the side is {sides}, not {side}")
        sides = Series(challenge.SIDES, EITHER)
        arguments.parser.error(say(pattern.said(sides=sides, side=repr(arguments.side))))
    game = tv.game(arguments.game)
    try:
        spec = parse_player(arguments.player) if arguments.player else varied(game)
        greeting = challenge.greeting(arguments.name)
    except ValueError as refusal:
        arguments.parser.error(say(str(refusal)))
    limit = arguments.time or challenge.SECONDS_A_MOVE
    seed = secrets.randbits(31) if arguments.seed is None else arguments.seed
    note_if_plain()
    note(Said("getting {player} ready, seed {seed} ...", player=spec.text, seed=seed))
    punctual = Punctual(spec)
    try:
        problem = punctual.warm(first_position(game, challenge.SIDES[arguments.side]))
        if problem:
            raise ValueError(Said("the player cannot play: {problem}", problem=str(problem)))
        address = (arguments.server, arguments.port or challenge.PORTS[arguments.side])
        with Connection(connected(address, arguments.wait)) as connection:
            side = challenge.SIDES[arguments.side]
            return Table(challenge, game, side, connection, punctual, limit, seed).play(greeting)
    except GameBroken as broken:
        print(f"tavoliere: {say(str(broken))}", file=sys.stderr)
        return FAILED
    finally:
        punctual.close()


def varied(game: tv.Game) -> PlayerSpec:
    """The strongest player. One that always plays alike gets so small a blur that only near equals change places."""
    strongest = parse_spec(DEFAULT_PLAYER)
    found = strongest.resolved(game)
    settings = dict(found.settings)
    if found.kind != "alphabeta" or "noise" in settings:
        return strongest
    kept = {name: value for name, value in settings.items() if name not in BUDGET}
    return spec_of(found.kind, {**kept, "noise": float(BLUR)})


def thinking_text(choice: Choice, mover: str, spent: float) -> str:
    """How a turn of ours was found: depth, chance, nodes and the time that it took, network not included."""
    chance = f"{choice.values[mover]:.0%}"
    return Said(
        "depth {depth}, chance {chance}, {nodes} nodes, {seconds} s",
        depth=choice.depth, chance=chance, nodes=figure(choice.nodes), seconds=figure(spent, ".2f"),
    )  # fmt: skip


def first_position(game: tv.Game, letter: str) -> tv.Position:
    """A position in which a player is to move, as soon as there is one."""
    position = game.start()
    while position.turn != letter:
        position = position.play(position.legal_moves()[0])
    return position


def note(message: str) -> None:
    warn(message, flush=True)


class GameBroken(Exception):  # noqa: N818 - what happened, not what is wrong with the input
    """The game cannot come to its end: there is no server, or no connection any more."""


def connected(address: tuple[str, int], patience: float) -> socket.socket:
    """A connection to a server that may not be there yet."""
    deadline = time.monotonic() + patience
    told = False
    while True:
        try:
            made = socket.create_connection(address, timeout=max(0.1, deadline - time.monotonic()))
        except socket.gaierror as error:
            raise GameBroken(
                Said(
                    "there is no server {address}: {strerror}", address=repr(address[0]), strerror=system_reason(error)
                )
            ) from error
        except OSError as error:
            if time.monotonic() + PAUSE >= deadline:
                raise GameBroken(
                    Said(
                        "no server answers at {server}, port {port}: {error}",
                        server=address[0],
                        port=address[1],
                        error=str(error),
                    )
                ) from error
            if not told:
                note(Said("waiting for a server at {server}, port {port} ...", server=address[0], port=address[1]))
                told = True
            time.sleep(PAUSE)
        else:
            made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            made.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            return made


class Closed(Exception):  # noqa: N818 - what happened
    """The other side has closed the connection in good order, as it does when somebody is late or has left."""


class Broke(Closed):
    """The connection broke, or ended in the middle of a message: nobody has closed it on purpose."""


class Silent(GameBroken):
    """Nothing has come for very long."""


class Connection:
    """Frames over a socket."""

    def __init__(self, made: socket.socket) -> None:
        self._socket = made

    def send(self, message: str, patience: float) -> None:
        self._socket.settimeout(patience)
        try:
            self._socket.sendall(framed(message))
        except OSError as error:
            raise Broke from error

    def receive(self, patience: float | None) -> str:
        """The next message; without a patience it is waited for as long as it takes."""
        deadline = None if patience is None else time.monotonic() + patience
        try:
            length = length_in(self._exactly(HEAD.size, deadline))
        except ValueError as error:
            raise GameBroken(Said("the server talks nonsense: {error}", error=str(error))) from error
        try:
            return self._exactly(length, deadline).decode("utf-8", "replace")
        except Closed as closed:
            raise Broke from closed

    def _exactly(self, count: int, deadline: float | None) -> bytes:
        data = b""
        while len(data) < count:
            self._socket.settimeout(None if deadline is None else max(0.01, deadline - time.monotonic()))
            try:
                block = self._socket.recv(count - len(data))
            except TimeoutError as error:
                raise Silent(Said("the server has been silent for longer than any move may take")) from error
            except OSError as error:
                raise Broke from error
            if not block:
                raise Broke if data else Closed
            data += block
        return data

    def is_gone(self) -> bool:
        """Whether the other side has closed the connection, as far as can be seen without waiting."""
        self._socket.settimeout(0)
        try:
            return not self._socket.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            return False
        except OSError:
            return True

    def __enter__(self) -> Connection:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()


class Table:
    """One game: the server's states in, our moves out."""

    def __init__(
        self, challenge: Any, game: tv.Game, letter: str, connection: Connection, punctual: Punctual, limit: float,
        seed: int,
    ) -> None:  # fmt: skip
        self.challenge, self.game, self.letter = challenge, game, letter
        self.chance = random.Random(seed)
        self.connection, self.punctual, self.limit = connection, punctual, limit
        self.follower = challenge.Follower(game)
        self.answered = ""
        """The text of the position that we have answered, until the server shows another one."""
        self.thinking = ""
        """How the turn was found that we have sent, until the server shows it."""
        self.turn_began = 0.0
        self.has_begun = False

    def play(self, greeting: str) -> int:
        """The whole game; the result is the exit code."""
        try:
            self.connection.send(greeting, self.limit)
            while True:
                message = self.connection.receive(self.limit + SILENCE_SECONDS if self.has_begun else None)
                arrived = time.monotonic()
                if self._is_over_after(message, arrived):
                    return FINISHED
        except Closed as closed:
            return self._closed(isinstance(closed, Broke))
        except Silent:
            if self.follower.position.outcome is None:
                raise
            return self._closed(is_broken=False)

    def _is_over_after(self, message: str, arrived: float) -> bool:
        """Deal with one state of the server."""
        try:
            sighting = self.challenge.parse_state(message)
            if sighting.is_over:
                self._tell_move(self.follower.position.turn, self.follower.final_move(sighting))
                self._tell_result(sighting.winner, Said("the server says so"))
                return True
            remark = self.follower.see(sighting)
        except ValueError as problem:
            raise GameBroken(Said("the server talks nonsense: {problem}", problem=str(problem))) from problem
        self.has_begun = True
        if remark:
            note(Said("note: {problem}", problem=remark))
        position = self.follower.position
        self._tell_move(
            next(letter for letter in self.game.players if letter != position.turn), self.follower.last_move
        )
        if position.turn != self.letter:
            self.answered, self.turn_began = "", arrived
        elif str(position) == self.answered:
            note(Said("note: the server has sent a state again that was answered already"))
        elif position.outcome is not None:
            self._tell_result(
                position.outcome.winner, Said("{reason}; the server does not notice", reason=position.outcome.reason)
            )
            return True
        else:
            self._answer(position, arrived)
        return False

    def _answer(self, position: tv.Position, arrived: float) -> None:
        """Think and send a move; the margin is for the network and for a server that looks only now and then."""
        self.turn_began, self.thinking = arrived, ""
        margin = margin_of(self.limit)
        spent = time.monotonic() - arrived
        line = Line(self.follower.start, tuple(self.follower.moves))
        think, last = max(0.01, self.limit - margin - spent), max(0.02, self.limit - margin / 2 - spent)
        move, remark = self.punctual.choose(position, line, think, last, self.chance.randrange(1 << 31))
        if self.punctual.thought is not None:
            self.thinking = thinking_text(self.punctual.thought, self.letter, time.monotonic() - arrived)
        if self.connection.is_gone():
            raise Closed
        self.answered = str(position)
        self.connection.send(self.challenge.move_message(position, move), max(0.1, margin / 2))
        if remark:
            note(Said("note: {problem}", problem=remark))

    def _tell_move(self, mover: str, move: str) -> None:
        if move:
            thinking = f": {say(self.thinking)}" if mover == self.letter and self.thinking else ""
            print(f"{say(self.game.player_name(mover))}: {move}{thinking}", flush=True)

    def _tell_result(self, winner: str | None, why: str) -> None:
        if winner is None:
            tell(Said("The game is drawn ({why}).", why=why))
        else:
            verdict = Said("we have won") if winner == self.letter else Said("we have lost")
            tell(
                Said(
                    "{winner} wins: {verdict} ({why}).", winner=self.game.player_name(winner), verdict=verdict, why=why
                )
            )

    def _closed(self, is_broken: bool) -> int:
        """The server has gone without a result, as it does when somebody is late."""
        position = self.follower.position
        if not self.has_begun:
            raise GameBroken(Said("the server closed the connection before the game began"))
        if position.outcome is not None:
            self._tell_result(
                position.outcome.winner, Said("{reason}; the server did not notice", reason=position.outcome.reason)
            )
            return FINISHED
        spent = time.monotonic() - self.turn_began
        if position.turn == self.letter:
            raise GameBroken(closed_on_our_move(bool(self.answered), spent, self.limit))
        if is_broken:
            raise GameBroken(BROKEN_ON_THEIR_MOVE)
        self._tell_result(self.letter, closed_on_their_move(spent, self.limit))
        return FINISHED


def closed_on_our_move(is_answered: bool, spent: float, limit: float) -> str:
    """What it means that the server has gone without a result on our move. Turns of ours are legal."""
    if spent >= limit:
        pattern = Pattern("the server closed the connection on our move after {seconds} s: it was late, we have lost")
        return pattern.said(seconds=figure(spent, ".1f"))
    when = Said("after our answer") if is_answered else Said("while we were thinking")
    return Said(
        "the server closed the connection on our move {when}, {seconds} s into it: the server failed, or it gives "
        "less time than the {limit} s that --time says",
        when=when, seconds=figure(spent, ".1f"), limit=figure(limit, "g"),
    )  # fmt: skip


BROKEN_ON_THEIR_MOVE = Said(
    "the connection broke on the opponent's move: the server or the network failed, and nobody knows who has won"
)
EARLY_SECONDS = 0.5
"""The server's clock began to run before its state reached us."""


def closed_on_their_move(spent: float, limit: float) -> str:
    """The same on the opponent's move. A server that looks once a second closes a little after the limit.

    Before that, an opponent who leaves and a server that is stopped look alike: in both cases the connection is closed
    without a word.
    """
    if spent >= limit - EARLY_SECONDS:
        pattern = Pattern("the opponent ran out of time, the server closed the connection after {seconds} s")
        return pattern.said(seconds=figure(spent, ".1f"))
    return Said(
        "if the opponent left: the server closed the connection on the opponent's move without a result, {seconds} "
        "s into it; a server that was stopped does the same, and the protocol does not tell which it was",
        seconds=figure(spent, ".1f"),
    )
