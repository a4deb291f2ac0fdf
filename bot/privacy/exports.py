"""All that is kept about a person, as one file for them (a ZIP archive of texts).

Of a game that goes on it holds what their own seat sees and nothing else: never the secret, the
seed, the log of the others or their cards. The fields that are written are listed here.
"""

from __future__ import annotations

import asyncio
import io
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from zipfile import ZIP_DEFLATED, ZipFile

import orjson

from bot.errors import Refused
from bot.match.table.kind import is_withheld
from bot.match.table.state import Table, seat_of
from bot.privacy.personal import Personal
from bot.privacy.store import PrivacyStore
from bot.records.service import Finished, record_of, stem
from bot.store import Store
from bot.store.codec import member_fields
from bot.store.errors import UnreadableMatch
from bot.store.holdings import exported_id, exported_time
from bot.store.rows import MatchId, MatchRow, Member, MoveRow, Presence, ResultRow, Status
from engine.codec import plain
from engine.game import Json
from engine.record import format_record
from engine.seats import Seat
from render.api import Words

EXPORTS_AT_ONCE = 2
"""How many exports are made at the same time; anybody who comes later waits."""

_ENTRY = 256
"""The most bytes that a file in the archive takes beside its content."""

_ENDED = (Status.OVER, Status.CLOSED)


@dataclass(frozen=True, slots=True)
class Export:
    """The archive, how many games are in it, and how many older ones did not fit."""

    data: bytes
    games: int
    left_out: int


@dataclass(frozen=True, slots=True)
class _Game:
    """A match of this person, as the store knows it. `row` is None where it cannot be read.

    `is_withheld` is that others still play its deals, so that its record is not given yet.
    """

    id: MatchId
    row: MatchRow | None
    moves: tuple[MoveRow, ...] = ()
    results: tuple[ResultRow, ...] = ()
    is_withheld: bool = False


class Exports:
    """Makes exports, one at a time for each person."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._privacy = PrivacyStore(store)
        self._busy: set[int] = set()
        self._places = asyncio.Semaphore(EXPORTS_AT_ONCE)

    async def of(self, user_id: int, most: int, say: Words) -> Export:
        """Make the export of a person, of at most that many bytes. Raises Refused for a second."""
        if user_id in self._busy:
            raise Refused("refused.export_busy")
        self._busy.add(user_id)
        try:
            async with self._places:
                personal = await self._privacy.personal(user_id)
                games = [await self._game(match_id, user_id) for match_id in personal.matches]
                return await asyncio.to_thread(_archive, user_id, personal, games, most, say)
        finally:
            self._busy.discard(user_id)

    async def _game(self, match_id: MatchId, user_id: int) -> _Game:
        try:
            row = await self._store.match(match_id)
        except UnreadableMatch:
            return _Game(match_id, None)
        if row is None or seat_of(row, user_id) is None:
            return _Game(match_id, None)
        moves, results = await self._store.moves(match_id), await self._store.results(match_id)
        withheld = await is_withheld(self._store, row)
        return _Game(match_id, row, tuple(moves[: row.moves]), tuple(results), withheld)


def _archive(
    user_id: int, personal: Personal, games: Sequence[_Game], most: int, say: Words
) -> Export:
    """Write the archive: the newest games first, as many as fit."""
    about = _text(about_person(user_id, personal))
    held = io.BytesIO()
    written = 0
    with ZipFile(held, "w", ZIP_DEFLATED) as archive:
        archive.writestr("about-you.json", about)
        left = most - held.tell() - 2 * _ENTRY - 4096  # the text to read first comes last
        for game in games:
            files = list(_files(game, user_id, personal))
            size = sum(len(zlib.compress(data)) + _ENTRY for _, data in files)
            if size > left:
                break
            left -= size
            for name, data in files:
                archive.writestr(f"games/{name}", data)
            written += 1
        left_out = len(games) - written
        lines = [say("data.file", games=written)]
        if left_out:
            lines.append(say("data.file.cut", n=left_out))
        archive.writestr("read-me-first.txt", "\n\n".join(lines) + "\n")
    return Export(held.getvalue(), written, left_out)


def _files(game: _Game, user_id: int, personal: Personal) -> Iterator[tuple[str, bytes]]:
    """Return the files about a game: what is this person's of it, and its record when it is over.

    A game whose row is damaged is listed all the same.
    """
    row = game.row
    if row is None:
        yield f"table-{game.id}.json", _text({"table": game.id, "readable": False})
        return
    yield f"{stem(row)}.json", _text(about_game(row, game.moves, game.results, user_id, personal))
    if row.status in _ENDED and row.state is not None and not game.is_withheld:
        record = record_of(Finished(row, game.moves, game.results))
        yield f"{stem(row)}.txt", format_record(record).encode()


def about_person(user_id: int, personal: Personal) -> dict[str, Json]:
    """Return a person's data outside of games, as JSON values."""
    return {
        "user_id": str(user_id),
        "name_on_leaderboards": personal.name,
        "settings": dict(personal.settings),
        "tables": [*personal.matches],
        "tables_opened": [*personal.opened],
        "tables_with_a_call_to_you": [*personal.called],
        "tables_paused": [*personal.paused],
        "tables_you_are_asked_to": [*personal.asked],
        "people_you_blocked": [str(blocked) for blocked in personal.blocked],
        "tables_you_invited_to": [*personal.invited_to],
        **personal.of_features,
    }


def about_game(
    row: MatchRow,
    moves: Sequence[MoveRow],
    results: Sequence[ResultRow],
    user_id: int,
    personal: Personal,
) -> dict[str, Json]:
    """Return a seated person's part of a match, as JSON values; no field of anybody else's."""
    seat = seat_of(row, user_id)
    if seat is None:
        return {}
    member = row.members[seat - 1]
    return {
        "table": row.id,
        "game": row.game,
        "status": row.status.value,
        "series": row.series or None,
        "options": row.options,  # type: ignore[dict-item] # JSON values
        "terms": asdict(row.terms),
        "language": row.locale,
        "server": exported_id(row.guild_id),
        "channel": exported_id(row.channel_id),
        "thread": exported_id(row.thread_id),
        "opened": exported_time(row.created),
        "changed": exported_time(row.touched),
        "opened_by_you": row.opener_id == user_id,
        "you": {
            "seat": seat,
            **_member(member),
            "voted_to_end": user_id in row.votes,
            "agreed_to_a_change": row.proposal is not None and user_id in row.proposal.yes,
        },
        "your_moves": [_move(move, user_id) for move in moves if move.seat == seat],
        "your_result": [_result(result) for result in results if result.user_id == user_id],
        **{name: found.get(row.id) for name, found in personal.with_games.items()},
        "your_hand_message": [
            {
                "channel": exported_id(hand.channel_id),
                "message": exported_id(hand.message_id),
                "deal": hand.deal,
            }
            for hand in personal.hands
            if hand.match_id == row.id
        ],
        "what_you_see": _view(row, seat),
    }  # fmt: skip


def _view(row: MatchRow, seat: Seat) -> Json:
    """Return the view of a seat in a game that goes on; the record has the deals that ended.

    Who was taken out of it sees no cards any more: they are the stand-in's.
    """
    if row.status is not Status.PLAYING or row.members[seat - 1].presence is Presence.REMOVED:
        return None
    try:
        return plain(Table.load(row).view(seat))
    except UnreadableMatch:
        return None


def _member(member: Member) -> dict[str, Json]:
    """Return every field of a member: all of it is about the person themselves."""
    clock = member.clock
    times = {"acted": member.acted, "due": clock.due, "vacation": clock.vacation or None}
    return member_fields(member) | {name: exported_time(when) for name, when in times.items()}


def _move(move: MoveRow, user_id: int) -> Json:
    return {
        "number": move.number,
        "move": move.code,
        "at": exported_time(move.at),
        "by_you": move.by == user_id,
    }


def _result(result: ResultRow) -> Json:
    return {
        "name": result.name,
        "score": result.score,
        "won": result.won,
        "best_deal": result.best_deal,
        "deals": result.deals,
        "hint_taken": result.hinted,
    }


def _text(value: Json) -> bytes:
    return orjson.dumps(value, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)
