"""A person's settings for all their tables. A missing or unreadable one has its default.

Stored by field in the scope `person <id>`, so that two changes at once keep both.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from math import isfinite

from bot.errors import Refused
from bot.preferences.hours import NO_ZONE, QuietHours, zone_of
from bot.preferences.server import Look
from bot.store import Store
from bot.store.codec import Readers, flag, language, read_settings, spelt
from bot.store.errors import StoreError
from bot.store.settings import person_scope
from bot.texts import as_spoken, as_written

# Days off: a person's time stands still at slow tables, for some days a year; pure.

DAY = 86_400.0
AT_ONCE, A_YEAR = 14, 30
"""How many days off a person may take at once, and in any 365 days."""

YEAR = 365 * DAY

Span = tuple[float, float]
"""From when until when, in seconds since the epoch."""


@dataclass(frozen=True, slots=True)
class VacationDays:
    """When a person had time off within a year, or has, in order; only the last may still last."""

    spans: tuple[Span, ...] = ()

    @classmethod
    def read(cls, text: str) -> VacationDays:
        """Read what `str` spells. Raises ValueError.

        >>> VacationDays.read("100-200 300-350.5")
        VacationDays(spans=((100.0, 200.0), (300.0, 350.5)))
        >>> str(VacationDays.read("100-200 300-350.5"))
        '100.0-200.0 300.0-350.5'
        """
        spans = tuple(_span(word) for word in text.split())
        times = [time for span in spans for time in span]
        if times != sorted(times):
            raise ValueError(text)
        return cls(spans)

    def __str__(self) -> str:
        return " ".join(f"{since}-{until}" for since, until in self.spans)

    def until(self, now: float) -> float | None:
        """Return until when the person is off; None if they are not."""
        return next((until for since, until in self.spans if since <= now < until), None)

    def left(self, now: float) -> int:
        """Return how many days the person may still take, if they came back now."""
        taken = sum(until - max(since, now - YEAR) for since, until in self.ended(now).spans)
        return max(0, int((A_YEAR * DAY - taken) / DAY))

    def ended(self, now: float) -> VacationDays:
        """Return the days off of a person who is back; those still to come are not taken."""
        kept = [(since, min(until, now)) for since, until in self.spans if since < now]
        return VacationDays(tuple(span for span in kept if span[1] > now - YEAR))

    def taken(self, days: int, now: float) -> VacationDays:
        """Return the days off of a person who is off from now on, for a number of days.

        Raises Refused if these are more than they may take.
        """
        most = min(AT_ONCE, self.left(now))
        if not 1 <= days <= most:
            raise Refused("refused.vacation", most=most)
        return VacationDays((*self.ended(now).spans, (now, now + days * DAY)))


NEVER = VacationDays()
"""Of a person who has taken none."""


def _span(word: str) -> Span:
    since, until = map(float, word.split("-"))
    if not (isfinite(since) and isfinite(until)):
        raise ValueError(word)
    return since, until


log = logging.getLogger(__name__)

REMINDER = "daily_reminder"
"""The key of whether a person is reminded of the daily."""


class Place(StrEnum):
    """Where a person is called."""

    TABLE = "table"
    DM = "dm"
    NOWHERE = "nowhere"


class CallMoment(StrEnum):
    """How soon a person is called."""

    QUIET = "quiet"  # when they have done nothing at the table for a minute
    ONCE = "once"
    LAST = "last"  # only when their time is running out


@dataclass(frozen=True, slots=True)
class PersonSettings:
    """A person's settings.

    `place` and `moment` are where they are called and how soon. `quiet` are the hours in which
    nothing pings them, in the time zone `zone` (an IANA name). `vacation_days` are their
    vacations. `invitations` is whether an invitation may call them, `daily_reminder` whether they
    are written to before a streak of dailies ends, and `league_reminder` before a week of a league
    does that they play in and have not played yet. `number` stands in place of their name outside
    the servers it is known in (`bot.match.table.names`); None where the name does.
    `look` is that of the pictures which they alone see; None is the server's; `large` is whether
    these are in large print. `language` is that of all which they alone read; None is that of their
    `client`, which is noted when they press something. `by_ear` is whether they play in words,
    without pictures. `coach` is whether they have one when they play alone with house players,
    `confirms` whether they are asked before a move of theirs is made, and `mistakes` whether
    positions that they missed come back in puzzles.
    """

    place: Place = Place.TABLE
    moment: CallMoment = CallMoment.QUIET
    quiet: QuietHours | None = None
    zone: str = NO_ZONE
    vacation_days: VacationDays = NEVER
    invitations: bool = True
    daily_reminder: bool = False
    league_reminder: bool = True
    number: int | None = None
    look: Look | None = None
    language: str | None = None
    client: str | None = None
    by_ear: bool = False
    large: bool = False
    coach: bool = False
    mistakes: bool = False
    confirms: bool = False

    @classmethod
    def read(cls, stored: Mapping[str, str]) -> PersonSettings:
        """Read what is stored, by field; what is damaged or unknown is as if it were not there.

        >>> PersonSettings.read({"place": "dm", "zone": "Europe/Atlantis"}).zone
        'UTC'
        """
        return read_settings(cls(), _READERS, stored)

    def quiet_left_at(self, when: float) -> float:
        """Return when the quiet hours end that a moment lies in; the moment itself if in none."""
        return when if self.quiet is None else self.quiet.left_at(when, zone_of(self.zone))

    def locale(self, usual: str) -> str:
        """Return the locale of what they alone read: their choice, or else their client's.

        Who has never pressed anything has the `usual` one. Who plays in words has one of its own
        (`bot.texts.by_ear`), and nobody else has it.
        """
        chosen = self.language or self.client or as_written(usual)
        return as_spoken(chosen) if self.by_ear else chosen


async def person_settings(store: Store, user_id: int) -> PersonSettings:
    """Return a person's settings. One read by key."""
    return PersonSettings.read(await store.settings(person_scope(user_id)))


async def language_for(store: Store, user_id: int, usual: str) -> str:
    """Return the locale of what a person alone reads; who was never seen has the usual one."""
    return (await person_settings(store, user_id)).locale(usual)


async def language_seen(store: Store, user_id: int, client: str) -> tuple[str, bool]:
    """Return the locale of what a person alone reads who presses in a client of this language.

    And whether that is another client's than was noted.
    """
    settings = await person_settings(store, user_id)
    return replace(settings, client=client).locale(client), settings.client != client


async def note_client(store: Store, user_id: int, client: str) -> None:
    """Note the language of a person's client, for what they are sent while they do nothing."""
    try:
        await set_person(store, user_id, client=client)
    except StoreError as error:
        log.warning("the language of a client was not noted: %s", error)


async def set_person(store: Store, user_id: int, **changes: object) -> None:
    """Set some fields of a person's settings; the others stay as stored."""
    changed = {name: spelt(USUAL, name, value) for name, value in changes.items()}
    await store.set_settings(person_scope(user_id), changed)


def _zone(text: str) -> str:
    zone_of(text)
    return text


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal()):
        raise ValueError(text)
    return int(text)


_READERS: Readers = {
    "place": Place,
    "moment": CallMoment,
    "quiet": QuietHours.read,
    "zone": _zone,
    "vacation_days": VacationDays.read,
    "invitations": flag,
    REMINDER: flag,
    "league_reminder": flag,
    "number": _number,
    "look": Look,
    "language": language,
    "client": language,
    "by_ear": flag,
    "large": flag,
    "coach": flag,
    "mistakes": flag,
    "confirms": flag,
}

USUAL = PersonSettings()
"""The settings of a person who has set nothing."""
