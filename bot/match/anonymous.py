"""Taking a person out of a match whose data is to be deleted; pure.

At a table their seat stays, without anybody's name or id: a house player plays on in it. Seat and
seed were drawn from the ids of all who joined, so of such a match they cannot be computed again,
and what only that needs goes as well.
"""

from __future__ import annotations

from dataclasses import replace

from bot.match.change import changed
from bot.match.table import seat_of
from bot.store.rows import Door, MatchRow, Member, Pause, Presence, Status, anonymous_id


def is_anonymous(row: MatchRow) -> bool:
    """Return whether somebody who sat in a match had their data deleted."""
    return any(member.is_anonymous for member in row.members)


def without_person(
    row: MatchRow, user_id: int, name: str, now: float, number: int | None = None
) -> MatchRow:
    """Return the next version of a live match in which nothing says that this person was in it.

    A lobby they leave; it goes to who joined next if they opened it, and is closed where nobody is
    left. In a game they are `name` from then on, with a `number` below zero for their id: that of
    their seat, if none is given. Presence, and its effect on the clocks, is not looked at here.
    """
    pauses = tuple(_pause(pause, user_id) for pause in row.pauses)
    door = replace(
        row.door,
        invited=_without(row.door.invited, user_id),
        quiet=_without(row.door.quiet, user_id),
        kicked=_without(row.door.kicked, user_id),
    )
    proposal = row.proposal if row.proposal and user_id not in row.proposal.yes else None
    after = changed(
        row, now, pauses=pauses, votes=_without(row.votes, user_id), door=door, proposal=proposal
    )
    if row.status is Status.LOBBY:
        return _out_of_lobby(after, user_id)
    opener = 0 if row.opener_id == user_id else row.opener_id
    seat = seat_of(row, user_id)
    if seat is None:
        return replace(after, opener_id=opener, touched=row.touched)
    members = tuple(
        _anonymous(member, number or anonymous_id(seat), name)
        if member.user_id == user_id
        else replace(member, joined="")
        for member in row.members
    )
    # The entropy of a series is its key, which names nobody.
    return replace(after, opener_id=opener, members=members, entropy=row.series)


def _out_of_lobby(row: MatchRow, user_id: int) -> MatchRow:
    members = tuple(member for member in row.members if member.user_id != user_id)
    people = [member.user_id for member in members if member.user_id is not None]
    opener = row.opener_id if row.opener_id != user_id else next(iter(people), 0)
    if people:
        return replace(row, opener_id=opener, members=members)
    return replace(
        row, opener_id=opener, members=members, status=Status.CLOSED, deadline=None, door=Door()
    )


def _anonymous(member: Member, number: int, name: str) -> Member:
    """Return the remains of a member: the level of the house player that plays for them."""
    return type(member)(presence=Presence.LEFT, key=str(number), name=name, level=member.level)


def _pause(pause: Pause, user_id: int) -> Pause:
    return replace(pause, by=None) if pause.by == user_id else pause


def _without(user_ids: tuple[int, ...], user_id: int) -> tuple[int, ...]:
    return tuple(other for other in user_ids if other != user_id)
