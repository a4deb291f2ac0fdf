"""Sentences say what no picture can: those of a turn, a lobby and a result are short."""

from __future__ import annotations

import re
from statistics import median

import pytest

from tests.catalogues import catalogue

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
    r"prompt\.(lead|play|your_turn)|clumond\.aim\.(raised|first)|nimbly\.prompt\.first|lobby\.missing"
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
