"""Where somebody or their parents come from: "half Punjabi half Welsh", "Nigerian-born", "a citizen of Ghana"."""

from pathlib import Path
from typing import Final

from gateway.detection.attributes.contexts import DEGREE, KIN, THEY_ARE
from gateway.detection.letter_case import in_any_case
from gateway.detection.recognizer import Pattern
from gateway.detection.words import at_word_start, listed_in, with_initials_first
from gateway.types import EntityType

_ORIGINS: Final = "|".join(sorted(listed_in(Path(__file__).with_name("origins.txt"))))
_ORIGIN: Final = f"(?:(?:{at_word_start(_ORIGINS)})(?:[ -][A-Z][a-z]{{3,12}})?)"
_LAND: Final = "[A-Z][a-zé]{2,15}(?: (?:and )?[A-Z][a-z]{2,12})?"
_PART: Final = "(?:half|part|quarter|a quarter|three quarters|mostly|one-eighth)"
_KIN_OR_THEY: Final = f"{THEY_ARE}|[tT]hey(?:['’]re| are)|[nN]eighbou?rs are|[tT]enants are|[bB]eing"


def _pattern(name: str, expression: str, prefilter: str) -> Pattern:
    return Pattern(
        name=name,
        entity_type=EntityType.ETHNICITY,
        expression=expression,
        score=0.8,
        prefilter=prefilter,
        languages=("en",),
    )


PATTERNS: Final = (
    _pattern(
        "partly_of_origin",
        f"(?<!\\w)(?P<value>{_PART}[ -]{_ORIGIN}(?:(?:,? and|,|/)? ?(?:{_PART}[ -])?{_ORIGIN})?)(?!\\w)",
        f"(?:half|part|quarters?|mostly|eighth)[ -](?:{in_any_case(_ORIGINS)})",
    ),
    _pattern("born_in", f"(?<!\\w)(?P<value>{_ORIGIN}[ -]born)(?!\\w)", "[a-z][ -]born"),
    _pattern(
        "generation_of_origin",
        f"(?<!\\w)(?P<value>(?:[fF]irst|[sS]econd|[tT]hird|1st|2nd"
        f"|3rd)[- ]gen(?:eration)?(?: {_ORIGIN}){{1,2}})(?!\\w)",
        "[- ]gen(?:eration)? ",
    ),
    _pattern(
        "citizen_of",
        f"(?<!\\w)(?P<value>(?:[cC]itizen|[nN]ational|[sS]ubject) of (?:the )?{_LAND})(?!\\w)",
        "(?:itizen|ational|ubject) of ",
    ),
    _pattern(
        "citizen_by_nation",
        f"(?<!\\w)(?P<value>{_ORIGIN} (?:citizens?|nationals?|passport holders?|refugees?|immigrants?))(?!\\w)",
        " (?:citizen|national|passport holder|refugee|immigrant)",
    ),
    _pattern(
        "is_of_origin",
        f"{with_initials_first(_KIN_OR_THEY)}{DEGREE}(?: (?:originally|of|ethnically|ethnic))? (?P<value>{_ORIGIN})"
        f"(?=[.,;!?)\\n]| (?:and|but|by birth|so|from|like|with|on (?:my|his|her))\\b| {KIN}|$)",
        in_any_case(_ORIGINS),
    ),
    _pattern(
        "caste",
        "\\b(?:[bB]elongs? to(?: the)?|[cC]ategory:|[cC]aste:|[cC]ommunity:|[cC]aste is|[wW]e(?:['’]re| are)"
        "|[iI](?:['’]m| am)|[hH]e(?:['’]s"
        "| is)|[sS]he(?:['’]s| is)) (?P<value>Brahmins?|Dalits?|Adivasis?|Rajputs?|Kayasthas?|Vaishyas?|Kshatriyas?"
        "|Yadavs?|Jats?|OBC"
        "|SC(?: category|/ST)|ST category|Nairs?|Ezhavas?|Iyers?|Iyengars?|Lingayats?|Marathas?|Patels?"
        "|[A-Z][a-z]{2,14}(?= (?:caste|tribe"
        "|clan|community)))(?!\\w)",
        "elongs? to|aste|ategory|ommunity|Brahmin|Dalit|Adivasi|Rajput|Kayastha|Yadav|OBC|SC|tribe|clan|Jat|Nair"
        "|Ezhava|Iyer|Maratha",
    ),
)
