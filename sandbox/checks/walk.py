"""One walk over a tree of components: what it may use, and what it has seen so far."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sandbox.checks.problems import Path, Problems
from sandbox.numbers import whole
from sandbox.wire import Json

_MOST_ID = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Means:
    """Things that components may point at: file names, and ids of the application's emoji."""

    files: frozenset[str] = frozenset()
    emojis: frozenset[int] = frozenset()


@dataclass(slots=True)
class Walk:
    """The running sums of a walk: components, characters shown, ids taken."""

    means: Means
    modal: bool = False
    problems: Problems = field(default_factory=Problems)
    custom_ids: set[str] = field(default_factory=set)
    ids: set[int] = field(default_factory=set)
    total: int = 0
    shown: int = 0

    def enter(self, part: Json, path: Path) -> None:
        """Count a component and check the id that any component may have."""
        self.total += 1
        number = self.problems.whole((*path, "id"), part.get("id"), 0, _MOST_ID)
        if not number:
            return
        if number in self.ids:
            self.problems.add(
                (*path, "id"), "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated"
            )
        self.ids.add(number)

    def custom_id(self, part: Json, path: Path) -> None:
        """Check that the component names itself, as no other in the message does."""
        where = (*path, "custom_id")
        name = self.problems.text(where, part.get("custom_id"), most=100)
        if name is None:
            return
        if name in self.custom_ids:
            message = "Component custom id cannot be duplicated"
            self.problems.add(where, "COMPONENT_CUSTOM_ID_DUPLICATED", message)
        self.custom_ids.add(name)

    def emoji(self, emoji: Any, path: Path) -> None:
        """Check a partial emoji: one of the application's own, or a Unicode one."""
        if emoji is None:
            return
        if isinstance(emoji, dict) and self._usable(emoji):
            return
        # Discord names it so wherever it stands, in options of menus too.
        custom = isinstance(emoji, dict) and emoji.get("id") is not None
        where = (*path, "emoji", "id" if custom else "name")
        self.problems.add(where, "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")

    def media(self, item: Any, path: Path) -> None:
        """Check an unfurled media item: an address, or a file of this message."""
        url = item.get("url") if isinstance(item, dict) else None
        where = (*path, "url")
        text = self.problems.text(where, url, most=2048)
        if text is None or text.startswith(("http://", "https://")):
            return
        if not text.startswith("attachment://"):
            self.problems.add(where, "URL_TYPE_INVALID_SCHEME", f"Scheme of {text!r} is invalid.")
            return
        if text.removeprefix("attachment://") not in self.means.files:
            self.problems.add(
                where,
                "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                f"The specified referenced attachment was not found: {text}",
            )

    def _usable(self, emoji: Json) -> bool:
        number = emoji.get("id")
        if number is not None:
            return whole(number) in self.means.emojis
        name = emoji.get("name")
        return isinstance(name, str) and bool(name) and not name.isalpha()
