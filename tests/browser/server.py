"""A real server in a process of its own, which can be killed without warning and started again."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

PROGRAM = """
import sys
from pathlib import Path
from tavoliere.apps.web.http.server import serve
from tavoliere.apps.web.host.settings import Limits, Settings, every_level

if __name__ == "__main__":
    many = 10**6
    limits = Limits(requests=many, tables=many, connections=many, work=many, reading=many)
    opponents = (*every_level(), "mcts:seconds=60")
    texts = Path(sys.argv[4]) if sys.argv[4:] else None
    settings = Settings(
        database=sys.argv[1], limits=limits, opponents=opponents, warm=sys.argv[3] == "warm", texts=texts
    )
    serve(settings, "127.0.0.1", int(sys.argv[2]), tell=lambda url: print(url, flush=True))
"""
"""`tavoliere serve`, only that an address may ask for as much as it likes, and that one opponent thinks for long."""


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Server:
    """A server on a port that stays the same over restarts. With `cache` it compiles its opponents into that folder.

    `texts` is a folder of languages that are being tried out.
    """

    def __init__(self, folder: Path, cache: Path | None = None, texts: Path | None = None) -> None:
        self.folder, self.cache, self.texts = folder, cache, texts
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        program = self.folder / "program.py"
        program.write_text(PROGRAM)
        database = f"sqlite:///{self.folder / 'tables.sqlite3'}"
        command = [sys.executable, str(program), database, str(self.port), "warm" if self.cache else "cold"]
        command += [str(self.texts)] if self.texts else []
        cache = {"TAVOLIERE_CACHE_DIR": str(self.cache)} if self.cache else {}
        with (self.folder / "log").open("a") as log:
            self.process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=log, text=True, env={**os.environ, **cache}
            )
        assert self.process.stdout is not None
        if self.process.stdout.readline().startswith("http"):
            return
        raise AssertionError(f"the server did not start: {(self.folder / 'log').read_text()[-2000:]}")

    def kill(self) -> None:
        """End it as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def _end(self, sign: signal.Signals) -> None:
        if self.process is None:
            return
        self.process.send_signal(sign)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()
        self.process = None

    def log(self) -> str:
        return (self.folder / "log").read_text()
