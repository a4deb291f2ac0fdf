"""The faults of a body, and their places: Discord's tree of form errors."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sandbox.errors import FormError
from sandbox.wire import Json

Path = tuple[str | int, ...]


def kind_of(part: Any) -> int | None:
    """Return the `type` of a component or option, or None when it has no number for it."""
    kind = part.get("type") if isinstance(part, dict) else None
    return kind if isinstance(kind, int) and not isinstance(kind, bool) else None


class Problems:
    """Collects faults by the path of the field that has them."""

    def __init__(self) -> None:
        self._faults: list[tuple[Path, str, str]] = []

    def __bool__(self) -> bool:
        return bool(self._faults)

    def codes(self) -> list[str]:
        """Return the code of every fault in the order found."""
        return [code for _, code, _ in self._faults]

    def add(self, path: Path, code: str, message: str) -> None:
        """Note a fault of the field at `path`; () is the body itself."""
        self._faults.append((path, code, message))

    def tree(self) -> Json:
        """Return the nested object that Discord answers with under `errors`."""
        root: Json = {}
        for path, code, message in self._faults:
            node = root
            for step in path:
                node = node.setdefault(str(step), {})
            node.setdefault("_errors", []).append({"code": code, "message": message})
        return root

    def raise_any(self) -> None:
        """Raise FormError when anything was found."""
        if self._faults:
            raise FormError(self.tree())

    def text(
        self, path: Path, value: Any, *, most: int, least: int = 1, required: bool = True
    ) -> str | None:
        """Return `value` if it is a string of `least` to `most` characters."""
        if value is None:
            if required:
                self.add(path, "BASE_TYPE_REQUIRED", "This field is required")
            return None
        if not isinstance(value, str):
            self.add(path, "STRING_TYPE_CONVERT", f"Could not interpret {value!r} as string.")
            return None
        if least > 0 and not value:
            self.add(path, "BASE_TYPE_REQUIRED", "This field is required")
            return None
        if not least <= len(value) <= most:
            self._bad_length(path, len(value), least, most)
            return None
        return value

    def whole(
        self, path: Path, value: Any, least: int, most: int, *, required: bool = False
    ) -> int | None:
        """Return `value` if it is an integer from `least` to `most`."""
        if value is None:
            if required:
                self.add(path, "BASE_TYPE_REQUIRED", "This field is required")
            return None
        if isinstance(value, bool) or not isinstance(value, int):
            self.add(path, "NUMBER_TYPE_COERCE", f"Value {value!r} is not int.")
            return None
        if value > most:
            self.add(path, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {most}.")
            return None
        if value < least:
            self.add(path, "NUMBER_TYPE_MIN", f"int value should be at least {least}.")
            return None
        return value

    def items(
        self, path: Path, value: Any, least: int, most: int, *, required: bool = False
    ) -> list[Any]:
        """Return `value` if it is a list of `least` to `most` items, else an empty list."""
        if value is None:
            if required:
                self.add(path, "BASE_TYPE_REQUIRED", "This field is required")
            return []
        if not isinstance(value, list):
            self.add(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return []
        if not least <= len(value) <= most:
            self._bad_length(path, len(value), least, most)
            return []
        return value

    def choice(self, path: Path, value: Any, allowed: Collection[Any]) -> bool:
        """Return whether `value` is one of `allowed`, and note it when not."""
        if not isinstance(value, list | dict) and value in allowed:
            return True
        listed = ", ".join(str(item) for item in sorted(allowed))
        self.add(path, "BASE_TYPE_CHOICES", f"Value must be one of ({listed}).")
        return False

    def _bad_length(self, path: Path, length: int, least: int, most: int) -> None:
        if length > most and least <= 1:
            self.add(path, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
            return
        message = f"Must be between {least} and {most} in length."
        self.add(path, "BASE_TYPE_BAD_LENGTH", message)
