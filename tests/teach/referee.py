"""Goals looked at by other eyes: the tables of the lessons files, the independent referees, and position texts.

Nothing here uses the engine, its events or its scenes: what happened is seen by comparing the boards before and after.
"""

import itertools
import re
from collections import Counter

from tests.oracles import never_alone, pathwayz, pit, pit_of_pillars, tablut

REFEREES = {
    "never-alone": never_alone,
    "pathwayz": pathwayz,
    "pit": pit,
    "pit-of-pillars": pit_of_pillars,
    "tablut": tablut,
}
PIECES = {
    "tablut": {"k": ("w", "king"), "w": ("w", "defender"), "b": ("b", "attacker")},
    "never-alone": {"r": ("r", "piece"), "b": ("b", "piece")},
    "pathwayz": {
        "w": ("w", "piece"), "b": ("b", "piece"), "W": ("w", "permanent piece"), "B": ("b", "permanent piece"),
    },
    "pit": {
        **{letter: (letter, "tower") for letter in "wbrg"},
        **{letter.upper(): (letter, "pawn") for letter in "wbrg"},
    },
    "pit-of-pillars": {"w": ("w", "man"), "r": ("r", "man"), "W": ("w", "pillar"), "R": ("r", "pillar")},
}  # fmt: skip
"""What the letters of position texts stand for: whose piece, and what it is called."""


def board_of(text):
    """What stands where, bottom to top, as letters."""
    board = {}
    rows = text.split()[0].split("/")
    for row, line in zip(range(len(rows), 0, -1), rows, strict=True):
        column = 0
        for stack, gap, one in re.findall(r"\(([A-Za-z]+)\)|(\d+)|(\S)", line):
            if gap:
                column += int(gap)
                continue
            square = f"{chr(97 + column)}{row}"
            if one not in ("o", "#"):
                board[square] = stack or one
            column += 1
    return board


class Turn:
    """A turn as the boards tell it."""

    def __init__(self, game, before, move, after):
        self.game, self.move, self.position = game, move, after
        referee = REFEREES[game]
        self.mover = referee.turn(before)
        self.texts = referee.text(before), referee.text(after)
        self.before, self.after = map(board_of, self.texts)

    def pieces(self, board, square):
        return [PIECES[self.game][letter] for letter in board.get(square, "")]

    def gone(self):
        """Pieces that stood on a square and are nowhere on the board any more, as `(owner, kind, square)`."""
        left = Counter(piece for square in self.after for piece in self.pieces(self.after, square))
        had = Counter(piece for square in self.before for piece in self.pieces(self.before, square))
        lost = had - left
        for square in self.before:
            missing = Counter(self.pieces(self.before, square)) - Counter(self.pieces(self.after, square))
            for (owner, kind), count in missing.items():
                if lost[owner, kind]:
                    yield from [(owner, kind, square)] * min(count, lost[owner, kind])

    def come(self):
        """Pieces on squares where there were less of them, as `(owner, kind, square)`."""
        for square in self.after:
            more = Counter(self.pieces(self.after, square)) - Counter(self.pieces(self.before, square))
            yield from ((owner, kind, square) for owner, kind in more.elements())

    def left(self):
        """Squares that have less pieces than before."""
        for square in self.before:
            less = Counter(self.pieces(self.before, square)) - Counter(self.pieces(self.after, square))
            yield from ((owner, kind, square) for owner, kind in less.elements())


def listed(value):
    return value if isinstance(value, list) else [value]


def legal(game, position):
    """All turns with what they lead to."""
    referee = REFEREES[game]
    if referee.outcome(position) is not None:
        return
    for move in referee.legal_turns(position):
        yield Turn(game, position, move, referee.play(position, move))


def meets(goal, turn):
    """Whether a turn meets the table of a goal."""
    return all(TESTS[name](value, turn) for name, value in goal.items())


def _ends(value, turn):
    outcome = REFEREES[turn.game].outcome(turn.position)
    if value is False or outcome is None:
        return (value is False) == (outcome is None)
    scores, reason = outcome
    winner = next((letter for letter, score in scores.items() if score == 1), "draw")
    wanted = {} if value is True else value
    return wanted.get("winner", winner) == winner and wanted.get("reason", reason) == reason


def _stands(value, turn):
    for wanted in listed(value):
        for square in listed(wanted["at"]):
            pieces = turn.pieces(turn.after, square)
            if wanted.get("height", len(pieces) or -1) != len(pieces):
                return False
            if pieces and (wanted.get("whose", pieces[-1][0]), wanted.get("piece", pieces[-1][1])) != pieces[-1]:
                return False
    return True


def _event(value, turn):
    wanted = {"kind": value} if isinstance(value, str) else value
    found = EVENTS[wanted["kind"]](wanted, turn)
    return wanted.get("least", 1) <= found <= wanted.get("most", 10_000)


def _counted(wanted, pieces):
    at = listed(wanted["at"]) if "at" in wanted else None
    return sum(
        wanted.get("whose", owner) == owner and wanted.get("piece", kind) == kind and (at is None or square in at)
        for owner, kind, square in pieces
    )


def _moved(wanted, turn):
    """Pieces of one owner and kind that left squares `at` and came to squares `to`."""
    to = listed(wanted["to"]) if "to" in wanted else None
    left, come = list(turn.left()), [one for one in turn.come() if to is None or one[2] in to]
    plain = {key: value for key, value in wanted.items() if key in ("whose", "piece")}
    from_there = [one for one in left if "at" not in wanted or one[2] in listed(wanted["at"])]
    kinds = {one[:2] for one in from_there} & {one[:2] for one in come}
    return _counted(plain, [one for one in come if one[:2] in kinds])


def _turned(wanted, turn):
    changed = [
        (*turn.pieces(turn.after, square)[-1], square)
        for square in set(turn.before) & set(turn.after)
        if turn.before[square] != turn.after[square]
    ]
    return _counted(wanted, changed)


def _walled(wanted, turn):
    return len(barriers(turn.texts[1]) - barriers(turn.texts[0]))


def _unwalled(wanted, turn):
    return len(barriers(turn.texts[0]) - barriers(turn.texts[1]))


def barriers(text):
    last = text.split()[-1]
    return set() if last == "-" else set(last.split(","))


def _placed(wanted, turn):
    """Pieces on squares that were empty, or where something was captured, of kinds that there are more of now."""
    totals = [
        Counter(piece for square in board for piece in turn.pieces(board, square))
        for board in (turn.before, turn.after)
    ]
    more = totals[1] - totals[0]
    come = [one for one in turn.come() if one[2] not in turn.before or turn.move.startswith("x")]
    return _counted(wanted, [one for one in come if more[one[:2]]])


def _replaced(wanted, turn):
    """Pieces that are gone from where the mover stands now."""
    gone = [one for one in turn.gone() if turn.mover in [owner for owner, _ in turn.pieces(turn.after, one[2])]]
    return _counted(wanted, [one for one in gone if one[0] != turn.mover])


def _fell(wanted, turn):
    """A piece that went to a hole, which the board shows by the letter o."""
    start, _, target = turn.move.partition("-")
    if not re.fullmatch(r"[a-k]\d+", target) or target in turn.after:
        return 0
    return _counted(wanted, [(*turn.pieces(turn.before, start)[-1], start)])


def _removed(wanted, turn):
    """Pieces that are gone without having moved or having been replaced."""
    moved = turn.move.partition("-")[0]
    gone = [one for one in turn.gone() if one[2] not in turn.after and one[2] != moved]
    return _counted(wanted, gone)


def _out(wanted, turn):
    """Players who are no longer among the reserves."""
    had, have = ({part[0] for part in text.split()[2].split(",")} for text in turn.texts)
    return len((had - have) & {wanted.get("whose", letter) for letter in had})


EVENTS = {
    "replaced": _replaced,
    "fell": _fell,
    "removed": _removed,
    "out": _out,
    "captured": lambda wanted, turn: _counted(wanted, turn.gone()),
    "moved": _moved,
    "placed": _placed,
    "turned": _turned,
    "walled": _walled,
    "unwalled": _unwalled,
    "passed": lambda wanted, turn: int(turn.move == "pass"),
}
"""How often each kind of event has happened, as far as boards tell."""


TESTS = {
    "turn": lambda value, turn: turn.move in listed(value),
    "event": _event,
    "events": lambda value, turn: all(_event(one, turn) for one in listed(value)),
    "ends": _ends,
    "stands": _stands,
    "not": lambda value, turn: not meets(value, turn),
    "any": lambda value, turn: any(meets(one, turn) for one in value),
    "all": lambda value, turn: all(meets(one, turn) for one in value),
    "then_never": lambda value, turn: not any(meets(value, reply) for reply in legal(turn.game, turn.position)),
    "then_can": lambda value, turn: any(meets(value, reply) for reply in legal(turn.game, turn.position)),
    "then_always": lambda value, turn: all(meets(value, reply) for reply in legal(turn.game, turn.position)),
}


def accepted(game, table):
    """The turns that a task accepts first, as the referee sees it."""
    referee, options = REFEREES[game], table.get("options", {})
    position = referee.parse(table["position"], **options) if table.get("position") else referee.start(**options)
    for move in table.get("before", []):
        position = referee.play(position, move)
    return sorted(turn.move for turn in legal(game, position) if leads(game, table, turn, table.get("within", 1)))


def leads(game, table, turn, left):
    """Whether a turn meets the goal, or leads to it in so many turns against the stated replies."""
    if meets(table["goal"], turn):
        return True
    if left == 1:
        return False
    replies = {reply.move: reply for reply in legal(game, turn.position)}
    reply = next((replies[move] for move in table.get("replies", []) if move in replies), None)
    if reply is None:
        return False
    return any(leads(game, table, again, left - 1) for again in legal(game, reply.position))


def tasks_of(table):
    return list(itertools.chain.from_iterable(lesson.get("task", []) for lesson in table["lesson"]))
