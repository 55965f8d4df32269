"""Whether what is said about a line is true: every claim is counted again by the independent referees.

Written from the rules and from what the kinds of claims mean; nothing here is shared with what makes claims. A claim
comes as data (see `tavoliere.scene.claims.Claim`): a kind, the turns made, a player, squares, a number. Positions come
as texts and lines as turns. `problem` says what is wrong with a claim, or nothing.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any

from tests.oracles import never_alone, pathwayz, pit, pit_of_pillars, tablut

ORACLES: dict[str, ModuleType] = {
    "never-alone": never_alone,
    "pathwayz": pathwayz,
    "pit": pit,
    "pit-of-pillars": pit_of_pillars,
    "tablut": tablut,
}
Found = tuple[int, set[str] | None]
"""How many there are, and where; None where squares are no part of the claim."""


@dataclasses.dataclass
class Walk:
    """The positions of a line, the first one before any turn, and the turns that led from each to the next."""

    oracle: ModuleType
    positions: list[Any]
    turns: list[str]

    @property
    def end(self) -> Any:
        return self.positions[-1]

    def steps(self) -> list[tuple[Any, str, Any]]:
        return list(zip(self.positions, self.turns, self.positions[1:]))


def walked(game: str, options: Mapping[str, Any], text: str, line: Sequence[str], turns: int) -> Walk:
    oracle = ORACLES[game]
    positions = [oracle.parse(text, **options)]
    for move in line[:turns]:
        positions.append(oracle.play(positions[-1], move))
    return Walk(oracle, positions, list(line[:turns]))


def problem(
    game: str, options: Mapping[str, Any], text: str, lines: Mapping[str, Sequence[str]], claim: Mapping[str, Any]
) -> str | None:
    """What is wrong with a claim; None if it is true. `lines` has the lines `played` and `better`."""
    told = lines[claim["line"]]
    if not 0 < claim["turns"] <= len(told):
        return f"the line has no {claim['turns']} turns"
    walk = walked(game, options, text, told, claim["turns"])
    if claim["kind"] == "drawn":
        return None if is_drawn(walk) else "the game is not drawn"
    count = KINDS[game][claim["kind"]]
    number, squares = count(walk, claim["player"])
    if number != claim["number"]:
        return f"there are {number}, not {claim['number']}"
    if claim["squares"] and squares is not None and set(claim["squares"]) != squares:
        return f"they are on {sorted(squares)}, not on {claim['squares']}"
    if claim["squares"] and squares is None:
        wrong = COMPLETIONS[game](walk, claim)
        if wrong:
            return wrong
    if claim["otherwise"] is None:
        return None
    return compared(game, options, text, lines, claim, count)


def compared(
    game: str,
    options: Mapping[str, Any],
    text: str,
    lines: Mapping[str, Sequence[str]],
    claim: Mapping[str, Any],
    count: Callable[[Walk, str], Found],
) -> str | None:
    """The number of the other line after as many turns; for a hint, which has one line, that before the turn."""
    other = lines["better" if claim["line"] == "played" else "played"]
    walk = walked(game, options, text, other, claim["turns"])
    number, _ = count(walk, claim["player"])
    return None if number == claim["otherwise"] else f"otherwise there are {number}, not {claim['otherwise']}"


def is_drawn(walk: Walk) -> bool:
    verdict = walk.oracle.outcome(walk.end)
    return verdict is not None and len(set(verdict[0].values())) == 1


def ended(walk: Walk, reason: str, scores: Mapping[str, float]) -> bool:
    """Whether the last turn, and none before, ends the game so."""
    return walk.oracle.outcome(walk.end) == (dict(scores), reason) and walk.oracle.outcome(walk.positions[-2]) is None


def found(squares: set[str]) -> Found:
    return len(squares), squares


# Tablut


def king_of(position: tablut.Position) -> str:
    return next(square for square, piece in position.pieces.items() if piece == "k")


def king_reaches(pieces: Mapping[str, str]) -> set[str]:
    """Where the king could go if White were to move."""
    king = next(square for square, piece in pieces.items() if piece == "k")
    whole = tablut.Position(pieces, "w")
    moves = [move.split("-") for move in tablut._moves(whole)]
    return {target for start, target in moves if start == king}


def open_ways(walk: Walk, player: str) -> Found:
    return found({square for square in king_reaches(walk.end.pieces) if square in tablut.ESCAPES})


def ways_next(walk: Walk, player: str) -> Found:
    """Squares, themselves no escapes, where the king could go and then on to an escape."""
    pieces = walk.end.pieces
    good = set()
    for square in king_reaches(pieces) - set(tablut.ESCAPES):
        moved = {place: piece for place, piece in pieces.items() if piece != "k"} | {square: "k"}
        if king_reaches(moved) & set(tablut.ESCAPES):
            good.add(square)
    return found(good)


def beside_the_king(walk: Walk, player: str) -> Found:
    king = king_of(walk.end)
    return found({square for square in tablut.SQUARES_NEXT_TO[king] if walk.end.pieces.get(square) == "w"})


def king_left(walk: Walk, player: str) -> Found:
    return found({king_of(walk.end)} - {"e5"})


def corner_guards(walk: Walk, player: str) -> Found:
    """Attackers on the squares from which two of them close a corner diagonally."""
    places = {"b3", "c2", "h3", "g2", "b7", "c8", "h7", "g8"}
    return found({square for square in places if walk.end.pieces.get(square) == "b"})


def men_taken(letter: str) -> Callable[[Walk, str], Found]:
    """Men that vanish at another one's move, over the whole line; a square may be told twice."""

    def count(walk: Walk, player: str) -> Found:
        lost: list[str] = []
        for before, move, after in walk.steps():
            start = move.split("-")[0]
            lost += [
                s for s, piece in before.pieces.items() if piece == letter and s != start and s not in after.pieces
            ]
        return len(lost), set(lost)

    return count


def king_escapes(walk: Walk, player: str) -> Found:
    won = ended(walk, "king escaped", {"w": 1.0, "b": 0.0})
    return found({king_of(walk.end)} if won else set())


def king_captured(walk: Walk, player: str) -> Found:
    lost = ended(walk, "king captured", {"w": 0.0, "b": 1.0})
    return found({king_of(walk.positions[-2])} if lost else set())


def tablut_no_move(walk: Walk, player: str) -> Found:
    other = "b" if player == "w" else "w"
    return (0 if ended(walk, "no legal move", {player: 0.0, other: 1.0}) else -1), None


# Never Alone


def never_alone_turns(pieces: Mapping[str, str], player: str) -> list[str]:
    """What a player could do on this board, were it that player's turn."""
    return never_alone.legal_turns(never_alone.Position(pieces, player, 0))


def safe_pieces(walk: Walk, player: str) -> Found:
    pieces = walk.end.pieces
    return found({s for s, owner in pieces.items() if owner == player and never_alone._is_safe(pieces, s)})


def exposed(walk: Walk, player: str) -> Found:
    """Pieces that the other player could capture, were it that player's turn."""
    other = "b" if player == "r" else "r"
    return found({turn[1:] for turn in never_alone_turns(walk.end.pieces, other) if turn.startswith("x")})


def safe_squares(walk: Walk, player: str) -> Found:
    """Squares where a player could place a piece that the other one could not capture next."""
    pieces, other = walk.end.pieces, "b" if player == "r" else "r"
    good = set()
    for turn in never_alone_turns(pieces, player):
        if turn in never_alone.SQUARES:
            placed = {**pieces, turn: player}
            if f"x{turn}" not in never_alone_turns(placed, other):
                good.add(turn)
    return found(good)


def capture(walk: Walk, player: str) -> Found:
    other = "b" if player == "r" else "r"
    won = ended(walk, "capture", {player: 1.0, other: 0.0})
    return found({walk.turns[-1].removeprefix("x")} if won else set())


def points(walk: Walk, player: str) -> Found:
    other = "b" if player == "r" else "r"
    if not ended(walk, "more points", {player: 1.0, other: 0.0}):
        return -1, None
    return safe_pieces(walk, player)[0], None


# Pathwayz


def shown(walk: Walk, player: str) -> Found:
    return found({s for s, piece in walk.end.pieces.items() if pathwayz.COLOUR_SHOWN[piece] == player})


def permanents(walk: Walk, player: str) -> Found:
    return found({s for s, piece in walk.end.pieces.items() if piece == pathwayz.PERMANENT[player]})


def chain(walk: Walk, player: str) -> Found:
    other = "b" if player == "w" else "w"
    won = ended(walk, "chain completed", {player: 1.0, other: 0.0})
    return found({walk.turns[-1][:2]} if won else set())


def turned(walk: Walk, player: str) -> Found:
    """Pieces that permanent ones of a player turned to the player's colour, and where these were placed."""
    count, places = 0, set()
    for before, move, after in walk.steps():
        if before.to_move != player or not move.endswith("*"):
            continue
        gained = [
            square
            for square, piece in before.pieces.items()
            if pathwayz.COLOUR_SHOWN[piece] != player and pathwayz.COLOUR_SHOWN[after.pieces[square]] == player
        ]
        if gained:
            count += len(gained)
            places.add(move[:2])
    return count, places


def cheapest_chain(cost: Callable[[str], int | None]) -> int | None:
    """The least sum of costs of the squares of a way from column a to column l, by relaxing until nothing changes."""
    best = {s: cost(s) for s in pathwayz.SQUARES if s[0] == "a" and cost(s) is not None}
    waiting = list(best)
    while waiting:
        here = waiting.pop(0)
        for there in pathwayz.AROUND[here]:
            price = cost(there)
            if price is not None and (there not in best or best[here] + price < best[there]):
                best[there] = best[here] + price
                waiting.append(there)
    ends = [sum_ for square, sum_ in best.items() if square[0] == "l"]
    return min(ends, default=None)


def missing(walk: Walk, player: str) -> Found:
    """How many empty squares a chain needs."""

    def cost(square: str) -> int | None:
        piece = walk.end.pieces.get(square)
        if piece is None:
            return 1
        return 0 if pathwayz.COLOUR_SHOWN[piece] == player else None

    least = cheapest_chain(cost)
    return (-1 if least is None else least), None


def missing_turned(walk: Walk, player: str) -> Found:
    """The same if normal pieces of the other colour can be used too, at the price of an empty square."""

    def cost(square: str) -> int | None:
        piece = walk.end.pieces.get(square)
        if piece is None or piece == pathwayz.NORMAL["b" if player == "w" else "w"]:
            return 1
        return 0 if pathwayz.COLOUR_SHOWN[piece] == player else None

    least = cheapest_chain(cost)
    return (-1 if least is None else least), None


def completes(walk: Walk, claim: Mapping[str, Any]) -> str | None:
    """The squares that are named are empty, as many as are missing, and complete the chain."""
    pieces = dict(walk.end.pieces)
    if any(square in pieces for square in claim["squares"]) or len(set(claim["squares"])) != claim["number"]:
        return f"{claim['squares']} are not the squares that a chain lacks"
    pieces |= dict.fromkeys(claim["squares"], pathwayz.NORMAL[claim["player"]])
    return None if pathwayz._has_chain(pieces, claim["player"]) else f"{claim['squares']} complete no chain"


# Pit


def beside(position: pit.Position, square: str) -> set[str]:
    """The squares next to one with no barrier between."""
    around = pit.neighbours(position.board.size)[square]
    return {other for side, other in around.items() if pit.is_open(position.board, position.barriers, square, side)}


def is_free(position: pit.Position, square: str) -> bool:
    return square not in position.pieces and square not in position.board.holes


def pawn_of(position: pit.Position, player: str) -> set[str]:
    return {square for square, piece in position.pieces.items() if piece == player.upper()}


def towers_of(position: pit.Position, player: str) -> set[str]:
    return {square for square, piece in position.pieces.items() if piece == player}


def others_of(position: pit.Position, player: str) -> set[str]:
    return {square for square, piece in position.pieces.items() if piece.lower() != player}


def pawn_at_hole(walk: Walk, player: str) -> Found:
    return found({hole for pawn in pawn_of(walk.end, player) for hole in beside(walk.end, pawn) & walk.end.board.holes})


def pawn_touched(walk: Walk, player: str) -> Found:
    others = others_of(walk.end, player)
    return found({other for pawn in pawn_of(walk.end, player) for other in beside(walk.end, pawn) & others})


def pawn_room(walk: Walk, player: str) -> Found:
    """Free squares that a pawn's way of one or two steps over free squares leads to."""
    reached: set[str] = set()
    here = pawn_of(walk.end, player)
    for _ in range(2):
        here = {other for square in here for other in beside(walk.end, square) if is_free(walk.end, other)}
        reached |= here
    return len(reached), None


def towers_at_hole(walk: Walk, player: str) -> Found:
    towers = towers_of(walk.end, player)
    return found({tower for tower in towers if beside(walk.end, tower) & walk.end.board.holes})


def must_replace(walk: Walk, player: str) -> Found:
    """What the player to move must replace one of."""
    if walk.end.to_move != player:
        return -1, None
    return found({turn.split("x")[1] for turn in pit.replacements(walk.end)})


def moved_towers(position: pit.Position, player: str) -> set[str]:
    """Empty squares that own towers could move to along lines."""
    whole = dataclasses.replace(position, to_move=player)
    moves = [move.split("-") for move in pit.slides(whole)]
    towers = towers_of(position, player)
    return {target for start, target in moves if start in towers and target not in position.board.holes}


def slides(walk: Walk, player: str) -> Found:
    return len(moved_towers(walk.end, player)), None


def near_pawn(walk: Walk, player: str) -> Found:
    """Squares where own towers can go that are next to another player's pawn."""
    pawns = {s for s, piece in walk.end.pieces.items() if piece.isupper() and piece.lower() != player}
    around = {square for pawn in pawns for square in beside(walk.end, pawn)}
    return found(moved_towers(walk.end, player) & around)


def in_reserve(walk: Walk, player: str) -> Found:
    return walk.end.reserves[player], None


def towers_lost(walk: Walk, player: str) -> Found:
    """Towers of a player who stays in that go into a hole, or that a barrier cuts off from every hole."""
    places: list[str] = []
    for before, move, after in walk.steps():
        if player not in after.reserves:
            continue
        held = len(towers_of(before, player)) + before.reserves[player]
        left = len(towers_of(after, player)) + after.reserves[player]
        if held == left:
            continue
        target = move.rstrip("nesw").replace("@", "-").replace("x", "-").split("-")[-1]
        if target in before.board.holes:
            places.append(target)
        else:
            places += _cut_off(before, move, after, player)
    return len(places), set(places)


def _cut_off(before: pit.Position, move: str, after: pit.Position, player: str) -> list[str]:
    """The squares that towers of a player stood on when the barrier of a turn cut them off."""
    way = move.rstrip("nesw")
    standing = towers_of(before, player)
    if before.to_move == player:
        start, _, target = way.replace("@", "-").replace("x", "-").partition("-")
        if not start or start in standing:
            standing = (standing - {start}) | {target}
    elif "x" in way:
        standing -= {way.split("x")[1]}
    return sorted(standing - towers_of(after, player))


def _why_out(before: pit.Position, after: pit.Position, player: str) -> str:
    """Why a player went out. Where two did in one turn, a pawn was replaced, and the barrier put its mover out."""
    are_two = len(before.reserves) - len(after.reserves) == 2
    return "pawn replaced" if are_two and player != before.to_move else after.last_reason


def goes_out(reason: str) -> Callable[[Walk, str], Found]:
    """Whether a player goes out by the last turn of the line, and where the pawn was lost."""

    def count(walk: Walk, player: str) -> Found:
        before, after, move = walk.positions[-2], walk.end, walk.turns[-1]
        if player not in before.reserves or player in after.reserves or _why_out(before, after, player) != reason:
            return -1, None
        if reason == "pawns disconnected":
            return 1, None
        return 1, {move.rstrip("nesw").replace("x", "-").split("-")[1]}

    return count


# Pit of Pillars


def stacks(walk: Walk, player: str) -> Found:
    return found({square for square, stack in walk.end.men.items() if stack[-1] == player})


def pillars(walk: Walk, player: str) -> Found:
    return found({square for square, owner in walk.end.pillars.items() if owner == player})


def prisoners(walk: Walk, player: str) -> Found:
    """Stacks of a player that hold men of the other one."""
    other = "r" if player == "w" else "w"
    return found({square for square, stack in walk.end.men.items() if stack[-1] == player and other in stack})


def room(walk: Walk, player: str) -> Found:
    around = {other for square in (stacks(walk, player)[1] or ()) for other in pit_of_pillars.NEIGHBOURS[square]}
    return len(around - set(walk.end.pillars)), None


def next_to(walk: Walk, player: str, places: set[str]) -> Found:
    own = stacks(walk, player)[1] or set()
    return found({square for square in own if places & set(pit_of_pillars.NEIGHBOURS[square])})


def exposed_stacks(walk: Walk, player: str) -> Found:
    return next_to(walk, player, stacks(walk, "r" if player == "w" else "w")[1] or set())


def hemmed(walk: Walk, player: str) -> Found:
    return next_to(walk, player, set(walk.end.pillars))


def men_on_the_board(walk: Walk, player: str) -> Found:
    return pit_of_pillars.count_men(walk.end.men, player), None


def men_in_reserve(walk: Walk, player: str) -> Found:
    return walk.end.reserves[player], None


def men_captured(walk: Walk, player: str) -> Found:
    """Men of a player that leave the game, and on which squares."""
    count, places = 0, set()
    for before, move, after in walk.steps():
        gone = pit_of_pillars.count_men(before.men, player) - pit_of_pillars.count_men(after.men, player)
        if before.to_move != player and gone > 0:
            count += gone
            places.add(move.split(",")[0].replace("@", "-").split("-")[-1])
    return count, places


def loses(reason: str) -> Callable[[Walk, str], Found]:
    def count(walk: Walk, player: str) -> Found:
        other = "r" if player == "w" else "w"
        return (1 if ended(walk, reason, {player: 0.0, other: 1.0}) else -1), None

    return count


KINDS: dict[str, dict[str, Callable[[Walk, str], Found]]] = {
    "tablut": {
        "king-escapes": king_escapes,
        "king-captured": king_captured,
        "no-move": tablut_no_move,
        "defenders-taken": men_taken("w"),
        "attackers-taken": men_taken("b"),
        "open-ways": open_ways,
        "ways-next": ways_next,
        "king-squares": lambda walk, player: found(king_reaches(walk.end.pieces)),
        "king-left": king_left,
        "crowd": beside_the_king,
        "corner-guards": corner_guards,
    },
    "never-alone": {
        "capture": capture,
        "points": points,
        "exposed": exposed,
        "safe": safe_pieces,
        "safe-squares": safe_squares,
    },
    "pathwayz": {
        "chain": chain,
        "missing": missing,
        "missing-turned": missing_turned,
        "turned": turned,
        "showing": shown,
        "permanents": permanents,
    },
    "pit": {
        "pawn-replaced": goes_out("pawn replaced"),
        "pawn-in-hole": goes_out("pawn in a hole"),
        "pawns-cut": goes_out("pawns disconnected"),
        "pawn-at-hole": pawn_at_hole,
        "towers-lost": towers_lost,
        "in-reserve": in_reserve,
        "pawn-room": pawn_room,
        "pawn-touched": pawn_touched,
        "towers-at-hole": towers_at_hole,
        "must-replace": must_replace,
        "slides": slides,
        "near-pawn": near_pawn,
    },
    "pit-of-pillars": {
        "no-stack": loses("no stack left"),
        "no-move": loses("no legal move"),
        "men-captured": men_captured,
        "men": men_on_the_board,
        "in-reserve": men_in_reserve,
        "pillars": pillars,
        "stacks": stacks,
        "prisoners": prisoners,
        "room": room,
        "exposed": exposed_stacks,
        "hemmed": hemmed,
    },
}
COMPLETIONS: dict[str, Callable[[Walk, Mapping[str, Any]], str | None]] = {"pathwayz": completes}
