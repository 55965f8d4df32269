"""One example at least of everything that `sightings` looks for, as a position and the turns that bring it about."""

# ruff: noqa: E501 - a position is one text and stands on one line

from __future__ import annotations

import dataclasses

from tests.differential.driver import Case, Options


@dataclasses.dataclass(frozen=True)
class Example:
    """Turns from a position (None is the start), and the events they must show."""

    game: str
    position: str | None
    turns: str
    shows: tuple[str, ...]
    options: Options = ()

    def case(self) -> Case:
        return Case(self.game, self.options, self.position, turns=tuple(self.turns.split()))

    def __str__(self) -> str:
        return f"{self.game}: {', '.join(self.shows)}"


TWO: Options = (("players", 2),)
THREE: Options = (("players", 3),)
FOUR: Options = (("players", 4),)

TABLUT = (
    Example("tablut", "9/2k6/8w/9/3b5/9/9/9/1b7 w", "c8-c5", ("capture", "captured against the castle", "king helps to capture")),
    Example("tablut", "6b2/9/7k1/9/b8/9/9/9/9 w", "h7-h9", ("captured against a camp", "king escaped")),
    Example("tablut", "5b3/7b1/4b4/2wb3k1/9/9/9/2b6/9 w", "h6-e6", ("two captured at once",)),
    Example("tablut", "9/8b/6k2/9/2w6/2b6/wb1bw4/9/2w6 w", "c1-c3", ("three captured at once",)),
    Example("tablut", "9/9/6k2/9/2b6/2w6/bw1wb4/9/2b6 b", "c1-c3", ("three captured at once",)),
    Example("tablut", "w7b/9/9/2w6/1b7/1k7/9/9/9 w", "c6-b6", ("attacker captured in a camp",)),
    Example("tablut", "8b/9/9/9/9/9/bb7/w2k5/bb7 w", "a2-b2", ("moved safely in between",)),
    Example("tablut", "9/9/7k1/9/9/b8/9/9/9 b", "a4-a7", ("moved through a camp",)),
    Example("tablut", "9/9/2bb5/4b4/3bkbw2/9/7b1/9/4b4 b", "e1-e4", ("king captured on the castle",)),
    Example("tablut", "9/9/4b4/3bk4/9/9/4bb3/2b6/9 b", "f3-f6", ("king captured next to the castle",)),
    Example("tablut", "9/9/9/9/9/9/bb7/w1k6/bbb6 b", "b3-c3", ("king captured between two attackers",)),
    Example("tablut", "2b6/9/9/9/2k6/b8/9/3b5/9 b", "d2-d5", ("king captured against a camp",)),
    Example("tablut", "9/9/9/9/9/9/bbb6/wk7/bb7 b", "c3-c2", ("no legal move",)),
    Example("tablut", "9/9/2w6/2b6/9/9/2w1k4/9/9 w", "c3-c5", ("capture", "no legal move")),
    Example("tablut", "9/9/6k2/9/9/9/9/2b6/9 w", "g7-f7 c2-c3 f7-g7 c3-c2", ("repetition",)),
)  # fmt: skip

PATHWAYZ = (
    Example("pathwayz", None, "a1 c4*", ("normal piece", "permanent piece")),
    Example("pathwayz", "11w/12/12/12/12/12/12/12 b", "k7*", ("pieces turned over",)),
    Example("pathwayz", "10bw/12/12/12/12/12/12/12 w", "k7*", ("pieces turned both ways",)),
    Example("pathwayz", "11B/12/12/12/12/12/12/12 b", "k7*", ("permanent piece not turned",)),
    Example("pathwayz", "12/12/BbBwBbBbbBBb/12/WwWbwWWWWwWw/12/12/12 b", "d5", ("chain by its owner",)),
    Example("pathwayz", "12/12/BbBwBbBbbBBb/12/WwWbwWWWWwWw/12/12/12 b", "e3*", ("chain handed over",)),
    Example("pathwayz", "12/12/BbbBBbwBbbbB/12/wwWwWWbWWWWW/12/12/12 w", "f5*", ("both chains at once",)),
    Example(
        "pathwayz",
        "BBWwwbwwbwWW/bWwBbbwwbBBw/BBbBbwwwBwww/BwbwbWwWWbbB/bbwbwwWW1wbb/BwbBwbBWbwbw/bwWwwWwWbBww/BbwwbwwwWbwb w",
        "i4",
        ("board full",),
    ),
)

NEVER_ALONE = (
    Example("never-alone", None, "d7 b5", ("placement",)),
    Example("never-alone", "8/8/8/8/7b/8/8/7r r 0", "xh4", ("capture",)),
    Example(
        "never-alone",
        "1rrrrbrr/brbrbrbb/rrrrbrrb/rbbbbrbr/bbbbbrbb/rrrrbrrb/rrbrbbrb/brrbrrbr b 0",
        "xh1",
        ("only captures were legal",),
    ),
    Example(
        "never-alone",
        "2brrrr1/bbbrrrrb/rbbrrrbb/rbbbbrrb/brbbrrrr/rbbbrrrr/bbbrrrrr/b1brrrrr r 1",
        "a8 b8 pass",
        ("last piece placed", "placement after a pass", "pass with no piece in hand"),
    ),
    Example(
        "never-alone", "8/8/8/8/3rr3/8/8/8 b 0", "pass a4 pass", ("pass with pieces in hand", "placement after a pass")
    ),
    Example(
        "never-alone",
        "bbbbbbbb/bbbbbbbb/bbbbbbbb/bbbbbbbb/bbbrrrrr/rrrrrrrr/rrrrrrrr/rrrrrrrr r 1",
        "pass",
        ("more points", "full board counted"),
    ),
    Example(
        "never-alone",
        "bbbbbrrr/bbbbbrrr/bbbbbrrr/bbbbbrrr/bbbbrrrr/bbbrrrrr/bbbrrrrr/bbrrrrrr b 1",
        "pass",
        ("equal points",),
    ),
)

PIT = (
    Example("pit", None, "d2 d8 e1-e3n", ("pawn put", "tower slides")),
    Example("pit", "9/9/2o3o2/9/4o3W/9/2o2bo2/3B5/9 w w4,b0 -", "i5-h5e", ("pawn slides",)),
    Example("pit", "9/9/2o3o1B/9/4o4/9/2o3o2/Ww3b3/9 b w2,b2 -", "@c2s", ("tower enters",)),
    Example("pit", "2W4w1/9/2o3o1w/9/B3o4/9/2o3o2/b8/9 b w2,b3 -", "@a6s", ("tower enters behind a piece",)),
    Example("pit", "9/3b4W/2o1Bwo2/9/4o4/6w2/2o3o2/9/2w6 b w1,b0 e6n", "e7xf7s", ("tower replaced",), THREE),
    Example("pit", "4b4/9/2o3oWB/9/4o4/9/2o3o2/9/4w4 w w5,b5 -", "h7xi7", ("pawn replaced", "won by pawn replaced"), TWO),
    Example("pit", "4b3B/9/2o3o1W/9/4o4/9/2o3o2/9/4w4 w w5,b5 -", "e1-e5", ("tower into a hole", "tower into a hole from afar")),
    Example("pit", "9/8W/2o2Bo2/9/4o4/9/2o3o2/9/9 b w2,b0 -", "f7-g7", ("pawn into a hole", "won by pawn in a hole")),
    Example("pit", "8w/4w4/r1o3o2/1r3r3/2R1o4/9/2o3o2/8w/W2r1r1w1 w w0,r0 e3n,h9e", "e8-i8n", ("tower isolated",), THREE),
    Example(
        "pit",
        "b3w4/9/2ob2o2/B2b1w3/4o2b1/3W1w3/2o3o1w/9/9 w w1,b0 a2e,a3e,a4e,a7e,b4n,b6n,c1n,c4n,c5n,d1n,d3n,d4n,d7n,e2e,"
        "f4e,f4n,g1e,g5e,g8e,g8n,h1e,h2e,h3n,h4n,h5n,h6e,i5n",
        "i3-i5s",
        ("towers of several players isolated",),
    ),
    Example(
        "pit",
        "3r5/9/2o3o2/9/4o4/9/2o3o2/4r4/4R3B r r2,b6 a1e,a2e,a4e,a5e,a5n,a6e,a6n,a7n,a8n,a9e,b1e,b2n,b4e,b6e,c2e,c4n,c6e,"
        "c9e,d2n,d3e,d8e,e2n,e3n,e6e,e7e,e9e,f1n,f2n,f5n,f6n,g1n,g5e,g6e,g8e,g9e,h1n,h3n,h5e,h5n,h8e,i1n,i6n",
        "e1-f1w",
        ("pawns cut off from every hole",),
        THREE,
    ),
    Example("pit", "1b2W2w1/9/2o2bo2/9/w3o2b1/B8/2o3o2/9/6G1g w w1,b1,g4 b6n", "a5xa4n", ("out by pawn replaced",), FOUR),
    Example("pit", "9/8W/2o2Bo2/9/4o4/9/2o3o2/9/8R b w2,r0,b0 -", "f7-g7", ("out by pawn in a hole",), THREE),
    Example("pit", "9/1B6R/2o3o2/9/4o4/9/2o3o2/9/1W7 w w2,r2,b0 a1n", "b1-a1e", ("out by pawns disconnected",), THREE),
    Example(
        "pit",
        "b8/W8/2o3o2/9/4o4/1B7/2o3o2/9/2w1w4 w w4,b5 a9e,c1n",
        "a8xa9s",
        ("forced to disconnect", "barrier taken back", "won by pawns disconnected"),
    ),
    Example("pit", "R8/W8/2o3o2/9/4o4/9/2o3o2/7B1/9 w w5,r5,b5 b8n,b9e", "a8xa9s", ("two out in one turn",), THREE),
)  # fmt: skip

PIT_OF_PILLARS = (
    Example("pit-of-pillars", None, "d4 d5,f3", ("very first man", "two men entered")),
    Example(
        "pit-of-pillars",
        "#2wr2#/rw4rw/3wr3/w1r3rw/r1wrw3/w6r/r3wr1w/#rw3w# r e 0-0 g1 0",
        "f1",
        ("one man ends the entering stage",),
    ),
    Example("pit-of-pillars", "#6#/rw6/8/8/8/8/8/#6# r m 0-0 - 1", "a7-a6", ("stack moves",)),
    Example(
        "pit-of-pillars", "#6#/7(rw)/8/8/8/r7/8/#6# w m 0-0 - 1", "h7-g7", ("stack splits", "split uncovers an enemy")
    ),
    Example("pit-of-pillars", "#6#/3w4/8/8/8/r7/8/#6# w m 1-0 - 1", "@a2", ("man enters",)),
    Example(
        "pit-of-pillars",
        "#6#/rw6/8/8/8/8/8/#6# r m 0-1 - 1",
        "@b7",
        ("man enters on a stack", "stack of both colours stands", "no stack left"),
    ),
    Example("pit-of-pillars", "#6#/8/8/1r6/1w6/8/(wwww)7/#6# w m 4-0 - 1", "@a2", ("stack above four stands",)),
    Example(
        "pit-of-pillars",
        "#6#/8/6r(rrrw)/8/8/8/8/#6# w m 1-9 - 1",
        "@h6,h6-g5",
        ("capture", "capture of more than four", "captor left without a stack", "pillar moves", "fresh pillar moves"),
    ),
    Example("pit-of-pillars", "#R5#/8/8/8/R(rrr)6/4w3/2r5/#6# w m 1-6 - 2", "@b4", ("capture at reduced capacity",)),
    Example("pit-of-pillars", "#6#/8/8/1W6/8/4w3/8/#rW4# w m 0-0 - 99", "e3-e4,b5-b2", ("no legal move",)),
    Example("pit-of-pillars", "#6#/8/8/1W6/8/4w3/8/#rW4# w m 0-0 - 99", "e3-e4", ("100 turns without a capture",)),
    Example(
        "pit-of-pillars",
        "#6#/8/8/3r4/8/3w4/8/#6# w m 0-0 - 0",
        "d3-c3 d5-c5 c3-d3 c5-d5 d3-c3 d5-c5 c3-d3 c5-d5",
        ("repetition",),
    ),
    Example(
        "pit-of-pillars",
        "#6#/8/8/3r4/8/3w4/8/#6# w m 0-0 - 92",
        "d3-c3 d5-c5 c3-d3 c5-d5 d3-c3 d5-c5 c3-d3 c5-d5",
        ("100 turns without a capture",),
    ),
)

EXAMPLES = (*NEVER_ALONE, *PATHWAYZ, *PIT, *PIT_OF_PILLARS, *TABLUT)
