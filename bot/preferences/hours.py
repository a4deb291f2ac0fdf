"""Hours of people's days: time zones, quiet hours, and moments as they are typed; pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from functools import cache
from pathlib import Path
from typing import NamedTuple
from zoneinfo import ZoneInfo, available_timezones

from babel import Locale
from babel.dates import get_timezone_location

from bot.texts import Texts
from bot.texts.checks import folded
from render.api import MINUS

# Cities by the time zone they lie in, as people write them.

_LISTED = Path(__file__).with_name("cities.txt")


@cache
def cities() -> dict[str, str]:
    """Return the zones of cities by their names, folded: in all our languages, and as listed.

    Read once a process, which takes a second; in a thread, where others wait.
    """
    found: dict[str, str] = {}
    zones = [name for name in sorted(available_timezones()) if "/" in name and name[:4] != "Etc/"]
    # Of zones with one city that comes last which is named after it: London, not Belfast.
    zones.sort(key=lambda zone: _last_name(zone) == _city(zone, "en"))
    for language in Texts.load().languages.values():
        found |= {_city(zone, language.locale): zone for zone in zones}
    for line in _LISTED.read_text("utf-8").splitlines():
        zone, _, named = line.partition(": ")
        if not line.startswith("#"):
            found |= {folded(city.strip()): zone for city in named.split(",")}
    return found


def _last_name(zone: str) -> str:
    return zone.rpartition("/")[2].replace("_", " ").casefold()


def _city(zone: str, language: str) -> str:
    return folded(get_timezone_location(zone, locale=language, return_city=True))


# Moments are seconds since the epoch. A day with a change of the clocks is as long as it is: quiet
# hours come out longer then, never shorter, where one of their ends is skipped or comes twice.

NO_ZONE = "UTC"
"""The zone of whoever has named none."""

ZONE_LENGTH = 60
"""How many characters of a time zone may be typed."""

DAY = 24 * 60
"""The minutes of a day."""

_TIME = re.compile("([01][0-9]|2[0-3]):([0-5][0-9])")
_ZONE = re.compile("[A-Za-z0-9_+-]{1,32}(/[A-Za-z0-9_+-]{1,32}){0,2}")
_TYPED_OFFSET = re.compile("(?:utc|gmt)?([+-])([0-9]{1,2})(?::?(00|15|30|45))?")
_OFFSET = re.compile("UTC([+-])([0-9]{1,2}):(15|30|45)")
_SHIFTS = range(-12 * 60, 14 * 60 + 1)
"""How many minutes clocks may be ahead of UTC."""


@dataclass(frozen=True, slots=True)
class QuietHours:
    """From when until when nothing calls a person, every day: minutes since their midnight.

    Where the end is not after the beginning it is the next day's.
    """

    start: int
    end: int

    def __post_init__(self) -> None:
        if self.start == self.end or not {self.start, self.end} <= set(range(DAY)):
            raise ValueError("quiet hours begin and end at two times of a day")

    def __str__(self) -> str:
        """Spell them as they are stored."""
        return f"{spelt_time(self.start)}-{spelt_time(self.end)}"

    @classmethod
    def read(cls, text: str) -> QuietHours:
        """Read what is stored. Raises ValueError.

        >>> QuietHours.read("22:00-07:30")
        QuietHours(start=1320, end=450)
        """
        start, _, end = text.partition("-")
        return cls(read_time(start), read_time(end))

    def left_at(self, when: float, zone: tzinfo) -> float:
        """Return when the quiet hours end that a moment lies in; the moment itself if in none."""
        today = datetime.fromtimestamp(when, zone).date()
        for day in (today - timedelta(days=1), today):
            last = day + timedelta(days=self.end <= self.start)
            if min(moments(day, self.start, zone)) <= when < max(moments(last, self.end, zone)):
                return max(moments(last, self.end, zone))
        return when


def spelt_time(minute: int) -> str:
    """Spell a minute of the day, such as `07:30`."""
    return f"{minute // 60:02}:{minute % 60:02}"


def read_time(text: str) -> int:
    """Read a minute of the day as it is spelt. Raises ValueError."""
    found = _TIME.fullmatch(text)
    if found is None:
        raise ValueError
    return int(found[1]) * 60 + int(found[2])


def zone_of(name: str) -> tzinfo:
    """Return a time zone by its IANA name, or one such as UTC+5:30. Raises ValueError for none.

    >>> zone_of("Europe/Berlin")
    zoneinfo.ZoneInfo(key='Europe/Berlin')
    """
    if name == NO_ZONE:
        return UTC  # there even where the machine knows no zones
    if offset := _OFFSET.fullmatch(name):
        return timezone(timedelta(minutes=_shift(offset)))
    if not _ZONE.fullmatch(name):
        raise ValueError
    try:
        return ZoneInfo(name)
    except (KeyError, OSError) as error:
        raise ValueError from error


def zone_typed(typed: str) -> str:
    """Return the name of the zone that a person means. Raises ValueError.

    They may type its name, a city in it in any of our languages or how far it is from UTC, with
    small letters and without accents, too.

    >>> [zone_typed(text) for text in ("europe/berlin", " New York ", "UTC+2", "UTC+5:30")]
    ['Europe/Berlin', 'America/New_York', 'Etc/GMT-2', 'UTC+5:30']
    """
    text = folded(" ".join(typed.replace("_", " ").replace(MINUS, "-").split()))
    if offset := _TYPED_OFFSET.fullmatch(text.replace(" ", "")):
        sign, hours, minutes = offset[1], int(offset[2]), int(offset[3] or 0)
        if _shift(offset) not in _SHIFTS:
            raise ValueError
        if minutes:
            return f"UTC{sign}{hours}:{minutes}"
        # The names of these zones count westwards.
        text = f"etc/gmt{'-' if sign == '+' else '+'}{hours}"
    name = _zones().get(text) or cities().get(text)
    if name is None:
        raise ValueError
    return name


def _shift(offset: re.Match[str]) -> int:
    """Return how many minutes clocks are ahead of UTC."""
    minutes = int(offset[2]) * 60 + int(offset[3] or 0)
    return minutes if offset[1] == "+" else -minutes


def zone_shown(name: str) -> str:
    """Return a zone's name as people read it, who may type it so too.

    >>> zone_shown("Etc/GMT-2"), zone_shown("America/New_York")
    ('UTC+2', 'America/New York')
    """
    west, east = name.partition("Etc/GMT+"), name.partition("Etc/GMT-")
    if west[1] or east[1]:
        return f"UTC-{west[2]}" if west[1] else f"UTC+{east[2]}"
    return name.replace("_", " ")


def local_time(when: float, zone: str) -> str:
    """Say what the clocks of a zone show at a moment, such as `07:30`. Raises ValueError."""
    return f"{datetime.fromtimestamp(when, zone_of(zone)):%H:%M}"


def moments(day: date, minute: int, zone: tzinfo) -> tuple[float, float]:
    """Return when it is this time: twice, if the clocks are set back over it, else the same."""
    shown = datetime.combine(day, time(minute // 60, minute % 60), zone)
    return shown.timestamp(), shown.replace(fold=1).timestamp()


class Weekly(NamedTuple):
    """A time of every week: a `weekday` from 0 for Monday, and a `minute` of that day in `zone`."""

    weekday: int
    minute: int
    zone: str

    def __str__(self) -> str:
        """Spell it.

        >>> str(Weekly(3, 1230, "Europe/Berlin"))
        '3:1230:Europe/Berlin'
        """
        return f"{self.weekday}:{self.minute}:{self.zone}"

    @classmethod
    def read(cls, text: str) -> Weekly:
        """Read what is spelt. Raises ValueError."""
        weekday, minute, zone = text.split(":", 2)
        zone_of(zone)
        if int(weekday) not in range(7) or int(minute) not in range(DAY):
            raise ValueError(text)
        return cls(int(weekday), int(minute), zone)

    @classmethod
    def of(cls, when: float, zone: str) -> Weekly:
        """Return the time of the week that the clocks of a zone show at a moment."""
        shown = datetime.fromtimestamp(when, zone_of(zone))
        return cls(shown.weekday(), shown.hour * 60 + shown.minute, zone)

    def after(self, when: float) -> float:
        """Return the first moment after another one at which it is this time.

        >>> f"{datetime.fromtimestamp(Weekly(3, 1230, NO_ZONE).after(1e9), UTC):%A %H:%M}"
        'Thursday 20:30'
        """
        zone = zone_of(self.zone)
        today = datetime.fromtimestamp(when, zone).date()
        ahead = (self.weekday - today.weekday()) % 7
        days = (today + timedelta(days=ahead + more) for more in (0, 7))
        return next(at for day in days for at in moments(day, self.minute, zone) if at > when)


@cache
def _zones() -> dict[str, str]:
    """Return every zone by its name and by its city, in small letters."""
    names = sorted({NO_ZONE, *available_timezones()})
    shown = {name.replace("_", " ").casefold(): name for name in names}
    return {name.rpartition("/")[2]: shown[name] for name in reversed(shown) if "/" in name} | shown


# Moments of days to come, as people type them in any of our languages.

LONGEST_AHEAD = 28 * 86400.0
"""How far ahead a moment that is typed may lie, in seconds."""

_MINUTES = re.compile(r"([0-9]{1,5}) ?(?:m[a-z]*)?")
_CLOCK = re.compile("(?:[01][0-9]|2[0-3])[0-5][0-9]")
_HALF = re.compile(r"([0-9]) ?([ap])\.? ?m\b\.?")
_READABLE = re.compile(r"(?:[\w\s:.,']|(?<=[a-z])-)+")
_PART = re.compile(r"[0-9]+|[^\W\d_]+")


def moment_typed(typed: str, now: float, zone: tzinfo, day: date | None = None) -> float:
    """Return the moment that is typed: minutes from now, or a time of a day in a zone.

    Of today or tomorrow, the next of a day of the week, or `day` where none is typed: a time
    that comes twice, as clocks are set back, is the next of both. Raises ValueError.

    >>> from datetime import UTC
    >>> [moment_typed(typed, 0.0, UTC) for typed in ("90", "20:30", "20h30", "tomorrow 8:30 pm")]
    [5400.0, 73800.0, 73800.0, 160200.0]
    """
    text = folded(" ".join(typed.split()))
    minutes = None if day or _CLOCK.fullmatch(text) else _MINUTES.fullmatch(text)
    if minutes:
        found = [now + 60.0 * int(minutes[1])]
    else:
        word, minute = _read(text)
        today = datetime.fromtimestamp(now, zone).date()
        days = _days(word, today) if word else [day] if day else _ahead(today, 0, 1)
        found = [when for one in days for when in moments(one, minute, zone)]
    for when in found:
        if now < when <= now + LONGEST_AHEAD:
            return when
    raise ValueError


def _read(text: str) -> tuple[str, int]:
    """Read the word for a day, if any, and the minute of the day. Raises ValueError."""
    if not _READABLE.fullmatch(text):
        raise ValueError
    day, half, numbers, before = "", "", list[str](), ""
    for part in _PART.findall(_HALF.sub(r"\1 \2m ", text)):
        if part.isdecimal():
            numbers.append(part)
        elif part in ("am", "pm") and before.isdecimal():
            half = part
        elif part in _weekdays() or part in _near():
            day, twice = part, day
            if twice:
                raise ValueError
        elif part not in _idle():
            raise ValueError
        before = part
    return day, _minute(numbers, half)


def _minute(numbers: Sequence[str], half: str) -> int:
    """Return the minute of the day, where `half` may be am or pm. Raises ValueError."""
    match [*numbers]:
        case [one] if len(one) in (3, 4):
            hour, minute = int(one[:-2]), int(one[-2:])
        case [one] if len(one) < 3:
            hour, minute = int(one), 0
        case [one, other] if len(one) < 3 and len(other) == 2:
            hour, minute = int(one), int(other)
        case _:
            raise ValueError
    if half == "pm" or (half and hour <= 12):  # else it is the German word for "on"
        if not 1 <= hour <= 12:
            raise ValueError
        hour = hour % 12 + (12 if half == "pm" else 0)
    if hour > 23 or minute > 59:
        raise ValueError
    return hour * 60 + minute


def _days(word: str, today: date) -> list[date]:
    """Return the days that a word may mean, the nearest first."""
    if word in _near():
        return _ahead(today, _near()[word])
    to = (_weekdays()[word] - today.weekday()) % 7
    return _ahead(today, to, to + 7)


def _ahead(today: date, *days: int) -> list[date]:
    return [today + timedelta(days=number) for number in days]


@cache
def _weekdays() -> dict[str, int]:
    """Return the days of the week by their names in all our languages; Monday is 0."""
    locales = [Locale.parse(one.locale) for one in Texts.load().languages.values()]
    return {
        _PART.findall(folded(name))[0]: day
        for locale in locales
        for width in ("wide", "abbreviated")
        for day, name in locale.days["format"][width].items()
    }


@cache
def _near() -> dict[str, int]:
    """Return how many days ahead a word says, in all our languages."""
    return {word: n for n, key in enumerate(("today", "tomorrow")) for word in _all(f"when.{key}")}


@cache
def _idle() -> frozenset[str]:
    """Return the words that say nothing more beside a time, in all our languages."""
    return frozenset(_all("when.idle"))


def _all(key: str) -> list[str]:
    texts = Texts.load()
    told = [texts.words(language)(key) for language in texts.locales]
    return [folded(word.strip()) for words in told for word in words.split(",")]
