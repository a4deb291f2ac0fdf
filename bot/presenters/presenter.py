"""How a game looks in Discord: the base of every presenter."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from bot.presenters.cards import (
    NO_ANSWERS,
    OWN,
    Answers,
    Names,
    card_emoji,
    card_name,
    card_said,
    counted,
    name_of,
    play_label,
    text_context,
    with_total,
    won,
    worded,
)
from engine.events import CardPlayed, DealScored, Event, GameEnded, Heard, TakenBack
from engine.game import View
from engine.players.reasons import Reason
from engine.seats import Seat
from render.api import Words, capital
from render.speech import Speech, points_of

# Feats: what a seat did in a finished game, by its events, that is worth another look.


@dataclass(frozen=True, slots=True)
class Feat:
    """What a seat did well in a deal, or what luck it had, good or bad.

    The higher its `rank` the greater it was, among those of its kind in games with the same
    options. It is looked at again after as many `moves` of the log, None for where its deal begins.
    `what` is all that its presenter tells of it. A result tells no two of one `kind`.
    """

    seat: Seat
    deal: int
    rank: float
    what: Any
    is_luck: bool = False
    moves: int | None = None
    kind: str = ""


def results_in(happened: Sequence[Sequence[Event]]) -> Iterator[tuple[int, Any]]:
    """Return after how many moves each deal ended with DealScored, and its result."""
    for moves, events in enumerate(happened):
        yield from ((moves, event.result) for event in events if isinstance(event, DealScored))


V = TypeVar("V", bound=View)


class Tone(StrEnum):
    """How a control stands out: the move asked for, or an ordinary one."""

    MAIN = "main"
    PLAIN = "plain"


@dataclass(frozen=True, slots=True)
class Control:
    """A move as people meet it: its spelling (docs/rules.md), its button's label and its name.

    The label has at most 80 characters. The name stands in lists of moves and is what people type;
    no other legal move has it. Moves of one `group` share rows of buttons; a new group begins a new
    row. `emoji` is the key (`render.scenes.EMOJI`) of what is shown before the label, "" for
    nothing; the label says it all without it. What is `listed` stands in a menu below the buttons,
    which is headed so.
    """

    code: str
    label: str
    name: str
    tone: Tone = Tone.PLAIN
    group: int = 0
    emoji: str = ""
    listed: str = ""


def card_controls(hand: Sequence[str], legal: Collection[str], say: Words) -> tuple[Control, ...]:
    """Return a control for each card of a hand that may be played, in the hand's order.

    >>> def say(key, /, **values):
    ...     return key.removeprefix("card.short.")
    >>> [shown.label for shown in card_controls(("KH", "7D", "2D"), ("play 7D", "play 2D"), say)]
    ['7♦', '2♦']
    """
    playable = [(f"play {card}", card) for card in hand if f"play {card}" in legal]
    return tuple(
        Control(code, play_label(card, say), card_name(card, say), emoji=card_emoji(card, say))
        for code, card in playable
    )


class Result(Protocol):
    """The values of a finished deal that a presenter needs."""

    @property
    def totals(self) -> Sequence[int]: ...


class Presenter(ABC, Generic[V]):
    """Words and controls of one game, whose views are `V`; knows views and events, never states.

    A game has to bring its `speech`, `ask` and `controls`; the rest has defaults.
    """

    speech: ClassVar[type[Speech[Any]]]
    """Its views in sentences."""

    answers: Answers = NO_ANSWERS
    """What may be asked of its views beside the hand and the score, with the answers."""

    often: tuple[str, ...] = ()
    """What is asked most by who plays in words, the most needed first."""

    explains: str = ""
    """What may be asked with a button of the board while it shows a result: how that came about."""

    deal_end: type[Event] = DealScored
    """The event that ends a deal; the board goes on telling of it for a while."""

    opens: tuple[type[Event], ...] = ()
    """The events after which the play of a deal opens: in words, all of that is told."""

    by_chance: tuple[type[Event], ...] = ()
    """Events with which a move may begin, and which nobody knew before it."""

    alike: tuple[type[Event], ...] = ()
    """The events of which one sentence tells `several` that follow each other."""

    once: tuple[type[Event], ...] = ()
    """The events that a table tells once only: in words, there has to be room for them."""

    tells_way = False
    """Whether in words the end of a deal is told with all that led to it.

    Then a move that ends a deal was made by itself: see `forced`.
    """

    turns_a_deal = 40
    """About how many choices there are at a table in a deal, all seats together."""

    usual_deals = 5
    """About how many deals a game has that no option counts."""

    first_game: tuple[str, int] | None = None
    """An option and its value with which a person's first game is short; None if it always is."""

    def says(self, view: V, say: Words, names: Names = ()) -> Speech[Any]:
        """Return a view in sentences for its seat."""
        return self.speech(text_context(view, say, names))

    def headline(self, view: V, say: Words) -> str:
        """Say where the game stands, such as the deal and the trick."""
        return self.says(view, say).headline()

    def progress(self, view: V, say: Words, _names: Names = ()) -> str:
        """Say the same above a picture, with what that does not show; of a hand, with `names`."""
        return self.headline(view, say)

    def prompt(self, view: V, say: Words, names: Names) -> str:
        """Say in the hand of the view's seat what to do, or who is to act."""
        if not view.to_act:
            return say("prompt.over")
        return self.ask(view, say) if view.seat in view.to_act else self.wait(view, say, names)

    @abstractmethod
    def ask(self, view: V, say: Words) -> str:
        """Ask the seat of the view for its move."""

    def wait(self, view: V, say: Words, names: Names) -> str:
        """Say who is to act, and where this seat will."""
        turn = self.turn(view, say, name_of(names, view.to_act[0]))
        return say("prompt.wait", turn=turn)

    def recalls(self, _view: V, _heard: Sequence[Heard], _say: Words, _names: Names) -> str:
        """Say what a player would remember that no picture of their hand shows; "" for nothing."""
        return ""

    def holding(self, view: V, say: Words) -> str:
        """Say in words, without symbols, what the view's seat holds, in the order of its hand.

        "" for a spectator, and in a game without hands.
        """
        return self.says(view, say).holding()

    def questions(self, view: V) -> tuple[str, ...]:
        """Return what whoever has the view may ask, in the order in which it is offered."""
        hand = () if getattr(view, "hand", None) is None else ("hand",)
        asked = dict.fromkeys((*hand, *self.answers, "score"))
        return tuple(each for each in asked if view.seat is not None or each not in OWN)

    def asked_often(self, view: V) -> tuple[str, ...]:
        """Return of what is asked `often` that to which the view has an answer by now."""
        return tuple(each for each in self.often if self.knows(view, each))

    def knows(self, view: V, question: str) -> bool:
        """Return whether there is anything yet to say to a question."""
        return getattr(view, question, True) is not None

    def answer(self, question: str, view: V, say: Words, names: Names) -> str:
        """Answer one of the `questions` from the view, in words without symbols, for everybody."""
        speech = self.says(view, say, names)
        if question in self.answers:
            return self.answers[question](speech)
        if question == "score":
            return self.speech(text_context(view, say, names, you="list.you_have")).standing()
        return speech.held()

    def hand_texts(self, view: V, say: Words) -> tuple[str, ...]:
        """Say the hand in words: in full, and how where there is less and less room."""
        return (self.holding(view, say),)

    def waiting(self, view: V, say: Words, names: Names) -> str:
        """Say on the board whose turn it is and for what; "" when the game is over."""
        return self.turn(view, say, name_of(names, view.to_act[0])) if view.to_act else ""

    def turn(self, view: V, say: Words, name: str) -> str:
        """Say what the seat to act, which has this name, is to do."""
        return say(self.says(view, say).asked, name=name)

    @abstractmethod
    def controls(self, view: V, say: Words, names: Names) -> tuple[Control, ...]:
        """Return the controls of the legal moves of the view's seat, for its private hand.

        For a spectator, those of the moves that hide nothing, for the board everybody sees.
        """

    def spelled(self, words: Sequence[str], say: Words) -> list[str]:
        """Return the words of a typed move as the names of moves have them; idle ones go."""
        idle = say("typed.idle").split()
        return [word for word in words if word not in idle]

    def sentence(self, event: Event, say: Words, names: Names) -> str | None:
        """Tell a public event in one sentence; None for what needs no words."""
        match event:
            case CardPlayed(seat=seat, card=card, leads=leads):
                key = "trick.leads" if leads else "trick.plays"
                return say(key, name=name_of(names, seat), card=card_said(card, say))
            case TakenBack(seat=seat):
                return say("move.taken_back", name=name_of(names, seat))
            case GameEnded(winners=winners):
                return won(winners, names, say)
            case _:
                return None

    def several(self, _told: Sequence[tuple[Event, Names]], _say: Words) -> str:
        """Tell events that are `alike`, one after the other, in a sentence; each has its names."""
        return ""

    def earlier(self, event: Event, say: Words, names: Names) -> str | None:
        """Tell an event from before the last move; None also for what a table shows no longer."""
        return self.sentence(event, say, names)

    def joins(self, _event: Event, _then: Event, _reader: Seat) -> bool:
        """Return whether in words one sentence tells a seat an event and what came then."""
        return False

    def in_words(
        self, event: Event, _then: Event | None, say: Words, names: Names, _reader: Seat
    ) -> str | None:
        """Tell a seat an event in words, with what came then if it `joins` that; else it is None.

        None also for what everybody can tell from the rest.
        """
        return self.sentence(event, say, names)

    def nearing(self, _view: V, _say: Words) -> str:
        """Say in words that a deal is nearly over; "" before."""
        return ""

    def results(self, _view: V, _say: Words, _names: Names) -> tuple[str, ...]:
        """Tell the view's seat the last deal of a finished game in words; () if pictures do."""
        return ()

    def named(self, view: V, code: str, say: Words, names: Names) -> str:
        """Name a move of the view's seat as the subject of a sentence."""
        return next(made.label for made in self.controls(view, say, names) if made.code == code)

    def named_again(self, view: V, code: str, say: Words, names: Names) -> str:
        """Name a move that has just been `named`, in short."""
        return self.named(view, code, say, names)

    def why(
        self, reasons: Sequence[Reason], best: object, rival: object, say: Words, names: Names
    ) -> str:
        """Say why the best move is better than its rival, a sentence for each reason.

        `best` and `rival` are the moves as they are `named_again`, or one is OneOf several.
        "" where there is no reason.
        """
        argued = list[str]()
        for reason in reasons:
            # One stored by an earlier version, or a value of it, may have no words any more.
            with suppress(KeyError):
                values = {**worded(reason, say, names), "best": best, "rival": rival}
                argued.append(self.argue(reason, values, say))
        return " ".join(map(capital, filter(None, argued)))

    def argue(self, _reason: Reason, _values: Mapping[str, object], _say: Words) -> str:
        """Put a reason into a sentence, given its values in words; "" for a game without any."""
        return ""

    def feats(self, _happened: Sequence[Sequence[Event]]) -> Iterable[Feat]:
        """Find in all that happened in a finished game what is worth another look."""
        return ()

    def praise(self, _feat: Feat, _where: str, _name: str, _say: Words) -> str:
        """Tell a feat in a sentence that begins with where it was, and a comma or colon."""
        return ""

    def hand_number(self, view: V) -> int:
        """Return the number of the hand's message: a new number is a new message."""
        return view.deal

    def shows_result(self, view: V) -> bool:
        """Return whether the board still says how the last deal ended."""
        return self.last(view) is not None and self.is_early(view)

    def is_early(self, _view: V) -> bool:
        """Return whether a deal has only just begun."""
        return False

    def ends_deal(self, event: Event) -> bool:
        """Return whether an event is the end of a deal."""
        return isinstance(event, self.deal_end)

    def forced(self, _view: V) -> str | None:
        """Return the move that the seat to act has to make; None where it has a choice.

        Only moves that every spectator can see to be forced: the view is a spectator's. A hand's
        moves are left to its person, so that nobody learns anything from how quickly it is made.
        """
        return None

    def last(self, _view: V) -> Result | None:
        """Return the last finished deal; None before there is one."""
        return None

    def retired(self, view: V, say: Words, names: Names) -> str:
        """Say in a finished deal's hand message what the seat made of it; "" if none is finished.

        While the game lasts it also says what that came to; at its end the result does.
        """
        result = self.last(view)
        if result is None or view.seat is None:
            return ""
        total = self.score(view, result.totals[view.seat - 1], say)
        made = self.made(view, say, names)
        return with_total(made, total, is_over=bool(view.winners), say=say)

    def made(self, view: V, say: Words, names: Names) -> str:
        """Say what the view's seat made of the last deal; "" if none is finished."""
        result = self.last(view)
        if result is None or view.seat is None:
            return ""
        return self.achieved(view, result, view.seat - 1, say, names)

    def achieved(self, _view: V, _result: Any, _index: int, _say: Words, _names: Names) -> str:
        """Say what a seat made of the deal: the one at this index of its result, from 0."""
        return ""

    def score(self, view: V, points: int, say: Words) -> str:
        """Spell a final score with its unit, such as points or chips."""
        return self.says(view, say).score(points)

    def score_by(self, _options: Mapping[str, object], points: int, say: Words) -> str:
        """Spell a final score by the options of its game, where there is no view of it."""
        return points_of(points, say)

    def average(self, _view: V, points: float, say: Words) -> str:
        """Spell an average of scores with its unit."""
        n, written = counted(points, say)
        return say("result.points", n=n, points=written)

    def ending(self, _view: V, _say: Words) -> str:
        """Say what the places and scores of a finished game do not tell; "" where that is all."""
        return ""


AnyPresenter = Presenter[Any]
"""A presenter whose kind of views its user does not know."""
