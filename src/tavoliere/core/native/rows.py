"""The compiled twins of states in rows of words, and game classes as arguments of kernels."""

# Numba and llvmlite carry no types, so nothing that touches them can be checked.
# mypy: disable-error-code="no-untyped-def, no-untyped-call, misc, untyped-decorator"

from __future__ import annotations

from llvmlite import ir
from numba.core import cgutils, config, types
from numba.extending import NativeValue, intrinsic, overload, unbox

from tavoliere.core import rows
from tavoliere.core.native.sets import I64, BitsType
from tavoliere.core.native.states import StateClass, StateType

WORD_BYTES = 8


@unbox(StateClass)
def unbox_class(class_type, thing, c):
    """A class has no value: its type says all."""
    return NativeValue(c.context.get_dummy_value())


def _is_words(given):
    return isinstance(given, types.Array) and given.ndim == 2 and given.layout == "C" and given.dtype is types.int64


def _row(context, builder, words_type, words, place_type, place, made):
    """A pointer to the first word of a row; with bounds checks only if the row is there and has room."""
    array = context.make_array(words_type)(context, builder, words)
    count, width = cgutils.unpack_tuple(builder, array.shape, 2)
    place = context.cast(builder, place, place_type, types.intp)
    if config.BOUNDSCHECK or context.enable_boundscheck:
        outside = builder.icmp_unsigned(">=", place, count)
        narrow = builder.icmp_signed("<", width, ir.Constant(I64, rows.words_of(made.described.cls)))
        with builder.if_then(builder.or_(outside, narrow), likely=False):
            context.call_conv.return_user_exc(builder, IndexError, ("there is no such row of words",))
    return builder.gep(array.data, [builder.mul(place, width)])


def _places(builder, base, made):
    """A pointer to each field of a state in a row, by name. Fields of two words stand at any word."""
    at = 0
    for name, kind in made.fields.items():
        place = builder.gep(base, [ir.Constant(I64, at)])
        is_wide = isinstance(kind, BitsType) and kind.width == 128
        yield name, builder.bitcast(place, ir.IntType(128).as_pointer()) if is_wide else place
        at += 2 if is_wide else 1


@intrinsic
def _load(typing_context, cls, words, place):
    made = cls.made

    def emit(context, builder, sig, args):
        base = _row(context, builder, sig.args[1], args[1], sig.args[2], args[2], made)
        state = cgutils.create_struct_proxy(made)(context, builder)
        for name, pointer in _places(builder, base, made):
            setattr(state, name, builder.load(pointer, align=WORD_BYTES))
        return state._getvalue()

    return made(cls, words, place), emit


@intrinsic
def _store(typing_context, state, words, place):
    def emit(context, builder, sig, args):
        base = _row(context, builder, sig.args[1], args[1], sig.args[2], args[2], state)
        held = cgutils.create_struct_proxy(state)(context, builder, value=args[0])
        for name, pointer in _places(builder, base, state):
            builder.store(getattr(held, name), pointer, align=WORD_BYTES)
        return context.get_dummy_value()

    return types.void(state, words, place), emit


@overload(rows.load)
def load(cls, words, place):
    if isinstance(cls, StateClass) and _is_words(words):
        return lambda cls, words, place: _load(cls, words, place)
    return None


@overload(rows.store)
def store(state, words, place):
    if isinstance(state, StateType) and _is_words(words):
        return lambda state, words, place: _store(state, words, place)
    return None
