"""What is wrong with the shape of a message, as the checker names it, told as a refusal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tavoliere.apps.web.table.refusals import Refusal, Told

# The kind of problem as the checker names it, and the text for it.
SHAPES = {
    "missing": "shape.missing",
    "extra_forbidden": "shape.unknown",
    "string_type": "shape.text",
    "int_type": "shape.number",
    "int_parsing": "shape.number",
    "int_from_float": "shape.number",
    "bool_type": "shape.truth",
    "bool_parsing": "shape.truth",
    "list_type": "shape.list",
    "dict_type": "shape.object",
    "model_type": "shape.object",
    "model_attributes_type": "shape.object",
    "string_too_short": "shape.short",
    "too_short": "shape.short",
    "string_too_long": "shape.long",
    "too_long": "shape.long",
    "greater_than_equal": "shape.least",
    "less_than_equal": "shape.most",
    "literal_error": "shape.choice",
    "string_pattern_mismatch": "shape.pattern",
    "union_tag_not_found": "shape.missing",
    "union_tag_invalid": "shape.choice",
    "string_unicode": "shape.unicode",
    "value_error": "shape.value",
    "json_invalid": "shape.json",
}
EITHER = ("constrained-int", "function-after[")
"""What stands after the name of an option, whose value may be a number or a text."""
PARTS = ("body", "query", "path", "header")
LONGEST_FIELD = 80
MOST_REASONS = 20


class Unfit(ValueError):  # noqa: N818 - what a value is, not what is wrong with the program
    """A value that has the right shape and is not taken all the same; `told` says why."""

    def __init__(self, key: str, **values: object) -> None:
        self.told = Told(key, tuple(values.items()))
        super().__init__(key)


def misshapen(problems: Iterable[Mapping[str, Any]], *, tagged: bool = False) -> Refusal:
    """A request that is not understood: a sentence for each field that is wrong, without what was sent in it.

    `tagged` says that the place of each problem begins with the type of the message.
    """
    reasons = dict.fromkeys(_shape_reason(problem, tagged) for problem in list(problems)[:MOST_REASONS])
    return Refusal("request.shape", reasons=list(reasons))


def _shape_reason(problem: Mapping[str, Any], tagged: bool) -> Told:
    place, context = list(problem["loc"])[int(tagged) :], problem.get("ctx") or {}
    if problem["type"] in ("union_tag_not_found", "union_tag_invalid"):
        place = [*place, context["discriminator"].strip("'")]
    if place and str(place[-1]).startswith(EITHER):
        return Told("shape.either", (("field", _field(place[:-1])),))
    error = context.get("error", "")
    values: dict[str, object] = {
        "field": _field(place) or Told("shape.whole"),
        "least": context.get("min_length", context.get("ge")),
        "most": context.get("max_length", context.get("le")),
        "known": str(context.get("expected", context.get("expected_tags", ""))).replace("'", ""),
        "problem": error.told if isinstance(error, Unfit) else str(error),
    }
    return Told(SHAPES.get(problem["type"], "shape.other"), tuple(values.items()))


def _field(place: list[object]) -> str:
    """The name of a field. Parts of it may come from the client, so they are cut and cleaned."""
    names = [str(part) for part in place if part != "[key]"]
    if names and names[0] in PARTS:
        del names[0]
    # Between a clock or a seat and its fields stands of which kind it is.
    kinds = {
        at for at in range(1, len(names) - 1) if names[at - 1 : at] == ["clock"] or names[at - 2 : at - 1] == ["seats"]
    }
    named = ".".join(name for at, name in enumerate(names) if at not in kinds)
    return "".join(sign if sign.isprintable() else "?" for sign in named)[:LONGEST_FIELD]
