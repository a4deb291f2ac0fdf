"""The findings of a look at the bot: one line each, marked by a word."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple


class Mark(Enum):
    """How it stands with something; its word is what a host reads, without any colour."""

    OK = "ok"
    WARN = "warn"
    WRONG = "WRONG"


class Finding(NamedTuple):
    """The thing looked at, its state, and in words the finding and how to mend it."""

    mark: Mark
    what: str
    text: str

    def line(self) -> str:
        """Return it as one line."""
        return f"{f'[{self.mark.value}]':8}{f'{self.what}:':13}{' '.join(self.text.split())}"


def ok(what: str, text: str) -> Finding:
    """Return that something is as it should be."""
    return Finding(Mark.OK, what, text)


def warn(what: str, text: str) -> Finding:
    """Return that something could be better, though the bot can play."""
    return Finding(Mark.WARN, what, text)


def wrong(what: str, text: str) -> Finding:
    """Return that something keeps the bot from playing as it should."""
    return Finding(Mark.WRONG, what, text)


def report(findings: Iterable[Finding]) -> tuple[str, bool]:
    """Return the lines of all findings, with a last one that sums up, and whether none is wrong."""
    listed = list(findings)
    count = {mark: sum(found.mark is mark for found in listed) for mark in Mark}
    last = ", ".join(f"{count[mark]} {mark.value}" for mark in Mark)
    lines = "".join(f"{found.line()}\n" for found in listed)
    return f"{lines}{last}\n", not count[Mark.WRONG]
