"""Game classes and evaluations as compiled types, each with its own methods."""

# Numba and llvmlite carry no types, so nothing that touches them can be checked.
# mypy: disable-error-code="no-untyped-def, no-untyped-call, misc, untyped-decorator"

from __future__ import annotations

import inspect

from llvmlite import ir
from numba.core import cgutils, errors, types
from numba.core.imputils import lower_constant
from numba.core.typing import signature
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.extending import (
    NativeValue,
    box,
    lower_builtin,
    make_attribute_wrapper,
    models,
    overload_method,
    register_model,
    typeof_impl,
    unbox,
)

from tavoliere.core import bits, game, weights
from tavoliere.core.native.sets import BITS64, BITS128, I1
from tavoliere.core.native.weights import ROWS_TYPE


class StateType(types.Type):
    """The compiled type of one game class; every class has a subclass of its own, so methods never meet."""

    def __init__(self, described):
        self.described = described
        self.fields = {name: FIELD_TYPES[plain] for name, plain in described.fields.items()}
        super().__init__(name=f"{described.cls.__module__}.{described.cls.__qualname__}")

    def __reduce__(self):
        return state_type, (self.described.cls,)


FIELD_TYPES = {int: types.int64, bits.Bits64: BITS64, bits.Bits128: BITS128, weights.Rows: ROWS_TYPE}
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
        self.described = made.described  # so that the key of a kernel that is handed the class sees its sources
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
