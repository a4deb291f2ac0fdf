"""The loader of the catalogues: languages, plurals and placeholders."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot import texts
from bot.texts import MissingText, Texts

ENGLISH = r"""
msgid ""
msgstr ""
"Language: en\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"

msgid "lobby.hello"
msgstr "Hello {name}, you are in {place}."

msgid "lobby.only_here"
msgstr "only in English"

msgid "lobby.seats"
msgid_plural "lobby.seats"
msgstr[0] "one seat"
msgstr[1] "{n} seats"
"""

FRENCH = r"""
msgid ""
msgstr ""
"Language: fr\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\n"

msgid "lobby.hello"
msgstr "Bonjour {name}, te voici dans {place}."

msgid "lobby.only_here"
msgstr ""

msgid "lobby.seats"
msgid_plural "lobby.seats"
msgstr[0] "{n} place"
msgstr[1] "{n} places"
"""


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
def small(tmp_path: Path) -> Texts:
    """Return two languages of three texts."""
    for language, source in (("en", ENGLISH), ("fr", FRENCH)):
        (tmp_path / language).mkdir()
        (tmp_path / language / "lobby.po").write_text(source.lstrip(), encoding="utf-8")
    languages = {name: texts._language([tmp_path / name / "lobby.po"]) for name in ("en", "fr")}
    return Texts(languages)


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


@pytest.mark.parametrize(
    ("locale", "day", "month"),
    [
        ("en-US", "21 Nov", "Nov"), ("fr", "21 nov.", "nov."), ("pl", "21 Nov", "Nov"),
        ("de", "21. Nov.", "Nov."), ("pt-BR", "21 de nov.", "nov."), ("ja", "11月21日", "11月"),
        ("hu", "nov. 21.", "nov."), ("sv-SE", "21 nov.", "nov."),
    ],
)  # fmt: skip
def test_days_are_written_in_the_language_answered_in(
    small: Texts, locale: str, day: str, month: str
) -> None:
    noon, known = 1_795_262_400.0, dict(small.languages)
    texts = Texts(known | dict.fromkeys(("de", "pt-BR", "ja", "hu", "sv-SE"), known["fr"]))
    assert (texts.day(locale, noon), texts.month(locale, noon)) == (day, month)


def test_a_language_of_three_forms_counts_with_each(tmp_path: Path) -> None:
    source = ENGLISH.replace(
        "nplurals=2; plural=(n != 1)",
        "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2)",
    ).replace('msgstr[1] "{n} seats"', 'msgstr[1] "{n} miejsca"\nmsgstr[2] "{n} miejsc"')
    (tmp_path / "lobby.po").write_text(source.lstrip(), encoding="utf-8")
    polish = texts._language([tmp_path / "lobby.po"])
    say = Texts({"en": polish, "pl": polish}).words("pl")
    counted = [say("lobby.seats", n=n) for n in (1, 2, 5, 12, 22)]
    assert counted == ["one seat", "2 miejsca", "5 miejsc", "12 miejsc", "22 miejsca"]


def test_files_of_one_language_that_count_otherwise_are_refused(tmp_path: Path) -> None:
    for name, source in (("a", ENGLISH), ("b", FRENCH)):
        (tmp_path / f"{name}.po").write_text(source.lstrip(), encoding="utf-8")
    with pytest.raises(ValueError, match="count in 2 ways"):
        texts._language(sorted(tmp_path.glob("*.po")))


def test_the_real_catalogues_are_read_once_a_process() -> None:
    assert Texts.load() is Texts.load()
    assert "en" in Texts.load().locales
