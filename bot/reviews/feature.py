"""Reviews as a feature: the lessons of a finished game, for the eyes of who asks."""

from __future__ import annotations

from bot.discord.app import App
from bot.discord.io import named
from bot.discord.press import Press
from bot.errors import Refused
from bot.match.feature import Jobs, Room, house_names
from bot.match.house.workshop import Workshop
from bot.match.show.actions import show_hand
from bot.match.show.stage import theme_for
from bot.match.table.names import people
from bot.match.table.tables import Tables
from bot.reviews import store
from bot.reviews.layouts import (
    LOOK,
    ReviewFrame,
    mistake_layout,
    play_of,
    practice_notes,
    review_button,
    review_facts,
    review_layout,
    waiting_layout,
)
from bot.reviews.service import PRACTICE, Practice, Reviews
from bot.store.holdings import Holdings
from bot.store.rows import MatchId
from render.scenes import SCENES
from render.scenes.play import paint_play
from render.theme import Theme


async def review(press: Press, match_id: MatchId) -> None:
    """Show the review of a finished game to who played it. Raises Refused."""
    if (found := await _found(press, match_id)) is None:
        return
    frame, theme = found
    say, unit, pictures = press.say, SCENES[frame.replay.row.game].unit, []
    if len(frame.review.curve) > 1:
        play = play_of(frame, say)
        picture = await press.app.painter.paint(lambda: paint_play(play, unit, say, theme))
        pictures = [(f"review-{match_id}.png", picture)]
    await press.answer(view=review_layout(frame, pictures, say), attachments=named(pictures))


async def see_mistake(press: Press, match_id: MatchId, moves: int) -> None:
    """Show the position of a mistake, the move made and the better one. Raises Refused."""
    if (found := await _found(press, match_id)) is None:
        return
    frame, theme = found
    decision = next((each for each in frame.review.mistakes if each.move == moves), None)
    if decision is None:
        # A newer version of the analysis thinks otherwise of that move.
        await review(press, match_id)
        return
    row, view, say = frame.replay.row, frame.view(decision), press.say
    told = (decision.best, decision.rival)
    picture = await press.app.painter.paint(
        lambda: SCENES[row.game].hand(view, people(row), say, theme, told)
    )
    pictures = [(f"review-{match_id}-{moves}.png", picture)]
    layout = mistake_layout(frame, decision, pictures, say)
    await press.answer(view=layout, attachments=named(pictures))


async def try_again(press: Press, match_id: MatchId, moves: int) -> None:
    """Let a person go on from a moment of a game, alone with house players. Raises Refused."""
    app = press.app
    game = await app.get(Reviews).find(match_id, press.user_id, press.interaction.channel_id)
    locale = press.locale
    row = await app.get(Practice).begin(game, moves, press.as_member(), locale)
    await show_hand(press, row.id)


async def _found(press: Press, match_id: MatchId) -> tuple[ReviewFrame, Theme] | None:
    """Return a review, made if needed, and its look; None if that failed and is told."""
    reviews, say = press.app.get(Reviews), press.say
    game = await reviews.find(match_id, press.user_id, press.interaction.channel_id)
    found = await reviews.stored_review(game)
    if found is None:
        await press.answer(view=waiting_layout(match_id, say), attachments=[])
        try:
            found = await reviews.make(game)
        except Refused as error:
            await press.answer(view=waiting_layout(match_id, say, say(error.key)))
            return None
    theme = await theme_for(press.app.store, game.finished.row.guild_id, press.user_id)
    return ReviewFrame(game.replay, found), theme


def _wire(app: App, jobs: Jobs) -> None:
    reviews = Reviews(app.store, app.get(Workshop))
    app.put(
        reviews,
        Practice(app.store, app.get(Tables), app.clock, house_names(app.texts, app.settings)),
    )
    jobs.close.append(reviews.close)


FEATURE = Room(
    name="reviews",
    wire=_wire,
    kind=PRACTICE,
    look=LOOK,
    looking_back=review_button,
    notes=practice_notes,
    facts=review_facts,
    holdings=Holdings(personal_data_by_game=store.personal_data_by_game),
)
