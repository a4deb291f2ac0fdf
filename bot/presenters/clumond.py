"""The presenter of Clumond."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from bot.presenters.cards import (
    SUITS,
    Answers,
    Names,
    by_suit,
    card_label,
    card_said,
    counted,
    gained,
    name_of,
    renamed,
    text_context,
    with_order,
    with_you,
)
from bot.presenters.presenter import Control, Feat, Presenter, Tone, card_controls, results_in
from bot.texts import by_ear
from engine.events import CardPlayed, DealScored, Event, Heard
from engine.games.clumond.view import (
    CALL_CODES,
    PASS,
    TRICKS,
    ClumondView,
    DealResult,
    DealStarted,
    Declared,
    NobodyDeclared,
    Passed,
    Phase,
    Scoring,
    TrickWon,
    Trumps,
)
from engine.players.reasons import Reason
from engine.seats import Seat
from render.api import All, Words, capital, change
from render.scenes.clumond.parts import counts
from render.scenes.clumond.speech import ClumondSpeech, result_said, score_of
from render.speech import only_said, own_first

ANSWERS: Answers = MappingProxyType({
    "trick": ClumondSpeech.present_trick,
    "last_trick": ClumondSpeech.last_trick,
    "last_hand": ClumondSpeech.last_hand,
    "trumps": ClumondSpeech.trumps,
    "tricks": ClumondSpeech.tricks,
    "aims": ClumondSpeech.aims,
    "pot": ClumondSpeech.pot,
    "rules": ClumondSpeech.rules,
})  # fmt: skip


_SMALL = 9
"""The most cards of a hand that need not be told, as each has a button."""

_OWN = "clumond.verdict.you_made", "clumond.verdict.you_failed"
_OTHER = "clumond.verdict.name_made", "clumond.verdict.name_failed"
"""What a declarer reads who made it or not, and what the others read."""


class ClumondPresenter(Presenter[ClumondView]):
    """Words and controls of Clumond."""

    speech = ClumondSpeech
    answers = ANSWERS
    often = "last_trick", "hand", "aims", "score"
    explains = "last_hand"
    turns_a_deal = 36
    first_game = "deals", 3
    opens = Declared, NobodyDeclared
    once = CardPlayed, TrickWon

    def ask(self, view: ClumondView, say: Words) -> str:
        speech = ClumondSpeech(text_context(view, say))
        if view.phase is Phase.CALL:
            return say(speech.call(), pot=view.pot)
        if by_ear(say):
            return _asked(speech)
        asked = say("prompt.your_turn", asked=_turn(view, say))
        if view.trick.number == 1 or not view.trick.cards:
            return f"{asked} {say(speech.aim())}"
        return f"{asked} {say('clumond.aim.raised')}" if _has_to_follow(view) else asked

    def recalls(self, view: ClumondView, heard: Sequence[Heard], say: Words, _names: Names) -> str:
        """Name the cards that were played before the last trick and this one, suit by suit (C9)."""
        gone: list[str] = []
        for _, event in heard:
            match event:
                case DealStarted():
                    gone.clear()
                case CardPlayed(card=card):
                    gone.append(card)
                case _:
                    pass
        seen = len(view.trick.cards) + (len(view.last_trick.cards) if view.last_trick else 0)
        earlier = gone[: max(0, len(gone) - seen)]
        return say("clumond.recalls", cards=by_suit(earlier, say)) if earlier else ""

    def hand_texts(self, view: ClumondView, say: Words) -> tuple[str, ...]:
        """Say only what follows suit, or else the hand: so in a new one, and where three stay."""
        speech = ClumondSpeech(text_context(view, say))
        follows, held = speech.following(), speech.holding()
        if follows and 1 < view.trick.number < TRICKS:
            return only_said(follows, say), say("clumond.prompt.follow")
        return (held,) if len(view.hand or ()) > _SMALL else (held, "")

    def nearing(self, view: ClumondView, say: Words) -> str:
        left = TRICKS - view.trick.number if view.phase is Phase.PLAY else TRICKS
        if left > 1:
            return ""
        if left:
            return say("clumond.two_left")
        return say("clumond.last_trick" if counts(view) else "ear.last_trick")

    def spelled(self, words: Sequence[str], say: Words) -> list[str]:
        return renamed(super().spelled(words, say), say("clumond.typed"))

    def sentence(self, event: Event, say: Words, names: Names) -> str | None:
        match event:
            case DealStarted() | Passed() | Declared() | NobodyDeclared():
                return _called(event, say, names)
            case TrickWon(seat=seat, tricks=tricks):
                return say("clumond.event.wins", n=tricks, name=name_of(names, seat))
            case DealScored(result=result):
                return _settled(result, say, names)
            case _:
                return super().sentence(event, say, names)

    def joins(self, event: Event, then: Event, _reader: Seat) -> bool:
        return isinstance(event, TrickWon) and isinstance(then, CardPlayed)

    def in_words(
        self, event: Event, then: Event | None, say: Words, names: Names, reader: Seat
    ) -> str | None:
        match event:
            case TrickWon(seat=seat, tricks=tricks) if isinstance(then, CardPlayed):
                card = card_said(then.card, say)
                return say(
                    "clumond.event.wins_leads", n=tricks, name=name_of(names, seat), card=card
                )
            case TrickWon(seat=seat, tricks=tricks) if seat == reader:
                return say("clumond.event.wins_own", n=tricks)
            case DealStarted(deal=deal, caller=caller):
                # Whoever has called is told, so that nobody need be told who begins.
                begun = say("clumond.event.begins", deal=deal)
                return with_order(begun, caller, names, reader, say) if deal == 1 else begun
            case DealScored(result=result):
                you = with_you(names, reader, say)
                return "\n".join(result_said(result, say, you, own_first(reader, result.totals)))
            case _:
                return self.sentence(event, say, names)

    def results(self, view: ClumondView, say: Words, names: Names) -> tuple[str, ...]:
        if view.last_deal is None:
            return ()
        order = own_first(view.seat, view.last_deal.totals)
        you = with_you(names, view.seat, say)
        return tuple(result_said(view.last_deal, say, you, order, is_shown=True))

    def controls(self, view: ClumondView, say: Words, _names: Names) -> tuple[Control, ...]:
        if view.phase is Phase.CALL:
            calls = tuple(_call_control(code, say) for code in CALL_CODES)
            return calls if view.seat is None or view.legal else ()
        return card_controls(view.hand or (), view.legal, say)

    def named(self, _view: ClumondView, code: str, say: Words, _names: Names) -> str:
        verb, _, what = code.partition(" ")
        if verb == "play":
            return card_label(what, say)
        return say(f"clumond.naming.{what or verb}")

    def argue(self, reason: Reason, values: Mapping[str, object], say: Words) -> str:
        return say(f"clumond.why.{reason.key}", **values)

    def feats(self, happened: Sequence[Sequence[Event]]) -> Iterator[Feat]:
        """Find the declarations that were made (C6, C7); less are codes, least what was spoilt."""
        for moves, result in results_in(happened):
            for seat, took in enumerate(result.took, start=1):
                if took and seat == result.declarer:
                    yield Feat(Seat(seat), result.deal, took, result, kind="declared")
                elif took:
                    kind = "code" if result.declarer is None else "spoilt"
                    rank = -1 / took - (kind == "spoilt")
                    yield Feat(Seat(seat), result.deal, rank, result, moves=moves, kind=kind)

    def praise(self, feat: Feat, where: str, name: str, say: Words) -> str:
        # Only with chips there is a pot, and always one (C5, C7).
        scoring = Scoring.CHIPS if feat.what.pot else Scoring.POINTS
        own = {feat.seat: "clumond.feat.declared", None: "clumond.feat.code"}
        key = own.get(feat.what.declarer, "clumond.feat.spoilt")
        score = score_of(scoring, feat.what.took[feat.seat - 1], say)
        return say(key, where=where, name=name, score=score)

    def is_early(self, view: ClumondView) -> bool:
        return view.phase is Phase.CALL or view.trick.number == 1

    def last(self, view: ClumondView) -> DealResult | None:
        return view.last_deal

    def achieved(
        self, view: ClumondView, result: DealResult, index: int, say: Words, names: Names
    ) -> str:
        verdict = _seat_verdict(result, index, say, names)
        told = [verdict, self._came_to(view, result, index, say), self.ending(view, say)]
        return " ".join(filter(None, told))

    def _came_to(self, view: ClumondView, result: DealResult, index: int, say: Words) -> str:
        """Say what a seat pays or takes, and what that is with its ante (C5-C7)."""
        points, took = result.points[index] - result.share, result.took[index]
        if view.scoring is Scoring.POINTS:
            written = say("result.points", n=abs(points), points=change(points))
            return say("clumond.came_to.points", change=written)
        written = say("clumond.chips", n=abs(points), chips=change(points))
        if not (took or result.paid[index]):
            return say("clumond.came_to.ante", ante=result.ante, change=written)
        key = "clumond.came_to.took" if took else "clumond.came_to.paid"
        return say(key, amount=took or result.paid[index], ante=result.ante, change=written)

    def score_by(self, options: Mapping[str, object], points: int, say: Words) -> str:
        return score_of(Scoring(str(options.get("scoring", Scoring.POINTS))), points, say)

    def average(self, view: ClumondView, points: float, say: Words) -> str:
        if view.scoring is Scoring.POINTS:
            return super().average(view, points, say)
        n, written = counted(points, say)
        return say("clumond.chips", n=n, chips=written)

    def ending(self, view: ClumondView, say: Words) -> str:
        if view.scoring is Scoring.CHIPS and view.last_deal is not None and view.last_deal.share:
            return say("clumond.shared", n=view.last_deal.share)
        return ""


def _has_to_follow(view: ClumondView) -> bool:
    """Return whether some cards of the hand may not be played."""
    return len(view.legal) < len(view.hand or ())


def _asked(speech: ClumondSpeech) -> str:
    """Ask for a card in words; who has to follow is only told what with."""
    view, say = speech.view, speech.words
    led, is_first = view.trick.cards[:1], view.trick.number == 1
    if not led:
        asked = say("prompt.lead")
    elif speech.following():
        asked = say("clumond.prompt.follow") if is_first else ""
    else:
        asked = say("clumond.prompt.void", suit=say(f"card.suit.{led[0].card[1]}"))
    if not is_first:
        return asked
    pot = say("clumond.pot", n=view.pot) if view.pot else ""
    return " ".join(filter(None, (asked, pot, say(speech.aim()))))


def _call_control(code: str, say: Words) -> Control:
    if code == PASS:
        name = say("clumond.move.pass")
        return Control(code, name, name, Tone.MAIN)
    trumps = Trumps(code.partition(" ")[2])
    name = say(f"clumond.move.declare.{trumps.value}")
    if trumps is Trumps.NONE or by_ear(say):
        return Control(code, capital(name), name)
    # A row for the suits: on a phone some of these buttons stand beside each other.
    return Control(code, say("clumond.button.declare", suit=SUITS[trumps.value]), name, group=1)


def _called(
    event: DealStarted | Passed | Declared | NobodyDeclared, say: Words, names: Names
) -> str:
    """Tell what happened in the call (C2)."""
    match event:
        case DealStarted(deal=deal, caller=seat, ante=ante):
            key = "clumond.event.deal_chips" if ante else "clumond.event.deal"
            return say(key, deal=deal, name=name_of(names, seat), n=ante)
        case Passed(seat=seat):
            return say("clumond.event.passes", name=name_of(names, seat))
        case Declared(seat=seat, trumps=trumps):
            return say(f"clumond.event.declares.{trumps.value}", name=name_of(names, seat))
        case NobodyDeclared():
            return say("clumond.event.undeclared")


def _settled(result: DealResult, say: Words, names: Names) -> str:
    """Tell how a hand ended: who was right, and what everybody has now."""
    points = gained(result.points, result.totals, names, say)
    return say("clumond.event.settled", verdict=_verdict(result, say, names), points=points)


def _verdict(result: DealResult, say: Words, names: Names) -> str:
    """Say whether a declarer made it, or else who was right."""
    if result.declarer is not None:
        return _declared(result, result.declarer, _OTHER, say, names)
    right = All(name for name, off in zip(names, result.off, strict=True) if not off)
    key = "clumond.verdict.right" if right else "clumond.verdict.nobody"
    return say(key, deal=result.deal, n=len(right), names=right)


def _seat_verdict(result: DealResult, index: int, say: Words, names: Names) -> str:
    """Say to the seat at this index what its cards told, or where there was a declarer, of them."""
    if result.declarer is not None:
        keys = _OWN if result.declarer == index + 1 else _OTHER
        return _declared(result, result.declarer, keys, say, names)
    code, tricks = result.codes[index], result.tricks[index]
    return say("clumond.verdict.own", deal=result.deal, code=code, tricks=tricks)


def _declared(
    result: DealResult, declarer: Seat, keys: tuple[str, str], say: Words, names: Names
) -> str:
    """Say whether a declarer made it."""
    off = result.off[declarer - 1]
    return say(keys[off > 0], deal=result.deal, name=name_of(names, declarer), n=off)


def _turn(view: ClumondView, say: Words) -> str:
    """Ask for a card."""
    if _has_to_follow(view):
        return say("clumond.prompt.follow")
    return say("prompt.play" if view.trick.cards else "prompt.lead")
