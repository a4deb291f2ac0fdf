"""The daily as people see it: the panel of a day, what they share, and its lines elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import discord
from discord import ui

from bot.daily.rules import LENGTH, Day, Field, Mark
from bot.daily.service import Dailies, Glance, MyDaily, PastDay, TryOutcome
from bot.daily.store import ASIDE, MENDS, DailyStore, TryResult
from bot.discord.names import escape
from bot.discord.parts import (
    Button,
    Pictures,
    button,
    container,
    galleries,
    menu,
    moment,
    rows,
    rules_button,
)
from bot.match.show.looks import Ahead, Asked, Fact, Line, Look, Notes, looking_back
from bot.preferences.server import Feature, server_settings
from bot.presenters import PRESENTERS
from bot.presenters.cards import GRADES, graded
from bot.store import Store
from bot.store.rows import MatchRow, SeriesRow, Status
from bot.texts import by_ear, parted
from engine.analysis.scale import Grade
from engine.chance import commitment
from engine.seats import Seat
from render.api import Nth, Words
from render.scenes import SCENES
from render.scenes.daily import DailyCard

# The daily as a person sees it: the panel of a day, and what they share.

CROWN = "\N{CROWN}"
"""Stands before the best of a day that is over."""

MOST_SHARED = 20
"""As many results stand in a post."""

ROW_OF_SQUARES = 20
"""As many squares stand in a row."""

MAIN, GO = discord.ButtonStyle.primary, discord.ButtonStyle.success


def daily_button(row: MatchRow, say: Words) -> Button:
    """Make the button that leads from a try to what it came to."""
    day = Day.of(row.series)
    return button(f"daily:{day.number if day else 0}:result", say("daily.button.result"), GO)


def play_button(day: Day, label: str) -> Button:
    """Make the button that begins a try of its day, or goes on with it.

    Whoever is new to the game is shown the day first.
    """
    return button(f"daily:{day.number}:play", label, GO)


def fair_button(day: Day, say: Words) -> Button:
    """Make the button that shows the fingerprints of a day and of the next one."""
    return button(f"daily:{day.number}:fair", say("fair.button"))


@dataclass(frozen=True, slots=True)
class DayPage:
    """A day as one person is shown it, its date written as `name`.

    `shares` says that they can share what they have, `has_shared` that they just did, `reminds`
    that they are reminded already. Below today stand the day `before`, if they are to hear of it,
    and `past` days to choose from; above *Play* the `easy` one that somebody new may begin with.
    """

    mine: MyDaily
    name: str
    shares: bool = False
    has_shared: bool = False
    reminds: bool = True
    before: MyDaily | None = None
    past: Sequence[PastDay] = ()
    easy: PastDay | None = None


def daily_layout(page: DayPage, pictures: Pictures, say: Words) -> ui.LayoutView:
    """Lay out a day for one person.

    Until they have played to the end nothing here tells how others did.
    """
    parts: list[ui.Item[Any]] = [
        ui.TextDisplay(_about(page, say)),
        *galleries(pictures),
        ui.TextDisplay("\n".join(filter(None, _standing(page, say)))),
        *([] if page.easy is None else _easy(page.easy, say)),
        *rows(_buttons(page, say)),
    ]
    if page.before is not None and (told := _before(page.before, say)):
        parts += [ui.Separator(), ui.TextDisplay(told), *rows(_buttons_before(page.before, say))]
    if page.past:
        parts.append(ui.ActionRow(_past_menu(page.past, say)))
    return container(*parts, *rows([fair_button(page.mine.day, say)]))


def squares_text(squares: str) -> str:
    """Write grades as squares, in rows.

    >>> squares_text("2210")
    '🟩🟩🟡🔻'
    """
    told = "".join(GRADES[int(grade)] for grade in squares)
    return "\n".join(told[i : i + ROW_OF_SQUARES] for i in range(0, len(told), ROW_OF_SQUARES))


def _legend(say: Words, squares: str) -> str:
    """Say what those squares mean that there are; in words, how many of each."""
    there = [grade for grade in reversed(Grade) if str(int(grade)) in squares]
    told = [graded(grade, say) for grade in there]
    if by_ear(say):
        counts = [squares.count(str(int(grade))) for grade in there]
        told = [f"{word} {count}" for word, count in zip(told, counts, strict=True)]
    return say("daily.squares", grades=told)


def place_text(outcome: TryOutcome, say: Words, *, is_over: bool) -> str:
    """Say which place a try has among those of everybody; or why it has none."""
    field = outcome.everywhere
    if field is None:
        return say("daily.no_place.later" if outcome.result.later else "daily.no_place.gave_up")
    return field_text(field, say, is_over=is_over)


def field_text(field: Field, say: Words, *, is_over: bool) -> str:
    """Say which place a try has among those of everybody."""
    if field.total == 1:
        return say("daily.place.alone.over" if is_over else "daily.place.alone")
    key = "daily.place.over" if is_over else "daily.place.so_far"
    return say(key, place=_nth(field, say), total=field.total)


def result_text(field: Field, say: Words, *, is_over: bool) -> str:
    """Tell a person in a sentence which place their try has among those of everybody."""
    if field.total == 1:
        return say("daily.result.alone.over" if is_over else "daily.result.alone")
    return say("daily.result", place=field_text(field, say, is_over=is_over))


def _nth(field: Field, say: Words) -> object:
    place = Nth(field.place)
    return say("daily.place.shared", place=place) if field.is_shared else place


def _about(page: DayPage, say: Words) -> str:
    """Say which day it is and, as long as it has not been played, how it goes."""
    mine = page.mine
    title = say("daily.title", day=page.name, game=say(f"game.{mine.series.game}"))
    if mine.outcome is not None:
        return title
    length = length_of(mine.series, say)
    hint = say(f"game.{mine.series.game}.hint")
    how = say("daily.how.past" if mine.is_over else "daily.how", length=length)
    return "\n".join([title, hint, how])


def _standing(page: DayPage, say: Words) -> Iterable[str]:
    """Say what this person's try is at, and what it came to."""
    mine = page.mine
    row, outcome = mine.row, mine.outcome
    if mine.series.why:
        yield say("daily.closed_early")
    if outcome is not None:
        yield from _result(page, outcome, say)
    elif row is not None and row.status is Status.PLAYING:
        yield say("daily.finishing" if row.members[0].away else "daily.waits")
    else:
        yield _unplayed(mine, say)
    if outcome is None and (streak := mine.habit.streaks[0]):
        yield say("daily.streak", n=streak)
    if not mine.is_over and not mine.is_ending:
        yield _ends(mine, say)


def _unplayed(mine: MyDaily, say: Words) -> str:
    """Say what a day is to whoever has not begun it."""
    if mine.is_ending:
        return say("daily.ending", when=moment(mine.day.closes + LENGTH))
    if mine.mends:
        return say("daily.mends", n=mine.at_stake)
    if mine.is_over:
        return say("daily.missed")
    return say("daily.played_by", n=mine.ended) if mine.ended else ""


def _ends(mine: MyDaily, say: Words) -> str:
    """Say when a day ends that can be played, the try of it, or when the next one begins."""
    if mine.outcome is not None:
        game = say(f"game.{mine.day.plus(1).game}")
        return say("daily.next", game=game, when=moment(mine.day.closes))
    if mine.row is not None:
        return say("daily.until", when=moment(mine.until))
    return say("daily.open", when=moment(mine.day.closes))


def _result(page: DayPage, outcome: TryOutcome, say: Words) -> Iterable[str]:
    mine = page.mine
    if outcome.everywhere is not None:
        yield result_text(outcome.everywhere, say, is_over=mine.is_over)
    elif _goes_on(mine, outcome):
        yield say("daily.mended", n=mine.habit.streak)
    else:
        yield say("daily.later" if outcome.result.later else "daily.gave_up")
    if outcome.here not in (None, outcome.everywhere) and outcome.here.total > 1:
        place = _nth(outcome.here, say)
        yield say("daily.here", place=place, total=outcome.here.total)
    yield from _graded(page, outcome, say)
    if best := _best(mine, outcome, say):
        yield best
    if outcome.result.gave_up and not mine.habit.streak:
        yield say("daily.anew")


def _graded(page: DayPage, outcome: TryOutcome, say: Words) -> Iterable[str]:
    """Show how good the choices were, and say when that can be looked at."""
    mine = page.mine
    if squares := outcome.result.squares:
        if not by_ear(say):
            yield squares_text(squares)
        yield _legend(say, squares)
        if not mine.is_over and mine.row is not None and looking_back(mine.row, say, "reviews"):
            yield say("daily.review_later")
    elif squares == "":
        yield say("daily.squares.none")


def _goes_on(mine: MyDaily, outcome: TryOutcome) -> bool:
    """Return whether a later try has kept a streak that today's daily is to go on with."""
    habit = mine.habit
    return outcome.result.later == MENDS and bool(habit.streak) and habit.week[-1] is Mark.OPEN


def _best(mine: MyDaily, outcome: TryOutcome, say: Words) -> str:
    """Name the best of the day, unless there is only one."""
    best, field, is_over = outcome.best, outcome.everywhere, mine.is_over
    if best is None or (field is not None and field.total == 1):
        return ""
    if field is None or not field.is_first:
        return say("daily.best.over" if is_over else "daily.best", name=escape(best.name))
    if is_over:
        return say("daily.best_own.over.shared" if field.is_shared else "daily.best_own.over")
    return say("daily.best_own")


def _buttons(page: DayPage, say: Words) -> list[ui.Item[Any]]:
    mine = page.mine
    day, row, outcome = mine.day, mine.row, mine.outcome
    buttons: list[ui.Item[Any]] = []
    if outcome is not None and page.shares and not outcome.result.gave_up:
        label = say("daily.button.shared" if page.has_shared else "daily.button.share")
        custom_id, is_done = f"daily:{day.number}:share", page.has_shared
        buttons.append(button(custom_id, label, MAIN, disabled=is_done))
    if outcome is not None and _goes_on(mine, outcome):
        buttons.append(button("daily:today", say("daily.button.go_on_today"), GO))
    if row is None and not mine.is_ending:
        buttons.append(_begin_button(mine, say))
    elif row is not None and row.status is Status.PLAYING:
        buttons.append(play_button(day, say("daily.button.go_on")))
    if outcome is not None and row is not None and mine.is_over:
        buttons += looking_back(row, say)
        buttons += _watch_button(outcome, say)
    if outcome is not None and mine.habit.streak and not page.reminds:
        buttons.append(button("daily:remind", say("daily.button.remind")))
    if outcome is None:
        reading = rules_button(mine.series.game, say, of="daily")
        buttons.insert(0 if mine.is_new else len(buttons), reading)
    return buttons


def _easy(easy: PastDay, say: Words) -> list[ui.Item[Any]]:
    """Offer somebody new a past day of the easiest game."""
    game = say(f"game.{easy.game}")
    label = say("daily.button.easy", game=game)
    offer = ui.TextDisplay[Any](say("daily.easy", game=game, day=easy.name))
    return [offer, *rows([button(f"daily:{easy.day.number}:later", label, MAIN)])]


def _begin_button(mine: MyDaily, say: Words) -> Button:
    """Make the button that begins a try, below all there is to know: of today, or a past day."""
    if not mine.is_over:
        return button(f"daily:{mine.day.number}:begin", say("daily.button.play"), GO)
    key = "daily.button.mend" if mine.mends else "daily.button.later"
    return button(f"daily:{mine.day.number}:later", say(key), MAIN)


def _watch_button(outcome: TryOutcome, say: Words) -> list[ui.Item[Any]]:
    """Make the button that shows how the best one played, if somebody did better."""
    best, field = outcome.best, outcome.everywhere
    if best is None or (field is not None and field.is_first):
        return []
    return [button(f"replay:{best.match_id}", say("daily.button.watch"))]


def _before(before: MyDaily, say: Words) -> str:
    """Tell what became of yesterday: the last place, or that it can still be mended."""
    game = say(f"game.{before.series.game}")
    if before.outcome is not None:
        place = place_text(before.outcome, say, is_over=True)
        return say("daily.before", game=game, place=place)
    return say("daily.before.mends", game=game, n=before.at_stake) if before.mends else ""


def _buttons_before(before: MyDaily, say: Words) -> list[ui.Item[Any]]:
    if before.is_new:
        return [button(f"daily:{before.day.number}:result", say("daily.button.mend"), MAIN)]
    if before.outcome is None or before.row is None:
        return [_begin_button(before, say)]
    review = looking_back(before.row, say, "reviews")
    return [*review, *_watch_button(before.outcome, say)]


def _past_menu(past: Sequence[PastDay], say: Words) -> ui.Item[Any]:
    """Offer the days that are over."""
    choices = menu("daily:past", say("daily.past.choose"))
    for one in past:
        key = "daily.past.played" if one.is_played else "daily.past"
        label = say(key, day=one.name, game=say(f"game.{one.game}"))
        choices.add_option(label=label, value=str(one.day.number))
    return choices


def card_of(outcome: TryOutcome, mine: MyDaily, day: str, say: Words) -> DailyCard:
    """Return the facts on the result card of a try; `day` is the day as it is written."""
    field, habit = outcome.everywhere, mine.habit
    streak, longest = habit.streaks
    return DailyCard(
        title=say("picture.daily.title", game=say(f"game.{mine.series.game}")), day=day,
        name=outcome.result.name, place=field.place if field else None,
        score="" if outcome.result.gave_up else _score(mine, outcome, say),
        total=field.total if field else 0, streak=streak, longest=longest,
        week=habit.week, places=habit.places, is_over=mine.is_over,
        later=outcome.result.later is not None, shared=field is not None and field.is_shared,
    )  # fmt: skip


def _score(mine: MyDaily, outcome: TryOutcome, say: Words) -> str:
    """Spell what a try scored, with its unit."""
    presenter = PRESENTERS[mine.series.game]
    return presenter.score_by(mine.series.options, outcome.result.score, say)


@dataclass(frozen=True, slots=True)
class SharedRow:
    """A result as everybody sees it: whether it was ahead of house players, and the best of a day.

    It has no place: among people, "1st" would be read as the place at the table.
    """

    name: str
    score: str
    squares: str | None
    is_ahead: bool
    is_best: bool = False


def shared_row(series: SeriesRow, result: TryResult, say: Words) -> SharedRow:
    """Return the row of one person."""
    score = PRESENTERS[series.game].score_by(series.options, result.score, say)
    return SharedRow(result.name, score, result.squares, result.lead > 0)


def shared_rows(series: SeriesRow, results: Sequence[TryResult], say: Words) -> list[SharedRow]:
    """Return the rows of all who share a day in a channel, of a day that is over with crowns."""
    most = max((result.lead for result in results), default=0)
    is_over = series.closed is not None
    return [
        replace(shared_row(series, result, say), is_best=is_over and result.lead == most)
        for result in results
    ]


def par_text(series: SeriesRow, par: float | None, say: Words) -> str:
    """Say what the house players scored in a day's tries, in the mean; "" before there is one."""
    if par is None:
        return ""
    presenter = PRESENTERS[series.game]
    return say("daily.par", score=presenter.score_by(series.options, round(par), say))


def shared_layout(
    series: SeriesRow, day: str, shared: Sequence[SharedRow], say: Words, par: str = ""
) -> ui.LayoutView:
    """Lay out results for everybody: a line and the squares of each tell nothing of the cards."""
    lines = [say("daily.title", day=day, game=say(f"game.{series.game}"))]
    for row in shared[:MOST_SHARED]:
        told = say("daily.row", name=escape(row.name), score=row.score)
        told = parted((told, say("daily.ahead") if row.is_ahead else ""), say)
        lines += [f"{CROWN} {told}" if row.is_best else told]
        lines += [squares_text(row.squares)] if row.squares else []
    if len(shared) > MOST_SHARED:
        lines.append(say("daily.row.more", n=len(shared) - MOST_SHARED))
    lines += [par] if par else []
    if any(row.squares for row in shared):
        lines.append(_legend(say, "".join(row.squares or "" for row in shared)))
    found = Day.of(series.key)
    play = [] if found is None or series.closed else [play_button(found, say("daily.button.play"))]
    return container(ui.TextDisplay("\n".join(lines)), *rows(play))


def length_of(series: SeriesRow, say: Words) -> str:
    """Say how long the game of a day is: in deals, or in points."""
    deals = series.options.get("deals")
    if deals is None:
        return say("daily.length.target", n=series.options.get("target"))
    return say(f"daily.length.{SCENES[series.game].unit}", n=deals)


def _title(game: str, series: str, say: Words) -> str:
    day = Day.of(series)
    return "" if day is None else say("title.daily", game=say(f"game.{game}"), day=day.date)


def _until(row: MatchRow, say: Words) -> str:
    until = moment(Day.at(row.created).until(row.created))
    return say("daily.until" if by_ear(say) else "hand.until", when=until)


LOOK = Look(
    after=lambda row, say: [daily_button(row, say)],
    place=lambda say: say("daily.place"),
    title=_title,
    until=_until,
)


# What a server is told of each day, and why a day is fair.


def fair_layout(
    today: SeriesRow, ahead: SeriesRow | None, before: SeriesRow | None, say: Words
) -> ui.LayoutView:
    """Lay out the fingerprints of today and of the day after, and the secret of yesterday."""
    known = (series for series in (today, ahead) if series is not None)
    lines = [say("daily.fair"), *(_fingerprint(series, say) for series in known)]
    if before is not None and before.closed is not None:
        lines.append(say("daily.revealed", key=before.key, secret=before.secret.hex()))
    return container(ui.TextDisplay("\n".join(lines)))


def announcement_layout(today: SeriesRow, say: Words) -> ui.LayoutView:
    """Lay out what a server is told at the beginning of a day."""
    day = Day.of(today.key) or Day(0)
    title = say("daily.title", day=day.date, game=say(f"game.{today.game}"))
    how = say("daily.told", length=length_of(today, say), when=moment(today.closes))
    play = play_button(day, say("daily.button.play"))
    return container(ui.TextDisplay(f"{title}\n{how}"), *rows([play, fair_button(day, say)]))


def _fingerprint(series: SeriesRow, say: Words) -> str:
    return say(
        "daily.fingerprint", day=series.key.partition(" ")[2], game=say(f"game.{series.game}"),
        fingerprint=commitment(series.secret),
    )  # fmt: skip


# The daily on a person's card and page.


async def daily_lines(asked: Asked) -> Sequence[Line]:
    """Tell what a person has come to today."""
    if not asked.settings.has(Feature.DAILY):
        return ()
    glance = await asked.app.get(Dailies).glance(asked.user_id)
    if glance is None or glance.state == "playing":  # which is among the games that wait
        return ()
    return [daily_line(glance, asked.say)]


async def daily_facts(asked: Asked) -> Sequence[Fact]:
    """Tell on how many days in a row a person has played."""
    if not asked.settings.has(Feature.DAILY):
        return ()
    streak, _ = (await asked.app.get(Dailies).habit(asked.user_id)).streaks
    if not streak:
        return ()
    return [Fact(asked.say("fact.streak"), asked.say("fact.streak.days", n=streak))]


def daily_line(glance: Glance, say: Words) -> Line:
    """Tell what a person's try of a day is at, with the button that leads there."""
    streak, see = glance.habit.streaks[0], button("daily:today", say("button.see"))
    if glance.at_stake:
        told, leading = say("home.daily.mends", n=glance.at_stake), see
    elif glance.state == "new":
        told = say("home.daily.keep", n=streak) if streak else say("home.daily.new")
        leading = play_button(glance.day, say("daily.button.play"))
    elif glance.state == "played":
        told = _played(glance, say)
        leading = button(f"daily:{glance.day.number}:result", say("home.button.result"))
    else:
        told, leading = say("home.daily.over"), see
    return Line(say("home.daily", game=say(f"game.{glance.game}"), told=told), leading)


def _played(glance: Glance, say: Words) -> str:
    field, (streak, _) = glance.field, glance.habit.streaks
    if field is None:
        return say("home.daily.gave_up")
    if field.total == 1:
        told = result_text(field, say, is_over=False)
    else:
        told = say("home.daily.place", place=field_text(field, say, is_over=False))
    return f"{told} {say('home.daily.streak', n=streak)}" if streak else told


# The place of a try, told as soon as its game is over.


@dataclass(frozen=True)
class DailyNotes(Notes):
    """The place that a try has among those of everybody; None for one that kept a streak."""

    field: Field | None
    is_over: bool

    def for_seat(self, _seat: Seat, say: Words) -> str:
        """Tell the person their place, or that their streak goes on."""
        if self.field is None:
            return say("daily.kept")
        return result_text(self.field, say, is_over=self.is_over)


async def daily_notes(store: Store, row: MatchRow) -> DailyNotes | None:
    """Return the note on a try that was played out and counts; None for any other match."""
    day, user_id = Day.of(row.series), row.members[0].user_id
    if day is None or user_id is None:
        return None
    daily_store = DailyStore(store.database)
    result = await daily_store.result(day.number, user_id)
    if result is None or result.gave_up or result.later == ASIDE:
        return None
    if result.later is not None:
        return DailyNotes(None, is_over=True)
    series = await store.series.get(day.key)
    field = await daily_store.counts(day.number, result.lead, None)
    return DailyNotes(field, series is not None and series.closed is not None)


# Today's daily as a game to go on with below the result of another one.


def today_button(say: Words) -> Button:
    """Make the button that shows whoever presses it the daily of the day."""
    return button("daily:today", say("daily.button.today"))


async def open_to(store: Store, row: MatchRow) -> frozenset[int]:
    """Return the people of a match who had no try on the day on which it ended."""
    if not (await server_settings(store, row.guild_id)).has(Feature.DAILY):
        return frozenset()
    today, daily_store = Day.at(row.touched).number, DailyStore(store.database)
    people = [one.user_id for one in row.members if one.user_id and not one.is_anonymous]
    return frozenset([one for one in people if await daily_store.of(today, one) is None])


DAILY_AHEAD = Ahead(today_button, open_to)
