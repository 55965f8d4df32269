"""Rows of weights as bare addresses, and lanes as one vector of sixteen numbers."""

# Numba and llvmlite carry no types, so nothing that touches them can be checked.
# mypy: disable-error-code="no-untyped-def, no-untyped-call, misc, untyped-decorator"

from __future__ import annotations

import operator

from llvmlite import ir
from numba.core import cgutils, config, types
from numba.extending import (
    NativeValue,
    box,
    intrinsic,
    lower_builtin,
    models,
    overload,
    overload_method,
    register_model,
    type_callable,
    typeof_impl,
    unbox,
)

from tavoliere.core import weights
from tavoliere.core.native.sets import I64, BitsType
from tavoliere.core.native.tables import TableType
from tavoliere.core.weights import LANES, LEAST, MOST, ONE

I16, I32 = ir.IntType(16), ir.IntType(32)
VECTOR, WIDE, WIDEST = (ir.VectorType(kind, LANES) for kind in (I16, I32, I64))
ALIGNMENT = 32


class LanesType(types.Type):
    """Sixteen numbers of 16 bits in a register."""

    def __init__(self):
        super().__init__(name="Lanes")


class RowsType(types.Type):
    """The address of the first row; whoever calls keeps the rows alive."""

    def __init__(self):
        super().__init__(name="Rows")


LANES_TYPE, ROWS_TYPE = LanesType(), RowsType()
typeof_impl.register(weights.Rows)(lambda value, context: ROWS_TYPE)


@register_model(LanesType)
class LanesModel(models.PrimitiveModel):
    def __init__(self, manager, lanes_type):
        super().__init__(manager, lanes_type, VECTOR)


@register_model(RowsType)
class RowsModel(models.PrimitiveModel):
    def __init__(self, manager, rows_type):
        super().__init__(manager, rows_type, VECTOR.as_pointer())


@unbox(RowsType)
def unbox_rows(rows_type, thing, c):
    address = c.pyapi.call_method(thing, "address", ())
    native = c.pyapi.long_as_ulonglong(address)
    c.pyapi.decref(address)
    pointer = c.builder.inttoptr(native, VECTOR.as_pointer())
    return NativeValue(pointer, is_error=cgutils.is_not_null(c.builder, c.pyapi.err_occurred()))


@box(RowsType)
def box_rows(rows_type, value, c):
    address = c.pyapi.long_from_ulonglong(c.builder.ptrtoint(value, I64))
    find = c.pyapi.unserialize(c.pyapi.serialize_object(weights.rows_at))
    found = c.pyapi.call_function_objargs(find, (address,))
    for used in (address, find):
        c.pyapi.decref(used)
    return found


@box(LanesType)
def box_lanes(lanes_type, value, c):
    numbers = [
        c.pyapi.long_from_longlong(c.builder.sext(c.builder.extract_element(value, ir.Constant(I32, lane)), I64))
        for lane in range(LANES)
    ]
    make = c.pyapi.unserialize(c.pyapi.serialize_object(weights.lanes))
    made = c.pyapi.call_function_objargs(make, numbers)
    for used in (*numbers, make):
        c.pyapi.decref(used)
    return made


def _is_checked(context):
    return config.BOUNDSCHECK or context.enable_boundscheck


def _same(number, vector=VECTOR):
    return ir.Constant(vector, [number] * LANES)


# Rows


@intrinsic
def _row(typing_context, rows, number):
    def emit(context, builder, sig, args):
        number = context.cast(builder, args[1], sig.args[1], types.int64)
        if _is_checked(context):
            _check_row(context, builder, args[0], number)
        loaded = builder.load(builder.gep(args[0], [number]))
        loaded.align = ALIGNMENT
        return loaded

    return LANES_TYPE(rows, number), emit


def _check_row(context, builder, rows, number):
    """The number of rows stands in the eight bytes before the first."""
    count = builder.load(builder.gep(builder.bitcast(rows, I64.as_pointer()), [ir.Constant(I64, -1)]))
    with builder.if_then(builder.icmp_unsigned(">=", number, count), likely=False):
        context.call_conv.return_user_exc(builder, IndexError, ("row out of range",))


@overload_method(RowsType, "row", jit_options={"forceinline": True})
def rows_row(rows, number):
    return (lambda rows, number: _row(rows, number)) if isinstance(number, types.Integer) else None


@overload_method(RowsType, "sum", jit_options={"forceinline": True})
def rows_sum(rows, members, numbers, offset):
    if not isinstance(members, BitsType) or not isinstance(numbers, TableType):
        return None

    def added(rows, members, numbers, offset):
        total = weights.lanes()
        for member in members:
            total = total + _row(rows, numbers[offset + member])
        return total

    return added


# Lanes


@intrinsic
def _lanes(typing_context, numbers):
    def emit(context, builder, sig, args):
        made = _same(0)
        for place, kind in enumerate(sig.args[0]):
            number = context.cast(builder, builder.extract_value(args[0], place), kind, types.int64)
            if _is_checked(context):
                _check_lane(context, builder, number)
            made = builder.insert_element(made, builder.trunc(number, I16), ir.Constant(I32, place))
        return made

    if len(numbers) > LANES or not all(isinstance(kind, types.Integer | types.Boolean) for kind in numbers):
        return None
    return LANES_TYPE(numbers), emit


def _check_lane(context, builder, number):
    shifted = builder.sub(number, ir.Constant(I64, LEAST))
    with builder.if_then(builder.icmp_unsigned(">", shifted, ir.Constant(I64, MOST - LEAST)), likely=False):
        text = f"a lane holds numbers from {LEAST} to {MOST}"
        context.call_conv.return_user_exc(builder, OverflowError, (text,))


@overload(weights.lanes, jit_options={"forceinline": True})
def lanes(*numbers):
    return lambda *numbers: _lanes(numbers)


def _operator(operators, other, emit):
    for each in operators:

        @type_callable(each)
        def typer(context):
            def typed(left, right):
                return LANES_TYPE if left is LANES_TYPE and isinstance(right, other) else None

            return typed

        lower_builtin(each, LanesType, other)(emit)


def _added(context, builder, sig, args):
    return builder.add(*args)


def _multiplied(context, builder, sig, args):
    number = builder.trunc(context.cast(builder, args[1], sig.args[1], types.int64), I16)
    alone = builder.insert_element(ir.Constant(VECTOR, ir.Undefined), number, ir.Constant(I32, 0))
    mask = ir.Constant(ir.VectorType(I32, LANES), [0] * LANES)
    return builder.mul(args[0], builder.shuffle_vector(alone, alone, mask))


_operator((operator.add, operator.iadd), LanesType, _added)
_operator((operator.mul, operator.imul), types.Integer, _multiplied)


@intrinsic
def _clipped_square(typing_context, value):
    def emit(context, builder, sig, args):
        zero, one = _same(0), _same(ONE)
        clipped = builder.select(builder.icmp_signed(">", args[0], zero), args[0], zero)
        clipped = builder.select(builder.icmp_signed("<", clipped, one), clipped, one)
        # The square of 16 times a number, without its low half: one instruction on most processors.
        scaled = builder.zext(builder.shl(clipped, _same(4)), WIDE)
        return builder.trunc(builder.lshr(builder.mul(scaled, scaled), _same(16, WIDE)), VECTOR)

    return LANES_TYPE(value), emit


@intrinsic
def _dot(typing_context, left, right):
    def emit(context, builder, sig, args):
        products = builder.mul(builder.sext(args[0], WIDE), builder.sext(args[1], WIDE))
        total = ir.FunctionType(I64, [WIDEST])
        added = builder.module.declare_intrinsic(f"llvm.vector.reduce.add.v{LANES}i64", fnty=total)
        return builder.call(added, [builder.sext(products, WIDEST)])

    return types.int64(left, right), emit


overload_method(LanesType, "clipped_square")(lambda value: lambda value: _clipped_square(value))
overload_method(LanesType, "dot")(lambda value, other: lambda value, other: _dot(value, other))
