"""Deleting what is kept about a person, in one transaction, and what is not kept for ever.

Games with other people stay, for these: the person's seat has a number below zero in place of their
id, and another name. So do the tables of evenings and leagues, whoever sat there: others are
compared with them, and the place stays, held by one number at all of them. Games without anybody
else go. The functions of this module that take a connection do nothing but SQL.
"""

from __future__ import annotations

import hmac
import secrets
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import orjson
from sqlalchemy import Connection, bindparam, delete, or_, select, update

from bot.match.table.kind import CONTESTS
from bot.privacy import personal
from bot.privacy.personal import COLUMNS, Kind, asking, paused_by
from bot.store import results, schema, settings
from bot.store.backends.sqlite_backend import owing
from bot.store.changes import Change, Missed, apply_one, change_of, signal_of
from bot.store.codec import upsert
from bot.store.database import Part, reads, writes
from bot.store.holdings import HOLDINGS
from bot.store.matches import BEAT_NAME, in_a_series
from bot.store.rows import LIVE, MOST_SEATS, Commit, MatchId, Status, anonymous_id
from bot.store.settings import LEFT, get, person_scope, server_scope
from bot.store.signals import SETTINGS, Signal, telling
from bot.store.store import Store

EMPTYING = "emptying"
"""The scope of channels of direct messages that are to be emptied; the value says up to when."""

MATCHES_A_STATEMENT = 500
"""How many matches one statement names."""

_match = schema.match
_seat = schema.seat
_move = schema.move
_result = schema.result
_hand = schema.hand
_publication = schema.publication
_setting = schema.setting

_THEIRS = tuple(
    table for table in reversed(schema.metadata.sorted_tables)
    if COLUMNS[table.name].get("user_id") is Kind.OWN
)  # fmt: skip
"""The tables of one person's own rows, by `user_id`."""

_LIVE = tuple(status.value for status in LIVE)

_ANONYMOUS = (
    update(_match)
    .where(_match.c.id == bindparam("of"))
    .values(
        members=bindparam("new_members"), votes=bindparam("new_votes"), proposal=None,
        entropy=_match.c.series,  # the key of a series is its entropy, and names nobody
        version=_match.c.version + 1, published=_match.c.published + 1,
    )
)  # fmt: skip
"""Nothing is shown again: Discord allows few edits of old messages."""


def new_secret() -> bytes:
    """Return what the numbers of somebody in evenings follow from, that nobody can guess."""
    return secrets.token_bytes(32)


@dataclass(frozen=True, slots=True)
class Erasure:
    """Whose data is to be deleted. `name` is shown in their place, `direct` their direct messages.

    `changes` are of the live matches they are in, with how these go on without them; `unreadable`
    are live ones where that cannot be said. `now` is the time. From the `secret`, which is kept
    nowhere, follow their numbers in evenings.
    """

    user_id: int
    name: str
    now: float
    changes: Sequence[Change] = ()
    unreadable: Collection[MatchId] = ()
    direct: int | None = None
    secret: bytes = field(default_factory=new_secret)


def number_in(series: str, seat: int, secret: bytes) -> int:
    """Return the number, below zero, of who sat in a seat of a match of a series.

    It is that of the seat or, in an evening or a league, theirs at all of its tables.

    >>> number_in("", 2, b"x"), number_in("evening 7 1", 2, b"x")
    (-2, -53762706173117)
    """
    if not is_compared(series):
        return anonymous_id(seat)
    drawn = hmac.digest(secret, series.rpartition(" ")[0].encode(), "sha256")
    return -MOST_SEATS - 1 - int.from_bytes(drawn[:6], "big")


def is_compared(series: str) -> bool:
    """Return whether a match of a series is one of several by which people have a place."""
    return series.partition(" ")[0] in CONTESTS


def live_with(connection: Connection, user_id: int) -> list[MatchId]:
    """Return the live matches that a person sits in, opened, paused or is asked to, in order."""
    opened = select(_match.c.id).where(_match.c.opener_id == user_id)
    found = {*_seats(connection, user_id), *connection.scalars(opened)}
    for query in (paused_by(user_id), asking(user_id)):
        found |= set(connection.scalars(query))
    alive = select(_match.c.id).where(_match.c.id.in_(found), _match.c.status.in_(_LIVE))
    return sorted(map(MatchId, connection.scalars(alive)))


def erase(connection: Connection, erasure: Erasure) -> bool:
    """Delete everything about a person; False, and nothing is done, if the changes are outdated.

    That is so where a live match has changed, or they are in one that is not among the changes.
    """
    user_id = erasure.user_id
    changed = {change.match[0] for change in erasure.changes}
    if set(live_with(connection, user_id)) - changed - set(erasure.unreadable):
        return False
    seats = _seats(connection, user_id)
    direct = select(_hand.c.channel_id).where(_hand.c.user_id == user_id).distinct()
    channels = {*connection.scalars(direct), *filter(None, [erasure.direct])}
    with owing(connection):
        results.leave(connection, user_id)
        for change in erasure.changes:
            if not apply_one(connection, change):
                raise Missed
        _leave_seats(connection, erasure, seats)
        _leave_rows(connection, erasure, set(seats) - changed)
        _forget(connection, erasure)
    value = f"{erasure.now:.3f}"
    emptying = [{"scope": EMPTYING, "key": str(key), "value": value} for key in sorted(channels)]
    upsert(connection, _setting, emptying)
    return True


def _seats(connection: Connection, user_id: int) -> dict[MatchId, tuple[str, int]]:
    """Return every match a person sits in, with its series and their place."""
    rows = connection.execute(
        select(_seat.c.match_id, _match.c.series, _seat.c.position)
        .join(_match, _match.c.id == _seat.c.match_id)
        .where(_seat.c.user_id == user_id)
    )
    return {MatchId(row.match_id): (row.series, row.position) for row in rows}


def _leave_seats(
    connection: Connection, erasure: Erasure, seats: Mapping[MatchId, tuple[str, int]]
) -> None:
    """Put a number in the place of the person, in moves, results and seats."""
    by_number: defaultdict[int, list[MatchId]] = defaultdict(list)
    for match_id, (series, position) in seats.items():
        by_number[number_in(series, position, erasure.secret)].append(match_id)
    for nobody, match_ids in by_number.items():
        for part in _parts(match_ids):
            for table, column, values in (
                (_move, _move.c.by, {"by": nobody}),
                (_result, _result.c.user_id, {"user_id": nobody, "name": erasure.name}),
                (_seat, _seat.c.user_id, {"user_id": nobody, "key": str(nobody)}),
            ):
                connection.execute(
                    update(table)
                    .where(table.c.match_id.in_(part), column == erasure.user_id)
                    .values(**values)
                )


def _leave_rows(connection: Connection, erasure: Erasure, match_ids: Collection[MatchId]) -> None:
    """Take the person out of the rows of matches that are not played any more.

    Where nobody else is left, and others neither are compared with it nor were given its cards, or
    the row is damaged, it goes.
    """
    gone, left = list[MatchId](), list[dict[str, Any]]()
    columns = (_match.c.id, _match.c.status, _match.c.members, _match.c.votes, _match.c.series)
    for part in _parts(sorted(match_ids)):
        # Whose cards others were given, or play, stays for them.
        scopes = [*map(_scope, part)]
        given = select(_setting.c.scope).where(_setting.c.scope.in_(scopes))
        played = select(_match.c.series).where(_match.c.series.in_(scopes), in_a_series())
        shared = {*connection.scalars(given.union(played))}
        for row in connection.execute(select(*columns).where(_match.c.id.in_(part))):
            try:
                values = _without(row, erasure, is_shared=_scope(row.id) in shared)
            except (ValueError, TypeError, KeyError, AttributeError):
                values = {}
            if values:
                left.append({"of": row.id, **values})
            else:
                gone.append(MatchId(row.id))
    if left:
        connection.execute(_ANONYMOUS, left)
    for part in _parts(gone):
        connection.execute(delete(_match).where(_match.c.id.in_(part)))


def _scope(match_id: int) -> str:
    return f"{BEAT_NAME} {match_id}"


def _without(row: Any, erasure: Erasure, *, is_shared: bool) -> dict[str, str]:
    """Return members and votes of a match without the person; {} if it is nobody else's either."""
    key, members = str(erasure.user_id), orjson.loads(row.members)
    others = (member["key"].isdecimal() and member["key"] != key for member in members)
    if not (is_shared or is_compared(row.series) or any(others)):
        return {}
    is_live = row.status in _LIVE
    anonymous = [
        {
            "key": str(number_in(row.series, seat, erasure.secret)), "name": erasure.name,
            "level": member.get("level", ""), "away": is_live or member.get("away", False),
        }
        if member["key"] == key
        else {**member, "joined": ""}
        for seat, member in enumerate(members, start=1)
    ]  # fmt: skip
    votes = [vote for vote in orjson.loads(row.votes) if vote != erasure.user_id]
    return {
        "new_members": orjson.dumps(anonymous).decode(),
        "new_votes": orjson.dumps(votes).decode(),
    }


def _forget(connection: Connection, erasure: Erasure) -> None:
    """Remove what is the person's alone, and who they were where they did not sit."""
    user_id, match = erasure.user_id, _match.c
    connection.execute(
        update(_match)
        .where(match.opener_id == user_id)
        .values(opener_id=0, version=match.version + 1, published=match.published + 1)
    )
    for match_id, pauses in connection.execute(
        select(match.id, match.pauses).where(match.id.in_(paused_by(user_id)))
    ).all():
        kept = [
            pause | {"by": None} if pause.get("by") == user_id else pause
            for pause in orjson.loads(pauses)
        ]
        _rewrite(connection, match_id, "pauses", kept)
    for match_id, door in connection.execute(
        select(match.id, match.door).where(match.id.in_(asking(user_id)))
    ).all():
        left = {
            key: [i for i in value if i != user_id] if isinstance(value, list) else value
            for key, value in orjson.loads(door).items()
        }
        _rewrite(connection, match_id, "door", left)
    connection.execute(
        update(_publication)
        .where(_publication.c.ping_user == user_id)
        .values(ping_user=None, ping_message=None, ping_last=False)
    )
    invitation = schema.invitation
    asked = or_(invitation.c.inviter_id == user_id, invitation.c.target_id == user_id)
    connection.execute(delete(invitation).where(asked))
    for holdings in HOLDINGS.values():
        holdings.leave(
            connection,
            user_id,
            erasure.name,
            partial(number_in, seat=0, secret=erasure.secret),
        )
    for table in _THEIRS:
        connection.execute(delete(table).where(table.c.user_id == user_id))
    connection.execute(delete(_setting).where(_setting.c.scope == person_scope(user_id)))


def _rewrite(connection: Connection, match_id: MatchId, column: str, value: object) -> None:
    text = orjson.dumps(value).decode()
    connection.execute(update(_match).where(_match.c.id == match_id).values({column: text}))


def _parts(match_ids: Sequence[MatchId]) -> Iterator[Sequence[MatchId]]:
    """Cut a list into pieces that fit into a statement."""
    for at in range(0, len(match_ids), MATCHES_A_STATEMENT):
        yield match_ids[at : at + MATCHES_A_STATEMENT]


# Data that expires: needed only for the play of a game, or of servers the bot has left.
#
# Every function does a small part and can be stopped after it.

_STAY = ("key", "name", "joined", "level", "away", "hinted")
"""The fields of a member that say who sat there, and prove the deal."""

_TIDIED = (
    update(_match)
    .where(_match.c.id == bindparam("of"), _match.c.version == bindparam("on"))
    .values(
        members=bindparam("new_members"), votes="[]", pauses="[]",
        version=_match.c.version + 1, published=_match.c.published + 1,
    )
)  # fmt: skip
_UNCALLED = {"ping_message": None, "ping_user": None, "ping_last": False}


def drop_closed(connection: Connection, before: float, most: int) -> int:
    """Delete games that ended early, and lobbies, of before a moment; tells how many."""
    old = (
        select(_match.c.id)
        .where(_match.c.status == Status.CLOSED.value, _match.c.touched < before)
        .order_by(_match.c.id)
        .limit(most)
    )
    return connection.execute(delete(_match).where(_match.c.id.in_(old))).rowcount


def tidy_over(connection: Connection, before: float, after: MatchId, most: int) -> MatchId | None:
    """Take what only the play needed out of games that were played out before a moment.

    Looks at some matches behind one, in order, and returns the last; None if there are no more.
    """
    rows = connection.execute(
        select(_match.c.id, _match.c.version, _match.c.members, _match.c.votes, _match.c.touched)
        .where(_match.c.id > after, _match.c.status == Status.OVER.value)
        .order_by(_match.c.id)
        .limit(most)
    ).all()
    old = [row for row in rows if row.touched < before]
    ids = [row.id for row in old]
    changes = [change for row in old if (change := _tidied(row)) is not None]
    if changes:
        connection.execute(_TIDIED, changes)
    if ids:
        connection.execute(delete(_hand).where(_hand.c.match_id.in_(ids)))
        connection.execute(
            update(_publication)
            .where(_publication.c.match_id.in_(ids), _publication.c.ping_message.is_not(None))
            .values(**_UNCALLED)
        )
    return MatchId(rows[-1].id) if len(rows) == most else None


def expire(connection: Connection, before: float) -> None:
    """Let go of what features do not keep forever, as far as it is of before a moment."""
    for holdings in HOLDINGS.values():
        holdings.expire(connection, before)


def _tidied(row: Any) -> dict[str, Any] | None:
    """Return how a match becomes without what only its play needed; None if it is so."""
    try:
        members = orjson.loads(row.members)
        kept = [{name: member[name] for name in _STAY if name in member} for member in members]
    except (ValueError, TypeError, KeyError):
        return None
    if kept == members and row.votes == "[]":
        return None
    return {"of": row.id, "on": row.version, "new_members": orjson.dumps(kept).decode()}


def forget_server(
    connection: Connection, guild_id: int, before: float, most: int, now: float
) -> bool:
    """Forget a part of a server that the bot left before a moment; tells whether all is done.

    Its games keep neither server nor channel, nor where their cards were shown; its leagues,
    evenings and settings go last. Nothing is done where the bot is back.
    """
    left = get(connection, server_scope(guild_id), LEFT)
    if left is None or not float(left) < before:
        return True
    ids = list(
        connection.scalars(
            select(_match.c.id)
            .where(
                _match.c.guild_id == guild_id,
                _match.c.status.in_((Status.OVER.value, Status.CLOSED.value)),
            )
            .limit(most)
        )
    )
    if ids:
        connection.execute(
            update(_match)
            .where(_match.c.id.in_(ids))
            .values(
                guild_id=None, channel_id=0, thread_id=None,
                version=_match.c.version + 1, published=_match.c.version + 1,
            )
        )  # fmt: skip
        connection.execute(
            update(_publication)
            .where(_publication.c.match_id.in_(ids))
            .values(board_channel=None, board_message=None, **_UNCALLED)
        )
        connection.execute(delete(_setting).where(_setting.c.scope.in_(map(_scope, ids))))
        return False
    for holdings in HOLDINGS.values():
        holdings.forget(connection, guild_id, now)
    connection.execute(delete(_setting).where(_setting.c.scope == server_scope(guild_id)))
    return True


# The part of the store.


class PrivacyStore(Part):
    """Deletes, and tells what there is to delete. All methods raise StoreError when they cannot."""

    def __init__(self, store: Store) -> None:
        super().__init__(store.database)
        self._store = store

    personal = reads(personal.of)
    live_with = reads(live_with)
    expire = writes(expire)

    async def to_empty(self) -> dict[int, float]:
        """Return the channels of direct messages that are to be emptied, each up to when.

        Their people had their data deleted.
        """
        found = await self.database.read(settings.all_of, EMPTYING)
        return {int(channel): float(until) for channel, until in found.items()}

    async def emptied(self, channel_id: int) -> None:
        """Note that a channel is empty, or cannot be emptied."""
        await self.database.write(settings.put, EMPTYING, str(channel_id), None)

    async def erase(  # noqa: PLR0913 - all is of one deletion
        self, user_id: int, name: str, now: float, commits: Iterable[Commit],
        *, unreadable: Collection[MatchId] = (), direct: int | None = None,
        secret: bytes = b"",
    ) -> bool:  # fmt: skip
        """Delete everything about a person, in one transaction; `name` is shown in their place.

        `commits` are how the live matches they are in go on without them, but for those that cannot
        be read; False if one of them has changed since, or is missing: nothing is done then.
        `direct` is the channel of their direct messages, to be emptied later. `secret` is what
        `number_in` was given for the commits.
        """
        changes, secret = tuple(map(change_of, commits)), secret or new_secret()
        erasure = Erasure(user_id, name, now, changes, unreadable, direct, secret)
        told = Signal(SETTINGS), *map(signal_of, changes)
        try:
            async with self._store.remembered.changing():
                is_done = await self._store.rewrites.write(
                    telling(partial(erase, erasure=erasure), *told)
                )
        except Missed:
            return False
        self.database.scourer.ask()
        return is_done

    async def drop_closed(self, before: float, most: int) -> int:
        """Delete some of the matches that ended early before a moment; return how many."""
        return await self._store.rewrites.write(drop_closed, before, most)

    async def tidy_over(self, before: float, after: MatchId, most: int) -> MatchId | None:
        """Take out of matches played out before a moment what only the play needed.

        Looks at some matches behind one, and returns the last; None if there are no more.
        """
        return await self._store.rewrites.write(tidy_over, before, after, most)

    async def forget_server(self, guild_id: int, before: float, most: int, now: float) -> bool:
        """Forget a part of a server that the bot left before a moment; tells if all is done."""
        job = partial(forget_server, guild_id=guild_id, before=before, most=most, now=now)
        async with self._store.remembered.changing():
            return await self._store.rewrites.write(telling(job, Signal(SETTINGS)))
