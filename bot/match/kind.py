"""The kind of a match's table: an ordinary one, or one of a feature.

What features want otherwise is a question here that their kind answers, so that nothing else has
to know them apart. A match of a feature belongs to a series, and the first word of the key of that
names its kind.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.store.rows import MatchRow
from engine.games import GAMES


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
    together: bool = False
    """Its tables begin together, from one lobby, and play in one thread, which leads nowhere by
    itself: the feature shows what is common to them. House players have the same seats at each."""
    seats: int | None = None
    """How many seats each of its tables has; None where the game and its options decide. Such a
    table is not set up by its people: everything is agreed beforehand."""
    people: int = 1
    """How many people each of its tables takes at least."""

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


TABLE = Kind()
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
