"""Refusals in Discord's words: a status, a code, a message, and for forms a tree of faults.

ApiError
├── FormError      400, code 50035, with the tree of what is wrong where
└── RateLimited    429, with the seconds to wait
"""

from __future__ import annotations

from collections.abc import Mapping

from sandbox.wire import Json


class ApiError(Exception):
    """A request that Discord would refuse."""

    def __init__(self, status: int, code: int, message: str) -> None:
        super().__init__(f"{status} {code}: {message}")
        self.status = status
        self.code = code
        self.message = message

    def body(self) -> Json:
        """Return the JSON that Discord answers with."""
        return {"message": self.message, "code": self.code}


class FormError(ApiError):
    """A body with faults in its fields."""

    def __init__(self, tree: Json) -> None:
        super().__init__(400, 50035, "Invalid Form Body")
        self.tree = tree

    def body(self) -> Json:
        return super().body() | {"errors": self.tree}


class RateLimited(ApiError):
    """A request that came too soon; `retry_after` is in seconds, `headers` tell of its bucket."""

    def __init__(
        self,
        retry_after: float,
        *,
        is_global: bool = False,
        code: int = 0,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(429, code, "You are being rate limited.")
        self.retry_after = retry_after
        self.is_global = is_global
        self.headers = headers or {}

    def body(self) -> Json:
        return super().body() | {"retry_after": self.retry_after, "global": self.is_global}


_REFUSALS: dict[int, tuple[int, str]] = {
    10002: (404, "Unknown Application"),
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10013: (404, "Unknown User"),
    10014: (404, "Unknown Emoji"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10063: (404, "Unknown application command"),
    10070: (404, "Unknown Guild Scheduled Event"),
    30008: (400, "Maximum number of emojis reached (2000)"),
    30015: (400, "Maximum number of attachments in a message reached (10)"),
    30032: (400, "Maximum number of application commands reached (100)"),
    30038: (400, "Maximum number of uncompleted guild scheduled events reached (100)"),
    40003: (400, "You are opening direct messages too fast."),
    40005: (413, "Request entity too large"),
    40060: (400, "Interaction has already been acknowledged."),
    40094: (400, "This interaction has reached the maximum number of follow up messages."),
    50001: (403, "Missing Access"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50008: (400, "Cannot send messages in a non-text channel"),
    50013: (403, "Missing Permissions"),
    50021: (403, "Cannot execute action on a system message"),
    50024: (400, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
    50278: (403, "Cannot send messages to this user due to having no mutual guilds"),
    160002: (400, "You cannot reply without permission to read message history"),
    160004: (400, "A thread has already been created for this message"),
    160005: (400, "This thread is locked"),
    160006: (400, "Maximum number of active threads reached"),
    180000: (400, "Cannot update a finished event"),
}


def refusal(code: int) -> ApiError:
    """Return the error that Discord numbers `code`."""
    status, message = _REFUSALS[code]
    return ApiError(status, code, message)


def old_message_limit(retry_after: float) -> RateLimited:
    """Return 30046, the extra limit on edits of messages older than an hour.

    It is a 429, so a client may try again a few times before it gives up.
    """
    error = RateLimited(retry_after, code=30046)
    error.message = (
        "Maximum number of edits to messages older than 1 hour reached. Try again later."
    )
    return error
