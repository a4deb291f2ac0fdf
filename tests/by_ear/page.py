"""What a screen reader speaks of a message, in the order of the page; and what it stumbles over."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

TEXT, PICTURE, BUTTON, MENU, CHOICE, FILE = "text", "picture", "button", "menu", "choice", "file"

_MARKS = re.compile(r"(\*\*|__|~~|`|(?<![\w*])[*_](?=\S)|(?<=\S)[*_](?![\w*]))")
_LINE = re.compile(r"^(-# |#{1,3} |> |[-*] )", re.MULTILINE)
_ESCAPED = re.compile(r"\\([^\w\s])")
_LINK = re.compile(r"\[([^\]]+)\]\(<?https?://[^)\s]+>?\)")
_MOMENT = re.compile(r"<t:(\d+)(?::([a-zA-Z]))?>")
_MENTION = re.compile(r"<@!?(\d+)>")
_CHANNEL = re.compile(r"<#\d+>")
_COMMAND = re.compile(r"</([\w -]+):\d+>")
_EMOJI = re.compile(r"<a?:(\w+):\d+>")
_ADDRESS = re.compile(r"https?://\S+")
_KEPT = re.compile(r"\0(\d+)\0")

_SAID = frozenset(".,:;!?'\"()-+/%&\u2018\u2019\u201c\u201d\u2026\n ")
"""The signs that readers pass over or say as everybody expects."""

_CODE = re.compile(r"\b(?:[2-9TJQKA][CDHS]|10[CDHS]|JK)\b")
_RUNNING = re.compile(r"(?<!\.)\.\.(?!\.)|,,|;;|::|\s[,;.!?]|,\.|\.,|\( | \)| {2,}")


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a page that is spoken by itself; a `key` leads back to what is pressed."""

    kind: str
    words: str
    key: str = ""

    def __str__(self) -> str:
        return self.words if self.kind == TEXT else f"({self.kind}) {self.words}"


@dataclass(frozen=True, slots=True)
class Page:
    """A message as it is heard, and what a listener would stumble over in it."""

    parts: tuple[Part, ...]
    faults: tuple[str, ...] = field(default=(), compare=False)

    @property
    def words(self) -> str:
        """All its texts, without its pictures and what can be pressed."""
        return "\n".join(part.words for part in self.parts if part.kind == TEXT)

    @property
    def pictures(self) -> str:
        """What its pictures say."""
        return "\n".join(part.words for part in self.parts if part.kind == PICTURE)

    def of(self, *kinds: str) -> list[Part]:
        """Return its parts of some kinds, in order."""
        return [part for part in self.parts if part.kind in kinds]


Named = Callable[[int], str]
"""Names who is mentioned."""


def page_of(message: Any, named: Named, now: float) -> Page:
    """Return what is spoken of a message."""
    parts = [Part(TEXT, message.content)] if message.content else []
    faults: list[str] = []
    for component in message.components:
        raw = component if isinstance(component, dict) else component.to_dict()
        parts += _parts(raw, faults)
    said = [Part(p.kind, plain(p.words, named, now), p.key) for p in parts]
    for part in said:
        faults += [f"{fault}: {part.words!r}" for fault in stumbles(part)]
        if part.kind == PICTURE and not part.words:
            faults.append("a picture without an alt text")
    return Page(tuple(p for p in said if p.words.strip()), (*faults, *_doubles(said)))


def plain(text: str, named: Named, now: float) -> str:
    """Return text as it is read: Discord's marks are gone, and what it writes itself is written."""
    kept: list[str] = []

    def keep(match: re.Match[str]) -> str:
        kept.append(match[1])
        return f"\0{len(kept) - 1}\0"

    text = _ESCAPED.sub(keep, text)
    text = _MENTION.sub(lambda match: named(int(match[1])), text)
    text = _CHANNEL.sub("this channel", text)
    text = _COMMAND.sub(r"/\1", _EMOJI.sub(r":\1:", _LINK.sub(r"\1", text)))
    text = _MOMENT.sub(lambda match: moment_said(int(match[1]), match[2] or "f", now), text)
    text = _MARKS.sub("", _LINE.sub("", text))
    return _KEPT.sub(lambda match: kept[int(match[1])], text)


def moment_said(when: int, style: str, now: float) -> str:
    """Say a moment as Discord does: "in 2 minutes", or with another style by the clock.

    >>> moment_said(120, "R", 0.0), moment_said(120, "t", 0.0)
    ('in 2 minutes', '00:02')
    """
    if style != "R":
        return datetime.fromtimestamp(when, UTC).strftime(
            "%H:%M" if style == "t" else "%d %B %H:%M"
        )
    seconds = when - now
    for size, unit in ((86400, "day"), (3600, "hour"), (60, "minute"), (1, "second")):
        n = round(abs(seconds) / size)
        if n or size == 1:
            told = f"{n} {unit}{'' if n == 1 else 's'}"
            return f"in {told}" if seconds >= 0 else f"{told} ago"
    raise AssertionError


def stumbles(part: Part) -> Iterator[str]:
    """Yield what a listener would stumble over in a part."""
    odd = {sign for sign in part.words if not _is_said(sign)}
    if odd:
        yield f"symbol {' '.join(sorted(odd))} in a {part.kind}"
    if code := _CODE.search(part.words):
        yield f"card code {code[0]} in a {part.kind}"
    if part.kind in {TEXT, PICTURE} and (run := _RUNNING.search(part.words)):
        yield f"stray {run[0]!r} in a {part.kind}"


def _is_said(sign: str) -> bool:
    return sign in _SAID or unicodedata.category(sign)[0] in "LMN"


def _parts(raw: dict[str, Any], faults: list[str]) -> Iterator[Part]:
    """Yield the parts of a component, in the order of the page."""
    match raw["type"]:
        case 10:
            yield Part(TEXT, raw["content"])
        case 12:
            yield from (Part(PICTURE, item.get("description") or "") for item in raw["items"])
        case 2:
            yield _button(raw, faults)
        case 3:
            yield from _menu(raw, faults)
        case 13:
            yield Part(FILE, raw["file"]["url"].rpartition("/")[2].partition("?")[0])
        case _:
            for child in (*raw.get("components", ()), *filter(None, (raw.get("accessory"),))):
                yield from _parts(child, faults)


def _button(raw: dict[str, Any], faults: list[str]) -> Part:
    label = raw.get("label") or ""
    faults += [f"emoji on {label!r}"] if raw.get("emoji") else []
    faults += [f"a disabled button: {label!r}"] if raw.get("disabled") else []
    return Part(BUTTON, label, raw.get("custom_id") or raw.get("url") or "")


def _menu(raw: dict[str, Any], faults: list[str]) -> Iterator[Part]:
    yield Part(MENU, raw.get("placeholder") or "", raw["custom_id"])
    for option in raw.get("options", ()):
        if option.get("emoji"):
            faults.append(f"emoji on {option['label']!r}")
        told = ", ".join(filter(None, (option["label"], option.get("description"))))
        chosen = ", chosen" if option.get("default") else ""
        yield Part(CHOICE, told + chosen, f"{raw['custom_id']}\n{option['value']}")


def _doubles(parts: Iterable[Part]) -> Iterator[str]:
    """Yield the words that stand on more than one thing to press."""
    known: dict[tuple[str, str], str] = {}
    for part in parts:
        if part.kind in {BUTTON, CHOICE, MENU}:
            menu = part.key.partition("\n")[0] if part.kind == CHOICE else part.kind
            before = known.setdefault((menu, part.words), part.key)
            if before != part.key:
                yield f"{part.kind} {part.words!r} stands there twice for different things"
