"""Everything that is said is written out in the sources, where the collector finds it."""

import tomllib

import pytest

from tavoliere.apps.cli import main
from tavoliere.core.language import Language, read_language
from tavoliere.core.said import Said
from tavoliere.games import own_games, ruleset
from tavoliere.testing.template import NEW_LANGUAGE, forms_asked, template
from tavoliere.testing.texts import Texts, common_texts, game_texts, read_source

HEAD = "from tavoliere.core.said import ALL, Adjective, Noun, Pattern, Qualified, Said, Series\n"


def found(source):
    return read_source(HEAD + source, "toads.py", Texts())


def test_nothing_in_the_rooms_that_all_games_share_is_put_together():
    texts = common_texts()
    assert texts.faults == []
    assert len(texts.sentences) > 100 and "{first} and {second}" in texts.sentences
    assert texts.sentences["{player} passes"].startswith("tavoliere/scene/events.py:")


@pytest.mark.parametrize("name", own_games())
def test_nothing_that_a_game_says_is_put_together(name):
    texts = game_texts(ruleset(name))
    assert texts.faults == []
    rules = ruleset(name).facts
    assert {player.name for player in rules.players} <= set(texts.nouns)
    assert {player.colour for player in rules.players} <= set(texts.adjectives)
    assert {*rules.reasons, rules.title} <= {*texts.sentences, *common_texts().sentences, ""}
    assert not set(texts.sentences) & set(common_texts().sentences)


def test_literals_are_found():
    texts = found(
        'A = Said("{x} sleeps", x=1)\nB = Noun("toad", many="toads"), Adjective("green")\n'
        'C = Pattern("{x} "\n  "wakes")\n'
        'D = Player("w", "White"), Player("b", Noun("Black"))\n'
    )
    assert texts.faults == []
    assert texts.sentences == {"{x} sleeps": "toads.py:2", "{x} wakes": "toads.py:4"}
    assert set(texts.nouns) == {"toad", "Black"}, "Player is not imported here"
    players = 'Player("w", "White"), Player("b", Noun("Black"), "dark"), Player("r", "Red", colour="rosy")'
    texts = found(f"from tavoliere.core.facts import Player\nD = {players}\n")
    assert set(texts.nouns) == {"White", "Black", "Red"} and set(texts.adjectives) == {"white", "dark", "rosy"}


def test_other_names_and_other_classes_are_told_apart():
    texts = read_source(
        "from tavoliere.core.said import Said as S\nS('one')\nimport x\nx.Said('two')\n", "a.py", Texts()
    )
    assert set(texts.sentences) == {"one", "two"}
    assert read_source("def Said(x): ...\nSaid('three')\nPattern(x)\n", "a.py", Texts()) == Texts()


@pytest.mark.parametrize(
    ("source", "line", "what"),
    [
        ('Said(f"{x} sleeps")', 2, "what Said is made from is not written out"),
        ('Said("a toad " + x)', 2, "what Said is made from is not written out"),
        ('Said("a %s" % x)', 2, "what Said is made from is not written out"),
        ('Said("a {}".format(x))', 2, "what Said is made from is not written out"),
        ("\nSaid(x)", 3, "what Said is made from is not written out"),
        ("Said(*x)", 2, "what Said is made from is not written out"),
        ("Noun(x)", 2, "what Noun is made from is not written out"),
        ("Adjective(x.lower())", 2, "what Adjective is made from is not written out"),
        ("Pattern(x)", 2, "what Pattern is made from is not written out"),
        ('f"{Said("x")}!"', 2, "an f-string around a message"),
        ('Said("x") + "!"', 2, "+ around a message"), ('"!" + Series([], ALL)', 2, "+ around a message"),
        ('"%s" % Said("x")', 2, "% around a message"), ('Said("x").format(1)', 2, ".format of a message"),
        ('Said("x").lower()', 2, ".lower of a message"),
        ('def f():\n    told = Said("x")\n    return f"{told}!"', 4, "an f-string around a message"),
        ('def f():\n    told = Said("x")\n    return told + "!"', 4, "+ around a message"),
        ('told = Said("x")\nmore = told + "!"', 3, "+ around a message"),
        ('TOLD = Said("x")\ndef f():\n    return f"{TOLD}!"', 4, "an f-string around a message"),
        ('TOLD: Said = Said("x")\ndef f():\n    return "!" + TOLD', 4, "+ around a message"),
    ],
)  # fmt: skip
def test_what_is_put_together_is_reported_with_its_place(source, line, what):
    quotes = source.replace('f"{Said("x")}!"', "f\"{Said('x')}!\"")
    faults = found(quotes).faults
    assert len(faults) == 1 and faults[0].startswith(f"toads.py:{line}: ") and what in faults[0]


def test_a_name_in_one_function_is_nothing_in_another():
    assert found('def f():\n    told = Said("x")\n\ndef g(told):\n    return told + "!"\n').faults == []
    assert found('told = Said("x")\ndef g(told):\n    return told + "!"\n').faults == []
    assert found('told = Said("x")\ndef g():\n    told = 1\n    return told + 1\n').faults == []


# The file that a translator fills in


def test_an_empty_file_says_everything_in_english():
    texts = game_texts(ruleset("pit"))
    common = read_language(template(common_texts(), {}, NEW_LANGUAGE), "common")
    own = read_language(template(texts, {}, NEW_LANGUAGE, common_texts().sentences), "pit")
    assert set(own["sentences"]) == set(texts.sentences) and set(own["nouns"]) == set(texts.nouns)
    assert "language" not in own and set(common["sentences"]) == set(common_texts().sentences)
    empty = Language("xx", [own, common])
    assert (empty.sentences, empty.nouns, empty.adjectives) == ({}, {}, {})
    assert empty.say(Said("{a} is taken", a="e4")) == "e4 is taken"


def test_what_is_translated_stays_and_what_nobody_says_is_kept_as_a_comment():
    texts = Texts({"a {toad:the}": "a.py:1"}, {"toad": "a.py:2"}, {"green": "a.py:3"})
    known = {
        "sentences": {"a {toad:the}": '{toad:towards} "è"', "gone": "via"},
        "nouns": {"toad": {"one": "rospo"}},
        "adjectives": {"green": {"m": "verde"}},
    }
    text = template(texts, known, NEW_LANGUAGE)
    table = tomllib.loads(text)
    assert table["sentences"] == {"a {toad:the}": '{toad:towards} "è"'}
    assert table["nouns"] == {"toad": {"gender": "", "one": "rospo", "many": "", "the": "", "towards": ""}}
    assert table["adjectives"] == {"green": {"one": "", "many": "", "m": "verde"}}
    assert table["language"] == NEW_LANGUAGE
    assert '# no longer said: "gone" = "via"' in text


def test_forms_that_go_with_a_number_are_needed_in_each():
    asked = forms_asked(["{x:the} {x:the@n} {x:@n} {n}", "{x:one=is|many=are} {x:whose}"], ["one", "two", "many"])
    assert asked == ["one", "two", "many", "the", "the-two", "the-many", "whose"]


def test_the_command_prints_the_file(capsys, tmp_path):
    assert main(["texts", "tablut"]) == 0
    table = tomllib.loads(capsys.readouterr().out)
    assert "king" in table["nouns"] and set(table["nouns"]["king"].values()) == {""}
    (tmp_path / "tablut").mkdir()
    (tmp_path / "tablut" / "it.toml").write_text('[nouns.king]\none = "re"\n', encoding="utf-8")
    language = (
        '[language]\nname = "X"\nnumbers = ["one", "two"]\nplural = "0"\nmixed = ""\nqualified = "{noun} {adjective}"\n'
    )
    (tmp_path / "it.toml").write_text(language, encoding="utf-8")
    assert main(["texts", "tablut", "--language", "it", "--texts", str(tmp_path)]) == 0
    table = tomllib.loads(capsys.readouterr().out)
    assert table["nouns"]["king"]["one"] == "re" and table["nouns"]["king"]["two"] == ""
    assert main(["texts", "--common", "--language", "it", "--texts", str(tmp_path)]) == 0
    assert tomllib.loads(capsys.readouterr().out)["language"]["name"] == "X"


def test_the_command_wants_a_game_or_what_is_common(capsys):
    for words in (["texts"], ["texts", "pit", "--common"]):
        assert main(words) == 1
        assert "say the name of a game, --common" in capsys.readouterr().err
    assert main(["texts", "nothing"]) == 1
