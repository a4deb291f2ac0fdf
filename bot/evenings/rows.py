"""What is stored of evenings, challenges and appointments, and what follows from that alone."""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import orjson

from bot.errors import Refused
from bot.match.table.season import Made
from bot.match.table.seats import MOST_ROUNDS
from bot.preferences.hours import Weekly
from bot.store.rows import MatchId
from engine.games import GAMES

# What is stored of an evening, as plain values. Pure.


@dataclass(frozen=True, slots=True)
class EveningRow:
    """Tables that began together, with the same deals, round by round.

    `id` is the number of the match that was their lobby. `round` is the one being played, from 1,
    or the one before the break, which ends at `next_at` (None while a round is played). `ended` is
    when the last one had. `secret` is that of the last round there might be, from which those of
    the others follow, and `start` the interaction that began the evening, in digits. `appointment`
    is the one that it was made by, 0 for none. Since `paused` no clock runs. `turn` is what a turn
    may take from the next round on, as terms spell it; "" is as long as it was.
    """

    id: int
    begun: float
    rounds: int = 1
    round: int = 1
    next_at: float | None = None
    ended: float | None = None
    secret: bytes = b""
    start: str = ""
    appointment: int = 0
    paused: float | None = None
    turn: str = ""

    @property
    def key(self) -> str:
        """The key of the series of its round.

        >>> EveningRow(7, begun=0.0).key
        'evening 7 1'
        """
        return self.key_of(self.round)

    def key_of(self, number: int) -> str:
        """Return the key of the series of a round."""
        return f"{keys_of(self.id)}{number}"

    def asking(self, deed: str) -> str:
        """Spell what the host of one of two servers asks for; it means this round or break alone.

        >>> EveningRow(7, begun=0.0).asking("skip")
        'skip 1 round'
        """
        return f"{deed} {self.round} {self.during}"

    @property
    def during(self) -> str:
        """Whether a "round" is played or it is the "break" after one."""
        return "round" if self.next_at is None else "break"

    @property
    def played(self) -> range:
        """The rounds that are over."""
        is_played = self.next_at is None and self.ended is None
        return range(1, self.round + (not is_played))

    @property
    def has_rounds(self) -> bool:
        """Whether it has several, or had: people come and go between them."""
        return bool(self.secret)


@dataclass(frozen=True, slots=True)
class EveningPerson:
    """Somebody who plays an evening: from the round `since`, up to that after which they are gone.

    `joined` is the interaction of their latest Join, in digits. Once the evening has ended they
    have a `place`, unless no table of theirs was played out, and `points`. Who `hosts` may direct
    it, as who opened it may. Two people with the same `exchange` (not 0) change places in the
    next round. `ruled` are the rulings on their points, spelt. Who was `removed` by a director is
    gone until one lets them in.
    """

    evening_id: int
    user_id: int
    guild_id: int
    name: str
    joined: str
    since: int = 1
    gone: int | None = None
    place: int | None = None
    points: float | None = None
    hosts: bool = False
    exchange: int = 0
    ruled: str = ""
    removed: bool = False

    @property
    def rulings(self) -> dict[int, Ruling]:
        """What a director has ruled of their points, by the round.

        >>> one = EveningPerson(7, 1, 5, "Ada", "", ruled='{"2": ["plus", "wrong deal"]}')
        >>> one.rulings
        {2: Ruling(kind='plus', reason='wrong deal')}
        """
        told = orjson.loads(self.ruled or "{}")
        return {int(number): Ruling(*ruling) for number, ruling in told.items()}

    def with_ruling(self, number: int, ruling: Ruling) -> str:
        """Spell their rulings with another one, which takes the place of an older one."""
        told = {str(key): [*one] for key, one in {**self.rulings, number: ruling}.items()}
        return orjson.dumps(told).decode()


def without_reasons(ruled: str) -> str:
    """Return rulings, as they are spelt, that say no more why.

    >>> without_reasons('{"2": ["plus", "wrong deal"]}')
    '{"2":["plus",""]}'
    """
    told = orjson.loads(ruled or "{}")
    return orjson.dumps({key: [kind, ""] for key, (kind, _) in told.items()}).decode()


class Ruling(NamedTuple):
    """What counts for a person in a round in place of what they made, and why.

    `kind` is "average" (50 points), "plus" (60, or what they made if that is more) or "made".
    """

    kind: str
    reason: str


class Place(NamedTuple):
    """What a person came to in an evening."""

    user_id: int
    place: int
    points: float


def keys_of(evening_id: int) -> str:
    """Return how the keys of the series of an evening begin."""
    return f"evening {evening_id} "


# One server against another: the code that leads to it, and what each club made. Pure.

LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""What codes are made of: nothing that looks like something else."""

LENGTH = 8
"""How long a code is: a million guesses at a thousand open ones find one in one case of 800."""

VALID = 7 * 86400.0
"""Seconds for which a code can be accepted, as long as its lobby is open."""

FEWEST = 2
"""The fewest people of each server."""


@dataclass(frozen=True, slots=True)
class ChallengeRow:
    """One server's offer to play with another: the lobbies of both, and which was ready first.

    It can be accepted `until` a moment.
    """

    code: str
    home_id: MatchId
    away_id: MatchId | None
    ready_id: MatchId | None
    until: float

    def other(self, match_id: MatchId) -> MatchId | None:
        """Return the lobby of the other server than a lobby's."""
        return self.away_id if match_id == self.home_id else self.home_id


@dataclass(frozen=True, slots=True)
class Club:
    """A server that has played against others, or is about to."""

    guild_id: int
    name: str


class ClubScore(NamedTuple):
    """What a server made: the mean of the totals of its best people, and its place, from 1."""

    guild_id: int
    points: float
    place: int


def new_code() -> str:
    """Return a code that nobody can guess."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def read_code(typed: str) -> str:
    """Return a code as somebody types it; what cannot be one finds none.

    >>> read_code(" k7fm-2qxr ")
    'K7FM2QXR'
    """
    return "".join(typed.split()).replace("-", "").upper()


def club_scores(made: Iterable[tuple[int, float]]) -> list[ClubScore]:
    """Return what each of two servers made, given what each person of each did; the better first.

    So that a large server has no advantage, of each as many count as the smaller one has: its best.
    [] where only one has anybody.

    >>> club_scores([(5, 80.0), (5, 60.0), (5, 10.0), (6, 60.0), (6, 40.0)])
    [ClubScore(guild_id=5, points=70.0, place=1), ClubScore(guild_id=6, points=50.0, place=2)]
    """
    sides = defaultdict[int, list[float]](list)
    for guild_id, points in made:
        sides[guild_id].append(points)
    if len(sides) == 1:
        return []
    most = min(map(len, sides.values()), default=0)
    means = {
        guild_id: round(sum(sorted(own, reverse=True)[:most]) / most, ndigits=6)
        for guild_id, own in sides.items()
    }
    scores = [
        ClubScore(guild_id, points, 1 + sum(other > points for other in means.values()))
        for guild_id, points in means.items()
    ]
    return sorted(scores, key=lambda one: (one.place, one.guild_id))


# Appointments, their seasons, and the table of a season.

WEEK = 7 * 86400.0

AHEAD = 6 * 86400.0
"""Seconds before an evening from which on people can sign up."""

SOON = 3600.0
"""Seconds before an evening at which those who signed up are reminded."""

SEASONS = (0, 4, 8, 12, 26)
"""How many weeks a season may last; 0 for no end."""

COUNTED = (0, 3, 5, 8, 10)
"""How many of a person's best evenings may count; 0 for all."""

MOST_GAMES = 2

TURNS = ("60", "30+120", "90+180", "180", "600")
"""What a turn may take in an evening, the usual first: nobody lets a whole club wait forever."""


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
    def plan(self) -> str:
        """What a host has asked for, as it stands in custom ids.

        >>> Appointment(7, 5, 6, "en", "nimbly balloon", 3, "60", 3, 1230, "UTC", 0.0).plan
        '7:nimbly+balloon:3:60:3:1230:UTC'
        """
        games = self.games.replace(" ", "+")
        of = self.id, games, self.rounds, self.turn, self.time
        return ":".join(map(str, of))

    @property
    def time(self) -> Weekly:
        """The time of the week at which it is."""
        return Weekly(self.weekday, self.minute, self.zone)

    @property
    def is_season_over(self) -> bool:
        """Whether the season ends before the next evening."""
        return bool(self.weeks) and self.next_at >= self.since + self.weeks * WEEK


def read_plan(text: str) -> Appointment:
    """Read what a host asks for, of no server yet; Refused is raised where nobody can choose it."""
    number, games, rounds, turn, time = text.split(":", 4)
    try:
        asked = Appointment(
            int(number), 0, 0, "", games.replace("+", " "), int(rounds), turn, *Weekly.read(time),
            0.0,
        )  # fmt: skip
    except ValueError:
        raise Refused("refused.malformed") from None
    known = {*asked.games.split()}
    if (
        not known <= {*GAMES} or not 1 <= len(known) <= MOST_GAMES or turn not in TURNS
        or asked.rounds not in range(1, MOST_ROUNDS + 1)
    ):  # fmt: skip
        raise Refused("refused.malformed")
    return asked


PLAN = r"[0-9]{1,9}:[a-z0-9_+]{1,81}:[0-9]:[0-9+]{1,9}:[0-9]:[0-9]{1,4}:[A-Za-z0-9_+:/-]{1,40}"
"""How a plan is spelt."""


class Played(NamedTuple):
    """An evening of a season: how many rounds it had, and what everybody came to."""

    rounds: int
    people: Sequence[EveningPerson]


def made_in(evening: Played) -> Made:
    """Return what everybody made in an evening of a season: the average of its rounds.

    >>> ada = EveningPerson(1, 7, 5, "Ada", "", points=150.0)
    >>> made_in(Played(2, [ada]))
    {7: ('Ada', Fraction(75, 1))}
    """
    rounds = max(1, evening.rounds)
    return {
        one.user_id: (one.name, Fraction(one.points).limit_denominator(10**6) / rounds)
        for one in evening.people
        if one.points is not None and one.user_id > 0
    }
