"""Appointments: evenings that a server plays every week, and the season they add up to. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction
from statistics import pstdev
from typing import NamedTuple

from bot.errors import Refused
from bot.evenings.rows import EveningPerson
from bot.match.table.change import has_medal, places_of
from bot.match.table.seats import MOST_ROUNDS
from bot.preferences.hours import DAY, moments, zone_of
from engine.games import GAMES

WEEK = 7 * 86400.0

AHEAD = 6 * 86400.0
"""Seconds before an evening from which on people can sign up."""

SOON = 3600.0
"""Seconds before an evening at which those who signed up are reminded."""

SEASONS = (0, 4, 8, 12, 26)
"""How many weeks a season may last; 0 for no end."""

COUNTED = (0, 3, 5, 8, 10)
"""How many of a person's best evenings may count; 0 for all."""

SHARE = Fraction(1, 2)
"""How much of what somebody made less than the best a handicap makes up for."""

MOST_GAMES = 2

TURNS = ("60", "30+120", "90+180", "180", "600")
"""What a turn may take in an evening, the usual first: nobody lets a whole club wait for ever."""


@dataclass(frozen=True, slots=True)
class Appointment:
    """Evenings that a server plays every week in a channel.

    `games` are keys apart by spaces, played in turn, week by week. `weekday` is from 0 for Monday,
    and `minute` that of the day in `zone`. The next evening begins at `next_at`; people sign up in
    the lobby `lobby_id`, once that is open, and `reminder` is the message that reminded them.
    `opened` counts the evenings so far. The `season`, from 1, goes on `since` a moment, for `weeks`
    (0: no end); of each person the `counted` best evenings count (0: all), maybe with a `handicap`.
    """

    id: int
    guild_id: int
    channel_id: int
    locale: str
    games: str
    rounds: int
    turn: str
    weekday: int
    minute: int
    zone: str
    next_at: float
    lobby_id: int | None = None
    reminder: int | None = None
    opened: int = 0
    season: int = 1
    since: float = 0.0
    weeks: int = 0
    counted: int = 0
    handicap: bool = False

    @property
    def game(self) -> str:
        """The game of the next evening."""
        games = self.games.split()
        return games[self.opened % len(games)]

    @property
    def plan(self) -> Plan:
        """What was asked for."""
        return Plan(
            self.id, "+".join(self.games.split()), self.rounds, self.turn, self.weekday,
            self.minute, self.zone,
        )  # fmt: skip

    def after(self, when: float) -> float:
        """Return when the first evening after a moment begins: at the same time on the clock.

        >>> from datetime import UTC
        >>> one = Appointment(1, 5, 6, "en", "nimbly", 3, "60", 3, 1230, "UTC", 0.0)
        >>> f"{datetime.fromtimestamp(one.after(1e9), UTC):%A %H:%M}"
        'Thursday 20:30'
        """
        zone = zone_of(self.zone)
        today = datetime.fromtimestamp(when, zone).date()
        ahead = (self.weekday - today.weekday()) % 7
        days = (today + timedelta(days=ahead + more) for more in (0, 7))
        return next(at for day in days for at in moments(day, self.minute, zone) if at > when)

    @property
    def is_season_over(self) -> bool:
        """Whether the season ends before the next evening."""
        return bool(self.weeks) and self.next_at >= self.since + self.weeks * WEEK


class Plan(NamedTuple):
    """What a host asks for, as it stands in custom ids; `id` is 0 for something new."""

    id: int
    games: str
    rounds: int
    turn: str
    weekday: int
    minute: int
    zone: str

    def __str__(self) -> str:
        """Spell it.

        >>> str(Plan(7, "nimbly+balloon", 3, "60", 3, 1230, "Europe/Berlin"))
        '7:nimbly+balloon:3:60:3:1230:Europe/Berlin'
        """
        return ":".join(map(str, self))

    @classmethod
    def read(cls, text: str) -> Plan:
        """Read what stands in a custom id. Raises Refused for what nobody can choose."""
        number, games, rounds, turn, weekday, minute, zone = text.split(":", 6)
        plan = cls(int(number), games, int(rounds), turn, int(weekday), int(minute), zone)
        known = [*dict.fromkeys(games.split("+"))]
        try:
            zone_of(zone)
        except ValueError:
            raise Refused("refused.malformed") from None
        if (
            not {*known} <= {*GAMES} or not 1 <= len(known) <= MOST_GAMES or turn not in TURNS
            or plan.rounds not in range(1, MOST_ROUNDS + 1) or plan.weekday not in range(7)
            or plan.minute not in range(DAY)
        ):  # fmt: skip
            raise Refused("refused.malformed")
        return plan


PLAN = r"[0-9]{1,9}:[a-z0-9_+]{1,81}:[0-9]:[0-9+]{1,9}:[0-9]:[0-9]{1,4}:[A-Za-z0-9_+:/-]{1,40}"
"""How `Plan` is spelt."""


class Played(NamedTuple):
    """An evening of a season: how many rounds it had, and what everybody came to."""

    rounds: int
    people: Sequence[EveningPerson]


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A person's line in the table of a season: equals share a `place`, from 1.

    Each evening gives from 0 to 100 points, the average of its rounds; `points` are the sum of
    those that count. `weeks` is how many they came to, `average` and `spread` the mean and the
    standard deviation of what they made without any handicap.
    """

    place: int
    user_id: int
    name: str
    weeks: int
    points: float
    average: float
    spread: float
    has_medal: bool = False


def season_table(
    evenings: Sequence[Played], counted: int = 0, *, handicap: bool = False
) -> tuple[SeasonLine, ...]:
    """Return the table of a season, best first, given its evenings, the oldest first.

    With a handicap everybody who has come before is given half of what they made less than the
    best so far, both on average, in each evening, up to 100.

    >>> ada = EveningPerson(1, 7, 5, "Ada", "", points=150.0)
    >>> evening = Played(2, [ada, EveningPerson(1, 8, 5, "Ben", "", points=50.0)])
    >>> [(one.name, one.points, one.average) for one in season_table([evening] * 2)]
    [('Ada', 150.0, 75.0), ('Ben', 50.0, 25.0)]
    >>> [(one.name, one.points) for one in season_table([evening] * 2, 1, handicap=True)]
    [('Ada', 75.0), ('Ben', 50.0)]
    """
    made, given = dict[int, list[Fraction]](), dict[int, list[Fraction]]()
    names = dict[int, str]()
    for evening in evenings:
        means = {user_id: sum(all_of, Fraction()) / len(all_of) for user_id, all_of in made.items()}
        best = max(means.values(), default=Fraction())
        for one in evening.people:
            if one.points is None or one.user_id <= 0:
                continue
            points = Fraction(one.points).limit_denominator(10**6) / max(1, evening.rounds)
            bonus = SHARE * (best - means.get(one.user_id, best)) if handicap else Fraction()
            made.setdefault(one.user_id, []).append(points)
            given.setdefault(one.user_id, []).append(min(Fraction(100), points + bonus))
            names[one.user_id] = one.name
    sums = {
        user_id: sum(sorted(all_of, reverse=True)[: counted or None], Fraction())
        for user_id, all_of in given.items()
    }
    ordered = sorted(sums, key=lambda user_id: (-sums[user_id], names[user_id].casefold(), user_id))
    places = places_of([sums[user_id] for user_id in ordered])
    return tuple(
        SeasonLine(
            place, user_id, names[user_id], len(made[user_id]), float(sums[user_id]),
            float(sum(made[user_id]) / len(made[user_id])), pstdev(map(float, made[user_id])),
            has_medal(place, places[-1], sums[user_id]),
        )
        for user_id, place in zip(ordered, places, strict=True)
    )  # fmt: skip
