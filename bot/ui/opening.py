"""Items that answer privately, wherever they are pressed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.report import Ack, guarded
from bot.ui.items import Pressed

if TYPE_CHECKING:
    from bot.report import Pressing


class Opening(Pressed):
    """An item that turns a page of a private answer, and opens one where everybody reads."""

    async def callback(self, interaction: Any) -> None:
        """Answer Discord's dispatch."""
        ack = Ack.UPDATE if is_in_private(interaction) else Ack.PRIVATE
        await guarded(interaction, ack, lambda: self.pressed(interaction))


def is_in_private(interaction: Pressing) -> bool:
    """Return whether what was pressed stands in an answer that only this person sees."""
    message = interaction.message
    return message is not None and message.flags.ephemeral
