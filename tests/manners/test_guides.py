"""What games mark on their boards is what the independent referees say of the same positions; and what is asked, and
told at the end, is there at every step.
"""

import dataclasses
import importlib
import itertools
import random

import pytest

import tavoliere as tv
from tavoliere.core.outcome import REPETITION
from tavoliere.core.said import Said
from tavoliere.games import own_games, ruleset
from tavoliere.render.plan import Plan
from tavoliere.render.svg import svg_picture
from tavoliere.scene import PATHS, SHAPES, Mark, Sign, events, guide
from tests.oracles import never_alone, pathwayz, pit, pit_of_pillars, tablut

POSITIONS = 500
GAMES = [(name, variant) for name in own_games() for variant in ruleset(name).facts.variants]


def between_turns(game, count, seed=1):
    """Positions of random games in which a turn begins."""
    chance, position = random.Random(seed), game.start()
    while count:
        if position.outcome is not None:
            position = game.start()
        if not position.pending:
            count -= 1
            yield position
        position = position.act(chance.choice(position.actions()))


def marked(position, sign):
    """The squares with a sign, as they are in the marks: one each, or a path."""
    found = [mark.squares for mark in guide.marks_of(position) if mark.sign.name == sign]
    return {squares[0] for squares in found} if all(len(squares) == 1 for squares in found) else found


def marked_by(position, sign):
    return {(mark.squares[0], mark.owner) for mark in guide.marks_of(position) if mark.sign.name == sign}


def test_never_alone_marks_who_is_alone_safe_and_within_reach_and_counts_points():
    seen = set()
    for position in between_turns(tv.game("never-alone"), POSITIONS):
        referee = never_alone.parse(str(position))
        safe = {square for square in referee.pieces if never_alone._is_safe(referee.pieces, square)}
        assert marked(position, "safe") == safe
        assert marked(position, "alone") == set(referee.pieces) - safe
        exposed = set()
        for player in "rb":
            turns = never_alone.legal_turns(dataclasses.replace(referee, to_move=player, passes=0))
            exposed |= {turn[1:] for turn in turns if turn.startswith("x")}
        assert marked(position, "exposed") == exposed
        points = {seat.letter: seat.points for seat in guide.plain_scene(position).seats}
        assert points == {player: never_alone._points(referee.pieces, player) for player in "rb"}
        seen |= {"exposed"} if exposed else set()
    assert seen


def test_pit_of_pillars_marks_the_room_of_squares_and_what_can_be_captured():
    captures = 0
    for position in between_turns(tv.game("pit-of-pillars"), POSITIONS):
        referee = pit_of_pillars.parse(str(position))
        room = {mark.squares[0]: mark.number for mark in guide.marks_of(position) if mark.sign.name == "room"}
        free = set(pit_of_pillars.SQUARES) - set(referee.pillars)
        assert room == {square: pit_of_pillars.capacity(referee.pillars, square) for square in free}
        expected = set()
        for player in "wr" if referee.stage != "e" else "":
            mover = dataclasses.replace(referee, to_move=player)
            for part in pit_of_pillars.all_first_parts(mover):
                if pit_of_pillars.do_first_part(mover, part).captured:
                    expected.add((part.lstrip("@").split("-")[-1], player))
        assert marked_by(position, "capture") == expected
        captures += len(expected)
    assert captures > 100


def groups(pieces, colour):
    """Squares that show a colour, in groups that touch."""
    rest = {square for square, piece in pieces.items() if piece.lower() == colour}
    while rest:
        group, waiting = set(), [rest.pop()]
        while waiting:
            group.add(square := waiting.pop())
            near = {other for other in pathwayz.AROUND[square] if other in rest}
            rest -= near
            waiting += near
        yield group


def span(squares):
    columns = [pathwayz.COLUMN_NAMES.index(square[0]) for square in squares]
    return max(columns) - min(columns) + 1


def test_pathwayz_draws_the_longest_chains_and_foretells_what_a_permanent_piece_turns_over():
    chance = random.Random(2)
    for position in between_turns(tv.game("pathwayz"), POSITIONS):
        referee = pathwayz.parse(str(position))
        chains = {mark.owner: mark for mark in guide.marks_of(position) if mark.sign.name == "chain"}
        for colour in "wb":
            longest = max(map(span, groups(referee.pieces, colour)), default=0)
            assert (colour in chains) == (longest >= 2)
            if colour in chains:
                path = chains[colour].squares
                assert chains[colour].number == longest == span([path[0], path[-1]])
                assert all(referee.pieces[square].lower() == colour for square in path)
                assert all(second in pathwayz.AROUND[first] for first, second in itertools.pairwise(path))
        previews = {mark.squares[0]: set(mark.squares[1:]) for mark in marks_called(position, "turns")}
        empty = [square for square in pathwayz.SQUARES if square not in referee.pieces]
        for square in chance.sample(empty, min(6, len(empty))):
            after = pathwayz._after(referee, f"{square}*").pieces
            turned = {other for other in referee.pieces if after[other] != referee.pieces[other]}
            assert previews.get(square, set()) == turned


def marks_called(position, sign):
    return [mark for mark in guide.marks_of(position) if mark.sign.name == sign]


def test_tablut_draws_the_kings_lines_and_marks_open_escapes_and_a_king_in_danger():
    in_danger = 0
    for position in between_turns(tv.game("tablut"), POSITIONS):
        referee = tablut.parse(str(position))
        king = next(square for square, piece in referee.pieces.items() if piece == tablut.KING)
        reached = set(tablut._destinations(referee.pieces, king))
        lines = [mark.squares for mark in marks_called(position, "line")]
        assert all(
            line[0] == king and len({square[0] for square in line}) * len({square[1] for square in line}) == len(line)
            for line in lines
        )
        assert sorted(square for line in lines for square in line[1:]) == sorted(reached)
        assert marked(position, "escape") == reached & set(tablut.ESCAPES)
        black = dataclasses.replace(referee, to_move="b")
        after = (tablut._after(black, move).pieces for move in tablut._moves(black))
        is_lost = any(tablut.KING not in pieces.values() for pieces in after)
        assert marked(position, "danger") == ({king} if is_lost else set())
        in_danger += is_lost
    assert in_danger > 5


@pytest.mark.parametrize("players", [2, 3, 4])
def test_pit_marks_what_towers_see_what_goes_first_and_what_hangs_by_a_thread(players):
    game = tv.game("pit", players=players)
    kinds = set()
    for position in between_turns(game, POSITIONS // 3 + 1, seed=players):
        referee = pit.parse(str(position), players=players)
        board, walls = referee.board, referee.barriers
        compare_own_turn(position, referee)
        pawns = {square: piece for square, piece in referee.pieces.items() if piece.isupper()}
        exposed = {square for square in pawns if is_beside_a_stranger(referee, square)}
        assert marked(position, "exposed") == exposed
        hanging = set()
        for square, beside in pit.neighbours(board.size).items():
            for side in beside:
                if side in "ne" and pit.barrier_allowed(board, walls, square, side):
                    hanging |= set(pit.isolated_towers(board, referee.pieces, walls | {square + side}))
        assert marked(position, "hanging") == hanging
        compare_ways(position, referee, pawns)
        kinds |= {mark.sign.name for mark in guide.marks_of(position)}
    assert {"sight", "must", "way", "hanging"} <= kinds


def compare_own_turn(position, referee):
    first = pit.replacements(referee) or pit.steps_into_holes(referee)
    if referee.to_move in referee.pawns_in_hand:
        assert not marked(position, "must") and not marked(position, "sight")
    elif first:
        moves = [turn.replace("x", "-").split("-") for turn in first]
        assert marked(position, "must") == {origin for origin, _ in moves}
        assert marked(position, "take") | marked(position, "fall") == {target for _, target in moves}
        assert not marked(position, "sight")
        assert guide.forced(position).clause.startswith("pit.priority-")
    else:
        seen = {square for mark in marks_called(position, "sight") for square in mark.squares}
        assert seen - set(referee.pieces) == {entry[1:] for entry in pit.entries(referee)}
        assert guide.forced(position) is None


def is_beside_a_stranger(referee, square):
    owner = referee.pieces[square].lower()
    return any(
        referee.pieces.get(other, owner).lower() != owner and pit.is_open(referee.board, referee.barriers, square, side)
        for side, other in pit.neighbours(referee.board.size)[square].items()
    )


def compare_ways(position, referee, pawns):
    """Ways lead from pawn to pawn over open sides and no hole, and none is shorter."""
    ways = [mark.squares for mark in marks_called(position, "way")]
    assert len(ways) == max(0, len(pawns) - 1)
    for way in ways:
        assert {way[0], way[-1]} <= set(pawns) and not set(way) & referee.board.holes
        reached, steps = {way[0]}, 0
        while way[-1] not in reached:
            reached |= {other for square in reached for other in open_around(referee, square)}
            steps += 1
        assert len(way) == steps + 1
        assert all(second in open_around(referee, first) for first, second in itertools.pairwise(way))


def open_around(referee, square):
    sides = pit.neighbours(referee.board.size)[square].items()
    board, walls = referee.board, referee.barriers
    return {other for side, other in sides if other not in board.holes and pit.is_open(board, walls, square, side)}


def test_pit_foretells_what_a_barrier_does():
    """In the middle of a turn, each side that would cut the pawns off, and each tower that would leave."""
    chance, told = random.Random(5), set()
    for position in between_turns(tv.game("pit", size=5, holes="c3", towers="a1 e5"), POSITIONS):
        action = chance.choice(position.actions())
        half = position.act(action)
        if not half.pending:
            continue
        referee = pit.parse(str(position), size=5, holes="c3", towers="a1 e5")
        part = position.action_to_text(action)
        cuts, isolated = set(), set()
        for turn in pit.completions(referee, part):
            after = pit.after(referee, turn)
            reached = pit.beginnings(referee)[part]
            if len(after.reserves) < len(referee.reserves) and after.last_reason == "pawns disconnected":
                cuts.add(frozenset((reached, pit.neighbours(5)[reached][turn[-1]])))
            else:
                isolated |= {
                    square
                    for square, piece in half_pieces(referee, part).items()
                    if piece.islower() and square not in after.pieces
                }
        assert {frozenset(mark.squares) for mark in marks_called(half, "cuts")} == cuts
        assert marked(half, "isolates") == isolated
        told |= {"cuts"} if cuts else set()
        told |= {"isolates"} if isolated else set()
    assert told == {"cuts", "isolates"}


def half_pieces(referee, part):
    """What stands on the board before the barrier of a turn."""
    pieces = dict(referee.pieces)
    if part.startswith("@"):
        return pieces | {part[1:]: referee.to_move}
    origin, target = part.replace("x", "-").split("-")
    pieces[target] = pieces.pop(origin)
    return pieces


@pytest.mark.parametrize(("name", "options"), GAMES, ids=str)
def test_every_step_asks_something_and_every_end_is_told(name, options):
    game = tv.game(name, **options)
    chance, position, ends = random.Random(3), game.start(), set()
    for _ in range(600):
        assert isinstance(guide.asked(position), Said) and len(guide.asked(position)) <= 110
        reason = guide.forced(position)
        assert reason is None or reason.clause in game.ruleset.why.CLAUSES
        action = chance.choice(position.actions())
        before, position = position, position.act(action)
        end = guide.ending(before, action)
        is_told = position.outcome is not None and position.outcome.reason != REPETITION
        assert (end is not None) == is_told
        if position.outcome is not None:
            assert guide.asked(position) == "" and guide.marks_of(position) == ()
            ends.add(position.outcome.reason)
            position = game.start()
    assert ends or name == "pit-of-pillars"


@pytest.mark.parametrize(("name", "options"), GAMES, ids=str)
def test_marks_are_on_the_board_and_belong_to_players(name, options):
    game = tv.game(name, **options)
    for position in between_turns(game, 60, seed=8):
        scene = guide.marked_scene(position)
        columns = "abcdefghijklmnopqrstuvwxyz"[: scene.columns]
        board = {f"{column}{row + 1}" for column in columns for row in range(scene.rows)}
        for mark in scene.marks:
            assert mark.sign.shape in SHAPES and set(mark.squares) <= board and mark.owner in ("", *game.players)
            assert mark.squares or mark.owner
            assert len(mark.squares) > 1 if mark.sign.shape in PATHS else True
        kinds = {cell.kind for cell in scene.cells} | {piece.kind for stack in scene.stacks for piece in stack.pieces}
        assert kinds - {"corner"} <= set(dict(scene.meanings))


@pytest.mark.parametrize(
    ("text", "turn", "told", "chains"),
    [
        ("12/12/12/wwwww7/bbbbb1bbbbbb/6wwwwww/12/12 w", "f4*", "Black's chain joins left and right:", "b"),
        ("12/12/12/12/wwwww1wwwwww/12/12/12 w", "f4", "White's chain joins the left side to the right", "w"),
        ("12/bbbbB1Bbbbbb/12/5b6/WWWWWBWWWWWW/5B6/12/12 w", "f6*", "both chains join the left side to the right", "wb"),
    ],
)
def test_pathwayz_tells_why_a_chain_wins_though_another_made_it_or_both_are_there(text, turn, told, chains):
    """Read by somebody who has just lost by their own turn, or won though both chains are there."""
    position = tv.game("pathwayz").position(text)
    *before, last = position.turn_to_actions(turn)
    assert before == []
    end = guide.ending(position, last)
    assert str(end.told).startswith(told) and "".join(mark.owner for mark in end.marks) == chains


LEAVES = [
    ("tablut", "9/9/9/9/2k6/9/1wb6/3w5/8b w", "d2-d3", "c3", "black attacker"),
    ("never-alone", "8/1b6/8/8/3r2b1/8/8/8 r 0", "xg4", "g4", "black piece"),
    ("pit", "9/4B4/2o3o2/9/4o4/9/2o3o2/4b4/W3w4 w w5,b5 -", "e1xe2n", "e2", "black tower"),
    ("pit-of-pillars", "#6#/8/8/1w6/7r/8/8/#r3(rrr)w# w m 0-0 - 3", "g1-f1", "f1", "red man"),
]
"""Turns that take something off the board, where something else stands afterwards too."""


@pytest.mark.parametrize(("name", "text", "turn", "square", "left"), LEAVES)
def test_what_left_the_board_is_a_ghost_also_where_something_else_stands(name, text, turn, square, left):
    position = tv.game(name).position(text)
    shown = guide.marked_scene(position.play(turn), events_of(position, turn))
    ghosts = [mark for mark in shown.marks if mark.sign == guide.GHOST]
    assert [(mark.squares, str(mark.told)) for mark in ghosts] == [
        ((square,), f"the {left} left the board here in the last turn")
    ]
    assert Plan(shown).is_hidden(ghosts[0]) == (name != "tablut")
    assert svg_picture(shown).count("tv-mark-of-ghost") == 1


@pytest.mark.parametrize(
    ("name", "text", "turn", "told", "marked"),
    [
        ("tablut", "9/9/9/4b4/3bkb3/1b7/9/9/9 b", "b4-e4", "by attackers on e4, d5, f5 and e6", "e4 d5 f5 e6"),
        (
            "tablut",
            "9/9/9/9/9/3bkb3/9/9/1b2b4 b",
            "e1-e3",
            "by attackers on e3, d4, f4 and by the castle",
            "e3 d4 f4 e5",
        ),
        ("tablut", "9/6b2/6k2/2b6/9/9/9/9/1b7 b", "c6-g6", "by attackers on g6 and g8", "g6 g8"),
        ("tablut", "3b5/2b6/9/9/2k6/9/9/7b1/9 b", "d9-d5", "the attacker on d5 and the camp on b5", "b5 d5"),
        ("tablut", "9/9/9/9/4k4/6w2/9/2w6/bw7 w", "c2-a2", "none of Black's pieces can move", "a1"),
        ("tablut", "9/5w3/9/9/4k4/9/3wb4/9/9 w", "f8-f3", "Black has no piece left", ""),
        ("pit-of-pillars", "#6#/8/3W4/8/8/8/5w2/#wr4# w m 0-0 - 0", "b1-c1", "whoever is left is covered", "c1"),
        ("pit-of-pillars", "#6#/8/8/1w6/8/8/4w3/#4(rrr)w# w m 0-0 - 3", "g1-f1", "controls no stack any more", "f1"),
    ],
)
def test_an_ending_names_and_marks_what_made_it(name, text, turn, told, marked):
    position = tv.game(name).position(text)
    *before, last = position.turn_to_actions(turn)
    for action in before:
        position = position.act(action)
    end = guide.ending(position, last)
    assert told in str(end.told if end else "") and bool(end) == bool(told)
    assert {mark.squares[0] for mark in end.marks} == set(marked.split()) if end else not marked


def events_of(position, move):
    found = ()
    for action in position.turn_to_actions(move):
        face = position.game.ruleset.face
        found += face.events_of(position.state, action, dict(position.game.options))
        position = position.act(action)
    return found


def test_a_barrier_that_was_taken_back_stays_to_be_seen():
    game = tv.game("pit", size=5, holes="c3", towers="a1 e5")
    position = game.position("4B/5/2o2/5/W1w2 w w5,b5 a1n,b1n,c1n,d1n")
    told = events_of(position, "c1-e1n")
    after = position.play("c1-e1n")
    cuts = [mark.squares for mark in guide.marked_scene(after, told).marks if mark.sign == guide.CUT]
    assert after.outcome.reason == "pawns disconnected" and cuts == [("e1", "e2")]


def test_a_sign_has_a_shape_that_pictures_know():
    with pytest.raises(ValueError, match="has no shape 'sparkle'"):
        Sign("mine", "sparkle", Said("shiny"))
    assert Mark(Sign("mine", "goal", Said("shiny")), ("a1",)).told == "shiny"


def test_a_game_without_a_guide_has_no_marks_and_asks_nothing():
    module = importlib.import_module("tavoliere.games.tablut")
    bare = dataclasses.replace(module.RULESET, guide=None)
    position = tv.Game(bare, {}).start()
    assert guide.marked_scene(position) == guide.plain_scene(position)
    assert guide.asked(position) == "" and guide.forced(position) is None
    assert guide.ending(position, position.actions()[0]) is None and not events.marked_squares(())


@pytest.mark.parametrize(("name", "options"), GAMES, ids=str)
def test_every_sign_that_a_board_can_show_is_in_the_legend(name, options):
    game = tv.game(name, **options)
    listed = guide.signs_of(game)
    assert len({sign.name for sign in listed}) == len(listed)
    chance, position, turn = random.Random(5), game.start(), ()
    for _ in range(400):
        action = chance.choice(position.actions())
        before, position = position, position.act(action)
        done = game.ruleset.face.events_of(before.state, action, dict(game.options))
        turn = turn + done if before.pending else done
        shown = guide.marked_scene(position, turn, guide.ending(before, action))
        assert {mark.sign for mark in shown.marks} <= set(listed)
        if position.outcome is not None:
            position = game.start()


def test_whoever_can_do_nothing_else_hears_by_which_rule():
    full = "bbbbbbbb/bbbbbbbb/bbbbbbbb/bbbbbbbb/rrrrrrrr/rrrrrrrr/rrrrrrrr/brrrrrrr r 0"
    position = tv.game("never-alone").position(full)
    assert position.legal_moves() == ["xa1"] and guide.forced(position).clause == "never-alone.pass"
    pillar = tv.game("pit-of-pillars").position("#6#/8/8/8/8/5w2/rrr5/#Wr4# w m 0-0 - 3")
    half = next(after for action in pillar.actions() if (after := pillar.act(action)).pending)
    assert guide.asked(half) == "None of your pillars can move: press Done."
    assert guide.forced(half).clause == "pit-of-pillars.pillar-path" and len(half.actions()) == 1
