"""What ails a part of the body, in lay words: "my jaw clicks when I yawn", "crook hip", "a pin in his ankle"."""

from __future__ import annotations

from typing import Final

from gateway.detection.attributes.english_health.grammar import DETAIL, OWN, REST, Clause

# Words for parts that are often of no body, or that are verbs too: they need somebody whose they are.
_ALSO_OTHER: Final = (
    "arm|arms|back|bones|calf|calves|chest|ear|ears|eye|eyes|face|feet|finger|fingers|foot|hand|hands|head|heart|joint"
    "|joints|leg|legs|lip|lips|memory|mouth|muscle|muscles|nail|nails|neck|nerve|nerves|nose|skin|speech|spine|thumb"
    "|tongue|voice|hearing|vision|balance|sleep|mood|ticker|throat|tummy|stomach"
)
_ALWAYS: Final = (
    "abdomen|achilles|ankle|ankles|appendix|armpit|belly|bladder|bowel|bowels|breast|breasts|bum|buttock|cartilage"
    "|cervix|cheekbone|chin|collarbone|cornea|eardrum|elbow|elbows|eyelid|eyelids|eyesight|forearm|forehead"
    "|fingernails?|gallbladder|glands|groin|gum|gums|hamstring|hamstrings|heartbeat|heel|heels|hip|hips|jaw|kidney"
    "|kidneys|knee|knees|kneecap|knuckles|ligament|ligaments|limbs|liver|lung|lungs|lymph nodes?|meniscus|nostril|ovary"
    "|ovaries|pancreas|pelvis|period|periods|prostate|rib|ribs|retina|rotator cuff|scalp|shin|shins|shoulder|shoulders"
    "|shoulder blade|sinuses|skull|spleen|tailbone|teeth|tendon|tendons|testicle|thigh|thighs|thumbs|thyroid|toe|toes"
    "|toenail|toenails|tonsils|tooth|uterus|waterworks|wisdom tooth|womb|wrist|wrists|bowel|circulation"
)
BODY: Final = f"(?:{_ALWAYS}|{_ALSO_OTHER})"
_SIDES: Final = "(?:left|right|lower|upper|both|one|two|big|little|index|middle|front|back|whole|inner|outer)"
OWNED: Final = f"(?:{OWN} )?(?:{_SIDES} )?{BODY}(?: (?:and|or|&) (?:{_SIDES} )?{BODY})?"
_OF_NOTHING: Final = "(?<!\\bthe )(?<!\\bits )(?<!\\ba )(?<!\\ban )(?<!\\bto )(?<!\\bcan )(?<!\\bi )(?<!\\bwe )"
_PART: Final = (
    f"(?:{_OF_NOTHING}(?:{_ALSO_OTHER})|{_ALWAYS})(?!\\w|-(?!foot))(?: (?:and|&) {BODY})?"
    "(?: (?:really|always|still|just|sometimes|often|also|now|all|both|even|only|constantly))?"
)
_HURTS: Final = (
    "ach(?:es?|ed|ing)|burns?|burning|click(?:s|ed|ing)?|lock(?:s|ed|ing)?(?: up)?|hurt(?:s|ing)?|swell(?:s|ed"
    "|ing)?(?: up)?|swollen|swole|throb(?:s|bed|bing)?|itch(?:es|ing)?|tingl(?:es?|ed|ing)|twitch(?:es|ed|ing)?"
    "|sh(?:akes?|aking|ook)|trembl(?:es?|ing)|cramp(?:s|ed|ing)?(?: up)?|seiz(?:es?|ed|ing)(?: up)?|bleeds?|bleeding"
    "|bled|peel(?:s|ing)?|pop(?:s|ped|ping)?(?: out)?|grinds?|grinding|creaks?|stiffens?(?: up)?|rings?|ringing"
    "|buzz(?:es|ing)?|streams?|weeps?|weeping|ooz(?:es?|ing)|g(?:ives?|ave|iving|iven) (?:way|out|up|me|him|her)"
    "|collaps(?:es|ed)|(?:go(?:es|ing)?|went|gone) (?:numb|dead|blue|white|stiff|cold|out|weak|black|blurry|funny"
    "|septic|to sleep|off)|(?:goes|went|gone)(?= |[.,;!)]|$)(?! (?:to|through|for|with|back|in|into|home|up|out to|over"
    "|on (?!mon|tue|wed|thu|fri|sat|sun)))|(?:play|flar|act)(?:s|es?|ed|ing)? up|fail(?:s|ed|ing)?|rac(?:es?|ed|ing)"
    "|flutter(?:s|ing)?|pound(?:s|ing)?|spin(?:s|ning)?|slip(?:s|ped) out|dislocat(?:es|ed)|buckl(?:es?|ed)|droops?"
    "|drooping|spasms?|f(?:alls?|alling|ell) (?:out|off)|crumbl(?:es?|ing)|snapped|drags?|jumps?|sweats?|stings?"
    "|stinging|smarts?|heals?"
)
_ILL: Final = (
    "broken|fractured|sprained|dislocated|torn|ruptured|swollen|sore|numb|stiff|tender|bruised|infected|inflamed|weak"
    "|tight|bad|worse|worst|wonky|dodgy|crook|knackered|shot|stuffed|buggered|gammy|stuck|locked|itchy|dry|blue|raw"
    "|bleeding|blurred|blurry|fuzzy|cloudy|puffy|enlarged|blocked|congested|swimming|aching|paralysed|paralyzed"
    "|amputated|missing|deformed|bowed|crooked|damaged|wrecked|burst|perforated|replaced|fused|pinned|scarred|wasted"
    "|failing|deteriorating|declining|poor|terrible|awful|painful|overactive|underactive|irregular|heavy|late|rotten"
    "|wobbly|decayed|unsteady|shaky|black|purple|grey|green|shaky|yellow|clammy|droopy|lazy|no good|slurred|impaired"
    "|prolapsed|collapsed|busted|sprung|going|gone|sunken|disfigured|not (?:right|working|healing|good|great|what (?:it"
    "|they) (?:was|were))|(?:still )?in (?:an? )?(?:plaster|cast|sling|brace|boot|splint|knots|bits|agony|pain|pieces"
    "|spasm)|covered in [a-z]+|like (?:an? )?[a-z]+ [a-z]+|full of (?:fluid|pus)|out of (?:place|joint)|(?:killing"
    "|giving|bothering) (?:me|him|her|us)"
)
_IS: Final = (
    "(?:['’]s|['’]re|is|are|was|were|has been|have been|has|have|keeps?|kept|gets?|got|getting|feels?|felt|looks?"
    "|looked|turn(?:s|ed)|stays?|stayed|started|starts|is getting|are getting|went)"
)
_VERY: Final = "(?: (?:really|very|so|too|still|quite|a bit|always|all|badly|completely|pretty|just|been|now|bloody))?"
_TROUBLE: Final = f"(?:(?: ?{_IS}{_VERY})? (?:{_HURTS}|{_ILL})|(?:['’]s| is| are| were| was){_VERY} (?:{_ILL}))(?!\\w)"
_SICK: Final = (
    "bad|crook|dodgy|dicky|dicey|gammy|gimpy|bung|stiff|sore|weak|swollen|numb|tight|broken|fractured|torn|sprained"
    "|dislocated|frozen|trapped|slipped|ruptured|burst|perforated|cleft|club|lazy|wonky|ingrown|pulled|busted|irregular"
    "|irregularly|poor|failing|false|artificial|missing|amputated|itchy|blurred|blurry|double|brittle|flat|fallen"
    "|bruised|cracked|chipped|impacted|enlarged|inflamed|infected|heavy|painful|aching|achy|arthritic|prosthetic|tender"
    "|puffy|underactive|overactive|irritable|leaky|weepy|gummy|knackered|shattered|snapped|twisted|injured|hurt"
    "|deformed|paralysed|paralyzed|bloodshot|runny|blocked|stuffy|rotten|wobbly|bleeding|burnt|damaged|clicky"
    "|replacement|slurred|wasted|swelled|strained|restless|clicking|dropped|hammer|trick|shooting|hacking|upset|funny"
    "|shaky|trembling|bent|twitchy"
)
_PAIN: Final = (
    "pain|pains|ache|aches|aching|soreness|swelling|numbness|tingling|stiffness|weakness|tightness|cramp|cramps"
    "|cramping|spasms?|rash|lump|lumps|bruise|bruises|bruising|itching|discomfort|pins and needles|blisters?|ulcers?"
    "|sores?|warts?|abscess|cyst|fracture|tear|sprain|arthritis|infection|bleeding|clot|tumou?r|wound|burns|stitches"
    "|no feeling|shingles|eczema|psoriasis|fluid|screws|metalwork|nodule|mass|shadow|tremor|twinge|palpitations"
    "|osteoarthritis|asbestos|water|scarring|lesions?|inflammation|polyps?|frostbite|no sensation|scars?|scratches"
    "|bite marks|cuts|grazes|marks|pins?|plates?|rods?|screws|bolts|metal"
)
_INTENSE: Final = "awful|terrible|horrible|horrendous|excruciating|splitting|nasty|persistent|nagging|unbearable|bad"
_AILMENT: Final = (
    "pains?|aches?|soreness|swelling|numbness|stiffness|weakness|cramps?|spasms?|rash|lump|sprain|strain|tear|injur(?:y"
    "|ies)|trouble|problems?|condition|disease|disorder|failure|infections?|cancer|tumou?r|fractures?|surgery|op"
    "|operation|replacements?|transplant|biopsy|scan|injections?|brace|splint|boot|reconstruction|graft|damage|bleed"
    "|clot|stones?|ulcers?|sores?|abscess|wound|loss|bypass|attacks?|murmur|valve|stent|rhythm|drops|dysplasia|fusion"
    "|herniation|prolapse|arthritis|deformity|amputation|apn(?:o)?ea|drop|tremor|orthos[ie]s|tablets|pills|meds"
    "|medication|pads|numbers|function|enzymes|function tests|test results|marks|flare-?ups?|episodes?|bleeds"
    "|hygiene problems|defect"
)
_WHERE: Final = f"(?: (?:in|on|around|under|behind|across|down|of|to|from|inside|near|at) {OWNED})?"
_SOFT: Final = "(?! (?:feeling|idea|luck|credit|news|time|faith))"

CLAUSES: Final = (
    Clause(
        words=f"{_ALSO_OTHER}|{_ALWAYS}|fingernail|lymph|my|his|her|our|left|right|lower|upper|both",
        expression=f"(?:(?:my|his|her|our) )?(?:{_SIDES} )?{_PART}(?:{_TROUBLE}{DETAIL}"
        f"|(?<!face)(?<!memory)(?:-foot)?[ -](?:{_AILMENT})(?!\\w){_WHERE})",
    ),
    Clause(
        words=_SICK,
        expression=f"(?!broken heart|poor heart)(?:{_SICK})(?: {_SIDES})?[ -]{BODY}(?!['’\\w-]){_SOFT}"
        "(?: muscle| joint| attack| pain| syndrome)?",
    ),
    Clause(
        words=f"{_PAIN}|burning|spasm|blister|ulcer|sore|wart|tumor|tumour",
        expression=f"(?:{_PAIN})(?!\\w)(?: radiating| shooting| spreading)? (?:in|on|around|under|behind|across|down|of"
        "|to"
        f"|inside|from) {OWNED}(?!\\w){DETAIL}",
    ),
    Clause(
        words=f"{_PAIN}|burning|{_INTENSE}",
        expression=f"(?:(?:{_PAIN}|burning) (?:when|on|while) (?:[a-z]+ing|we |i |he |she )(?!\\w)"
        f"|(?:{_INTENSE}) (?:{_PAIN}|headaches?|migraines?|cough|cold|nausea|anxiety|itch|fatigue|periods?|nightmares"
        "|reflux"
        "|withdrawals?))"
        f"(?!\\w){DETAIL}",
    ),
    Clause(
        words="pins|only|one|has|grinds|grind|grinding|no|new|bite|self|snores|snoring",
        expression="(?:pins and needles|no (?:teeth|feeling|sensation|appetite|sense of (?:smell|taste)"
        "|use of)(?! of\\b)|new (?:hips?|knees?|kidney|heart valve|liver)(?!\\w)|(?:bite|self-harm) (?:marks"
        "|scars)(?!\\w)|snor(?:es|ing)(?!\\w)|(?:has )?(?:only )?one (?:kidney|eye|leg|arm|lung|hand|ovary"
        "|testicle)(?!\\w)"
        f"|(?<!the )grind(?:s|ing)? (?:(?:my|his|her) teeth|at night|(?:my|his|her) jaw)){REST}",
    ),
)
