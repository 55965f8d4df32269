"""The terminal speaks: the made-up language without any English, and the one that the environment asks for."""

import contextlib
import io
import re

import pytest

import tavoliere as tv
from tavoliere.apps.cli import COMMANDS, main
from tavoliere.games import own_games
from tavoliere.render.themes import THEMES
from tavoliere.teach import lessons
from tavoliere.testing.texts import terminal_texts
from tests.manners.test_why import CASES
from tests.messages.loud import disagreements, plain, write_language, write_terminal
from tests.records.test_records import BROKEN
from tests.web.loud_page import small_words

NAMED = {command.__name__.rpartition(".")[2] for command in COMMANDS}
NAMES = NAMED | {"tavoliere", "challenge", *THEMES}
SPECS = {"person", "random", "greedy", "level", "champion", "alphabeta", "novice", "solver", "mcts", "ugi", "python"}
TYPED = {
    "hint",
    "moves",
    "steps",
    "explain",
    "undo",
    "redo",
    "position",
    "save",
    "load",
    "resign",
    "help",
    "quit",
    "marks",
    "legend",
    "solution",
}
TYPED |= {"again", "skip", "back", "friend", "pass", "done", "why", "analyse", "show", "play"}
"""Names of commands, players and what is typed stay as they are."""


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("languages")
    write_language(made, own_games())
    write_terminal(made)
    return made


@pytest.fixture
def terminal(folder, tmp_path, monkeypatch, capsys, only_our_games):
    """Run a command in the made-up language; what it printed."""
    monkeypatch.setenv("TAVOLIERE_TEXTS", str(folder))
    monkeypatch.setenv("TAVOLIERE_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "1000")

    def run(*words, typed=""):
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        with contextlib.suppress(SystemExit):
            main(["--language", "xx", *words])
        printed = capsys.readouterr()
        return printed.out + printed.err

    return run


WRITTEN = re.compile(r"\S*[=/]\S*|\S+:\S+")
"""Positions, options, players with settings and addresses, which no language says."""


COLOURS = {"white", "black", "red", "green"}
STACK = re.compile(r"\b[wrbgk]+\b")
"""Pieces of a board drawn with letters."""


def check(told, known=()):
    """Nothing is English but what is known to be data."""
    assert told.strip()
    assert english_in(told, known) == set()
    assert disagreements(told) == []


def english_in(told, known=()):
    """The lines in which something is English that is not known to be data."""
    said = WRITTEN.sub("", plain(told))
    data = NAMES | SPECS | TYPED | COLOURS | set(known)
    return {line for line in said.splitlines() if small_words(STACK.sub("", line)) - data}


def test_nothing_in_the_terminal_is_put_together():
    texts = terminal_texts()
    assert texts.faults == [] and len(texts.sentences) > 500


@pytest.mark.parametrize("command", sorted(NAMED))
def test_the_help_of_every_command_is_told(command, terminal):
    told = terminal("tablut-challenge" if command == "challenge" else command, "--help")
    assert told.startswith("USAGE: tavoliere ")
    check(
        re.sub(r"\{[^}]*\}", "", told),
        {"draws", "cut", "length", "branching", "forced", "comebacks", "decided", "swing", "distinct"},
    )


def test_what_there_is_is_listed(terminal):
    told = terminal("--help")
    assert "COMMANDS" in told and "SHOW THIS HELP MESSAGE AND EXIT" in told
    check(told, {"tablut"})
    authors = {word.strip(",").lower() for name in own_games() for word in tv.game(name).facts.author.split()}
    check(terminal("games"), {"players", "size", "holes", "towers", *authors})


@pytest.mark.parametrize("name", own_games())
def test_boards_levels_and_a_game_are_told(name, terminal):
    check(terminal("show", name, "--marks"), {name})
    check(terminal("levels", name), {"upper", "lower", "games", "score", "elo", "nodes", "seconds", "noise", "multi"})
    start = tv.game(name).start()
    move = start.legal_moves()[0]
    refused = next(case[2] for case in CASES if case[0] == name)
    lines = ["help", "moves", "moves zz", f"why {move}", f"why {refused}", f"explain {move}", "undo", "steps", "",
             "steps", "x", "", move, "undo", "redo", "marks", "position", "save", "nonsense", "resign",
             "quit"]  # fmt: skip
    told = terminal("play", name, typed="\n".join(lines))
    assert "TYPE A TURN" in told
    check(told, {"nonsense", "prefix"})


@pytest.mark.parametrize("name", own_games())
def test_lessons_are_taught(name, terminal):
    course = lessons(name)
    check(terminal("learn", name, "--list"), {lesson.id for lesson in course.lessons} | words_of(course))
    tasks = course.tasks()
    lines = []
    for task in tasks:
        lines += ["help", "hint", "moves", "show", "nonsense", *list(task.tries)[:1], "again", "skip"]
    told = terminal("learn", name, typed="\n".join([*lines, "hint", "quit"]))
    assert told.count("\n") > 20 * len(tasks)
    check(told, {"nonsense"})


def words_of(course):
    return {word for lesson in course.lessons for word in lesson.id.split("-")}


def test_what_is_wrong_is_told(terminal, tmp_path):
    wrong = [
        ("play", "tablot"), ("play", "tablut", "--white", "levle:3"), ("play", "tablut", "--green", "random"),
        ("play", "--resume"), ("play", "pit", "players=9"), ("play", "tablut", "--seat", "x"), ("show",), ("nothing",),
        ("show", "tablut", "9/9 x"), ("show", "tablut", "--size", "3"), ("bench", "--seconds", "x"),
        ("perft", "pit", "x"),
        ("learn", "tablut", "nowhere"), ("texts",), ("serve", "--port", "-1"), ("analyse", "tablut", "--multi", "99"),
        ("match", "random", "levle", "--game", "pit"), ("tournament", "random", "--game", "pit"),
        ("solve", "tablut", "9/9/9/9/9/9/9/9/9 w"), ("compare", "pit", "--a", "", "--b", ""), ("--language",),
    ]  # fmt: skip
    for words in wrong:
        check(
            terminal(*words),
            {
                "levle",
                "tablot",
                *words_of(lessons("tablut")),
                "nowhere",
                "nothing",
                "players",
                "size",
                "seconds",
                "nodes",
                *own_games(),
            },
        )
    for number, (text, *_) in enumerate(BROKEN):
        file = tmp_path / f"{number}.tav"
        file.write_text(text, encoding="utf-8")
        told = terminal("check", str(file)).replace(str(file), "")
        check(told, {"game", "rules", "date", "result", "reason", "options", "position", KERNEL})


KERNEL = "replay"
"""What checks games is told by its name in the program, when it is compiled."""


FEW = ("--jobs", "1", "--player", "alphabeta:nodes=100")
MEASURED = [
    ("match", "random", "greedy", "--game", "never-alone", "--rounds", "1", "--file", "match.tav", "--jobs", "1"),
    ("match", "random", "greedy", "--game", "never-alone", "--rounds", "1", "--file", "match.tav", "--sprt", "0", "50"),
    ("tournament", "random", "greedy", "--game", "never-alone", "--rounds", "1", "--file", "all.tav", "--jobs", "1"),
    ("stats", "match.tav"), ("check", "match.tav"), ("analyse", "match.tav", "--nodes", "20"),
    ("report", "never-alone", "--games", "4", "--depth", "0", "--check", "0", "--html", "reports/one", *FEW),
    ("compare", "never-alone", "--a", "", "--b", "red=d1 black=e8", "--games", "2", "--html", "compared", *FEW),
    ("openings", "never-alone", "--games", "1", *FEW), ("gallery", "reports"),
    ("solve", "never-alone", "--nodes", "500"), ("conform", "pathwayz", "--only", "the-facts-name-the-game"),
    ("check", "nothing.tav"), ("stats", "nothing.tav"), ("analyse", "nothing.tav"), ("new", "hare-game"),
]  # fmt: skip
DATA = {"light", "off", "html", "game", "index", "reports", "compared", "options", "folder", "alphabeta", "hare"}
DATA |= {"elo", "llr", "los"}
OURS = re.compile(r"elo[01] \d+|.*COMPILING.*")
"""Names of the test of a match, and kernels, which are told by their names in the program."""
PAGE_DATA = re.compile(r"<(style|pre|code|script)\b.*?</\1>|<svg.*?</svg>", re.DOTALL)


def test_what_is_measured_is_told(terminal, tmp_path, monkeypatch):
    """Matches, reports, proofs and promises, and the pages that they write."""
    monkeypatch.chdir(tmp_path)
    for words in MEASURED:
        told = terminal(*words)
        assert "Traceback" not in told
        assert english_in(OURS.sub("", told), DATA | {*own_games()}) == set()
    assert {file.name for file in tmp_path.iterdir()} >= KEPT_FILES
    for page in ("reports/index.html", "reports/one/index.html", "compared/index.html"):
        text = re.sub(r"<[^>]*>", "\n", PAGE_DATA.sub("", (tmp_path / page).read_text(encoding="utf-8")))
        assert english_in(text, DATA | {*own_games(), "seed", "json", "report"}) == set()


KEPT_FILES = {"match.tav", "all.tav", "reports", "compared", "hare-game"}


# Which language it is


ITALIAN = "elenca i giochi"


@pytest.mark.parametrize(
    ("variables", "words", "speaks"),
    [
        ({"LANG": "it_IT.UTF-8"}, [], True),
        ({"LANG": "it"}, [], True),
        ({"LANG": "en_GB.UTF-8"}, [], False),
        ({"LANG": "de_DE.UTF-8"}, [], False),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "fr:it"}, [], True),
        ({"LANG": "C.UTF-8", "LANGUAGE": "it"}, [], False),
        ({"LC_ALL": "C", "LANG": "it_IT.UTF-8"}, [], False),
        ({"LC_MESSAGES": "it_CH@euro", "LANG": "en_US.UTF-8"}, [], True),
        ({"LANG": "en_US.UTF-8"}, ["--language", "it"], True),
        ({"LANG": "en_US.UTF-8"}, ["--language=it"], True),
        ({"LANG": "it_IT.UTF-8"}, ["--language", "en"], False),
        ({}, [], False),
    ],
)
def test_the_language_is_that_of_the_environment_unless_one_is_named(variables, words, speaks, monkeypatch, capsys):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit):
        main([*words, "--help"])
    assert (ITALIAN in capsys.readouterr().out) == speaks


def test_the_language_can_stand_behind_the_command_too(capsys):
    assert main(["games", "--language", "it"]) == 0
    assert "2 giocatori, tavoliere 9x9" in capsys.readouterr().out


def test_an_unknown_language_is_refused(capsys):
    assert main(["--language", "zz", "games"]) == 1
    assert capsys.readouterr().err == "tavoliere: there is no language 'zz'; the languages: en, it\n"


def test_a_game_is_played_in_italian(monkeypatch, capsys, tmp_path):
    monkeypatch.setenv("TAVOLIERE_DATA_DIR", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO("why e5-e9\nexplain e4-g4\ne4-g4\nquit\n"))
    assert main(["--language", "it", "play", "tablut"]) == 0
    told = capsys.readouterr().out
    assert "il difensore in e6 sbarra la strada [tablut.blocked]" in told
    assert "Bianco: e4-g4: il difensore bianco va da e4 in g4." in told and "Tocca al Nero (b)" in told
    kept = (tmp_path / "unfinished.tav").read_text(encoding="utf-8")
    assert "Bianco" not in kept and "tablut" in kept, "records stay data"


# The sheet for who reads a translation


def test_the_sheet_has_every_sentence_with_all_that_it_can_hold(capsys):
    assert main(["texts", "--sheet", "it"]) == 0
    sheet = capsys.readouterr().out
    assert "la torre bianca in <square> è rimpiazzata" in sheet and "il pedone nero in <square> è rimpiazzato" in sheet
    assert "5 torri verdi in <square> sono rimpiazzate" in sheet
    assert "tocca al Rosso" in sheet and "l'attaccante nero in <square> sbarra la strada" in sheet
    assert "riprova tra 1 secondo." in sheet and "riprova tra 5 secondi." in sheet
    filled = [line for line in sheet.splitlines() if line.startswith("    ")]
    assert len(filled) > 5000
    assert [line for line in filled if re.search(r"\{\w+[:}]", line) and not line.startswith("     ")] == []
    assert [line for line in filled if WRONG.search(line)] == []
    assert [line for line in filled if TWO_COLOURS.search(line)] == []


COLOUR = r"(?:bianc|ner|ross|verd)[oaieh]+"
TWO_COLOURS = re.compile(rf"\b{COLOUR} {COLOUR}\b")
WRONG = re.compile(
    r"\b(il|la|lo|del|della|dello|al|alla|allo|dal|dalla|una|nella|nel|sulla) "
    r"(?!in\b|offre\b|accanto\b|e\b|ed\b|o\b|a\b|ad\b|e\d)[aeiou]\w"
    r"|\b(il|un|del|al|dal|nel|sul|i|dei) (s[bcdfglmnpqrtv]|z|gn|ps)\w|\bun' |\bdegli [bcdfghlmnpqrtv]\w",
    re.IGNORECASE,
)
"""Articles that Italian does not have before such a word."""
