"""The words of a digest, for who reads it and for who hears it."""

from __future__ import annotations

from dataclasses import replace

from bot.match.calls.digests import Waiting, digest_text
from bot.preferences.person import USUAL
from bot.store.rows import HandMessage, MatchId
from bot.texts import aloud
from tests.match.rows import lobby_row


def test_in_words_a_digest_has_no_symbol() -> None:
    hand = HandMessage(MatchId(7), 101, 9, 10, 1, 0)
    waiting = [Waiting(lobby_row("Ada"), (0.0, False), 99.0, 8, hand)]
    seen, heard = digest_text(waiting), digest_text(waiting, replace(USUAL, by_ear=True))
    assert "[the table](" in seen
    assert " · " in seen
    assert heard == aloud(seen)
    assert " · " not in heard
