"""Tries: who played which daily, in which match, and how it came out beside the others.

What came of a try stands in the results of its match alone, so it is there as soon as that has
ended. The functions of this module take a connection and do nothing but SQL; `DailyStore` runs
them.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace

import sqlalchemy as sa

from bot.daily.rules import Day, Field
from bot.store import matches, results, schema
from bot.store.codec import add_missing
from bot.store.database import Part, reads, writes
from bot.store.holdings import exported_id, exported_time
from bot.store.rows import MatchId, MatchRow, Status
from engine.game import Json

_try, _place, _share = schema.daily_try, schema.daily_place, schema.daily_share
_match, _series = schema.match, schema.series

MENDS, ASIDE = "mends", "aside"
"""What a try counts for that was begun after its day: for its person's streak, or for nothing."""


@dataclass(frozen=True, slots=True)
class Try:
    """A person's game of a daily: the number of the day, the match, and when it began.

    `gave_up` means that a stand-in plays it to the end, or did: it counts for nothing. `later` is
    MENDS or ASIDE for one that was begun after its day, and has no place. `squares` are the grades
    of its decisions, a digit each (`engine.analysis.grades`); None as long as nobody asked. `place`
    is the last one, of `total`, once the day is closed.
    """

    day: int
    user_id: int
    match_id: MatchId
    at: float
    gave_up: bool = False
    later: str | None = None
    squares: str | None = None
    place: int | None = None
    total: int | None = None

    @property
    def until(self) -> float:
        """When it has to be at its end: with the day on which it was begun, or a little after."""
        return (Day(self.day) if self.later is None else Day.at(self.at)).until(self.at)


@dataclass(frozen=True, slots=True)
class TryResult:
    """The result of a try: `lead` is the own total less the best other one.

    Of one that was given up these are the stand-in's.
    """

    day: int
    user_id: int
    match_id: MatchId
    name: str
    lead: int
    won: bool
    gave_up: bool
    later: str | None = None
    squares: str | None = None
    score: int = 0


def begin(connection: sa.Connection, found: Try, row: MatchRow) -> tuple[Try, bool] | None:
    """Store the first try of a person on a day, with its match; tell whether it is this one.

    The `match_id` given counts for nothing. None, and nothing is stored, once the day is closed, or
    for a try that begins when it should be, or for who played it and had their data deleted. One
    that comes `later` can be begun only then.
    """
    known = of(connection, found.day, found.user_id)
    if known is not None:
        return known, False
    is_open = sa.and_(_series.c.closed.is_(None), _series.c.closes > found.at)
    can_begin = is_open if found.later is None else _series.c.closed.is_not(None)
    known_series = sa.select(_series.c.key).where(_series.c.key == row.series, can_begin)
    if connection.execute(known_series).one_or_none() is None:
        return None
    if results.marked(connection, row.series, [found.user_id]):
        return None
    match_id = matches.add(connection, row).id
    new = replace(found, match_id=match_id)
    connection.execute(sa.insert(_try), asdict(new))
    return new, True


def of(connection: sa.Connection, day: int, user_id: int) -> Try | None:
    """Return a person's try of a day."""
    query = sa.select(_try).where(_try.c.day == day, _try.c.user_id == user_id)
    row = connection.execute(query).one_or_none()
    return None if row is None else Try(*row)


def under_way(connection: sa.Connection) -> list[Try]:
    """Return the tries whose matches are being played, the oldest first."""
    query = (
        sa.select(_try)
        .join(_match, _match.c.id == _try.c.match_id)
        .where(_match.c.status == Status.PLAYING.value)
        .order_by(_try.c.day, _try.c.at)
    )
    return [Try(*row) for row in connection.execute(query)]


def give_up(connection: sa.Connection, match_id: MatchId) -> None:
    """Note that a stand-in plays a try to its end."""
    connection.execute(sa.update(_try).where(_try.c.match_id == match_id).values(gave_up=True))


def squares_of(connection: sa.Connection, match_id: MatchId) -> str | None:
    """Return the grades of a try's decisions, if they are kept."""
    return connection.scalar(sa.select(_try.c.squares).where(_try.c.match_id == match_id))


def set_squares(connection: sa.Connection, match_id: MatchId, squares: str) -> None:
    """Keep the grades of a try's decisions."""
    connection.execute(sa.update(_try).where(_try.c.match_id == match_id).values(squares=squares))


def result(connection: sa.Connection, day: int, user_id: int) -> TryResult | None:
    """Return the result of a person's try of a day; None before its end."""
    leads = _leads(sa.and_(_try.c.day == day, _try.c.user_id == user_id))
    row = connection.execute(sa.select(leads)).one_or_none()
    return None if row is None else TryResult(*row)


def best(connection: sa.Connection, day: int) -> TryResult | None:
    """Return the best try of a day; of equals the first begun.

    None of those that were given up is.
    """
    leads = _leads(_try.c.day == day)
    query = sa.select(leads).where(*_has_place(leads))
    query = query.join(_try, _try.c.match_id == leads.c.match_id)
    row = connection.execute(query.order_by(leads.c.lead.desc(), _try.c.at).limit(1)).one_or_none()
    return None if row is None else TryResult(*row)


def counts(connection: sa.Connection, day: int, lead: int, guild_id: int | None) -> Field:
    """Count the tries of a day that were played out, of a server or (None) of all, by a lead."""
    leads = _leads(_try.c.day == day)
    are = (leads.c.lead < lead, leads.c.lead == lead)
    below, level = (sa.case((is_so, 1), else_=0) for is_so in are)
    query = sa.select(
        sa.func.count(),
        sa.func.coalesce(sa.func.sum(below), 0),
        sa.func.coalesce(sa.func.sum(level), 0),
    ).select_from(leads)
    query = query.where(*_has_place(leads))
    if guild_id is not None:
        here = sa.select(_place.c.user_id).where(_place.c.day == day, _place.c.guild_id == guild_id)
        query = query.where(leads.c.user_id.in_(here))
    return Field(*connection.execute(query).one())


def settle(connection: sa.Connection, day: int) -> None:
    """Note the places of a day that is being closed: they stay as they are now."""
    leads = _leads(_try.c.day == day)
    place = sa.func.rank().over(order_by=leads.c.lead.desc()).label("place")
    ranked = sa.select(leads.c.match_id, place).where(*_has_place(leads))
    found = [{"of": row.match_id, "own": row.place} for row in connection.execute(ranked)]
    if found:
        noted = sa.update(_try).where(_try.c.match_id == sa.bindparam("of"))
        connection.execute(noted.values(place=sa.bindparam("own"), total=len(found)), found)


def places(connection: sa.Connection, user_id: int, most: int) -> list[tuple[int, int]]:
    """Return a person's last places, each with of how many it was, on days that are closed."""
    query = (
        sa.select(_try.c.place, _try.c.total)
        .where(_try.c.user_id == user_id, _try.c.place.is_not(None))
        .order_by(_try.c.day.desc())
        .limit(most)
    )
    return [(row.place, row.total) for row in connection.execute(query)]


def days_played(connection: sa.Connection, user_id: int, most: int) -> dict[int, bool]:
    """Return the days that a person has played to the end, and whether each was mended so."""
    query = (
        sa.select(_try.c.day, _try.c.later)
        .join(_match, _match.c.id == _try.c.match_id)
        .where(
            _try.c.user_id == user_id, _try.c.gave_up.is_(False),
            sa.or_(_try.c.later.is_(None), _try.c.later == MENDS),
            _match.c.status == Status.OVER.value,
        )
        .order_by(_try.c.day.desc())
        .limit(most)
    )  # fmt: skip
    return {row.day: row.later == MENDS for row in connection.execute(query)}


def days_tried(connection: sa.Connection, user_id: int, since: int) -> set[int]:
    """Return the days from one on of which a person has a try."""
    query = sa.select(_try.c.day).where(_try.c.user_id == user_id, _try.c.day >= since)
    return set(connection.scalars(query))


def last(connection: sa.Connection, user_id: int) -> Try | None:
    """Return the newest try of a person."""
    query = sa.select(_try).where(_try.c.user_id == user_id).order_by(_try.c.day.desc()).limit(1)
    row = connection.execute(query).one_or_none()
    return None if row is None else Try(*row)


def all_of(connection: sa.Connection, user_id: int) -> list[Try]:
    """Return every try of a person, the newest first."""
    query = sa.select(_try).where(_try.c.user_id == user_id).order_by(_try.c.day.desc())
    return [Try(*row) for row in connection.execute(query)]


def seen_in(connection: sa.Connection, day: int, user_id: int, guild_id: int) -> None:
    """Note that a person looked at a day's daily in a server: their try counts there too."""
    add_missing(connection, _place, [{"day": day, "user_id": user_id, "guild_id": guild_id}])


def places_of(connection: sa.Connection, user_id: int) -> list[tuple[int, int]]:
    """Return the day and the server of every look of a person at a daily."""
    query = sa.select(_place.c.day, _place.c.guild_id).where(_place.c.user_id == user_id)
    return [(row.day, row.guild_id) for row in connection.execute(query.order_by(_place.c.day))]


@dataclass(frozen=True, slots=True)
class Post:
    """The post of a day in a channel, with what is shared there; no `message_id` before it is."""

    day: int
    channel_id: int
    guild_id: int
    message_id: int | None = None


def share(connection: sa.Connection, post: Post, user_id: int, name: str) -> Post:
    """Note that a person's result stands in a post by a name; return the post as it is."""
    message_id = connection.scalar(sa.select(sa.func.max(_share.c.message_id)).where(*_is_in(post)))
    known = replace(post, message_id=message_id)
    add_missing(connection, _share, [asdict(known) | {"user_id": user_id, "name": name}])
    return known


def note_post(connection: sa.Connection, post: Post) -> None:
    """Note in which message a post stands."""
    connection.execute(sa.update(_share).where(*_is_in(post)).values(message_id=post.message_id))


def posts_before(connection: sa.Connection, day: int) -> list[Post]:
    """Return the posts of the days before one."""
    columns = _share.c.day, _share.c.channel_id, _share.c.guild_id
    query = sa.select(*columns, sa.func.max(_share.c.message_id)).where(_share.c.day < day)
    return [Post(*row) for row in connection.execute(query.group_by(*columns).order_by(*columns))]


def end_post(connection: sa.Connection, post: Post) -> None:
    """Forget a post: it stays as it is."""
    connection.execute(sa.delete(_share).where(*_is_in(post)))


def shared(connection: sa.Connection, post: Post) -> list[TryResult]:
    """Return the results that stand in a post, by the names there, the best first.

    Of equals the first begun comes first.
    """
    leads = _leads(_try.c.day == post.day)
    query = (
        sa.select(leads, _share.c.name.label("called"))
        .join(_try, _try.c.match_id == leads.c.match_id)
        .join(_share, _share.c.user_id == leads.c.user_id)
        .where(*_has_place(leads), *_is_in(post))
        .order_by(leads.c.lead.desc(), _try.c.at)
    )
    return [replace(TryResult(*found), name=called) for *found, called in connection.execute(query)]


def par(connection: sa.Connection, day: int) -> float | None:
    """Return the mean score of the house players in all tries of a day; None if there is none."""
    house = schema.result
    leads = _leads(_try.c.day == day)
    tries = sa.select(leads.c.match_id).where(*_has_place(leads))
    query = sa.select(sa.func.avg(house.c.score)).where(house.c.user_id.is_(None))
    mean = connection.scalar(query.where(house.c.match_id.in_(tries)))
    return None if mean is None else float(mean)


def _is_in(post: Post) -> tuple[sa.ColumnElement[bool], ...]:
    return _share.c.day == post.day, _share.c.channel_id == post.channel_id


def shares_of(connection: sa.Connection, user_id: int) -> list[tuple[Post, str]]:
    """Return the posts in which a person's results stand, and by what name."""
    columns = _share.c.day, _share.c.channel_id, _share.c.guild_id, _share.c.message_id
    query = sa.select(*columns, _share.c.name).where(_share.c.user_id == user_id)
    rows = connection.execute(query.order_by(_share.c.day))
    return [(Post(*post), name) for *post, name in rows]


def personal_data(connection: sa.Connection, user_id: int) -> dict[str, Json]:
    """Return what a person is given of their dailies, of where they looked at one or shared it."""
    return {
        "dailies": [_try_data(found) for found in all_of(connection, user_id)],
        "dailies_looked_at": [
            {"day": Day(day).date.isoformat(), "server": exported_id(guild_id)}
            for day, guild_id in places_of(connection, user_id)
        ],
        "dailies_shared": [
            {
                "day": Day(post.day).date.isoformat(), "server": exported_id(post.guild_id),
                "channel": exported_id(post.channel_id), "message": exported_id(post.message_id),
                "name": name,
            }
            for post, name in shares_of(connection, user_id)
        ],
    }  # fmt: skip


def _try_data(found: Try) -> Json:
    return {
        "day": Day(found.day).date.isoformat(),
        "table": found.match_id,
        "began": exported_time(found.at),
        "given_up": found.gave_up,
        "after_its_day": found.later,
        "squares": found.squares,
        "place": found.place,
        "place_of": found.total,
    }


def forget(connection: sa.Connection, guild_id: int, _now: float) -> None:
    """Forget who looked at dailies in a server, and who shared them there."""
    for table in (_place, _share):
        connection.execute(sa.delete(table).where(table.c.guild_id == guild_id))


def expire(connection: sa.Connection, before: float) -> None:
    """Forget in which servers people looked at, or shared, dailies of before a moment's day."""
    for table in (_place, _share):
        connection.execute(sa.delete(table).where(table.c.day < Day.at(before).number))


def _leads(which: sa.ColumnElement[bool]) -> sa.Subquery:
    """Return those of the tries that have ended, in the columns of TryResult."""
    own, other = schema.result.alias("own"), schema.result.alias("other")
    person = (_try.c.day, _try.c.user_id, _try.c.match_id, own.c.name)
    rest = (own.c.won, _try.c.gave_up, _try.c.later, _try.c.squares, own.c.score)
    lead = (own.c.score - sa.func.max(other.c.score)).label("lead")
    return (
        sa.select(*person, lead, *rest)
        .join(own, sa.and_(own.c.match_id == _try.c.match_id, own.c.user_id == _try.c.user_id))
        .join(other, sa.and_(other.c.match_id == _try.c.match_id, other.c.user_id.is_(None)))
        .where(which)
        .group_by(*person, *rest)
        .subquery()
    )


def _has_place(leads: sa.Subquery) -> tuple[sa.ColumnElement[bool], ...]:
    """Return the condition for tries that their people played to the end on their day."""
    return leads.c.gave_up.is_(False), leads.c.later.is_(None)


class DailyStore(Part):
    """The part of the store about dailies."""

    begin = writes(begin)
    of = reads(of)
    last = reads(last)
    under_way = reads(under_way)
    give_up = writes(give_up)
    squares_of = reads(squares_of)
    set_squares = writes(set_squares)
    result = reads(result)
    best = reads(best)
    counts = reads(counts)
    settle = writes(settle)
    places = reads(places)
    days_tried = reads(days_tried)
    days_played = reads(days_played)
    seen_in = writes(seen_in)
    share = writes(share)
    note_post = writes(note_post)
    end_post = writes(end_post)
    posts_before = reads(posts_before)
    shared = reads(shared)
    par = reads(par)
