"""A block for a bug report: routes, codes, times and limits; no name, no id, no token."""

from __future__ import annotations

import platform
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import version
from typing import NamedTuple

from bot import VERSION
from bot.host.findings import Mark
from bot.rehearsal.traffic import Request


class StepOutcome(NamedTuple):
    """How a step went: `error` is the kind of the error that ended it, "" if none did."""

    step: str
    mark: Mark
    seconds: float
    calls: Sequence[Request] = ()
    error: str = ""


def block(outcomes: Iterable[StepOutcome], summary: Iterable[str] = ()) -> str:
    """Return the block, line by line; `summary` are its last ones."""
    python = f"Python {platform.python_version()} on {sys.platform}"
    others = ", ".join(f"{name} {version(name)}" for name in ("discord.py", "aiohttp"))
    lines = [
        "--- for a bug report: without names, ids and tokens ---",
        f"nimbus {VERSION}, {python}, {others}",
    ]
    for one in outcomes:
        error = f" {one.error}" if one.error else ""
        lines.append(f"{f'[{one.mark.value}]':8}{f'{one.step}:':13}{one.seconds:.2f} s{error}")
        lines += (f"        {line}" for line in _counted(one.calls))
    return "\n".join((*lines, *summary, "--- end ---"))


def _counted(calls: Sequence[Request]) -> Iterator[str]:
    """Give a line for each route: what came how often, how long it took, and its bucket."""
    routes = defaultdict[tuple[str, str], list[Request]](list)
    for call in calls:
        routes[call.method, call.route].append(call)
    for (method, route), of in routes.items():
        came = Counter((call.status, call.code) for call in of)
        statuses = ", ".join(
            f"{count} x {status or 'nothing'}{f' (code {code})' if code else ''}"
            for (status, code), count in came.items()
        )
        fast, slow = min(call.seconds for call in of), max(call.seconds for call in of)
        yield f"{method} {route}: {statuses}; {fast:.2f} to {slow:.2f} s{_limits(of)}"


def _limits(calls: Sequence[Request]) -> str:
    told = [call.limit for call in calls if call.limit is not None]
    wait = sum(call.wait for call in calls)
    waited = f"; asked to wait {wait:.1f} s" if wait else ""
    if not told:
        return waited
    most, least = max(limit.most for limit in told), min(limit.left for limit in told)
    seconds = max(limit.seconds for limit in told)
    return f"; limit {most:g} in {seconds:.1f} s, {least:g} left at the least{waited}"
