"""The comparator that asks a language model, in both orders, so that the order of the two cannot decide."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final

from gateway.plans.comparator import Preference, Variant

Complete = Callable[[str], Awaitable[str]]
"""Asks a model one question and returns its answer; raises where there is none."""

_QUESTION: Final = """\
Below are two versions of the same message, in which personal details were kept, made vaguer, or taken out.
A detail that was made vaguer says less than the detail itself; a placeholder such as [NAME1] says least.
Which version tells a stranger less about the people in it? Weigh how closely each detail that is still there
points to one person, not how well the text reads.

<version_1>
{first}
</version_1>

<version_2>
{second}
</version_2>

Answer with one word and nothing else: 1 if the first version is more private, 2 if the second is, SAME if neither is.
"""
_ANSWER: Final = re.compile(r"\W*(1|2|SAME)\W*", re.IGNORECASE)
_MEANING: Final = {"1": Preference.FIRST, "2": Preference.SECOND, "SAME": Preference.SAME}


class Unjudged(Exception):
    """The model answered something that is no preference."""


@dataclass(slots=True)
class Judge:
    """Asks twice, with the versions swapped; where the two answers disagree the variants are SAME.

    Answers are remembered, so that the same pair costs two calls once. Raises Unjudged for an answer that is none.
    """

    complete: Complete
    _remembered: dict[tuple[str, str], Preference] = field(default_factory=dict)

    async def prefer(self, first: Variant, second: Variant) -> Preference:
        """The more private one by both answers."""
        forward = await self._asked(first.text, second.text)
        backward = await self._asked(second.text, first.text)
        return forward if forward is backward.swapped else Preference.SAME

    async def _asked(self, first: str, second: str) -> Preference:
        if (first, second) not in self._remembered:
            answer = await self.complete(_QUESTION.format(first=first, second=second))
            self._remembered[first, second] = preference_of(answer)
        return self._remembered[first, second]


def preference_of(answer: str) -> Preference:
    """The preference that a model's answer states; raises Unjudged where it states none.

    >>> preference_of(" Same. ").name
    'SAME'
    """
    match = _ANSWER.fullmatch(answer)
    if match is None:
        raise Unjudged("the judge's answer is none of 1, 2 and SAME")
    return _MEANING[match[1].upper()]
