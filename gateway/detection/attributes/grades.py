"""Grades, results of examinations and how somebody gets on at school: "a B in chemistry", "failed her theory test"."""

from typing import Final

from gateway.detection.recognizer import Pattern
from gateway.detection.words import with_initials_first
from gateway.types import EntityType

_WORD: Final = "[A-Za-z][A-Za-z-]{1,20}"
_SUBJECT: Final = (
    "(?:(?:GCSE|A-level|AS|AP|higher|further|combined|pure|applied|Higher|Further) )?"
    "(?:[mM]aths?|[mM]athematics|[eE]nglish|[fF]rench|[gG]erman|[sS]panish|[lL]atin|[hH]indi|[hH]istory|[gG]eography"
    "|[cC]hemistry|[pP]hysics|[bB]iology|[sS]cience|[aA]lgebra|[cC]alculus|[gG]eometry|[sS]tatistics|[eE]conomics"
    "|[aA]ccounting|[pP]sychology|[sS]ociology|[pP]olitics|[lL]aw|[mM]usic|[aA]rt|[dD]rama|[mM]edia|[rR]eading"
    "|[wW]riting"
    "|[sS]pelling|[cC]omputing|[cC]omputer [sS]cience|[eE]ngineering|[pP]hilosophy|[cC]lassics|[rR]eligious [sS]tudies"
    "|[bB]usiness(?: [sS]tudies)?|RE|PE|IT|ICT|DT|[wW]oodwork|[bB]iochemistry|[nN]ursing|[mM]edicine"
    "|[sS]ocial [sS]tudies)"
)
_GRADE: Final = "(?:[A-F][*+-]?|[1-9][+-]?|U|[a-f][+-]?)"
_GOT: Final = (
    "[gG]ot|[gG]ets?|[gG]etting|[gG]iven|[gG]ave|[gG]ives|[sS]cored?|[sS]cores|[eE]arned|[rR]eceived|[aA]chieved|[hH]as"
    "|[hH]ave|[hH]ad|[wW]ith|[aA]nd|[hH]olds?|[tT]ook|[mM]ade|[bB]agged|[oO]btained|[hH]olding"
)
_CLASS: Final = (
    "(?:[fF]irst|[sS]econd|[tT]hird|[uU]pper [sS]econd|[lL]ower [sS]econd|1st|2nd|2:[12]|2\\.[12]|[dD]istinction"
    "|[mM]erit"
    "|[sS]econd [cC]lass [uU]pper|[sS]econd [cC]lass [lL]ower|[fF]irst[ -][cC]lass(?: [hH]onours)?|[pP]ass|[cC]redit)"
)
_EXAM: Final = (
    "(?:UTME|JAMB|WASSCE|WAEC|NECO|KCSE|KCPE|CSEC|ATAR|NEET|JEE(?: Mains?| Advanced)?|CAT|GATE|UPSC|HSC|SSC|ICSE|CBSE"
    "|NCLEX|USMLE|PLAB|MCAT|LSAT|GRE|GMAT|SATs?|ACT|TOEFL|IELTS|PTE|GCSEs?|A-?[lL]evels?|O-?[lL]evels?|[mM]ocks?"
    "|[fF]inals?|[bB]oards?|[pP]relims?|[mM]idterms?|[bB]ar(?: exam)?|GED|11\\+|class (?:X{1,2}I{0,2}|1[0-2])|1[0-2]th"
    "|[dD]riving (?:test|theory)|[tT]heory(?: test)?|[pP]ractical|[cC]itizenship test|[lL]eaving [cC]ert)"
)
_OF_THEM: Final = "[mM]y|[hH]is|[hH]er|[tT]he|[tT]heir"
_QUALIFICATION: Final = (
    "(?:NVQ|SVQ|BTEC|HN[CD]|GNVQ|PGCE|PGDip|TAFE [cC]ert(?:ificate)?|[cC]ert(?:ificate)? I{1,3}V?|[lL]evel [1-8]"
    "|B\\.?Ed\\.?|B\\.?Com\\.?|M\\.?Com\\.?|B\\.?N\\.?Sc\\.?|BNSc|B\\.?Pharm\\.?|MBBS|BCA|MCA|BE|ITI|OND"
    "|[fF]oundation [dD]egree"
    "|BA|MA|BS|MS|BSc|MSc|BEng|MEng|LL[BM]|AA|AS)"
)
_QUALIFIED: Final = (
    f"{_QUALIFICATION}(?: \\([hH]ons\\))?(?: [lL]evel [1-8])?(?: [dD]iploma| [cC]ertificate| [aA]ward| [nN]VQ"
    "| [aA]pprenticeship| [dD]egree)? in "
)
_RESULT: Final = f"{_EXAM}(?: score| result| mark| rank| percentage)?(?: was| is| of|:|,) "
_COUNTED: Final = (
    "(?:[1-9]|one|two|three|four|five|six|seven|eight|nine|ten|straight|all|mostly) "
    "(?:[A-F][1-9]?[*]?['’]?s|distinctions|merits|credits|GCSEs|A-?levels)|[1-9]s(?: and|,) [1-9]s"
)
_FAILS: Final = (
    "[fF]ail(?:ed|ing|s)?|[fF]lunk(?:ed|ing|s)?|[rR]e-?s(?:at|it|its|itting)|[pP]assed|[rR]etak(?:es?|ing)|[rR]etook"
)


def _pattern(name: str, expression: str, prefilter: str) -> Pattern:
    return Pattern(
        name=name,
        entity_type=EntityType.EDUCATIONAL_RECORD,
        expression=expression,
        score=0.7,
        prefilter=prefilter,
        languages=("en",),
    )


PATTERNS: Final = (
    _pattern(
        "grade_in",
        f"{with_initials_first(_GOT)} (?:an? |only )?(?P<value>(?:{_GRADE}|{_CLASS}|[0-9]{{1,3}} ?%"
        f"|[0-9]{{1,2}}/[0-9]{{2,3}})"
        f" (?:in|for) {_SUBJECT})(?!\\w)",
        f" (?:in|for) {_SUBJECT}",
    ),
    _pattern(
        "class_of_degree",
        "(?<![\\w:.])(?P<value>2:[12](?! [a-z]+ half)(?: (?:hons|honours|degree"
        "|in [A-Z][a-z]{2,20}(?: and [A-Z][a-z]{2,20})?))"
        "|(?:(?:B|M)[A-Za-z.]{1,5} )?(?:[sS]econd|[fF]irst|[tT]hird)[ -][cC]lass(?: [hH]onours)?(?: \\(?(?:[uU]pper"
        "|[lL]ower)"
        f"(?: [dD]ivision)?\\)?)?(?: in {_WORD})?|(?:[uU]pper|[lL]ower) [sS]econd(?: [cC]lass)?)"
        "(?! (?:post|mail|stamps?|ticket|travel|carriage|seat|cabin|citizens?|flight|function|support|object|lounge"
        "|service|fare"
        "|match|cricket))(?!\\w)",
        "2:[12]|(?:[sS]econd|[fF]irst|[tT]hird)[ -][cC]lass|(?:[uU]pper|[lL]ower) [sS]econd",
    ),
    _pattern(
        "grades_together",
        "\\b(?:[gG]rades?(?: of| are| were|:)?|[pP]redicted|[aA]chieved|[gG]ot|[oO]ffer (?:of|is)|[nN]eeds?"
        "|[eE]stimated|[hH]as) "
        "(?P<value>(?:[A-E]\\*?){3,4}|(?:[A-E]\\*?,? ){2,3}[A-E]\\*?)(?![\\w*])",
        "[A-E][*]?[A-E][*]?[A-E]|[A-E][*]?,? [A-E][*]?,? [A-E]",
    ),
    _pattern(
        "grades_achieved",
        ",? (?P<value>(?:[A-E]\\*?){3,4}) (?:achieved|predicted|at A-?[lL]evel|in (?:my|his|her|their) A)",
        " (?:achieved|predicted|at A|in (?:my|his|her|their) A)",
    ),
    _pattern(
        "grades_counted",
        f"(?<!\\w)(?P<value>{_COUNTED})(?!\\w)",
        _COUNTED,
    ),
    _pattern(
        "score_in",
        "\\b(?:[sS]cor(?:ed?|es|ing)|[gG]ot|[pP]assed|[mM]arks?|[aA]ggregate|[rR]ank(?:ed)?) (?:of |with |an? |only )?"
        f"(?P<value>(?:AIR )?[0-9]{{1,6}}(?:\\.[0-9]{{1,3}})?(?: ?%| percent| per cent| marks"
        f"|/[0-9]{{2,4}})?) (?:in|on|at|for) "
        f"(?:(?:{_OF_THEM}) )?{_EXAM}(?!\\w)",
        f"[0-9](?: ?%| ?percent| per cent| marks|/[0-9]+)? (?:in|on|at|for) (?:(?:{_OF_THEM}) )?{_EXAM}",
    ),
    _pattern(
        "score_of",
        f"\\b(?:{_OF_THEM}) {_RESULT}(?P<value>[0-9]{{1,6}}(?:\\.[0-9]{{1,3}})?(?: ?%| percent| bands?)?)(?!\\w)",
        f"{_RESULT}[0-9]",
    ),
    _pattern(
        "examination_failed",
        f"(?P<value>{with_initials_first(_FAILS)} (?:(?:{_OF_THEM}) )?(?!in |at |on |the )(?:[a-z]+ )?{_EXAM}"
        "(?: (?:exam|test))?)(?!\\w)",
        "[fF]ail|lunk|[rR]e-?s[ai]t|[pP]assed|[rR]eta?k|[rR]etook",
    ),
    _pattern(
        "year_at_school",
        "\\b(?:[iI]n|[rR]epeat(?:ed|ing|s)?|[sS]tarts?|[sS]tarted|[iI]nto|[oO]f|[rR]edoing|[rR]edid|[mM]y|[hH]is"
        "|[hH]er) "
        "(?P<value>[yY](?:ea)?r ?(?:[1-9]|1[0-3])(?:,? (?:(?:top|middle|bottom) set"
        "|set [1-9]))?)(?![\\w/-]|\\.\\w)(?! (?:of|to) )",
        "[yY](?:ea)?r ?[1-9]",
    ),
    _pattern(
        "behind_at_school",
        "\\b(?:[rR]eading|[wW]riting|[sS]pelling|[mM]aths?|[sS]peech|[lL]anguage|[lL]iteracy|[nN]umeracy"
        "|[pP]honics) (?:age )?(?:is|are|was)"
        " (?P<value>(?:[a-z]+ ){1,3}(?:behind|below|ahead|above)(?: (?:average|grade level|expectations|expected"
        "|where [a-z]+ should be))?)"
        "(?!\\w)",
        " (?:behind|below|ahead|above)",
    ),
    _pattern(
        "qualification_in",
        f"\\b(?P<value>{_QUALIFIED}{_WORD}(?: (?:and |& )?(?!(?:and|at|from|with|but|in|on|or|so"
        f"|then)\\b){_WORD})?)(?!\\w)",
        f"{_QUALIFIED}[A-Za-z]",
    ),
    _pattern(
        "graduate_of",
        f"\\b(?P<value>{_QUALIFICATION} (?:graduate|pass|holder|[fF]inal year|student)|(?:8|10|12)th (?:pass"
        f"|fail(?:ed)?|std pass)"
        "|[pP]assed (?:10|12)th(?: with [0-9]{2}(?:\\.[0-9])? ?(?:%|percent|per cent))?)(?!\\w)",
        f"{_QUALIFICATION} (?:graduate|pass|holder|[fF]inal year|student)|[802]th (?:pass|fail|std)|assed 1",
    ),
    _pattern(
        "subject_and_degree",
        "\\b(?:[eE]ducation|[dD]egree|[qQ]ualifications?|[hH]as an?|[hH]olds an?|[hH]ave an?"
        "|[dD]id an?) ?:? ?(?P<value>"
        "(?:BA|BSc|MSc|MA|BEng|MEng|LLB|LLM|MPhil|MRes|BNSc|BEd|BTech|MTech|PhD)(?: \\([hH]ons?\\)| Hons?)?"
        " [A-Z][a-z]{2,20}(?: (?:and |& |of )?[A-Z][a-z]{2,20}){0,3})(?!\\w)",
        "(?:ducation|egree|ualifications?|as an?|olds an?|ave an?|id an?) ?:? ?(?:BA|BSc|MSc|MA|BEng|MEng|LLB|LLM|MPhil"
        "|MRes|BNSc|BEd|BTech|MTech|PhD)[A-Za-z() ]* [A-Z]",
    ),
)
