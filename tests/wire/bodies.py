"""Holding every body that the bot sends against the description and the limits."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from sandbox import Request, Sandbox
from tests.wire.described import Description
from tests.wire.limits import Sent, limit_faults


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

    def note_request(self, request: Request) -> None:
        """Judge a request that has come to a sandbox."""
        self.note(Sent(request.method, request.path, request.body, request.files))

    def note_all(self, requests: Iterable[Request]) -> None:
        """Judge requests that a sandbox has logged."""
        for request in requests:
            self.note_request(request)

    def templates(self) -> set[str]:
        """Name the kinds of calls seen, as Discord's description does."""
        return {f"{s.method} {self.description.template_of(s.path)}" for s in self.seen}


def watch_sandbox(checker: BodyChecker, sandbox: Sandbox) -> None:
    """Judge every request that reaches a sandbox from now on."""
    sandbox.on_request = checker.note_request
