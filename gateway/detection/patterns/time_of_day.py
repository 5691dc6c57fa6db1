"""Times of day and how long something lasts."""

from typing import Final

from gateway.detection.recognizer import Pattern
from gateway.detection.words import at_word_start, somewhere
from gateway.types import EntityType

_CLOCK: Final = "(?:[01]?[0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9])?"
_HALF: Final = " ?[AaPp]\\.?[Mm]"
_ZONE: Final = "(?: (?:GMT|UTC|[ECMP][SD]T|CES?T|BST|IST|AES?T)(?:[+-][0-9]{1,2})?\\b)?"
_NUMBER_WORDS: Final = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|a few|several|half an"
_UNITS: Final = (
    "minutes?|hours?|days?|weeks?|weekends?|months?|years?|decades?|jahren?|monaten?|wochen?|tagen?|stunden?"
    "|mois|semaines?"
    "|jours?|heures?|años?|meses|semanas?|días?|anni|mesi|settimane|giorni|jaar|maanden|weken|dagen|anos|dias"
    "|miesięcy|tygodni|lat"
)
_PARTS: Final = "morning|afternoon|evening|night"

PATTERNS: Final = (
    Pattern(
        name="time_of_day",
        entity_type=EntityType.TIME,
        expression=f"(?<![\\w:.,\\[{{(=/-])(?:{_CLOCK})(?:{_HALF}\\b\\.?|hrs\\b)?{_ZONE}(?![\\w:]|\\.\\d|[\\]}}])",
        score=0.45,
        prefilter=_CLOCK,
    ),
    Pattern(
        name="time_of_day_spoken",
        entity_type=EntityType.TIME,
        expression=(
            f"(?<![\\w:.$])(?:1[0-2]|0?[1-9])(?:[:.][0-5][0-9])?{_HALF}(?!\\w)\\.?{_ZONE}"
            f"|(?<!\\w)(?:(?:half|quarter) (?:past|to)|(?:{_PARTS})(?: at)?) \\d{{1,2}}(?::[0-5]\\d)?(?: in the "
            f"(?:{_PARTS}))?(?!\\w)"
            f"|(?<![\\w:.$])\\d{{1,2}}(?::[0-5]\\d)? (?:o'?clock|in the (?:{_PARTS})|Uhr\\b|heures\\b)(?: in the "
            f"(?:{_PARTS}))?"
            "|(?<![\\w.])(?:[01]?\\d|2[0-3])[hH][0-5]\\d(?!\\w)"
        ),
        score=0.6,
        prefilter=(
            f"[0-9]{_HALF}|(?:half|quarter) (?:past|to) [0-9]|(?:{_PARTS})(?: at)? [0-9]|[0-9] (?:o'?clock|in the"
            "|Uhr|heures)"
            "|[0-9][hH][0-5][0-9]"
        ),
    ),
    Pattern(
        name="duration",
        entity_type=EntityType.TIME,
        expression=(
            f"(?:[0-9](?<![\\w.$-].)[0-9]{{0,2}}|{at_word_start(_NUMBER_WORDS)})[ -](?:{somewhere(_UNITS)})"
            "(?: ago| later| earlier)?(?!\\w|-old| old)"
        ),
        score=0.3,
        prefilter=f"(?:[0-9]|{somewhere(_NUMBER_WORDS)})[ -](?:{somewhere(_UNITS)})",
    ),
)
