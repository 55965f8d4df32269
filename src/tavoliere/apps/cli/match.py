"""`tavoliere match`: one player against another, with a score that says what it proves."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import tavoliere as tv
from tavoliere.apps.cli import contest
from tavoliere.apps.cli.common import (
    Commands,
    check_picture_file,
    games_number,
    note_if_plain,
    options_text,
    write_picture,
)
from tavoliere.apps.cli.speech import say
from tavoliere.arena.ledger import Ledger
from tavoliere.arena.match import (
    FIRST,
    ROUND_TAG,
    SEAT_TAG,
    SECOND,
    complete_rounds,
    fixture_of,
    marked,
    match_event,
    order_in_match,
    pairings,
    played_already,
    score_of_first,
    scores_by_round,
    shares,
)
from tavoliere.arena.plot import score_plot
from tavoliere.arena.ratings import ratings
from tavoliere.arena.stats import Sprt, estimate, pentanomial
from tavoliere.core.said import Said, figure
from tavoliere.play.players import PLAYER_FORMS, PlayerSpec
from tavoliere.records import Record


def add_to(commands: Commands) -> None:
    parser = commands.add_parser(
        "match",
        help=Said("let two players play a match"),
        description=Said(
            "Let player A play player B. Each round begins with the same random turns from every seat; with "
            "three or four players A takes one seat and B the others, all rotations. Every game is kept as "
            "a record."
        ),
        epilog=Said(
            "example: tavoliere match mcts:nodes=2000 mcts:nodes=500 --game tablut --rounds 20 --file "
            "match.tav\nThe same command again goes on where it stopped."
        ),
    )
    parser.add_argument("first", metavar="A", help=Said("a player: {player_forms}", player_forms=PLAYER_FORMS))
    parser.add_argument("second", metavar="B", help=Said("the other player"))
    parser.add_argument("words", metavar="OPTION", nargs="*", help=Said("options of the game, like players=3"))
    contest.add_options(parser, rounds=10)
    parser.add_argument(
        "--sprt", type=float, nargs=2, metavar=("ELO0", "ELO1"), help=Said("stop when a sequential test is decided")
    )
    parser.add_argument("--alpha", type=float, help=Said("how often the test may accept ELO1 wrongly (default: 0.05)"))
    parser.add_argument("--beta", type=float, help=Said("how often the test may accept ELO0 wrongly (default: 0.05)"))
    parser.add_argument("--plot", type=Path, metavar="FILE", help=Said("draw how the score settled, as .svg or .png"))
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    game = contest.chosen_game(arguments)
    first, second = contest.chosen_player(arguments.first), contest.chosen_player(arguments.second)
    test = None
    if arguments.sprt:
        errors = {"alpha": arguments.alpha, "beta": arguments.beta}
        test = Sprt(*arguments.sprt, **{name: value for name, value in errors.items() if value is not None})
    elif arguments.alpha is not None or arguments.beta is not None:
        raise ValueError(Said("--alpha and --beta are for a sequential test; --sprt ELO0 ELO1 asks for one"))
    path = contest.file_for(arguments, "match", [first.text, second.text])
    check_picture_file(arguments.plot)
    note_if_plain()
    match = _Match(game, first, second, test)
    event = marked(match_event(first, second, arguments.opening, arguments.seed), game, (first, second))
    with Ledger(path, game, event, (ROUND_TAG, SEAT_TAG)) as ledger:
        done = played_already(ledger.records)
        todo = [
            fixture_of(game, first, second, pairing, arguments.seed)
            for pairing in pairings(game, arguments.rounds)
            if pairing not in done
        ]
        contest.play(ledger, todo, arguments, match.standing, match.is_decided)
        records = [record for record in ledger.records if int(record.other_tags[ROUND_TAG]) < arguments.rounds]
    print(match.data(records, path) if arguments.json else match.text(records, path), flush=True)
    if arguments.plot is not None:
        write_picture(arguments.plot, match.picture(records))
    return 0


class _Match:
    """A match and what its games say."""

    def __init__(self, game: tv.Game, first: PlayerSpec, second: PlayerSpec, test: Sprt | None) -> None:
        self.game, self.test = game, test
        self.names = first.text, second.text
        self.seats = len(game.players)
        self._undecided = 0

    def standing(self, records: Sequence[Record]) -> str:
        """The score so far, for the progress bar."""
        found = estimate(scores_by_round(records), self.seats)
        if not found.games:
            return Said("playing")
        return Said("score {score}, Elo {elo}", score=figure(found.score, ".3f"), elo=found.elo_text())

    def is_decided(self, records: Sequence[Record]) -> bool:
        if self.test is None:
            return False
        self._undecided, verdict = self._decision(records, self._undecided)
        return bool(verdict)

    def _decision(self, records: Sequence[Record], undecided: int = 0) -> tuple[int, str]:
        if self.test is None:
            return 0, ""
        return self.test.decision(scores_by_round(complete_rounds(records)), self.seats, undecided)

    def _counted(self, records: Sequence[Record]) -> list[Record]:
        """The games that count: all, or those up to the decision of the test, in their order."""
        number, verdict = self._decision(records)
        if verdict:
            return complete_rounds(records)[: number * self.seats]
        return sorted(records, key=lambda record: (int(record.other_tags[ROUND_TAG]), int(record.other_tags[SEAT_TAG])))

    def picture(self, records: Sequence[Record]) -> str:
        """The score after each round as a picture."""
        return score_plot(*self.names, self.game.name, scores_by_round(self._counted(records)), self.seats)

    def data(self, records: Sequence[Record], path: Path) -> str:
        games = self._counted(records)
        rounds = scores_by_round(games)
        found = estimate(rounds, self.seats)
        won, shared, lost = _tally(games)
        first, second = self.names
        data = {
            "game": self.game.name, "options": dict(self.game.options), "first": first, "second": second,
            "games": found.games, "won": won, "drawn": shared, "lost": lost,
            "score": found.score, "fair": 1 / self.seats, "elo": found.elo, "error": found.error,
            "elo_low": found.low, "elo_high": found.high, "los": found.los,
            "pairs": pentanomial(rounds) if self.seats == 2 else None,
            "order": self._order_data(games), "seats": self._seat_data(games),
            "llr": self.test.ratio(rounds, self.seats) if self.test else None,
            "sprt": self._test_data(games),
            "thinking": contest.thinking_data(games, self.names),
            "file": str(path), "games_not_counted": len(records) - len(games), "faults": contest.faults_of(games),
        }  # fmt: skip
        return json.dumps(data, indent=2)

    def _seat_data(self, games: Sequence[Record]) -> dict[str, float]:
        """The part of the points that each seat got, which is all that a player against itself can show."""
        taken = [shares(game) for game in games]
        return {letter: sum(share[letter] for share in taken) / max(1, len(taken)) for letter in self.game.players}

    def _order_data(self, games: Sequence[Record]) -> dict[str, float] | None:
        """With more than two seats, the difference in Elo that the finishing orders speak for, and its 95 % error."""
        if self.seats == 2 or not games:
            return None
        orders = [order_in_match(game) for game in games]
        found = {rating.name: rating for rating in ratings((FIRST, SECOND), orders).players}
        return {"elo": found[FIRST].elo - found[SECOND].elo, "error": 2 * found[FIRST].error}

    def _test_data(self, games: Sequence[Record]) -> dict[str, object] | None:
        if self.test is None:
            return None
        low, high = self.test.bounds()
        return {
            "elo0": self.test.elo0, "elo1": self.test.elo1, "alpha": self.test.alpha, "beta": self.test.beta,
            "lower": low, "upper": high, "accepted": self._decision(games)[1] or None,
        }  # fmt: skip

    def text(self, records: Sequence[Record], path: Path) -> str:
        games = self._counted(records)
        rounds = scores_by_round(games)
        found = estimate(rounds, self.seats)
        won, shared, lost = _tally(games)
        first, second = self.names
        told = Said("{first} against {second}, {game}", first=first, second=second, game=self._game_words())
        tally = Said("{won} won, {drawn} drawn, {lost} lost", won=won, drawn=shared, lost=lost)
        score = Said("score {score}", score=figure(found.score, ".3f"))
        if self.seats > 2:
            score = Said(
                "score {score}, fair share {share}",
                score=figure(found.score, ".3f"),
                share=figure(1 / self.seats, ".3f"),
            )
        shares = {letter: figure(share, ".3f") for letter, share in self._seat_data(games).items()}
        by_seat = ", ".join(f"{say(self.game.player_name(letter))} {say(share)}" for letter, share in shares.items())
        lines = [
            say(told),
            say(Said("{games}: {tally}, {score}", games=games_number(found.games), tally=tally, score=score)),
            f"Elo {found.elo_text()}, LOS {say(figure(found.los, '.1%'))}",
            say(Said("score of the seats, whoever sat there: {seats}", seats=by_seat)),
        ]
        if self.seats == 2:
            pairs = ", ".join(map(str, pentanomial(rounds)))
            lines.append(say(Said("pairs with 0, 1/2, 1, 3/2, 2 points: {pairs}", pairs=pairs)))
        order = self._order_data(games)
        if order is not None:
            elo = f"{order['elo']:+.0f} +- {order['error']:.0f}"
            lines.append(say(Said("Elo by all places {elo}", elo=elo)))
        if self.test is not None:
            lines.append(self._test_text(games, rounds))
        lines += contest.thinking_lines(games, self.names)
        lines += contest.fault_lines(contest.faults_of(games))
        if len(records) > len(games):
            late = games_number(len(records) - len(games))
            lines.append(say(Said("{games} ended after the decision and do not count", games=late)))
        lines.append(say(Said("games: {path}", path=str(path))))
        return "\n".join(lines)

    def _test_text(self, games: Sequence[Record], rounds: Sequence[Sequence[float]]) -> str:
        assert self.test is not None
        low, high = self.test.bounds()
        verdict = self._decision(games)[1]
        ratio = self.test.ratio(rounds, self.seats)
        test = f"SPRT elo0 {self.test.elo0:g}, elo1 {self.test.elo1:g}: LLR {ratio:.2f} ({low:.2f}, {high:.2f})"
        if not verdict:
            return say(Said("{test}, not decided", test=test))
        return say(Said("{test}, {hypothesis} was accepted", test=test, hypothesis=verdict))

    def _game_words(self) -> str:
        return f"{self.game.name} {options_text(self.game)}".rstrip()


def _tally(records: Sequence[Record]) -> tuple[int, int, int]:
    """Games that the first player won, shared and lost."""
    scores = [score_of_first(record) for record in records]
    won, lost = sum(score == 1 for score in scores), sum(score == 0 for score in scores)
    return won, len(scores) - won - lost, lost
