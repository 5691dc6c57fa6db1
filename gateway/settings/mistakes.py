"""What is wrong with a configuration, told without repeating a value of it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

Path = tuple[str | int, ...]

# A key is shown when it reads as a name: short words between separators. A token that slipped into a key does not
# (`{api_key:sk-…}` without a space is one key in YAML).
_NAME = re.compile(r"(?=.{1,32}\Z)[A-Za-z0-9*]{0,14}(?:[-_./][A-Za-z0-9*]{0,14})*")
_HIDDEN = "…"


@dataclass(frozen=True, slots=True)
class Mistake:
    """One mistake: its line (counted from 1, None for what stands in no file), its place and what to do about it."""

    line: int | None
    place: str
    message: str

    def __str__(self) -> str:
        where = "" if self.line is None else f"line {self.line}: "
        return f"{where}{self.place}: {self.message}" if self.place else f"{where}{self.message}"


class SettingsError(Exception):
    """The configuration is refused; ``mistakes`` holds all that is wrong, in the order of their lines."""

    def __init__(self, mistakes: Iterable[Mistake]) -> None:
        unique = dict.fromkeys(mistakes)
        self.mistakes = tuple(sorted(unique, key=lambda mistake: mistake.line or 0))
        super().__init__("\n".join(str(mistake) for mistake in self.mistakes))


def place(path: Path) -> str:
    """How a person writes a path, with every key hidden that does not read as a name.

    >>> place(("model_list", 0, "litellm_params", "api_key"))
    'model_list[0].litellm_params.api_key'
    >>> place(("hashing", "key:a1B2c3D4e5F6g7H8"))
    'hashing.…'
    """
    steps = (f"[{step}]" if isinstance(step, int) else f".{shown(step)}" for step in path)
    return "".join(steps).removeprefix(".")


def shown(key: str) -> str:
    """The key, or an ellipsis for one that does not read as a name.

    >>> shown("gpt-4.1"), shown("sk-a1b2c3d4e5f6g7h8i9")
    ('gpt-4.1', '…')
    """
    return key if _NAME.fullmatch(key) else _HIDDEN
