"""What is found of somebody, as in a chart: "sats 91 on air", "HbA1c 9.2", "BP 150/90", "C5-C6 herniation"."""

from __future__ import annotations

from typing import Final

from gateway.detection.attributes.english_health.grammar import Clause

_IS: Final = (
    "(?:[ =:]{0,2}(?:levels?|score|reading|count|is|was|of|at|were|came back(?: at| as)?|around|about|up to|down to|now"
    "|still|over|under|only|today|went|to|has been|on admission|hit|peaked|dropped|[=:~↑↓-])){0,4}[ =:]{0,2}"
)
_N: Final = "-?[0-9]{1,4}(?:[.,][0-9]{1,2})?"
_UNIT: Final = (
    "(?: ?(?:%|(?:mmol(?:/l)?|mmhg|mg/dl|mg/l|g/l|g/dl|ng/ml|iu/l|umol/l|µmol/l|pg/ml|bpm|kg|cm|mm|percent|degrees|°c"
    "|°f|l/min|[cf])(?!\\w)))?(?: on (?:air|ra|room air|[0-9]{1,2} ?l(?:it(?:re|er)s?)?(?: o2)?|oxygen)(?!\\w))?"
)
_MEASURED: Final = (
    "sats?|spo2|o2 sats?|hba1c|a1c|bmi|gcs|creatinine|creat|egfr|gfr|psa|haemoglobin|hemoglobin|hgb|hb|ferritin|crp|esr"
    "|wbc|wcc|platelets|inr|tsh|ldl|hdl|triglycerides|potassium|blood sugars?|fasting sugar|fasting glucose"
    "|blood glucose|ketones|lactate|bilirubin|troponin|bnp|nt-probnp|fev1|peak flow|phq-9|phq9|gad-7|gad7|mmse|moca"
    "|epds|apgars?|cd4|viral load|vitamin d|b12|ejection fraction|lvef|qtc|hcg|amh|fsh|cobb angle|resting heart rate"
    "|cholesterol|uric acid|waterlow|audit-c|max opening|d-dimer|afp|sugars?|sugar levels?|blood alcohol|iop|amylase"
    "|sodium|ca-125|ca125|visual acuity|rom|grip strength|urea|glucose|pef|fvc|total ige|ggt|haematocrit"
    "|hematocrit|free t4|ft4|ft3|dexa z-score|dexa t-score|y-bocs|caps-5|po4|hco3|procalcitonin|bicarb|crcl"
    "|alt|ast|alp|ldh|mcv|mch|trop|tryptase|cfs|vit d|vit b12|tpo ab|folate|pth|cortisol|prolactin|hscrp|anc"
)
_BAD_SPINE: Final = (
    "(?:herniation|bulge|prolapse|fusion|fracture|stenosis|compression|laminectomy|discectomy|radiculopathy|injury"
    "|protrusion|(?:disc|disk|nerve root|vertebral|cord|facet)(?: [a-z]{4,14})?|burst fracture|lesion|incomplete"
    "|complete)"
)
_LEVELS: Final = "|".join(f"{letter}{number}" for letter in "clts" for number in range(1, 13))
_PARITY: Final = "para|gravida|" + "|".join(f"g{many}|g{many}p{births}" for many in range(1, 10) for births in range(9))

CLAUSES: Final = (
    Clause(
        words=_MEASURED,
        expression=f"(?:{_MEASURED})(?!\\w){_IS}{_N}(?: ?/ ?[0-9]{{1,3}})?(?![\\w/]){_UNIT}",
    ),
    Clause(
        words="bp|blood|temp|temperature|hr|rr|pulse|heart|resps|resp|bms?|news|fever|obs",
        expression=f"(?:obs:? )?(?:(?:bp|blood pressure){_IS}[0-9]{{2,3}}(?:(?: ?/ ?| over )[0-9]{{2,3}})?|(?:temp"
        f"|temperature|fever){_IS}(?:3[4-9]|4[0-2]|10[0-5])(?:\\.[0-9])?|news{_IS}[0-9]{{1,2}}|(?:hr|pulse"
        f"|heart rate){_IS}(?:[4-9][0-9]|1[0-9][0-9])|(?:rr|resps|resp rate){_IS}[0-9]{{1,2}}|bms?{_IS}{_N})(?![\\w/]"
        f"|\\.[0-9]){_UNIT}",
    ),
    Clause(
        words="k|na",  # only with a value that a blood test has
        expression="(?:k\\+? [=:]? ?[2-7]\\.[0-9]|na\\+? [=:]? ?1[1-5][0-9])(?![\\w./])",
    ),
    Clause(
        words=_LEVELS,
        expression=f"[clts][0-9]{{1,2}}(?:[-/–][clts]?[0-9]{{1,2}})? {_BAD_SPINE}(?!\\w)",
    ),
    Clause(
        words=_PARITY,
        expression="(?:g[0-9]p[0-9]|g[1-9] ?p[0-9]|para [0-9]"
        "|gravida [0-9])(?:\\+[0-9])?(?:,? (?:at )?[0-9]{1,2}(?: weeks|/40|\\+[0-9]))?(?!\\w)",
    ),
)
