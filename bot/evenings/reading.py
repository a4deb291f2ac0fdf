"""What was made at the tables of a round: read once, and kept while nothing of it changes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence

from bot.evenings.naming import NOBODY, seen
from bot.evenings.round import evening_of
from bot.evenings.scoring import Sat, standing_of
from bot.evenings.standing import Played
from bot.evenings.store import EveningStore
from bot.match.series import is_withheld
from bot.match.table import Table, is_house
from bot.match.together import tables_of
from bot.store import Store
from bot.store.errors import UnreadableMatch
from bot.store.rows import MatchRow, Status

MOST_KEPT = 100
"""Of how many rounds what was made is kept."""

_kept: OrderedDict[tuple[object, ...], Played] = OrderedDict()
"""By the tables as they are: their games, and how everybody there is called."""


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
        _kept[tables] = _played(store, int(key.rpartition(" ")[2]), rows)
    _kept.move_to_end(tables)
    while len(_kept) > MOST_KEPT:
        _kept.popitem(last=False)
    return _kept[tables]


def _played(store: Store, number: int, rows: Sequence[MatchRow]) -> Played:
    sat = list[Sat]()
    for row in rows:
        try:
            sat += _sat(row)
        except UnreadableMatch as error:
            store.set_aside(error)
    return Played(number, rows, sat, standing_of(sat))


def _sat(row: MatchRow) -> list[Sat]:
    """Return what everybody at a table made in each of its deals; [] if it was not over."""
    if row.status is not Status.OVER:
        return []
    view = Table.load(row).view(None)
    return [
        Sat(
            row.id, seat, member.user_id, member.name,
            tuple(deal[seat - 1] for deal in view.deal_scores),
            is_stood_in=member.user_id is not None and is_house(member),
        )
        for seat, member in enumerate(row.members, start=1)
    ]  # fmt: skip
