"""How an evening stands: who plays where, what the rounds so far came to, who leads. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from bot.evenings.challenge import Club, ClubScore, club_scores
from bot.evenings.rows import EveningPerson, EveningRow
from bot.evenings.scoring import Line, Sat, Total
from bot.store.members import Presence
from bot.store.rows import MatchRow


@dataclass(frozen=True, slots=True)
class Table:
    """A table of an evening: its match, and the deal it is at, from 1."""

    row: MatchRow
    deal: int

    @property
    def told(self) -> str:
        """What a board tells of it, spelt."""
        left = sum(member.presence is Presence.LEFT for member in self.row.members)
        return f"{self.row.home_id} {self.row.status} {self.deal} {left}"


@dataclass(frozen=True, slots=True)
class Played:
    """A round that is over: its tables, everybody at one that was played out, people's lines."""

    number: int
    rows: Sequence[MatchRow]
    sat: Sequence[Sat]
    lines: Sequence[Line]


@dataclass(frozen=True, slots=True)
class Standing:
    """All that is told of an evening.

    `tables` are those of the round that is played, or was last; it ends at `closes` at the latest.
    `played` are the rounds that are over, and `totals` what they come to, best first.
    `clubs` are the servers that play it against each other, by their ids; none where one plays.
    `asks` is what the host of one of them asks the other's for, spelt, by their ids.
    `home` is the table that was its lobby where it is shown: there may be none any more.
    """

    evening: EveningRow
    tables: Sequence[Table]
    people: Sequence[EveningPerson] = ()
    closes: float = 0.0
    played: Sequence[Played] = ()
    totals: Sequence[Total] = ()
    clubs: Mapping[int, Club] = field(default_factory=dict)
    asks: Mapping[int, str] = field(default_factory=dict)
    home: MatchRow | None = None

    @property
    def key(self) -> str:
        """What a board tells, spelt: an equal one need not be shown again."""
        at = self.evening
        clock = f"{at.round} {at.rounds} {at.next_at or int(self.closes)}"
        people = f"{sum(one.gone is None for one in self.people)} {len(self.people)}"
        return ", ".join((clock, people, *self.asks.values(), *(one.told for one in self.tables)))

    @property
    def first(self) -> MatchRow:
        """One of its tables where it is shown: what all have in common."""
        first, home = self.tables[0].row, self.home
        return first if home is None or first.guild_id == home.guild_id else home

    @property
    def scores(self) -> list[ClubScore]:
        """What each of two servers made, the better one first; none where one plays."""
        server = {one.user_id: one.guild_id for one in self.people}
        made = [(server.get(one.user_id, 0), one.points) for one in self.totals]
        return club_scores(made) if self.clubs else []

    @property
    def last(self) -> Played | None:
        """The round that ended last; None before the end of the first."""
        return self.played[-1] if self.played else None

    def of_board(self, home: MatchRow) -> Standing:
        """Return the same as it is shown where a lobby was: the tables there first."""
        own = [one for one in self.tables if one.row.guild_id == home.guild_id]
        others = [one for one in self.tables if one.row.guild_id != home.guild_id]
        return replace(self, tables=[*own, *others], home=home)
