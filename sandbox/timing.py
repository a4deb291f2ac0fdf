"""How long things take, and how often they may be done, on the platform."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Timing:
    """Deadlines in seconds; the defaults are Discord's where it publishes them."""

    acknowledge: float = 3.0
    """Within this an interaction must have its first response."""
    token: float = 900.0
    """So long an interaction's token is good for."""
    heartbeat: float = 41.25
    """How often a bot must say that it is there."""
    resume: float = 120.0
    """So long a session can be resumed after its socket is gone."""
    identify: float = 5.0
    """In this time a bucket of shards may identify once, where that is looked at (`Faults`)."""
    nonce: float = 180.0
    """So long a message with the same enforced nonce is the same message."""
    emojis: int = 2000
    """This many emoji may be made in a while; Discord's own number is not published."""
    emoji_window: float = 60.0
    """The while."""
    old_message: float = 3600.0
    """From this age on, edits of a message are few."""
    old_edits: int = 3
    """This many edits of old messages a channel takes within a while, as is seen; unpublished."""
    old_window: float = 6.0
    """The while."""
    events: int = 100
    """This many events of a server may be planned or under way."""
    # The rest holds while the stand-in keeps Discord's pace (`Faults.pace`).
    nearest: float = 0.08
    """The shortest round trip of a request."""
    farthest: float = 0.25
    """The longest."""
    messages: int = 5
    """Posts that a channel takes within a while; edits and deletes have as many each."""
    messages_window: float = 5.0
    """The while."""
    answers: int = 5
    """This many requests are taken by the token of an interaction within a while."""
    answers_window: float = 2.0
    """The while."""
    requests: int = 50
    """This many requests are taken of a bot within a while, those for interactions left out."""
    requests_window: float = 1.0
    """The while."""
    changes: int = 10
    """Changes that a channel or a thread takes within a while, new names left out."""
    changes_window: float = 15.0
    """The while."""
    names: int = 2
    """This many new names a channel or a thread takes within a while, as is seen; unpublished."""
    names_window: float = 600.0
    """The while."""
    first_messages: int = 25
    """With this many people a bot may open direct messages within a while; as few as was seen."""
    first_messages_window: float = 600.0
    """The while."""
