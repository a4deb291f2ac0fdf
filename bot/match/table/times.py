"""Time at a table: turns and their clocks, pauses, the pace of house players, days off."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.discord.parts import moment
from bot.errors import Refused
from bot.match.table.seats import forced_move
from bot.match.table.state import Table, is_given_up, is_house, present
from bot.preferences.person import person_settings
from bot.store import Store
from bot.store.rows import MatchRow, Member, Pause, Presence, Status, Terms, TurnClock
from bot.texts import by_ear
from render.api import All, Words

# The turn clock: how long a person may take, and what comes of it when they took longer; pure.
#
# A turn begins when its seat is to act, for each seat by itself. After its own time the person's
# bank runs, if the table has one. When that begins, or at three quarters of all the time, they are
# reminded; at its end a stand-in plays for them until they are back. Where nobody is there any
# more the game waits: house players do not play among themselves.

Delay = Callable[[], float]
"""Draws for how many seconds a house player seems to think."""

REMIND = 0.75
"""The part of a turn's time after which the person is reminded at the latest."""

SLOW = 3600
"""Tables with at least this many seconds for a turn are slow: people sleep in between."""

GRACE = 60.0
"""Seconds that everybody to act has at least when the bot was away and is back."""

LOBBY_MINUTES = 30
"""How long a lobby waits untouched before it closes itself."""

GATHERING_MINUTES = 180
"""How long one with rounds does: a whole club comes together slowly."""


def is_alone(row: MatchRow) -> bool:
    """Return whether one person plays with house players only."""
    return row.status is Status.PLAYING and len(present(row)) == 1 < len(row.members)


def stopped_at(row: MatchRow) -> float | None:
    """Return when a game stopped that is paused; None while it goes on."""
    return min((pause.since for pause in row.pauses), default=None)


def time_at(row: MatchRow, now: float) -> float:
    """Return the time in a game: when it stopped, if it is paused."""
    stopped = stopped_at(row)
    return now if stopped is None else stopped


def is_slow(row: MatchRow) -> bool:
    """Return whether turns at a table take so long that people may be on vacation there."""
    return row.terms.clock >= SLOW


def is_due(row: MatchRow, status: Status, now: float) -> bool:
    """Return whether a match of this status has come to its deadline."""
    return row.status is status and row.deadline is not None and row.deadline <= now


def with_clocks(table: Table, now: float, delay: Delay) -> MatchRow:
    """Return the row with its clocks set: everybody's time, and when the match is due next.

    In a game that is paused it is still the moment at which it stopped, and nothing is ever due.
    """
    row, acting = table.row, table.to_act()
    began = time_at(row, now)
    members = tuple(
        _timed(row, member, began, to_act=seat in acting and not is_house(member))
        for seat, member in enumerate(row.members, start=1)
    )
    row = replace(row, members=members)
    if row.pauses:
        return replace(row, deadline=None)
    due = [when for member in members if (when := _next(member, row.terms)) is not None]
    moves_itself = any(is_house(table.member(seat)) for seat in acting)
    goes_on = bool(present(row)) or is_given_up(row)
    if goes_on and (moves_itself or forced_move(table) is not None):
        due.append(now + delay())
    elif row.proposal is not None:
        # Not before a move that makes itself: that would come too early then.
        due.append(row.proposal.until)
    return replace(row, deadline=min(due, default=None))


def expired(row: MatchRow, now: float) -> MatchRow:
    """Return the row with those reminded, or played for, for whom it is time.

    What was proposed and not agreed to for so long lapses.
    """
    members = tuple(_expired(row, member, now) for member in row.members)
    late = {member.user_id for member in members if member.presence is Presence.LATE}
    votes = tuple(user for user in row.votes if user not in late)
    proposal = row.proposal
    if proposal is not None and proposal.until <= now:
        proposal = None
    return replace(row, members=members, votes=votes, proposal=proposal)


def with_time_of(row: MatchRow, then: float, now: float) -> MatchRow:
    """Return the row in which everybody to act has the time that they had left `then`.

    It is at least the grace, and at most their whole time: nobody could move for a while, or the
    clock was set, and stored times may lie anywhere. The past is not left ahead of now.
    """
    members = tuple(_going_on(member, row.terms, then, now) for member in row.members)
    return replace(row, members=members)


def lobby_minutes(terms: Terms) -> int:
    """Return how long a lobby of these terms waits untouched, in minutes."""
    return GATHERING_MINUTES if terms.rounds else LOBBY_MINUTES


def lobby_due(terms: Terms, now: float) -> float:
    """Return when a lobby that is touched now closes itself, or begins at its time."""
    return now + lobby_minutes(terms) * 60 if terms.begins is None else terms.begins


def is_unfelt(due: float, later: float, now: float) -> bool:
    """Return whether nobody feels a short absence of the bot: then times stay as they are shown.

    Of the time that would be left, a tenth at most was lost, and the grace is left in any case.
    """
    return due - now >= max(GRACE, 0.9 * (later - now)) and due <= later


def lobby_in_reach(row: MatchRow, then: float, now: float) -> MatchRow:
    """Return the lobby with the time it had left `then`, and no more than its whole time."""
    latest = now + lobby_minutes(row.terms) * 60
    if row.deadline is None or row.terms.begins is not None:
        return row
    later = min(row.deadline + now - then, latest)
    return row if is_unfelt(row.deadline, later, now) else replace(row, deadline=later)


def spent(row: MatchRow, member: Member, now: float) -> Member:
    """Return the member whose turn is over; what it took of their bank is gone from it.

    What they did not use of the turn's own time is not saved.
    """
    clock = member.clock
    if clock.due is None:
        return member
    rest = clock.due - _running_from(member, row.terms, time_at(row, now))
    bank = min(clock.bank, max(0.0, rest))
    return replace(member, clock=TurnClock(bank=bank, vacation=clock.vacation))


def on_vacation(row: MatchRow, member: Member, until: float, now: float) -> Member:
    """Return the member whose time at a slow table stands still until then; 0 if it runs again.

    What is left of their turn stays as it is.
    """
    if member.clock.vacation == until or max(member.clock.vacation, until) <= now:
        return member
    after = replace(member, clock=replace(member.clock, vacation=until))
    if member.clock.due is None:
        return after
    at = time_at(row, now)
    rest = member.clock.due - _running_from(member, row.terms, at)
    due = _running_from(after, row.terms, at) + rest
    return replace(after, clock=replace(after.clock, due=due))


def left(row: MatchRow, member: Member, now: float) -> Member:
    """Return the member gone from their seat: a house player moves for them."""
    return replace(spent(row, member, now), presence=Presence.LEFT, acted=now)


def returned(row: MatchRow, member: Member, now: float) -> Member:
    """Return the member back at their seat, with a turn's time before them."""
    return replace(spent(row, member, now), presence=Presence.HERE, acted=now)


def is_in_bank(member: Member, terms: Terms) -> bool:
    """Return whether a member was told that their turn's own time is over and their bank runs."""
    return member.clock.reminded and 0 < member.clock.bank == _last_part(member, terms)


def _going_on(member: Member, terms: Terms, then: float, now: float) -> Member:
    member = replace(member, acted=min(member.acted, now))
    clock = member.clock
    if clock.due is None:
        return member
    most = max(GRACE, terms.clock + clock.bank)
    rest = clock.due - _running_from(member, terms, then)
    due = _running_from(member, terms, now) + min(max(rest, GRACE), most)
    return (
        member if is_unfelt(clock.due, due, now) else replace(member, clock=replace(clock, due=due))
    )


def _timed(row: MatchRow, member: Member, now: float, *, to_act: bool) -> Member:
    if not to_act or not row.terms.clock:
        return spent(row, member, now)
    clock = member.clock
    if clock.due is not None:
        return member
    due = _running_from(member, row.terms, now) + row.terms.clock + clock.bank
    return replace(member, clock=replace(clock, due=due))


def _running_from(member: Member, terms: Terms, now: float) -> float:
    """Return from when on a member's time runs: not while they are on vacation at a slow table."""
    return max(now, member.clock.vacation) if terms.clock >= SLOW else now


def _last_part(member: Member, terms: Terms) -> float:
    """Return the seconds left of a turn when its person is reminded: a quarter, or all the bank."""
    return max(member.clock.bank, (terms.clock + member.clock.bank) * (1 - REMIND))


def _next(member: Member, terms: Terms) -> float | None:
    """Return when something is due for a member: the reminder, or the end of their time."""
    if member.clock.due is None or member.clock.reminded:
        return member.clock.due
    return member.clock.due - _last_part(member, terms)


def _expired(row: MatchRow, member: Member, now: float) -> Member:
    clock = member.clock
    if clock.due is None:
        return member
    if clock.due <= now:
        return replace(spent(row, member, now), presence=Presence.LATE)
    reminded = clock.reminded or (_next(member, row.terms) or now) <= now
    return replace(member, clock=replace(clock, reminded=reminded))


# How long a turn may still take, in words.

HALF_A_DAY = 12 * 3600

OWN, BANK_TOO, BANK_RUNS = 0, 1, 2

_AT_THE_TABLE = ("board.turn_until", "board.turn_until.bank", "board.turn_until.bank_runs")
_IN_THE_HAND = ("hand.until", "hand.until.bank", "hand.until.bank_runs")
_IN_ANSWERS = ("look.clock.until", "look.clock.until_bank", "look.clock.bank_runs")
"""The words for the turn's own time, with a bank behind it, and while the bank runs."""


def turn_text(turn: str, member: Member, terms: Terms, say: Words) -> str:
    """Say whose turn it is, in the words of `turn`, and until when if it ends."""
    if member.clock.due is None:
        return say("board.turn", turn=turn)
    key = _AT_THE_TABLE[_which(member, terms)]
    return say(key, turn=turn, when=moment(member.clock.due), bank=minutes(member.clock.bank))


def until_text(member: Member, terms: Terms, say: Words) -> str:
    """Tell a person until when their turn lasts; "" if it does not end.

    In words, the time of the day: it is shorter, and stays true as it was read out.
    """
    if member.clock.due is None:
        return ""
    key = _IN_THE_HAND[_which(member, terms)]
    style = "t" if by_ear(say) and terms.clock <= HALF_A_DAY else "R"
    return say(key, when=moment(member.clock.due, style), bank=minutes(member.clock.bank))


def until_said(turn: str, member: Member, terms: Terms, say: Words) -> str:
    """Answer whose turn it is, in the words of `turn`, and until when, without any symbol."""
    if member.clock.due is None:
        return say("look.clock.endless", turn=turn)
    key, bank = _IN_ANSWERS[_which(member, terms)], divmod(int(member.clock.bank), 60)
    units = zip(("minutes", "seconds"), bank, strict=True)
    spare = All(say(f"look.{unit}", n=n) for unit, n in units if n)
    return say(key, turn=turn, when=moment(member.clock.due), bank=spare)


def minutes(seconds: float) -> str:
    """Write a short time.

    >>> minutes(180.0), minutes(59.9), minutes(4.2)
    ('3:00', '0:59', '0:04')
    """
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def _which(member: Member, terms: Terms) -> int:
    if is_in_bank(member, terms):
        return BANK_RUNS
    return BANK_TOO if int(member.clock.bank) else OWN


# Games that are paused: nothing is played and no clock runs until they go on; pure.

MODERATOR, PERMISSIONS, LOCKED, ROOM = "moderator", "permissions", "locked", "room"
"""Why a game may be paused.

A moderator said so, the bot lacks permissions where it is shown, the thread it is in was locked, or
the whole evening stands still.
"""


def paused(row: MatchRow, pause: Pause, now: float) -> MatchRow:
    """Return the row of a game that is paused for one more reason, or for one again.

    Raises Refused if no game is being played.
    """
    if row.status is not Status.PLAYING:
        raise Refused("refused.not_started" if row.status is Status.LOBBY else "refused.over")
    stopped = stopped_at(row)
    pause = replace(pause, since=now if stopped is None else stopped)
    return replace(row, pauses=(*_but(row, pause.why), pause))


def resumed(row: MatchRow, why: str, now: float) -> MatchRow:
    """Return the row without one reason to pause.

    With the last one gone the game goes on, and everybody has the time they had when it stopped.
    """
    stopped, others = stopped_at(row), _but(row, why)
    if row.status is not Status.PLAYING:
        return row
    after = replace(row, pauses=others)
    return after if others or stopped is None else with_time_of(after, stopped, now)


def is_paused_for(row: MatchRow, why: str) -> bool:
    """Return whether this is among the reasons for which a game is paused."""
    return any(pause.why == why for pause in row.pauses)


def require_can_go_on(row: MatchRow) -> None:
    """Raise Refused while a game is paused."""
    if row.pauses:
        raise Refused("refused.paused")


def _but(row: MatchRow, why: str) -> tuple[Pause, ...]:
    return tuple(pause for pause in row.pauses if pause.why != why)


# People on vacation at a slow table: their time stands still there until they are back.
#
# What a person has set holds. The members at their tables bear a copy, which is brought up to date
# when they take days off or are back, when a game starts, and before anybody's time runs out
# there.


async def with_vacations(store: Store, row: MatchRow, now: float) -> MatchRow:
    """Return the row in which every person is on vacation who is; a fast one as it is."""
    if not is_slow(row):
        return row
    members = []
    for member in row.members:
        until = 0.0
        if member.user_id is not None:
            vacation_days = (await person_settings(store, member.user_id)).vacation_days
            until = vacation_days.until(now) or 0.0
        members.append(on_vacation(row, member, until, now))
    return replace(row, members=tuple(members))
