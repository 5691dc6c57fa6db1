"""What somebody earns, owes or pays for a home, as a number without a currency: words of nine languages say so."""

from typing import Final

from gateway.detection.recognizer import Pattern
from gateway.detection.words import somewhere
from gateway.types import EntityType

_LANGUAGES: Final = ("en", "de", "fr", "es", "it", "nl", "pt", "pl", "tr")
_THOUSANDS: Final = (
    "[1-9][0-9]{0,2}(?:[.,][0-9])? ?(?:[kK]|tys\\.?|tysięcy|tysiące|mil|bin|mila|Tsd\\.?|duizend)(?!\\w)"
)
_GROUPED: Final = "[1-9][0-9]{0,2}(?:[.,'\u00a0\u202f ][0-9]{3}){1,2}(?:[.,][0-9]{2})?(?![0-9])"
_PLAIN: Final = "(?!(?:19|20)[0-9]{2}(?![0-9]))[1-9][0-9]{2,5}(?:[.,][0-9]{2})?(?![0-9])"  # four digits may be a year
_NUMBER: Final = f"(?<![\\w$€£.,/#-])(?:{_THOUSANDS}|{_GROUPED}|{_PLAIN})"
_GROSS: Final = (
    "(?:brutto|netto|bruts?|nets?|brutos?|netos?|limpios?|lordi|netti|brüt|gross|after tax|before tax|na rękę|mensuales"
    "|(?:a|per|al|par|por|im|pro|all['’]) ?(?:month|year|week|mes|año|mese|anno|mois|an|mês|ano|Monat|Jahr|maand|jaar)"
    "|an hour|per hour|die stunde|pro stunde|de l['’]heure|(?:a|por) la hora|la hora|por hora|all['’]ora|per uur|à hora"
    "|p\\.?m\\.?|miesięcznie|rocznie|aylık)(?!\\w)"
)
# What is counted has a noun behind it: "earned 500 points". These words are none.
_GOING_ON: Final = "plus|with|from|when|before|after|while|until|since|avec|sans|pero|desde|oder|aber|nach|seit|base"
_NOTHING_COUNTED: Final = (
    f"(?![%°]| ?(?:(?!(?:{_GOING_ON})(?!\\w))[^\\W\\d_]{{4,}}|k[gm]|[cm]?m|lbs?|pts|min|ms|[kMG]B|h|x)(?!\\w))"
)
_EARNING: Final = (
    "i make|i made|he makes|she makes|we make|they make|earn|earns|earned|earning|salary|wage|wages|take home"
    "|take-home|net pay|gross pay|pay of|offered me|offered her|offered him|pay is|on benefits of|my base is"
    "|base of|base salary|base pay|day rate|hourly rate|hourly pay|gehalt|vergütung|grundgehalt|bruttogehalt"
    "|stundensatz|tagessatz|einkommen"
    "|gehaltswunsch|gehaltsvorstellung|lohn|verdiene|verdient|verdienst|verdienen|verdiente|gagne|gagnes|gagnent"
    "|gagnait|salaire|rémunération|rémunérée|rémunéré|traitement de"
    "|gano|gana|ganan|ganaba|cobro|cobra|cobran|cobraba|sueldo|salario|remuneración|ofrecen|ofrecieron"
    "|nómina|guadagno|guadagna"
    "|guadagnano|guadagnava|stipendio|verdien|salaris|loon|ganho|ganha|ganham|ganhava|salário|zarabiam|zarabia"
    "|zarabiał|zarabiała|zarabiają|pensja|pensję|pensji|wynagrodzenie|maaş|maaşı|maaşım|kazanıyor|kazanıyorum"
    "|rente von|bonus von|monatslohn|stundenlohn|nettolohn|bruttolohn|jahresgehalt|monatsgehalt|retraite de|smic"
    "|prime de|paga de|pensión de|percibe|jubilación de|pensione di|tredicesima|brutoloon|nettoloon|pensioen van"
    "|uitkering van|ordenado|reforma de|aposentadoria de|emeryturę|emerytura|emekli maaşı"
)
_OWING: Final = (
    "rent|mortgage|loan|loans|debt|debts|owe|owes|owed|child support|daycare|savings|overdraft|miete|kaltmiete"
    "|warmmiete|kredit|schulden|unterhalt|loyer|dettes|pension alimentaire|alquiler|hipoteca|deuda|deudas|affitto"
    "|mutuo|debiti|huur|hypotheek|lening|aluguel|dívida|dívidas|empréstimo|czynsz|czynszu|kredyt|kredytu|dług"
    "|długu|długi|alimenty|alimentów|kira|kiram|kirası|borç|borcu|borcum"
)
_BEHIND_WORD: Final = "(?<= )(?<![^A-Za-z\u00c0-\u024f:] )"  # asked before the context: most numbers have no word there
_BEFORE: Final = r"\b(?:{})(?:(?: (?!is the|per)[^\W\d_]+){{0,2}} ?:? )$"

PATTERNS: Final = (
    Pattern(
        name="income_without_currency",
        entity_type=EntityType.INCOME,
        expression=f"{_BEHIND_WORD}(?:{_NUMBER}(?: {_GROSS}){{1,2}}|{_NUMBER}{_NOTHING_COUNTED})",
        score=0.6,
        context=_BEFORE.format(_EARNING),
        prefilter=f"(?:^|[^A-Za-z])(?:{somewhere(_EARNING)})",
        languages=_LANGUAGES,
    ),
    Pattern(
        name="wage_without_currency",
        entity_type=EntityType.INCOME,
        expression=f"{_NUMBER} (?:brutto|netto|bruts?|brutos?|lordi|netti|brüt|after tax|before tax|na rękę)(?!\\w)",
        score=0.5,
        prefilter="[0-9.kKs] (?:brut|nett|lord|brüt|after tax|before tax|na r)",
        languages=_LANGUAGES,
    ),
    Pattern(
        name="debt_without_currency",
        entity_type=EntityType.FINANCIAL_INFORMATION,
        expression=f"{_BEHIND_WORD}{_NUMBER}(?: {_GROSS})?{_NOTHING_COUNTED}",
        score=0.5,
        context=_BEFORE.format(_OWING),
        prefilter=f"(?:^|[^A-Za-z])(?:{somewhere(_OWING)})",
        languages=_LANGUAGES,
    ),
)
