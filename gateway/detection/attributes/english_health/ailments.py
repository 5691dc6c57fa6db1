"""Everyday names of what ails people, also those that mean other things unless somebody has them: "sugar", "fits"."""

from __future__ import annotations

from typing import Final

from gateway.detection.attributes.english_health.grammar import LASTS, OFTEN, Clause

# What counts only right behind a word for having it, and what only with an article too.
_HAD: Final = (
    "sugar|fits|piles|worms|bp|nits|lice|head lice|crabs|warts?|verrucas?|high temperature|spots|boils?|styes?|tics"
    "|bleeds|implants|his nerves|her nerves|my nerves|cramps?|motions|loose motions|giddiness|gastric|acidity"
    "|fits and faints|thyroid|cholesterol|uric acid|low sugar|high sugar|low iron|low mood|low bp|high bp"
    "|low blood pressure|pcod"
    "|jaundice|typhoid|dengue|chikungunya|filaria|tb|vd|ms|mnd|rsi|women's problems|waterworks trouble|prostate trouble"
)
_HAD_A: Final = (
    "temperature|runs|trots|shits|shakes|sweats|sniffles|lurgy|bug|big c|jitters|clap|pox|cold|bad cold|stinking cold"
    "|heavy cold|tummy bug|squint|lisp|limp|stoop|hump|growth|turn|nasty turn|tic|stye|chill|bleed|spur|coil|hernia"
    "|heart|drink problem|murmur|flu|virus|fever|thyroid|stammer|nervous tummy|weak chest"
)
_HAVE: Final = "has|have|having|had|got|gets|get|with|from|for|and|caught|plus"
_ARTICLES: Final = "a|the"
_BEHIND_HAVING: Final = "|".join(f"(?<=\\b{each} )" for each in _HAVE.split("|"))
_BEHIND_ARTICLE: Final = "|".join(f"(?<=\\b{each} {a} )" for each in _HAVE.split("|")[:7] for a in _ARTICLES.split("|"))
_OTHERWISE: Final = (
    "(?!['’\\w-])(?! (?:of|in(?:to)?|on|all|well|nicely|perfectly|with|the|my|your|cubes?|free|beer|drink|look|call"
    "|shoulder|paper|server|water|front|storage|start|email|emails|fix|report|reports|tracker|over|around)\\b)"
)
# What is an ailment wherever a sentence is about somebody.
_ALWAYS: Final = (
    "chicken pox|hand, foot and mouth|hand foot and mouth|athlete's foot|athletes foot|verrucas?|nits|tennis elbow"
    "|golfer's elbow|housemaid's knee|runner's knee|bunions?|colic|cradle cap|croup|glue ear|varicose veins"
    "|water retention|threadworms?|pinworms?|slapped cheek|german measles|rubella|impetigo|prickly heat|heat rash"
    "|nappy rash|diaper rash|heatstroke|sunstroke|frostbite|bed sores?|bedsores?|pressure sores?|pressure ulcers?"
    "|sacral sores?|chilblains|haemorrhoids|hemorrhoids|bladder weakness|crohns|tummy bug|sickness bug|morning sickness"
    "|travel sickness|motion sickness|car sick|carsick|hot flushes|night terrors|sleepwalks?|growing pains|shin splints"
    "|plantar fasciitis|carpal tunnel|repetitive strain|trigger finger|ganglion|trapped nerve|underactive thyroid"
    "|overactive thyroid|iron deficient|iron deficiency|anaemic|anemic|prediabetes|pre-diabetes|prediabetic"
    "|pre-diabetic|borderline diabetic|fatty liver|leaky gut|irritable bowel|stomach ulcers?|peptic ulcers?|acid reflux"
    "|heartburn|selective mutism|selectively mute|non-verbal|nonverbal|toe walking|idiopathic toe walking|tongue tie"
    "|cleft lip|squint|club foot|long sighted|short sighted|long-sighted|short-sighted|nearsighted|farsighted|cataract"
    "|detached retina|dry eyes|pink eye|double incontinent|doubly incontinent|wets the bed|bed-?wetting|bedwetting"
    "|soiling|toilet trained late|failure to thrive|premature|premmie|born early|tube fed|peg fed|nil by mouth|bedbound"
    "|bed-bound|wheelchair-bound|wheelchair bound|non-weight bearing|light-headed|lightheaded|feverish|breathless"
    "|wheezy|chesty|nauseous|queasy|run down|burned out|on edge|not eating|off (?:his|her) food|squinting at lights?"
    "|crying over nothing|crying all (?:day|the time)|not sleeping|seeing double|double vision|floaters|tunnel vision"
    "|post-natal depression|baby blues|winter blues|self harming|self-harming|hearing things|seeing things|night sweats"
    "|body dysmorphia|t1dm|t2dm|niddm|iddm|htn|ckd(?: [1-5])?|copd|ihd|ccf|lrti|cva|bph|gord|esrd|eupd|bpad|fnd|crps"
    "|adpkd|cabg|tkr|thr|turp|nkda|dnacpr|nof|hemi|hemiarthroplasty|tetraplegic|hemiplegic|epileptic fits"
    "|febrile convulsions?|convulsions|mini stroke|mini-stroke|ministroke|brain fog|dizzy|giddy|vertigo|labyrinthitis"
    "|menieres|bell's palsy|trigeminal neuralgia|restless legs|sleep walking|sleepwalking|pulled muscle|slipped disc"
    "|bulging disc|frozen shoulder|tooth abscess|gum disease|braces off|hay ?fever|nut allergy|bee stings|funny turns?"
    "|hospice|apnoea|apnea|marks on (?:his|her) (?:neck|arms?|wrists?|thighs?)|gambling (?:habit|problem)|drink problem"
    "|drug problem|relapse|withdrawals?|cold turkey|comedown|ventilator|home ventilator"
)
_WRITTEN: Final = _ALWAYS.replace("'", "['’]")
_MUDDLED: Final = (
    "muddled|confused|agitated|drowsy|disoriented|disorientated|unresponsive|lethargic|delirious|aggressive"
)
_LOSS: Final = "(?:left|right)[- ]sided (?:weakness|numbness|paralysis|facial droop|neglect|pain)"

CLAUSES: Final = (
    Clause(
        words=f"{_HAD}|{_HAD_A}",
        expression=f"(?:(?:{_BEHIND_HAVING})(?:{_HAD})|(?:{_BEHIND_ARTICLE})(?:{_HAD_A})){_OTHERWISE}"
        f"(?: (?:{OFTEN}|{LASTS}))?".replace("'s", "['’]s"),
    ),
    Clause(words=_ALWAYS, expression=f"(?:{_WRITTEN})(?!['’\\w-])(?: (?:grade|stage) [0-9])?(?: (?:{OFTEN}|{LASTS}))?"),
    Clause(
        words=f"{_MUDDLED}|left|right|more",
        expression=f"(?:(?:{_MUDDLED}) (?:(?:since|overnight|at night|on waking|after|all|and (?:{_MUDDLED}))(?! (?:the"
        "|your|my|this)\\b)(?: [a-z]+)?)"
        f"|{_LOSS})(?!\\w)",
    ),
)
