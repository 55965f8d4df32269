"""The referee for Pit against the facts of the rules page, and a small position for each ruling."""

import random

import pytest

from tests.oracles import pit

START = "4b4/9/2o3o2/9/4o4/9/2o3o2/9/4w4 w w5+,b5+ -"
LATER_WITH_TWO = (
    "4bbb2/4b2b1/2o3o2/9/1W2o2B1/8w/2o3o2/9/3w1w3 w w0,b0 a3n,b5n,c1e,c4e,c8e,c9e,d3e,d4n,d6n,e3n,"
    "e8e,e9e,f1e,f8n,g8n,h3n,h4e,h5n,h8e,i7n"
)
LATER_WITH_THREE = (
    "4b1bb1/W8/2o3o2/9/4o2b1/1r1r5/w1o3o1B/w3w4/1w1ww2R1 b w0,r2,b0 a1e,a1n,a2n,a4e,b3n,b5e,b5n,c5e,"
    "d1n,d4n,e2n,e3n,f9e,g8e,g9e,h1e,h1n,h5e,h7e"
)


def small(text: str, players: int = 2) -> pit.Position:
    """A position on a board of 5x5 with one hole, c3."""
    towers = {2: "c1 c5", 3: "c1 a3 c5"}[players]
    return pit.parse(text, players=players, size=5, holes="c3", towers=towers)


def test_start_text() -> None:
    assert pit.text(pit.start()) == START
    assert pit.parse(START) == pit.start()
    assert pit.text(pit.start(players=4)).split(" ")[1:] == ["w", "w5+,r5+,b5+,g5+", "-"]
    assert [pit.turn(pit.start()), pit.outcome(pit.start())] == ["w", None]


@pytest.mark.parametrize(
    ("players", "numbers"),
    [(2, [1, 71, 4973, 255850]), (3, [1, 67, 4425, 288027]), (4, [1, 63, 3909, 238827])],
)
def test_perft_from_the_start(players: int, numbers: list[int]) -> None:
    position = pit.start(players=players)
    assert [pit.perft(position, depth) for depth in range(4)] == numbers


@pytest.mark.parametrize(
    ("players", "text", "numbers"),
    [
        (2, LATER_WITH_TWO, [64, 2469]),
        (3, LATER_WITH_THREE, [75, 5442]),
    ],
)
def test_perft_of_later_positions(players: int, text: str, numbers: list[int]) -> None:
    position = pit.parse(text, players=players)
    assert [pit.perft(position, depth) for depth in (1, 2)] == numbers


def test_a_forced_replacement_can_force_you_to_disconnect() -> None:
    position = pit.parse("b8/W8/2o3o2/9/4o4/1B7/2o3o2/9/2w1w4 w w4,b5 a9e,c1n")
    assert pit.legal_turns(position) == ["a8xa9s"]
    assert pit.outcome(pit.play(position, "a8xa9s")) == ({"w": 0.0, "b": 1.0}, "pawns disconnected")


def test_first_turn_keeps_away_from_opponents_towers() -> None:
    turns = pit.legal_turns(pit.start())
    assert "d1" in turns and "e2" in turns
    assert not {"e8", "d9", "f9", "e1", "e9", "e5"} & set(turns)
    assert pit.text(pit.play(pit.start(), "d2")) == "4b4/9/2o3o2/9/4o4/9/2o3o2/3W5/4w4 b w5,b5+ -"


def test_slides_and_entries_counted_by_hand() -> None:
    position = small("2b2/B4/2o2/5/W3w w w5,b5 -")
    targets = ["b1", "c1", "d1", "e2", "e3", "e4", "e5"]
    expected = [f"e1-{square}" for square in targets] + [f"@{square}" for square in targets] + ["a1-a2", "a1-b1"]
    assert pit.first_parts(position) == sorted(expected)
    assert pit.perft(position, 1) == 46
    assert pit.completions(position, "e1-e5") == ["e1-e5s", "e1-e5w"]
    assert pit.text(pit.play(position, " @c1n ")) == "2b2/B4/2o2/5/W1w1w b w4,b5 c1n"
    assert pit.text(pit.play(position, "e1-c1w")) == "2b2/B4/2o2/5/W1w2 b w5,b5 b1e"


def test_towers_see_over_pieces_but_not_over_barriers() -> None:
    assert "@c5w" in pit.legal_turns(small("wW3/5/2o2/5/B4 w w5,b5 -"))
    assert "a5-c5w" not in pit.legal_turns(small("wW3/5/2o2/5/B4 w w5,b5 -"))
    parts = pit.first_parts(small("wW3/5/2o2/5/B4 w w5,b5 c5e"))
    assert "@c5" in parts and "@d5" not in parts
    assert not [part for part in pit.first_parts(small("wW3/5/2o2/5/B4 w w0,b5 -")) if part[0] == "@"]


def test_priority_replacement_then_hole() -> None:
    assert pit.legal_turns(small("5/5/2oW1/b1w2/3B1 w w4,b5 -")) == ["c2-c3", "d3-c3"]
    assert pit.first_parts(small("5/5/2oW1/bww2/3B1 w w4,b5 -")) == ["b2xa2"]
    assert pit.first_parts(small("5/5/2oW1/bww2/3B1 w w4,b5 a2e")) == ["c2-c3", "d3-c3"]


def test_no_barrier_beside_a_hole_or_on_the_rim() -> None:
    position = small("1b3/5/w1o2/5/W3B w w5,b5 -")
    assert pit.completions(position, "a3-b3") == ["a3-b3n", "a3-b3s", "a3-b3w"]
    assert pit.completions(position, "a3-a5") == ["a3-a5e", "a3-a5s"]


def test_a_tower_goes_far_into_a_hole_a_pawn_only_from_beside_it() -> None:
    position = small("2w2/5/2o2/B4/4W w w4,b5 -")
    assert pit.completions(position, "c5-c3") == ["c5-c3"]
    assert pit.text(pit.play(position, "c5-c3")) == "5/5/2o2/B4/4W b w4,b5 -"
    assert "c5-c3" not in pit.first_parts(small("2W2/5/2o2/B4/4w w w4,b5 -"))


def test_a_pawn_next_to_a_hole_must_go_in() -> None:
    position = small("5/B4/2o2/2W2/5 w w5,b5 -")
    assert pit.legal_turns(position) == ["c2-c3"]
    over = pit.play(position, "c2-c3")
    assert pit.outcome(over) == ({"w": 0.0, "b": 1.0}, "pawn in a hole")
    assert pit.legal_turns(over) == [] and pit.perft(over, 3) == 1
    with pytest.raises(ValueError, match="not a legal turn"):
        pit.play(over, "a4-a5e")


def test_replacing_the_last_pawn_ends_the_game_without_a_barrier() -> None:
    position = small("5/5/2o2/wB3/4W w w5,b5 -")
    assert pit.legal_turns(position) == ["a2xb2"]
    assert pit.outcome(pit.play(position, "a2xb2")) == ({"w": 1.0, "b": 0.0}, "pawn replaced")


def test_isolated_towers_leave_for_good_and_replaced_ones_go_to_the_reserve() -> None:
    position = small("b4/w3B/2o2/5/W4 w w5,b5 a5e")
    assert pit.legal_turns(position) == ["a4xa5s"]
    assert pit.text(pit.play(position, "a4xa5s")) == "5/4B/2o2/5/W4 b w5,b6 a4n,a5e"


def test_pawns_without_a_path_to_a_hole_stay() -> None:
    position = small("W1B2/4w/2o2/5/4b w w5,b5 a4n,b4n,c5e")
    assert pit.text(pit.play(position, "e4-c4n")) == "W1B2/2w2/2o2/5/4b b w5,b5 a4n,b4n,c4n,c5e"


def test_who_disconnects_is_out_and_the_barrier_is_taken_back() -> None:
    over = pit.play(small("2b2/B4/2o2/4w/W4 w w5,b5 a1e"), "e2-a2s")
    assert pit.outcome(over) == ({"w": 0.0, "b": 1.0}, "pawns disconnected")
    assert pit.text(over) == "2b2/B4/2o2/5/5 b b5 a1e"


def test_three_players_replacing_a_pawn_and_going_out_in_the_same_turn() -> None:
    position = small("4B/5/2o2/Rw3/W4 w w4,r5,b5 a1e", players=3)
    assert pit.first_parts(position) == ["a1xa2", "b2xa2"]
    assert pit.completions(position, "b2xa2") == ["b2xa2e", "b2xa2n", "b2xa2s"]
    after = pit.play(position, "b2xa2n")
    assert pit.text(after) == "4B/5/2o2/w4/W4 b w4,b5 a1e,a2n"
    assert pit.outcome(after) is None
    assert pit.outcome(pit.play(position, "b2xa2s")) == (
        {"w": 0.0, "r": 0.0, "b": 1.0},
        "pawns disconnected",
    )


def test_three_players_one_in_a_hole_the_others_go_on() -> None:
    position = small("r3B/5/2o2/2W2/R3w w w5,r5,b5 -", players=3)
    after = pit.play(position, "c2-c3")
    assert pit.text(after) == "r3B/5/2o2/5/R4 r r5,b5 -"
    assert small(pit.text(after), players=3) == after


def test_disconnection_is_judged_without_the_pieces_of_a_player_who_just_went_out() -> None:
    position = small("4B/r4/2o2/Rw3/W4 w w4,r5,b5 -", players=3)
    assert pit.text(pit.play(position, "b2xa2n")) == "4B/5/2o2/w4/W4 b w4,b5 a2n"


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"players": 5}, "players"),
        ({"players": True}, "players"),
        ({"size": 4, "holes": "b2", "towers": "a1 d4"}, "size"),
        ({"size": 12}, "size"),
        ({"size": 7}, "towers"),
        ({"holes": ""}, "holes: there must be"),
        ({"holes": "a2 b1"}, "holes: the squares"),
        ({"holes": "c3 c3"}, "holes: a square"),
        ({"holes": "z3"}, "holes: z3"),
        ({"towers": "e1"}, "towers: 2 players"),
        ({"towers": "e1 e1"}, "towers: a square"),
        ({"towers": "e1 e5"}, "towers: e5 is a hole"),
        ({"komi": 1}, "options"),
    ],
)
def test_refused_options(options: dict[str, object], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        pit.start(**options)


def test_every_player_must_find_a_square_whatever_the_others_choose() -> None:
    lane = ["a1", "b1", "c1", "d1"]
    holes = " ".join(square for square in pit.neighbours(5) if square not in lane)
    assert pit.legal_turns(pit.start(size=5, holes=holes, towers="a1 b1")) == ["d1"]
    with pytest.raises(ValueError, match="towers: b may find no square"):
        pit.start(size=5, holes=holes, towers="b1 a1")
    with pytest.raises(ValueError, match="board: w may find no square"):
        pit.parse("ooooo/ooooo/ooooo/ooooo/b1b1o w w5+,b4+ -", size=5, holes=holes, towers="a1 b1")


def test_large_boards_sort_barriers_as_text() -> None:
    text = "11/11/2o3o4/11/4o6/11/2o3o4/11/11/11/W9B w w5,b5 a10n,a1n"
    assert pit.text(pit.parse(text, size=11, holes="c9 g9 e7 c5 g5")) == text


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        ("2b2/B4/2o2/5/W3w w w5,b5", ["fields"]),
        (" 2b2/B4/2o2/5/W3w w w5,b5 -", ["fields"]),
        ("2b2/B4/2o2/W3w w w5,b5 -", ["board: it has 4 rows"]),
        ("2b2/B4/2o2/6/W3w w w5,b5 -", ["board: 6 in row 2"]),
        ("2b2/B4/2o2/23/W3w w w5,b5 -", ["board: 23 in row 2"]),
        ("2b2/B4/2o2/05/W3w w w5,b5 -", ["board: 05 in row 2"]),
        ("2b2/B4/2o2/r4/W3w w w5,b5 -", ["board: 'r' in row 2"]),
        ("2b2/B4/5/1o3/W3w w w5,b5 -", ["board: b2 is no hole", "board: c3 must be"]),
        ("2b2/B4/2o2/5/W3w r w5,b5 -", ["player to move: 'r'"]),
        ("5/5/2o2/5/W3w b w5 -", ["player to move: b is out", "reserves: only one"]),
        ("2b2/B4/2o2/5/W3w w w5 -", ["reserves: b has pieces", "reserves: only one"]),
        ("2b2/B4/2o2/5/W3w w b5,w5 -", ["reserves: the players"]),
        ("2b2/B4/2o2/5/W3w w w05,b5 -", ["reserves: 'w05'"]),
        ("2b2/B4/2o2/5/W3w w w5,w5,b5 -", ["reserves: w stands there twice"]),
        ("2b2/B4/2o2/5/W3w w w6,b5 -", ["board, reserves: w has 7 towers"]),
        ("2b2/B4/2o2/5/W3w w w5+,b5 -", ["board, reserves: w has a pawn on the board and one in hand"]),
        ("2b2/5/2o2/5/4w w w5+,b5+ a1n", ["barriers: there are none while a pawn is in hand"]),
        ("2b2/B4/2o2/5/4w w w5+,b5 -", ["reserves: with w to move, exactly wb have the pawn in hand"]),
        ("2b2/5/2o2/5/4w b w5+,b5+ -", ["reserves: with b to move, exactly b have the pawn in hand"]),
        ("2b2/B4/2o2/5/4w w w5,b5 -", ["board, reserves: w is still in without a pawn"]),
        ("2b2/B4/2o2/W4/W3w w w5,b5 -", ["board: w has 2 pawns"]),
        ("2b2/B4/2o2/5/W3w w w5,b5 b1n,a1n", ["barriers: they are not sorted"]),
        ("2b2/B4/2o2/5/W3w w w5,b5 a1n,a1n", ["barriers: one is repeated"]),
        ("2b2/B4/2o2/5/W3w w w5,b5 a5n,e1e", ["barriers: a5n is on the rim", "barriers: e1e is on the rim"]),
        ("2b2/B4/2o2/5/W3w w w5,b5 b3e,c2n", ["barriers: b3e is beside", "barriers: c2n is beside"]),
        ("2b2/B4/2o2/5/W3w w w5,b5 a1s", ["barriers: 'a1s'"]),
        ("2b2/B4/2o2/5/W3w w w5,b5 a1e,a1n", ["board, barriers: the pawns"]),
        ("b4/B4/2o2/5/W3w w w5,b5 a4n,a5e", ["board, barriers: the tower on a5"]),
        ("2b2/B4/2o2/5/X3w q w7,b5 a5n", ["board: 'X'", "player to move: 'q'", "barriers: a5n"]),
    ],
)
def test_refused_texts_give_every_reason(text: str, reasons: list[str]) -> None:
    with pytest.raises(ValueError) as refusal:
        small(text)
    for reason in reasons:
        assert reason in str(refusal.value)


def test_nobody_is_out_while_a_pawn_is_in_hand() -> None:
    with pytest.raises(ValueError, match="reserves: nobody is out while a pawn is in hand"):
        pit.parse("4b4/9/2o3o2/9/4o4/9/2o3o2/3W5/4w4 b w5,b5+ -", players=3)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_end_and_their_texts_are_accepted(players: int) -> None:
    chance = random.Random(players)
    for _ in range(15):
        position = pit.start(players=players)
        while pit.outcome(position) is None:
            assert pit.parse(pit.text(position), players=players) == position
            parts = pit.first_parts(position)
            turns = [move for part in parts for move in pit.completions(position, part)]
            assert turns and sorted(turns) == pit.legal_turns(position)
            position = pit.play(position, chance.choice(turns))
        result = pit.outcome(position)
        assert result is not None and sum(result[0].values()) == 1.0 and len(result[0]) == players
