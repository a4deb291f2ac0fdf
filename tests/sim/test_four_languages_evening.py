"""Evenings in real languages: no English word is left in what people read."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from bot.texts import Texts
from engine.games import GAMES
from tests.sim.evening import NAMES, evening
from tests.sim.test_language_evening import (
    CODES,
    LANGUAGES,
    TYPED,
    Foreign,
    Heard,
    hear,
    see_commands,
    see_table,
    set_language,
)
from tests.soak.amounts import some
from tests.texts.english import english_in

FOUR = ("de", "es", "fr", "pt-BR")


def assert_no_english(heard: Heard, language: str) -> None:
    """Hold what was said to the language, names of people, houses and languages taken out."""
    house = Texts.load().words(language)("house.names").split(", ")
    names = (*NAMES, *LANGUAGES, "Mara", "Cloud Club", TYPED, *house)
    found = {text: english_in(CODES.sub(" ", text), language, names) for text in heard.texts}
    assert {text: words for text, words in found.items() if words} == {}
    assert len(heard.texts) > 100


@pytest.mark.parametrize(("language", "game"), some(product(FOUR, GAMES), here=1))
async def test_a_whole_game_has_no_english_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, game: str
) -> None:
    heard = hear(monkeypatch, Foreign(Texts.load().languages, language))
    async with evening(tmp_path) as held:
        await set_language(held, language)
        await see_table(held, heard, game)
    assert_no_english(heard, language)


@pytest.mark.soak
@pytest.mark.parametrize("language", FOUR)
async def test_no_command_answers_with_an_english_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    heard = hear(monkeypatch, Foreign(Texts.load().languages, language))
    async with evening(tmp_path) as held:
        await see_commands(held, heard, language)
    assert_no_english(heard, language)
