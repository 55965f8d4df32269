"""The OpenAPI description is true: whatever fits it is answered as it says, and whatever does not is refused."""

import dataclasses

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.python import asgi
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from tavoliere.apps.web.host.settings import Limits, Settings
from tavoliere.apps.web.http.app import create_app
from tests.web.pages import PEOPLE
from tests.web.tables import FirstMove

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
TOO_LARGE = 413
PATIENCE = 120.0
"""Seconds for an answer: a busy machine is no fault, and the client would give up after ten."""
LOOSE = dataclasses.replace(Limits(), requests=10**6, tables=10**6)
OPERATIONS = [
    "GET /api/texts",
    "POST /api/language",
    "GET /api/games",
    "GET /api/rules/{game}",
    "GET /api/legends/{game}",
    "GET /api/lessons/{game}",
    "POST /api/lessons/{game}",
    "GET /api/puzzles/{game}",
    "POST /api/puzzles/{game}",
    "POST /api/tables",
    "POST /api/cautions",
    "POST /api/glances",
    "GET /api/lobby",
    "POST /api/codes",
    "GET /api/tables/{table}",
    "DELETE /api/tables/{table}",
    "POST /api/tables/{table}/seats/{letter}",
    "POST /api/tables/{table}/turns",
    "GET /api/tables/{table}/positions/{ply}",
    "GET /api/tables/{table}/record",
    "GET /api/tables/{table}/picture/{kind}",
    "GET /api/tables/{table}/film",
    "GET /api/positions/{game}/picture/{kind}",
    "POST /api/records",
    "POST /api/positions",
    "POST /api/setups",
    "POST /api/studies",
    "GET /api/studies/{study}",
    "POST /api/studies/record",
    "POST /api/studies/file",
    "GET /api/tables/{table}/study",
    "POST /api/analysis",
    "POST /api/tables/{table}/review",
    "GET /api/tables/{table}/review/record",
    "POST /api/tables/{table}/review/tries",
    "GET /health",
    "GET /ready",
    "GET /metrics",
]


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def application(request, tmp_path_factory):
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path_factory.mktemp('openapi') / 'games.sqlite3'}"
    else:
        url = request.getfixturevalue("cluster").new_database()
    return create_app(Settings(database=url, warm=False, opponents=("random",), limits=LOOSE), FirstMove)


@pytest.fixture(scope="module")
def session(application):
    with asgi.get_client(application) as running:
        yield running


def test_every_part_of_the_interface_is_described(application):
    paths = application.openapi()["paths"]
    described = {f"{method.upper()} {path}" for path, methods in paths.items() for method in methods}
    assert described == set(OPERATIONS)


@pytest.mark.parametrize("operation", OPERATIONS)
def test_the_description_is_true(application, session, operation):
    method, path = operation.split()
    described = schemathesis.openapi.from_asgi("/api/openapi.json", application)[path][method]
    real = session.post("/api/tables", json={"game": "tablut", "seats": PEOPLE, "moves": ["e4-f4"]}).json()["table"]
    valid = described.as_strategy(generation_mode=GenerationMode.POSITIVE)
    invalid = (
        described.as_strategy(generation_mode=GenerationMode.NEGATIVE) if "{" in path or method == "POST" else valid
    )

    @settings(max_examples=15, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(case=valid | invalid, is_real=st.booleans())
    def holds(case, is_real):
        if is_real and "{table}" in path:
            case.path_parameters["table"] = real
        answer = case.call(session=session, timeout=PATIENCE)
        # What was wrong may have been the table; and what is too large is refused before anybody reads it.
        is_told = (is_real and "{table}" in path) or answer.status_code == TOO_LARGE
        case.validate_response(answer, checks=CHECKS if is_told else [*CHECKS, negative_data_rejection])

    holds()
