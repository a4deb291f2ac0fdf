"""The daily: looking at a day, playing it once, what it came to, and sharing that."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial

from bot.daily import layouts
from bot.daily.news import BEFORE, DayPosts
from bot.daily.rules import Day
from bot.daily.service import Dailies, Grading, MyDaily, TryOutcome
from bot.daily.store import DailyStore, Post
from bot.discord.io import named
from bot.discord.parts import Pictures
from bot.discord.press import Press
from bot.errors import Barred, Gone, Refused
from bot.match.show.actions import show_hand
from bot.match.show.stage import theme_for
from bot.match.table.names import names_for
from bot.preferences.person import person_settings, set_person
from bot.store.rows import Status
from render.scenes.daily import paint_daily


async def look(press: Press) -> None:
    """Show today to one person: what is played, and what they have come to. Raises Refused."""
    await show_day(press, press.app.get(Dailies).days.today.number)


async def show_day(press: Press, day: int) -> None:
    """Show a day to one person. Raises Refused where there is none, or the server has none."""
    app = press.app
    mine = await _mine(press, day)
    panel = await _panel(press, mine)
    outcome = mine.outcome
    await panel(mine)
    if outcome is None or outcome.result.gave_up or outcome.result.squares is not None:
        return
    squares = await app.get(Grading).squares(outcome.result.match_id)
    await panel(replace(mine, outcome=_with_squares(outcome, squares)))


async def remind(press: Press) -> None:
    """Remind a person from now on before a streak ends, and show the day without that button."""
    await set_person(press.app.store, press.user_id, daily_reminder=True)
    await look(press)
    when = press.app.get(Dailies).days.today.closes - BEFORE
    mentions = await press.app.io.mentions(press.interaction.client.tree)
    told = press.say(
        "daily.reminded", when=f"<t:{int(when)}:t>", preferences=mentions["preferences"]
    )
    await press.private(told)


async def choose_day(press: Press) -> None:
    """Show the day chosen from the menu of past days. Raises Refused."""
    if press.first_choice not in press.offered:
        raise Refused("refused.malformed")
    await show_day(press, int(press.first_choice))


async def play(press: Press, day: int) -> None:
    """Begin as `begin` does; whoever has never finished that game sees the day first.

    Raises Refused.
    """
    if (await _mine(press, day)).is_new:
        await show_day(press, day)
    else:
        await begin(press, day)


async def begin(press: Press, day: int) -> None:
    """Begin the try of today, or go on with one, where only this person sees it. Raises Refused.

    Below an announcement of a day that is over the button shows what became of it.
    """
    await _play(press, Day(day), later=False)


async def play_later(press: Press, day: int) -> None:
    """Begin the try of a day that is over, for a streak or for fun. Raises Refused."""
    await _play(press, Day(day), later=True)


async def _play(press: Press, day: Day, *, later: bool) -> None:
    app, locale = press.app, press.locale
    try:
        row = await app.get(Dailies).begin(day, press.as_member(), locale, later=later)
    except Refused as refused:
        if refused.key != "refused.daily_over":
            raise
        await show_day(press, day.number)
        return
    if press.location.guild_id is not None:
        daily_store = DailyStore(app.store.database)
        await daily_store.seen_in(day.number, press.user_id, press.location.guild_id)
    if row.status is not Status.PLAYING or row.members[0].away:
        await show_day(press, day.number)
    else:
        await show_hand(press, row.id)


async def explain(press: Press, day: int) -> None:
    """Show the fingerprints of a day and of the next one. Raises Refused."""
    days = press.app.get(Dailies).days
    today = await days.series(Day(day))
    if today is None:
        raise Refused("refused.no_daily")
    ahead, before = await days.series(Day(day).plus(1)), await days.series(Day(day).plus(-1))
    await press.answer(view=layouts.fair_layout(today, ahead, before, press.say), attachments=[])


async def share(press: Press, day: int) -> None:
    """Add what one's try came to to the day's post in this channel, for everybody.

    A second press meanwhile does nothing; after that the button says that it is done. Raises
    Refused before it is played.
    """
    mine = await _mine(press, day)
    if mine.outcome is None or mine.outcome.result.gave_up:
        raise Refused("refused.daily_unplayed")
    outcome, sharing = mine.outcome, press.app.get(Dailies).sharing
    if press.user_id in sharing:
        return
    sharing.add(press.user_id)
    try:
        if outcome.result.squares is None:
            squares = await press.app.get(Grading).squares(outcome.result.match_id)
            outcome = _with_squares(outcome, squares)
        await _share(press, mine, outcome)
        panel = await _panel(press, mine)
        await panel(replace(mine, outcome=outcome), has_shared=True)
    finally:
        sharing.discard(press.user_id)


async def _share(press: Press, mine: MyDaily, outcome: TryOutcome) -> None:
    """Add a result to the day's post; a day that is over, or who may not write, posts it alone."""
    guild_id, channel_id = press.location.guild_id, press.location.channel_id
    if guild_id is not None and not (press.is_by_token or mine.is_over):
        post = Post(mine.day.number, channel_id, guild_id)
        with suppress(Barred, Gone):
            name = press.interaction.user.display_name
            await press.app.get(DayPosts).share(mine.series, post, press.user_id, name)
            return
    say = await press.say_to_all()
    written = press.app.texts.day(await press.locale_of_all(), mine.day.opens)
    row = layouts.shared_row(mine.series, outcome.result, say)
    await press.interaction.followup.send(
        view=layouts.shared_layout(mine.series, written, [row], say)
    )


async def _panel(press: Press, mine: MyDaily) -> Callable[..., Awaitable[None]]:
    """Return what shows a day to a person, with or without its squares."""
    dailies, locale = press.app.get(Dailies), press.locale
    written = partial(press.app.texts.day, locale)
    pictures = await _pictures(press, mine)
    before = None
    if mine.day == dailies.days.today:
        before = await dailies.before(press.user_id)
    past = [replace(one, name=written(one.day.opens)) for one in await dailies.past(press.user_id)]

    easy = await dailies.easiest(mine, press.user_id)
    if easy is not None:
        easy = replace(easy, name=written(easy.day.opens))
    reminds = (await person_settings(press.app.store, press.user_id)).daily_reminder

    async def show(mine: MyDaily, *, has_shared: bool = False) -> None:
        name, shares = written(mine.day.opens), not press.is_direct
        page = layouts.DayPage(mine, name, shares, has_shared, reminds, before, past, easy)
        layout = layouts.daily_layout(page, pictures, press.say)
        await press.answer(view=layout, attachments=named(pictures))

    return show


def _with_squares(outcome: TryOutcome, squares: str | None) -> TryOutcome:
    return replace(outcome, result=replace(outcome.result, squares=squares))


async def _mine(press: Press, day: int) -> MyDaily:
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


async def _pictures(press: Press, mine: MyDaily) -> Pictures:
    """Paint what a try came to; before it nothing, which would be taken for the day's cards."""
    if mine.outcome is None:
        return []
    app, locale = press.app, press.locale
    day, say = app.texts.day(locale, mine.day.opens), app.texts.words(locale)
    theme = await theme_for(app.store, press.location.guild_id, press.user_id)
    card = layouts.card_of(mine.outcome, mine, day, say)
    picture = await app.painter.paint(lambda: paint_daily(card, say, theme))
    return [(f"daily-{mine.day.number}.png", picture)]
