"""Telephone numbers: international, as several countries group them, beside a word for telephone, and bare.

Up to three characters may separate two groups of digits. Bare numbers count from ten digits on (North American numbers,
or national ones with the leading zero); shorter ones need a word for telephone before them.
"""

from typing import Final

from gateway.detection import phones
from gateway.detection.characters import DASHES, DIGITS, FIRST_DIGIT, SPACES
from gateway.detection.recognizer import Pattern, whole_if
from gateway.types import EntityType

_GAP: Final = f"[{SPACES}./{DASHES}]{{1,3}}+"
_NARROW: Final = f"[{SPACES}./{DASHES}]{{0,3}}+"
_LOOSE_GAP: Final = f"[{SPACES}./(){DASHES}]{{0,4}}+"
_EXTENSION: Final = f"(?:[{SPACES},;]{{0,2}}+(?:[eE]xt(?:ension)?|[xX]|#)[.:{SPACES}]{{0,2}}+\\d{{1,6}})?+"
_DIGIT: Final = f"[{DIGITS}]"
_SOME_GAP: Final = f"[{SPACES}./{DASHES}]{{1,3}}"
_ANY_GAP: Final = f"[{SPACES}./(){DASHES}]{{0,4}}"
_ALONE: Final = "(?!\\d)"
_NEW: Final = "(?<!\\d\\d)"
_WORDS: Final = (
    "phone|tele?fon|\\btel|mobile|\\bmob\\b|\\bcell|fax|whats ?app|\\bsms\\b|\\btext (?:me|us|him|her|them|message)"
    "|messages? (?:to|on)|\\bdial|\\bcall|\\bring\\b|\\bcontact\\b|\\breach|\\bmy number|handy|móvil|celular|portable"
    "|电话|手机|電話|携帯|फ़ोन|मोबाइल|هاتف|телефон"
)

PATTERNS: Final = (
    Pattern(
        name="phone_international",
        entity_type=EntityType.PHONE_NUMBER,
        expression=(f"(?:\\+|＋|%2B|0(?<!\\d0)(?:0|11{_GAP})){_LOOSE_GAP}[1-9](?:{_LOOSE_GAP}\\d){{6,14}}{_ALONE}"),
        score=0.9,
        judge=phones.international,
        prefilter=f"(?:\\+|＋|%2B|0(?:0|11)){_ANY_GAP}[1-9](?:{_ANY_GAP}{_DIGIT}){{4}}",
    ),
    Pattern(
        name="phone_north_american",
        entity_type=EntityType.PHONE_NUMBER,
        expression=(
            f"[({DIGITS}]{_NEW}(?:(?<=[18]){_GAP}\\(?\\d{{3}}\\)?{_NARROW}|(?<=\\()\\d{{3}}\\){_NARROW}|"
            f"(?<=\\d)\\d{{2}}{_GAP})"
            f"\\d{{3}}{_GAP}\\d{{4}}{_ALONE}{_EXTENSION}"
        ),
        score=0.8,
        prefilter=f"{_DIGIT}{{3}}\\)?{_ANY_GAP}{_DIGIT}{{3}}{_SOME_GAP}{_DIGIT}{{4}}",
    ),
    Pattern(
        name="phone_north_american_local",
        entity_type=EntityType.PHONE_NUMBER,
        expression=(
            f"{FIRST_DIGIT}(?<!\\d[./{DASHES}]\\d)\\d{{2}}[{DASHES}]\\d{{4}}{_ALONE}(?![{DASHES}/]\\d){_EXTENSION}"
        ),
        score=0.5,
        prefilter=f"{_DIGIT}{{3}}[{DASHES}]{_DIGIT}{{4}}",
    ),
    Pattern(
        name="phone_national",
        entity_type=EntityType.PHONE_NUMBER,
        expression=(
            f"0{_NEW}(?:[1-9](?:{_GAP}\\d\\d){{4}}{_ALONE}"
            f"|[1-9]\\d{{0,3}}\\)?{_GAP}\\d{{3,4}}{_GAP}\\d{{3,4}}{_ALONE}"
            f"|[1-9]\\d{{1,3}}\\)?{_GAP}\\d{{4,8}}(?:-\\d{{1,4}})?{_ALONE}"
            f"|[1-9]\\d{{0,3}}\\)?(?:{_GAP}\\d{{2,4}}){{2,4}}{_ALONE})"
        ),
        score=0.7,
        judge=whole_if(phones.is_long_enough),
        prefilter=f"0[1-9]{_DIGIT}{{0,3}}\\)?{_SOME_GAP}{_DIGIT}{{2}}",
    ),
    Pattern(
        name="phone_area_code",
        entity_type=EntityType.PHONE_NUMBER,
        expression=(
            f"[(18]{_NEW}(?:(?<=\\()|{_GAP}\\()(?!(?:19|20)\\d\\d\\))0?\\d{{2,4}}\\){_NARROW}\\d{{2,8}}"
            f"(?:{_GAP}\\d{{2,4}}){{0,3}}{_ALONE}"
        ),
        score=0.7,
        judge=whole_if(phones.is_long_enough),
        prefilter=f"\\({_DIGIT}{{2,5}}\\){_ANY_GAP}{_DIGIT}{{2}}",
    ),
    Pattern(
        name="phone_mobile",
        entity_type=EntityType.PHONE_NUMBER,
        expression=f"[16-9]{_NEW}(?:(?<=1)[3-9]\\d{_GAP}\\d{{4}}{_GAP}\\d{{4}}|(?<!1)\\d{{4}}{_GAP}\\d{{5}}){_ALONE}",
        score=0.6,
        prefilter=(
            f"{_DIGIT}{{3}}{_SOME_GAP}{_DIGIT}{{4}}{_SOME_GAP}{_DIGIT}{{4}}|{_DIGIT}{{5}}{_SOME_GAP}{_DIGIT}{{5}}"
        ),
    ),
    Pattern(
        name="phone_in_threes",
        entity_type=EntityType.PHONE_NUMBER,
        expression=f"[25-9]{_NEW}\\d\\d{_GAP}\\d{{3}}{_GAP}\\d{{3}}{_ALONE}",
        score=0.5,
        judge=whole_if(phones.in_threes),
        prefilter=f"{_DIGIT}{{3}}{_SOME_GAP}{_DIGIT}{{3}}{_SOME_GAP}{_DIGIT}{{3}}",
    ),
    Pattern(
        name="phone_bare",
        entity_type=EntityType.PHONE_NUMBER,
        expression=(
            f"[0-9]{_NEW}(?:(?<=[2-9])(?<!\\d\\.\\d)\\d{{9}}|(?<=0)[1-9]\\d{{8,9}}|"
            f"(?<=1)[2-9]\\d{{9}}){_ALONE}{_EXTENSION}"
        ),
        score=0.6,
        prefilter=f"{_DIGIT}{{10}}",
    ),
    Pattern(
        name="phone_without_plus",
        entity_type=EntityType.PHONE_NUMBER,
        expression=f"{FIRST_DIGIT}\\d{{10,14}}{_ALONE}",
        score=0.6,
        judge=whole_if(phones.without_plus),
        prefilter=f"{_DIGIT}{{11}}",
    ),
    Pattern(
        name="phone_labelled",
        entity_type=EntityType.PHONE_NUMBER,
        expression=f"{FIRST_DIGIT}(?:{_LOOSE_GAP}\\d){{6,14}}{_ALONE}{_EXTENSION}",
        score=0.85,
        judge=whole_if(phones.is_dialled),
        context=_WORDS,
        prefilter=f"{_DIGIT}(?:{_ANY_GAP}{_DIGIT}){{6}}",
    ),
)
