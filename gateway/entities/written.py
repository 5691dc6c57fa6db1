"""Whether words of a text are written as a name is written.

A part of a name counts only with its capital, and not where it is an ordinary word ("Will you", "the price"). A handle
counts where handles occur ("@alee", "/home/alee"). Initials need their dots.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from gateway.entities.name_words import DOTTED, NEVER_ALONE, ORDINARY, PARTICLES
from gateway.entities.recurring import FORMS, MOST_BETWEEN, joint
from gateway.entities.wordings import Wording, WordingKind
from gateway.types import EntityType

_JOINT = re.compile(r"\s{1,2}|\.\s?|['’_+-]|,\s?")
_HANDLE_JOINTS = frozenset("._+-")
_MARKS = re.compile(r"^[\u0300-\u036f]+")
_IN_SENTENCE = re.compile(r"[^\W\d_A-Z][,;]?[ \u00a0]$")
_AFTER_TITLE = re.compile(r"\b(?:Mr|Mrs|Ms|Miss|Dr|Prof)\.?[ \u00a0]$")
_HANDLE_BEFORE = re.compile(r"[@/\\~]$|[^\W_][._]$|_$")
_HANDLE_AFTER = re.compile(r"[@_]|\.[^\W_]")


class SplitText(NamedTuple):
    """A text, its folded words, and where each of them starts and ends."""

    whole: str
    words: Sequence[str]
    starts: Sequence[int]
    ends: Sequence[int]


class Run(NamedTuple):
    """Consecutive words of a text."""

    text: SplitText
    first: int
    last: int

    @property
    def words(self) -> Sequence[str]:
        """The folded words."""
        return self.text.words[self.first : self.last]

    @property
    def start(self) -> int:
        """Where the first word starts."""
        return self.text.starts[self.first]

    @property
    def end(self) -> int:
        """Where the last word ends."""
        return self.text.ends[self.last - 1]

    @property
    def surface(self) -> str:
        """The form that the text has there."""
        return self.text.whole[self.start : self.end]

    @property
    def before(self) -> str:
        """Up to eight characters before it."""
        return self.text.whole[max(0, self.start - 8) : self.start]

    @property
    def after(self) -> str:
        """Up to two characters after it."""
        return self.text.whole[self.end : self.end + 2]

    def joints(self) -> list[str]:
        """Returns what stands between the words, without combining marks."""
        ends, starts = self.text.ends[self.first : self.last - 1], self.text.starts[self.first + 1 : self.last]
        return [_MARKS.sub("", self.text.whole[end:start]) for end, start in zip(ends, starts, strict=True)]

    def capitals(self) -> list[bool]:
        """Returns for each word whether it begins with a capital."""
        return [self.text.whole[start].isupper() for start in self.text.starts[self.first : self.last]]


def is_written(wording: Wording, run: Run) -> bool:
    """Whether these words of a text are written as this wording requires.

    >>> lee = Wording(EntityType.NAME, WordingKind.PART, ("lee",))
    >>> [is_written(lee, Run(SplitText(text, ("lee",), (0,), (3,)), 0, 1)) for text in ("Lee", "lee", "lee@x.org")]
    [True, False, True]
    """
    if wording.kind in FORMS:
        return _is_form(wording, run)
    if run.last - run.first == 1:
        return _is_written_alone(wording, run)
    joints = run.joints()
    if not all(map(_JOINT.fullmatch, joints)):
        return False
    return (
        _are_initials(wording, run, joints) if wording.kind is WordingKind.INITIALS else _is_run(wording, run, joints)
    )


def _is_form(wording: Wording, run: Run) -> bool:
    """Whether a form recurs here; a proper name in lower case needs a word that is not an ordinary one."""
    joints = run.joints()
    if any(len(between) > MOST_BETWEEN for between in joints):
        return False
    if tuple(joint(wording.entity_type, between) for between in joints) != wording.joints:
        return False
    if wording.kind is WordingKind.FORM or len(run.words) == 1 or any(run.capitals()):
        return True
    return not ORDINARY.issuperset(run.words)


def _is_written_alone(wording: Wording, run: Run) -> bool:
    surface, (word,) = run.surface, run.words
    if wording.kind is WordingKind.JOINED or word != wording.words[0]:
        return True
    if wording.kind is WordingKind.ACRONYM:
        return surface.isupper()
    if wording.kind is WordingKind.PART and surface[0].isupper():
        return word not in ORDINARY or (surface[1:].islower() and _is_named(word, run))
    return word not in ORDINARY and len(surface) > 2 and _is_handle(run)


def _is_named(word: str, run: Run) -> bool:
    """Whether an ordinary word with a capital stands where only a name has a capital."""
    return bool(_AFTER_TITLE.search(run.before)) or (word not in NEVER_ALONE and bool(_IN_SENTENCE.search(run.before)))


def _is_handle(run: Run) -> bool:
    """Whether it is part of an address, a path, a file name or an identifier in code."""
    return bool(_HANDLE_BEFORE.search(run.before) or _HANDLE_AFTER.match(run.after))


def _are_initials(wording: Wording, run: Run, joints: Sequence[str]) -> bool:
    has_dots = run.after.startswith(".") and all(joint.startswith(".") for joint in joints)
    return has_dots and run.surface.isupper() and "".join(wording.words) not in DOTTED


def _is_run(wording: Wording, run: Run, joints: Sequence[str]) -> bool:
    is_joined = _HANDLE_JOINTS.issuperset(joints)
    has_comma = joints[0].startswith(",")
    if has_comma != (wording.kind is WordingKind.SWAPPED and not is_joined) or any(
        "," in joint for joint in joints[1:]
    ):
        return False
    has_capitals = _has_capitals(run)
    has_initial = any(len(word) == 1 for word in run.words)
    is_distinctive = any(len(word) > 1 and word not in ORDINARY for word in run.words)
    if is_joined:
        return has_capitals or is_distinctive
    if wording.kind is WordingKind.PART or has_initial or has_comma:
        return has_capitals and (is_distinctive or any(joint.startswith(".") for joint in joints))
    return has_capitals or (is_distinctive and wording.entity_type is not EntityType.AFFILIATION)


def _has_capitals(run: Run) -> bool:
    """Whether every word but particles has a capital: "Ann van der Berg"."""
    capitals = run.capitals()
    return capitals[-1] and all(capital or word in PARTICLES for word, capital in zip(run.words, capitals, strict=True))
