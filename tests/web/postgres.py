"""A PostgreSQL server for as long as the tests run: Debian's programs, a fresh directory, a free loopback port."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path

USER = "tavoliere"


def programs() -> Path | None:
    """The folder of `initdb` and `postgres`; None where PostgreSQL is not installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: float(path.parts[4]))
    if found:
        return found[-1].parent
    on_path = shutil.which("postgres")
    return Path(on_path).parent if on_path else None


def as_other_user() -> list[str]:
    """PostgreSQL refuses to run as root, so root runs it as somebody without rights."""
    if os.geteuid() != 0:
        return []
    return ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]


class Cluster:
    """Started with the tests, gone after them."""

    def __init__(self, folder: Path) -> None:
        self._programs = folder
        self._home = Path(tempfile.mkdtemp(prefix="tavoliere-postgres-"))
        self._databases = 0
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        if os.geteuid() == 0:
            shutil.chown(self._home, "nobody", "nogroup")

    def start(self) -> None:
        data = self._home / "data"
        self._run("initdb", "-D", str(data), "-U", USER, "-A", "trust", "-E", "UTF8", "--no-sync", "--locale=C")
        self._run("pg_ctl", "-D", str(data), "-w", "-o", self.options(), "-l", str(self._home / "log"), "start")

    def options(self) -> str:
        # Nobody pulls this machine's plug, so it need not wait for the disk.
        speed = "-c fsync=off -c full_page_writes=off"
        return f"-p {self.port} -k {self._home} -c listen_addresses=127.0.0.1 {speed}"

    def stop(self) -> None:
        self._run("pg_ctl", "-D", str(self._home / "data"), "-m", "immediate", "stop")
        shutil.rmtree(self._home, ignore_errors=True)

    def new_database(self) -> str:
        """The URL of a fresh database."""
        self._databases += 1
        name = f"games{os.getpid()}_{self._databases}"
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", USER, name)
        return f"postgresql://{USER}@127.0.0.1:{self.port}/{name}"

    def _run(self, program: str, *arguments: str) -> None:
        command = [*as_other_user(), str(self._programs / program), *arguments]
        environment = {**os.environ, "LC_ALL": "C"}
        done = subprocess.run(
            command, cwd=self._home, env=environment, text=True, timeout=120, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE if program != "pg_ctl" else subprocess.DEVNULL,
            check=False,
        )  # fmt: skip
        assert done.returncode == 0, f"{program}: {done.stderr}"
