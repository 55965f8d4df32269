"""Legends: every sign of every game is drawn beside its sentence, on small boards of what the game has."""

from xml.etree import ElementTree

import pytest

import tavoliere as tv
from tavoliere.core.said import Said
from tavoliere.games import own_games
from tavoliere.render.legend import ALWAYS, legend
from tavoliere.render.text import MARK_SIGNS, legend_lines
from tavoliere.scene import Scene, Seat, Sign, guide

EVERYWHERE = [f"any-{name}" for name in ALWAYS]
SVG = "{http://www.w3.org/2000/svg}"


def entries(name):
    start = tv.game(name).start()
    return legend(guide.plain_scene(start), guide.signs_of(start.game))


def parsed(svg):
    return ElementTree.fromstring(svg)  # noqa: S314 - our own text


def classes(svg):
    return " ".join(one.get("class", "") for one in parsed(svg).iter())


@pytest.mark.parametrize("name", own_games())
def test_every_sign_is_drawn_and_told(name):
    signs = guide.signs_of(tv.game(name))
    shown = entries(name)
    assert [one.name for one in shown] == [*EVERYWHERE, *(sign.name for sign in signs)]
    for sign, one in zip(signs, shown[len(EVERYWHERE) :], strict=True):
        assert one.told == str(sign.told)
        drawn = "tv-mark-preview" if sign.shape == "preview" else f"tv-mark-of-{sign.shape}"
        assert drawn in classes(one.svg), one.name
        assert "tv-aid" not in classes(one.svg), "a mark that is switched off is explained all the same"


@pytest.mark.parametrize("name", own_games())
def test_no_two_drawings_of_a_page_share_an_id(name):
    drawn = [one for entry in entries(name) for one in parsed(entry.svg).iter()]
    ids = [one.get("id") for one in drawn if one.get("id")]
    assert len(ids) == len(set(ids))


def test_a_sign_is_shown_on_what_it_lies_on():
    shown = {one.name: parsed(one.svg) for one in entries("pit")}
    assert shown["fall"].find(".//*[@class='tv-cell tv-kind-hole']") is not None
    assert shown["exposed"].find(".//*[@data-kind='pawn']") is not None
    assert len(shown["sight"].findall(f".//{SVG}g[@data-kind='tower']")) == 1
    chain = {one.name: parsed(one.svg) for one in entries("pathwayz")}["chain"]
    assert len(chain.findall(".//*[@data-kind='piece']")) == 3


def test_a_goal_that_somebody_stands_on_is_not_hidden_behind_the_piece():
    won = next(one.svg for one in entries("tablut") if one.name == "free")
    assert won.index("tv-pieces") < won.index("tv-mark-of-goal")
    free = next(one.svg for one in entries("tablut") if one.name == "escape")
    assert "tv-mark-of-goal" in free.partition("tv-pieces")[0]


def test_a_game_of_another_package_has_a_legend_too():
    scene = Scene("mine", 3, 3, (Seat("x", "X"), Seat("o", "O")), "x")
    sign = Sign("hot", "threat", Said("too hot to touch"), on="kettle")
    assert [one.told for one in legend(scene, [sign])][-1] == "too hot to touch"
    assert [one.name for one in legend(scene, [])] == EVERYWHERE


@pytest.mark.parametrize("name", own_games())
def test_terminals_have_the_same_legend_in_letters(name):
    signs = [sign for sign in guide.signs_of(tv.game(name)) if sign.shape != "preview"]
    lines = legend_lines(guide.signs_of(tv.game(name)))
    assert lines[0].startswith("[ ] the last turn") and len(lines) == 1 + len(signs)
    for sign, line in zip(signs, lines[1:], strict=True):
        assert line.endswith(str(sign.told))
        assert line.startswith("digits: " if sign.shape == "count" else f"{MARK_SIGNS[sign.shape]} ")
