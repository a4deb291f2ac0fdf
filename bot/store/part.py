"""A part of the store: a class whose methods are functions of a connection, run by the database."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection

from bot.store.database import Database

P = ParamSpec("P")
T = TypeVar("T")


class Part:
    """The base of classes whose methods `reads` and `writes` make. All may raise StoreError."""

    def __init__(self, database: Database) -> None:
        self.database = database


def reads(
    query: Callable[Concatenate[Connection, P], T],
) -> Callable[Concatenate[Part, P], Coroutine[Any, Any, T]]:
    """Return the method that runs a function which only asks."""

    @wraps(query)
    async def method(part: Part, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await part.database.read(query, *args, **kwargs)

    return method


def writes(
    job: Callable[Concatenate[Connection, P], T],
) -> Callable[Concatenate[Part, P], Coroutine[Any, Any, T]]:
    """Return the method that runs a function which writes."""

    @wraps(job)
    async def method(part: Part, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await part.database.write(job, *args, **kwargs)

    return method
