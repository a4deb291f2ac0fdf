"""Cards as people type them, in the notation and in the words and letters of their language."""

from __future__ import annotations

import pytest

from bot.match.acts.choosing import Typed, read_card, words_of
from bot.texts import Texts
from tests.texts.words import german


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("D♥", Typed("Q", "H")), ("d herz", Typed("Q", "H")), ("Herz Dame", Typed("Q", "H")),
        ("B ♦", Typed("J", "D")), ("b karo", Typed("J", "D")), ("b kar", Typed("J", "D")),
        ("QH", Typed("Q", "H")), ("hq", Typed("Q", "H")), ("q♥", Typed("Q", "H")),
        ("d", Typed("", "D")), ("kd", Typed("K", "D")), ("dk", Typed("K", "D")),
        ("dh", None), ("bh", None), ("b", None), ("d d", None), ("b ♦ ♦", None),
        ("dame", Typed("Q")), ("Ass Pik", Typed("A", "S")), ("10 kreuz", Typed("T", "C")),
        ("joker", Typed("JK")), ("jk", Typed("JK")),
    ],
)  # fmt: skip
def test_a_language_has_letters_of_its_own_before_a_suit(typed: str, meant: Typed | None) -> None:
    assert read_card(words_of(typed), german) == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("dame de coeur", Typed("Q", "H")), ("Dame de cœur", Typed("Q", "H")),
        ("l'as de pique", Typed("A", "S")), ("l\u2019as de pique", Typed("A", "S")),
        ("R♥", Typed("K", "H")), ("v carreau", Typed("J", "D")), ("dix trèfle", Typed("T", "C")),
        ("dix trefle", Typed("T", "C")),
    ],
)  # fmt: skip
def test_french_is_read_as_keyboards_write_it(typed: str, meant: Typed) -> None:
    assert read_card(words_of(typed), Texts.load().words("fr")) == meant
