"""Which matches can be read and played on: the others are set aside, and everything goes on."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping

from bot.store.errors import UnreadableMatch
from bot.store.matches import Found
from bot.store.rows import MatchId, MatchRow

log = logging.getLogger(__name__)


class UnreadableFilter:
    """Tells matches that can be read from others; `aside` are those found so far that cannot."""

    def __init__(self, rules: Mapping[str, int] | None) -> None:
        """Begin with none aside; `rules` are the games that can be played (None: all)."""
        self.aside: set[MatchId] = set()
        self._rules = rules

    def set_aside(self, error: UnreadableMatch) -> None:
        """Leave a match out of every list; the log names it, but only once."""
        if error.match_id not in self.aside:
            self.aside.add(error.match_id)
            log.error("%s; it is set aside, the others go on", error)

    def one(self, found: Found | None) -> MatchRow | None:
        """Return a match, if there is one. Raises UnreadableMatch."""
        known = None if found is None else self._known(found)
        if isinstance(known, UnreadableMatch):
            self.set_aside(known)
            raise known
        return known

    def of(self, found: Iterable[Found]) -> list[MatchRow]:
        """Return those that can be read."""
        readable = []
        for row in map(self._known, found):
            if isinstance(row, UnreadableMatch):
                self.set_aside(row)
            else:
                readable.append(row)
        return readable

    def _known(self, found: Found) -> Found:
        """Return a match, or why this version cannot play it on."""
        if isinstance(found, UnreadableMatch) or self._rules is None:
            return found
        newest = self._rules.get(found.game)
        if newest is None:
            return UnreadableMatch(found.id, f"this version has no game {found.game!r}")
        if found.rules_version > newest:
            why = f"its rules are of version {found.rules_version}, newer than {newest}"
            return UnreadableMatch(found.id, why)
        return found
