"""A made-up language in capitals with two genders and three numbers, made out of the file that translators get.

Every word that has to agree carries what it agrees with, ♂ or ♀ and ¹ ² ³: LA TOWER♀¹ WHITE♀¹, 2 PAWN♂² BLACK♂². So no
English is left where nothing has small letters, and wrong agreement can be seen without knowing the sentence.

Every value stands in brackets, and after them what a participle would be chosen by: ⟦LA TOWER♀¹⟧♀¹. `plain` leaves that
out.
"""

import json
import re

from tavoliere.apps.web.texts import english
from tavoliere.core.languages import language
from tavoliere.core.said import PLACE, Noun, Said, Series
from tavoliere.games import ruleset
from tavoliere.testing.template import forms_asked, template
from tavoliere.testing.texts import common_texts, game_texts, terminal_texts

LANGUAGE = {
    "name": "LOUD",
    "numbers": ["one", "two", "many"],
    "plural": "n == 1 ? 0 : n == 2 ? 1 : 2",
    "mixed": "m",
    "qualified": "{noun} {adjective}",
}
GENDERS, NUMBERS = {"m": "♂", "f": "♀"}, {"one": "¹", "two": "²", "many": "³"}
ARTICLES = {"m": {"the": "LO ", "a": "UNO "}, "f": {"the": "LA ", "a": "UNA "}}


FORMATTED = re.compile(r"(%\(\w+\)[a-z]|%[a-z])")
"""What a parser of arguments fills in itself."""


def loud_pattern(pattern):
    """The letters in capitals, and every choice written out for each gender and number."""
    text, at = "", 0
    for place in PLACE.finditer(pattern):
        text += capitals(pattern[at : place.start()]) + loud_place(place)
        at = place.end()
    return text + capitals(pattern[at:])


def capitals(text):
    return "".join(part if place % 2 else part.upper() for place, part in enumerate(FORMATTED.split(text)))


GENDER = "|".join([*(f"{gender}={mark}" for gender, mark in GENDERS.items()), "one="])
BOTH = "|".join(
    f"{gender}-{number}={mark}{sign}" for gender, mark in GENDERS.items() for number, sign in NUMBERS.items()
)
NUMBER = "|".join(f"{number}={sign}" for number, sign in NUMBERS.items())
JOINED = ("first", "second")
"""The places of what joins a series, which is put together from texts; words agree with the whole of it."""


def loud_place(place):
    name, spec = place[1], place[2] or ""
    if name in JOINED:
        return place[0]
    if "=" not in spec:
        chosen = GENDER if "@" in spec else f"{BOTH}|{NUMBER}"
        return f"⟦{place[0]}⟧{{{name}:{chosen}}}"
    chosen = dict(choice.split("=", 1) for choice in spec.split("|"))
    choices = []
    for number, sign in NUMBERS.items():
        word = chosen.get(number, list(chosen.values())[-1]).upper()
        choices += [f"{gender}-{number}={word}{mark}{sign}" for gender, mark in GENDERS.items()]
        choices.append(f"{number}={word}{sign}")
    return "{" + name + ":" + "|".join(choices) + "}"


def loud_noun(noun, gender, forms):
    table = {"gender": gender}
    for form in forms:
        words = form.split("-")
        sign = NUMBERS[next((word for word in words if word in NUMBERS), "one")]
        article = next((ARTICLES[gender][word] for word in words if word in ARTICLES[gender]), "")
        table[form] = f"{article}{noun.upper().replace(' ', '_')}{GENDERS[gender]}{sign}"
    return table


def loud_adjective(adjective):
    """One without a noun agrees with nothing; it comes first, where it is found."""
    return {"alone": adjective.upper()} | {
        f"{gender}-{number}": f"{adjective.upper()}{mark}{sign}"
        for gender, mark in GENDERS.items()
        for number, sign in NUMBERS.items()
    }


def loud_file(texts, shared=()):
    """The translator's file, filled in."""
    forms = forms_asked([*texts.sentences, *shared], LANGUAGE["numbers"])
    known = {
        "sentences": {pattern: loud_pattern(pattern) for pattern in texts.sentences},
        "nouns": {noun: loud_noun(noun, "mf"[place % 2], forms) for place, noun in enumerate(sorted(texts.nouns))},
        "adjectives": {adjective: loud_adjective(adjective) for adjective in texts.adjectives},
    }
    return template(texts, known, LANGUAGE, shared)


def write_language(folder, names):
    """The files of the language for some games, in a folder like those of any other that is tried out."""
    (folder / "xx.toml").write_text(loud_file(common_texts()), encoding="utf-8")
    for name in names:
        (folder / name).mkdir(exist_ok=True)
        texts = loud_file(game_texts(ruleset(name)), common_texts().sentences)
        (folder / name / "xx.toml").write_text(texts, encoding="utf-8")


def write_terminal(folder):
    """What the terminal says by itself."""
    (folder / "terminal").mkdir(exist_ok=True)
    texts = loud_file(terminal_texts(), common_texts().sentences)
    (folder / "terminal" / "xx.toml").write_text(texts, encoding="utf-8")


def write_page(folder):
    """The page's own texts."""
    texts = {key: loud_pattern(text) for key, text in english().items()}
    (folder / "xx.json").write_text(json.dumps(texts, ensure_ascii=False), encoding="utf-8")


def loud_speaker(game, folder):
    """The language, read from files."""
    write_language(folder, [game])
    return language("xx", ruleset(game), folder)


# What is wrong with what is said

DATA = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\"""")
ENGLISH_WORDS = re.compile(r"[A-Za-z]{2,}[,;:]? [A-Za-z]{2,}")
WORD = re.compile(
    r"(?:(?P<article>LO|LA|UNO|UNA) )?(?P<noun>[A-Z_]+)(?P<mark>[♂♀][¹²³])(?: (?P<next>[A-Z_]+[♂♀][¹²³]))?"
)
COUNTED = re.compile(r"(?<![\w-])(\d+) [A-Z_]+[♂♀]([¹²³])")


def leaves_of(value):
    """The values that no language says: squares, numbers, what somebody typed."""
    if isinstance(value, Said):
        return [leaf for inner in value.values.values() for leaf in leaves_of(inner)]
    if isinstance(value, Series):
        return [leaf for inner in value.items for leaf in leaves_of(inner)]
    return [] if isinstance(value, Noun) or type(value) is not str else [value]


def faults_of(message, speaker, names=()):
    """What is wrong with a message: plain English in it, English that is left, words that do not agree.

    `names` are data although they are words as well, such as the names of options.
    """
    if not isinstance(message, Said | Series | Noun):
        return [f"plain text instead of a message: {message!r}"]
    told = speaker.say(message)
    said, faults = plain(told), []
    words = {*speaker.nouns, *speaker.adjectives, *speaker.sentences} - set(names)
    rest = said
    for leaf in sorted(leaves_of(message), key=len, reverse=True):
        unquoted = DATA.sub("", leaf)
        if leaf in words or ENGLISH_WORDS.search(unquoted):
            faults.append(f"plain text instead of a message in {message!r}: {leaf!r}")
        rest = rest.replace(leaf, "")
    if re.search("[a-z]", rest):
        faults.append(f"English is left of {message!r}: {said}")
    return faults + disagreements(told)


VALUE = re.compile(r"⟦([^⟦⟧]*)⟧([♂♀]?[¹²³]?)")
ONE_THING = re.compile(r"(?:\d+ )?(?:(?:LO|LA|UNO|UNA) )?[A-Z_]+([♂♀][¹²³])(?: [A-Z_]+[♂♀][¹²³])?")


def plain(told):
    """A text without brackets and what follows them."""
    while VALUE.search(told):
        told = VALUE.sub(r"\1", told)
    return told


def wrong_choices(told):
    """Places whose value has another gender or number than words would be chosen by; the innermost first."""
    faults, rest = [], told
    while found := VALUE.search(rest):
        genders = set(re.findall("[♂♀]", found[1]))
        expected = "♂" if len(genders) > 1 else "".join(genders)
        one = ONE_THING.fullmatch(found[1])
        gender, number = found[2].rstrip("¹²³"), found[2].lstrip("♂♀")
        if gender != expected or (one and number and found[2] != one[1]):
            faults.append(f"{found[1]} would be spoken of by {found[2]}: {told}")
        rest = rest[: found.start()] + found[1] + rest[found.end() :]
    return faults + ([f"brackets that do not close: {told}"] if re.search("[⟦⟧]", rest) else [])


def disagreements(told):
    """Words beside each other that do not agree, and words that would be chosen by something else."""
    faults, said = wrong_choices(told), plain(told)
    for match in WORD.finditer(said):
        if match["next"] and match["next"][-2:] != match["mark"] and not is_subject(match["next"]):
            faults.append(f"{match[0]} does not agree: {said}")
        if match["article"] and (match["article"] in ("LA", "UNA")) != (match["mark"][0] == "♀"):
            faults.append(f"the article of {match[0]} is wrong: {said}")
    for count, sign in COUNTED.findall(said):
        if sign != NUMBERS[{1: "one", 2: "two"}.get(int(count), "many")]:
            faults.append(f"{count} goes with another form: {said}")
    return faults


VERBS = {"MOVES", "MOVE", "GOES", "GO", "IS", "ARE", "FALLS", "FALL", "LEAVES", "LEAVE"}


def is_subject(word):
    """Whether a word is a verb, which agrees with all things before it and not with the last one."""
    return word.rstrip("♂♀¹²³") in VERBS
