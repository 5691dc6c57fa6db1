"""What happens to somebody's health: "was knocked out", "signed off eleven weeks", "had her appendix out"."""

from __future__ import annotations

from typing import Final

from gateway.detection.attributes.english_health.body import BODY, OWNED
from gateway.detection.attributes.english_health.grammar import DETAIL, LASTS, NUMBER, OFTEN, REST, Clause

_ANY: Final = (
    "(?:(?:an?|his|her|my|the|their|both|two|another|one|emergency|mini|second|third|minor|major|bad|nasty|quadruple"
    "|triple|double|partial|full|total|keyhole|heart|cancer|health) ){0,3}"
)
_HURT: Final = (
    "broke|broken|breaks|breaking|tore|torn|dislocated|dislocates|sprained|fractured|snapped|ruptured|cracked|bruised"
    "|burned|burnt|scalded|cut|hit|banged|bangs|bumped|twisted|strained|pulled|injured|hurt|damaged|crushed|trapped"
    "|severed|shattered|lost|amputated|grazed|busted|jarred|wrenched|smashed|chipped|stubbed|split|gashed|hurts|did in"
)
_OP: Final = (
    "fall|fit|fits|stroke|op|operation|mri|scan|x-ray|ct|ct scan|biopsy|bypass|heart bypass|transplant|transfusion"
    "|bleed|miscarriage|termination|abortion|c-section|caesarean|cesarean|funny turn|wobble|blackout|seizure"
    "|heart attack|tia|relapse|breakdown|overdose|stillbirth|hysterectomy|procedure done|endoscopy|colonoscopy"
    "|ultrasound|smear|mammogram|epidural|nose ?bleed|nosebleeds?|reaction|asthma attack|allergic reaction|flare-?up"
    "|scare|dizzy spell|root canal|episode of"
)
_ORGAN: Final = (
    f"(?:{BODY}|appendix|gall ?bladder|tubes|cataracts?|mole|lump|cyst|polyps?|adenoids|grommets|stents?|pacemaker"
    "|plate|pins|screws|coil|catheter|line|drain|peg|feeding tube|shunt|filling|implants?|stitches|staples|cast|braces"
    "|baby|waters|tumou?r|veins|mesh|wisdom teeth|dentures|valve|bypass|piles|haemorrhoids|prostate|implant|chemo port)"
)
_DONE: Final = (
    "(?:done|out|off|removed|replaced|taken (?:out|off)|put in|fitted|inserted|amputated|pinned|fixed|operated on"
    "|drained|stitched|tied|implanted|lasered|pulled|cut out|clipped|reset|repaired|reconstructed|changed|in)"
)
_PLACE: Final = (
    "(?:hospital|a&e|a and e|icu|itu|the icu|the er|casualty|resus|intensive care|the ward|a coma|theatre|a hospice)"
)
_SICKNESS: Final = (
    "stress|anxiety|depression|flu|covid|burnout|(?:my|his|her|a|the) (?:bad )?[a-z]{3,12}|exhaustion|grief|shingles"
    "|sciatica|long covid|pneumonia|nerves|migraines?|vertigo|post-viral fatigue|pain"
)
_WHY: Final = f"(?: (?:with|because of|due to|after) (?:{_SICKNESS}))?"
_FALLS: Final = (
    "fall|falls|fell|falling|fallen|fainted|faints|faint|collapsed|collapses|vomited|vomits|vomiting|passed out|tripped"
)
_MONTH: Final = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
_AWAITED: Final = "(?:hip|knee|op|operation|transplant|scan|biopsy|surgery|mri|hearing aids?|chemo|kidney|liver)"
_WARDS: Final = (
    "neurology|cardiology|oncology|psychiatry|camhs|mental health team|crisis team|pain clinic|memory clinic"
    "|rheumatology|haematology|hematology|renal team|physio|speech therapy|podiatry|dermatology"
)
_CARE: Final = (
    "psychiatrist|psychologist|psychotherapist|therapist|counsellor|shrink|neurologist|cardiologist|oncologist"
    "|urologist|rheumatologist|dermatologist|endocrinologist|gynaecologist|gynecologist|podiatrist|dietitian|physio"
    "|midwife|speech therapist|osteopath|chiropractor|haematologist|hematologist|nephrologist|gastroenterologist"
    "|addiction worker"
)

CLAUSES: Final = (
    Clause(
        words="knocked|run|concussed|operated|stung|bitten|scratched|stabbed|poisoned|electrocuted|winded|choked|rushed"
        "|taken|blue|airlifted|admitted|discharged|readmitted|tube|came|thrown",
        expression="(?:knocked (?:out|unconscious|cold|off (?:my|his|her) (?:bike|feet|horse))(?! (?:of|by the|in the))"
        "|run over by [a-z]+ [a-z]+|concussed|operated on|(?:stung|bitten|scratched|poisoned"
        "|stabbed) by (?:an? )?[a-z]+|electrocuted|stabbed in|winded|choked on (?:an? |his |her )?[a-z]+"
        "|thrown from (?:a|his|her) (?:horse|bike|car)|(?:rushed|taken|blue-lighted|airlifted|readmitted|admitted"
        "|discharged)(?: back| straight| in)? "
        f"(?:to|from|into) {_PLACE}|tube[- ]fed|(?:admitted|discharged|readmitted) (?:with|for) [a-z]+"
        "|came off (?:my|his|her|the|a) (?:bike|horse|motorbike|pony|scooter))(?!\\w)"
        f"(?: and (?:swelled|came|cracked|broke|hurt)(?: up)?(?: {NUMBER})?(?: ribs?)?)?{DETAIL}",
    ),
    Clause(
        words="signed|off|sick|long",
        expression=f"(?:signed off(?: (?:sick|work))? {LASTS}{_WHY}|signed off (?:sick|work){_WHY}(?: {LASTS})?"
        f"|off (?:sick|ill){_WHY}(?: {LASTS})?{_WHY}|off work (?:{LASTS} )?(?:with|ill|sick|injured|because of"
        f"|recovering) ?(?:{_SICKNESS})?|sick (?:for {LASTS}|since|in the night|all (?:night|day|week)|{OFTEN})"
        "|long[- ]term sick)(?!\\w)",
    ),
    Clause(
        words=f"{_FALLS}|blacked|threw|throwing|throws|coughing|coughs",
        expression=f"(?:(?:{_FALLS}|threw up|throw(?:s|ing) up|blacked out|cough(?:s|ing)) {OFTEN}"
        "|passed out(?= in| at| on| when| while|[.,;!]|$| again)|blacked out|threw up"
        f"|throwing up(?! (?:my|his|her|the|an?)\\b)|cough(?:s|ing) (?:up )?(?:blood|phlegm)|cough(?:ing)? {LASTS}"
        "|fainted|collapsed(?! the| into| all| two)|fell (?:off (?:a|the|his|her|my) (?:ladder|bike|roof|horse|chair"
        "|scaffold(?:ing)?|bed|swing|wall|kerb)|down (?:the |some )?(?:stairs|steps)|out of bed|on the ice"
        "|in the (?:bath|shower|garden|night|kitchen|bathroom|street)|and (?:broke|hit|hurt|cut|cracked))|tripped and)"
        f"(?!\\w)(?: {OWNED})?{DETAIL}",
    ),
    Clause(
        words=_HURT,
        expression=f"(?:{_HURT}) (?:(?:bone|bones|an? tendon|an? ligament|an? muscle|an? nerve) in )?"
        "(?:(?:his|her|my|their|an?|two|three|some|both|the) )?(?:(?:left|right|other|lower|upper|big|little) )?"
        f"(?!hearts?\\b|face\\b|mouth|back (?:on|to)|head (?:count|start))(?:{BODY}|acl|mcl|cruciate|disc)(?!\\w)"
        "(?! (?:of|off) (?:the|a|my|this)\\b| in (?:the )?(?:team|line|queue|department))"
        f"(?: to the bone)?{DETAIL}",
    ),
    Clause(
        words="had|have|has|having|got|getting",
        expression="(?:ha(?:d|ve|s|ving)|got|getting)(?: just| recently| also| already| had)? "
        f"(?:{_ANY}(?:{_OP})(?!\\w|['’])(?! (?:over|with (?:the|my) code|of (?:laughter|giggles)))"
        f"|{_ANY}{_ORGAN} {_DONE}(?!\\w|[ -]of)){DETAIL}",
    ),
    Clause(
        words="expecting|due|waters?|went|gave|in|goes|going|gone|took|takes|tested|tests|slipped|recovering|waiting"
        "|sees|seeing|under|referred|coming|cut|cuts|awaiting|swallowed|on|bruises?|unsteady|did|done|put|putting|threw"
        "|thrown",
        expression="(?:expecting (?:a baby|twins|our|her|my|triplets)(?: (?:first|second|third|fourth))?(?: (?:baby"
        "|child))?|(?<=baby )due in [a-z]+|waters? (?:have |has )?broken?|in labou?r(?= ward| room|[.,;!]|$| and| for"
        "| since| at| with)|in (?:and out of )?hospital|gave birth"
        f"|(?<=(?:is|'m|'s) )due (?:in|on) (?:(?:early|late|mid) )?{_MONTH}(?= and we| with| so)"
        "|(?:went|gone|goes|going) into (?:labou?r|cardiac arrest|remission|a coma|rehab|anaphyla[a-z]+|hospital)"
        "|in (?:a coma|icu|intensive care|rehab|a wheelchair|a cast|plaster|traction|agony)|(?:took|takes) an overdose"
        "|test(?:ed|s) positive(?! for (?:loops|[a-z]+ in))(?: for [a-z0-9-]+)?|slipped an? disc|swallowed (?:a|an|some"
        "|his|her|my) (?:coin|battery|magnet|bleach|pills|button|marble|tablets|bead)|on (?:the|a) (?:waiting"
        "|transplant) list for (?:an? )?[a-z]+|bruises? easily|unsteady on (?:his|her|my) feet"
        f"|(?:did|done|put|putting|threw|thrown) (?:my|his|her) (?:{BODY}) (?:in|out)"
        "|recovering from (?:an? |his |her |my )?[a-z]+(?: [a-z]+)?"
        f"|(?:waiting (?:for|on)|awaiting) (?:an? |his |her |my )?(?:new )?{_AWAITED}|(?:sees|seeing) (?:an? |my |his "
        f"|her )(?:{_CARE})|under (?:the )?(?:{_WARDS})|referred to (?:an? |the )?(?:{_CARE}|{_WARDS})"
        "|coming down with [a-z]+(?: [a-z]+)?|going through the (?:change|menopause)|cuts? (?:him|her"
        f"|my)self)(?!\\w){REST}",
    ),
)
