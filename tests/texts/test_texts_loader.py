"""The loader of the catalogues: languages, plurals and placeholders."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot import texts
from bot.texts import MissingText, Texts


def test_a_refusal_without_words_of_its_game_has_those_of_all_games(small: Texts) -> None:
    english = dict(small.languages["en"].texts)
    english["illegal.common.game_over"] = ("It is over.",)
    english["illegal.chess.check"] = ("You are in check.",)
    say = Texts({"en": replace(small.languages["en"], texts=english)}).words("en")
    assert say("illegal.chess.game_over") == "It is over."
    assert say("illegal.chess.check") == "You are in check."
    with pytest.raises(MissingText, match="stalemate"):
        say("illegal.chess.stalemate")


@pytest.fixture
def small() -> Texts:
    """Return two languages of three texts."""
    files = sorted(Path(__file__).with_name("small").glob("*.po"))
    return Texts({file.stem: texts._language([file]) for file in files})


def test_values_take_the_place_of_their_names(small: Texts) -> None:
    assert small.words("en")("lobby.hello", name="Ada", place="#x") == "Hello Ada, you are in #x."


def test_what_a_user_typed_is_never_read_as_a_text(small: Texts) -> None:
    said = small.words("en")("lobby.hello", name="{place} {0.__class__} %s", place="#x")
    assert said == "Hello {place} {0.__class__} %s, you are in #x."


@pytest.mark.parametrize(
    ("locale", "language"),
    [("en-US", "en"), ("en-GB", "en"), ("fr", "fr"), ("pl", "en"), ("es-419", "en"), (None, "en")],
)
def test_a_locale_of_discord_finds_its_language(
    small: Texts, locale: str | None, language: str
) -> None:
    assert small.language(locale) == language


@pytest.mark.parametrize(
    ("locale", "n", "said"),
    [
        ("en", 0, "0 seats"), ("en", 1, "one seat"), ("en", 2, "2 seats"),
        ("fr", 0, "0 place"), ("fr", 1, "1 place"), ("fr", 2, "2 places"),
    ],
)  # fmt: skip
def test_each_language_counts_its_own_way(small: Texts, locale: str, n: int, said: str) -> None:
    assert small.words(locale)("lobby.seats", n=n) == said


def test_a_text_not_translated_yet_is_english(small: Texts) -> None:
    assert small.words("fr")("lobby.only_here") == "only in English"


def test_an_unknown_key_is_a_mistake_that_names_it(small: Texts) -> None:
    with pytest.raises(MissingText, match=r"lobby\.gone"):
        small.words("fr")("lobby.gone")


def test_days_are_written_in_the_language_answered_in(small: Texts) -> None:
    noon = 1_795_262_400.0
    assert small.day("en-US", noon) == "21 Nov"
    assert small.day("fr", noon) == "21 nov."
    assert small.day("pl", noon) == "21 Nov"


def test_the_real_catalogues_are_read_once_a_process() -> None:
    assert Texts.load() is Texts.load()
    assert "en" in Texts.load().locales
