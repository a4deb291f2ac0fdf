"""Turning one stored row into the next; pure, so that every change is made in one way."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from bot.errors import Refused, Stale
from bot.match.table import state
from bot.match.table.kind import kind_of
from bot.match.table.seats import level_of
from bot.match.table.times import Delay, lobby_due, require_can_go_on, spent, with_clocks
from bot.store import rows
from engine.chance import seating
from engine.course import BACK, Course
from engine.game import IllegalMove
from engine.seats import Seat


def changed(row: rows.MatchRow, now: float, **fields: Any) -> rows.MatchRow:
    """Return the next version of a row."""
    return replace(row, version=row.version + 1, touched=now, **fields)


def touched_lobby(row: rows.MatchRow, now: float, **fields: Any) -> rows.MatchRow:
    """Return the next version of a lobby; its half hour starts again."""
    after = changed(row, now, **fields)
    return replace(after, deadline=lobby_due(after.terms, now))


def with_member(row: rows.MatchRow, seat: Seat, member: rows.Member) -> tuple[rows.Member, ...]:
    """Return the members with another one in a seat."""
    return (*row.members[: seat - 1], member, *row.members[seat:])


def acted(
    row: rows.MatchRow, seat: Seat, now: float, *, by_itself: bool = False
) -> tuple[rows.Member, ...]:
    """Return the members after a move of this seat: its turn is over.

    That its person did something is noted unless the move was made by itself.
    """
    member = spent(row, row.members[seat - 1], now)
    return with_member(row, seat, member if by_itself else replace(member, acted=now))


def votes_needed(row: rows.MatchRow) -> int | None:
    """Return how many votes end a match: more than half of the persons present.

    Where the game counts by now it takes all its people; None where nobody votes: once one of them
    has left such a game, and where tables are compared.
    """
    if kind_of(row).is_solo or kind_of(row).together:
        return None
    if not state.counts_by_now(row):
        return len(state.present(row)) // 2 + 1
    people = [member for member in row.members if member.user_id is not None]
    is_whole = all(member.presence in (rows.Presence.HERE, rows.Presence.LATE) for member in people)
    return len(people) if is_whole else None


def voted(row: rows.MatchRow, user_id: int, now: float, *, wants: bool) -> rows.MatchRow:
    """Return the next version of a row with a vote to end it, or without. Raises Refused."""
    if (user_id in row.votes) is wants:
        raise Refused("refused.already_voted" if wants else "refused.not_voted")
    if wants and votes_needed(row) is None:
        raise Refused("refused.no_vote")
    others = tuple(voter for voter in row.votes if voter != user_id)
    return changed(row, now, votes=(*others, user_id) if wants else others)


def is_ended_by_votes(row: rows.MatchRow) -> bool:
    """Return whether enough want to end; who leaves has no vote."""
    needed = votes_needed(row)
    return needed is not None and len(row.votes) >= needed


def closed(row: rows.MatchRow) -> rows.MatchRow:
    """Return the row of a game that has ended without a result."""
    return replace(row, status=rows.Status.CLOSED, deadline=None, pauses=(), proposal=None)


def is_ended(row: rows.MatchRow) -> bool:
    """Return whether everybody has left of their own will, or enough of those here want to end."""
    if kind_of(row).plays_on:
        # Given up, it is played to its end, unless it is of nobody any more.
        return any(member.is_anonymous for member in row.members)
    if state.is_given_up(row):
        return False
    has_left = not state.present(row) and not any(
        member.presence is rows.Presence.LATE for member in row.members
    )
    return has_left or is_ended_by_votes(row)


def seat_to_move(table: state.Table, user_id: int, moves: int | None) -> Seat:
    """Return the seat of a person who may move now. Raises Stale or Refused.

    `moves` is how many moves had been made when they chose; None for any moment.
    """
    seat = state.seat_at_play(table.row, user_id)
    require_can_go_on(table.row)
    if moves is not None and moves != table.row.moves:
        raise Stale("refused.stale")
    to_act = table.to_act()
    if seat not in to_act:
        raise Refused("refused.not_your_turn", name=state.someone_at(table.row, to_act[0]))
    state.require_there(table.member(seat))
    return seat


def made(
    table: state.Table, seat: Seat, code: str, now: float, delay: Delay, longer: Delay
) -> tuple[state.Table, rows.Commit]:
    """Return the table after a person's move, and what stores it. Raises Refused.

    House players pause `longer` where one person alone may take the move back.
    """
    row = table.row
    try:
        course = table.begun.then(seat, code)
    except IllegalMove as error:
        raise Refused(f"illegal.{row.game}.{error.reason}") from error
    move = rows.MoveRow(row.moves + 1, seat, code, table.member(seat).user_id, now)
    takes_back = state.has_one_person(row) and is_friendly(row) and course.may_take_back(seat)
    commit = moved(row, move, course, delay=longer if takes_back else delay)
    return table.then(commit.row, course, move), commit


def is_friendly(row: rows.MatchRow) -> bool:
    """Return whether a game counts for nothing, so that moves in it may be taken back."""
    return not (state.may_count(row) or kind_of(row).shares_deals)


def require_can_take_back(table: state.Table, seat: Seat) -> None:
    """Raise Refused if a seat may not take back what was done last."""
    if not is_friendly(table.row):
        raise Refused("refused.back_counts")
    if not table.begun.may_take_back(seat):
        raise Refused("illegal.common.not_to_take_back")


def taken_back(
    table: state.Table, seat: Seat, now: float, delay: Delay
) -> tuple[state.Table, rows.Commit]:
    """Return the table after a seat took back what it did last, and what stores it.

    Raises Refused.
    """
    require_can_take_back(table, seat)
    row, course = table.row, table.begun.follow(seat, BACK)
    move = rows.MoveRow(row.moves + 1, seat, BACK, table.member(seat).user_id, now)
    commit = moved(row, move, course, delay=delay)
    return table.then(commit.row, course, move), commit


def moved(
    row: rows.MatchRow, move: rows.MoveRow, course: Course, *, delay: Delay, by_itself: bool = False
) -> rows.Commit:
    """Return the commit that stores a move, after which the game of a row is `course`.

    A forced move that was made by itself is the seat's own, but its person did nothing.
    """
    after = changed(row, move.at, moves=move.number, state=course.game.dump(course.state))
    if move.by is not None:
        members = acted(after, Seat(move.seat), move.at, by_itself=by_itself)
        after = replace(after, members=members)
    results = results_of(after, course)
    status = rows.Status.OVER if results else after.status
    lapses = bool(results) or (row.proposal is not None and row.proposal.back)
    after = replace(after, status=status, proposal=None if lapses else after.proposal)
    after = with_clocks(state.Table(after, course), move.at, delay)
    return rows.Commit(after, move=move, results=results)


def below_level(row: rows.MatchRow, seat: Seat) -> rows.MatchRow:
    """Return the row with a note that a house player, if one sits there, moved by rule of thumb."""
    member = row.members[seat - 1]
    if member.user_id is not None:
        return row
    return replace(row, members=with_member(row, seat, replace(member, hinted=True)))


def results_of(row: rows.MatchRow, course: Course) -> tuple[rows.ResultRow, ...]:
    """Return every seat's result of a finished match; () while it goes on."""
    outcome = course.game.outcome(course.state)
    if outcome is None:
        return ()
    deals = course.view(None).deal_scores
    return tuple(
        rows.ResultRow(
            seat=number,
            user_id=member.user_id,
            name=member.name,
            score=outcome.scores[number - 1],
            won=number in outcome.winners,
            best_deal=max((deal[number - 1] for deal in deals), default=0),
            deals=len(deals),
            level=level_of(row, member) if state.is_house(member) else None,
            hinted=member.hinted,
        )
        for number, member in enumerate(row.members, start=1)
    )


# What is drawn for several tables with the same deals (docs/rules.md, "Chance"). Pure.


def entropy_of_start(key: str, start: int) -> str:
    """Return the entropy of tables that begin together: their series, and the Start's interaction.

    Discord makes its id up after the commitment was shown, and it names nobody.

    >>> entropy_of_start("evening 7 1", 303), is_of_start("evening 7 1 303", "evening 7 1")
    ('evening 7 1 303', True)
    """
    return f"{key} {start}"


def is_of_start(entropy: str, key: str) -> bool:
    """Return whether this can be the entropy of tables of a series that began together."""
    return entropy.startswith(f"{key} ") and entropy[len(key) + 1 :].isdecimal()


def round_of(key: str) -> int:
    """Return the round of a series of tables that began together, from 1, by its key.

    >>> round_of("evening 7 11")
    11
    """
    return int(key.rpartition(" ")[2])


def chain(last: bytes, rounds: int) -> tuple[bytes, ...]:
    """Return the secrets of the rounds, from the first on, given that of the last one.

    Each is the SHA-256 of the next, so the secret of a round commits the one after it, and the
    commitment of the first commits them all.

    >>> from engine.chance import commitment
    >>> first, second = chain(bytes(32), 2)
    >>> second == bytes(32), commitment(second) == first.hex()
    (True, True)
    """
    secrets = [last]
    while len(secrets) < rounds:
        secrets.append(hashlib.sha256(secrets[-1]).digest())
    return tuple(reversed(secrets))


def house_seats(seed: bytes, seats: int) -> tuple[int, ...]:
    """Return the seats, from 1, in the order in which house players take them at every table.

    >>> house_seats(bytes(32), 3)
    (3, 1, 2)
    """
    return tuple(int(number) for number in seating(seed, map(str, range(1, seats + 1))))


def with_house(seed: bytes, table: Sequence[str | None], house: Sequence[str]) -> tuple[str, ...]:
    """Return the keys of a table with house players where there is nobody: the first one first.

    >>> with_house(bytes(32), ("10", None, None), ["house:1", "house:2"])
    ('10', 'house:2', 'house:1')
    """
    empty = (seat for seat in house_seats(seed, len(table)) if table[seat - 1] is None)
    by_seat = dict(zip(empty, house, strict=True))
    return tuple(key or by_seat[seat] for seat, key in enumerate(table, start=1))


def seated_together(
    seed: bytes, people: Iterable[str], house: Sequence[str], seats: int
) -> tuple[str, ...]:
    """Return the keys of a table in the order of its seats.

    House players sit in the same seats at every table, so that as many people as can be have the
    cards of other people; people sit in the order in which they do at any table.

    >>> seated_together(bytes(32), ["10", "20"], ["house:1"], 3)
    ('10', '20', 'house:1')
    """
    by_seat = dict(zip(house_seats(seed, seats), house, strict=False))
    others = iter(seating(seed, people))
    return tuple(by_seat.get(seat) or next(others) for seat in range(1, seats + 1))


# Who has a medal. Pure.

MEDALS = 3
"""So many places have a medal."""


def places_of(ordered: Sequence[object]) -> list[int]:
    """Return the place, from 1, of each of these points, the best first; equals share one.

    >>> places_of([Fraction(9), Fraction(5), Fraction(5), Fraction(1)])
    [1, 2, 2, 4]
    """
    places: list[int] = []
    for at, one in enumerate(ordered):
        places.append(places[-1] if at and one == ordered[at - 1] else at + 1)
    return places


def has_medal(place: int, last: int, points: Fraction) -> bool:
    """Return whether a place has a medal where people are compared over tables.

    It is for points, and for who was ahead of somebody: of the `last` place.

    >>> has_medal(1, 3, Fraction(50)), has_medal(1, 1, Fraction(50)), has_medal(2, 3, Fraction(0))
    (True, False, False)
    """
    return place <= MEDALS and place < last and points > 0


# Proposals of one person to which all have to agree: other terms, or a move taken back; pure.
#
# People who have left are not asked, but late ones are: any press brings them back. A proposal goes
# when its author leaves or is late.

LAPSE_OF_BACK = 30.0
"""Seconds after which it lapses that somebody wants to take their move back."""

LAPSE = 600.0
"""Seconds after which a proposal lapses; at a table with a longer clock, the time for a turn."""


def proposed(row: rows.MatchRow, user_id: int, terms: rows.Terms, now: float) -> rows.MatchRow:
    """Return the row in which a person proposes other terms.

    Raises Refused if these are the present ones, or somebody else's proposal is not answered yet.
    """
    if (terms.clock, terms.bank, terms.hints) == _of(row.terms):
        raise Refused("refused.same_terms")
    if row.proposal is not None and row.proposal.yes[0] != user_id:
        raise Refused("refused.proposed_already")
    until = now + max(LAPSE, row.terms.clock)
    proposal = rows.Proposal(row.version, (user_id,), *_of(terms), until=until)
    return replace(row, proposal=proposal)


def proposed_back(row: rows.MatchRow, user_id: int, now: float) -> rows.MatchRow:
    """Return the row in which a person wants to take back the move that they have made last.

    Raises Refused if somebody else's proposal is not answered yet.
    """
    if row.proposal is not None and row.proposal.yes[0] != user_id:
        raise Refused("refused.proposed_already")
    until = now + LAPSE_OF_BACK
    proposal = rows.Proposal(row.version, (user_id,), *_of(row.terms), until=until, back=True)
    return replace(row, proposal=proposal)


def is_agreed(row: rows.MatchRow) -> bool:
    """Return whether everybody who is asked agrees that a move is taken back."""
    return row.proposal is not None and row.proposal.back and not asked(row)


def answered(row: rows.MatchRow, user_id: int, number: int, *, yes: bool) -> rows.MatchRow:
    """Return the row in which a person agrees to a proposal, or does not, which ends it.

    Raises Stale if it is not the one that stands.
    """
    proposal = row.proposal
    if proposal is None or proposal.number != number:
        raise Stale("refused.no_proposal")
    if not yes:
        return replace(row, proposal=None)
    if user_id in proposal.yes:
        return row
    return replace(row, proposal=replace(proposal, yes=(*proposal.yes, user_id)))


def asked(row: rows.MatchRow) -> list[int]:
    """Return the user ids of those who have not answered what is proposed."""
    yes = () if row.proposal is None else row.proposal.yes
    here = (
        member.user_id
        for member in row.members
        if member.presence is rows.Presence.LATE or not state.is_house(member)
    )
    return [user for user in here if user is not None and user not in yes]


def decided(row: rows.MatchRow) -> rows.MatchRow:
    """Return the row with what is proposed in force, if everybody who is asked agrees.

    Whoever is to move has a whole turn before them by the new terms, and everybody a full bank.
    """
    proposal = row.proposal
    if proposal is None:
        return row
    if proposal.yes[0] not in [member.user_id for member in state.present(row)]:
        return replace(row, proposal=None)
    if asked(row) or proposal.back:
        return row
    terms = replace(row.terms, clock=proposal.clock, bank=proposal.bank, hints=proposal.hints)
    is_timed = (terms.clock, terms.bank) != (row.terms.clock, row.terms.bank)
    members = tuple(
        replace(
            member, clock=replace(member.clock, due=None, reminded=False, bank=float(terms.bank))
        )
        if is_timed
        else member
        for member in row.members
    )
    return replace(row, terms=terms, members=members, proposal=None)


def _of(terms: rows.Terms) -> tuple[int, int, bool]:
    return terms.clock, terms.bank, terms.hints
