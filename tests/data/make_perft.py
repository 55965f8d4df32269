"""Write the perft tables: numbers of sequences of whole turns on which the engine and the referee agree.

    python -m tests.data.make_perft [game ...]

An entry on which they disagree is not written, and the script ends with exit code 1. It takes about ten minutes, nearly
all of it the referees'.
"""

# ruff: noqa: E501 - a position is one text and stands on one line

from __future__ import annotations

import dataclasses
import json
import sys
from collections.abc import Mapping
from pathlib import Path

import tavoliere as tv
import tests.conftest  # noqa: F401 - one cache of machine code for all tests
from tests.differential.driver import oracle_of

TABLES = Path(__file__).resolve().parent / "perft"

ABOUT = (
    "Sequences of 1, 2, 3... whole turns; a game that ends earlier counts once, repetition is not applied. Made by "
    "tests/data/make_perft.py; every number was counted by the compiled engine and by the referee in tests/oracles."
)
RULES = "the rules page"
JAVA = "the rules page, whose numbers the challenge's own Java referee confirmed"
PLAYED = "a game of the seeded kernel from the start"
MADE_UP = "made up, see tests/differential/starts.py"
BY_HAND = "set up by hand"


@dataclasses.dataclass(frozen=True)
class Entry:
    """A position to count from (None is the start), how deep, where it comes from and what is special about it."""

    about: str
    position: str | None
    depth: int
    origin: str = PLAYED
    options: Mapping[str, int | str] = dataclasses.field(default_factory=dict)


TABLUT = (
    Entry("the start", None, 4, JAVA),
    Entry("king out, both sides scattered", "4b1bb1/b2w4b/1w4b2/2www2b1/3b5/2w1k1b2/4b1b2/3b1w2b/1w1b1b3 w", 4),
    Entry("king out, three defenders", "1b7/w6bb/b8/5k3/2b6/3bb4/1b1b5/6wb1/1b4wb1 w", 4),
    Entry("lone king against five", "8b/9/6b2/4b4/9/9/3k3b1/9/9 w", 5),
    Entry("four attackers left", "9/8b/bbw2k3/9/3w5/1w4w2/9/1w4b2/9 b", 4),
    Entry("king next to the edge", "7b1/9/1kb1w3b/9/9/2b6/b1w6/9/9 w", 4),
    Entry("black to stop an escape", "1b7/9/b8/9/9/2b2b3/1wkb1b3/9/9 b", 4),
    Entry("many captures near", "6b1b/3b1k1w1/4w3w/1bb4w1/9/7w1/3b5/w8/1b4b2 w", 4),
    Entry("attackers in three camps", "8b/4b3b/w5b2/8b/1b6b/6k2/2b1ww1w1/7ww/1b1bb2b1 b", 4, MADE_UP),
    Entry("king on the castle, one attacker short", "9/9/9/1b7/2bbkb3/b3b4/9/9/1b7 b", 5, MADE_UP),
    Entry("king next to the castle, shut in", "2b6/4b3w/8b/8b/3w1w3/3bkb3/w3b4/w4w3/4b4 w", 4, MADE_UP),
    Entry("king beside a camp", "1b1b2w2/9/6b1b/3b3w1/2bk5/9/9/8w/9 b", 4, MADE_UP),
    Entry("white can be left without a move", "9/9/2b6/9/9/9/bb7/wk7/bb1b5 b", 5, BY_HAND),
    Entry("a lone attacker may be captured", "9/9/2w6/2b6/9/9/2w1k4/9/9 w", 5, BY_HAND),
    Entry("camps to move through", "3b5/9/9/b4k3/b8/8b/8b/4b4/3b5 b", 4, BY_HAND),
    Entry("white may capture three at once", "9/8b/6k2/9/2w6/2b6/wb1bw4/9/2w6 w", 4, BY_HAND),
    Entry("black may capture three at once", "9/9/6k2/9/2b6/2w6/bw1wb4/9/2b6 b", 4, BY_HAND),
)

PATHWAYZ = (
    Entry("the start", None, 3, RULES),
    Entry("half full", "1bb1BBb2Ww1/WB1wBB3B1b/2WB2B4B/B1b1WW1W1wW1/B1b1w3BB2/B1bw5W2/wB1WWb1W2BW/b7w3 w", 3),
    Entry("chains near", "2w2Bw1Wwbw/BbbBWWwwWBb1/Bbb1WB2BBbb/bwWWB1w1Bbbb/bbBbWb1wWb1B/b1B1B3WWw1/1Wbb1WwWBW1W/bBWBWW1B2wb b", 4),
    Entry("ten squares left", "wWbWwBWBwWWW/W1WW1wwBbWBW/wbbWBBW1w1b1/1WBbbbbbwbW1/wwwBbbBWwW1b/bbwbBwBBBbww/bbBBbbWBWbwB/BwwB1WwbWB1b w", 5),
    Entry("twenty squares left", "1b2Bb1Wb1wB/bBwBBbW1wbW1/wwb3b1wwWb/WWwwwWWB1Www/wWWbBB1bbwBw/bWBBw1BBbb1w/1WBBWBBbBww1/BwBBbb1bBW2 w", 4),
    Entry("seven squares left", "1bWbBwwwWBbW/WB1WBW1b1wbW/wWwwbBbbbWbw/Bw1bwbBWBBBB/BbW1wbbBWWWb/BWWwwbwwWwbb/WBBwWwBwBwbw/bwb1wBWwWbbw b", 6),
    Entry("stripes, six squares left", "bWWbBbwbWwwb/w1WBBwwBbBwb/bbw1bwBwWWBB/1wwbbbbBwbbW/bbWwBWwWbWBW/bwwWbwbbbB1b/bwWwBWbBWbwb/bbWwB1W1wWwW w", 7, MADE_UP),
    Entry("stripes, two squares left", "bwwbbBwBbwWb/WWBbBwBbbwww/1WbwbWbbBbww/Bbbwbwwwbbwb/wBbbBwwbB1wB/WbwbWWbbbwWb/bBbbwBWwwbWw/WbwBwwbBwbwb w", 3, MADE_UP),
    Entry("the last square draws", "WbbbWWBWbBwb/BbbWbwBwWBbB/wwWWbw1wWBbw/bBBWBwbwwBWb/BbbwbWwwwBwb/bWwwbWbwBBwb/bbbwwbbwbbWB/bwwBwwwwwBbb b", 2, MADE_UP),
    Entry("both chains by one piece, white to move", "10w1/2bwb7/WwbwwWWWwWWw/4w7/BBwBBbbbBbBb/2w9/8b3/2W9 w", 3, MADE_UP),
    Entry("both chains by one piece, black to move", "3b8/12/wBbBbBbbbBbb/12/bWWWWwWwWWWW/12/12/12 b", 3, MADE_UP),
    Entry("one piece short of a chain", "12/12/12/wwwwww1wwwww/12/bbb1bbbbbbbb/12/12 b", 3, BY_HAND),
)  # fmt: skip

NEVER_ALONE = (
    Entry("the start", None, 6, RULES),
    Entry("early captures", "4b2r/8/5r2/1b2b3/3r4/2bb1b2/1r6/r2r4 r 0", 5),
    Entry("captures of both sides", "b7/2br1br1/1r3r2/bb2b3/3r3r/6b1/1r6/8 r 0", 5),
    Entry("middle game", "b3b2r/2br2br/b1b1br2/bb1rbr1r/r1brbb1r/2bb1r2/5r1r/r2rb1r1 r 0", 5),
    Entry("few squares left", "bbrrbrbb/rbr1bbbb/1rbrrrrb/br1bb1bb/rbrrrbrr/1rbrbbb1/rrrbbrrb/rbrrbrrb r 0", 6),
    Entry("ten squares left, black to move", "bbrbb1b1/r1b2bb1/rrbbrrrb/1r1bb1bb/rbrrbbbr/1bbrrrrr/1rb1rrbb/1rrrrrbr b 0", 6),
    Entry("four squares left, captures and passes", "rbrrbrrb/brbbr1br/rrbrrbrr/brrbbr1b/brbrb1r1/rbbbrbbr/brrrrrrb/bbrbbbb1 b 0", 6),
    Entry("red has just passed to black", "rrrrr1rr/bbrrr1bb/bbbrrrbr/2rrrbbr/bbrrrbbb/1brrrbb1/bbbb1bbb/brbbbrbb r 1", 7, MADE_UP),
    Entry("thirty-six black pieces", "rr2bbbb/1rrbbbbb/1rbb1bbb/bbrbbbbb/bbbbbbbb/rbbr1rrr/1rr1rrr1/rr1rrr1r b 0", 6, MADE_UP),
    Entry("one square left", "rrrrbbbr/rrrrrbbb/rrrrbbbb/rr1brrbr/rbrbbrrr/bbbrbrrr/rbbbbrrr/bbbrbrrr b 0", 6, MADE_UP),
    Entry("full, both must pass", "bbbrbbbr/bbrrbbrr/rbbbbbbr/brrbbrrr/brrbbbbr/rrrrbbbr/bbrrbbrr/bbrrbbrr b 0", 4, MADE_UP),
    Entry("full, one pass made", "rrrrbbbb/rrrrbbbb/rrrrbbbb/rrrrbbbb/rrrrbbbb/rrrrbbbb/rrrrrbbb/rrrrrrbb b 1", 3, MADE_UP),
    Entry("black has no piece and must pass", "8/8/8/8/3rr3/8/8/8 b 0", 5, BY_HAND),
    Entry(
        "another start with several pieces", None, 4, MADE_UP,
        {"red": "g3 f6 f8 c4 b8", "black": "g5 f1 e5 f3 b6 c3 g4 a1 g2"},
    ),
)  # fmt: skip

PIT = (
    Entry("the start, two players", None, 4, RULES),
    Entry("the start, three players", None, 4, RULES, {"players": 3}),
    Entry("the start, four players", None, 4, RULES, {"players": 4}),
    Entry("twenty barriers", "4bbb2/4b2b1/2o3o2/9/1W2o2B1/8w/2o3o2/9/3w1w3 w w0,b0 a3n,b5n,c1e,c4e,c8e,c9e,d3e,d4n,d6n,e3n,e8e,e9e,f1e,f8n,g8n,h3n,h4e,h5n,h8e,i7n", 4, RULES),
    Entry("three players, nineteen barriers", "4b1bb1/W8/2o3o2/9/4o2b1/1r1r5/w1o3o1B/w3w4/1w1ww2R1 b w0,r2,b0 a1e,a1n,a2n,a4e,b3n,b5e,b5n,c5e,d1n,d4n,e2n,e3n,f9e,g8e,g9e,h1e,h1n,h5e,h7e", 3, RULES, {"players": 3}),
    Entry("forced to disconnect", "b8/W8/2o3o2/9/4o4/1B7/2o3o2/9/2w1w4 w w4,b5 a9e,c1n", 3, RULES),
    Entry("thirty-two barriers, no reserves", "9/4b2bb/W1o3o2/7b1/4o1B2/3w5/2o3o2/9/4ww3 b w0,b0 a1n,a2n,a4e,a6e,a7e,a7n,a8e,b1e,b1n,b2e,b2n,b5e,b6n,b8n,c4e,c8n,d1n,e1n,e2n,e6e,e7n,e8e,f1e,f2n,f8e,f9e,g5n,g8e,h5e,h6e,h7n,i2n,i7n", 4),
    Entry("many reserves", "b4b1b1/9/2o3o2/8w/1B2o4/3W5/2o3o2/9/w1w4w1 b w2,b3 a1n,a8n,c1n,d8n,f8n,g9e,h1e,h1n,i5n", 3),
    Entry("pawns and no towers", "9/8W/2o3o2/1B7/4o4/9/2o3o2/9/9 b w5,b5 a6n,a7n,a8n,b6e,b8e,d2e,d7e,e1n,e7n,h5e,h7e,h8e,i5n", 7),
    Entry("one of three is out", "4b2b1/4b4/R1o3o2/r8/4o3r/r4r3/2o3o2/7B1/9 b r0,b2 a3n,a6n,d4e,d8e,d9e,e8e,f4n,g9e,h1n,h2n,h3e,h4e,h5e,h9e,i3n,i4n", 3, PLAYED, {"players": 3}),
    Entry("one of three is out, thirty-one barriers", "1b2B4/8R/2o3o2/9/4o4/5r3/2o3o2/9/9 r r0,b0 a1e,a3n,a5n,a7n,a8n,b1n,b4n,b6e,b8n,c1n,d1n,e3n,e4e,e8n,e9e,f1e,f4e,f6n,f8e,f8n,g1e,g1n,g8n,h1e,h2n,h3e,h3n,h7n,h8n,h9e,i8n", 5, PLAYED, {"players": 3}),
    Entry("three players, replacements near", "9/3Bb4/2o3o2/9/r3o4/9/2o3o2/1r3R3/2W6 r w5,r4,b5 b1e,b2n,b5e,c8e,e3n,e7n", 4, PLAYED, {"players": 3}),
    Entry("four players, two pawns still in hand", "4b4/9/2o3o2/9/r3o3g/6R2/1Wo3o2/9/4w4 b w5,r5,b5+,g5+ -", 5, PLAYED, {"players": 4}),
    Entry("one of four is out, a replacement is due", "9/1R7/2o3o2/W8/r3o3g/r8/2o3o2/8g/3w2G2 r w5,r4,g4 a3n,a6n,c1e,h2e", 4, PLAYED, {"players": 4}),
    Entry("two of four are out", "9/9/2o3o2/9/4o3g/9/2o3o2/9/4WG3 g w6,g5 d1e,e1e,f1n", 4, PLAYED, {"players": 4}),
    Entry("two of four are out, thirty-four barriers", "3Bbb3/3b5/2o3o2/3W5/4o4/w4w3/w1o3o2/5w1w1/9 b w0,b0 a2n,a4e,a5e,a7e,b1n,b3n,b8e,b9e,c8e,d1n,d4e,d8e,d8n,e1n,e7n,e8e,e8n,f1n,f2e,f4e,f8n,g1e,g2e,g4e,g5e,g6e,g8e,g9e,h2n,h3e,h4n,h7n,h9e,i8n", 6, PLAYED, {"players": 4}),
    Entry("four players, no tower of white's", "9/4bB3/2o3o2/9/r3o1G2/1g7/2o1W1o2/2r6/5R3 g w5,r4,b4,g5 a2e,a4e,b5e,c2e,d2n,d7e,d8e,e2e,e2n,f1n,f6n,g5e,h3n", 5, PLAYED, {"players": 4}),
    Entry("replacing one and disconnecting from the other", "R8/W8/2o3o2/9/4o4/9/2o3o2/7B1/9 w w5,r5,b5 b8n,b9e", 5, BY_HAND, {"players": 3}),
    Entry("a pawn to replace behind barriers", "9/4RW3/2o3o2/9/4o4/9/2o3o2/1B7/9 w w5,r5,b5 a3n,b3n,d8n,e8n,f8n,g8n,h8n,i8n", 5, BY_HAND, {"players": 3}),
    Entry("a small board with one hole", "o1W3/5b/1B4/6/3w2/6 w w5,b5 -", 3, MADE_UP, {"players": 2, "size": 6, "holes": "a6", "towers": "d2 f5"}),
    Entry("the smallest board, two of four players left", "1bBb1/4o/3r1/3R1/1r3 r r3,b0 b1e,b2n,b3e,b4n,c3n,c4n,d1e,d4n", 6, MADE_UP, {"players": 4, "size": 5, "holes": "e4", "towers": "a4 b5 d2 d4"}),
    Entry("the largest board", "2b1oo3o1/1o9/11/4o6/o4o5/11/2w8/8o2/11/1o6o2/7o3 w w5+,b5+ -", 3, MADE_UP, {"players": 2, "size": 11, "holes": "f7 b2 i2 i4 a7 h1 e8 j11 b10 e11 f11", "towers": "c5 c11"}),
)  # fmt: skip

PIT_OF_PILLARS = (
    Entry("the start", None, 3, RULES),
    Entry("the second turn", "#6#/8/8/3w4/8/8/8/#6# r e 0-0 d5 0", 3, BY_HAND),
    Entry("the movement stage, no pillar yet", "#1w1rwr#/rrw2r2/r1w1ww(rr)1/rw3r2/1w2wrww/3rrw1r/rw(rr)1w(ww)2/#1rw1w1# w m 0-0 - 45", 3),
    Entry("stacks of three, no pillar", "#1w2r1#/(rr)1w2r1w/5wr1/4(rrr)1rw/r4r1(www)/rww2www/1(rr)1w3r/#1w2rw# w m 0-0 - 93", 3),
    Entry("mixed stacks and a red pillar", "#w2(wrr)2#/(wr)2rrw2/1rw2Rw(rrw)/1r6/2r5/4w3/2(rw)w1r2/#2(wr)1r1# w m 0-0 - 30", 3),
    Entry("pillars of both", "#w1R3#/3w4/1w4w1/2w2rW1/(rw)1r3ww/r1r1r2r/2r1(wr)2w/#2w2r# r m 0-0 - 24", 2),
    Entry("two pillars each", "#2w1r1#/1rw2r2/2wr2rw/(wr)rW5/3wr2w/1r4Rw/2rr3w/#w5# r m 0-0 - 73", 2),
    Entry("mostly pillars", "#1r4#/2WR(rw)WwW/1r2R3/3R4/W2r2R1/2RR4/2Ww1r1W/#4WR# r m 0-0 - 46", 2),
    Entry("a stack of nine, reserves and pillars", "#RR1wW1#/2(rrr)w4/W2R1(rrr)2/R(rr)RR1RW1/4(rw)1W1/1w1W4/R1W2w2/#W1(ww)(wwwwwwwww)2# r m 4-0 - 0", 2, MADE_UP),
    Entry("a stack of eight and a reserve", "#r3WW#/2r2R1R/Rr6/4W3/2(wrw)2W2/1W3(ww)(wwr)1/RRr3(rrrrrrrr)W/#6# r m 0-1 - 1", 2, MADE_UP),
    Entry("tall stacks without reserves", "#(rww)4(rrw)#/r3Rw(wr)(wwwwwwww)/2w3(rrrrrr)1/(wrrr)4(rr)1w/2(rrr)r3w/1(wwrr)(wr)2W(wrr)R/1(wr)wwW(rwww)2/#w1W2w# r m 0-0 - 0", 2, MADE_UP),
    Entry("four quiet turns from a draw", "#6#/7R/(www)7/3(wrww)1(rw)2/8/8/5w1W/#4r1# w m 0-0 - 96", 2, MADE_UP),
    Entry("nine men in reserve", "#3w2#/7w/8/8/7R/8/2R5/#r5# r m 0-9 - 89", 2, MADE_UP),
    Entry("a reserve each, no pillar", "#4w(rrwr)#/8/8/8/1(rw)4(rrrr)1/8/8/#6# w m 1-1 - 0", 3, MADE_UP),
    Entry("five stacks, splits uncover", "#6#/3(rrw)4/7(ww)/4w1r1/2w5/8/8/#6# r m 0-0 - 1", 4, MADE_UP),
    Entry("one quiet turn from a draw", "#6#/8/8/1W6/8/4w3/8/#rW4# w m 0-0 - 99", 3, BY_HAND),
    Entry("a pillar move can leave red without a move", "#6#/8/8/1W6/8/4w3/8/#rW4# w m 0-0 - 9", 4, BY_HAND),
    Entry("two men alone", "#6#/8/8/3r4/8/3w4/8/#6# w m 0-0 - 97", 5, BY_HAND),
)  # fmt: skip

GAMES = {
    "never-alone": NEVER_ALONE,
    "pathwayz": PATHWAYZ,
    "pit": PIT,
    "pit-of-pillars": PIT_OF_PILLARS,
    "tablut": TABLUT,
}


def counted(name: str, entry: Entry) -> dict[str, object]:
    """The entry with its numbers; an `AssertionError` if engine and referee disagree."""
    game, oracle = tv.game(name, **entry.options), oracle_of(name)
    position = game.start() if entry.position is None else game.position(entry.position)
    referee = oracle.start(**entry.options) if entry.position is None else oracle.parse(entry.position, **entry.options)
    counts = [tv.perft(position, depth) for depth in range(1, entry.depth + 1)]
    checked = [oracle.perft(referee, depth) for depth in range(1, entry.depth + 1)]
    if counts != checked:
        raise AssertionError(f"{name}, {entry.about}: the engine counts {counts}, the referee {checked}")
    return {
        "about": entry.about,
        "options": dict(entry.options),
        "position": entry.position,
        "origin": entry.origin,
        "counts": counts,
        "confirmed_by": ["engine, compiled", f"tests/oracles/{name.replace('-', '_')}.py"],
    }


def write(name: str) -> None:
    """Count all entries of a game, then write its table."""
    entries = []
    for entry in GAMES[name]:
        entries.append(counted(name, entry))
        print(f"{name}: {entry.about}: {entries[-1]['counts']}", flush=True)
    rules_version = tv.game(name).facts.rules_version
    table = {"game": name, "rules_version": rules_version, "about": ABOUT, "entries": entries}
    (TABLES / f"{name}.json").write_text(json.dumps(table, indent=1) + "\n")


def main(names: list[str]) -> int:
    for name in names or GAMES:
        try:
            write(name)
        except AssertionError as error:
            print(error, file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
