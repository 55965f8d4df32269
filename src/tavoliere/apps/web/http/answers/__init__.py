"""What HTTP requests are answered with, for the OpenAPI description; every answer is checked against it."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Answer(BaseModel):
    model_config = ConfigDict(extra="forbid")
