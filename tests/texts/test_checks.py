"""What is found in the texts of a language: faults, English words, and what no ear takes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from statistics import median

import pytest

from bot.texts import FALLBACK, HOME, SPOKEN, Texts, aloud, checks
from bot.texts.checks import (
    LIMITS,
    Catalogue,
    Glossary,
    bare_length,
    careless,
    faults,
    glossary,
    placeholders,
    wrong_words,
)
from tests.catalogues import TEXTS, catalogue, languages, parts, read
from tests.texts.english import english_in, language_of, said

# What is found in the texts of a language, one fault after the other.

ENGLISH: Catalogue = {
    "card.joker": ("joker",),
    "trick.plays": ("{name} plays {card_object}.",),
    "seats": ("one seat", "{n} seats"),
    "board.button.go": ("Go",),
    "command_name.play": ("play",),
}
POLISH: Catalogue = {
    "card.joker": ("joker",),
    "card.joker.object": ("jokera",),
    "trick.plays": ("{name} zagrywa {card_object}.",),
    "trick.plays.you": ("zagrywasz {card_object}.",),
    "seats": ("jedno miejsce", "{n} miejsca", "{n} miejsc"),
    "board.button.go": ("Dalej",),
    "command_name.play": ("zagraj",),
}


def found(**changes: tuple[str, ...]) -> list[str]:
    """Return what is found in Polish with other texts, `_` standing for the dots of their keys."""
    other = {**POLISH, **{key.replace("__", "."): forms for key, forms in changes.items()}}
    return [
        *checks.missing(ENGLISH, other),
        *checks.unused(ENGLISH, other),
        *checks.other_slots(ENGLISH, other),
        *checks.unknown_forms(other),
        *checks.wrong_plurals(other, 3),
        *checks.too_long(other),
        *checks.unwritable(other),
    ]


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({}, []),
        ({"card__joker": ("",)}, ["card.joker"]),
        ({"card__joker__idle": ("x",)}, ["card.joker.idle"]),
        ({"gone": ("x",)}, ["gone"]),
        ({"trick__plays": ("{card_object}",)}, ["trick.plays: name"]),
        ({"trick__plays": ("{name} {card_objekt}",)}, ["trick.plays: card_objekt"]),
        ({"seats": ("{n} miejsce", "{n} miejsca")}, ["seats"]),
        ({"board__button__go": ("d" * 39,)}, ["board.button.go: 39 of 38"]),
        ({"board__button__go": ("💡" + "d" * 34,)}, ["board.button.go: 35 of 34"]),
        ({"command_name__play": ("Zagraj to",)}, ["command_name.play: no name of a command"]),
        ({"card__joker": ("joker\U00010000",)}, ["card.joker: \U00010000"]),
    ],
)
def test_a_fault_is_found(changes: dict[str, tuple[str, ...]], told: list[str]) -> None:
    assert found(**changes) == told


GERMAN = glossary("de")


@pytest.mark.parametrize(
    ("english", "said", "told"),
    [
        ("You win the trick.", "Du gewinnst den Stich.", []),
        ("You win the trick.", "Du gewinnst den Zug.", ["key: no trick"]),
        ("Follow suit!", "Bediene!", []),
        ("Choose a suit.", "Wähle eine Farbe.", []),
        ("Choose a suit.", "Wähle einen Anzug.", ["key: never Anzug", "key: no suit"]),
        ("Cloud Nine", "Cloud Nine", []),
        ("{tricks} for {name}", "{tricks} für {name}", []),
        ("The dealer leads.", "Der Geber spielt aus.", []),
    ],
)
def test_a_term_has_its_word(english: str, said: str, told: list[str]) -> None:
    assert [*wrong_words(GERMAN, {"key": (english,)}, {"key": (said,)})] == told
    assert not [*wrong_words(GERMAN, {"key": (english,)}, {"key": (said,)}, ["key"])]
    assert not [*wrong_words(Glossary({}), {"key": (english,)}, {"key": (said,)})]


EDITED = Glossary(
    {}, unchanged=re.compile("nothing changed"), twice=re.compile("had"),
    kept={re.compile("jumps?"): re.compile("balloon")},
)  # fmt: skip


@pytest.mark.parametrize(
    ("key", "said", "told"),
    [
        ("refused.late", "Too late: nothing changed.", ["nothing changed"]),
        ("error.late", "Too late: nothing changed.", []),
        ("refused.late", "It is is too late.", ["is is"]),
        ("refused.late", "They had had enough, {name} {name}.", []),
        ("replay.choose", "Jump to a move, or jump back", ["jump is something else"]),
        ("balloon.button", "jump", []),
        ("balloon.typed", "joker joker", []),
    ],
)
def test_what_an_editor_would_strike_is_found(key: str, said: str, told: list[str]) -> None:
    assert [*careless(EDITED, {key: (said,)})] == [f"{key}: {each}" for each in told]


def test_every_glossary_says_every_term() -> None:
    home = HOME / checks.GLOSSARY
    terms = glossary("en").terms.keys()
    for file in sorted(home.glob("*.toml")):
        assert glossary(file.stem).terms.keys() == terms, file.stem
    assert all(glossary(language).terms for language in (*languages(), "es-419"))
    assert not glossary("hu").terms
    assert not terms - {term for term in terms if _is_said(term)}


def _is_said(term: str) -> bool:
    pattern = glossary("en").terms[term]
    return any(pattern.search(form) for forms in catalogue("en").values() for form in forms)


def test_a_text_may_be_set_aside_in_english_or_where_it_is_translated(tmp_path: Path) -> None:
    header = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n'
    for language, text in (("en", "The trick is this."), ("de", "Der Kniff ist dieser.")):
        (tmp_path / language).mkdir()
        written = f'{header}msgid "key"\nmsgstr "{text}"\n'
        (tmp_path / language / "a.po").write_text(written, encoding="utf-8")
    assert faults(tmp_path, "de", 2) == {"against the glossary": ["key: no trick"]}
    file = tmp_path / "en" / "a.po"
    aside = file.read_text(encoding="utf-8").replace('msgid "key"', '#, no-glossary\nmsgid "key"')
    file.write_text(aside, encoding="utf-8")
    assert faults(tmp_path, "de", 2) == {}


# The texts of who plays in words: nothing in them but what is read aloud as it is meant.

LINKS = re.compile(r"\]\([^)]*\)|<[^>]*>")
UNSPOKEN = re.compile(r"[^\w,.:;'’?!\-–()%/\"#*`“”\[\n {}]")  # noqa: RUF001 - quotation marks
"""What is no letter, figure, mark of a sentence or markdown."""

CODES = re.compile(r"\b(?:[2-9TJQKA][CDHS]|[ABC]{2,3})\b")
"""Cards and draws in notation."""

ELSEWHERE = {
    "command": "Discord shows commands to all in the same words",
    "picture": "painted, and spoken in the words of alt texts",
    "start": "printed for whoever hosts the bot",
    "about.zone": "what has to be typed",
    "no_zone": "what has to be typed",
    "evening_zone": "what has to be typed",
}
"""Parts of keys whose texts nobody hears, or that have to be as they are, and why."""

HEARD = {path.stem: read(path) for path in sorted((TEXTS / FALLBACK / SPOKEN).glob("*.po"))}
"""The texts that are spoken otherwise than they are written, by their files."""


def spoken() -> Mapping[str, tuple[str, ...]]:
    """Return all texts as they are spoken."""
    language = Texts.load().languages[FALLBACK]
    return {
        key: tuple(map(aloud, language.spoken.get(key, forms)))
        for key, forms in language.texts.items()
    }


def is_elsewhere(key: str) -> bool:
    return any(f".{part}." in f".{key}." for part in ELSEWHERE)


def test_no_text_has_a_symbol_or_a_code() -> None:
    found = {
        key: wrong
        for key, forms in spoken().items()
        if not is_elsewhere(key)
        for form in forms
        if (wrong := UNSPOKEN.findall(LINKS.sub("", form)) + CODES.findall(form))
    }
    assert found == {}


def test_what_is_heard_elsewhere_is_still_there() -> None:
    keys = Texts.load().languages[FALLBACK].texts
    assert not [part for part in ELSEWHERE if not any(f".{part}." in f".{key}." for key in keys)]


@pytest.mark.parametrize("name", HEARD)
def test_a_spoken_text_has_its_key_and_file_from_the_written_one(name: str) -> None:
    assert HEARD[name].keys() <= parts(FALLBACK)[name].keys()
    assert list(HEARD[name]) == sorted(HEARD[name])


@pytest.mark.parametrize("name", HEARD)
def test_a_spoken_text_says_something_else_with_the_same_values_or_fewer(name: str) -> None:
    written: Catalogue = parts(FALLBACK)[name]
    for key, forms in HEARD[name].items():
        assert forms != tuple(map(aloud, written[key])), f"{key} is needless"
        assert placeholders(forms) <= placeholders(written[key]), key
        assert len(forms) in (1, len(written[key])), key
        for word, most in LIMITS.items():
            if word in key.split("."):
                assert all(bare_length(form) <= most for form in forms), key


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("▶ **Ada** to play · ⏳ time's up {when}", "**Ada** to play, time's up {when}"),
        ("Next ▶", "Next"),
        ("{place}\ufe0f\u20e3.", "{place}."),
        ("K♥ · ♠ 9", "K♥, ♠ 9"),
    ],
)
def test_symbols_that_only_adorn_are_left_out_but_no_suits(text: str, said: str) -> None:
    assert aloud(text) == said


# No English word is left in a catalogue, and one would be found.

OTHERS = [language for language in languages() if language != FALLBACK]


@pytest.mark.parametrize("language", OTHERS)
def test_no_english_word_is_left_in_a_language(language: str) -> None:
    found = {key: english_in(text, language) for key, text in said(language).items()}
    assert {key: words for key, words in found.items() if words} == {}


@pytest.mark.parametrize("language", OTHERS)
def test_nearly_every_english_sentence_would_be_found(language: str) -> None:
    sentences = [text for text in said(FALLBACK).values() if text.count(" ") > 3]
    missed = [text for text in sentences if not english_in(text, language)]
    assert len(missed) < len(sentences) / 50


@pytest.mark.parametrize("language", [FALLBACK, "de", "es", "fr", "pt-BR"])
def test_a_language_is_known_by_its_words(language: str) -> None:
    texts = [text for key, text in said(language).items() if key.startswith("rules.")]
    assert {language_of(text) for text in texts if text.count(" ") > 20} == {language}


# Sentences that say what no picture can: those of a turn, a lobby and a result are short.

FIFTH = 0.8
"""How much of the length before is left, at most: a fifth is gone."""

BEFORE = {
    "de": {"turn": 41.0, "lobby": 49.5, "result": 30.0},
    "en": {"turn": 36.5, "lobby": 46.0, "result": 30.0},
    "es": {"turn": 37.5, "lobby": 46.5, "result": 31.0},
    "fr": {"turn": 43.5, "lobby": 51.0, "result": 32.0},
    "pt-BR": {"turn": 38.5, "lobby": 46.0, "result": 34.0},
}
"""The medians of commit 2ad4c595, measured as below over the texts that it had of these keys."""

AREAS = {
    "turn": r"(.+\.)?(prompt|waiting|aim)\..+|nimbly\.waiting|cloud_nine\.earns.*|board\.turn.*",
    "lobby": r"lobby\.(?!button|example|form).+",
    "result": (
        r"(final|result|rating|clumond\.(verdict|came_to))\.(?!button).+|.+\.retired.*"
        r"|.+\.event\.(ended|settled|scored).*|hand\.total|balloon\.(top|tie_break)|clumond\.shared"
    ),
}
"""The keys of what stands above the buttons, in a lobby, and below a deal or game that is over."""

LATER = re.compile(
    r"prompt\.(lead|play|your_turn)|clumond\.aim\.raised|nimbly\.prompt\.first|lobby\.missing"
    r"|final\.(led|took\..+|where)"
)
"""Keys of later texts, which have no length before."""

UNSAID = re.compile(r"\{[a-z_]+\}|[*]{2}|^-# |^#+ |\]\([^)]*\)|\[")
"""What stands for something else, or is no letter that anybody reads."""


def length(forms: tuple[str, ...]) -> int:
    """Count the letters of the longest form of a text, without its slots and marks."""
    return max(len(UNSAID.sub("", form)) for form in forms)


@pytest.mark.parametrize(("language", "area"), [(each, area) for each in BEFORE for area in AREAS])
def test_half_of_the_sentences_are_a_fifth_shorter(language: str, area: str) -> None:
    english, said = catalogue("en"), catalogue(language)
    keys = [key for key in english if re.fullmatch(AREAS[area], key) and not LATER.fullmatch(key)]
    assert len(keys) > 40
    assert median(length(said[key]) for key in keys) <= FIFTH * BEFORE[language][area]
