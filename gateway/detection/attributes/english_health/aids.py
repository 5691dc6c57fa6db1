"""What somebody wears, uses or takes for a condition: "flat-plane splint", "water tablets", medicines by endings."""

from __future__ import annotations

from typing import Final

from gateway.detection.attributes.english_health.grammar import OFTEN, Clause

_ON: Final = (
    "ankle|flat|foot|leg|wrist|knee|night|arm|hand|finger|thumb|soft|hard|custom|resting|full|thigh|back|neck|hip|bite"
)
_WORN: Final = "splints?|orthosis|orthoses|orthotics?|prosthesis|prosthetic|braces?|collar|insoles?|guard|appliance"
_AIDS: Final = (
    "rollator|zimmer|zimmer frame|walking frame|walking stick|walking aid|walking boot|mobility scooter|mobility aid"
    "|stairlift|commode|grab rails?|hoist|hearing aids?|dentures|false teeth|compression stockings|compression socks"
    "|compression bandages|pessary|colostomy bag|stoma bag|ileostomy|ileostomy bag|urostomy|catheter|feeding tube"
    "|peg feeds?|insulin pump|insulin pen|glucose monitor|test strips|lancets|sharps bin|incontinence pads"
    "|incontinence pants|oxygen cylinder|oxygen concentrator|oxygen tank|home oxygen|cpap|cpap machine|cpap mask"
    "|nebuliser|nebulizer|tens machine|contact lenses|cochlear implants?|epipens?|epi-pens?|autoinjector|auto-injector"
    "|dosette|dosette box|blister packs?|mouthguard|mouth guard|bite guard|night guard|white cane|crutches"
    "|raised toilet seat|shower chair|bath board|bath lift|bath seat|pressure mattress|pressure cushion|hospital bed"
    "|grommets|insoles|eye patch|eyepatch|inhalers?|spacer|mini pill|contraceptive pill|contraceptive implant"
    "|morning-after pill|hrt patches|reading glasses|varifocals|nicotine patches|pacemaker|defibrillator|blood thinners"
    "|sick note|fit note|blue inhaler|brown inhaler|support stockings|ted stockings|surgical boot|special shoes"
    "|communication device|wheelchair"
)
_FOR: Final = (
    "water|blood pressure|bp|heart|thyroid|sleeping|pain|iron|diabetes|diabetic|sugar|cholesterol|epilepsy|anxiety"
    "|allergy|hormone|steroid|nerve|sickness|antisickness|anti-sickness|travel sickness|seizure|fertility|weight-loss"
    "|weight loss|slimming|gout|arthritis|asthma|depression|acne|malaria|migraine|hiv|hay fever|hayfever|psych|adhd"
    "|cancer|chemo|bladder|reflux|eczema|psoriasis|insulin|b12|folic acid|potassium|worming|antifungal|angina|stomach"
    "|abortion|contraceptive|birth control|blood thinning|antidepressant|antibiotic|anti-inflammatory|prostate|period"
)
_TAKEN: Final = (
    "tablets?|tabs|pills?|meds?|medications?|medicines?|drops|cream|ointment|injections?|patch|patches|spray|jabs?"
    "|capsules?|shots"
)
_CLASSES: Final = (
    "statins?|beta blockers?|beta-blockers?|betablockers?|ace inhibitors?|diuretics?|antihistamines?|anticoagulants?"
    "|anticonvulsants?|antivirals?|antifungals?|laxatives?|immunosuppressants?|immunosuppressed|biologics|opioids?"
    "|opiates|benzos|sedatives|antiemetics?|antiretrovirals?|bisphosphonates|mood stabilisers?|mood stabilizers?"
)
_OF_MEDICINES: Final = (
    "april|opril|ipril|sartan|olol|statin|prazole|conazole|dipine|cillin|mycin|micin|floxacin|cycline|gliptin|gliflozin"
    "|glutide|zumab|ximab|limab|numab|tinib|parin|xaban|triptan|opram|oxetine|zepam|zolam|zodone|lukast|clovir|setron"
    "|thiazide|semide|dronate|terol|profen|coxib|codone|morphone|enafil|dalafil|zosin|losin|triptyline|pramine|azepine"
    "|zapine|tiapine|racetam|formin|glitazone|nisolone|methasone|sonide|barbital|peridol|idone"
)
_OF_CONDITIONS: Final = (
    "itis|algia|aemia|nemia|cemia|uria|rrhoea|rrhea|openia|megaly|sclerosis|stenosis|fibrosis|porosis|dysplasia"
    "|asthenia|aphasia|dysphasia|praxia|dyslexia|calculia|somnia|goraphobia|plegia|plegic|paresis|ystrophy|europathy"
    "|myopathy|inopathy|hropathy|lopathy|arcoma|rcinoma|ymphoma|lioma|yeloma|angioma|ectomy|lostomy|eostomy|oplasty"
    "|noscopy|troscopy|listhesis|apnoea|matosis|thyroidism|mutism|dysphagia|anaemic|glycemia"
)
_NO_CONDITION: Final = "(?!(?:nostalgia|academia|spectroscopy|eustachitis|british)\\b)"
_DOSE: Final = "(?: [0-9]{1,4}(?:[.,][0-9]{1,2})? ?(?:mg|mcg|ml|g|units)(?!\\w))?"

CLAUSES: Final = (
    Clause(
        words=f"{_ON}|{_WORN}",
        expression=f"(?:(?:(?:{_ON})(?:-[a-z]+)? )(?:{_WORN})"
        f"|(?:{_WORN.replace('collar|', '').replace('|guard', '').replace('braces?|', '')}|braces(?= off| on)))"
        "(?!\\w|['’-])(?: (?:off|on|out|fitted)(?!\\w))?",
    ),
    Clause(
        words=f"pill|{_AIDS}",
        expression=f"(?:(?:{_AIDS})|(?<=on the )pill)(?!\\w|['’-])(?: (?:draining|fitted|in situ|machine|bag"
        "|box))?(?! (?:project|company|counter|fund|shop)\\b)",
    ),
    Clause(words=_FOR, expression=f"(?:{_FOR}) (?:{_TAKEN})(?!\\w)"),
    Clause(words=_CLASSES, expression=f"(?:{_CLASSES})(?!\\w)"),
    Clause(
        endings=_OF_MEDICINES,
        expression=f"[a-z]{{2,16}}(?:{_OF_MEDICINES})(?!\\w){_DOSE}(?: (?:od|bd|tds|qds|prn|nocte|mane"
        f"|{OFTEN}))?(?!\\w)",
    ),
    Clause(
        endings=_OF_CONDITIONS,
        expression=f"{_NO_CONDITION}[a-z]{{2,20}}(?:{_OF_CONDITIONS})(?!\\w)",
    ),
)
