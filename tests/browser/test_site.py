"""The documentation as a site, in a real browser: for everybody, in both its schemes, on a small phone too."""

from __future__ import annotations

import contextlib
import functools
import http.server
import os
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tavoliere.render.themes import theme_of
from tests.browser.test_manners import findings_in_both_themes, overflow

ROOT = Path(__file__).resolve().parents[2]


DRAWN_APART = re.compile(r'<img[^>]*src="[^"]*images/(?!icon)[^"]*\.svg"')
SQUARES = """() => [...new Set([...document.querySelectorAll("figure.board .tv-square:not(.tv-odd)")]
  .map((one) => getComputedStyle(one).fill))]"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Tells nobody what it serves."""

    def log_message(self, *_: object) -> None:
        pass


@contextlib.contextmanager
def serving(folder):
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A folder with the whole site."""
    folder = tmp_path_factory.mktemp("site")
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    subprocess.run(build, cwd=ROOT, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}, check=True)
    return folder


def pages_of(site):
    """The pages that readers come to; those of the gallery are the lab's, which has tests of its own."""
    found = (page.parent.relative_to(site) for page in site.rglob("index.html"))
    return sorted(str(page) for page in found if page.parts[:1] != ("gallery",))


def test_axe_finds_nothing_serious_on_any_page_of_the_site_and_nothing_is_wider_than_a_phone(browser, site):
    context = browser.new_context(viewport={"width": 360, "height": 640})
    page, found = context.new_page(), []
    with serving(site) as address:
        for name in pages_of(site):
            page.goto(f"{address}/{name}/")
            found += findings_in_both_themes(page)
            found += [f"{name} is too wide"] if overflow(page) > 0 else []
    context.close()
    assert len(pages_of(site)) > 40
    assert found == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_boards_of_the_site_have_the_colours_of_its_scheme(browser, site, scheme):
    """Boards out of picture files shone bright on dark pages."""
    drawn_apart = [
        page for page in pages_of(site) if DRAWN_APART.search((site / page / "index.html").read_text("utf-8"))
    ]
    assert drawn_apart == []
    context = browser.new_context(color_scheme=scheme)
    page, colour = context.new_page(), theme_of(scheme).colours["cell-1"]
    wanted = f"rgb({', '.join(map(str, bytes.fromhex(colour[1:])))})"
    with serving(site) as address:
        for name in ("", "pictures/", "learning/", "games/tablut/"):
            page.goto(f"{address}/{name}")
            assert wanted in page.evaluate(SQUARES), name
    context.close()
