"""Bad input by the hundred: always the right error, in words for people, and never a change of anything."""

import pickle
import string

import pytest

import tavoliere as tv
from tavoliere.games import own_games
from tavoliere.testing import refusals
from tavoliere.testing.refusals import LONGEST_MESSAGE, NOT_POSITIONS, NOT_TEXTS, STRANGE_MOVES, refused_move
from tests.conformance.variants import every_variant, game_of, sample_of, walk


def named(value):
    """The name of a case: the same in every process, unlike the address of an object."""
    return "an object" if type(value) is object else repr(value)


STARTS = {
    "tablut": "3bbb3/4b4/4w4/b3w3b/bbwwkwwbb/b3w3b/4w4/4b4/3bbb3 w",
    "pathwayz": "12/12/12/12/12/12/12/12 w",
    "never-alone": "8/8/8/4b3/3r4/8/8/8 r 0",
    "pit-of-pillars": "#6#/8/5r2/8/3R4/2w5/8/#6# w m 3-1 - 0",
    "pit": "4b4/9/2o3o2/9/4o4/9/2oW2o1B/9/4w4 w w5,b5 c4e,f4n",
}
every_start = pytest.mark.parametrize("name", STARTS)


def refused_position(game, text, *fields):
    """Check a refusal of a position text: it names every one of the fields."""
    error = refusals.refused_position(game, text)
    named = {reason.partition(":")[0] for reason in error.reasons}
    assert isinstance(error, ValueError)
    assert named >= set(fields), (text, error.reasons)
    return error


# Positions, for every game


def test_the_texts_to_spoil_are_good_and_there_is_one_for_every_game():
    assert set(STARTS) == set(own_games())
    for name, text in STARTS.items():
        assert str(tv.game(name).position(text)) == text


@every_variant
@pytest.mark.parametrize("text", NOT_TEXTS, ids=named)
def test_a_position_is_a_text(variant, text):
    refused_position(game_of(variant), text, "text")


@every_variant
@pytest.mark.parametrize("text", NOT_POSITIONS)
def test_a_text_of_another_shape_is_refused(variant, text):
    refused_position(game_of(variant), text, "text")


@every_start
def test_fields_are_separated_by_one_space(name):
    game, text = tv.game(name), STARTS[name]
    between = [text.replace(" ", gap) for gap in ("  ", "\t", "\u00a0", "\n", "_")]
    for spoilt in (f" {text}", f"{text} ", *between, f"{text} extra", text.rpartition(" ")[0]):
        refused_position(game, spoilt, "text")


@every_start
def test_a_new_line_at_the_end_is_not_ignored(name):
    refused_position(tv.game(name), STARTS[name] + "\n")
    refused_position(tv.game(name), "\n" + STARTS[name], "board")


@every_start
@pytest.mark.parametrize("letter", ["", "x", "W", "ww", "wb", "1", "-", "\u0175", "\uff57", "w\0", "\n", "white"])
def test_the_player_to_move_is_one_of_the_letters(name, letter):
    fields = STARTS[name].split(" ")
    refused_position(tv.game(name), " ".join([fields[0], letter, *fields[2:]]), "player to move")


def spoilt_rows(row, width):
    """A row written wrongly in many ways; none of them is a row of the board."""
    around = [f"0{row}", f"{row}0", f"00{row}", f"{row}1", f"1{row}", f"{row}/", f"{width}{row}", f"{row}?", f"{row}\0"]
    lengths = [f"{width + 1}", f"{width - 1}", f"1{width - 1}", "999", "1000", "99999999999999999999"]
    numbers = [f"0{width}", f"{width}0", f"-{width}", f"+{width}", f"{width}.0"]
    return ["", *around, *lengths, *numbers, "\u0668", "\u00b2", "\uff18", "\u2167", "x" * width, "\n"]


@every_start
def test_a_row_must_be_canonical_and_have_the_right_length(name):
    game = tv.game(name)
    board, _, rest = STARTS[name].partition(" ")
    rows = board.split("/")
    for place in (0, 1, len(rows) - 1):
        for spoilt in spoilt_rows(rows[place], game.facts.columns):
            if spoilt == rows[place]:
                continue
            text = "/".join([*rows[:place], spoilt, *rows[place + 1 :]])
            refused_position(game, f"{text} {rest}", "board")


@every_start
def test_a_board_must_have_the_right_number_of_rows(name):
    board, _, rest = STARTS[name].partition(" ")
    for spoilt in (board.partition("/")[2], f"{board}/", f"/{board}", f"{board}/{board}", board.replace("/", "")):
        refused_position(tv.game(name), f"{spoilt} {rest}", "board")


@every_start
@pytest.mark.parametrize(
    "sign", [sign for sign in string.printable if sign not in " 0123456789/"] + ["\u0439", "\u2654", "\ud83d", "\0"]
)
def test_a_sign_that_no_piece_has_is_refused(name, sign):
    board, _, rest = STARTS[name].partition(" ")
    known = {"tablut": "kwb", "pathwayz": "wbWB", "never-alone": "rb", "pit-of-pillars": "wrWR", "pit": "wbWB"}[name]
    rows = board.split("/")
    rows[3] = f"{sign}{tv.game(name).facts.columns - 1}"
    text = f"{'/'.join(rows)} {rest}"
    if sign in known:
        assert at_most_material_is_wrong(name, text)
    else:
        refused_position(tv.game(name), text, "board")


def at_most_material_is_wrong(name, text):
    """Whether a text is accepted, or refused for other reasons than a sign it does not know."""
    try:
        tv.game(name).position(text)
    except tv.PositionError as error:
        return not any("nothing that can stand there" in reason for reason in error.reasons)
    return True


@every_start
def test_every_reason_is_given_at_once(name):
    fields = STARTS[name].split(" ")
    board = fields[0].split("/")
    board[0], board[1] = "?", "999"
    error = refused_position(tv.game(name), " ".join(["/".join(board), "x", *("x" for _ in fields[2:])]))
    assert len(error.reasons) >= 1 + len(fields)
    assert len({reason.partition(":")[0] for reason in error.reasons}) == len(fields)


# Positions, game by game: what material and rules exclude


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("9/9/9/9/9/9/9/9/9 w", ["board"]),
        ("9/9/9/9/4k4/9/2k6/9/9 w", ["board"]),
        ("9/1wwwwwww1/9/9/4k4/2ww5/9/9/8b w", ["board"]),
        ("bbb6/1bbbbbbb1/1bbbbbbb1/9/4k4/9/9/9/9 w", ["board"]),
        ("9/9/9/9/w3k4/9/9/9/8b w", ["board"]),
        ("9/9/9/9/k8/9/9/9/8b w", ["board"]),
        ("9/9/9/9/4w4/2k6/9/9/8b w", ["board"]),
        ("9/9/9/9/4b4/2k6/9/9/8b w", ["board"]),
        ("9/9/9/9/w3b4/2k6/2k6/9/8b x", ["board", "player to move"]),
    ],
)
def test_tablut_refuses_wrong_material_and_pieces_where_they_cannot_stand(text, fields):
    refused_position(tv.game("tablut"), text, *fields)


def test_tablut_names_every_excess():
    error = refused_position(tv.game("tablut"), "kkwwwwwww/wwwbbbbbb/bbbbbbbbb/bbb6/9/9/9/9/9 w", "board")
    assert len([reason for reason in error.reasons if reason.startswith("board")]) >= 4


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("rrrrrrrr/rrrrrrrr/rrrrrrrr/rrrrrrrr/rrrrr3/8/8/bb6 r 0", ["board"]),
        ("bbbbbbbb/bbbbbbbb/bbbbbbbb/bbbbbbbb/bbbbb3/8/8/rr6 r 0", ["board"]),
        ("8/8/8/4b3/3r4/8/8/8 r 2", ["passes"]),
        ("8/8/8/4b3/3r4/8/8/8 r 01", ["passes"]),
        ("8/8/8/4b3/3r4/8/8/8 r -", ["passes"]),
        ("8/8/8/4b3/3r4/8/8/8 r -1", ["passes"]),
        ("8/8/8/4b3/3r4/8/8/8 r \u0661", ["passes"]),
        ("8/8/8/4b3/3r4/8/8/8 r ", ["passes"]),
        ("8/8/8/4b3/3r4/8/8/8 w 7", ["passes", "player to move"]),
    ],
)
def test_never_alone_refuses_37_pieces_and_other_passes(text, fields):
    refused_position(tv.game("never-alone"), text, *fields)


PILLARS = "#6#/8/5r2/8/3R4/2w5/8/#6#"


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("8/8/5r2/8/3R4/2w5/8/#6# w m 3-1 - 0", ["board"]),
        ("#6#/8/5r2/8/3#4/2w5/8/#6# w m 3-1 - 0", ["board"]),
        ("w6#/8/5r2/8/8/2w5/8/#6# w m 3-1 - 0", ["board"]),
        ("#6#/8/5r2/8/3(w)4/2w5/8/#6# w m 3-1 - 0", ["board"]),
        ("#6#/8/5r2/8/3()4/2w5/8/#6# w m 3-1 - 0", ["board"]),
        ("#6#/8/5r2/8/3(wW)4/2w5/8/#6# w m 3-1 - 0", ["board"]),
        ("#6#/8/5r2/8/3(wr4/2w5/8/#6# w m 3-1 - 0", ["board"]),
        ("#6#/8/5r2/8/3(wrwrw)4/2w5/8/#6# w m 3-1 - 0", ["board"]),
        (f"#6#/8/5r2/8/3({'w' * 30})4/8/8/#6# w m 0-0 - 0", ["board"]),
        (f"#6#/8/5r2/8/3({'w' * 20})4/8/8/#6# w m 11-0 - 0", ["board"]),
        (f"{PILLARS} w x 3-1 - 0", ["stage"]),
        (f"{PILLARS} w  3-1 - 0", ["stage"]),
        (f"{PILLARS} w m 3 - 0", ["reserves"]),
        (f"{PILLARS} w m 3-1-1 - 0", ["reserves"]),
        (f"{PILLARS} w m 03-1 - 0", ["reserves"]),
        (f"{PILLARS} w m 31-1 - 0", ["reserves"]),
        (f"{PILLARS} w m -3-1 - 0", ["reserves"]),
        (f"{PILLARS} w m \u0663-1 - 0", ["reserves"]),
        (f"{PILLARS} w m 3-1 d4 0", ["last man"]),
        (f"{PILLARS} w m 3-1 z9 0", ["last man"]),
        (f"{PILLARS} w m 3-1 - 100", ["quiet turns"]),
        (f"{PILLARS} w m 3-1 - 00", ["quiet turns"]),
        (f"{PILLARS} w m 3-1 - -1", ["quiet turns"]),
        (f"{PILLARS} x y 3 ? 1000", ["player to move", "stage", "reserves", "last man", "quiet turns"]),
        ("#6#/8/8/8/3w4/8/8/#6# r e 1-0 d4 0", ["reserves"]),
        ("#6#/8/8/8/3w4/8/8/#6# r e 0-0 d4 3", ["quiet turns"]),
        ("#6#/8/8/8/3w4/8/8/#6# r e 0-0 - 0", ["last man"]),
        ("#6#/8/8/8/3w4/8/8/#6# r e 0-0 e4 0", ["last man"]),
        ("#6#/8/8/8/3w4/8/8/#6# w e 0-0 d4 0", ["board"]),
        ("#6#/8/8/8/8/8/8/#6# r e 0-0 - 0", ["player to move"]),
        ("#6#/8/8/8/8/8/8/#6# w e 0-0 d4 0", ["last man"]),
        ("#6#/8/8/8/3W4/8/8/#6# r e 0-0 d4 0", ["board"]),
        ("#6#/8/8/8/3(ww)4/8/8/#6# r e 0-0 d4 0", ["board"]),
        ("#6#/8/8/3r4/3w1r2/8/8/#6# w e 0-0 d5 0", ["last man"]),
    ],
)
def test_pit_of_pillars_refuses_what_its_rules_exclude(text, fields):
    refused_position(tv.game("pit-of-pillars"), text, *fields)


PIT = "4b4/9/2o3o2/9/4o4/9/2oW2o1B/9/4w4"


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("4b4/9/2o3o2/9/9/9/2oW2o1B/9/4w4 w w5,b5 -", ["board"]),
        ("4b4/o8/2o3o2/9/4o4/9/2oW2o1B/9/4w4 w w5,b5 -", ["board"]),
        ("4b4/9/2o3o2/9/4o4/9/2o3o1B/9/4w4 w w5,b5 -", ["board"]),
        ("4b4/W8/2o3o2/9/4o4/9/2oW2o1B/9/4w4 w w5,b5 -", ["board"]),
        ("4b4/w8/2o3o2/9/4o4/9/2oW2o1B/9/4w4 w w5,b5 -", ["board"]),
        ("4b4/r8/2o3o2/9/4o4/9/2oW2o1B/9/4w4 w w5,b5 -", ["board"]),
        (f"{PIT} r w5,b5 -", ["player to move"]),
        (f"{PIT} w b5,w5 -", ["reserves"]),
        (f"{PIT} w w5 -", ["reserves"]),
        (f"{PIT} w w5,w5,b5 -", ["reserves"]),
        (f"{PIT} w w5,b5,r5 -", ["reserves"]),
        (f"{PIT} w w05,b5 -", ["reserves"]),
        (f"{PIT} w w7,b5 -", ["reserves"]),
        (f"{PIT} w w6,b5 -", ["board"]),
        (f"{PIT} w w5+,b5 -", ["reserves"]),
        (f"{PIT} w w5,b5, -", ["reserves"]),
        (f"{PIT} w - -", ["reserves"]),
        (f"{PIT} w w5,b5 ", ["barriers"]),
        (f"{PIT} w w5,b5 c4", ["barriers"]),
        (f"{PIT} w w5,b5 c4s", ["barriers"]),
        (f"{PIT} w w5,b5 c4w", ["barriers"]),
        (f"{PIT} w w5,b5 c04e", ["barriers"]),
        (f"{PIT} w w5,b5 c4e,c4e", ["barriers"]),
        (f"{PIT} w w5,b5 e4e,c4e", ["barriers"]),
        (f"{PIT} w w5,b5 c4e,", ["barriers"]),
        (f"{PIT} w w5,b5 -,c4e", ["barriers"]),
        (f"{PIT} w w5,b5 a9n", ["barriers"]),
        (f"{PIT} w w5,b5 i4e", ["barriers"]),
        (f"{PIT} w w5,b5 j4e", ["barriers"]),
        (f"{PIT} w w5,b5 c2n", ["barriers"]),
        (f"{PIT} w w5,b5 c3e", ["barriers"]),
        (f"{PIT} w w5,b5 e5e,f9e", ["barriers"]),
        ("4b4/9/2o3o2/9/4o4/9/2o3o1B/9/W3w4 w w5,b5 a1e,a1n", ["barriers"]),
        ("4b4/9/2o3o2/9/4o4/9/2oW2o1B/9/w8 w w5,b5 a1e,a1n", ["barriers"]),
        ("4b4/9/2o3o2/9/4o4/9/2o3o2/9/4w4 w w5+,b5+ c4e", ["barriers"]),
        ("4b4/9/2o3o2/9/4o4/9/2o3o2/9/4w4 b w5+,b5+ -", ["reserves"]),
        ("4b4/9/2o3o2/9/4o4/9/2o3o1B/9/4w4 w w5+,b5 -", ["reserves"]),
        ("4b4/9/2o3o2/9/4o4/9/2o3o1B/9/4w4 x w9+ z1n", ["player to move", "reserves", "barriers"]),
    ],
)
def test_pit_refuses_what_its_rules_exclude(text, fields):
    refused_position(tv.game("pit"), text, *fields)


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("4b4/9/2o3o2/9/4o4/9/2oW2o1B/9/4w4 r w5,b5 -", ["player to move"]),
        ("4b4/9/2o3o2/9/r3o4/9/2oW2o1B/9/4w4 w w5,b5 -", ["board"]),
        ("4b4/9/2o3o2/9/4o4/9/2oW2o1B/9/4w4 g w5,b5 -", ["player to move"]),
        ("4b4/9/2o3o2/9/r3o4/9/2oW2o1B/9/4w4 r w5,r5+,b5 -", ["reserves"]),
        ("4b4/9/2o3o2/9/r3o4/9/2oW2o1B/9/4w4 b w5,b5,r5 -", ["reserves"]),
    ],
)
def test_pit_for_three_refuses_players_who_are_out_or_were_never_in(text, fields):
    refused_position(tv.game("pit", players=3), text, *fields)


def test_a_refused_position_can_be_pickled():
    error = refused_position(tv.game("tablut"), "9 w", "board")
    restored = pickle.loads(pickle.dumps(error))
    assert (str(restored), restored.reasons, restored.text) == (str(error), error.reasons, error.text)


# Moves


@every_variant
def test_strange_moves_are_refused(variant):
    positions = walk(variant, 2)
    for position in (positions[0], positions[len(positions) // 3], positions[-1]):
        refusals.strange_moves_are_refused(position)


@pytest.mark.parametrize("name", own_games())
def test_huge_moves_are_refused(name):
    refusals.huge_moves_are_refused(sample_of((name, ())))


@every_variant
def test_a_move_is_a_text(variant):
    refusals.a_move_is_a_text(sample_of(variant))


@every_variant
def test_near_misses_of_legal_moves_are_refused(variant):
    positions = walk(variant, 3)
    refusals.near_misses_of_legal_moves_are_refused(positions[len(positions) // 2].before_turn())


@every_variant
def test_capitals_and_a_space_between_the_parts_of_a_turn_are_understood(variant):
    positions = walk(variant, 3)
    position = positions[len(positions) // 2].before_turn()
    for move in position.legal_moves()[:40]:
        middle = len(move) // 2
        ways = [move.upper()] if move[middle].isdigit() else [move.upper(), f"{move[:middle]} {move[middle:]}"]
        assert [position.read_move(way) for way in ways] == [move] * len(ways)


def test_a_refused_move_can_be_pickled():
    error = refused_move(tv.game("tablut").start(), "e5-e6")
    assert isinstance(error, ValueError)
    restored = pickle.loads(pickle.dumps(error))
    assert (str(restored), restored.move, restored.why) == (str(error), error.move, error.why)


# Actions


@every_variant
def test_an_action_is_a_whole_number(variant):
    refusals.an_action_is_a_whole_number(sample_of(variant))


@every_variant
def test_an_action_far_out_of_range_is_refused(variant):
    for position in walk(variant, 2)[::25]:
        refusals.an_action_far_out_of_range_is_refused(position)


# Games and options


@pytest.mark.parametrize(
    "name",
    ["", " ", "tablt", "Tablut", "TABLUT", " tablut", "tablut ", "tablut\n", "never_alone", "never alone", "neveralone",
     "pit-of-pillar", "pitofpillars", "pits", "chess", "\0", "../pit", "tavoliere.games.pit", "p\u0456t"],
)  # fmt: skip
def test_an_unknown_game_is_refused_and_the_games_are_listed(name):
    with pytest.raises(tv.OptionError) as refusal:
        tv.game(name)
    assert isinstance(refusal.value, ValueError)
    assert all(known in str(refusal.value) for known in own_games())


@pytest.mark.parametrize(
    ("typed", "meant"), [("tablt", "tablut"), ("pit-of-pillar", "pit-of-pillars"), ("never_alone", "never-alone")]
)
def test_a_near_miss_of_a_games_name_gets_a_hint(typed, meant):
    with pytest.raises(tv.OptionError, match=f"did you mean '{meant}'"):
        tv.game(typed)


@pytest.mark.parametrize("name", NOT_TEXTS, ids=named)
def test_a_games_name_is_a_text(name):
    with pytest.raises(tv.OptionError, match="no game"):
        tv.game(name)


@pytest.mark.parametrize("game", own_games())
@pytest.mark.parametrize("option", ["colour", "Players", "size_", "komi", "ROWS", "options", "self"])
def test_an_unknown_option_is_refused_and_the_options_are_listed(game, option):
    with pytest.raises(tv.OptionError, match=option) as refusal:
        tv.game(game, **{option: 1})
    assert all(known.name in str(refusal.value) for known in tv.game(game).facts.options)


@pytest.mark.parametrize("game", [name for name in own_games() if tv.game(name).facts.options])
@pytest.mark.parametrize(
    "value", [True, False, 2.0, float("nan"), [], ["d4"], (2,), {}, b"d4", object(), 2j], ids=named
)
def test_an_option_of_the_wrong_type_is_refused_by_name(game, value):
    for option in tv.game(game).facts.options:
        with pytest.raises(tv.OptionError, match=option.name):
            tv.game(game, **{option.name: value})


@pytest.mark.parametrize("game", [name for name in own_games() if tv.game(name).facts.options])
def test_text_for_a_number_and_a_number_for_text_are_refused(game):
    for option in tv.game(game).facts.options:
        with pytest.raises(tv.OptionError, match=option.name):
            tv.game(game, **{option.name: "2" if option.type is int else 2})


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"red": ""}, ["red"]),
        ({"red": " "}, ["red"]),
        ({"red": "d4 d4"}, ["red"]),
        ({"red": "e5"}, ["black"]),
        ({"red": "i1"}, ["red"]),
        ({"red": "d9"}, ["red"]),
        ({"red": "d04"}, ["red"]),
        ({"red": "D4"}, ["red"]),
        ({"red": "d4,c3"}, ["red"]),
        ({"red": "d\uff14"}, ["red"]),
        ({"red": "d4\0"}, ["red"]),
        ({"red": " ".join(f"{column}{row}" for column in "abcdefgh" for row in (1, 2, 3, 4, 6))}, ["red"]),
        ({"red": "", "black": "z9"}, ["red", "black"]),
    ],
)
def test_never_alone_refuses_starts_that_cannot_be(options, named):
    with pytest.raises(tv.OptionError) as refusal:
        tv.game("never-alone", **options)
    assert all(f"{name}:" in str(refusal.value) for name in named)


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"players": 0}, ["players"]),
        ({"players": 1}, ["players"]),
        ({"players": 5}, ["players"]),
        ({"players": -2}, ["players"]),
        ({"players": 10**30}, ["players"]),
        ({"size": 4}, ["size"]),
        ({"size": 12}, ["size"]),
        ({"size": -9}, ["size"]),
        ({"size": 0}, ["size"]),
        ({"players": 9, "size": 99}, ["players", "size"]),
        ({"holes": ""}, ["holes"]),
        ({"holes": "c3 c3"}, ["holes"]),
        ({"holes": "j1"}, ["holes"]),
        ({"holes": "a10"}, ["holes"]),
        ({"holes": "C3"}, ["holes"]),
        ({"holes": "c3,c7"}, ["holes"]),
        ({"holes": "c\u0663"}, ["holes"]),
        ({"holes": "a2 b1"}, ["holes"]),
        ({"holes": " ".join(f"{column}{row}" for column in "abcdefghi" for row in range(1, 10))}, ["towers"]),
        ({"towers": ""}, ["towers"]),
        ({"towers": "e1"}, ["towers"]),
        ({"towers": "e1 e9 a5"}, ["towers"]),
        ({"towers": "e1 e1"}, ["towers"]),
        ({"towers": "e1 e5"}, ["towers"]),
        ({"towers": "e1 e10"}, ["towers"]),
        ({"holes": "", "towers": "z1"}, ["holes", "towers"]),
        ({"size": 5, "holes": "c3 c7 g3 g7 e5", "towers": "e1 e9"}, ["holes", "towers"]),
        ({"holes": "e1"}, ["towers"]),
    ],
)
def test_pit_refuses_boards_that_cannot_be(options, named):
    with pytest.raises(tv.OptionError) as refusal:
        tv.game("pit", **options)
    assert all(f"{name}:" in str(refusal.value) for name in named)
    assert len(str(refusal.value)) < LONGEST_MESSAGE


def test_refused_input_leaves_nothing_behind():
    """After all kinds of refusals the games and their starts are what they were."""
    before = {name: (tv.game(name), str(tv.game(name).start())) for name in own_games()}
    for name in own_games():
        start = tv.game(name).start()
        for move in STRANGE_MOVES[:40]:
            refused_move(start, move)
        for text in NOT_TEXTS:
            refused_position(tv.game(name), text, "text")
        with pytest.raises(tv.OptionError):
            tv.game(name, nothing=1)
        assert start.legal_moves() == tv.game(name).start().legal_moves()
    assert {name: (tv.game(name), str(tv.game(name).start())) for name in own_games()} == before


def test_a_first_round_that_may_leave_somebody_without_a_square_is_refused():
    """Once accepted, White could take the last square, and Black had no turn in a game that went on."""
    holes = " ".join(f"{column}{row}" for column in "abcde" for row in range(2, 6))
    game = tv.game("pit", size=5, holes=holes, towers="a1 e1")
    with pytest.raises(tv.PositionError, match="Black may find no square for the pawn"):
        game.position("ooooo/ooooo/ooooo/ooooo/w1w1b w w4+,b5+ -")


def test_stacks_can_never_outgrow_what_a_text_may_hold():
    """Once 30 men were allowed and a stack of 30 was not, so that a text written could not be read."""
    tall = "w" * 28
    position = tv.game("pit-of-pillars").position(f"#6#/8/8/3r4/8/3({tall})w3/8/#6# w m 0-0 - 0")
    after = position.play("e3-d3")
    assert tv.game("pit-of-pillars").position(str(after)) == after
    with pytest.raises(tv.PositionError, match="more than 29"):
        tv.game("pit-of-pillars").position(f"#6#/8/8/3r4/8/3({tall}w)w3/8/#6# w m 0-0 - 0")
