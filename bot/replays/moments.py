"""Moments: a point of a finished game as somebody looks at it, and the code that names it.

A code says which game, how many moves had been made and by whose eyes it is looked at, and ends in
a check: six letters that follow from the game's seed and a secret of the bot. So a slip of the pen
is noticed, and whoever has a code was given it by somebody who may look at that game: the seed
alone, which all know of a series that is over, makes none. Codes stand in channels for ever: their
spelling may never change.
"""

from __future__ import annotations

import hmac
import re
from dataclasses import dataclass, replace
from typing import Self

from bot.errors import Refused
from bot.store.rows import MatchRow
from engine.seats import Seat

TABLE, OPEN = "T", "A"
"""The eyes of a spectator, who sees no hand, and those that see all cards; else a seat's number."""

SPELLING = r"[0-9]{1,18}-[0-9]{1,9}-[1-9AT]-[0-9A-HJKMNP-TV-Z]{6}"
"""How a code is spelt, as a regular expression."""

_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Thirty-two that are not mistaken for each other."""

_CHECK = 6
_BETWEEN = re.compile(r"[\s_\N{HYPHEN}\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}-]+")
_MISREAD = str.maketrans("OIL", "011")


@dataclass(frozen=True, slots=True)
class Moment:
    """A match after a number of moves, by these eyes: TABLE, OPEN or the number of a seat.

    >>> Moment(7, 12, "2").seat, Moment(7, 12, OPEN).seat
    (2, None)
    """

    match_id: int
    moves: int
    eyes: str

    @property
    def seat(self) -> Seat | None:
        """The seat by whose eyes it is seen; None for TABLE and OPEN."""
        return Seat(int(self.eyes)) if self.eyes.isdigit() else None

    def at(self, moves: int) -> Moment:
        """Return the moment after a number of moves, by the same eyes."""
        return replace(self, moves=moves)

    def by(self, eyes: str) -> Moment:
        """Return the same moment by other eyes."""
        return replace(self, eyes=eyes)


@dataclass(frozen=True, slots=True)
class Codes:
    """Makes and checks the codes of a match by its `key`; b"", as of a lobby, opens none."""

    key: bytes

    @classmethod
    def of(cls, row: MatchRow, secret: bytes) -> Self:
        """Return the maker and checker of a match's codes by the secret of the bot."""
        if not row.seed:
            return cls(b"")
        return cls(hmac.digest(secret, b"codes " + row.seed, "sha256"))

    def spell(self, moment: Moment) -> str:
        """Spell the code of a moment."""
        return f"{_body(moment)}-{_check(moment, self.key)}"

    def require(self, moment: Moment, check: str) -> None:
        """Raise Refused unless a code ended in the check of its moment."""
        if not (self.key and hmac.compare_digest(_check(moment, self.key), check)):
            raise Refused("refused.bad_code")


def read_code(text: str) -> tuple[Moment, str]:
    """Return the moment that a code names, and its check as written. Raises Refused.

    Small letters, other dashes or spaces and letters that look like digits are read as meant.

    >>> read_code(" 7 12 a w5nkt0 ")
    (Moment(match_id=7, moves=12, eyes='A'), 'W5NKT0')
    """
    spelt = _BETWEEN.sub("-", text.strip().upper()).translate(_MISREAD)
    if re.fullmatch(SPELLING, spelt, re.ASCII) is None:
        raise Refused("refused.bad_code")
    match_id, moves, eyes, check = spelt.split("-")
    return Moment(int(match_id), int(moves), eyes), check


def _body(moment: Moment) -> str:
    return f"{moment.match_id}-{moment.moves}-{moment.eyes}"


def _check(moment: Moment, key: bytes) -> str:
    """Return the check of a moment: the first thirty bits of its HMAC."""
    digest = hmac.digest(key, f"moment {_body(moment)}".encode(), "sha256")
    value = int.from_bytes(digest[:8], "big")
    return "".join(_LETTERS[value >> (59 - 5 * place) & 31] for place in range(_CHECK))
