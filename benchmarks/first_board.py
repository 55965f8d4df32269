"""How long until the first board is seen, and how much comes over the line for it.

`python benchmarks/first_board.py` starts a server of its own, opens it in Chromium on the same machine and measures,
for each page, from the beginning of the navigation until a board has been painted. The first visit has an empty cache;
the others are by somebody who was here before. Prints one JSON object; milliseconds are medians.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
SEATS = {"w": {"kind": "person"}, "b": {"kind": "person"}}
PAINTED = """(selector) => new Promise((found) => {
  const look = () => {
    const board = document.querySelector(selector);
    if (!board || !board.getBoundingClientRect().width) return requestAnimationFrame(look);
    // Two frames later it has been painted for certain.
    requestAnimationFrame(() => requestAnimationFrame(() => found(performance.now())));
  };
  look();
})"""
WEIGHT = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .reduce((sum, one) => sum + one.transferSize, 0)"""


def measured(browser: Browser, url: str, path: str, selector: str, visits: int) -> dict[str, Any]:
    """Visits to one page: the first with an empty cache, the others with what the first has left there."""
    times, weights = [], []
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    for _ in range(visits + 1):
        page = context.new_page()
        page.goto(url + path, wait_until="commit")
        times.append(page.evaluate(PAINTED, selector))
        page.wait_for_load_state("networkidle")
        weights.append(page.evaluate(WEIGHT))
        page.close()
    context.close()
    return {
        "first_ms": round(times[0]),
        "again_ms": round(statistics.median(times[1:])),
        "first_bytes": weights[0],
        "again_bytes": round(statistics.median(weights[1:])),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--visits", type=int, default=9, help="visits to each page after the first (default: 9)")
    arguments = parser.parse_args()
    program = shutil.which("chromium")
    if program is None:
        sys.exit("Chromium is needed (Debian: apt-get install chromium)")
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tavoliere", "serve", "--port", "0", "--workers", "1"]
        command += ["--database", f"sqlite:///{Path(folder) / 'tables.sqlite3'}"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            assert server.stdout is not None
            url = next(found[0] for line in server.stdout if (found := re.search(r"http://[^/\s]+", line)))
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
                made = (
                    browser.new_context().request.post(f"{url}/api/tables", data={"game": "pit", "seats": SEATS}).json()
                )
                # A warm start: server and browser have shown each page once.
                pages = {
                    "/": ".thumb svg",
                    made["url"]: "#table-board svg",
                    "/position/tablut": "#table-board svg",
                    "/learn/tablut#:next": "#table-board svg",
                    "/learn/pit-of-pillars#first-game": "#table-board svg",
                }
                for path, selector in pages.items():
                    measured(browser, url, path, selector, 1)
                names = (
                    "start",
                    "table of Pit",
                    "position of Tablut",
                    "lesson of Tablut",
                    "guided game of Pit of Pillars",
                )
                results = [measured(browser, url, path, selector, arguments.visits) for path, selector in pages.items()]
                browser.close()
        finally:
            server.terminate()
            server.wait(20)
    print(json.dumps(dict(zip(names, results, strict=True)), indent=2))


if __name__ == "__main__":
    main()
