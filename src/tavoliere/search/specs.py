"""Players by text: `mcts:seconds=1`, `alphabeta:nodes=20000`, `level:3`. The same words in every command and seat.

A kind of player is a class below `Kind`: it says what it is, which settings it takes and how it is made. Adding a kind
is adding a class. One that is written in a way of its own, as levels are, reads its text itself.
"""

from __future__ import annotations

import dataclasses
import difflib
from collections.abc import Iterable, Mapping
from typing import ClassVar

from tavoliere.core.position import Game
from tavoliere.core.said import COMMAS, Pattern, Said, Series
from tavoliere.search.alphabeta_player import AlphaBetaPlayer
from tavoliere.search.budget import Budget
from tavoliere.search.greedy import GreedyPlayer
from tavoliere.search.judges import JUDGE_NAMES, LEARNT, TERMS, judge_of, learnt_of
from tavoliere.search.kernels.alphabeta import WHOLE_VIEW
from tavoliere.search.ladder import MOST_LEVELS, ladder_of
from tavoliere.search.mcts_player import MctsPlayer, Style
from tavoliere.search.novice import ALL, NovicePlayer
from tavoliere.search.players import SHOWN_ALTERNATIVES, Player, RandomPlayer
from tavoliere.search.settings import BUDGET, LIMITS, Setting, read_settings, written_settings
from tavoliere.search.solve import Solver

DEFAULT_SECONDS = 1.0
MOST_LINES = 50
Values = Mapping[str, float]

KINDS: dict[str, Kind] = {}
"""All kinds of players by name."""


@dataclasses.dataclass(frozen=True)
class Spec:
    """A kind of player with its settings; `text` is how it was written."""

    text: str
    kind: str
    settings: tuple[tuple[str, float], ...] = ()
    argument: str = ""
    """What stands behind the colon of a kind that takes something else than settings."""

    def budget(self) -> Budget:
        """How much the player may think; a level's budget is known once the game is (see `resolved`)."""
        values = dict(self.settings)
        nodes = int(values["nodes"]) if "nodes" in values else None
        depth = int(values["depth"]) if "depth" in values else None
        seconds = values.get("seconds", None if nodes or depth else DEFAULT_SECONDS)
        return Budget(seconds, nodes, depth)

    def resolved(self, game: Game) -> Spec:
        """The player that a level or the champion stands for in a game; any other is itself."""
        return KINDS[self.kind].resolved(self, game)

    def on_the_ladder(self, game: Game) -> Spec:
        """The same player; for a level above those that a game has, its highest one."""
        names = ladder_of(game).names
        return parse_spec(names[-1]) if self.kind == Level.name and self.text not in names else self

    def within(self, budget: Budget) -> Spec:
        """The same player with another budget; one that has no use for a budget stays as it is."""
        if not KINDS[self.kind].takes("nodes"):
            return self
        limits = dataclasses.asdict(budget).items()
        kept = [(name, value) for name, value in self.settings if name not in BUDGET]
        return dataclasses.replace(
            self, settings=(*kept, *((name, float(value)) for name, value in limits if value is not None))
        )

    def at_a_glance(self, game: Game) -> Spec:
        """The same player with one node to search: it loads all that the player needs, and answers at once."""
        real = self.resolved(game)
        kept = tuple(setting for setting in real.settings if setting[0] != "multi")
        return dataclasses.replace(real, settings=kept).within(Budget(nodes=1))

    def player(self, seed: int) -> Player:
        """A player for a seed. Levels and champions depend on the game, so `resolved` comes first."""
        kind = KINDS[self.kind]
        usual = {setting.name: setting.default for setting in kind.settings if setting.default is not None}
        return kind.player(self, usual | dict(self.settings), seed)


class Kind:
    """A kind of player. Each class below this one enters itself in `KINDS`."""

    name: ClassVar[str]
    help: ClassVar[str]
    """What it is, in half a sentence."""
    example: ClassVar[str] = ""
    """How it is written, for people; empty for kinds that nobody needs to know."""
    settings: ClassVar[tuple[Setting, ...]] = ()
    is_compiled: ClassVar[bool] = True
    """Whether there is something to compile before it can think."""
    values_turns: ClassVar[bool] = False
    """Whether its players say what a turn of somebody else is worth."""

    def __init_subclass__(cls) -> None:
        KINDS[cls.name] = cls()

    def takes(self, name: str) -> bool:
        """Whether there is a setting of a name."""
        return any(setting.name == name for setting in self.settings)

    def read(self, text: str, rest: str) -> Spec:
        """The player that a text names, with what stands behind its colon."""
        settings = read_settings(self.name, self.settings, rest)
        spec = Spec(text if rest else self.name, self.name, tuple(settings.items()))
        spec.budget()
        return spec

    def resolved(self, spec: Spec, game: Game) -> Spec:  # noqa: ARG002 - for kinds that depend on the game
        """The player that a spec of this kind stands for in a game."""
        return spec

    def player(self, spec: Spec, values: Values, seed: int) -> Player:  # noqa: ARG002 - for kinds that can be made
        """A player with its settings, defaults filled in."""
        raise ValueError(Said("{text} depends on the game; ask for `resolved` first", text=spec.text))


class Level(Kind):
    name, example = "level", Said("level:1 and so on")
    help = Said("a level of the game")

    def read(self, text: str, rest: str) -> Spec:
        if rest not in map(str, range(1, MOST_LEVELS + 1)):
            raise ValueError(Said("levels are level:1, level:2 and so on, not {text}", text=repr(text)))
        return Spec(text, self.name, argument=rest)

    def resolved(self, spec: Spec, game: Game) -> Spec:
        levels = ladder_of(game).levels
        if int(spec.argument) > len(levels):
            raise ValueError(
                Said(
                    "the levels of {game} are level:1 to level:{levels}, not {text}",
                    game=game.name,
                    levels=len(levels),
                    text=repr(spec.text),
                )
            )
        text = levels[int(spec.argument) - 1].player
        return dataclasses.replace(parse_spec(text).resolved(game), text=spec.text)


VIEW = Setting("view", "the share of all answers that it sees, of 256", WHOLE_VIEW, 1, WHOLE_VIEW)
NOISE = Setting("noise", "how much it misjudges, in thousandths of a logit", 100_000, default=0)
LINES = Setting("multi", "how many best turns it finds a line for", MOST_LINES, 1)
JUDGE = Setting(
    "judge", "whether it judges by hand-made terms or by what was learnt", len(JUDGE_NAMES) - 1, words=JUDGE_NAMES
)

DRAW = Setting("draw", "what a draw is worth to it, in thousandths of a logit: 0 is half a point", 5000, -5000)


class Champion(Kind):
    name, example = "champion", "champion:seconds=1"
    help = Said("the strongest player of the game")
    settings = (*LIMITS, LINES, JUDGE, DRAW)

    def resolved(self, spec: Spec, game: Game) -> Spec:
        """The champion with the settings that were given; where nothing is judged, no judge is needed."""
        best = parse_spec(ladder_of(game).champion)
        kind = KINDS[best.kind]
        settings = {name: value for name, value in best.settings if name not in BUDGET} | dict(spec.settings)
        optional = JUDGE.name, DRAW.name
        kept = tuple((name, value) for name, value in settings.items() if name not in optional or kind.takes(name))
        return kind.resolved(Spec(spec.text, best.kind, kept), game)


class AlphaBeta(Kind):
    name, example = "alphabeta", "alphabeta:seconds=1"
    help = Said("alpha-beta with the game's evaluation")
    settings = (
        *LIMITS, VIEW, NOISE, dataclasses.replace(LINES, default=1), dataclasses.replace(JUDGE, default=0), DRAW
    )  # fmt: skip
    values_turns = True

    def resolved(self, spec: Spec, game: Game) -> Spec:
        if JUDGE_NAMES[int(dict(spec.settings).get(JUDGE.name, 0))] == LEARNT and learnt_of(game) is None:
            raise ValueError(
                Said(
                    "{game} has no learnt judge for {players} players, but {setting}={terms}",
                    game=game.name,
                    players=len(game.players),
                    setting=JUDGE.name,
                    terms=TERMS,
                )
            )
        return spec

    def player(self, spec: Spec, values: Values, seed: int) -> Player:  # noqa: ARG002 - one signature
        return AlphaBetaPlayer(
            seed,
            alternatives=int(values["multi"]),
            view=int(values["view"]),
            noise=int(values["noise"]),
            judged_by=JUDGE_NAMES[int(values["judge"])],
            draw=int(values["draw"]) if "draw" in values else None,
        )


class TreeSearch(Kind):
    name, example = "mcts", "mcts:nodes=20000,c=0.7"
    help = Said("Monte Carlo tree search")
    settings = (
        *LIMITS,
        Setting("c", "how much it explores", 100, default=Style.exploration, is_whole=False),
        Setting("cut", "after so many random actions the evaluation judges", 10_000),
        Setting("priors", "how sharply the evaluation guides it", 100, default=Style.priors, is_whole=False),
        Setting("solver", "whether it uses certain results", 1, default=1),
        Setting("threads", "how many trees it searches at once", 64, 1, 1),
        Setting("keep", "whether it keeps what it has learnt for its next turn", 1, default=0),
        dataclasses.replace(LINES, default=SHOWN_ALTERNATIVES),
    )

    def player(self, spec: Spec, values: Values, seed: int) -> Player:  # noqa: ARG002 - one signature
        cut = int(values["cut"]) if "cut" in values else None
        return MctsPlayer(
            seed,
            Style(values["c"], cut, values["priors"], bool(values["solver"])),
            threads=int(values["threads"]),
            keep=bool(values["keep"]),
            alternatives=int(values["multi"]),
        )


class Novice(Kind):
    name = "novice"
    help = Said("a beginner: the low levels are made of it")
    settings = (
        *LIMITS,
        VIEW,
        Setting("taste", "what looks worse by this much is as good to it", 100_000, default=0),
        NOISE,
        Setting("share", "the better part of all turns that it considers, in hundredths", 100, default=100),
        Setting("eyes", "how many terms of the evaluation it knows", ALL, default=ALL),
    )

    def player(self, spec: Spec, values: Values, seed: int) -> Player:  # noqa: ARG002 - one signature
        view, taste, noise, share, eyes = (int(values[setting.name]) for setting in self.settings[len(LIMITS) :])
        return NovicePlayer(seed, view, taste, noise, share, eyes)


class Proof(Kind):
    name = "solver"
    help = Said("looks for proofs")
    settings = LIMITS

    def player(self, spec: Spec, values: Values, seed: int) -> Player:  # noqa: ARG002 - one signature
        return Solver(seed)


class Greedy(Kind):
    name = example = "greedy"
    help = Said(
        "wins in one turn, avoids losing in one, else captures, gains or keeps what it has, else plays at random"
    )

    def player(self, spec: Spec, values: Values, seed: int) -> Player:  # noqa: ARG002 - one signature
        return GreedyPlayer(seed)


class AtRandom(Kind):
    name = example = "random"
    help = Said("any legal action at each step")
    is_compiled = False

    def player(self, spec: Spec, values: Values, seed: int) -> Player:  # noqa: ARG002 - one signature
        return RandomPlayer(seed)


FORMS = Series([kind.example for kind in KINDS.values() if kind.example], COMMAS)


def parse_spec(text: str) -> Spec:
    """The player that a text names; a `ValueError` shows the forms.

    >>> parse_spec("mcts:nodes=500,c=1.4").budget()
    Budget(seconds=None, nodes=500, depth=None)
    >>> parse_spec("level:0")
    Traceback (most recent call last):
    ...
    ValueError: levels are level:1, level:2 and so on, not 'level:0'
    """
    kind, _, rest = text.partition(":")
    if kind not in KINDS:
        close = difflib.get_close_matches(kind, KINDS, n=1)
        if close:
            pattern = Pattern("there is no player {text}; did you mean {meant}? Players are written like {forms}")
            raise ValueError(pattern.said(text=repr(text), meant=repr(close[0]), forms=FORMS))
        raise ValueError(
            Said("there is no player {text}; players are written like {forms}", text=repr(text), forms=FORMS)
        )
    return KINDS[kind].read(text, rest)


def usual_opponent(game: Game) -> Spec:
    """Who sits opposite a newcomer in a game, as its ruleset says."""
    return parse_spec(game.ruleset.opponent).on_the_ladder(game)


JUDGES = tuple(name for name, kind in KINDS.items() if kind.takes("multi"))
"""The kinds that say what several turns are worth."""


def judging_spec(
    text: str,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    multi: int | None = None,
    usual: float = DEFAULT_SECONDS,
) -> Spec:
    """A player that gives turns a value, with its budget and number of lines; `usual` is the time if nobody says.

    A budget that is given takes the place of that in the text.
    """
    spec = parse_spec(text)
    if spec.kind not in JUDGES:
        raise ValueError(
            Said("{text} does not say what turns are worth; analyse with {judges}", text=text, judges=", ".join(JUDGES))
        )
    limits = {"seconds": seconds, "nodes": nodes, "depth": depth}
    given = {name: float(value) for name, value in limits.items() if value is not None}
    settings = {name: value for name, value in spec.settings if not given or name not in BUDGET} | given
    if multi is not None:
        settings["multi"] = float(multi)
    if not any(name in settings for name in BUDGET):
        settings["seconds"] = usual
    return spec_of(spec.kind, settings)


def spec_of(kind: str, settings: dict[str, float]) -> Spec:
    """The player of a kind with its settings, by way of its text."""
    return parse_spec(f"{kind}:{written_settings(settings, KINDS[kind].settings)}")


def weights_behind(game: Game, specs: Iterable[Spec]) -> str:
    """A text that changes when weights do that players judge by: results by other weights are other results."""
    judges = [game.ruleset.evaluation]
    if any(dict(spec.resolved(game).settings).get(JUDGE.name) for spec in specs):
        judges.append(judge_of(game, LEARNT))
    return ", ".join(map(repr, judges))
