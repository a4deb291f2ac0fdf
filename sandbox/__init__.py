"""A loopback stand-in for Discord: gateway, REST and a page; it knows nothing of the games."""

from sandbox.api import Request
from sandbox.faults import Faults, RequestFault
from sandbox.memory import Memory
from sandbox.server import Sandbox
from sandbox.things import Channel, Guild, Message, Person
from sandbox.timing import Timing

__all__ = [
    "Channel",
    "Faults",
    "Guild",
    "Memory",
    "Message",
    "Person",
    "Request",
    "RequestFault",
    "Sandbox",
    "Timing",
]
