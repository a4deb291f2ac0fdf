"""No English word is left in a catalogue, and one would be found."""

from __future__ import annotations

import pytest

from bot.texts import FALLBACK
from tests.catalogues import languages
from tests.texts.english import english_in, language_of, said

OTHERS = [language for language in languages() if language != FALLBACK]


@pytest.mark.parametrize("language", OTHERS)
def test_no_english_word_is_left_in_a_language(language: str) -> None:
    found = {key: english_in(text, language) for key, text in said(language).items()}
    assert {key: words for key, words in found.items() if words} == {}


@pytest.mark.parametrize("language", OTHERS)
def test_nearly_every_english_sentence_would_be_found(language: str) -> None:
    sentences = [text for text in said(FALLBACK).values() if text.count(" ") > 3]
    missed = [text for text in sentences if not english_in(text, language)]
    assert len(missed) < len(sentences) / 50


@pytest.mark.parametrize("language", [FALLBACK, "de", "es", "fr", "pt-BR"])
def test_a_language_is_known_by_its_words(language: str) -> None:
    texts = [text for key, text in said(language).items() if key.startswith("rules.")]
    assert {language_of(text) for text in texts if text.count(" ") > 20} == {language}
