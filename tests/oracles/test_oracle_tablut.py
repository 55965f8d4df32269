"""Self-tests of the slow Tablut referee: the facts of the rules page and small positions for each ruling."""

import random

import pytest

from tests.oracles import tablut


def placed(to_move: str, king: str, defenders: str = "", attackers: str = "") -> tablut.Position:
    """A position from lists of squares."""
    pieces = {king: "k"}
    pieces.update(dict.fromkeys(defenders.split(), "w"))
    pieces.update(dict.fromkeys(attackers.split(), "b"))
    return tablut.parse(tablut.text(tablut.Position(pieces, to_move)))


def moves_from(position: tablut.Position, origin: str) -> list[str]:
    return [move[3:] for move in tablut.legal_turns(position) if move.startswith(origin + "-")]


def lost(position: tablut.Position, move: str) -> list[str]:
    """The squares emptied by the captures of a move."""
    reached = tablut.play(position, move)
    return sorted(set(position.pieces) - set(reached.pieces) - {move[:2]})


def test_start() -> None:
    position = tablut.start()
    assert tablut.text(position) == "3bbb3/4b4/4w4/b3w3b/bbwwkwwbb/b3w3b/4w4/4b4/3bbb3 w"
    assert tablut.turn(position) == "w"
    assert tablut.outcome(position) is None
    assert sorted(position.pieces.values()) == ["b"] * 16 + ["k"] + ["w"] * 8
    assert len(tablut.ESCAPES) == 20
    with pytest.raises(ValueError, match="option colour"):
        tablut.start(colour="w")


def test_perft() -> None:
    assert [tablut.perft(tablut.start(), depth) for depth in range(4)] == [1, 56, 4408, 248456]


def test_no_piece_crosses_the_castle_or_a_camp() -> None:
    position = placed("w", "c5", "e3 c8", "i1")
    assert moves_from(position, "c5") == ["c1", "c2", "c3", "c4", "c6", "c7", "d5"]
    assert moves_from(position, "e3") == ["a3", "b3", "c3", "d3", "e4", "f3", "g3", "h3", "i3"]
    assert moves_from(position, "c8") == ["a8", "b8", "c6", "c7", "c9", "d8"]


def test_king_leaves_the_castle_and_never_returns() -> None:
    assert "e5-e6" in tablut.legal_turns(placed("w", "e5", "", "i1"))
    assert "e6-e5" not in tablut.legal_turns(placed("w", "e6", "", "i1"))
    assert "e6-e4" not in tablut.legal_turns(placed("w", "e6", "", "i1"))


def test_black_piece_moves_inside_its_camp_through_it_and_out() -> None:
    position = placed("b", "c7", "", "d1 a5")
    assert moves_from(position, "d1") == [
        "a1", "b1", "c1", "d2", "d3", "d4", "d5", "d6", "d7", "d8", "e1", "f1", "g1", "h1", "i1"
    ]  # fmt: skip
    assert moves_from(position, "a5") == ["a1", "a2", "a3", "a4", "a6", "a7", "a8", "a9", "b5", "c5", "d5"]


def test_black_piece_never_enters_another_camp_nor_returns() -> None:
    position = placed("b", "c7", "", "e2 g1 b4")
    assert moves_from(position, "g1") == ["g2", "g3", "g4", "g5", "g6", "g7", "g8", "g9", "h1", "i1"]
    assert "e2-e4" in tablut.legal_turns(position) and "e2-e1" in tablut.legal_turns(position)
    assert "b4-b5" not in tablut.legal_turns(position) and "b4-a4" not in tablut.legal_turns(position)
    assert moves_from(placed("b", "g7", "", "d1"), "d1")[-1] == "i1"
    assert "d1-d9" not in tablut.legal_turns(placed("b", "g7", "", "d1"))


def test_capture_between_two_enemies_and_three_at_once() -> None:
    assert lost(placed("w", "h2", "c2 d4", "c3"), "d4-c4") == ["c3"]
    assert lost(placed("b", "h2", "c3", "c2 d4"), "d4-c4") == ["c3"]
    # Only a straight line counts, and only an enemy on the opposite side.
    assert lost(placed("w", "h2", "b3 d4", "c3"), "d4-c4") == []
    assert lost(placed("w", "h2", "d4", "c2 c3"), "d4-c4") == []
    three = placed("w", "h2", "c2 c6 e4 b4", "c3 c5 d4")
    assert lost(three, "b4-c4") == ["c3", "c5", "d4"]


def test_moving_in_between_two_enemies_is_safe() -> None:
    position = placed("w", "h2", "c8", "b7 d7")
    assert lost(position, "c8-c7") == []
    assert tablut.play(position, "c8-c7").pieces["c7"] == "w"
    king_between = placed("w", "c8", "", "b7 d7")
    assert lost(king_between, "c8-c7") == []
    assert tablut.outcome(tablut.play(king_between, "c8-c7")) is None


def test_capture_only_against_the_piece_that_moved() -> None:
    # Attacker d7 stands between c7 and e7 already; moving another piece takes nothing.
    assert lost(placed("w", "h2", "c7 e7 g3", "d7"), "g3-g4") == []


def test_the_edge_is_not_hostile() -> None:
    assert lost(placed("w", "g7", "c3", "a3"), "c3-b3") == []


def test_castle_is_hostile_to_both_colours_empty_or_not() -> None:
    assert lost(placed("w", "h2", "g3", "e4"), "g3-e3") == ["e4"]
    assert lost(placed("b", "h2", "e4", "g3"), "g3-e3") == ["e4"]
    assert lost(placed("w", "e5", "g3", "e4"), "g3-e3") == ["e4"]
    assert lost(placed("b", "e5", "e4", "g3"), "g3-e3") == ["e4"]


def test_camps_are_hostile_to_both_colours_empty_or_not() -> None:
    assert lost(placed("w", "g7", "d8", "c5"), "d8-d5") == ["c5"]
    assert lost(placed("w", "g7", "d8", "c5 b5"), "d8-d5") == ["c5"]
    assert lost(placed("b", "g7", "c5", "d8"), "d8-d5") == ["c5"]
    assert lost(placed("b", "g7", "c5", "d8 b5"), "d8-d5") == ["c5"]


def test_black_piece_in_a_camp_is_captured_only_between_two_white_pieces() -> None:
    assert lost(placed("w", "g7", "c8", "b5"), "c8-c5") == []
    assert lost(placed("w", "g7", "c8", "b5 a5"), "c8-c5") == []
    assert lost(placed("w", "g7", "b4 c6", "b5"), "c6-b6") == ["b5"]
    assert lost(placed("w", "b4", "c6", "b5"), "c6-b6") == ["b5"]
    # a4 between a3 and the camp square a5: not captured.
    assert lost(placed("w", "g7", "b3", "a4"), "b3-a3") == []


def test_an_attacker_standing_in_a_camp_captures() -> None:
    assert lost(placed("b", "g7", "b4", "a5 c4"), "a5-a4") == ["b4"]
    assert lost(placed("b", "g7", "d3", "d1 d4"), "d1-d2") == ["d3"]


def test_king_takes_part_in_captures() -> None:
    assert lost(placed("w", "c8", "c5", "c6"), "c8-c7") == ["c6"]
    assert lost(placed("w", "d7", "c5", "d6"), "c5-d5") == ["d6"]
    # The king moves and the castle or a camp is opposite.
    assert lost(placed("w", "c3", "", "e4"), "c3-e3") == ["e4"]
    assert lost(placed("w", "d8", "", "c5"), "d8-d5") == ["c5"]


def test_king_on_the_castle_needs_four_attackers() -> None:
    four = placed("b", "e5", "", "d5 f5 e6 c4")
    reached = tablut.play(four, "c4-e4")
    assert tablut.outcome(reached) == ({"w": 0.0, "b": 1.0}, "king captured")
    assert tablut.legal_turns(reached) == []
    three = placed("b", "e5", "e6", "d5 f5 c4")
    assert tablut.outcome(tablut.play(three, "c4-e4")) is None


def test_king_next_to_the_castle_needs_three_attackers() -> None:
    three = placed("b", "e4", "", "d4 f4 c3")
    assert tablut.outcome(tablut.play(three, "c3-e3")) == ({"w": 0.0, "b": 1.0}, "king captured")
    two = placed("b", "e4", "", "d4 h4")
    assert tablut.outcome(tablut.play(two, "h4-f4")) is None
    castle_opposite = placed("b", "e4", "", "c3")
    assert tablut.outcome(tablut.play(castle_opposite, "c3-e3")) is None


def test_king_elsewhere_between_two_attackers_or_attacker_and_camp() -> None:
    assert tablut.outcome(tablut.play(placed("b", "c7", "", "b7 d2"), "d2-d7")) == (
        {"w": 0.0, "b": 1.0},
        "king captured",
    )
    # Attacker on c4, king on b4, camp square a4 behind him, empty.
    captured = tablut.play(placed("b", "b4", "", "c9"), "c9-c4")
    assert tablut.outcome(captured) == ({"w": 0.0, "b": 1.0}, "king captured")
    # Attacker on b3, camp square b5 behind.
    captured = tablut.play(placed("b", "b4", "", "c3"), "c3-b3")
    assert tablut.outcome(captured) == ({"w": 0.0, "b": 1.0}, "king captured")
    # The attacker that moves may itself stand in the camp.
    captured = tablut.play(placed("b", "b4", "", "a5 c4"), "a5-a4")
    assert tablut.outcome(captured) == ({"w": 0.0, "b": 1.0}, "king captured")
    # Attackers on two sides that are not opposite.
    assert tablut.outcome(tablut.play(placed("b", "c7", "", "b7 d6"), "d6-c6")) is None


def test_a_surrounded_king_is_not_captured_by_loading_nor_by_another_piece() -> None:
    position = placed("b", "c7", "", "b7 d7 i1")
    assert tablut.outcome(position) is None
    assert tablut.outcome(tablut.play(position, "i1-h1")) is None


def test_king_escapes() -> None:
    reached = tablut.play(placed("w", "c7", "", "e1 i9"), "c7-c9")
    assert tablut.outcome(reached) == ({"w": 1.0, "b": 0.0}, "king escaped")
    assert tablut.legal_turns(reached) == []
    with pytest.raises(ValueError, match="over"):
        tablut.play(reached, "e1-e2")
    for to_move in "wb":
        for square in ("a1", "c9", "i7"):
            loaded = placed(to_move, square, "", "e1")
            assert tablut.outcome(loaded) == ({"w": 1.0, "b": 0.0}, "king escaped")
            assert tablut.legal_turns(loaded) == []
            assert tablut.perft(loaded, 3) == 1


def test_second_occurrence_draws() -> None:
    position = tablut.start()
    # After c1 and e4-f4 Black has gone to b1 and back: the position after the second move stands again.
    for move in ("e4-f4", "d1-c1", "f4-e4", "c1-b1", "e4-f4"):
        position = tablut.play(position, move)
        assert tablut.outcome(position) is None
    position = tablut.play(position, "b1-c1")
    assert tablut.outcome(position) == ({"w": 0.5, "b": 0.5}, "repetition")
    assert tablut.legal_turns(position) == []
    assert tablut.perft(position, 1) > 1
    loaded = tablut.parse(tablut.text(position))
    assert loaded == position and hash(loaded) == hash(position)
    assert tablut.outcome(loaded) is None


def test_an_attacker_that_has_left_its_camp_may_not_return() -> None:
    position = tablut.start()
    for move in ("e4-f4", "d1-c1", "f4-e4"):
        position = tablut.play(position, move)
    with pytest.raises(ValueError, match="not legal"):
        tablut.play(position, "c1-d1")


def test_the_same_board_with_the_other_player_to_move_is_another_position() -> None:
    position = placed("w", "c7", "", "b2")
    # The king goes round by three moves where the attacker needs two: the board recurs with Black to move.
    for move in ("c7-c6", "b2-b3", "c6-d6", "b3-b4", "d6-d7", "b4-b2", "d7-c7"):
        position = tablut.play(position, move)
    assert tablut.text(position) == tablut.text(placed("b", "c7", "", "b2"))
    assert tablut.outcome(position) is None


def test_king_verdict_comes_before_repetition_and_repetition_before_no_legal_move() -> None:
    escaped = tablut.Position({"a1": "k", "e1": "b"}, "b", repeated=True)
    assert tablut.outcome(escaped) == ({"w": 1.0, "b": 0.0}, "king escaped")
    stuck = tablut.Position({"c7": "k"}, "b", repeated=True)
    assert tablut.outcome(stuck) == ({"w": 0.5, "b": 0.5}, "repetition")


def test_a_loaded_position_counts_as_its_own_first_occurrence() -> None:
    position = placed("w", "c7", "", "b2")
    for move in ("c7-c6", "b2-b3", "c6-c7"):
        position = tablut.play(position, move)
        assert tablut.outcome(position) is None
    position = tablut.play(position, "b3-b2")
    assert tablut.outcome(position) == ({"w": 0.5, "b": 0.5}, "repetition")


def test_attackers_moving_inside_a_camp_can_bring_the_start_back() -> None:
    position = placed("w", "c7", "", "e1")
    for move in ("c7-c6", "e1-f1", "c6-c7", "f1-e1"):
        position = tablut.play(position, move)
    assert tablut.outcome(position) == ({"w": 0.5, "b": 0.5}, "repetition")


def test_no_legal_move_loses() -> None:
    assert tablut.outcome(placed("b", "c7")) == ({"w": 1.0, "b": 0.0}, "no legal move")
    assert tablut.outcome(placed("w", "c7")) is None
    blocked = placed("w", "c7", "", "b7 d7 c6 c8")
    assert tablut.outcome(blocked) == ({"w": 0.0, "b": 1.0}, "no legal move")
    assert tablut.legal_turns(blocked) == []
    assert tablut.perft(blocked, 2) == 1
    last_captured = tablut.play(placed("w", "h2", "c7 e6", "d7"), "e6-e7")
    assert tablut.outcome(last_captured) == ({"w": 1.0, "b": 0.0}, "no legal move")


def test_moves_are_stripped_and_nothing_else() -> None:
    position = tablut.start()
    assert tablut.play(position, " e4-f4\n") == tablut.play(position, "e4-f4")
    assert tablut.text(position) == tablut.START_TEXT
    for move in ("e4f4", "E4-f4", "e4 - f4", "e4-e5", "e4-e4", "d1-c1", "", "pass", "e4-f4-g4"):
        with pytest.raises(ValueError):
            tablut.play(position, move)


EMPTY_WITH_KING = "9/9/9/9/4k4/9/9/9/9"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "board"),
        (EMPTY_WITH_KING, "player to move"),
        (EMPTY_WITH_KING + " r", "player to move"),
        (EMPTY_WITH_KING + " W", "player to move"),
        (EMPTY_WITH_KING + " w 0", "fields"),
        (" " + EMPTY_WITH_KING + " w", "fields"),
        (EMPTY_WITH_KING + " w ", "fields"),
        (EMPTY_WITH_KING + "  w", "fields"),
        (EMPTY_WITH_KING + " w\n", "player to move"),
        ("9/9/9/9/4k4/9/9/9 w", "8 rows"),
        ("9/9/9/9/4k4/9/9/9/9/9 w", "10 rows"),
        ("9/9/9/9/4k3/9/9/9/9 w", "9 squares"),
        ("9/9/9/9/4k31/9/9/9/9 w", "9 squares"),
        ("9/9/9/9/04k4/9/9/9/9 w", "zero"),
        ("9/9/9/9/4k40/9/9/9/9 w", "9 squares"),
        ("9/9/9/9/4k04/9/9/9/9 w", "zero"),
        ("9/9/9/9/4k4/9/54/9/9 w", "9 squares"),
        ("9/9/9/9/4k4/9//9/9 w", "9 squares"),
        ("9/9/9/9/4k4/9/" + "9" * 5000 + "/9/9 w", "9 squares"),
        ("9/9/9/9/4k4/9/4x4/9/9 w", "letter 'x'"),
        ("9/9/9/9/4k4/9/4B4/9/9 w", "letter 'B'"),
        ("9/9/9/9/9/9/9/9/9 w", "0 kings"),
        ("9/9/9/4k4/4k4/9/9/9/9 w", "2 kings"),
        ("9/9/9/9/4k4/9/wwwwwwwww/9/9 w", "9 defenders"),
        ("9/9/bbbbbbbbb/9/4k4/9/bbbbbbbb1/9/9 w", "17 attackers"),
        ("4w4/9/9/9/4k4/9/9/9/9 w", "white piece stands in a camp, on e9"),
        ("9/9/9/9/1k7/9/9/9/9 w", "white piece stands in a camp, on b5"),
        ("9/9/9/4k4/4w4/9/9/9/9 w", "castle"),
        ("9/9/9/4k4/4b4/9/9/9/9 w", "castle"),
    ],
)
def test_refused_texts(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        tablut.parse(text)


def test_all_reasons_are_given_at_once() -> None:
    with pytest.raises(ValueError) as refusal:
        tablut.parse("4w4/9/9/9/4b4/9/9/9/9 x")
    for reason in ("board: 0 kings", "in a camp, on e9", "castle", "player to move"):
        assert reason in str(refusal.value)


def test_random_games_round_trip() -> None:
    dice = random.Random(1)
    for _ in range(3):
        position = tablut.start()
        for _ in range(60):
            turns = tablut.legal_turns(position)
            assert turns == sorted(set(turns))
            assert (turns == []) == (tablut.outcome(position) is not None)
            if not turns:
                break
            assert tablut.parse(tablut.text(position)) == position
            position = tablut.play(position, dice.choice(turns))
