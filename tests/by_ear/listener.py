"""One person's Discord by ear: what is new is spoken, and things are pressed by their words."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import discord

from tests.by_ear.page import BUTTON, CHOICE, Page, Part, page_of
from tests.sim.evening import Evening


class NotThere(Exception):
    """Nothing that can be pressed has these words."""


@dataclass
class Ear:
    """What a person hears and does; everything is noted in `script`, in order.

    Messages in the channel of the table and direct messages are heard when they come, each once:
    nobody can count on a reader to speak of one that is edited.
    """

    held: Evening
    name: str
    script: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    """What one stumbles over in what is for this person alone, and in pictures' alt texts."""
    faults_for_all: list[str] = field(default_factory=list)
    """The same in messages that all can read, which are written as much for those who see."""
    asked: list[str] = field(default_factory=list)
    is_direct: bool = False
    """Whether the person is in the direct messages with the bot, and types there."""
    _known: set[int] = field(default_factory=set)

    @property
    def _person(self) -> Any:
        return self.held[self.name]

    def _visible(self) -> list[tuple[Any, Any]]:
        """Return all messages the person can see, oldest first, each with who presses on it."""
        person = self._person
        here = [(person, m) for m in self.held.channel.history(viewer=person)]
        direct = [(person.user, m) for m in person.user.dm_channel.history(viewer=person.user)]
        return sorted([*here, *direct], key=lambda each: int(each[1].id))

    def _page(self, who: Any, message: Any) -> Page:
        names = {each.id: name for name, each in self.held.people.items()}
        now = discord.utils.utcnow().timestamp()
        page = page_of(message, lambda user: names.get(user, "Nimbus"), now)
        is_for_all = who is self._person and not message.flags.ephemeral
        for fault in page.faults:
            is_own = not is_for_all or "in a picture" in fault
            known = self.faults if is_own else self.faults_for_all
            if fault not in known:
                known.append(fault)
        return page

    def hear(self) -> list[Page]:
        """Hear the messages that have come since."""
        visible = self._visible()
        new = [(who, m) for who, m in visible if m.id not in self._known]
        self._known |= {m.id for _, m in new}
        return [self._spoken(who, message) for who, message in new]

    def _spoken(self, who: Any, message: Any, why: str = "") -> Page:
        page = self._page(who, message)
        where = "in the channel" if who is self._person and not message.flags.ephemeral else "to me"
        self.note(f"[{why or where}]")
        for part in page.parts:
            self.note(f"  {part}".replace("\n", "\n  "))
        return page

    def note(self, line: str) -> None:
        """Note a line of the script."""
        self.script.append(line)

    def read_board(self) -> Page:
        """Go to the channel and read the table's message from top to bottom."""
        return self._spoken(self._person, self.held.board(), "in the channel, the table again")

    def listing(self) -> list[tuple[Any, Any, Part]]:
        """Return all that could be pressed now, as a reader lists it: the newest message first."""
        return [
            (who, message, part)
            for who, message in reversed(self._visible())
            for part in self._page(who, message).of(BUTTON, CHOICE)
        ]

    def offers(self, pattern: str) -> list[str]:
        """Return the words of all that could be pressed that fit a pattern, the newest first."""
        return [p.words for _, _, p in self.listing() if re.fullmatch(pattern, p.words)]

    async def press(self, words: str) -> list[Page]:
        """Press the button, or choose in a menu, with just these words; give what is new then."""
        found = [each for each in self.listing() if each[2].words == words]
        if not found:
            raise NotThere(words, [part.words for _, _, part in self.listing()])
        who, message, part = found[0]
        self.note(f"> {'press' if part.kind == BUTTON else 'choose'} {words!r}")
        if part.kind == BUTTON:
            await who.click(message, custom_id=part.key)
        else:
            menu, _, value = part.key.partition("\n")
            await who.select(message, [value], custom_id=menu)
        return self.hear()

    async def command(self, name: str, *, direct: bool | None = None, **words: Any) -> list[Page]:
        """Type a command, in the channel or in direct messages."""
        typed = " ".join(f"{option}: {value}" for option, value in words.items())
        self.note(f"> type /{name} {typed}".rstrip())
        if self.is_direct if direct is None else direct:
            await self._person.user.slash(name, **words)
        else:
            await self._person.slash(self.held.channel, name, **words)
        return self.hear()
