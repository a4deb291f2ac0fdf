"""The texts of who plays in words: nothing in them but what is read aloud as it is meant."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from bot.texts import FALLBACK, SPOKEN, Texts, aloud
from bot.texts.checks import LIMITS, Catalogue, bare_length, placeholders
from tests.catalogues import TEXTS, parts, read

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
