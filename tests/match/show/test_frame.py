"""Frames: made alike from alike, and of what may be seen only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest

from bot.match.show.frame import frame
from bot.match.table.state import Table
from bot.store.rows import Presence, Publication, TurnClock
from engine.seats import Seat
from tests.match.rows import framed, lobby_row, tables

NAMES = ("Ada", "Ben", "Cleo")


def within(value: object) -> Iterator[object]:
    """Return everything that can be reached from a value."""
    yield value
    if is_dataclass(value):
        for field in fields(value):
            yield from within(getattr(value, field.name))
    elif isinstance(value, Mapping):
        yield from within([*value.items()])
    elif isinstance(value, list | tuple):
        for item in value:
            yield from within(item)


def cards(value: object) -> set[str]:
    """Return the words of all texts that can be reached from a value: cards among them."""
    return {word for text in within(value) if isinstance(text, str) for word in text.split()}


def test_equal_tables_make_equal_frames_from_the_state_and_from_the_log() -> None:
    for one, other in zip(tables(*NAMES), tables(*NAMES), strict=True):
        assert framed(one) == framed(other)
        loaded, replayed = framed(Table.load(one.row)), framed(one)
        assert loaded.hands == replayed.hands
        assert loaded.board.view == replayed.board.view


def test_no_frame_holds_what_chance_follows_from() -> None:
    for table in tables(*NAMES):
        secret = replace(table.row, secret=b"secret", entropy="entropy")
        found = [*within(framed(replace(table, row=secret)))]
        assert not [what for what in (b"secret", "entropy", table.row.seed) if what in found]
        assert table.row.state not in found


def test_nobody_is_shown_the_hand_of_anybody_else() -> None:
    *playing, _ = tables(*NAMES)  # at the end all cards lie open
    for table in playing:
        shown = framed(table)
        for seat, hand in shown.hands.items():
            seen: Any = table.view(seat)
            held = set(seen.hand.cards) - {"JK"}  # there are two jokers
            others = [other for other in shown.hands if other != seat]
            assert held <= cards(hand)
            assert not held & cards(shown.board)
            assert not [other for other in others if held & cards(shown.hands[other])]


def test_a_hand_is_another_only_by_what_it_shows() -> None:
    table = next(tables(*NAMES))
    first, *others = table.row.members

    def hand(**changes: Any) -> object:
        row = replace(table.row, members=(replace(first, **changes), *others))
        return framed(replace(table, row=row)).hands[Seat(1)]

    before = hand()
    assert hand(acted=9.0, hinted=True, dm=False) == before
    for change in (
        {"clock": TurnClock(due=9.0)},
        {"presence": Presence.LEFT},
        {"presence": Presence.LATE},
    ):
        assert hand(**change) != before
    assert framed(table, message=98).hands[Seat(1)] != before


def test_who_was_taken_out_sees_no_cards_any_more() -> None:
    *playing, _ = tables(*NAMES)
    for table in playing:
        first, *others = table.row.members
        members = (replace(first, presence=Presence.REMOVED), *others)
        shown = framed(replace(table, row=replace(table.row, members=members)))
        seen: Any = table.view(Seat(1))
        assert not (set(seen.hand.cards) - {"JK"}) & cards(shown.hands[Seat(1)])


def test_only_the_hands_asked_for_are_looked_at_and_none_of_a_lobby() -> None:
    table = next(tables(*NAMES))
    shown = frame(table, Publication(table.row.id), None, [102])
    assert [hand.user_id for hand in shown.hands.values()] == [102]
    shown = framed(Table(lobby_row(*NAMES), None))
    assert shown.hands == {}
    with pytest.raises(ValueError, match="lobby"):
        _ = shown.board.begun
