"""How a model may spell a placeholder in its answer, and which end of a text may still become one.

Models vary ``[NAME1]``: ``[**NAME1**]``, ``[NAME 1]``, ``\\[NAME1\\]``, ``&#91;NAME1&#93;``, ``%5BNAME1%5D``. Within
brackets the type is in capitals, and words may be joined by a space, underscore or dash: ``[Name 1]`` may be a blank of
a form. Without brackets the type is a whole word: whether ``NAME1`` is one of ours depends on whether it was sent so.
Text around a spelling stays: ``**[EMAIL1]**``, ``[NAME1]'s``. ``⟦EMAIL1⟧`` shows a placeholder and is not restored.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from gateway.entities.placeholders import ALPHANUMERIC, NUMBER, parse
from gateway.types import EntityType

# What opens and closes a spelling, and the marks among these that stay around the restored text.
_WRAPPINGS = (
    ("[", "]", ""),
    ("[ ", " ]", ""),
    ("[**", "**]", "**"),
    ("[*", "*]", "*"),
    ("[__", "__]", "__"),
    ("[_", "_]", "_"),
    ("[`", "`]", "`"),
    ("\\[", "\\]", ""),
    ("&#91;", "&#93;", ""),
    ("&#x5B;", "&#x5D;", ""),
    ("&#x5b;", "&#x5d;", ""),
    ("&lsqb;", "&rsqb;", ""),
    ("&lbrack;", "&rbrack;", ""),
    ("%5B", "%5D", ""),
    ("%5b", "%5d", ""),
)
_JOINT = "\\\\?[ \u00a0\u202f_-]?"
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")  # RFC 3986
_NUMBER_ATOMS = ["[1-9]", "[0-9]{0,8}", "[._]", "[0-9]{0,9}"]


@dataclass(frozen=True)
class Spellings:
    """The spellings of one channel.

    ``whole`` finds them. ``open_end`` finds, within the last ``reach`` characters, the start of an end that could
    become a spelling, or a different one, with the next piece; nothing before it depends on the next piece.
    """

    whole: re.Pattern[str]
    ends: str
    reach: int

    @cached_property
    def open_end(self) -> re.Pattern[str]:
        """Compiled at its first use: it takes long, and only who restores answers in pieces needs it."""
        return re.compile(self.ends)


def placeholder(match: re.Match[str]) -> str:
    """Returns the placeholder that a match of ``whole`` means.

    >>> [placeholder(match) for match in TEXT.whole.finditer("[**PHONE NUMBER 1**] or NAME1.2's")]
    ['[PHONE_NUMBER1]', '[NAME1.2]']
    """
    return str(parse(match[match.lastindex or 0]))


def marks(match: re.Match[str]) -> str:
    """Returns the marks that stay on both sides of the restored text.

    >>> [marks(match) for match in TEXT.whole.finditer("[**NAME1**] [NAME1] NAME1")]
    ['**', '', '']
    """
    return _WRAPPINGS[match.lastindex - 1][2] if match.lastindex else ""


def is_wrapped(match: re.Match[str]) -> bool:
    """Whether a match of ``whole`` has brackets, in any spelling.

    >>> [is_wrapped(match) for match in TEXT.whole.finditer("[*NAME1*] &lsqb;NAME1&rsqb; NAME1")]
    [True, True, False]
    """
    return not match[0][0].isalpha()


def written(match: re.Match[str], original: str) -> str:
    """Returns an original as it is written in place of a match: percent-encoded in place of a percent-encoded one.

    >>> [written(match, "Ann Lee") for match in TEXT.whole.finditer("[NAME1] %5BNAME1%5D")]
    ['Ann Lee', 'Ann%20Lee']
    """
    if not match[0].startswith("%"):
        return original
    return "".join(chr(byte) if chr(byte) in _UNRESERVED else f"%{byte:02X}" for byte in original.encode())


def _either(patterns: Iterable[str]) -> str:
    return f"(?:{'|'.join(patterns)})"


def _beginning(atoms: Iterable[str]) -> str:
    """Returns a pattern for every beginning of what these atoms match in sequence, including the empty one."""
    pattern = ""
    for atom in reversed([*atoms]):
        pattern = f"(?:{atom}{pattern})?"
    return pattern


def _beginning_of_any(words: Iterable[str]) -> str:
    """Returns a pattern for every proper beginning of these words, including the empty one."""
    beginnings = {word[:length] for word in words for length in range(len(word))}
    return _either(map(re.escape, sorted(beginnings, key=len, reverse=True)))


def _letters(entity_type: EntityType, joint: str) -> list[str]:
    return [atom for word in entity_type.split("_") for atom in (*word, joint)][:-1]


def _bare(entity_type: EntityType, joins: str, rest: str) -> str:
    """Returns a pattern for a type as a whole word; its first letter comes first, so ``re`` can skip to it fast."""
    return f"{entity_type[0]}(?<!{joins}{entity_type[0]}){rest}"


def _bare_forms(joint: str, number: str, joins: str) -> list[str]:
    return [_bare(each, joins, f"{''.join(_letters(each, joint)[1:])}{number}(?!{joins})") for each in EntityType]


def _bare_beginnings(joint: str, number: list[str], joins: str) -> list[str]:
    return [_bare(each, joins, _beginning([*_letters(each, joint)[1:], *number])) for each in EntityType]


def _at_end(alternatives: Iterable[str]) -> str:
    return "|".join(rf"{alternative}\Z" for alternative in alternatives)


def _text_forms() -> list[str]:
    types = _either("".join(_letters(each, _JOINT)) for each in EntityType)
    core = f"(?=[A-Z])(?a:{types}){_JOINT}{NUMBER}(?:[._]{NUMBER})?"
    wrapped = [f"{re.escape(opening)}({core}){re.escape(closing)}" for opening, closing, _ in _WRAPPINGS]
    return wrapped + _bare_forms(_JOINT, f"[_-]?{NUMBER}(?:[._]{NUMBER})?", r"[\w⟦⟧]")


def _text_beginnings() -> list[str]:
    types = _either("".join(_letters(each, _JOINT)) for each in EntityType)
    beginning_of_type = _either(_beginning(_letters(each, _JOINT)) for each in EntityType)
    beginning_of_number = _beginning([_JOINT, *_NUMBER_ATOMS])
    closing = _beginning_of_any(closing for _, closing, _ in _WRAPPINGS)
    alternatives = []
    for first in sorted({opening[0] for opening, _, _ in _WRAPPINGS}):
        rests = [opening[1:] for opening, _, _ in _WRAPPINGS if opening[0] == first]
        opened = f"{re.escape(first)}{_either(map(re.escape, rests))}"
        alternatives += [
            f"{re.escape(first)}{_beginning_of_any(rests)}",
            f"{opened}(?a:{beginning_of_type})",
            f"{opened}(?=[A-Z])(?a:{types}){beginning_of_number}{closing}",
        ]
    return alternatives + _bare_beginnings(_JOINT, ["[_-]?", *_NUMBER_ATOMS], r"[\w⟦⟧]")


def _name_forms() -> list[str]:
    bracketed = rf"\[{_either(EntityType)}{NUMBER}(?:\.{NUMBER})?\]"
    return [bracketed, *_bare_forms("_", f"{NUMBER}(?:_{NUMBER})?", ALPHANUMERIC)]


def _name_beginnings() -> list[str]:
    bracketed = rf"\[{_either(_beginning([*each, *_NUMBER_ATOMS]) for each in EntityType)}"
    return [bracketed, *_bare_beginnings("_", _NUMBER_ATOMS, ALPHANUMERIC)]


_VALUE_END = r"(?:\"[ \t\r\n]{0,64})?"

TEXT = Spellings(re.compile("|".join(_text_forms())), _at_end(_text_beginnings()), 64)
# Whether a number loses its quotes depends on what follows them: a colon makes it a key.
QUOTED = Spellings(TEXT.whole, _at_end([*_text_beginnings(), *(form + _VALUE_END for form in _text_forms())]), 160)
NAME = Spellings(re.compile("|".join(_name_forms())), _at_end(_name_beginnings()), 64)


def warm_up() -> None:
    """Compiles what restores answers in pieces, so that the first such answer does not wait for it."""
    for spellings in (TEXT, QUOTED, NAME):
        assert spellings.open_end
