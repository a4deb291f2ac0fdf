"""The catalogues and the code agree: no key is missing, idle, doubled or too long."""

from __future__ import annotations

from collections import defaultdict

import pytest

from bot.texts import YOU
from engine.games import GAMES
from render.fonts import font_for
from tests.catalogues import (
    LIMITS,
    Catalogue,
    bare_length,
    catalogue,
    languages,
    parts,
    placeholders,
    uses,
)
from tests.texts.pseudo import pseudo_catalogue

FOUND_AT_RUN_TIME = ("command_name.", "option_name.")
"""Beginnings of keys that code puts together in a way the search cannot follow."""

SAME_TEXT = (
    ("alt.card.", "card."),
    ("alt.none.", "server.off.none"),
    ("alt.rank.", "card.rank.", "card.short."),
    ("alt.suit.", "card.suit."),
    ("cloud_nine.button.", "cloud_nine.move."),
    ("help.button.", "fair.button"),
    ("illegal.", "refused."),
    ("option.",),
    ("permission.",),
    ("server.hosts.", "server.openers."),
    ("picture.column.", "picture.role."),
    ("option.", "picture.league."),
    ("picture.clumond.column.", "server.calls."),
    ("picture.clumond.deals", "picture.final."),
)
"""Groups of keys that may have the same text: they can differ in another language."""

SPOKEN = {language: catalogue(language) for language in languages()} | {
    "pseudo": pseudo_catalogue()
}
"""Every language there is, and the one that stands for those to come."""


def english() -> Catalogue:
    return catalogue("en")


def differences(other: Catalogue) -> list[str]:
    """Say what a language has too much, too little or with other placeholders."""
    wanted = english()
    extra = [
        f"{key} is not in English"
        for key in other.keys() - wanted.keys()
        if key.rpartition(".")[0] not in wanted  # else it is a form
    ]
    missing = [f"{key} is missing" for key in wanted.keys() - other.keys()]
    changed = [
        f"{key} has other placeholders"
        for key in wanted.keys() & other.keys()
        if placeholders(other[key]) != placeholders(wanted[key])
    ]
    return extra + missing + changed


def test_every_key_that_code_names_exists() -> None:
    keys = english().keys()
    sections = {key.partition(".")[0] for key in keys}
    missing = [
        f"{use.where} {use.key}"
        for use in uses()
        if (use.pattern or use.key.partition(".")[0] in sections)
        and not any(use.covers(key) for key in keys)
    ]
    assert not missing


def test_no_key_is_idle() -> None:
    idle = [
        key
        for key in english()
        if not key.startswith(FOUND_AT_RUN_TIME)
        and not key.endswith(f".{YOU}")
        and not any(use.covers(key) for use in uses())
    ]
    assert not idle


def test_code_fills_in_what_a_text_asks_for() -> None:
    texts = english()
    wrong = [
        f"{use.where} {use.key}: gives {sorted(use.given)}"
        for use in uses()
        if use.given is not None and use.key in texts
        if not placeholders(texts[use.key]) <= use.given
    ]
    assert not wrong


def test_no_key_stands_in_two_files() -> None:
    keys = [key for part in parts("en").values() for key in part]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("language", SPOKEN)
def test_no_text_is_empty(language: str) -> None:
    said = SPOKEN[language]
    assert not [key for key, forms in said.items() if not all(form.strip() for form in forms)]


def test_no_two_keys_say_the_same() -> None:
    keys_of: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for key, forms in english().items():
        if not key.startswith(FOUND_AT_RUN_TIME):  # a name may be any word
            keys_of[forms].append(key)
    doubled = [
        keys
        for keys in keys_of.values()
        if len(keys) > 1
        and not any(all(key.startswith(group) for key in keys) for group in SAME_TEXT)
        and not are_of_different_games(keys)
    ]
    assert not doubled


def are_of_different_games(keys: list[str]) -> bool:
    """Return whether each key is of a game of its own: games may well say the same."""
    games = [part for key in keys for part in key.split(".") if part in GAMES]
    return len(set(games)) == len(keys)


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize(("word", "most"), LIMITS.items())
def test_texts_fit_where_discord_shows_them(language: str, word: str, most: int) -> None:
    texts = {key: forms for key, forms in SPOKEN[language].items() if word in key.split(".")}
    assert texts
    assert not [k for k, forms in texts.items() if any(bare_length(form) > most for form in forms)]


@pytest.mark.parametrize("language", SPOKEN)
def test_every_letter_has_a_font(language: str) -> None:
    letters = {char for forms in SPOKEN[language].values() for form in forms for char in form}
    drawn = {char for char in letters if font_for((ord(char),), emoji=False) is not None}
    assert not [char for char in letters - drawn if char.isalnum()]
    assert font_for((ord("𐀀"),), emoji=False) is None


@pytest.mark.parametrize("language", SPOKEN)
def test_every_language_says_all_that_english_says(language: str) -> None:
    assert differences(SPOKEN[language]) == []


def test_a_gap_between_languages_would_be_found() -> None:
    key = next(key for key, forms in english().items() if placeholders(forms))
    other = {**english(), key: ("nothing to fill in",), "board.unknown": ("",)}
    del other["board.closed"]
    assert differences(other) == [
        "board.unknown is not in English",
        "board.closed is missing",
        f"{key} has other placeholders",
    ]
