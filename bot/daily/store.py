"""Tries of dailies and their results, as the bot asks for them."""

from __future__ import annotations

from bot.daily import tries
from bot.store.database import Part, reads, writes


class DailyStore(Part):
    """The part of the store about dailies."""

    begin = writes(tries.begin)
    of = reads(tries.of)
    last = reads(tries.last)
    under_way = reads(tries.under_way)
    give_up = writes(tries.give_up)
    squares_of = reads(tries.squares_of)
    set_squares = writes(tries.set_squares)
    result = reads(tries.result)
    best = reads(tries.best)
    counts = reads(tries.counts)
    settle = writes(tries.settle)
    places = reads(tries.places)
    days_tried = reads(tries.days_tried)
    days_played = reads(tries.days_played)
    seen_in = writes(tries.seen_in)
    share = writes(tries.share)
    note_post = writes(tries.note_post)
    end_post = writes(tries.end_post)
    posts_before = reads(tries.posts_before)
    shared = reads(tries.shared)
    par = reads(tries.par)
