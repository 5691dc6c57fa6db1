"""Clauses: what a sentence says of somebody's health by a grammar, and the words that a clause may begin with.

``REST`` is what follows in the same clause, ``OFTEN`` how often something is, ``LASTS`` how long. A capital letter ends
a rest, because a name may begin there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from gateway.detection.attributes.openings import TermOpening, opening
from gateway.detection.words import alternatives

_ENDS: Final = (
    "and|but|so|because|since|until|till|or|which|who|that|while|though|although|please|can|could|would|will|should|i"
    "|im|we|you|he|she|they|is|was|are|has|have|had|do|does|did|what|how|why|where|thanks|cheers|not"
)
_WORD: Final = f"(?!(?:{_ENDS})\\b)(?-i:[a-z0-9][a-z0-9'’%-]*)"
NUMBER: Final = (
    "(?:[0-9]{1,4}(?:[.,][0-9])?|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|eighteen"
    "|twenty(?:-[a-z]+)?|thirty(?:-[a-z]+)?|forty|fifty|sixty|half an?|a few|a couple of|several)"
)
_UNIT: Final = "(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|nights?|weeks?|wks?|months?|mths?|years?|yrs?)"
_DAY: Final = (
    "(?:day|night|morning|evening|afternoon|week|weekend|fortnight|month|year|hour|other day|few [a-z]+|(?:second"
    "|third) [A-Za-z]+|[0-9]{1,2} [a-z]+|(?:mon|tues|wednes|thurs|fri|satur|sun)day)"
)
_TIMES: Final = f"(?:once|twice|thrice|(?:{NUMBER}|many|several) times)"
OFTEN: Final = (
    f"(?:(?:about |around |maybe |up to )?{_TIMES}(?: (?:an?|per|every|each|this|last) {_DAY}| daily| weekly| monthly"
    f"| last [a-z]+| today)?|(?:every|each|most|some|all) {_DAY}s?|daily|weekly|monthly|nightly|constantly|at night"
    "|overnight|at times|on and off|all the time|again|a lot)(?!\\w)"
)
LASTS: Final = (
    "(?:for )?(?:about |around |maybe |at least |more than |over |up to |only |nearly |almost |the last |the past )?"
    f"{NUMBER} (?:more )?{_UNIT}(?!\\w)"
)
REST: Final = f"(?: {_WORD}){{0,6}}"
WHEN: Final = f"(?: (?:when(?:ever)?|if|every time|each time|as soon as) (?:i|he|she|we|they|you)(?: {_WORD}){{1,4}})?"
_OPENS: Final = (
    "in|on|at|after|before|from|during|with|without|under|over|across|down|up|to|by|all|every|most|so|again|badly|when"
    "|whenever|if|constantly|easily|first|for|like|really|about|twice|once|thrice|daily|overnight|through|thru|each"
    "|while"
)
DETAIL: Final = f"(?:{WHEN}(?: (?:{_OPENS})\\b(?! (?:the|my|our) (?:same|meeting|office)){REST})?)"
OWN: Final = "(?:my|his|her|our|me|their|your|one['’]s|both|the|an?|another|this|that)"

# The first word of an alternative, and whether it may have an "s"; alternatives that are words alone.
_FIRST: Final = re.compile(r"([^\W_]+?)(s\?)?(?![^\W_])")
_WORDS: Final = re.compile(r"[^\W_]+(?:[ '-][^\W_]+)*")


class Clause(NamedTuple):
    """A part of sentences that begins with one of some words, or is a word with one of some endings, in any case."""

    expression: str
    words: str = ""
    endings: str = ""

    def openings(self) -> Iterator[TermOpening]:
        """Yields how the words open the clause; they stand between bars.

        >>> [(each.word, each.other) for each in Clause("", words="lower back|knees?|x-rays?").openings()]
        [('lower', 'back'), ('knee', ''), ('knees', ''), ('x', '')]
        """
        for each in filter(None, alternatives(self.words)):
            if _WORDS.fullmatch(each):
                yield opening(each)
            elif found := _FIRST.match(each):
                word, plural = found.groups()
                yield from (TermOpening(own, "") for own in ((word, f"{word}s") if plural else (word,)))

    def ends(self) -> tuple[str, ...]:
        """Returns the endings, which stand between bars."""
        return tuple(filter(None, self.endings.split("|")))
