"""Games that are over: finding the one a person means, and writing its record (docs/rules.md)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.discord.names import Someone
from bot.errors import Refused
from bot.match.lobby.lobbies import commitment_of
from bot.match.table.kind import require_shown
from bot.match.table.state import row_options, seat_of
from bot.store import Store, rows
from engine.record import MoveLine, Record, format_record, settled
from engine.seats import Seat

OFFERED_GAMES = 25
"""How many games are offered to choose from."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A match that is over or was ended early, with all that the store knows of it."""

    row: rows.MatchRow
    moves: tuple[rows.MoveRow, ...]
    results: tuple[rows.ResultRow, ...]

    @property
    def settled(self) -> Finished:
        """The match without moves that were taken back, counted as if these had not been."""
        kept = settled(self.moves)
        moves = tuple(replace(move, number=n) for n, move in enumerate(kept, start=1))
        return replace(self, row=replace(self.row, moves=len(moves)), moves=moves)


async def find_finished(
    store: Store, user_id: int, channel_id: int | None, match_id: int | None
) -> Finished:
    """Find the match named, or else the newest played out here, or else by this person.

    Raises Refused; a match still being played always is, for its record would show the hands, and
    so is one whose deals others still play.
    """
    if match_id is None:
        match_id = await _newest(store, user_id, channel_id)
    return await finished_of(store, await find_match(store, user_id, channel_id, match_id))


async def finished_of(store: Store, row: rows.MatchRow) -> Finished:
    """Return all that is stored of a match that has ended. Raises Refused for any other."""
    if row.status in (rows.Status.LOBBY, rows.Status.PLAYING):
        raise Refused("refused.still_playing")
    if row.state is None:
        raise Refused("refused.never_began")
    await require_shown(store, row)
    moves, results = await store.moves(row.id), await store.results(row.id)
    return Finished(row, tuple(moves[: row.moves]), tuple(results))


async def find_match(
    store: Store, user_id: int, channel_id: int | None, match_id: int
) -> rows.MatchRow:
    """Find the match named, of any status. Raises Refused.

    Only who sits in it, or asks in its channel or thread, gets it.
    """
    row = await store.match(rows.MatchId(match_id)) if rows.is_number(match_id) else None
    if row is None or not (row.is_in(channel_id) or seat_of(row, user_id)):
        raise Refused("refused.no_match")
    return row


async def recent(store: Store, user_id: int, channel_id: int | None) -> list[rows.PastMatch]:
    """Return the games played out in this channel or by this person, the newest first."""
    here = [] if channel_id is None else await store.past(None, channel_id, OFFERED_GAMES)
    found = {
        match.match_id: match for match in [*here, *await store.past(user_id, None, OFFERED_GAMES)]
    }
    return sorted(found.values(), key=lambda match: -match.finished)[:OFFERED_GAMES]


def record_of(finished: Finished) -> Record:
    """Return the record of a match, with what proves its chance under headers of our own."""
    row = finished.row
    return Record(
        game=row.game,
        seats=len(row.members),
        options=row_options(row),
        seed=row.seed,
        players=tuple(map(_player, row.members)),
        result=tuple(result.score for result in finished.results) or None,
        moves=tuple(MoveLine(Seat(move.seat), move.code) for move in finished.moves),
        other=(
            ("table", str(row.id)),
            ("rules", str(row.rules_version)),
            ("commitment", commitment_of(row)),
            ("secret", row.secret.hex()),
            # None where somebody who sat there had their data deleted.
            *([("entropy", " ".join(row.entropy.split("\n")))] if row.entropy else []),
        ),
    )


def record_files(finished: Finished) -> tuple[tuple[str, bytes], ...]:
    """Return name and content of the files that prove a match: its record and its entropy.

    There is no entropy where somebody who sat there had their data deleted.
    """
    name, entropy = stem(finished.row), finished.row.entropy
    record = (f"{name}.txt", format_record(record_of(finished)).encode())
    return (record, (f"{name}-entropy.txt", entropy.encode())) if entropy else (record,)


def someone(result: rows.ResultRow) -> Someone:
    """Return the maker of a result; that a stand-in finished for a person is not kept."""
    return Someone(result.name, result.user_id is not None)


def stem(row: rows.MatchRow) -> str:
    """Return the beginning of the names of a match's files."""
    return f"nimbus-{row.game}-{row.id}"


async def _newest(store: Store, user_id: int, channel_id: int | None) -> int:
    """Return the match of this thread, or the newest played out in this channel, or by a person."""
    owner = None if channel_id is None else await store.match_of_thread(channel_id, user_id)
    if owner is not None:
        return owner.id
    here = [] if channel_id is None else await store.past(None, channel_id, 1)
    found = here or await store.past(user_id, None, 1)
    if not found:
        raise Refused("refused.nothing_finished")
    return found[0].match_id


def _player(member: rows.Member) -> str:
    return member.name if member.user_id is not None else f"house:{member.level}"
