"""The model's features of words, gaps and lines; training and run time share them."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Callable, Iterator
from string import ascii_lowercase
from typing import Final, NamedTuple

from gateway.detection.names.lexicon import CLASS_BITS, FREQUENCY_SHIFT, Lexicon, WordClass

REACH: Final = 2  # words on either side that influence the decision on a word
OFFSETS: Final = 2 * REACH + 1

SHAPES: Final = (
    "lower", "Title", "CAPS", "X", "x", "camelCase", "MixedCase", "1", "12", "123", "1234", "12345", "123456+",
    "1st", "A1", "1:00", "1.0", "1,000", "1/2", "1/2/2000", "1-2", "1:00pm", "A.B.", "a.b.", "other", "none",
)  # fmt: skip
# The kind of a word is its first class in this order.
KIND_CLASSES: Final = (
    WordClass.MONTH, WordClass.DAY, WordClass.TITLE, WordClass.COUNTRY, WordClass.REGION, WordClass.NATIONALITY,
    WordClass.NUMBER, WordClass.STREET, WordClass.ORGANISATION, WordClass.OCCUPATION, WordClass.RELIGION,
    WordClass.HEALTH, WordClass.KIN, WordClass.STUDY, WordClass.PERIOD, WordClass.BRAND, WordClass.FOREIGN,
)  # fmt: skip
# Plain numbers, because operations on flags are slow: they took most of the time for a new word.
_KIND_BITS: Final = tuple(map(int, KIND_CLASSES))
_CLASSES: Final = tuple((int(each), each.name) for each in WordClass)
_NAME_BITS: Final = int(WordClass.FIRST_NAME | WordClass.LAST_NAME)
_CITY_BIT: Final = int(WordClass.CITY)
GROUPS: Final = 2 * len(KIND_CLASSES)  # groups below this number come from one class
KINDS: Final = 3 * (len(KIND_CLASSES) + 12) + len(SHAPES)

GAPS: Final = (
    "start", "end", "blank line", "line", "bullet", "sentence", "comma", "colon", "open", "close", "quote", "space",
    "wide", "-", "dash", "/", "@", "'", ".", "_", "#", "$", "&", "code", "other",
)  # fmt: skip
_GAP_RULES: Final = tuple(
    (name, re.compile(rule))
    for name, rule in (
        ("start", r"\x02"),
        ("end", r"[^\x03]*\x03"),
        ("space", r" $"),
        ("bullet", r"[^\w]*\n\s*[-*•>#]"),
        ("blank line", r"[^\w]*\n\s*\n"),
        ("line", r"[^\w]*\n"),
        ("code", r".*(?:[={}\[\]<>\\|`;%+~^]|\(\)|::|->|//)"),
        ("#", r".*#$"),
        ("$", r".*[$€£¥₹]\s?$"),
        ("@", r".*@$"),
        ("sentence", r"[\"'’”)]*[.!?…]+[\"'’”)]*\s"),
        ("comma", r"[\"'’”)]*,"),
        ("colon", r"[^\w]*:"),
        ("open", r".*\($"),
        ("close", r"\)"),
        ("quote", r".*[\"“”«»„]|\s['‘’]$|['‘’]\s$"),
        ("wide", r"\s+$"),
        ("-", r"[-‐‑]$"),
        ("dash", r"\s*[-–—]+\s*$"),
        ("/", r"\s?/\s?$"),
        ("'", r"['’]$"),
        (".", r"\.\s?$"),
        ("&", r"\s?&\s?$"),
        ("other", r""),
    )
)
_CASED: Final = frozenset({"lower", "x", "CAPS", "X", "Title", "MixedCase", "camelCase", "A.B.", "a.b."})
_CODE_START: Final = re.compile(
    r"\s*(?:(?:async\s+)?(?:def|class|if|elif|else|for|while|function|switch|case|with|try|except)\b.*[:{(,]\s*$"
    r"|(?:from\s+[\w.]+\s+)?import\s+[\w.*, (]+;?\s*$|(?:const|let|var|public|private|static|void|int)\s+\w+.*[=;({]"
    r"|(?:SELECT|INSERT|UPDATE|CREATE|ALTER)\s.*|@\w[\w.]*(?:\(.*)?\s*$|//\s|/\*|#include|#!/|[\])}]+[,;]?\s*$)"
)
# Each sign begins with a punctuation mark of its own, no set of them: then a search skips to these.
_CODE_SIGN: Final = re.compile(
    r";\s*$|{\s*$|}\s*$|\\\s*$|==|!=|=>|->|=(?<=[\w\]]\s=)\s\S|::(?<=\w::)\w|\.(?<=\w\.)\w+\(|\[(?<=\w\[)\w+\]|</?\w+>"
    r"|\((?<=\w\()[^()]*\)\s*[:;{,]\s*$|\"\s*:\s*[\"\d{\[]"
)
_LONG_LINE: Final = 12  # words
_MOSTLY: Final = 0.75
_AROUND_WORDS: Final = ",.;:!?()'\"“”’"
_SNAKE_CASE: Final = re.compile(r"(?<![\w@/.#-])[A-Za-z]\w*_\w")
_NUMBERS: Final = tuple(
    (name, re.compile(rule, re.IGNORECASE))
    for name, rule in (
        ("1st", r"\d+(?:st|nd|rd|th)"),
        ("1:00", r"\d\d?:\d\d(?::\d\d(?:\.\d+)?)?"),
        ("1:00pm", r"\d\d?(?:[:.]\d\d)?(?:[ap]m|h|hrs?)"),
        ("1,000", r"\d{1,3}(?:,\d{3})+(?:\.\d+)?"),
        ("1.0", r"\d+[.,]\d+"),
        ("1/2", r"\d\d?/\d\d?"),
        ("1/2/2000", r"\d\d?([-/.])\d\d?\1(?:\d\d){1,2}|\d{4}([-/.])\d\d?\2\d\d?(?:t.*)?"),
        ("1-2", r"\d+(?:-\d+)+"),
    )
)
_DIGITS: Final = re.compile(r"\d+")
_SIZES: Final = (1, 2, 3, 6, 10, 13, 18, 24, 25, 32, 60, 61, 100, 101, 120, 366, 1000, 1900, 1950, 1990, 2010, 2031)
LINES: Final = ("prose", "code", "no capitals", "capitals", "titles", "short")
_CODE: Final = LINES.index("code")


class Described(NamedTuple):
    """What a model sees of a word: its kind, below ``KINDS``, and its features."""

    kind: int
    features: list[str]


Describe = Callable[[str, Lexicon], Described]
"""Returns what a model sees of a word, given the lists."""


def describe(form: str, lexicon: Lexicon) -> Described:
    """Returns what the model for scripts with letter case sees of a word."""
    cased, entry = shape(form), lexicon.entry(lowered(form))
    return Described(kind(cased, entry), own_features(form, cased, entry))


def shape(form: str) -> str:
    """Returns the shape of a word: its casing and digits.

    >>> [shape(form) for form in ("Ann", "ann", "NATO", "iPhone", "McDonald", "2nd", "B12", "1999", "J")]
    ['Title', 'lower', 'CAPS', 'camelCase', 'MixedCase', '1st', 'A1', '1234', 'X']
    """
    if form.isdigit():
        return "123456+" if len(form) > 5 else "12345"[: len(form)]
    if not form.isalpha():
        return _mixed(form)
    if form.islower():
        return "lower" if len(form) > 1 else "x"
    if len(form) == 1:
        return "X" if form.isupper() else "other"
    if form.isupper():
        return "CAPS"
    return "Title" if form.istitle() else _cased(form)


def _mixed(form: str) -> str:
    if form[-1] == ".":
        return "a.b." if form.islower() else "A.B."
    letters = form.replace("'", "").replace("’", "")
    if letters.isalpha():
        return "lower" if letters.islower() else "CAPS" if letters.isupper() else "Title"
    if form[0].isdigit():
        return next((name for name, rule in _NUMBERS if rule.fullmatch(form)), "A1")
    return "A1" if any(map(str.isdigit, form)) else "other"


def _cased(form: str) -> str:
    if form[0].islower():
        return "camelCase"
    return "MixedCase" if form[0].isupper() else "other"


def lowered(form: str) -> str:
    """Returns the form of a word in the lists.

    >>> lowered("U.S."), lowered("_Ann")
    ('u.s', 'ann')
    """
    return form.strip("_.").lower()


def frequency(entry: int) -> int:
    """Returns the frequency in a word's lexicon entry, in half steps of the Zipf scale; 0 if it is not listed.

    >>> frequency(12 << FREQUENCY_SHIFT)
    12
    """
    return entry >> FREQUENCY_SHIFT


def kind(cased: str, entry: int) -> int:
    """Returns a coarse class of a word, below ``KINDS``, from its shape and its lists; joint features combine these.

    >>> kind("Title", WordClass.MONTH) == kind("lower", WordClass.MONTH), kind("Title", 0) == kind("MixedCase", 0)
    (False, True)
    """
    casing = 0 if cased in ("lower", "x", "a.b.") else 2 if cased in ("CAPS", "X", "A.B.") else 1
    if cased not in _CASED:
        return 3 * (len(KIND_CLASSES) + 12) + SHAPES.index(cased)
    return 3 * group(entry) + casing


def group(entry: int) -> int:
    """Returns a coarse class of a word from its lists; all kinds of words in letters are these, three times."""
    for index, bit in enumerate(_KIND_BITS):
        if entry & bit:
            return index
    listed = frequency(entry)
    band = 0 if listed == 0 else 1 if listed < 8 else 2
    name = bool(entry & _NAME_BITS) + 2 * bool(entry & _CITY_BIT)
    return len(KIND_CLASSES) + 3 * name + band


def own_features(form: str, cased: str, entry: int) -> list[str]:
    """Returns the features of a word of this shape. Training drops ``word …`` if no public frequency list has the word.

    >>> own_features("Ann", "Title", int(WordClass.FIRST_NAME))[2:5], own_features("7pm", "1:00pm", 0)[3:]
    (['length 3', 'prefix ann', 'suffix ann'], ['unit pm', 'size 4', 'century 0', 'word 7pm'])
    """
    lower, listed = lowered(form), frequency(entry)
    features = [f"shape {cased}", f"kind {kind(cased, entry)}", f"length {min(len(lower), 12)}"]
    if form[0].isdigit():
        return [*features, *_of_number(lower), f"word {lower}"]
    features += [f"prefix {lower[:3]}", f"suffix {lower[-3:]}", f"suffix {lower[-2:]}"]
    features += [f"frequency {listed}", f"frequency {listed} {cased}", f"classes {entry & CLASS_BITS}"]
    classes = [name for bit, name in _CLASSES if entry & bit]
    features += [f"{name} {cased}" for name in classes]
    features += [f"class {name}" for name in classes]
    return [*features, f"word {lower}", f"word {lower} {cased}"]


def _of_number(lower: str) -> Iterator[str]:
    """Yields features of a number's magnitude and of the letters after it."""
    digits = _DIGITS.match(lower)
    if digits is None:
        return
    yield f"unit {lower[len(lower.rstrip(ascii_lowercase)) :][:3]}"
    if len(digits[0]) < 5:
        number = int(digits[0])
        yield f"size {bisect(_SIZES, number)}"
        yield f"century {number // 100 if number > 999 else 0}"


def gap_kind(gap: str) -> int:
    """Returns the index in ``GAPS`` of the kind of gap between two words.

    >>> [GAPS[gap_kind(gap)] for gap in (" ", ", ", ". ", "\\n\\n", " = ", "-", "")]
    ['space', 'comma', 'sentence', 'blank line', 'code', '-', 'other']
    """
    head = gap[:40]
    return next(GAPS.index(name) for name, rule in _GAP_RULES if rule.match(head))


def _has_sign_of_code(line: str) -> bool:
    return bool(_CODE_SIGN.search(line) or ("_" in line and _SNAKE_CASE.search(line)))


def _is_of_words(line: str) -> bool:
    """Returns whether a line is long and nearly all words, in spite of a sign of code."""
    words = line.split()
    if len(words) < _LONG_LINE:
        return False
    plain = sum(word.strip(_AROUND_WORDS).isalpha() for word in words)
    return plain >= _MOSTLY * len(words)


def line_kind(line: str) -> int:
    """Returns the index in ``LINES`` of the kind of a line.

    A long line of words with a sign of code or two is none: chats name handles, notes write "gp = Larkhill".

    >>> [LINES[line_kind(line)] for line in ("x = f(1);", "hi there my friend", "Ask Ann where it is.", "TO ALL WHO")]
    ['code', 'no capitals', 'prose', 'capitals']
    """
    head = line[:400]
    if _CODE_START.match(head) or (_has_sign_of_code(head) and not _is_of_words(head)):
        return _CODE
    if head == head.lower():
        return LINES.index("no capitals")
    if head == head.upper():
        return LINES.index("capitals")
    words = head.split()
    if len(words) < 5:
        return LINES.index("short")
    capitals = [word for word in words if word[0].isupper()]
    return LINES.index("titles" if len(capitals) > 0.6 * len(words) else "prose")
