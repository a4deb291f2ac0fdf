"""How sentences name people and what each of them has."""

from __future__ import annotations

from bot.presenters.cards import listed, name_of, won
from bot.texts import Texts
from engine.seats import Seat

SAY = Texts.load().words("en")
NAMES = ("Ada", "Ben", "Cem")


def test_a_seat_has_the_name_of_who_sits_there() -> None:
    assert [name_of(NAMES, Seat(seat)) for seat in (1, 3)] == ["Ada", "Cem"]


def test_points_are_listed_in_seat_order() -> None:
    text = listed((7, 0, "+2"), NAMES, SAY)
    found = [text.index(part) for part in ("Ada", "7", "Ben", "0", "Cem", "+2")]
    assert found == sorted(found)


def test_one_winner_wins_and_several_share() -> None:
    alone, shared = won((Seat(2),), NAMES, SAY), won((Seat(1), Seat(3)), NAMES, SAY)
    assert "Ben" in alone
    assert "Ada" in shared
    assert "Cem" in shared
    assert alone.replace("Ben", "") != shared.replace("Ada", "").replace("Cem", "")
