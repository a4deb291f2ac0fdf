"""People whom direct messages do not reach, and when to try again."""

from __future__ import annotations

from bot.clock import Clock
from bot.store.rows import MatchId, MatchRow, Status
from bot.store.signals import Peers

TRIES, SPAN = 3, 30.0
"""How many presses of a person, in how many seconds, have closed direct messages tried again."""


class Unreached:
    """Remembers the persons whom direct messages do not reach, and at which matches.

    A press may come to any process, so each tells the others whom it cannot reach.
    """

    def __init__(self, peers: Peers, clock: Clock) -> None:
        self._peers = peers
        self._clock = clock
        self._matches: dict[int, frozenset[MatchId]] = {}
        self._elsewhere: set[int] = set()
        # When presses of these had them tried again of late.
        self._tried: dict[int, tuple[float, ...]] = {}

    def note(self, row: MatchRow) -> None:
        """Note which persons of a match direct messages do not reach."""
        for member in row.members:
            if member.user_id is None:
                continue
            known = self._matches.pop(member.user_id, frozenset())
            is_shut = row.status is Status.PLAYING and not member.dm and not row.by_token
            left = known | {row.id} if is_shut else known - {row.id}
            if bool(left) is not bool(known):
                self._peers.tell_soon("unreached", member.user_id, bool(left))
            if left:
                self._matches[member.user_id] = left
            else:
                self._tried.pop(member.user_id, None)

    def note_elsewhere(self, user_id: int, *, is_unreached: bool) -> None:
        """Note whether another process cannot reach a person."""
        if is_unreached:
            self._elsewhere.add(user_id)
        else:
            self._elsewhere.discard(user_id)

    def pressed(self, user_id: int) -> frozenset[MatchId]:
        """Return where to try again as a person has pressed something: nowhere if that is often."""
        if user_id in self._elsewhere:
            self._peers.tell_soon("pressed", user_id)
        return self.again(user_id)

    def again(self, user_id: int) -> frozenset[MatchId]:
        """Return where to try again as a person has pressed something, in any process."""
        if user_id not in self._matches:
            return frozenset()
        now = self._clock.now()
        recent = [when for when in self._tried.get(user_id, ()) if 0 <= now - when < SPAN]
        if len(recent) >= TRIES:
            return frozenset()  # Discord bars a bot that it has to refuse too often
        self._tried[user_id] = (*recent, now)
        return self._matches[user_id]

    def forget(self, user_id: int) -> None:
        """Forget a person whose data was deleted."""
        self._matches.pop(user_id, None)
        self._tried.pop(user_id, None)
        self._elsewhere.discard(user_id)
