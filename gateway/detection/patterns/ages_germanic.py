"""Ages in words in German and Dutch: "siebenundzwanzig", "Mitte achtzig", "begin dertig"."""

from __future__ import annotations

from typing import Final

from gateway.detection.patterns.ages_of_languages import DONE, age

_GERMAN_TENS: Final = "(?:zwanzig|dreißig|dreissig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig)"
_GERMAN: Final = (
    f"(?:(?:ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun)und)?{_GERMAN_TENS}|(?:drei|vier|fünf|sech|sieb"
    f"|acht|neun)zehn|(?:ein|zwei|drei|vier|fünf"
    "|sechs|sieben|acht|neun)einhalb|anderthalb|eineinhalb|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn"
    "|elf|zwölf|hundert"
)
_DUTCH: Final = (
    "(?:(?:[a-zéë]{3,6}(?:en|ën))?(?:twintig|dertig|veertig|vijftig|zestig|zeventig|tachtig|negentig)|(?:der"
    "|veer|vijf|zes|zeven|acht|negen)tien|anderhalf"
    "|(?:twee|drie|vier|vijf|zes|zeven|acht|negen)(?:ë|e|en)nhalf|(?:vier|vijf|zes|zeven|acht|negen)eneenhalf"
    "|een|twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf)"
)

PATTERNS: Final = (
    age(
        "de",
        "(?:bin|ist|war|wird|werde|wurde|geworden|mit|seit)(?: (?:jetzt|erst|schon|fast|gerade|bald|über"
        "|knapp|etwa|ungefähr|im [a-zä]{3,9}|nächste woche|morgen|heute))? "
        f"(?P<value>(?:{_GERMAN})(?: jahre(?: alt)?| alt| monate(?: alt)?)?){DONE}",
        f"(?:bin|ist|war|wird|werde|wurde|geworden|mit|seit)(?: [a-zäöü]+){{0,2}} (?:{_GERMAN})",
    ),
    age(
        "de",
        f"(?:anfang|mitte|ende) (?:{_GERMAN_TENS}|[2-9]0)(?![.,]?[0-9]| ?(?:prozent|%|euro|km|grad))",
        f"(?:anfang|mitte|ende) (?:{_GERMAN_TENS}|[2-9]0)",
        "by_tens",
    ),
    age("de", f"(?:{_GERMAN})[ -]?jährig(?:e[nrms]?)?|(?:{_GERMAN}) jahre alt", "jährig|jahre alt", "old"),
    age(
        "nl",
        "(?:ben|is|was|wordt|word|werd|geworden|van)(?: (?:nu|net|pas|al|bijna|ongeveer|ruim|intussen|inmiddels))? "
        f"(?P<value>(?:{_DUTCH})(?: jaar(?: oud)?| maanden(?: oud)?)?){DONE}",
        f"(?:ben|is|was|wordt|word|werd|geworden|van)(?: [a-z]+)? (?:{_DUTCH})",
    ),
    age(
        "nl",
        "(?:begin|midden|eind|achter in de|in de) (?:twintig|dertig|veertig|vijftig|zestig|zeventig|tachtig"
        "|negentig)|(?:twintig|dertig|veertig|vijftig|zestig|zeventig|tachtig"
        "|negentig)(?:er|plusser)s?",
        "(?:begin|midden|eind|in de) (?:[a-z]{3,5}tig)|tiger|plusser",
        "by_tens",
    ),
)
