"""People's names: cleaned when they come in, harmless wherever they are shown."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Location
from discord.app_commands import TranslationContextTypes

from bot.texts import FALLBACK, Texts
from render.api import Words

NAME_LENGTH = 32


@dataclass(frozen=True, slots=True)
class Someone:
    """A person or house player who is spoken of: their name, and what marks it."""

    name: str
    is_person: bool = True
    away: bool = False


_MARKDOWN = re.compile(r"([\\*_~`|<>\[\]])")
_BEGINS = re.compile(r"^([ \t]*)(?:([-+#])(?=#{0,3}\s)|(\d+)(\.)(?=\s))", re.MULTILINE)
"""What makes a heading, small print or a list of a line that begins with it."""

_MENTION = re.compile(r"@(everyone|here|[!&]?[0-9]{17,20})")

_BLANK = frozenset("\n\r\t\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Characters that are no spaces to Unicode but show nothing."""

_JOINER = "\u200d"
_EDGES = f" {_JOINER}"

_FLAG = "\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{1,6}\U000e007f"
"""The flag of a part of a country, such as Scotland: a black one, and its code in tags."""

_HALF_SPACE = "(?<=[\u0620-\u06ff])\u200c(?=[\u0620-\u06ff])"
"""What stands between the parts of an Arabic-script word, such as a Persian name."""

_ONE_SIGN = re.compile(f"({_FLAG}|{_HALF_SPACE})|.", re.DOTALL)


def clean_name(name: str) -> str:
    """Make a name safe to keep: one line, no control or direction marks, at most 32 long."""
    signs = _ONE_SIGN.finditer(unicodedata.normalize("NFC", name))
    kept = re.sub(r"\s+", " ", "".join(found[1] or _cleaned(found[0]) for found in signs))
    shown = ""
    for found in _ONE_SIGN.finditer(kept.strip(_EDGES)):
        if len(shown) + len(found[0]) > NAME_LENGTH:
            break
        shown += found[0]
    return shown.rstrip(_EDGES) or "?"


def _cleaned(char: str) -> str:
    """Return what stands for a character in a name: a space, itself or nothing."""
    category = unicodedata.category(char)
    if char in _BLANK or category in {"Zl", "Zp", "Zs"}:
        return " "
    return char if char == _JOINER or category not in {"Cc", "Cf", "Co", "Cs"} else ""


@lru_cache(maxsize=4096)
def escape(text: str) -> str:
    """Make a text stand in Discord's markdown as it is: no link, mention, heading or list of it."""
    safe = _MENTION.sub("@\u200b\\1", _MARKDOWN.sub(r"\\\1", text))
    return _BEGINS.sub(_plainly, safe).replace("://", ":\u200b//")


def _plainly(found: re.Match[str]) -> str:
    before, sign, number, dot = found.groups()
    return f"{before}\\{sign}" if sign else f"{before}{number}\\{dot}"


def bold(name: str) -> str:
    """Return the name of a person, or of what a person made, as it stands in a sentence."""
    return f"**{escape(name)}**"


def marked(who: Someone, say: Words) -> str:
    """Return a name with the mark of a house player or a stand-in, for labels."""
    name = _isolated(who.name)
    if not who.is_person:
        return say("house.mark", name=name)
    return say("house.stand_in", name=name) if who.away else name


@lru_cache(maxsize=4096)
def _isolated(name: str) -> str:
    """Keep a name written from right to left from turning the words around it."""
    if any(unicodedata.bidirectional(char) in {"R", "AL"} for char in name):
        return f"\u2068{name}\u2069"
    return name


# The words of slash commands: English for Discord's registration, other languages beside it.
#
# discord.py hands each name, description and choice to `CommandTranslator`, once a locale.

NAMED = (Location.command_name, Location.group_name)


def command(key: str) -> app_commands.locale_str:
    """Return the description of a command or an option."""
    return worded(f"command.{key}")


def worded(key: str) -> app_commands.locale_str:
    """Return the English text of a key, for a command; the translator finds its others."""
    return app_commands.locale_str(Texts.load().words(FALLBACK)(key), key=key)


class CommandTranslator(app_commands.Translator):
    """Finds the words of commands in the catalogues of the languages that Discord asks for.

    A language of the catalogues that Discord does not know is never asked for, and where a text
    is not translated yet, Discord shows the English one.
    """

    def __init__(self, texts: Texts) -> None:
        self._texts = texts
        # Each text of each command is asked for in each of them: thousands at every start.
        self._languages = {locale: texts.language(locale.value) for locale in discord.Locale}

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: TranslationContextTypes,
    ) -> str | None:
        """Return a text in a locale of Discord, or None for the English one."""
        language = self._languages[locale]
        if language == FALLBACK:
            return None
        forms = self._texts.languages[language].texts.get(_key(string, context))
        return forms[0] if forms else None


def _key(string: app_commands.locale_str, context: TranslationContextTypes) -> str:
    if context.location in NAMED:
        named = cast("app_commands.Command[Any, ..., Any]", context.data)
        return f"command_name.{named.qualified_name.replace(' ', '.')}"
    if context.location is Location.parameter_name:
        return f"option_name.{string.message}"
    return str(string.extras.get("key"))
