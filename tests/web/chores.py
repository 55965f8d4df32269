"""Work for the processes of the server; a module of its own, so that they load little to do it."""

from __future__ import annotations

import time

from tavoliere.apps.web.table.refusals import Refusal


def spin(seconds: float) -> str:
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass
    return "spun"


def doubled(number: int) -> int:
    if number < 0:
        raise Refusal("table.missing")
    if number > 99:
        raise ZeroDivisionError
    return 2 * number
