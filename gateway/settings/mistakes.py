"""Mistakes in a configuration, described without repeating any of its values."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

Path = tuple[str | int, ...]

# A key is shown only if it looks like a name, that is, short words between separators. It may contain a secret by
# mistake: `{api_key:sk-…}` without a space is one key in YAML.
_NAME = re.compile(r"(?=.{1,32}\Z)[A-Za-z0-9*]{0,14}(?:[-_./][A-Za-z0-9*]{0,14})*")
_HIDDEN = "…"


@dataclass(frozen=True, slots=True)
class Mistake:
    """One mistake: its line (from 1, or None if it is not in a file), its place and what to do about it."""

    line: int | None
    place: str
    message: str

    def __str__(self) -> str:
        where = "" if self.line is None else f"line {self.line}: "
        return f"{where}{self.place}: {self.message}" if self.place else f"{where}{self.message}"


class SettingsError(Exception):
    """The configuration is refused; ``mistakes`` are all its mistakes in the order of their lines."""

    def __init__(self, mistakes: Iterable[Mistake]) -> None:
        unique = dict.fromkeys(mistakes)
        self.mistakes = tuple(sorted(unique, key=lambda mistake: mistake.line or 0))
        super().__init__("\n".join(str(mistake) for mistake in self.mistakes))


def place(path: Path) -> str:
    """Returns a path in readable form; keys that do not look like names are hidden.

    >>> place(("model_list", 0, "litellm_params", "api_key"))
    'model_list[0].litellm_params.api_key'
    >>> place(("hashing", "key:a1B2c3D4e5F6g7H8"))
    'hashing.…'
    """
    steps = (f"[{step}]" if isinstance(step, int) else f".{shown(step)}" for step in path)
    return "".join(steps).removeprefix(".")


def shown(key: str) -> str:
    """Returns the key, or an ellipsis if it does not look like a name.

    >>> shown("gpt-4.1"), shown("sk-a1b2c3d4e5f6g7h8i9")
    ('gpt-4.1', '…')
    """
    return key if _NAME.fullmatch(key) else _HIDDEN
