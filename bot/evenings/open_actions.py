"""Opening an evening: its lobby, to which a whole server may come."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from bot.discord.press import Press
from bot.errors import Refused
from bot.evenings.event_news import EventNews
from bot.match.lobby.chosen_options import read_option
from bot.match.lobby.crowd import MOST_ROUNDS
from bot.match.lobby.play_actions import Opening, open_lobby, opening
from bot.preferences.server import Feature
from bot.preferences.terms import CLOCK, agreed
from bot.presenters import PRESENTERS
from bot.store.rows import MatchRow
from engine.games import GAMES

TURNS = ("60", "30+120", "90+180", "180", "600")
"""What a turn may take in an evening, the usual first: nobody lets a whole club wait for ever."""

MANY_DEALS = 5
"""A round of a game with more deals than this is cut to a short one."""


class Wanted(NamedTuple):
    """The evening that somebody asks for; `against` another server or not."""

    game: str
    rounds: int
    deals: int | None
    turn: str
    against: bool = False

    def __str__(self) -> str:
        """Spell it as it stands in a custom id."""
        against = "against" if self.against else ""
        return f"{self.game}.{self.rounds}.{self.deals or ''}.{self.turn}.{against}"

    @classmethod
    def read(cls, text: str) -> Wanted:
        """Read what stands in a custom id. Raises Refused for what nobody can choose.

        >>> Wanted.read("nimbly.3..30+120.against")
        Wanted(game='nimbly', rounds=3, deals=None, turn='30+120', against=True)
        """
        game, rounds, deals, turn, against = text.split(".")
        if int(rounds) not in range(1, MOST_ROUNDS + 1) or turn not in TURNS:
            raise Refused("refused.malformed")
        return cls(game, int(rounds), int(deals) if deals else None, turn, bool(against))

    def options(self) -> dict[str, object]:
        """Return the options of a round: so many deals, or not too many. Raises Refused."""
        if self.game not in GAMES:
            raise Refused("refused.no_game")
        return _deals(self.game, self.deals)


PLAN = r"[a-z0-9_]{1,40}\.[0-9]{1,2}\.[0-9]{0,4}\.[0-9+]{1,9}\.(?:against)?"
"""How `Wanted` is spelt."""


async def open_evening(press: Press, wanted: Wanted, begins: float | None = None) -> None:
    """Open the lobby of an evening, which `begins` at a moment or when told. Raises Refused."""
    await opened_evening(press, wanted, begins)


async def opened_evening(press: Press, wanted: Wanted, begins: float | None) -> MatchRow:
    """Open the lobby of an evening; return it.

    Raises Refused, before anything is announced to all.
    """
    opened = await hosting(press)
    options = wanted.options()
    terms = replace(
        agreed(opened.terms, {CLOCK.key: wanted.turn}), rounds=wanted.rounds,
        begins=begins, against="" if wanted.against else None,
    )  # fmt: skip
    return await gather(press, wanted.game, Opening(opened.at, terms), options)


async def gather(
    press: Press, game: str, opened: Opening, options: Mapping[str, object]
) -> MatchRow:
    """Open the lobby of an evening and announce it; return it."""

    def prepared(row: MatchRow) -> MatchRow:
        return replace(row, options={**row.options, **options})

    row = await open_lobby(press, game, opened, prepared)
    await press.app.get(EventNews).opened(row)
    return row


async def hosting(press: Press) -> Opening:
    """Return where this person may open evenings, and on which terms. Raises Refused."""
    await press.require(Feature.EVENINGS)
    if press.is_by_token or press.location.guild_id is None:
        raise Refused("refused.not_in_server")
    at, terms = await opening(press)
    group = (await press.server_settings(at.guild_id)).hosts
    if not press.belongs_to(group):
        key = "refused.hosts" if group.role is None else "refused.hosts_role"
        raise Refused(key, role=f"<@&{group.role}>")
    return Opening(at, terms)


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
