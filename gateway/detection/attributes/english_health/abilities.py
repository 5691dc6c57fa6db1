"""What somebody cannot do any more, or only with help: "can't grip a kettle", "can stand for twenty minutes"."""

from __future__ import annotations

from typing import Final

from gateway.detection.attributes.english_health.body import BODY, OWNED
from gateway.detection.attributes.english_health.grammar import NUMBER, REST, Clause

_THINGS: Final = (
    "kettles?|cups?|mugs?|glass(?:es)?|pens?|pencils?|jars?|taps?|pans?|saucepans?|bottles?|(?:shopping )?bags?"
    "|shopping|baby|babies|kids|knife|knives|fork|cutlery|spoon|door handles?|doorknobs?|buttons?|zips?|zippers?"
    "|(?:shoe ?)?laces|shel(?:f|ves)|plates?|tins?|cans?|scissors|keys|steering wheel|potatoes|vegetables|veg"
    "|anything(?: heavy)?|weights?|socks|shoes|bra|tights|coat|shirt|tablets|food|things|needle|toothbrush|hairbrush"
    "|remote|newspaper|handrail|railing|clippers|tools?|hammer|drill|brush|racket|bat|toys?|tray"
)
_HOLD: Final = (
    "(?:grip|hold|lift|carry|pick up|open|turn|reach|squeeze|peel|chop|undo|do up|fasten|thread|push|pull|tie)"
)
_A: Final = "(?:(?:an?|the|my|his|her|our|any|own|small|heavy|simple|full|top|even|up) ){0,3}"
_ARTICLE_FREE: Final = (
    "(?! (?:this|the|him|it|that|them|in for|by|for (?:election|office|it|this)|out|back|me|you|us)\\b)"
)
_DO: Final = (
    "dressed|undressed|out of bed|to the (?:toilet|loo|bathroom)|take (?:my|his|her) (?:meds|medication|tablets)"
    "|swallowing|(?:peel|chop)(?:ing)? [a-z]+"
    f"|work full[- ]time|walk(?:ing)?(?! (?:me|you|us|them|away|through|the dog))|stand(?:ing)?{_ARTICLE_FREE}"
    "|sit(?:ting)?(?! (?:the|an? |for an?|in for|in on|through the))|kneel(?:ing)?|bend(?:ing)?(?! the)|squat|crouch"
    "|swallow(?:ing)?|chew(?:ing)?|sleep(?:ing)?(?! on (?:it|this|an?))|breath(?:e|ing)|bathe|shower(?:ing)?"
    "|undress(?:ing)?|eat(?:ing)?(?! (?:at|there|here|out|into))|dress(?:ing)?(?: (?:my|him|her)self)?"
    "|wash(?:ing)?(?! (?:the|my|our) (?:car|dog|dishes))|climb(?:ing)? (?:the )?(?:stairs|steps)|(?:stairs|steps"
    "|buttons|zips|hills|cutlery|swallowing|mobility|transfers)"
    f"|(?:get|getting)(?: {_A}(?:out|in|into|up|off|on|down|upstairs|downstairs|dressed|undressed|around|about"
    "|comfortable|warm|to (?:the )?(?:toilet|loo|bathroom|shops|bed|sleep)|arm|leg|foot|shoes|socks|pregnant"
    "|an erection)){1,2}(?! (?:of (?:this|the (?:contract|lease|deal|loop|house|meeting|way))|to (?:the )?(?:meeting"
    "|page|site)|with)\\b)"
    f"|{_HOLD}(?:ing)? {_A}(?:{_THINGS}|{BODY})(?!\\w)|manag(?:e|ing) {_A}(?:stairs|buttons|steps|zips|hills|laces"
    "|cutlery|shoes)|(?:use|using|move|moving|raise|raising|feel|straighten|bend|rotate|lift|turn|open|close|shut|flex"
    "|keep)"
    f" {OWNED}(?!\\w)"
    "|(?:put|bear) (?:any )?weight|weight[- ]?bear|see (?:to read|out of|properly|well|far|at night|anything|colours"
    "|print)|hear(?:ing)?(?= on the phone| in | out of| properly| well| high| anything|[.,;]"
    "|$)(?! (?:in (?:the )?(?:case|march|may)))|concentrat(?:e|ing)|see|smell|taste|conceive|remember (?:(?:my|his"
    "|her) own|faces|names|what day|(?:my|his|her) (?:grand)?children|to (?:eat|take)|where (?:he|she) (?:is|lives))"
    "|be left (?:alone|unattended|on (?:her|his|my) own)|keep (?:food|anything|water|fluids) down|weight bear"
    "|button (?:up )?(?:my|his|her) [a-z]+|have (?:any )?(?:more )?(?:children|kids|babies|a baby|sex)|tolerat(?:e"
    "|ing) (?:dairy|gluten|lactose|noise|light|[a-z]+(?:ine|in|ol))|leave the house|go (?:outside|to the toilet"
    "|out (?:alone|on))|stop (?:shaking|crying|washing|scratching|drinking|coughing|bleeding|vomiting|being sick"
    "|hand-washing|sweating|eating)|tell (?:hot from|the time|what day)|cope|catch (?:my|his|her) breath|lie (?:flat"
    "|down|on)|make a fist|run|crawl|exercise|mobili[sz]e|ambulate|transfer|void|(?<=unable to )work(?! (?:on|from|with"
    "|at|the|out|late|this|today|tomorrow|in)\\b)|urinate|pee|wee|feed(?:ing)? (?:him|her|my)self"
    "|read(?:ing)? (?:the board|small|print|labels|without)|self-care|look after (?:him|her|my)self|care for (?:him|her"
    "|my)self|cook for (?:him|her|my)self|drive (?:any ?more|at night)|hold (?:a conversation|a pen)|write (?:any ?more"
    "|by hand)|wear (?:shoes|heels|contact)|clean (?:him|her|my)self"
)
_LIGHT: Final = "(?:really |even |always |properly |fully |now |currently |safely |physically |usually )?"
_FAILS: Final = (
    "(?:(?:can|could)(?:n['’]?t|['’]?t| not|not| no longer| barely| hardly| scarcely| only just| never)|cant|couldnt"
    "|cannot|unable to|not able to|no longer able to|struggl(?:es?|ed|ing) (?:to|with)|struggl(?:es?|ed|ing)|(?:trouble"
    "|difficulty|difficulties|problems)(?: with)?|hard to|difficult to|impossible to|(?:help|assistance|supervision"
    "|prompting|support) (?:with|to|getting|when)|(?:too weak|too breathless) to)"
)
_SEE: Final = (
    "(?!see (?!to read|out of|properly|well|far|at night|print|colours))(?!run (?!without|any|for (?:a )?bus))"
)
_TAIL: Final = (
    "(?! (?:file|files|invoice|spreadsheet|code|server|essay|app|report|meeting|error|screen|button|account)s?\\b)"
)
_SPAN: Final = (
    f"(?:for )?(?:about |around |maybe |up to |at most |only )?{NUMBER}(?: more)? "
    "(?:minutes?|mins?|metres?|meters?|yards?|steps?|hours?|blocks?|stairs?|feet|paces|kilos?|kg|pounds?|lbs)"
)

CLAUSES: Final = (
    Clause(
        words="can|cant|cannot|could|couldn|couldnt|unable|struggles?|struggled|struggling|trouble|difficulty"
        "|difficulties|problems|hard|difficult|impossible|help|assistance|supervision|prompting|support|no|too|not"
        "|needs?|finds?|has|have|having|had",
        expression="(?:(?:needs?|finds? it|has|have|having|had) (?:some |a lot of |constant )?)?"
        f"{_FAILS} {_LIGHT}{_SEE}(?:{_DO})(?!\\w){_TAIL}{REST}(?: and [a-z]+ing(?!\\w))?",
    ),
    Clause(
        words="can",
        expression="can (?:only |just |barely |just about )?(?:stand|walk|sit|lift|manage|drive|concentrate|hold|carry"
        f"|sleep)(?: (?:up|down|still|upright))? {_SPAN}(?!\\w)(?! of (?:code|time)){REST}",
    ),
    Clause(
        words="needs|need",
        expression="needs? (?:(?:an?|the|one|two|both|help from two|daily) )?(?:hoist|hoisting|turning|carers?|feeding"
        "|toileting|wheelchair|walker|(?:people|carers|persons?|someone|somebody) to (?:cut|dress|feed|push|lift|bathe"
        "|transfer|move|turn|wash)|assistance of|changing|suctioning|one-to-one|1:1|24-hour care"
        f"|round-the-clock care|personal care|thickened|puree[d]?)(?!\\w){REST}",
    ),
    Clause(
        words="walks?|walking|gets?|getting|forgets|wakes|refusing|refuses|wets|soils|no",
        expression="(?:walk(?:s|ing)? with (?:an? |two |the )?(?:(?:walking |zimmer |white )?(?:frame|sticks?|cane|limp"
        "|crutch(?:es)?)|rollator|difficulty)|get(?:s|ting)? (?:out of breath(?: [a-z]+ing [a-z]+ [a-z]+)?|breathless"
        "|dizzy|giddy|confused|muddled|puffed|winded)|forgets to (?:eat|drink|take|wash|turn)"
        "|wakes (?:up )?(?:screaming|gasping|crying|coughing|sweating|confused)|refus(?:es|ing) (?:meds|medication|food"
        "|fluids|care|to eat|to drink|treatment)|(?:wets|soils) (?:the bed|(?:him|her)self)|no longer (?:drives|walks"
        "|speaks|eats|talks|recogni[sz]es)|walk(?:s|ing)? unaided)(?!\\w)(?: "
        f"(?:to|after|on|when|at|in|since|walking|climbing|just|going)\\b{REST})?",
    ),
    Clause(
        words="won|wont|refuses",
        expression="(?:won['’]?t|wont) (?:eat|drink|sleep|settle|feed|latch)(?! (?:at|there|here|out)\\b)(?!\\w)"
        f"{REST}",
    ),
)
