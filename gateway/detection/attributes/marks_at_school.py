"""Marks in a subject in eight languages: "Mathe 2-, Deutsch 4", "12/20 en maths", "un 4,5 en lengua"."""

from typing import Final

from gateway.detection.recognizer import Pattern
from gateway.types import EntityType

_DE: Final = (
    "(?:[mM]athe(?:matik)?|[dD]eutsch|[eE]nglisch|[fF]ranzösisch|[lL]atein|[pP]hysik|[cC]hemie|[bB]io(?:logie)?"
    "|[gG]eschichte"
    "|[eE]rdkunde|[gG]eografie|[sS]port|[mM]usik|[kK]unst|[rR]eligion|[eE]thik|[sS]achkunde|[iI]nformatik"
    "|[sS]ozialkunde"
    "|[wW]erken|[lL]esen|[rR]echtschreibung|[sS]panisch|[bB]etragen|[fF]leiß)"
)
_FR: Final = (
    "(?:maths?|mathématiques|français|anglais|allemand|espagnol|latin|physique(?:-chimie)?|chimie|SVT|svt"
    "|histoire(?:-géo)?"
    "|géographie|philo(?:sophie)?|EPS|eps|technologie|musique|dictée)"
)
_ES: Final = (
    "(?:mates?|matemáticas|lengua|inglés|francés|física|química|biología|historia|geografía|filosofía|sociales"
    "|naturales"
    "|música|gimnasia|latín|educación física)"
)
_IT: Final = (
    "(?:matematica|mate|italiano|inglese|francese|latino|greco|fisica|chimica|scienze|storia|geografia|filosofia"
    "|arte|musica"
    "|condotta|ginnastica|diritto|informatica)"
)
_PT: Final = (
    "(?:matemática|português|inglês|francês|física|química|biologia|história|geografia|filosofia|redação|ciências)"
)
_NL: Final = (
    "(?:wiskunde|Nederlands|Engels|Duits|Frans|natuurkunde|scheikunde|biologie|geschiedenis|aardrijkskunde|economie"
    "|rekenen"
    "|spelling|begrijpend lezen)"
)
_PL: Final = (
    "(?:matematyki|matmy|polskiego|angielskiego|niemieckiego|fizyki|chemii|biologii|historii|geografii|przyrody|wf-u"
    "|informatyki|zachowania)"
)
_RU: Final = (
    "(?:математике|алгебре|геометрии|русскому|английскому|литературе|физике|химии|биологии|истории|географии"
    "|информатике"
    "|физкультуре|обществознанию|поведению|математиці|алгебрі|українській|англійській|фізиці|хімії|історії)"
)
_POINTS: Final = "[0-9]{1,2}(?:[.,][0-9]{1,2})?(?: ?/ ?(?:10|12|20|30|100)| sur 20| de 10)?"
_WORDS_DE: Final = "(?:eins|zwei|drei|vier|fünf|sechs|[eE]ins|[zZ]wei|[dD]rei|[vV]ier|[fF]ünf|[sS]echs)"
_IN_WORDS_RU: Final = "(?:двойк|тройк|четвёрк|четверк|пятёрк|пятерк|единиц|двійк|трійк|четвірк|п['’]ятірк)[аиуою]{1,2}"


def _in(language: str, joined: str, subject: str, marks: str = _POINTS) -> Pattern:
    """Returns a pattern for a mark, a word for "in", and a subject."""
    return Pattern(
        name=f"mark_in_{language}",
        entity_type=EntityType.EDUCATIONAL_RECORD,
        expression=f"(?<![\\w.,/])(?P<value>{marks} {joined} {subject})(?![\\w-])",
        score=0.7,
        prefilter=f" {joined} {subject}",
        languages=(language,),
    )


PATTERNS: Final = (
    Pattern(
        name="mark_de",
        entity_type=EntityType.EDUCATIONAL_RECORD,
        expression=(
            f"(?<!\\w){_DE}(?:note)?:? (?:(?:ist|war|hat|hatte|eine|ne|auf|Note|nur) ){{0,2}}"
            f"(?P<value>(?:[1-6](?:[.,][0-9])?[+-]?|{_WORDS_DE}(?: (?:plus|minus))?))(?=[,;.|)\\n]| und\\b| –"
            f"|$)(?![.,][0-9])"
        ),
        score=0.7,
        prefilter=f"{_DE}(?:note)?:? (?:(?:ist|war|hat|hatte|eine|ne|auf|Note|nur) ){{0,2}}(?:[1-6]|{_WORDS_DE})",
        languages=("de",),
    ),
    Pattern(
        name="leaving_mark_de",
        entity_type=EntityType.EDUCATIONAL_RECORD,
        expression=(
            "\\b(?:Abi(?:tur)?|Notenschnitt|Schnitt|Abischnitt|Durchschnittsnote|Abschlussnote|Master|Bachelor|Examen)"
            "(?: (?:mit|von|war|ist|liegt bei|gemacht mit|einem Schnitt von|der Note"
            "|einer)){0,3}:? (?P<value>[1-4][.,][0-9])(?!\\w)"
        ),
        score=0.8,
        prefilter="(?:Abi|[sS]chnitt|note|Master|Bachelor|Examen)[a-zA-Z: ]* [1-4][.,][0-9]",
        languages=("de",),
    ),
    _in("fr", "en", _FR),
    _in("es", "en", _ES),
    _in("it", "in", _IT),
    _in("pt", "(?:em|a)", _PT),
    _in("nl", "(?:voor|in|op)", _NL),
    _in("pl", "z", _PL, f"(?:{_POINTS}|(?:jedynk|dwój|trój|czwórk|piątk|szóstk|pał)[a-zęąćł]{{1,3}})"),
    _in("ru", "по", _RU, f"(?:[1-5][+-]?|{_IN_WORDS_RU})"),
    _in("uk", "з", _RU, f"(?:{_POINTS}|{_IN_WORDS_RU})"),
)
