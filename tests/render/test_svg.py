"""SVG pictures: what stands on the board is drawn, every step of a turn is an element, no style is inline in pages."""

import dataclasses
import itertools
import random
import re
from xml.etree import ElementTree

import pytest

import tavoliere as tv
from tavoliere.core.said import Pattern
from tavoliere.games import own_games, ruleset
from tavoliere.render import svg
from tavoliere.render.canvas import looks_of
from tavoliere.render.svg import notebook_picture, step_id, svg_picture
from tavoliere.render.themes import RULES, THEMES, stylesheet, theme_of
from tavoliere.scene import Button, Cell, Entry, Piece, Scene, Seat, Stack, Supply, Tray, guide
from tavoliere.scene.events import marked_places
from tavoliere.scene.steps import action_steps
from tests.data.make_pictures import COMMAND, PICTURES, scene_of

SVG = "{http://www.w3.org/2000/svg}"
SMALL_PIT = {"players": 3, "size": 5, "holes": "b2 d4", "towers": "a1 a5 e5"}
GAMES = [(name, variant) for name in own_games() for variant in ruleset(name).facts.variants] + [("pit", SMALL_PIT)]
every_game = pytest.mark.parametrize(("name", "options"), GAMES, ids=str)


def walk(game, seed, most=260):
    """The positions of a random game, half-made turns included."""
    chance, position = random.Random(seed), game.start()
    yield position
    for _ in range(most):
        if position.outcome is not None:
            break
        position = position.act(chance.choice(position.actions()))
        yield position


def sampled(name, options, seed=1, count=9):
    positions = list(walk(tv.game(name, **options), seed))
    return [*positions[:: max(1, len(positions) // count)], positions[-1]]


def embedded(position, **more):
    return svg_picture(scene_of(position), standalone=False, id_prefix="board", **more)


def parsed(picture):
    return ElementTree.fromstring(picture)  # noqa: S314 - our own text


def with_class(root, name):
    return [element for element in root.iter() if name in element.get("class", "").split()]


def by_id(root):
    return {element.get("id"): element for element in root.iter() if element.get("id")}


# Golden pictures


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.name)
def test_the_golden_pictures_are_what_is_drawn(picture):
    for path, text in picture.files().items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name}: look at the new picture, then run {COMMAND}"


def test_every_game_has_a_golden_picture():
    assert {picture.game for picture in PICTURES} == set(own_games())


# The document


@every_game
def test_pictures_are_well_formed_and_their_ids_unique_and_known(name, options):
    for position in sampled(name, options):
        for picture in (svg_picture(scene_of(position), "dark", id_prefix="x7"), embedded(position)):
            root = parsed(picture)
            ids = [element.get("id") for element in root.iter() if element.get("id")]
            assert len(ids) == len(set(ids))
            assert all(re.fullmatch(r"(x7|board)(-[A-Za-z0-9-]+)?", name) for name in ids)
            used = set(re.findall(r'(?:href="|url\()#([^")]+)', picture))
            assert used <= set(ids)


@every_game
def test_embedded_pictures_have_no_style_of_their_own(name, options):
    for position in sampled(name, options, seed=2, count=4):
        picture = embedded(position)
        root = parsed(picture)
        assert root.find(f".//{SVG}style") is None
        assert not [element for element in root.iter() if "style" in element.attrib]
        assert not [key for element in root.iter() for key in element.attrib if key.startswith("on")]
        colours = {element.get(key) for element in root.iter() for key in ("fill", "stroke") if element.get(key)}
        assert all(colour == "none" or colour.startswith("url(#board-") for colour in colours)


@every_game
def test_every_class_of_a_picture_that_stands_alone_has_its_colour(name, options):
    for theme in THEMES:
        for position in sampled(name, options, seed=3, count=3):
            picture = svg_picture(scene_of(position), theme, id_prefix="p")
            style = parsed(picture).find(f"{SVG}style").text
            assert "var(" not in picture
            assert set(re.findall(r"^\.(\S+?)\{", style, re.MULTILINE)) == {
                selector.replace(".tv-", "p-") for selector in RULES
            }
            shaped = parsed(picture).findall(f".//{SVG}path") + parsed(picture).findall(f".//{SVG}stop")
            assert all(set(shape.get("class", "p-grain").split()) & style_names(style) for shape in shaped)


def style_names(style):
    return set(re.findall(r"^\.(\S+?)\{", style, re.MULTILINE))


def test_pictures_are_the_same_every_time():
    for picture in PICTURES:
        assert picture.alone() == picture.alone()
        assert picture.embedded() == picture.embedded()


def test_the_width_is_the_size_asked_for_and_the_height_follows():
    root = parsed(svg_picture(scene_of(tv.game("pathwayz").start()), size=600))
    _, _, width, height = map(float, root.get("viewBox").split())
    assert root.get("width") == "600"
    assert abs(float(root.get("height")) - 600 * height / width) <= 0.5
    assert parsed(svg_picture(scene_of(tv.game("pathwayz").start()))).get("width") is None


# Steps


@every_game
def test_every_step_of_every_legal_turn_is_an_element_with_a_spoken_name(name, options):
    for position in sampled(name, options, seed=4):
        steps = {step for taken in action_steps(position) for step in taken}
        elements = by_id(parsed(embedded(position)))
        for step in steps:
            element = elements[step_id("board", step)]
            assert element.get("data-step") == step
            assert element.get("aria-label")
            assert element.get("role") in ("gridcell", "button")


@every_game
def test_squares_are_cells_of_a_grid_and_say_what_stands_on_them(name, options):
    for position in sampled(name, options, seed=5, count=4):
        scene = scene_of(position)
        root = parsed(embedded(position))
        rows = root.findall(f".//{SVG}g[@role='grid']/{SVG}g[@role='row']")
        assert len(rows) == scene.rows
        cells = [cell for row in rows for cell in row]
        assert all(cell.get("role") == "gridcell" for cell in cells)
        omitted = sum(cell.kind == "corner" for cell in scene.cells)
        assert len(cells) == scene.rows * scene.columns - omitted
        names = {seat.letter: seat.name.lower() for seat in scene.seats}
        elements = by_id(root)
        for stack in scene.stacks:
            label = elements[f"board-cell-{stack.square}"].get("aria-label")
            assert all(f"{names[piece.owner]} {piece.kind}" in label for piece in stack.pieces)


def test_a_square_says_its_kind_its_stack_and_whether_it_is_vacant():
    tablut = by_id(parsed(embedded(tv.game("tablut").start())))
    assert tablut["board-cell-e5"].get("aria-label") == "e5, castle, white king"
    assert tablut["board-cell-c3"].get("aria-label") == "c3, vacant"
    pillars = tv.game("pit-of-pillars").position("#6#/8/8/2W5/3(wrr)2r1/8/8/#6# r m 3-1 - 12")
    label = by_id(parsed(embedded(pillars)))["board-cell-d4"].get("aria-label")
    assert label == "d4, stack of 3 from the bottom, white man, red man, red man"


def test_targets_the_last_turn_and_the_turn_begun_are_classes():
    position = tv.game("tablut").start()
    picture = embedded(position, targets=["cell:f4", "g4"], selected=["cell:e4"], marks=["e7"], focus="cell:f4")
    root = parsed(picture)
    marked = {
        state: {element.get("data-step") for element in with_class(root, f"tv-{state}")}
        for state in ("target", "selected", "last", "focus")
    }
    assert marked == {
        "target": {"cell:f4", "cell:g4"},
        "selected": {"cell:e4"},
        "last": {"cell:e7"},
        "focus": {"cell:f4"},
    }
    assert by_id(root)["board-cell-f4"].get("tabindex") == "0"
    assert by_id(root)["board-cell-e4"].get("aria-selected") == "true"
    # Without its states the picture is the same: a page can take them away and put others on without drawing.
    unmarked = re.sub(r" tv-(target|selected|last|focus)(?=[ \"])", "", picture)
    unmarked = unmarked.replace('tabindex="0"', 'tabindex="-1"').replace(' aria-selected="true"', "")
    assert unmarked == re.sub(r" tv-(target|selected|last|focus)(?=[ \"])", "", embedded(position))


def test_a_picture_that_stands_alone_draws_only_the_marks_it_has():
    scene = scene_of(tv.game("tablut").start())
    assert "mark-cell" not in svg_picture(scene)
    marked = parsed(svg_picture(scene, marks=["e4"], targets=["f4", "e5"]))
    assert [use.get("class") for use in by_id(marked)["tv-cell-e4"].iter(f"{SVG}use")][1:] == ["tv-mark-last"]
    hrefs = {square: by_id(marked)[f"tv-cell-{square}"][-1].get("href") for square in ("f4", "e5")}
    assert hrefs == {"f4": "#tv-mark-cell-target", "e5": "#tv-mark-cell-take"}


# What stands on the board and beside it


@every_game
def test_all_pieces_and_barriers_are_drawn_and_nothing_else(name, options):
    for position in sampled(name, options, seed=6):
        scene = scene_of(position)
        root = parsed(embedded(position))
        drawn = {}
        for piece in with_class(root, "tv-piece"):
            _, _, square, place = piece.get("id").split("-")
            drawn[square, int(place)] = (piece.get("data-owner"), piece.get("data-kind"))
        expected = {
            (stack.square, place): (piece.owner, piece.kind)
            for stack in scene.stacks
            for place, piece in enumerate(stack.pieces)
        }
        assert drawn == expected
        walls = {element.get("data-edge") for element in with_class(root, "tv-barrier")}
        assert walls == {f"edge:{barrier.first}-{barrier.second}" for barrier in scene.barriers}


def test_stacks_show_their_height_as_a_number_and_stay_in_their_square():
    for height in (2, 5, 12, 29):
        stack = Stack("a1", tuple(Piece("wr"[place % 2], "man", "w") for place in range(height)))
        scene = Scene("towers", 1, 1, (Seat("w", "White"), Seat("r", "Red")), "w", stacks=(stack,))
        drawn = by_id(parsed(svg_picture(scene)))["tv-stack-a1"]
        assert drawn.get("data-height") == str(height)
        assert [text.text for text in drawn.iter(f"{SVG}text")] == [str(height)]
        heights = [float(piece.find(f"{SVG}use").get("y")) for piece in drawn]
        assert heights == sorted(heights, reverse=True) and len(set(heights)) == height
        # The base of the lowest man and the top face of the highest one are inside the square, but for a sliver.
        assert heights[0] + 21 <= 50 and heights[-1] - 12 - 21 >= -62


def test_trays_show_few_pieces_one_by_one_and_many_by_number():
    pit = by_id(parsed(embedded(tv.game("pit").start())))
    tray = pit["board-tray-w-tower"]
    assert (tray.get("data-step"), tray.get("aria-label")) == ("tray:w/tower", "White: 5 towers in reserve")
    assert [text.text for text in tray.iter(f"{SVG}text")] == ["×5"]  # noqa: RUF001
    few = by_id(parsed(embedded(tv.game("pit").position("7B1/9/2o3o2/9/3bo4/3w5/2o3o2/1W7/9 w w3,b5 -"))))
    assert len(list(few["board-tray-w-tower"].iter(f"{SVG}use"))) == 3
    pawn = pit["board-tray-b-pawn-in-hand"]
    assert (pawn.get("data-entry"), pawn.get("aria-label")) == ("pawn-in-hand", "Black: 1 pawn in hand")
    alone = by_id(parsed(embedded(tv.game("never-alone").start())))
    assert [text.text for text in alone["board-tray-r-piece-in-hand"].iter(f"{SVG}text")] == ["×35"]  # noqa: RUF001
    endless = by_id(parsed(embedded(tv.game("pathwayz").start())))
    assert endless["board-tray-b-permanent"].get("aria-label") == "Black: permanent piece showing White"


def test_panels_say_whose_turn_it_is_and_who_is_out():
    options = {"players": 3, "size": 5, "holes": "c3", "towers": "c1 a3 c5"}
    position = tv.game("pit", **options).position("2b2/4B/2o2/w4/W1w2 b w3,b5 a1e,c4e,d1n,d4n")
    root = parsed(svg_picture(scene_of(position)))
    assert [seat.get("id") for seat in with_class(root, "tv-to-move")] == ["tv-seat-b"]
    assert [seat.get("id") for seat in with_class(root, "tv-out")] == ["tv-seat-r"]
    assert "Red is out" in [text.text for text in root.iter(f"{SVG}text")]
    assert root.get("aria-label") == "pit: Black to move"


def test_buttons_are_there_for_pages_only():
    scene = scene_of(tv.game("never-alone").start())
    assert by_id(parsed(svg_picture(scene, standalone=False)))["tv-button-pass"].get("data-step") == "button:pass"
    assert not with_class(parsed(svg_picture(scene)), "tv-button")


def test_the_board_alone_has_neither_panels_nor_notes():
    root = parsed(svg_picture(scene_of(tv.game("pit").start()), with_seats=False))
    assert not with_class(root, "tv-seat") and not with_class(root, "tv-tray")
    texts = {text.text for text in root.iter(f"{SVG}text")}
    assert texts == set("abcdefghi") | set("123456789")


def test_without_names_only_what_lies_beside_the_board_is_there():
    pit = parsed(svg_picture(scene_of(tv.game("pit").start()), with_names=False))
    named = parsed(svg_picture(scene_of(tv.game("pit").start())))
    assert "White" not in {text.text for text in pit.iter(f"{SVG}text")}
    assert [one.get("id") for one in with_class(pit, "tv-tray")] == [
        one.get("id") for one in with_class(named, "tv-tray")
    ]
    tablut = parsed(svg_picture(scene_of(tv.game("tablut").start()), with_names=False))
    width, height = tablut.get("viewBox").split()[2:]
    assert width == height and not with_class(tablut, "tv-seat"), "a game without trays is its board alone"


def test_a_flipped_board_is_the_same_seen_from_the_other_side():
    scene = scene_of(tv.game("pit").position("4b4/9/2o3o2/9/4o4/9/2o3o2/3W5/4w4 b w5,b5+ -"))
    plain, flipped = (by_id(parsed(svg_picture(scene, flipped=side))) for side in (False, True))
    places = {name: plain[name].get("transform") for name in ("tv-cell-a1", "tv-cell-i9", "tv-stack-e1")}
    assert flipped["tv-cell-a1"].get("transform") == places["tv-cell-i9"]
    assert flipped["tv-cell-i9"].get("transform") == places["tv-cell-a1"]
    assert flipped["tv-stack-e1"].get("transform") == plain["tv-stack-e9"].get("transform")
    assert flipped["tv-seat-w"].get("transform") == plain["tv-seat-b"].get("transform")


def test_a_board_turned_by_a_quarter_has_the_left_side_below():
    """Red sits at the left side of Pit's board, where a5 is; for Red that is the side below, and a9 is to the left."""
    scene = scene_of(tv.game("pit", players=4).start().play("d2"))
    plain, turned = (by_id(parsed(svg_picture(scene, turned=side))) for side in (0, 1))
    clockwise = {"a1": "i1", "a5": "e1", "a9": "a1", "e9": "a5", "i9": "a9", "i1": "i9", "e5": "e5"}
    for square, place in clockwise.items():
        assert turned[f"tv-cell-{square}"].get("transform") == plain[f"tv-cell-{place}"].get("transform")
    assert turned["tv-stack-a5"].get("transform") == plain["tv-stack-e1"].get("transform")
    labels = [text.text for text in parsed(svg_picture(scene, turned=1)).iter(f"{SVG}text")]
    assert labels[:18] == [*"123456789", *"abcdefghi"], "below the board are the numbers"


def test_turns_add_up_and_need_a_square_board():
    scene = scene_of(tv.game("pit", players=4).start())
    assert svg_picture(scene, turned=2) == svg_picture(scene, flipped=True)
    assert svg_picture(scene, turned=4) == svg_picture(scene)
    assert svg_picture(scene, turned=1, flipped=True) == svg_picture(scene, turned=3)
    with pytest.raises(ValueError, match="square"):
        svg_picture(scene_of(tv.game("pathwayz").start()), turned=1)


def test_the_marks_of_a_turn_are_its_squares_and_its_barrier():
    position = tv.game("pit").start().play("d2").play("d8")
    events = ()
    for action in position.turn_to_actions("e1-e3n"):
        events += position.game.ruleset.face.events_of(position.state, action, dict(position.game.options))
        position = position.act(action)
    assert marked_places(events) == {"cell:e1", "cell:e3", "edge:e3-e4"}
    root = parsed(embedded(position, marks=marked_places(events)))
    assert [wall.get("id") for wall in with_class(root, "tv-barrier") if "tv-last" in wall.get("class")] == [
        "board-barrier-e3-e4"
    ]


# Games of other packages


def test_unknown_players_kinds_and_squares_are_drawn_and_told_in_words():
    seats = (Seat("x", "Cro<ss"), Seat("o", "Nought"))
    scene = Scene(
        "noughts", 3, 3, seats, "x", (Cell("b2", "quicksand"),), (Stack("a1", (Piece("x", "mark", "X&"),)),),
        trays=(Tray("o", (("left", 4),)),), supplies=(Supply("o", "mark", "mark", "left"),),
        entries=(Entry("left", "mark", Pattern("{count} {kind:@count} in hand")),),
        buttons=(Button("skip", "skip <it>"),), notes=("a <b> note",),
    )  # fmt: skip
    assert looks_of(seats) == {"x": "w", "o": "b"}
    for standalone in (True, False):
        root = parsed(svg_picture(scene, standalone=standalone))
        assert "X&" in [text.text for text in root.iter(f"{SVG}text")]
    elements = by_id(root)
    assert elements["tv-cell-b2"].get("aria-label") == "b2, quicksand"
    assert elements["tv-cell-a1"].get("aria-label") == "a1, cro<ss mark"
    assert elements["tv-tray-o-mark"].get("data-step") == "tray:o/mark"
    assert elements["tv-tray-o-mark"].get("aria-label") == "Nought: 4 marks in hand"
    assert elements["tv-button-skip"].get("aria-label") == "skip <it>"


def test_a_tray_with_an_entry_that_the_scene_does_not_have_is_named():
    scene = Scene("noughts", 3, 3, (Seat("x", "Cross"),), "x", trays=(Tray("x", (("pockets", 1),)),))
    with pytest.raises(ValueError, match="noughts: trays hold 'pockets', which is none of the scene's entries: none"):
        svg_picture(scene)


# Themes and notebooks


def test_themes_have_the_same_uses_and_the_rules_need_no_others():
    needed = {use for rule in RULES.values() for use in re.findall(r"var\(--tv-([a-z0-9-]+)\)", rule)}
    for theme in THEMES.values():
        assert set(theme.colours) == needed
        assert all(re.fullmatch(r"#[0-9a-f]{6}", colour) for colour in theme.colours.values())


def luminance(colour):
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first, second):
    dark, light = sorted((luminance(first), luminance(second)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("name", sorted(THEMES))
def test_what_must_be_read_can_be_read(name):
    colours = theme_of(name).colours
    for text, ground in (("text", "page"), ("text", "panel"), ("quiet", "page"), ("quiet", "panel"), ("text", "halo")):
        assert contrast(colours[text], colours[ground]) >= 4.5, (text, ground)
    assert contrast(colours["label"], colours["frame-2"]) >= 3
    for look in "wbrg":
        assert contrast(colours[f"{look}-number"], colours[f"{look}-2"]) >= 3, look
        assert contrast(colours[f"{look}-ink"], colours[f"{look}-2"]) >= 3, look
    # Wherever two of these meet they differ in brightness too; red and green never meet without their emblems.
    for first, second in (("w-2", "b-2"), ("w-2", "r-2"), ("b-2", "r-2"), ("b-2", "g-2"), ("w-2", "g-2")):
        assert contrast(colours[first], colours[second]) >= 2, (first, second)
    for mark in ("last", "target", "selected", "focus"):
        assert contrast(colours[mark], colours["cell-1"]) >= 3, mark
    # A chain is a line with a border; White's was lost on dark boards.
    for look, square in itertools.product("wbrg", ("cell-1", "cell-2")):
        assert max(contrast(colours[f"{look}-{part}"], colours[square]) for part in ("chain", "line")) >= 3, look


def test_the_style_sheet_has_both_themes_or_the_one_asked_for():
    both = stylesheet()
    assert '[data-theme="dark"]' in both and "prefers-color-scheme: dark" in both
    for name, theme in THEMES.items():
        assert f"--tv-page: {theme.colours['page']}" in both
        only = stylesheet(name)
        assert only == stylesheet(theme) and "prefers-color-scheme" not in only
    assert all(f"{selector} {{" in both for selector in RULES)
    assert "@media print" in both
    # Rules reach into used shapes only if their selectors are single classes.
    assert all(re.fullmatch(r"\.tv-[a-z0-9-]+", selector) for selector in RULES)


def test_a_position_draws_itself_in_a_notebook_without_disturbing_its_neighbours():
    first, second = tv.game("tablut").start(), tv.game("pit", players=4).start()
    pictures = [position._repr_svg_() for position in (first, second)]
    assert pictures[0] == notebook_picture(scene_of(first))
    names = [set(by_id(parsed(picture))) for picture in pictures]
    assert not names[0] & names[1]
    styles = [style_names(parsed(picture).find(f"{SVG}style").text) for picture in pictures]
    assert not styles[0] & styles[1]


def test_bad_themes_and_prefixes_are_refused():
    scene = scene_of(tv.game("tablut").start())
    with pytest.raises(ValueError, match="no theme 'blue'; there are light, dark"):
        svg_picture(scene, "blue")
    for prefix in ("", "1a", 'a"b', "a b"):
        with pytest.raises(ValueError, match="an id prefix is"):
            svg_picture(scene, id_prefix=prefix)


@every_game
def test_what_is_kept_of_other_pictures_changes_nothing(name, options):
    chance = random.Random(5)
    asked = []
    for position in sampled(name, options, seed=2, count=12):
        steps = sorted(step for steps in action_steps(position) for step in steps)
        marks = chance.sample(steps, min(2, len(steps)))
        shown = {"marks": marks, "targets": steps[:5], "selected": steps[:1]}
        asked += [(position, {**shown, "flipped": is_flipped}) for is_flipped in (False, True)]
    drawn = [embedded(position, **shown) for position, shown in asked]
    for (position, shown), picture in zip(asked, drawn, strict=True):
        svg._memory.cache_clear()
        svg._unplaced.cache_clear()
        assert embedded(position, **shown) == picture


def test_what_a_side_would_do_is_told_whatever_was_drawn_before():
    start = tv.game("pit").position("4b4/1B7/2o3o2/9/4o4/9/2o3o2/9/W3w4 w w5,b5 a1n")
    begun = start.act(start.turn_to_actions("e1-b1w")[0])
    scene, targets = scene_of(begun), ["edge:a1-b1"]
    speaking = dataclasses.replace(scene, marks=guide.marks_in(begun.game, begun.state))
    pictures = [svg_picture(one, standalone=False, targets=targets) for one in (scene, speaking)]
    sides = [re.search(r'<g id="tv-edge-a1-b1"[^>]*>', picture)[0] for picture in pictures]
    assert ["cuts the pawns off" in side for side in sides] == [False, True]
