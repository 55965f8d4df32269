"""Engine and referees compared on fixed seeds; `make differential HOURS=n` goes on with fresh ones.

A failure prints the command that repeats it alone. Each batch names the events it must have met, so that a comparison
that stops meeting a rule is noticed; together they must meet every event that is looked for.
"""

from __future__ import annotations

import dataclasses
import random
import shlex
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import tavoliere as tv
from tests.differential import driver, mutations, starts
from tests.differential.__main__ import main
from tests.differential.driver import EVERY, Case, Disagreement, Tally
from tests.differential.examples import EXAMPLES, Example
from tests.differential.sightings import EVENTS
from tests.oracles import pit, tablut

ALL = tuple(driver.KERNEL_STYLES)


@dataclasses.dataclass(frozen=True)
class Batch:
    """Some games of each style from beginnings of one kind, cut after so many actions, and what they must meet."""

    game: str
    kind: str
    styles: tuple[str, ...]
    games: int
    steps: int = driver.LONGEST
    meets: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.game}, {self.kind}, {'+'.join(self.styles)}"

    def cases(self) -> Iterator[Case]:
        chance = random.Random(str(self))
        for style in self.styles:
            for _ in range(self.games):
                options, position = starts.beginning(self.game, self.kind, chance)
                yield Case(self.game, options, position, style, chance.randrange(1_000_000), self.steps)


NEVER_ALONE = (
    Batch("never-alone", "start", ALL, 12, meets=("placement", "capture", "only captures were legal")),
    Batch("never-alone", "several", ALL, 14, meets=("placement", "capture", "pass with pieces in hand")),
    Batch("never-alone", "dense", ALL, 60, meets=("last piece placed", "pass with no piece in hand", "more points")),
    Batch("never-alone", "dense", (EVERY,), 150, meets=("capture", "placement after a pass", "last piece placed")),
    Batch("never-alone", "full", (*ALL, EVERY), 72, meets=("full board counted", "equal points", "more points")),
    Batch("never-alone", "table", (*ALL, EVERY), 15, meets=("placement after a pass", "pass with pieces in hand")),
)
PATHWAYZ = (
    Batch("pathwayz", "start", ("uniform", "long"), 4, meets=("normal piece", "permanent piece", "pieces turned over")),
    Batch("pathwayz", "start", ("tight", "loose"), 4, meets=("pieces turned both ways", "permanent piece not turned")),
    Batch("pathwayz", "half-full", ("uniform", "long"), 7, meets=("chain by its owner",)),
    Batch("pathwayz", "half-full", (EVERY,), 6, meets=("pieces turned both ways",)),
    Batch("pathwayz", "striped", ALL, 30, meets=("board full", "chain by its owner", "chain handed over")),
    Batch("pathwayz", "striped", (EVERY,), 36, meets=("board full", "chain by its owner", "chain handed over")),
    Batch("pathwayz", "bridged", ("uniform", "tight"), 5, meets=("chain by its owner", "chain handed over")),
    Batch("pathwayz", "bridged", (EVERY,), 3, meets=("chain by its owner", "chain handed over")),
    Batch("pathwayz", "table", (*ALL, EVERY), 3, meets=("board full",)),
)
MOVES_OF_PIT = ("tower slides", "pawn slides", "tower enters", "tower replaced", "tower into a hole", "tower isolated")
ENDS_OF_PIT = ("won by pawn replaced", "won by pawn in a hole", "won by pawns disconnected", "barrier taken back")
WAYS_OUT_OF_PIT = ("out by pawn replaced", "out by pawn in a hole", "out by pawns disconnected")
PIT = (
    Batch("pit", "start-2", ALL, 9, meets=("pawn put", *MOVES_OF_PIT, "won by pawn in a hole")),
    Batch("pit", "start-3", ALL, 5, meets=("pawn put", *MOVES_OF_PIT, "out by pawn in a hole")),
    Batch("pit", "start-4", ALL, 5, meets=("pawn put", *MOVES_OF_PIT, "out by pawn in a hole")),
    Batch("pit", "board-2", ALL, 4, meets=("pawn put", *MOVES_OF_PIT, "won by pawn in a hole")),
    Batch("pit", "board-3", ALL, 4, meets=("pawn put", *MOVES_OF_PIT, "out by pawn in a hole")),
    Batch("pit", "board-4", ALL, 3, meets=("pawn put", *MOVES_OF_PIT, "out by pawn in a hole")),
    Batch("pit", "walled-2", ALL, 8, meets=(*MOVES_OF_PIT, *ENDS_OF_PIT)),
    Batch("pit", "walled-3", ALL, 6, meets=(*MOVES_OF_PIT, *ENDS_OF_PIT, *WAYS_OUT_OF_PIT)),
    Batch("pit", "walled-4", ALL, 6, meets=(*MOVES_OF_PIT, *WAYS_OUT_OF_PIT)),
    Batch("pit", "walled-2", (EVERY,), 15, meets=("tower slides", "pawn slides", "tower replaced")),
    Batch("pit", "walled-3", (EVERY,), 15, meets=("tower slides", "pawn slides", "tower replaced")),
    Batch("pit", "walled-4", (EVERY,), 25, meets=("tower slides", "pawn slides", "tower replaced")),
    Batch("pit", "walled-board-2", ALL, 6, meets=(*MOVES_OF_PIT, *ENDS_OF_PIT)),
    Batch("pit", "walled-board-3", ALL, 6, meets=(*MOVES_OF_PIT, "barrier taken back", "out by pawn replaced")),
    Batch("pit", "walled-board-4", ALL, 5, meets=(*MOVES_OF_PIT, "towers of several players isolated")),
    Batch("pit", "table", (*ALL, EVERY), 3, meets=("tower slides", "tower enters", "tower into a hole")),
)
MOVES_OF_PILLARS = ("stack moves", "stack splits", "split uncovers an enemy", "stack of both colours stands", "capture")
PIT_OF_PILLARS = (
    Batch(
        "pit-of-pillars", "start", ("uniform",), 1, 700, meets=("two men entered", *MOVES_OF_PILLARS, "pillar moves")
    ),
    Batch("pit-of-pillars", "start", ("long",), 1, 700, meets=("two men entered", *MOVES_OF_PILLARS, "pillar moves")),
    Batch("pit-of-pillars", "start", ("tight", "loose"), 1, meets=("one man ends the entering stage", "stack splits")),
    Batch("pit-of-pillars", "stacks", ("uniform", "long"), 4, 60, meets=(*MOVES_OF_PILLARS, "stack above four stands")),
    Batch(
        "pit-of-pillars", "stacks", ("tight", "loose"), 4, 60, meets=(*MOVES_OF_PILLARS, "capture of more than four")
    ),
    Batch("pit-of-pillars", "stacks", (EVERY,), 4, meets=("man enters", "man enters on a stack", "capture")),
    Batch("pit-of-pillars", "quiet", ALL, 7, 30, meets=("100 turns without a capture", "no stack left")),
    Batch("pit-of-pillars", "bare", ALL, 4, 60, meets=("stack moves", "stack splits", "pillar moves")),
    Batch("pit-of-pillars", "bare", (EVERY,), 18, meets=("no stack left", "man enters", "fresh pillar moves")),
    Batch("pit-of-pillars", "table", (*ALL, EVERY), 2, 60, meets=("stack moves", "stack of both colours stands")),
)
KINGS_OF_TABLUT = ("king captured on the castle", "king captured between two attackers", "king captured against a camp")
CAPTURES_OF_TABLUT = ("capture", "captured against the castle", "captured against a camp", "king helps to capture")
TABLUT = (
    Batch("tablut", "start", ("uniform",), 8, meets=(*CAPTURES_OF_TABLUT, "king escaped", "moved through a camp")),
    Batch("tablut", "start", ("long",), 3, 400, meets=(*CAPTURES_OF_TABLUT, "moved safely in between")),
    Batch("tablut", "start", ("tight",), 4, 400, meets=(*CAPTURES_OF_TABLUT, "repetition")),
    Batch("tablut", "start", ("loose",), 3, 400, meets=CAPTURES_OF_TABLUT),
    Batch("tablut", "scattered", ALL, 9, 40, meets=(*CAPTURES_OF_TABLUT, "king escaped")),
    Batch("tablut", "scattered", (EVERY,), 24, meets=(*CAPTURES_OF_TABLUT, "king escaped")),
    Batch("tablut", "siege", ALL, 9, 40, meets=(*CAPTURES_OF_TABLUT, "king escaped")),
    Batch("tablut", "siege", (EVERY,), 36, meets=(*KINGS_OF_TABLUT, "no legal move")),
    Batch("tablut", "endgame", ALL, 4, 100, meets=("capture", "king escaped", "repetition")),
    Batch("tablut", "enclosed", ("uniform", "tight"), 12, 60, meets=("capture", "king escaped", "repetition")),
    Batch("tablut", "enclosed", (EVERY,), 30, meets=("king escaped", "no legal move")),
    Batch("tablut", "table", (*ALL, EVERY), 5, 40, meets=("capture", "king escaped")),
)
BATCHES = (*NEVER_ALONE, *PATHWAYZ, *PIT, *PIT_OF_PILLARS, *TABLUT)


def run_all(cases: Iterable[Case]) -> Tally:
    tally = Tally()
    for case in cases:
        driver.run(case, tally)
    return tally


@pytest.mark.parametrize("batch", BATCHES, ids=str)
def test_seeded_games_agree(batch: Batch) -> None:
    tally = run_all(batch.cases())
    assert set(batch.meets) - tally.seen_in(batch.game) == set(), "the comparison no longer meets these"


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_examples_of_every_rule_agree(example: Example) -> None:
    tally = Tally()
    driver.run(example.case(), tally)
    assert set(example.shows) - tally.seen_in(example.game) == set()


@pytest.mark.parametrize("game", EVENTS)
def test_there_is_an_example_of_everything_that_is_looked_for(game: str) -> None:
    assert {event for example in EXAMPLES if example.game == game for event in example.shows} == set(EVENTS[game])
    met = [event for batch in BATCHES if batch.game == game for event in batch.meets]
    assert set(met) <= set(EVENTS[game])


@pytest.mark.parametrize("part", range(3))
@pytest.mark.parametrize("game", starts.KINDS)
def test_both_sides_accept_and_refuse_the_same_texts(game: str, part: int) -> None:
    tally = run_all(mutations.text_cases(game, 900, random.Random(f"{game} texts {part}")))
    assert tally.texts[game, "accepted"] >= 30 and tally.texts[game, "refused"] >= 500


@pytest.mark.parametrize("game", mutations.OPTIONS)
def test_both_sides_accept_and_refuse_the_same_options(game: str) -> None:
    chance = random.Random(f"{game} options")
    tally = run_all(mutations.options_case(game, chance) for _ in range(200))
    assert tally.texts[game, "accepted"] >= 20 and tally.texts[game, "refused"] >= 20


# The comparison itself: a fault on either side must be noticed, and said so that it can be repeated.


def test_a_referee_that_forgets_a_capture_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tablut, "_man_is_captured", lambda pieces, man, opposite: opposite in pieces)
    with pytest.raises(Disagreement) as told:
        run_all(TABLUT[0].cases())
    assert "the text differs" in str(told.value)
    assert "reproduce: python -m tests.differential --game tablut --style uniform --seed" in str(told.value)


def test_a_referee_that_misses_a_turn_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pit, "entries", lambda position: {})
    with pytest.raises(Disagreement, match=r"beginnings of legal turns differs\n  only engine:  \['@"):
        driver.run(Case("pit", turns=("d2", "d8")), Tally())


def test_a_kernel_that_goes_another_way_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = driver.kernel_game

    def dishonest(position: tv.Position, case: Case) -> driver.Trace:
        game = honest(position, case)
        return driver.Trace(game.actions, game.counts, [*game.keys[:3], game.keys[3] + 1, *game.keys[4:]])

    monkeypatch.setattr(driver, "kernel_game", dishonest)
    with pytest.raises(Disagreement, match="the kernel's key differs"):
        driver.run(Case("pathwayz", seed=1), Tally())


def test_a_wrong_outcome_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tablut, "ESCAPES", [])
    with pytest.raises(Disagreement, match="the outcome differs"):
        driver.run(Case("tablut", position="9/9/7k1/9/9/b8/9/9/9 w", turns=("h7-i7",)), Tally())


def test_a_text_that_one_side_refuses_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    case = Case("tablut", text="9/9/wwwwwwwww/9/9/9/9/1k7/b8 w")
    driver.run(case, Tally())
    monkeypatch.setattr(tablut, "MOST_DEFENDERS", 9)
    with pytest.raises(Disagreement, match="accepted by one side only"):
        driver.run(case, Tally())


def test_one_case_can_be_repeated_from_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    words = shlex.split(Case("pit", (("players", 3),), None, "tight", 123).command())
    assert words[:3] == ["python", "-m", "tests.differential"]
    assert main(words[3:]) == 0
    assert "both sides agree on" in capsys.readouterr().out


@pytest.mark.parametrize(
    "case",
    [
        Case("tablut", (), "9/9/7k1/9/9/b8/9/9/9 w", "every"),
        Case("pit", (("players", 2), ("size", 5), ("holes", "c3"), ("towers", "a1 e5")), steps=9),
        Case("pathwayz", turns=("a1", "c4*")),
        Case("never-alone", text="8/8/8/4b3/3r4/8/8/8 r 2"),
    ],
    ids=str,
)
def test_the_command_of_a_case_is_read_back_as_the_case(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    run: list[Case] = []
    monkeypatch.setattr(driver, "run", lambda given, tally: run.append(given))
    assert main(shlex.split(case.command())[3:]) == 0
    assert run == [case]


def test_a_disagreement_ends_the_command_with_an_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(pit, "entries", lambda position: {})
    assert main(["--game", "pit", "--turns", "d2 d8"]) == 1
    assert "reproduce: python -m tests.differential --game pit --turns 'd2 d8'" in capsys.readouterr().out
    monkeypatch.setattr(pit, "text", lambda position: "nonsense")
    assert main(["--hours", "1", "--game", "pit", "--report", str(tmp_path / "report.md")]) == 1
    assert "disagreement" in (tmp_path / "report.md").read_text()
    assert "reproduce:" in capsys.readouterr().out


def test_a_long_run_writes_what_it_did_also_when_interrupted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    page = tmp_path / "docs" / "report.md"
    assert main(["--hours", "0.0002", "--game", "never-alone", "--report", str(page)]) == 0
    assert "Result: **no disagreement**" in page.read_text()

    def interrupted(case: Case, tally: Tally) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(driver, "run", interrupted)
    assert main(["--hours", "1", "--report", str(page)]) == 0
    assert "ended early by hand" in page.read_text()
    capsys.readouterr()
