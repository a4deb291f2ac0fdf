"""Bring the catalogues of a language up to date: `python -m bot.texts LANGUAGE [DIRECTORY]`.

Every file holds each English text as a comment above its translation. New texts are added without
one, texts that are gone leave, texts that have moved to another file keep theirs, and a translation
whose English has changed is marked fuzzy: players read English until it is looked over and the mark
removed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from bot.texts import FALLBACK, HOME, SPOKEN, forms_of, key_of

HEADER = """msgid ""
msgstr ""
"Language: {language}\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: {plural};\\n"

"""


@dataclass(slots=True)
class Changes:
    """The keys that an update has touched."""

    new: list[str]
    changed: list[str]
    gone: list[str]


def update(home: Path, language: str) -> Changes:
    """Write all files of a language below `home`. Raises UnknownLocaleError, ValueError."""
    changes = Changes([], [], [])
    for folder in ("", SPOKEN):
        _update(home / FALLBACK / folder, home / language / folder, language, changes)
    return changes


def _update(source: Path, place: Path, language: str, changes: Changes) -> None:
    """Write the files of one folder of a language. Raises as `update` does."""
    locale, sources = Locale.parse(language, sep="-"), sorted(source.glob("*.po"))
    if not sources and not place.exists():
        return
    place.mkdir(exist_ok=True)
    old = {key_of(one): one for file in sorted(place.glob("*.po")) for one in _messages(file)}
    made = {source.name: _merged(_messages(source), old, locale, changes) for source in sources}
    changes.gone += old
    for name, catalogue in made.items():
        header = HEADER.format(language=language, plural=catalogue.plural_forms.rstrip(";"))
        with (place / name).open("wb") as file:
            file.write(header.encode())
            write_po(file, catalogue, width=0, omit_header=True)
    for file_of_before in place.glob("*.po"):
        if file_of_before.name not in made:
            file_of_before.unlink()


def _merged(
    english: Iterable[Message], old: dict[str, Message], locale: Locale, changes: Changes
) -> Catalog:
    """Return one file's texts in the language; what stands in it is taken out of `old`."""
    made = Catalog(locale)
    for message in english:
        comments, before = _english(message), old.pop(key_of(message), None)
        # A text that counts by now, or does so no more, has other forms.
        if before is None or before.id != message.id:
            changes.new.append(key_of(message))
            made.add(message.id, auto_comments=comments)
            continue
        # Long comments are wrapped when they are written.
        if not all(forms_of(before)):
            changes.new.append(key_of(message))
        elif before.fuzzy or " ".join(before.auto_comments) != " ".join(comments):
            changes.changed.append(key_of(message))
            before.flags.add("fuzzy")
        before.auto_comments = comments
        made[message.id] = before
    return made


def _messages(path: Path) -> list[Message]:
    """Return the texts of a file; its header is none."""
    with path.open("rb") as file:
        return [message for message in read_po(file) if message.id]


def _english(message: Message) -> list[str]:
    """Return the lines of the comment with a message's English forms."""
    return ["English: " + " ".join(form.split()) for form in forms_of(message)]


def main() -> None:
    """Update one language and tell what there is to translate."""
    if len(sys.argv) not in (2, 3):
        sys.exit("Name one language, such as: python -m bot.texts pt-BR")
    try:
        changes = update(Path(sys.argv[2]) if len(sys.argv) == 3 else HOME, sys.argv[1])
    except (UnknownLocaleError, ValueError) as error:
        sys.exit(f"{sys.argv[1]!r} is no language that Babel knows: {error}")
    for title, keys in (("to translate", changes.new), ("to look over", changes.changed)):
        print(f"{len(keys)} {title}" + "".join(f"\n  {key}" for key in keys))
    print(f"{len(changes.gone)} gone" + "".join(f"\n  {key}" for key in changes.gone))


if __name__ == "__main__":
    main()
