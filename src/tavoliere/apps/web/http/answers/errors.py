"""Why something is not done."""

from __future__ import annotations

from typing import Any

from tavoliere.apps.web.http.answers import Answer


class Problem(Answer):
    """Why something is not done. `key` is a key of the page's texts, `clause` the id of a rule."""

    key: str
    text: str
    clause: str | None
    reasons: list[str]


class ErrorAnswer(Answer):
    error: Problem


REFUSALS = {
    400: "refused, with the reasons",
    401: "no seat, or an unknown token",
    403: "not your seat, or another site's page",
    404: "there is no such thing",
    409: "too late, or not now",
    413: "too large",
    421: "not under this name",
    422: "not understood",
    429: "too many; see Retry-After",
    500: "something went wrong",
    501: "not on this server",
    503: "could not be stored",
}
ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": ErrorAnswer, "description": description} for status, description in REFUSALS.items()
}
# The same for answers that are not JSON themselves: the framework would say that their errors are not JSON either.
ERRORS_IN_JSON: dict[int | str, dict[str, Any]] = {
    status: {
        "description": description,
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorAnswer"}}},
    }
    for status, description in REFUSALS.items()
}
