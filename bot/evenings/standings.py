"""How an evening stands: what was played, who leads, the moments to tell, and by which names."""

from __future__ import annotations

import asyncio
from bisect import bisect_left, bisect_right
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from types import MappingProxyType
from typing import TypeAlias

from bot.discord.names import NAME_LENGTH
from bot.evenings.rows import Club, ClubScore, EveningPerson, EveningRow, club_scores
from bot.evenings.rules import Line, Ruled, Sat, Total, evening_of, standing_of
from bot.evenings.store import ChallengeStore, EveningStore
from bot.match.house.workshop import SharedMaking
from bot.match.table.kind import is_withheld
from bot.match.table.names import names_for
from bot.match.table.state import Table, tables_of
from bot.presenters import PRESENTERS
from bot.presenters.presenter import Feat
from bot.store import Store
from bot.store.errors import UnreadableMatch
from bot.store.rows import MatchId, MatchRow, Member, MoveRow, Presence, Status
from engine.events import TakenBack
from engine.seats import Seat
from render.api import Words

# How people of one server are named in another one with which it plays an evening.

LEAST_OF_CLUB = 8
"""Characters that are shown at least of a server's name."""

PARENTHESES = 3
"""Characters of the space and the parentheses around it."""

NOBODY: Mapping[int, str] = MappingProxyType({})
"""Who is named otherwise in an evening of one server."""


async def names_seen(store: Store, evening_id: int, guild_id: int, say: Words) -> Mapping[int, str]:
    """Return how people of other servers are named in one, by their ids.

    As they chose to be seen elsewhere, with the name of their server behind.
    """
    people = await EveningStore(store.database).people(evening_id)
    if all(one.guild_id == guild_id for one in people):
        return NOBODY
    others = {one.user_id: one for one in people if one.guild_id != guild_id}
    known = {user_id: one.name for user_id, one in others.items()}
    shown = await names_for(store, known, guild_id, say)
    clubs = await ChallengeStore(store.database).clubs({one.guild_id for one in others.values()})
    return {
        user_id: of_club(shown[user_id], clubs[one.guild_id].name, say)
        if one.guild_id in clubs
        else shown[user_id]
        for user_id, one in others.items()
    }


def of_club(name: str, club: str, say: Words) -> str:
    """Return a name with that of its server behind, no longer than any name may be."""
    short = _cut(club, NAME_LENGTH - PARENTHESES - len(name))
    if len(name) + PARENTHESES + len(short) > NAME_LENGTH:
        name = _cut(name, NAME_LENGTH - PARENTHESES - LEAST_OF_CLUB)
    return say("evening.of_club", name=name, club=short)


def _cut(text: str, most: int) -> str:
    most = max(most, LEAST_OF_CLUB)
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def seen(row: MatchRow, names: Mapping[int, str]) -> MatchRow:
    """Return a table with the names by which a server knows people of the other one."""
    if not names:
        return row
    members = tuple(
        replace(member, name=names.get(member.user_id or 0, member.name)) for member in row.members
    )
    return replace(row, members=members)


def ruled_of(people: Sequence[EveningPerson]) -> Ruled:
    """Return the rulings on people's points."""
    return {
        one.user_id: {number: ruling.kind for number, ruling in one.rulings.items()}
        for one in people
        if one.ruled
    }


def named(people: Sequence[EveningPerson], names: Mapping[int, str]) -> Sequence[EveningPerson]:
    """Return the people of an evening with the names by which a server knows them."""
    return [replace(one, name=names.get(one.user_id, one.name)) for one in people]


# How an evening stands: who plays where, what the rounds so far came to, who leads. Pure.


@dataclass(frozen=True, slots=True)
class EveningTable:
    """A table of an evening: its match, and the deal it is at, from 1."""

    row: MatchRow
    deal: int

    @property
    def signature(self) -> str:
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

    @property
    def tables(self) -> int:
        """How many tables were played out; at a lone one nobody else had anybody's cards."""
        return len({one.table for one in self.sat})


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
    tables: Sequence[EveningTable]
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
        ruled = f"{at.paused or ''} {' '.join(one.ruled for one in self.people)}".strip()
        tables = (one.signature for one in self.tables)
        return ", ".join((clock, people, *filter(None, (ruled,)), *self.asks.values(), *tables))

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


# What was made at the tables of a round: read once, and kept while nothing of it changes.

MOST_KEPT = 100
"""Of how many rounds what was made is kept."""

_played_rounds: OrderedDict[tuple[object, ...], Played] = OrderedDict()
"""By the tables as they are: their games, and how everybody there is called."""

_making = SharedMaking[tuple[object, ...], Played]("a round that is over")


async def may_watch(store: Store, row: MatchRow, user_id: int) -> bool:
    """Return whether somebody may watch a game of an evening: who played it, wherever they did."""
    of = evening_of(row.series)
    if of is None or await is_withheld(store, row):
        return False
    people = await EveningStore(store.database).people(of)
    return any(one.user_id == user_id for one in people)


async def played_of(store: Store, key: str, names: Mapping[int, str] = NOBODY) -> Played:
    """Return a round that is over, by the key of its series. Raises StoreErrors.

    `names` are those of people who are called otherwise where it is shown.
    """
    rows = [seen(row, names) for row in await tables_of(store, key)]
    tables = tuple((row.id, row.version, row.seed, row.members) for row in rows)
    if tables in _played_rounds:
        _played_rounds.move_to_end(tables)
        return _played_rounds[tables]
    # At the end of a round all its hands ask for it at once.
    return await _making.made(tables, partial(_made, store, key, rows, tables))


async def _made(
    store: Store, key: str, rows: Sequence[MatchRow], tables: tuple[object, ...]
) -> Played:
    sat = list[Sat]()
    for row in rows:
        if row.status is Status.OVER:
            try:
                sat += await asyncio.to_thread(_sat, row, await store.moves(row.id))
            except UnreadableMatch as error:
                store.set_aside(error)
    # Kept before it is let go: who asks in between would make it again.
    _played_rounds[tables] = Played(int(key.rpartition(" ")[2]), rows, sat, standing_of(sat))
    if len(_played_rounds) > MOST_KEPT:
        _played_rounds.popitem(last=False)
    return _played_rounds[tables]


def _sat(row: MatchRow, moves: Sequence[MoveRow]) -> list[Sat]:
    """Return what everybody made at a table that was played out, in each of its deals."""
    view = Table.load(row).view(None)
    own, others = _choices(row, moves)
    return [
        Sat(
            row.number, seat, member.user_id, member.name,
            tuple(deal[seat - 1] for deal in view.deal_scores),
            frozenset(
                deal for (at, deal), n in others.items() if at == seat and n > own[at, deal]
            ),
            has_chosen=any(at == seat for at, _ in own) or all(at != seat for at, _ in others),
        )
        for seat, member in enumerate(row.members, start=1)
    ]  # fmt: skip


def _choices(
    row: MatchRow, moves: Sequence[MoveRow]
) -> tuple[Counter[tuple[int, int]], Counter[tuple[int, int]]]:
    """Count the choices of people, and those of stand-ins for them, by seat and deal.

    A move that had no other is no choice. Both are empty where no stand-in moved.
    """
    own, others = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
    people = {seat for seat, one in enumerate(row.members, start=1) if one.user_id}
    if all(move.by is not None for move in moves if move.seat in people):
        return own, others
    for before, move in zip(Table.stages(row, moves), moves, strict=False):
        if move.seat in people and len(before.legal(Seat(move.seat))) > 1:
            (others if move.by is None else own)[move.seat, before.view(None).deal] += 1
    return own, others


# The moments of an evening that is over: what is worth another look. Pure.
#
# The best feat that its game knows (`Presenter.feats`: a declaration that was made, a nine), and
# the luckiest; of equal ones that in which fewer others were as good with the same cards. Then the
# largest swing: where a person made most beyond the average of the others who held the same cards.
# In place of one that is missing there are further swings, then further feats, of somebody not
# named yet as long as there are. No two are of one deal of one table, so that the next largest
# swing follows where the best feat was of that deal; only where nothing else is left two places of
# one deal are. Told of are people in deals that they played without a stand-in; house players are
# only compared with.

MOST = 3
"""How many moments an evening has."""

Cards: TypeAlias = tuple[str, int, Seat]
"""The key of a series, a deal and a seat: whose cards were held."""


@dataclass(frozen=True, slots=True)
class Swing:
    """What a seat made in a deal, and on average the `others` who held the same cards."""

    made: int
    average: float
    others: int


@dataclass(frozen=True, slots=True)
class Moment:
    """What a person did in a deal of a table; a replay of it begins after as many `moves`.

    `round` is None where the evening had one round only.
    """

    row: MatchRow
    round: int | None
    deal: int
    seat: Seat
    moves: int
    what: Swing | Feat

    @property
    def member(self) -> Member:
        """Who did it."""
        return self.row.members[self.seat - 1]


@dataclass(frozen=True, slots=True)
class _Played:
    """A table that was played out, and what its seats made and did.

    `starts` are the numbers of moves after which its deals began, and `back` the moves of the log
    that take one back; `stood_in` are deals and seats in which a stand-in moved for a person.
    """

    row: MatchRow
    round: int | None
    made: Sequence[Sequence[int]]
    feats: Sequence[Feat]
    starts: Sequence[int]
    back: Sequence[int]
    stood_in: frozenset[tuple[int, int]]

    @classmethod
    def of(cls, table: Table, *, is_only_round: bool) -> _Played:
        row, happened = table.row, table.begun.happened
        presenter, starts, back = PRESENTERS[row.game], [0], list[int]()
        for move, events in enumerate(happened):
            starts += [move for event in events if presenter.ends_deal(event)]
            back += [move for event in events if isinstance(event, TakenBack)]
        return cls(
            row, None if is_only_round else int(row.series.split()[-1]),
            table.view(None).deal_scores, list(presenter.feats(happened)), starts, back,
            frozenset((bisect_left(starts, move), seat) for move, seat in table.stood_in.items()),
        )  # fmt: skip

    def cards(self, deal: int, seat: Seat) -> Cards:
        return self.row.series, deal, seat

    def is_told_of(self, deal: int, seat: Seat) -> bool:
        """Return whether a person who still has a name played a deal themselves."""
        return (self.row.members[seat - 1].user_id or 0) > 0 and (deal, seat) not in self.stood_in

    def moment(self, deal: int, seat: Seat, what: Swing | Feat, moves: int | None) -> Moment:
        at = self.starts[deal - 1] if moves is None else moves
        # A replay counts no move that was taken back, nor what takes it back.
        at -= 2 * bisect_right(self.back, at)
        return Moment(self.row, self.round, deal, seat, at, what)


def moments_of(tables: Sequence[Table]) -> tuple[Moment, ...]:
    """Return up to three moments of an evening, given the tables of all its rounds, replayed.

    Swings are first.
    """
    over = [table for table in tables if table.row.status is Status.OVER]
    is_only_round = len({table.row.series for table in over}) == 1
    played = [_Played.of(table, is_only_round=is_only_round) for table in over]
    chosen: list[Moment] = []
    swings = _swings(played)
    best, lucky = _feats(played, is_luck=False), _feats(played, is_luck=True)
    for found in (best, lucky, swings):
        _choose(found, chosen, _is_same_deal, len(chosen) + 1)
    for found in (swings, [*best, *lucky]):
        _choose(found, chosen, _is_same_person_or_deal)
        _choose(found, chosen, _is_same_deal)
    _choose([*swings, *best, *lucky], chosen, _is_same_place)
    return tuple(sorted(chosen, key=lambda one: isinstance(one.what, Feat)))


def _choose(
    found: Iterable[Moment],
    chosen: list[Moment],
    is_same: Callable[[Moment, Moment], bool],
    most: int = MOST,
) -> None:
    """Choose of what was found, in its order, what is not the same as anything chosen."""
    for one in found:
        if len(chosen) == most:
            return
        if not any(is_same(one, other) for other in chosen):
            chosen.append(one)


def _is_same_deal(one: Moment, other: Moment) -> bool:
    return (one.row.id, one.deal) == (other.row.id, other.deal) or _is_same_place(one, other)


def _is_same_person_or_deal(one: Moment, other: Moment) -> bool:
    return one.member.key == other.member.key or _is_same_deal(one, other)


def _is_same_place(one: Moment, other: Moment) -> bool:
    """Return whether both replays begin at one place, as where a deal ends and the next begins."""
    return (one.row.id, one.moves) == (other.row.id, other.moves)


def _swings(played: Iterable[_Played]) -> list[Moment]:
    """Return where a person made more than the others with the same cards, the largest first."""
    made = defaultdict[Cards, list[int]](list)
    every = [
        (one, deal, Seat(seat), points)
        for one in played
        for deal, each in enumerate(one.made, start=1)
        for seat, points in enumerate(each, start=1)
    ]
    for one, deal, seat, points in every:
        made[one.cards(deal, seat)].append(points)
    found = []
    for one, deal, seat, points in every:
        field = made[one.cards(deal, seat)]
        others = len(field) - 1
        average = (sum(field) - points) / max(1, others)
        if others and points > average and one.is_told_of(deal, seat):
            swing = Swing(points, average, others)
            found.append((points - average, one.moment(deal, seat, swing, None)))
    return [moment for _, moment in sorted(found, key=lambda pair: -pair[0])]


def _feats(played: Iterable[_Played], *, is_luck: bool) -> list[Moment]:
    """Return the feats of people of a kind, the best first."""
    every = [(one, feat) for one in played for feat in one.feats if feat.is_luck is is_luck]
    ranks = defaultdict[Cards, list[tuple[MatchId, float]]](list)
    for one, feat in every:
        ranks[one.cards(feat.deal, feat.seat)].append((one.row.id, feat.rank))

    def order(pair: tuple[_Played, Feat]) -> tuple[float, int]:
        one, feat = pair
        same = ranks[one.cards(feat.deal, feat.seat)]
        return -feat.rank, len({table for table, rank in same if rank >= feat.rank})

    told = [(one, feat) for one, feat in every if one.is_told_of(feat.deal, feat.seat)]
    return [
        one.moment(feat.deal, feat.seat, feat, feat.moves)
        for one, feat in sorted(told, key=order)
    ]  # fmt: skip
