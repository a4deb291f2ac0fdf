"""A loopback stand-in for Discord: gateway, REST and a page; it knows nothing of the games."""

from bot.sandbox.api import Request
from bot.sandbox.faults import Faults, RequestFault
from bot.sandbox.server import Sandbox
from bot.sandbox.timing import Timing
from bot.sandbox.world import Channel, Guild, Message, Person, World

__all__ = [
    "Channel",
    "Faults",
    "Guild",
    "Message",
    "Person",
    "Request",
    "RequestFault",
    "Sandbox",
    "Timing",
    "World",
]
