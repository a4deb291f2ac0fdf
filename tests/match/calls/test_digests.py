"""Digests: what they ask the store for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.match.calls.calling import QUIET
from bot.match.calls.digests import Waiting, digest_text
from bot.preferences.person import USUAL, Place
from bot.store.rows import HandMessage, MatchId
from bot.texts import aloud
from tests.match.rows import lobby_row
from tests.match.show.test_calls import later, waiting_for, wishing
from tests.match.stand import Parts
from tests.texts.pseudo import LOCALE, OPEN, with_pseudo

# The words of a digest, for who reads it and for who hears it.


def test_in_words_a_digest_has_no_symbol() -> None:
    hand = HandMessage(MatchId(7), 101, 9, 10, 1, 0)
    waiting = [Waiting(lobby_row("Ada"), (0.0, False), 99.0, 8, hand)]
    seen, heard = digest_text(waiting), digest_text(waiting, replace(USUAL, by_ear=True))
    assert "[the table](" in seen
    assert " · " in seen
    assert heard == aloud(seen)
    assert " · " not in heard


@pytest.mark.parametrize("language", [LOCALE, None])
async def test_a_digest_is_in_the_language_of_its_person(
    parts: Parts, monkeypatch: pytest.MonkeyPatch, language: str | None
) -> None:
    there = with_pseudo(LOCALE)
    monkeypatch.setattr("bot.texts._load", lambda: there)
    await wishing(parts, place=Place.DM, language=language)
    await waiting_for(parts, 2)
    await later(parts, QUIET)
    told = parts.stage.notices.values()
    assert {OPEN in text for text in told} == {language is not None}
