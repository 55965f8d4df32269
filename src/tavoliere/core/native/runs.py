"""The compiled twin of runs: one vector of eight numbers."""

# Numba and llvmlite carry no types, so nothing that touches them can be checked.
# mypy: disable-error-code="no-untyped-def, no-untyped-call, misc, untyped-decorator"

from __future__ import annotations

from llvmlite import ir
from numba.core import config, types
from numba.extending import intrinsic, overload

from tavoliere.core import runs

I32 = ir.IntType(32)


@intrinsic
def _write_eight(typing_context, out, place, first):
    def emit(context, builder, sig, args):
        array = context.make_array(sig.args[0])(context, builder, args[0])
        if config.BOUNDSCHECK or context.enable_boundscheck:
            last = builder.add(args[1], ir.Constant(args[1].type, runs.ROOM - 1))
            before = builder.icmp_signed("<", args[1], ir.Constant(args[1].type, 0))
            behind = builder.icmp_signed(">=", last, builder.extract_value(array.shape, 0))
            outside = builder.or_(before, behind)
            with builder.if_then(outside, likely=False):
                context.call_conv.return_user_exc(builder, IndexError, ("there is no room for a run",))
        vector = ir.VectorType(context.get_value_type(sig.args[0].dtype), runs.ROOM)
        start = context.cast(builder, args[2], types.int64, sig.args[0].dtype)
        lane = builder.insert_element(ir.Constant(vector, ir.Undefined), start, ir.Constant(I32, 0))
        same = builder.shuffle_vector(lane, lane, ir.Constant(ir.VectorType(I32, runs.ROOM), [0] * runs.ROOM))
        run = builder.add(same, ir.Constant(vector, list(range(runs.ROOM))))
        target = builder.bitcast(builder.gep(array.data, [args[1]]), vector.as_pointer())
        builder.store(run, target, align=sig.args[0].dtype.bitwidth // 8)
        return context.get_dummy_value()

    return types.void(out, types.int64, types.int64), emit


@overload(runs.write_run)
def write_run(out, place, first, count):
    if isinstance(out, types.Array) and out.ndim == 1 and out.layout == "C" and isinstance(out.dtype, types.Integer):
        return lambda out, place, first, count: _write_eight(out, place, first)
    return None
