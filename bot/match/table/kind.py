"""What kind of table a match is, its series of deals, and what a game offers beside play."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple, TypeAlias

from bot.errors import Refused
from bot.store import Store
from bot.store.rows import MatchId, MatchRow, SeriesRow
from engine.chance import SEED_BYTES, seed_from
from engine.games import GAMES
from engine.players.cases import TRYING
from engine.players.levels import players_version
from engine.seats import Seat

# Offers of a game beside being played: a new game has none until it brings what they need.
#
# What a game does not offer has no button, and is refused in a sentence where an old one is
# pressed; the end of its rules says so.


class Ability(Enum):
    """Offers that not every game has."""

    REVIEW = "review"
    """Its decisions can be judged: the game has trials of its own."""
    PUZZLE = "puzzle"
    """A move can be found that is clearly best, by the same trials."""
    RATING = "rating"
    """Tables with house players count: how good these are is measured."""
    DAILY = "daily"
    """It is the game of some days."""
    LEAGUE = "league"
    """It can be played by as many as a table of a league has."""
    LESSON = "lesson"
    """It is taught by a lesson of its own."""


ABLE: dict[Ability, Callable[[str], bool]] = {
    Ability.REVIEW: TRYING.__contains__,
    Ability.PUZZLE: TRYING.__contains__,
}
"""Whether a game offers something. Each feature that knows better puts in its own answer."""


def can(game: str, ability: Ability) -> bool:
    """Return whether a game offers something.

    >>> can("nimbly", Ability.REVIEW), can("a game of yours", Ability.REVIEW)
    (True, False)
    """
    return ability in ABLE and ABLE[ability](game)


def lacking(game: str) -> list[Ability]:
    """Return the abilities that a game lacks."""
    return [ability for ability in Ability if not can(game, ability)]


# The kind of a match's table: an ordinary one, or one of a feature.
#
# What features want otherwise is a question here that their kind answers, so that nothing else has
# to know them apart. A match of a feature belongs to a series, and the first word of the key of
# that names its kind.


@dataclass(frozen=True, slots=True)
class Kind:
    """How the tables of a feature differ from ordinary ones; the defaults are those of a table."""

    name: str = ""
    shares_deals: bool = False
    """Other tables play the same deals. So house players answer alike for everybody, nobody gets a
    hint, and hands tell what happened, because boards may not."""
    is_solo: bool = False
    """One person plays against house players, a daily always in the first seat. Nobody votes, and
    the terms stand."""
    is_veiled: bool = False
    """Its board shows no card, and its result only when nobody can play the same deals any more."""
    is_rated: bool = True
    """Its games count for ratings, unless something else forbids it."""
    is_practice: bool = False
    """It is played alone and counts for nothing, in no list of finished games; whoever leaves ends
    it."""
    borrows: bool = False
    """Its cards are those of a match that is over, which its key names: nobody waits for them."""
    together: bool = False
    """Its tables begin together, from one lobby, and play in one thread, which leads nowhere by
    itself: the feature shows what is common to them. House players have the same seats at each."""
    seats: int | None = None
    """How many seats each of its tables has; None where the game and its options decide. Such a
    table is not set up by its people: everything is agreed beforehand."""
    people: int = 1
    """How many people each of its tables takes at least."""

    crowd: int = 0
    """How many people a lobby takes in that all can see: who finds no seat at one table plays at
    another, with the same cards. 0 where one table is all there is."""

    shut: str = "refused.not_open"
    """What is said to whoever may not come in, full or not: nobody learns that they are blocked."""

    @property
    def plays_on(self) -> bool:
        """Whether house players finish the game of whoever leaves it: they have given up."""
        return self.is_solo and not self.is_practice

    def key(self, *rest: object) -> str:
        """Spell the key of a series of this kind.

        >>> Kind("league").key(7, 3)
        'league 7 3'
        """
        return " ".join(map(str, (self.name, *rest)))

    def has(self, series: str) -> bool:
        """Return whether a series is of this kind, by its key."""
        return series.partition(" ")[0] == self.name


MOST = 24
"""The most people that a lobby takes in."""

TABLE = Kind(crowd=MOST)
"""A table that people open for themselves."""

UNKNOWN = Kind("?", shares_deals=True, is_veiled=True)
"""A table of a feature that this version of the bot does not have: it tells nothing."""

KINDS = {TABLE.name: TABLE}
"""Every kind by its name; features register theirs (`bot.features`)."""


def kind_of_series(key: str) -> Kind:
    """Return the kind of the tables of a series, by its key; "" for no series."""
    return KINDS.get(key.partition(" ")[0], UNKNOWN)


def kind_of(row: MatchRow) -> Kind:
    """Return the kind of a match."""
    return kind_of_series(row.series)


def source_of(row: MatchRow) -> MatchId | None:
    """Return the match whose cards another has borrowed; None where they are its own."""
    return MatchId(int(row.series.split()[1])) if kind_of(row).borrows else None


def is_private(row: MatchRow) -> bool:
    """Return whether a match has no board: its person sees it in answers to their presses."""
    return row.by_token and kind_of(row).is_solo


def seats_of(row: MatchRow) -> tuple[int, ...]:
    """Return the numbers of seats that a lobby may begin with as it is set."""
    if (seats := kind_of(row).seats) is not None:
        return (seats,)
    # The store keeps what the lobby validated against Info.options.
    return GAMES[row.game].info.seats_with(row.options)  # type: ignore[arg-type] # JSON values


def most_seats(row: MatchRow) -> int:
    """Return the most that a lobby takes in, whatever is set."""
    return kind_of(row).seats or max(GAMES[row.game].info.seats)


# Series at play: deals that are fixed beforehand and the same for several tables.
#
# A match of a series has the series' secret, and the key of the series is its entropy, or begins
# it where tables begin together; so everybody who knows the secret, which is revealed when the
# series is closed, can compute its deals.

Watched: TypeAlias = "Callable[[Store, MatchRow, int], Awaitable[bool]]"

WATCHED: dict[str, Watched] = {}
"""Who else may watch a game that is over, given by their id, by the name of its kind; features
register theirs (`bot.features`)."""

Places: TypeAlias = "Callable[[Any, str], Mapping[int, int]]"
"""Returns who came where, by person, given a connection of the store and the key of a contest; who
has no place forfeits."""


class Contest(NamedTuple):
    """How games of several tables are rated as one: by what people made of the same cards.

    A place at one's own table is luck of the cards; so they are rated once, when the last counts.
    The first `words` of the keys of their series name a contest. `is_by_conduct` is that at their
    table a person can have forfeited, or been helped, whatever their place.
    """

    words: int
    places: Places
    is_by_conduct: bool


CONTESTS: dict[str, Contest] = {}
"""By the name of the kind of their tables; features register theirs (`bot.features`)."""


def contest_of(series: str) -> str:
    """Return the key of the contest that a series belongs to; "" for none.

    >>> CONTESTS["cup"] = Contest(2, lambda connection, key: {}, is_by_conduct=False)
    >>> contest_of("cup 7 2"), contest_of("daily 7 2")
    ('cup 7', '')
    >>> del CONTESTS["cup"]
    """
    words = series.split(" ")
    contest = CONTESTS.get(words[0])
    return "" if contest is None else " ".join(words[: contest.words])


def rules_of(contest: str) -> Contest:
    """Return what a contest of a key is rated by. Raises KeyError."""
    return CONTESTS[contest.partition(" ")[0]]


UPGRADE = "upgrade"
"""Why a series was closed early whose game or house players have changed."""


def new_series(
    key: str, game: str, options: Mapping[str, object], opens: float, closes: float
) -> SeriesRow:
    """Return a series with a secret of its own, to be played as the game is now.

    It opens and closes at moments in seconds since the epoch.
    """
    rules, players = versions_of(game)
    return SeriesRow(
        key=key, game=game, options=dict(options), secret=secrets.token_bytes(SEED_BYTES),
        rules_version=rules, players_version=players, opens=opens, closes=closes,
    )  # fmt: skip


def is_current(series: SeriesRow) -> bool:
    """Return whether a table of these deals would be played today as it would have been then.

    If not, its tables could not be compared any more.
    """
    return versions_of(series.game) == (series.rules_version, series.players_version)


def versions_of(game: str) -> tuple[int, int]:
    """Return the present versions of a game's rules and of its house players."""
    return GAMES[game].info.rules_version, players_version(game)


def seed_of_series(series: SeriesRow) -> bytes:
    """Return the seed of every match of a series (32 bytes)."""
    return seed_from(series.secret, series.key)


def seed_of_answer(seed: bytes, moves: int, seat: Seat) -> int:
    """Return the seed of a question to a house player in a series after a number of moves.

    The same moves lead to the same question, so it has the same answer at every table. It follows
    from the `seed` of the series, so nobody can compute an answer while the series is open.

    >>> seed_of_answer(bytes(32), 3, 2)
    3551072457001104621
    """
    moment = f"answer {moves} {seat}".encode()
    return int.from_bytes(hmac.digest(seed, moment, "sha256")[:8])


async def is_withheld(store: Store, row: MatchRow) -> bool:
    """Return whether others still play the deals of a match, or will: nothing of it is shown."""
    if not row.series or kind_of(row).borrows:
        return False
    series = await store.series.get(row.series)
    return series is None or series.closed is None


async def may_watch(store: Store, row: MatchRow, user_id: int) -> bool:
    """Return whether somebody who has not played a game may watch it, now that it is over."""
    watched = WATCHED.get(kind_of(row).name)
    return watched is not None and await watched(store, row, user_id)


async def require_shown(store: Store, row: MatchRow) -> None:
    """Raise Refused for a match whose deals others still play."""
    if await is_withheld(store, row):
        raise Refused("refused.withheld")
