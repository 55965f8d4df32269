"""Terminal play, as a script plays it through a pipe and as a person does at a terminal."""

import os
import pty
import random
import re
import select
import signal
import subprocess
import sys
import termios
import time

import pytest

import tavoliere as tv
from tavoliere.apps.cli import play as play_module
from tavoliere.apps.cli.common import all_games
from tavoliere.apps.cli.play import HELP, Table
from tavoliere.apps.cli.prompt import LinePrompt
from tavoliere.apps.cli.session import Session
from tavoliere.games import own_games
from tavoliere.records import read
from tavoliere.search.players import Choice

NEARLY_OVER = "9/9/9/9/2k6/9/9/9/8b w"


@pytest.fixture
def home(tmp_path):
    return {
        **os.environ,
        "TAVOLIERE_DATA_DIR": str(tmp_path / "data"),
        "TERM": "xterm-256color",
        "PROMPT_TOOLKIT_NO_CPR": "1",
    }


@pytest.fixture
def play(home, tmp_path):
    """Play by script: the arguments of `tavoliere play` and the lines that are typed."""

    def run(*arguments: str, typed: str = "") -> str:
        done = subprocess.run(
            [sys.executable, "-m", "tavoliere", "play", *arguments],
            input=typed, capture_output=True, text=True, timeout=120, env=home, cwd=tmp_path, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        assert "Traceback" not in done.stderr
        assert "\x1b" not in done.stdout
        return done.stdout

    return run


@pytest.mark.parametrize("typed", ["E5-E9", "e5e9", "E5 e9"])
def test_a_refused_turn_gets_its_reason_however_it_is_typed(play, typed):
    assert "the defender on e6 is in the way" in play("tablut", typed=f"{typed}\n")


def test_a_script_plays_a_game_to_its_end(play):
    shown = play("tablut", NEARLY_OVER, typed="c5-c9\n")
    assert "White: c5-c9: the white king moves from c5 to c9, the king stands on the escape c9" in shown
    assert "The game is over: White wins, king escaped." in shown


def test_a_refused_turn_says_why_and_changes_nothing(play):
    shown = play("tablut", typed="e5-e9\nzz\nposition\n")
    assert "the defender on e6 is in the way [tablut.blocked]" in shown
    assert "is written like this: from, hyphen, to, like e4-g4 [common.notation]" in shown
    assert str(tv.game("tablut").start()) in shown


def test_a_turn_is_understood_as_people_type_it(play):
    shown = play("tablut", typed="E4G4\nmoves D9\nsave game.tav\n")
    assert "White: e4-g4: the white defender moves" in shown and "d9-d8" in shown


def test_why_explain_and_moves(play):
    shown = play("tablut", typed="why e4-e9\nwhy e4-f4\nexplain e4-f4\nmoves e4-f\nmoves zz\nwhy\nexplain\n")
    assert "the king on e5 is in the way [tablut.blocked]" in shown
    assert "it is allowed" in shown
    assert "the white defender moves from e4 to f4" in shown
    assert "1 legal turn: e4-f4" in shown
    assert "no legal turn begins with 'zz'" in shown
    assert shown.count("needs a turn") == 2


def test_undo_and_redo(play):
    shown = play("never-alone", typed="undo\nredo\nd1\nundo\nposition\nredo\nposition\n")
    assert "there is nothing to take back" in shown
    assert "there is nothing to make again" in shown
    assert shown.count("8/8/8/4b3/3r4/8/8/8 r 0") == 1
    assert shown.count("8/8/8/4b3/3r4/8/8/3r4 b 0") == 2


def test_a_turn_can_be_built_step_by_step(play):
    shown = play("pit", "9/4B4/2o3o2/9/4o4/9/2o3o2/9/W3w4 w w5,b6 -", typed="steps\n1\n99\n1\n1\n\nsteps\n\n")
    assert "Please type a number from 1 to" in shown
    assert re.search(r"White: a1-\w\d[nesw]:", shown)
    assert "between " in shown
    assert "No turn was made." in shown


def test_a_step_is_understood_by_what_the_list_calls_it_and_quit_leaves_the_list(play):
    shown = play("tablut", typed="steps\ne7\nh7\nsteps\nd5\nquit\nposition\n")
    assert "White: e7-h7: " in shown
    assert shown.count("Please type a number") == 1, "d5 is none of Black's pieces"
    assert "No turn was made." in shown and str(tv.game("tablut").start().play("e7-h7")) in shown


def test_save_and_load_bring_the_game_back(play, tmp_path):
    play("pathwayz", typed="c4\nd4*\nsave game.tav\nsave\nload nowhere.tav\n")
    record = next(read((tmp_path / "game.tav").read_text(encoding="utf-8")))
    assert record.moves == ["c4", "d4*"]
    shown = play("--load", "game.tav", typed="position\n")
    assert str(record.last_position()) in shown


def test_a_position_is_set_up_by_text_or_refused_with_every_reason(play):
    shown = play("tablut", typed=f"position {NEARLY_OVER}\nposition 9/9/9/9/9/9/9/9/9 x\nposition\n")
    assert "one king expected, not 0" in shown
    assert "player to move: one of w, b expected" in shown
    assert shown.count(NEARLY_OVER) >= 1


def test_resigning_ends_a_game_of_two_and_is_refused_with_three(play):
    assert "The game is over: Black wins, White resigned." in play("tablut", typed="resign\n")
    assert "only games of two players can be resigned" in play("pit", "players=3", typed="resign\n")


def test_random_players_take_their_seats_and_are_repeatable(play):
    first = play("pit", "players=3", "--red", "random", "--black", "random", "--seed", "5", typed="d2\n")
    again = play("pit", "players=3", "--red", "random", "--black", "random", "--seed", "5", typed="d2\n")
    assert first == again
    assert "Red: " in first and "Black: " in first


def test_random_players_alone_play_a_whole_game(play):
    for name, colours in (("tablut", ("white", "black")), ("never-alone", ("red", "black"))):
        seats = [word for colour in colours for word in (f"--{colour}", "random")]
        assert "The game is over: " in play(name, *seats, "--seed", "1")


def test_a_seat_that_the_game_does_not_have_is_refused(home):
    command = [sys.executable, "-m", "tavoliere", "play", "tablut", "--green", "random"]
    done = subprocess.run(command, capture_output=True, text=True, env=home, timeout=60, check=False)
    assert done.returncode == 1
    assert "nobody plays green in this game" in done.stderr


def test_the_end_of_the_input_keeps_the_game_and_resume_goes_on(play):
    assert "`tavoliere play --resume` goes on" in play("never-alone", typed="d1\n")
    shown = play("--resume", typed="e8\n")
    assert "8/8/8/4b3/3r4/8/8/3r4 b 0" not in shown
    assert "8/8/8/4b3/3r4/8/8/3r4" in play("--resume", typed="undo\nposition\n").replace("4b3/8", "8")


def test_a_finished_game_leaves_nothing_to_resume(play, home):
    play("tablut", NEARLY_OVER, typed="c5-c9\n")
    command = [sys.executable, "-m", "tavoliere", "play", "--resume"]
    done = subprocess.run(command, capture_output=True, text=True, env=home, timeout=60, check=False)
    assert "no unfinished game" in done.stderr


def number_of(name):
    """Where a game stands in the menu, wherever games of other packages stand."""
    listed = [each for each in all_games() for _ in tv.game(each).facts.variants]
    return listed.index(name) + 1


def test_the_menu_offers_every_game_and_refuses_other_numbers(play):
    shown = play(typed=f"0\n99\nx\n{number_of('pathwayz')}\nfriend\nquit\n")
    assert shown.count("Please type a number") == 3
    assert "Pathwayz. Type a turn" in shown
    play(typed="")


def test_the_menu_asks_for_the_opponent_and_the_side(play):
    game = number_of("never-alone")
    shown = play(typed=f"{game}\n11\n1\nwhite\nblack\nquit\n")
    assert "Please type a number from 1 to 10, or friend." in shown and "Please type Red or Black." in shown
    assert "Red (level:1) is thinking" in shown and "Black> " in shown
    assert "Type a turn" not in play(typed=f"{game}\nquit\n")


def test_the_menu_has_usual_answers(play):
    shown = play(typed="\n\n\nquit\n")
    first = tv.game(all_games()[0])
    assert f"{first.facts.title}. Type a turn" in shown and f"{first.player_name(first.players[0])}> " in shown
    assert "is thinking" not in shown


def test_the_menu_does_not_ask_for_opponents_that_were_named(play):
    shown = play("--seat", "b=random", typed=f"{number_of('never-alone')}\nquit\n")
    assert "Against whom?" not in shown and "Never Alone. Type a turn" in shown


class Terminal:
    """A real terminal with `tavoliere play` in it."""

    def __init__(self, environment: dict[str, str], *arguments: str, columns: int = 80) -> None:
        self.process, self.screen = None, ""
        pid, self.handle = pty.fork()
        if pid == 0:
            termios.tcsetwinsize(0, (24, columns))
            os.execve(sys.executable, [sys.executable, "-m", "tavoliere", "play", *arguments], environment)  # noqa: S606
        self.pid = pid

    def type(self, text: str) -> None:
        os.write(self.handle, text.encode())

    def wait_for(self, text: str, seconds: float = 20) -> str:
        deadline = time.monotonic() + seconds
        while text not in self.screen and time.monotonic() < deadline:
            if select.select([self.handle], [], [], 0.2)[0]:
                try:
                    self.screen += os.read(self.handle, 65536).decode(errors="replace")
                except OSError:
                    break
        assert text in self.screen, self.screen[-2000:]
        return self.screen

    def end(self) -> int:
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def test_a_terminal_has_colour_completion_and_ctrl_d_keeps_the_game(home):
    terminal = Terminal(home, "never-alone")
    terminal.wait_for("Red>")
    assert "\x1b[1;91mr" in terminal.screen
    terminal.type("d1\r")
    terminal.wait_for("Black>")
    terminal.type("\x04")
    terminal.wait_for("goes on with it")
    assert terminal.end() == 0


def test_ctrl_c_never_loses_a_game(home, play):
    terminal = Terminal(home, "never-alone")
    terminal.wait_for("Red>")
    terminal.type("d1\r")
    terminal.wait_for("Black>")
    terminal.type("\x03")
    terminal.wait_for("goes on with it")
    assert terminal.end() == 0
    assert "8/8/8/4b3/3r4/8/8/3r4 b 0" in play("--resume", typed="position\n")


def test_even_a_killed_game_can_be_resumed(home, play):
    terminal = Terminal(home, "never-alone")
    terminal.wait_for("Red>")
    terminal.type("d1\r")
    terminal.wait_for("Black>")
    os.kill(terminal.pid, signal.SIGKILL)
    assert terminal.end() == -signal.SIGKILL
    assert "8/8/8/4b3/3r4/8/8/3r4 b 0" in play("--resume", typed="position\n")


def test_a_dumb_terminal_and_no_color_get_plain_text(home):
    for change in ({"TERM": "dumb"}, {"NO_COLOR": "1"}):
        terminal = Terminal({**home, **change}, "tablut")
        terminal.wait_for("White>")
        terminal.type("quit\n")
        assert terminal.end() == 0
        assert "\x1b" not in terminal.screen


@pytest.mark.parametrize("columns", [60, 80, 120])
@pytest.mark.parametrize("name", own_games())
def test_lists_fit_the_screen_and_never_break_inside_a_word(home, name, columns):
    terminal = Terminal({**home, "TERM": "dumb", "COLUMNS": ""}, name, columns=columns)
    shown = terminal.wait_for("> ")
    for command in ("moves", "help", "steps"):
        terminal.screen = ""
        terminal.type(f"{command}\n")
        shown += terminal.wait_for("> ")
    terminal.type("\nquit\n")
    assert terminal.end() == 0
    assert [line for line in shown.splitlines() if len(line) > columns] == []
    words = set(shown.split())
    assert set(tv.game(name).start().legal_moves()) <= words
    assert {word for _, text in HELP for word in text.split()} <= words


def test_a_seat_can_be_given_by_its_letter(play, home):
    assert "Black: " in play("tablut", "--seat", "b=random", "--seed", "1", typed="e4-f4\n")
    command = [sys.executable, "-m", "tavoliere", "play", "tablut", "--seat", "x=random"]
    done = subprocess.run(command, capture_output=True, text=True, env=home, timeout=60, check=False)
    assert "a seat is written like w=random" in done.stderr


def test_an_opponent_that_searches_takes_a_seat_and_gives_advice(play):
    shown = play("never-alone", "--black", "mcts:nodes=200", "--seed", "1", typed="f6\nhint mcts:nodes=200\n")
    assert "Black (mcts:nodes=200) is thinking" in shown
    assert "chances after it: Red " in shown


def test_analyse_shows_the_best_lines_of_the_game_at_hand(play):
    typed = "analyse alphabeta:nodes=2000\nanalyse random\nanalyse alphabeta:nodes=500,multi=1\nc5-c9\nanalyse\n"
    shown = play("tablut", NEARLY_OVER, typed=typed)
    assert "Tablut, White to move, alphabeta:nodes=2000,multi=3" in shown
    assert "alphabeta:nodes=500,multi=1" in shown
    assert shown.count("  100%  win  ") >= 3
    assert "random does not say what turns are worth" in shown
    assert "White: c5-c9" in shown


def test_a_hint_shows_its_line(play):
    shown = play("tablut", "9/9/9/2b6/2k6/9/2b6/9/8b w", typed="hint alphabeta:nodes=20000\nhint greedy\n")
    assert "c5-d5 (a certain win); chances after it: White 100%, Black 0%; line: c5-d5 " in shown


def test_a_hint_of_somebody_without_an_opinion_has_no_chances(play):
    shown = play("tablut", typed="hint random\nhint greedy\n")
    assert "50%" not in shown and "nodes" not in shown
    assert len(re.findall(r"White> \n[a-i][1-9]-[a-i][1-9]\n", shown)) == 2


def test_ctrl_c_ends_a_hint_and_not_the_game(capsys, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    table = Table(Session(tv.game("tablut").start(), {}), LinePrompt(), random.Random(1), None)
    monkeypatch.setattr(play_module, "warm_up", interrupted)
    table.answer("hint")
    assert capsys.readouterr().out == "\nNothing was found yet.\n"
    found = Choice("e4-f4", {"w": 0.7, "b": 0.3}, 900, 0.1, ("e4-f4",))
    monkeypatch.setattr(play_module, "warm_up", lambda *_: None)
    monkeypatch.setattr(play_module, "until_stopped", lambda *_: (found, False))
    table.answer("hint")
    assert capsys.readouterr().out == "e4-f4; chances after it: White 70%, Black 30%; 900 nodes\n"


def test_resume_and_load_exclude_each_other(home):
    command = [sys.executable, "-m", "tavoliere", "play", "--resume", "--load", "x.tav"]
    done = subprocess.run(command, capture_output=True, text=True, env=home, timeout=60, check=False)
    assert done.returncode == 1
    assert "--resume and --load exclude each other" in done.stderr


def test_options_that_are_not_even_are_named_before_the_game(play):
    told = play("pit", "holes=c3 c7 g3 g7", typed="quit\n")
    assert "note: Not even: between equals who look ahead White gets" in told
    assert "note:" not in play("pit", typed="quit\n")
    first, _, _ = play("never-alone", "red=b2", "black=g7", typed="quit\n").partition("8  .")
    assert "From this start Red can force a win in 7 turns." in first
