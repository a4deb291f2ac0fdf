"""What is held of the texts of a language: by the tests, and told by `python -m bot.texts`."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from string import Formatter
from typing import TYPE_CHECKING, TypeAlias

from babel.messages.pofile import read_po

from bot.texts import FALLBACK, HOME, SPOKEN, base_of, forms_of, key_of
from render.glyphs import font_for

if TYPE_CHECKING:
    from pathlib import Path

    from babel.messages.catalog import Message


Catalogue: TypeAlias = Mapping[str, tuple[str, ...]]
"""Key to text: one form, or as many as the language's plural has."""

GLOSSARY = "glossary"
EXEMPT = "no-glossary"
"""The flag of a text in which a word is no term: `#, no-glossary`, in English or a translation."""

LIMITS = {
    "about": 100,
    "alt": 1024,
    "button": 38,  # a label on a phone, the rest of Discord's 80 is for names
    "choice": 100,
    "choose": 150,
    "command": 100,
    "command_name": 32,
    "form": 45,
    "option": 45,
    "option_name": 32,
}
"""Most characters of a text with this word in its key, its placeholders not counted."""

_PICTURED = 34
"""The same of a button with an emoji."""

_NAME = re.compile(r"[^\W_]+(?:[-_][^\W_]+)*")
"""Discord's rule for the names of commands and options, which are in small letters, too."""
_SLOT = re.compile(r"\{[^}]*\}")
_DOUBLED = re.compile(r"(?<![\w-])([^\W\d_]\w*) \1(?!\w)")


@dataclass(frozen=True, slots=True)
class Glossary:
    """How a language says each card term, and words that it never says."""

    terms: Mapping[str, re.Pattern[str]]
    forbidden: re.Pattern[str] | None = None
    names: re.Pattern[str] | None = None
    """What looks like a term and is none."""
    slots: Mapping[str, str] = field(default_factory=dict)
    """What stands in the slots that many texts have."""
    unchanged: re.Pattern[str] | None = None
    """How it is said that nothing changed: only errors say so, all else says why."""
    twice: re.Pattern[str] | None = None
    """Words that may well follow themselves, such as the French vous."""
    kept: Mapping[re.Pattern[str], re.Pattern[str]] = field(default_factory=dict)
    """Words that mean one thing, and the beginnings of the keys whose texts speak of that."""
    counted: str = ""
    """How a language counts that counts otherwise than CLDR says, as a header of gettext does."""


def messages(folder: Path) -> dict[str, Message]:
    """Read the texts in one folder of a language, by their keys."""
    return {key_of(one): one for file in sorted(folder.glob("*.po")) for one in messages_of(file)}


def messages_of(file: Path) -> list[Message]:
    """Read the texts of a file; its header is none."""
    with file.open("rb") as opened:
        return [message for message in read_po(opened) if message.id]


def catalogue_of(found: Mapping[str, Message]) -> Catalogue:
    """Return the forms of texts, by their keys."""
    return {key: forms_of(message) for key, message in found.items()}


@cache
def glossary(language: str) -> Glossary:
    """Read the glossary of a language, or of its base; an empty one if there is none."""
    files = (HOME / GLOSSARY / f"{name}.toml" for name in (language, base_of(language)))
    file = next((one for one in files if one.exists()), None)
    if file is None:
        return Glossary({})
    found = tomllib.loads(file.read_text(encoding="utf-8"))

    def words(name: str) -> re.Pattern[str] | None:
        said = found.get(name)
        return said and _words(said if isinstance(said, str) else "|".join(said))

    return Glossary(
        {term: _words(pattern) for term, pattern in found["terms"].items()},
        words("forbidden"),
        words("names"),
        found.get("slots", {}),
        words("unchanged"),
        words("twice"),
        {_words(word): re.compile(keys) for word, keys in found.get("kept", {}).items()},
        found.get("counted", ""),
    )


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{pattern})(?!\w)", re.IGNORECASE)


def slots(forms: Iterable[str]) -> frozenset[str]:
    """Return what stands in braces in a text's plurals, with the form asked for."""
    return frozenset(name for form in forms for _, name, _, _ in Formatter().parse(form) if name)


def placeholders(forms: Iterable[str]) -> frozenset[str]:
    """Return the names in braces of a text's plurals: `card` for `{card_object}`, too."""
    return frozenset(name.partition("_")[0] for name in slots(forms))


def bare_length(text: str) -> int:
    """Count a text's characters without its placeholders."""
    return sum(len(literal) for literal, _, _, _ in Formatter().parse(text))


def is_form(key: str, english: Iterable[str]) -> bool:
    """Return whether a key is that of a form of an English text: `card.joker.object`."""
    return key not in english and key.rpartition(".")[0] in english


def missing(english: Catalogue, other: Catalogue) -> Iterator[str]:
    """Name the texts that a language lacks."""
    yield from (key for key in english if not all(other.get(key, ("",))))


def unused(english: Catalogue, other: Catalogue) -> Iterator[str]:
    """Name the texts that nobody asks for: of no English key, and no form that a text has."""
    asked = {name.partition("_")[2] for forms in other.values() for name in slots(forms)} | {"you"}
    for key in other.keys() - english.keys():
        if not is_form(key, english) or key.rpartition(".")[2] not in asked:
            yield key


def other_slots(english: Catalogue, other: Catalogue) -> Iterator[str]:
    """Name the texts that fill in other values than the English; a plural need not tell `n`."""
    for key, forms in other.items():
        base = key if key in english else key.rpartition(".")[0]
        if base in english and all(forms):
            differing = placeholders(english[base]) ^ placeholders(forms)
            may_lack = {"n"} if len(forms) > 1 else set()
            may_lack |= {"name"} if base != key else set()
            if differing - may_lack:
                yield f"{key}: {', '.join(sorted(differing))}"


def unknown_forms(other: Catalogue) -> Iterator[str]:
    """Name the forms that texts ask for and nothing has; English has none, so it knows them all."""
    known = {key.rpartition(".")[2] for key in other}
    for key, forms in other.items():
        for name in slots(forms):
            form = name.partition("_")[2]
            if form not in ("", "object", "of") and form not in known:
                yield f"{key}: {name}"


def wrong_plurals(other: Catalogue, count: int) -> Iterator[str]:
    """Name the texts that count in another way than their language."""
    yield from (key for key, forms in other.items() if len(forms) not in (1, count))


def too_long(other: Catalogue) -> Iterator[str]:
    """Name the texts that do not fit where Discord shows them, and names that are none."""
    for key, forms in other.items():
        most = min((LIMITS[word] for word in key.split(".") if word in LIMITS), default=0)
        longest = max(map(bare_length, forms))
        if "button" in key.split(".") and any(map(_has_emoji, forms)):
            most = _PICTURED
        if most and longest > most:
            yield f"{key}: {longest} of {most}"
        if key.startswith(("command_name.", "option_name.")) and any(map(_is_no_name, forms)):
            yield f"{key}: no name of a command"


def _has_emoji(text: str) -> bool:
    return any(unicodedata.category(char) == "So" for char in text)


def _is_no_name(text: str) -> bool:
    return bool(text) and (text != text.lower() or not _NAME.fullmatch(text))


def unwritable(other: Catalogue) -> Iterator[str]:
    """Name the texts with letters that no font has."""
    for key, forms in other.items():
        lacking = {
            char for form in forms for char in form
            if char.isalnum() and font_for((ord(char),), emoji=False) is None
        }  # fmt: skip
        if lacking:
            yield f"{key}: {''.join(sorted(lacking))}"


def wrong_words(
    terms: Glossary, english: Catalogue, other: Catalogue, exempt: Iterable[str] = ()
) -> Iterator[str]:
    """Name the texts without a term that the English has, or with a word never said."""
    for key in sorted(english.keys() & other.keys() - set(exempt)):
        said = _SLOT.sub(" ", " ".join(other[key]))
        if terms.forbidden and (found := terms.forbidden.search(said)):
            yield f"{key}: never {found[0]}"
        for term in _terms_in(" ".join(english[key])):
            if said.strip() and term in terms.terms and not terms.terms[term].search(said):
                yield f"{key}: no {term}"


def careless(terms: Glossary, other: Catalogue) -> Iterator[str]:
    """Name the texts that say a word twice, that nothing changed, or one word for two things."""
    for key, forms in other.items():
        said = _SLOT.sub("…", " … ".join(forms))
        for found in () if ".typed" in key else _DOUBLED.finditer(said):
            if not (terms.twice and terms.twice.fullmatch(found[1])):
                yield f"{key}: {found[0]}"
        if terms.unchanged and not key.startswith("error.") and terms.unchanged.search(said):
            yield f"{key}: nothing changed"
        for word, keys in terms.kept.items():
            if (found_word := word.search(said)) and not keys.match(key):
                yield f"{key}: {found_word[0]} is something else"


def _terms_in(text: str) -> Iterator[str]:
    """Name the terms of an English text; what a longer one takes is of no other."""
    known = glossary(FALLBACK)
    left = _SLOT.sub(" ", text)
    if known.names:
        left = known.names.sub(" ", left)
    for term, pattern in known.terms.items():
        if pattern.search(left):
            yield term
            left = pattern.sub(" ", left)


def exempt(found: Mapping[str, Message]) -> Iterator[str]:
    """Name the texts in which no word is a term."""
    yield from (key for key, message in found.items() if EXEMPT in message.flags)


def untold(found: Mapping[str, Message]) -> Iterator[str]:
    """Name the English texts with a slot that neither the glossary nor their comment tells."""
    known = glossary(FALLBACK)
    for key, message in found.items():
        comment = " ".join(message.auto_comments)
        told = {name for name in placeholders(forms_of(message)) if f"{{{name}}}" in comment}
        if lacking := placeholders(forms_of(message)) - told - known.slots.keys():
            yield f"{key}: {', '.join(sorted(lacking))}"


def faults(home: Path, language: str, plural: int) -> dict[str, list[str]]:
    """Return all that is to be mended in a language but what is to be translated, by its kind."""
    told: dict[str, list[str]] = {}
    for folder in ("", SPOKEN):
        base = messages(home / FALLBACK / folder)
        found = messages(home / language / folder)
        english, other = catalogue_of(base), catalogue_of(found)
        written = {key: forms for key, forms in other.items() if all(forms)}
        aside = {*exempt(base), *exempt(found)}
        for kind, each in (
            ("unused", unused(english, written)),
            ("with other slots", other_slots(english, written)),
            ("with a form that nothing has", unknown_forms(written)),
            ("that count otherwise", wrong_plurals(other, plural)),
            ("too long, or no name", too_long(written)),
            ("with letters that no font has", unwritable(written)),
            ("that an editor would strike", careless(glossary(language), written)),
            ("against the glossary", wrong_words(glossary(language), english, written, aside)),
        ):
            told.setdefault(kind, []).extend(each)
    return {kind: each for kind, each in told.items() if each}


# Texts as people type them: small letters that every keyboard has.

_TYPED = str.maketrans({"œ": "oe", "ł": "l", "\N{RIGHT SINGLE QUOTATION MARK}": "'"})


def folded(text: str) -> str:
    """Return a text in small letters that every keyboard has: coeur for cœur, as for às."""
    parts = unicodedata.normalize("NFKD", text).casefold().translate(_TYPED)
    return "".join(char for char in parts if not unicodedata.combining(char))
