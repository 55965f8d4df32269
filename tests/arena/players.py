"""Players and choosers for tests: quick ones that think in this process, and hostile ones."""

import threading
import time

from tavoliere.search.players import Choice


class Here:
    """Lets players think in this process."""

    def __init__(self, game=None):
        pass

    def choose(self, spec, position, seed, line=None):  # noqa: ARG002 - our players need no line
        return spec.player(seed).choose(position, spec.budget())

    def get_ready(self, spec):
        pass

    def new_game(self):
        pass

    def close(self):
        pass


def saying(move):
    """What somebody says who answers with a turn, right or wrong."""
    return Choice(move, {}, 1, 0.1, ())


class Hostile(Here):
    """Misbehaves in the seat of `mcts`; all others make the first turn that is legal, at once."""

    def choose(self, spec, position, seed, line=None):  # noqa: ARG002 - whatever the chance
        if spec.kind == "mcts":
            return self.misbehave(position)
        return saying(position.legal_moves()[0])

    def misbehave(self, position):
        raise NotImplementedError


class Crashing(Hostile):
    def misbehave(self, _position):
        raise OSError(5, "the engine\nhas \x1b[31mgone\x1b[0m")


class Cheating(Hostile):
    def misbehave(self, _position):
        return saying("z99-a1")


class Babbling(Hostile):
    def misbehave(self, _position):
        return "e4-e5"


class Numbering(Hostile):
    def misbehave(self, _position):
        return Choice(42, {}, "many", None, ())


class Boasting(Hostile):
    """Plays well enough, but what it says about itself is nonsense."""

    def misbehave(self, position):
        return Choice(position.legal_moves()[0], None, float("nan"), -3, None)


class Hanging(Hostile):
    """Never answers until it is closed."""

    def __init__(self, _game=None):
        self.is_closed = threading.Event()

    def misbehave(self, _position):
        self.is_closed.wait(60)
        raise RuntimeError("closed")

    def close(self):
        self.is_closed.set()


class Dawdling(Here):
    """Takes a moment, more so the first player."""

    def choose(self, spec, position, seed, line=None):
        time.sleep(0.002 if spec.kind == "mcts" else 0.0)
        return super().choose(spec, position, seed, line)
