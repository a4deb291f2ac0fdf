from __future__ import annotations

import inspect

import bot.store
from bot.store import Store
from tests.store.samples import At, opened


async def test_an_open_store_is_healthy_until_it_is_closed(at: At) -> None:
    async with opened(at) as store:
        assert not await store.trouble()
    assert await store.trouble()


def test_the_package_names_everything_it_exports() -> None:
    exported = {name for name in dir(bot.store) if isinstance(getattr(bot.store, name), type)}
    assert exported <= set(bot.store.__all__)
    assert sorted(bot.store.__all__) == list(bot.store.__all__)


def test_every_method_of_the_store_is_awaited() -> None:
    methods = inspect.getmembers(Store, inspect.isfunction)
    # What is set aside is only noted, in memory.
    noted = {"set_aside"}
    public = [method for name, method in methods if name[0] != "_" and name not in noted]
    assert len(public) > 20
    assert all(inspect.iscoroutinefunction(method) for method in public)
