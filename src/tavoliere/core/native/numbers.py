"""The compiled twins of the random generator and of the keys."""

# Numba and llvmlite carry no types, so nothing that touches them can be checked.
# mypy: disable-error-code="no-untyped-def, no-untyped-call, misc, untyped-decorator"

from __future__ import annotations

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic, overload, register_jitable

from tavoliere.core import hashing, rng
from tavoliere.core.native.sets import BITS64, BITS128, _widened, _word

PREFETCH = ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t, *3 * [ir.IntType(32)]])


_MULTIPLIER = np.uint64(rng.MULTIPLIER)
_FACTOR = np.uint64(hashing.FACTOR)
_2, _12, _25, _27, _29, _32, _64 = (np.uint64(number) for number in (2, 12, 25, 27, 29, 32, 64))


@overload(rng.draw)
def draw(generator):
    def drawn(generator):
        word = generator[0]
        word ^= word >> _12
        word ^= word << _25
        word ^= word >> _27
        generator[0] = word
        return np.int64((word * _MULTIPLIER) >> _2)

    return drawn


@overload(rng.below)
def below(generator, limit):
    def drawn(generator, limit):
        return ((rng.draw(generator) >> 31) * np.int64(limit)) >> 31

    return drawn


@register_jitable
def _mixed_word(key, word):
    word ^= np.uint64(key)
    word = (word ^ (word >> _32)) * _FACTOR
    word = (word ^ (word >> _29)) * _FACTOR
    return np.int64((word ^ (word >> _32)) >> _2)


@intrinsic
def _word_of(typing_context, value, place):
    def emit(context, builder, sig, args):
        places = _widened(context, builder, args[1], sig.args[1], sig.args[0])
        return _word(builder, builder.lshr(args[0], places), sig.args[0])

    return types.uint64(value, place), emit


@overload(hashing.mixed)
def mixed(key, value):
    if value is BITS64:
        return lambda key, value: _mixed_word(key, _word_of(value, 0))
    if value is BITS128:
        return lambda key, value: _mixed_word(_mixed_word(key, _word_of(value, 0)), _word_of(value, 64))
    if isinstance(value, types.Integer):
        return lambda key, value: _mixed_word(key, np.uint64(value))
    return None


@intrinsic
def _prefetched(typing_context, numbers, place):
    def emit(context, builder, sig, args):
        data = context.make_array(sig.args[0])(context, builder, args[0]).data
        address = builder.bitcast(builder.gep(data, [args[1]]), cgutils.voidptr_t)
        reading, keep_long, of_data = (ir.Constant(ir.IntType(32), choice) for choice in (0, 3, 1))
        prefetch = builder.module.declare_intrinsic("llvm.prefetch", [cgutils.voidptr_t], PREFETCH)
        builder.call(prefetch, [address, reading, keep_long, of_data])
        return context.get_dummy_value()

    return types.void(numbers, types.intp), emit


@overload(hashing.fetch_ahead)
def fetch_ahead(numbers, place):
    return lambda numbers, place: _prefetched(numbers, place)
