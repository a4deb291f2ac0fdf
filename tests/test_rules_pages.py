"""The pages of the rules: every ruling is in all of them, and what they say is so."""

from __future__ import annotations

import re

import pytest

from bot.texts import Texts
from tests.source_tree import ROOT

LANGUAGES = {"en": "", "de": ".de", "es": ".es", "fr": ".fr", "pt-BR": ".pt-BR"}
RULINGS = {"M": 5, "N": 8, "J": 7, "B": 12, "C": 9}
FOUR_ALIKE = {
    "en": "four of a kind", "de": "Vierling", "es": "cuatro iguales", "fr": "carré",
    "pt-BR": "quadra",
}  # fmt: skip
A_DIE = {
    "en": ("die",), "de": ("Würfel",), "es": ("dado",), "fr": ("dé",), "pt-BR": ("dado",),
}  # fmt: skip
NO_CARD = {
    "en": "nobody draws any more", "de": "zieht niemand mehr", "es": "nadie roba más",
    "fr": "personne ne pioche plus", "pt-BR": "ninguém compra mais",
}  # fmt: skip


def page(language: str) -> str:
    return (ROOT / "docs" / f"rules{LANGUAGES[language]}.md").read_text("utf-8")


def ruling(language: str, name: str) -> str:
    told = rf"^- \*\*{name}\*\* (.*?)(?=^- \*\*|^\n|\Z)"
    found = re.search(told, page(language), re.MULTILINE | re.DOTALL)
    assert found, name
    return found[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ruling_has_its_number_on_the_page(language: str) -> None:
    told = page(language)
    numbers = [f"{kind}{n}" for kind, last in RULINGS.items() for n in range(1, last + 1)]
    assert not [name for name in numbers if not re.search(rf"\b{name}\b", told)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_b3_a_card_is_paid_for_every_coloured_die(language: str) -> None:
    """Three dice of a colour take three cards, not one "for each colour"."""
    said = Texts.load().words(language)("balloon.look.rules.pay")
    for told in (said, ruling(language, "B3")):
        first = re.split(r"[.(]", told)[0]
        assert any(word in first for word in A_DIE[language]), first


@pytest.mark.parametrize("by_ear", ["", "-x-ear"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_m3_a_pair_adds_nothing_beside_three_or_four_of_a_kind(language: str, by_ear: str) -> None:
    say = Texts.load().words(language + by_ear)
    for key in ("rules.cloud_nine.4.body", "rules.nimbly.3.body"):
        last = next(line for line in say(key).splitlines() if FOUR_ALIKE[language] in line)
        assert FOUR_ALIKE[language] in last.rstrip(".").rsplit(". ", 1)[1]
    assert FOUR_ALIKE[language] in ruling(language, "M3").split(".")[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_b9_the_rules_say_what_happens_when_there_is_nothing_to_draw(language: str) -> None:
    assert NO_CARD[language] in Texts.load().words(language)("rules.balloon.4.body")


def test_c8_a_single_hand_may_be_a_game() -> None:
    assert "single one" in ruling("en", "C8")


def test_what_the_sources_have_wrong_is_what_the_rules_have_otherwise() -> None:
    found = r"^\| ((?:Nimbly|Cloud Nine), .*?) \| (\d+) \| (\d+) \|"
    rows = re.findall(found, page("en"), re.MULTILINE)
    assert len(rows) == 6
    assert [int(right) for *_, right in rows] == [6, 150, 4 * 5 * 2, 3 * 5, 5 * 4 * 2, 40 + 18]
    assert [int(printed) for _, printed, _ in rows] == [12, 147, 30, 9, 30, 48]
