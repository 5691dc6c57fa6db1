"""How somebody is and lives: "feels very low", "two years sober", "lost three stone", "smokes 20 a day"."""

from __future__ import annotations

from typing import Final

from gateway.detection.attributes.english_health.grammar import DETAIL, NUMBER, OFTEN, Clause

_MANY: Final = "|".join(("one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve", *map(str, range(1, 61))))
_SMOKES: Final = f"{NUMBER}(?: a day|/day| per day)?"

CLAUSES: Final = (
    Clause(
        words="lost|loses|losing|miscarried|put|weighs|gained|drinks|drinking|smokes|smoking|uses|snorts|ex|non",
        expression="(?:lost (?:a|the|her|our|my|another) (?:baby|pregnancy|twins?)|los(?:t|es|ing) (?:my|his|her"
        "|all )?(?:appetite|consciousness|hair|sight|eyesight|sense of (?:smell|taste))"
        f"|(?:lost|gained|put on|weighs)(?: about| over| almost| nearly)? {NUMBER} ?(?:stone|pounds?|lbs|kilos?|kgs?)"
        f"|(?:lost|gained|put on)(?: a lot of)? weight|miscarried|(?:ex|non)-smoker(?:, {_SMOKES})?|smok(?:es"
        f"|ing) (?:{_SMOKES}|a pack|weed|cannabis|heavily|crack)|drink(?:s|ing) (?:{NUMBER} (?:bottles?|cans?|pints?"
        "|units?|glass(?:es)?)(?: of [a-z]+)?|heavily|every day|every night|too much|alone)|(?:uses|snorts) (?:cocaine"
        f"|heroin|meth|ketamine|crack))(?!\\w)(?: {OFTEN})?(?: an? (?:day|night|week)(?!\\w))?{DETAIL}",
    ),
    Clause(
        words=f"sober|clean|running|ran|feeling|feels?|felt|panicky|tearful|jittery|hypervigilant|{_MANY}",
        expression=f"(?:{NUMBER} (?:falls?|fits|seizures|blackouts|nosebleeds|miscarriages|strokes|heart attacks|ops"
        f"|operations)(?: (?:this|last|in the last|since) [a-z]+)?|{NUMBER} (?:days?|weeks?|months?|years?) (?:sober"
        "|clean|dry|smoke-free|in recovery|chip)"
        f"|(?:sober|clean) (?:since|for)(?! the)|(?:running|ran) a (?:fever|temperature)|{NUMBER} units (?:a|per) week"
        "|(?:feeling|feels?|felt) (?:(?:really|very|so|pretty|quite|a bit|too|rather) ){0,2}(?:low|black|suicidal"
        "|hopeless|panicky|anxious|depressed|faint|sick|rough|poorly|worthless|dizzy|queasy|feverish|shaky|light-headed"
        "|lightheaded|breathless|nauseous|wobbly|achy|weepy|tearful|burnt out|burned out|numb)"
        f"|(?:panicky|tearful|jittery|hypervigilant))(?!\\w)(?! of (?:this|it|the)\\b){DETAIL}",
    ),
)
