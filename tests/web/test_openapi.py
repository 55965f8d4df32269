"""The OpenAPI description is true: whatever fits it is answered as it says, and whatever does not is refused."""

import dataclasses

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tavoliere.apps.web.app import create_app
from tavoliere.apps.web.settings import Limits, Settings
from tests.web.tables import FirstMove

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
LOOSE = dataclasses.replace(Limits(), requests=10**6, tables=10**6)


@pytest.fixture(scope="module")
def application(tmp_path_factory):
    url = f"sqlite:///{tmp_path_factory.mktemp('openapi') / 'games.sqlite3'}"
    return create_app(Settings(database=url, warm=False, opponents=("random",), limits=LOOSE), FirstMove)


@pytest.fixture
def described(application):
    return schemathesis.openapi.from_asgi("/api/openapi.json", application)


schema = schemathesis.pytest.from_fixture("described")


@schema.parametrize()
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
def test_the_description_is_true(case):
    case.call_and_validate(checks=CHECKS)


def test_every_part_of_the_interface_is_described(application):
    paths = application.openapi()["paths"]
    assert set(paths) == {
        "/api/texts", "/api/games", "/api/rules/{game}", "/api/tables", "/api/tables/{table}",
        "/api/tables/{table}/seats/{letter}", "/api/tables/{table}/turns", "/api/tables/{table}/positions/{ply}",
        "/api/tables/{table}/record", "/api/records", "/api/positions", "/health", "/metrics",
    }  # fmt: skip
