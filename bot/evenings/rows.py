"""What is stored of an evening, as plain values. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class EveningRow:
    """Tables that began together, with the same deals, round by round.

    `id` is the number of the match that was their lobby. `round` is the one being played, from 1,
    or the one before the break, which ends at `next_at` (None while a round is played). `ended` is
    when the last one had. `secret` is that of the last round there might be, from which those of
    the others follow, and `start` the interaction that began the evening, in digits.
    """

    id: int
    begun: float
    rounds: int = 1
    round: int = 1
    next_at: float | None = None
    ended: float | None = None
    secret: bytes = b""
    start: str = ""

    @property
    def key(self) -> str:
        """The key of the series of its round.

        >>> EveningRow(7, begun=0.0).key
        'evening 7 1'
        """
        return self.key_of(self.round)

    def key_of(self, number: int) -> str:
        """Return the key of the series of a round."""
        return f"{keys_of(self.id)}{number}"

    def asking(self, deed: str) -> str:
        """Spell what the host of one of two servers asks for; it means this round or break alone.

        >>> EveningRow(7, begun=0.0).asking("skip")
        'skip 1 round'
        """
        return f"{deed} {self.round} {self.during}"

    @property
    def during(self) -> str:
        """Whether a "round" is played or it is the "break" after one."""
        return "round" if self.next_at is None else "break"

    @property
    def played(self) -> range:
        """The rounds that are over."""
        is_played = self.next_at is None and self.ended is None
        return range(1, self.round + (not is_played))

    @property
    def has_rounds(self) -> bool:
        """Whether it has several, or had: people come and go between them."""
        return bool(self.secret)


@dataclass(frozen=True, slots=True)
class EveningPerson:
    """Somebody who plays an evening: from the round `since`, up to that after which they are gone.

    `joined` is the interaction of their latest Join, in digits. Once the evening has ended they
    have a `place`, unless no table of theirs was played out, and `points`.
    """

    evening_id: int
    user_id: int
    guild_id: int
    name: str
    joined: str
    since: int = 1
    gone: int | None = None
    place: int | None = None
    points: float | None = None


class Place(NamedTuple):
    """What a person came to in an evening."""

    user_id: int
    place: int
    points: float


def keys_of(evening_id: int) -> str:
    """Return how the keys of the series of an evening begin."""
    return f"evening {evening_id} "
