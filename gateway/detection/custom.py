"""A recognizer that a configuration brings along: a pattern, context words and a checksum by its name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property
from importlib import import_module
from typing import Final, NamedTuple, cast

import re2

from gateway.detection.recognizer import Extent, Pattern, whole, whole_if
from gateway.types import EntityType

_LONGEST: Final = 256  # characters of a value that is surely found as a whole
_PIECE: Final = 1024


def custom(
    name: str,
    entity_type: EntityType,
    pattern: str,
    score: float,
    *,
    context: Iterable[str] = (),
    raises: Iterable[str] = (),
    lowers: Iterable[str] = (),
    checksum: str | None = None,
) -> Pattern:
    """A recognizer of one entity type, made of what a person typed.

    ``pattern`` is in RE2's syntax, which has no look-around and no back-references: so a search reads every character
    a bounded number of times. Its group ``value``, if it has one, is the value, else the whole match; of more than 256
    characters only a part may be found. ``context``, ``raises`` and ``lowers`` are words and phrases, as a whole and
    case aside. ``checksum`` names a module of python-stdnum, whose check digits must hold.

    >>> ticket = custom("ticket", EntityType.ID_NUMBER, "[A-Z]{2}-[0-9]{4}", 0.9, context=["ticket"])
    >>> [(span.start, span.end) for span in ticket.find("Flight CD-5678, ticket AB-1234")]
    [(23, 30)]
    """
    return _Custom(
        name,
        entity_type,
        pattern,
        score,
        judge=whole_if(checksum_named(checksum)) if checksum else whole,
        has_checksum=bool(checksum),
        context=_any_of(context),
        raises=_any_of(raises),
        lowers=_any_of(lowers),
    )


def _any_of(words: Iterable[str]) -> str:
    """An expression for any of these words."""
    alternatives = "|".join(re.sub(r"\\([ -])", r"\1", re.escape(word)) for word in words)
    return rf"\b(?:{alternatives})\b" if alternatives else ""


class _Custom(Pattern):
    """A pattern that RE2 searches for."""

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return cast("re.Pattern[str]", _Pieces(compiled(self.expression)))


def compiled(pattern: str) -> re.Pattern[str]:
    """The pattern, ready to search; raises ValueError, without repeating it, for what cannot be searched for."""
    options = re2.Options()
    options.log_errors = False
    try:
        found: re.Pattern[str] = re2.compile(pattern, options)
    except (re2.error, UnicodeEncodeError):
        raise ValueError(_why_refused(pattern)) from None
    if found.search(""):
        raise ValueError("matches the empty text: it would be found everywhere")
    return found


def _why_refused(pattern: str) -> str:
    try:
        re.compile(pattern)
    except re.error as error:
        return f"is no regular expression: look at character {(error.pos or 0) + 1}"
    return (
        "cannot be searched for in linear time: RE2's syntax has no look-around, no back-reference, no \\Z (but \\z) "
        "and no repetition over 1,000"
    )


class _Match(NamedTuple):
    """What was found: the extent of the value, whichever group is asked for."""

    value: Extent

    def span(self, group: str | int = 0) -> Extent:
        """The value's offsets."""
        return self.value


class _Pieces:
    """Searches a text in overlapping pieces, since even RE2 may read to the end of a text for each of its matches."""

    groupindex: Mapping[str, int] = {}

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self._pattern = pattern
        self._group = pattern.groupindex.get("value", 0)

    def finditer(self, text: str) -> Iterator[_Match]:
        """The values in a text, disjoint and in order."""
        text = text.encode("utf-8", "replace").decode()  # a lone surrogate is no text to RE2
        begin = 0
        while begin < len(text):
            before = min(begin, 1)  # the character before, by which the start of a word is known
            offset = begin - before
            ends = begin + _PIECE >= len(text)
            following = len(text) if ends else begin + _PIECE - _LONGEST
            begin = following
            for match in self._pattern.finditer(text[offset : offset + before + _PIECE], before):
                if offset + match.start() >= following:
                    break
                begin = max(following, offset + match.end())
                start, end = match.span(self._group)
                if start < end:
                    yield _Match((offset + start, offset + end))


def checksum_named(name: str) -> Callable[[str], bool]:
    """Whether a value has the check digits that a module of python-stdnum computes; raises ValueError for no module.

    Separators count only where the module knows them.

    >>> checksum_named("luhn")("4111 1111 1111 1111"), checksum_named("es.dni")("54362315-L")
    (True, False)
    """
    is_valid = _module_check(name)
    return lambda value: is_valid(value) or is_valid("".join(filter(str.isalnum, value)))


@cache
def _module_check(name: str) -> Callable[[str], bool]:
    try:
        is_valid: Callable[[str], bool] = import_module(f"stdnum.{name}").is_valid
    except (ImportError, AttributeError):
        raise ValueError(
            "no checksum of that name: there are luhn, verhoeff, iban, iso7064.mod_97_10 and all other modules of "
            "python-stdnum that know check digits, such as es.dni"
        ) from None
    return is_valid
