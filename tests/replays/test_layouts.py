"""The viewer of a finished game: where its controls lead, and Discord's limits."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Callable, Coroutine
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from io import BytesIO
from typing import Any

import pytest
from discord import ui
from PIL import Image

from bot.errors import Refused
from bot.match.table.names import people
from bot.replays.animation import job, paint, still, still_first, stills
from bot.replays.layouts import animation_layout, replay_layout, shared_layout
from bot.replays.service import OPEN, TABLE, Moment, Replay
from engine.seats import Seat
from render.animation import BAR
from render.api import Picture
from tests.match.rows import SAY, faults, ids, labels, parts, picture, replay_of, said
from tests.match.show.test_board_layouts import AWKWARD, NAMES
from tests.waits import rounds

PICTURES = [(f"{name}.png", picture("x" * 1024)) for name in ("result", "table", "hands")]


def viewer(replay: Replay, moves: int, eyes: str = OPEN, *, can_share: bool = True) -> Any:
    moment = Moment(replay.row.id, moves, eyes)
    return replay_layout(replay, moment, PICTURES, SAY, can_share=can_share, is_whole=True)


def options(view: ui.LayoutView, menu: str) -> list[dict[str, Any]]:
    """Return the options of a menu."""
    found = [part for part in parts(view) if part.get("custom_id") == f"rp:{menu}"]
    return [option for part in found for option in part["options"]]


@pytest.mark.parametrize("names", [NAMES, AWKWARD])
def test_every_moment_keeps_discords_limits(names: tuple[str, ...]) -> None:
    replay = replay_of(*names, deals=2)
    for moves in range(replay.last + 1):
        for eyes in (OPEN, TABLE, "2"):
            view = viewer(replay, moves, eyes)
            assert faults(view) == []
            for menu in ("eyes", "deal", "move"):
                found = options(view, menu)
                assert 1 <= len(found) <= 25
                assert len({option["value"] for option in found}) == len(found)
                assert all(1 <= len(option["label"]) <= 100 for option in found)
                assert [option["default"] for option in found].count(True) == 1
    moment = Moment(replay.row.id, replay.starts[1], OPEN)
    assert faults(shared_layout(replay, moment, PICTURES, SAY, is_for_all=True)) == []


def test_other_ways_than_by_a_move_stand_behind_a_button() -> None:
    replay = replay_of(*NAMES, deals=2)
    moment = Moment(replay.row.id, 3, OPEN)
    shown = replay_layout(replay, moment, PICTURES[:1], SAY, can_share=True)
    assert [part["type"] for part in parts(shown)[1:5]] == [10, 10, 12, 1]
    assert labels(shown) == ["⏮ Deal", "◀", "▶", "Deal ⏭", "More…"]
    assert ids(shown)[-1] == f"rp:more:{replay.codes.spell(moment)}"


def test_a_deal_that_was_not_finished_is_named_by_its_beginning() -> None:
    replay = replay_of(*NAMES, deals=2)
    cut = replace(replay, courses=replay.courses[:-1])
    assert [option["label"] for option in options(viewer(cut, 0), "deal")][1:] == ["Deal 2 begins"]


def test_a_moment_that_is_shared_where_others_may_not_follow_leads_nowhere() -> None:
    replay = replay_of(*NAMES)
    lone = shared_layout(replay, Moment(7, 3, TABLE), PICTURES, SAY, is_for_all=False)
    assert labels(lone) == []
    assert "/replay" not in said(lone)


def test_who_had_a_stand_in_for_a_move_is_marked_then() -> None:
    replay = replay_of(*NAMES)
    seat = Seat(replay.view(0, None).to_act[0])
    marked = replace(replay, stood_in={1: seat})
    name = NAMES[seat - 1]
    assert f"**{name}** leads" not in said(viewer(marked, 1))
    assert f"**{name}** leads" in said(viewer(replay, 1))


# Showing a deal move by move: what is painted in the workshop, and a still where that is slow.

MOVING, STILL = Picture(b"RIFF", 1, 1, "moving"), Picture(b"\x89PNG", 1, 1, "still")


@pytest.fixture(scope="module")
def replay() -> Replay:
    return replay_of("Ada", "Ben", "Cleo", deals=2)


@dataclass
class Message:
    """What a message showed, one after another, and whether it was to stay."""

    shown: list[tuple[Picture, bool]] = field(default_factory=list)

    async def show(self, picture: Picture, stays: bool) -> None:
        self.shown.append((picture, stays))


async def a_still() -> Picture:
    return STILL


async def painted() -> Picture:
    return MOVING


async def painted_later() -> Picture:
    await rounds()
    return MOVING


async def failed_later() -> Picture:
    await rounds()
    raise Refused("refused.workshop_failed")


def test_a_deal_is_all_that_a_spectator_saw_of_it(replay: Replay) -> None:
    first, second = stills(replay, 1), stills(replay, 2)
    assert len(first) + len(second) == len(replay.courses) + 1
    assert first[0].view == replay.view(0, None)
    assert first[-1].view == second[0].view
    assert second[-1].view.winners
    assert first[-1].events
    assert not second[0].events  # what led there was told in the deal before
    assert {one.view.seat for one in (*first, *second)} == {None}


def test_it_is_painted_anywhere_and_the_still_is_how_it_began(replay: Replay) -> None:
    asked = (replay, 2, people(replay.row), "day", "en")
    there = pickle.loads(pickle.dumps(job(*asked)))  # noqa: S301 - made in this line
    game, shown, *others = there.args
    assert shown == stills(replay, 2)
    moving, first = paint(game, shown[:3], *others), still(*asked)()
    assert [one.suffix for one in (moving, first)] == ["webp", "png"]
    assert "Animation of deal 2" in moving.alt
    with Image.open(BytesIO(moving.data)) as begun, Image.open(BytesIO(first.data)) as table:
        below = (0, BAR, table.width, table.height)
        both = [one.convert("RGB").crop(below).tobytes() for one in (begun, table)]
        assert both[0] == both[1]


@pytest.mark.parametrize(
    ("picture", "patience", "shown"),
    [
        (painted, None, [(MOVING, True)]),
        (painted_later, 0.0, [(STILL, False), (MOVING, True)]),
        (failed_later, 0.0, [(STILL, False), (STILL, True)]),
        (failed_later, None, []),
    ],
)
async def test_what_takes_long_is_a_still_first_which_stays_where_nothing_comes_of_it(
    picture: Callable[[], Coroutine[Any, Any, Picture]],
    patience: float | None,
    shown: list[tuple[Picture, bool]],
) -> None:
    message = Message()
    limit = {} if patience is None else {"patience": patience}
    with pytest.raises(Refused) if picture is failed_later else nullcontext():
        await still_first(picture(), a_still, message.show, **limit)
    assert message.shown == shown


async def test_nobody_paints_for_a_press_that_is_given_up() -> None:
    begun, ended = asyncio.Event(), asyncio.Event()

    async def endless() -> Picture:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()
        return MOVING

    press = asyncio.create_task(still_first(endless(), a_still, Message().show))
    await begun.wait()
    press.cancel()
    await asyncio.wait([press])
    assert ended.is_set()


def test_everybody_who_may_can_watch_the_deal_and_a_still_says_that_more_is_to_come(
    replay: Replay,
) -> None:
    pictures = [("7-2.webp", picture())]
    shown = animation_layout(replay, 2, pictures, SAY, is_for_all=True)
    start = replay.codes.spell(Moment(replay.row.id, replay.starts[1], TABLE))
    assert ids(shown) == [f"rp:open:{start}"]
    assert "deal 2 of 2, move by move" in said(shown)
    elsewhere = animation_layout(replay, 2, pictures, SAY, is_for_all=False)
    assert ids(elsewhere) == []
    begun = animation_layout(replay, 1, [], SAY, is_for_all=True, is_drawn=False)
    assert "the animation follows" in said(begun)
