"""Gateway sessions: what a bot's connection hears, and what it missed while it was cut."""

from __future__ import annotations

import secrets
from collections import deque
from dataclasses import dataclass, field

import orjson

from sandbox.line import Line
from sandbox.snowflake import shard_of
from sandbox.wire import Intent, Json, Op

_REMEMBERED = 2000


@dataclass(slots=True, eq=False)
class Session:
    """One identified connection of a bot: shard `shard` of `shards`."""

    shard: int
    shards: int
    intents: Intent
    id: str = field(default_factory=lambda: secrets.token_hex(16))
    seq: int = 0
    line: Line | None = None
    cut_at: float | None = None
    """When its socket went, in Unix seconds; None while it has one."""
    _sent: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=_REMEMBERED))

    def hears(self, guild_id: int | None, intent: Intent | None) -> bool:
        """Return whether the session hears of an event; direct messages go to shard 0."""
        if intent is not None and intent not in self.intents:
            return False
        shard = 0 if guild_id is None else shard_of(guild_id, self.shards)
        return shard == self.shard

    def dispatch(self, event: str, data: Json) -> None:
        """Say an event, or keep it until the session is resumed."""
        self.seq += 1
        frame = {"op": Op.DISPATCH, "t": event, "s": self.seq, "d": data}
        text = orjson.dumps(frame).decode()
        self._sent.append((self.seq, text))
        if self.line is not None:
            self.line.say_text(text)

    def replay(self, line: Line, since: int) -> bool:
        """Say again what came after `since`; False when that is not remembered any more."""
        oldest = self._sent[0][0] if self._sent else self.seq + 1
        if since > self.seq or since + 1 < oldest:
            return False
        self.line = line
        self.cut_at = None
        for seq, text in self._sent:
            if seq > since:
                line.say_text(text)
        return True
