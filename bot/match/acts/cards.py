"""Cards as people type them: `K♥`, `kh`, `hk`, `king hearts`, `10 of spades`, `ten`, `joker`.

What is read is never more than what was written: `k` is any king and `hearts` any heart, but no
part of a word counts, save for the beginning of a rank's or suit's name from three letters on. The
letters of a language, such as D for a Dame, are read before a suit's symbol or name only: elsewhere
they may be those of another rank or suit.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from bot.errors import Refused
from bot.match.table.state import Table, names_of, seat_of
from bot.presenters import PRESENTERS, AnyPresenter
from bot.presenters.cards import JOKER, SUITS, card_name
from bot.store import Store
from bot.store.rows import MatchId, MatchRow, Status, is_number
from bot.texts import every_form
from bot.texts.checks import folded
from engine.game import IllegalMove
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
    spelled = "".join(map(_char_spelled, text.replace(_EMOJI, "")))
    return folded(spelled).split()


def read_card(words: Iterable[str], say: Words) -> Typed | None:
    """Read words as one card, a rank or a suit; None if any of them says something else."""
    names = _Names(say)
    rank = suit = ""
    parts = (part for word in words for part in word.split("-") if part)
    told = [part for part in parts if part not in names.idle]
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


def _char_spelled(char: str) -> str:
    """Spell a suit's symbol apart from its rank, and the picture of a playing card in words."""
    if char in _SYMBOLS:
        return f" {char} "
    name = unicodedata.name(char, "").casefold()
    if not name.startswith(_PICTURE):
        return char
    *_, last = name.split()
    return f" {last if last == 'joker' else name.removeprefix(_PICTURE)} "


# Reading what a player typed: which match they mean and which move.

PLAYING = (Status.PLAYING,)

TYPED_LENGTH = 60
"""The most characters of a typed move that are looked at; no move is longer."""

NAMED_MOVES = 4
"""How many moves a question names that asks which one was meant."""


class WhichMatch(Refused):
    """Any of several matches may be meant: `rows`."""

    def __init__(self, rows: Sequence[MatchRow]) -> None:
        super().__init__("refused.which_match", count=len(rows))
        self.rows = rows


@dataclass(frozen=True, slots=True)
class NamedMove:
    """A legal move: its spelling, its name in words, and the words of its button."""

    code: str
    name: str
    label: str = ""


async def match_for(
    store: Store, user_id: int, channel_id: int | None, match_id: int | None,
    statuses: Collection[Status] = PLAYING, *, anybody: bool = False,
) -> MatchRow:  # fmt: skip
    """Find the match a person means: the one named, the one here, or their only one.

    `anybody` also finds the match of a channel for somebody who is in none. In a match's own thread
    it is always that one which is meant. Raises Refused, and WhichMatch where there are several.
    """
    mine = await store.matches_of(user_id, statuses)
    here = [row for row in mine if row.is_in(channel_id)]
    if match_id is not None:
        return await _numbered(store, match_id, mine, user_id, anybody=anybody)
    if not here and channel_id is not None:
        is_its_own = await _is_of_another(store, user_id, channel_id, statuses, anybody=anybody)
        if anybody and (is_its_own or not mine):
            here = await store.matches_in(channel_id, statuses)
    found = here or mine
    if not found:
        raise Refused("refused.no_match_of_yours")
    if len(found) > 1:
        raise WhichMatch(found)
    return found[0]


async def _is_of_another(
    store: Store, user_id: int, channel_id: int, statuses: Collection[Status], *, anybody: bool
) -> bool:
    """Return whether a channel is the thread of other matches, if anything can be done there.

    Raises Refused.
    """
    owner = await store.match_of_thread(channel_id, user_id)
    if owner is None:
        return False
    if owner.status not in statuses:
        raise Refused("refused.over")
    if not anybody:
        raise Refused("refused.not_seated")
    return True


async def _numbered(
    store: Store, match_id: int, mine: list[MatchRow], user_id: int, *, anybody: bool
) -> MatchRow:
    for row in mine:
        if row.id == match_id:
            return row
    row_or_none = await store.match(MatchId(match_id)) if is_number(match_id) else None
    if row_or_none is None:
        raise Refused("refused.no_match")
    if not anybody and seat_of(row_or_none, user_id) is None:
        raise Refused("refused.not_seated")
    return row_or_none


def named_moves(table: Table, user_id: int, say: Words) -> list[NamedMove]:
    """Name the legal moves of a person, each differently; none if it is not their turn."""
    seat = table.seat_of(user_id)
    if seat is None or table.course is None:
        return []
    presenter, view = PRESENTERS[table.row.game], table.view(seat)
    controls = presenter.controls(view, say, names_of(table.row))
    named = {each.code: NamedMove(each.code, each.name, each.label) for each in controls}
    return _distinct([named[code] for code in table.legal(seat)])


def _distinct(moves: list[NamedMove]) -> list[NamedMove]:
    """Tell moves of equal names apart by their notation."""
    names = [move.name for move in moves]
    return [
        replace(move, name=f"{move.name} ({move.code})") if names.count(move.name) > 1 else move
        for move in moves
    ]


def matching(
    moves: list[NamedMove], typed: str, say: Words, presenter: AnyPresenter | None = None
) -> list[NamedMove]:
    """Return the moves to offer for what was typed so far: those it means, then what begins so."""
    words = _spelled(words_of(typed), say, presenter)
    if not words:
        return moves
    meant = meaning(moves, typed, say, presenter)
    begun = [
        move
        for move in moves
        if move not in meant
        and all(any(known.startswith(word) for known in _vocabulary(move)) for word in words)
    ]
    return meant + begun


def meaning(
    moves: list[NamedMove], typed: str, say: Words, presenter: AnyPresenter | None = None
) -> list[NamedMove]:
    """Return the moves that what was typed can mean: one if it is plain, never a mere guess.

    The first of these that fits any move counts: a whole spelling; a card, which may lack rank or
    suit; whole words of a spelling; the beginning of a spelling. Past the first of them it counts
    as the `presenter` of a game spells it.
    """
    words = words_of(typed[:TYPED_LENGTH])
    return _exact(moves, words) or _meant(moves, _spelled(words, say, presenter), say)


def _spelled(words: list[str], say: Words, presenter: AnyPresenter | None) -> list[str]:
    if presenter is None:
        return words
    return presenter.spelled([word for each in words if (word := each.strip(".,"))], say)


def _exact(moves: list[NamedMove], words: list[str]) -> list[NamedMove]:
    text = " ".join(words)
    return [move for move in moves if text and text in (*_spellings(move), _label_words(move))]


def _meant(moves: list[NamedMove], words: list[str], say: Words) -> list[NamedMove]:
    """Return the moves that words can mean as they stand."""
    if not words:
        return []
    if exact := _exact(moves, words):
        return exact
    text = " ".join(words)
    cards = {move: card for move in moves if (card := _card_of(move, say))}
    of_verb = [move for move in cards if _verb(move) == words[0]]
    said = read_card(words[1:] if of_verb else words, say)
    if said is not None and cards:
        # A card that is none of these is never taken for the beginning of something else.
        return [move for move in of_verb or cards if said.means(cards[move])]
    whole = [move for move in moves if set(words) <= _vocabulary(move)]
    return whole or [m for m in moves if any(known.startswith(text) for known in _spellings(m))]


def read_move(table: Table, user_id: int, typed: str, say: Words) -> NamedMove:
    """Understand a typed move: its notation, its name, or what only one move can mean.

    Raises Refused, with the moves it could be where there are several.
    """
    typed = typed[:TYPED_LENGTH]
    moves = named_moves(table, user_id, say)
    found = meaning(moves, typed, say, PRESENTERS[table.row.game])
    if len(found) == 1:
        return found[0]
    if found:
        names = [move.name for move in found[:NAMED_MOVES]]
        key = "list.all" if len(found) <= NAMED_MOVES else "list.more"
        raise Refused("refused.which_move", typed=typed, moves=say(key, items=names))
    code = _as_notation(typed)
    if not moves or _is_notation(table, code):
        # Not their turn, no seat, or a move of another moment: the table says which.
        return NamedMove(code, typed)
    raise Refused("refused.no_such_move", typed=typed)


def _as_notation(typed: str) -> str:
    """Write a typed move as docs/rules.md does: the verb small, the rest in capitals."""
    verb, _, rest = _plain(typed).partition(" ")
    return f"{verb} {rest.upper()}".strip()[:60]


def _is_notation(table: Table, code: str) -> bool:
    try:
        table.begun.game.parse(code)
    except IllegalMove:
        return False
    return True


def _spellings(move: NamedMove) -> tuple[str, ...]:
    """Return a move's name, its notation, and the notation without its verb."""
    name, code = " ".join(words_of(move.name)), _plain(move.code)
    return name, code, code.rpartition(" ")[2]


def _label_words(move: NamedMove) -> str:
    """Return the words of a move's button, which who plays in words hears and types."""
    return " ".join(words_of(move.label[:TYPED_LENGTH]))


def _vocabulary(move: NamedMove) -> set[str]:
    """Return every word that a move is spelled with."""
    return {*words_of(move.name), *words_of(move.code)}


def _verb(move: NamedMove) -> str:
    return move.code.partition(" ")[0]


def _card_of(move: NamedMove, say: Words) -> str:
    """Return the card, or the suit, that a move is about; "" for a move about something else."""
    what = move.code.rpartition(" ")[2]
    name = _plain(move.name)
    if what == JOKER or (len(what) == 2 and what[0] in RANKS and what[1] in SUITS):
        said = card_name(what, say)
    elif what in SUITS:
        said = say(f"card.suit.{what}")
    else:
        return ""
    return what if any(form.casefold() in name for form in every_form(said)) else ""


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
