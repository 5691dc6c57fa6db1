"""Hours and parts of days as English speakers note and say them: "0340", "Tues teatime", "Tuesday 6pm Lagos time"."""

from __future__ import annotations

from functools import partial
from typing import Final

from gateway.detection.patterns.english_hours import (
    ABOUT,
    AFTER_HOUR,
    AT_HOUR,
    DAY,
    FOUR_DIGITS,
    HOUR,
    HOUR_WORDS,
    MEETING,
    MINUTES,
    PART,
    START,
    TAIL,
    THEN,
    UNTIL,
    WHICH,
)
from gateway.detection.patterns.english_patterns import in_english
from gateway.detection.patterns.english_words import (
    DAYS,
    MONTHS,
    NEAR_DAYS,
    NUMBERED,
    OF_CLOCK,
    SHORT_WEEKDAYS,
    WEEKDAYS,
)
from gateway.detection.recognizer import Pattern
from gateway.types import EntityType

_pattern: Final = partial(in_english, entity_type=EntityType.TIME, start=START)

PATTERNS: Final = (
    _pattern(
        "clock_without_colon",
        f"{FOUR_DIGITS}{HOUR_WORDS}|[0-2]?[0-9][:.][0-5][0-9] ?(?:hrs|hours|h)\\b"
        f"|0[0-9][0-5][0-9] ?(?:-|–|to|until) ?{FOUR_DIGITS}(?![-/.,]?[0-9])",
        "[0-9] ?h|[0-9] hours|0[0-9][0-5][0-9] ?(?:-|–|to|until) ?[0-2]",
    ),
    _pattern(
        "clock_after_word",
        f"{FOUR_DIGITS}(?=[,;:!?)](?!\\w)|\\.(?![0-9])|[ \\t]{{0,3}}(?:$|\\n)| (?:by (?!the|[0-9])|with"
        f"|and (?!a |[0-9])|on|in the|this|today|yesterday"
        "|last night|pt|patient|when|then|she|he|they|i|we|staff|nurse|handover|daily|sharp|local|i/c|s/b)(?!\\w))",
        "(?:at|around|about|by|since|until|till|from|approx\\.?|circa|before|after|time|birth|death|call"
        "|arrival|incident|:|@|~)"
        " ?[0-2][0-9][0-5][0-9]",
        0.5,
        context=AT_HOUR,
    ),
    Pattern(
        "clock_begins_note",
        EntityType.TIME,
        f"(?m:^)[-*• ]{{0,3}}(?P<value>{FOUR_DIGITS})(?= ?[-–:] ?[A-Za-z]|h[: ]| [A-Z][a-z]+ [a-z]|(?<=0...) [a-z])",
        0.5,
        prefilter="[0-2][0-9][0-5][0-9](?: ?[-–:] ?[A-Za-z]|h[: ]| [A-Z][a-z]| [a-z])",
        languages=("en",),
    ),
    _pattern(
        "day_and_part",
        f"{WHICH}(?:(?:last|this|next|the following) )?(?:{DAYS}"
        f"|{NEAR_DAYS})(?: (?:the )?{NUMBERED})? {PART}|{WHICH}this {PART}"
        f"|(?:first|last) thing (?:on )?(?:{DAYS}|{NEAR_DAYS})|(?:late|early) (?:{NEAR_DAYS})",
        f"(?:day|{NEAR_DAYS}|{SHORT_WEEKDAYS})\\.? (?:{PART}|[0-9])|this {PART}|(?:first|last) thing|(?:late"
        f"|early) (?:{NEAR_DAYS})",
    ),
    _pattern(
        "week_from_day",
        f"(?:an? |one |two |three )?(?:weeks?|fortnight) (?:on|from|last|past|this|next|tomorrow"
        f"|today)(?: (?:{WEEKDAYS}|{SHORT_WEEKDAYS}|tomorrow"
        f"|today))|a week (?:today|tomorrow|yesterday)|(?:{DAYS}|today|tomorrow|yesterday) (?:week|fortnight)"
        f"|(?:{WEEKDAYS})s? (?:just gone|gone|coming|before last|after next)",
        "(?:week|fortnight)s? (?:on|from|last|past|this|next|today|tomorrow|yesterday)|(?:day|tomorrow|mon"
        "|tues?|weds?|thurs?|fri|sat|sun) (?:week"
        "|fortnight|just|gone|coming|before|after)",
    ),
    _pattern(
        "days_in_row",
        "(?-i:(?:Mon|Tues?|Weds?|Thu(?:rs?)?|Fri|Sat|Sun)(?:(?:, ?| ?/ ?| ?& ?|, and | and | or | to | ?[-–] ?)"
        f"(?:Mon|Tues?|Weds?|Thu(?:rs?)?|Fri|Sat|Sun)\\b){{1,6}})(?: {PART})?(?:,? {HOUR}{UNTIL})?"
        f"|(?:{WEEKDAYS})s?(?:(?:, | and | & | or |, and |/)(?:{WEEKDAYS})s?\\b){{1,6}} {PART}",
        f"(?:mon|tues?|weds?|thu|thurs?|fri|sat|sun)(?:,| ?/| ?&| and| or| to| ?[-–])|days?(?:,|/| and| &"
        f"| or).{{1,40}}days? {PART}",
    ),
    _pattern(
        "day_and_hour",
        f"{WHICH}{DAY}(?:,? {PART})?{THEN}{UNTIL}{TAIL}",
        f"(?:days?|{NEAR_DAYS}|(?:{SHORT_WEEKDAYS})\\.?|(?:{MONTHS})\\.? (?:the )?[0-9]{{1,2}}|[0-9](?:st|nd"
        f"|rd|th)?[ -](?:of )?(?:{MONTHS})"
        f"\\.?|[0-9](?:st|nd|rd|th)|(?:19|20)[0-9]{{2}}|[0-9]/[0-9]{{1,2}}|{PART})(?:,| -| –| at| @"
        f"| {ABOUT}){{0,3}}[ @](?:[0-9]|noon|mid|half"
        f"|quarter|{OF_CLOCK})",
    ),
    _pattern(
        "hour_of_place",
        f"{HOUR}{UNTIL} (?-i:(?:[A-Z][A-Za-z]+(?: [A-Z][a-z]+)?|local|your|my|our|his|her) [Tt]ime)",
        "(?:[0-9]|m|noon|night|clock|hrs) [a-z]+(?: [a-z]+)? time",
    ),
    _pattern(
        "hour_said",
        f"{MINUTES} past (?:{OF_CLOCK}|1?[0-9])(?: (?:in the (?:morning|afternoon|evening)|at night|{PART}))?"
        f"|(?:half|quarter|ten|twenty|twenty-five) (?:past |to )(?:{OF_CLOCK})(?: (?:in the (?:morning"
        f"|afternoon|evening)|at night|{PART}|(?:this|tomorrow|yesterday) {PART}))"
        f"|(?:half )?(?:{OF_CLOCK})(?: o['’]clock)? (?:in the (?:morning|afternoon|evening)|at night"
        f"|this (?:morning|afternoon|evening))",
        f" past (?:{OF_CLOCK}|1?[0-9])|(?:{OF_CLOCK}|clock) (?:in the (?:morning|afternoon|evening)|at night"
        f"|this|{PART})",
    ),
    _pattern(
        "hour_when_people_meet",
        f"(?:{MINUTES} (?:past|to) )?(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?:ish"
        f"|-ish|-thirty|-fifteen)?{AFTER_HOUR}",
        f"(?:at|by|before|after|till|until|around|from|about|for|past|to) (?:{OF_CLOCK})",
        0.5,
        context=MEETING,
    ),
)
