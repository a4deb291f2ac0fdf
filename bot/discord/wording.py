"""The words of slash commands: English for Discord's registration, other languages beside it.

discord.py hands each name, description and choice to `CommandTranslator`, once a locale.
"""

from __future__ import annotations

from typing import Any, cast

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Location
from discord.app_commands import TranslationContextTypes

from bot.texts import FALLBACK, Texts

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
