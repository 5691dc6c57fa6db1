"""Ages that English speakers write in words or loosely: "eleven and a half", "in her late thirties", "8 mo"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from gateway.detection.patterns.english_ages import (
    AFTER,
    AFTER_LIST,
    BEHIND,
    FIGURES,
    IS,
    KIN,
    NEARLY,
    NUMBER,
    RELATIVE,
    SHAPE,
    START,
    SUBJECT,
    TENTHS,
    WHEN_IN_TEN,
    WHOSE,
    WORD,
)
from gateway.detection.patterns.english_patterns import in_english
from gateway.detection.patterns.english_words import CARDINALS, HIGHER_ORDINALS, NUMBERED, ORDINALS, TENS
from gateway.detection.recognizer import Extent, Judge, Pattern, whole
from gateway.types import EntityType

_UNITS: Final = "(?:wks?|mths?|mos?|yrs?|months|weeks|days|years)"
_IN_UNITS: Final = "(?:mo|m/o|mos|mths?|months?|wks?|w/o|weeks?|d/o|days?|yo?|yrs?)(?: old)?"
_CHILD: Final = "old|baby|boy|girl|infant|male|female|son|daughter|child|kid|toddler"


def _words(phrase: str) -> Iterator[Extent]:
    """Yields the extent of each number of a phrase; a judge."""
    return (match.span() for match in re.finditer(f"(?i:\\b(?:{CARDINALS})\\b)|[0-9]+", phrase))


def _age(
    name: str, expression: str, prefilter: str, score: float = 0.7, *, judge: Judge = whole, context: str = ""
) -> Pattern:
    return in_english(
        name, expression, prefilter, score, entity_type=EntityType.AGE, start=START, judge=judge, context=context
    )


PATTERNS: Final = (
    _age(
        "age_by_tens",
        f"in {WHOSE} {WHEN_IN_TEN}?{TENTHS}|{WHOSE} {WHEN_IN_TEN}{TENTHS}",
        f"{WHOSE} (?:very |early|mid|late|{TENTHS})",
    ),
    _age(
        "age_by_tens_of_whom",
        f"(?:in )?{WHEN_IN_TEN}{TENTHS}",
        f"(?:early|mid|late)[ -](?:to[ -](?:mid|late)[ -])?{TENTHS}",
        context=f"\\b(?:{KIN}|man|woman|male|female|guy|lady|person|people|couple|gentleman|someone|lad|nurse|i['’]m"
        f"|he['’]s|she['’]s"
        "|he is|she is|i am|looks|looked|aged?)\\b[^.\\n]{0,20}$",
    ),
    _age(
        "age_roughly",
        f"(?:{TENS}|[2-9]0)[ -]?something|(?:quinquagen|sexagen|septuagen|octogen|nonagen|centen)arian",
        "(?:ty|0)[ -]?something|genarian|centenarian",
        0.6,
    ),
    _age(
        "age_of_subject",
        f"{SUBJECT}{IS}{NEARLY} (?P<value>(?!one\\b(?! h)){NUMBER}){AFTER}",
        f"(?:['’](?:m|s|re|ll be)|im|is|am|was|are|were|be|looks|only|just)(?: [a-z]+){{0,3}} {SHAPE}{BEHIND}",
    ),
    _age(
        "age_and_half",
        f"(?:(?<=, )|(?<=\\()|(?<=is )|(?<=['’]s )|(?<=was )|(?<=aged )|(?<=at ))(?P<value>(?:{WORD}"
        f"|{FIGURES} and (?:a )?half)){AFTER}",
        f"(?:{CARDINALS}|[0-9]) and (?:a )?half",
    ),
    _age(
        "age_reached",
        f"{SUBJECT}(?: (?:just|recently|will be|will|is|are|was|have|has|about to|['’]ll)){{0,3}} (?:turns?"
        f"|turned|turning|reached|hits?) "
        f"(?P<value>{NUMBER}){AFTER}",
        f"(?:turn|turns|turned|turning|reached|hits?) {SHAPE}",
    ),
    _age(
        "age_then",
        f"(?:when|since|until|till|before|by the time|while) (?:i|he|she|we|they|{RELATIVE}|(?-i:[A-Z][a-z]{{1,20}})) "
        f"(?:was|were|turned|am|is|are)(?: (?:about|only|just|like|around|barely|almost"
        f"|nearly))? (?P<value>{NUMBER}){AFTER}",
        f"(?:was|were|turned|am|is|are)(?: [a-z]+)? {SHAPE}{BEHIND}",
    ),
    _age(
        "age_at",
        f"(?:at|by)(?: (?:the )?(?:age|ages)(?: of)?| just| only| around| about)? (?P<value>(?:{TENS})-(?:one"
        f"|two|three|four|five|six|seven|eight"
        f"|nine)|(?:thir|four|fif|six|seven|eigh|nine)teen|thirty|forty|fifty|sixty|seventy|eighty|ninety){AFTER}",
        f"(?:at|by|of|ages?|just|only|around|about) (?:{TENS}|[a-z]+teen)",
        0.5,
    ),
    _age(
        "birthday",
        f"(?P<value>{ORDINALS}|{HIGHER_ORDINALS}|[0-9]{{0,2}}{NUMBERED[6:]})(?= (?:birthday|bday|b-day"
        f"|b['’]day|surprise birthday))",
        "(?:st|nd|rd|th) (?:birthday|bday|b-day|b['’]day|surprise)",
    ),
    _age(
        "birthday_by_number",
        f"(?:{WHOSE}|[a-z]{{2,15}}['’]s) (?:big )?(?P<value>(?:18|21|[3-9]0|[2-9]5|100)(?:th|st)"
        f"|{HIGHER_ORDINALS}|(?:eighteen|twentie|thirtie)th"
        "|twenty-first)(?=[.,!?]| (?:is|in|on|next|this|party|bash|do|coming|weekend)\\b)",
        f"[s mryi] (?:big )?(?:[0-9]{{1,2}}[05]th|(?:18|[3-9]0|[2-9]5|100)th|21st|{HIGHER_ORDINALS}"
        f"|(?:eighteen|twentie|thirtie)th|twenty-first)",
    ),
    _age(
        "age_in_list",
        f"(?:(?:aged|ages)|(?:kids|children|sons|daughters|boys|girls|twins|grandkids|grandchildren|nieces"
        f"|nephews)(?:,| are)? ?\\(?(?:aged|ages)?) ?"
        f"(?P<value>(?:{CARDINALS}|{FIGURES})(?:, (?:{CARDINALS}|{FIGURES}))*,? (?:and|&) (?:{CARDINALS}"
        f"|{FIGURES})){AFTER_LIST}",
        f"(?:aged?|ages|kids|children|sons|daughters|boys|girls|twins|nieces|nephews)(?:,| are)? ?\\(?(?:aged"
        f"|ages)? ?(?:{CARDINALS}|[0-9])",
        judge=_words,
    ),
    _age(
        "age_of_infant",
        f"{FIGURES} ?{_IN_UNITS}(?= (?:{_CHILD}|[mf]\\b)|(?<=m/o|w/o|d/o|y/o)[,)]|(?<=[0-9 ](?:mo|yo))[,)])"
        f"|{NUMBER} {_UNITS}[ -]old",
        f"[0-9] ?{_IN_UNITS}(?:[,)]| (?:{_CHILD}|[mf]))|{_UNITS}[ -]old",
        0.6,
    ),
    _age(
        "age_of_subject_in_units",
        f"{SUBJECT}{IS}{NEARLY} (?P<value>{NUMBER} ?(?:mo|mos|mths?|months|wks?|weeks|yrs?|years|yo))"
        f"(?=[.,;!?](?!\\w)|[ \\t]{{0,3}}(?:$|\\n)| (?:and (?:not|still|has|is|he|she|can|won|does|already)|but"
        f"|old|now|today|so))",
        f"(?:['’](?:m|s|re)|is|was|are)(?: [a-z]+){{0,3}} {SHAPE} ?(?:mo|mth|wk|week|yr|year|yo)",
        0.6,
    ),
    _age(
        "age_and_sex_of_writer",
        "(?:i['’]?m|i am|me|my (?:bf|gf|husband|wife|boyfriend|girlfriend|partner|sister|brother|mum|mom|dad"
        "|friend|ex|boss)) \\(?"
        "(?P<value>[1-9][0-9] ?[mfx]|[mf] ?[1-9][0-9])",
        "(?:m|e|[a-z]) \\(?(?:[1-9][0-9] ?[mfx]|[mf] ?[1-9][0-9])",
    ),
    _age(
        "age_beside_sex",
        "(?:he/him|she/her|they/them|non-?binary|male|female|trans|cis|man|woman|boy|girl|m"
        "|f)[,;]? (?P<value>[1-9][0-9])(?=[,;)])",
        "(?:him|her|them|binary|male|female|trans|cis|man|woman|boy|girl|[mf])[,;]? [1-9][0-9][,;)]",
    ),
    _age(
        "age_after_name",
        "(?-i:[A-Z][a-z]{1,20} (?:[A-Z]\\. )?(?:Mc"
        "|O['’])?[A-Z][a-z]{1,20}(?:-[A-Z][a-z]{1,20})?), (?P<value>[1-9][0-9])"
        "(?=, (?:of|from|a|an|who|was|is|has|had|and|said|lives|with|currently|[a-z]+ed|[a-z]+ing)\\b"
        "|\\.(?: (?-i:[A-Z])|[ \\t]{0,3}(?:$|\\n))|[ \\t]{0,3}(?:$|\\n)| (?:from|of)\\b)",
        "[a-z], [1-9][0-9]",
        0.5,
    ),
    _age(
        "age_when_it_happened",
        f"(?:1[1-9]|[2-8][0-9]|(?:{TENS})(?:-[a-z]{{3,5}})?|(?:thir|four|fif|six|seven|eigh|nine)teen){AFTER}",
        f"(?:at|since|from|by|age) (?:[1-9][0-9]|(?:{TENS})(?:-[a-z]+)?|[a-z]+teen){BEHIND}",
        0.5,
        context="\\b(?:died|dies|passed away|married|pregnant|retir\\w{1,3}|diagnosed|divorced|widowed|orphaned"
        "|graduated|left|moved out|drank"
        "|drinking|smok\\w{1,3}|sober|baptised|baptized|adopted|arrested|emigrated|had (?:me|him|her|my"
        "|a (?:baby|child|stroke|son|daughter)))"
        "\\b[^.\\n]{0,12} (?:at|since|from|by|since age|at age) $",
    ),
)
