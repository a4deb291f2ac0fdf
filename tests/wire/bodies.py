"""Holding every body that the bot sends against the description and the limits.

Two ways in: `watch_sandbox` sees what arrives over the wire, `watch_simcord` what discord.py
would have sent in a simulated server.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol

import simcord.http.router

from sandbox import Request, Sandbox
from tests.wire.described import Description
from tests.wire.limits import Sent, limit_faults


class Patch(Protocol):
    """What `pytest.MonkeyPatch.setattr` is needed for."""

    def setattr(self, target: object, name: str, value: object) -> None:
        """Replace an attribute until the test is over."""


@dataclass
class BodyChecker:
    """Judges requests and keeps what it found: `faults` by request, `seen` how many there were."""

    description: Description
    faults: list[str] = field(default_factory=list)
    seen: list[Sent] = field(default_factory=list)

    def judge(self, sent: Sent) -> list[str]:
        """Return the faults of one request."""
        found = self.description.faults(sent.method, sent.path, sent.body)
        return found + limit_faults(sent)

    def note(self, sent: Sent) -> None:
        """Judge a request and remember it."""
        self.seen.append(sent)
        self.faults += [f"{sent.method} {sent.path}: {fault}" for fault in self.judge(sent)]

    def note_all(self, requests: Iterable[Request]) -> None:
        """Judge requests that a sandbox has logged."""
        for request in requests:
            self.note(_from_sandbox(request))

    def templates(self) -> set[str]:
        """Name the kinds of calls seen, as Discord's description does."""
        return {f"{s.method} {self.description.template_of(s.path)}" for s in self.seen}


def watch_sandbox(checker: BodyChecker, sandbox: Sandbox) -> None:
    """Judge every request that reaches a sandbox from now on."""
    sandbox.on_request = lambda request: checker.note(_from_sandbox(request))


def watch_simcord(checker: BodyChecker, patch: Patch) -> None:
    """Judge every request of bots in simulated servers, until the patch is undone."""
    dispatch = simcord.http.router.dispatch

    # The signature is the simulator's; all but these arguments only pass through.
    def judged(backend: Any, method: str, path: str, **given: Any) -> Any:
        files = tuple(str(file.filename) for file in given.get("files") or ())
        checker.note(Sent(method, path, given.get("json"), files))
        return dispatch(backend, method, path, **given)

    patch.setattr(simcord.http.router, "dispatch", judged)


def _from_sandbox(request: Request) -> Sent:
    return Sent(request.method, request.path, request.body, request.files)
