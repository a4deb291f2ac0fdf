"""The presenter of Cloud 9, the balloon game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from bot.presenters.cards import (
    Answers,
    Names,
    each_has,
    name_of,
    percent,
    placed,
    renamed,
    rounds_said,
    text_context,
    with_you,
)
from bot.presenters.presenter import Control, Feat, Presenter, Tone
from bot.presenters.stakes import rival_of
from bot.texts import by_ear
from engine.events import CardsDealt, Event, Secret
from engine.games.balloon.view import (
    BLANK,
    COLOURS,
    VALUES,
    WILD,
    BalloonView,
    DiceThrown,
    Ending,
    Fallen,
    Flown,
    Jumped,
    NothingToDraw,
    PackShuffled,
    Phase,
    Stayed,
    TripEnded,
    TripResult,
    TripStarted,
)
from engine.players.balloon.policy import strength
from engine.players.balloon.position import packed
from engine.players.reasons import Reason
from engine.seats import Seat
from render.api import All, Words, capital
from render.scenes.balloon.speech import BalloonSpeech, counted
from render.speech import points_of


def _odds(speech: BalloonSpeech) -> str:
    """Say how likely the pilot can pay, as far as this seat is told."""
    view, say = speech.view, speech.words
    if not view.with_odds:
        return say("balloon.look.without_odds")
    if view.phase is Phase.LONE and view.seat == view.pilot:
        return speech.bare(_seat_chance(view, say))
    return speech.bare(speech.odds()) or say("balloon.look.no_odds")


ANSWERS: Answers = MappingProxyType({
    "dice": BalloonSpeech.flying,
    "aboard": BalloonSpeech.aboard,
    "odds": _odds,
    "last_flight": BalloonSpeech.last_flight,
    "discards": BalloonSpeech.discards,
    "rules": BalloonSpeech.rules,
})  # fmt: skip


# The lucky flights of a finished game, and the unlucky falls.
#
# How lucky a flight was follows from the cards that its pilot held before the throw: how many of
# all throws of the cloud these could have paid for. Who sat there could not know, but now all may.

LUCKY = 0.5
"""From this chance on a flight was to be expected."""

UNLUCKY = 0.75
"""From this chance on a fall is told."""


class LuckyFlight(NamedTuple):
    """A flight from a cloud: the chance (0…1) of its pilot to pay, and whether that is told of."""

    cloud: int
    chance: float
    is_pilot: bool


class _Throw(NamedTuple):
    """A throw: after which move, of which pilot, from which cloud, and with what chance."""

    moves: int
    pilot: Seat
    cloud: int
    chance: float


def lucky_flights(happened: Sequence[Sequence[Event]]) -> Iterator[Feat]:
    """Return the feats of all who were aboard where few throws could be paid, the pilot's first.

    Beside them stand the falls of pilots who could have paid most throws, less lucky than any.
    """
    hands: dict[Seat, int] = {}
    aboard, trip, thrown = list[Seat](), 0, None
    for moves, events in enumerate(happened):
        for event in events:
            _deal(event, hands)
            match event:
                case TripStarted(trip=trip):
                    aboard = sorted(hands)
                case Jumped(seat=seat):
                    aboard.remove(seat)
                case DiceThrown(pilot=seat, cloud=cloud):
                    chance = strength(hands[seat], cloud)
                    thrown = _Throw(moves, seat, cloud, chance)
                case Flown() if thrown is not None:
                    yield from _of_all(thrown, trip, aboard)
                case Fallen(pilot=seat) if thrown is not None and UNLUCKY <= thrown.chance < 1:
                    told = LuckyFlight(thrown.cloud, thrown.chance, is_pilot=True)
                    yield _luck(thrown, trip, seat, thrown.chance - 1, told, "fall")
                case _:
                    pass


def _deal(event: Event, hands: dict[Seat, int]) -> None:
    """Give a packed hand the cards that an event deals it, or take those that it pays."""
    match event:
        case PackShuffled(whole=True):
            hands.clear()
        case Secret(private=CardsDealt(seat=seat, cards=cards)):
            hands[seat] = hands.get(seat, 0) + packed(cards)
        case Flown(pilot=seat, paid=paid):
            hands[seat] -= packed(paid)
        case _:
            pass


def _of_all(thrown: _Throw, trip: int, aboard: Sequence[Seat]) -> Iterator[Feat]:
    if thrown.chance >= LUCKY:
        return
    for seat in sorted(aboard, key=lambda seat: seat != thrown.pilot):
        told = LuckyFlight(thrown.cloud, thrown.chance, seat == thrown.pilot)
        yield _luck(thrown, trip, seat, 1 - thrown.chance, told, "flight")


def _luck(
    thrown: _Throw, trip: int, seat: Seat, rank: float, flight: LuckyFlight, kind: str
) -> Feat:
    return Feat(seat, trip, rank, flight, is_luck=True, moves=thrown.moves, kind=kind)


_MAIN = frozenset({"stay", "pay", "roll"})
"""The moves that keep the balloon up stand out."""

_OPEN = {Phase.RIDE: ("stay", "jump"), Phase.LONE: ("roll", "jump")}
"""The moves that everybody may see offered; what a pilot can pay is theirs to know."""


class BalloonPresenter(Presenter[BalloonView]):
    """Words and controls of Cloud 9."""

    speech = BalloonSpeech
    answers = ANSWERS
    often = "hand", "aboard", "last_flight", "score"
    turns_a_deal = 8
    usual_deals = 20
    first_game = "target", 20
    deal_end = TripEnded
    once = DiceThrown, Flown, Jumped
    by_chance = (DiceThrown,)
    alike = (Stayed,)

    def progress(self, view: BalloonView, say: Words, names: Names = ()) -> str:
        """Add what the seat has, and the best of the others: no picture of a hand shows it."""
        told = [self.headline(view, say)]
        if names and view.seat is not None and any(view.scores):
            rival = rival_of(view.scores, view.seat, view.hand_counts)
            has = each_has(view.scores, with_you(names, view.seat, say), say)
            told += [has[view.seat - 1], has[rival - 1]]
        return " · ".join(told)

    def ask(self, view: BalloonView, say: Words) -> str:
        speech = BalloonSpeech(text_context(view, say))
        asked = speech.ask(_dice(view.dice, say))
        if view.phase is Phase.LONE and view.with_odds:
            return _with(asked, _seat_chance(view, say))
        # A picture shows how likely the pilot can pay.
        if by_ear(say):
            return _with(asked, speech.odds())
        is_lone = len(view.legal) == 1 and self.forced(view) is None
        return _with(asked, say("balloon.asked") if is_lone else "")

    def wait(self, view: BalloonView, say: Words, names: Names) -> str:
        waiting = super().wait(view, say, names)
        return (
            _with(waiting, BalloonSpeech(text_context(view, say)).odds())
            if by_ear(say)
            else waiting
        )

    def knows(self, view: BalloonView, question: str) -> bool:
        has_flown = view.flight is not None or view.last_trip is not None
        return has_flown if question == "last_flight" else super().knows(view, question)

    def spelled(self, words: Sequence[str], say: Words) -> list[str]:
        return renamed(super().spelled(words, say), say("balloon.typed"))

    def sentence(self, event: Event, say: Words, names: Names) -> str | None:
        match event:
            case TripStarted(trip=trip, pilot=seat):
                return say("balloon.event.trip", trip=trip, name=name_of(names, seat))
            case PackShuffled() | NothingToDraw():
                return _of_pile(event, say, names)
            case DiceThrown(pilot=seat, dice=dice):
                return say("balloon.event.throws", name=name_of(names, seat), dice=_dice(dice, say))
            case Stayed(seat=seat):
                return say("balloon.event.stays", name=name_of(names, seat))
            case Jumped(seat=seat, cloud=cloud, points=points):
                who = name_of(names, seat)
                return say("balloon.event.jumps", name=who, cloud=cloud, n=points)
            case Flown(pilot=seat, paid=paid, cloud=cloud):
                key = "balloon.event.flies" if paid else "balloon.event.flies_free"
                return say(key, name=name_of(names, seat), cards=_cards(paid, say), cloud=cloud)
            case TripEnded(result=result):
                return _ended(result, _came(result, say, names), say, names)
            case _:
                return super().sentence(event, say, names)

    def several(self, told: Sequence[tuple[Event, Names]], say: Words) -> str:
        staying = [(event.seat, names) for event, names in told if isinstance(event, Stayed)]
        return say("balloon.event.stay", names=All(name_of(names, seat) for seat, names in staying))

    def in_words(
        self, event: Event, then: Event | None, say: Words, names: Names, reader: Seat
    ) -> str | None:
        """Tell a throw where it fell, before what others made of it, and not who is pilot then."""
        match event:
            case DiceThrown(pilot=seat, dice=dice) if seat == reader:
                key = "ear.you_throw" if _needed(dice) else "ear.you_throw_blank"
                return say(key, dice=_dice(dice, say))
            case DiceThrown(pilot=seat, dice=dice) if not _needed(dice):
                return say("ear.throws_blank", name=name_of(names, seat))
            case TripStarted(trip=trip):
                return say("ear.trip", trip=trip)
            case TripEnded(result=result):
                return _ended(result, _came(result, say, names, reader), say, names, reader)
            case _:
                return super().in_words(event, then, say, names, reader)

    def results(self, view: BalloonView, say: Words, names: Names) -> tuple[str, ...]:
        if view.last_trip is None or view.seat is None:
            return ()
        ended = _ended(view.last_trip, say("ear.trip_was_last"), say, names, view.seat)
        return ended, rounds_said(view.deal_scores, view.scores, names, say, view.seat)

    def nearing(self, view: BalloonView, say: Words) -> str:
        return say("ear.last_trip") if max(view.scores) >= view.target else ""

    def controls(self, view: BalloonView, say: Words, _names: Names) -> tuple[Control, ...]:
        codes = _OPEN.get(view.phase, ()) if view.seat is None else view.legal
        return tuple(_control(view, code, say) for code in codes)

    def named(self, _view: BalloonView, code: str, say: Words, _names: Names) -> str:
        return say(f"balloon.naming.{code}")

    def named_again(self, view: BalloonView, code: str, say: Words, names: Names) -> str:
        if code == "wild":
            return say("balloon.naming.wild_again")  # a phone has room for no more
        return super().named_again(view, code, say, names)

    def argue(self, reason: Reason, values: Mapping[str, object], say: Words) -> str:
        return say(f"balloon.why.{reason.key}", **values)

    def feats(self, happened: Sequence[Sequence[Event]]) -> Iterable[Feat]:
        return lucky_flights(happened)

    def praise(self, feat: Feat, where: str, name: str, say: Words) -> str:
        cloud, chance = feat.what.cloud, say("picture.percent", percent=percent(feat.what.chance))
        key = feat.kind if feat.kind == "fall" else "pilot" if feat.what.is_pilot else "aboard"
        return say(f"balloon.feat.{key}", where=where, name=name, cloud=cloud, chance=chance)

    def hand_number(self, view: BalloonView) -> int:
        """Keep one message: a hand goes on from trip to trip, and trips are short."""
        return min(1, view.deal)

    def is_early(self, view: BalloonView) -> bool:
        """Return whether a trip has not left its first cloud."""
        return view.cloud == 1

    def forced(self, view: BalloonView) -> str | None:
        """Fly for free (B3); whether a pilot has to pay or to fall nobody else knows (B4)."""
        return "pay" if view.phase is Phase.PAY and view.is_free else None

    def last(self, view: BalloonView) -> TripResult | None:
        return view.last_trip

    def achieved(
        self, _view: BalloonView, result: TripResult, index: int, say: Words, names: Names
    ) -> str:
        points, is_pilot = result.points[index], index + 1 == result.pilot
        if not points and is_pilot:  # whoever jumped has scored
            return say("balloon.retired.pilot", trip=result.trip)
        return say(
            "balloon.retired" if points else "balloon.retired.fell", trip=result.trip,
            name=name_of(names, result.pilot), made=points_of(points, say),
        )  # fmt: skip

    def ending(self, view: BalloonView, say: Words) -> str:
        said = []
        if view.last_trip is not None and view.last_trip.ending is Ending.TOP:
            said.append(say("balloon.top"))
        if view.scores.count(max(view.scores)) > len(view.winners):
            said.append(say("balloon.tie_break"))
        return " ".join(said)


def _with(line: str, odds: str) -> str:
    return f"{line}\n{odds}" if odds else line


def _of_pile(event: PackShuffled | NothingToDraw, say: Words, names: Names) -> str | None:
    """Say that the pile was empty; a whole pack, shuffled again, needs no words."""
    if isinstance(event, NothingToDraw):
        without = All(name_of(names, seat) for seat in event.seats)
        return say("balloon.event.nothing", names=without)
    return None if event.whole else say("balloon.event.shuffled")


def _ended(
    result: TripResult, came: str, say: Words, names: Names, reader: Seat | None = None
) -> str:
    """Say how a trip ended, and what came of it."""
    return say(
        f"balloon.event.ended.{result.ending.value}", trip=result.trip, points=came,
        name=with_you(names, reader, say)[result.pilot - 1],
        cards=_cards(_needed(result.dice), say),
    )  # fmt: skip


def _came(result: TripResult, say: Words, names: Names, reader: Seat | None = None) -> str:
    if not any(result.points):
        return say("balloon.event.nobody")
    you = with_you(names, reader, say)
    return capital(placed(result.points, result.totals, you, say, reader))


def _control(view: BalloonView, code: str, say: Words) -> Control:
    tone = Tone.MAIN if code in _MAIN else Tone.PLAIN
    needed = _needed(view.dice)
    cards = _cards(needed, say)
    key = "pay_nothing" if code == "pay" and not needed else code
    label = say(f"balloon.button.{key}", cards=cards, n=VALUES[view.cloud])
    name = say(f"balloon.move.{key}", cards=cards)
    return Control(code, label, name, tone, emoji=_emoji(code, needed))


def _emoji(code: str, needed: Sequence[str]) -> str:
    """Return the emoji of what a move throws or pays; a button has room for one card only."""
    paid = {"wild": (WILD,), "pay": needed}.get(code, ())
    if len(paid) == 1:
        return f"cloud9_{paid[0]}"
    return "cloud9_dice" if code == "roll" else ""


def _needed(dice: Sequence[str]) -> tuple[str, ...]:
    return tuple(face for face in COLOURS for _ in range(dice.count(face)))


def _dice(dice: Sequence[str], say: Words) -> object:
    """Show a throw: a coloured mark and a letter a die; in words what has to be paid."""
    if by_ear(say):
        return _cards(_needed(dice), say) or say("alt.balloon.blank")
    return " ".join(
        say("balloon.blank" if face == BLANK else f"balloon.face.{face}") for face in dice
    )


def _cards(faces: Sequence[str], say: Words) -> object:
    """Show what is paid; in words by colour, of which a text may ask for the form of cards."""
    if by_ear(say):
        return counted(faces, say)
    return " ".join(say(f"balloon.face.{face}") for face in faces)


def _seat_chance(view: BalloonView, say: Words) -> str:
    """Say how likely the seat of a view can pay a throw of this cloud."""
    share = strength(packed(view.hand or ()), view.cloud)
    if share == 1:
        return say("balloon.odds_own_all")
    return say("balloon.odds_own", chance=say("picture.percent", percent=percent(share)))
