"""The graph of chances: well formed in both themes, every value in its place, readable without colour."""

import itertools
from xml.etree import ElementTree

import pytest

from tavoliere.render.graph import BLOCKS, PLAIN_BLOCKS, Mark, Series, blocks, value_graph
from tavoliere.render.png import png_picture

SVG = "{http://www.w3.org/2000/svg}"
THREE = [
    Series("White", "w", (0.4, 0.5, 0.6)),
    Series("Red <1>", "r", (0.3, 0.3, 0.4)),
    Series("X", "x", (0.3, 0.2, 0.0)),
]


def parsed(text):
    return ElementTree.fromstring(text)  # noqa: S314 - our own text


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_graph_is_well_formed_and_has_a_line_for_each_player(theme):
    root = parsed(value_graph(THREE, theme, title="chances & more", marks=[Mark(1, 1, "2. a < b", is_grave=True)]))
    lines = root.findall(f".//{SVG}polyline")
    assert len(lines) == 2 * len(THREE)
    assert len({line.get("stroke-dasharray") for line in lines[1::2]}) == len(THREE)
    titles = [title.text for title in root.iter(f"{SVG}title")]
    assert titles[0] == "chances & more"
    assert "Red <1>" in titles and "2. a < b" in titles
    assert all(len(line.get("points").split()) == 3 for line in lines)


def test_values_stand_at_their_height():
    root = parsed(value_graph([Series("White", "w", (0.0, 1.0, 0.5, 7.0, -3.0))]))
    heights = [float(point.split(",")[1]) for point in root.find(f".//{SVG}polyline").get("points").split()]
    zero, one, half, above, below = heights
    assert one < half < zero
    assert half == pytest.approx((zero + one) / 2)
    assert (above, below) == (one, zero)


def test_the_themes_differ_and_a_short_or_long_game_is_drawn():
    assert value_graph(THREE, "light") != value_graph(THREE, "dark")
    for turns in (0, 1, 13, 400):
        numbers = [
            text.text for text in parsed(value_graph([Series("White", "w", (0.5,) * (turns + 1))])).iter(f"{SVG}text")
        ]
        assert len([number for number in numbers if number.isdigit()]) <= 14


def test_a_graph_without_values_or_with_an_unknown_theme_is_refused():
    with pytest.raises(ValueError, match="at least one line"):
        value_graph([])
    with pytest.raises(ValueError, match="no theme"):
        value_graph(THREE, "blue")


def test_a_graph_can_be_a_png():
    assert png_picture(value_graph(THREE), 300)[:4] == b"\x89PNG"


def test_blocks_show_chances_in_a_line():
    assert blocks([0, 0.5, 1, 2, -1]) == "▁▅██▁"
    assert blocks([0, 1], signs=PLAIN_BLOCKS) == "_@"
    assert len(blocks([0.5] * 500)) == 60
    assert blocks([0] * 100 + [1] * 100, width=10) == BLOCKS[0] * 5 + BLOCKS[-1] * 5


@pytest.mark.parametrize("ends", [(1, 0, 0, 0), (0, 0, 0, 0), (1, 1, 1, 1), (0.5, 0.49, 0.02, 0)])
def test_names_are_apart_and_inside_the_picture(ends):
    lines = [Series(name, "w", (0.25, end)) for name, end in zip(("Anna", "Bo", "Cleo", "Dan"), ends, strict=True)]
    root = parsed(value_graph(lines))
    names = tuple(line.name for line in lines)
    heights = sorted(float(text.get("y")) for text in root.iter(f"{SVG}text") if text.text.startswith(names))
    assert len(heights) == 4
    assert all(low - high >= 19.9 for high, low in itertools.pairwise(heights))
    assert heights[0] > 12 and heights[-1] <= 335
