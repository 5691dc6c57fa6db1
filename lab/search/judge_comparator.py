"""The comparator that asks a language model twice, in both orders, so that the order does not matter."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final

from gateway.plans.comparator import Preference, Variant

Complete = Callable[[str], Awaitable[str]]
"""Asks a model one question and returns its answer; raises if there is none."""

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
    """The model's answer states no preference."""


@dataclass(slots=True)
class Judge:
    """Asks twice, the second time with the versions swapped; if the answers disagree, the variants are SAME.

    Answers are cached, so each pair costs two calls only once. Raises Unjudged if an answer states no preference.
    """

    complete: Complete
    _remembered: dict[tuple[str, str], Preference] = field(default_factory=dict)

    async def prefer(self, first: Variant, second: Variant) -> Preference:
        """Returns which variant is more private by both answers."""
        forward = await self._asked(first.text, second.text)
        backward = await self._asked(second.text, first.text)
        return forward if forward is backward.swapped else Preference.SAME

    async def _asked(self, first: str, second: str) -> Preference:
        if (first, second) not in self._remembered:
            answer = await self.complete(_QUESTION.format(first=first, second=second))
            self._remembered[first, second] = preference_of(answer)
        return self._remembered[first, second]


def preference_of(answer: str) -> Preference:
    """Returns the preference that a model's answer states; raises Unjudged if it states none.

    >>> preference_of(" Same. ").name
    'SAME'
    """
    match = _ANSWER.fullmatch(answer)
    if match is None:
        raise Unjudged("the judge's answer is none of 1, 2 and SAME")
    return _MEANING[match[1].upper()]
