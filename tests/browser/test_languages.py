"""Two languages at one table, and the switch that a browser remembers."""

import itertools

import pytest

import tavoliere as tv
from tavoliere.core.languages import language
from tavoliere.games import own_games, ruleset
from tests.manners.test_why import CASES


def typed(person, turn):
    person.until_my_turn()
    person.page.fill("#typed-turn", turn)
    person.page.keyboard.press("Enter")


def test_two_people_of_two_languages_play_at_one_table(visits):
    anna, bruno = visits.person(locale="en-GB"), visits.person(locale="it-IT")
    url = anna.table("tablut", {"w": "me", "b": "open"})
    bruno.visit(url)
    bruno.at_table()
    assert (anna.page.get_attribute("html", "lang"), bruno.page.get_attribute("html", "lang")) == ("en", "it")
    bruno.page.click("[data-sit=b]")
    bruno.page.click("#dialog-yes")
    bruno.page.wait_for_selector("[data-seat=b] >> text=tu")
    anna.page.wait_for_selector("#message >> text=Black sits down.")
    typed(anna, "e4-e9")
    anna.page.wait_for_selector("#message >> text=the king on e5 is in the way")
    typed(anna, "e4-f4")
    for person in (anna, bruno):
        person.until_turns(1)
    bruno.page.wait_for_selector("#status >> text=Tocca a te")
    typed(bruno, "d1-d9")
    bruno.page.wait_for_selector("#message >> text=/sbarra la strada|campo/")
    typed(bruno, "d1-c1")
    for person in (anna, bruno):
        person.until_turns(2)
    anna.page.click("#act-draw")
    bruno.page.wait_for_selector(".offer >> text=offre la patta")
    bruno.page.click(".offer .plain")
    anna.page.wait_for_selector("#message >> text=Black declines the draw.")
    assert "attaccante" in bruno.page.inner_html("#table-board") and "attacker" in anna.page.inner_html("#table-board")


OLD = "() => document.querySelector('#message > p')?.setAttribute('data-old', '')"
TOLD = """(said) => {
  const words = document.querySelector("#message[data-kind=problem] > p:not([data-old])");
  return words?.textContent.toLowerCase().includes(said.toLowerCase());
}"""
HAND_MADE = {
    "tablut": "Il re in e5 sbarra la strada",
    "pit": "c3 è una buca",
    "pit-of-pillars": "a1 è un angolo mancante",
    "pathwayz": "c4 è occupata da un pezzo normale che mostra il bianco",
    "never-alone": "d5 non è alla giusta distanza da nessun pezzo rosso",
}
TYPED = {"tablut": ["e4-e9"], "pit": ["c3"], "pit-of-pillars": ["a1"], "pathwayz": ["c4", "c4"], "never-alone": ["d5"]}


@pytest.mark.parametrize("name", own_games())
def test_every_clause_refuses_in_italian(visits, name):
    """By the words that somebody has written here for one of them, and by those of the language's file for all."""
    me, italian = visits.person(locale="it-IT"), language("it", ruleset(name))
    me.table(name, dict.fromkeys(tv.game(name).players, "me"))
    for number, turn in enumerate(TYPED[name]):
        me.until_turns(number)
        typed(me, turn)
    me.page.wait_for_selector(f"#message >> text={HAND_MADE[name]}")
    met = set()
    own = sorted((case[1], *case[2:4]) for case in CASES if case[0] == name and case[3] != "common.over")
    for start, cases in itertools.groupby(own, key=lambda case: case[0]):
        position = tv.game(name).position(start)
        me.table(name, dict.fromkeys(position.game.players, "me"), start=start)
        for _, turn, clause in cases:
            reason = position.why_not(turn)
            said = italian.say(reason.text)
            assert said != reason.text, "it has words of its own"
            me.page.evaluate(OLD)
            typed(me, turn)
            me.page.wait_for_function(TOLD, arg=said)
            met.add(clause)
    assert met >= set(ruleset(name).why.CLAUSES)


def test_the_switch_changes_the_language_and_is_remembered(visits):
    me = visits.person(locale="en-GB")
    me.visit("/")
    assert me.page.get_attribute("html", "lang") == "en"
    me.page.select_option("#language", "it")
    me.page.wait_for_selector("html[lang=it]")
    me.page.wait_for_selector("text=Le tue partite >> visible=false", state="attached")
    me.visit("/rules/tablut")
    assert "Come si gioca" in me.says("main") and me.page.input_value("#language") == "it"
    me.visit("/learn/tablut")
    me.page.wait_for_selector("text=Le pedine scorrono")
    me.table("tablut", {"w": "me", "b": "me"})
    assert "Tocca" in me.says("#status")
    me.page.select_option("#language", "en")
    me.page.wait_for_selector("html[lang=en]")
    me.at_table()
    assert me.page.get_attribute("html", "lang") == "en"
