"""Languages out of files: forms, genders and numbers that agree, and files that are refused by name."""

import dataclasses
import json

import pytest

from tavoliere.core.language import Language, LanguageError, read_language
from tavoliere.core.languages import language, languages
from tavoliere.core.said import (
    ALL,
    ENGLISH,
    Adjective,
    Figure,
    Noun,
    Pattern,
    Qualified,
    Said,
    Series,
    figure,
    remade,
    unmade,
)
from tavoliere.games import ruleset

ITALIAN = """
[language]
name = "Italiano"
numbers = ["one", "many"]
plural = "n != 1"
mixed = "m"
qualified = "{noun} {adjective}"

[sentences]
"{pieces:the} {pieces:one=is|many=are} captured" = "{pieces:the} {pieces:f-one=è catturata|m-one=è catturato|\
f-many=sono catturate|m-many=sono catturati}"
"{count} {piece:@count}" = "{count} {piece:@count}"
"{first} and {second}" = "{first} e {second}"
"the field is {colour}" = "la casella è {colour:f}"
"it shows {colour}" = "mostra {colour}"
"magic" = "magia"

[nouns.tower]
gender = "f"
one = "torre"
many = "torri"
the = "la torre"

[nouns.pawn]
gender = "m"
one = "pedone"
many = "pedoni"
the = "il pedone"

[adjectives.white]
m = "bianco"
f = "bianca"
m-many = "bianchi"
f-many = "bianche"
"""
SLOVENE = """
[language]
name = "Slovenščina"
numbers = ["one", "two", "few", "many"]
plural = "n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3"
mixed = "m"
qualified = "{adjective} {noun}"

[sentences]
"{count} {piece:@count}" = "{count} {piece:@count}"
"{pieces:one=is|many=are} here" = "{pieces:one=je|two=sta|few=so|many=je}"
"{first} and {second}" = "{first} in {second}"

[nouns.tower]
gender = "m"
one = "stolp"
two = "stolpa"
few = "stolpi"
many = "stolpov"
"""
GERMAN = """
[language]
name = "Deutsch"
numbers = ["one", "many"]
plural = "n != 1"
mixed = "m"
qualified = "{adjective} {noun}"

[sentences]
"{piece:the} and {piece:a}" = "{piece:the} und {piece:a}"

[nouns.tower]
gender = "m"
one = "Turm"
the = "der {adjective} Turm"
a = "ein {adjective} Turm"

[adjectives.white]
m = "weiße"
m-a = "weißer"
"""
TOWER, PAWN, WHITE = Noun("tower"), Noun("pawn"), Adjective("white")
COUNTED = Pattern("{count} {piece:@count}")
CAPTURED = Pattern("{pieces:the} {pieces:one=is|many=are} captured")


def speaker(text):
    return Language("xx", [read_language(text, "xx.toml")])


def towers(count, kind=TOWER):
    return COUNTED.said(count=count, piece=Qualified(WHITE, kind))


def test_articles_adjectives_and_participles_agree():
    italian = speaker(ITALIAN)
    for pieces, expected in (
        (Qualified(WHITE, TOWER), "la torre bianca è catturata"),
        (Qualified(WHITE, PAWN), "il pedone bianco è catturato"),
        (TOWER, "la torre è catturata"),
        (Series([towers(2)], ALL), "2 torri bianche sono catturate"),
        (Series([towers(1), towers(2, PAWN)], ALL), "1 torre bianca e 2 pedoni bianchi sono catturati"),
    ):
        assert italian.say(CAPTURED.said(pieces=pieces)) == expected


def test_an_adjective_alone_has_the_form_that_is_asked_for():
    italian = speaker(ITALIAN)
    assert italian.say(Said("the field is {colour}", colour=WHITE)) == "la casella è bianca"
    assert italian.say(Said("it shows {colour}", colour=WHITE)) == "mostra bianco"
    assert italian.say(Said("it shows {colour}", colour=Adjective("red"))) == "mostra red"


def test_a_dual_and_more_numbers_go_by_the_rule_of_the_language():
    slovene = speaker(SLOVENE)
    said = [slovene.say(COUNTED.said(count=count, piece=TOWER)) for count in (1, 2, 3, 5, 101, 102, 0)]
    assert said == ["1 stolp", "2 stolpa", "3 stolpi", "5 stolpov", "101 stolp", "102 stolpa", "0 stolpov"]
    here = Pattern("{pieces:one=is|many=are} here")
    one, two = COUNTED.said(count=1, piece=TOWER), COUNTED.said(count=2, piece=TOWER)
    for pieces, verb in ((TOWER, "je"), (Series([one, one], ALL), "sta"), (Series([one, two], ALL), "so"), (7, "je")):
        assert slovene.say(here.said(pieces=pieces)) == verb
    assert slovene.number(-2) == "two"


def test_an_adjective_may_stand_inside_the_form_of_a_noun():
    german = speaker(GERMAN)
    both = Pattern("{piece:the} and {piece:a}")
    assert german.say(both.said(piece=Qualified(WHITE, TOWER))) == "der weiße Turm und ein weißer Turm"
    assert german.say(both.said(piece=TOWER)) == "der Turm und ein Turm"


def test_what_a_language_does_not_have_is_said_in_english():
    italian = speaker(ITALIAN)
    assert italian.say(Said("{piece:the} sleeps", piece=TOWER)) == "the tower sleeps"
    assert italian.said(Noun("wizard"), "a") == "a wizard"
    assert italian.said(Noun("wizard"), "ablative") == "wizard"
    assert italian.said(TOWER, "whose") == "torre"
    assert italian.say("what somebody typed {first}") == "what somebody typed {first}"
    assert italian.known("magic") == "magia" and italian.known("more magic") == "more magic"


def test_what_is_said_is_plain_text():
    italian = speaker(ITALIAN)
    for message in (CAPTURED.said(pieces=TOWER), Said("unknown"), TOWER, WHITE, Series([TOWER], ALL)):
        assert type(italian.say(message)) is str


def test_the_file_of_a_game_counts_before_that_of_all_games():
    own = read_language('[sentences]\n"magic" = "incanto"\n', "game.toml")
    italian = Language("it", [own, read_language(ITALIAN, "it.toml")])
    assert italian.known("magic") == "incanto" and italian.say(TOWER) == "torre"
    with pytest.raises(LanguageError, match="it: no file has the part"):
        Language("it", [own])


HEAD = '[language]\nname = "X"\nnumbers = ["one"]\nplural = "0"\nmixed = ""\nqualified = "{noun} {adjective}"\n'


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[sentences", "Expected ']'"), ("[words]", "unknown parts: words; the parts: language, sentences"),
        ("sentences = 5", "sentences is not a table"), ('[sentences]\n"x" = 5', "the sentence 'x' is not a text"),
        ("[nouns]\ntower = 5", "nouns.tower is not a table of forms"),
        ("[nouns.tower]\none = 5", "nouns.tower is not a table of forms"),
        ('[nouns.tower]\nthe = "la torre"', 'nouns.tower has no form "one"'),
        ("[adjectives]\nwhite = 5", "adjectives.white is not a table of forms"),
        ('[sentences]\n"{a} x" = "{b} x"', "the sentence '{a} x' has no place {b}"),
        ('[sentences]\n"{a} x" = "{a:@n} x"', "the sentence '{a} x' has no place {n}"),
        ('[language]\nname = "X"', "a language has mixed, name, numbers, plural, qualified, not name"),
        (HEAD.replace('["one"]', '["many"]'), 'numbers is a list of names with "one" among them, not'),
        (HEAD.replace('["one"]', '"one"'), 'numbers is a list of names with "one" among them, not'),
        (HEAD.replace('"0"', "0"), "plural is a text, not 0"), (HEAD.replace('"0"', '"n +"'), "plural: "),
        (HEAD.replace(" {adjective}", ""), "qualified has {noun} and {adjective}, which '{noun}' has not"),
    ],
)  # fmt: skip
def test_a_broken_file_is_refused_by_name(text, why):
    with pytest.raises(LanguageError) as refusal:
        read_language(text, "texts/xx.toml")
    assert str(refusal.value).startswith("texts/xx.toml: ") and why in str(refusal.value)


def test_the_value_that_only_a_number_is_taken_from_is_a_place_as_well():
    table = read_language('[sentences]\n"{n} {a:@n}" = "{a:@n} x {n}"\n"{a:@n}" = "{n} {a}"\n', "xx.toml")
    assert len(table["sentences"]) == 2


def test_english_is_always_there():
    assert languages()[0] == "en"
    assert language("en") is ENGLISH and language("en", ruleset("pit")) is ENGLISH
    with pytest.raises(LanguageError, match="there is no language 'xx'; the languages: en"):
        language("xx")


def test_a_folder_of_files_can_be_tried_out(tmp_path):
    (tmp_path / "zz.toml").write_text(ITALIAN, encoding="utf-8")
    (tmp_path / "pit").mkdir()
    (tmp_path / "pit" / "zz.toml").write_text('[sentences]\n"magic" = "fossa"\n', encoding="utf-8")
    assert languages(tmp_path) == ("en", "it", "zz")
    assert "zz" not in languages()
    pit, tablut = (language("zz", ruleset(name), tmp_path) for name in ("pit", "tablut"))
    assert (pit.say(Said("magic")), tablut.say(Said("magic"))) == ("fossa", "magia")
    assert language("zz", folder=tmp_path).name == "Italiano"
    assert language("zz", ruleset("pit"), tmp_path) is pit, "made once"
    (tmp_path / "de.toml").write_text("[sentences", encoding="utf-8")
    with pytest.raises(LanguageError, match=r"de\.toml: "):
        language("de", folder=tmp_path)


def test_the_texts_of_a_game_are_found_beside_its_ruleset(tmp_path, monkeypatch):
    assert ruleset("pit").package == "tavoliere.games.pit"
    folder = tmp_path / "elsewhere" / "texts"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").write_text("", encoding="utf-8")
    (folder.parent / "board.py").write_text("from tavoliere.games.pit import RULESET\n", encoding="utf-8")
    (folder / "it.toml").write_text('[sentences]\n"magic" = "altrove"\n', encoding="utf-8")
    (tmp_path / "trial").mkdir()
    (tmp_path / "trial" / "it.toml").write_text(ITALIAN, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    other = dataclasses.replace(ruleset("pit"), where="elsewhere.board:RULESET")
    assert other.package == "elsewhere"
    assert language("it", other, tmp_path / "trial").say(Said("magic")) == "altrove"


# Numbers


def test_numbers_have_the_marks_of_the_language():
    told = Said("{nodes} nodes, {seconds} s", nodes=figure(2528726), seconds=figure(3, ".1f"))
    assert told == ENGLISH.say(told) == "2,528,726 nodes, 3.0 s"
    kept = remade(json.loads(json.dumps(unmade(told))))
    assert kept == told and isinstance(kept.values["nodes"], Figure), "what was kept is a number still"
    marked = ITALIAN.replace("[sentences]", 'decimal = ","\nthousands = "."\n\n[sentences]', 1)
    italian = Language("it", [read_language(marked, "it.toml")])
    assert italian.said(figure(2528726), "") == "2.528.726"
    assert italian.said(figure(-1234.5, "+,.1f"), "") == "-1.234,5"
    assert italian.said(figure(0.5, ".1f") + "..", "") == "0.5..", "what was put together is no number any more"
    assert italian.said(Figure("-0.5..1,234 (2.1-2.5)"), "") == "-0,5..1.234 (2,1-2,5)", "marks stand between digits"
    assert italian.said("2,528,726", "") == "2,528,726", "what is no number is left alone"
    without = Language("it", [read_language(ITALIAN, "it.toml")])
    assert without.said(figure(1234.5, ",.1f"), "") == "1,234.5"
    with pytest.raises(LanguageError, match="decimal is a text, not 3"):
        read_language(ITALIAN.replace("[sentences]", "decimal = 3\n\n[sentences]", 1), "it.toml")
