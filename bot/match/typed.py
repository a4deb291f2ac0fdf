"""Cards as people type them: `K♥`, `kh`, `hk`, `king hearts`, `10 of spades`, `ten`, `joker`.

What is read is never more than what was written: `k` is any king and `hearts` any heart, but no
part of a word counts, save for the beginning of a rank's or suit's name from three letters on. The
letters of a language, such as D for a Dame, are read before a suit's symbol or name only: elsewhere
they may be those of another rank or suit.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import zip_longest

from bot.presenters.cards import JOKER, SUITS
from bot.texts import every_form
from bot.texts.checks import folded
from render.api import Words
from render.theme import COURTS

RANKS = "23456789TJQKA"
LEAST = 3
"""The fewest letters that may stand for the whole of a name."""

_SYMBOLS = {chr(code): suit for suit, codes in (
    ("S", (0x2660, 0x2664)), ("H", (0x2665, 0x2661)), ("D", (0x2666, 0x2662)),
    ("C", (0x2663, 0x2667)),
) for code in codes}  # fmt: skip
_EMOJI = "\N{VARIATION SELECTOR-16}"
_PICTURE = "playing card "


@dataclass(frozen=True, slots=True)
class Typed:
    """The typed parts of a card: its rank, its suit (each "" if it was not), or the joker."""

    rank: str = ""
    suit: str = ""

    def means(self, card: str) -> bool:
        """Return whether a card (`KH`, `JK`), or a suit alone (`H`), may be meant."""
        if JOKER in (self.rank, card):
            return self.rank == card and not self.suit
        if len(card) == 1:
            return not self.rank and self.suit == card
        return self.rank in ("", card[0]) and self.suit in ("", card[1])


_MEANT = {
    **{f"card.rank.{rank}": Typed(rank) for rank in RANKS},
    **{f"card.suit.{suit}": Typed(suit=suit) for suit in SUITS},
    "card.joker": Typed(JOKER),
}


def words_of(text: str) -> list[str]:
    """Split what was typed into small words; the symbol of a suit is a word of its own."""
    spelled = "".join(map(_spelled, text.replace(_EMOJI, "")))
    return folded(spelled).split()


def read_card(words: Iterable[str], say: Words) -> Typed | None:
    """Read words as one card, a rank or a suit; None if any of them says something else."""
    names = _Names(say)
    rank = suit = ""
    told = [word for word in words if word not in names.idle]
    for word, after in zip_longest(told, told[1:]):
        said = names.read(word, after or "")
        if said is None or (said.rank and rank) or (said.suit and suit):
            return None
        rank, suit = rank or said.rank, suit or said.suit
    return Typed(rank, suit) if rank or suit else None


class _Names:
    """How a language writes ranks and suits."""

    def __init__(self, say: Words) -> None:
        self._ranks = {rank.casefold(): rank for rank in RANKS}
        self._suits = {suit.casefold(): suit for suit in SUITS} | _SYMBOLS
        short = {say(f"card.short.{rank}").casefold(): rank for rank in RANKS}
        self._courts = {letter: rank for letter, rank in short.items() if rank in COURTS}
        self._ranks |= {letter: rank for letter, rank in short.items() if rank not in COURTS}
        self._named = {
            folded(form): meant for key, meant in _MEANT.items() for form in every_form(say(key))
        }
        # What stands between rank and suit: "of" in English.
        self.idle = frozenset(folded(say("card.name", rank="", suit="")).split())

    def read(self, word: str, after: str) -> Typed | None:
        """Read a word that stands before another one."""
        if word == JOKER.casefold():
            return Typed(JOKER)
        if word in self._courts and self._is_suit(after):
            return Typed(self._courts[word])
        if word in self._ranks or word in self._suits:
            return Typed(self._ranks.get(word, ""), self._suits.get(word, ""))
        return self._run_together(word) or self._name(word)

    def _is_suit(self, word: str) -> bool:
        """Return whether a word is the symbol or the name of a suit."""
        said = self._name(word)
        return word in _SYMBOLS or (said is not None and bool(said.suit))

    def _run_together(self, word: str) -> Typed | None:
        """Read `kh`, `hk`, `10h` or `k♥`: a rank and a suit in either order, nothing else."""
        for rank, suit in ((word[:-1], word[-1]), (word[1:], word[0])):
            if rank in self._ranks and suit in self._suits:
                return Typed(self._ranks[rank], self._suits[suit])
        return None

    def _name(self, word: str) -> Typed | None:
        if word in self._named:
            return self._named[word]
        begun = {said for name, said in self._named.items() if name.startswith(word)}
        return begun.pop() if len(word) >= LEAST and len(begun) == 1 else None


def _spelled(char: str) -> str:
    """Spell a suit's symbol apart from its rank, and the picture of a playing card in words."""
    if char in _SYMBOLS:
        return f" {char} "
    name = unicodedata.name(char, "").casefold()
    if not name.startswith(_PICTURE):
        return char
    *_, last = name.split()
    return f" {last if last == 'joker' else name.removeprefix(_PICTURE)} "
