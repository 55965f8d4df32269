"""Messages: English at once, and what they were made from."""

import copy
import pickle

import pytest

from tavoliere.core.said import (
    ALL,
    COMMAS,
    EITHER,
    ENGLISH,
    SEMICOLONS,
    Adjective,
    Noun,
    Pattern,
    Qualified,
    Said,
    Series,
    adjective_of,
    count_of,
    noun_of,
    nouns_in,
    parts_of,
    places_of,
)

TOWER, MAN, ATTACKER = Noun("tower"), Noun("man", many="men"), Noun("attacker")
WHITE = Adjective("white")


@pytest.mark.parametrize(
    ("spec", "noun", "expected"),
    [
        ("", TOWER, "tower"), (":one", TOWER, "tower"), (":many", TOWER, "towers"), (":many", MAN, "men"),
        (":the", MAN, "the man"), (":the-many", MAN, "the men"), (":a", TOWER, "a tower"),
        (":a", ATTACKER, "an attacker"), (":whose", Noun("White"), "White's"),
        (":the", Qualified(WHITE, MAN), "the white man"), (":many", Qualified(WHITE, MAN), "white men"),
        (":the-many", Qualified(WHITE, MAN), "the white men"), (":a", Qualified(Adjective("odd"), MAN), "an odd man"),
    ],
)  # fmt: skip
def test_a_place_asks_for_a_form_of_a_noun(spec, noun, expected):
    assert Said("<{thing" + spec + "}>", thing=noun) == f"<{expected}>"


def test_a_form_that_english_does_not_have_is_named():
    with pytest.raises(KeyError, match="'tower' has no form 'towards'"):
        Said("{thing:towards}", thing=TOWER)


@pytest.mark.parametrize(("count", "expected"), [(0, "0 men"), (1, "1 man"), (2, "2 men"), (11, "11 men")])
def test_a_form_goes_with_a_number(count, expected):
    assert Said("{count} {thing:@count}", count=count, thing=MAN) == expected
    assert Said("{thing:the@count}", count=count, thing=MAN) == ("the man" if count == 1 else "the men")


def test_a_value_or_number_that_is_missing_is_named():
    with pytest.raises(KeyError, match=r"no value for \{square\}; its values: piece"):
        Said("{piece} on {square}", piece=MAN)
    with pytest.raises(KeyError, match=r"no value for .*; its values: none"):
        Said("{piece}")
    with pytest.raises(KeyError, match=r"goes with the number \{count\}, which is '2'"):
        Said("{thing:@count}", thing=MAN, count="2")


def test_choices_go_by_how_many_things_a_value_speaks_of():
    pattern = Pattern("{pieces:one=is|many=are}")
    counted = Pattern("{count} {piece:@count}")
    two, one = counted.said(count=2, piece=MAN), counted.said(count=1, piece=TOWER)
    for value, verb in ((MAN, "is"), (1, "is"), (3, "are"), (0, "are"), (two, "are"), (one, "is"), ("e4", "is")):
        assert pattern.said(pieces=value) == verb
    assert pattern.said(pieces=Series([two], ALL)) == "are"
    assert pattern.said(pieces=Series([one], ALL)) == "is"
    assert pattern.said(pieces=Series([one, one], ALL)) == "are"
    assert pattern.said(pieces=Series([], ALL)) == "are"
    assert count_of(Series([two, one], ALL)) == 3


def test_a_choice_that_no_word_fits_is_the_last_one():
    assert Said("{piece:f=she|m=he}", piece=MAN) == "he"


def test_a_message_remembers_what_it_was_made_from():
    inner = Said("{square} is taken", square="e4")
    outer = Said("no: {why}", why=inner)
    assert outer == "no: e4 is taken"
    assert (outer.pattern, outer.values) == ("no: {why}", {"why": inner})
    assert outer.values["why"] is inner
    assert places_of("{a} and {b:the} or {c:one=x|many=y}") == {"a", "b", "c"}
    assert [part.letters for part in parts_of("x{a}y")] == ["x", "y"]


def test_text_with_braces_in_values_is_not_read_again():
    assert Said("{typed} is nothing", typed="{square}") == "{square} is nothing"
    assert Series(["{second}", "{first}"], ALL) == "{second} and {first}"


def test_messages_are_texts_to_everybody_else():
    said = Said("{square} is taken", square="e4")
    assert said == "e4 is taken" and hash(said) == hash("e4 is taken") and {said: 1}["e4 is taken"] == 1
    assert isinstance(said, str) and said.startswith("e4") and f"{said}!" == "e4 is taken!"
    assert type(ENGLISH.say(said)) is str and ENGLISH.say(said) == said
    assert TOWER == "tower" and hash(TOWER) == hash("tower") and WHITE == "white"


def test_an_exception_keeps_the_message():
    said = Said("{square} is taken", square="e4")
    assert str(ValueError(said)) is said
    assert str(ValueError(MAN)) is MAN


SERIES = Series([Qualified(WHITE, MAN), TOWER], COMMAS)
VALUES = [
    Said("{piece:the} on {square}", piece=Qualified(WHITE, MAN), square="e4"), Said("plain"), MAN, WHITE,
    Qualified(WHITE, MAN), SERIES, Pattern("{first} then {second}"), Said("{all}", all=SERIES),
]  # fmt: skip


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_pickles_and_copies_are_the_same_message(value):
    for twin in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
        assert twin == value and type(twin) is type(value)
        for field in ("pattern", "values", "forms", "items", "joint", "adjective", "noun"):
            assert getattr(twin, field, None) == getattr(value, field, None)


def test_series_are_joined_by_patterns():
    assert Series([], ALL) == "" and Series(["a1"], ALL) == "a1"
    assert Series(["a1", "b2", "c3"], COMMAS) == "a1, b2, c3"
    assert Series([MAN, TOWER], EITHER) == "man or tower" and Series([1, 2], SEMICOLONS) == "1; 2"
    assert Series(iter("ab"), Pattern("{second} before {first}")) == "b before a"
    for wrong in (" and ", "{first} and {second}", Pattern("{first} and {last}")):
        with pytest.raises(TypeError, match="a pattern with"):
            Series(["a1"], wrong)


def test_nouns_are_found_in_what_they_stand_in():
    piece = Qualified(WHITE, MAN)
    assert nouns_in(Said("{a} {b}", a=Series([piece, "x"], ALL), b=TOWER)) == [MAN, TOWER]
    assert nouns_in("man") == []


def test_names_become_nouns_with_their_adjective():
    assert noun_of(MAN) is MAN and isinstance(noun_of("White"), Noun)
    assert adjective_of("White") == "white" and adjective_of(Noun("Sun", adjective="golden")) == "golden"
    assert isinstance(adjective_of("White"), Adjective)
