"""How messages to and from the bot's own processes begin."""

from __future__ import annotations

import struct

LENGTH = struct.Struct("!I")
"""How long the message is that follows, in bytes."""
