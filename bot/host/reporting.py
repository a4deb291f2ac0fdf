"""Errors to a service that takes them as Sentry does, where the host names one by its DSN.

Only what stands in the code is sent: the kind of an error, where it was raised, and the pattern of
the line in the log. No value goes along, so no name, no id, no text and no token.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from bot import VERSION
from bot.discord.inbound import arrival
from bot.errors import SettingsError, wants

if TYPE_CHECKING:
    from sentry_sdk.types import Event, Hint

FLUSH = 2.0
"""Seconds in which the last errors may be sent when the bot stops."""

_KEPT = ("event_id", "exception", "level", "logentry", "logger", "platform", "release", "timestamp")
_OF_FRAME = ("filename", "function", "in_app", "lineno", "module")


def begin(dsn: str) -> None:
    """Send errors from now on, in a thread of its own. Raises SettingsError for what is no DSN."""
    refuse_unfit(dsn)
    # An extra, for which hosts without such a service need not wait either.
    import sentry_sdk  # noqa: PLC0415 - see above
    from sentry_sdk.integrations.logging import LoggingIntegration  # noqa: PLC0415 - see above

    sentry_sdk.init(
        dsn=dsn,
        release=f"nimbus@{VERSION}",
        before_send=bare,
        default_integrations=False,
        auto_enabling_integrations=False,
        integrations=[LoggingIntegration(level=None, event_level=logging.ERROR)],
        include_local_variables=False,
        include_source_context=False,
        max_breadcrumbs=0,
        send_client_reports=False,
        auto_session_tracking=False,
    )


def refuse_unfit(dsn: str) -> None:
    """Raise SettingsError for what is no DSN, and where the extra is not installed."""
    try:
        from sentry_sdk.utils import Dsn  # noqa: PLC0415 - see `begin`

        Dsn(dsn)
    except ModuleNotFoundError as error:
        raise SettingsError(wants("SENTRY_DSN", "sentry")) from error
    except ValueError:
        # It holds a key, so it is not repeated.
        message = "SENTRY_DSN takes the address of a project, as https://KEY@example.org/1"
        raise SettingsError(message) from None


def end() -> None:
    """Send what is left."""
    import sentry_sdk  # noqa: PLC0415 - see `begin`

    sentry_sdk.flush(FLUSH)


def bare(event: Event, _hint: Hint) -> Event:
    """Return an error without any value: what is not known to be harmless is left out."""
    found: dict[str, Any] = {key: value for key, value in event.items() if key in _KEPT}
    if "logentry" in found:
        # The pattern as it stands in the code, without what was filled in; others fill it in first.
        is_ours = found.get("logger", "").startswith("bot")
        found["logentry"] = {"message": found["logentry"].get("message", "") if is_ours else ""}
    for error in found.get("exception", {}).get("values", ()):
        error["value"] = ""
        for frame in (error.get("stacktrace") or {}).get("frames", ()):
            for key in set(frame) - set(_OF_FRAME):
                del frame[key]
    came = arrival.get()
    found["tags"] = {} if came is None else {"press": came.number}
    return found  # type: ignore[return-value] # a part of what it was
