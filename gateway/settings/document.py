"""A configuration as a plain value, with the line of each of its parts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

from gateway.settings.mistakes import Mistake, Path, place
from gateway.types import JsonObject, JsonValue


class Step(Enum):
    """A step of a pattern: ``EACH`` stands for any key or index, ``BELOW`` for one or more of them."""

    EACH = "each"
    BELOW = "below"


Pattern = tuple[str | Step, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Document:
    """The plain value, the line of every path in it, and the mistakes found while reading the YAML."""

    value: JsonObject = field(default_factory=dict)
    lines: Mapping[Path, int] = field(default_factory=dict)
    mistakes: tuple[Mistake, ...] = ()

    def line(self, path: Path) -> int | None:
        """Returns the line of a path, or of its nearest parent that has one."""
        return next((self.lines[path[:end]] for end in range(len(path), -1, -1) if path[:end] in self.lines), None)

    def mistake(self, path: Path, message: str) -> Mistake:
        """Returns a mistake at a path."""
        return Mistake(self.line(path), place(path), message)

    def texts(self, *patterns: Pattern) -> Iterator[tuple[Path, str]]:
        """Yields every text whose path fits one of the patterns, with its path."""
        return ((path, text) for path, text in self.all_texts() if any(fits(path, pattern) for pattern in patterns))

    def all_texts(self) -> Iterator[tuple[Path, str]]:
        """Yields every text with its path, in document order."""
        return _texts(self.value, ())

    def section(self, key: str) -> JsonObject:
        """Returns the mapping at a top-level key, or an empty one."""
        value = self.value.get(key)
        return value if isinstance(value, dict) else {}

    def replaced(self, texts: Mapping[Path, str | None]) -> Document:
        """Returns the document with the texts at some paths replaced; texts replaced by None are left out."""
        return replace(self, value=_mapping(self.value, (), texts))


def fits(path: Path, pattern: Pattern) -> bool:
    """Returns whether a path fits a pattern.

    >>> fits(("model_list", 0, "litellm_params", "api_key"), ("model_list", Step.EACH, "litellm_params", Step.BELOW))
    True
    >>> fits(("model_list", 0, "model_name"), ("model_list", Step.EACH, "litellm_params", Step.BELOW))
    False
    """
    if pattern and pattern[-1] is Step.BELOW:
        return len(path) >= len(pattern) and fits(path[: len(pattern) - 1], pattern[:-1])
    return len(path) == len(pattern) and all(
        wanted is Step.EACH or wanted == step for step, wanted in zip(path, pattern, strict=True)
    )


def is_text(text: str) -> bool:
    """Returns whether UTF-8 can encode a string, that is, whether it has no lone surrogate.

    >>> is_text("⟦1⟧"), is_text(chr(0xD800))
    (True, False)
    """
    return not any("\ud800" <= character <= "\udfff" for character in text)


def children_of(value: JsonValue) -> list[tuple[str | int, JsonValue]]:
    """Returns the items of a mapping or list with their keys or indexes; nothing for other values.

    >>> children_of(["a", "b"])
    [(0, 'a'), (1, 'b')]
    """
    if isinstance(value, dict):
        return list(value.items())
    return list(enumerate(value)) if isinstance(value, list) else []


def _texts(value: JsonValue, path: Path) -> Iterator[tuple[Path, str]]:
    if isinstance(value, str):
        yield path, value
    for step, child in children_of(value):
        yield from _texts(child, (*path, step))


def _mapping(value: JsonObject, path: Path, texts: Mapping[Path, str | None]) -> JsonObject:
    kept = {key: child for key, child in value.items() if texts.get((*path, key), "") is not None}
    return {key: _replaced(child, (*path, key), texts) for key, child in kept.items()}


def _replaced(value: JsonValue, path: Path, texts: Mapping[Path, str | None]) -> JsonValue:
    if isinstance(value, dict):
        return _mapping(value, path, texts)
    if isinstance(value, list):
        return [_replaced(child, (*path, index), texts) for index, child in enumerate(value)]
    return texts.get(path, value) if isinstance(value, str) else value
