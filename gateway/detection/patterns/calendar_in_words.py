"""Days, months, seasons, quarters and years as English speakers write them: "the twenty-first", "spring of '23"."""

from __future__ import annotations

from functools import partial
from typing import Final

from gateway.detection.patterns.english_patterns import in_english
from gateway.detection.patterns.english_words import (
    COUNTED,
    COUNTS,
    FEASTS,
    MONTHS,
    NUMBERED,
    ORDINALS,
    SEASONS,
    UNITS,
    WEEKDAYS,
)
from gateway.types import EntityType

_START: Final = "(?<![\\w'’-])"
_YEAR: Final = "(?:(?:19|20)[0-9]{2}|['’][0-9]{2})(?![\\w%/]|[.,][0-9])"
_OF_YEAR: Final = f"(?:,? ?(?:(?:of )?(?:{_YEAR}|(?:last|this|next|that) year)))"
_ORDINAL: Final = f"(?:{ORDINALS}|{NUMBERED})"
_MONTH: Final = f"(?:{MONTHS})\\b\\.?"
_DAY: Final = f"(?:(?:{_ORDINAL}|[0-3]?[0-9]) (?:day )?(?:of )?{_MONTH}|{_MONTH} (?:the )?(?:{_ORDINAL}|[0-3]?[0-9]))"
_EXACT: Final = "(?:very )?(?:early|mid|late|(?:the )?(?:start|beginning|middle|end|back end) of)(?: in)?"
_QUARTER: Final = "(?:q[1-4]|h[12]|(?:first|second|third|fourth|last|1st|2nd|3rd|4th) (?:quarter|half|trimester))"
_ON_THE: Final = (
    "\\b(?:on|by|until|till|til|since|before|due|from|back|off|arrives?|paid|starts?|starting|begins|ends"
    "|expires?|booked) $"
)
# What follows a day that stands for itself, not "the second try".
_AFTER_DAY: Final = (
    "(?=[.;:!?)](?!\\w)|, (?!(?:second|third|fourth|fifth|[0-9]))|[ \\t]{0,3}(?:$|\\n)"
    "| (?:at|in the (?:morning|afternoon|evening)|so|but|because|with|if|please|instead|when|while|unless|i"
    "|we|he|she|they"
    "|my|his|her|our|their|have|has|had|is|was|will|would|got|cant|can|and (?:i|we|he|she|they|the|then|will"
    "|can|won['’]t|need))\\b)"
)
_NO_FEAST: Final = (
    "(?! (?:trees?|eggs?|bunny|part(?:y|ies)|dinner|lunch|cards?|presents?|gifts?|carols?|music|songs?"
    "|movies?|films?|markets?"
    "|island|rising|lights|decorations|jumpers?|cake|pudding|sales?|traditions?|fast|fasting|menu|recipes?"
    "|stor(?:y|ies)"
    "|special|shopping|costumes?|sweets|wishes|greetings?|ideas)\\b)"
)


_pattern: Final = partial(in_english, entity_type=EntityType.TIME, start=_START)

PATTERNS: Final = (
    _pattern(
        "day_in_words",
        f"(?:the )?(?:{ORDINALS})(?: day)? of (?:{MONTHS}){_OF_YEAR}?|{_ORDINAL} of (?:last|this|next|that"
        f"|the same) month"
        f"|(?:(?:{WEEKDAYS}),? )?(?-i:January|February|March|April|May|June|July|August|September|October|November"
        f"|December)(?: the)? (?:{ORDINALS}){_OF_YEAR}?(?! (?:time|half|day|step|to|that)\\b)",
        f"(?:st|nd|rd|th)(?: day)? of (?:last|this|next|that|the same|{MONTHS})|(?:{MONTHS})(?: the)? (?:{ORDINALS})",
        0.7,
    ),
    _pattern(
        "day_alone",
        f"the {_ORDINAL}(?: (?:or|and|to) (?:the )?{_ORDINAL})?{_AFTER_DAY}",
        f"the {_ORDINAL}(?:[.;:!?),]|[ \\t]*(?:$|\\n)| (?:or|and|to|at|in|so|but|because|with|if|please|instead"
        "|unless|i|w|he|she|they|my|h|our|their|got|can))",
        0.5,
        context=_ON_THE,
    ),
    _pattern(
        "week_of",
        f"(?:the )?(?:night|morning|afternoon|evening|eve|weekend|week|day|month|term) (?:of|commencing"
        f"|beginning|starting|ending|after|before)"
        f" (?:the )?(?:{_DAY}|{_ORDINAL}{_AFTER_DAY}|{_MONTH}(?= ?[,.;:!?)]| (?:19|20)|$)){_OF_YEAR}?"
        f"|w/?[ceb]:? (?:the )?(?:{_DAY}{_OF_YEAR}?|{_ORDINAL}|[0-3]?[0-9][/.][01]?[0-9](?:[/.](?:20)?[0-9]{{2}})?)",
        "(?:night|ing|noon|eve|end|week|day|month|term) (?:of|commencing|beginning|starting|ending|after|before)"
        f" (?:the )?(?:[0-9]|{MONTHS}|{ORDINALS})|w/?[ceb]:? (?:[0-9]|{MONTHS})",
    ),
    _pattern(
        "part_of_month",
        f"(?:{_EXACT}[ -]{{1,2}}(?:the )?(?:month of )?(?:{_MONTH}{_OF_YEAR}?(?! (?:be|have|not)\\b)"
        f"|next (?:{UNITS})|last (?:{UNITS})"
        f"|this (?:{UNITS}))|(?:the )?(?:first|second|third|fourth|last|1st|2nd|3rd|4th) (?:week|weekend|day|few days"
        f"|(?:{WEEKDAYS}))(?: (?:of|in) (?:{_MONTH}{_OF_YEAR}?|(?:next|last|this|that|the) (?:month|year|term"
        f"|semester)))"
        f"|(?:{MONTHS})\\b\\.?,? (?:of )?(?:last|this|next|that) year|(?:last|next|this past"
        f"|this coming) {_MONTH}(?! (?:be|have|not|only|also|begin|end|contain|need|come|differ)\\b))",
        f"(?:early|mid|late|of)[ -](?:{MONTHS}|next|last|this)|(?:end|week|day) (?:of|in) (?:{MONTHS}|next"
        f"|last|this|that|the)"
        f"|(?:last|next|past|coming) (?:{MONTHS})|(?:{MONTHS})\\.?,? (?:of )?(?:last|this|next|that) year",
        0.5,
    ),
    _pattern(
        "season",
        f"(?:(?:early|mid|late)[ -])?(?:{SEASONS})(?: term| semester| break| holidays)?,?(?: of"
        f"| in)? ?(?:(?:19|20)[0-9]{{2}}[-/–](?:20)?[0-9]{{2}}|{_YEAR}|last year|that year)"
        f"|(?:the )?(?:(?:early|late) )?(?:{SEASONS}|{UNITS}) (?:before last|after next)|(?:last|this|next"
        f"|that|every) (?:{SEASONS})"
        "(?! (?:sale|collection|edition|issue|olympics|games)\\b)",
        "(?:spring|summer|autumn|fall|winter|time|term|semester|break|holidays),?(?: of| in)? ?['’129lt]"
        "|before last|after next"
        "|(?:last|this|next|that|every) (?:spring|summer|autumn|fall|winter)",
    ),
    _pattern(
        "part_of_year",
        f"{_EXACT}[ -]{_YEAR}|(?:the )?{_QUARTER}(?: of|,)?[ /-](?:fy ?)?(?:{_YEAR}|(?:fy)?[12][0-9](?!\\w"
        f"|[.,][0-9])|last year"
        f"|this year|next year)|(?:19|20)[0-9]{{2}}[ -]?q[1-4]|{_EXACT}[ -](?:the )?(?:19|20)?[0-9]0['’]?s",
        "(?:early|mid|late|of)(?: in)?[ -](?:the )?(?:['’]?[0-9]0|['’][0-9]|(?:19|20)[0-9])"
        "|(?:q[1-4]|h[12]|quarter|half|trimester)(?: of|,)?[ /-](?:fy|['’0-9]|last|this|next)"
        "|[0-9]{4}[ -]?q[1-4]",
    ),
    _pattern(
        "short_year",
        "['’][0-9]{2}(?!\\w|[%'’\"/])",
        "['’][0-9]{2}",
        context=(
            f"\\b(?:in|since|of|from|until|till|around|by|early|late|mid|summer|winter|spring|autumn|fall"
            f"|{MONTHS})[ -]$"
        ),
    ),
    _pattern(
        "while_ago",
        f"(?:(?:{COUNTS}) |[0-9]{{1,3}}[ -]?)(?:and a half )?{COUNTED} (?:ago|back|earlier|prior|later"
        f"|previously|on from now|from (?:now|today|tomorrow))"
        f"|fortnights? ago|in [0-9]{{1,2}} ?(?:wks?|mths?|mos|yrs?|hrs)(?! of)|(?:in|within) (?:a"
        f"|two) fortnights?|[0-9]{{1,2}}/(?:7|52|12) (?:ago|hx|history)|yesterday week"
        "|the day (?:before yesterday|after tomorrow)",
        f"{COUNTED} (?:ago|back|earlier|prior|later|previously|on|from)|in [0-9]{{1,2}} ?(?:wk|mth|mos|yr|hr)"
        f"|fortnight|/(?:7|52|12) (?:ago|h)|yesterday week"
        "|the day (?:before|after)",
        0.5,
    ),
    _pattern(
        "feast",
        f"(?:last|this|next|that|every) (?:{FEASTS}){_NO_FEAST}|(?:{FEASTS})(?:,? (?:of )?{_YEAR}| (?:eve|night|morning"
        f"|weekend|week|break|holidays)(?: {_YEAR})?|(?: before last| last year| this year| next year))",
        f"(?:last|this|next|that|every) (?:{FEASTS})|(?:{FEASTS})(?:,? (?:of )?['’12]| (?:eve|night|morning|week|break"
        "|holidays|before|last|this|next))",
    ),
    _pattern(
        "feast_alone",
        f"(?:{FEASTS}){_NO_FEAST}",
        f"(?:on|over|at|from|since|before|after|until|till?|by|during|around|for) (?:{FEASTS})",
        0.5,
        context="\\b(?:on|over|at|from|since|before|after|until|till?|by|during|around|home for) $",
    ),
)
