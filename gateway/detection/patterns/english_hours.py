"""How English speakers say hours and the days before them: expressions that patterns are made of."""

from __future__ import annotations

from typing import Final

from gateway.detection.patterns.english_words import (
    DAYS,
    MONTHS,
    NEAR_DAYS,
    NUMBERED,
    OF_CLOCK,
    ORDINALS,
    PARTS_OF_DAY,
)

START: Final = "(?<![\\w'’.,/-])"
FOUR_DIGITS: Final = "(?:[01][0-9]|2[0-3])[0-5][0-9]"
HOUR_WORDS: Final = "(?: ?hrs?\\b| ?h\\b| hours\\b(?! of))"
MERIDIEM: Final = " ?[ap]\\.?m\\b\\.?"
MINUTES: Final = "(?:five|ten|twenty|twenty-five|half|(?:a )?quarter|[1-5]?[0-9](?: min(?:ute)?s)?)"
HOUR: Final = (
    f"(?:[0-2]?[0-9](?:[:.][0-5][0-9])?{MERIDIEM}|[0-2]?[0-9]:[0-5][0-9](?::[0-5][0-9]|(?: ?hrs\\b))?"
    f"|{FOUR_DIGITS}{HOUR_WORDS}"
    f"|noon|midday|midnight|{MINUTES} (?:past|to) (?:{OF_CLOCK}|1?[0-9])|half (?:{OF_CLOCK})|(?:{OF_CLOCK}"
    f"|1?[0-9]) o['’]clock"
    f"|(?:{OF_CLOCK})[- ](?:thirty|fifteen|forty-five))"
)
SPOKEN_HOUR: Final = f"(?:{HOUR}|{FOUR_DIGITS}|(?:{OF_CLOCK})(?:ish)?|1?[0-9](?:ish)?(?![:./%,]?[0-9]))"
ABOUT: Final = (
    "(?:around|about|approx(?:\\.|imately)?|roughly|circa|ca?\\.|~|just (?:after|before|past|gone)"
    "|shortly (?:after|before)|after"
    "|before|by|from|until|till|between|nearly|almost)"
)
THEN: Final = (
    f"(?:(?:,| -| –)?(?: at| @)?(?: {ABOUT})? (?:{HOUR}|[0-2]?[0-9]\\.[0-5][0-9](?![.%0-9]))|(?:,? at|,? @"
    f"|,?(?: at)? {ABOUT}) ?{SPOKEN_HOUR})"
)
UNTIL: Final = f"(?: ?(?:-|–|to|until|till|and) ?{SPOKEN_HOUR})?"
ZONE: Final = (
    "(?-i: (?:[A-Z][A-Za-z]+(?: [A-Z][a-z]+)?|local|your|my|our|his|her|their) (?:[Tt]ime)\\b"
    "| (?:GMT|UTC|[ECMP][SD]?T|CES?T|BST|IST|WAT|EAT|SAST|AES?T|NZS?T|SGT|HKT|JST|Eastern|Central"
    "|Pacific)(?:[+-][0-9]{1,2})?\\b)?"
)
TAIL: Final = f"(?: (?:in the (?:morning|afternoon|evening)|at night|sharp|(?:{PARTS_OF_DAY})))?{ZONE}"
YEAR: Final = "(?:,? (?:19|20)[0-9]{2})?"
DATE: Final = (
    f"(?:(?:{NUMBERED}|{ORDINALS}|[0-3]?[0-9])[ -](?:of )?(?:{MONTHS})\\b\\.?{YEAR}"
    f"|(?:{MONTHS})\\.? (?:the )?(?:{NUMBERED}|[0-3]?[0-9])"
    f"(?![:.]?[0-9]){YEAR}|[0-3]?[0-9]/[01]?[0-9](?:/(?:20)?[0-9]{{2}})?)"
)
PART: Final = f"(?:{PARTS_OF_DAY})"
WHICH: Final = "(?:(?:early|late|first thing|last thing)(?: on)? )?"
DAY: Final = (
    f"(?:(?:(?:last|this|next) )?{DAYS}s?(?:,? (?:the )?(?:{DATE}|{NUMBERED}|[0-3]?[0-9](?= (?:{MONTHS}))))?"
    f"|{DATE}|the {NUMBERED}|(?:the )?day (?:before|after) (?:{NEAR_DAYS})|{NEAR_DAYS})"
)
MEETING: Final = (
    "\\b(?:call(?:s|ed)?|ring|rang|phoned?|texts?|meet(?:s|ing)?|met|see|pick(?:ed)?|collect|comes?|came"
    "|arriv\\w{1,4}|here|there|home|back"
    "|open|opens|clos\\w{1,3}|finish\\w{0,3}|start\\w{0,3}|begin\\w{0,3}|leaves?|left|lands?|shift"
    "|appointment|appt|flight|train|class"
    "|lesson|training|practice|available|free|awake|asleep|sleep|bed|woke|wake|up|dinner|lunch|party"
    "|visit\\w{0,3}|work\\w{0,3}|due"
    "|pickup|drop|departs?|session|interview)\\b[^.\\n]{0,24}\\b(?:at|by|before|after|till|until|around|from"
    "|about|for) $"
)
AFTER_HOUR: Final = (
    "(?=[.,;:!?)](?!\\w)|[ \\t]{0,3}(?:$|\\n)| on [0-9(+]| (?:on (?:my|his|her|the|that|monday|tuesday"
    "|wednesday|thursday|friday|saturday|sunday)|today|tomorrow|tonight|sharp|please|then|so|but|because|if"
    "|when|with|in the|i|we|he|she|they|latest|every|each|as usual|ish|or so|and (?:i|we|he|she|they|then|was"
    "|is))(?!\\w))"
)
AT_HOUR: Final = (
    "\\b(?:at|around|about|by|since|until|till|from|approx\\.?|circa|before|after|time(?: of (?:call|death"
    "|arrival|birth|incident))?:?|@|~) ?$"
)
