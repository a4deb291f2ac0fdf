"""The rounds of evenings: the kind of their tables, how long each lasts, the break after. Pure."""

from __future__ import annotations

import re

from bot.match.kind import Kind
from bot.match.table import row_options
from bot.presenters import PRESENTERS
from bot.store.rows import MatchRow

EVENING = Kind("evening", shares_deals=True, is_veiled=True, together=True)
"""The kind of a table of an evening."""

LONGEST = 60 * 86400.0
"""Seconds after which an evening ends, and what is still played is closed without a result: nobody
comes any more, or the others would never see what came of it."""

OVERDUE = "evening"
"""Why such a table was closed."""

BREAK = 90.0
"""Seconds between two rounds: enough to see what became of the last one."""

WAITS = 300.0
"""Seconds for which a director waits at a time."""

_UNIT, _PART, _LEAST = 300.0, 1 / 3, 20.0
_KEY = re.compile("evening ([0-9]{1,18}) [0-9]{1,9}")


def evening_of(series: str) -> int | None:
    """Return the number of the evening a series is of, by its key; None for others, and for "".

    >>> evening_of("evening 7 1"), evening_of("league 7 1")
    (7, None)
    """
    found = _KEY.fullmatch(series)
    return None if found is None else int(found[1])


def seconds_of_round(row: MatchRow) -> float:
    """Return how long a round of such tables may last, in whole five minutes.

    That is a third of the time that all turns of a usual game have, which few people need, and at
    least twenty seconds a turn.
    """
    presenter, deals = PRESENTERS[row.game], row_options(row).get("deals")
    turns = presenter.turns_a_deal * (deals if isinstance(deals, int) else presenter.usual_deals)
    each = max(_LEAST, _PART * row.terms.clock)
    return _UNIT * -(-turns * each // _UNIT)
