"""What is found in the texts of a language, one fault after the other."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.texts import HOME, checks
from bot.texts.checks import Catalogue, Glossary, faults, glossary, wrong_words
from tests.catalogues import catalogue, languages

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
