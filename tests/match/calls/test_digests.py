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


@pytest.mark.parametrize(("clock", "times"), [(86400, 1), (600, 0)])
async def test_active_hours_are_looked_up_once_and_only_for_slow_tables(
    parts: Parts, monkeypatch: pytest.MonkeyPatch, clock: int, times: int
) -> None:
    await wishing(parts, place=Place.DM)
    user, _ = await waiting_for(parts, 3, clock)
    await later(parts, QUIET)
    asked: list[int] = []
    moved_at = parts.store.moved_at

    async def noted(of: int, since: float) -> list[float]:
        asked.append(of)
        return await moved_at(of, since)

    monkeypatch.setattr(parts.store, "moved_at", noted)
    parts.publisher.digests.request(user)
    await parts.publisher.idle()
    assert asked == [user] * times


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
