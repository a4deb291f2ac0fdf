"""What became of an evening: one person's deals, the line below a game, and looking back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from discord import ui

from bot.discord.names import bold, clean_name
from bot.discord.parts import Menu, Pictures, button, container, galleries, menu, rows
from bot.evenings import rules
from bot.evenings.layouts import few, moment_buttons, moment_lines, over_lines, result_button
from bot.evenings.rows import EveningPerson, EveningRow
from bot.evenings.standings import NOBODY, Moment, Played, Standing, names_seen, played_of, ruled_of
from bot.evenings.store import EveningStore, Past
from bot.match.show.looks import Notes, looking_back
from bot.match.table.change import MEDALS
from bot.match.table.kind import is_withheld
from bot.match.table.names import portraits
from bot.store import Store
from bot.store.rows import MatchRow
from bot.texts import Texts
from engine.seats import Seat
from render.api import Nth, Picture, Words, number, points_text, rounded
from render.scenes import SCENES
from render.scenes.evening import Cards, Holder, paint_evening
from render.scenes.leaderboard import Heading
from render.scenes.league import paint_rounds
from render.theme import Theme

# What one person made in a round, beside those who held the same cards.

FEW = 4
"""Beside so many others each is named with what they made; of more, the average and the best."""


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
    key = "evening.own.table" if played.tables == 1 else "evening.own"
    swing = swing_text(line, rules.by_cards(played.sat), row.game, say)
    return [*lines, say(key, seat=line.sat.seat), swing, *_deals(played, line.sat, row.game, say)]


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
        place=Nth(line.place), people=len(field), points=points_text(line.points, say),
    )  # fmt: skip


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
    if played.tables == 1:
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
            name=bold(best.name), made=number(best.made[deal]),
        )  # fmt: skip
    held = [(bold(one.name), number(one.made[deal])) for one in others]
    return say("list.all", items=[say("evening.other", name=who, made=made) for who, made in held])


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


# The evenings of a server, and one of them again, in a private answer.

LISTED = 10
"""How many evenings have a line, with the way to their board; more can be chosen."""

ROOM = 2800
"""The most characters that the places of an evening take here; beyond that not all are told."""


class Looking(NamedTuple):
    """The evenings that somebody (a user id) looks back at; `day` writes the day of a moment."""

    past: Sequence[Past]
    user_id: int
    day: Callable[[float], str]


def past_layout(at: Looking, say: Words) -> ui.LayoutView:
    """Lay out what each evening came to, the newest first, with a menu to see one again."""
    lines = [_line(one, say) for one in at.past[:LISTED]]
    if not lines:
        return container(ui.TextDisplay(say("evening.past.none")))
    told = "\n".join([say("evening.past.title"), *lines])
    return container(ui.TextDisplay(told), *_menu(at, None, say))


def past_result_layout(
    at: Looking, standing: Standing, moments: Sequence[Moment], pictures: Pictures, say: Words
) -> ui.LayoutView:  # fmt: skip
    """Lay out the result of an evening again, with all places if they fit, and the way to others.

    Who played it can see their own.
    """
    chosen = next(one for one in at.past if one.evening.id == standing.evening.id)
    told = "\n".join(over_lines(standing, say, len(standing.totals)))
    if len(told) > ROOM:
        told = "\n".join(over_lines(standing, say))
    told = "\n".join([told, *moment_lines(moments, say)])
    when = say("evening.past.when", when=_when(chosen), board=_board(chosen, say))
    has_played = any(one.user_id == at.user_id for one in standing.people)
    own = [result_button(chosen.evening.id, chosen.evening.round, say)] if has_played else []
    return container(
        ui.TextDisplay(f"{told}\n{when}"), *galleries(pictures),
        *_menu(at, chosen, say),
        *rows(moment_buttons(moments, say)),
        *rows([*own, button("evenings", say("evening.button.all"))]),
    )  # fmt: skip


def _line(past: Past, say: Words) -> str:
    at, game = past.evening, say(f"game.{past.game}")
    told = {"game": game, "when": _when(past), "board": _board(past, say)}
    if at.ended is None:
        people = sum(one.gone is None for one in past.people)
        return say("evening.past.now", round=at.round, rounds=at.rounds, n=people, **told)
    best = _best(past)
    if not best:
        return say("evening.past.nobody", **told)
    names = few([bold(one.name) for one in best], say, MEDALS)
    points = rounded(best[0].points or 0.0, say)
    return say("evening.past.over", names=names, points=points, n=len(past.people), **told)


def _best(past: Past) -> list[EveningPerson]:
    return [one for one in past.people if one.place == 1]


def _when(past: Past) -> str:
    return f"<t:{int(past.evening.begun)}:d>"


def _board(past: Past, say: Words) -> str:
    """Lead to the board of an evening, if it has one."""
    at = past.board
    if at.message_id is None:
        return ""
    link = f"https://discord.com/channels/{at.guild_id}/{at.channel_id}/{at.message_id}"
    return say("evening.past.board", link=link)


def _menu(at: Looking, chosen: Past | None, say: Words) -> list[ui.ActionRow[ui.LayoutView]]:
    choices: Menu = menu("evenings:see", say("evening.past.choose"))
    for one in at.past:
        if one.evening.ended is not None:
            best = [clean_name(each.name) for each in _best(one)]
            names = few(best, say, MEDALS) or say("evening.nobody")
            label = say(
                "evening.past.label", when=at.day(one.evening.begun), game=say(f"game.{one.game}")
            )
            choices.add_option(
                label=label, value=str(one.evening.id), default=one is chosen,
                description=say("evening.past.about", n=len(one.people), names=names),
            )  # fmt: skip
    return [ui.ActionRow(choices)] if choices.options else []


# The pictures of an evening: who made more of the same cards, and how all rounds stand.

DRAWN = 8
"""The most tables whose deals are drawn; of more, only the standing is."""


def painting(standing: Standing, played: Played) -> Callable[[Words, Theme], Picture] | None:
    """Return what paints a round deal by deal or, at the end of several, how all rounds stand.

    That is painted too if too many tables played the round; None where nobody did.
    """
    is_end = standing.evening.ended is not None and played is standing.last
    if standing.totals and (played.tables > DRAWN or (is_end and len(standing.played) > 1)):
        return partial(painted_totals, standing)
    return partial(painted_round, standing, played) if 0 < played.tables <= DRAWN else None


def painted_round(standing: Standing, played: Played, say: Words, theme: Theme) -> Picture:
    """Paint a round deal by deal."""
    game = standing.first.game
    heading = Heading(say(f"game.{game}"), say("picture.evening.tables", n=played.tables))
    return paint_evening(heading, cards_of(played, say), SCENES[game].unit, say, theme)


def painted_totals(standing: Standing, say: Words, theme: Theme) -> Picture:
    """Paint everybody's points of all rounds that are over, the best first."""
    at = standing.evening
    remark = say("picture.evening.rounds", n=len(standing.played), rounds=at.rounds)
    heading = Heading(say(f"game.{standing.first.game}"), remark)
    return paint_rounds(heading, standing.totals, say, theme)


def cards_of(played: Played, say: Words) -> list[Cards]:
    """Return who held the cards of each seat, the best first; house players after people.

    At a lone table nobody else had anybody's cards: all are in one list.
    """
    made, is_alone = rules.by_cards(played.sat), played.tables == 1
    lines = {(line.sat.table, line.sat.seat): line for line in played.lines}

    def holder(one: rules.Sat) -> Holder:
        line, best = lines.get((one.table, one.seat)), rules.best_deals(one, made)
        if line is None:
            at = say("picture.evening.at", name=one.name, table=one.table)
            shown = one.name if is_alone else at
            return Holder(shown, one.made, best, portrait=portraits().get(one.name, 0))
        return Holder(
            one.name, one.made, best, line.place, line.points, line.has_medal, one.stood_in
        )

    def rank(one: rules.Sat) -> tuple[bool, int, int]:
        line = lines.get((one.table, one.seat))
        return (line is None, -sum(one.made) if line is None else line.place, one.table)

    ranked = sorted(played.sat, key=rank)
    if is_alone:
        return [Cards(0, [holder(one) for one in ranked])]
    return [
        Cards(seat, [holder(one) for one in ranked if one.seat == seat])
        for seat in sorted({one.seat for one in ranked})
    ]
