"""The presenter of Nimbly, which some know as Jokerlink."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from types import MappingProxyType

from bot.presenters.cards import (
    Answers,
    Names,
    by_suit,
    card_emoji,
    drawn_said,
    made,
    name_of,
    placed,
    rounds_said,
    with_you,
)
from bot.presenters.presenter import Control, Feat, Presenter, results_in
from bot.texts import by_ear
from engine.events import DealScored, Event, Heard
from engine.games.nimbly.view import (
    CARDS_A_MOVE,
    ROWS,
    USUAL_ROWS,
    CardsDrawn,
    DealResult,
    DealStarted,
    NimblyView,
    Prospect,
)
from engine.melds import NINE
from engine.players.reasons import Reason
from engine.seats import Seat
from render.api import Apart, Words, capital
from render.scenes.nimbly.speech import NimblySpeech


def _row(row: str, speech: NimblySpeech) -> str:
    """Say all cards of a row."""
    return speech.whole_row(row)


ANSWERS: Answers = MappingProxyType({
    "rows": NimblySpeech.all_rows,
    **{f"row_{row.lower()}": partial(_row, row) for row in ROWS},
    "draws": NimblySpeech.draws,
    "last_draw": NimblySpeech.last_draw,
    "rules": NimblySpeech.rules,
})  # fmt: skip


LABEL = 80
"""The most characters of a label."""

_FEW, _LINE = 6, 3
"""So many draws are all buttons, and so many of these stand beside each other."""

_OF_A_ROW = "([1-9]?)([a-e])"
"""A row as it is typed, small, with the number of its cards before it, if that is not one."""

_SEATS = "①②③④⑤"
"""The numbers of the seats as pictures show them: of many players they have no names."""

_FITTING = frozenset({"later", "leaves"})
"""Reasons that say what a card does for somebody's hand; without it they are not told."""


class NimblyPresenter(Presenter[NimblyView]):
    """Words and controls of Nimbly."""

    speech = NimblySpeech
    answers = ANSWERS
    turns_a_deal = 20
    often = "hand", "rows", "last_draw", "score"
    once = (CardsDrawn,)
    tells_way = True

    def ask(self, view: NimblyView, say: Words) -> str:
        most = max(len(each.cards) for each in view.prospects)
        draws = say("nimbly.prompt.draw", n=most)
        if by_ear(say):
            return f"{_open(view, say)}{say('ear.draw') if most == CARDS_A_MOVE else draws}"
        is_first = view.deal == 1 and not _held(view)
        asked = say("nimbly.prompt.first") if is_first else draws
        return say("prompt.your_turn", asked=asked)

    def wait(self, view: NimblyView, say: Words, names: Names) -> str:
        return say("nimbly.prompt.full") if _held(view) == NINE else super().wait(view, say, names)

    def recalls(self, view: NimblyView, heard: Sequence[Heard], say: Words, names: Names) -> str:
        """Name the cards that the others have drawn in this deal (J4), each with their seat."""
        drawn: dict[Seat, list[str]] = {}
        for _, event in heard:
            match event:
                case DealStarted():
                    drawn.clear()
                case CardsDrawn(seat=seat, cards=cards) if seat != view.seat:
                    drawn.setdefault(seat, []).extend(cards)
                case _:
                    pass
        return "\n".join(
            say("nimbly.recalls", seat=_SEATS[seat - 1], name=names[seat - 1], cards=held)
            for seat, held in sorted((seat, by_suit(each, say)) for seat, each in drawn.items())
        )

    def questions(self, view: NimblyView) -> tuple[str, ...]:
        """Leave out the rows that are not there."""
        gone = {f"row_{row.lower()}" for row in ROWS[len(view.rows) :]}
        return tuple(each for each in super().questions(view) if each not in gone)

    def knows(self, view: NimblyView, question: str) -> bool:
        return bool(_held(view)) if question == "hand" else super().knows(view, question)

    def hand_texts(self, view: NimblyView, say: Words) -> tuple[str, ...]:
        return self.holding(view, say) if _held(view) else "", ""

    def spelled(self, words: Sequence[str], say: Words) -> list[str]:
        """Return a draw as its rows: `two from a one from c` is `aac`, as are `2a 1c` and `a a c`.

        Words that say anything else, or a number without its row, are left as they are.
        """
        idle = {*say("typed.idle").split(), *say("nimbly.typed.idle").split()}
        numbers = {name: n for n, name in enumerate(say("nimbly.typed.numbers").split(), start=1)}
        text = "".join(str(numbers.get(word, word)) for word in words if word not in idle)
        if not re.fullmatch(f"({_OF_A_ROW})+", text):
            return list(words)
        return ["".join(sorted(row * int(n or 1) for n, row in re.findall(_OF_A_ROW, text)))]

    def sentence(self, event: Event, say: Words, names: Names) -> str | None:
        match event:
            case DealStarted(deal=deal, leader=leader):
                return say("nimbly.event.deal", deal=deal, name=name_of(names, leader))
            case CardsDrawn(seat=seat):
                return say(
                    "nimbly.event.draws", name=name_of(names, seat), cards=_drawn(event, say)
                )
            case DealScored(result=result):
                return _scored(result, say, names)
            case _:
                return super().sentence(event, say, names)

    def in_words(
        self, event: Event, then: Event | None, say: Words, names: Names, reader: Seat
    ) -> str | None:
        """Tell the own cards as yours, and how a deal's nine made their score."""
        you = with_you(names, reader, say)
        match event:
            case DealScored(result=result):
                return f"{_scored(result, say, you, reader)} {self._nine(result, reader - 1, say)}"
            case CardsDrawn() if event.seat == reader:
                return capital(self.sentence(event, say, you) or "")
            case _:
                return super().in_words(event, then, say, names, reader)

    def results(self, view: NimblyView, say: Words, names: Names) -> tuple[str, ...]:
        told = rounds_said(view.deal_scores, view.scores, names, say, view.seat)
        return self.made(view, say, names), told

    def earlier(self, event: Event, say: Words, names: Names) -> str | None:
        """Tell no draw: a table shows the cards of the last move, but no earlier ones (J4).

        Nor who drew first once somebody has.
        """
        is_past = isinstance(event, DealStarted | CardsDrawn)
        return None if is_past else self.sentence(event, say, names)

    def controls(self, view: NimblyView, say: Words, _names: Names) -> tuple[Control, ...]:
        if view.seat is not None and view.seat not in view.to_act:
            return ()
        if by_ear(say):
            ranked = sorted(view.prospects, key=_by_worth)
            return tuple(_in_words(view, each, say) for each in ranked)
        return _drawing(view, say)

    def named_again(self, view: NimblyView, code: str, say: Words, names: Names) -> str:
        return _rows(view, code, say) if by_ear(say) else self.named(view, code, say, names)

    def named(self, view: NimblyView, code: str, say: Words, _names: Names) -> str:
        return _named(view, next(each for each in view.prospects if each.code == code), say)

    def argue(self, reason: Reason, values: Mapping[str, object], say: Words) -> str:
        key = f"{reason.key}_fit" if reason.key in _FITTING and "fit" in values else reason.key
        return say(f"nimbly.why.{key}", **values)

    def feats(self, happened: Sequence[Sequence[Event]]) -> Iterator[Feat]:
        for moves, result in results_in(happened):
            for seat, hand in enumerate(result.hands, start=1):
                points, nine = result.points[seat - 1], hand.meld
                if points == max(result.points):
                    yield Feat(Seat(seat), result.deal, points, nine, moves=moves)

    def praise(self, feat: Feat, where: str, name: str, say: Words) -> str:
        return say("nimbly.feat", where=where, name=name, made=made(feat.what, say))

    def is_early(self, view: NimblyView) -> bool:
        return 0 in view.hand_counts

    def forced(self, view: NimblyView) -> str | None:
        """Draw what is left when only one hand is unfinished: all of it goes there anyway."""
        unfinished = [held for held in view.hand_counts if held < NINE]
        if not view.prospects or (len(unfinished) > 1 and len(view.prospects) > 1):
            return None
        return max(view.prospects, key=lambda prospect: len(prospect.cards)).code

    def last(self, view: NimblyView) -> DealResult | None:
        return view.last_deal

    def achieved(
        self, _view: NimblyView, result: DealResult, index: int, say: Words, _names: Names
    ) -> str:
        return self._nine(result, index, say)

    def _nine(self, result: DealResult, index: int, say: Words) -> str:
        nine, points = result.hands[index].meld, result.points[index]
        key = "nimbly.retired_below_par" if points < nine.score else "nimbly.retired"
        return say(key, deal=result.deal, made=made(nine, say))


def _held(view: NimblyView) -> int:
    return len(view.hand.cards) if view.hand is not None else 0


def _drawing(view: NimblyView, say: Words) -> tuple[Control, ...]:
    """Offer the draws in the order of the picture, to the seat to move with what each makes.

    A menu that says how much has those of many that are no buttons, those of most cards first.
    """
    every, shown = view.prospects, _shown(view)
    count, group = len(every), 0
    if len(shown) < count:
        every = tuple(sorted(every, key=lambda each: -len(each.cards)))
    made = [each.makes.meld.score for each in every if each.makes and each.code not in shown]
    others = say("nimbly.choose", score=max(made, default=0))
    controls = []
    for at, each in enumerate(every):
        name, code = _named(view, each, say), each.code
        if each.makes is None:
            emoji = card_emoji(each.cards[0], say) if len(each.cards) == 1 else ""
            controls.append(Control(code, capital(name), name, emoji=emoji))
            continue
        group = 2 * at // count if _LINE < count <= _FEW else 0
        label = say("nimbly.button", drawn=name, score=each.makes.meld.score)
        listed = "" if code in shown else others
        controls.append(Control(code, label, name, group=group, listed=listed))
    return tuple(controls)


def _shown(view: NimblyView) -> Collection[str]:
    """Return the draws that are buttons: few, or all the open cards of each row.

    Of more rows than usual it is one card of each: for more there is no room.
    """
    if len(view.prospects) <= _FEW:
        return {each.code for each in view.prospects}
    most = CARDS_A_MOVE if len(view.rows) <= USUAL_ROWS else 1
    rows = [(each.code, each.code.partition(" ")[2]) for each in view.prospects]
    pure = {row[0]: code for code, row in rows if len({*row}) == 1 and len(row) <= most}
    return pure.values()


def _in_words(view: NimblyView, prospect: Prospect, say: Words) -> Control:
    """Offer a draw in words: its rows, what the hand is worth then, and the cards."""
    rows = prospect.code.partition(" ")[2]
    counts = [say("ear.row.count", row=row, n=rows.count(row)) for row in dict.fromkeys(rows)]
    label = say("list.all", items=counts)
    if prospect.makes is not None:
        label = say("nimbly.button", drawn=label, score=prospect.makes.meld.score)
    told = say("nimbly.draw", rows=label, cards=drawn_said(prospect.cards, say))
    emoji = card_emoji(prospect.cards[0], say) if len(prospect.cards) == 1 else ""
    return Control(prospect.code, _short(told, label), _named(view, prospect, say), emoji=emoji)


def _by_worth(prospect: Prospect) -> tuple[int, int, str]:
    """Sort draws by what they make, then those from one row before others, and by their rows."""
    rows, makes = prospect.code.partition(" ")[2], prospect.makes
    return 0 if makes is None else -makes.meld.score, len(set(rows)), rows


def _open(view: NimblyView, say: Words) -> str:
    """Say which row is empty, or the only one that is not, before what is asked."""
    left = [row for row, cards in zip(ROWS, view.rows, strict=False) if cards]
    if len(left) == 1:
        return f"{say('ear.row.only', row=left[0])} "
    gone = [row for row in ROWS[: len(view.rows)] if row not in left]
    return "".join(f"{say('alt.nimbly.row_empty', row=row)} " for row in gone)


def _drawn(event: CardsDrawn, say: Words) -> str:
    """Say drawn cards; in words those of each row apart, as no picture shows where they lay."""
    if not by_ear(say):
        return drawn_said(event.cards, say)
    pairs = groupby(zip(event.rows, event.cards, strict=True), key=lambda pair: pair[0])
    told = [(row, drawn_said([card for _, card in found], say)) for row, found in pairs]
    lines = Apart(say("ear.row", row=row, cards=cards) for row, cards in told)
    return say("list.all", items=lines)


def _short(label: str, shorter: str) -> str:
    """Return a label, or a shorter one where that would not fit."""
    return label if len(label) <= LABEL else shorter


def _named(view: NimblyView, prospect: Prospect, say: Words) -> str:
    """Name a draw by its cards, as they lie in each row: `J♥ Q♣ A♥`.

    In words it is in the order drawn; and there, and where others have the same cards, as of two
    jokers, its rows are told too.
    """
    if by_ear(say):
        cards = drawn_said(prospect.cards, say)
    else:
        rows = prospect.code.partition(" ")[2]
        lying = sorted(range(len(rows)), key=lambda at: (rows[at], -at))
        cards = drawn_said((prospect.cards[at] for at in lying), say)
        if sum(each.cards == prospect.cards for each in view.prospects) == 1:
            return cards
    return say("nimbly.draw", rows=_rows(view, prospect.code, say), cards=cards)


def _rows(view: NimblyView, code: str, say: Words) -> str:
    """Return the rows of a draw: `AAC`, or in words two from A, one from C."""
    rows = code.partition(" ")[2]
    if not by_ear(say):
        return rows
    counts = [(row, rows.count(row)) for row in dict.fromkeys(rows)]
    if len(counts) == len(view.rows):
        return say("ear.from.each")
    return say(
        "list.all", items=[say("alt.nimbly.part", count=count, row=row) for row, count in counts]
    )


def _scored(result: DealResult, say: Words, names: Names, reader: Seat | None = None) -> str:
    points = placed(result.points, result.totals, names, say, reader)
    if result.par is None:
        return say("deal.scored", deal=result.deal, points=points)
    par = result.par.meld.score
    return say("nimbly.event.scored_with_par", deal=result.deal, points=points, par=par)
