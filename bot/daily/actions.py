"""The daily: looking at a day, playing it once, what it came to, and sharing that."""

from __future__ import annotations

from dataclasses import replace

from bot.daily.calendar import Day
from bot.daily.dailies import Dailies, MyDaily, TryOutcome
from bot.daily.layouts import card_of, daily_layout, fair_layout, shared_layout
from bot.daily.store import DailyStore
from bot.discord.io import named
from bot.discord.parts import Pictures
from bot.discord.press import Ack, Press
from bot.errors import Refused
from bot.match.elsewhere import names_for
from bot.match.hand_actions import show_hand
from bot.match.show.look import theme_for
from bot.preferences.server import Feature
from bot.store.rows import Status
from render.scenes.daily import paint_daily


async def look(press: Press) -> None:
    """Show today to one person: what is played, and what they have come to. Raises Refused."""
    await show_day(press, press.app.get(Dailies).days.today.number)


async def show_day(press: Press, day: int) -> None:
    """Show a day to one person. Raises Refused where there is none, or the server has none."""
    app = press.app
    mine = await _mine(press, day)
    line: tuple[str, ...] = ()
    pictures: Pictures = []
    if mine.outcome is not None:
        pictures = await _card(press, mine, mine.outcome, str(press.interaction.locale))
        line = await app.get(Dailies).line(mine)
    shares = not press.is_direct
    layout = daily_layout(mine, pictures, line, press.say, shares=shares)
    await press.answer(view=layout, attachments=named(pictures))


async def play(press: Press, day: int) -> None:
    """Begin the try of a day, or go on with it, where only this person sees it. Raises Refused."""
    await press.require(Feature.DAILY)
    app = press.app
    locale = str(press.interaction.locale)
    row = await app.get(Dailies).begin(Day(day), press.as_member(), locale)
    if press.location.guild_id is not None:
        await DailyStore(app.store.database).seen_in(day, press.user_id, press.location.guild_id)
    if row.status is not Status.PLAYING or row.members[0].away:
        await show_day(press, day)
    else:
        await show_hand(press, row.id)


async def explain(press: Press, day: int) -> None:
    """Show the fingerprints of a day and of those to come. Raises Refused."""
    await press.require(Feature.DAILY)
    days = press.app.get(Dailies).days
    today = await days.series(Day(day))
    if today is None:
        raise Refused("refused.no_daily")
    ahead = [await days.series(later) for later in Day(day).ahead()]
    before = await days.series(Day(day).plus(-1))
    known = [series for series in ahead if series is not None]
    await press.answer(view=fair_layout(today, known, before, press.say), attachments=[])


async def share(press: Press, day: int) -> None:
    """Show everybody in the channel what one's try came to. Raises Refused before it is played."""
    mine = await _mine(press, day)
    if mine.outcome is None:
        raise Refused("refused.daily_unplayed")
    await press.acknowledge(Ack.PUBLIC)
    pictures = await _card(press, mine, mine.outcome, await press.locale_of_all())
    layout = shared_layout(mine, mine.outcome, pictures, await press.say_to_all())
    await press.answer(view=layout, attachments=named(pictures))


async def _mine(press: Press, day: int) -> MyDaily:
    await press.require(Feature.DAILY)
    mine = await press.app.get(Dailies).mine(Day(day), press.user_id, press.location.guild_id)
    return (
        mine if mine.outcome is None else replace(mine, outcome=await _named(press, mine.outcome))
    )


async def _named(press: Press, outcome: TryOutcome) -> TryOutcome:
    """Name both people as they are known here: a try was begun anywhere."""
    result = replace(outcome.result, name=press.as_member().name)
    best, guild_id = outcome.best, press.location.guild_id
    if best is not None:
        names = await names_for(press.app.store, {best.user_id: best.name}, guild_id, press.say)
        best = replace(best, name=names[best.user_id])
    return replace(outcome, result=result, best=best)


async def _card(press: Press, mine: MyDaily, outcome: TryOutcome, locale: str) -> Pictures:
    """Paint the result card of a try, day and words in one language."""
    app = press.app
    day, say = app.texts.day(locale, mine.day.opens), app.texts.words(locale)
    theme = await theme_for(app.store, press.location.guild_id)
    card = card_of(outcome, mine, day, say)
    picture = await app.painter.paint(lambda: paint_daily(card, say, theme))
    return [(f"daily-{mine.day.number}.png", picture)]
