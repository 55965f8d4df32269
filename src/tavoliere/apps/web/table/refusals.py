"""What the server says when it does not do something: a key of the catalogue, a sentence, and every reason."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tavoliere.apps.web.show.phrases import phrase
from tavoliere.apps.web.texts import text
from tavoliere.core.errors import Reason

STATUS = {
    "token.unknown": 401,
    "seat.none": 401,
    "seat.not-yours": 403,
    "turn.not-yours": 403,
    "origin.refused": 403,
    "host.refused": 421,
    "hint.people": 403,
    "table.missing": 404,
    "rules.missing": 404,
    "request.missing": 404,
    "request.method": 405,
    "seat.unknown": 404,
    "seat.taken": 409,
    "turn.stale": 409,
    "game.over": 409,
    "game.going": 409,
    "game.broken": 409,
    "clock.fell": 409,
    "table.review": 409,
    "limit.body": 413,
    "request.shape": 422,
    "limit.requests": 429,
    "limit.tables": 429,
    "limit.messages": 429,
    "limit.connections": 429,
    "server.error": 500,
    "storage.failed": 503,
}


class Refusal(Exception):  # noqa: N818 - what happened, not what is wrong with the program
    """Something was asked for and is not done. `key` names the text, `clause` the rule if a rule is meant."""

    def __init__(
        self, key: str, *, clause: str | None = None, reasons: Sequence[str] = (), wait: int = 0, **values: object
    ) -> None:
        self.key = key
        self.text = text(key, **values)
        self.clause = clause
        self.reasons = list(reasons)
        self.wait = wait
        """Seconds after which it may be tried again; 0 if waiting does not help."""
        super().__init__(self.text)

    @property
    def status(self) -> int:
        """The status of an HTTP answer."""
        return STATUS.get(self.key, 400)

    def body(self) -> dict[str, object]:
        """What clients get."""
        return {"key": self.key, "text": self.text, "clause": self.clause, "reasons": self.reasons}


# What is wrong with the shape of a message: the kind of problem as the checker names it, and the text for it.
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


def misshapen(problems: Iterable[Mapping[str, Any]], *, tagged: bool = False) -> Refusal:
    """A request that is not understood: a sentence for each field that is wrong, without what was sent in it.

    `tagged` says that the place of each problem begins with the type of the message.
    """
    reasons = dict.fromkeys(_shape_reason(problem, tagged) for problem in list(problems)[:MOST_REASONS])
    return Refusal("request.shape", reasons=list(reasons))


def _shape_reason(problem: Mapping[str, Any], tagged: bool) -> str:
    place, context = list(problem["loc"])[int(tagged) :], problem.get("ctx") or {}
    if problem["type"] in ("union_tag_not_found", "union_tag_invalid"):
        place = [*place, context["discriminator"].strip("'")]
    if place and str(place[-1]).startswith(EITHER):
        return text("shape.either", field=_field(place[:-1]))
    field = _field(place) or text("shape.whole")
    values = {
        "least": context.get("min_length", context.get("ge")),
        "most": context.get("max_length", context.get("le")),
        "known": str(context.get("expected", context.get("expected_tags", ""))).replace("'", ""),
        "problem": context.get("error", ""),
    }
    return text(SHAPES.get(problem["type"], "shape.other"), field=field, **values)


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


def forbidden(reason: Reason) -> Refusal:
    """A turn that the rules forbid, in their words."""
    return Refusal("turn.illegal", clause=reason.clause, reason=phrase(reason.text))
