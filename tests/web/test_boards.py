"""Every board of Pit that can be created can be played: through a real server, to the end, by random turns."""

import random

import pytest

import tavoliere as tv
from tavoliere.apps.web.show.links import position_url
from tests.web.servers import real_server

LETTERS = "abcdefghijk"


def boards():
    """All sizes and numbers of players: the usual board, and one with holes where the usual towers stand."""
    for size in range(5, 12):
        for players in (2, 3, 4):
            usual = tv.game("pit", size=size, players=players)
            last = LETTERS[size - 1]
            corners = ["a1", f"a{size}", f"{last}{size}", f"{last}1"][:players]
            middles = str(usual.options["towers"]).split()
            yield {"size": size, "players": players}
            yield {"size": size, "players": players, "holes": " ".join(middles), "towers": " ".join(corners)}


BOARDS = [{"size": 7, "holes": "d4", "towers": "d1 d7"}, *boards()]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("boards")
    limits = dict.fromkeys(("tables", "connections", "messages", "requests"), 10_000)
    with real_server(folder, f"sqlite:///{folder / 'games.sqlite3'}", limits=limits) as found:
        yield found


def seats_of(game, **others):
    return {letter: others.get(letter, {"kind": "person"}) for letter in game.players}


@pytest.mark.parametrize("options", BOARDS, ids=str)
def test_a_board_is_opened_drawn_and_played_to_the_end(server, options):
    game = tv.game("pit", **options)
    made = server.post("/api/tables", {"game": "pit", "options": options, "seats": seats_of(game)})
    player = server.join(made["table"], list(made["tokens"].values()))
    chance, position, ply = random.Random(str(options)), game.start(), 0
    while position.outcome is None:
        shown = player.table(lambda shown, ply=ply: shown["ply"] == ply)
        assert shown["text"] == str(position) and shown["next"]
        move = chance.choice(position.legal_moves())
        answer = player.turn(move)
        assert answer["type"] == "accepted", answer
        position, ply = position.play(move), ply + 1
    shown = player.table(lambda shown: shown["ply"] == ply)
    assert shown["result"]["winner"] == position.outcome.winner
    seen = server.get(f"/api/tables/{made['table']}")
    assert seen["text"] == str(position) and seen["svg"].startswith("<svg")


@pytest.mark.parametrize("size", range(5, 12))
def test_opponents_play_on_boards_of_every_size(server, size):
    game = tv.game("pit", size=size)
    machine = {"kind": "opponent", "spec": "level:1"}
    asked = {"game": "pit", "options": {"size": size}, "seats": seats_of(game, b=machine)}
    made = server.post("/api/tables", asked)
    player = server.join(made["table"], list(made["tokens"].values()))
    player.table(lambda shown: shown["ply"] == 0)
    assert player.turn(game.start().legal_moves()[0])["type"] == "accepted"
    shown = player.table(lambda shown: shown["ply"] == 2)
    if shown["result"] is None:
        assert player.turn(game.position(shown["text"]).legal_moves()[0])["type"] == "accepted"
        # That turn may have been the last: a first turn as good as any other soon leaves no better one.
        assert player.table(lambda shown: shown["ply"] == 4 or shown["result"] is not None)["text"]


@pytest.mark.parametrize("options", BOARDS, ids=str)
def test_a_link_names_as_few_options_as_say_which_board_it_is(options):
    game = tv.game("pit", **options)
    query = dict(part.split("=") for part in position_url(game, "x").split("?")[1].split("&"))
    told = {name: value.replace("+", " ") for name, value in query.items() if name != "text"}
    typed = {name: int(value) if name in ("players", "size") else value for name, value in told.items()}
    assert tv.game("pit", **typed) == game
    assert set(told) <= set(options)
