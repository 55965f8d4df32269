"""The pages of the lab in a real browser: nothing complains, and everybody can read them."""

from __future__ import annotations

from pathlib import Path

import axe_playwright_python
import pytest

from tavoliere.apps.cli import main

FEW = ["--player", "alphabeta:nodes=60,noise=50", "--games", "6", "--depth", "4", "--steps", "1", "--check", "2"]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A gallery of two reports, and a comparison."""
    folder = tmp_path_factory.mktemp("lab")
    store = ["--store", str(folder / "games"), "--jobs", "1"]
    assert main(["report", "never-alone", *FEW, *store, "--html", str(folder / "site" / "never-alone")]) == 0
    few = [*FEW[:2], "--games", "4", "--depth", "0", "--check", "0"]
    assert main(["report", "pit", "players=3", *few, *store, "--html", str(folder / "site" / "pit-3")]) == 0
    assert main(["gallery", str(folder / "site")]) == 0
    compared = ["--a", "", "--b", "red=d1 black=e8", *FEW[:4], *store, "--html", str(folder / "compared")]
    assert main(["compare", "never-alone", *compared]) == 0
    return folder


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "page", ["site/index.html", "site/never-alone/index.html", "site/pit-3/index.html", "compared/index.html"]
)
def test_pages_are_whole_and_can_be_read_by_everybody(site, browser, page, scheme):
    context = browser.new_context(color_scheme=scheme, viewport={"width": 390, "height": 800})
    tab = context.new_page()
    complaints = []
    tab.on("console", lambda message: complaints.append(message.text))
    tab.on("pageerror", lambda error: complaints.append(str(error)))
    tab.on("requestfailed", lambda request: complaints.append(request.url))
    tab.goto((site / page).as_uri())
    tab.evaluate((Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8"))
    found = tab.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
    assert [(one["id"], one["nodes"][0]["html"]) for one in found["violations"]] == []
    assert complaints == []
    assert tab.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth")
    assert tab.evaluate("() => [...document.images].every((image) => image.complete && image.naturalWidth > 0)")
    context.close()


def test_a_card_leads_to_its_report_and_its_data(site, browser):
    tab = browser.new_page()
    tab.goto((site / "site/index.html").as_uri())
    tab.get_by_role("link", name="Never Alone", exact=True).click()
    assert tab.get_by_role("heading", name="Is it fair?").is_visible()
    assert tab.get_by_role("img", name="Score of each seat").is_visible()
    assert "tavoliere report never-alone" in tab.locator("pre").inner_text()
    tab.close()
