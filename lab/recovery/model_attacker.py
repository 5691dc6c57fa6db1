"""The attacker that asks a language model one question per text."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import msgspec

from gateway.types import EntityType
from lab.recovery.attacker import MOST_CANDIDATES, Guess, Replaced

Complete = Callable[[str], Awaitable[str]]
"""Asks a model one question and returns its answer; raises if there is none."""

_RECOVER: Final = """\
In the text below, personal details were replaced by placeholders such as [NAME1] or by vaguer phrases.
For each replacement in the list, infer from this text alone what stood there before. Do not make anything up: where
the text does not tell, answer "unknown" with confidence 0.

<text>
{text}
</text>

<replacements>
{listed}
</replacements>

Answer with one JSON object and nothing else: each number as a key, with the original and your confidence from 0 to 1,
for example {{"1": ["Ann Lee", 0.7], "2": ["unknown", 0]}}
"""
_CANDIDATES: Final = """\
From the text below, and from it alone, name the personal details of the listed types: for each type up to three exact
strings as they stand in the text, the likeliest first, each with your confidence from 0 to 1.

<text>
{text}
</text>

Types: {listed}

Answer with one JSON object and nothing else, for example {{"NAME": [["Ann Lee", 0.9]], "TIME": []}}
"""
_OBJECT: Final = re.compile(r"\{.*\}", re.DOTALL)
_UNKNOWN: Final = "unknown"


class Unreadable(Exception):
    """The model's answer contains no JSON object."""


@dataclass(frozen=True, slots=True)
class ModelAttacker:
    """A model as attacker. Guesses that its answer omits or states wrongly are unknown.

    Raises Unreadable for an answer without a JSON object, so that a model that does not answer never looks like safety.
    """

    complete: Complete

    async def recover(self, text: str, replaced: Sequence[Replaced]) -> list[Guess | None]:
        """Asks one question for all replacements."""
        listed = "\n".join(f"{number}. {each.replacement}" for number, each in enumerate(replaced, 1))
        stated = _object(await self.complete(_RECOVER.format(text=text, listed=listed)))
        return [_guess(stated.get(str(number))) for number in range(1, len(replaced) + 1)]

    async def candidates(self, text: str, types: Sequence[EntityType]) -> Mapping[EntityType, Sequence[Guess]]:
        """Asks one question for all types."""
        stated = _object(await self.complete(_CANDIDATES.format(text=text, listed=", ".join(types))))
        return {entity_type: _guesses(stated.get(entity_type)) for entity_type in types}


def _object(answer: str) -> dict[str, object]:
    found = _OBJECT.search(answer)
    try:
        return msgspec.json.decode(found[0], type=dict[str, object]) if found else _refuse()
    except msgspec.DecodeError:
        return _refuse()


def _refuse() -> dict[str, object]:
    raise Unreadable("the attacker's answer holds no JSON object") from None


def _guess(stated: object) -> Guess | None:
    match stated:
        case [str(text), (int() | float()) as confidence] if text.strip().lower() not in ("", _UNKNOWN):
            return Guess(text.strip(), min(1.0, max(0.0, float(confidence))))
    return None


def _guesses(stated: object) -> list[Guess]:
    guesses = [_guess(each) for each in stated] if isinstance(stated, list) else []
    return [guess for guess in guesses if guess is not None][:MOST_CANDIDATES]
