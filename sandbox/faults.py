"""Faults that can be switched on and off while the stand-in runs."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from sandbox.wire import Json

_GATEWAY_ACTIONS = frozenset(
    {"drop", "close", "reconnect", "invalidate", "invalidate_resumable", "hush"}
)


@dataclass(slots=True)
class RequestFault:
    """The fate of the next `times` requests that match `method` and `path`.

    Both are regular expressions: `method` must match whole, `path` is searched for in the
    path after `/api/v10`. With `status` 0 the request is only `delay` seconds late;
    429 tells the bot to wait `retry_after` seconds.
    """

    method: str = ".*"
    path: str = ".*"
    status: int = 0
    times: int = 1
    delay: float = 0.0
    retry_after: float = 0.1
    is_global: bool = False
    code: int = 0

    def hits(self, method: str, path: str) -> bool:
        """Return whether a request is to be hit."""
        if self.times <= 0 or not re.fullmatch(self.method, method):
            return False
        return re.search(self.path, path) is not None


@dataclass(slots=True)
class Faults:
    """The switches, all off at first."""

    closed_dms: set[int] = field(default_factory=set)
    """People who take no direct messages from the bot: 50007."""
    missing_permissions: dict[int, int] = field(default_factory=dict)
    """Permission bits the bot lacks, by channel, or by guild for all of its channels."""
    requests: list[RequestFault] = field(default_factory=list)
    callback_delay: float = 0.0
    """Seconds by which the answer to an interaction callback comes late, though it counts."""
    callback_losses: int = 0
    """How many of the next callbacks count but are never answered: the connection breaks."""
    gateway_silent: bool = False
    """No heartbeat is acknowledged."""
    gateway_down: bool = False
    """Nobody gets a socket: 503."""
    resume_down: bool = False
    """Nobody gets a socket at the address that READY gives for resuming: 503."""
    token_revoked: bool = False
    """The bot's token is refused: 401, and 4004 from the gateway."""
    granted_permissions: dict[int, int] = field(default_factory=dict)
    """Permission bits the bot has beside its usual ones, likewise."""
    elsewhere: bool = False
    """There are places without the bot: a group of people, and a guild."""
    forum: bool = False
    """The first guild has a forum, in which there are posts and no text box."""
    user_installs: set[int] = field(default_factory=set)
    """People who have the bot installed for themselves, wherever they are."""
    no_external_apps: set[int] = field(default_factory=set)
    """Guilds where members may not use apps from outside: answers go to them alone."""
    pace: bool = False
    """Requests take as long as on Discord, and no more are taken than there (`Timing`)."""
    lost_answers: bool = False
    """Private answers go with a connection, and when one jumps to what is newest."""
    late_pictures: bool = False
    """Each picture takes a while to come, and nothing stands in its place meanwhile."""
    shards: int = 1
    """How many shards GET /gateway/bot recommends."""
    max_concurrency: int = 0
    """This many buckets of shards may each identify once in a while (`Timing.identify`).

    0 takes any IDENTIFY, and tells 1.
    """

    def strike(self, method: str, path: str) -> RequestFault | None:
        """Return the fault that hits this request, and use one of its times up."""
        for fault in self.requests:
            if fault.hits(method, path):
                fault.times -= 1
                self.requests = [item for item in self.requests if item.times > 0]
                return fault
        return None

    def lose_callback(self) -> bool:
        """Return whether the answer to this callback gets lost, and use one loss up."""
        if self.callback_losses <= 0:
            return False
        self.callback_losses -= 1
        return True

    def to_json(self) -> Json:
        """Return the switches as the page and other processes see them; ids are strings."""
        return {
            "closed_dms": _listed(self.closed_dms),
            "missing_permissions": _spelt(self.missing_permissions),
            "granted_permissions": _spelt(self.granted_permissions),
            "elsewhere": self.elsewhere,
            "forum": self.forum,
            "user_installs": _listed(self.user_installs),
            "no_external_apps": _listed(self.no_external_apps),
            "requests": [
                {name: getattr(item, name) for name in RequestFault.__slots__}
                for item in self.requests
            ],
            "callback_delay": self.callback_delay,
            "callback_losses": self.callback_losses,
            "gateway_silent": self.gateway_silent,
            "gateway_down": self.gateway_down,
            "resume_down": self.resume_down,
            "token_revoked": self.token_revoked,
            "pace": self.pace,
            "lost_answers": self.lost_answers,
            "late_pictures": self.late_pictures,
            "shards": self.shards,
            "max_concurrency": self.max_concurrency,
        }

    def patch(self, changes: Json) -> None:
        """Set the switches named in `changes`, spelt as in `to_json`.

        Raises ValueError for an unknown switch or a value of the wrong kind; then nothing
        has changed.
        """
        parsed: list[tuple[str, Any]] = []
        for name, value in changes.items():
            if name not in _READERS:
                raise ValueError(f"unknown fault {name!r}")
            try:
                parsed.append((name, _READERS[name](value)))
            except (TypeError, AttributeError) as error:
                raise ValueError(f"bad value for {name!r}: {value!r}") from error
        for name, value in parsed:
            setattr(self, name, value)


def is_gateway_action(action: object) -> bool:
    """Return whether `action` is something the gateway can be told to do once."""
    return action in _GATEWAY_ACTIONS


def _listed(ids: set[int]) -> list[str]:
    return [str(number) for number in sorted(ids)]


def _read_ids(value: list[str]) -> set[int]:
    return {int(number) for number in value}


def _spelt(bits: dict[int, int]) -> Json:
    return {str(place): str(number) for place, number in bits.items()}


def _read_bits(value: Json) -> dict[int, int]:
    return {int(place): int(number) for place, number in value.items()}


def _read_request(item: Json) -> RequestFault:
    fault = RequestFault(**item)
    for pattern in (fault.method, fault.path):
        try:
            re.compile(pattern)
        except re.error as error:
            raise ValueError(f"bad pattern {pattern!r}: {error}") from error
    return fault


_READERS: dict[str, Any] = {
    "closed_dms": _read_ids,
    "elsewhere": bool,
    "forum": bool,
    "user_installs": _read_ids,
    "no_external_apps": _read_ids,
    "missing_permissions": _read_bits,
    "granted_permissions": _read_bits,
    "requests": lambda value: [_read_request(item) for item in value],
    "callback_delay": float,
    "callback_losses": int,
    "gateway_silent": bool,
    "gateway_down": bool,
    "resume_down": bool,
    "token_revoked": bool,
    "pace": bool,
    "lost_answers": bool,
    "late_pictures": bool,
    "shards": int,
    "max_concurrency": int,
}
