"""What is wrong with what the page is sent in the made-up language: English that is left, words that do not agree."""

import re

from tavoliere.games import own_games
from tests.messages.loud import disagreements, plain

XX = {"accept-language": "xx"}
QUOTED = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\"""")
SMALL = re.compile(r"(?<![\w.@-])[A-Za-z][a-z]{2,}(?![\w.-])")
NAMES = {word for name in own_games() for word in name.split("-")} | {"pass", "done"}
"""What stays small: names of games, as in lists of them, and turns that are words."""
TEXTS = {"told", "notes", "reasons", "reason", "title", "name", "player", "why", "problem", "help"}


def small_words(said):
    return {word.lower() for word in SMALL.findall(QUOTED.sub("", said))} - NAMES


def read_by_people(message, field=""):
    """Every text of a message that is there for people."""
    if isinstance(message, dict):
        is_telling = "kind" in message or "clause" in message or message.get("type") in ("said", "bye")
        is_data = ("type" in message and "default" in message) or ("spec" in message and "kind" not in message)
        for name, value in message.items():
            wanted = (name in TEXTS and not (is_data and name == "name")) or (name == "text" and is_telling)
            yield from read_by_people(value, name if wanted or name == "svg" else "")
    elif isinstance(message, list):
        for value in message:
            yield from read_by_people(value, field)
    elif isinstance(message, str) and field == "svg":
        yield from re.findall(r'aria-label="([^"]*)"', message)
        yield from re.findall(r"<text[^>]*>([^<]*)", message)
    elif isinstance(message, str) and field:
        yield message


def check_text(text, known=()):
    assert small_words(plain(text)) <= set(known), text
    assert disagreements(text) == []


def check_loud(message, known=()):
    """Nothing in a message is English but what is known to be data."""
    told = list(read_by_people(message))
    assert told, message
    for text in told:
        check_text(text, known)
    return message
