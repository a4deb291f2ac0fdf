"""What a room of things that people do beside playing adds to the core, said in one place.

Each has a module `feature` with a `FEATURE`; `bot.features` has the list of them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.discord.app import App
from bot.match.show import looks
from bot.match.table.kind import ABLE, CONTESTS, KINDS, WATCHED, Ability, Contest, Kind, Watched
from bot.settings import Settings
from bot.store.holdings import HOLDINGS, Holdings
from bot.texts import Texts

Job = Callable[[], Awaitable[object]]


@dataclass(frozen=True, slots=True)
class Jobs:
    """What the parts of features do by themselves, each list in the order of the features."""

    read: list[Job] = field(default_factory=list)
    """Reads what takes long, before another process makes way; what cannot be read is told where
    it is needed."""
    start: list[Job] = field(default_factory=list)
    """Done in every process, once the bot is set up."""
    begin: list[Job] = field(default_factory=list)
    """Done by the leader, before anybody plays on; whoever led before may have stopped anywhere."""
    catch_up: list[Job] = field(default_factory=list)
    """Done by the leader every half minute, for what came late."""
    end: list[Job] = field(default_factory=list)
    """Leaves what `begin` took up to another process, and stops; twice is harmless."""
    close: list[Job] = field(default_factory=list)
    """Done in every process that stops, when nothing thinks or works any more."""
    on_signal: dict[str, Callable[..., Coroutine[Any, Any, None]]] = field(default_factory=dict)
    """Done by the leader when another process has sent a signal, by its kind."""

    async def stop(self) -> None:
        """Leave to others, or to the next start, all that was taken up; twice is harmless."""
        for end in self.end:
            await end()


def _no_parts(_app: App, _jobs: Jobs) -> None:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """What a feature adds to the core; all but its name may be missing."""

    name: str
    """That of its room."""
    cogs: tuple[type[Any], ...] = ()
    """Its commands."""
    wire: Callable[[App, Jobs], None] = _no_parts
    """Makes its parts of those that are there, and puts them in."""
    kind: Kind | None = None
    """The kind of its tables: what is withheld, who plays, what counts."""
    look: looks.Look | None = None
    """What its tables show: a line in the lobby, a title, buttons below a result."""
    watched: Watched | None = None
    """Who else may watch its finished games."""
    contest: Contest | None = None
    """How its games are rated as one."""
    able: Mapping[Ability, Callable[[str], bool]] = field(default_factory=dict)
    """Which games offer what it brings."""
    looking_back: looks.Button | None = None
    """A button below every result."""
    ahead: looks.Ahead | None = None
    """A game to go on with below a result."""
    notes: looks.NotesReader | None = None
    """What is said of a result."""
    lines: looks.Lines | None = None
    """Its lines on a person's card."""
    facts: looks.Facts | None = None
    """Facts on a person's page."""

    holdings: Holdings | None = None
    """What it keeps about people beside their games."""

    def register(self) -> None:
        """Put all that is no part of a running bot into the registries of the core."""
        if self.kind is not None:
            _put(KINDS, self.kind.name, self.kind)
            _put(looks.LOOKS, self.kind.name, self.look)
            _put(WATCHED, self.kind.name, self.watched)
            _put(CONTESTS, self.kind.name, self.contest)
        ABLE.update(self.able)
        _put(looks.LOOKING_BACK, self.name, self.looking_back)
        _put(looks.AHEAD, self.name, self.ahead)
        _put(looks.NOTES, self.name, self.notes)
        _put(looks.LINES, self.name, self.lines)
        _put(looks.FACTS, self.name, self.facts)
        _put(HOLDINGS, self.name, self.holdings)


def _put(registry: dict[str, Any], name: str, added: object) -> None:
    if added is not None:
        registry[name] = added


def house_names(texts: Texts, settings: Settings) -> list[str]:
    """Return the names of house players."""
    return texts.words(settings.locale)("house.names").split(", ")
