"""Streets and houses by the word for them in Russian, Ukrainian, Turkish, Greek, Hebrew, Arabic, Hindi and Bengali."""

from __future__ import annotations

from typing import Final

from gateway.detection.address_parts import CAPITALISED, DIGIT, INDIAN
from gateway.detection.recognizer import Pattern
from gateway.types import EntityType

_NUMBER: Final = rf"{DIGIT}{{1,5}}(?:[/-]{DIGIT}{{1,4}}){{0,2}}(?:[ -]?[^\W\d_](?!\w))?(?!\w|[.,]{DIGIT}|[%])"

_CYRILLIC: Final = (
    "ул\\.|улиц[аеыу]|вул\\.|вулиц[яіюе]|пр-т|пр-кт|просп\\.|проспект|пер\\.|переул|пров\\.|провул|б-р|бульвар|наб\\."
    "|набережн|шоссе|тупик|проезд|аллея|алея|мкр|микрорайон|мікрорайон|пос\\.|посел|посёл|пл\\.|площад|ш\\."
)
_CYRILLIC_NAME: Final = (
    f"(?:{DIGIT}{{1,2}}(?:-[а-яі]{{1,2}})? )?{CAPITALISED}(?:[ -][А-ЯЁІЇЄҐа-яёіїєґ'’]{{2,15}}\\.?){{0,2}}"
)
_HOUSE: Final = "(?:(?:д|дом|буд|будинок|уч|участок|вл|влад|зд)\\.? ?)?"

_TURKISH: Final = (
    "Mahallesi|Mah|Mh|Sokağı|Sokak|Sok|Sk|Caddesi|Cadde|Cad|Cd|Bulvarı|Blv|Sitesi|Apartmanı|Apt|MAHALLESİ|SOKAK|CADDESİ"
)
_TURKISH_NAME: Final = f"(?:{CAPITALISED}|[0-9]{{1,5}}\\.)"

_GREEK: Final = "[οΟ]δό[ςν]?|[οΟ]δού|ΟΔΟΣ|[λΛ]εωφ\\.|[λΛ]εωφόρο[ςυ]?|[πΠ]λατεία[ς]?|[πΠ]λ\\.|[πΠ]άροδο[ςυ]?"
_WORD: Final = f"{INDIAN}{{2,14}}"
_COUNTING: Final = "(?: ?(?:नं\\.?|नंबर|संख्या|सं\\.?|নং|নম্বর))"
_HINDI_HOMES: Final = "मकान|फ़्लैट|फ्लैट|फ़्लैट|कमरा|प्लॉट|हाउस"
_BENGALI_HOMES: Final = "বাসা|বাড়ি|বাড়ি|ফ্ল্যাট|হোল্ডিং|প্লট"
_DISTRICTS: Final = "वार्ड|पोस्ट|डाकघर|तहसील|जिला|ज़िला|थाना|ডাকঘর|থানা|জেলা|উপজেলা|ওয়ার্ড|ওয়ার্ড|পোস্ট"
_VILLAGES: Final = "ग्राम|गाँव|गांव|मोहल्ला|গ্রাম"

_HEBREW: Final = "רחוב|רח['׳]|שדרות|שד['׳]|סמטת|(?:שכונת|מגדל)(?=[^,\n]{1,28},? (?:בית|דירה))"
_HEBREW_WORD: Final = "[א-ת'\"״׳]{2,14}"

PATTERNS: Final = (
    Pattern(
        name="street_cyrillic",
        entity_type=EntityType.ADDRESS,
        expression=rf"(?<![\w-])(?:{_CYRILLIC})[а-яіїєё]{{0,6}}\.? ?{_CYRILLIC_NAME},? ?{_HOUSE}{_NUMBER}",
        score=0.8,
        prefilter=f"(?:{_CYRILLIC})",
    ),
    Pattern(
        name="street_turkish",
        entity_type=EntityType.ADDRESS,
        expression=(
            rf"(?<!\w){_TURKISH_NAME}(?: {_TURKISH_NAME}){{0,2}} (?:{_TURKISH})(?!\w)\.?,? ?(?:"
            rf"(?:No|Numara|NO|no)[.:]? ?:?|(?<=[.ıi] )(?=[0-9]{{1,4}}(?:/[0-9A-Z]{{1,3}})?(?:[ ,;\n]|$))){_NUMBER}"
        ),
        score=0.8,
        prefilter=f" (?:{_TURKISH})[ .,]",
    ),
    Pattern(
        name="street_greek",
        entity_type=EntityType.ADDRESS,
        expression=rf"(?<!\w)(?:{_GREEK}) ?{CAPITALISED}(?: {CAPITALISED}){{0,2}},? (?:αρ\.? ?)?{_NUMBER}",
        score=0.8,
        prefilter=f"(?:{_GREEK}) ?[Α-ΩΆΈ-Ώ]",
    ),
    Pattern(
        name="house_indian",
        entity_type=EntityType.ADDRESS,
        expression=(
            rf"(?<!{INDIAN})(?:(?:{_HINDI_HOMES}|{_BENGALI_HOMES})(?:{_COUNTING}[ :]{{0,2}}"
            rf"|[ :]{{1,2}}(?=[^\s,]{{1,8}},))"
            rf"(?:[A-Z]|{INDIAN}{{1,3}})?[ -]?{DIGIT}{{1,5}}(?:[/-](?:{DIGIT}{{1,4}}|{INDIAN}{{1,2}}))?"
            rf"(?!{INDIAN}|{DIGIT})"
            rf"|(?:{_VILLAGES})(?: (?:व )?पोस्ट)? {_WORD}, ?(?:{_DISTRICTS}) (?:{_WORD}|{DIGIT}{{1,3}}))"
        ),
        score=0.7,
        prefilter=f"{_HINDI_HOMES}|{_BENGALI_HOMES}|(?:{_VILLAGES}) ",
    ),
    Pattern(
        name="street_hebrew",
        entity_type=EntityType.ADDRESS,
        expression=(
            rf"(?<!\w)[בלמהו]{{0,2}}(?P<value>(?:{_HEBREW}) {_HEBREW_WORD}(?: {_HEBREW_WORD})?,? ?"
            rf"(?:(?:בית|דירה|בניין) )?{_NUMBER}|(?:ת\"ד|ת״ד|ת\.ד\.) ?{_NUMBER})"
        ),
        score=0.75,
        prefilter="רחוב|רח'|רח׳|שדרות|שד'|סמטת|שכונת|מגדל|ת\"ד|ת״ד|ת\\.ד",
    ),
    Pattern(
        name="street_arabic",
        entity_type=EntityType.ADDRESS,
        expression=(
            rf"(?<!\w)(?:(?:شارع|طريق|زقاق|حي|برج|مجمع) (?:[ء-ي]{{2,14}}(?: [ء-ي]{{2,14}}){{0,2}}|{DIGIT}{{1,4}})[،,] ?"
            rf"(?:[ء-ي]{{2,8}} [ء-ي]{{2,12}}[،,] ?)?(?:عمارة|بناية|مبنى|منزل|شقة|فيلا|مكتب|بيت|طريق|شارع)"
            rf" (?:رقم )?{_NUMBER}"
            rf"|(?:ص\.? ?ب\.?|صندوق بريد) ?:?{_NUMBER})"
        ),
        score=0.75,
        prefilter="شارع|طريق|زقاق|حي |برج|مجمع|ص\\. ?ب|ص ب|صندوق بريد",
    ),
)
