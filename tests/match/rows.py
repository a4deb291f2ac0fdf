"""Rows and tables as the store gives them, for layouts, and Discord's limits on these."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from typing import Any

from discord import ui

from bot.match.show.stage import BoardFrame, Frame, HandFrame, frame
from bot.match.table.state import Table
from bot.records.service import Finished
from bot.replays.service import Codes, Replay
from bot.store.rows import MatchId, MatchRow, Member, MoveRow, Publication, Status
from bot.texts import Texts
from engine.chance import Chance
from engine.course import Course
from engine.games import GAMES
from engine.seats import Seat
from render.api import Picture

SAY = Texts.load().words("en")
EAR = Texts.load().words("en-x-ear")


def lobby_row(*names: str, match_id: int = 7) -> MatchRow:
    """Return a lobby of people with these names."""
    members = tuple(Member(str(100 + n), name) for n, name in enumerate(names, start=1))
    return MatchRow(
        id=MatchId(match_id), version=1, status=Status.LOBBY, game="cloud_nine", rules_version=1,
        options={"deals": 3, "target": None}, guild_id=5, channel_id=6, opener_id=101, locale="en",
        secret=bytes(32), members=members, created=0.0, touched=0.0,
    )  # fmt: skip


def tables(*names: str, seed: int = 1, deals: int = 1, key: str = "cloud_nine") -> Iterator[Table]:
    """Play a random game of people with these names, with a table after every move."""
    generator = random.Random(seed)
    row = replace(lobby_row(*names), status=Status.PLAYING, seed=bytes([seed]) * 32, game=key)
    game = GAMES[row.game]
    options = {option.key: deals for option in game.info.options if option.key == "deals"}
    course = Course.begin(game, len(names), {**options}, Chance(row.seed))
    for moves in count():
        over = game.outcome(course.state) is not None
        row = replace(
            row, moves=moves, state=game.dump(course.state),
            status=Status.OVER if over else Status.PLAYING,
        )  # fmt: skip
        yield Table(row, course)
        if over:
            return
        seat = course.to_act()[0]
        course = course.then(seat, generator.choice(course.legal(seat)))


def replay_of(*names: str, seed: int = 1, deals: int = 1, key: str = "cloud_nine") -> Replay:
    """Play a random game of people with these names and return its replay."""
    generator, game = random.Random(seed), GAMES[key]
    options = {o.key: deals for o in game.info.options if o.key == "deals"}
    row = replace(lobby_row(*names), game=key, seed=bytes([seed]) * 32, options={**options})
    course = Course.begin(game, len(names), options, Chance(row.seed))
    moves: list[MoveRow] = []
    while course.to_act():
        seat = course.to_act()[0]
        code = generator.choice(course.legal(seat))
        moves.append(MoveRow(len(moves) + 1, seat, code, 100 + seat, 0.0))
        course = course.then(seat, code)
    row = replace(row, status=Status.OVER, moves=len(moves), state=game.dump(course.state))
    return Replay.of(Finished(row, tuple(moves), ()), Codes(row.seed))


def framed(table: Table, message: int = 99, server: str | None = "Cloud *Club*") -> Frame:
    """Return all that is to be shown of a table."""
    return frame(table, Publication(table.row.id, board_message=message), server)


def board_of(table: Table) -> BoardFrame:
    """Return what everybody may see of a table."""
    return framed(table).board


def hand_of(table: Table, seat: int) -> tuple[BoardFrame, HandFrame]:
    """Return what a person may see of a table, with what everybody may."""
    shown = framed(table)
    return shown.board, shown.hands[Seat(seat)]


def picture(alt: str = "alt") -> Picture:
    return Picture(data=b"", width=1, height=1, alt=alt)


def parts(view: ui.LayoutView) -> list[dict[str, Any]]:
    """Return all components of a layout, nested ones too, as they are sent."""

    def walk(part: dict[str, Any]) -> Iterator[dict[str, Any]]:
        yield part
        for child in (*part.get("components", ()), *filter(None, (part.get("accessory"),))):
            yield from walk(child)

    return [part for item in view.children for part in walk(item.to_component_dict())]


def said(view: ui.LayoutView) -> str:
    """Return all words of a layout."""
    return "\n".join(part["content"] for part in parts(view) if part["type"] == 10)


def labels(view: ui.LayoutView) -> list[str]:
    return [part["label"] for part in parts(view) if part["type"] == 2]


def ids(view: ui.LayoutView) -> list[str]:
    return [part["custom_id"] for part in parts(view) if "custom_id" in part]


def faults(view: ui.LayoutView) -> list[str]:
    """Hold a layout to Discord's limits (platform facts): what is wrong with it."""
    found, names = parts(view), ids(view)
    wrong = [
        (len(found) > 40, "more than 40 components"),
        (len(said(view)) > 4000, "more than 4000 characters"),
        (len(set(names)) < len(names), "a custom id twice"),
        (any(not 0 < len(name) <= 100 for name in names), "a custom id too long"),
        (any(not 0 < len(label) <= 80 for label in labels(view)), "a label too long"),
        (any(part["type"] == 10 and not part["content"].strip() for part in found), "no words"),
        (any(len(part["components"]) > 5 for part in found if part["type"] == 1), "a full row"),
        (view.timeout is not None, "a view that ends"),
    ]
    return [what for is_wrong, what in wrong if is_wrong]
