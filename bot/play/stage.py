"""Where tables are shown, as the publisher knows it; `bot.ui.front` is the one on Discord.

StageError
├── Gone       the message or channel is not there any more
│   └── NoChannel  the whole channel is gone
├── Shut       this person takes no direct messages
├── Barred     Discord does not let the bot do this there
│   ├── Asleep     the thread is archived
│   └── Filtered   the server's filter refuses the words
├── Unauthorized  the bot's token is refused: nothing can be shown with it any more
└── Busy       Discord did not answer or asks to come back later
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from bot.errors import NimbusError

if TYPE_CHECKING:
    from bot.play.table import Table
    from bot.store.rows import HandMessage, Publication
    from engine.seats import Seat


class StageError(NimbusError):
    """Something could not be shown."""


class Gone(StageError):
    """The message is not there any more."""


class NoChannel(Gone):
    """The channel is not there any more."""


class Shut(StageError):
    """A person takes no direct messages."""


class Barred(StageError):
    """Discord does not let the bot do this there; it may when something has changed."""


class Asleep(Barred):
    """The thread is archived, and could not be woken."""


class Filtered(Barred):
    """The filter for words refuses what a message says."""


class Unauthorized(StageError):
    """Discord refuses the bot's token; the client notices too, and stops the bot."""


class Busy(StageError):
    """Discord did not answer; try again later."""


class Stage(Protocol):
    """Shows tables and hands. Every method may raise StageErrors."""

    async def post_board(self, table: Table, *, nonce: str) -> int:
        """Show the table in a new message of its channel; gives the message's id."""

    async def edit_board(self, table: Table, publication: Publication) -> None:
        """Show the table in the message it already has."""

    async def remove(self, channel_id: int, message_id: int) -> None:
        """Delete a message of the bot; one already gone is fine."""

    async def buried(self, channel_id: int, message_id: int) -> bool:
        """Return whether so much was said since that the message has scrolled far up."""

    async def post_hand(self, table: Table, seat: Seat, *, nonce: str) -> tuple[int, int]:
        """Send a person their hand; gives the channel's and the message's id."""

    async def edit_hand(self, table: Table, seat: Seat, hand: HandMessage) -> None:
        """Show the present hand in the message sent before."""

    async def retire_hand(self, table: Table, seat: Seat, hand: HandMessage) -> None:
        """Turn the hand of a finished deal into what came of it, without controls."""

    async def refresh_private(self, table: Table, seat: Seat) -> None:
        """Show the present hand in the private answers this person has open, if any."""

    async def ping(self, table: Table, seat: Seat) -> int:
        """Call the person whose turn it is, or whose time runs out; gives the message's id."""
