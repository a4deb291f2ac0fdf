"""The store: the only place with SQL. What is kept is described in `rows`."""

from bot.store.store import Store

__all__ = ["Store"]
