"""Tables as constant arrays of the compiled program."""

# Numba and llvmlite carry no types, so nothing that touches them can be checked.
# mypy: disable-error-code="no-untyped-def, no-untyped-call, misc, untyped-decorator"

from __future__ import annotations

import hashlib
import operator

from llvmlite import ir
from numba.core import config, types
from numba.core.imputils import lower_constant
from numba.extending import lower_builtin, models, register_model, type_callable, typeof_impl

from tavoliere.core import bits
from tavoliere.core.native.sets import I64, BitsType
from tavoliere.core.table import Table


class TableType(types.Type):
    """A constant array in the compiled program: entries stored narrowly, read as 64-bit numbers or as sets."""

    def __init__(self, entry, stored, length):
        self.entry = entry
        self.stored = stored
        self.length = length
        super().__init__(name=f"Table({entry}, {stored}, {length})")


@typeof_impl.register(Table)
def typeof_table(value, context):
    if isinstance(value[0], bits.Bits):
        return TableType(BitsType(value[0].width), value[0].width, len(value))
    width = next(w for w in (8, 16, 32, 64) if all(-(1 << w - 1) <= entry < 1 << w - 1 for entry in value))
    return TableType(types.int64, width, len(value))


@register_model(TableType)
class TableModel(models.PrimitiveModel):
    def __init__(self, manager, table_type):
        super().__init__(manager, table_type, ir.IntType(table_type.stored).as_pointer())


@lower_constant(TableType)
def table_constant(context, builder, table_type, value):
    """One read-only global per text of the table, shared by all functions of a program that use it."""
    element = ir.IntType(table_type.stored)
    array = ir.ArrayType(element, table_type.length)
    name = f"tavoliere.table.{hashlib.sha256(repr((str(table_type), tuple(map(int, value)))).encode()).hexdigest()}"
    held = builder.module.globals.get(name)
    if held is None:
        held = ir.GlobalVariable(builder.module, array, name)
        held.linkage = "linkonce_odr"
        held.global_constant = True
        held.unnamed_addr = True
        held.initializer = ir.Constant(array, [ir.Constant(element, int(entry)) for entry in value])
    return builder.bitcast(held, element.as_pointer())


@type_callable(operator.getitem)
def type_table_getitem(context):
    def typed(values, index):
        if isinstance(values, TableType) and isinstance(index, types.Integer):
            return values.entry
        return None

    return typed


@lower_builtin(operator.getitem, TableType, types.Integer)
def lower_table_getitem(context, builder, sig, args):
    index = context.cast(builder, args[1], sig.args[1], types.int64)
    if config.BOUNDSCHECK or context.enable_boundscheck:
        outside = builder.icmp_unsigned(">=", index, ir.Constant(I64, sig.args[0].length))
        with builder.if_then(outside, likely=False):
            context.call_conv.return_user_exc(builder, IndexError, ("table index out of range",))
    entry = builder.load(builder.gep(args[0], [index]))
    if isinstance(sig.args[0].entry, BitsType) or sig.args[0].stored == 64:
        return entry
    return builder.sext(entry, I64)
