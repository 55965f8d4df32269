"""The whole way from a recipe to a judge that is accepted or not, in a folder, step by step.

A file that is there is a step that is done: each is named by a digest of all that it was made from and appears in one
piece, or grows by whole lines. So the work can be killed at any moment and asked for again.
"""

from __future__ import annotations

import dataclasses
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tavoliere.arena.selfplay import Log, file_name, header_of, open_games
from tavoliere.core.learnt import read_weights, weights_file
from tavoliere.core.said import Said, figure
from tavoliere.learn import trial
from tavoliere.learn.recipe import Recipe, digest_of
from tavoliere.learn.samples import Batch, batch_of, joined, read_batch, write_batch
from tavoliere.learn.training import Report, trained
from tavoliere.learn.trial import Spread, Trial, Verdict
from tavoliere.search.judges import judge_of
from tavoliere.search.selfplay import Conditions, SelfPlayed

CHUNK = 50
"""So many games at a time are looked at."""

Tell = Callable[[str, int, int, str], None]
"""Called while work goes on: what is done, how much of it, of how much, and what is worth knowing so far."""


@dataclasses.dataclass(frozen=True)
class Course:
    """A recipe at work in a folder. `spread` lets processes answer questions; `tell` hears how it goes."""

    recipe: Recipe
    folder: Path
    spread: Spread
    tell: Tell

    def weights(self) -> Path:
        """Play, look and train, as far as that is not done yet; the file of weights."""
        path = self.folder / f"{self.recipe.game.name}-{digest_of(self.recipe.training())}.weights"
        if not path.exists():
            begun = time.process_time()
            batch = self._looked_at(self._played())
            judge, report = trained(self.recipe, batch, lambda *so_far: self._learning(*so_far))
            made = {"training": digest_of(self.recipe.training()), "recipe": self._settings()}
            content = weights_file(self.recipe.learnt, self.recipe.game.facts, judge, made)
            seconds = time.process_time() - begun
            _write(path.with_suffix(".json"), json.dumps(self._report(report, seconds), indent=1).encode())
            _write(path, content)
        return path

    def report(self) -> dict[str, Any]:
        """What was learnt from, and how losses went."""
        found: dict[str, Any] = json.loads(self.weights().with_suffix(".json").read_text(encoding="utf-8"))
        return found

    def judge(self) -> Any:
        """The judge that was trained."""
        path = self.weights()
        return read_weights(self.recipe.learnt, self.recipe.game.facts, path.read_bytes(), path.name)

    def tried(self, games: int, nodes: int, opening: int) -> tuple[Trial, Verdict]:
        """The new judge against the hand-made one at equal time, which has so many nodes for an action."""
        game, new, old = self.recipe.game, self.judge(), judge_of(self.recipe.game)
        name = f"{self.weights().stem}-trial-{digest_of([repr(new), repr(old), nodes, opening, self.recipe.seed])}"
        ratio = self._pace(self.folder / f"{name}.pace", new, old)
        match = Trial(game, new, old, max(1, round(ratio * nodes)), nodes, opening, self.recipe.seed)
        found = Verdict(0, 0.5, 0.0)
        for found in trial.play(match, games, self.folder / f"{name}.scores", self.spread):
            score = f"{found.score:.3f} +- {found.error:.3f}"
            self.tell(Said("new against old"), found.games, games, Said("score {score}", score=score))
        return match, found

    def _pace(self, path: Path, new: Any, old: Any) -> float:
        if not path.exists():
            _write(path, json.dumps(trial.pace_of(self.recipe.game, new, old, self.recipe.seed)).encode())
        return float(json.loads(path.read_text(encoding="utf-8")))

    def _played(self) -> list[list[SelfPlayed]]:
        """All games, in an order that does not depend on who has played them when."""
        kinds, done = self.recipe.conditions(), 0
        played = []
        for conditions, count in kinds:
            path = self.folder / file_name(conditions)
            with Log(path, conditions) as log:
                done += count - len(log.missing(count))
                self.tell(Said("playing"), done, self.recipe.games, "")
                for _ in log.fill(count, self.spread):
                    done += 1
                    self.tell(Said("playing"), done, self.recipe.games, "")
            found = {game.number: game for game in open_games(path).games()}
            played.append([found[number] for number in range(count)])
        return played

    def _looked_at(self, played: list[list[SelfPlayed]]) -> Batch:
        kinds = [conditions for conditions, _ in self.recipe.conditions()]
        chunks = list(self._chunks(kinds, played))
        missing = [(path, question) for path, question in chunks if not path.exists()]
        done = len(chunks) - len(missing)
        self.tell(Said("looking at positions"), done, len(chunks), "")
        for place, batch in self.spread(batch_of, [question for _, question in missing]):
            write_batch(missing[place][0], batch)
            done += 1
            self.tell(Said("looking at positions"), done, len(chunks), "")
        return joined([read_batch(path) for path, _ in chunks])

    def _chunks(
        self, kinds: list[Conditions], played: list[list[SelfPlayed]]
    ) -> Iterator[tuple[Path, tuple[Recipe, list[SelfPlayed], int]]]:
        """Some games at a time, each with the file of their samples; all games of a recipe have their own numbers."""
        first = 0
        for conditions, games in zip(kinds, played, strict=True):
            for begin in range(0, len(games), CHUNK):
                some = games[begin : begin + CHUNK]
                made = [header_of(conditions), begin, len(some), self.recipe.sampling()]
                name = f"{self.recipe.game.name}-{digest_of(made)}.samples"
                yield self.folder / name, (self.recipe, some, first + begin)
            first += len(games)

    def _learning(self, done: int, steps: int, loss: float) -> None:
        self.tell(Said("training"), done, steps, Said("loss {loss}", loss=figure(loss, ".4f")))

    def _settings(self) -> dict[str, Any]:
        names = [field.name for field in dataclasses.fields(self.recipe) if field.name != "game"]
        return {name: getattr(self.recipe, name) for name in names}

    def _report(self, report: Report, seconds: float) -> dict[str, Any]:
        return {**dataclasses.asdict(report), "seconds": round(seconds, 1), "recipe": self._settings()}


def _write(path: Path, content: bytes) -> None:
    """A file that is whole whenever it is there."""
    beside = path.with_name(path.name + ".part")
    beside.write_bytes(content)
    beside.replace(path)
