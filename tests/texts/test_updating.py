"""Bringing the catalogues of a language up to date with the English ones."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bot import texts
from bot.texts.__main__ import update
from tests.catalogues import read
from tests.texts.test_texts_loader import ENGLISH


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
    # What has changed is not told till it is looked over; what has not, is.
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
