"""Tricks and hands as pictures of all games of tricks show them."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from engine.games.clumond.view import Played, Trick
from engine.seats import Seat
from render.api import Words
from render.canvas import Canvas
from render.context import Context
from render.panels import sky
from render.theme import WIDTH
from render.tricks import TRICK, paint_trick, shown_trick
from tests.render.test_context import Plain

LED = Trick(2, Seat(2), (Played(Seat(2), "KH"),), None)
WON = Trick(1, Seat(3), (Played(Seat(3), "2C"), Played(Seat(1), "3C")), Seat(1))
OPEN = Trick(2, Seat(1), (), None)


@dataclass(frozen=True)
class Table:
    """The two tricks of a view."""

    trick: Trick
    last_trick: Trick | None


@pytest.mark.parametrize(
    ("table", "shown"),
    [
        (Table(LED, WON), (LED, False)),
        (Table(OPEN, WON), (WON, True)),
        (Table(OPEN, None), (OPEN, False)),
    ],
)
def test_the_last_trick_is_shown_until_the_next_one_is_led(
    table: Table, shown: tuple[Trick, bool]
) -> None:
    assert shown_trick(table) == shown


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_trick_has_a_column_for_every_seat_from_its_leader_on(seats: int, words: Words) -> None:
    canvas = Canvas(sky(TRICK))
    view = Plain(seats=seats, to_act=(Seat(1),))
    columns = paint_trick(canvas, Context(view, (), words), LED, 0)
    order = [seat for seat in (2, 3, 4, 1) if seat <= seats]
    assert [column.seat for column in columns] == order
    assert [column.played for column in columns] == [LED.cards[0], *[None] * (seats - 1)]
    texts = [written.line.text for written in canvas.texts]
    assert texts.count(words("picture.role.leads")) == 1
    assert all(room.right <= WIDTH for _, _, room in canvas.texts)
