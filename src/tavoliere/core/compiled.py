"""The only door to Numba: `compiled` turns a plain function over games into machine code at its first call.

Nothing is imported or compiled before that call. Where Numba is missing, or inside `plain_python()`, the
function runs as the plain Python it is, with the same results.
"""

from __future__ import annotations

import contextlib
import functools
import importlib.util
import os
import sys
from collections.abc import Callable, Iterator, MutableSequence
from contextvars import ContextVar
from types import CodeType, FunctionType
from typing import Any, Generic, ParamSpec, TypeVar

from tavoliere.core.cache import CacheOfOneKernel, KernelCache, default_directory, digest
from tavoliere.core.game import GAMES, HELPERS, GameClass
from tavoliere.core.rng import Rng, scramble
from tavoliere.core.sources import constants_of, digest_of_kernel_module, digest_of_kernels

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

# Numba's settings that change the machine code without showing in the signature or the processor's name.
FLAGS = ("BOUNDSCHECK", "OPT", "DEBUGINFO_DEFAULT", "LOOP_VECTORIZE", "SLP_VECTORIZE", "ENABLE_AVX", "CPU_NAME",
         "CPU_FEATURES", "FULL_TRACEBACKS", "LLVM_PASS_TIMINGS")  # fmt: skip

KERNELS_DIGEST = digest_of_kernels()

_plain: ContextVar[bool] = ContextVar("plain", default=False)
_listeners: list[Callable[[str], None]] = []
_cache: list[KernelCache] = []


class Compiled(Generic[Parameters, Result]):
    """A function that compiles itself once for each kind of arguments; `plain` is the function as written."""

    def __init__(self, function: Callable[Parameters, Result], is_inlined: bool = False) -> None:
        if getattr(function, "__closure__", None):
            raise TypeError(f"{function.__qualname__} cannot be compiled: it closes over variables; pass them in")
        functools.update_wrapper(self, function)
        self.plain = function
        self._registered = -1
        self._is_inlined = is_inlined
        KERNELS[function] = digest_of_kernel_module(function.__module__)

    def __call__(self, *args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
        if self._registered != len(GAMES) + len(HELPERS) or _plain.get():
            if runs_plain():
                return self.plain(*args, **kwargs)
            self._register()
        result: Result = self.dispatcher(*args, **kwargs)
        return result

    def _register(self) -> None:
        """Tell Numba about the games and helpers that have come since this function was called last."""
        from tavoliere.core import native

        native.register_everything()  # type: ignore[no-untyped-call]
        self._registered = len(GAMES) + len(HELPERS)

    def entry(self, *args: Any) -> Callable[..., Result]:
        """The function for arguments of exactly these types, which it no longer looks at.

        A call of the machine code itself costs a tenth of one that finds out what it is given. Whoever keeps it answers
        for the types: others are misread. Inside `plain_python()` or without Numba it is the function as written.
        """
        if runs_plain():
            return self.plain
        self._register()
        types = tuple(self.dispatcher.typeof_pyval(arg) for arg in args)
        found: Callable[..., Result] = self.dispatcher.compile(types)
        return found

    @functools.cached_property
    def dispatcher(self) -> Any:
        """Numba's own object for this function."""
        import numba

        # Kernels own nothing: their caller keeps all arrays alive, so nobody needs to count references to them.
        inlining = {"forceinline": True} if self._is_inlined else {}
        dispatcher: Any = numba.njit(nogil=True, _nrt=False, **inlining)(self.plain)  # type: ignore[call-overload]
        dispatcher._cache = CacheOfOneKernel(
            kernel_cache(),
            self._key,
            self._announce,
            lambda result: result._reduce(),  # type: ignore[attr-defined]
            _rebuilt,
        )
        return dispatcher

    @property
    def _numba_type_(self) -> Any:
        return self.dispatcher._numba_type_

    @property
    def compilations(self) -> int:
        """For how many kinds of arguments machine code is loaded."""
        return len(self.dispatcher.overloads) if "dispatcher" in vars(self) else 0

    def _key(self, signature: Any, target: Any) -> str | None:
        """What the machine code depends on, in one digest; None if part of its source is not in a file."""
        import llvmlite
        import numba
        from numba.core import config

        reached = list(_functions_behind(self.plain, signature))
        sources = [GAMES[cls].sources for cls in _classes_in(signature, reached)]
        sources += [listed[function] for function in reached for listed in (HELPERS, KERNELS) if function in listed]
        if not all(sources):
            return None
        codegen = target.codegen if not callable(target.codegen) else target.codegen()
        code = self.plain.__code__
        parts = [sys.version, repr(sys.flags.optimize), numba.__version__, llvmlite.__version__]
        parts += [repr(codegen.magic_tuple()), repr([(flag, getattr(config, flag, None)) for flag in FLAGS])]
        parts += [KERNELS_DIGEST, *sorted(set(sources)), repr(signature)]
        parts += [self.plain.__module__, self.plain.__qualname__, str(code.co_firstlineno), code.co_code.hex()]
        parts += [repr(code.co_consts) if not any(map(_is_code, code.co_consts)) else ""]
        parts += [f"{name}={value}" for function in reached for name, value in constants_of(function)]
        return digest(parts)

    def _announce(self, signature: Any) -> None:
        games = " and ".join(dict.fromkeys(described.cls.__name__ for described in _games_in(signature)))
        for listener in _listeners:
            listener(f"{self.plain.__name__} for {games}" if games else self.plain.__name__)


KERNELS: dict[Callable[..., Any], str] = {}
"""The digests of the texts that compiled functions come from, taken when they were imported."""


def compiled(function: Callable[Parameters, Result]) -> Compiled[Parameters, Result]:
    """Compile a function at its first call, without holding the interpreter's lock, through the disk cache."""
    return Compiled(function)


def inlined(function: Callable[Parameters, Result]) -> Compiled[Parameters, Result]:
    """The same, but always put into the kernels that call it: for parts that are handed many arrays, which would cost
    more to hand over than to work on.
    """
    return Compiled(function, is_inlined=True)


def available() -> bool:
    """Whether Numba is installed and not switched off. Without it everything works, in plain Python."""
    return _installed() and os.environ.get("NUMBA_DISABLE_JIT", "0") == "0"


@functools.cache
def _installed() -> bool:
    return importlib.util.find_spec("numba") is not None


def runs_plain() -> bool:
    """Whether a call of a compiled function would run plain Python now."""
    return _plain.get() or not available()


def in_plain_block() -> bool:
    """Whether this is inside `plain_python()`."""
    return _plain.get()


@contextlib.contextmanager
def plain_python() -> Iterator[None]:
    """Run kernels as plain Python inside this block."""
    token = _plain.set(True)
    try:
        yield
    finally:
        _plain.reset(token)


@contextlib.contextmanager
def telling(listener: Callable[[str], None]) -> Iterator[None]:
    """Call the listener with a short text whenever something has to be compiled inside this block."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


def kernel_cache() -> KernelCache:
    """The directory of machine code that this process uses."""
    if not _cache:
        _cache.append(KernelCache(default_directory()))
    return _cache[0]


def row(length: int) -> MutableSequence[int]:
    """Room for `length` numbers: an array for compiled code, a list for plain Python."""
    made: MutableSequence[int] = [0] * length if runs_plain() else _array("int64", length)
    return made


def reals(length: int, blank: bool = True) -> MutableSequence[float]:
    """Room for `length` real numbers; if it is not blank, anything may stand there at first."""
    made: MutableSequence[float] = [0.0] * length if runs_plain() else _array("float64", length, blank)
    return made


def shorts(length: int, blank: bool = True) -> MutableSequence[int]:
    """Room for `length` small numbers, of 32 bits where that is a choice; `blank` as above."""
    made: MutableSequence[int] = [0] * length if runs_plain() else _array("int32", length, blank)
    return made


def rows(count: int, length: int) -> MutableSequence[MutableSequence[int]]:
    """Room for `count` rows of numbers."""
    if runs_plain():
        return [[0] * length for _ in range(count)]
    made: MutableSequence[MutableSequence[int]] = _array("int64", count * length).reshape(count, length)
    return made


def _array(kind: str, length: int, blank: bool = True) -> Any:
    import numpy as np

    return np.zeros(length, kind) if blank else np.empty(length, kind)


def generator(seed: int) -> Rng:
    """A random generator that kernels can use, for a seed of any size."""
    if runs_plain():
        return [scramble(seed)]
    import numpy as np

    made: Rng = np.array([scramble(seed)], np.uint64)  # type: ignore[assignment]
    return made


def _rebuilt(target: Any, reduced: Any) -> Any:
    """Machine code out of a cache entry, as Numba's own cache does it."""
    from numba.core import compiler

    target.refresh()
    return compiler.CompileResult._rebuild(target, *reduced)  # type: ignore[no-untyped-call]


def _games_in(signature: Any) -> list[GameClass]:
    """The game classes among the types of a signature, inside tuples too."""
    arguments = signature if isinstance(signature, tuple) else signature.args
    found: list[GameClass] = []
    waiting = list(arguments)
    while waiting:
        argument = waiting.pop(0)
        if hasattr(argument, "described"):
            found.append(argument.described)
        waiting += list(getattr(argument, "types", ()) or ())
        if hasattr(argument, "dtype") and argument.dtype is not argument:
            waiting.append(argument.dtype)
    return found


def _functions_behind(function: Callable[..., Any], signature: Any) -> list[Callable[..., Any]]:
    """The function, the methods of the games that it is compiled for, and every helper and kernel that they name."""
    reached: dict[Callable[..., Any], None] = {}
    waiting = [function, *(method for described in _games_in(signature) for method in described.methods.values())]
    while waiting:
        current = waiting.pop(0)
        if current in reached or not isinstance(current, FunctionType):
            continue
        reached[current] = None
        for name in current.__code__.co_names:
            value = current.__globals__.get(name)
            if isinstance(value, Compiled):
                waiting.append(value.plain)
            elif isinstance(value, type) and value in GAMES:
                waiting += GAMES[value].methods.values()
            elif isinstance(value, FunctionType) and value in HELPERS:
                waiting.append(value)
    return list(reached)


def _classes_in(signature: Any, reached: list[Callable[..., Any]]) -> list[type[Any]]:
    """The game classes that machine code depends on: those of the signature and those that functions name."""
    classes = {described.cls: None for described in _games_in(signature)}
    for function in reached:
        for name in function.__code__.co_names:
            value = function.__globals__.get(name)
            if isinstance(value, type) and value in GAMES:
                classes[value] = None
    return list(classes)


def _is_code(constant: object) -> bool:
    return isinstance(constant, CodeType)
