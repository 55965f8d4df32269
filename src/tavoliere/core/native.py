"""The compiled twins of `Bits`, tables, the generator and the game classes, written for Numba.

Only `compiled.py` imports this module, when something is compiled for the first time. Each twin must do
exactly what its plain Python original does; `tests/core` compares them.
"""

# Numba and llvmlite carry no types, so nothing that touches them can be checked.
# mypy: disable-error-code="no-untyped-def, no-untyped-call, misc, untyped-decorator"

from __future__ import annotations

import hashlib
import inspect
import operator

import numpy as np
from llvmlite import binding, ir
from numba.core import cgutils, config, errors, types
from numba.core.imputils import RefType, iternext_impl, lower_constant
from numba.core.typing import signature
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.extending import (
    NativeValue,
    box,
    intrinsic,
    lower_builtin,
    lower_cast,
    make_attribute_wrapper,
    models,
    overload,
    overload_method,
    register_jitable,
    register_model,
    type_callable,
    typeof_impl,
    unbox,
)

from tavoliere.core import bits, game, hashing, rng
from tavoliere.core.table import Table

I1 = ir.IntType(1)
I64 = ir.IntType(64)
PREFETCH = ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t, *3 * [ir.IntType(32)]])


# Sets of squares


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


@unbox(BitsType)
def unbox_bits(bits_type, thing, c):
    """Read the words of a Python integer, low one first."""
    word_mask = c.pyapi.unserialize(c.pyapi.serialize_object((1 << 64) - 1))
    value = bits_type.constant(0)
    for shift in range(0, bits_type.width, 64):
        places = c.pyapi.unserialize(c.pyapi.serialize_object(shift))
        as_int = c.pyapi.call_method(thing, "__rshift__", (places,))
        word = c.pyapi.call_method(as_int, "__and__", (word_mask,))
        native = c.pyapi.long_as_ulonglong(word)
        if bits_type.width > 64:
            native = c.builder.shl(c.builder.zext(native, bits_type.integer), bits_type.constant(shift))
        value = c.builder.or_(value, native)
        for used in (places, as_int, word):
            c.pyapi.decref(used)
    c.pyapi.decref(word_mask)
    return NativeValue(value, is_error=cgutils.is_not_null(c.builder, c.pyapi.err_occurred()))


def bits_of_words(plain, *words):
    """The set made of 64-bit words, low one first."""
    return plain(sum(word << 64 * place for place, word in enumerate(words)))


@box(BitsType)
def box_bits(bits_type, value, c):
    words = [
        c.pyapi.long_from_ulonglong(
            c.builder.lshr(value, bits_type.constant(shift))
            if bits_type.width == 64
            else c.builder.trunc(c.builder.lshr(value, bits_type.constant(shift)), I64)
        )
        for shift in range(0, bits_type.width, 64)
    ]
    make = c.pyapi.unserialize(c.pyapi.serialize_object(bits_of_words))
    plain = c.pyapi.unserialize(c.pyapi.serialize_object(bits_type.plain))
    made = c.pyapi.call_function_objargs(make, (plain, *words))
    for used in (*words, make, plain):
        c.pyapi.decref(used)
    return made


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
    return (lambda number: _ones(number)) if isinstance(number, types.Integer) else None


@overload(bits.lowest)
def lowest(number):
    return (lambda number: _lowest(number)) if isinstance(number, types.Integer) else None


# Tables


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


# The generator and the keys

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


# Game classes


class StateType(types.Type):
    """The compiled type of one game class; every class has a subclass of its own, so methods never meet."""

    def __init__(self, described):
        self.described = described
        self.fields = {name: FIELD_TYPES[plain] for name, plain in described.fields.items()}
        super().__init__(name=f"{described.cls.__module__}.{described.cls.__qualname__}")

    def __reduce__(self):
        return state_type, (self.described.cls,)


FIELD_TYPES = {int: types.int64, bits.Bits64: BITS64, bits.Bits128: BITS128}
STATE_TYPES: dict[type, StateType] = {}


def _check_field(made, name, given):
    """Refuse what plain Python would not treat alike: only whole numbers are numbers here."""
    wanted = made.fields[name]
    is_number = isinstance(given, types.Integer | types.Boolean)
    if not (is_number if wanted is types.int64 else given is wanted):
        raise errors.TypingError(f"{made.name}.{name} is {wanted}, and {given} is not")


class StateClass(types.Callable, types.Opaque):
    """The game class itself, as something that compiled code may call to make a state."""

    def __init__(self, made):
        self.made = made
        super().__init__(name=f"class({made.name})")

    def get_call_type(self, context, args, kws):
        parameters = [inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD) for name in self.made.fields]
        signed = signature(self.made, *self.made.fields.values())
        bound = inspect.Signature(parameters).bind(*args, **kws)
        for name, given in bound.arguments.items():
            _check_field(self.made, name, given)
        return signed.replace(pysig=inspect.Signature(parameters))

    def get_call_signatures(self):
        return (), True

    def get_impl_key(self, sig):
        return StateClass

    def __reduce__(self):
        return _state_class, (self.made.described.cls,)


def _state_class(cls):
    return StateClass(state_type(cls))


register_model(StateClass)(models.OpaqueModel)


@lower_constant(StateClass)
def state_class_constant(context, builder, class_type, value):
    return context.get_dummy_value()


@lower_builtin(StateClass, types.VarArg(types.Any))
def make_state(context, builder, sig, args):
    made = cgutils.create_struct_proxy(sig.return_type)(context, builder)
    for name, value in zip(sig.return_type.fields, args, strict=True):
        setattr(made, name, value)
    return made._getvalue()


_typeof_class = typeof_impl.dispatch(type)


@typeof_impl.register(type)
def typeof_class(value, context):
    if value in game.GAMES:
        return StateClass(state_type(value))
    return _typeof_class(value, context)


def state_type(cls):
    """The compiled type of a game class, made and filled with the class's methods at the first call."""
    if cls not in STATE_TYPES:
        STATE_TYPES[cls] = _new_state_type(game.GAMES[cls])
    return STATE_TYPES[cls]


def _new_state_type(described):
    own_type = type(f"{described.cls.__name__}Type", (StateType,), {})
    made = own_type(described)

    @register_model(own_type)
    class StateModel(models.StructModel):
        def __init__(self, manager, model_type):
            super().__init__(manager, model_type, list(model_type.fields.items()))

    for name in described.fields:
        make_attribute_wrapper(own_type, name, name)
    for name, method in described.methods.items():
        if name != "change":
            overload_method(own_type, name, jit_options={"forceinline": True})(_overload_of(method))
    overload_method(own_type, "change")(_changer(described))
    typeof_impl.register(described.cls)(lambda value, context: made)
    unbox(own_type)(_unbox_state)
    box(own_type)(_box_state)
    return made


def _overload_of(function):
    """An overload with the function's own parameters whose implementation is the function."""
    signed = inspect.signature(function)
    scope = {"function": function}
    exec(f"def chosen({', '.join(signed.parameters)}): return function", scope)
    chosen = scope["chosen"]
    chosen.__defaults__ = function.__defaults__
    chosen.__signature__ = signed
    return chosen


def _changer(described):
    """`state.change(field=value)`: an implementation for each set of fields that is named."""
    names = list(described.fields)
    listed = ", ".join(f"{name}=None" for name in names)
    scope = {"implementation": lambda given: _change_implementation(described.cls, names, listed, given)}
    given = "{" + ", ".join(f"{name!r}: {name}" for name in names) + "}"
    exec(f"def change(self, {listed}): return implementation({given})", scope)
    return scope["change"]


def _change_implementation(cls, names, listed, given):
    kept = {name for name, kind in given.items() if kind is None or isinstance(kind, types.Omitted | types.NoneType)}
    values = ", ".join(f"self.{name}" if name in kept else name for name in names)
    scope = {"cls": cls}
    exec(f"def change(self, {listed}): return cls({values})", scope)
    return scope["change"]


@infer_global(game.change)
class ChangeTemplate(AbstractTemplate):
    """`change(state, field=value)`: typed by the fields it names, lowered as one insertion for each."""

    def generic(self, args, kws):
        if len(args) != 1 or not isinstance(args[0], StateType) or not set(kws) <= set(args[0].fields):
            return None
        names = ["state", *kws]
        wanted = [args[0].fields[name] for name in kws]
        for name, given in kws.items():
            _check_field(args[0], name, given)
        parameters = [inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD) for name in names]
        return signature(args[0], args[0], *wanted).replace(pysig=inspect.Signature(parameters))


@lower_builtin(game.change, types.VarArg(types.Any))
def change_state(context, builder, sig, args):
    changed = cgutils.create_struct_proxy(sig.return_type)(context, builder, value=args[0])
    for name, value in zip(list(sig.pysig.parameters)[1:], args[1:], strict=True):
        setattr(changed, name, value)
    return changed._getvalue()


def _unbox_state(made, thing, c):
    state = cgutils.create_struct_proxy(made)(c.context, c.builder)
    failed = cgutils.alloca_once_value(c.builder, ir.Constant(I1, 0))
    for place, (name, field_type) in enumerate(made.fields.items()):
        item = c.pyapi.tuple_getitem(thing, place)
        native = c.unbox(field_type, item)
        setattr(state, name, native.value)
        c.builder.store(c.builder.or_(c.builder.load(failed), native.is_error), failed)
    return NativeValue(state._getvalue(), is_error=c.builder.load(failed))


def _box_state(made, value, c):
    state = cgutils.create_struct_proxy(made)(c.context, c.builder, value=value)
    fields = [c.box(field_type, getattr(state, name)) for name, field_type in made.fields.items()]
    cls = c.pyapi.unserialize(c.pyapi.serialize_object(made.described.cls))
    boxed = c.pyapi.call_function_objargs(cls, fields)
    for used in (*fields, cls):
        c.pyapi.decref(used)
    return boxed


# Registration

_registered: set[int] = set()


def register_everything():
    """Make what `@helper` and `@game` have listed since the last call known to Numba."""
    for function in game.HELPERS:
        if id(function) not in _registered:
            _registered.add(id(function))
            register_jitable(function)
    for cls in list(game.GAMES):
        state_type(cls)
