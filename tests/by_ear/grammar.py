"""Understanding sentences: each is a text of the catalogue, as it is spoken, with values in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import NamedTuple

from bot.texts import Texts
from tests.by_ear.page import plain

_PLACEHOLDER = re.compile(r"\{([a-z]+)(?:_[a-z]+)?\}")
_LETTERS = re.compile(r"[^\W\d_]")
_SENTENCE_END = re.compile(r"[.!?:](?=\s|$)")

FEWEST = 4
"""A text needs as many letters of its own to be known again without knowing what it is about."""

SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
MINUS = "\N{MINUS SIGN}"
NUMBER = rf"(?:minus |plus |up |down )?[+{MINUS}-]?\d+|no change"
SCORE = rf"(?:{NUMBER})(?: points?| chips?)?"
"""A number with its unit, as a value of a game's texts."""


class Said(NamedTuple):
    """A sentence that was understood: the key of its text, and its values as they were spoken."""

    key: str
    values: Mapping[str, str]
    text: str

    def number(self, name: str = "n") -> int:
        """Read a value as a number."""
        return number_of(self.values[name])


def number_of(words: str) -> int:
    """Read a number, such as "minus 2".

    >>> number_of("minus 2"), number_of("+3"), number_of("up 4"), number_of("no change")
    (-2, 3, 4, 0)
    """
    if words == "no change":
        return 0
    is_below = words.startswith(("minus", "down", MINUS, "-"))
    found = re.search(r"\d+", words)
    assert found, words
    return -int(found[0]) if is_below else int(found[0])


@cache
def spoken_texts() -> Mapping[str, tuple[str, ...]]:
    """Return all texts as who plays in words hears them, without Discord's marks."""
    english = Texts.load().languages["en"]
    texts = {**english.texts, **english.spoken}
    return {key: tuple(plain(form, str, 0.0) for form in forms) for key, forms in texts.items()}


def text(key: str) -> str:
    """Return a text that has one form."""
    return spoken_texts()[key][0]


@cache
def _ranks() -> Mapping[str, str]:
    """Return the ranks by their words."""
    said = ((text(f"{where}.rank.{rank}"), rank) for rank in "23456789TJQKA"
            for where in ("card", "alt"))  # fmt: skip
    return dict(said)


@cache
def _suits() -> Mapping[str, str]:
    words = [(text(f"card.suit.{suit}"), suit) for suit in SUITS]
    return dict([*words, ("♣", "C"), ("♦", "D"), ("♥", "H"), ("♠", "S")])


def _any(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(set(words), key=len, reverse=True)))


def card_of(words: str) -> str:
    """Read a card: "king of hearts", "the 9 of clubs", "a joker".

    >>> card_of("The nine of clubs"), card_of("a joker")
    ('9C', 'JK')
    """
    said = re.sub(r"^(the|a|an) ", "", words.casefold())
    if said == text("card.joker"):
        return "JK"
    between = text("card.name").replace("{rank}", "").replace("{suit_of}", "")
    rank, _, suit = said.partition(between)
    return _ranks()[rank] + _suits()[suit]


def suit_of(words: str) -> str:
    """Read a suit: "hearts"."""
    return _suits()[words.casefold()]


def cards_of(words: str) -> list[str]:
    """Read cards one after the other: "king of hearts, 2 of spades"."""
    return [card_of(card) for card in re.split(r", and |, | and ", words)]


@cache
def card_pattern() -> str:
    """Return what a card is spoken like."""
    name = (
        re.escape(text("card.name"))
        .replace(r"\{rank\}", f"(?:{_any(_ranks())})")
        .replace(r"\{suit_of\}", f"(?:{_any(_suits())})")
    )
    return rf"(?i:(?:the |an? )?(?:{name}|{re.escape(text('card.joker'))}))"


@cache
def drawn_pattern() -> str:
    """Return what cards of a suit that lie next to each other are spoken like."""
    return rf"(?i:(?:(?:{_any(_ranks())})(?:, | and ))*){card_pattern()}"


def drawn_of(words: str) -> list[str]:
    """Read cards in the order drawn: "king of hearts, 10 and 9 of diamonds".

    >>> drawn_of("A: king of hearts, 10 and 9 of diamonds; B: 2 of clubs")
    ['KH', 'TD', '9D', '2C']
    """
    cards = list[str]()
    for told in re.findall(drawn_pattern(), words):
        *ranks, last = re.split(", | and ", told)
        suit = card_of(last)[1]
        cards += [*(_ranks()[rank.casefold()] + suit for rank in ranks), card_of(last)]
    return cards


def by_suit(suit: str, ranks: str) -> list[str]:
    """Read the cards of one suit: "Hearts" and "ace, king, nine".

    >>> by_suit("Hearts", "ace, 10")
    ['AH', 'TH']
    """
    old = {_new(rank): rank for rank in _ranks()}
    told = [old.get(rank, rank) for rank in ranks.split(", ")]
    return [_ranks()[rank] + _suits()[suit.casefold()] for rank in told]


def _new(rank: str) -> str:
    """Return how the rank of a card is spoken that was just drawn."""
    return spoken_texts().get("ear.new", ("",))[0].replace("{rank}", rank)


@dataclass
class Grammar:
    """Understands what is said at a table, knowing the people's names.

    `keys` are the texts that matter there, such as `clumond.event.passes`; one ending with a dot
    stands for all that begin so. Every other text of the catalogue is known, too, but not more.
    """

    names: Sequence[str]
    keys: Sequence[str]
    kinds: Mapping[str, str] = field(default_factory=dict)
    """Patterns of values by their name, or by a key and the name; @ before a key is its text."""
    ends: Mapping[str, str] = field(default_factory=dict)
    """Patterns of what follows a text within its sentence."""

    @cached_property
    def _name(self) -> str:
        marks = [text(key) for key in ("house.mark", "house.stand_in")]
        known = f"(?:{_any(self.names)})"
        forms = [re.escape(mark).replace(r"\{name\}", known) for mark in marks]
        return "(?:" + "|".join([*forms, known, "(?i:you(?: have)?)"]) + ")"

    def name_of(self, words: str) -> str:
        """Read a name, with whatever mark it bears."""
        return next(
            (name for name in sorted(self.names, key=len, reverse=True) if name in words), words
        )

    def names_of(self, words: str) -> list[str]:
        """Read several names."""
        return [self.name_of(found) for found in re.findall(self._name, words)]

    def _kind(self, key: str, name: str) -> str:
        """Return the pattern of a value of a text."""
        named = self.kinds.get(f"{key} {name}") or self.kinds.get(name)
        if named is not None:
            return self._several(named.split()) if named.startswith("@") else named
        if name in _NAMES:
            return self._name
        if name == "names":
            return rf"{self._name}(?:(?:, and |, | and ){self._name})*"
        if name == "rank":
            return rf"(?:{_any(_ranks())})"
        if name == "card":
            return card_pattern()
        if name == "suit":
            return rf"(?i:{_any(_suits())})|\d+"
        if name == "ranks":
            rank = rf"(?:{_any((*_ranks(), *map(_new, _ranks())))})"
            return rf"{rank}(?:, {rank})*"
        return rf"(?:{NUMBER})" if name in _NUMBERS else r".+?"

    def _several(self, keys: Sequence[str]) -> str:
        """Return the pattern of one or more texts of some keys, or of those that begin so."""
        named = [each for key in keys for each in _forms(key.removeprefix("@"))]
        forms = [self._grouped(each, form, "") for each, form in named]
        one = f"(?:{'|'.join(forms)})"
        return rf"{one}(?:\W+(?:and )?{one})*"

    @property
    def texts(self) -> Mapping[str, tuple[str, ...]]:
        """All texts there are."""
        return spoken_texts()

    def each(self, key: str, words: str) -> list[Said]:
        """Return every text of a key that stands in words."""
        found = [
            (match.start(), Said(each, match.groupdict(), match[0]))
            for each, form in _forms(key)
            for match in re.finditer(self._grouped(each, form, each), words)
        ]
        return [said for _, said in sorted(found, key=lambda one: one[0])]

    @cached_property
    def _patterns(self) -> list[tuple[str, re.Pattern[str]]]:
        return [
            (each, self._compiled(each, form)) for key in self.keys for each, form in _forms(key)
        ]

    def _compiled(self, key: str, form: str) -> re.Pattern[str]:
        end = self.ends.get(key, "")
        return re.compile(rf"{self._grouped(key, form, key)}{end}(?=\s|$)")

    def _grouped(self, key: str, form: str, groups: str) -> str:
        """Return the pattern of a text; with `groups` its values are named."""
        plain_text, *rest = _PLACEHOLDER.split(form.replace("\n", " "))
        pattern, seen = _capital(re.escape(plain_text)), set[str]()
        for name, after in zip(rest[::2], rest[1::2], strict=True):
            kind = self._kind(key, name)
            is_named = groups and name not in seen
            pattern += f"(?P<{name}>{kind})" if is_named else f"(?:{kind})"
            seen.add(name)
            pattern += re.escape(after)
        return pattern

    def understand(self, spoken: str) -> list[Said]:
        """Understand what was spoken, sentence by sentence, in order."""
        return [said for line in spoken.splitlines() for said in self._line(line.strip())]

    def _line(self, line: str) -> list[Said]:
        best: dict[int, tuple[int, list[Said]]] = {}

        def from_(start: int) -> tuple[int, list[Said]]:
            """Return how many letters are not understood from here on, and what is."""
            while start < len(line) and line[start] == " ":
                start += 1
            if start >= len(line):
                return 0, []
            if start not in best:
                best[start] = self._best(line, start, from_)
            return best[start]

        return from_(0)[1]

    def _best(self, line: str, start: int, from_: object) -> tuple[int, list[Said]]:
        assert callable(from_)
        found: list[tuple[int, list[Said]]] = []
        for key, pattern in self._patterns:
            if match := pattern.match(line, start):
                missed, after = from_(match.end())
                said = Said(key, match.groupdict(), match[0])
                found.append((missed, [said, *after]))
                if not missed:
                    return found[-1]
        end = _SENTENCE_END.search(line, start)
        stop = end.end() if end else len(line)
        piece = line[start:stop]
        missed, after = from_(stop)
        found.append((missed + len(piece), [Said("", {}, piece), *after]))
        return min(found, key=lambda each: each[0])

    def strange(self, said: Iterable[Said]) -> list[str]:
        """Return what is no text of the catalogue at all."""
        pieces = [each.text for each in said if not each.key]
        return [piece for piece in pieces if not self._is_known(piece)]

    def _is_known(self, piece: str) -> bool:
        return any(pattern.search(piece) for pattern in self._all)

    @cached_property
    def _all(self) -> list[re.Pattern[str]]:
        forms = (
            (key, line)
            for key, forms in spoken_texts().items()
            for form in forms
            for line in form.split("\n")
        )
        return [
            self._compiled(key, form)
            for key, form in forms
            if len(_LETTERS.findall(_PLACEHOLDER.sub("", form))) >= FEWEST
        ]


def _forms(key: str) -> list[tuple[str, str]]:
    """Return the forms of a text, or of all whose keys begin so if it ends with a dot or line."""
    texts = spoken_texts()
    keys = [each for each in texts if each.startswith(key)] if key[-1] in "._" else [key]
    return [(each, form) for each in keys for form in texts.get(each, ())]


_NAMES = frozenset({"name", "second", "winner", "runner_up", "person", "declarer", "dealer"})
_NUMBERS = frozenset({
    "n", "deal", "deals", "trick", "trip", "target", "cloud", "ante", "pot", "total", "score",
    "suit_size", "flush", "run", "sets", "next", "value", "code", "more_tricks", "par", "held",
    "off", "paid", "took", "stays", "percent", "left_over",
})  # fmt: skip


def _capital(pattern: str) -> str:
    """Let a text begin with a capital, too: it may begin a sentence."""
    first = pattern[:1]
    return f"[{first.upper()}{first}]{pattern[1:]}" if first.isalpha() else pattern
