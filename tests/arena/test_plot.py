"""The picture of a match: well-formed, with the numbers of the statistics in it."""

from xml.etree import ElementTree

import pytest

from tavoliere.arena.plot import score_plot

SVG = "{http://www.w3.org/2000/svg}"


def drawn(rounds, seats=2, names=("a", "b")):
    root = ElementTree.fromstring(score_plot(*names, "tablut", rounds, seats))  # noqa: S314 - our own text
    return root, {part.get("id"): part for part in root.iter() if part.get("id")}


def points(part):
    return [tuple(map(float, pair.split(","))) for pair in part.get("points").split()]


def test_the_curve_ends_at_the_score_and_the_band_narrows():
    rounds = [[1.0, 0.5], [0.0, 1.0], [1.0, 1.0], [0.5, 0.0]] * 10
    root, parts = drawn(rounds)
    curve = points(parts["score"])
    assert len(curve) == 40
    top, bottom = 48, 400 - 48
    assert curve[-1] == (720 - 64, pytest.approx(bottom - (bottom - top) * 0.625, abs=0.06))
    band = points(parts["band"])
    upper, lower = band[:40], band[40:][::-1]
    assert all(high[1] <= middle[1] <= low[1] for high, middle, low in zip(upper, curve, lower, strict=True))
    assert lower[-1][1] - upper[-1][1] < lower[3][1] - upper[3][1]
    assert root.find(f"{SVG}title").text == "a against b, tablut"


def test_a_perfect_score_has_a_band_below_it():
    _, parts = drawn([[1.0, 1.0]] * 5)
    assert {y for _, y in points(parts["score"])} == {48.0}
    assert max(y for _, y in points(parts["band"])) > 100


def test_names_cannot_break_the_picture_and_nothing_can_be_drawn():
    root, parts = drawn([], names=("<b>", '& "c"'))
    assert root.find(f"{SVG}title").text == '<b> against & "c", tablut'
    assert set(parts) == {"fair"}


def test_one_round_is_a_dot_with_its_error():
    root, parts = drawn([[1.0, 0.0, 0.0]], seats=3)
    dot = root.find(f"{SVG}circle")
    assert float(dot.get("cx")) == 720 - 64
    high, low = (float(height) for height in parts["last"].get("d").partition(" ")[2].split("V"))
    assert 48 <= high < float(dot.get("cy")) < low <= 400 - 48


def test_long_names_are_shortened_where_they_are_shown():
    root, _ = drawn([[1.0, 0.0]], names=("ugi:" + 80 * "x", "random"))
    shown = next(part.text for part in root.iter(f"{SVG}text") if "against" in part.text)
    assert len(shown) < 80 and "…" in shown and 80 * "x" in root.find(f"{SVG}title").text


def test_the_fair_share_of_three_lies_at_a_third():
    _, parts = drawn([[1.0, 0.0, 0.0]], seats=3)
    assert parts["fair"].get("d").startswith(f"M64 {352 - 304 / 3:.1f}")


def test_thousands_of_rounds_make_a_small_picture():
    text = score_plot("long", "short", "tablut", [[1.0, 0.0], [0.5, 0.5]] * 2500)
    assert len(text) < 60_000
