"""Studies: what the page makes of a tree, what the server keeps and what a file holds is one and the same."""

import itertools
import json
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

import tavoliere as tv
from tavoliere.apps.web.host.settings import Limits
from tavoliere.apps.web.table import studies
from tavoliere.apps.web.table.refusals import Refusal
from tavoliere.apps.web.table.studies import Ended, Node, Study
from tavoliere.records import format_record, read
from tavoliere.records.record import MARKS
from tests.web.pages import client, new_table

DRIVER = Path(__file__).parents[1] / "frontend" / "pagetree.js"
MANY = 10**9
GAMES = [("tablut", {}), ("pit", {"players": 3}), ("never-alone", {}), ("pathwayz", {}), ("pit-of-pillars", {})]


@pytest.fixture
def page(sqlite_url):
    with client(sqlite_url, requests=MANY, tables=MANY, work=MANY) as running:
        yield running


class PageTree:
    """The page's own module in a process of Node."""

    def __init__(self) -> None:
        program = shutil.which("node")
        assert program is not None
        self.process = subprocess.Popen(
            [program, str(DRIVER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def do(self, **told):
        self.process.stdin.write(json.dumps(told) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait(20)
        self.process.stdout.close()


class Twig:
    """A turn of the model: nothing but what follows it, in order."""

    def __init__(self, move="", mark="", comment="") -> None:
        self.move, self.mark, self.comment = move, mark, comment
        self.after: list[Twig] = []

    def copy(self):
        made = Twig(self.move, self.mark, self.comment)
        made.after = [one.copy() for one in self.after]
        return made

    def walk(self, path=()):
        """Every turn with the twigs that lead to it, the main line first."""
        for one in self.after:
            yield (*path, one)
            yield from one.walk((*path, one))

    def told(self):
        """The tree as it is sent."""
        places, nodes = {id(self): 0}, []
        for path in self.walk():
            before = path[-2] if len(path) > 1 else self
            twig = path[-1]
            places[id(twig)] = len(places)
            nodes.append({"parent": places[id(before)], "move": twig.move, "mark": twig.mark, "comment": twig.comment})
        return nodes


COMMENTS = ("", "hm", "a } brace and a \\ stroke\nin two lines", "(not a variation) 1. e4-f4!")


def at_place(root, place):
    return root if place == 0 else [path[-1] for path in root.walk()][place - 1]


def without_seat(node):
    return {name: value for name, value in node.items() if name != "seat"}


class Edits(RuleBasedStateMachine):
    """Somebody edits a study; after each edit page, server and file are compared with a plain model."""

    page = tree = None
    name, options = "", {}

    def __init__(self) -> None:
        super().__init__()
        self.game = tv.game(self.name, **self.options)
        self.model = Twig()
        self.states, self.at = [self.model], 0
        self.shown = self.tree.do(do="begin", game=self.name, options=self.options)

    def chosen(self, place):
        paths = [(), *self.model.walk()]
        at = place % len(paths)
        return at, paths[at]

    def edit(self, change):
        """The model changes as the page does: what was undone stays on the way back."""
        after = self.model.copy()
        if change(after) is False:
            return
        self.states = [*self.states, *self.states[self.at : -1][::-1], after][-200:]
        self.at = len(self.states) - 1
        self.model = after

    @rule(place=st.integers(0, 40), pick=st.integers(0, 200))
    def play(self, place, pick):
        at, path = self.chosen(place)
        position = self.game.start()
        for twig in path:
            position = position.play(twig.move)
        moves = position.legal_moves() if position.outcome is None else []
        if not moves or len(path) > 12:
            return
        move = moves[pick % len(moves)]

        def grow(tree_after):
            twig = at_place(tree_after, at)
            if any(one.move == move for one in twig.after):
                return False
            twig.after.append(Twig(move))
            return True

        self.edit(grow)
        self.shown = self.tree.do(do="add", place=at, move=move, seat=position.turn)

    @rule(place=st.integers(0, 40))
    def promote(self, place):
        at, _ = self.chosen(place)

        def lift(after):
            path = [after, *([(), *after.walk()][at])]
            for before, twig in reversed(list(itertools.pairwise(path))):
                if before.after[0] is not twig:
                    before.after.remove(twig)
                    before.after.insert(0, twig)
                    return True
            return False

        self.edit(lift)
        self.shown = self.tree.do(do="promote", place=at)

    @rule(place=st.integers(1, 40))
    def remove(self, place):
        at, path = self.chosen(place)
        if not path or place % 3:
            return

        def cut(after):
            way = [after, *([(), *after.walk()][at])]
            way[-2].after.remove(way[-1])

        self.edit(cut)
        self.shown = self.tree.do(do="remove", place=at)

    @rule(place=st.integers(1, 40), mark=st.sampled_from(("", *MARKS)), comment=st.sampled_from(COMMENTS))
    def annotate(self, place, mark, comment):
        at, path = self.chosen(place)
        if not path:
            return

        def say(after):
            twig = at_place(after, at)
            twig.mark, twig.comment = mark, comment

        self.edit(say)
        self.shown = self.tree.do(do="annotate", place=at, mark=mark, comment=comment)

    @rule(back=st.booleans())
    def go_back_and_forth(self, back):
        self.at = max(0, self.at - 1) if back else min(len(self.states) - 1, self.at + 1)
        self.model = self.states[self.at]
        self.shown = self.tree.do(do="undo" if back else "redo")

    @rule()
    def load_the_page_again(self):
        """What was done can be taken back afterwards too."""
        self.shown = self.tree.do(do="reload")

    @invariant()
    def page_server_and_file_agree(self):
        sent = self.shown["sent"]
        assert sent["nodes"] == self.model.told()
        answer = self.page.post("/api/studies", json=sent)
        assert answer.status_code == 201, answer.text
        kept = self.page.get(f"/api/studies/{answer.json()['study']}").json()
        assert [without_seat(node) for node in kept["nodes"]] == sent["nodes"]
        file = self.page.post("/api/studies/record", json=sent)
        opened = self.page.post("/api/studies/file", json={"format": "tav", "text": file.text}).json()["studies"]
        assert opened == [kept]


@pytest.mark.parametrize(("name", "options"), GAMES, ids=str)
def test_edits_are_the_same_in_the_page_on_the_server_and_in_a_file(page, name, options):
    tree = PageTree()
    try:
        run_state_machine_as_test(
            type("Edits", (Edits,), {"page": page, "tree": tree, "name": name, "options": options}),
            settings=settings(
                max_examples=4, stateful_step_count=20, deadline=None, suppress_health_check=list(HealthCheck)
            ),
        )
    finally:
        tree.close()


# What is refused


def asked(*nodes, game="tablut", **more):
    return {"game": game, "nodes": [dict(zip(("parent", "move"), node, strict=True)) for node in nodes], **more}


REFUSED = {
    "a turn that the rules forbid": (asked((0, "e4-f4"), (1, "e5-e9")), 400, "study.illegal"),
    "a turn that is not written as in a file": (asked((0, "E4F4")), 400, "study.illegal"),
    "a turn before itself": (asked((1, "e4-f4")), 400, "study.parent"),
    "turns in a circle": (asked((2, "e4-f4"), (1, "d1-c1")), 400, "study.parent"),
    "a turn after one that is not there": (asked((0, "e4-f4"), (99, "d1-c1")), 400, "study.parent"),
    "a negative number": (asked((-1, "e4-f4")), 422, "request.shape"),
    "a number that is a text": (asked(("0", "e4-f4")), 422, "request.shape"),
    "a turn twice": (asked((0, "e4-f4"), (0, "e4-f4")), 400, "study.twice"),
    "an unknown game": ({"game": "chess"}, 400, "options.refused"),
    "an unknown field": (asked(score=3), 422, "request.shape"),
    "a mark that is none": (asked() | {"nodes": [{"parent": 0, "move": "e4-f4", "mark": "ab"}]}, 400, "study.mark"),
    "a sign that nobody sees": (asked(comment="\u202e"), 400, "study.sign"),
    "a long comment": (asked(comment="x" * 10_001), 400, "study.long"),
    "a player who is not there": (asked(names={"r": "Anna"}), 400, "record.refused"),
    "a tag of two lines": (asked(tags={"Event": "a\nb"}), 400, "record.refused"),
    "a result that no game has": (asked(ended={"node": 0, "result": "2-0", "reason": "time"}), 400, "ending.unknown"),
    "an end at no turn": (asked(ended={"node": 5, "result": "1-0", "reason": "time"}), 400, "study.parent"),
    "a position that is none": (asked(start="9 w"), 400, "position.refused"),
}


@pytest.mark.parametrize("kind", REFUSED, ids=lambda kind: kind.replace(" ", "-"))
def test_a_bad_study_is_refused_with_the_reason(page, kind):
    body, status, key = REFUSED[kind]
    answer = page.post("/api/studies", json=body)
    assert answer.status_code == status, answer.text
    assert answer.json()["error"]["key"] == key
    assert page.post("/api/studies/record", json=body).json()["error"]["key"] == key


def test_enormous_and_deep_studies_are_refused(page):
    there = page.post("/api/studies", json=asked(*[(0, f"t{place}") for place in range(2001)]))
    assert (there.status_code, there.json()["error"]["key"]) == (400, "study.many")
    large = page.post("/api/studies", json=asked(comment="x" * 600_000))
    assert (large.status_code, large.json()["error"]["key"]) == (413, "limit.body")
    nodes, at, position = [], 0, tv.game("pathwayz").start()
    for _ in range(21):
        first, second = position.legal_moves()[:2]
        nodes += [(at, first), (at, second)]
        at, position = len(nodes), position.play(second)
    deep = page.post("/api/studies", json=asked(*nodes, game="pathwayz"))
    assert (deep.status_code, deep.json()["error"]["key"]) == (400, "study.nested")
    assert page.post("/api/studies", json=asked(*nodes[:-1], game="pathwayz")).status_code == 201


@pytest.mark.parametrize("name", ["0" * 24, "x", "%2e%2e%2fetc", "0" * 23 + "G"])
def test_a_forged_id_leads_nowhere(page, name):
    answer = page.get(f"/api/studies/{name}")
    assert answer.status_code in (404, 422) and answer.json()["error"]["key"] in (
        "study.missing",
        "request.shape",
        "request.missing",
    )


def test_the_same_study_has_the_same_link_and_another_order_is_the_same(page):
    one = page.post("/api/studies", json=asked((0, "e4-f4"), (1, "d1-c1"), (0, "e4-g4"))).json()
    other = page.post("/api/studies", json=asked((0, "e4-f4"), (0, "e4-g4"), (1, "d1-c1"))).json()
    assert one == other and one["url"] == f"/analyse/tablut?study={one['study']}"
    assert page.get(one["url"]).status_code == 200


# From tables and files

VARIED = """[Game "tablut"]
[Rules "1"]
[White "Anna"]
[Black "Bo"]
[Date "2026-11-15"]
[Result "1-0"]
[Reason "resignation"]
[Event "club evening"]

{ before } 1. e4-f4!? {hm} ( 1. e4-g4 2. d1-c1 ( 2. d9-c9?? ) ) 2. d1-c1 3. e6-f6 1-0
"""


def test_a_file_with_variations_comes_back_as_it_was(page):
    table = page.post("/api/records", json={"format": "tav", "text": VARIED}).json()["tables"][0]["table"]
    study = page.get(f"/api/tables/{table}/study").json()
    assert [(node["parent"], node["move"], node["mark"], node["seat"]) for node in study["nodes"]] == [
        (0, "e4-f4", "!?", "w"), (0, "e4-g4", "", "w"), (2, "d1-c1", "", "b"), (2, "d9-c9", "??", "b"),
        (1, "d1-c1", "", "b"), (5, "e6-f6", "", "w"),
    ]  # fmt: skip
    sent = {name: value for name, value in study.items() if name != "title"}
    sent["nodes"] = [without_seat(node) for node in sent["nodes"]]
    text = page.post("/api/studies/record", json=sent).text
    assert next(read(text)) == next(read(VARIED))


def test_a_game_that_is_played_is_a_study_too(page):
    table, _ = new_table(page, moves=["e4-f4", "d1-c1"])
    study = page.get(f"/api/tables/{table}/study").json()
    assert [node["move"] for node in study["nodes"]] == ["e4-f4", "d1-c1"] and study["ended"] is None
    assert page.get("/api/tables/nowhere/study").status_code == 404


def test_an_agreed_result_holds_only_where_the_game_ended():
    limits = Limits()
    nodes = (Node(0, "e4-f4"), Node(1, "d1-c1"), Node(0, "e4-g4"))
    ended = studies.checked(Study("tablut", {}, ended=Ended(2, "1-0", "resignation"), nodes=nodes), limits)
    assert studies.record_of(ended).result == "1-0"
    longer = studies.checked(Study("tablut", {}, ended=Ended(1, "1-0", "resignation"), nodes=nodes), limits)
    assert (studies.record_of(longer).result, studies.record_of(longer).reason) == ("*", "")
    won = Study("tablut", {}, start="9/9/9/9/2k6/9/9/9/8b w", nodes=(Node(0, "c5-c9"),))
    assert "1-0" in format_record(studies.record_of(studies.checked(won, limits)))


def test_a_line_after_the_end_of_the_game_is_refused():
    study = Study("tablut", {}, start="9/9/9/9/2k6/9/9/9/8b w", nodes=(Node(0, "c5-c9"), Node(1, "i1-i2")))
    with pytest.raises(Refusal) as caught:
        studies.checked(study, Limits())
    assert caught.value.key == "study.illegal" and caught.value.clause == "common.over"
