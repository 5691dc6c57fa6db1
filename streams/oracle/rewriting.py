"""What a plan leaves of a prompt."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from gateway.minimization.restoring import Channel, restore
from gateway.types import Actions, ReplacementMap
from streams.oracle.prompts import Prompt


class Minimized(NamedTuple):
    """The text and the choices of a prompt as a plan rewrites them, and what restores them."""

    text: str
    choices: tuple[str, ...]
    replacement_map: ReplacementMap

    def restored(self, answer: str) -> str:
        """A model's answer with the originals back in the place of placeholders."""
        return restore(answer, self.replacement_map, Channel.TEXT).text

    def __repr__(self) -> str:
        return f"Minimized(characters={len(self.text)}, choices={len(self.choices)})"


Rewrite = Callable[[Prompt, Actions], Minimized]
