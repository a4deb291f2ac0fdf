"""Moments of days to come, as people type them in any of our languages; pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime, timedelta, tzinfo
from functools import cache

from babel import Locale

from bot.preferences.hours import moments
from bot.texts import Texts
from bot.texts.checks import folded

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
