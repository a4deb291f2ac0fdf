"""Opening an evening: its lobby, to which a whole server may come."""

from __future__ import annotations

from dataclasses import replace

from bot.discord.press import Press
from bot.errors import Refused
from bot.evenings.event_news import EventNews
from bot.evenings.when import moment_typed
from bot.match.lobby.chosen_options import read_option
from bot.match.lobby.play_actions import Opening, open_lobby, opening
from bot.preferences.hours import NO_ZONE, zone_of
from bot.preferences.person import person_settings
from bot.preferences.server import Feature
from bot.preferences.terms import CLOCK, agreed
from bot.presenters import PRESENTERS
from bot.store.rows import MatchRow
from engine.games import GAMES

TURNS = ("60", "30+120", "90+180", "180", "600")
"""What a turn may take in an evening, the usual first: nobody lets a whole club wait for ever."""

MANY_DEALS = 5
"""A round of a game with more deals than this is cut to a short one."""


async def open_evening(
    press: Press, game: str, rounds: int, deals: int | None, turn: str, begins: str
) -> None:
    """Open the lobby of an evening. Raises Refused, before anything is announced to all."""
    await press.require(Feature.EVENINGS)
    if game not in GAMES:
        raise Refused("refused.no_game")
    if press.is_by_token or press.location.guild_id is None:
        raise Refused("refused.not_in_server")
    at, terms = await opening(press)
    group = (await press.server_settings(at.guild_id)).hosts
    if not press.belongs_to(group):
        key = "refused.hosts" if group.role is None else "refused.hosts_role"
        raise Refused(key, role=f"<@&{group.role}>")
    terms = agreed(terms, {CLOCK.key: turn})
    terms = replace(terms, rounds=rounds, begins=await _moment(press, begins))
    chosen = _deals(game, deals)

    def prepared(row: MatchRow) -> MatchRow:
        return replace(row, options={**row.options, **chosen})

    row = await open_lobby(press, game, Opening(at, terms), prepared)
    await press.app.get(EventNews).opened(row)


async def _moment(press: Press, typed: str) -> float | None:
    if not typed.strip():
        return None
    zone = (await person_settings(press.app.store, press.user_id)).zone
    if zone == NO_ZONE and not typed.strip().isdecimal():
        raise Refused("refused.evening_zone")
    try:
        return moment_typed(typed, press.app.clock.now(), zone_of(zone))
    except ValueError:
        raise Refused("refused.evening_when") from None


def _deals(game: str, deals: int | None) -> dict[str, object]:
    """Return the options of a round: so many deals, or not too many. Raises Refused."""
    option = next((one for one in GAMES[game].info.options if one.key == "deals"), None)
    if deals is not None:
        if option is None:
            raise Refused("refused.evening_deals", game=f"game.{game}")
        return {option.key: read_option(game, option, str(deals))}
    first = PRESENTERS[game].first_game
    usual = None if option is None else option.default
    if first is not None and isinstance(usual, int) and usual > MANY_DEALS:
        return {first[0]: first[1]}
    return {}
