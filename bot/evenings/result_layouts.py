"""What one person made of an evening, deal by deal, and its line below a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from discord import ui

from bot.discord.names import bold
from bot.discord.parts import button, container, rows
from bot.evenings import rules
from bot.evenings.rows import EveningPerson, EveningRow
from bot.evenings.standings import NOBODY, Played, names_seen, played_of, ruled_of
from bot.evenings.store import EveningStore
from bot.match.show.looks import Notes, looking_back
from bot.match.table.kind import is_withheld
from bot.store import Store
from bot.store.rows import MatchRow
from bot.texts import Texts
from engine.seats import Seat
from render.api import Nth, Words, number, rounded
from render.scenes import SCENES

# What one person made in a round, beside those who held the same cards.

FEW = 4
"""Beside so many others each is named with what they made; of more, the average and the best."""


def result_button(evening_id: int, round_number: int, say: Words) -> ui.Item[Any]:
    """Make the button that shows a person what they made in a round."""
    return button(f"evening:{evening_id}:{round_number}", say("evening.button.own"))


@dataclass(frozen=True, slots=True)
class RoundResult:
    """A round that is told, what all rounds so far come to, and how many there will be."""

    played: Played
    totals: Sequence[rules.Total]
    rounds: int


def result_layout(result: RoundResult, row: MatchRow, user_id: int, say: Words) -> ui.LayoutView:
    """Lay out for one person a round that is over, deal by deal."""
    lines = result_lines(result, row, user_id, say)
    return container(ui.TextDisplay("\n".join(lines)), *rows(looking_back(row, say)))


def result_lines(result: RoundResult, row: MatchRow, user_id: int | None, say: Words) -> list[str]:
    """Say what a person made: in all rounds, then in this one their swing, and each deal."""
    played = result.played
    line = next((one for one in played.lines if one.sat.user_id == user_id), None)
    lines = _evening(result, user_id, say)
    if line is None:
        sat = any(one.user_id == user_id for one in played.sat)
        return [*lines, say("evening.own.absent" if sat else "evening.own.none", table=row.number)]
    kind = "crowd" if result.rounds == 1 else "later" if lines else "round"
    at = _place(line, played.lines, say)
    lines.append(say(f"evening.own.{kind}", at=at, round=played.number))
    made = rules.by_cards(played.sat)
    lines.append(say("evening.own.table" if _is_alone(made) else "evening.own", seat=line.sat.seat))
    return [
        *lines, swing_text(line, made, row.game, say), *_deals(played, line.sat, row.game, say),
    ]  # fmt: skip


def _evening(result: RoundResult, user_id: int | None, say: Words) -> list[str]:
    """Say where a person stands after several rounds, and what they made in each."""
    total = next((one for one in result.totals if one.user_id == user_id), None)
    if total is None or len(total.rounds) == 1:
        return []
    each = [
        say("evening.own.missed", round=number)
        if points is None
        else say("evening.own.made", round=number, points=rounded(float(points), say))
        for number, points in enumerate(total.rounds, start=1)
    ]
    key = "evening.own.over" if len(each) >= result.rounds else "evening.own.so_far"
    return [say(key, at=_place(total, result.totals, say)), " · ".join(each)]


def _place(
    line: rules.Line | rules.Total, field: Sequence[rules.Line | rules.Total], say: Words
) -> str:
    """Say which place somebody has, or shares, and with how many points."""
    is_shared = sum(one.place == line.place for one in field) > 1
    return say(
        "evening.own.shared" if is_shared else "evening.own.place",
        place=Nth(line.place), people=len(field), points=rounded(line.points, say),
    )  # fmt: skip


def _is_alone(made: Mapping[rules.Cards, Sequence[int]]) -> bool:
    """Return whether all cards are those of a lone table."""
    return (1, 0) in made


def swing_text(line: rules.Line, made: dict[rules.Cards, list[int]], game: str, say: Words) -> str:
    """Say in one sentence how the round went for a person: what it was above or below average."""
    swings = rules.beyond_by_deal(line.sat, made)
    total = sum(swings, Fraction())
    if not total:
        return say("evening.swing.even")
    way = "more" if total > 0 else "less"
    most = max(range(len(swings)), key=lambda deal: swings[deal] if total > 0 else -swings[deal])
    key = f"evening.swing.{way}" if len(swings) > 1 else f"evening.swing.{way}.one"
    unit = SCENES[game].unit
    deal = say(f"picture.evening.{unit}", deal=most + 1)
    return say(key, points=rounded(float(abs(total)), say), deal=deal)


def _deals(played: Played, sat: rules.Sat, game: str, say: Words) -> list[str]:
    """Tell for each deal what a person made, and what the others did with the same cards."""
    unit, told = SCENES[game].unit, []
    others = [one for one in played.sat if one.seat == sat.seat and one.table != sat.table]
    if len({one.table for one in played.sat}) == 1:
        others = [one for one in played.sat if one.seat != sat.seat]
    for deal, made in enumerate(sat.made):
        held = [one for one in others if deal < len(one.made)]
        beside = _beside(held, deal, say)
        values = {"deal": deal + 1, "made": number(made), "others": beside}
        line = say(f"evening.own.{unit}", **values)
        helped = deal + 1 in sat.stood_in
        told.append(say("evening.own.helped", line=line) if helped else line)
    return told


def _beside(others: Sequence[rules.Sat], deal: int, say: Words) -> str:
    if not others:
        return say("evening.own.lone")
    if len(others) > FEW:
        best = max(others, key=lambda one: one.made[deal])
        average = sum(one.made[deal] for one in others) / len(others)
        return say(
            "evening.own.many", n=len(others), average=rounded(average, say),
            name=_name(best), made=number(best.made[deal]),
        )  # fmt: skip
    each = [say("evening.other", name=_name(one), made=number(one.made[deal])) for one in others]
    return say("list.all", items=each)


def _name(one: rules.Sat) -> str:
    return bold(one.name)


# Below the game of an evening: that its points follow, and when its round is over what it made.


@dataclass(frozen=True)
class _Follows(Notes):
    """That other tables still play these cards."""

    withholds = True

    def for_seat(self, _seat: Seat, say: Words) -> str:
        """Tell the person when the points follow."""
        return say("evening.follows")

    def below(self, _row: MatchRow, say: Words) -> list[str]:
        """Say on the board when all may be seen."""
        return [say("veil.evening.follows")]


@dataclass(frozen=True)
class _Made(Notes):
    """What everybody made beside those who held the same cards."""

    row: MatchRow
    result: RoundResult
    gone: frozenset[int] = frozenset()

    def for_seat(self, seat: Seat, say: Words) -> str:
        """Tell the person of a seat what they made, that this counts, and if they are out."""
        user_id = self.row.members[seat - 1].user_id
        lines = result_lines(self.result, self.row, user_id, say)
        if any(line.sat.user_id == user_id for line in self.result.played.lines):
            lines = [say("evening.counts"), *lines]
        return "\n".join([say("evening.own.gone"), *lines] if user_id in self.gone else lines)


async def evening_notes(store: Store, row: MatchRow) -> Notes | None:
    """Return the notes on a game of an evening; None for any other match."""
    if not rules.EVENING.has(row.series):
        return None
    if await is_withheld(store, row):
        return _Follows()
    names, of = NOBODY, rules.evening_of(row.series)
    if of is not None and row.guild_id is not None:
        say = Texts.load().words(row.locale)
        names = await names_seen(store, of, row.guild_id, say)
    evening = None if of is None else await EveningStore(store.database).get(of)
    played = await played_of(store, row.series, names)
    if evening is None:
        return _Made(row, RoundResult(played, (), 1))
    rounds = [await played_of(store, evening.key_of(number), names) for number in evening.played]
    people = await EveningStore(store.database).people(evening.id)
    totals = rules.totals_of([one.lines for one in rounds], ruled_of(people))
    result = RoundResult(played, totals, evening.rounds)
    return _Made(row, result, _gone(evening, row.series, people))


def _gone(evening: EveningRow, key: str, people: Sequence[EveningPerson]) -> frozenset[int]:
    """Return who had a seat in a round and has none in the next, which they can still join."""
    if evening.ended is not None or key != evening.key:
        return frozenset()
    return frozenset(one.user_id for one in people if one.gone == evening.round)
