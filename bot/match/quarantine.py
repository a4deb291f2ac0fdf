"""Matches that are set aside: they cannot be read or shown, and the others go on without them."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Iterator

from bot.store.errors import UnreadableMatch
from bot.store.rows import MatchId

log = logging.getLogger(__name__)


class Quarantine:
    """The matches that nobody tries again by themselves; a change of a match takes it back.

    What cannot even be read the store leaves out of its lists: `Tables` tells it so.
    """

    def __init__(self) -> None:
        self._matches: set[MatchId] = set()
        self._told: set[MatchId] = set()

    def __contains__(self, match_id: MatchId) -> bool:
        return match_id in self._matches

    def __iter__(self) -> Iterator[MatchId]:
        return iter(self._matches)

    def put(self, match_id: MatchId, error: BaseException) -> None:
        """Set a match aside; the log names it once, however often it comes to that."""
        if isinstance(error, UnreadableMatch):
            return
        self._matches.add(match_id)
        if match_id not in self._told:
            self._told.add(match_id)
            log.error("%s; it is set aside, the others go on", _what(match_id, error))

    def release(self, match_id: MatchId) -> None:
        """Let a match be tried again."""
        self._matches.discard(match_id)


def _what(match_id: MatchId, error: BaseException) -> str:
    """Name a match, what is wrong with it, and the line of code that found it out."""
    # Never what the error says: it may name a card that nobody has seen.
    frames = traceback.extract_tb(error.__traceback__)
    place = f" at {frames[-1].filename}:{frames[-1].lineno}" if frames else ""
    return f"match {match_id} cannot be shown or go on: {type(error).__name__}{place}"
