"""Bring the catalogues of a language up to date: `python -m bot.texts LANGUAGE [DIRECTORY]`.

Every file holds each English text as a comment above its translation, with what its slots hold. New
texts are added without one, texts that are gone leave, texts that have moved to another file keep
theirs, and a translation whose English has changed is marked fuzzy: players read English until it
is looked over and the mark removed. A language such as es-419, of which there is a base, has only
the texts that differ: those that stand in its files. Forms (`card.joker.object`) stay with their
text. Then all that `bot.texts.checks` finds is told.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import write_po

from bot.texts import FALLBACK, HOME, SPOKEN, base_of, forms_of, key_of
from bot.texts.checks import faults, glossary, is_form, messages, messages_of, placeholders

HEADER = """msgid ""
msgstr ""
"Language: {language}\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: {plural};\\n"

"""


_ENGLISH = "English: "


@dataclass(slots=True)
class Changes:
    """The keys that an update has touched."""

    new: list[str]
    changed: list[str]
    gone: list[str]


def update(home: Path, language: str) -> Changes:
    """Write all files of a language below `home`. Raises UnknownLocaleError, ValueError."""
    changes, base = Changes([], [], []), base_of(language)
    is_whole = base == language or not (home / base).exists()
    for folder in ("", SPOKEN):
        of = home / FALLBACK / folder, home / language / folder
        _update(*of, language, changes, is_whole=is_whole)
    return changes


def _update(source: Path, place: Path, language: str, changes: Changes, *, is_whole: bool) -> None:
    """Write the files of one folder of a language. Raises as `update` does."""
    locale, sources = Locale.parse(language, sep="-"), sorted(source.glob("*.po"))
    if not sources and not place.exists():
        return
    place.mkdir(exist_ok=True)
    old, keys = messages(place), messages(source).keys()
    made: dict[str, Catalog] = {}
    for one in sources:
        english = [each for each in messages_of(one) if is_whole or key_of(each) in old]
        if english:
            made[one.name] = _merged(english, keys, old, locale, changes)
    changes.gone += old
    for name, catalogue in made.items():
        plural = glossary(language).counted or catalogue.plural_forms.rstrip(";")
        header = HEADER.format(language=language, plural=plural)
        with (place / name).open("wb") as file:
            file.write(header.encode())
            write_po(file, catalogue, width=0, omit_header=True)
    for file_of_before in place.glob("*.po"):
        if file_of_before.name not in made:
            file_of_before.unlink()


def _merged(
    english: Iterable[Message],
    keys: Collection[str],
    old: dict[str, Message],
    locale: Locale,
    changes: Changes,
) -> Catalog:
    """Return one file's texts in the language; what stands in it is taken out of `old`."""
    made = Catalog(locale)
    for message in english:
        key, comments = key_of(message), _comments(message)
        before = old.pop(key, None)
        # A text that counts by now, or does so no more, has other forms.
        if before is None or before.id != message.id:
            changes.new.append(key)
            made.add(message.id, auto_comments=comments)
        else:
            if not all(forms_of(before)):
                changes.new.append(key)
            elif before.fuzzy or _english(before.auto_comments) != _english(comments):
                changes.changed.append(key)
                before.flags.add("fuzzy")
            before.auto_comments = comments
            made[message.id] = before
        for form in [one for one in old if is_form(one, keys) and one.rpartition(".")[0] == key]:
            kept = old.pop(form)
            made[kept.id] = kept
    return made


def _comments(message: Message) -> list[str]:
    """Return the lines of the comment above a translation; the English forms come last."""
    known, told = glossary(FALLBACK).slots, " ".join(message.auto_comments)
    slots = sorted(placeholders(forms_of(message)) & known.keys())
    return [
        *message.auto_comments,
        *(f"{{{name}}}: {known[name]}" for name in slots if f"{{{name}}}" not in told),
        *(_ENGLISH + " ".join(form.split()) for form in forms_of(message)),
    ]


def _english(comments: Iterable[str]) -> list[str]:
    """Return the words of the English of a comment, each once, as they come.

    Long lines are wrapped when they are written, and of equal ones Babel reads only the first.
    """
    words = " ".join(comments).partition(_ENGLISH)[2].replace(_ENGLISH, "").split()
    return list(dict.fromkeys(words))


def main() -> None:
    """Update one language and tell what there is to translate."""
    if len(sys.argv) not in (2, 3):
        sys.exit("Name one language, such as: python -m bot.texts pt-BR")
    home, language = Path(sys.argv[2]) if len(sys.argv) == 3 else HOME, sys.argv[1]
    try:
        changes = update(home, language)
    except (UnknownLocaleError, ValueError) as error:
        sys.exit(f"{language!r} is no language that Babel knows: {error}")
    plural = Catalog(Locale.parse(language, sep="-")).num_plurals
    for title, keys in (
        ("to translate", changes.new), ("to look over", changes.changed), ("gone", changes.gone),
        *faults(home, language, plural).items(),
    ):  # fmt: skip
        print(f"{len(keys)} {title}" + "".join(f"\n  {key}" for key in keys))


if __name__ == "__main__":
    main()
