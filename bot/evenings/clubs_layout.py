"""Two servers beside each other: what each made, and who leads."""

from __future__ import annotations

from bot.discord.names import bold
from bot.evenings.challenge import Club
from bot.evenings.standing import Standing
from render.api import All, Words, rounded


def club_lines(standing: Standing, say: Words) -> list[str]:
    """Say which servers play against each other, what each made so far, and who leads."""
    clubs, scores, has_ended = standing.clubs, standing.scores, standing.evening.ended is not None
    if len(clubs) < 2:
        return []
    if not scores:
        return [say("evening.clubs", clubs=All(map(_bold, clubs.values())))]
    first, *others = scores
    told = [
        say("evening.clubs.made", club=_bold(clubs[one.guild_id]), points=rounded(one.points, say))
        for one in scores
        if one.guild_id in clubs
    ]
    is_even = any(other.place == first.place for other in others)
    how = "even" if is_even else "won" if has_ended else "leads"
    best = _bold(clubs[first.guild_id]) if first.guild_id in clubs else ""
    made = " · ".join(told)
    return [say(f"evening.clubs.{how}", club=best, made=made), say("evening.clubs.means")]


def asking_lines(standing: Standing, say: Words) -> list[str]:
    """Say what the host of one server asks the other's for, in this round or break."""
    at, lines = standing.evening, list[str]()
    for guild_id, club in standing.clubs.items():
        asks, told = standing.asks.get(guild_id, ""), {"club": _bold(club), "round": at.round}
        if asks == at.asking("skip"):
            lines.append(say(f"evening.clubs.asks.skip.{at.during}", **told))
        elif asks == at.asking("finish") and at.round < at.rounds:
            lines.append(say("evening.clubs.asks.finish", **told))
    return lines


def _bold(club: Club) -> str:
    return bold(club.name)
