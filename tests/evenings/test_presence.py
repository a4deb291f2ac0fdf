"""Who can still join an evening, and what who has no seat in a round is told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.evenings.rows import EveningPerson, EveningRow
from bot.evenings.service import not_playing

IN, GONE = EveningPerson(7, 101, 5, "A", ""), EveningPerson(7, 101, 5, "A", "", gone=1)
AT = EveningRow(7, 0.0, rounds=3)


@pytest.mark.parametrize(
    ("own", "evening", "number", "key"),
    [
        (None, AT, 1, "not_in.join"),
        (None, replace(AT, round=2), 2, "not_in"),
        (IN, AT, 1, "comes"),
        (IN, replace(AT, next_at=9.0), 1, "not_then"),
        (IN, replace(AT, round=3), 3, "not_then"),
        (GONE, replace(AT, round=2), 2, "not_in.join"),
        (GONE, replace(AT, round=3), 3, "not_then"),
        (GONE, replace(AT, ended=9.0), 1, "not_then"),
    ],
)
def test_who_has_no_seat_is_told_why_and_how_to_come(
    own: EveningPerson | None, evening: EveningRow, number: int, key: str
) -> None:
    people = [] if own is None else [own]
    refused = not_playing(evening, people, 101, number)
    assert refused.key == f"refused.evening_{key}"
    assert refused.values.get("round", evening.round + 1) == evening.round + 1
