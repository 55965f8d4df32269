"""`tavoliere play`: people, random players and searching opponents at one screen."""

from __future__ import annotations

import argparse
import contextlib
import random
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import tavoliere as tv
from tavoliere.apps.cli import menu
from tavoliere.apps.cli.analyse import LINES
from tavoliere.apps.cli.bestlines import advice, print_reasons, show_lines, until_stopped, warm_up, watched
from tavoliere.apps.cli.common import Commands, painter, picture, position_of, split_words
from tavoliere.apps.cli.layout import explained, screen_width, wrapped
from tavoliere.apps.cli.prompt import Prompt, prompt_here
from tavoliere.apps.cli.session import PERSON, Session, loaded, resume_file
from tavoliere.apps.cli.speech import say, speak_of, speaker, tell, warn
from tavoliere.apps.cli.stepwise import turn_by_steps
from tavoliere.core.lenient import bare
from tavoliere.core.said import COMMAS, Pattern, Said, Series
from tavoliere.games import game_from_text
from tavoliere.play.players import PLAYER_FORMS, Line, Players, PlayerSpec, parse_player
from tavoliere.render.text import legend_lines, text_picture
from tavoliere.scene import guide
from tavoliere.search.players import Choice
from tavoliere.search.rivals import against
from tavoliere.search.specs import Spec, judging_spec

COLOURS = ("white", "black", "red", "green")
SHOWN_MOVES = 400
HINT = "champion:seconds=1,judge=terms"
"""Hints come with reasons, and those are told in the words of hand-made terms."""
ANALYSIS_SECONDS = 3.0

HELP = (
    ("moves [PREFIX]", Said("list the legal turns, or those that begin with PREFIX")),
    ("steps", Said("build a turn step by step from a list")),
    ("why TURN", Said("say why a turn is not allowed")),
    ("explain TURN", Said("say what a turn does")),
    ("hint [PLAYER]", Said("ask a searching player for advice (default: champion:seconds=1)")),
    ("analyse [PLAYER]", Said("show the best turns with their chances and lines (default: champion:seconds=3)")),
    ("undo, redo", Said("take the last turn back, make it again")),
    ("show", Said("draw the board again")),
    ("marks", Said("draw what a player must see at a glance and say what is asked, or no longer")),
    ("legend", Said("say what the signs on the board mean")),
    ("position [TEXT]", Said("print the position, or set the board up from a text")),
    ("save FILE", Said("write the game to a file")),
    ("load FILE", Said("go on with the game of a file")),
    ("resign", Said("give the game up (two players)")),
    ("help", Said("this list")),
    ("quit", Said("leave; the game is kept, and `tavoliere play --resume` goes on with it")),
)


def add_to(commands: Commands) -> None:
    parser = commands.add_parser(
        "play",
        help=Said("play at one screen"),
        description=Said(
            "Play with friends or against an opponent at one screen. Without GAME, a menu asks for the game "
            "and the opponent."
        ),
        epilog=Said("example: tavoliere play tablut --black level:3\nexample: tavoliere play --resume"),
    )
    parser.add_argument("game", metavar="GAME", nargs="?", help=Said("a name from `tavoliere games`"))
    parser.add_argument(
        "words", metavar="POSITION", nargs="*", help=Said("a position text, and options like players=3")
    )
    parser.add_argument("--resume", action="store_true", help=Said("go on with the game that was left last"))
    parser.add_argument("--load", metavar="FILE", type=Path, help=Said("go on with the game of a file"))
    parser.add_argument("--seed", type=int, help=Said("make random players repeatable"))
    for colour in COLOURS:
        parser.add_argument(
            f"--{colour}",
            type=seat,
            metavar="PLAYER",
            help=Said("who plays {colour}: person (default), {player_forms}", colour=colour, player_forms=PLAYER_FORMS),
        )
    parser.add_argument(
        "--seat",
        action="append",
        default=[],
        metavar="LETTER=PLAYER",
        help=Said("the same for any game, by a player's letter"),
    )
    parser.set_defaults(run=run)


def seat(text: str) -> str:
    """Somebody who can take a seat."""
    if text != PERSON:
        try:
            parse_player(text)
        except ValueError as refusal:
            raise argparse.ArgumentTypeError(
                Said("{refusal}; or {person}", refusal=str(refusal), person=PERSON)
            ) from refusal
    return text


def run(arguments: argparse.Namespace) -> int:
    session = _session(arguments)
    if session is None:
        return 0
    with Players() as worker:
        return Table(session, prompt_here(), random.Random(arguments.seed), worker).run()


def _session(arguments: argparse.Namespace) -> Session | None:
    if arguments.resume and arguments.load:
        raise ValueError(Said("--resume and --load exclude each other: each brings a game"))
    if arguments.resume or arguments.load:
        if arguments.game is not None:
            raise ValueError(Said("--resume and --load bring their own game; leave GAME out"))
        path = arguments.load or resume_file()
        if arguments.resume and not path.exists():
            raise ValueError(Said("there is no unfinished game to go on with"))
        session = loaded(path, is_own=arguments.resume)
        speak_of(session.game.name)
        return session
    options, text = split_words(arguments.words)
    first = None if arguments.game is None else position_of(game_from_text(arguments.game, options), text)
    if first is not None:
        return Session(first, _seats(arguments, first.game))
    try:
        game = menu.chosen_game()
        return Session(game.start(), _seats(arguments, game) or menu.chosen_seats(game))
    except menu.Left:
        return None


def _seats(arguments: argparse.Namespace, game: tv.Game) -> dict[str, str]:
    letters = {str.lower(game.player_name(letter)): letter for letter in game.players}
    seats = {}
    for colour in COLOURS:
        kind = getattr(arguments, colour)
        if kind is not None and colour not in letters:
            raise ValueError(
                Said(
                    "nobody plays {colour} in this game; the players are {players}",
                    colour=colour,
                    players=", ".join(letters),
                )
            )
        if kind is not None:
            seats[letters[colour]] = kind
    for text in arguments.seat:
        letter, _, kind = text.partition("=")
        if letter not in game.players or not kind:
            raise ValueError(
                Said("a seat is written like {letter}=random, not {text}", letter=game.players[0], text=repr(text))
            )
        if letter in seats:
            raise ValueError(
                Said("{player} has a player already: {other}", player=game.player_name(letter), other=seats[letter])
            )
        if kind != PERSON:
            parse_player(kind)
        seats[letter] = kind
    return seats


class Table:
    """The loop of asking and answering. Whatever is typed, the game is kept."""

    def __init__(self, session: Session, prompt: Prompt, chance: random.Random, worker: Players) -> None:
        self.session = session
        self.prompt = prompt
        self.chance = chance
        self.worker = worker
        self.failed = False
        self.has_marks = prompt.is_lively and is_for_beginners(session.seats)
        self.commands: dict[str, Callable[[str], None]] = {
            "moves": self.moves, "steps": self.steps, "why": self.why, "explain": self.explain, "undo": self.undo,
            "redo": self.redo, "show": self.show, "position": self.set_up, "save": self.save, "load": self.load,
            "resign": self.resign, "hint": self.hint, "analyse": self.analyse,
            "help": self.help, "marks": self.switch_marks, "legend": self.legend,
        }  # fmt: skip

    def run(self) -> int:
        tell(Said("{game}. Type a turn, `help`, or `quit`.", game=self.session.game.facts.title), end="\n\n")
        if self.session.position == self.session.game.start():
            menu.tell_cautions(self.session.game)
        self.show("")
        try:
            while self._turn():
                pass
        except KeyboardInterrupt:
            print()
        self._leave()
        return int(self.failed)

    def _turn(self) -> bool:
        """One turn or one command; False when it is time to leave."""
        session = self.session
        if session.is_over:
            print()
            tell(Said("The game is over: {result}.", result=session.result()))
            end = session.ending()
            if end is not None:
                told = say(end.told)
                print(wrapped(f"{told[:1].upper()}{told[1:]}."))
            if not self.prompt.is_lively:
                return False
        elif not session.is_person():
            try:
                self._play(self._opponents_move())
            except RuntimeError as failure:
                print(f"tavoliere: {say(str(failure))}", file=sys.stderr)
                self.failed = True
            return not self.failed
        name = session.game.player_name(session.position.turn)
        asks = say(Said("over> ")) if session.is_over else f"\n{say(name)}> "
        answer = self.prompt.ask(asks, session.position, list(self.commands))
        if answer is None or answer in ("quit", "q"):
            return False
        if answer:
            self.answer(answer)
        return True

    def answer(self, line: str) -> None:
        """A command, or else a turn; what is wrong is said, and nothing changes."""
        word, _, rest = line.partition(" ")
        try:
            if word in self.commands:
                self.commands[word](rest.strip())
            else:
                self._play(line)
        except (ValueError, OSError, RuntimeError) as refusal:
            print(wrapped(str(refusal)))

    def _opponents_move(self) -> str:
        """The turn of a player who is not a person."""
        session = self.session
        spec = parse_player(session.seats[session.position.turn])
        if spec.kind != "random":
            tell(
                Said(
                    "{player} ({thinker}) is thinking ...",
                    player=session.game.player_name(session.position.turn),
                    thinker=spec.text,
                ),
                flush=True,
            )
            line = Line(session.start_text(), tuple(session.moves))
            return self.worker.choose(self._knowing(spec), session.position, self.chance.randrange(1 << 32), line).move
        position = session.position
        actions: list[int] = []
        while not actions or position.pending:
            actions.append(self.chance.choice(position.actions()))
            position = position.act(actions[-1])
        return session.position.actions_to_turn(actions)

    def _knowing(self, spec: PlayerSpec) -> PlayerSpec:
        """The player to move, knowing whom it plays."""
        session = self.session
        others = [kind for letter, kind in session.seats.items() if letter != session.position.turn]
        rivals = [None if kind == PERSON else parse_player(kind) for kind in others]
        return against(spec, session.game, rivals) if isinstance(spec, Spec) else spec

    def _play(self, move: str) -> None:
        told = self.session.position.explain(move)
        name = self.session.game.player_name(self.session.position.turn)
        self.session.play(move)
        self._keep()
        move = self.session.moves[-1]
        print(
            "\n" + wrapped(Said("{player}: {move}: {told}.", player=name, move=move, told=Series(told, COMMAS))) + "\n"
        )
        self.show("")

    def _keep(self) -> None:
        """Save after every turn, so that nothing can be lost; a disk that refuses is told once, when leaving."""
        with contextlib.suppress(OSError):
            self.session.save(resume_file())

    def _leave(self) -> None:
        path = resume_file()
        print(self.session.position)
        if self.session.is_over:
            with contextlib.suppress(OSError):
                path.unlink()
            return
        try:
            self.session.save(path)
        except OSError as error:
            warn(Said("The game could not be kept: {error}", error=str(error)))
        else:
            tell(Said("The game is kept; `tavoliere play --resume` goes on with it."))

    # Commands

    def show(self, rest: str) -> None:
        session = self.session
        if not self.has_marks:
            print(picture(session.position, session.marks()))
            return
        scene = guide.marked_scene(session.position, session.events(), session.ending())
        print(text_picture(scene, painter(), session.marks(), speaker()))
        if session.is_person() and not session.is_over:
            self._say_what_is_asked()

    def _say_what_is_asked(self) -> None:
        print("".join(f"\n{wrapped(line)}" for line in asked_lines(self.session.position)))

    def switch_marks(self, rest: str) -> None:
        self.has_marks = not self.has_marks
        self.show("")

    def legend(self, rest: str) -> None:
        for line in legend_lines(guide.signs_of(self.session.game), speaker()):
            print(wrapped(line, "  "))

    def help(self, rest: str) -> None:
        tell(Said("Type a turn, or one of these:"))
        print(explained(HELP, screen_width()))

    def moves(self, prefix: str) -> None:
        found = [move for move in self.session.position.legal_moves() if bare(move).startswith(bare(prefix))]
        if not found:
            tell(
                Said("no legal turn begins with {prefix}", prefix=repr(prefix))
                if prefix
                else Said("there are none: the game is over")
            )
            return
        listed = " ".join(found[:SHOWN_MOVES])
        pattern = Pattern("{count} legal {count:one=turn|many=turns}: {turns}")
        print(wrapped(pattern.said(count=len(found), turns=listed)))
        if len(found) > SHOWN_MOVES:
            pattern = Pattern("... and {count} more; `moves {prefix}` lists those that begin so")
            print(wrapped(pattern.said(count=len(found) - SHOWN_MOVES, prefix=found[0][:2])))

    def steps(self, rest: str) -> None:
        """Ask for one step after another until a turn is complete."""
        if self.session.is_over:
            raise ValueError(Said("the game is over: {result}", result=self.session.result()))
        built = turn_by_steps(self.session.position, self.prompt)
        if built is None:
            tell(Said("No turn was made."))
        else:
            self._play(built)

    def why(self, move: str) -> None:
        if not move:
            raise ValueError(Said("why needs a turn, for instance `why e5-e9`"))
        reason = self.session.position.why_not(move)
        print(wrapped(Said("it is allowed") if reason is None else str(reason)))

    def explain(self, move: str) -> None:
        if not move:
            raise ValueError(Said("explain needs a turn, for instance `explain e4-g4`"))
        print(wrapped(Series(self.session.position.explain(move), COMMAS)))

    def hint(self, text: str) -> None:
        """Advice; Ctrl-C ends the search, not the game."""
        self._check_goes_on()
        spec = parse_player(text or HINT)
        try:
            choice = self._hinted(spec)
        except KeyboardInterrupt:
            print()
            tell(Said("Nothing was found yet."))
            return
        print(wrapped(advice(self.session.game, choice)))
        print_reasons(self.session.position, choice)

    def _hinted(self, spec: PlayerSpec) -> Choice:
        """What a player would do; after Ctrl-C the best that one of ours has found so far."""
        position = self.session.position
        if isinstance(spec, Spec):
            warm_up(self.worker, spec, position)
            return until_stopped(self.worker, spec, position, lambda _: None)[0]
        history = Line(self.session.start_text(), tuple(self.session.moves))
        return self.worker.choose(spec, position, 1, history)

    def analyse(self, text: str) -> None:
        """The best turns; Ctrl-C ends the search, not the game."""
        self._check_goes_on()
        spec = judging_spec(text or "champion", usual=ANALYSIS_SECONDS)
        if "multi" not in dict(spec.settings):
            spec = judging_spec(spec.text, multi=LINES)
        try:
            choice, _ = watched(self.worker, spec, self.session.position)
        except KeyboardInterrupt:
            print()
            tell(Said("Nothing was found yet."))
            return
        show_lines(spec, self.session.position, choice)
        print_reasons(self.session.position, choice)

    def _check_goes_on(self) -> None:
        if self.session.is_over:
            raise ValueError(Said("the game is over: {result}", result=self.session.result()))

    def undo(self, rest: str) -> None:
        if not self.session.undo():
            raise ValueError(Said("there is nothing to take back"))
        self._keep()
        self.show("")

    def redo(self, rest: str) -> None:
        if not self.session.redo():
            raise ValueError(Said("there is nothing to make again"))
        self._keep()
        self.show("")

    def set_up(self, text: str) -> None:
        if text:
            self.session = Session(self.session.game.position(text), self.session.seats)
            self.show("")
        else:
            print(self.session.position)

    def save(self, name: str) -> None:
        if not name:
            raise ValueError(Said("save needs a file, for instance `save game.tav`"))
        self.session.save(Path(name).expanduser())
        tell(Said("saved to {name}", name=name))

    def load(self, name: str) -> None:
        if not name:
            raise ValueError(Said("load needs a file, for instance `load game.tav`"))
        self.session = loaded(Path(name).expanduser())
        speak_of(self.session.game.name)
        self._keep()
        self.show("")

    def resign(self, rest: str) -> None:
        self.session.resign()


def asked_lines(position: tv.Position) -> list[str]:
    """What the player to move is asked to do, and the rule if there is no other choice."""
    asked, reason = guide.asked(position), guide.forced(position)
    return [line for line in (asked, "" if reason is None else str(reason)) if line]


STRONG = 6
"""Against a level from here on nobody is taken for a beginner."""


def is_for_beginners(seats: Mapping[str, str]) -> bool:
    """Whether marks are drawn before anybody has asked for them or against them: unless a strong level plays."""
    levels = [spec.removeprefix("level:") for spec in seats.values() if spec.startswith("level:")]
    return not any(level.isdigit() and int(level) >= STRONG for level in levels)
