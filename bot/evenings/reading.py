"""What was made at the tables of a round: read once, and kept while nothing of it changes."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Mapping, Sequence
from functools import partial

from bot.evenings.naming import NOBODY, seen
from bot.evenings.round import evening_of
from bot.evenings.scoring import Sat, standing_of
from bot.evenings.standing import Played
from bot.evenings.store import EveningStore
from bot.match.house.shared_making import SharedMaking
from bot.match.series import is_withheld
from bot.match.table import Table
from bot.match.together import tables_of
from bot.store import Store
from bot.store.errors import UnreadableMatch
from bot.store.rows import MatchRow, MoveRow, Status
from engine.seats import Seat

MOST_KEPT = 100
"""Of how many rounds what was made is kept."""

_kept: OrderedDict[tuple[object, ...], Played] = OrderedDict()
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
    if tables not in _kept:
        # At the end of a round all its hands ask for it at once.
        _kept[tables] = await _making.made(tables, partial(_played, store, key, rows))
    _kept.move_to_end(tables)
    while len(_kept) > MOST_KEPT:
        _kept.popitem(last=False)
    return _kept[tables]


async def _played(store: Store, key: str, rows: Sequence[MatchRow]) -> Played:
    sat = list[Sat]()
    for row in rows:
        if row.status is Status.OVER:
            try:
                sat += await asyncio.to_thread(_sat, row, await store.moves(row.id))
            except UnreadableMatch as error:
                store.set_aside(error)
    return Played(int(key.rpartition(" ")[2]), rows, sat, standing_of(sat))


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
