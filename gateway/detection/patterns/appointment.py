"""When people meet: a weekday with its hour, hours in words, days from one to another, and a month with its year.

The words are those of English, German, French, Spanish, Italian, Dutch and Portuguese.
"""

from typing import Final

from gateway.detection.patterns.calendar_names import MONTHS, WEEKDAYS
from gateway.detection.recognizer import Pattern
from gateway.detection.words import at_word_start, somewhere
from gateway.types import EntityType

_LANGUAGES: Final = ("en", "de", "fr", "es", "it", "nl", "pt")
_AT: Final = "at|um|gegen|ab|à|vers|a las|a la|sobre las|alle|om|às"
_ENGLISH: Final = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_GERMAN: Final = "eins|ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf"
_FRENCH: Final = "une|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze"
_SPANISH: Final = "una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce"
_ITALIAN: Final = "due|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici|dodici"
_DUTCH: Final = "een|twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf"
_NUMERALS: Final = f"{_ENGLISH}|{_GERMAN}|{_FRENCH}|{_SPANISH}|{_ITALIAN}|{_DUTCH}"
_MORE: Final = "(?: (?:y|e) (?:media|cuarto|mezza|un quarto|meia)| menos cuarto| et demie| et quart| moins le quart)?"
_HOUR: Final = f"(?:[0-2]?[0-9](?:[.:h][0-5][0-9])?(?: ?(?:Uhr|uur|[aApP]\\.?[mM]\\b|h(?:eures)?))?|(?:{_NUMERALS}))"
_SPOKEN: Final = (
    f"[hH]alf (?:past )?(?:{_ENGLISH})|[qQ]uarter (?:past|to) (?:{_ENGLISH})|(?:{_ENGLISH}) o['’]clock"
    f"|[hH]alb (?:{_GERMAN})|[vV]iertel (?:vor|nach) (?:{_GERMAN})|(?:{_GERMAN}) Uhr"
    f"|(?:{_FRENCH}) heures(?: et demie| et quart| moins le quart)"
    f"|las (?:{_SPANISH})(?: y (?:media|cuarto|diez|veinte)| menos cuarto| en punto)"
    f"|alle (?:{_ITALIAN}) e (?:mezza|un quarto)|[hH]alf (?:{_DUTCH})|[kK]wart (?:voor|over) (?:{_DUTCH})"
)
_TO: Final = " ?[-–] ?| (?:to|until|till|through|bis(?: zum)?|au|al|a|tot|ao|and|und) "
_ORDINAL: Final = "(?:st|nd|rd|th|er|º|\\.)?"
_OF_MONTH: Final = f" ?(?:of |de |di )?(?:{somewhere(MONTHS)})"
_TO_DAY: Final = f"{_ORDINAL}(?:{_TO})[0-3]?[0-9]{_ORDINAL}{_OF_MONTH}"
_SINCE: Final = (
    "(?:\\b(?:in|since|from|until|till|to|on|by|left|joined|started|starts|ended|ends|expire[sd]?|issued|warning|dated"
    "|seit|bis|ab|im|von|vom|depuis|jusqu'en|jusqu'au|en|de|desde|hasta|dal|nel|fino al|sinds|tot|desde|até)"
    "|[0-9]{2}/(?:19|20)[0-9]{2} ?(?:-|–|to|bis|à|a))[:(]? ?$"
)

PATTERNS: Final = (
    Pattern(
        name="weekday_and_hour",
        entity_type=EntityType.TIME,
        expression=f"(?:{at_word_start(WEEKDAYS)})(?:,? (?:{_AT})|,) ?{_HOUR}{_MORE}(?![\\w/%]|[.:,]\\d)",
        score=0.6,
        prefilter=f"(?:{somewhere(WEEKDAYS)})(?:,? (?:{_AT})|,) ?(?:[0-9]|{_NUMERALS})",
        languages=_LANGUAGES,
    ),
    Pattern(
        name="hour_in_words",
        entity_type=EntityType.TIME,
        expression=f"(?<![\\w-])(?:{_SPOKEN})(?![\\w-])",
        score=0.6,
        prefilter=_SPOKEN,
        languages=_LANGUAGES,
    ),
    Pattern(
        name="days_of_month",
        entity_type=EntityType.TIME,
        expression=f"[0-9](?<![\\w.,/-].)[0-9]?{_TO_DAY}(?<! may)(?: (?:19|20)[0-9]{{2}})?(?![^\\W_])",
        score=0.7,
        prefilter=f"[0-9]{_TO_DAY}",
        languages=_LANGUAGES,
    ),
    Pattern(
        name="day_of_month_and_hour",
        entity_type=EntityType.TIME,
        expression=(
            "(?<![\\w./])(?:0?[1-9]|[12][0-9]|3[01])[./](?:0?[1-9]|1[0-2])\\.?(?:, ?| )(?:(?:um|at|в|о|об|om"
            "|à|alle|ore|às|saat) )?"
            "(?:[01]?[0-9]|2[0-3]):[0-5][0-9](?: ?(?:Uhr|h|uur))?(?![\\w:]|\\.[0-9])"
        ),
        score=0.6,
        prefilter="[0-9][./][0-9]{1,2}\\.?(?:, ?| )(?:[a-zàво]{1,4} )?[0-9]{1,2}:[0-5]",
    ),
    Pattern(
        name="month_and_year",
        entity_type=EntityType.TIME,
        expression="(?<![\\w./-])(?:0?[1-9]|1[0-2])/(?:19|20)[0-9]{2}(?![\\w/]|[.-]\\w)",
        score=0.5,
        prefilter="[0-9]/(?:19|20)[0-9]{2}",
        context=_SINCE,
    ),
)
