"""How much of a hard limit for each move `tavoliere tablut-challenge` really needs in hand, on this machine.

python -m benchmarks.challenge_margin --seconds 5 --turns 20 --busy 8

Two of us play each other over a server on this machine that behaves as the public one. For each move it notes how long
after its state the move arrived; what that is beyond the time that our player was to think is what everything else
takes: reading the state, stopping the search, notation, sending. `--busy` programs that only count keep the processors
from us meanwhile.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time

from tests.apps.challenge_server import ChallengeServer

from tavoliere.play.clock import margin_of

BUSY = "while True: pass"


class Timed(ChallengeServer):
    """Notes when each state was sent and how long the answer took."""

    def __init__(self, limit: float, turns: int) -> None:
        self.took: list[float] = []
        self.turns = turns
        super().__init__(limit=limit, poll=0.001)

    def _move_in_time(self, connection, side):  # type: ignore[no-untyped-def]
        if len(self.took) >= self.turns:
            return None
        begun = time.monotonic()
        move = super()._move_in_time(connection, side)
        self.took.append(time.monotonic() - begun)
        return move


def client(side: str, port: int, seconds: float) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tavoliere", "tablut-challenge", side, "--port", str(port), "--time", str(seconds)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5.0, help="the limit for each move (default: 5)")
    parser.add_argument("--turns", type=int, default=20, help="how many moves are measured (default: 20)")
    parser.add_argument("--busy", type=int, default=0, help="how many programs count beside us (default: 0)")
    arguments = parser.parse_args()
    thinking = arguments.seconds - margin_of(arguments.seconds)
    server = Timed(arguments.seconds, arguments.turns)
    players = [client(side, server.ports[side[0]], arguments.seconds) for side in ("white", "black")]
    counting = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(arguments.busy)]
    try:
        server.thread.join()
    finally:
        for program in (*counting, *players):
            program.kill()
            program.wait()
    later = [took - thinking for took in server.took if took > thinking / 2]
    early = len(server.took) - len(later)
    print(f"{len(server.took)} moves of {arguments.seconds:g} s, {arguments.busy} busy programs, {early} found early")
    print(f"beyond {thinking:g} s of thinking: usually {statistics.median(later):.3f} s, at worst {max(later):.3f} s")
    print(f"the margin is {margin_of(arguments.seconds):g} s; late moves: {sum('late' in e for e in server.events)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
