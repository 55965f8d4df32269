"""What goes out of the page: pictures, films, previews, read back; boards in foreign pages, where nobody can move."""

from __future__ import annotations

import http.server
import io
import re
import threading

import pytest
from PIL import Image

FRAMES = """
<iframe id="ours" src="{url}/embed/game/{table}" width="500" height="600"></iframe>
<iframe id="other" src="{url}/game/{table}" width="500" height="600"></iframe>
"""
MOVE = """async ([url, table, body]) => {
  try {
    const asked = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
    return (await fetch(`${url}/api/tables/${table}/turns`, asked)).status;
  } catch (error) {
    return error.name;
  }
}"""
META = "(name) => document.querySelector(`meta[property='og:${name}']`)?.content"


def typed(person, turn, number):
    person.until_my_turn()
    person.page.fill("#typed-turn", turn)
    person.page.keyboard.press("Enter")
    person.until_turns(number)


def saved(person, kind):
    """What one click on a picture brings."""
    with person.page.expect_download() as saving:
        person.page.click(f"[data-picture={kind}]")
    return saving.value.path().read_bytes()


def preview(person, link):
    """The address of the picture that whoever follows a link is shown."""
    person.visit(link)
    address = person.page.evaluate(META, "image")
    assert re.match(r"http://127\.0\.0\.1:\d+/", address)
    return address


def pixels(person, address):
    return Image.open(io.BytesIO(person.page.request.get(address, timeout=60_000).body())).convert("RGB")


@pytest.mark.parametrize("locale", ["en-GB", "it-IT"])
def test_a_game_goes_out_as_picture_film_and_preview_and_is_read_back(visits, locale):
    me = visits.person(locale=locale)
    link = me.table("tablut", {"w": "me", "b": "me"})
    first = pixels(me, preview(me, link))
    me.at_table()
    for number, turn in enumerate(("e4-f4", "d1-c1", "f4-e4"), start=1):
        typed(me, turn, number)
    board = Image.open(io.BytesIO(saved(me, "png")))
    assert board.format == "PNG" and min(board.size) > 400
    drawn = saved(me, "svg").decode()
    assert drawn.startswith("<svg")
    assert ("difensore" in drawn) == (locale == "it-IT")
    film = Image.open(io.BytesIO(saved(me, "gif")))
    assert film.format == "GIF" and film.n_frames == 4
    now = pixels(me, preview(me, link))
    assert me.page.evaluate(META, "title").startswith("Tablut")
    assert me.page.evaluate(META, "description") == {"en-GB": "Black to move", "it-IT": "Tocca al Nero"}[locale]
    assert now.size == first.size and now.tobytes() != first.tobytes(), "the position is drawn as it is now"


@pytest.fixture
def elsewhere():
    """A site of somebody else: what it serves is put into it."""
    pages = {}

    class Site(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            content = pages.get(self.path, "").encode()
            self.send_response(200 if content else 404)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_):
            """Nobody reads it."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site) as site:
        threading.Thread(target=site.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{site.server_port}", pages
        site.shutdown()


@pytest.fixture
def foreign(visits):
    """Somebody, in Italian, who looks at other sites too."""
    context = visits.browser.new_context(locale="it-IT")
    context.set_default_timeout(15_000)
    yield context.new_page()
    context.close()


def test_a_board_in_a_foreign_page_follows_the_game_and_nobody_can_move_there(visits, foreign, elsewhere):
    me, (site, pages) = visits.person(), elsewhere
    link = me.table("tablut", {"w": "me", "b": "me"})
    table = link.rpartition("/")[2]
    pages["/blog"] = FRAMES.format(url=me.url, table=table)
    foreign.goto(f"{site}/blog")
    board = foreign.frame_locator("#ours")
    board.locator("#embedded-state >> text=Tocca al Bianco").wait_for()
    assert board.locator(".tv-target, input, select").count() == 0
    board.locator('[data-square="e4"]').first.click(force=True)
    typed(me, "e4-f4", 1)
    board.locator("#embedded-state >> text=Tocca al Nero").wait_for()
    body = {"at": "1.0", "move": "d1-c1"}
    assert foreign.evaluate(MOVE, [me.url, table, body]) in ("TypeError", 403)
    assert foreign.frames[2].url.startswith("chrome-error:"), "no other page stands in a frame"
    assert me.look()["turns"] == 1


def test_the_code_for_other_pages_is_copied_and_holds_the_board(visits):
    me = visits.person(permissions=["clipboard-read", "clipboard-write"], locale="it-IT")
    link = me.table("pit", {"w": "me", "b": "me"})
    me.page.click("#copy-embed")
    me.page.wait_for_selector("#message >> text=/codice/")
    code = me.page.evaluate("() => navigator.clipboard.readText()")
    assert code.startswith("<iframe") and f"/embed/game/{link.rpartition('/')[2]}" in code
