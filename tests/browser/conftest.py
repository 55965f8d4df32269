"""One browser and one server for all tests; whatever a page complains about fails the test that opened it."""

from __future__ import annotations

import os
import shutil
from urllib.parse import urlsplit

import pytest

from tests.browser.people import Mind, Person
from tests.browser.server import Server

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
MISSING = "no browser: Chromium (Debian: apt-get install chromium) and the Python package playwright are needed"


def without_browser() -> None:
    if os.environ.get("TAVOLIERE_REQUIRE_ALL") == "1":
        pytest.fail(MISSING)
    pytest.skip(MISSING)


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    started = Server(tmp_path_factory.mktemp("server"))
    started.start()
    yield started
    started.stop()


@pytest.fixture
def own_server(tmp_path):
    """A server that a test may kill."""
    started = Server(tmp_path)
    started.start()
    yield started
    started.stop()


@pytest.fixture(scope="package")
def browser():
    """Gone when the tests of this folder are over: Playwright keeps an event loop going, which others must not meet."""
    program = shutil.which("chromium")
    if program is None:
        without_browser()
    try:
        from playwright.sync_api import sync_playwright
    except ModuleNotFoundError:
        without_browser()
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield running
        running.close()


@pytest.fixture(scope="package")
def mind():
    """Somebody who plays well and at once: a small search in a process of its own."""
    thinking = Mind()
    yield thinking
    thinking.close()


class Visits:
    """Opens pages for people and notes what they complain about."""

    def __init__(self, browser, url):
        self.browser, self.url = browser, url
        self.complaints = []
        self.tolerated = ()
        self.contexts = []

    def person(self, **context):
        """Somebody with a browser of their own: nobody else's seats, nobody else's habits."""
        made = self.browser.new_context(
            **{"reduced_motion": "reduce", "viewport": {"width": 1280, "height": 800}, **context}
        )
        self.contexts.append(made)
        made.set_default_timeout(15_000)
        page = made.new_page()
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        page.on("request", self._request)
        return Person(page, self.url)

    def over(self):
        """Everybody goes home."""
        for context in self.contexts:
            context.close()
        assert self.complaints == []

    def _console(self, message):
        if message.type in ("error", "warning") and not any(word in message.text for word in self.tolerated):
            self.complaints.append(f"{message.type}: {message.text}")

    def _request(self, request):
        if urlsplit(request.url).netloc not in (urlsplit(self.url).netloc, ""):
            self.complaints.append(f"another host: {request.url}")


@pytest.fixture
def visits(browser, server):
    opened = Visits(browser, server.url)
    yield opened
    opened.over()


@pytest.fixture
def visits_own(browser, own_server):
    opened = Visits(browser, own_server.url)
    yield opened
    opened.over()
