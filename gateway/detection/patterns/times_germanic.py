"""Times in words in German and Dutch: "Ende März", "im Herbst 2017", "drie weken geleden"."""

from __future__ import annotations

from typing import Final

from gateway.detection.patterns.times_of_languages import FIGURES, YEAR, TimeWords, times

_CLOCK: Final = "[0-2]?[0-9](?:[:.h][0-5][0-9])?"
_GERMAN_NUMBER: Final = (
    "(?:ein(?:er|em|en)?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|ein paar|einigen|[0-9]{1,2})"
)
_GERMAN_MONTH: Final = "januar|jänner|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember"
_GERMAN_FEASTS: Final = (
    "heiligabend|heilig abend|weihnachten|silvester|neujahr|ostern|ostersonntag|ostermontag|karfreitag"
    "|gründonnerstag|pfingsten"
    "|pfingstmontag|fronleichnam|himmelfahrt|allerheiligen|nikolaus|fasching|karneval|rosenmontag"
    "|aschermittwoch|totensonntag"
    "|muttertag|vatertag|heilige drei könige|erntedank|martinstag"
)
_GERMAN_ORDINAL: Final = (
    "(?:ersten|zweiten|dritten|vierten|fünften|sechsten|siebten|achten|neunten|zehnten|elften|zwölften"
    "|[a-zäöüß]{4,6}zehnten"
    "|(?:[a-zäöüß]{3,6}und)?(?:zwanzigsten|dreißigsten))"
)
_DUTCH_MONTH: Final = "januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december"
_DUTCH_NUMBER: Final = "(?:een|één|twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf|[0-9]{1,2})"

PATTERNS: Final = (
    *times(
        "de",
        TimeWords(
            into="im|in|am|an|ab|seit|bis|zum|vom|gegen|zu|in der",
            part="(?:anfang|mitte|ende) ",
            month=_GERMAN_MONTH,
            of="des jahres |letzten |nächsten ",
            season="(?:früh|spät|hoch)?(?:frühling|frühjahr|sommer|herbst|winter)|(?:sommer|winter)semester",
            last=(
                "letzten|letztes|letzte|nächsten|nächstes|nächste|kommenden|vergangenen|vorletzten|vorigen"
                "|übernächsten|diesen"
            ),
            day="(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag)|(?:mo|di|mi|do|fr|sa"
            "|so)\\.?(?:, ?| )"
            "[0-3]?[0-9]\\.(?:[01]?[0-9]\\.?(?:[0-9]{2,4})?)?|heute|morgen|übermorgen|gestern|vorgestern",
            daytime="früh|morgens?|vormittags?|mittags?|nachmittags?|abends?|nachts?",
            at="um|gegen|ab|kurz vor|kurz nach|bis|vor|nach",
            hour=f"(?:{_CLOCK}(?: ?uhr)?|(?:halb |viertel (?:vor |nach )?|dreiviertel )?{_GERMAN_NUMBER}(?: uhr)?)",
            others=(
                f"vor (?:etwa |rund |ca\\. |gut |knapp |über )?{_GERMAN_NUMBER} (?:tag(?:en)?|wochen?"
                f"|monat(?:en)?|jahr(?:en)?|stunden?)",
                f"nacht (?:vom|von|zum|auf) (?:{FIGURES}\\.?|(?:mon|diens|donners|frei|sams|sonn)tag"
                f"|mittwoch)(?: ?(?:auf|zum)(?: den)?"
                f" (?:{FIGURES}\\.?|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch))?(?: ?(?:{_GERMAN_MONTH}))?",
                f"(?:am|zum|vom|bis zum|ab dem) {_GERMAN_ORDINAL} (?:{_GERMAN_MONTH})(?: {YEAR})?",
                f"(?:an|zu|seit|vor|nach|bis|über|letzte[sn]?|nächste[sn]?) (?:{_GERMAN_FEASTS})(?: {YEAR})?"
                f"|(?:{_GERMAN_FEASTS}) {YEAR}",
                f"(?:{FIGURES}\\.|erste[ns]?|zweite[ns]?|dritte[ns]?|vierte[ns]?) (?:quartal|halbjahr)(?: {YEAR})?",
                "(?:anfang|mitte|ende) (?:der|nächster|letzter|dieser) (?:woche|neunziger|achtziger|siebziger"
                "|[6-9]0er)(?: jahre)?",
                "(?:anfang|mitte|ende) (?:nächsten|letzten|dieses) (?:monats|jahres)",
                f"(?:halb|viertel (?:vor|nach)|kurz (?:vor|nach)) {_GERMAN_NUMBER} (?:morgens|abends|nachts"
                f"|nachmittags|mittags)",
            ),
        ),
    ),
    *times(
        "nl",
        TimeWords(
            into="in|op|sinds|vanaf|tot|per|rond|met|van",
            part="(?:begin|half|medio|midden|eind) ",
            month=_DUTCH_MONTH,
            of="van ",
            season="(?:de |het )?(?:(?:na|voor)?zomer|voorjaar|lente|herfst|najaar|winter)",
            last="afgelopen|vorige|volgende|komende|aanstaande",
            day="(?:maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag)|(?:ma|di|wo|do|vr|za"
            "|zo) [0-3]?[0-9] [a-z]{3,4}\\.?"
            "|morgen|gisteren|overmorgen|eergisteren|vandaag",
            daytime="-?(?:ochtend|morgen|middag|namiddag|avond|nacht)",
            at="om|rond|vanaf|tegen|na|voor",
            hour=f"(?:{_CLOCK}(?: ?uur| ?u(?:[0-5][0-9])?)?|(?:half |kwart (?:voor|over) )?{_DUTCH_NUMBER}(?: uur)?)",
            others=(
                f"(?:ongeveer |ruim |zo['’]n |bijna )?(?:{_DUTCH_NUMBER}|paar) (?:dag(?:en)?|weken|week"
                f"|maand(?:en)?|jaar|uur) geleden",
                f"(?:in de )?nacht van [0-3]?[0-9] op [0-3]?[0-9](?: (?:{_DUTCH_MONTH}))?",
                f"(?:op |per )?(?:de )?eerste (?:{_DUTCH_MONTH})",
                "(?:op|met|sinds|voor|na|tot|rond) (?:kerst|kerstavond|kerstmis|oudejaarsavond|oud en nieuw"
                "|nieuwjaarsdag|pasen|pinksteren|hemelvaart"
                f"|koningsdag|sinterklaas|goede vrijdag|carnaval)(?: {YEAR})?",
                f"(?:het )?(?:eerste|tweede|derde|vierde|laatste) kwartaal (?:van )?{YEAR}",
            ),
        ),
    ),
)
