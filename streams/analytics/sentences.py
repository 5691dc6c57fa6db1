"""Sentences that a model writes about a cluster: it sees released terms only, and may use no other content word."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import Final, Protocol

from streams.analytics.features import STOP_WORDS
from streams.analytics.wording import normalised

LONGEST_SENTENCE: Final = 200

# Words in which one tells what people ask; they say nothing about anybody.
FRAME_WORDS: Final = frozenset({
    "a", "ask", "asked", "asking", "asks", "conversations", "help", "i", "include", "includes", "including", "looking",
    "mainly", "mostly", "often", "other", "others", "people", "questions", "related", "requests", "seeking",
    "sometimes", "such", "topics", "users", "using", "wanting", "well",
})  # fmt: skip
_TOKEN: Final = re.compile(r"\w+")
_ODD: Final = re.compile(r"[^\w ,.;:'’()-]")


_RULES: Final = (
    "You are told what many users of a service talk about: a title and terms, as JSON. Write one short sentence in"
    f" English that says what they ask for, of at most {LONGEST_SENTENCE} characters. Use the terms exactly as they are"
    " spelled. Any other word must be one of these, or a function word such as a, and, for, of, the, to, with:"
    f" {', '.join(sorted(FRAME_WORDS))}. No names, no numbers, no quotes. Answer with the sentence only."
)


class SentenceWriter(Protocol):
    """A trusted model that writes one sentence; it is given nothing but what is released anyway."""

    async def write(self, title: str, terms: Sequence[str]) -> str:
        """Returns a sentence; ``permitted`` judges it."""
        ...


def question(title: str, terms: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Returns the messages that ask a model for a sentence, each with its role: rules, then title and terms.

    >>> question("parcel", ["parcel", "refund"])[1]
    ('user', '{"title": "parcel", "terms": ["parcel", "refund"]}')
    """
    return ("system", _RULES), ("user", json.dumps({"title": title, "terms": [*terms]}, ensure_ascii=False))


def permitted(sentence: str, terms: Iterable[str]) -> str:
    """Returns the sentence, or nothing if it is too long or has a word or a sign that it may not have.

    >>> permitted("People ask about a damaged parcel.", ["damaged parcel", "refund"])
    'People ask about a damaged parcel.'
    >>> permitted("Ann asks about a damaged parcel.", ["damaged parcel", "refund"])
    ''
    """
    return "" if len(sentence) > LONGEST_SENTENCE or foreign_words(sentence, terms) else sentence


def foreign_words(sentence: str, terms: Iterable[str]) -> frozenset[str]:
    """Returns the words of a sentence that are neither in the terms, nor stop words, nor words to frame them.

    Numbers and single letters count as words, and so does each sign that is no ordinary punctuation.

    >>> sorted(foreign_words("Users ask how 25 parcels → Rome", ["parcels"]))
    ['25', 'rome', '→']
    """
    plain = normalised(sentence)
    allowed = {word for term in terms for word in _TOKEN.findall(normalised(term))} | STOP_WORDS | FRAME_WORDS
    return frozenset([*_TOKEN.findall(plain), *_ODD.findall(plain)]) - allowed
