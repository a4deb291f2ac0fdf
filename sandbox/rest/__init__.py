"""Discord's REST routes, by resource."""

from sandbox.rest import (
    callbacks,
    commands,
    emojis,
    events,
    guilds,
    messages,
    threads,
    users,
    webhooks,
)
from sandbox.rest.routing import Router

ROUTER = Router(
    (
        *users.ROUTES,
        *guilds.ROUTES,
        *messages.ROUTES,
        *threads.ROUTES,
        *commands.ROUTES,
        *emojis.ROUTES,
        *events.ROUTES,
        *callbacks.ROUTES,
        *webhooks.ROUTES,
    )
)

__all__ = ["ROUTER"]
