"""Every word a player reads: gettext catalogues with dotted keys, `bot/texts/<language>/*.po`.

Who plays in words has a locale of their own, such as `en-x-ear`: its texts stand in
`bot/texts/<language>/ear/*.po`, those that are spoken otherwise than they are written.

A text may hold another in a form: `{card_object}` is what `card` is given as, in its form `object`.
That form is a text of its own, `card.joker.object`; without it the text stays as it is. And
what is told of somebody may have the form `you` for that somebody: `alt.trick.led.you`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from functools import cache, reduce
from gettext import c2py
from pathlib import Path
from sys import intern
from typing import TYPE_CHECKING, Literal

from babel import Locale
from babel.dates import format_date, format_skeleton, get_day_names
from babel.lists import format_list
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

from render.api import All, Apart, Nth, OneOf, You

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog, Message

    from render.api import Words

HOME = Path(__file__).parent
FALLBACK = "en"
SPOKEN = "ear"
"""The folder of a language with the texts that are spoken otherwise than they are written."""
EAR = f"-x-{SPOKEN}"
"""The end of a locale of who plays in words: a private subtag, as BCP 47 has them."""

YOU = "you"
"""The form of a text whose `name` is the reader."""

_BRITISH = "en_001"
"""Our English writes `21 Nov` and `a, b and c`."""

_PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")
_ADORNS = re.compile(
    "[\u23e9-\u23ff\u25a0-\u25ff\u2600-\u265f\u2668-\u27bf\u2b00-\u2bff"
    "\U0001f000-\U0001faff\ufe0f\u20e3]+[ \xa0]?"
)
"""Emoji and the like, but no suits of cards: what these say has to be said."""
_PERCENT = re.compile(r"(\{[a-z_]+\}|\d+)[ \xa0\u202f]?%")
_OF_A_GAME = re.compile(r"illegal\.[^.]+\.")


_parsed = cache(Locale.parse)
"""What Babel knows of a language; to look that up takes longer than to write a list."""


@cache
def _between(locale: str) -> str:
    """Return what stands between two items of a list that has no "and"."""
    # Babel has styles without an "and", but breaks on them for Danish and others.
    pattern: str = _parsed(locale).list_patterns["standard"]["middle"]
    return pattern.removeprefix("{0}").removesuffix("{1}")


class Inflected(str):
    """A text that has other forms beside this one: `form` says it in one, or as it is."""

    __slots__ = ("form", "names")

    form: Callable[[str], str]
    names: Collection[str]


class MissingText(KeyError):
    """No catalogue has this key: a mistake in the program, found by the tests."""


@dataclass(frozen=True, slots=True)
class Language:
    """One language: its texts by key (one form, or one a plural) and how it counts."""

    texts: Mapping[str, tuple[str, ...]]
    plural: Callable[[int], int]
    locale: str = _BRITISH
    """By which Babel knows how it writes dates and lists."""
    spoken: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The texts that are spoken otherwise than they are written."""
    inflected: Mapping[str, Collection[str]] = field(default_factory=dict)
    """The names of the forms that keys have."""

    def has(self, key: str) -> bool:
        """Return whether this language has a text of its own for a key."""
        return key in self.texts or key in self.spoken

    def text_of(self, value: object, form: str = "") -> str:
        """Write a value as it stands in a text, in a form if it has that."""
        if type(value) is str or type(value) is int:
            return str(value)
        if isinstance(value, Inflected):
            return value.form(form) if form else value
        if isinstance(value, Nth):
            forms = self.texts.get(f"ordinal.{_parsed(self.locale).ordinal_form(value)}")
            return forms[0].format(n=int(value)) if forms else str(int(value))
        if isinstance(value, date):
            return self.dated(value)
        if isinstance(value, float):
            return format_decimal(value, "0.0", locale=self.locale)
        return self.listed(value, form) if isinstance(value, (list, tuple)) else str(value)

    def dated(self, day: date, skeleton: str = "MMMd") -> str:
        """Write a day as Babel does, such as `21 Nov`, but the first of a month as `1er janv.`."""
        first = self.texts.get("date.first", "1")[0] if day.day == 1 else "1"
        return format_skeleton(skeleton, day, locale=self.locale).replace("1", first, 1)

    def listed(self, items: Iterable[object], form: str = "") -> str:
        """Write items one after the other: `a, b, c`, or as their type says: `a, b and c`."""
        told = [self.text_of(item, form) for item in items]
        if isinstance(items, (All, OneOf)):
            style: Literal["standard", "or"] = "or" if isinstance(items, OneOf) else "standard"
            return format_list(told, style, locale=_parsed(self.locale))
        if isinstance(items, Apart):
            between = self.texts["list.apart"][0].format(first="{0}", next="{1}")
            return reduce(between.format, told) if told else ""
        return _between(self.locale).join(told)


@dataclass(frozen=True, slots=True)
class Texts:
    """The catalogues of all languages."""

    languages: Mapping[str, Language]
    _words: dict[tuple[str, bool], Words] = field(default_factory=dict, init=False, compare=False)

    @classmethod
    def load(cls) -> Texts:
        """Read the catalogues, once a process."""
        return _load()

    @property
    def locales(self) -> tuple[str, ...]:
        """Name the languages there are."""
        return tuple(sorted(self.languages))

    def words(self, locale: str | None) -> Words:
        """Return the words of one of Discord's locales; English where there are none.

        Those of a locale `by_ear` hold no symbol that a screen reader would stumble over.
        """
        asked = self.language(locale), is_spoken(locale or "")
        if asked not in self._words:
            of, fallback = self.languages[asked[0]], self.languages[FALLBACK]
            self._words[asked] = _Words(of, fallback, asked[1])
        return self._words[asked]

    def language(self, locale: str | None) -> str:
        """Name the language that one of Discord's locales is answered in."""
        return self.known(locale or FALLBACK) or FALLBACK

    def known(self, locale: str) -> str | None:
        """Name the language of one of Discord's locales; None where there is none."""
        name = as_written(locale)
        return next((known for known in (name, base_of(name)) if known in self.languages), None)

    def name(self, language: str) -> str:
        """Name a language in itself, such as `English`."""
        return Locale.parse(language, sep="-").get_display_name() or language

    def day(self, locale: str | None, when: float) -> str:
        """Write the day (UTC) of a moment in seconds since the epoch, such as `21 Nov`."""
        return self.languages[self.language(locale)].dated(datetime.fromtimestamp(when, UTC))

    def weekday(self, locale: str | None, day: date) -> str:
        """Write a day with that of the week, such as `Sat, 21 Nov`."""
        return self.languages[self.language(locale)].dated(day, "MMMEd")

    def day_of_week(self, locale: str | None, weekday: int) -> str:
        """Write a day of the week, 0 for Monday, such as `Thursday`."""
        return str(get_day_names(locale=self._babels(locale))[weekday])

    def month(self, locale: str | None, when: float) -> str:
        """Write the month (UTC) of a moment in seconds since the epoch, such as `Nov`."""
        return format_date(datetime.fromtimestamp(when, UTC), "MMM", locale=self._babels(locale))

    def _babels(self, locale: str | None) -> str:
        return self.languages[self.language(locale)].locale


@dataclass(frozen=True, slots=True, eq=False)
class _Words:
    """Looks keys up in one language, then in the fallback; there is one for each language."""

    language: Language
    fallback: Language
    by_ear: bool = False

    def __call__(self, key: str, /, **values: object) -> str:
        """Return a text with its values filled in. Raises MissingText.

        A refusal for which its game has no words has those that all games share.
        """
        if isinstance(values.get("name"), You) and self.language.has(f"{key}.{YOU}"):
            key = f"{key}.{YOU}"
        for language in (self.language, self.fallback):
            forms = (self.by_ear and language.spoken.get(key)) or language.texts.get(key)
            if forms:
                form = forms[0] if len(forms) == 1 else _form(language, forms, values.get("n"))
                text = _filled(language, _aloud(form) if self.by_ear else form, values)
                if key not in language.inflected:
                    return text
                return self._inflected(language, key, text, values)
        shared = _OF_A_GAME.sub("illegal.common.", key)
        if shared == key:
            raise MissingText(key)
        return self(shared, **values)

    def _inflected(
        self, language: Language, key: str, text: str, values: Mapping[str, object]
    ) -> Inflected:
        """Return a text with its forms, which are of the language that it is in."""

        def form(name: str) -> str:
            asked = f"{key}.{name}"
            return self(asked, **values) if language.has(asked) else text

        said = Inflected(text)
        said.form, said.names = form, language.inflected[key]
        return said


def every_form(text: str) -> Iterable[str]:
    """Yield a text as it is, and in each form that it has."""
    yield text
    if isinstance(text, Inflected):
        yield from map(text.form, text.names)


def by_ear(say: Words) -> bool:
    """Return whether words are spoken, as to somebody who plays without pictures.

    >>> by_ear(Texts.load().words("en-GB-x-ear")), by_ear(Texts.load().words("en-GB"))
    (True, False)
    """
    return isinstance(say, _Words) and say.by_ear


def parted(parts: Iterable[str], say: Words) -> str:
    """Join parts that begin with capitals: by dots in a line, or by full stops for who hears it."""
    return (". " if by_ear(say) else " · ").join(filter(None, parts))


def is_spoken(locale: str) -> bool:
    """Return whether a locale is that of who plays in words."""
    return locale.endswith(EAR)


def as_spoken(locale: str) -> str:
    """Return the locale of who plays in words."""
    return as_written(locale) + EAR


def as_written(locale: str) -> str:
    """Return a locale without what it says of playing in words."""
    return locale.removesuffix(EAR)


def aloud(text: str) -> str:
    """Return a text without the symbols that only adorn it or stand between its parts.

    What a symbol means, such as a suit, has words of its own: see `SPOKEN`.

    >>> aloud("🏆 Best so far: **Ada** · 3rd ▶")
    'Best so far: **Ada**, 3rd'
    """
    return _ADORNS.sub("", paused(text)).strip(" ")


def paused(text: str) -> str:
    """Return a text with commas where dots stand between its parts."""
    return text.replace(" · ", ", ")


_aloud = cache(aloud)
"""For the texts of catalogues only: there are no more than these have."""


def _form(language: Language, forms: tuple[str, ...], n: object) -> str:
    if not isinstance(n, int):
        return forms[0]
    return forms[min(language.plural(n), len(forms) - 1)]


def _filled(language: Language, text: str, values: Mapping[str, object]) -> str:
    """Put values in place of `{name}` in one pass, so what a value holds is never read again."""
    plain, slots = _pieces(text, language.locale)
    if not slots:
        return plain
    filled = [plain]
    for name, root, form, after in slots:
        filled += (language.text_of(values.get(root, name), form), after)
    return "".join(filled)


@cache
def _pieces(text: str, locale: str) -> tuple[str, tuple[tuple[str, str, str, str], ...]]:
    """Cut a text at its placeholders: what stands before, and what stands after each.

    Of each there is also itself, the value it asks for and in which form. Per cents are as the
    language writes them: `5%` or `5 %`. Only texts of the catalogues come here, so there are no
    more than these have.
    """
    if "%" in text:
        percent = _parsed(locale).percent_formats[None]
        text = _PERCENT.sub(rf"{percent.prefix[0]}\1{percent.suffix[0]}", text)
    plain, *rest = _PLACEHOLDER.split(text)
    slots = zip(rest[::2], rest[1::2], strict=True)
    cut = ((name, *name.partition("_")[::2], after) for name, after in slots)
    return plain, tuple((f"{{{name}}}", root, form, after) for name, root, form, after in cut)


@cache
def _load() -> Texts:
    languages = {
        directory.name: _language(directory.name, sorted(directory.rglob("*.po")))
        for directory in HOME.iterdir()
        if any(directory.glob("*.po"))
    }
    _pieces("%", _BRITISH)  # Babel reads how English writes now; of others when they are spoken
    return Texts({name: _overlaid(name, languages) for name in languages})


def base_of(name: str) -> str:
    """Return the language that a language may only differ from in a few texts: es for es-419."""
    return name.partition("-")[0]


def _overlaid(name: str, languages: Mapping[str, Language]) -> Language:
    """Return a language with the texts of its base where it has none of its own."""
    own, base = languages[name], languages.get(base_of(name))
    if base is None or base is own:
        return own
    texts, spoken = {**base.texts, **own.texts}, {**base.spoken, **own.spoken}
    inflected = _inflected(texts.keys() | spoken.keys(), [*texts.values(), *spoken.values()])
    return replace(own, texts=texts, spoken=spoken, inflected=inflected)


def _language(name: str, files: Iterable[Path]) -> Language:
    """Read the files of a language. Raises ValueError if they do not count alike."""
    locale = _BRITISH if name == FALLBACK else str(Locale.parse(name, sep="-"))
    texts: dict[str, tuple[str, ...]] = {}
    spoken: dict[str, tuple[str, ...]] = {}
    plurals: dict[tuple[int, str], Path] = {}
    for file in files:
        with file.open("rb") as opened:
            catalogue = read_po(opened)
        (spoken if file.parent.name == SPOKEN else texts).update(_texts(catalogue))
        plurals.setdefault((catalogue.num_plurals, catalogue.plural_expr), file)
    if len(plurals) != 1:
        named = ", ".join(str(file) for file in plurals.values()) or "no file"
        raise ValueError(f"{name} needs one Plural-Forms, the same in all its files: {named}")
    ((_, expression),) = plurals
    # Babel has checked the expression of the header; gettext's own compiler runs it.
    inflected = _inflected(texts.keys() | spoken.keys(), [*texts.values(), *spoken.values()])
    return Language(texts, c2py(expression), locale, spoken, inflected)


def _inflected(
    keys: Collection[str], texts: Iterable[tuple[str, ...]]
) -> Mapping[str, Collection[str]]:
    """Return the keys that have forms which texts ask for, with the names of these."""
    asked = {name for forms in texts for form in forms for name in _PLACEHOLDER.findall(form)}
    names = {name.partition("_")[2] for name in asked} - {""}
    found: dict[str, list[str]] = {}
    for key in keys:
        base, _, form = key.rpartition(".")
        if form in names and base in keys:
            found.setdefault(base, []).append(form)
    return found


def _texts(catalogue: Catalog) -> dict[str, tuple[str, ...]]:
    """Return the texts of a file, by their keys, which all languages share."""
    found: dict[str, tuple[str, ...]] = {}
    for message in catalogue:
        if message.fuzzy:
            continue  # its English has changed since: that is right, at least
        forms = forms_of(message)
        if message.id and forms and all(forms):
            found[intern(key_of(message))] = forms
    return found


def key_of(message: Message) -> str:
    """Return the key of a text."""
    return message.id if isinstance(message.id, str) else message.id[0]


def forms_of(message: Message) -> tuple[str, ...]:
    """Return the forms of a text: one, or as many as the language counts with."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
