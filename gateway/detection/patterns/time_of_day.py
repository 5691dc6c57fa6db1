"""Times of day, and how long ago something was; for how long it lasts is nobody's."""

from typing import Final

from gateway.detection.recognizer import Pattern
from gateway.detection.words import at_word_start, somewhere, with_initials_first
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
_IN_THE: Final = f" in the (?:{_PARTS})"
_HOUR: Final = f" \\d{{1,2}}(?::[0-5]\\d)?(?:{_IN_THE})?(?!\\w)"
_SPOKEN: Final = (
    f"[\\d](?<![:.$].)(?:(?:(?<=1)[0-2]|(?<=0)[1-9]|(?<=[1-9]))(?:[:.][0-5][0-9])?{_HALF}(?!\\w)\\.?{_ZONE}"
    f"|\\d?(?::[0-5]\\d)?(?: o'?clock|{_IN_THE}| Uhr\\b| heures\\b)(?:{_IN_THE})?)"
    f"|[h]alf (?:past|to){_HOUR}|[q]uarter (?:past|to){_HOUR}"
    f"|[m]orning(?: at)?{_HOUR}|[a]fternoon(?: at)?{_HOUR}|[e]vening(?: at)?{_HOUR}|[n]ight(?: at)?{_HOUR}"
    "|[\\d](?<!\\..)(?:(?<=[01])\\d|(?<=2)[0-3])?[hH][0-5]\\d(?!\\w)"
)

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
        expression=with_initials_first(_SPOKEN),
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
            " (?:ago|later|earlier)(?!\\w)"
        ),
        score=0.3,
        prefilter=f"(?:[0-9]|{somewhere(_NUMBER_WORDS)})[ -](?:{somewhere(_UNITS)}) (?:ago|later|earlier)",
    ),
)
