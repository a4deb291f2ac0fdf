"""Evenings, their rounds and people, and challenges between servers, in the database."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import NamedTuple

import sqlalchemy as sa

from bot.evenings import rows
from bot.store import matches, publications, schema, series
from bot.store.changes import Change, begin_together
from bot.store.codec import add_missing, upsert
from bot.store.database import Part, reads, writes
from bot.store.holdings import exported_id
from bot.store.rows import MatchId, MatchRow, SeriesRow
from engine.game import Json

# Evenings: their tables are the matches of their series, a series for each round.
#
# These functions take a connection and do nothing but SQL.

_evening = schema.evening
_board = schema.evening_board
_person = schema.evening_person

_HAS_ROUNDS = _evening.c.secret != b""
_IS_BREAK = _evening.c.next_at.is_not(None)

TOLD = "over"
"""The `shown` of a board that tells how its evening ended: nothing more is to be done for it."""


@dataclass(frozen=True, slots=True)
class BoardRow:
    """Where a server sees how an evening stands.

    `match_id` is the table that was its lobby there. What stands in the message of a channel or
    thread tells what `shown` spells. `asks` is what its host asks the other server's for, spelt.
    """

    evening_id: int
    guild_id: int
    match_id: int
    locale: str
    channel_id: int | None = None
    message_id: int | None = None
    shown: str = ""
    asks: str = ""


class Past(NamedTuple):
    """An evening as a server looks back at it, with everybody who plays it, or has."""

    evening: rows.EveningRow
    board: BoardRow
    game: str
    people: Sequence[rows.EveningPerson]


@dataclass(frozen=True, slots=True)
class Beginning:
    """All that is stored of an evening when it begins, beside its tables."""

    evening: rows.EveningRow
    boards: Sequence[BoardRow]
    deals: SeriesRow
    people: Sequence[rows.EveningPerson]


def begin(
    connection: sa.Connection,
    new: Beginning,
    lobbies: Sequence[Change],
    others: Sequence[MatchRow],
    home: str | None,
) -> list[MatchRow] | None:
    """Store an evening with all its tables, some of which were its lobbies; give the others.

    None, and nothing is stored, if a lobby has changed meanwhile.
    """
    tables = begin_together(connection, lobbies, others, home)
    if tables is None:
        return None
    series.add(connection, [new.deals])
    connection.execute(sa.insert(_evening), asdict(new.evening))
    connection.execute(sa.insert(_board), [asdict(board) for board in new.boards])
    connection.execute(sa.insert(_person), [asdict(person) for person in new.people])
    return tables


def _going_on(evening_id: int, *where: sa.ColumnElement[bool]) -> sa.Update:
    """Return the change of an evening that goes on, with no values yet."""
    return sa.update(_evening).where(
        _evening.c.id == evening_id, _evening.c.ended.is_(None), *where
    )


def next_round(
    connection: sa.Connection,
    number: int,
    evening_id: int,
    deals: SeriesRow,
    tables: Sequence[MatchRow],
    home: str | None,
) -> list[MatchRow] | None:
    """Store the tables of a round, from 2, and give them; None if it is not due any more."""
    due = _going_on(evening_id, _IS_BREAK, _evening.c.round == number - 1)
    if not connection.execute(due.values(round=number, next_at=None)).rowcount:
        return None
    is_in = _person.c.evening_id == evening_id, _person.c.exchange != 0
    connection.execute(sa.update(_person).where(*is_in).values(exchange=0))
    series.add(connection, [deals])
    stored = [matches.add(connection, table, home) for table in tables]
    for row in stored:
        if row.is_in_thread:  # it is there since the first round, with everybody in it
            publications.note(
                connection, row.id, {"board_channel": row.thread_id, "thread_open": True}
            )
    return stored


def end_round(
    connection: sa.Connection,
    row: rows.EveningRow,
    now: float,
    next_at: float | None,
    gone: Collection[int],
    places: Sequence[rows.Place],
) -> None:
    """End the round that is played; what it withheld counts now, and may be seen.

    The next one begins at `next_at`; None ends the evening, with everybody's `places`. Who is
    `gone` (user ids) does not play on by themselves.
    """
    values = {"ended": now} if next_at is None else {"next_at": next_at}
    due = _going_on(row.id, ~_IS_BREAK, _evening.c.round == row.round)
    hit = connection.execute(due.values(**values))
    series.close(connection, row.key, now, counts=False)
    if not hit.rowcount:
        return
    for user_id in gone:
        leave(connection, row.id, user_id, row.round)
    if next_at is None:
        _end(connection, row.id, now, places)


def end(
    connection: sa.Connection, evening_id: int, now: float, places: Sequence[rows.Place]
) -> None:
    """End an evening between two rounds."""
    due = _going_on(evening_id, _IS_BREAK)
    if connection.execute(due.values(ended=now, next_at=None)).rowcount:
        _end(connection, evening_id, now, places)


def _end(
    connection: sa.Connection, evening_id: int, now: float, places: Sequence[rows.Place]
) -> None:
    """Note what everybody came to, and have all games of an evening rated, as one."""
    for user_id, place, points in places:
        connection.execute(_change(evening_id, user_id).values(place=place, points=points))
    keys = sa.select(schema.series.c.key).where(
        schema.series.c.key.startswith(rows.keys_of(evening_id), autoescape=True)
    )
    for key in sorted(connection.scalars(keys), key=lambda key: int(key.split()[-1])):
        matches.note_series(connection, key, now)


def rated_places(connection: sa.Connection, contest: str) -> dict[int, int]:
    """Return the places of an evening that has ended, by person, given "evening" and its id."""
    found = connection.execute(
        sa.select(_person.c.user_id, _person.c.place).where(
            _person.c.evening_id == int(contest.split()[1]), _person.c.place.is_not(None)
        )
    )
    return {row.user_id: row.place for row in found}


def _change(evening_id: int, user_id: int) -> sa.Update:
    """Return the change of a person in an evening, with no values yet."""
    is_meant = _person.c.evening_id == evening_id, _person.c.user_id == user_id
    return sa.update(_person).where(*is_meant)


def join(connection: sa.Connection, person: rows.EveningPerson) -> None:
    """Take a person in from a later round on, or back in; who is in already stays as they are."""
    add_missing(connection, _person, [asdict(person)])
    back = _change(person.evening_id, person.user_id).where(_person.c.gone.is_not(None))
    connection.execute(
        back.values(gone=None, removed=False, name=person.name, joined=person.joined)
    )


def leave(
    connection: sa.Connection, evening_id: int, user_id: int, after: int, *, removed: bool = False
) -> None:
    """Let a person out after a round, or take them out; who is out already stays as they are."""
    out = _change(evening_id, user_id).where(_person.c.gone.is_(None))
    connection.execute(out.values(gone=after, removed=removed))


def people(connection: sa.Connection, evening_id: int) -> list[rows.EveningPerson]:
    """Return everybody who plays an evening, or has, in the order of their ids."""
    query = sa.select(_person).where(_person.c.evening_id == evening_id)
    return [
        rows.EveningPerson(*row) for row in connection.execute(query.order_by(_person.c.user_id))
    ]


def of_person(connection: sa.Connection, user_id: int) -> list[rows.EveningPerson]:
    """Return a person in all evenings that they play, or have, the newest first."""
    query = sa.select(_person).where(_person.c.user_id == user_id)
    found = connection.execute(query.order_by(_person.c.evening_id.desc()))
    return [rows.EveningPerson(*row) for row in found]


def personal_data(connection: sa.Connection, user_id: int) -> dict[str, Json]:
    """Return what a person is given of the evenings that they play or have."""
    return {"evenings": [_person_data(one) for one in of_person(connection, user_id)]}


def _person_data(one: rows.EveningPerson) -> Json:
    return {
        "evening": one.evening_id,
        "server": exported_id(one.guild_id or None),
        "name": one.name,
        "joined": one.joined,
        "from_round": one.since,
        "left_after_round": one.gone,
        "place": one.place,
        "points": one.points,
        "hosts": one.hosts,
        "rulings": {str(number): [*ruling] for number, ruling in one.rulings.items()},
    }


def leave_all(
    connection: sa.Connection, user_id: int, name: str, number_of: Callable[[str], int]
) -> None:
    """Leave a person's places in evenings to nobody; they are dealt no further round."""
    own = _person.c.evening_id, _person.c.gone, _person.c.ruled
    played = sa.select(*own, _evening.c.round).join(_evening)
    for row in connection.execute(played.where(_person.c.user_id == user_id)).all():
        left = _change(row.evening_id, user_id).values(
            user_id=number_of(rows.keys_of(row.evening_id) + "1"), name=name, joined="",
            hosts=False, exchange=0, ruled=rows.without_reasons(row.ruled),
            gone=row.round if row.gone is None else row.gone,
        )  # fmt: skip
        connection.execute(left)


def places_of(connection: sa.Connection, user_id: int, guild_id: int | None) -> list[int]:
    """Return a person's places in evenings with rounds, of one server or of all, newest first."""
    query = (
        sa.select(_person.c.place)
        .join(_evening, _evening.c.id == _person.c.evening_id)
        .where(_person.c.user_id == user_id, _person.c.place.is_not(None), _HAS_ROUNDS)
        .order_by(_evening.c.id.desc())
    )
    if guild_id is not None:
        query = query.where(_person.c.guild_id == guild_id)
    return list(connection.scalars(query))


def by_id(connection: sa.Connection, evening_id: int) -> rows.EveningRow | None:
    """Return an evening, if there is one of this id."""
    row = connection.execute(sa.select(_evening).where(_evening.c.id == evening_id)).one_or_none()
    return None if row is None else rows.EveningRow(*row)


def boards(connection: sa.Connection, evening_id: int) -> list[BoardRow]:
    """Return where an evening is shown: the server first that opened it."""
    query = sa.select(_board).where(_board.c.evening_id == evening_id).order_by(_board.c.match_id)
    return [BoardRow(*row) for row in connection.execute(query)]


def to_do(connection: sa.Connection, since: float) -> list[int]:
    """Return the evenings that go on, and those that ended later whose end is not told yet."""
    is_untold = (_board.c.shown != TOLD) & (_evening.c.ended > since)
    query = sa.select(_evening.c.id).join(_board, _board.c.evening_id == _evening.c.id).distinct()
    query = query.where(sa.or_(_evening.c.ended.is_(None), is_untold)).order_by(_evening.c.id)
    return list(connection.scalars(query))


def of_server(connection: sa.Connection, guild_id: int, limit: int) -> list[Past]:
    """Return the latest evenings with rounds of a server, newest first; those of now, too."""
    query = sa.select(_evening, *_board.c).join(_board, _board.c.evening_id == _evening.c.id)
    query = query.where(_board.c.guild_id == guild_id, _HAS_ROUNDS)
    found = connection.execute(query.order_by(_evening.c.id.desc()).limit(limit)).all()
    at = len(_evening.c)
    pairs = [(rows.EveningRow(*row[:at]), BoardRow(*row[at:])) for row in found]
    people = _people_of(connection, [one.id for one, _ in pairs])
    deals = schema.series.c
    of_game = sa.select(deals.key, deals.game).where(deals.key.in_([one.key for one, _ in pairs]))
    games = {row.key: row.game for row in connection.execute(of_game)}
    return [Past(one, board, games[one.key], people[one.id]) for one, board in pairs]


def _people_of(
    connection: sa.Connection, evening_ids: Sequence[int]
) -> Mapping[int, Sequence[rows.EveningPerson]]:
    """Return everybody who plays some evenings, or has, by the evening."""
    found = defaultdict[int, list[rows.EveningPerson]](list)
    for row in connection.execute(sa.select(_person).where(_person.c.evening_id.in_(evening_ids))):
        found[row.evening_id].append(rows.EveningPerson(*row))
    return found


def set_clock(connection: sa.Connection, row: rows.EveningRow, when: float) -> None:
    """Have the round that is played end at a moment, or the next one begin then."""
    if row.next_at is None:
        of = schema.series.c
        connection.execute(sa.update(schema.series).where(of.key == row.key).values(closes=when))
        return
    waits = _evening.c.id == row.id, _evening.c.next_at.is_not(None)
    connection.execute(sa.update(_evening).where(*waits).values(next_at=when))


def pause(connection: sa.Connection, evening_id: int, now: float) -> None:
    """Have an evening stand still from now on; again changes nothing."""
    connection.execute(_going_on(evening_id, _evening.c.paused.is_(None)).values(paused=now))


def resume(connection: sa.Connection, row: rows.EveningRow, now: float) -> None:
    """Let an evening go on, with the time that its round or break had; again changes nothing."""
    is_meant = _evening.c.id == row.id, _evening.c.paused == row.paused
    if connection.execute(sa.update(_evening).where(*is_meant).values(paused=None)).rowcount:
        deals = schema.series.c
        closes = connection.scalar(sa.select(deals.closes).where(deals.key == row.key))
        due = closes if row.next_at is None else row.next_at
        set_clock(connection, row, (due or 0.0) + now - (row.paused or now))


def set_course(connection: sa.Connection, evening_id: int, rounds: int, turn: str) -> None:
    """Have an evening that goes on last so many rounds, the next ones with so long a turn."""
    connection.execute(_going_on(evening_id).values(rounds=rounds, turn=turn))


def direct(
    connection: sa.Connection, evening_id: int, user_id: int, values: Mapping[str, object]
) -> None:
    """Note what a director does with a person: `hosts` or `ruled`."""
    connection.execute(_change(evening_id, user_id).values(**values))


def exchange(connection: sa.Connection, evening_id: int, pair: tuple[int, int]) -> None:
    """Have two people change places in the next round, and nobody else with them any more."""
    marks = {one.user_id: one.exchange for one in people(connection, evening_id)}
    of = sa.update(_person).where(_person.c.evening_id == evening_id)
    before, new = [marks[user_id] for user_id in pair], 1 + max(marks.values())
    connection.execute(of.where(_person.c.exchange.in_(before)).values(exchange=0))
    connection.execute(of.where(_person.c.user_id.in_(pair)).values(exchange=new))


def cut_short(connection: sa.Connection, evening_id: int) -> None:
    """Have an evening end with the round it is at."""
    connection.execute(_going_on(evening_id).values(rounds=_evening.c.round))


def agree(connection: sa.Connection, row: rows.EveningRow, guild_id: int, deed: str) -> bool:
    """Note what a server's host asks for; tell whether every other with people in asks it, too."""
    asks, of = row.asking(deed), _board.c.evening_id == row.id
    connection.execute(sa.update(_board).where(of, _board.c.guild_id == guild_id).values(asks=asks))
    is_in = _person.c.evening_id == row.id, _person.c.gone.is_(None)
    servers = sa.select(_person.c.guild_id).where(*is_in)
    waits = sa.select(_board.c.guild_id).where(
        of, _board.c.asks != asks, _board.c.guild_id.in_(servers)
    )  # fmt: skip
    return connection.scalar(waits) is None


def note_shown(
    connection: sa.Connection,
    board: BoardRow,
    channel_id: int | None,
    message_id: int | None,
    state: str,
) -> None:
    """Note where a board stands, and what it tells."""
    values = {"channel_id": channel_id, "message_id": message_id, "shown": state}
    of = _board.c.evening_id == board.evening_id, _board.c.guild_id == board.guild_id
    connection.execute(sa.update(_board).where(*of).values(**values))


def forget(connection: sa.Connection, guild_id: int, now: float) -> None:
    """Delete the evenings of a server, and close what they leave open: nobody else would.

    One that another server plays, too, goes on there, and where its people came from is forgotten.
    """
    ids = connection.scalars(
        sa.select(_board.c.evening_id).where(_board.c.guild_id == guild_id)
    ).all()
    connection.execute(sa.delete(_board).where(_board.c.guild_id == guild_id))
    for evening_id in ids:
        if not boards(connection, evening_id):
            series.close_all(connection, rows.keys_of(evening_id), now)
            connection.execute(sa.delete(_evening).where(_evening.c.id == evening_id))
    connection.execute(sa.update(_person).where(_person.c.guild_id == guild_id).values(guild_id=0))
    for table in (schema.club, _appointment):
        connection.execute(sa.delete(table).where(table.c.guild_id == guild_id))


# Appointments: weekly evenings, the lobby of the next one, and what those of a season came to.

_appointment = schema.appointment


def add_appointment(connection: sa.Connection, new: rows.Appointment) -> int:
    """Store an appointment; return its id."""
    values = {name: value for name, value in asdict(new).items() if name != "id"}
    key = connection.execute(sa.insert(_appointment), values).inserted_primary_key
    assert key is not None  # noqa: S101 - an INSERT of one row has a key
    return int(key[0])


def change_appointment(
    connection: sa.Connection, appointment_id: int, changed: Mapping[str, object]
) -> None:
    """Change columns of an appointment, by their names."""
    of = _appointment.c.id == appointment_id
    connection.execute(sa.update(_appointment).where(of).values(**changed))


def open_lobby(
    connection: sa.Connection, one: rows.Appointment, lobby: MatchRow, home: str | None
) -> MatchRow | None:
    """Store the lobby of the next evening; None if it has one, or the appointment is gone."""
    of = _appointment.c.id == one.id, _appointment.c.lobby_id.is_(None)
    # Of two processes that open it at once the second waits here, and finds that it has one.
    if connection.scalar(sa.select(_appointment.c.id).where(*of).with_for_update()) is None:
        return None
    row = matches.add(connection, lobby, home)
    values = {"lobby_id": row.id, "opened": one.opened + 1}
    connection.execute(sa.update(_appointment).where(*of).values(**values))
    return row


def end_appointment(connection: sa.Connection, appointment_id: int) -> None:
    """Delete an appointment; its evenings stay."""
    connection.execute(sa.delete(_appointment).where(_appointment.c.id == appointment_id))


def appointments(connection: sa.Connection, guild_id: int | None = None) -> list[rows.Appointment]:
    """Return the appointments of a server, or all."""
    query = sa.select(_appointment).order_by(_appointment.c.id)
    if guild_id is not None:
        query = query.where(_appointment.c.guild_id == guild_id)
    return [rows.Appointment(*row) for row in connection.execute(query)]


def of_season(connection: sa.Connection, appointment_id: int, since: float) -> list[rows.Played]:
    """Return the evenings of an appointment that have ended since a moment, the oldest first."""
    of = _evening.c
    query = sa.select(of.id, of.rounds).where(
        of.appointment == appointment_id, of.begun >= since, of.ended.is_not(None)
    )
    found = connection.execute(query.order_by(of.id)).all()
    who = _people_of(connection, [row.id for row in found])
    return [rows.Played(row.rounds, who[row.id]) for row in found]


class EveningStore(Part):
    """The part of the store about evenings."""

    add_appointment = writes(add_appointment)
    change_appointment = writes(change_appointment)
    open_lobby = writes(open_lobby)
    end_appointment = writes(end_appointment)
    appointments = reads(appointments)
    of_season = reads(of_season)

    begin = writes(begin)
    next_round = writes(next_round)
    end_round = writes(end_round)
    end = writes(end)
    join = writes(join)
    leave = writes(leave)
    people = reads(people)
    places_of = reads(places_of)
    get = reads(by_id)
    boards = reads(boards)
    to_do = reads(to_do)
    of_server = reads(of_server)
    set_clock = writes(set_clock)
    pause = writes(pause)
    resume = writes(resume)
    set_course = writes(set_course)
    direct = writes(direct)
    exchange = writes(exchange)
    cut_short = writes(cut_short)
    agree = writes(agree)
    note_shown = writes(note_shown)


# Challenges and clubs: servers that play an evening against each other.
#
# These functions take a connection and do nothing but SQL.

_challenge = schema.challenge
_club = schema.club


def offer(connection: sa.Connection, new: rows.ChallengeRow, now: float) -> None:
    """Store a challenge; those that nobody can mean any more go."""
    connection.execute(sa.delete(_challenge).where(_challenge.c.until < now - 5 * rows.VALID))
    connection.execute(sa.insert(_challenge), asdict(new))


def by_code(connection: sa.Connection, code: str) -> rows.ChallengeRow | None:
    """Return the challenge of a code, if there is one."""
    row = connection.execute(sa.select(_challenge).where(_challenge.c.code == code)).one_or_none()
    return None if row is None else rows.ChallengeRow(*row)


def of_lobby(connection: sa.Connection, match_id: MatchId) -> rows.ChallengeRow | None:
    """Return the challenge of a lobby of either server, if it has one."""
    is_of = sa.or_(_challenge.c.home_id == match_id, _challenge.c.away_id == match_id)
    row = connection.execute(sa.select(_challenge).where(is_of)).first()
    return None if row is None else rows.ChallengeRow(*row)


def accept(connection: sa.Connection, code: str, away_id: MatchId, now: float) -> bool:
    """Note the lobby of the server that accepts; False if that cannot be done any more."""
    is_open = _challenge.c.away_id.is_(None), _challenge.c.until > now
    hit = sa.update(_challenge).where(_challenge.c.code == code, *is_open)
    return bool(connection.execute(hit.values(away_id=away_id)).rowcount)


def be_ready(connection: sa.Connection, code: str, match_id: MatchId) -> MatchId | None:
    """Note that a lobby is ready; return which one was first."""
    first = _challenge.c.code == code, _challenge.c.ready_id.is_(None)
    connection.execute(sa.update(_challenge).where(*first).values(ready_id=match_id))
    found = by_code(connection, code)
    return None if found is None else found.ready_id


def name_club(connection: sa.Connection, guild_id: int, name: str) -> None:
    """Note how a server is called."""
    upsert(connection, _club, [asdict(rows.Club(guild_id, name))])


def clubs(connection: sa.Connection, guild_ids: Collection[int]) -> dict[int, rows.Club]:
    """Return those of some servers that are clubs, by their ids."""
    found = connection.execute(sa.select(_club).where(_club.c.guild_id.in_(guild_ids)))
    return {row.guild_id: rows.Club(*row) for row in found}


class ChallengeStore(Part):
    """The part of the store about challenges and clubs."""

    offer = writes(offer)
    get = reads(by_code)
    of_lobby = reads(of_lobby)
    accept = writes(accept)
    be_ready = writes(be_ready)
    name_club = writes(name_club)
    clubs = reads(clubs)
