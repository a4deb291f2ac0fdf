"""The catalogues of languages: loaded, with plurals and placeholders, and brought up to date."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from bot import texts
from bot.texts import Language, MissingText, Texts
from bot.texts.__main__ import update
from render.api import All, Apart, OneOf, Words, You
from sandbox.wire import LOCALES
from tests.catalogues import read

# The loader of the catalogues: languages, plurals and placeholders.

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


BRAZILIAN = r"""
msgid ""
msgstr ""
"Language: pt_BR\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\n"

msgid "lobby.hello"
msgstr "Oi, {name}!"
"""

SLAVIC = r"""
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=3; plural=(RULE);\n"

msgid "lobby.hello"
msgstr "{name}"

msgid "lobby.seats"
msgid_plural "lobby.seats"
"""

POLISH = (
    SLAVIC.replace("RULE", "n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2")
    + """\
msgstr[0] "{n} miejsce"
msgstr[1] "{n} miejsca"
msgstr[2] "{n} miejsc"
"""
)

RUSSIAN = (
    SLAVIC.replace(
        "RULE", "n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2"
    )
    + """\
msgstr[0] "{n} место"
msgstr[1] "{n} места"
msgstr[2] "{n} мест"
"""
)


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
    """Return five languages of three texts."""
    sources = {"en": ENGLISH, "fr": FRENCH, "pt-BR": BRAZILIAN, "pl": POLISH, "ru": RUSSIAN}
    return Texts({name: language(tmp_path, name, source) for name, source in sources.items()})


def language(home: Path, name: str, *sources: str) -> Language:
    """Return a language of these files."""
    files = []
    for number, source in enumerate(sources):
        files.append(home / f"{name}-{number}.po")
        files[-1].write_text(source.lstrip(), encoding="utf-8")
    return texts._language(name, files)


def test_values_take_the_place_of_their_names(small: Texts) -> None:
    assert small.words("en")("lobby.hello", name="Ada", place="#x") == "Hello Ada, you are in #x."


CARDS = (
    SLAVIC.replace("RULE", "n!=1 ? 1 : 2").replace(
        'msgid "lobby.seats"\nmsgid_plural "lobby.seats"\n', ""
    )
    + r"""
msgid "card.name"
msgstr "{rank} {suit_of}"

msgid "card.name.object"
msgstr "{rank_object} {suit_of}"

msgid "card.rank.Q"
msgstr "dama"

msgid "card.rank.Q.object"
msgstr "damę"

msgid "card.suit.H"
msgstr "kiery"

msgid "card.suit.H.of"
msgstr "kier"

msgid "card.joker"
msgstr "joker"

msgid "trick.plays"
msgstr "{name} zagrywa {card_object}"

msgid "trick.plays.you"
msgstr "zagrywasz {card_object}"

msgid "trick.takes"
msgstr "{card}: {chance}%, {share}"
"""
)


@pytest.fixture
def polish(tmp_path: Path) -> Words:
    made = language(tmp_path, "pl", CARDS)
    return Texts({"pl": made, "en": made}).words("pl")


def queen(say: Words) -> str:
    return say("card.name", rank=say("card.rank.Q"), suit=say("card.suit.H"))


def test_a_text_takes_another_in_the_form_that_it_asks_for(polish: Words) -> None:
    assert queen(polish) == "dama kier"
    assert polish("trick.plays", name="Anna", card=queen(polish)) == "Anna zagrywa damę kier"
    both = [queen(polish), polish("card.joker")]
    assert polish("trick.plays", name="Anna", card=both) == "Anna zagrywa damę kier, joker"
    assert polish("trick.plays", name="Anna", card="K♥") == "Anna zagrywa K♥"


def test_no_english_key_looks_like_a_form() -> None:
    assert not Texts.load().languages["en"].inflected


def test_the_reader_may_be_told_of_otherwise(polish: Words) -> None:
    assert polish("trick.plays", name=You("ty"), card="K♥") == "zagrywasz K♥"
    assert polish("trick.takes", name=You("ty"), card="K♥").startswith("K♥")


@pytest.mark.parametrize(
    ("locale", "said"), [("pl", "K♥: 5%, 3,2"), ("fr", "K♥: 5\xa0%, 3,2"), ("en", "K♥: 5%, 3.2")]
)
def test_numbers_are_written_as_the_language_does(tmp_path: Path, locale: str, said: str) -> None:
    made = language(tmp_path, locale, CARDS)
    say = Texts({locale: made, "en": made}).words(locale)
    assert say("trick.takes", card="K♥", chance=5, share=3.2) == said


@pytest.mark.parametrize(
    ("items", "said"),
    [
        (["a", "b", "c"], "a, b, c"), (All("abc"), "a, b and c"),
        (OneOf("ab"), "a or b"), (Apart(["a, b", "c"]), "a, b; c"),
    ],
)  # fmt: skip
def test_things_are_listed_as_their_type_says(items: object, said: str) -> None:
    assert Texts.load().words("en")("list.all", items=items) == said


def test_what_a_user_typed_is_never_read_as_a_text(small: Texts) -> None:
    said = small.words("en")("lobby.hello", name="{place} {0.__class__} %s", place="#x")
    assert said == "Hello {place} {0.__class__} %s, you are in #x."


@pytest.mark.parametrize(
    ("locale", "language"),
    [("en-US", "en"), ("en-GB", "en"), ("fr", "fr"), ("tr", "en"), ("es-419", "en"), (None, "en")],
)
def test_a_locale_of_discord_finds_its_language(
    small: Texts, locale: str | None, language: str
) -> None:
    assert small.language(locale) == language


def test_all_locales_of_a_language_share_its_words(small: Texts) -> None:
    """So what was made of them can be kept by them."""
    assert small.words("en-US") is small.words("tr") is not small.words("fr")
    assert small.words("en") is not small.words("en-x-ear")


@pytest.mark.parametrize(
    ("locale", "n", "said"),
    [
        ("en", 0, "0 seats"), ("en", 1, "one seat"), ("en", 2, "2 seats"),
        ("fr", 0, "0 place"), ("fr", 1, "1 place"), ("fr", 2, "2 places"),
        ("pl", 0, "0 miejsc"), ("pl", 1, "1 miejsce"), ("pl", 2, "2 miejsca"),
        ("pl", 12, "12 miejsc"), ("pl", 21, "21 miejsc"), ("pl", 22, "22 miejsca"),
        ("ru", 0, "0 мест"), ("ru", 1, "1 место"), ("ru", 4, "4 места"),
        ("ru", 11, "11 мест"), ("ru", 21, "21 место"), ("ru", 25, "25 мест"),
    ],
)  # fmt: skip
def test_each_language_counts_its_own_way(small: Texts, locale: str, n: int, said: str) -> None:
    assert small.words(locale)("lobby.seats", n=n) == said


def test_a_text_not_translated_yet_is_english(small: Texts) -> None:
    assert small.words("fr")("lobby.only_here") == "only in English"


def test_a_plural_with_a_form_missing_is_english_till_it_is_whole(tmp_path: Path) -> None:
    polish = POLISH.replace("{n} miejsca", "")
    there = {"en": language(tmp_path, "en", ENGLISH), "pl": language(tmp_path, "pl", polish)}
    assert Texts(there).words("pl")("lobby.seats", n=2) == "2 seats"


def test_an_unknown_key_is_a_mistake_that_names_it(small: Texts) -> None:
    with pytest.raises(MissingText, match=r"lobby\.gone"):
        small.words("fr")("lobby.gone")


@pytest.mark.parametrize(
    "headers", [("n != 1", "n > 1"), ("n > 1", "n != 1")], ids=["first", "last"]
)
def test_files_of_a_language_that_count_otherwise_are_refused(
    tmp_path: Path, headers: tuple[str, str]
) -> None:
    sources = [FRENCH.replace("(n > 1)", f"({header})") for header in headers]
    with pytest.raises(ValueError, match=r"fr needs one Plural-Forms.*fr-0\.po.*fr-1\.po"):
        language(tmp_path, "fr", *sources)
    same = language(tmp_path, "fr", sources[0], sources[0])
    assert same.plural(0) == ("!=" in headers[0])


@pytest.mark.parametrize(
    ("locale", "day", "month"),
    [
        ("en-US", "21 Nov", "Nov"), ("tr", "21 Nov", "Nov"), ("fr", "21 nov.", "nov."),
        ("pt-BR", "21 de nov.", "nov."), ("pl", "21 lis", "lis"), ("ru", "21 нояб.", "нояб."),
    ],
)  # fmt: skip
def test_days_and_months_are_written_in_the_language_answered_in(
    small: Texts, locale: str, day: str, month: str
) -> None:
    noon = 1_795_262_400.0
    assert (small.day(locale, noon), small.month(locale, noon)) == (day, month)


@pytest.mark.parametrize("locale", ["ja", "zh-CN", "hu", "ko"])
def test_a_day_stands_in_the_order_of_its_language(
    small: Texts, tmp_path: Path, locale: str
) -> None:
    with_one = Texts({**small.languages, locale: language(tmp_path, locale, FRENCH)})
    assert with_one.day(locale, 1_795_262_400.0).find("11") < 1
    assert not with_one.day(locale, 1_795_262_400.0).startswith("21")


@pytest.mark.parametrize(
    ("locale", "plain", "closed"),
    [
        ("en", "a, 2, c", "a, 2 and c"), ("fr", "a, 2, c", "a, 2 et c"),
        ("pl", "a, 2, c", "a, 2 i c"), ("ja", "a、2、c", "a、2、c"),
    ],
)  # fmt: skip
def test_a_value_of_several_is_listed_as_the_language_lists(
    small: Texts, tmp_path: Path, locale: str, plain: str, closed: str
) -> None:
    there = {**small.languages, "ja": language(tmp_path, "ja", FRENCH)}
    made = replace(there[locale], texts={"lobby.hello": ("{name}",)})
    say = Texts({**there, locale: made}).words(locale)
    assert say("lobby.hello", name=["a", 2, "c"]) == say("lobby.hello", name=("a", 2, "c")) == plain
    assert say("lobby.hello", name=All(["a", 2, "c"])) == closed
    assert say("lobby.hello", name=All(["a"])) == say("lobby.hello", name=["a"]) == "a"
    assert say("lobby.hello", name=[]) == say("lobby.hello", name=All()) == ""


@pytest.mark.parametrize("locale", sorted(LOCALES))
def test_every_locale_of_discord_has_days_and_lists(tmp_path: Path, locale: str) -> None:
    one = language(tmp_path, locale, FRENCH)
    there = Texts({"en": one, locale: one})
    assert "21" in there.day(locale, 1_795_262_400.0)
    is_numbered = locale in {"ja", "ko", "vi", "zh-CN", "zh-TW"}
    assert ("11" in there.month(locale, 1_795_262_400.0)) is is_numbered
    for items in ("ab", "abcd"):
        for listed in (one.listed(list(items)), one.listed(All(items))):
            assert [char for char in listed if char in items][: len(items)]
            assert listed.startswith("a")
            assert listed.endswith(items[-1])


def test_the_real_catalogues_are_read_once_a_process() -> None:
    assert Texts.load() is Texts.load()
    assert "en" in Texts.load().locales


def test_a_date_is_written_as_the_language_writes_days() -> None:
    words = Texts.load().words("en")
    assert words("title.daily", game="Nimbly", day=date(2026, 11, 3)) == "Daily 3 Nov, Nimbly"


# Bringing the catalogues of a language up to date with the English ones.


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return a place with three English texts."""
    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "lobby.po").write_text(ENGLISH.lstrip(), encoding="utf-8")
    return tmp_path


def translate(file: Path, key: str, *forms: str) -> None:
    """Fill the empty forms of a text in, as a translator does."""
    before, after = file.read_text(encoding="utf-8").split(f'msgid "{key}"\n', 1)
    for form in forms:
        after = after.replace('""', f'"{form}"', 1)
    file.write_text(f'{before}msgid "{key}"\n{after}', encoding="utf-8")


def test_a_new_language_has_every_text_below_its_english(home: Path) -> None:
    changes = update(home, "pl")
    file = home / "pl" / "lobby.po"
    assert changes.new == ["lobby.hello", "lobby.only_here", "lobby.seats"]
    assert read(file).keys() == read(home / "en" / "lobby.po").keys()
    written = file.read_text(encoding="utf-8")
    assert "#. English: Hello {name}, you are in {place}." in written
    assert "nplurals=3" in written
    assert texts._language(file.parent.name, [file]).texts == {}


def test_a_language_has_its_own_name_in_every_file_and_a_folder_of_what_is_spoken(
    home: Path,
) -> None:
    spoken = home / "en" / "ear"
    spoken.mkdir()
    (spoken / "lobby.po").write_text(ENGLISH.lstrip(), encoding="utf-8")
    update(home, "zh-TW")  # which Babel has as zh_Hant_TW
    for file in (home / "zh-TW" / "lobby.po", home / "zh-TW" / "ear" / "lobby.po"):
        assert '"Language: zh-TW\\n"' in file.read_text(encoding="utf-8")


def test_an_update_keeps_what_is_translated_and_says_what_is_to_do(home: Path) -> None:
    update(home, "fr")
    file, english = home / "fr" / "lobby.po", home / "en" / "lobby.po"
    translate(file, "lobby.hello", "Bonjour {name}, te voici dans {place}.")
    translate(file, "lobby.seats", "{n} place", "{n} places")
    assert update(home, "fr").changed == []
    said = english.read_text(encoding="utf-8").replace("you are in", "welcome to")
    english.write_text(said.replace("only_here", "only_there"), encoding="utf-8")
    for gone in (["lobby.only_here"], []):
        changes = update(home, "fr")
        assert (changes.new, changes.changed) == (["lobby.only_there"], ["lobby.hello"])
        assert changes.gone == gone
    # What has changed is not told until it is looked over; what has not, is.
    assert texts._language(file.parent.name, [file]).texts == {
        "lobby.seats": ("{n} place", "{n} places")
    }
    looked_over = file.read_text(encoding="utf-8").replace("#, fuzzy\n", "")
    file.write_text(looked_over, encoding="utf-8")
    assert update(home, "fr").changed == []
    assert "lobby.hello" in texts._language(file.parent.name, [file]).texts


def test_two_forms_that_end_alike_over_several_lines_have_not_changed(home: Path) -> None:
    file, english = home / "fr" / "lobby.po", home / "en" / "lobby.po"
    end = "so that a line of the comment ends, and the next one is of both: press **Join** there."
    said = english.read_text(encoding="utf-8")
    for form in ("one seat", "{n} seats"):
        said = said.replace(f'"{form}"', f'"{form}, {end}"')
    english.write_text(said, encoding="utf-8")
    update(home, "fr")
    translate(file, "lobby.seats", "{n} place", "{n} places")
    assert update(home, "fr").changed == []


def test_a_text_keeps_its_translation_in_another_file_but_not_once_it_counts(home: Path) -> None:
    update(home, "fr")
    file, english = home / "fr" / "lobby.po", home / "en" / "lobby.po"
    translate(file, "lobby.hello", "Bonjour {name}, te voici dans {place}.")
    translate(file, "lobby.only_here", "seulement ici")
    translate(file, "lobby.seats", "une place")  # one form of two
    english.rename(english.with_name("hall.po"))
    changes = update(home, "fr")
    assert (changes.new, changes.changed, changes.gone) == (["lobby.seats"], [], [])
    assert [one.name for one in file.parent.iterdir()] == ["hall.po"]
    hall = file.with_name("hall.po")
    assert read(hall)["lobby.seats"] == ("une place", "")
    assert read(hall)["lobby.hello"] == ("Bonjour {name}, te voici dans {place}.",)
    counted = english.with_name("hall.po").read_text(encoding="utf-8").replace(
        'msgid "lobby.only_here"\nmsgstr "only in English"',
        'msgid "lobby.only_here"\nmsgid_plural "lobby.only_here"\n'
        'msgstr[0] "only in English"\nmsgstr[1] "only {n} in English"',
    )  # fmt: skip
    english.with_name("hall.po").write_text(counted, encoding="utf-8")
    assert update(home, "fr").new == ["lobby.only_here", "lobby.seats"]
    assert read(hall)["lobby.only_here"] == ("", "")


def test_forms_stay_with_their_text_and_comments_come_along(home: Path) -> None:
    update(home, "pl")
    file, english = home / "pl" / "lobby.po", home / "en" / "lobby.po"
    translate(file, "lobby.hello", "Cześć {name}, jesteś w {place}.")
    form = '\nmsgid "lobby.hello.object"\nmsgstr "powitanie"\n'
    file.write_text(file.read_text(encoding="utf-8") + form, encoding="utf-8")
    told = english.read_text(encoding="utf-8").replace(
        'msgid "lobby.hello"', '#. In the lobby. {place}: #games.\nmsgid "lobby.hello"'
    )
    english.write_text(told, encoding="utf-8")
    changes = update(home, "pl")
    assert (changes.changed, changes.gone) == ([], [])
    assert read(file)["lobby.hello.object"] == ("powitanie",)
    written = file.read_text(encoding="utf-8")
    assert "#. In the lobby. {place}: #games.\n#. {name}: a player: Ada\n#. English:" in written


def test_a_language_with_a_base_has_what_differs_only(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    update(home, "es")
    translate(home / "es" / "lobby.po", "lobby.hello", "Hola {name}, coge sitio en {place}.")
    translate(home / "es" / "lobby.po", "lobby.seats", "un sitio", "{n} sitios")
    (home / "es-419").mkdir()
    file = home / "es-419" / "lobby.po"
    written = (home / "es" / "lobby.po").read_text(encoding="utf-8").split("#. English: one")[0]
    file.write_text(written.replace("coge", "toma"), encoding="utf-8")
    assert update(home, "es-419").new == ["lobby.only_here"]
    assert read(file).keys() == {"lobby.hello", "lobby.only_here"}
    monkeypatch.setattr(texts, "HOME", home)
    say = texts._load.__wrapped__().words("es-419")
    assert say("lobby.hello", name="Ada", place="x") == "Hola Ada, toma sitio en x."
    assert say("lobby.seats", n=2) == "2 sitios"
    assert say("lobby.only_here") == "only in English"


def test_the_command_tells_what_to_translate_and_refuses_what_is_no_language(home: Path) -> None:
    def told(language: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "bot.texts", language, str(home)]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    assert told("ja").stdout.startswith("3 to translate\n  lobby.hello\n")
    refused = told("klingon")
    assert "no language" in refused.stderr
    assert (refused.returncode, "Traceback" in refused.stderr) == (1, False)
