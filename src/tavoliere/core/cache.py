"""Machine code on disk that cannot go stale: one file per kernel and key, written whole or not at all.

The key holds everything the code depends on: the texts it was compiled from, the signature, the versions
of Python, Numba and LLVM, the processor and Numba's flags. A wrong entry can therefore not be found, and
an old one is only dead weight, which pruning removes.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout
from platformdirs.macos import MacOS
from platformdirs.unix import Unix
from platformdirs.windows import Windows

SUFFIX = ".kernel"
DIGEST_BYTES = 32
MOST_BYTES = 512 * 1024 * 1024
LONGEST_UNUSED = 90 * 24 * 3600
LOCK_SECONDS = 10
WRITING = "writing-"
LONGEST_WRITING = 3600
VARIABLE = "TAVOLIERE_CACHE_DIR"


def default_directory(system: str = sys.platform) -> Path:
    """Where this system keeps a user's caches; `TAVOLIERE_CACHE_DIR` overrides it."""
    chosen = os.environ.get(VARIABLE)
    if chosen:
        return Path(chosen)
    place = {"win32": Windows, "darwin": MacOS}.get(system, Unix)
    return place(appname="tavoliere", appauthor=False).user_cache_path / "kernels"


class KernelCache:
    """A directory of entries. No method raises because of the disk: without a cache, kernels just compile."""

    def __init__(self, directory: Path, system: str = sys.platform) -> None:
        self.directory = directory
        self.system = system
        self.problem: str | None = None
        self._pruned = False

    def load(self, key: str) -> bytes | None:
        """The entry stored under a key; a damaged one is removed and counts as missing."""
        path = self._path(key)
        try:
            content = path.read_bytes()
        except OSError:
            return None
        body = content[DIGEST_BYTES:]
        if hashlib.sha256(body).digest() != content[:DIGEST_BYTES]:
            with contextlib.suppress(OSError):
                path.unlink()
            return None
        with contextlib.suppress(OSError):
            os.utime(path)
        return body

    def save(self, key: str, body: bytes) -> bool:
        """Store an entry: written beside its place, then moved there in one step. False if the disk refuses."""
        try:
            self.directory.mkdir(parents=True, exist_ok=True)
            with self._locked():
                self._write(self._path(key), hashlib.sha256(body).digest() + body)
                if not self._pruned:
                    self._pruned = True
                    self.prune()
        except (OSError, Timeout) as error:
            self.problem = f"kernels are not kept, because {self.directory} cannot be written ({error})"
            return False
        self.problem = None
        return True

    def prune(self, most_bytes: int = MOST_BYTES, longest_unused: float = LONGEST_UNUSED) -> list[Path]:
        """Remove entries unused for long, then the longest unused ones until the rest fits. Says what went.

        What a process that was killed in the middle of writing has left goes too.
        """
        for left in self.directory.glob(f"{WRITING}*"):
            with contextlib.suppress(OSError):
                if left.stat().st_mtime < time.time() - LONGEST_WRITING:
                    left.unlink()
        entries = sorted(self._entries(), key=lambda entry: entry[1], reverse=True)
        oldest = time.time() - longest_unused
        removed = []
        total = 0
        for path, used, size in entries:
            total += size
            if used < oldest or total > most_bytes:
                with contextlib.suppress(OSError):
                    path.unlink()
                    removed.append(path)
        return removed

    def _entries(self) -> Iterator[tuple[Path, float, int]]:
        for path in self.directory.glob(f"*{SUFFIX}"):
            with contextlib.suppress(OSError):
                status = path.stat()
                yield path, status.st_mtime, status.st_size

    def _path(self, key: str) -> Path:
        return self.directory / f"{key}{SUFFIX}"

    def _locked(self) -> FileLock:
        return FileLock(self.directory / "lock", timeout=LOCK_SECONDS)

    def _write(self, path: Path, content: bytes) -> None:
        handle, name = tempfile.mkstemp(dir=self.directory, prefix=WRITING)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            self._move(Path(name), path)
        finally:
            with contextlib.suppress(OSError):
                Path(name).unlink()

    def _move(self, written: Path, path: Path) -> None:
        try:
            os.replace(written, path)  # noqa: PTH105 - the tests replace exactly this call
        except PermissionError:
            # Windows does not replace a file that another process has open. Under the same key that file
            # holds the same code, so it can stay.
            if self.system != "win32" or not path.exists():
                raise


def digest(parts: list[str]) -> str:
    """One key out of everything that an entry depends on."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


class CacheOfOneKernel:
    """What Numba's dispatcher asks about one kernel, answered from a `KernelCache`.

    It has the methods of `numba.core.caching._Cache`, which is private to Numba; the version is pinned to
    the minor release in pyproject.toml and tests/core/test_cache.py keeps watch.
    """

    def __init__(
        self,
        cache: KernelCache,
        key_of: Callable[[object, object], str | None],
        on_miss: Callable[[object], None],
        reduce: Callable[[object], object],
        rebuild: Callable[[object, object], object],
    ) -> None:
        self._cache = cache
        self._key_of = key_of
        self._on_miss = on_miss
        self._reduce = reduce
        self._rebuild = rebuild

    @property
    def cache_path(self) -> str:
        return str(self._cache.directory)

    def load_overload(self, signature: object, target: object) -> object:
        key = self._key_of(signature, target)
        body = None if key is None else self._cache.load(key)
        if body is not None:
            try:
                return self._rebuild(target, pickle.loads(body))
            except Exception:  # an entry that cannot be read is a miss, whatever is wrong with it
                body = None
        self._on_miss(signature)
        return None

    def save_overload(self, signature: object, compiled: Any) -> None:
        key = self._key_of(signature, compiled)
        if key is None or compiled.library.has_dynamic_globals:
            return
        try:
            body = pickle.dumps(self._reduce(compiled), protocol=pickle.HIGHEST_PROTOCOL)
        except (pickle.PicklingError, AttributeError, TypeError):
            return  # a class that cannot be found by name, such as one made inside a function, is not kept
        self._cache.save(key, body)

    def enable(self) -> None:
        """Numba's switch; this cache is always on."""

    def disable(self) -> None:
        """Numba's switch; this cache is always on."""

    def flush(self) -> None:
        """Numba asks for this when a function is recompiled; entries are keyed by text, so none is stale."""
