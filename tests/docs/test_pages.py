"""What pages say about ids, numbers and each other is true."""

import argparse
import os
import re
import subprocess
import sys

import pytest

import tavoliere as tv
from tavoliere.apps.cli import COMMANDS, main, play
from tavoliere.core.errors import COMMON_CLAUSES
from tavoliere.games import ruleset
from tests.docs.pages import DOCS, ROOT, file_of, items_of, name_of, pages, prose_of
from tests.docs.test_drawings import own_games

LINK = re.compile(r"\[[^\]]+\]\(([^)\s]+)\)")
HEADING = re.compile(r"#+ (.*)")
MACHINES = re.compile(r"/(?:home|root|work|tmp|opt|usr)/|localhost|127\.0\.0\.1|\.local\b")


# Rooms


def rooms_below(folder):
    return {path.parent.name for path in folder.glob("*/__init__.py") if path.parent.name != "kernels"}


def test_every_room_stands_in_the_drawing_of_the_house():
    source = ROOT / "src" / "tavoliere"
    named = set(re.findall(r"^\| `([\w/]+?)/?`", (DOCS / "architecture.md").read_text(encoding="utf-8"), re.MULTILINE))
    rooms = rooms_below(source) - {"apps", "games"} | {f"apps/{name}" for name in rooms_below(source / "apps")}
    assert rooms | rooms_below(source / "apps" / "web") <= named


# Clauses


@pytest.mark.parametrize("name", own_games())
def test_every_clause_stands_in_the_page_of_its_game(name):
    prose = prose_of(DOCS / "games" / f"{name}.md")
    for clause in (*ruleset(name).why.CLAUSES, *COMMON_CLAUSES):
        assert f"`{clause}`" in prose, clause


@pytest.mark.parametrize("page", pages(), ids=name_of)
def test_every_clause_that_a_page_names_exists(page):
    known = {clause for name in own_games() for clause in ruleset(name).why.CLAUSES} | set(COMMON_CLAUSES)
    families = "|".join([*own_games(), "common"])
    named = re.findall(rf"`((?:{families})\.[a-z-]+)`", prose_of(page))
    assert set(named) <= known | {f"{name}.md" for name in own_games()}


@pytest.mark.parametrize("name", own_games())
def test_every_reason_for_an_end_stands_in_the_page_of_its_game(name):
    facts = tv.game(name).facts
    prose = prose_of(DOCS / "games" / f"{name}.md")
    for reason in (*facts.reasons, *(["repetition"] if facts.repetition else [])):
        assert f"`{reason}`" in prose, reason


@pytest.mark.parametrize("name", own_games())
def test_every_option_stands_in_the_page_of_its_game(name):
    prose = prose_of(DOCS / "games" / f"{name}.md")
    for option in tv.game(name).facts.options:
        assert f"`{option.name}`" in prose


# Tables


def table_rows(page, columns):
    """The cells of a page's tables of so many columns, headings left out."""
    lines = [item.text for item in items_of(page) if item.kind == "prose" and item.text.startswith("|")]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [row for row in rows if len(row) == columns and row[0].startswith("`")]


def number(cell):
    return int(cell.replace(",", ""))


def test_the_table_of_actions_says_what_the_facts_say():
    rows = table_rows(DOCS / "actions.md", 4)
    assert [row[0].strip("`") for row in rows] == own_games()
    for name, count, most, _ in rows:
        facts = tv.game(name.strip("`")).facts
        assert (number(count), number(most)) == (facts.action_count, facts.most_actions)


def test_the_table_of_perft_counts_is_right():
    rows = table_rows(DOCS / "actions.md", 5)
    assert {row[0].split("`")[1] for row in rows} == set(own_games())
    for title, *counts in rows:
        players = re.search(r"([234]) players", title)
        game = tv.game(title.split("`")[1], **({"players": int(players[1])} if players else {}))
        for depth, count in enumerate(counts, start=1):
            if count and number(count) < 1_000_000:
                assert tv.perft(game.start(), depth) == number(count), (title, depth)


# Commands


def test_the_terminal_page_has_every_command_that_can_be_typed():
    prose = prose_of(DOCS / "terminal.md")
    typed = [words.split(" ")[0].strip(",") for words, _ in play.HELP]
    assert {"moves", "undo", "quit"} <= set(typed)
    for command in (*typed, "redo"):
        assert re.search(rf"^\| `{command}(?: [A-Z]+)?` \|", prose, flags=re.MULTILINE), command


def subcommands():
    """The names of all commands, as they are typed."""
    commands = argparse.ArgumentParser().add_subparsers()
    for command in COMMANDS:
        command.add_to(commands)
    assert len(commands.choices) >= len(COMMANDS)
    return list(commands.choices)


def test_the_terminal_page_has_every_subcommand_and_every_option_of_play(capsys):
    prose = prose_of(DOCS / "terminal.md") + "".join(item.text for item in items_of(DOCS / "terminal.md"))
    for command in subcommands():
        assert f"tavoliere {command}" in prose
    with pytest.raises(SystemExit):
        main(["play", "--help"])
    for option in set(re.findall(r"--[a-z]+", capsys.readouterr().out)) - {"--help"}:
        assert option in prose, option


# Links and words


def anchors(page):
    """The anchors of a page's headings, as the site makes them."""
    titles = [match[1] for item in items_of(page) if item.kind == "prose" and (match := HEADING.fullmatch(item.text))]
    return {re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", title).strip().lower()) for title in titles}


@pytest.mark.parametrize("page", pages(), ids=name_of)
def test_links_lead_somewhere(page):
    for link in LINK.findall(prose_of(page)):
        if link.startswith(("http://", "https://")):
            continue
        target, _, anchor = link.partition("#")
        file = (page.parent / target).resolve() if target else page
        assert file.is_relative_to(DOCS) and file_of(file).is_file(), link
        assert not anchor or anchor in anchors(file), link


def test_every_page_can_be_reached_from_the_first_one():
    reached, to_read = set(), [DOCS / "index.md"]
    while to_read:
        page = to_read.pop()
        if page not in reached:
            reached.add(page)
            links = [link.partition("#")[0] for link in LINK.findall(prose_of(page)) if link.partition("#")[0]]
            to_read += [(page.parent / link).resolve() for link in links if link.endswith(".md")]
    assert set(pages()) <= reached


@pytest.mark.parametrize("page", pages(), ids=name_of)
def test_pages_name_no_machine(page):
    assert not MACHINES.search(file_of(page).read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", pages(), ids=name_of)
def test_a_page_has_one_title(page):
    first, *others = [item.text for item in items_of(page) if item.kind == "prose"]
    assert first.startswith("# ")
    assert not [line for line in others if line.startswith("# ")]


def test_the_site_builds_without_a_warning(tmp_path):
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path / "site")],
        cwd=ROOT, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert built.returncode == 0, built.stdout + built.stderr
    for page in pages():
        name = name_of(page).removesuffix(".md").removesuffix("index").removesuffix("README")
        assert (tmp_path / "site" / name / "index.html").is_file(), name
    api = (tmp_path / "site" / "api" / "index.html").read_text(encoding="utf-8")
    assert all(f"tavoliere.{name}" in api for name in ("Position", "Game", "IllegalMove", "perft"))
