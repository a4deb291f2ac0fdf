"""Matches that are set aside: they cannot be read or shown, and the others go on without them."""

from __future__ import annotations

import logging
import traceback
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.store.rows import MatchId

log = logging.getLogger(__name__)


class Aside:
    """The matches that nobody tries again by themselves; a change of a match takes it back."""

    def __init__(self) -> None:
        self._matches: set[MatchId] = set()
        self._told: set[MatchId] = set()

    def __contains__(self, match_id: MatchId) -> bool:
        return match_id in self._matches

    def put(self, match_id: MatchId, error: BaseException) -> None:
        """Set a match aside; the log names it once, however often it comes to that."""
        self._matches.add(match_id)
        if match_id not in self._told:
            self._told.add(match_id)
            # Never what the error says: it may name a card that nobody has seen.
            log.error("match %s is set aside, the others go on: %s", match_id, _where(error))

    def release(self, match_id: MatchId) -> None:
        """Let a match be tried again."""
        self._matches.discard(match_id)


def _where(error: BaseException) -> str:
    """Name an error, what it came of, and the line of code in which it was raised."""
    kinds = [type(error).__name__]
    while error.__cause__ is not None:
        error = error.__cause__
        kinds.append(type(error).__name__)
    frames = traceback.extract_tb(error.__traceback__)
    place = f", {frames[-1].filename}:{frames[-1].lineno}" if frames else ""
    return f"{' from '.join(kinds)}{place}"
