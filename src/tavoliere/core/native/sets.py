"""The compiled twins of `Bits`: one integer of 64 or 128 bits, with machine instructions for its operators."""

# Numba and llvmlite carry no types, so nothing that touches them can be checked.
# mypy: disable-error-code="no-untyped-def, no-untyped-call, misc, untyped-decorator"

from __future__ import annotations

import operator

from llvmlite import binding, ir
from numba.core import cgutils, config, types
from numba.core.imputils import RefType, iternext_impl, lower_constant
from numba.extending import (
    NativeValue,
    box,
    intrinsic,
    lower_builtin,
    lower_cast,
    models,
    overload,
    overload_method,
    register_model,
    type_callable,
    typeof_impl,
    unbox,
)

from tavoliere.core import bits

I1 = ir.IntType(1)
I64 = ir.IntType(64)


class BitsType(types.Type):
    """The compiled type of `Bits64` and `Bits128`: one integer of that width."""

    def __init__(self, width):
        self.width = width
        self.integer = ir.IntType(width)
        self.plain = {64: bits.Bits64, 128: bits.Bits128}[width]
        super().__init__(name=f"Bits{width}")

    @property
    def iterator_type(self):
        return BitsIterator(self)

    def constant(self, value):
        return ir.Constant(self.integer, value)


BITS64 = BitsType(64)
BITS128 = BitsType(128)

typeof_impl.register(bits.Bits64)(lambda value, context: BITS64)
typeof_impl.register(bits.Bits128)(lambda value, context: BITS128)


@register_model(BitsType)
class BitsModel(models.PrimitiveModel):
    def __init__(self, manager, bits_type):
        super().__init__(manager, bits_type, bits_type.integer)


@lower_constant(BitsType)
def bits_constant(context, builder, bits_type, value):
    return bits_type.constant(int(value))


WORD_OF_INT = ir.FunctionType(I64, [cgutils.voidptr_t])


@unbox(BitsType)
def unbox_bits(bits_type, thing, c):
    """Read the words of a Python integer, low one first.

    It is made a bare `int` first: the operators of `Bits` are Python functions, and cost more than all the rest.
    """
    read = c.pyapi._get_function(WORD_OF_INT, "PyLong_AsUnsignedLongLongMask")
    bare = c.pyapi.number_long(thing)
    value = c.builder.call(read, [bare])
    if bits_type.width > 64:
        places = c.pyapi.long_from_ulonglong(ir.Constant(I64, 64))
        above = c.pyapi.number_rshift(bare, places)
        high = c.builder.zext(c.builder.call(read, [above]), bits_type.integer)
        value = c.builder.zext(value, bits_type.integer)
        value = c.builder.or_(value, c.builder.shl(high, bits_type.constant(64)))
        for used in (places, above):
            c.pyapi.decref(used)
    c.pyapi.decref(bare)
    return NativeValue(value, is_error=cgutils.is_not_null(c.builder, c.pyapi.err_occurred()))


@box(BitsType)
def box_bits(bits_type, value, c):
    number = c.pyapi.long_from_ulonglong(_word(c.builder, value, bits_type))
    if bits_type.width > 64:
        low, places = number, c.pyapi.long_from_ulonglong(ir.Constant(I64, 64))
        high = c.pyapi.long_from_ulonglong(c.builder.trunc(c.builder.lshr(value, bits_type.constant(64)), I64))
        shifted = c.pyapi.number_lshift(high, places)
        number = c.pyapi.number_or(shifted, low)
        for used in (low, places, high, shifted):
            c.pyapi.decref(used)
    make = c.pyapi.unserialize(c.pyapi.serialize_object(new_set))
    plain = c.pyapi.unserialize(c.pyapi.serialize_object(bits_type.plain))
    made = c.pyapi.call_function_objargs(make, (plain, number))
    for used in (number, make, plain):
        c.pyapi.decref(used)
    return made


new_set = int.__new__
"""How a set is made of a number that is known to fit."""


def _binary(operators, emit, result=None):
    """Give operators between two sets of one width their machine instruction."""
    for each in operators:

        @type_callable(each)
        def typer(context):
            def typed(left, right):
                if isinstance(left, BitsType) and left is right:
                    return result or left
                return None

            return typed

        @lower_builtin(each, BitsType, BitsType)
        def lower(context, builder, sig, args):
            return emit(builder, *args)


_binary((operator.and_, operator.iand), lambda builder, a, b: builder.and_(a, b))
_binary((operator.or_, operator.ior), lambda builder, a, b: builder.or_(a, b))
_binary((operator.xor, operator.ixor), lambda builder, a, b: builder.xor(a, b))
_binary((operator.sub, operator.isub), lambda builder, a, b: builder.and_(a, builder.not_(b)))
_binary((operator.eq,), lambda builder, a, b: builder.icmp_unsigned("==", a, b), types.boolean)
_binary((operator.ne,), lambda builder, a, b: builder.icmp_unsigned("!=", a, b), types.boolean)


def _shift(operators, instruction):
    for each in operators:

        @type_callable(each)
        def typer(context):
            def typed(value, places):
                if isinstance(value, BitsType) and isinstance(places, types.Integer):
                    return value
                return None

            return typed

        @lower_builtin(each, BitsType, types.Integer)
        def lower(context, builder, sig, args):
            places = _widened(context, builder, args[1], sig.args[1], sig.args[0])
            return getattr(builder, instruction)(args[0], places)


def _widened(context, builder, number, number_type, bits_type):
    """A number as an integer of the set's width, for shifts."""
    word = context.cast(builder, number, number_type, types.uint64)
    return word if bits_type.width == 64 else builder.zext(word, bits_type.integer)


def _word(builder, value, bits_type):
    """The low 64 bits of a set."""
    return value if bits_type.width == 64 else builder.trunc(value, I64)


_shift((operator.lshift, operator.ilshift), "shl")
_shift((operator.rshift, operator.irshift), "lshr")


def _unary(function, emit, result=None):
    @type_callable(function)
    def typer(context):
        def typed(value):
            return (result or value) if isinstance(value, BitsType) else None

        return typed

    @lower_builtin(function, BitsType)
    def lower(context, builder, sig, args):
        return emit(builder, args[0], sig.args[0])


def _not_empty(builder, value, bits_type):
    return builder.icmp_unsigned("!=", value, bits_type.constant(0))


def _empty(builder, value, bits_type):
    return builder.icmp_unsigned("==", value, bits_type.constant(0))


_unary(operator.invert, lambda builder, value, bits_type: builder.not_(value))
_unary(bool, _not_empty, types.boolean)
_unary(operator.truth, _not_empty, types.boolean)
_unary(operator.not_, _empty, types.boolean)


@lower_cast(BitsType, types.Boolean)
def bits_as_truth(context, builder, bits_type, boolean, value):
    return _not_empty(builder, value, bits_type)


def _single(bits_type):
    @intrinsic
    def single(typing_context, member):
        def emit(context, builder, sig, args):
            places = _widened(context, builder, args[0], sig.args[0], bits_type)
            return builder.shl(bits_type.constant(1), places)

        return bits_type(member), emit

    return single


_single64, _single128 = _single(BITS64), _single(BITS128)


@overload(bits.bit64)
def bit64(member):
    if isinstance(member, types.Integer):
        return lambda member: _single64(member)
    return None


@overload(bits.bit128)
def bit128(member):
    if isinstance(member, types.Integer):
        return lambda member: _single128(member)
    return None


@intrinsic
def _count(typing_context, value):
    def emit(context, builder, sig, args):
        return _word(builder, builder.ctpop(args[0]), sig.args[0])

    return types.int64(value), emit


@intrinsic
def _first(typing_context, value):
    def emit(context, builder, sig, args):
        return _word(builder, builder.cttz(args[0], ir.Constant(I1, 1)), sig.args[0])

    return types.int64(value), emit


@intrinsic
def _field(typing_context, value, shift, mask):
    def emit(context, builder, sig, args):
        places = _widened(context, builder, args[1], sig.args[1], sig.args[0])
        moved = _word(builder, builder.lshr(args[0], places), sig.args[0])
        return builder.and_(moved, context.cast(builder, args[2], sig.args[2], types.int64))

    return types.int64(value, shift, mask), emit


def has_bit_deposit():
    """Whether this processor (or the one Numba was told to compile for) deposits bits in one instruction."""
    if config.CPU_FEATURES is not None:
        return "+bmi2" in config.CPU_FEATURES
    if config.CPU_NAME:
        return False
    return bool(binding.get_host_cpu_features().get("bmi2", False))


BIT_DEPOSIT = has_bit_deposit()


def _nth_by_deposit(builder, word, index):
    name = "llvm.x86.bmi.pdep.64"
    deposit = builder.module.globals.get(name)
    if deposit is None:
        deposit = ir.Function(builder.module, ir.FunctionType(I64, [I64, I64]), name)
    alone = builder.call(deposit, [builder.shl(ir.Constant(I64, 1), index), word])
    return builder.cttz(alone, ir.Constant(I1, 1))


def _nth_by_halving(builder, word, index):
    """Find the half, quarter, ... of the word that holds the member, by counting."""
    place = ir.Constant(I64, 0)
    for width in (32, 16, 8, 4, 2, 1):
        low = builder.ctpop(builder.and_(word, ir.Constant(I64, (1 << width) - 1)))
        upper = builder.icmp_signed(">=", index, low)
        index = builder.select(upper, builder.sub(index, low), index)
        word = builder.select(upper, builder.lshr(word, ir.Constant(I64, width)), word)
        place = builder.select(upper, builder.add(place, ir.Constant(I64, width)), place)
    return place


@intrinsic
def _nth(typing_context, value, index):
    def emit(context, builder, sig, args):
        bits_type = sig.args[0]
        in_word = _nth_by_deposit if BIT_DEPOSIT else _nth_by_halving
        index = context.cast(builder, args[1], sig.args[1], types.int64)
        low = _word(builder, args[0], bits_type)
        if bits_type.width == 64:
            return in_word(builder, low, index)
        high = builder.trunc(builder.lshr(args[0], bits_type.constant(64)), I64)
        in_low = builder.ctpop(low)
        is_low = builder.icmp_signed("<", index, in_low)
        word = builder.select(is_low, low, high)
        rest = builder.select(is_low, index, builder.sub(index, in_low))
        base = builder.select(is_low, ir.Constant(I64, 0), ir.Constant(I64, 64))
        return builder.add(base, in_word(builder, word, rest))

    return types.int64(value, index), emit


overload_method(BitsType, "count")(lambda value: lambda value: _count(value))
overload_method(BitsType, "first")(lambda value: lambda value: _first(value))
overload_method(BitsType, "nth")(lambda value, index: lambda value, index: _nth(value, index))
overload_method(BitsType, "has")(lambda value, member: lambda value, member: _field(value, member, 1) != 0)
overload_method(BitsType, "field")(lambda value, shift, mask: lambda value, shift, mask: _field(value, shift, mask))


class BitsIterator(types.SimpleIteratorType):
    """`for square in squares`."""

    def __init__(self, bits_type):
        self.bits_type = bits_type
        super().__init__(f"iterator({bits_type})", types.int64)


@register_model(BitsIterator)
class BitsIteratorModel(models.StructModel):
    def __init__(self, manager, iterator_type):
        super().__init__(manager, iterator_type, [("rest", types.EphemeralPointer(iterator_type.bits_type))])


@type_callable("getiter")
def type_getiter(context):
    def typed(value):
        return BitsIterator(value) if isinstance(value, BitsType) else None

    return typed


@lower_builtin("getiter", BitsType)
def lower_getiter(context, builder, sig, args):
    iterator = context.make_helper(builder, sig.return_type)
    iterator.rest = cgutils.alloca_once_value(builder, args[0])
    return iterator._getvalue()


@lower_builtin("iternext", BitsIterator)
@iternext_impl(RefType.UNTRACKED)
def lower_iternext(context, builder, sig, args, result):
    bits_type = sig.args[0].bits_type
    iterator = context.make_helper(builder, sig.args[0], value=args[0])
    rest = builder.load(iterator.rest)
    more = _not_empty(builder, rest, bits_type)
    result.set_valid(more)
    with builder.if_then(more):
        result.yield_(_word(builder, builder.cttz(rest, ir.Constant(I1, 1)), bits_type))
        builder.store(builder.and_(rest, builder.sub(rest, bits_type.constant(1))), iterator.rest)


# Bits of plain numbers


@intrinsic
def _ones(typing_context, number):
    def emit(context, builder, sig, args):
        return builder.ctpop(context.cast(builder, args[0], sig.args[0], types.int64))

    return types.int64(number), emit


@intrinsic
def _lowest(typing_context, number):
    def emit(context, builder, sig, args):
        return builder.cttz(context.cast(builder, args[0], sig.args[0], types.int64), ir.Constant(I1, 1))

    return types.int64(number), emit


@overload(bits.ones)
def ones(number):
    if isinstance(number, BitsType):
        return lambda number: _count(number)
    return (lambda number: _ones(number)) if isinstance(number, types.Integer) else None


@overload(bits.bare)
def bare(squares):
    return (lambda squares: squares) if isinstance(squares, BitsType) else None


@overload(bits.lowest)
def lowest(number):
    return (lambda number: _lowest(number)) if isinstance(number, types.Integer) else None
