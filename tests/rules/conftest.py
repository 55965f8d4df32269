"""A run of the rules suite must not pass without having done what its mode promises, and it says what it did."""

from collections.abc import Iterator

import pytest

from tests.rules import engine


@pytest.fixture(scope="session", autouse=True)
def the_mode_is_what_it_says() -> Iterator[None]:
    """At the end of the session: compiled code was used in the modes that promise it, and in the plain one none."""
    yield
    if engine.MODE == engine.PLAIN:
        assert engine.compilations() == 0, "something was compiled in plain mode"
    elif engine.positions_checked:
        assert engine.compilations() > 0, f"nothing was compiled in mode {engine.MODE}"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not engine.positions_checked:
        return  # the tests ran in other processes, or none of this suite was chosen
    terminalreporter.write_line(
        f"rules suite: mode {engine.MODE}, {engine.positions_checked} positions checked, "
        f"{engine.compilations()} kernels compiled"
    )
