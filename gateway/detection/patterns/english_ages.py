"""How English speakers say whose age a number is: who is meant, what stands around the number, and the number."""

from __future__ import annotations

from typing import Final

from gateway.detection.patterns.english_words import CARDINALS, MONTHS

START: Final = "(?<![\\w'’.,$€£-])"
FIGURES: Final = "(?:1[01][0-9]|[1-9]?[0-9])"
NUMBER: Final = (
    f"(?:{CARDINALS}|{FIGURES}(?![0-9]|[.,:/]\\w))(?: and (?:(?:a )?half|three[- ]quarters|a (?:bit"
    f"|quarter)))?(?:[.]5| ?½| 1/2)?"
)
SHAPE: Final = f"(?:{CARDINALS}|[0-9]{{1,3}})(?: and (?:a )?half| ?½| 1/2|\\.5)?"  # of a number, for prefilters
WORD: Final = f"(?:{CARDINALS})(?: and (?:a )?half)?"
TENTHS: Final = "(?:teens|twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties|[2-9]0['’]?s)"
WHEN_IN_TEN: Final = "(?:(?:very )?(?:early|mid|late)(?:(?:[ -]to)?[ -](?:mid|late))?[ -])"
WHOSE: Final = "(?:my|his|her|their|our|your)"
KIN: Final = (
    "(?:mum|mom|mam|mummy|mommy|mother|dad|daddy|father|parents|gran|granny|grandma|grandmother|nan|nana"
    "|nanna|grandad|granddad|grandpa"
    "|grandfather|son|daughter|brother|sister|sis|bro|sibling|wife|husband|hubby|partner|boyfriend|girlfriend"
    "|bf|gf|fianc[eé]e?|spouse"
    "|uncle|aunt|auntie|aunty|cousin|niece|nephew|grandson|granddaughter|grandchild|boy|girl|lad|lass|kid"
    "|child|baby|toddler|infant"
    "|eldest|oldest|youngest|middle one|little one|big one|lo|ds|dd|dh|twins|triplets|stepson|stepdaughter"
    "|stepdad|stepmum|stepmom|godson"
    "|goddaughter|ex|mil|fil|friend|mate|flatmate|roommate|neighbour|neighbor|boss|manager|landlord|landlady"
    "|tenant|client|patient"
    "|colleague|student|pupil|victim|suspect|defendant|claimant|deceased|caller|driver|carer|caregiver"
    "|passenger|applicant|candidate"
    "|resident|lodger|nanny|babysitter|kids|boys|girls|children|sons|daughters)"
)
RELATIVE: Final = f"(?:{WHOSE}|the|an?)(?: (?!is|was|has)[a-z-]{{2,12}}){{0,2}} {KIN}(?:-in-law)?"
SUBJECT: Final = f"(?:i|he|she|they|who|we (?:both )?|{RELATIVE}|(?-i:[A-Z][a-z]{{1,20}}))"
IS: Final = "(?:['’](?:m|s|re)|m| is| am| was| are| were|['’]ll be| will be| would be| looks| only| just)"
NEARLY: Final = (
    "(?: (?:now|only|just|about|almost|nearly|currently|already|roughly|around|barely|still|both|approx\\.?"
    "|pushing|approaching|over"
    "|just over|just under|just shy of|like|maybe|coming up to|going on|getting on for|well into|turning)){0,2}"
)
AFTER: Final = (
    "(?=[.;!?)](?!\\w)|,(?![0-9])|[ \\t]{0,3}(?:$|\\n)| and (?!(?:a|the|one|two|three|four|five|six|[0-9]))"
    "| on (?:mon|tue|wed|thu|fri|sat|sun)| (?:but|so|with|when|now|today|tomorrow|already|soon|next|this|last"
    "|years?|yrs|yo|at the time"
    f"|then|single|married|divorced|male|female|from|lives|living|working|because|since|who|i|he|she|they"
    f"|on (?:the|{MONTHS})"
    f"|in (?:{MONTHS}|a (?:few|couple)|two|three|the (?:spring|summer|autumn|fall|winter)))\\b)"
)
# What ``AFTER`` begins with, for prefilters.
BEHIND: Final = (
    "(?:[.;!?),]|[ \\t]*(?:$|\\n)| (?:and|on|but|so|with|when|now|tod|tom|already|soon|next|this|last|y[ero]|at|then"
    "|single|married|divorced|male|female|from|liv|working|because|since|who|i|he|she|they))"
)
AFTER_LIST: Final = "(?! (?:[a-z]+s|percent|of|out)\\b(?<!\\bis)(?<!\\bhas)(?<!plays))(?![%.,:/-]\\w)"
