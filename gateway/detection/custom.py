"""A custom recognizer from the configuration: a pattern, context words and a named checksum."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property, partial
from importlib import import_module
from typing import Final, NamedTuple, cast

import re2

from gateway.detection.recognizer import Extent, Pattern, whole, whole_if
from gateway.types import EntityType

_LONGEST: Final = 256  # characters up to which a value is always found as a whole
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
    """Returns a recognizer of one entity type, made from a section of the configuration.

    ``pattern`` uses RE2's syntax, without look-around and back-references, so a search takes linear time. The value is
    its group ``value``, or else the whole match; of a value with more than 256 characters, only a part may be found.
    ``context``, ``raises`` and ``lowers`` are whole words and phrases in any case. ``checksum`` names a module of
    python-stdnum whose check digits must be valid.

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
    """Returns an expression that matches any of these words."""
    alternatives = "|".join(re.sub(r"\\([ -])", r"\1", re.escape(word)) for word in words)
    return rf"\b(?:{alternatives})\b" if alternatives else ""


class _Custom(Pattern):
    """A pattern that RE2 searches for."""

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return cast("re.Pattern[str]", _Pieces(compiled(self.expression)))


def compiled(pattern: str) -> re.Pattern[str]:
    """Returns the compiled pattern; raises ValueError, without repeating the pattern, if RE2 cannot search for it."""
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
    """A match whose groups all have the extent of the value."""

    value: Extent

    def span(self, group: str | int = 0) -> Extent:
        """Returns the value's offsets."""
        return self.value


class _Pieces:
    """Searches a text in overlapping pieces, because RE2 may read to the end of the text for each match."""

    groupindex: Mapping[str, int] = {}

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self._pattern = pattern
        self._group = pattern.groupindex.get("value", 0)

    def finditer(self, text: str) -> Iterator[_Match]:
        """Yields the values in a text; they are disjoint and in order."""
        text = text.encode("utf-8", "replace").decode()  # RE2 cannot read lone surrogates
        begin = 0
        while begin < len(text):
            before = min(begin, 1)  # include the character before, so that \b works
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
    """Returns a check of values by this module of python-stdnum; raises ValueError if there is no such module.

    A value passes with or without its separators.

    >>> checksum_named("luhn")("4111 1111 1111 1111"), checksum_named("es.dni")("54362315-L")
    (True, False)
    """
    return partial(_passes, _module_check(name))


def _passes(is_valid: Callable[[str], bool], value: str) -> bool:
    return is_valid(value) or is_valid("".join(filter(str.isalnum, value)))


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
