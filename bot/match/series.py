"""Series at play: deals that are fixed beforehand and the same for several tables.

A match of a series has the series' secret, and the key of the series is its entropy, or begins it
where tables begin together; so everybody who knows the secret, which is revealed when the series is
closed, can compute its deals.
"""

from __future__ import annotations

import hmac
import secrets
from typing import TYPE_CHECKING

from bot.errors import Refused
from bot.match.kind import kind_of
from bot.store.rows import SeriesRow
from engine.chance import SEED_BYTES, seed_from
from engine.games import GAMES
from engine.players.version import players_version

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from bot.store import Store
    from bot.store.rows import MatchRow
    from engine.seats import Seat


WATCHED: dict[str, Callable[[Store, MatchRow, int], Awaitable[bool]]] = {}
"""Who else may watch a game that is over, given by their id, by the name of its kind; features
register theirs (`bot.features`)."""

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
    if not row.series:
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
